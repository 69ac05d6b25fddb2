"""A note's text made ready for the page: links, earlier phrasings, times. Knows no Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from luminair.shell.journal.picture_files import ENDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_HEAD = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(
    r"!?\[\[([^\[\]|#]*)(?:#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]"
    r"|(?<!!)\[([^\[\]]*)\]\(<?((?![a-zA-Z][a-zA-Z0-9+.-]*:)[^()<>]*?\.md)(?:#[^()<>]*)?>?\)",
    re.IGNORECASE,
)
_WIKI = re.compile(r"!?\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]")
_SAID_AGAIN = "said again"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MOST_OF_ORIGIN = 40
"""Characters of where a note is from."""
SCHEME = "journal:"
"""Links of this scheme open a note."""


@dataclass(frozen=True, slots=True)
class Saying:
    """An earlier phrasing, kept for people.

    Attributes:
        text: what was said.
        source: where and when, or ''.
    """

    text: str
    source: str


def page_text(body: str, title: str) -> str:
    """The body as the page's Markdown: links to notes follow :data:`SCHEME`, no second title."""
    lines = _plain_ends(body).split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), -1)
    head = _HEAD.match(lines[first]) if first >= 0 else None
    if head and head[2].strip().casefold() == title.strip().casefold():
        del lines[: first + 1]
    for number, line in list(_prose(lines)):
        if "[" in line:
            lines[number] = _linked(line)
    return "\n".join(lines).strip("\n")


def split_said_again(body: str) -> tuple[str, tuple[Saying, ...]]:
    """The body without its 'Said again' sections, and what stands in them."""
    lines = _plain_ends(body).split("\n")
    prose = dict(_prose(lines))
    kept: list[str] = []
    cut: list[str] = []
    level = 0
    for number, line in enumerate(lines):
        head = _HEAD.match(line) if number in prose else None
        if head and level and len(head[1]) <= level:
            level = 0
        if head and not level and head[2].rstrip(":").casefold() == _SAID_AGAIN:
            level = len(head[1])
            continue
        (cut if level else kept).append(line)
    return "\n".join(kept), tuple(_sayings(cut))


def _sayings(lines: list[str]) -> Iterator[Saying]:
    for group in re.split(r"\n[ \t]*\n(?![ \t]*$)", "\n".join(lines).strip("\n")):
        bare = [re.sub(r"^ {0,3}(?:>[ \t]?|[-*+][ \t]+)", "", line) for line in group.split("\n")]
        parts = [" ".join(each.split()) for each in re.split(r"\n\s*\n", "\n".join(bare))]
        parts = [part for part in parts if part]
        if not parts:
            continue
        source = parts.pop() if len(parts) > 1 else ""
        text = " ".join(parts)
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = f"“{text[1:-1]}”"
        yield Saying(text, source)


def link_target(address: str) -> str:
    """What a followed link names, or '' where it leads out of the Journal."""
    if not address.lower().startswith(SCHEME):
        return ""
    return unquote(address[len(SCHEME) :])


def plain(text: str) -> str:
    """A stretch of Markdown as words on one line, without marks."""
    text = _WIKI.sub(lambda found: found[2] or found[1], text)
    text = re.sub(r"\[([^\[\]]*)\]\([^()\s]*\)", r"\1", text)
    text = re.sub(r"^\s*\d+[.)](?=\s)", " ", text, flags=re.MULTILINE)
    text = re.sub(r"(?:^|(?<=\s))(?:#{1,6}|>|[-*+])(?=\s)", " ", text)
    return " ".join(re.sub(r"\*\*|`", "", text).replace("|", " ").split())


def origin(source: str) -> str:
    """Where a note is from, shortly: 'example.org/forum', 'ChatGPT', 'claude/sonnet'."""
    kind, colon, name = source.partition(":")
    plain = name if colon and kind in {"page", "import", "tool"} else source
    plain = plain.partition("://")[2] or plain
    return plain if len(plain) <= MOST_OF_ORIGIN else f"{plain[: MOST_OF_ORIGIN - 1]}…"


def full_time(at: str, now: datetime) -> str:
    """Day and clock: 'Today, 08:02', '2 Sep, 14:20'."""
    found = _moment(at)
    if found is None:
        return ""
    local = found.astimezone(now.tzinfo)
    if local.date() == now.date():
        return f"Today, {local:%H:%M}"
    day = f"{local.day} {_MONTHS[local.month - 1]}"
    year = "" if local.year == now.year else f" {local.year}"
    return f"{day}{year}, {local:%H:%M}"


def _moment(at: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines outside of fenced code, with their numbers."""
    fence = ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif found:
            fence = found[1]
        else:
            yield number, line


def _linked(line: str) -> str:
    out: list[str] = []
    at = 0
    for code in _CODE.finditer(line):
        out.append(_LINK.sub(_link, line[at : code.start()]))
        out.append(code[0])
        at = code.end()
    out.append(_LINK.sub(_link, line[at:]))
    return "".join(out)


def _link(found: re.Match[str]) -> str:
    wiki = found[1] is not None
    target = (found[1] if wiki else unquote(found[4])).strip()
    shown = (found[2] if wiki else found[3]) or target
    if not target:
        return found[0]
    words = re.sub(r"([\\\[\]])", r"\\\1", shown.strip())
    if found[0].startswith("!") and target.casefold().endswith(ENDINGS):
        return f"![{words}]({quote(target, safe='/')})"
    return f"[{words}]({SCHEME}{quote(target, safe='/')})"
