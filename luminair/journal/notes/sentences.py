"""The first sentence of a body: what a note's line says where its header has no summary."""

from __future__ import annotations

import re

from luminair.journal.notes.markdown import one_line, plain, shorten, with_newlines
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LOOKED_AT: Final = 16_384
"""Characters of a body that are looked through; a first sentence does not hide further down."""

_MARKS: Final = late_pattern(r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)+")
_TASK: Final = late_pattern(r"\[[ xX/\-]\][ \t]+")
_LIST: Final = late_pattern(r"[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_RULE: Final = late_pattern(r"[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+|-+)$")
_HEADING: Final = late_pattern(r" {0,3}#{1,6}(?:[ \t]|$)")
_CALLOUT: Final = late_pattern(r"[ \t]*>[ \t]*\[!")
_FENCE: Final = late_pattern(r"[ \t]*(?:>[ \t]*)?(`{3,}|~{3,}|\$\$)")
_COMMENT: Final = late_pattern(r"<!--.*?(?:-->|\Z)|%%.*?(?:%%|\Z)", re.DOTALL)
_REFERENCE: Final = late_pattern(r" {0,3}\[[^\]]+\]:[ \t]")
_ONLY_TAGS: Final = late_pattern(r"(?:#[^\s#]+[ \t,]*)+")
_SETEXT: Final = late_pattern(r" {0,3}(?:=+|-{2,})[ \t]*$")
# The second half ends sentences of Chinese and Japanese (also half and full width), Arabic and
# Hindi, where no blank need follow.
_END: Final = late_pattern(
    r"[.!?…]+[\"'’”»)\]]*(?=\s|$)"
    "|[\u3002\uff01\uff1f\uff61\u061f\u0964\u06d4]+[\u300d\u300f\u201d\u2019\uff09)]*"
)
_ABBREVIATION: Final = late_pattern(
    r"(?:^|[\s(\"'“‘])(?:e\.g|i\.e|z\.B|d\.h|u\.a|p\.ex|a\.k\.a|cf|vs|etc|approx|ca|resp|incl|no|"
    r"nr|fig|sec|ch|vol|pp?|ed|eds|al|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|corp|bzw|usw|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[^\W\d_])\.$",
    re.IGNORECASE,
)


def first_sentence(text: str, limit: int) -> str:
    """The first sentence of a body's prose in at most ``limit`` code points; '' if it has none.

    Headings, code, comments, tables, rules and images are passed over; the marks of quotes
    and lists are left off.
    """
    body = with_newlines(text[:_LOOKED_AT])
    if "<!--" in body or "%%" in body:
        body = _COMMENT.sub("", body)
    paragraph = _first_paragraph(body.split("\n"))
    return shorten(_until_end(paragraph), limit) if paragraph else ""


def _first_paragraph(lines: list[str]) -> str:
    fence = ""
    taken: list[str] = []
    for number, line in enumerate(lines):
        found = _FENCE.match(line) if line.lstrip(" \t>")[:1] in {"`", "~", "$"} else None
        if fence:
            if found and found[1].startswith(fence):
                fence = ""
            continue
        if found and line.count(found[1]) == 1:
            if taken:
                break
            fence = found[1]
            continue
        words = _words(line)
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if words and not taken and _SETEXT.match(below) and not _LIST.match(line):
            continue
        if not words or (taken and _LIST.match(line)):
            if taken:
                break
            continue
        taken.append(words)
    return one_line(" ".join(taken))


def _words(line: str) -> str:
    """What a line says, or '' where it is no prose."""
    stripped = line.strip()
    if (
        not stripped
        or stripped[0] == "|"
        or _HEADING.match(line)
        or _RULE.match(line)
        or _CALLOUT.match(line)
        or _REFERENCE.match(line)
    ):
        return ""
    marks = _MARKS.match(line)
    rest = line[marks.end() :] if marks else stripped
    task = _TASK.match(rest)
    if task:
        rest = rest[task.end() :]
    if rest.startswith("#") and _HEADING.match(rest):
        return ""
    if rest.startswith("!["):
        rest = re.sub(r"^(?:!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^)]*\))[ \t]*", "", rest)
    words = plain(rest)
    return "" if _ONLY_TAGS.fullmatch(words) else words


def _until_end(paragraph: str) -> str:
    for found in _END.finditer(paragraph):
        stop = found.end()
        behind = paragraph[stop:].lstrip()
        if not behind:
            break
        if found[0] == ".":
            if _ABBREVIATION.search(paragraph[max(0, stop - 16) : stop]):
                continue
            if behind[0].islower() or (stop > 1 and paragraph[: stop - 1].isdigit()):
                continue
        elif found[0][0] in ".…" and behind[0].islower():
            continue
        return paragraph[:stop]
    return paragraph
