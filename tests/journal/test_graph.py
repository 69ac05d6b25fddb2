"""The links of a whole vault: pure, and over a real one against the note-by-note answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal.graph import resolved
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.journal import Journal


def test_a_name_is_looked_up_by_path_file_title_then_alias() -> None:
    notes = [
        made("Notes/a.md", title="First", aliases=("one",)),
        made("Notes/b.md", title="a"),
        made("Other/c.md", title="Third", aliases=("first",)),
    ]
    named = [("Notes/b.md", "a"), ("Other/c.md", "notes/a"), ("Notes/a.md", "third")]
    assert resolved(notes, named) == [
        ("Notes/a.md", "Other/c.md"),
        ("Notes/b.md", "Notes/a.md"),
        ("Other/c.md", "Notes/a.md"),
    ]
    assert resolved(notes, [("Notes/b.md", "one")]) == [("Notes/b.md", "Notes/a.md")]


def test_a_name_that_several_have_leads_nowhere_and_so_does_one_that_nobody_has() -> None:
    notes = [made("A/x.md"), made("B/x.md"), made("c.md", title="only", aliases=("x",))]
    assert resolved(notes, [("c.md", "x"), ("c.md", "nobody")]) == []
    assert resolved(notes, [("c.md", "b/x")]) == [("c.md", "B/x.md")]


def test_ids_and_paths_that_step_up_lead_to_a_note_and_a_note_never_to_itself() -> None:
    notes = [made("a.md", id="20260901T1000-0001"), made("N/b.md")]
    named = [("N/b.md", "20260901t1000-0001"), ("a.md", "../n/b"), ("a.md", "./a"), ("a.md", "a")]
    assert resolved(notes, named) == [("N/b.md", "a.md"), ("a.md", "N/b.md")]


def test_damaged_notes_take_no_part() -> None:
    notes = [made("a.md"), made("b.md", damage="is not UTF-8")]
    assert resolved(notes, [("a.md", "b"), ("b.md", "a"), ("gone.md", "a")]) == []


def test_over_a_vault_it_says_what_each_note_says(
    vault: Path, opened: Callable[[], Journal]
) -> None:
    texts = {
        "Notes/Hub.md": "---\naliases: [the hub]\n---\n[[Leaf]], [x](Notes/Deep/Leaf%202.md)\n",
        "Notes/Leaf.md": "See [[hub]] and [[The Hub|it]], and `[[Nothing]]`.\n",
        "Notes/Deep/Leaf 2.md": "See [[Twin]] and [[Notes/Hub]].\n",
        "A/Twin.md": "one\n",
        "B/Twin.md": "[[A/Twin]]\n",
        "Notes/Bad.md": "---\ntitle: x\n",
    }
    for path, text in texts.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")
    journal = opened()
    linked = journal.linked()
    assert ("Notes/Leaf.md", "Notes/Hub.md") in linked
    assert ("Notes/Hub.md", "Notes/Deep/Leaf 2.md") in linked
    assert not [pair for pair in linked if pair[0] == "Notes/Deep/Leaf 2.md" and "Twin" in pair[1]]
    for path in texts:
        if path == "Notes/Bad.md" or path.endswith("Twin.md"):
            continue  # what means two notes is told of both, note by note
        told = {(each.note.path, path) for each in journal.links_to(path)}
        assert {pair for pair in linked if pair[1] == path} == told


def test_the_links_of_a_note_name_each_note_that_is_meant_and_what_is_not_there(
    opened: Callable[[], Journal],
) -> None:
    journal = opened()
    text = "[[tides]] and [[Tides|again]], [[../reef.md]], ![[chart.png]], [[me]], [[nobody]].\n"
    me = journal.add(title="Me", body=text).note
    tides = journal.add(title="Tides").note
    first = journal.add(title="Reef").note
    second = journal.add(title="Reef", folder="Other").note
    named = {each.name: [note.path for note in each.notes] for each in journal.links_from(me.key)}
    assert named == {
        "tides": [tides.path],
        "reef": sorted([first.path, second.path]),
        "nobody": [],
    }
    assert dict(journal.folders()) == {"Notes": 3, "Other": 1}


def test_a_damaged_note_is_meant_by_no_link(opened: Callable[[], Journal], vault: Path) -> None:
    (vault / "Broken.md").write_text("---\ntitle: never closed\n\nbody\n")
    journal = opened()
    me = journal.add(title="Me", body="[[Broken]]\n").note
    (only,) = journal.links_from(me.key)
    assert (only.name, only.notes) == ("Broken", ())


def test_a_name_is_asked_for_once(opened: Callable[[], Journal]) -> None:
    notes = [made("a.md"), made("b.md"), made("c.md")]
    assert resolved(notes, [("b.md", "a"), ("c.md", "a"), ("gone.md", "a")]) == [
        ("b.md", "a.md"),
        ("c.md", "a.md"),
    ]
    assert opened().generation >= 0
