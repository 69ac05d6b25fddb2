"""Which of two notes that say the same thing rides; the other is hidden, never deleted.

Spec 3.2 and 3.3. A note is hidden in three ways, and in each only by a note of the same or a
higher rung of trust:

* the winner's ``overrides`` names it;
* one kind group, different scopes, the same title set in frontmatter: the wider scope wins;
* one kind group, nearly the same text: the wider scope wins, within one scope the newer.

Besides, a copy that a sync service left behind yields to its original.

A note that is itself hidden hides nobody by title or text: likeness is not transitive, and what
only the middle one of three says would be lost. ``overrides`` holds all the same: what the owner
replaced stays replaced when the replacement is replaced in turn.
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from luminair.journal.copies import conflict_copies, lives
from luminair.journal.notes.note import Kind, Note, Scope, Status, TitleFrom, Trust
from luminair.journal.notes.text import normalised_title
from luminair.journal.projects import Spot, Where, covers
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Protocol
else:
    Protocol = object  # what it says is over once types are checked


class Ground(StrEnum):
    """What makes two notes say the same thing."""

    OVERRIDES = "overrides"
    TITLE = "title"
    TEXT = "text"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class HiddenBy:
    """Who hides a note, and why.

    Attributes:
        path: the winner's path.
        reason: a few plain words: 'Global wins over folder: the same title'.
        ground: the kind of reason.
    """

    path: str
    reason: str
    ground: Ground


# An ask never hides a rule, however alike they read.
_GROUP = {
    Kind.RULE: "rule",
    Kind.ASK: "ask",
    Kind.NOTE: "note",
    Kind.DOC: "note",
    Kind.RULEDOUT: "ruledout",
}


def competes(note: Note) -> bool:
    """Whether the note can hide others and be hidden: it could ride, were it alone.

    A note that does not ride anyway (archived, held, damaged, closed, in a folder that never
    rides) must not take a riding one with it. ``Harness/`` has rules of its own (spec 6).
    """
    closed = note.kind is Kind.ASK and note.status is not Status.OPEN
    return lives(note) and not closed and not note.in_harness


@dataclass(frozen=True, slots=True)
class Rooms:
    """Whom a note can be compared with, word by word.

    Attributes:
        stands: the rooms it is in.
        meets: those rooms in which everybody may be compared with it; nobody is in two of them.
    """

    stands: tuple[str, ...] = ("",)
    meets: tuple[str, ...] = ("",)


def rooms_of(note: Note, where: Where) -> Rooms:
    """The rooms of a note: kind groups apart, and folder notes by their project."""
    group = _GROUP[note.kind]
    anywhere = f"{group} anywhere"
    if note.scope is not Scope.FOLDER:
        return Rooms((anywhere, group), (group,))
    spot = where(note)
    room = f"{group} in {spot.key}" if spot is not None else f"{group} of {note.session}"
    return Rooms((room, group), (room, anywhere))


class Standing(Protocol):
    """The notes that stand so far, and who of them may say the same as another."""

    def stand(self, note: Note) -> None:
        """Puts a note in."""

    def near(self, note: Note) -> Iterable[Note]:
        """Those that were put in and may be near copies of this one; need not be exact."""


def settle(
    notes: Iterable[Note],
    *,
    same_text: Callable[[Note, Note], bool],
    versions: Callable[[Note, Note], bool],
    crowd: Standing,
    where: Where,
    whole_vault: bool = False,
) -> dict[str, HiddenBy]:
    """Who is hidden, by path; the same answer in whatever order the notes come.

    Args:
        notes: for a session's view, the notes visible at its place; for the whole vault, all.
        same_text: whether two notes say the same thing word by word (``likeness``); asked once
            per pair, the earlier path first, and only for pairs where it would matter.
        versions: whether the second may be a conflict copy of the first, by their texts.
        crowd: empty; is told who stands and asked who of these may be a near copy.
        where: the spot of a note's folder, None where it has none.
        whole_vault: hide a note only where the winner is visible wherever the loser is.
    """
    every = sorted(notes, key=lambda note: note.path)
    hidden = {
        path: HiddenBy(original, "A sync conflict copy of it", Ground.COPY)
        for path, original in conflict_copies(filter(lives, every), versions).items()
        if not path.startswith("Harness/")
    }
    field = _Field(every, hidden, where=where, whole_vault=whole_vault)
    field.hide_overridden()
    field.hide_alike(crowd, same_text)
    return field.hidden


class _Field:
    """The competing notes, strongest first, and who of them is hidden so far."""

    def __init__(
        self,
        every: Sequence[Note],
        hidden: dict[str, HiddenBy],
        *,
        where: Where,
        whole_vault: bool,
    ) -> None:
        self.hidden = hidden
        self._whole_vault = whole_vault
        # Strongest first: wider scope, then newer, then path.
        newest = sorted(every, key=lambda note: note.updated, reverse=True)
        strongest = sorted(newest, key=lambda note: -note.scope.rank)
        self._order = [note for note in strongest if competes(note) and note.path not in hidden]
        self._overriders = [
            note
            for note in strongest
            if note.overrides and note.path not in hidden and (competes(note) or _rides_apart(note))
        ]
        self._strength = {note.path: number for number, note in enumerate(strongest)}
        self._spots = {note.path: where(note) for note in every if note.scope is not Scope.GLOBAL}

    def hide_overridden(self) -> None:
        """Hide what others name in ``overrides``; of a circle the strongest stays."""
        by_key = {note.key: note for note in self._order}
        wins = {
            winner.path: {
                loser.path
                for key in winner.overrides
                if (loser := by_key.get(key)) is not None
                and loser.path != winner.path
                and self._may_hide(winner, loser)
            }
            for winner in self._overriders
        }
        losers: dict[str, list[str]] = defaultdict(list)
        for winner_path, loser_paths in wins.items():
            for loser_path in loser_paths:
                if self._stronger(winner_path, loser_path) or not _leads(
                    wins, loser_path, winner_path
                ):
                    losers[loser_path].append(winner_path)
        for loser_path, winners in losers.items():
            # Name a winner that rides, where there is one.
            best = min(winners, key=lambda path: (path in losers, self._strength[path]))
            self.hidden[loser_path] = HiddenBy(
                best, "It names this note in overrides", Ground.OVERRIDES
            )

    def hide_alike(self, crowd: Standing, same_text: Callable[[Note, Note], bool]) -> None:
        """Hide what says the same as a stronger note that is not hidden itself."""
        titles: dict[tuple[str, str], list[Note]] = defaultdict(list)
        # Strongest first, so that whoever can hide a note is settled before it.
        for note in self._order:
            if note.path in self.hidden:
                continue
            title = _set_title(note)
            same_title = titles[title] if title is not None else []
            found = self._by_title(note, same_title) or self._by_text(
                note, crowd.near(note), same_text
            )
            if found is not None:
                self.hidden[note.path] = found
                continue
            crowd.stand(note)
            if title is not None and not self._adds_nothing(note, same_title):
                same_title.append(note)

    def _adds_nothing(self, note: Note, same_title: Sequence[Note]) -> bool:
        """Whether all that the note could hide by its title is hidden without it.

        Keeps the lists short where thousands of notes share a title.
        """
        if note.scope is Scope.SESSION:
            return True
        spot = self._spots[note.path] if note.scope is Scope.FOLDER else None
        return any(
            other.scope is note.scope
            and other.trust == note.trust
            and (not self._whole_vault or self._spots.get(other.path) == spot)
            for other in same_title
        )

    def _by_title(self, note: Note, same_title: Iterable[Note]) -> HiddenBy | None:
        for winner in same_title:
            if winner.scope is not note.scope and self._may_hide(winner, note):
                return HiddenBy(winner.path, _wider(winner, note, "the same title"), Ground.TITLE)
        return None

    def _by_text(
        self, note: Note, near: Iterable[Note], same_text: Callable[[Note, Note], bool]
    ) -> HiddenBy | None:
        for winner in sorted(near, key=lambda other: self._strength[other.path]):
            if _GROUP[winner.kind] != _GROUP[note.kind] or not self._comparable(winner, note):
                continue
            first, second = sorted((winner, note), key=lambda other: other.path)
            if self._may_hide(winner, note) and same_text(first, second):
                return HiddenBy(winner.path, _alike(winner, note), Ground.TEXT)
        return None

    def _comparable(self, winner: Note, loser: Note) -> bool:
        """Folder notes compare only within their project."""
        if winner.scope is not Scope.FOLDER or loser.scope is not Scope.FOLDER:
            return True
        winner_spot, loser_spot = self._spots[winner.path], self._spots[loser.path]
        if winner_spot is None or loser_spot is None:
            return winner_spot == loser_spot and winner.session == loser.session
        return winner_spot.key == loser_spot.key

    def _may_hide(self, winner: Note, loser: Note) -> bool:
        return winner.trust >= loser.trust and (
            not self._whole_vault or self._seen_wherever(winner, loser)
        )

    def _seen_wherever(self, winner: Note, loser: Note) -> bool:
        """Whether the winner is visible wherever the loser is."""
        if winner.scope is Scope.GLOBAL:
            return True
        if loser.scope is Scope.GLOBAL:
            return False
        winner_spot: Spot | None = None
        if winner.scope is Scope.FOLDER:
            winner_spot = self._spots[winner.path]
        if winner_spot is None:
            return (
                loser.scope is Scope.SESSION
                and bool(winner.session)
                and winner.session == loser.session
            )
        loser_spot = self._spots[loser.path]
        return loser_spot is not None and covers(winner_spot, loser_spot)

    def _stronger(self, path: str, other: str) -> bool:
        return self._strength[path] < self._strength[other]


def _rides_apart(note: Note) -> bool:
    """A Harness file cannot be hidden, but its ``overrides`` is the owner's word like any."""
    return note.in_harness and lives(note) and note.trust >= Trust.APPROVED


def _leads(wins: dict[str, set[str]], start: str, goal: str) -> bool:
    """Whether ``start`` overrides ``goal``, directly or through others."""
    seen: set[str] = set()
    queue = [start]
    while queue:
        path = queue.pop()
        if path == goal:
            return True
        if path not in seen:
            seen.add(path)
            queue.extend(wins.get(path, ()))
    return False


def _set_title(note: Note) -> tuple[str, str] | None:
    """The kind group and the title, where the title can hide: set in frontmatter."""
    if note.title_from is not TitleFrom.FRONTMATTER:
        return None
    title = normalised_title(note.title)
    return (_GROUP[note.kind], title) if title else None


def _wider(winner: Note, loser: Note, same: str) -> str:
    return f"{winner.scope.value.capitalize()} wins over {loser.scope.value}: {same}"


def _alike(winner: Note, loser: Note) -> str:
    if winner.scope is not loser.scope:
        return _wider(winner, loser, "nearly the same text")
    newer = winner.updated > loser.updated
    return "A newer note says the same" if newer else "Another note says the same"
