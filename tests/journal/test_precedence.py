from __future__ import annotations

from itertools import permutations
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.note import Note, Scope, Status, TitleFrom
from luminair.journal.precedence import Ground, HiddenBy, settle
from luminair.journal.projects import Spot
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SPOT = Spot("/work/harbor", "", is_git=True)


def by_cwd(note: Note) -> Spot | None:
    return Spot(note.cwd, "", is_git=True) if note.cwd else None


class Everyone:
    """A crowd in which all are near each other, or those that the test says."""

    def __init__(self, near: Callable[[Note], Iterable[Note]] | None = None) -> None:
        self._near = near
        self._standing: list[Note] = []

    def stand(self, note: Note) -> None:
        self._standing.append(note)

    def near(self, note: Note) -> list[Note]:
        if self._near is None:
            return list(self._standing)
        mine = {other.path for other in self._near(note)}
        return [
            other for other in self._standing if other.path in mine or note in self._near(other)
        ]


class Nobody(Everyone):
    """A crowd in which nobody is near anybody."""

    def near(self, _note: Note) -> list[Note]:
        return []


def settled(
    *notes: Note,
    same: Callable[[Note, Note], bool] = lambda _a, _b: False,
    versions: Callable[[Note, Note], bool] = lambda _a, _b: False,
    near: Callable[[Note], Iterable[Note]] | None = None,
    crowd: Everyone | None = None,
    whole_vault: bool = False,
) -> dict[str, HiddenBy]:
    return settle(
        notes,
        same_text=same,
        versions=versions,
        crowd=crowd or Everyone(near),
        where=by_cwd,
        whole_vault=whole_vault,
    )


def who(hidden: dict[str, HiddenBy]) -> dict[str, str]:
    return {path: by.path for path, by in hidden.items()}


def always(_a: Note, _b: Note) -> bool:
    return True


def test_by_title_global_wins_over_folder_over_session() -> None:
    notes = [
        made("g.md", title="Deploys", kind="rule"),
        made("f.md", title="deploys!", kind="rule", scope="folder", cwd="/p"),
        made("s.md", title="DEPLOYS", kind="rule", scope="session", session="s"),
    ]
    hidden = settled(*notes)
    assert who(hidden) == {"f.md": "g.md", "s.md": "g.md"}
    assert hidden["f.md"].reason == "Global wins over folder: the same title"
    assert who(settled(*notes[1:])) == {"s.md": "f.md"}


def test_within_one_scope_a_title_alone_never_hides() -> None:
    assert settled(made("a.md", title="X"), made("b.md", title="X")) == {}


@pytest.mark.parametrize("title_from", [TitleFrom.HEADING, TitleFrom.FILE_NAME])
def test_only_a_title_set_in_frontmatter_hides(title_from: TitleFrom) -> None:
    global_note = made("g.md", title="X")
    folder_note = made("f.md", title="X", scope="folder", cwd="/p", title_from=title_from)
    assert settled(global_note, folder_note) == {}
    from_heading = made("g.md", title="X", title_from=title_from)
    assert settled(from_heading, made("f.md", title="X", scope="folder", cwd="/p")) == {}


@pytest.mark.parametrize(
    ("one", "other", "hides"),
    [
        ("note", "doc", True),
        ("doc", "note", True),
        ("rule", "note", False),
        ("ask", "rule", False),
        ("ruledout", "note", False),
    ],
)
def test_notes_compare_within_their_kind_group(one: str, other: str, hides: bool) -> None:
    pair = (
        made("g.md", title="X", kind=one),
        made("f.md", title="X", kind=other, scope="folder", cwd="/p"),
    )
    assert bool(settled(*pair)) is hides
    assert bool(settled(*pair, same=always)) is hides


def test_within_one_scope_the_newer_of_two_copies_wins() -> None:
    old = made("a.md", title="One", updated="2026-09-01T10:00:00.000Z")
    new = made("b.md", title="Two", updated="2026-09-02T10:00:00.000Z")
    hidden = settled(old, new, same=always)
    assert hidden == {"a.md": HiddenBy("b.md", "A newer note says the same", Ground.TEXT)}


def test_equal_times_leave_it_to_the_path() -> None:
    pair = made("b.md"), made("a.md")
    assert who(settled(*pair, same=always)) == {"b.md": "a.md"}


def test_a_copy_in_a_wider_scope_wins_however_old() -> None:
    old = made("g.md", title="One", updated="2020-01-01T00:00:00.000Z")
    new = made("f.md", title="Two", scope="folder", cwd="/p")
    hidden = settled(old, new, same=always)
    assert hidden["f.md"].reason == "Global wins over folder: nearly the same text"


def test_folder_notes_compare_only_within_their_project() -> None:
    here = made("a.md", title="One", scope="folder", cwd="/p")
    there = made("b.md", title="Two", scope="folder", cwd="/q")
    assert settled(here, there, same=always) == {}
    beside = made("b.md", title="Two", scope="folder", cwd="/p")
    assert who(settled(here, beside, same=always)) == {"b.md": "a.md"}


