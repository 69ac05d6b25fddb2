"""Who of many notes may say the same as another, without comparing each with each.

Notes are put in one by one, strongest first, and only those that are not hidden themselves: of
ten thousand copies one stands. Where they differ in a number or a name, each is looked for by
the rarest of its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations

from luminair.journal.notes.note import TitleFrom
from luminair.journal.notes.text import normalised_title
from luminair.journal.vault.catalogue_likes import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from luminair.journal.notes.note import Note
    from luminair.journal.precedence import Rooms
    from luminair.journal.ranking.traits import Traits

Sketch = tuple[int, ...]
_ALL = -1
"""No hash: before one it stands for all who have that one."""


class Crowd:
    """The notes that stand so far.

    Args:
        sketches: of every note, by path.
        traits: of those that are known, by path; a note without is never told apart by them.
        rooms: who can be compared with whom, word by word.
        asked: paths of the notes in question; two others are none of our business. None: all.
        least: hashes of eight that sketches must share.
    """

    def __init__(
        self,
        sketches: Mapping[str, Sketch],
        traits: Mapping[str, Traits],
        *,
        rooms: Callable[[Note], Rooms],
        asked: Collection[str] | None,
        least: int,
    ) -> None:
        self._sketches, self._traits = sketches, traits
        self._rooms, self._asked, self._least = rooms, asked, least
        self._standing: dict[str, Note] = {}
        self._holding: dict[tuple[str, int], list[str]] = defaultdict(list)
        """By room and hash of a sketch: who has it."""
        self._saying: dict[tuple[str, int], list[str]] = defaultdict(list)
        """By room and hash of a number or name: whose words have it."""
        self._telling = frozenset(chain.from_iterable(each.fixed for each in traits.values()))
        self._links = _Links()

    def stand(self, note: Note) -> None:
        """Puts a note in."""
        path = note.path
        self._standing[path] = note
        known = self._traits.get(path)
        telling = self._telling.intersection(known.words) if known is not None else ()
        rooms = self._rooms(note).stands
        if self._asked is not None and path in self._asked:
            rooms = (*rooms, *map(_of_asked, rooms))
        for room in rooms:
            for sign in self._sketches.get(path, ()):
                self._holding[room, sign].append(path)
            for word in telling:
                self._saying[room, word].append(path)
        self._links.stand(note)

    def near(self, note: Note) -> list[Note]:
        """Those that stand and may say the same as this one.

        Their sketches are alike, they have the same title, or one names the other.
        """
        found = {other.path for other in self.alike(note)}
        linked = self._links.of(note)
        if linked:
            found.update(path for path in linked if self._may(note.path, path))
            found.discard(note.path)
        if self._asked is not None and note.path not in self._asked:
            found.intersection_update(self._asked)
        return [self._standing[path] for path in found]

    def alike(self, note: Note) -> list[Note]:
        """Those that stand, can be compared with this one, and may be near copies of it."""
        path, rooms = note.path, self._rooms(note).meets
        if self._asked is not None and path not in self._asked:
            rooms = tuple(map(_of_asked, rooms))
        own = frozenset(self._sketches.get(path, ()))
        held = [self._holding.get((room, sign), ()) for room in rooms for sign in own]
        most = sum(map(len, held))
        if not most:
            return []
        pool = self._with_its_names(path, rooms, most)
        if pool is None:
            fewest = needed(self._least, len(own), len(own))
            counts = Counter(chain.from_iterable(held))
            pool = [other for other, count in counts.items() if count >= fewest]
        return [
            self._standing[other]
            for other in pool
            if other != path and self._near(own, other) and self._may(path, other)
        ]

    def _with_its_names(self, path: str, rooms: Iterable[str], most: int) -> list[str] | None:
        """Who has the rarest of this note's numbers and names; None where that is no help."""
        known = self._traits.get(path)
        if known is None or not known.fixed:
            return None
        having = ([self._saying.get((room, word), ()) for room in rooms] for word in known.fixed)
        fewest = min(having, key=lambda lists: sum(map(len, lists)))
        found = list(chain.from_iterable(fewest))
        return found if len(found) < most else None

    def _near(self, own: frozenset[int], other: str) -> bool:
        theirs = self._sketches[other]
        return len(own.intersection(theirs)) >= needed(self._least, len(own), len(theirs))

    def _may(self, path: str, other: str) -> bool:
        mine, theirs = self._traits.get(path), self._traits.get(other)
        return mine is None or theirs is None or not mine.cannot_say_the_same(theirs)


class Acquainted:
    """The notes that stand so far, where it is known already who keeps company with whom.

    Args:
        company: by path, for every note in question: whose words are much alike.
    """

    def __init__(self, company: Mapping[str, Collection[str]]) -> None:
        self._company = company
        self._known_by: dict[str, list[str]] = defaultdict(list)
        for path, others in company.items():
            for other in others:
                self._known_by[other].append(path)
        self._standing: dict[str, Note] = {}
        self._links = _Links()

    def stand(self, note: Note) -> None:
        """See :meth:`Crowd.stand`."""
        self._standing[note.path] = note
        self._links.stand(note)

    def near(self, note: Note) -> list[Note]:
        """See :meth:`Crowd.near`."""
        asked = note.path in self._company
        found = {*(self._company if asked else self._known_by).get(note.path, ())}
        found.update(self._links.of(note))
        if not asked:
            found.intersection_update(self._company)
        return [self._standing[path] for path in found if path in self._standing]


