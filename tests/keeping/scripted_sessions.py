"""Reads the scripted sessions in ``tests/keeping/distill`` and counts what a method keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.keeping.distill.values import Distilled, Exchange, RawAsk
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FOLDER = Path(__file__).parent / "distill"
_KINDS = {"D": "decided", "X": "dead_ends", "O": "open"}


@dataclass(slots=True)
class Scripted:
    """One session with what must and what must not be kept of it."""

    name: str
    exchanges: list[Exchange] = field(default_factory=list)
    asks: list[RawAsk] = field(default_factory=list)
    wanted: list[tuple[str, str]] = field(default_factory=list)
    unwanted: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Tally:
    """How many planted lines were kept, of each kind, and what went wrong."""

    kept: dict[str, int] = field(default_factory=dict)
    planted: dict[str, int] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def recall(self, kind: str) -> float:
        """Of the planted lines of a kind, how many were kept, 0 to 1."""
        return self.kept.get(kind, 0) / self.planted[kind]


def read(name: str) -> list[Scripted]:
    """The sessions of one file."""
    sessions: list[Scripted] = []
    lines: list[str] = []
    role = ""

    def close() -> None:
        if role and lines:
            number = len(sessions[-1].exchanges) + 1
            speaker = Role.USER if role == "O" else Role.ASSISTANT
            said = Exchange(
                speaker, "\n".join(lines), f"2026-11-2{number}T10:00:00.000Z", f"m{number}"
            )
            sessions[-1].exchanges.append(said)

    for line in (FOLDER / name).read_text(encoding="utf-8").split("\n"):
        if line.startswith("  ") or (not line and role):
            lines.append(line[2:])
            continue
        if line.startswith(("O: ", "M: ")):
            close()
            role, lines = line[0], [line[3:]]
            continue
        if line.startswith("#") or not line:
            continue
        close()
        role, lines = "", []
        if line.startswith("== "):
            sessions.append(Scripted(line[3:]))
        elif line.startswith(("A: ", "A!: ")):
            asks, title = sessions[-1].asks, line.partition(": ")[2]
            asks.append(RawAsk(f"ask{len(asks)}", title, title, closed=line[1] == "!"))
        elif line[0] in "+-":
            plants = sessions[-1].wanted if line[0] == "+" else sessions[-1].unwanted
            plants.append((line[1], line[3:]))
        else:
            raise ValueError(f"{name}: this line says nothing: {line}")
    close()
    return sessions


def texts(found: Distilled) -> dict[str, list[str]]:
    """Every line that was kept, by kind."""
    return {
        "D": [f"{each.quote.text} {each.upon.text if each.upon else ''}" for each in found.decided],
        "X": [f"{each.title} {each.tried.text} {each.reason}" for each in found.dead_ends],
        "O": [" ".join([each.title, *(one.text for one in each.quotes)]) for each in found.open],
    }


def tally(sessions: Sequence[Scripted], method: Callable[[Scripted], Distilled]) -> Tally:
    """What a method keeps of some sessions."""
    counted = Tally()
    for session in sessions:
        lines = texts(method(session))
        for kind, words in session.wanted:
            counted.planted[kind] = counted.planted.get(kind, 0) + 1
            if any(words.casefold() in line.casefold() for line in lines[kind]):
                counted.kept[kind] = counted.kept.get(kind, 0) + 1
            else:
                counted.missed.append(f"{session.name}: {kind} {words}")
        for kind, words in session.unwanted:
            looked = [line for each in (lines if kind == "*" else [kind]) for line in lines[each]]
            if any(words.casefold() in line.casefold() for line in looked):
                counted.wrong.append(f"{session.name}: {kind} {words}")
    return counted
