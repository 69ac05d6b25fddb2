"""The Journal window. Wiring only: showing reads, changing writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.actions import JOURNAL_COMMANDS, fill_menus
from luminair.shell.journal.bar import JournalBar
from luminair.shell.journal.changing import Changing
from luminair.shell.journal.commands import keys_of
from luminair.shell.journal.faces import Face, Faces, side_by_side
from luminair.shell.journal.filing import Filing
from luminair.shell.journal.missing import MissingPage
from luminair.shell.journal.note_list import NoteList
from luminair.shell.journal.page import Page
from luminair.shell.journal.properties import Properties
from luminair.shell.journal.searching import Searching
from luminair.shell.journal.showing import Showing
from luminair.shell.journal.side import Side
from luminair.shell.journal.tree import Tree
from luminair.shell.journal.workbench import Workbench
from luminair.shell.parts.banners import Banners
from luminair.shell.parts.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QResizeEvent

    from luminair.shell.desk import Desk
    from luminair.shell.embedding import EmbeddingState
    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.faces import Shown
    from luminair.shell.theme import Theme

TREE, LIST = 240, 336
FOLD_BELOW = 1000
"""A window narrower than this folds its tree away."""
USUAL_SIZE = 14
PAINT_MS = 50
"""So long has the window to itself when it comes to front, to be painted before it looks anew."""


class JournalWindow(QMainWindow):
    """The vault as a notebook.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        failures: what it says is shown here too while this window is in front.

    Signals:
        back_requested: the owner wants the session again.
        session_wanted: id of a session that should be shown.
        journal_changed: the vault was written to from here.
        text_size_wanted: points; the main window keeps them.
        switcher_wanted: a session, note or command is to be gone to.
        choose_wanted: another folder is to be the Journal.
    """

    back_requested = Signal()
    session_wanted = Signal(str)
    journal_changed = Signal()
    text_size_wanted = Signal(int)
    switcher_wanted = Signal()
    choose_wanted = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, failures: Failures) -> None:
        super().__init__()
        self.theme, self.desk = theme, desk
        self.setWindowTitle("Journal")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(900, 600)
        self.setUnifiedTitleAndToolBarOnMac(True)
        self._shown_before = False
        self._wants_tree: bool | None = None
        keys = {name: keys_of(name) for name in ("edit", "pin", "archive")}
        self.bar = JournalBar(theme)
        self.tree = Tree(theme)
        self.notes = NoteList(theme, desk.now)
        self.page = Page(theme, jobs, desk.now, keys)
        self.banners = Banners(theme)
        self.showing = Showing(jobs, desk, self.bar, self.tree, self.notes, self.page, self)
        self.filing = Filing(
            jobs, desk, self.showing, self.tree, self.notes, self.page, self.banners, self
        )
        self.changing = Changing(
            theme, jobs, desk, self.showing, self.filing, self.page, self.banners, self
        )
        self.properties = Properties(jobs, desk, self.showing, self.changing, self.page, self)
        told = (self.showing, self.filing, self.changing, self.tree, self.notes, self.page)
        self.bench = Workbench(theme, jobs, desk, *told, self.banners, self)
        self._lay_out(jobs)
        self.searching = Searching(self.bar, self.faces, self.notes, self.showing, self)
        self._failures = failures
        self.commands = fill_menus(self.menuBar(), self, self._calls(), JOURNAL_COMMANDS)
        self.bench.guard(self.commands)
        for face in (Face.GRAPH, Face.REVIEW):
            self.commands[face.name.lower()].setEnabled(False)  # until it is added
        self._wire()
        self.resize(1440, 900)
        self._step()

    def open_note(self, key: str) -> None:
        """Shows a note by its id or path, and the window."""
        self._show()
        self.showing.open(key)

    def edit_note(self, key: str) -> None:
        """Shows a note by its id or path to be written, and the window."""
        self._show()
        self.show_face(Face.NOTES)
        self.changing.edit(key)

    def open_session_note(self, session_id: str) -> None:
        """Shows a session's own note, made if there is none yet; '' shows what was open."""
        self._show()
        if session_id:
            self.showing.open_session(session_id)

    def activate_back(self) -> None:
        """Goes back to the session (⌘⇧B)."""
        self.changing.save()
        self.back_requested.emit()

    def prepare(self) -> None:
        """Reads the list while the window is hidden, so that its key shows it at once."""
        if not self._shown_before:
            self.showing.prepare()

    def _show(self) -> None:
        if self.isVisible():  # without a window manager nobody else brings it to the front
            self.raise_()
        self.show()
        self.activateWindow()
        if not self._shown_before:
            self._shown_before = True
            if not self.showing.contents.listed:  # it was not prepared
                self.showing.refresh()

    def _lay_out(self, jobs: Jobs) -> None:
        tools = QToolBar("Journal bar", self)
        tools.setObjectName("journal-bar")
        tools.setMovable(False)
        tools.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        tools.addWidget(self.bar)
        self.addToolBar(tools)
        self._tools = tools
        self.theme.follow(self._restyle)
        self._side = Side(self.theme, self.tree)
        self._side.resized.connect(self._line_up)
        reading = side_by_side(self.theme, (self.notes, 260, 460), (self.page, 300, 16_000))
        reading.setSizes([LIST, 1440 - TREE - LIST])
        self.faces = Faces(reading)
        self.split = side_by_side(self.theme, (self._side, 200, 360), (self.faces, 560, 16_000))
        self.split.setSizes([TREE, 1440 - TREE])
        self.ground = MissingPage(self.theme, jobs, self.desk, self.split)
        centre = Box(self.theme, "surface")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banners)
        column.addWidget(self.ground, 1)
        self.setCentralWidget(centre)

    def _restyle(self) -> None:
        self._tools.setStyleSheet(self.theme.bar_style)

    def _wire(self) -> None:
        bar, showing, changing, filing = self.bar, self.showing, self.changing, self.filing
        bar.sidebar_wanted.connect(self.toggle_tree)
        bar.back_wanted.connect(self._back)
        bar.forward_wanted.connect(self._forward)
        bar.new_wanted.connect(self.new_note)
        bar.search.stepped_down.connect(self._to_list)
        self.searching.notes_wanted.connect(lambda: self.show_face(Face.NOTES))
        bar.search.left.connect(self._to_list)
        self.tree.forward.connect(self._to_list)
        bar.face_chosen.connect(self.show_face)
        self.faces.turned.connect(self._turned)
        self.tree.review_chosen.connect(lambda: self.show_face(Face.REVIEW))
        self.tree.chosen.connect(lambda _: self.show_face(Face.NOTES))
        showing.opening.connect(lambda _: self.show_face(Face.NOTES))
        self.notes.entered.connect(self._to_page)
        self.notes.titled.connect(filing.add)
        self.notes.escaped.connect(bar.search.edit.clear)
        self.notes.left.connect(self._to_tree)
        self.tree.dropped.connect(filing.move)
        self.page.session_wanted.connect(self.session_wanted)
        self.page.review_wanted.connect(lambda: self.show_face(Face.REVIEW))
        showing.stepped.connect(self._step)
        showing.looked.connect(self.ground.there)
        showing.vault_failed.connect(self.ground.look)
        self.ground.again_wanted.connect(showing.refresh)
        self.ground.choose_wanted.connect(self.choose_wanted)
        showing.opened.connect(self._name)
        filing.changed.connect(self.journal_changed)
        for told in (showing.failed, changing.failed, filing.failed, self.bench.failed):
            told.connect(self.banners.say)
        self._failures.failed.connect(self._say_failure)

    def _calls(self) -> dict[str, Callable[[], None]]:
        return {
            "new": self.new_note,
            "switcher": self.switcher_wanted.emit,
            "save": self.changing.save,
            "close": self._close,
            "undo": self._undo,
            "redo": lambda: self._in_text("redo"),
            "cut": lambda: self._in_text("cut"),
            "copy": lambda: self._in_text("copy"),
            "paste": lambda: self._in_text("paste"),
            "select_all": lambda: self._in_text("selectAll"),
            "search": self.searching.go,
            "next": lambda: self.notes.step(1),
            "previous": lambda: self.notes.step(-1),
            "notes": lambda: self.show_face(Face.NOTES),
            "graph": lambda: self.show_face(Face.GRAPH),
            "review": lambda: self.show_face(Face.REVIEW),
            "sidebar": self.toggle_tree,
            "edit": self.toggle_edit,
            "back": self._back,
            "forward": self._forward,
            "bigger": lambda: self._zoom(1),
            "smaller": lambda: self._zoom(-1),
            "usual_size": lambda: self._zoom(0),
            **self.bench.calls,
            "session": self.activate_back,
            "next_region": lambda: self.go_region(1),
            "previous_region": lambda: self.go_region(-1),
        }

    # Faces.

    def add_face(self, face: Face, widget: QWidget, shown: Shown) -> None:
        """Adds a face besides the notes."""
        self.faces.add(face, widget, shown)
        self.bar.add_face(face)
        self.commands[face.name.lower()].setEnabled(True)

    def show_meaning(self, state: EmbeddingState) -> None:
        """Says below the tree how far meaning search is."""
        self._side.meaning.show_state(state)

    def show_review(self, count: int) -> None:
        """Says how many things wait for the owner."""
        self.bar.faces.set_count(Face.REVIEW, count)
        self.tree.show_review(count)

    def show_face(self, face: Face) -> None:
        """Turns to a face; what was typed in a note is saved."""
        if self.faces.has(face):
            self.changing.save()
            self.faces.show_face(face)

    def _zoom(self, by: int) -> None:
        """The graph's own zoom while it is shown, else the size of text."""
        if not self.faces.zoom(by):
            self.text_size_wanted.emit(self.theme.text_size + by if by else USUAL_SIZE)

    def _turned(self, face: Face) -> None:
        self.bar.faces.set_current(face)
        self.tree.show_reviewing(face is Face.REVIEW)
        for name in ("edit", "pin", "archive", "history", "rename_file", "bin", "folder"):
            self.commands[name].setEnabled(face is Face.NOTES)

    # What the owner does.

    def new_note(self) -> None:
        """Asks for the title of a note in the folder that is chosen."""
        self.notes.ask_title()

    def toggle_edit(self) -> None:
        """Read or Edit."""
        if self.page.opened is not None:
            self.changing.set_editing(not self.page.editing)

    def toggle_tree(self) -> None:
        """Shows or hides folders and saved views."""
        self._wants_tree = not self._side.isVisible()
        self.fit()

    def go_region(self, by: int) -> None:
        """Goes to the next region: search, tree, list, page."""
        inside: QWidget = self.page.editor.text if self.page.editing else self.page.area
        regions: list[QWidget] = [self.bar.search.edit, self.tree, self.notes.view, inside]
        shown = [each for each in regions if each.isVisible()]
        focus = QApplication.focusWidget()
        here = next((at for at, each in enumerate(shown) if _holds(each, focus)), -1)
        if here < 0 and focus is not None and self.page.isAncestorOf(focus):
            here = len(shown) - 1
        step = by if here >= 0 else max(by, 0)
        shown[(here + step) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)

    def _to_list(self) -> None:
        self.notes.view.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.notes.current:
            self.notes.step(1)

    def _to_tree(self) -> None:
        if self.tree.isVisible():
            self.tree.setFocus(Qt.FocusReason.TabFocusReason)

    def _to_page(self) -> None:
        inside = self.page.editor.text if self.page.editing else self.page.area
        inside.setFocus(Qt.FocusReason.OtherFocusReason)

    def _back(self) -> None:
        self.showing.go(-1)

    def _forward(self) -> None:
        self.showing.go(1)

    def _step(self) -> None:
        back, forward = self.showing.can_go
        self.bar.back.setEnabled(back)
        self.bar.forward.setEnabled(forward)
        self.commands["back"].setEnabled(back)
        self.commands["forward"].setEnabled(forward)

    def _name(self) -> None:
        opened = self.page.opened
        self.setWindowTitle(f"{opened.note.title} – Journal" if opened else "Journal")

    def _undo(self) -> None:
        focus = QApplication.focusWidget()
        in_text = isinstance(focus, QPlainTextEdit) and focus.document().isUndoAvailable()
        in_line = isinstance(focus, QLineEdit) and focus.isUndoAvailable()
        if isinstance(focus, (QPlainTextEdit, QLineEdit)) and (in_text or in_line):
            focus.undo()
        else:
            self.filing.undo()

    def _in_text(self, name: str) -> None:
        call = getattr(QApplication.focusWidget(), name, None)
        if call is not None:
            call()

    def _say_failure(self, said: str) -> None:
        if self.isActiveWindow():
            self.banners.say(said)

    # Qt.

    def _close(self) -> None:
        self.close()

    def fit(self) -> None:
        """Folds the tree where there is no room for it."""
        narrow = self.width() < FOLD_BELOW
        shown = not narrow if self._wants_tree is None else self._wants_tree
        self._side.setVisible(shown)
        self._line_up()

    def _line_up(self) -> None:
        self.bar.set_side(self._side.width() if self._side.isVisibleTo(self) else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        was = event.oldSize().width() < FOLD_BELOW
        if event.oldSize().isValid() and was != (self.width() < FOLD_BELOW):
            self._wants_tree = None  # the other width asks anew
        super().resizeEvent(event)
        self.fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        came = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if came and self._shown_before:
            # The vault may have changed outside while another window was in front.
            QTimer.singleShot(PAINT_MS, self, self.showing.refresh)
            QTimer.singleShot(PAINT_MS, self, self.faces.refresh)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.changing.set_editing(on=False)
        super().closeEvent(event)


def _holds(widget: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))
