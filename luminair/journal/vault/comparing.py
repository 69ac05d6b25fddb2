"""Comparing the texts of notes: what was found out once is kept until a text changes.

Holds the lock only to ask the catalogue: comparing a vault's notes may take seconds, and a turn
must not wait for that.
"""

from __future__ import annotations

from itertools import chain, islice

from luminair.errors import NoteError
from luminair.journal.vault.crowd import near_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from contextlib import AbstractContextManager

    from luminair.journal.notes.note import LoadedNote, Note
    from luminair.journal.precedence import Rooms
    from luminair.journal.ranking.traits import Traits
    from luminair.journal.vault.catalogue import Catalogue

FEW = 300
"""Pairs that are compared one by one, without traits."""
NOTES_A_MS = 4
PAIRS_A_MS = 256
"""About what a machine of these days reads and compares in so long."""
_RULE = "likeness 2"
"""Names the way pairs are compared; a kept verdict holds for this way alone."""
_VERSIONS = "versions 1"


class Comparing:
    """Compares notes of one catalogue, for one question.

    Args:
        catalogue: refreshed by the caller.
        lock: guards the catalogue.
        known: traits found out before, by the hash of the file; filled up here.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        known: dict[str, Traits],
    ) -> None:
        self._catalogue, self._lock, self._known = catalogue, lock, known
        self._texts: dict[str, str] = {}

    def traits(
        self,
        notes: Iterable[Note],
        rooms: Callable[[Note], Rooms],
        asked: Collection[str] | None,
        least: int,
    ) -> dict[str, Traits]:
        """What can be told at once of the texts that have much alike, by path.

        Empty where few pairs are to be compared: then each may as well be compared by itself.

        Args:
            notes: those that are compared with each other.
            rooms: who can be compared with whom.
            asked: paths of which one is in each pair that matters, None for all.
            least: hashes of eight that two must share to be looked at.
        """
        by_path = {note.path: note for note in notes}
        with self._lock:
            sketches = self._catalogue.sketches(by_path if asked is not None else None)
        meeting = {path: rooms(note) for path, note in by_path.items()}
        pairs = near_pairs(sketches, meeting, asked, least)
        first = list(islice(pairs, FEW + 1))
        if len(first) <= FEW:
            return {}
        if asked is None:
            # Where all are asked, each of a pair has a pair of its own.
            first, pairs = [], near_pairs(sketches, meeting, asked, least, one_each=True)
        company = dict.fromkeys(chain.from_iterable(chain(first, pairs)))
        return self._traits_of([by_path[path] for path in company])

    def apart(self, pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the pairs, by path, whose texts show at once that they say something else.

        None where few pairs are to be compared, as for :meth:`traits`.
        """
        if len(pairs) <= FEW:
            return set()
        paths = dict.fromkeys(chain.from_iterable(pairs))
        with self._lock:
            notes = self._catalogue.at([*paths])
        from luminair.journal.vault.unhurried import unhurried  # noqa: PLC0415 few have company

        traits = self._traits_of(notes)
        return {
            (one, other) for one, other in unhurried(pairs, PAIRS_A_MS)
            if one in traits and other in traits and traits[one].cannot_say_the_same(traits[other])
        }  # fmt: skip

    def _traits_of(self, notes: Sequence[Note]) -> dict[str, Traits]:
        """The traits of notes by path, found out where they are not known; not of changed ones."""
        lacking = [note for note in notes if note.sha256 not in self._known]
        if lacking:
            with self._lock:
                self._known.update(self._catalogue.traits(note.sha256 for note in lacking))
            self._find_out([note for note in lacking if note.sha256 not in self._known])
        known = self._known
        return {note.path: known[note.sha256] for note in notes if note.sha256 in known}

    def _find_out(self, notes: Iterable[Note]) -> None:
        from luminair.journal.ranking.traits import traits_of  # noqa: PLC0415 few have company
        from luminair.journal.vault.unhurried import unhurried  # noqa: PLC0415

        found = {}
        for note in unhurried(notes, NOTES_A_MS):
            text = self._text(note)
            if text is not None:
                found[note.sha256] = traits_of(text)
        self._known.update(found)
        with self._lock:
            self._catalogue.keep_traits(found)

    def same(self, one: Note, other: Note) -> bool:
        """Whether the two say the same; a file that changed since says nothing yet."""
        kept = self._kept(one, other, _RULE)
        if kept is not None:
            return kept
        from luminair.journal.ranking.likeness import says_the_same  # noqa: PLC0415 few pairs ask

        a, b = self._text(one), self._text(other)
        if a is None or b is None:
            return False
        return self._keep(one, other, _RULE, same=says_the_same(a, b))

    def versions(self, one: Note, other: Note) -> bool:
        """Whether one may be the other after an edit; as :meth:`same`."""
        kept = self._kept(one, other, _VERSIONS)
        if kept is not None:
            return kept
        from luminair.journal.ranking.likeness import could_be_versions  # noqa: PLC0415 see above

        a, b = self._loaded(one), self._loaded(other)
        if a is None or b is None:
            return False
        return self._keep(one, other, _VERSIONS, same=could_be_versions(a, b))

    def _kept(self, one: Note, other: Note, rule: str) -> bool | None:
        with self._lock:
            return self._catalogue.verdict(one.sha256, other.sha256, rule)

    def _keep(self, one: Note, other: Note, rule: str, *, same: bool) -> bool:
        with self._lock:
            self._catalogue.keep_verdict(one.sha256, other.sha256, same=same, rule=rule)
        return same

    def _text(self, note: Note) -> str | None:
        """What of a note is compared; None where its file is not as the index has it."""
        if note.path not in self._texts:
            from luminair.journal.ranking.likeness import compare_text  # noqa: PLC0415 see above

            loaded = self._loaded(note)
            if loaded is None:
                return None
            self._texts[note.path] = compare_text(loaded.note, loaded.body)
        return self._texts[note.path]

    def _loaded(self, note: Note) -> LoadedNote | None:
        try:
            with self._lock:
                loaded = self._catalogue.load(note.path)
        except NoteError:
            return None
        return loaded if loaded.note.sha256 == note.sha256 else None