class _Links:
    """Those that stand, by what ties others to them: a title, an id, an id that they name."""

    def __init__(self) -> None:
        self._titles: dict[str, str] = {}
        self._titled: dict[str, list[str]] = defaultdict(list)
        self._called: dict[str, list[str]] = defaultdict(list)
        self._naming: dict[str, list[str]] = defaultdict(list)

    def stand(self, note: Note) -> None:
        title = self._title(note)
        if title:
            self._titled[title].append(note.path)
        if note.id is not None:
            self._called[note.id].append(note.path)
        for key in note.overrides:
            self._naming[key].append(note.path)

    def of(self, note: Note) -> list[str]:
        """The paths of those that have the same title, or of which one names the other."""
        title = self._title(note)
        linked = [*(self._titled.get(title, ()) if title else ())]
        linked += chain.from_iterable(self._called.get(key, ()) for key in note.overrides)
        if note.id is not None:
            linked += self._naming.get(note.id, ())
        return linked

    def _title(self, note: Note) -> str:
        if note.path not in self._titles:
            self._titles[note.path] = set_title(note)
        return self._titles[note.path]


def _of_asked(room: str) -> str:
    """The part of a room in which only notes in question stand."""
    return f"asked {room}"


def set_title(note: Note) -> str:
    """The title as titles compare, '' where it was not set in the header."""
    return normalised_title(note.title) if note.title_from is TitleFrom.FRONTMATTER else ""


def near_pairs(
    sketches: Mapping[str, Sketch],
    rooms: Mapping[str, Rooms],
    asked: Collection[str] | None,
    least: int,
    *,
    one_each: bool = False,
) -> Iterator[tuple[str, str]]:
    """Pairs whose sketches are alike and who meet, the first of each among the asked.

    Pairs come note by note; two who are both asked come twice.

    Args:
        sketches: by path.
        rooms: who is compared with whom, by path.
        asked: None for all.
        least: hashes of eight that sketches must share.
        one_each: where all are asked, only the first pair of each note.
    """
    if asked is None:
        yield from _all_near_pairs(sketches, rooms, least, one_each=one_each)
        return
    holders: dict[tuple[str, int], list[str]] = defaultdict(list)
    for path, each in rooms.items():
        for room in each.stands:
            for sign in sketches.get(path, ()):
                holders[room, sign].append(path)
    for path in asked:
        if path not in rooms:
            continue
        own = frozenset(sketches.get(path, ()))
        fewest = needed(least, len(own), len(own))
        held = sorted(
            ([holders.get((room, sign), ()) for room in rooms[path].meets] for sign in own),
            key=lambda lists: sum(map(len, lists)),
        )
        met: set[str] = set()
        for other in chain.from_iterable(chain.from_iterable(held[: len(own) - fewest + 1])):
            theirs = sketches[other]
            enough = needed(least, len(own), len(theirs))
            if other != path and other not in met and len(own.intersection(theirs)) >= enough:
                met.add(other)
                yield path, other


def _all_near_pairs(
    sketches: Mapping[str, Sketch], rooms: Mapping[str, Rooms], least: int, *, one_each: bool
) -> Iterator[tuple[str, str]]:
    """The same where all are asked: found by two rare hashes that both have.

    With the hashes of each note from the rarest on, two notes that share six of eight share two
    of their first four (AdaptJoin: Wang, Li, Feng, SIGMOD 2012). A common word brings together
    thousands of notes, two rare ones a handful.
    """
    spread = Counter(chain.from_iterable(sketches.get(path, ()) for path in rooms))
    rank = {sign: place for place, (sign, _) in enumerate(reversed(spread.most_common()))}
    held_as: dict[str, list[Sketch]] = {}
    asks_for: dict[str, list[Sketch]] = {}
    holders: dict[tuple[str, Sketch], list[str]] = defaultdict(list)
    of_one = {path for path in rooms if needed(least, *[len({*sketches.get(path, ())})] * 2) == 1}
    for path, each in rooms.items():
        own = sorted(set(sketches.get(path, ())), key=rank.__getitem__)
        spare = len(own) - needed(least, len(own), len(own))
        ones, twos = combinations(own[: spare + 1], 1), combinations(own[: spare + 2], 2)
        # A text of a few words has no two hashes to meet by, so it meets all by one.
        held_as[path] = [*ones] if path in of_one else [*twos]
        asks_for[path] = held_as[path]
        if of_one and path not in of_one:
            held_as[path] = [*held_as[path], *((_ALL, one[0]) for one in combinations(own, 1))]
            asks_for[path] = [*asks_for[path], *combinations(own, 1)]
        elif path in of_one:
            asks_for[path] = [*held_as[path], *((_ALL, one[0]) for one in held_as[path])]
        for room in each.stands:
            for key in held_as[path]:
                holders[room, key].append(path)
    for path, each in rooms.items():
        mine = frozenset(sketches.get(path, ()))
        lists = (holders.get((room, key), ()) for room in each.meets for key in asks_for[path])
        for other in dict.fromkeys(chain.from_iterable(lists)):
            theirs = sketches[other]
            enough = needed(least, len(mine), len(theirs))
            if other != path and len(mine.intersection(theirs)) >= enough:
                yield path, other
                if one_each:
                    break