def test_a_lower_rung_never_hides_a_higher_one() -> None:
    model = made("g.md", title="X", kind="rule", source="claude/opus", overrides=("owners",))
    owner = made("f.md", title="X", kind="rule", id="owners", scope="folder", cwd="/p")
    assert settled(model, owner, same=always) == {}
    imported = made("f.md", title="X", kind="rule", source="import:x", scope="folder", cwd="/p")
    assert who(settled(model, imported)) == {"f.md": "g.md"}


def test_overrides_names_an_id_whatever_scope_and_title() -> None:
    winner = made("f.md", scope="folder", cwd="/p", overrides=("old",))
    loser = made("g.md", id="old")
    hidden = settled(winner, loser)
    assert hidden["g.md"] == HiddenBy("f.md", "It names this note in overrides", Ground.OVERRIDES)


def test_overrides_may_name_many_and_strangers_and_itself() -> None:
    winner = made("w.md", id="w", overrides=("a", "b", "gone", "w"))
    assert set(settled(winner, made("a.md", id="a"), made("b.md", id="b"))) == {"a.md", "b.md"}


def test_what_was_replaced_stays_replaced_when_the_replacement_is() -> None:
    notes = [
        made("v1.md", id="v1"),
        made("v2.md", id="v2", overrides=("v1",)),
        made("v3.md", id="v3", overrides=("v2",)),
    ]
    assert who(settled(*notes)) == {"v1.md": "v2.md", "v2.md": "v3.md"}


@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_circle_of_overrides_keeps_its_strongest(size: int) -> None:
    notes = [
        made(f"{number}.md", id=str(number), overrides=(str((number + 1) % size),))
        for number in range(size)
    ]
    hidden = settled(*notes)
    assert "0.md" not in hidden
    assert hidden


def test_likeness_does_not_reach_through_a_hidden_note() -> None:
    """C is like B and B like A; what only B and C say would be lost."""
    a = made("a.md", title="A", updated="2026-09-03T00:00:00.000Z")
    b = made("b.md", title="B", updated="2026-09-02T00:00:00.000Z")
    c = made("c.md", title="C", updated="2026-09-01T00:00:00.000Z")
    alike = {("a.md", "b.md"), ("b.md", "c.md")}
    hidden = settled(a, b, c, same=lambda one, other: (one.path, other.path) in alike)
    assert who(hidden) == {"b.md": "a.md"}


@pytest.mark.parametrize(
    "values",
    [
        {"archived": "2026-09-01T00:00:00.000Z"},
        {"status": Status.HELD},
        {"damage": "It is not UTF-8"},
        {"rides": False},
    ],
)
def test_what_does_not_ride_hides_nobody(values: dict[str, object]) -> None:
    winner = made("g.md", title="X", overrides=("f",), **values)
    loser = made("f.md", title="X", id="f", scope="folder", cwd="/p")
    assert settled(winner, loser, same=always) == {}


def test_a_closed_ask_hides_no_open_one() -> None:
    closed = made("a.md", kind="ask", status=Status.DONE, updated="2026-09-09T00:00:00.000Z")
    assert settled(closed, made("b.md", kind="ask"), same=always) == {}


def test_a_harness_file_is_never_hidden_and_hides_by_name_only() -> None:
    harness = made("Harness/a.md", title="X", kind="rule", overrides=("old",))
    beside = made("f.md", title="X", kind="rule", scope="folder", cwd="/p")
    old = made("old.md", id="old", kind="rule")
    other = made("w.md", title="X", kind="rule", overrides=("Harness/a.md",))
    assert who(settled(harness, beside, old, same=always)) == {"old.md": "Harness/a.md"}
    assert "Harness/a.md" not in settled(harness, other, same=always)


def test_a_sync_conflict_copy_yields_to_its_original() -> None:
    original = made("Rules/Tabs.md", id="t", kind="rule")
    copy = made("Rules/Tabs (conflicted copy).md", id="t", kind="rule", clash="Rules/Tabs.md")
    hidden = settled(original, copy)
    assert hidden[copy.path].path == original.path
    assert hidden[copy.path].ground is Ground.COPY


@pytest.mark.parametrize("name", ["Tabs 2.md", "Tabs (1).md", "Tabs-LAPTOP-AB12.md"])
def test_another_text_under_a_copys_name_is_a_note(name: str) -> None:
    pair = made("Tabs.md", kind="rule"), made(name, kind="rule")
    assert settled(*pair) == {}
    assert who(settled(*pair, versions=always)) == {name: "Tabs.md"}


