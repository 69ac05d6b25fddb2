"""The graph of the Journal window: bar, picture or list, and what lies upon them. Wiring only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from luminair.plurals import counted
from luminair.shell.failures import sentence
from luminair.shell.graph import twin
from luminair.shell.graph.bar import GraphBar
from luminair.shell.graph.choice import shown
from luminair.shell.graph.reading import Reading
from luminair.shell.graph.stage import Stage
from luminair.shell.graph.standing import Standing
from luminair.shell.graph.twin import Twin
from luminair.shell.graph.words import spoken, tied_words
from luminair.shell.jobs import Newest
from luminair.shell.parts.announce import announce
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.states import EmptyState

if TYPE_CHECKING:
    from luminair.shell.graph.facts import Graph, GraphDesk, Similar
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


class GraphFace(QWidget):
    """Notes and what ties them.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        similar: finds pairs of alike notes (two keys and a cosine), or None for no such edges.

    Attributes:
        canvas: the picture.
        list: the same as a list.

    Signals:
        note_wanted: path of a note that is to be opened.
        found: how many of the notes that are shown the search found; -1 while nothing is searched.
        search_left: esc was pressed with nothing left to clear here but the search.
    """

    note_wanted = Signal(str)
    found = Signal(int)
    search_left = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: GraphDesk,
        parent: QWidget | None = None,
        *,
        similar: Similar | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._listing = Newest()
        self._shown: frozenset[int] = frozenset()
        self._words = ""
        self._fit_found = False
        self.bar = GraphBar(theme)
        self._stage = Stage(theme, desk.now)
        self.canvas, self.strip = self._stage.canvas, self._stage.strip
        self.list = Twin(theme, self)
        self.reading = Reading(jobs, desk, similar, self)
        self.standing = Standing(theme, jobs, self.canvas, self)
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        theme = self._theme
        self.none = EmptyState(
            theme,
            "ph.share-network",
            "There are no notes yet",
            ("Notes and their links show here once the Journal has some.",),
        )
        everything = Button(theme, "Show everything", fill=Fill.FILLED)
        everything.clicked.connect(self.bar.show_everything)
        self.nothing = EmptyState(
            theme,
            "ph.funnel-simple",
            "No note fits these filters",
            ("Nothing is lost: every note is still in the Journal.",),
            (everything,),
        )
        again = Button(theme, "Try again", fill=Fill.FILLED)
        again.clicked.connect(self.refresh)
        self.trouble = EmptyState(
            theme,
            "ph.warning-circle-fill",
            "The graph cannot be shown",
            (" ",),
            (again,),
            role="danger",
        )
        self.pages = QStackedWidget()
        for page in (self._stage, self.list, self.none, self.nothing, self.trouble):
            self.pages.addWidget(page)
        around = Box(theme, "surface")
        inside = QVBoxLayout(around)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.pages)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(around, 1)

    def _wire(self) -> None:
        canvas, reading = self.canvas, self.reading
        reading.came.connect(self._arrange)
        reading.searched.connect(self._searched)
        self.standing.changed.connect(self._changed)
        for each in (reading, self.standing):
            each.failed.connect(self._fail)
        self.bar.changed.connect(self._arrange)
        self.bar.list_wanted.connect(self._show_page)
        canvas.walked.connect(self._walked)
        canvas.selected.connect(self._selected)
        canvas.opened.connect(lambda place: self._open(self._path(place)))
        canvas.escaped.connect(self._escape)
        self.strip.depth_wanted.connect(self._focus)
        self.strip.open_wanted.connect(self._open_chosen)
        self.list.opened.connect(self._open)
        self.list.chosen.connect(self._choose_path)
        self.list.escaped.connect(self._escape)

    # What the window asks.

    def come(self, path: str = "") -> None:
        """It is shown now: reads what changed.

        Args:
            path: of the note that is open in the Journal; a large vault is first shown around it.
        """
        self.standing.prefer(path)
        self.refresh()
        focus = QApplication.focusWidget()
        if focus is None or not focus.isVisible():  # never out of a search field
            self.take_focus()

    def take_focus(self) -> None:
        """Gives the keyboard to the picture or the list."""
        (self.list if self.bar.listed.isChecked() else self.canvas).setFocus()

    def refresh(self) -> None:
        """Reads the vault again; places, zoom and what was chosen stay."""
        self.reading.look()

    def set_search(self, words: str) -> None:
        """Rings the notes that these words find."""
        self._words, self._fit_found = words.strip(), False
        self.reading.search(words)

    def enter_search(self) -> None:
        """Shows all that was found as large as it fits; waits for the answer where it must."""
        self._fit_found = True
        if self.reading.searching:
            self.reading.hurry()
        else:
            self._to_found()

    def zoom(self, by: int) -> None:
        """One step nearer (1), farther (-1), or to 100 % (0)."""
        self.canvas.zoom_by(by)

    # What comes.

    @property
    def _graph(self) -> Graph:
        return self.reading.graph

    def _arrange(self) -> None:
        graph, choice = self._graph, self.bar.choice
        self.bar.set_projects(node.project for node in graph.nodes)
        self._shown = shown(graph, choice, self._desk.now())
        members = frozenset(
            place for place, node in enumerate(graph.nodes) if choice.archived or not node.archived
        )
        complete = self.reading.complete
        self.standing.show(graph, self._shown, members, complete=complete)
        self._changed()

    def _changed(self) -> None:
        """Other notes are shown: counts, rings, list and page follow."""
        scene, standing = self.canvas.scene, self.standing
        if scene is not None:
            if standing.depth and self.canvas.chosen < 0:
                self.canvas.choose(scene.places.get(standing.around, -1))
            notes, links = counted(len(scene.nodes), "note"), counted(scene.links, "link")
            self._stage.number.set_text(f"{notes} · {links}")
            self.canvas.setAccessibleName(
                f"Graph, {self._stage.number.text}. Show as list reads the notes and their links."
            )
        self._ring()
        self._show_strip()
        self._show_page()

    def _fill_list(self) -> None:
        graph, seen, found = self._graph, self._shown, self.reading.found
        if self.standing.depth:
            seen = graph.within(graph.at[self.standing.around], self.standing.depth, seen)
        self._jobs.run(
            lambda: twin.rows(graph, seen, found),
            done=lambda rows: self.list.show_list(rows, self._path(self.canvas.chosen)),
            failed=self._fail,
            newest=self._listing,
            owner=self,
        )

    def _show_page(self) -> None:
        if self.reading.never:
            page: QWidget = self._stage
        elif not self._graph.nodes:
            page = self.none
        elif not self._shown:
            page = self.nothing
        else:
            page = self.list if self.bar.listed.isChecked() else self._stage
        if page is self.list:
            self._fill_list()
        self.bar.listed.setEnabled(page in (self.list, self._stage))
        self.pages.setCurrentWidget(page)

    def _fail(self, error: Exception) -> None:
        self.trouble.set_lines([sentence(error)])
        self.pages.setCurrentWidget(self.trouble)

    # Search.

    def _searched(self) -> None:
        self._changed()
        if self._fit_found:
            self._to_found()

    def _ring(self) -> None:
        scene = self.canvas.scene
        if scene is None:
            return
        places = (scene.places.get(path, -1) for path in self.reading.found)
        ringed = frozenset(place for place in places if place >= 0)
        self.canvas.set_found(ringed)
        self.found.emit(len(ringed) if self._words else -1)

    def _to_found(self) -> None:
        self._fit_found = False
        if self.canvas.found:
            self.canvas.fit(sorted(self.canvas.found))

    # One note.

    def _path(self, place: int) -> str:
        node = self._stage.node(place)
        return node.path if node is not None else ""

    def _open(self, path: str) -> None:
        if path:
            self.note_wanted.emit(path)

    def _open_chosen(self) -> None:
        self._open(self._path(self.canvas.chosen) or self.standing.around)

    def _choose_path(self, path: str) -> None:
        scene = self.canvas.scene
        if scene is not None:
            self.canvas.choose(scene.places.get(path, -1))

    def _selected(self, _place: int) -> None:
        self._show_strip()
        if self.canvas.hovered < 0:
            self._stage.card.hide()

    def _walked(self, place: int) -> None:
        node = self._stage.node(place)
        if node is not None:
            tied = tied_words(self._graph, self._graph.at[node.path], self._shown)
            announce(self.canvas, spoken(node, tied))

    def _focus(self, depth: int) -> None:
        self.standing.focus(self._path(self.canvas.chosen) or self.standing.around, depth)
        self._show_strip()

    def _escape(self) -> None:
        if self.standing.depth:
            self.standing.focus("", 0)
        elif self.canvas.chosen >= 0:
            self.canvas.choose(-1)
        else:
            self.search_left.emit()
        self._stage.card.hide()

    def _show_strip(self) -> None:
        node, depth = self._stage.node(self.canvas.chosen), self.standing.depth
        if node is None and depth:
            node = self._graph.nodes[self._graph.at[self.standing.around]]
        if node is None:
            self.strip.hide()
        else:
            self.strip.show_note(node.title, depth)
        self._stage.lay_out()
