"""Notes of other places are passed by early, and nothing that belongs here with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.journal.notes.note import Scope
from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.catalogue_rows import room_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = "one two three four five six seven eight nine ten eleven twelve"
HERE = (Scope.FOLDER, "/work/here", "", "")
AWAY = (Scope.FOLDER, "/work/away", "", "")


def put(vault: Path, path: str, scope: str = "global", text: str = TEXT, **header: str) -> None:
    (vault / path).parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{name}: {value}\n" for name, value in header.items())
    (vault / path).write_text(f"---\nscope: {scope}\n{lines}---\n{text}\n", encoding="utf-8")


@pytest.fixture
def catalogue(vault: Path, tmp_path: Path) -> Iterator[Catalogue]:
    made = Catalogue.open(vault, tmp_path)
    yield made
    made.close()


def test_each_place_is_listed_once(vault: Path, catalogue: Catalogue) -> None:
    for number in range(5):
        put(vault, f"{number}.md", "folder", cwd="/work/here")
        put(vault, f"b{number}.md", "folder", cwd="/work/away", project="github.com/a/b")
        put(vault, f"s{number}.md", "session", session=f"s{number}", cwd="/work/else")
    put(vault, "none.md", "folder")
    put(vault, "g.md")
    catalogue.refresh()
    assert catalogue.folder_places() == [
        ("", ""),
        ("/work/away", "github.com/a/b"),
        ("/work/here", ""),
    ]
    (vault / "none.md").unlink()
    catalogue.refresh()
    assert len(catalogue.folder_places()) == 2


def test_rooms_of_one_place_are_one_and_others_are_others() -> None:
    rooms = {
        room_of(Scope.GLOBAL, "", "", ""),
        room_of(*HERE),
        room_of(*AWAY),
        room_of(Scope.FOLDER, "/work/here", "github.com/a/b", ""),
        room_of(Scope.SESSION, "/work/here", "", "s1"),
        room_of(Scope.SESSION, "", "", "s2"),
    }
    assert len(rooms) == 6
    assert room_of(Scope.GLOBAL, "/x", "p", "s") == room_of(Scope.GLOBAL, "", "", "")
    assert room_of(Scope.SESSION, "/x", "p", "s") == room_of(Scope.SESSION, "", "", "s")


def test_only_likeness_within_the_rooms_counts(vault: Path, catalogue: Catalogue) -> None:
    put(vault, "a.md", "folder", cwd="/work/here")
    put(vault, "like.md", "folder", cwd="/work/here")
    put(vault, "away.md", "folder", cwd="/work/away")
    put(vault, "all.md")
    put(
        vault, "named.md", "folder", "other words", cwd="/work/away", overrides="20260825T2009-4be1"
    )
    put(vault, "b.md", "folder", "yet others", cwd="/work/here", id="20260825T2009-4be1")
    catalogue.refresh()
    rooms = {room_of(*HERE), room_of(Scope.GLOBAL, "", "", "")}

    def alike() -> dict[str, set[str]]:
        found = catalogue.companies(["a.md", "b.md"], rooms)
        catalogue.keep_companies(found)
        return found.by_path()

    assert alike() == {"a.md": {"all.md", "like.md"}, "b.md": set()}
    assert catalogue.linked(["a.md", "b.md"]) == {"named.md"}
    every = catalogue.rivals([catalogue.find("a.md"), catalogue.find("b.md")])
    assert [note.path for note in every] == ["all.md", "away.md", "like.md", "named.md"]
    put(vault, "like.md", "folder", cwd="/work/away")
    catalogue.refresh()
    assert alike() == {"a.md": {"all.md"}, "b.md": set()}
    (vault / "all.md").unlink()
    catalogue.refresh()
    assert alike() == {"a.md": set(), "b.md": set()}


@pytest.mark.parametrize("away", [0, 1, 60])
@pytest.mark.parametrize("limit", [1, 3, 14])
def test_a_search_in_rooms_is_a_search_of_their_notes(
    vault: Path, catalogue: Catalogue, away: int, limit: int
) -> None:
    for number in range(9):
        put(vault, f"h{number}.md", "folder", f"{TEXT} {'two ' * number}", cwd="/work/here")
    for number in range(away):
        put(vault, f"a{number}.md", "folder", "two two two two", cwd="/work/away")
    catalogue.refresh()
    query, rooms = parse_query("two"), {room_of(*HERE)}

    def allowed(note: object) -> bool:
        return getattr(note, "cwd", "") == "/work/here"

    within = catalogue.search(query, limit=limit, allowed=allowed, rooms=rooms)
    whole = catalogue.search(query, limit=limit, allowed=allowed)
    assert within == whole
    assert len(within) == min(limit, 9)


def test_the_text_of_an_unchanged_note_comes_without_reading_its_header_again(
    vault: Path, catalogue: Catalogue
) -> None:
    from luminair.journal.notes.reading import note_of

    put(vault, "plain.md", text="über 日本\n\nline", title='"Ä: b"')
    (vault / "mark.md").write_bytes(b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\nbody\r\n")
    (vault / "bare.md").write_bytes(b"# Heading\n\ntext without an end")
    (vault / "bad.md").write_bytes(b"\xff\xfe\x00broken")
    catalogue.refresh()
    for path in ("plain.md", "mark.md", "bare.md", "bad.md"):
        raw = (vault / path).read_bytes()
        loaded = catalogue.load(path)
        fresh = note_of(path, raw, file_time=loaded.note.updated)
        assert (loaded.body, loaded.raw) == (fresh.body, raw)
        assert loaded.note.title == fresh.note.title
        assert loaded.note.damage == fresh.note.damage
    (vault / "plain.md").write_text("---\ntitle: new\n---\nnew text\n", encoding="utf-8")
    assert (catalogue.load("plain.md").note.title, catalogue.load("plain.md").body) == (
        "new",
        "new text\n",
    )
