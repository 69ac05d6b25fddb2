"""What can be gone to, and which of it a few typed letters mean."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHOWN = 7
"""Rows of one group."""
AT_FIRST = {"Sessions": 6, "Notes": 4}
"""Rows of a group before anything is typed; the newest."""


class Group(StrEnum):
    """Groups, in the order in which they stand; the value is the heading."""

    SESSIONS = "Sessions"
    NOTES = "Notes"
    COMMANDS = "Commands"


@dataclass(frozen=True, slots=True)
class Place:
    """Something to go to.

    Attributes:
        group: what it is.
        target: a session's id, a note's path, or a command's name.
        title: what it is called.
        under: where it belongs: project and model, folder, or menu.
        icon: a qtawesome name.
        role: colour role of the icon.
        right: at the right end: a time or a key.
    """

    group: Group
    target: str
    title: str
    under: str = ""
    icon: str = ""
    role: str = "text2"
    right: str = ""

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return f"{self.group} {self.target}"


@dataclass(frozen=True, slots=True)
class Heading:
    """A group's name, or a sentence where nothing fits."""

    title: str

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return f"heading {self.title}"


Row = Place | Heading


def plain(text: str) -> str:
    """A text as it is compared: without letter case and Unicode's ways of writing the same."""
    return unicodedata.normalize("NFKC", text).casefold()


class Index:
    """Places, ready to be asked at every letter.

    Args:
        places: in each group the newest first.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self._all = [(place, plain(place.title), plain(place.under)) for place in places]

    def rows(self, typed: str, found: Sequence[Place] = ()) -> list[Row]:
        """What fits, under headings, the best first.

        Args:
            typed: words; each must stand in the title or in what it belongs to.
            found: notes whose text fits; they follow those whose title does.
        """
        words = plain(typed).split()
        if not words:
            return self._newest()
        rows: list[Row] = []
        for group in Group:
            ranked = sorted(
                (
                    (rank, at, place)
                    for at, (place, title, under) in enumerate(self._all)
                    if place.group is group and (rank := _rank(words, title, under)) is not None
                ),
                key=lambda each: each[:2],
            )
            places = [place for _, _, place in ranked[:SHOWN]]
            known = {place.target for place in places}
            if group is Group.NOTES:
                places += [each for each in found if each.target not in known]
            if places:
                rows += [Heading(group.value), *places[:SHOWN]]
        return rows or [Heading(f"Nothing is called “{typed.strip()}”")]

    def _newest(self) -> list[Row]:
        rows: list[Row] = []
        for group in Group:
            most = AT_FIRST.get(group.value, 0)
            places = [place for place, _, _ in self._all if place.group is group][:most]
            if places:
                rows += [Heading(group.value), *places]
        return rows


def _rank(words: Sequence[str], title: str, under: str) -> int | None:
    """How well it fits, 0 the best; None where a word stands nowhere."""
    rank = 0
    for at, word in enumerate(words):
        if title.startswith(word) and at == 0:
            continue
        if f" {word}" in f" {title}":
            rank += 1
        elif word in title:
            rank += 2
        elif word in under:
            rank += 4
        else:
            return None
    return rank
