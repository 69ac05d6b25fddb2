"""Reads what reached a model as a person would: which entries stand under which heading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.story.told import Story

OPEN, DEAD, KNOWN, FINISHED = "open", "dead", "known", "finished"

_BLOCKS = {
    "DEAD ENDS": DEAD,
    "OPEN ASKS": OPEN,
    "NOTES THAT MATCH": KNOWN,
    "OLD CONVERSATION SUMMARIES": KNOWN,
    "EARLIER SESSIONS": KNOWN,  # as the hook says it
}
_PARTS = {"| ## Decided": KNOWN, "| ## Open": OPEN, "| ## Dead ends": DEAD}


@dataclass
class Entry:
    """One item of a list, or one note.

    Attributes:
        place: open asks, dead ends, or what is known.
        text: its lines.
    """

    place: str
    text: str

    def says(self, words: Iterable[str]) -> bool:
        """Whether all the words stand in it."""
        text = self.text.casefold()
        return all(word.casefold() in text for word in words)


def entries(texts: Iterable[str]) -> list[Entry]:
    """What rides besides rules and pins, entry by entry."""
    found: list[Entry] = []
    block = place = ""
    for line in "\n".join(texts).splitlines():
        name = next((name for name in _BLOCKS if line.startswith(name)), "")
        if name:
            block = place = _BLOCKS[name]
        elif line.startswith("[note "):
            place = block
            found.append(Entry(place, ""))
        elif line in _PARTS:
            place = _PARTS[line]
        elif block and line.startswith("| "):
            if line.startswith("| - "):
                found.append(Entry(place, ""))
            found[-1].text += line[1:]
    return [each for each in found if each.text.strip()]


class Fault(NamedTuple):
    """Something that a model of day two would miss, or be told wrongly.

    Attributes:
        kind: the place where it should stand, or ``FINISHED`` for an ask that should not ride.
        words: by which the story knows it.
    """

    kind: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        said = "finished and still open" if self.kind == FINISHED else f"not among {self.kind}"
        return f"{said}: {', '.join(self.words)}"


def faults(story: Story, texts: Iterable[str]) -> list[Fault]:
    """What a model of day two would miss or be told wrongly; none where all is whole."""
    found = entries(texts)

    def stands(words: Iterable[str], place: str) -> bool:
        return any(each.place == place and each.says(words) for each in found)

    wanted = ((story.open, OPEN), (story.decided, KNOWN), (story.dead, DEAD))
    missing = [
        Fault(place, words) for many, place in wanted for words in many if not stands(words, place)
    ]
    return missing + [Fault(FINISHED, words) for words in story.done if stands(words, OPEN)]


def leaks(other: Story, story: Story, texts: Iterable[str]) -> list[str]:
    """Words of the other project that reached the model of this one."""
    whole = "\n".join(texts).casefold()
    ours = " ".join(part for turn in story.talk for part in turn).casefold()
    return [
        mark for mark in other.marks if mark.casefold() in whole and mark.casefold() not in ours
    ]


def unasked(story: Story, texts: Iterable[str]) -> list[str]:
    """What rode and is none of the story's asks, decisions and dead ends, entry by entry."""
    wanted = (*story.open, *story.done, *story.decided, *story.dead)
    return [
        f"{each.place}: {' '.join(each.text.split())}"
        for each in entries(texts)
        if not any(map(each.says, wanted))
    ]
