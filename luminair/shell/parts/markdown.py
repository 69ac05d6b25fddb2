"""Markdown as top-level blocks: prose to be written, code to be framed. Knows no Qt.

``js-default`` passes no raw HTML and refuses ``javascript:``, ``file:`` and ``data:`` links.
Emphasis next to Chinese, Japanese and Korean text follows the CJK-friendly flanking rule
(desktop-expectations.md 1.13), so that a mark after an ideographic comma still closes.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_inline.state_inline import Delimiter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_CJK_RANGES = (
    (0x1100, 0x11FF),
    (0x2E80, 0x303F),
    (0x3040, 0x31FF),
    (0x3200, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x20000, 0x3FFFF),
)


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block.

    Attributes:
        tokens: its markdown-it tokens.
        line: the first line of it in the source, from 0.
        code: its text without the last line end, if it is a code block, else None.
        info: the words after the fence: language, then a path.
        closed: of a code block, whether its fence is closed.
    """

    tokens: tuple[Token, ...]
    line: int
    code: str | None = None
    info: str = ""
    closed: bool = True


def is_cjk(mark: str) -> bool:
    """Whether a character belongs to Chinese, Japanese or Korean text, its punctuation too."""
    code = ord(mark)
    return any(low <= code <= high for low, high in _CJK_RANGES)


def blocks(source: str) -> list[Block]:
    """The top-level blocks of a text, in order."""
    lines = source.split("\n")
    return [_block(group, lines) for group in _groups(_parser().parse(source))]


def _groups(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _block(group: list[Token], lines: list[str]) -> Block:
    first = group[0]
    line = first.map[0] if first.map else 0
    if first.type not in {"fence", "code_block"}:
        return Block(tuple(group), line)
    last = first.map[1] - 1 if first.map else line
    tail = lines[last].strip() if last < len(lines) else ""
    closed = first.type == "code_block" or (
        last > line and tail.startswith(first.markup) and not tail.strip(first.markup[:1])
    )
    return Block(tuple(group), line, first.content.removesuffix("\n"), first.info.strip(), closed)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("js-default", {"linkify": False, "typographer": False})
    parser.inline.ruler.at("emphasis", _emphasis)
    return parser


def _emphasis(state: StateInline, silent: bool) -> bool:
    """markdown-it's rule for ``*`` and ``_``, with the CJK-friendly flanking."""
    start = state.pos
    marker = state.src[start]
    if silent or marker not in "_*":
        return False
    length = 0
    while start + length < state.posMax and state.src[start + length] == marker:
        length += 1
    before = state.src[start - 1] if start else " "
    after = state.src[start + length] if start + length < state.posMax else " "
    can_open, can_close = _flanks(before, after, splits_words=marker == "*")
    for _ in range(length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=length,
                token=len(state.tokens) - 1,
                end=-1,
                open=can_open,
                close=can_close,
            )
        )
    state.pos += length
    return True


def _flanks(before: str, after: str, *, splits_words: bool) -> tuple[bool, bool]:
    space_before, space_after = before.isspace(), after.isspace()
    point_before, point_after = _punctuation(before), _punctuation(after)
    left = not space_after and (not point_after or space_before or point_before or is_cjk(before))
    right = not space_before and (not point_before or space_after or point_after or is_cjk(after))
    if splits_words:
        return left, right
    return left and (not right or point_before), right and (not left or point_after)


def _punctuation(mark: str) -> bool:
    """Punctuation or symbol; that of CJK text counts as a letter here."""
    return unicodedata.category(mark)[0] in "PS" and not is_cjk(mark)
