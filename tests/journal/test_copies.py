"""Conflict copies in a real vault: who rides depends on the files, never on the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, State
from luminair.journal.projects import Place

if TYPE_CHECKING:
    from pathlib import Path

RULE = "---\nkind: rule\n{more}---\n{text}\n"
TEXT = "Ask the owner before a key, a token or a password leaves this machine."
PROMPTS = ("", "fix the clock", "secrets", "which key leaves the machine")


def put(vault: Path, path: str, text: str) -> None:
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def riding(journal: Journal, text: str) -> set[bool]:
    """Whether the text rides, for each prompt."""
    return {text in journal.digest(prompt, Place()).text for prompt in PROMPTS}


@pytest.mark.parametrize(
    "other",
    [
        RULE.format(more="source: claude/opus\n", text="Secrets are fun."),
        RULE.format(more="source: claude/opus\n", text=TEXT),
        RULE.format(more="", text="Rotate each of them in January."),
        f"---\nsource: claude/opus\n---\nsecrets\n{TEXT}\n",
        f"secrets\n{TEXT}\n",
    ],
    ids=["a model's", "a model's, the same text", "another rule", "a model's note", "a note"],
)
def test_no_name_silences_a_rule(journal: Journal, vault: Path, other: str) -> None:
    put(vault, "Rules/Secrets.md", other)
    put(vault, "Rules/Secrets 2.md", RULE.format(more="", text=TEXT))
    journal.refresh()
    assert riding(journal, TEXT) == {True}
    assert "Rules/Secrets 2.md" not in hidden(journal)


@pytest.mark.parametrize("name", ["Secrets 2.md", "Secrets (conflicted copy 2026-01-02).md"])
def test_a_version_of_a_rule_yields_to_it(journal: Journal, vault: Path, name: str) -> None:
    put(vault, "Rules/Secrets.md", RULE.format(more="", text=TEXT))
    put(vault, f"Rules/{name}", RULE.format(more="", text=f"{TEXT} Ask twice."))
    journal.refresh()
    assert riding(journal, TEXT) == {True}
    assert riding(journal, "Ask twice.") == {False}
    assert hidden(journal) == {f"Rules/{name}"}


def test_a_copy_is_one_where_only_it_was_found(journal: Journal, vault: Path) -> None:
    put(vault, "Secrets.md", f"{TEXT}\n")
    put(vault, "Secrets (conflicted copy).md", "The gardener waters the roses on Monday.\n")
    journal.refresh()
    found = journal.search("gardener roses", place=Place())
    assert [each.state for each in found.results] == [State.HIDDEN]
    assert "gardener" not in journal.digest("roses of the gardener", Place()).text


def hidden(journal: Journal) -> set[str]:
    return {each.note.path for each in journal.listing(state=State.HIDDEN)}
