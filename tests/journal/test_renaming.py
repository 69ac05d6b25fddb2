"""Renaming a note's file: its links follow, and not one other byte changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.bootstrap import open_journal
from luminair.errors import Refused, UsageError
from luminair.journal.notes.reading import note_of
from luminair.journal.notes.text import link_places, links
from luminair.journal.renaming import Renamed, file_name, relinked, renamed

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

OLD = note_of("Notes/Old.md", b"# Old\n\nText.\n", file_time="2026-01-01T00:00:00.000Z").note
WHAT = Renamed(OLD, "Notes/New name.md", frozenset({"notes/old", "old"}), unique=True)
FENCED = "\r\n~~~~ md\r\n[x](Old.md)\r\n~~~~\r\n"
PROSE = st.text(st.characters(exclude_characters="[]`~\r\n\x1c\x1d\x1e\x85\u2028\u2029\x0b\x0c"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See [[Old]].", "See [[New name]]."),
        ("[[ Old |shown]]", "[[ New name |shown]]"),
        ("[[Old#Part two|shown]]", "[[New name#Part two|shown]]"),
        ("![[old]]", "![[New name]]"),
        ("[[Notes/Old]] [[Old.md]]", "[[Notes/New name]] [[New name.md]]"),
        ("| [[Old\\|cell]] |", "| [[New name\\|cell]] |"),
        ("[a](Old.md#x)", "[a](New%20name.md#x)"),
        ('[a](<./Old.md> "t")', '[a](<./New name.md> "t")'),
        ("[a](../Notes/Old.md)", "[a](../Notes/New%20name.md)"),
        ("[a](../Old.md)", "[a](../Old.md)"),
        ("[a](https://x.org/Old.md)", "[a](https://x.org/Old.md)"),
        ("[[Older]] [[x/Old]] Old", "[[Older]] [[x/Old]] Old"),
        ("`[[Old]]` [[Old]] ``[a](Old.md)``", "`[[Old]]` [[New name]] ``[a](Old.md)``"),
        ("```\n[[Old]]\n```\r\n[[Old]]", "```\n[[Old]]\n```\r\n[[New name]]"),
    ],
)
def test_what_follows_and_what_stays(before: str, after: str) -> None:
    assert relinked(before, "Notes/Here.md", WHAT, title="Old")[0] == after


@given(
    st.lists(
        st.one_of(
            PROSE.map(lambda text: (text, text)),
            st.sampled_from(
                [
                    ("[[Old]]", "[[New name]]"),
                    ("[[Old#h|s]]", "[[New name#h|s]]"),
                    ("[x](Old.md)", "[x](New%20name.md)"),
                    ("[[Other]]", "[[Other]]"),
                    ("`[[Old]]`", "`[[Old]]`"),
                    ("\n```\n[[Old]]\n```\n", "\n```\n[[Old]]\n```\n"),
                    (FENCED, FENCED),
                    ("\r", "\r"),
                ]
            ),
        ),
        max_size=12,
    )
)
def test_nothing_outside_of_links_changes(parts: list[tuple[str, str]]) -> None:
    before = " ".join(old for old, _ in parts)
    after = " ".join(new for _, new in parts)
    found, count = relinked(before, "Notes/Here.md", WHAT, title="Old")
    assert found == after
    assert count == sum(old != new for old, new in parts)


@given(st.text(st.sampled_from("[]|#`~()<>.md Old\n\r!\\")))
def test_places_are_those_of_the_links(body: str) -> None:
    named = [link for link in links(body) if link.target]
    places = link_places(body)
    assert len(places) <= len(named)
    for place in places:
        if place.link.wiki:
            assert body[place.start : place.end] == place.link.target


def test_a_name_that_several_notes_have_is_left_alone() -> None:
    twin = note_of("Other/Old.md", b"Text.\n", file_time="2026-01-01T00:00:00.000Z").note
    what = renamed(OLD, "Notes/New.md", [OLD, twin])
    found, _ = relinked("[[Old]] [[Notes/Old]]", "A.md", what, title="Old")
    assert found == "[[Old]] [[Notes/New]]"


def test_where_the_new_name_is_taken_elsewhere_links_say_the_folder() -> None:
    other = note_of("Else/New.md", b"Text.\n", file_time="2026-01-01T00:00:00.000Z").note
    what = renamed(OLD, "Notes/New.md", [OLD, other])
    assert relinked("[[Old]]", "A.md", what, title="Old")[0] == "[[Notes/New]]"


def test_no_file_gets_a_name_that_a_link_cannot_say() -> None:
    assert not set("[]#^|") & set(file_name("C# [draft] ^a|b"))


@pytest.fixture
def journal(home: Path, vault: Path) -> Journal:
    for path, text in {
        "Notes/Old.md": (
            '---\nid: 20260101T0000-aaaa\ntitle: "Old"\n# mine\n---\n\nSelf: [[Old]].\n'
        ),
        "Notes/A.md": "---\nmine: 'x'   # kept\n---\r\nSee [[Old]]  \nand `[[Old]]`\r\n",
        "Else/B.md": "[old](../Notes/Old.md)",
        "Notes/C.md": "Nothing here.\n",
    }.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(text.encode())
    return open_journal(home=str(home), vault=str(vault))


def _bytes(vault: Path) -> dict[str, bytes]:
    files = vault.rglob("*.md")
    return {
        str(file.relative_to(vault)): file.read_bytes()
        for file in files
        if ".luminair" not in file.parts
    }


def test_title_file_and_links_in_one_step(journal: Journal, vault: Path) -> None:
    before = _bytes(vault)
    written = journal.rename("Notes/Old.md", "A new name")
    assert written.note.path == "Notes/A new name.md"
    assert written.note.title == "A new name"
    assert written.said == "3 links to it followed."
    now = _bytes(vault)
    assert now["Notes/A.md"] == before["Notes/A.md"].replace(b"See [[Old]]", b"See [[A new name]]")
    assert now["Else/B.md"] == b"[old](../Notes/A%20new%20name.md)"
    assert now["Notes/C.md"] == before["Notes/C.md"]
    assert b"Self: [[A new name]]." in now["Notes/A new name.md"]
    assert b"# mine" in now["Notes/A new name.md"]
    assert {each.note.path for each in journal.links_to(written.note.path)} == {"Notes/A.md"}
    journal.undo(written.operation)
    assert _bytes(vault) == before


def test_no_link_to_another_note_is_taken_over(journal: Journal, vault: Path) -> None:
    (vault / "Else/Twin.md").write_text("---\ntitle: A new name\n---\n", encoding="utf-8")
    (vault / "Notes/D.md").write_text("See [[a new name]].\n", encoding="utf-8")
    journal.refresh()
    before = _bytes(vault)
    with pytest.raises(Refused, match=r"lead to 'Else/Twin\.md'"):
        journal.rename("Notes/Old.md", "A new name")
    assert _bytes(vault) == before
    journal.rename("Notes/Old.md", "Another name")
    assert (vault / "Notes/Another name.md").exists()


def test_a_name_that_fits_already_changes_nothing(journal: Journal, vault: Path) -> None:
    before = _bytes(vault)
    written = journal.rename("Notes/Old.md")
    assert not written.operation
    assert _bytes(vault) == before


def test_what_cannot_be_renamed_says_why(journal: Journal, vault: Path) -> None:
    (vault / "Broken.md").write_text("---\ntitle: x\n", encoding="utf-8")
    journal.refresh()
    with pytest.raises(Refused, match="cannot be read"):
        journal.rename("Broken.md", "y")
    archived = journal.archive(["Notes/C.md"])[0].note.path
    with pytest.raises(Refused, match="archived"):
        journal.rename(archived, "y")


def test_the_bin_takes_several_and_gives_them_back(journal: Journal, vault: Path) -> None:
    before = _bytes(vault)
    operation = journal.remove(["Notes/A.md", "Notes/C.md"])
    assert "Notes/A.md" not in _bytes(vault)
    assert [each.note.path for each in journal.listing()] == ["Else/B.md", "Notes/Old.md"]
    journal.undo(operation)
    assert _bytes(vault) == before


def test_a_folder_is_made_and_listed_while_it_is_empty(journal: Journal, vault: Path) -> None:
    assert journal.make_folder("Plans/2026") == "Plans/2026"
    assert journal.empty_folders() == ["Plans/2026"]
    journal.add(title="First", folder="Plans/2026")
    assert journal.empty_folders() == []
    (vault / "Link").symlink_to(vault / "Notes", target_is_directory=True)
    cases: list[tuple[str, type[Exception]]] = [
        ("plans/2026", Refused),
        ("../out", UsageError),
        (".hidden", UsageError),
        ("Archive/x", Refused),
        ("Link/x", Refused),
        ("", UsageError),
    ]
    for path, error in cases:
        with pytest.raises(error):
            journal.make_folder(path)
    assert not (vault / "Notes/x").exists()
