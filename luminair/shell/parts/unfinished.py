"""What the end of a Markdown text that is still coming may yet turn out to be. Knows no Qt.

A mark whose partner is still to come is text for Markdown: it would stand there for a moment and
then turn into something else under the reader's eyes.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MOST: Final = 2_000
"""Characters of a last line that is looked at; a longer one is shown as it stands."""
_LINK: Final = re.compile(r"!?\[{1,2}[^\[\]]{0,400}(?:\]?|\]\([^()\n]{0,600})\Z")
_CODE: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_BULLET: Final = re.compile(r"\s*(?:[*+-]|\d+[.)])(?:\s+|\Z)")
_STAR: Final = re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\s*])|(?<=[^\s*\\])(\*{1,3})(?![\w*])")
_BAR: Final = re.compile(r"(?<![\w_\\])(_{1,2})(?=[^\s_])|(?<=[^\s_\\])(_{1,2})(?![\w_])")


class Settled(NamedTuple):
    """As much of a text as can be shown now.

    Attributes:
        length: characters from its beginning; those behind wait for what follows.
        closing: marks that end what is open, to be shown as if they had come.
    """

    length: int
    closing: str = ""


def settled(text: str) -> Settled:
    """What of a text that is still coming can be shown.

    Args:
        text: from the beginning of a block on.
    """
    lines = text.split("\n")
    if sum(line.lstrip().startswith(("```", "~~~")) for line in lines) % 2:
        return Settled(len(text))
    head = _head_of_table(lines)
    if head:
        return Settled(len(text) - head)
    line = lines[-1]
    if len(line) > MOST:
        return Settled(len(text))
    shown, closing = _open_marks(line)
    return Settled(len(text) - len(line) + len(shown), closing)


def _head_of_table(lines: list[str]) -> int:
    """How many characters at the end may be the head of a table that is still being written.

    Until its second row is whole, Markdown takes a table for a paragraph full of bars.
    """
    row = lines[-2:] if len(lines) > 1 and lines[-2].strip() else lines[-1:]
    before = lines[-len(row) - 1] if len(lines) > len(row) else ""
    if before.strip() or not row[0].lstrip().startswith("|"):
        return 0
    if len(row) > 1 and set(row[1].strip()) - set("|:- "):
        return 0
    return len("\n".join(row))


def _open_marks(line: str) -> tuple[str, str]:
    """A line without a link that is not whole, and the marks that close what is open in it."""
    bare = _CODE.sub(lambda found: "x" * len(found[0]), line)
    tick = bare.find("`")
    if tick >= 0:
        run = len(bare[tick:]) - len(bare[tick:].lstrip("`"))
        inside = line[tick + run :].rstrip("`")
        if not inside.strip():
            return line[:tick], ""  # it may become a fence
        return line[: tick + run] + inside, "`" * run
    link = _LINK.search(bare)
    if link is not None:
        line, bare = line[: link.start()], bare[: link.start()]
    begun = _BULLET.match(bare)
    body = bare[begun.end() if begun is not None else 0 :]
    stack = _left_open(body)
    if not stack and not _ends_in_a_mark(body):
        return line, ""
    if _ends_in_a_mark(body):  # half of what opens or closes
        line = line[: len(line) - len(body) + len(body.rstrip("*_"))]
        body = body.rstrip("*_")
        stack = _left_open(body)
    shown = line.rstrip() if stack else line
    return shown, "".join(reversed(stack))


def _ends_in_a_mark(body: str) -> bool:
    """Whether the end is a mark that has not closed what it may close."""
    run = body[len(body.rstrip("*_")) :]
    if not run:
        return False
    return bool(_left_open(body)) or not body.rstrip("*_") or body.rstrip("*_")[-1:].isspace()


def _left_open(body: str) -> list[str]:
    """The marks that are open at the end, in the order in which they came."""
    places = sorted(
        (found.start(), found[1] or "", found[2] or "")
        for marks in (_STAR, _BAR)
        for found in marks.finditer(body)
    )
    stack: list[str] = []
    for _, opens, closes in places:
        if closes and closes in stack:
            del stack[stack.index(closes) :]
        elif opens:
            stack.append(opens)
    return stack
