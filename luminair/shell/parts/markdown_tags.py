"""HTML in a note, read as its own words: tags and comments are hidden. Nothing is ever loaded.

Only names that HTML has are tags; ``<T>`` or ``<your name>`` are words that somebody wrote.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt

_TAG = re.compile(
    r"""</?(
     a|abbr|address|article|aside|audio|b|bdi|bdo|big|blockquote|br|button|caption|center
    |cite|code|col|colgroup|data|dd|del|details|dfn|div|dl|dt|em|embed|figcaption|figure
    |font|footer|form|h[1-6]|head|header|hr|i|iframe|img|input|ins|kbd|label|li|link|main
    |map|mark|meta|nav|noscript|object|ol|option|p|picture|pre|q|rp|rt|ruby|s|samp|script
    |section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody
    |td|textarea|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr
    )(?=[\s/>])""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_UNSEEN = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)


def without_tags(tokens: Sequence[Token], parser: MarkdownIt) -> list[Token]:
    """The tokens of a text with its HTML hidden; what then says nothing is left out.

    Args:
        tokens: from a parser that knows HTML.
        parser: the same one.
    """
    found: list[Token] = []
    emptied = False
    for token in tokens:
        if token.type == "html_block":
            found += _block(token, parser)
            continue
        children = token.children
        if token.type == "inline" and children and any(map(_is_html, children)):
            token = token.copy(children=_inline(children))  # noqa: PLW2901
            emptied = _is_bare(token)
        found.append(token)
        if token.type == "paragraph_close":
            if emptied:
                del found[-3:]
            emptied = False
    return found


def _block(token: Token, parser: MarkdownIt) -> list[Token]:
    """A stretch of HTML as a paragraph of the words in it."""
    words = _UNSEEN.sub("", _COMMENT.sub("", token.content)).strip()
    (inline,) = parser.parseInline(words)
    children = _inline(inline.children or ())
    text = Token("inline", "", 0, level=token.level + 1, content=words, children=children)
    if _is_bare(text):
        return []
    opening = Token("paragraph_open", "p", 1, level=token.level, map=token.map, block=True)
    closing = Token("paragraph_close", "p", -1, level=token.level, block=True)
    return [opening, text, closing]


def _is_html(token: Token) -> bool:
    return token.type == "html_inline"


def _inline(children: Sequence[Token]) -> list[Token]:
    """The words and marks of a text; a break that stood beside a tag at an end goes with it."""
    found = list(_seen(children))
    for end in (0, -1):
        while found and found[end].type in {"softbreak", "hardbreak"}:
            del found[end]
    return found


def _seen(children: Sequence[Token]) -> Iterator[Token]:
    for child in children:
        tag = _TAG.match(child.content) if _is_html(child) else None
        if tag is not None and tag[1].lower() == "br":
            yield Token("hardbreak", "br", 0)
        elif tag is not None:
            continue
        elif not (_is_html(child) and child.content.startswith("<!--")):
            yield child


def _is_bare(token: Token) -> bool:
    """Whether nothing of a text is left to be read."""
    return not any(child.content.strip() or child.type == "image" for child in token.children or ())
