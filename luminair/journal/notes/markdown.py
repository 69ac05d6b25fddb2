"""Reading a note's Markdown: headings, links, the first sentence; and cutting text safely.

Line ends of any style are understood; code in fences is never taken for text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from luminair.journal.notes.graphemes import cut_at
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_FENCE: Final = late_pattern(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_ATX: Final = late_pattern(r" {0,3}(#{1,6})(?:[ \t]+(?!#+[ \t]*$)(.*?))?(?:[ \t]+#+)?[ \t]*$")
_ANY_ATX: Final = late_pattern(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE)
_SETEXT: Final = late_pattern(r" {0,3}(=+|-+)[ \t]*$")
_SAID_AGAIN: Final = late_pattern(r"^ {0,3}#{1,6}[ \t]+said again\b", re.IGNORECASE | re.MULTILINE)
SAID_AGAIN: Final = "Said again"
"""The heading below which earlier phrasings are kept for people (spec 8.3)."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a body.

    Attributes:
        level: 1 to 6.
        title: its text without marks.
        line: its line in the body, from 0.
    """

    level: int
    title: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link from a note to another.

    Attributes:
        target: a title, an alias or a path, as written; '' for a heading of the same note.
        heading: the part behind ``#``, or ''.
        alias: the words shown, or ''.
        embed: whether the target is to be shown in place (``![[…]]``).
        wiki: whether it is a ``[[wikilink]]`` and no Markdown link.
    """

    target: str
    heading: str
    alias: str
    embed: bool
    wiki: bool


def with_newlines(text: str) -> str:
    """The text with a line feed as its only line end."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not in a code fence, with their numbers."""
    fence = ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if found:
            fence = found[1]
            continue
        yield number, line


def headings(body: str) -> list[Heading]:
    """All headings of a body, ``#`` ones and underlined ones, outside of code."""
    found: list[Heading] = []
    before = ""
    last = -2
    for number, line in _prose(with_newlines(body).split("\n")):
        atx = _ATX.match(line)
        if atx:
            found.append(Heading(len(atx[1]), plain(atx[2] or ""), number))
            before = ""
            continue
        under = _SETEXT.match(line)
        if under and before and last == number - 1:
            found.append(Heading(1 if under[1][0] == "=" else 2, plain(before), number - 1))
            before = ""
            continue
        stripped = line.strip()
        before = stripped if stripped and stripped[0] not in "-*+>|" else ""
        last = number
    return found


def first_heading(body: str) -> str:
    """The text of the first heading that has any, or ''."""
    found = _ANY_ATX.search(body)
    if found:
        before = body[: found.start()]
        if not before or before.isspace():
            line = _first_line(body, found.start())
            atx = _ATX.match(line)
            title = plain(atx[2] or "") if atx else ""
            if title:
                return title
    elif "\n=" not in body and "\n-" not in body and "\r" not in body:
        return ""
    return next((heading.title for heading in headings(body) if heading.title), "")


def _first_line(body: str, at: int) -> str:
    stop = body.find("\n", at)
    line = body[at:] if stop < 0 else body[at:stop]
    return line.split("\r", 1)[0]


