"""Which notes keep company: those of one room whose words are much alike.

Who keeps company with a note is found once for each room and kept with the index. A note that is
new or changed has a number above all others, so the next question looks at those above alone.
"""

from __future__ import annotations

from array import array
from collections import defaultdict

from luminair.journal.vault.catalogue_likes import (
    each_of,
    near,
    numbers_of,
    paths_of,
    sketches_by_number,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Final, TypeAlias

    from luminair.journal.vault.catalogue_postings import Ask

MOST: Final = 200
"""Notes in one company that is kept; a crowd beyond that is found anew each time."""

Kept: TypeAlias = tuple[int, frozenset[int]]
"""Below which number everybody has been looked at, and the numbers of who keeps company."""

_KEPT: Final = "SELECT doc, room, upto, others FROM company WHERE doc IN"
_NEWEST: Final = "SELECT room, max(doc) FROM notes WHERE room IN"


class Companies:
    """Who keeps company with some notes, in some rooms, at one moment of the index."""

    def __init__(
        self,
        ask: Ask,
        paths: Sequence[str],
        rooms: Collection[int],
        least: int,
        waiting: Mapping[tuple[int, int], Kept],
    ) -> None:
        """Finds them.

        Args:
            ask: the index.
            paths: the notes in question.
            rooms: of ``room_of``.
            least: hashes of eight that sketches of texts that are alike share.
            waiting: what was found before and is not in the index yet.
        """
        self._numbers = numbers_of(ask, paths)
        docs = self._numbers.values()
        newest: dict[int, int] = dict(each_of(ask, _NEWEST, rooms, "GROUP BY room"))
        ((self._next,),) = ask("SELECT next_doc FROM state")
        self._known: dict[tuple[int, int], frozenset[int]] = {}
        self._fresh: dict[tuple[int, int], set[int]] = {}
        kept = {
            (doc, room): (upto, others)
            for doc, room, upto, others in each_of(ask, _KEPT, docs)
            if room in newest
        }
        lacking: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for room, last in newest.items():
            for doc in docs:
                upto, others = waiting.get((doc, room)) or _kept(kept.get((doc, room)))
                self._known[doc, room] = others
                if upto <= last:
                    lacking[room, upto].append(doc)
        sketches = sketches_by_number(ask, {doc for some in lacking.values() for doc in some})
        for (room, upto), some in lacking.items():
            self._fresh.update(((doc, room), set()) for doc in some)
            # The numbers are our own, so they can stand in the statement.
            where = f"room = {room} AND doc >= {upto} AND"
            for doc, other in near(ask, {doc: sketches[doc] for doc in some}, least, where):
                if other != doc:
                    self._fresh[doc, room].add(other)
        everybody = frozenset().union(*self._known.values(), *self._fresh.values())
        # Those that are gone since are no company any more.
        self._paths = paths_of(ask, everybody.union(docs))

    @property
    def fresh(self) -> list[tuple[str, str]]:
        """The pairs that were found only now, by path."""
        return [
            (self._paths[doc], self._paths[other])
            for (doc, _), others in self._fresh.items()
            for other in others
            if other in self._paths
        ]

    def part(self, pairs: Collection[tuple[str, str]]) -> None:
        """Takes out pairs whose texts have turned out to say something else."""
        numbers = {path: doc for doc, path in self._paths.items()}
        apart = {(numbers[one], numbers[other]) for one, other in pairs}
        for (doc, _), others in self._fresh.items():
            others.difference_update([other for other in others if (doc, other) in apart])

    def by_path(self) -> dict[str, set[str]]:
        """Everybody who keeps company with each note, in whatever room."""
        found: dict[str, set[str]] = {path: set() for path in self._numbers}
        for parts in (self._known, self._fresh):
            for (doc, _), others in parts.items():
                if others:
                    there = (self._paths[other] for other in others if other in self._paths)
                    found[self._paths[doc]].update(there)
        return found

    def to_keep(self) -> dict[tuple[int, int], Kept]:
        """What is not kept yet, as it is to be kept."""
        whole = {key: self._known[key].union(others) for key, others in self._fresh.items()}
        return {key: (self._next, each) for key, each in whole.items() if len(each) <= MOST}


def _kept(row: tuple[int, bytes] | None) -> Kept:
    if row is None:
        return 0, frozenset()
    others: array[int] = array("I")
    others.frombytes(row[1])
    return row[0], frozenset(others)


def rows_of(found: Mapping[tuple[int, int], Kept]) -> Iterable[tuple[int, int, int, bytes]]:
    """What is kept, as rows of the table."""
    for (doc, room), (upto, others) in found.items():
        yield doc, room, upto, array("I", sorted(others)).tobytes()
