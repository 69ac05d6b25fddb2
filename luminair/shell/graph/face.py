"""The graph of the Journal window: bar, picture or list, and what lies upon them. Wiring only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.failures import sentence
from luminair.shell.graph import twin
from luminair.shell.graph.bar import GraphBar
from luminair.shell.graph.canvas import Canvas
from luminair.shell.graph.card import Card
from luminair.shell.graph.choice import shown
from luminair.shell.graph.corners import FocusStrip, Legend, LegendButton, Zoom
from luminair.shell.graph.reading import Reading
from luminair.shell.graph.standing import Standing
from luminair.shell.graph.twin import Twin
from luminair.shell.graph.words import count, spoken, tied_words
from luminair.shell.jobs import Newest
from luminair.shell.parts.announce import announce
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.states import EmptyState
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from luminair.shell.graph.facts import Graph, GraphDesk, Node, Similar
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

EDGE = 16
LEGEND_FROM = 1_000
"""Narrower than this the legend would cover too much of the graph."""


class _Ground(QWidget):
    """Holds the picture and what lies upon it.

    Signals:
        resized: its size changed.
    """

    resized = Signal()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


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
        self._fit_found = self._wants_legend = False
        self.bar = GraphBar(theme)
        self._ground = _Ground()
        self.canvas = Canvas(theme, self._covered, self._ground)
        self.legend = Legend(theme, self._ground)
        self.legend_button = LegendButton(theme, self._ground)
        self.zoomer = Zoom(theme, self._ground)
        self.strip = FocusStrip(theme, self._ground)
        self.number = Line(theme, "Reading the Journal…", Style.CAPTION, "text2")
        self.number.setParent(self._ground)
        self.card = Card(theme, desk.now, self._ground)
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
        for page in (self._ground, self.list, self.none, self.nothing, self.trouble):
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
        canvas.pointed.connect(self._card)
        canvas.walked.connect(self._walked)
        canvas.selected.connect(self._selected)
        canvas.opened.connect(lambda place: self._open(self._path(place)))
        canvas.escaped.connect(self._escape)
        canvas.zoomed.connect(lambda: self.zoomer.set_zoom(canvas.camera.zoom))
        canvas.moved.connect(self._move_card)
        self.zoomer.wanted.connect(self.zoom)
        self.zoomer.fit_wanted.connect(canvas.fit)
        self.strip.depth_wanted.connect(self._focus)
        self.strip.open_wanted.connect(lambda: self._open(self._path(canvas.chosen)))
        self.list.opened.connect(self._open)
        self.list.chosen.connect(self._choose_path)
        self.list.escaped.connect(self._escape)
        self._ground.resized.connect(self._place_corners)
        self.legend_button.wanted.connect(self._toggle_legend)

    # What the window asks.

    def come(self, path: str = "") -> None:
        """It is shown now: reads what changed.

        Args:
            path: of the note that is open in the Journal; a large vault is first shown around it.
        """
        self.standing.prefer(path)
        self.refresh()
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
            notes, links = count(len(scene.nodes), "note"), count(scene.links, "link")
            self.number.set_text(f"{notes} · {links}")
            self.canvas.setAccessibleName(
                f"Graph, {self.number.text}. Show as list reads the notes and their links."
            )
        self._ring()
        self._show_strip()
        self._show_page()
        self._place_corners()

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
            page: QWidget = self._ground
        elif not self._graph.nodes:
            page = self.none
        elif not self._shown:
            page = self.nothing
        else:
            page = self.list if self.bar.listed.isChecked() else self._ground
        if page is self.list:
            self._fill_list()
        self.bar.listed.setEnabled(page in (self.list, self._ground))
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

    def _node(self, place: int) -> Node | None:
        scene = self.canvas.scene
        inside = scene is not None and 0 <= place < len(scene.nodes)
        return scene.nodes[place] if scene is not None and inside else None

    def _path(self, place: int) -> str:
        node = self._node(place)
        return node.path if node is not None else ""

    def _open(self, path: str) -> None:
        if path:
            self.note_wanted.emit(path)

    def _choose_path(self, path: str) -> None:
        scene = self.canvas.scene
        if scene is not None:
            self.canvas.choose(scene.places.get(path, -1))

    def _selected(self, _place: int) -> None:
        self._show_strip()
        if self.canvas.hovered < 0:
            self.card.hide()

    def _walked(self, place: int) -> None:
        node = self._node(place)
        if node is not None:
            tied = tied_words(self._graph, self._graph.at[node.path], self._shown)
            announce(self.canvas, spoken(node, tied))
            self._card(place)

    def _card(self, place: int) -> None:
        node = self._node(place)
        if node is None:
            self.card.hide()
        else:
            corners = [*self._corners(), *self.canvas.lit_areas()]
            self.card.show_node(node, self.canvas.place_of(place), corners)

    def _move_card(self) -> None:
        if self.canvas.hovered >= 0:
            self._card(self.canvas.hovered)
        elif self.card.isVisible() and self.canvas.chosen >= 0:
            self._card(self.canvas.chosen)

    def _focus(self, depth: int) -> None:
        path = self.standing.around if self.standing.depth else self._path(self.canvas.chosen)
        chosen = self._path(self.canvas.chosen)
        self.standing.focus(chosen or path, depth)
        self._show_strip()

    def _escape(self) -> None:
        if self.standing.depth:
            self.standing.focus("", 0)
        elif self.canvas.chosen >= 0:
            self.canvas.choose(-1)
        else:
            self.search_left.emit()
        self.card.hide()

    # What lies upon the picture.

    def _show_strip(self) -> None:
        node = self._node(self.canvas.chosen)
        if node is None:
            self.strip.hide()
            return
        self.strip.show_note(node.title, self.standing.depth)
        self._place_corners()

    def _corners(self) -> list[QRect]:
        over = (self.legend, self.legend_button, self.zoomer, self.strip, self.number)
        return [widget.geometry() for widget in over if widget.isVisible()]

    def _covered(self) -> list[QRect]:
        card = [self.card.geometry()] if self.card.isVisible() else []
        return [*self._corners(), *card]

    def _toggle_legend(self) -> None:
        self._wants_legend = not self._wants_legend
        self._place_corners()
        self.canvas.update()

    def _place_corners(self) -> None:
        wide, high = self._ground.width(), self._ground.height()
        self.canvas.setGeometry(0, 0, wide, high)
        legend, zoomer, number = self.legend, self.zoomer, self.number
        button = self.legend_button
        narrow = wide < LEGEND_FROM
        button.setVisible(narrow)
        legend.setVisible(not narrow or self._wants_legend)
        button.resize(button.sizeHint())
        button.move(EDGE, high - EDGE - button.height())
        low = button.y() - 8 if narrow else high - EDGE
        legend.move(EDGE, low - legend.height())
        zoomer.resize(zoomer.sizeHint())
        zoomer.move(wide - EDGE - zoomer.width(), high - EDGE - zoomer.height())
        size = number.sizeHint()
        number.setGeometry(
            zoomer.x() - 20 - size.width(),
            zoomer.y() + (zoomer.height() - size.height()) // 2,
            size.width(),
            size.height(),
        )
        self.strip.resize(self.strip.fitting(wide - 2 * EDGE))
        self.strip.move(EDGE, 12)
