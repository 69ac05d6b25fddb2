"""The stories as values, read from the files beside this one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

TUNED = Path(__file__).resolve().parent / "stories"
HELD = TUNED.parent / "held"
SECOND = TUNED.parent / "second"
THIRD = TUNED.parent / "third"
FOURTH = TUNED.parent / "fourth"
FIFTH = TUNED.parent / "fifth"
FRESH = TUNED.parent / "fresh"

_FIRST_SEEN = {"days_a": 0, "days_b": 1}


@dataclass(frozen=True)
class Filing:
    """What a model that uses the tools does after a turn.

    Attributes:
        tool: that it calls.
        find: what it searches for first; the found note's id goes to the tool.
        arguments: of the call.
    """

    tool: str
    find: str
    arguments: dict[str, str]


@dataclass(frozen=True)
class Story:
    """One day of one project, and the morning after.

    Attributes:
        name: of the project's folder.
        lanes: of day one and of day two.
        morning: the first prompt of day two.
        marks: words that nothing but this project says.
        talk: what the owner says and what the model answers, turn by turn.
        filed: by the number of the turn, from 1 on.
        open: words of each ask that stays open.
        done: words of each ask that is finished.
        decided: words of each decision.
        dead: words of each dead end.
    """

    name: str
    lanes: tuple[str, str]
    morning: str
    marks: tuple[str, ...]
    talk: tuple[tuple[str, str], ...]
    filed: dict[int, tuple[Filing, ...]]
    open: tuple[tuple[str, ...], ...]
    done: tuple[tuple[str, ...], ...]
    decided: tuple[tuple[str, ...], ...]
    dead: tuple[tuple[str, ...], ...]


def stories(folder: Path = TUNED) -> list[Story]:
    """All of a folder, in the order of the files and in each from top to bottom.

    Args:
        folder: ``TUNED``, which the methods were made with in view, ``SECOND``, ``FOURTH`` or
            ``FIFTH``, which were played as written before anything was made with them in view, or
            ``HELD`` or ``FRESH``, which nobody who works on them reads.
    """
    return [told for path in sorted(folder.glob("*.toml")) for told in in_file(path)]


def half(author: str = "*", *, seen: bool) -> list[Story]:
    """A half of the days of ``THIRD``, which were played as written first.

    Args:
        author: one of its files, without the ending; all where none is named.
        seen: the half that is looked at and learned from; else the one that nobody who works on
            the methods looks at.
    """
    found = []
    for path in sorted(THIRD.glob(f"{author}.toml")):
        first = _FIRST_SEEN[path.stem]
        found += in_file(path)[first if seen else 1 - first :: 2]
    return found


def in_file(path: Path) -> list[Story]:
    """The stories of one file, from top to bottom."""
    return [_story(each) for each in tomllib.loads(path.read_text("utf-8"))["story"]]


def _story(told: dict) -> Story:
    filed: dict[int, list[Filing]] = {}
    for given in told["files"]:
        rest = {key: given[key] for key in given if key not in {"at", "tool", "find"}}
        filed.setdefault(given["at"], []).append(Filing(given["tool"], given.get("find", ""), rest))
    return Story(
        told["name"],
        tuple(told["lanes"]),
        told["morning"],
        tuple(told["marks"]),
        tuple((owner, model) for owner, model in told["talk"]),
        {at: tuple(calls) for at, calls in filed.items()},
        *(tuple(map(tuple, told[key])) for key in ("open", "done", "decided", "dead")),
    )
