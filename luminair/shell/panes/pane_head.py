"""The head of a pane: what this session is, where it runs, how full its window is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.panes.lane_menu import LaneMenus
from luminair.shell.panes.lane_names import lane_words
from luminair.shell.panes.place_chip import PlaceChip
from luminair.shell.parts.button import CHIP, Button, Shape, icon_button
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.ring import ContextRing, Spinner
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from luminair.context.block import Assembly
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

HEIGHT = 56


class PaneHead(QWidget):
    """Title, lane chip, folder chip, context ring, more.

    Signals:
        lane_chosen: lane and model.
        folder_chosen: a folder, '' for none.
        folder_wanted: the owner wants to choose a folder.
        budget_wanted: Context budget should open.
        rename_wanted: the session should get another title.
        bin_wanted: the session should go to the bin.
        close_wanted: the pane should close.
        duplicate_wanted: a copy of the session should open.
        question_wanted: the owner wants to answer what the model asks.
        pressed: the owner clicked here.
        dragged: the owner drags the pane by its head.
    """

    lane_chosen = Signal(str, str)
    folder_chosen = Signal(str)
    folder_wanted = Signal()
    budget_wanted = Signal()
    rename_wanted = Signal()
    bin_wanted = Signal()
    close_wanted = Signal()
    duplicate_wanted = Signal()
    question_wanted = Signal()
    pressed = Signal()
    dragged = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._desk = theme, desk
        self._folder = ""
        self._held: QPoint | None = None
        self._recent: Callable[[], Sequence[str]] = tuple
        self.setFixedHeight(HEIGHT)
        self.title = Line(theme, "", Style.PANE_TITLE)
        self.place = PlaceChip(theme)
        self.spinner = Spinner(theme, 12)
        self.spinner.hide()
        self.waiting = Button(
            theme, "Waiting for you", icon="ph.hand-palm", shape=CHIP, role="warn"
        )
        self.waiting.set_roles(text="warn")
        self.waiting.set_name("Go to the question", "The model asks for leave: go to its question")
        self.waiting.clicked.connect(self.question_wanted)
        self.waiting.hide()
        self.lanes = LaneMenus(theme, jobs, desk, self.lane_chosen.emit, self)
        self.lane = Button(theme, "", icon="ph.cpu", shape=CHIP, caret=True)
        self.lane.set_name("Choose lane")
        self.lane.set_menu(self.lanes.make)
        self.folder = Button(theme, "", icon="ph.folder-simple", shape=CHIP)
        self.folder.set_name("Choose project folder")
        self.folder.set_menu(self._folder_menu)
        self.ring = ContextRing(theme)
        self.ring.clicked.connect(self.budget_wanted)
        shape = Shape(height=28, pad=6, icon=16, radius=6)
        self.more = icon_button(theme, "ph.dots-three", "More about this session", shape=shape)
        self.more.set_menu(self._more_menu)
        self._lay_out()
        for part in self._of_a_session():
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
            part.hide()
        theme.repaints(self)

    def _of_a_session(self) -> tuple[QWidget, ...]:
        """What says nothing before a session is there."""
        return self.lane, self.folder, self.ring, self.more

    def _lay_out(self) -> None:
        titles = QHBoxLayout()
        titles.setSpacing(8)
        titles.addWidget(self.title)
        titles.addWidget(self.place)
        titles.addWidget(self.spinner)
        titles.addWidget(self.waiting)
        titles.addStretch(1)
        chips = QHBoxLayout()
        chips.setContentsMargins(0, 0, 0, 0)
        chips.setSpacing(4)
        chips.addWidget(self.lane)
        chips.addWidget(self.folder)
        chips.addStretch(1)
        column = QVBoxLayout()
        column.setContentsMargins(0, 3, 0, 5)
        column.setSpacing(0)
        title_row = QWidget(self)
        titles.setContentsMargins(4, 0, 0, 0)
        title_row.setLayout(titles)
        title_row.setFixedHeight(CHIP.height)
        column.addWidget(title_row)
        column.addLayout(chips)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 13, 0)
        row.setSpacing(6)
        row.addLayout(column, 1)
        row.addWidget(self.ring)
        row.addSpacing(4)
        row.addWidget(self.more)

    def show_session(self, title: str, lane: str, model: str, folder: str, project: str) -> None:
        """Shows what the session is."""
        self._folder = folder
        self.lanes.set_chosen(lane, model)
        self.title.set_text(title)
        info = self._desk.roster.info(lane)
        self.lane.set_face(lane_words(info, model), icon=info.kind.icon)
        self.lane.set_name(f"Choose lane, now {lane_words(info, model)}", info.state)
        self.folder.set_face(project or "No folder")
        self.folder.set_name(
            f"Choose project folder, now {project or 'none'}", folder or "No project folder"
        )
        for part in self._of_a_session():
            part.show()

    def set_recent(self, recent: Callable[[], Sequence[str]]) -> None:
        """Where the folder menu takes recent folders from."""
        self._recent = recent

    def set_current(self, current: bool) -> None:
        """The active pane has a full-strength title."""
        self.title.set_role("text" if current else "text2")

    def set_state(self, *, running: bool, waiting: bool) -> None:
        """Shows whether an answer comes, or waits for the owner."""
        self.spinner.setVisible(running and not waiting)
        self.waiting.setVisible(waiting)

    def set_use(self, assembly: Assembly, used: str) -> None:
        """Shows how full the window will be, and in the tooltip what the session has used."""
        ring = self.ring
        ring.set_use(assembly.total_tokens, assembly.target.window or None, exact=assembly.exact)
        if used:
            ring.setToolTip(f"{ring.toolTip()}\nSo far in this session: {used}")
            ring.setAccessibleDescription(f"So far in this session: {used}")

    def show_folders(self, under: Button) -> None:
        """Shows the folder menu below another button, such as the window bar's."""
        menu = self._folder_menu()
        menu.popup(under.mapToGlobal(QPoint(0, under.height() + 4)))

    def _entry(self, menu: QMenu, text: str, icon: str = "") -> QAction:
        action = menu.addAction(text)
        if icon:
            action.setIcon(icons.icon(self._theme, icon))
        action.setMenuRole(QAction.MenuRole.NoRole)
        return action

    def _folder_menu(self) -> QMenu:
        menu = make_menu(self._theme, self)
        for folder in self._recent():
            action = self._entry(menu, folder, "ph.folder-simple")
            action.setCheckable(True)
            action.setChecked(folder == self._folder)
            action.setData(folder)
            action.triggered.connect(self._choose_folder)
        if not menu.isEmpty():
            menu.addSeparator()
        self._entry(menu, "Choose Folder…", "ph.folder-open").triggered.connect(self.folder_wanted)
        none = self._entry(menu, "No Folder")
        none.setData("")
        none.setEnabled(bool(self._folder))
        none.triggered.connect(self._choose_folder)
        return menu

    def _choose_folder(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.folder_chosen.emit(action.data())

    def _more_menu(self) -> QMenu:
        menu = make_menu(self._theme, self)
        self._entry(menu, "Context Budget", "ph.gauge").triggered.connect(self.budget_wanted)
        menu.addSeparator()
        self._entry(menu, "Duplicate", "ph.copy-simple").triggered.connect(self.duplicate_wanted)
        self._entry(menu, "Rename…", "ph.pencil-simple").triggered.connect(self.rename_wanted)
        self._entry(menu, "Move to Bin", "ph.trash").triggered.connect(self.bin_wanted)
        menu.addSeparator()
        self._entry(menu, "Close Pane", "ph.x").triggered.connect(self.close_wanted)
        return menu

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.position().toPoint()
        self.pressed.emit()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            return
        way = (event.position().toPoint() - self._held).manhattanLength()
        if way >= QApplication.startDragDistance():
            self._held = None
            self.dragged.emit()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = QRectF(0, self.height() - 1, self.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
        painter.end()
