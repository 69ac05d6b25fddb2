"""A crowd finds all that comparing each with each would find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.note import Note, Scope, TitleFrom
from luminair.journal.precedence import rooms_of
from luminair.journal.projects import Spot
from luminair.journal.ranking.likeness import says_the_same
from luminair.journal.ranking.traits import traits_of
from luminair.journal.vault.catalogue_likes import needed
from luminair.journal.vault.crowd import Crowd, near_pairs, set_title
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 4
SKETCH = st.sets(st.integers(1, 12), max_size=8).map(lambda each: tuple(sorted(each)))
TEXTS = st.sampled_from(
    ["use tabs here", "use tabs there", "timeout 30 s", "timeout 300 s", "not tabs", "", "x.js"]
)


def near(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return bool(a and b) and len({*a} & {*b}) >= needed(LEAST, len(a), len(b))


def by_cwd(note: Note) -> Spot:
    return Spot(note.cwd, "", is_git=True)


def linked(a: Note, b: Note) -> bool:
    same = set_title(a) == set_title(b) != ""
    return same or b.id in a.overrides or a.id in b.overrides


@given(
    st.lists(
        st.tuples(
            SKETCH,
            TEXTS,
            st.sampled_from("AB"),
            st.booleans(),
            st.booleans(),
            st.lists(st.integers(0, 5), max_size=1),
        ),
        max_size=8,
    )
)
def test_nobody_is_missed(
    drawn: Sequence[tuple[tuple[int, ...], str, str, bool, bool, list[int]]],
) -> None:
    notes = [
        made(
            f"{number}.md",
            id=f"id{number}",
            title=title,
            scope="folder" if number % 2 else "global",
            cwd="/p" if number % 3 else "/q",
            title_from=TitleFrom.FRONTMATTER if is_set else TitleFrom.HEADING,
            overrides=tuple(f"id{each}" for each in overrides),
        )
        for number, (_, _, title, is_set, _, overrides) in enumerate(drawn)
    ]
    texts = {note.path: drawn[at][1] for at, note in enumerate(notes)}
    sketches = {note.path: drawn[at][0] for at, note in enumerate(notes)}
    asked = {note.path for at, note in enumerate(notes) if drawn[at][4]}
    rooms = {note.path: rooms_of(note, by_cwd) for note in notes}
    meets = {
        (a.path, b.path)
        for a in notes
        for b in notes
        if a is not b and not (a.scope is b.scope is Scope.FOLDER and a.cwd != b.cwd)
    }
    pairs = {(a, b) for a, b in meets if near(sketches[a], sketches[b])}
    assert set(near_pairs(sketches, rooms, None, LEAST)) == pairs
    assert set(near_pairs(sketches, rooms, asked, LEAST)) == {
        (a, b) for a, b in pairs if a in asked
    }
    first = list(near_pairs(sketches, rooms, None, LEAST, one_each=True))
    company = [a for a, _ in first]
    assert pairs.issuperset(first)
    assert sorted(company) == sorted({a for a, _ in pairs})
    traits = {path: traits_of(texts[path]) for path in company}
    crowd = Crowd(sketches, traits, rooms=lambda note: rooms[note.path], asked=asked, least=LEAST)
    standing: list[Note] = []
    for note in notes:
        found = {other.path for other in crowd.near(note)}
        for other in standing:
            close = near(sketches[note.path], sketches[other.path])
            met = (note.path, other.path) in meets
            alike = (close and met) or linked(note, other)
            ours = not asked.isdisjoint({note.path, other.path})
            if alike and ours and says_the_same(texts[note.path], texts[other.path]):
                assert other.path in found
            if other.path in found:
                assert alike
                assert ours
        crowd.stand(note)
        standing.append(note)
