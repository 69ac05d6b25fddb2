"""The card of a session that was folded: what was decided, what is open, what left the prompt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.context.cost import in_tokens
from luminair.errors import LuminairError
from luminair.journal import without_said_again
from luminair.plurals import counted
from luminair.shell.parts.times import day, moment
from luminair.shell.review.facts import Facts, Lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from luminair.journal import LoadedNote, Proposal
    from luminair.shell.desk import Desk

MOST_OF_A_NOTE = 6
"""Decisions that are shown of one note that was filed by hand."""
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_CITED = re.compile(r"(?:\w+: )?“(?P<words>.*?)” ?\((?P<where>message [^()]*)\)")
_NAMED = re.compile(
    r"^(?P<what>Note|Asked): “(?P<words>(?:[^“”]|“[^“”]*”)*)”"
    r"(?: (?P<more>.*?))?(?:, \d{4}-\d\d-\d\d)?$"
)
_LINKED = re.compile(
    r"^(?P<what>Note|Asked): \[\[[^\]|]*\|(?P<words>[^\]]*)\]\]"
    r"(?: \(\d{4}-\d\d-\d\d\))?(?:: (?P<more>.*))?$"
)
_LINK = re.compile(r"\s*\[\[([^\]|]*)(?:\|([^\]]*))?\]\]")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.+)$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?。])\s+")
_LISTS = {
    "Decided": ("ph.check-circle", "ok", "Decided"),
    "Open": ("ph.circle-dashed", "kask", "Still open"),
    "Dead ends": ("ph.prohibit", "kdead", "Dead ends"),
}
_FILED = {"Open": "open ask", "Dead ends": "dead end"}
"""What a note is that was filed by hand and stands under a heading."""


def distilled(desk: Desk, proposal: Proposal, titles: dict[str, str], now: datetime) -> Facts:
    """The card.

    Args:
        desk: reads the notes that it names.
        proposal: of a folded session.
        titles: of sessions by their ids.
        now: aware, in the owner's time zone.
    """
    archived = proposal.data.get("archived", ())
    keys = archived if isinstance(archived, tuple) else ()
    count = len(keys)
    asks = counted(count, "raw ask is", "raw asks are")
    saved = f"{asks} archived. They stop riding and stay searchable." if count else ""
    less = desk.review.saves(proposal) if count else 0
    last = max((each.at for each in proposal.evidence if each.at), default="")
    return Facts(
        proposal,
        title=titles.get(proposal.session, ""),
        under=f"last heard {day(last, now)}" if last else "",
        aside=f"distilled {moment(proposal.at, now).replace('Today', 'today')}",
        lists=tuple(_lists(desk, proposal.text, now)),
        saved=(saved, f"{in_tokens(less, exact=False)} less" if less else ""),
        archived=tuple(_named(desk, keys)),
    )


def _named(desk: Desk, keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key in keys:
        loaded = _load(desk, key)
        if loaded is not None:
            yield loaded.note.title, loaded.note.path


def _load(desk: Desk, key: str) -> LoadedNote | None:
    try:
        return desk.journal.load(key)
    except LuminairError:
        return None


def _lists(desk: Desk, page: str, now: datetime) -> Iterator[Lines]:
    parts = _HEADING.split(page)
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        name = heading.strip()
        icon, role, title = _LISTS.get(name, ("ph.note", "knote", name))
        lines: list[tuple[str, str]] = []
        for each in text.splitlines():
            if each.startswith("- "):
                lines += _line(desk, each[2:], name, now)
            elif lines and name == "Dead ends" and (outcome := _CITED.match(each.lstrip(" -"))):
                lines[-1] = (f"{lines[-1][0]} {outcome['words']}", lines[-1][1])
        if lines:
            yield Lines(title, icon, role, tuple(lines))


def _line(desk: Desk, line: str, heading: str, now: datetime) -> list[tuple[str, str]]:
    """A cited line as its words and their day; a note filed by hand as what it says."""
    link = _LINK.search(line)
    plain = _LINK.sub("", line)
    cited, named = _CITED.match(plain), _LINKED.match(line) or _NAMED.match(plain)
    if named is not None:
        note = _load(desk, link[1]) if link is not None and named["what"] == "Note" else None
        if note is not None and heading == "Decided":
            said = day(note.note.created, now)
            found = [(each, said) for each in decisions(note.body)]
            if found:
                return found
        words = ". ".join(each for each in (named["words"], named["more"]) if each)
        if note is not None:
            words = _with_summary(note)
        filed = "open ask" if named["what"] == "Asked" else _FILED.get(heading, "note")
        return [(words, filed)]
    if cited is None:
        return [(plain, "")]
    date = cited["where"].rpartition(", ")[2]
    said = day(f"{date}T12:00:00.000Z", now) if date[:2] == "20" else ""
    if heading != "Decided":
        return [(cited["words"], said)]
    # 'Yes' says nothing without what it was said to; that follows it on the line.
    talk = [found["words"] for found in _CITED.finditer(plain)]
    return [(" ".join(reversed(talk)), said)]


def _with_summary(loaded: LoadedNote) -> str:
    """Title and reason: 'Sampling the depth every second. It misses bursts.'."""
    note = loaded.note
    first = _SENTENCE.split(note.summary.strip())[0]
    title = note.title.rstrip(". ")
    if not first or first.casefold().startswith(title.casefold()):
        return note.title
    return f"{title}. {first}"


def decisions(body: str) -> list[str]:
    """What a note of decisions says, one by one: its list, else its first paragraph's sentences."""
    text = _LINK.sub(lambda found: f" {found[2] or found[1]}", without_said_again(body))
    items = [found.strip() for found in _ITEM.findall(text)]
    if not items:
        paragraphs = (" ".join(each.split()) for each in re.split(r"\n\s*\n", text))
        first = next((each for each in paragraphs if each and not each.startswith("#")), "")
        items = [each for each in _SENTENCE.split(first) if each]
    return items[:MOST_OF_A_NOTE]
