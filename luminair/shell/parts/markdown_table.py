"""A Markdown table as rows of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what stands in it, on which side, and its source."""

    tokens: tuple[Token, ...]
    align: Qt.AlignmentFlag
    text: str


# What is asked for holds in text of either direction; otherwise it begins where reading begins.
_ALIGN = {
    "text-align:left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    "text-align:right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
    "text-align:center": Qt.AlignmentFlag.AlignHCenter,
}


def closing(tokens: Sequence[Token], at: int) -> int:
    """The index of the token that closes the one at ``at``."""
    level = tokens[at].level
    return next(
        (
            index
            for index in range(at + 1, len(tokens))
            if tokens[index].level == level and tokens[index].nesting < 0
        ),
        len(tokens) - 1,
    )


def rows_of(tokens: Sequence[Token]) -> list[list[Cell]]:
    """The cells of a table, head row first."""
    rows: list[list[Cell]] = []
    align = Qt.AlignmentFlag.AlignLeft
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in {"th_open", "td_open"}:
            align = _ALIGN.get(str(token.attrGet("style")), Qt.AlignmentFlag.AlignLeft)
        elif token.type == "inline" and rows:
            rows[-1].append(Cell(tuple(token.children or ()), align, token.content))
    return rows
