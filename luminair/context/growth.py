"""What grew since the last message, row by row and file by file. Values only.

A file that grows by a pasted log rides with every message from then on, and nobody sees it: the
one alarm that catches that on the first day (desktop-expectations.md 3).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.context.block import RowName
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from luminair.context.block import Harness, Row
    from luminair.journal import Digest

GROWTH_LIMIT_BYTES = 8 * 1024
"""A file, or a row, that grew by more since the last message is named."""
FILE = "file "
"""Stands before a path among the sizes that a session keeps."""

# What grows by itself from turn to turn, or is the owner's own typing, is no alarm.
_MAY_GROW = frozenset({RowName.TRANSCRIPT, RowName.PROMPT})
_OF_FILES = frozenset({RowName.HARNESS, RowName.DIGEST, RowName.PINS})
# These ride whole with every message; what else the digest holds differs from prompt to prompt.
_STANDING = frozenset({"rules", "pins"})


def standing_files(harness: Harness, digest: Digest) -> dict[str, int]:
    """Bytes of each file that rides with every message: Harness, standing rules, pins.

    Returns:
        By path in the vault.
    """
    found = dict(harness.sizes)
    for block in digest.blocks:
        if block.name.value in _STANDING:
            for item in block.items:
                found[item.note.path] = found.get(item.note.path, 0) + item.bytes
    return found


def with_growth(rows: Sequence[Row], previous: Mapping[str, int] | None) -> tuple[Row, ...]:
    """The rows, and of each in a few words how much it grew since the last message."""
    return tuple(_grown(row, (previous or {}).get(row.name)) for row in rows)


def _grown(row: Row, before: int | None) -> Row:
    if before is None or row.name == RowName.PROMPT or row.bytes <= before:
        return row
    said = f"grew by {kilobytes(row.bytes - before)}"
    return replace(row, why=f"{row.why}, {said}" if row.why else said)


def alarms(
    rows: Sequence[Row], files: Mapping[str, int], previous: Mapping[str, int] | None
) -> Iterable[str]:
    """A sentence for each file that grew much, and for each row that grew much without one."""
    if not previous:
        return
    known = any(name.startswith(FILE) for name in previous)
    explained = 0
    for path, size in files.items():
        before = previous.get(FILE + path)
        if not known or size - (before or 0) <= GROWTH_LIMIT_BYTES:
            continue
        explained += size - (before or 0)
        if before is None:
            yield f"'{path}' is new here and rides with every message: {kilobytes(size)}."
        else:
            yield (
                f"'{path}' grew by {kilobytes(size - before)} since the last message and rides "
                "with every one; shorten it, or keep the long part in a note that is not pinned."
            )
    for row in rows:
        was = previous.get(row.name)
        if was is None or row.name in _MAY_GROW:
            continue
        known_of = explained if row.name in _OF_FILES else 0
        if row.bytes - was - known_of > GROWTH_LIMIT_BYTES:
            yield (
                f"'{row.name}' grew by {kilobytes(row.bytes - was)} since the last message; "
                "open it to see what came in."
            )


def kilobytes(count: int) -> str:
    """Bytes as people read them: '312 bytes', '68.1 KB'."""
    return counted(count, "byte") if count < 1024 else f"{count / 1024:.1f} KB"
