"""Rows of the context budget and the whole they add up to. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from luminair.context.cost import Count, size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from luminair.messages import Riders


class RowName(StrEnum):
    """The rows of the sheet (spec 10), in its order, then the child rows of the digest."""

    HARNESS = "Harness"
    DIGEST = "Journal digest: rules and open items the hook injects"
    PINS = "Pins"
    NOTES = "Journal notes"
    SUMMARIES = "Old conversation summaries"
    TOOLS = "Tool definitions"
    CLI = "What the CLI adds"
    TRANSCRIPT = "Transcript so far"
    PROMPT = "Your message"
    RULES = "Standing rules"
    DEAD_ENDS = "Dead ends"
    ASKS = "Open asks"


class Built(StrEnum):
    """How often a row's text changes, which decides whether a provider's cache can hold it."""

    CACHED = "cached"
    REBUILT = "rebuilt per message"
    NEW = "new"


class Position(StrEnum):
    """Where in the request a row's text goes.

    What rides with one message only stands in that message, so that everything before it stays
    byte for byte the same from turn to turn and a provider's cache holds (protocols.md 2.4).
    """

    SYSTEM = "system"
    TOOLS = "tools"
    TRANSCRIPT = "transcript"
    RIDING = "riding"
    PROMPT = "prompt"
    ELSEWHERE = "elsewhere"
    """Sent by somebody else, such as a CLI; we only say what we know of it."""

    @property
    def ours(self) -> bool:
        """Whether Luminair adds it to what the owner and the model said."""
        return self in {Position.SYSTEM, Position.TOOLS, Position.RIDING}


@dataclass(frozen=True, slots=True)
class Row:
    """One block that the app puts into the next message.

    Attributes:
        name: as in :class:`RowName`; a child row of the transcript has the speaker's name.
        text: the exact text that is sent; of a row with children, theirs in order.
        tokens: what it costs; of a row with children, the sum of theirs.
        exact: whether a tokenizer counted all of it.
        bytes: UTF-8 bytes of ``text``.
        built: how often it changes.
        position: where in the request it goes.
        optional: whether unticking the box leaves it out.
        why: a few grey words: '5 files, every session'.
        rows: child rows; no text is in a row and not in its children, if it has any.
    """

    name: str
    text: str
    tokens: int
    exact: bool
    bytes: int
    built: Built
    position: Position
    optional: bool = False
    why: str = ""
    rows: tuple[Row, ...] = ()

    @property
    def part_optional(self) -> bool:
        """Whether unticking the box leaves out some of it."""
        return not self.optional and any(row.optional for row in self.rows)


def leaf(
    name: str,
    text: str,
    count: Count,
    *,
    built: Built,
    position: Position,
    optional: bool = False,
    why: str = "",
) -> Row:
    """A row with a text of its own."""
    return Row(name, text, count.tokens, count.exact, size(text), built, position, optional, why)


def joined(name: str, rows: tuple[Row, ...], *, built: Built, position: Position, why: str) -> Row:
    """A row that is its children and nothing else."""
    return Row(
        name,
        "".join(row.text for row in rows),
        sum(row.tokens for row in rows),
        all(row.exact for row in rows),
        sum(row.bytes for row in rows),
        built,
        position,
        why=why,
        rows=rows,
    )


@dataclass(frozen=True, slots=True)
class Target:
    """What the message is for, as far as its cost goes.

    Attributes:
        lane: id of the lane.
        model: the model's name, or ''.
        window: tokens the model takes in all, 0 where unknown.
        reply: tokens kept for the answer, 0 where unknown.
        cli: whether a coding agent's CLI runs the model and adds text of its own.
        tools: whether the model can call the Journal's tools.
    """

    lane: str
    model: str = ""
    window: int = 0
    reply: int = 0
    cli: bool = False
    tools: bool = False


@dataclass(frozen=True, slots=True)
class LeftOutFile:
    """A file of ``Harness/`` that does not ride.

    Attributes:
        path: in the vault.
        reason: in words: 'kind is doc', 'over 24 KB', 'empty', or why it cannot be read.
        bytes: of the file.
    """

    path: str
    reason: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Harness:
    """The standing brain as it rides.

    Attributes:
        text: the block; '' where nothing rides.
        files: how many files it is made of.
        left_out: files that do not ride, each with its reason.
        sizes: bytes of each file that rides, by path in the vault.
    """

    text: str = ""
    files: int = 0
    left_out: tuple[LeftOutFile, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assembly:
    """Everything the next message carries: the sheet shows it, the request is made from it.

    Attributes:
        rows: in the sheet's order; empty ones included.
        target: for which model.
        include_optional: whether the box is ticked.
        optional_tokens: what the optional rows cost, be they sent or not: what unticking saves.
        optional_exact: whether that is exact.
        harness_left_out: files of the Harness that do not ride.
        riders: the notes that ride, as the Journal line under the message shows them.
        warnings: sentences about sizes that the owner should look at.
        files: bytes of each file that rides with every message, by path in the vault.
    """

    rows: tuple[Row, ...]
    target: Target
    include_optional: bool
    optional_tokens: int
    optional_exact: bool
    harness_left_out: tuple[LeftOutFile, ...]
    riders: Riders
    warnings: tuple[str, ...] = field(default=())
    files: Mapping[str, int] = field(default_factory=dict)

    @property
    def total_tokens(self) -> int:
        """The sum of the rows."""
        return sum(row.tokens for row in self.rows)

    @property
    def total_bytes(self) -> int:
        """The sum of the rows."""
        return sum(row.bytes for row in self.rows)

    @property
    def exact(self) -> bool:
        """Whether every row is counted exactly."""
        return all(row.exact for row in self.rows)

    @property
    def added_tokens(self) -> int:
        """What Luminair adds to what the owner and the model said."""
        return sum(part.tokens for row in self.rows for part in _parts(row) if part.position.ours)

    @property
    def cli_tokens(self) -> int:
        """What a coding agent's CLI says it adds itself."""
        return sum(row.tokens for row in self.rows if row.name == RowName.CLI)

    @property
    def sizes(self) -> Mapping[str, int]:
        """Bytes by row name, and by path after 'file ', to compare the next message's with."""
        rows = {row.name: row.bytes for row in self.rows}
        return {**rows, **{f"file {path}": size for path, size in self.files.items()}}

    def row(self, name: str) -> Row:
        """The row of this name.

        Raises:
            KeyError: no such row on this lane.
        """
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def share(self, row: Row) -> float | None:
        """The row's part of the model's window, 0 to 1; None where the window is unknown."""
        return row.tokens / self.target.window if self.target.window else None

    def texts(self, position: Position) -> tuple[str, ...]:
        """The texts that go to one place in the request, in order, empty ones left out.

        A row with children is one text a child: a message, a tool's definition, a part of the
        digest.
        """
        parts = (part for row in self.rows for part in _parts(row))
        return tuple(part.text for part in parts if part.position is position and part.text)


def _parts(row: Row) -> Iterator[Row]:
    yield from row.rows or (row,)
