"""The panel on which the Journal gets its folder: the first run, and choosing another later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.config.paths import default_vault
from luminair.lanes.lane import LaneKind
from luminair.machine import here, keychain
from luminair.shell import icons
from luminair.shell.failures import sentence
from luminair.shell.parts.announce import announce
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.preferences.journal_choice import HAVE, NEW, JournalChoice, Option
from luminair.shell.preferences.looking import Looking
from luminair.shell.preferences.rows import Group
from luminair.shell.preferences.words import titles_words
from luminair.shell.theme import Style, Theme
from luminair.vaults import Standing

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.vaults import JournalState

SIZE = QSize(840, 720)
MARK, MARGIN = 56, 4
"""The app mark, and how much of it is empty at each side."""
AIR = 56
"""Between the last choice and the foot, in logical pixels; a short list leaves no empty third."""
LEAST = 460
_BIG = Shape(height=36, pad=20, radius=8)


class _Step(QWidget):
    """The number of a choice in a circle."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self._theme, self._text = theme, str(number)
        self.setFixedSize(20, 20)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("line2"))
        painter.drawEllipse(QRectF(0.5, 0.5, 19, 19))
        painter.setPen(self._theme.color("text2"))
        painter.setFont(self._theme.font(Style.CAPTION_HEAD))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()


class LaneChoice(QWidget):
    """The lanes, of which one is the first that new sessions use.

    Signals:
        key_wanted: the owner wants to add a key.
    """

    key_wanted = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._desk = theme, desk
        self._touched = False
        self._options: dict[str, Option] = {}
        self._found: dict[str, tuple[Glyph, Line]] = {}
        self.marks = QButtonGroup(self)
        self._group = Group(theme)
        infos = desk.roster.infos()
        for info in infos:
            dot, found = Glyph(theme, "ph.circle-fill", "ok", 9), Line(theme, "", Style.BODY, "ok")
            option = Option(theme, info.kind.icon, info.title, "", [dot, found])
            self._found[info.id] = (dot, found)
            option.radio.clicked.connect(self._touch)
            self.marks.addButton(option.radio)
            self._options[info.id] = option
            self._group.add(option)
        add = Button(theme, "Add key…", fill=Fill.BORDERED)
        add.clicked.connect(self.key_wanted)
        self._key = Option(theme, "ph.key", "An API key", "", [add])
        self._key.radio.setEnabled(False)
        self._group.add(self._key)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._group)
        self.missing = Label(theme, "", Style.SMALL, "text2", wraps=True)
        column.addWidget(self.missing)
        self.looking = Looking(jobs, desk, self)
        self.looking.ended.connect(self._show)
        self.look()

    def look(self) -> None:
        """Asks what runs on this Mac; of the others it shows what is known, and sends nothing."""
        for info in self._desk.roster.infos():
            if info.kind in {LaneKind.CLI, LaneKind.LOCAL}:
                self.looking.look(info.id)
            self._show(info.id)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            for info in self._desk.roster.infos():  # the owner may come from logging in
                if info.here and not info.ready:
                    self.looking.look(info.id)

    @property
    def is_looking(self) -> bool:
        """Whether some lane is still being asked."""
        return any(self.looking.at(info.id) for info in self._desk.roster.infos())

    @property
    def lane(self) -> str:
        """The lane that the owner chose, '' where the first that is ready will do."""
        chosen = next((key for key, each in self._options.items() if each.radio.isChecked()), "")
        return chosen if self._touched and chosen != self._desk.roster.usual else ""

    def _touch(self) -> None:
        self._touched = True

    def _show(self, identity: str) -> None:
        roster = self._desk.roster
        info, option = roster.info(identity), self._options[identity]
        option.say(info.short_state, "text2" if info.ready or info.here else "text3")
        option.radio.setEnabled(info.ready)
        found_here = info.ready and info.kind in {LaneKind.CLI, LaneKind.LOCAL}
        looking, (dot, found) = self.looking.at(identity), self._found[identity]
        dot.setVisible(found_here and not looking)
        word = "Found" if found_here else "Not ready" if info.here else ""
        found.set_text("Looking…" if looking else word)
        found.set_role("text3" if looking else "ok" if found_here else "text2")
        self._group.set_shown(option, shown=info.ready or info.here or looking)
        absent = [each for each in roster.infos() if not each.ready]
        without = [each.title for each in absent if each.kind is LaneKind.API]
        self._key.say(f"{titles_words(without)}. Kept in your {keychain()}.")
        self._group.set_shown(self._key, shown=bool(without))
        gone = [
            each.title
            for each in absent
            if each.kind is not LaneKind.API and not each.here and not self.looking.at(each.id)
        ]
        self.missing.setText(f"Not found here: {titles_words(gone)}. Settings says why.")
        self.missing.setVisible(bool(gone))
        if not self._touched:
            self._options[roster.usual].radio.setChecked(True)


