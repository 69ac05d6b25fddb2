"""Who keeps company is found once, and says just what comparing each with each says."""

from __future__ import annotations

import random
from threading import RLock
from typing import TYPE_CHECKING

import pytest

from luminair.journal.copies import original_path
from luminair.journal.precedence import HiddenBy, settle
from luminair.journal.projects import Place
from luminair.journal.vault import company as company_room
from luminair.journal.vault import comparing
from luminair.journal.vault.catalogue import LEAST, Catalogue
from luminair.journal.vault.catalogue_likes import needed
from luminair.journal.vault.catalogue_rows import room_of
from luminair.journal.vault.comparing import Comparing
from luminair.journal.vault.crowd import set_title
from luminair.journal.vault.repositories import Repositories
from luminair.journal.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from luminair.journal.notes.note import Note

TEXT = "one two three four five six seven eight nine ten eleven twelve"
WORDS = TEXT.split()
IDS = [f"20260825T2009-{number:04x}" for number in range(12)]


def view_of(catalogue: Catalogue, notes: Sequence[Note], place: Place, person: Path) -> View:
    known = Repositories(home=str(person))
    return View(catalogue, RLock(), known, place.project, notes, list, {})


class EachWithEach:
    """The plainest crowd: sketches, titles and overrides, without any index."""

    def __init__(self, sketches: dict[str, tuple[int, ...]], asked: set[str]) -> None:
        self._sketches, self._asked = sketches, asked
        self._standing: list[Note] = []

    def stand(self, note: Note) -> None:
        self._standing.append(note)

    def near(self, note: Note) -> list[Note]:
        return [
            other
            for other in self._standing
            if not self._asked.isdisjoint({note.path, other.path})
            and (self.alike(note, other) or linked(note, other))
        ]

    def alike(self, a: Note, b: Note) -> bool:
        one, other = self._sketches[a.path], self._sketches[b.path]
        shared = len({*one} & {*other})
        return bool(one and other) and shared >= needed(LEAST, len(one), len(other))


def linked(a: Note, b: Note) -> bool:
    same = set_title(a) == set_title(b) != ""
    return same or b.id in a.overrides or a.id in b.overrides


def by_hand(vault: Path, asked: Sequence[str], place: Place, person: Path) -> dict[str, HiddenBy]:
    """Who is hidden, found out anew of the files."""
    catalogue = Catalogue.open(vault, None)
    catalogue.refresh()
    notes = {note.path: note for note in catalogue.notes()}
    ours = [notes[path] for path in asked]
    view, lock = view_of(catalogue, ours, place, person), RLock()
    crowd = EachWithEach(dict(catalogue.sketches()), set(asked))
    rooms = view.rooms(place)

    def is_rival(note: Note) -> bool:
        near = room_of(note.scope, note.cwd, note.project, note.session) in rooms
        return any(linked(note, each) or (near and crowd.alike(note, each)) for each in ours)

    field = {note.path: note for note in notes.values() if note.path in asked or is_rival(note)}
    while True:
        tied = [note for note in notes.values() if any(linked(note, x) for x in field.values())]
        if all(note.path in field for note in tied):
            break
        field.update((note.path, note) for note in tied)
    originals = {original_path(note) for note in field.values()}
    field.update((path, notes[path]) for path in originals if path in notes)
    where = Repositories(home=str(person)).where([*field.values()], place.project)
    seen = View.seen(view_of(catalogue, [*field.values()], place, person), field.values(), place)
    pairs = Comparing(catalogue, lock, {})
    hidden = settle(seen, same_text=pairs.same, versions=pairs.versions, crowd=crowd, where=where)
    catalogue.close()
    return hidden


def write(vault: Path, chance: random.Random, path: str) -> None:
    words = chance.sample(WORDS, 12 if chance.random() < 0.7 else 6)
    body = " ".join(sorted(words, key=WORDS.index)) + chance.choice(["", "", " 30", " 300", " not"])
    scope = chance.choice(["global", "folder", "folder", "session"])
    header = {
        "id": IDS[int(path[1:3].strip(". "))],
        "scope": scope,
        "kind": chance.choice(["note", "note", "rule", "ask", "ruledout"]),
        "session": chance.choice(["s1", "s2"]),
        "cwd": chance.choice(["/nowhere/here", "/nowhere/away"]),
        "updated": f'"2026-08-2{chance.randint(1, 9)}T10:00:00.000Z"',
    }
    if chance.random() < 0.3:
        header["title"] = chance.choice(['"Same title"', '"Other"'])
    if chance.random() < 0.2:
        header["overrides"] = chance.choice(IDS)
    if chance.random() < 0.2:
        header["source"] = "api/model"
    lines = "".join(f"{name}: {value}\n" for name, value in header.items())
    (vault / path).write_text(f"---\n{lines}---\n{body}\n", encoding="utf-8")


