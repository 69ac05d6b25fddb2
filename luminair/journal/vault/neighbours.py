"""Who of a whole vault's notes may say the same as another, kept from one look to the next.

To find it out for ten thousand notes takes seconds, and one note changes at a time: so only what
changed is looked up again. Where nearly all notes are alike there are too many pairs to be kept;
then nothing is, and whoever asks goes through a :class:`~luminair.journal.vault.crowd.Crowd`.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

from luminair.journal.vault.crowd import near_pairs
from luminair.journal.vault.unhurried import unhurried

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from luminair.journal.notes.note import Note
    from luminair.journal.precedence import Rooms
    from luminair.journal.vault.crowd import Sketch

Pair = tuple[str, str]

MOST_PAIRS = 40
"""For each note; above it nothing is kept."""
PAIRS_A_MS = 512
"""About how many are found in so long."""
ANEW = 0.25
"""Share of the notes that changed from which on all are looked up together."""


class Neighbours:
    """Holds the pairs of one vault; may be asked from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, tuple[str, Rooms]] = {}
        self._pairs: defaultdict[str, set[str]] = defaultdict(set)
        self._crowded = False

    def among(
        self,
        notes: Iterable[Note],
        rooms: Callable[[Note], Rooms],
        sketches: Mapping[str, Sketch],
        apart: Callable[[Collection[Pair]], set[Pair]],
        least: int,
    ) -> dict[str, tuple[str, ...]] | None:
        """Who may say the same, by path, with an entry for each note; None for too many.

        Args:
            notes: all that are compared with each other.
            rooms: who can be compared with whom.
            sketches: of every note, by path.
            apart: which of some pairs show at once that they say something else.
            least: hashes of eight that two must share.
        """
        now = {note.path: (note.sha256, rooms(note)) for note in notes}
        with self._lock:
            if self._crowded:
                return None
            changed = {path for path, each in now.items() if self._known.get(path) != each}
            if len(changed) > ANEW * len(now):
                self._pairs.clear()
                changed = set(now)
            for path in changed.union(self._known.keys() - now.keys()):
                for other in self._pairs.pop(path, ()):
                    if other in self._pairs:
                        self._pairs[other].discard(path)
            found = self._found(now, changed, sketches, least)
            if found is None:
                self._crowded, self._known = True, {}
                self._pairs.clear()
                return None
            for one, other in found - apart(found):
                self._pairs[one].add(other)
                self._pairs[other].add(one)
            self._known = now
            return {path: tuple(self._pairs.get(path, ())) for path in now}

    def _found(
        self,
        now: Mapping[str, tuple[str, Rooms]],
        changed: Collection[str],
        sketches: Mapping[str, Sketch],
        least: int,
    ) -> set[Pair] | None:
        """The pairs that the changed ones are in; None for too many."""
        found: set[Pair] = set()
        if not changed:
            return found
        meeting = {path: each for path, (_, each) in now.items()}
        asked = None if len(changed) == len(now) else changed
        most = MOST_PAIRS * len(now)
        pairs = near_pairs(sketches, meeting, asked, least)
        for count, (one, other) in enumerate(unhurried(pairs, PAIRS_A_MS)):
            if count > most:
                return None
            found.add((one, other) if one < other else (other, one))
        return found