_CODE: Final = late_pattern(r"(?<!`)(`{1,8})(?!`)(.+?)(?<!`)\1(?!`)")
_IMAGE: Final = late_pattern(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MD_LINK: Final = late_pattern(
    r"\[([^\]]+)\](?:\((?:<[^>]*>|[^()]*(?:\([^()]*\)[^()]*)*)\)|\[[^\]]*\])"
)
_WIKI: Final = late_pattern(r"!?\[\[([^\]|]+)(?:\|([^\]]*))?\]\]")
_STRONG: Final = late_pattern(r"(\*{1,3}|(?<![^\W_])_{1,3}|~~|==)(?=\S)(.+?)(?<=\S)\1(?![^\W_])")
_TAG: Final = late_pattern(r"</?[a-zA-Z][^<>]*>|<!--.*?-->|%%.*?%%")
_AUTOLINK: Final = late_pattern(r"<((?:https?://|mailto:)[^<>\s]+)>")
_BLOCK_ID: Final = late_pattern(r"[ \t]+(?:\^[\w-]+|\{#[\w-]+\})$")
_BACKSLASH: Final = late_pattern(r"\\([!-/:-@\[-`{-~])")
_MARKS: Final = late_pattern(r"[\[\]`*_~=<%\\^{]")


MAX_LINE: Final = 2_000
"""Characters of a line that are looked at for marks: patterns of pairs are square."""


def plain(text: str) -> str:
    """One line of Markdown without its marks; of a very long one the beginning."""
    text = text[:MAX_LINE].strip()
    if not _MARKS.search(text):
        return text
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[2].strip() or found[2])
        return f"\ue000{len(kept) - 1}\ue001"

    text = _CODE.sub(keep, text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _TAG.sub("", text)
    text = _IMAGE.sub(r"\1", text)
    text = _WIKI.sub(lambda found: found[2] or found[1], text)
    text = _MD_LINK.sub(r"\1", text)
    for _ in range(2):
        text = _STRONG.sub(r"\2", text)
    text = _BLOCK_ID.sub("", text)
    text = _BACKSLASH.sub(r"\1", text)
    if kept:
        text = re.sub("\ue000(\\d+)\ue001", lambda found: kept[int(found[1])], text)
    return text.strip()


def without_said_again(body: str) -> str:
    """The body without its 'Said again' sections: they are for people, not for prompts.

    A section ends at the next heading of its own level or a higher one.
    """
    lookup = with_newlines(body)
    if not _SAID_AGAIN.search(lookup):
        return body
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", body)
    bare = [line.rstrip("\r\n") for line in lines]
    kept = [True] * len(lines)
    prose = dict(_prose(bare))
    cutting = 0
    for number in range(len(lines)):
        atx = _ATX.match(prose[number]) if number in prose else None
        if atx:
            level = len(atx[1])
            if cutting and level <= cutting:
                cutting = 0
            if not cutting and plain(atx[2] or "").rstrip(":").casefold() == SAID_AGAIN.casefold():
                cutting = level
        kept[number] = not cutting
    return "".join(line for line, keep in zip(lines, kept, strict=True) if keep)


_LINK: Final = late_pattern(
    r"(!?)\[\[([^\[\]|#\r\n]*)(?:#([^\[\]|\r\n]*))?(?:\|([^\[\]\r\n]*))?\]\]"
    r"|(!?)\[([^\[\]\r\n]*)\]\((?:<([^<>\r\n]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?\)"
)
_SCHEME: Final = late_pattern(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_PERCENT: Final = late_pattern(rb"%([0-9a-fA-F]{2})")


def links(body: str) -> list[Link]:
    """The links of a body to other notes, in order: wikilinks and links to local ``.md`` files."""
    if "[[" not in body and "](" not in body:
        return []
    found: list[Link] = []
    for _, line in _prose(with_newlines(body).split("\n")):
        if "[" not in line:
            continue
        text = _CODE.sub("", line) if "`" in line else line
        for match in _LINK.finditer(text):
            link = _link(match)
            if link is not None:
                found.append(link)
    return found


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """Where a text names the target of a link.

    Attributes:
        start: where the target begins in the text.
        end: where it ends; what stands behind ``#`` or ``|`` is not in it.
        link: what the link says.
        pointed: whether the target stands in ``<…>`` and may hold blanks.
    """

    start: int
    end: int
    link: Link
    pointed: bool


def link_places(body: str) -> list[LinkPlace]:
    """The links that :func:`links` finds and that name a target, with where they name it."""
    found: list[LinkPlace] = []
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", body)
    bare = [line.rstrip("\r\n") for line in lines]
    prose = dict(_prose(bare))
    at = 0
    for number, line in enumerate(lines):
        if "[" in prose.get(number, ""):
            # Code keeps its room, so that places in the line stay what they are.
            text = _CODE.sub(lambda code: "\0" * len(code[0]), bare[number])
            for match in _LINK.finditer(text):
                place = _place(match, at)
                if place is not None:
                    found.append(place)
        at += len(line)
    return found


def _place(match: re.Match[str], at: int) -> LinkPlace | None:
    link = _link(match)
    if link is None or not link.target:
        return None
    group = 2 if link.wiki else 7 if match[7] is not None else 8
    start, written = match.start(group), match[group]
    if link.wiki:
        start += len(written) - len(written.lstrip())
        return LinkPlace(at + start, at + start + len(link.target), link, pointed=False)
    end = start + len(written.partition("#")[0])
    return LinkPlace(at + start, at + end, link, pointed=group == 7)


def _link(match: re.Match[str]) -> Link | None:
    if match[2] is not None:
        target = match[2].strip().rstrip("\\")
        heading = (match[3] or "").strip()
        if not target and not heading:
            return None
        return Link(target, heading, (match[4] or "").strip(), bool(match[1]), wiki=True)
    address = match[7] if match[7] is not None else match[8] or ""
    if _SCHEME.match(address) or address.startswith("//"):
        return None
    path, _, heading = address.partition("#")
    path = _decoded(path)
    if not path.casefold().endswith(".md"):
        return None
    return Link(path, _decoded(heading), match[6].strip(), bool(match[5]), wiki=False)


def _decoded(text: str) -> str:
    if "%" not in text:
        return text
    raw = _PERCENT.sub(lambda found: bytes((int(found[1], 16),)), text.encode("utf-8"))
    return raw.decode("utf-8", "replace")


@lru_cache(maxsize=4096)
def normalised_title(title: str) -> str:
    """A title for comparing: NFKC, case folded, punctuation and runs of space as one space.

    A title that is nothing but punctuation stays as it is, so that two such are not equal.
    """
    if title.isascii():
        folded = title.casefold()
        return " ".join(folded.translate(_ASCII_BLANKS).split()) or folded.strip()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
    spaced = "".join(" " if unicodedata.category(sign)[0] in "PZC" else sign for sign in folded)
    return " ".join(spaced.split()) or folded.strip()


_ASCII_BLANKS: Final = {
    code: " " for code in range(128) if unicodedata.category(chr(code))[0] in "PZC"
}


def one_line(text: str) -> str:
    """The text on one line: line ends, control characters and runs of blanks as one blank."""
    return " ".join(_CONTROL.sub(" ", text).split())


_CONTROL: Final = late_pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def ended(text: str) -> str:
    """The text with a full stop behind it, unless it ends in a mark of its own."""
    return text if text.endswith((".", "!", "?", "…", "。", "！", "？")) else f"{text}."  # noqa: RUF001


def shorten(text: str, limit: int) -> str:
    """The text in at most ``limit`` code points, ended by '…' where it was cut.

    Cuts at a word's end where one is near, and never inside what a person sees as one sign.
    """
    if len(text) <= limit:
        return text
    if limit < 1:
        return ""
    at = cut_at(text, limit - 1)
    if not text[at].isspace():
        blank = text.rfind(" ", 0, at)
        if blank >= at * 3 // 4:
            at = blank
    return text[:at].rstrip() + "…"
