"""Sizes and counts as settings say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.journal import FolderFacts


def size(number: int) -> str:
    """Bytes for people, as Finder counts them: '4 KB', '2.1 MB'."""
    if number < 1000:
        return counted(number, "byte")
    for unit, one in (("KB", 1000), ("MB", 1000**2), ("GB", 1000**3)):
        if number < 1000 * one or unit == "GB":
            share = number / one
            return f"{share:.0f} {unit}" if share >= 10 or unit == "KB" else f"{share:.1f} {unit}"
    raise AssertionError


def titles_words(titles: Sequence[str]) -> str:
    """What lanes are called, in a list: what is no name begins small behind the first."""
    return ", ".join([*titles[:1], *(each.replace("Another ", "another ") for each in titles[1:])])


def facts_words(facts: FolderFacts) -> str:
    """What a folder holds, in one line."""
    if not facts.exists:
        return "It will be made."
    if not facts.notes:
        return "No notes in it yet."
    words = f"{counted(facts.notes, 'note')} · {size(facts.bytes)} · Markdown files you own"
    if facts.unreadable:
        words += f" · {facts.unreadable:,} cannot be read"
    return words


def ride_words(ride: str | tuple[str, ...] | None) -> str:
    """Which notes of the owner's own may ride, as a sentence."""
    if ride == "all":
        return "All of your own notes may ride."
    if isinstance(ride, tuple):
        return f"Of your own notes only those in {', '.join(ride)} may ride."
    return "Your own notes do not ride; they can be searched."