@pytest.mark.parametrize("seed", range(16))
def test_what_is_kept_says_what_comparing_each_with_each_says(
    vault: Path, tmp_path: Path, person: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)  # noqa: S311 a test's own
    monkeypatch.setattr(comparing, "FEW", chance.choice([0, 3, 300]))
    monkeypatch.setattr(company_room, "MOST", chance.choice([0, 2, 200]))
    paths = [f"n{number}.md" for number in range(11)] + ["n1 2.md"]
    known = Repositories(home=str(person))
    for path in paths:
        write(vault, chance, path)
    for _ in range(8):
        for path in chance.sample(paths, chance.randint(0, 4)):
            if chance.random() < 0.2:
                (vault / path).unlink(missing_ok=True)
            else:
                write(vault, chance, path)
        catalogue = Catalogue.open(vault, tmp_path / "index")
        catalogue.refresh()
        there = [note.path for note in catalogue.notes()]
        for _ in range(3):
            found = known.find(chance.choice(["/nowhere/here", "/nowhere/away"]))
            place = Place(chance.choice(["s1", "s2", ""]), found.project, found.inside)
            asked = chance.sample(there, chance.choice([1, len(there) // 2, len(there)]))
            notes = catalogue.at(asked)
            view = view_of(catalogue, notes, place, person)
            seen = view.seen(notes, place)
            ours = {note.path for note in seen}
            found_out = view.hidden(seen, place).items()
            hidden = {path: by for path, by in found_out if path in ours}
            wanted = by_hand(vault, sorted(ours), place, person)
            assert hidden == {path: by for path, by in wanted.items() if path in ours}
        catalogue.close()


def test_a_copy_is_hidden_until_it_says_something_else(
    vault: Path, tmp_path: Path, person: Path
) -> None:
    place = Place("s1")
    states = []
    for text in (TEXT, None, f"{TEXT} 30", TEXT):
        (vault / "kept.md").write_text(f"---\nscope: global\n---\n{TEXT}\n", encoding="utf-8")
        if text is not None:
            copy = f"---\nscope: session\nsession: s1\n---\n{text}\n"
            (vault / "copy.md").write_text(copy, encoding="utf-8")
        catalogue = Catalogue.open(vault, tmp_path)
        catalogue.refresh()
        notes = catalogue.notes()
        hidden = view_of(catalogue, notes, place, person).hidden(notes, place)
        states.append({path: by.path for path, by in hidden.items()})
        catalogue.close()
    assert states == [{"copy.md": "kept.md"}, {"copy.md": "kept.md"}, {}, {"copy.md": "kept.md"}]


ROOMS = {0}


def fill(vault: Path, count: int) -> list[str]:
    for number in range(count):
        (vault / f"{number}.md").write_text(f"{TEXT} {number}\n", encoding="utf-8")
    return [f"{number}.md" for number in range(count)]


def keep(catalogue: Catalogue, paths: Sequence[str]) -> list[tuple[str, str]]:
    """Asks and keeps; gives the pairs that had to be found."""
    found = catalogue.companies(paths, ROOMS)
    catalogue.keep_companies(found)
    return found.fresh


def test_only_what_is_new_is_looked_for(vault: Path, tmp_path: Path) -> None:
    paths = fill(vault, 6)
    for turn in range(2):
        catalogue = Catalogue.open(vault, tmp_path)
        catalogue.refresh()
        assert len(keep(catalogue, paths)) == (0 if turn else 30)
        assert keep(catalogue, paths) == []  # known before it is stored, too
        catalogue.close()
    (vault / "6.md").write_text(f"{TEXT} 6\n", encoding="utf-8")
    catalogue = Catalogue.open(vault, tmp_path)
    catalogue.refresh()
    assert sorted(keep(catalogue, paths)) == [(path, "6.md") for path in paths]
    assert catalogue.companies(["0.md"], ROOMS).by_path() == {"0.md": {*paths[1:], "6.md"}}
    (vault / "1.md").unlink()
    catalogue.refresh()
    assert catalogue.companies(["0.md"], ROOMS).by_path() == {"0.md": {*paths[2:], "6.md"}}
    catalogue.close()


def test_a_crowd_is_not_kept(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company_room, "MOST", 4)
    paths = fill(vault, 6)
    catalogue = Catalogue.open(vault, tmp_path)
    catalogue.refresh()
    assert [len(keep(catalogue, paths)) for _ in range(2)] == [30, 30]
    catalogue.close()


def test_numbers_of_an_index_made_anew_meanwhile_are_not_kept(vault: Path, tmp_path: Path) -> None:
    paths = fill(vault, 4)
    slow, other = Catalogue.open(vault, tmp_path), Catalogue.open(vault, tmp_path)
    slow.refresh()
    assert len(keep(slow, paths)) == 12
    for path in paths[2:]:
        (vault / path).write_text("something else altogether\n", encoding="utf-8")
    other.refresh()
    slow.close()
    rows = other._file.ask("SELECT count(*) FROM company")
    assert rows == [(0,)]
    assert sorted(keep(other, paths)) == [
        ("0.md", "1.md"), ("1.md", "0.md"), ("2.md", "3.md"), ("3.md", "2.md"),
    ]  # fmt: skip
    other.close()
