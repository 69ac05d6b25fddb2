"""What is kept of who is near whom is what looking at everything anew would find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.bootstrap import open_journal
from luminair.journal.precedence import rooms_of
from luminair.journal.projects import Spot
from luminair.journal.vault import neighbours as module
from luminair.journal.vault.neighbours import Neighbours, Pair
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from luminair.journal.notes.note import Note

LEAST = 4
DRAWN = st.tuples(
    st.sets(st.integers(1, 10), max_size=8).map(lambda each: tuple(sorted(each))),
    st.sampled_from(["global", "folder", "session"]),
    st.sampled_from(["/p", "/q"]),
    st.sampled_from(["note", "rule"]),
)
VAULT = st.dictionaries(st.sampled_from("abcdefgh"), DRAWN, max_size=8)


def by_cwd(note: Note) -> Spot:
    return Spot(note.cwd, "", is_git=True)


def nobody(_pairs: Collection[Pair]) -> set[Pair]:
    return set()


def sum_is_odd(pairs: Collection[Pair]) -> set[Pair]:
    """Tells some pairs apart, by their names alone."""
    return {(a, b) for a, b in pairs if (ord(a[0]) + ord(b[0])) % 2}


@given(st.lists(VAULT, min_size=1, max_size=4), st.sampled_from([nobody, sum_is_odd]))
def test_it_follows_every_change(vaults: list[dict], apart: object) -> None:
    kept = Neighbours()
    for vault in vaults:
        notes = [
            made(f"{name}.md", scope=scope, cwd=cwd, kind=kind, sha256=f"{sketch} {kind}")
            for name, (sketch, scope, cwd, kind) in vault.items()
        ]
        sketches = {f"{name}.md": drawn[0] for name, drawn in vault.items()}

        def found(by: Neighbours, notes=notes, sketches=sketches) -> dict[str, set[str]]:
            asked = by.among(notes, lambda note: rooms_of(note, by_cwd), sketches, apart, LEAST)
            assert asked is not None
            return {path: set(others) for path, others in asked.items()}

        assert found(kept) == found(Neighbours())


def test_too_many_pairs_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 2)
    notes = [made(f"{at}.md", sha256=str(at)) for at in range(9)]
    sketches = {note.path: tuple(range(8)) for note in notes}
    kept = Neighbours()
    for asked in (notes, notes[:2]):
        found = kept.among(asked, lambda note: rooms_of(note, by_cwd), sketches, nobody, LEAST)
        assert found is None


@pytest.mark.parametrize("crowded", [False, True])
def test_a_listing_after_changes_is_that_of_a_journal_just_opened(
    home: Path, vault: Path, monkeypatch: pytest.MonkeyPatch, crowded: bool
) -> None:
    if crowded:
        monkeypatch.setattr(module, "MOST_PAIRS", -1)
    words = "Retry an upload three times, wait longer each time and then say what failed."
    folder = vault / "Notes"
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, text: str, scope: str = "global", title: str = "") -> None:
        named = f'title: "{title}"\n' if title else ""
        key = f"20260902T1420-{ord(name):04x}"
        head = f"---\nid: {key}\nkind: note\nscope: {scope}\nsession: s\n{named}---\n"
        (folder / f"{name}.md").write_text(f"{head}{text}\n", encoding="utf-8")

    def hidden(found: list) -> dict[str, str]:
        return {each.note.path: each.hidden_by for each in found if each.hidden_by}

    write("a", words)
    write("b", words, "session")
    write("c", "Say who owns the proxy and when it is away.", "session", "Proxy")
    write("d", "Another thing.", title="Proxy")
    journal = open_journal(home=str(home), vault=str(vault))
    changes = [
        lambda: None,
        (folder / "a.md").unlink,
        lambda: write("e", words),
        lambda: write("b", f"{words} But never on Friday 30.", "session"),
        lambda: (folder / "d.md").rename(folder / "moved.md"),
        lambda: write("c", words, "session"),
        lambda: write("e", "Nothing like it any more, but of other words."),
    ]
    seen = []
    for change in changes:
        change()
        journal.refresh()
        fresh = open_journal(home=str(home), vault=str(vault))
        found = hidden(journal.listing())
        assert found == hidden(fresh.listing())
        fresh.close()
        seen.append(len(found))
    assert len(set(seen)) > 1
    journal.close()
