"""The settings window. Everything applies at once; there is no button to say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.embedding import EmbeddingWorker
from luminair.shell.parts.banners import Banners
from luminair.shell.parts.box import Box
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.text import Hairline
from luminair.shell.parts.windows import give_menus
from luminair.shell.preferences.appearance_page import AppearancePage
from luminair.shell.preferences.changes import Changes
from luminair.shell.preferences.integrations_page import IntegrationsPage
from luminair.shell.preferences.journal_page import JournalPage
from luminair.shell.preferences.lanes_page import LanesPage
from luminair.shell.preferences.meaning_section import MeaningPage
from luminair.shell.preferences.set_up import SetUp
from luminair.shell.theme import Style, Tastes, Theme
from luminair.shell.theme.motion import moves

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QPaintEvent

    from luminair.shell.desk import Desk
    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.preferences.rows import Page

SIDE = 216
SIZE = QSize(1180, 760)
LEAST = QSize(900, 560)


class _Entry(KeyboardFocus, QAbstractButton):
    """A page's name in the list at the left; the arrow keys go up and down."""

    def __init__(self, theme: Theme, icon: str, name: str) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        self.setText(name)
        self.setAccessibleName(name)
        self.setCheckable(True)
        self.setFixedHeight(32)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.repaints(self)

    @override
    def sizeHint(self) -> QSize:
        return QSize(SIDE - 24, 32)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, on, box = self._theme, self.isChecked(), QRectF(self.rect())
        if on or self.underMouse():
            fill = "accentsoft" if on and self.isActiveWindow() else "hover"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(fill))
            painter.drawRoundedRect(box, 7, 7)
        if self.ring_shown:
            draw_ring(painter, theme, box, 7)
        icons.paint(painter, theme, self._icon, "accent" if on else "text2", 10, 8, 16)
        painter.setFont(theme.font(Style.BODY_BOLD if on else Style.BODY))
        painter.setPen(theme.color("text"))
        painter.drawText(box.adjusted(36, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.end()


class SettingsWindow(QWidget):
    """Lanes and keys, the Journal, meaning search, integrations, appearance.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        failures: what it says is shown here too while this window is in front.
        embedding: embeds notes in the background; one that only looks, where none is given.

    Signals:
        look_wanted: a ``Choice``; the main window shows and keeps it.
        text_size_wanted: points; the main window shows and keeps them.
        lanes_changed: what a lane can do is known anew.
        link_wanted: a folder or a page that should open outside.
        digest_changed: what rides with a message is another from the next one on.
    """

    look_wanted = Signal(object)
    text_size_wanted = Signal(int)
    lanes_changed = Signal()
    link_wanted = Signal(QUrl)
    digest_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        failures: Failures,
        embedding: EmbeddingWorker | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setWindowTitle("Settings")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(LEAST)
        self.resize(SIZE)
        self.changes = Changes(jobs, desk.settings, self)
        self.banners = Banners(theme)
        self.lanes = LanesPage(theme, jobs, desk, self.changes)
        worker = embedding or EmbeddingWorker(jobs, desk, self)
        self.journal = JournalPage(theme, jobs, desk, self.changes)
        self.meaning = MeaningPage(theme, self.changes, worker)
        self.integrations = IntegrationsPage(theme, jobs, desk, self.changes)
        self.appearance = AppearancePage(theme, self.changes)
        self.set_up = SetUp(theme, jobs, desk, self)
        self.entries = QButtonGroup(self)
        self.pages = QStackedWidget()
        self._lay_out()
        self._wire(failures)
        self.entries.button(0).setChecked(True)

    def open(self, page: str = "", lane: str = "") -> None:
        """Shows the window.

        Args:
            page: a page's title; '' stays where it was.
            lane: a lane to unfold on the page of lanes, or ''.
        """
        for at in range(self.pages.count()):
            shown = self.pages.widget(at)
            if getattr(shown, "title", "") == page:
                self.entries.button(at).setChecked(True)
        self.show()
        self.raise_()
        self.activateWindow()
        if lane:
            self.lanes.show_lane(lane)

    def _lay_out(self) -> None:
        side = Box(self._theme, "window")
        side.setFixedWidth(SIDE)
        names = QVBoxLayout(side)
        names.setContentsMargins(12, 16, 12, 12)
        names.setSpacing(2)
        pages: tuple[tuple[str, Page], ...] = (
            ("ph.key", self.lanes),
            ("ph.book-open", self.journal),
            ("ph.intersect", self.meaning),
            ("ph.puzzle-piece", self.integrations),
            ("ph.sun-dim", self.appearance),
        )
        for number, (icon, page) in enumerate(pages):
            entry = _Entry(self._theme, icon, page.title)
            self.entries.addButton(entry, number)
            names.addWidget(entry)
            self.pages.addWidget(page)
        names.addStretch(1)
        right = Box(self._theme, "surface")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banners)
        column.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(Hairline(self._theme, upright=True))
        row.addWidget(right, 1)

    def _wire(self, failures: Failures) -> None:
        self.entries.idToggled.connect(self._turn)
        give_menus(self, {"settings": self.open})
        self.appearance.look_wanted.connect(self._look_chosen)
        self.appearance.text_size_wanted.connect(self.text_size_wanted)
        self.lanes.lanes_changed.connect(self.lanes_changed)
        self.journal.choose_wanted.connect(self.set_up.open)
        self.set_up.made.connect(self.journal.look)
        self.journal.ride_changed.connect(self.digest_changed)
        self.changes.changed.connect(self._changed)
        for page in (self.lanes, self.journal):
            page.link.connect(self.link_wanted)
        for told in (self.changes, self.lanes, self.journal, self.integrations, self.set_up):
            told.failed.connect(self.banners.say)
        failures.failed.connect(self._say_failure)

    def _turn(self, number: int, on: bool) -> None:
        if on:
            self.pages.setCurrentIndex(number)
            if self.isVisible():
                self._look()

    def _look(self) -> None:
        self.changes.look()
        shown = self.pages.currentWidget()
        every = (self.lanes, self.journal, self.meaning, self.integrations, self.appearance)
        for page in every:
            if page is shown:
                page.look()

    def _look_chosen(self, choice: object) -> None:
        self.look_wanted.emit(choice)
        self.appearance.look()

    def _changed(self, names: list[str]) -> None:
        if any(name.startswith(("digest.", "projects.")) for name in names):
            self.digest_changed.emit()
        if "appearance.motion" in names:
            self._theme.set_motion(moves(self.changes.settings.text("appearance.motion")))
        self._theme.set_tastes(Tastes.of(self.changes.settings))

    def _say_failure(self, said: str) -> None:
        if self.isActiveWindow():
            self.banners.say(said)

    # Qt.

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            # Another window, or another program, may have changed what stands here.
            self._look()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.lanes.clear()
        super().closeEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("surface"))
        painter.end()
