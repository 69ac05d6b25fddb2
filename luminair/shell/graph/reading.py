"""Reads the graph and searches it, through jobs; the quick answer first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from luminair.shell.graph import facts
from luminair.shell.graph.facts import Graph
from luminair.shell.jobs import Newest

if TYPE_CHECKING:
    from luminair.shell.graph.facts import GraphDesk, Similar
    from luminair.shell.jobs import Jobs

SEARCH_MS = 40


class Reading(QObject):
    """Holds the graph as last read.

    Args:
        jobs: everything that waits goes there.
        desk: the rest of the house.
        similar: finds alike notes, or None.

    Attributes:
        graph: as last read.
        found: paths of the notes that the search found.

    Signals:
        came: the graph was read; it may be the same one.
        searched: the search has another answer.
        failed: an exception.
    """

    came = Signal()
    searched = Signal()
    failed = Signal(object)

    def __init__(
        self, jobs: Jobs, desk: GraphDesk, similar: Similar | None, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk, self._similar = jobs, desk, similar
        self.graph = Graph()
        self.found: frozenset[str] = frozenset()
        self._words = ""
        self._first, self._whole = True, False
        self._looking, self._searching = Newest(), Newest()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_MS)
        self._pause.timeout.connect(self._search)

    @property
    def never(self) -> bool:
        """Whether nothing was read yet."""
        return self._first

    @property
    def complete(self) -> bool:
        """Whether all ties were read once."""
        return self._whole

    @property
    def searching(self) -> bool:
        """Whether an answer to the search is still to come."""
        return self._pause.isActive()

    def look(self) -> None:
        """Reads the vault.

        The first time links alone come first: who hides and what is alike takes a while in a
        vault that is new.
        """
        desk, before, whole = self._desk, self.graph, not self._first
        similar = self._similar if whole else None
        self._jobs.run(
            lambda: _look(desk, before, similar, compared=whole),
            done=lambda graph: self._looked(graph, whole=whole),
            failed=self.failed.emit,
            newest=self._looking,
            owner=self,
        )
        if self._words:
            self._pause.start()

    def _looked(self, graph: Graph, *, whole: bool) -> None:
        first, self._first = self._first, False
        self.graph, self._whole = graph, self._whole or whole
        self.came.emit()
        if first:
            self.look()

    def search(self, words: str) -> None:
        """Looks for notes with these words; without words none is found."""
        self._words = words.strip()
        if self._words:
            self._pause.start()
        else:
            self._pause.stop()
            self._searching.drop()
            self._answer(frozenset())

    def hurry(self) -> None:
        """Searches now, without waiting for more letters."""
        if self._pause.isActive():
            self._pause.stop()
            self._search()

    def _search(self) -> None:
        desk, words = self._desk, self._words
        self._jobs.run(
            lambda: facts.found(desk.journal, words),
            done=self._answer,
            failed=self.failed.emit,
            newest=self._searching,
            owner=self,
        )

    def _answer(self, found: frozenset[str]) -> None:
        if found != self.found:
            self.found = found
        self.searched.emit()


def _look(desk: GraphDesk, before: Graph, similar: Similar | None, *, compared: bool) -> Graph:
    """Reads the graph; all that takes long is done here, where it holds nobody up."""
    return facts.look(desk, before, similar, compared=compared).prepare()
