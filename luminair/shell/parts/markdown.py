"""Markdown as blocks: prose to be written, code to be framed. Knows no Qt.

A block is a top-level one, or one item of a top-level list: a long list that grows at its end
is written again by the item.

``js-default`` refuses ``javascript:``, ``file:`` and ``data:`` links. Raw HTML is text, or is
hidden where that is asked for; it is never more than words.
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

from luminair.shell.parts.markdown_tags import without_tags

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
    """One block.

    Attributes:
        tokens: its markdown-it tokens.
        line: the first line of it in the source, from 0.
        code: its text without the last line end, if it is a code block, else None.
        info: the words after the fence: language, then a path.
        closed: of a code block, whether its fence is closed.
        sign: its source and whatever else decides how it looks; equal signs look alike.
        follows: whether it goes on with the list of the block before it.
    """

    tokens: tuple[Token, ...]
    line: int
    code: str | None = None
    info: str = ""
    closed: bool = True
    sign: str = ""
    follows: bool = False

    @property
    def is_table(self) -> bool:
        """Whether it is a table."""
        return self.tokens[0].type == "table_open"

    @property
    def pictures(self) -> tuple[tuple[str, str], ...]:
        """Address and words of its pictures, where it is a paragraph of nothing else."""
        if len(self.tokens) != 3 or self.tokens[0].type != "paragraph_open":
            return ()
        inner = [
            token
            for token in self.tokens[1].children or ()
            if token.type != "softbreak" and (token.type != "text" or token.content.strip())
        ]
        if any(token.type != "image" for token in inner):
            return ()
        return tuple((str(token.attrGet("src") or ""), token.content) for token in inner)


def is_cjk(mark: str) -> bool:
    """Whether a character belongs to Chinese, Japanese or Korean text, its punctuation too."""
    code = ord(mark)
    return any(low <= code <= high for low, high in _CJK_RANGES)


def blocks(source: str, *, hides_tags: bool = False) -> list[Block]:
    """The blocks of a text, in order.

    Args:
        source: Markdown.
        hides_tags: whether HTML is hidden, as a reader of notes expects, or shown as it stands.
    """
    lines = source.split("\n")
    parser = _parser(hides_tags)
    tokens = parser.parse(source)
    found: list[Block] = []
    for group in _groups(without_tags(tokens, parser) if hides_tags else tokens):
        if group[0].type in {"bullet_list_open", "ordered_list_open"}:
            found.extend(_items(group, lines))
        else:
            found.append(_block(group, lines))
    return found


def _groups(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _items(group: list[Token], lines: list[str]) -> Iterator[Block]:
    """Each item as a list of its own, which goes on where the one before it ended."""
    opening, closing = group[0], group[-1]
    start = opening.attrGet("start")
    number = start if isinstance(start, int) else 1
    begun = 1
    for at in range(1, len(group) - 1):
        item = group[at]
        if item.level != 1 or item.nesting >= 0:
            continue
        head = group[begun]
        line, end = head.map or (0, 0)
        own = opening.copy(attrs={"start": number}) if opening.tag == "ol" else opening
        loose = any(
            token.type == "paragraph_open" and not token.hidden for token in group[begun:at]
        )
        sign = f"{opening.tag} {number} {loose}\n" + "\n".join(lines[line:end])
        tokens = (own, *group[begun : at + 1], closing)
        yield Block(tokens, line, sign=sign, follows=begun > 1)
        begun, number = at + 1, number + 1


def _block(group: list[Token], lines: list[str]) -> Block:
    first = group[0]
    line, end = first.map or (0, 0)
    sign = f"{first.type}\n" + "\n".join(lines[line:end])
    if first.type not in {"fence", "code_block"}:
        return Block(tuple(group), line, sign=sign)
    last = end - 1 if first.map else line
    tail = lines[last].strip() if last < len(lines) else ""
    closed = first.type == "code_block" or (
        last > line and tail.startswith(first.markup) and not tail.strip(first.markup[:1])
    )
    code = first.content.removesuffix("\n")
    return Block(tuple(group), line, code, first.info.strip(), closed, f"{closed} {sign}")


@lru_cache(maxsize=2)
def _parser(knows_html: bool) -> MarkdownIt:
    options = {"linkify": False, "typographer": False, "html": knows_html}
    parser = MarkdownIt("js-default", options)
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
