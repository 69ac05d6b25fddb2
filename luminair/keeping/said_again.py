"""The section 'Said again' of a note: earlier phrasings, for people and for the exam.

A line of ours is ``- “the words” (2026-08-25T20:09:00.000Z, session)``. Read are also quotations
with their source in the last line, and lines that a person wrote with or without date and quotes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from luminair.journal import one_line, without_said_again

HEADING: Final = "## Said again"
QUOTE_CHARS: Final = 500
"""Most of a phrasing that is kept; what is longer was no request."""

_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?UTC|Z)?)?")
_DAY: Final = re.compile(r"(\d{1,2})\.? ([A-Z][a-z]{2})[a-z]* (\d{4})(?:, (\d\d:\d\d))?")
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905
_QUOTED: Final = re.compile('“([^”]*)”|"([^"]*)"|«([^»]*)»|„([^“]*)“')
_SOURCE: Final = re.compile(r"\(([^()]*)\)\s*$")
_NO_QUOTES: Final = dict.fromkeys(map(ord, "“”„‘’\"'"))
_SESSION: Final = re.compile(r"[A-Za-z0-9][\w.-]*(?::[\w.-]+)?")


@dataclass(frozen=True, slots=True)
class Said:
    """One phrasing.

    Attributes:
        quote: the words, on one line.
        at: UTC time or day as far as it is known, or ''.
        session: whose, as far as the line says, or ''.
    """

    quote: str
    at: str = ""
    session: str = ""


def line_of(said: Said) -> str:
    """The line under the heading, without its line end."""
    quote = one_line(said.quote).replace("“", "‘").replace("”", "’")
    if len(quote) > QUOTE_CHARS:
        quote = f"{quote[: QUOTE_CHARS - 1].rstrip()}…"
    source = ", ".join(part for part in (said.at, said.session) if part)
    return f"- “{quote}” ({source})" if source else f"- “{quote}”"


def with_said(body: str, added: list[Said], *, per_session: bool = False) -> str:
    """The body with phrasings under its heading; those that stand there already are left out.

    With ``per_session`` the same words of another session are another line.

    No byte of what was there changes; the section is the body's last where there was none.
    """

    def mark(each: Said) -> tuple[str, str]:
        return _same(each.quote), each.session if per_session else ""

    known = {mark(each) for each in said_in(body)}
    new: list[str] = []
    for each in added:
        if each.quote.strip() and mark(each) not in known:
            known.add(mark(each))
            new.append(line_of(each))
    if not new:
        return body
    newline = "\r\n" if "\r\n" in body else "\n"
    lines = body.splitlines(keepends=True)
    start, end = _section(lines)
    if start < 0:
        gap = "" if not body.strip() else newline if body.endswith(("\n", "\r")) else newline * 2
        return f"{body}{gap}{HEADING}{newline * 2}{newline.join(new)}{newline}"
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    before = "".join(lines[:end])
    gap = "" if before.endswith(("\n", "\r")) else newline
    if not lines[end - 1].lstrip().startswith("- "):
        gap += newline
    return f"{before}{gap}{newline.join(new)}{newline}{''.join(lines[end:])}"


def said_in(body: str) -> list[Said]:
    """The phrasings of a body, in their order."""
    if len(without_said_again(body)) == len(body):
        return []
    lines = body.splitlines()
    start, end = _section(lines)
    found: list[Said] = []
    quoted: list[str] = []
    for line in [*lines[start + 1 : end], ""]:
        text = line.strip()
        if text.startswith(">"):
            quoted.append(text.lstrip("> ").strip())
            continue
        if quoted:
            found.append(_of_quotation([part for part in quoted if part]))
            quoted = []
        if text and not text.startswith("#"):
            found.append(_of_line(re.sub(r"^(?:[-*+]|\d+[.)])\s+", "", text)))
    return [each for each in found if each.quote]


def _section(lines: list[str]) -> tuple[int, int]:
    """From the heading to the line behind the section; -1 where there is none."""
    start, level, fenced = -1, 0, False
    for number, line in enumerate(lines):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line.rstrip("\r\n"))
        if heading is None:
            continue
        if start >= 0 and len(heading[1]) <= level:
            return start, number
        if start < 0 and heading[2].strip().rstrip(":").casefold() == "said again":
            start, level = number, len(heading[1])
    return start, len(lines)


def _of_quotation(parts: list[str]) -> Said:
    *said, last = parts or [""]
    if said and _time(last):
        at = _time(last)
        return Said(_bare(" ".join(said)), at, "")
    return Said(_bare(" ".join(parts)))


def _of_line(text: str) -> Said:
    source = _SOURCE.search(text)
    quoted = _QUOTED.search(text)
    at = _time(source[1] if source else text)
    session = ""
    if source and at:
        rest = _DAY.sub("", _ISO.sub("", source[1])).strip(" ,·;")
        session = rest if _SESSION.fullmatch(rest) else ""
    if quoted:
        return Said(one_line(next(filter(None, quoted.groups()), "")), at, session)
    words = text[: source.start()] if source and at else text
    return Said(_bare(_ISO.sub("", words).strip(" ,·:;-–—")), at, session)


def _time(text: str) -> str:
    iso = _ISO.search(text)
    if iso:
        return iso[0].removesuffix(" UTC")
    day = _DAY.search(text)
    if day is None or day[2].casefold() not in _MONTHS:
        return ""
    date = f"{day[3]}-{_MONTHS.index(day[2].casefold()) + 1:02d}-{int(day[1]):02d}"
    return f"{date}T{day[4]}:00.000Z" if day[4] else date


def _bare(text: str) -> str:
    return one_line(text).strip('"“”„«» ')


def _same(quote: str) -> str:
    return _bare(quote.translate(_NO_QUOTES)).casefold().rstrip(".!? ")