class SetUpPanel(Overlay):
    """Asks where the Journal lives, on the first run also how to reach a model.

    Nothing is written before the owner presses the button.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        window: the window to cover.
        state: how the Journal stands.

    Signals:
        made: the Journal is there; a :class:`JournalState`.
        key_wanted: the owner wants to add a key first.
    """

    made = Signal(object)
    key_wanted = Signal()

    def __init__(
        self, theme: Theme, jobs: Jobs, desk: Desk, window: QWidget, state: JournalState
    ) -> None:
        first = state.standing is Standing.MISSING
        super().__init__(theme, window, SIZE if first else QSize(SIZE.width(), 560))
        self._jobs, self._desk = jobs, desk
        self._busy = False
        new = state.place if first or not state.can_choose else default_vault()
        gone = state.place if state.standing is Standing.GONE else None
        self.journal = JournalChoice(theme, jobs, desk, new, gone)
        self.lanes = LaneChoice(theme, jobs, desk) if first else None
        words = "Open Luminair" if first else "Use this Journal"
        self.go = Button(theme, words, fill=Fill.FILLED, shape=_BIG)
        self.later = Button(theme, "Not now", shape=_BIG)
        self.fault = Label(theme, "", Style.BODY, "danger", wraps=True)
        self.fault.hide()
        self._lay_out(first)
        self.journal.choose(NEW if first else HAVE)
        self.journal.changed.connect(self._show)
        self.go.clicked.connect(self._make)
        self.later.clicked.connect(self.dismiss)
        if self.lanes is not None:
            self.lanes.key_wanted.connect(self.key_wanted)
        self._show()

    @property
    def first_focus(self) -> QWidget:
        """What has the focus when the panel opens; Return presses its main button."""
        return self.journal.new.radio if self.lanes is not None else self.journal.pick

    def _lay_out(self, first: bool) -> None:
        theme = self._theme
        inside = self._inner = Box(theme, "surface")
        inside.installEventFilter(self)
        page = QVBoxLayout(inside)
        page.setContentsMargins(70, 44, 70, 12)
        page.setSpacing(10)
        page.addLayout(self._head(first))
        page.addSpacing(16)
        self._section(
            page, 1 if first else 0, "Where your Journal lives", "Plain Markdown files you own"
        )
        page.addWidget(self.journal)
        if self.lanes is not None:
            page.addSpacing(14)
            self._section(page, 2, "How to reach a model", "Your first lane. Add more later")
            page.addWidget(self.lanes)
        page.addStretch(1)
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        slim_bars(area, theme)
        FloatingBar(theme, area)
        area.setWidget(inside)
        foot = QHBoxLayout()
        foot.setContentsMargins(70, 12, 70, 24)
        foot.setSpacing(8)
        foot.addWidget(Glyph(theme, "ph.lock-simple", "text2", 16))
        safe = (
            f"Nothing leaves {here()} until you send a message."
            if first
            else "Nothing is written until you press the button. Your old Journal is kept."
        )
        foot.addWidget(Label(theme, safe, Style.SMALL, "text2", wraps=True), 1)
        foot.addWidget(self.later)
        foot.addWidget(self.go)
        fault = QHBoxLayout()
        fault.setContentsMargins(70, 0, 70, 0)
        fault.addWidget(self.fault)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(1, 8, 1, 0)
        column.setSpacing(0)
        column.addWidget(area, 1)
        cut = Hairline(theme)  # where the page goes on below
        cut.hide()
        area.verticalScrollBar().rangeChanged.connect(lambda _, most: cut.setVisible(most > 0))
        column.addWidget(cut)
        column.addLayout(fault)
        column.addLayout(foot)

    def _head(self, first: bool) -> QHBoxLayout:
        mark = QLabel()
        mark.setAccessibleName("Luminair")
        mark.setPixmap(icons.app_icon().pixmap(MARK, MARK))
        mark.setFixedWidth(MARK - MARGIN)  # so that its ink stands on the page's left edge
        mark.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        title = "Set up Luminair" if first else "Choose your Journal"
        self.setAccessibleName(title)
        lead = (
            "Two choices. You can change both in Settings."
            if first
            else ("Its notes ride with your messages from then on.")
        )
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(self._theme, title, Style.SET_UP_TITLE))
        words.addWidget(Label(self._theme, lead, Style.BODY, "text2"))
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addWidget(mark)
        row.addLayout(words, 1)
        return row

    def _section(self, page: QVBoxLayout, number: int, title: str, hint: str) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        if number:
            row.addWidget(_Step(self._theme, number))
        row.addWidget(Label(self._theme, title, Style.PANE_TITLE))
        row.addWidget(Label(self._theme, hint, Style.SMALL, "text2"))
        row.addStretch(1)
        page.addLayout(row)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """As high as the choices need once all lanes were asked; before, rows still come and go."""
        lanes = self.lanes
        if lanes is None or lanes.is_looking:
            return
        around = self.panel.height() - self._area.height()
        wanted = max(self._inner.sizeHint().height() + around + AIR, LEAST)
        size = QSize(SIZE.width(), min(wanted, SIZE.height()))
        if size != self._size and around > 0:
            self._size = size
            self._place()

    def _show(self) -> None:
        self.go.setEnabled(self.journal.facts is not None and not self._busy)

    def _make(self) -> None:
        facts = self.journal.facts
        if facts is None or self._busy:
            return
        self._busy = True
        self.fault.hide()
        self._show()
        desk, ride, place = self._desk, self.journal.ride, facts.place
        lane = self.lanes.lane if self.lanes is not None else ""

        def work() -> JournalState:
            state = desk.make_journal(place, ride)
            if lane:
                desk.settings.set({"lanes.new.lane": lane})
            return state

        self._jobs.run(work, done=self._done, failed=self._failed, queue="vault", owner=self)

    def _done(self, state: JournalState) -> None:
        announce(self, "Your Journal is ready.")
        self.dismiss()
        self.made.emit(state)

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self.fault.setText(sentence(error))
        self.fault.show()
        announce(self, self.fault.text())
        self._show()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._make()
            return
        super().keyPressEvent(event)
