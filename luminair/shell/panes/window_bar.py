"""The window bar: sidebar, project, panes, New session, and the Journal at the far right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.actions import keys_of, tip
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.text import Hairline
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

HEIGHT = 52
PROJECT = Shape(height=28, pad=6, gap=8, icon=17, radius=6, style=Style.BODY_BOLD)
COUNTS = (1, 2, 4)


class WindowBar(QWidget):
    """The row at the top of the main window.

    Signals:
        sidebar_wanted: show or hide the sidebar.
        project_wanted: choose the project folder of the active session.
        count_chosen: one, two or four panes.
        new_wanted: a new session.
        journal_wanted: the Journal should open.
    """

    sidebar_wanted = Signal()
    project_wanted = Signal()
    count_chosen = Signal(int)
    new_wanted = Signal()
    journal_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggle = icon_button(
            theme,
            "msc.layout-sidebar-left-off",
            "Show or hide the sidebar",
            tip=tip("Show or hide the sidebar", "sidebar"),
            shape=Shape(height=28, pad=5, icon=18, radius=6),
        )
        self.toggle.clicked.connect(self.sidebar_wanted)
        self.project = Button(theme, "", icon="ph.folder-simple", shape=PROJECT, caret=True)
        self.project.set_roles(text="text")
        self.project.clicked.connect(self.project_wanted)
        self.panes = Segmented(
            theme,
            (
                ("ph.square", "One pane"),
                ("ph.columns", "Two panes"),
                ("ph.squares-four", "Four panes"),
            ),
        )
        self.panes.chosen.connect(self._choose)
        new_shape = Shape(height=28, pad=8, gap=7, icon=17, radius=6)
        self.new = Button(
            theme, "New session", icon="ph.note-pencil", shape=new_shape, keys=keys_of("new")
        )
        self.new.clicked.connect(self.new_wanted)
        self.journal = Button(
            theme,
            "Journal",
            icon="ph.book-open",
            fill=Fill.BORDERED,
            shape=Shape(height=28, pad=10, gap=6, icon=17),
            keys=keys_of("journal"),
            name="Open the Journal",
            role="accent",
        )
        self.journal.set_name("Open the Journal", tip("Open the Journal", "journal"))
        self.journal.clicked.connect(self.journal_wanted)
        line = Hairline(theme, "line2", upright=True)
        line.setFixedHeight(20)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 1)
        row.setSpacing(0)
        self._lead = QWidget(self)
        self._lead.setFixedWidth(264 - 36)
        row.addWidget(self._lead)
        row.addWidget(self.toggle)
        self._gap = QWidget(self)
        self._gap.setFixedWidth(22)
        row.addWidget(self._gap)
        row.addWidget(self.project)
        row.addStretch(1)
        row.addWidget(self.panes)
        row.addSpacing(9)
        row.addWidget(self.new)
        row.addSpacing(11)
        row.addWidget(line)
        row.addSpacing(12)
        row.addWidget(self.journal)
        theme.repaints(self)

    def set_side(self, width: int) -> None:
        """Lines the bar up with a sidebar of this width; 0 while it is hidden."""
        self._lead.setFixedWidth(width - 36 if width else 12)
        self._gap.setFixedWidth(22 if width else 8)
        self.update()

    def show_review(self, count: int) -> None:
        """Puts a dot to the Journal button while something waits for the owner."""
        said = f": {counted(count, 'waits', 'wait')} for you" if count else ""
        self.journal.set_dot(bool(count))
        self.journal.set_name(
            f"Open the Journal{said}", f"{tip('Open the Journal', 'journal')}{said}"
        )

    def set_project(self, name: str) -> None:
        """Names the active session's project."""
        self.project.set_face(name or "No folder")
        self.project.set_name(
            f"Choose project folder, now {name or 'none'}", tip("Choose project folder", "folder")
        )

    def set_count(self, count: int) -> None:
        """Shows how many panes there are."""
        self.panes.set_current(COUNTS.index(count) if count in COUNTS else 1)

    def set_room(self, width: int) -> None:
        """Drops words that do not fit a narrow window."""
        wide = width >= 720
        self.new.set_face("New session" if wide else "")

    def _choose(self, index: int) -> None:
        self.count_chosen.emit(COUNTS[index])

    @override
    def sizeHint(self) -> QSize:
        return QSize(900, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        line = self._theme.color("line")
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), line)
        painter.end()
