"""Sees to it that every note that is shown has a place: of the whole graph, and around one note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.graph.facts import Graph
from luminair.shell.graph.ground import Ground
from luminair.shell.graph.settling import Settling

if TYPE_CHECKING:
    from luminair.shell.graph.camera import Camera
    from luminair.shell.graph.canvas import Canvas
    from luminair.shell.graph.layout import Floats
    from luminair.shell.graph.scene import Scene
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

LOCAL_FIRST = 2_000
"""A vault of more notes than that is first shown around one note, until the owner asks for all."""


class Standing(QObject):
    """Lays notes out and shows them on the canvas.

    Args:
        theme: says whether things may move.
        jobs: layouts are made there.
        canvas: shows them.

    Attributes:
        depth: how many steps around :attr:`around` are shown; 0 for the whole graph.
        around: path of the note in the focus, or ''.

    Signals:
        changed: other notes are shown, or other ties.
        failed: an exception.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, jobs: Jobs, canvas: Canvas, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._canvas = theme, canvas
        self._graph = Graph()
        self._shown: frozenset[int] = frozenset()
        self._members: frozenset[int] = frozenset()
        self.depth, self.around = 0, ""
        self._whole, self._near = Ground(), Ground()
        self._whole_scene: Scene | None = None
        self._settling, self._focusing = Settling(jobs, self), Settling(jobs, self)
        self._before: Camera | None = None
        self._fits, self._complete, self._asked = True, False, False
        self._fitted: float | None = None
        self._settling.moved.connect(self._whole_moved)
        self._focusing.moved.connect(self._near_moved)
        for each in (self._settling, self._focusing):
            each.failed.connect(self.failed)
        canvas.handled.connect(self._handled)
        canvas.resized.connect(self._sized)

    @property
    def still(self) -> bool:
        """Whether nothing is on its way to its place."""
        return not (self._settling.running or self._focusing.running)

    def show(
        self, graph: Graph, shown: frozenset[int], members: frozenset[int], *, complete: bool
    ) -> None:
        """Shows notes of a graph.

        Args:
            graph: all notes.
            shown: those that are to be seen.
            members: those that are laid out, so that a filter moves nothing.
            complete: the graph has all its ties; from then on the view is left where it is.
        """
        self._complete = complete
        self._graph, self._shown, self._members = graph, shown, members
        if self.depth and self.around not in graph.at:
            self._leave()
        large = len(members) > LOCAL_FIRST
        if large and self._whole.empty and not self._asked and not self.depth:
            self.around, self.depth = self._first_note(), 1
        make = self._whole.lacks(graph, members, running=self._settling.running)
        if make is None:
            self._settling.stop()
        elif make is not True:
            self._settling.start(make, len(members))
        if self.depth:
            self._show_near()
            return
        self._show_whole(settling=self._settling.running)
        if make is None:
            self._fit(at_once=False, still=True)

    def focus(self, path: str, depth: int) -> None:
        """Shows only what is at most ``depth`` steps from a note; 0 shows the whole graph."""
        self._asked = True
        if depth == self.depth and (path == self.around or not depth):
            return
        if not self.depth:
            self._before = self._canvas.camera
        if depth:
            self.around, self.depth = path, depth
            self._near = Ground()
            self._show_near()
        else:
            self._leave()
            self._show_whole(settling=self._settling.running)
            if self._before is not None and not self._fits:
                self._canvas.go(self._before)
            else:
                self._canvas.fit()
        self.changed.emit()

    def prefer(self, path: str) -> None:
        """Names the note around which a large vault is shown first."""
        if not self.depth and path:
            self.around = path

    def _leave(self) -> None:
        self.around, self.depth = "", 0
        self._focusing.stop()

    def _first_note(self) -> str:
        nodes = self._graph.nodes
        if self.around in self._graph.at:
            return self.around
        return nodes[max(self._shown or self._members, key=lambda at: nodes[at].links)].path

    # The whole.

    def _whole_moved(self, at: Floats, still: bool) -> None:
        first = self._whole.empty
        self._whole.take(at, still=still)
        if self.depth or not (still or self._theme.motion):
            return
        self._show_whole(settling=not still)
        self._fit(at_once=first, still=still)

    def _fit(self, *, at_once: bool, still: bool) -> None:
        """Shows all of it, until the owner moved it or all of it stands once."""
        if self._fits and (at_once or still):
            self._canvas.fit(at_once=at_once)
            self._fits = not (still and self._complete)
            scene = self._canvas.scene
            self._fitted = self._canvas.fitting(scene.at).zoom if scene is not None else None

    def _show_whole(self, *, settling: bool) -> None:
        before = self._whole_scene
        scene = self._whole.scene(self._graph, self._shown, before)
        self._whole_scene = scene
        others = self._canvas.scene is None or self._canvas.scene.nodes is not scene.nodes
        self._canvas.show_scene(scene, settling=settling)
        if others:
            self.changed.emit()

    # Around one note.

    def _show_near(self) -> None:
        place = self._graph.at[self.around]
        near = self._graph.within(place, self.depth, self._shown)
        make = self._near.lacks(self._graph, near, running=self._focusing.running)
        if make is None:
            self._focusing.stop()
            before = self._canvas.scene
            self._canvas.show_scene(self._near.scene(self._graph, near, before))
            self.changed.emit()
        elif make is not True:
            self._focusing.start(make, len(near))

    def _near_moved(self, at: Floats, still: bool) -> None:
        if not still or not self.depth:
            return
        fresh, before, canvas = self._near.empty, self._canvas.scene, self._canvas
        self._near.take(at, still=True)
        near = self._graph.within(self._graph.at[self.around], self.depth, self._shown)
        scene = self._near.scene(self._graph, near, None)
        canvas.show_scene(scene)
        if fresh:
            start = self._from_places(scene, before)
            canvas.go(canvas.fitting(scene.at), from_places=start)
        self.changed.emit()

    def _from_places(self, scene: Scene, before: Scene | None) -> Floats:
        """Where the notes of a focus come from: their places of before, else the note's own."""
        start = scene.at.copy()
        if before is None:
            return start
        middle = before.places.get(self.around, -1)
        for number, node in enumerate(scene.nodes):
            old = before.places.get(node.path, middle)
            if old >= 0:
                start[number] = before.at[old]
        return start

    def _handled(self) -> None:
        """The owner moved the graph: from now on it is left where it is."""
        self._settling.rest()
        self._focusing.rest()
        if not self.depth:
            self._fits, self._fitted = False, None

    def _sized(self) -> None:
        """Another size of the window, or the first one: what nobody moved is fitted anew."""
        if self._canvas.camera.zoom == self._fitted and not self.depth:
            self._canvas.fit(at_once=True)
            self._fitted = self._canvas.camera.zoom
