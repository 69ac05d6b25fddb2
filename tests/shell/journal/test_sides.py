"""Both sides of a conflict, cut down to where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.shell.journal.sides import MOST_LINES, NONE, Piece, sides_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.shell.journal.shelf import VaultDesk

PATH = "Notes/Sides.md"
HEAD = "---\ntitle: Sides\nupdated: {}\n---\n"


def words(pieces: tuple[Piece, ...]) -> str:
    """The text, what changed in brackets."""
    return "".join(f"[{each.text}]" if each.changed else each.text for each in pieces)


@pytest.mark.parametrize(
    ("disk", "typed", "theirs", "mine"),
    [
        (
            "a 16 of 71.\nEnd\n",
            "a 17 of 72.\nEnd\n",
            "a [16] of [71].\nEnd",
            "a [17] of [72].\nEnd",
        ),
        ("One\n", "One\nTwo\n", "One", "One\n[Two]"),
        ("One\r\nX\r\n", "One\nY\n", "One\n[X]", "One\n[Y]"),
        ("a\nx\nb\nc\nd\ny", "a\nz\nb\nc\nd\nw", "a\n[x]\nb\nc\nd\n[y]", "a\n[z]\nb\nc\nd\n[w]"),
        (HEAD.format(1) + "X\n", HEAD.format(2) + "Y\n", "[X]", "[Y]"),
        (
            HEAD.format(1) + "X\n",
            HEAD.format(2) + "X\n",
            "---\ntitle: Sides\nupdated: [1]\n---",
            "---\ntitle: Sides\nupdated: [2]\n---",
        ),
        (
            "word " * 40 + "\nx\n" + "word " * 40,
            "word " * 40 + "\ny\n" + "word " * 40,
            "… " + "word " * 11 + "\n[x]\n" + "word " * 12 + "…",
            "… " + "word " * 11 + "\n[y]\n" + "word " * 12 + "…",
        ),
        ("\n", "Only here\n", NONE, "[Only here]"),
    ],
)
def test_only_where_they_differ(
    journal_desk: VaultDesk, shelf_vault: Path, disk: str, typed: str, theirs: str, mine: str
) -> None:
    (shelf_vault / PATH).write_bytes(disk.encode())
    journal_desk.journal.refresh()
    found = sides_of(journal_desk.journal, PATH, typed)
    assert words(found.disk) == theirs
    assert words(found.mine) == mine
    assert found.at.endswith(".000Z")


def test_a_long_difference_is_cut(journal_desk: VaultDesk, shelf_vault: Path) -> None:
    (shelf_vault / PATH).write_text("x\n", encoding="utf-8")
    journal_desk.journal.refresh()
    typed = "".join(f"line {at}\n" for at in range(50))
    lines = words(sides_of(journal_desk.journal, PATH, typed).mine).split("\n")
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == "…"
