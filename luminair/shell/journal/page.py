"""The note page: paper, serif, one column; Read or Edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.journal.editor import COLUMN, MARGIN, Editor
from luminair.shell.journal.page_banners import BannerWays, banners_of
from luminair.shell.journal.page_parts import (
    Fold,
    LinkRow,
    PageBanner,
    Property,
    SayingView,
    Strip,
)
from luminair.shell.journal.pictures import Pictures
from luminair.shell.journal.rows import kind_key, kind_name
from luminair.shell.journal.words import full_time, link_target, origin
from luminair.shell.parts.button import Shape, icon_button
from luminair.shell.parts.look import Look
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.states import EmptyState
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.parts.times import age
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from luminair.journal import Backlink
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.reading import Opened

BAR = 44
LOOK = Look(
    Style.PAGE,
    (Style.PAGE_HEAD, Style.PAGE_HEAD, Style.PAGE_HEAD_3),
    Style.BODY_BOLD,
    gap=14,
    head_gap=28,
)
READ, EDIT = 0, 1
_SMALL = Shape(height=24, pad=9, style=Style.SMALL_MEDIUM)


CRUMBS = "  \u203a  "
"""Between the folders above a note."""


class Page(QWidget):
    """One note.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.
        now: the clock, aware.
        keys: the key of Read and Edit, as a label.

    Signals:
        link_wanted: what a link names.
        note_wanted: path of a note.
        session_wanted: id of a session.
        edit_wanted: Read or Edit was chosen.
        pin_wanted, archive_wanted, more_wanted: the buttons.
        compare_wanted: path of the note whose sync conflict copy is shown.
        put_back_wanted: path of the note of the Bin that is shown.
        review_wanted: what waits for the owner's yes.
    """

    link_wanted = Signal(str)
    note_wanted = Signal(str)
    session_wanted = Signal(str)
    edit_wanted = Signal(bool)
    pin_wanted = Signal()
    archive_wanted = Signal()
    more_wanted = Signal()
    compare_wanted = Signal(str)
    put_back_wanted = Signal(str)
    review_wanted = Signal()

    def __init__(
        self, theme: Theme, jobs: Jobs, now: Callable[[], datetime], keys: dict[str, str]
    ) -> None:
        super().__init__()
        self._theme, self._now = theme, now
        self.opened: Opened | None = None
        self._properties_shown = True
        self.crumbs = Line(theme, "", Style.SMALL, "text2")
        self.ways = Segmented(theme, (("", "Read"), ("", "Edit")))
        self.ways.set_tip(READ, f"Read the note ({keys['edit']})")
        self.ways.set_current(READ)
        shape = Shape(height=28, pad=6, icon=17, radius=6)
        self.pin = icon_button(theme, "ph.push-pin-simple", "Pin note", shape=shape)
        self.archive = icon_button(theme, "ph.archive-box", "Archive note", shape=shape)
        self.more = icon_button(theme, "ph.dots-three", "Show more", shape=shape)
        self._keys = keys
        self.bar = QWidget(self)
        self.bar.setFixedHeight(BAR - 1)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(MARGIN, 0, 22, 0)
        row.setSpacing(2)
        row.addWidget(self.crumbs, 1)
        row.addSpacing(8)
        row.addWidget(self.ways)
        row.addSpacing(7)
        row.addWidget(self.pin)
        row.addWidget(self.archive)
        row.addWidget(self.more)
        self.notices = QVBoxLayout()
        self.notices.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self.notices.setSpacing(0)
        self._notice: QWidget | None = None
        self._build_read(theme, jobs)
        self.editor = Editor(theme, keys["edit"])
        self.none = EmptyState(
            theme, "ph.book-open", "No note is open", ("Choose one from the list.",)
        )
        self.stack = QStackedWidget(self)
        for each in (self.none, self.area, self.editor):
            self.stack.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(Hairline(theme, "paperline"))
        column.addLayout(self.notices)
        column.addWidget(self.stack, 1)
        self.ways.chosen.connect(self._choose_way)
        self.pin.clicked.connect(self.pin_wanted)
        self.archive.clicked.connect(self.archive_wanted)
        self.more.clicked.connect(self.more_wanted)
        self.bar.hide()
        theme.repaints(self)

    def _build_read(self, theme: Theme, jobs: Jobs) -> None:
        self.banner_place = QVBoxLayout()
        self.banner_place.setSpacing(8)
        self._banners: list[PageBanner] = []
        self._banner_ways = BannerWays(
            self.note_wanted.emit,
            self.compare_wanted.emit,
            self.put_back_wanted.emit,
            self.review_wanted.emit,
        )
        self.title = Label(theme, "", Style.PAGE_TITLE, "text", wraps=True)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.strip = Strip(theme)
        self._pictures = Pictures(jobs)
        self.body = MarkdownBody(theme, jobs, LOOK, hides_tags=True, pictures=self._pictures)
        self.body.link.connect(self._follow)
        self.said = Fold(theme, "Said again", "Kept for people. The digest leaves these out.")
        self.linked = Fold(theme, "Linked from")
        self.links = Fold(theme, "Links to")
        self._sheet = QWidget()
        self._sheet.setMaximumWidth(COLUMN)
        column = QVBoxLayout(self._sheet)
        column.setContentsMargins(0, 24, 0, 48)
        column.setSpacing(0)
        column.addLayout(self.banner_place)
        column.addWidget(self.title)
        column.addSpacing(14)
        column.addWidget(self.strip)
        column.addSpacing(18)
        column.addWidget(self.body)
        column.addSpacing(22)
        column.addWidget(self.said)
        column.addSpacing(14)
        column.addWidget(self.linked)
        column.addSpacing(14)
        column.addWidget(self.links)
        column.addStretch(1)
        ground = QWidget()
        self._row = QHBoxLayout(ground)
        self._row.setContentsMargins(MARGIN, 0, MARGIN - 12, 0)
        self._row.addWidget(self._sheet, 1)
        self._row.addStretch(0)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        speak_as(self.area, Spoken.Grouping, "Note")
        self.area.setWidget(ground)
        ground.setAutoFillBackground(False)
        slim_bars(self.area, theme)

    @property
    def editing(self) -> bool:
        """Whether Edit is on."""
        return self.stack.currentWidget() is self.editor

    @property
    def properties_shown(self) -> bool:
        """Whether a note's properties stand above its text."""
        return self._properties_shown

    def show_properties(self, shown: bool) -> None:
        """Shows or hides them, to read and to edit."""
        self._properties_shown = shown
        damaged = self.opened is not None and bool(self.opened.note.damage)
        self.strip.setVisible(shown and not damaged)
        self.editor.strip.row.setVisible(shown)

    def show_note(self, opened: Opened, *, same: bool) -> None:
        """Shows a note to read.

        Args:
            opened: the note.
            same: it is the one that was shown, so the page stays where it was scrolled to.
        """
        self.opened = opened
        note = opened.note
        self.bar.show()
        folders = note.path.split("/")[:-1]
        if opened.binned:
            folders = ["Bin", *folders[3:]]
        self.crumbs.set_text(CRUMBS.join(folders) or "Luminair Journal")
        pinned, archived = note.pinned, note.in_archive
        self.pin.set_face(icon="ph.push-pin-simple-fill" if pinned else "ph.push-pin-simple")
        verb = "Unpin note" if pinned else "Pin note"
        self.pin.set_name(verb, f"{verb} ({self._keys['pin']})")
        self.archive.set_face(icon="ph.arrow-u-up-left" if archived else "ph.archive-box")
        verb = "Bring note back from the archive" if archived else "Archive note"
        self.archive.set_name(verb, f"{verb} ({self._keys['archive']})")
        self.pin.setEnabled(not (note.damage or opened.binned))
        self.archive.setEnabled(not (note.damage or opened.binned))
        self.more.setEnabled(not opened.binned)
        tip = opened.sealed or f"Edit the note ({self._keys['edit']})"
        self.ways.set_tip(EDIT, tip, enabled=not opened.sealed)
        self._show_banners(opened)
        self.title.setText(note.title)
        self.strip.setVisible(self._properties_shown and not note.damage)
        self.strip.show_properties([] if note.damage else self._properties(opened))
        self._pictures.stand_at(opened)
        if not same or self.body.source != opened.text:
            self.body.show_text(opened.text)
        self.said.show_rows([SayingView(self._theme, each) for each in opened.said])
        if not same:
            self.linked.show_rows([])
            self.links.show_rows([])
            self.area.verticalScrollBar().setValue(0)

    def show_read(self) -> None:
        """Shows the page to read."""
        self.stack.setCurrentWidget(self.area if self.opened else self.none)
        self.ways.set_current(READ)

    def show_edit(self, source: str) -> bool:
        """Shows the editor; False where it could not give the text back as it is."""
        if not self.editor.show_source(source):
            return False
        self.stack.setCurrentWidget(self.editor)
        self.ways.set_current(EDIT)
        return True

    def show_nothing(self) -> None:
        """Shows that no note is open."""
        self.opened = None
        self.bar.hide()
        self.show_read()

    def show_links(self, links: Sequence[Backlink]) -> None:
        """Shows who links here."""
        now = self._now()
        rows = []
        for number, link in enumerate(links):
            when = age(link.note.updated, now)
            row = LinkRow(self._theme, link, when, first=number == 0)
            row.clicked.connect(_told(self.note_wanted.emit, link.note.path))
            rows.append(row)
        self.linked.show_rows(rows)

    @property
    def notice(self) -> QWidget | None:
        """What stands above Read and Edit, if anything does."""
        return self._notice

    def set_notice(self, banner: QWidget | None) -> None:
        """Shows a banner or a card above Read and Edit alike, or takes it away."""
        if self._notice is not None:
            self.notices.removeWidget(self._notice)
            self._notice.hide()
            self._notice.deleteLater()
        self._notice = banner
        room = 12 if banner is not None else 0
        self.notices.setContentsMargins(MARGIN, room, MARGIN, 0)
        if banner is not None:
            banner.setMaximumWidth(COLUMN)
            self.notices.addWidget(banner)

    def _show_banners(self, opened: Opened) -> None:
        for old in self._banners:
            self.banner_place.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._banners = banners_of(self._theme, opened, self._now(), self._banner_ways)
        for banner in self._banners:
            self.banner_place.addWidget(banner)
        room = 20 if self._banners else 0
        self.banner_place.setContentsMargins(0, 0, 0, room)

    def _properties(self, opened: Opened) -> list[Property]:
        theme, note, now = self._theme, opened.note, self._now()
        kind = kind_key(note)
        found = [
            Property(
                theme,
                "Kind",
                kind_name(note),
                icon=icons.KIND_ICONS[kind],
                role=icons.KIND_ROLES[kind],
            ),
            Property(theme, "Scope", note.scope.value.capitalize()),
        ]
        if opened.project:
            found.append(Property(theme, "Folder", opened.project))
        if opened.session:
            session = Property(theme, "Session", opened.session, link=True)
            session.followed.connect(_told(self.session_wanted.emit, note.session))
            found.append(session)
        found.append(Property(theme, "Created", full_time(note.created, now)))
        found.append(Property(theme, "Updated", full_time(note.updated, now)))
        found.append(Property(theme, "Pinned", "Yes" if note.pinned else "No"))
        if note.source not in {"", "owner"}:
            found.append(Property(theme, "From", origin(note.source)))
        return found

    def _choose_way(self, way: int) -> None:
        self.edit_wanted.emit(way == EDIT)

    def _follow(self, url: QUrl) -> None:
        target = link_target(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        if target:
            self.link_wanted.emit(target)
        elif url.scheme().lower() in {"http", "https", "mailto"}:
            QDesktopServices.openUrl(url)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < 560
        margin = 24 if narrow else MARGIN
        ground = self.area.widget()
        row = ground.layout() if ground is not None else None
        if row is not None:
            row.setContentsMargins(margin, 0, margin - 12, 0)
        bar = self.bar.layout()
        if bar is not None:
            bar.setContentsMargins(margin, 0, 22 if not narrow else 12, 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), self._theme.color("paper"))
        painter.end()


def _told(call: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: call(value)