@pytest.mark.parametrize("name", ["Tabs 2.md", "Tabs (conflicted copy).md"])
@pytest.mark.parametrize(
    "original",
    [
        {"source": "claude/opus"},
        {"kind": "note"},
        {"status": Status.HELD},
        {"id": "20260901T1000-aaaa"},
    ],
)
def test_what_cannot_stand_for_the_copy_hides_it_not(
    name: str, original: dict[str, object]
) -> None:
    first = made("Tabs.md", **{"kind": "rule", **original})
    copy = made(name, kind="rule", id="20260901T1000-bbbb" if "id" in original else None)
    assert settled(first, copy, versions=always) == {}


def test_in_the_whole_vault_a_winner_must_be_visible_wherever_the_loser_is() -> None:
    here = made("f.md", title="X", scope="folder", cwd="/p")
    session = made("s.md", title="X", scope="session", session="s", cwd="/q")
    assert settled(here, session, whole_vault=True) == {}
    inside = made("s.md", title="X", scope="session", session="s", cwd="/p")
    assert who(settled(here, inside, whole_vault=True)) == {"s.md": "f.md"}
    overriding = made("o.md", scope="session", session="s", overrides=("g",))
    assert settled(overriding, made("g.md", id="g"), whole_vault=True) == {}
    assert who(settled(overriding, made("g.md", id="g"))) == {"g.md": "o.md"}


def test_copies_in_two_sessions_hide_each_other_nowhere() -> None:
    one = made("a.md", scope="session", session="a")
    other = made("b.md", scope="session", session="b")
    assert settled(one, other, same=always, whole_vault=True) == {}
    same_session = made("b.md", scope="session", session="a")
    assert who(settled(one, same_session, same=always, whole_vault=True)) == {"b.md": "a.md"}


def test_candidates_named_by_one_side_only_are_enough() -> None:
    a, b = made("a.md"), made("b.md")
    for naming, named in ((a, b), (b, a)):
        hidden = settled(
            a, b, same=always, near=lambda note, x=naming, y=named: [y] if note is x else []
        )
        assert who(hidden) == {"b.md": "a.md"}


def test_a_pair_is_asked_about_once_the_earlier_path_first() -> None:
    asked: list[tuple[str, str]] = []

    def ask(one: Note, other: Note) -> bool:
        asked.append((one.path, other.path))
        return False

    settled(made("b.md"), made("a.md"), made("c.md"), same=ask)
    assert sorted(asked) == [("a.md", "b.md"), ("a.md", "c.md"), ("b.md", "c.md")]


NOTES = st.lists(
    st.builds(
        lambda number, scope, title, day, source, overrides: made(
            f"{number}.md",
            id=str(number),
            scope=scope,
            title=title,
            cwd="/p" if scope is Scope.FOLDER else "",
            session="s" if scope is Scope.SESSION else "",
            updated=f"2026-09-0{day}T00:00:00.000Z",
            source=source,
            overrides=tuple(map(str, overrides)),
        ),
        st.integers(0, 5),
        st.sampled_from(Scope),
        st.sampled_from("XY"),
        st.integers(1, 2),
        st.sampled_from(["", "claude/opus"]),
        st.lists(st.integers(0, 5), max_size=2),
    ),
    max_size=5,
    unique_by=lambda note: note.path,
)


@given(NOTES)
def test_the_answer_does_not_depend_on_the_order(notes: list[Note]) -> None:
    answers = [settled(*order, same=always) for order in permutations(notes)]
    assert all(answer == answers[0] for answer in answers)


@given(NOTES, st.booleans())
def test_somebody_always_stays_and_trust_never_falls(notes: list[Note], whole_vault: bool) -> None:
    by_path = {note.path: note for note in notes}
    hidden = settled(*notes, same=always, whole_vault=whole_vault)
    assert not notes or len(hidden) < len(notes)
    for path, by in hidden.items():
        assert by.path != path
        assert by_path[by.path].trust >= by_path[path].trust


def test_ten_thousand_notes_take_well_under_a_second() -> None:
    scopes = [
        {"scope": "global"},
        {"scope": "folder", "cwd": "/p"},
        {"scope": "session", "session": "s"},
    ]
    notes = [
        made(f"{number:05}.md", title=f"Title {number % 3000}", **scopes[number % 3])
        for number in range(9000)
    ] + [made(f"u{number}.md", title="Untitled", **scopes[number % 3]) for number in range(1000)]
    start = perf_counter()
    hidden = settled(*notes, crowd=Nobody())
    whole = settled(*notes, crowd=Nobody(), whole_vault=True)
    assert perf_counter() - start < 2.0
    assert len(hidden) > 600
    assert len(whole) > 300


def test_folder_notes_of_no_known_project_hide_each_other_only_within_a_session() -> None:
    def one(path: str, session: str, updated: str) -> Note:
        return made(path, scope="folder", session=session, updated=updated)

    notes = [
        one("a.md", "s1", "2026-09-01T10:00:00.000Z"),
        one("b.md", "s1", "2026-09-02T10:00:00.000Z"),
        one("c.md", "s2", "2026-09-03T10:00:00.000Z"),
    ]
    assert set(settled(*notes, same=lambda _a, _b: True)) == {"a.md"}
