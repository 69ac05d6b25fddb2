"""The sessions of ``tests/replay/scripts.toml``, written whole by hand, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from tests.bench.replay import texts
from tests.bench.replay.sessions import Left, Session, Turn

if TYPE_CHECKING:
    from tests.bench.replay.texts import Split

_STARTED = datetime(2026, 11, 2, 8, 0, tzinfo=UTC)


@dataclass(frozen=True)
class _Row:
    role: Literal["person", "assistant"]
    marks: frozenset[str]
    ends: dict[int, str]
    text: str


def _row(line: str) -> _Row:
    head, _, text = line.partition(" | ")
    role, *marks = head.split()
    ends = {int(at): name for mark in marks for name, _, at in [mark.partition("=")] if at}
    plain = frozenset(mark for mark in marks if "=" not in mark)
    return _Row("person" if role == "P" else "assistant", plain, ends, text)


def _left(rows: list[_Row]) -> list[Left]:
    ended = {at: (name, number) for number, row in enumerate(rows) for at, name in row.ends.items()}
    left = []
    for number, row in enumerate(rows):
        how, end = ended.get(number, ("", number))
        if how == "moot":
            continue
        if "ask" in row.marks:
            kind: Literal["done", "open"] = "done" if how == "done" else "open"
            after = {number + 1} if kind == "open" and number + 1 < len(rows) else set()
            left.append(Left(kind, row.text, frozenset({number, end} | after)))
        if "decision" in row.marks:
            before = {number - 1} if number and rows[number - 1].role == "assistant" else set()
            left.append(Left("decision", row.text, frozenset({number} | before)))
        if "dead_end" in row.marks:
            left.append(Left("dead_end", row.text, frozenset({number})))
    return left


def scripts(split: Split) -> list[Session]:
    """The hand-written sessions of one split."""
    made = []
    for table in texts.read("scripts")["session"]:
        name = table["name"]
        if texts.split_of(name) != split:
            continue
        rows = [_row(line) for line in texts.lines(table["turns"])]
        turns = tuple(
            Turn(
                f"{name}#{number}",
                row.role,
                row.text,
                _STARTED + timedelta(minutes=2 * number),
                (f"{name} {number}",) if "ask" in row.marks else (),
                "script",
            )
            for number, row in enumerate(rows)
        )
        taken_back = frozenset(at for row in rows for at, how in row.ends.items() if how == "moot")
        made.append(
            Session(name, "script", "claude", _STARTED, turns, tuple(_left(rows)), taken_back)
        )
    return made
