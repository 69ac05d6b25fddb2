"""How a distilled session reads: the summary note, its asks and its dead ends, as texts.

Below each heading stands one quotation a line, with its speaker, its message and its day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.distill.text import shortened
from luminair.keeping.secrets.masking import mask
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from luminair.keeping.distill.values import DeadEnd, Decided, Distilled, Filed, OpenAsk, Quote

DECIDED, OPEN, DEAD_ENDS = "Decided", "Open", "Dead ends"
SOURCE = "luminair/distill"
"""Who filed what holds words of a model: on the ladder of trust a model, so it is never law."""
_SUMMARY = 200
_PERHAPS = "Perhaps: "
"""Before a line that a reader should judge for himself."""
_NO_LINK = str.maketrans("[]|\r\n", "()/  ")
_SPEAKERS = {Role.USER: "Owner", Role.ASSISTANT: "Model"}


def cited(quote: Quote) -> str:
    """``Owner: “Let's go with B.” (message 7, 2026-11-30)``."""
    where = f"message {quote.number}" + (f", {quote.at[:10]}" if quote.at else "")
    return f"{_SPEAKERS[quote.role]}: “{quote.text}” ({where})"


def page(found: Distilled, links: Mapping[str, str] | None = None) -> str:
    """The body of the summary note.

    Args:
        found: what the session comes to.
        links: ids of the asks and dead ends that were filed, by their titles.
    """
    links = links or {}
    parts = (
        (DECIDED, [*_decided(found.decided), *_filed(found.filed, dead_ends=False)]),
        (OPEN, [*_open(found.open, links)]),
        (DEAD_ENDS, [*_ended(found.dead_ends, links), *_filed(found.filed, dead_ends=True)]),
    )
    text = "\n\n".join(f"## {heading}\n\n" + "\n".join(lines) for heading, lines in parts if lines)
    return mask(f"{text}\n").text if text else ""


def _decided(decided: Iterable[Decided]) -> Iterator[str]:
    for each in decided:
        upon = f", on {cited(each.upon)}" if each.upon is not None else ""
        asked = f", asked in {cited(each.question)}" if each.question is not None else ""
        taken = f", taken as {cited(each.taken)}" if each.taken is not None else ""
        yield f"- {_PERHAPS if each.perhaps else ''}{cited(each.quote)}{upon}{asked}{taken}"
        yield from (f"  - instead of {cited(before)}" for before in each.instead)


def _open(asks: Iterable[OpenAsk], links: Mapping[str, str]) -> Iterator[str]:
    for each in asks:
        key = links.get(each.title, "")
        if not each.quotes:
            yield f"- Asked: {_link(key, each.title) if key else f'“{each.title}”'}"
            continue
        beside = f", to which {cited(each.beside)}" if each.beside is not None else ""
        yield f"- {cited(each.quotes[0])}{beside}{_behind(key, 'open ask')}"


def _ended(ends: Iterable[DeadEnd], links: Mapping[str, str]) -> Iterator[str]:
    for each in ends:
        behind = _behind(links.get(each.title, ""), "dead end")
        yield f"- {_PERHAPS if each.perhaps else ''}{cited(each.tried)}{behind}"
        if each.outcome is not None:
            yield f"  - {cited(each.outcome)}"


def _filed(filed: Iterable[Filed], *, dead_ends: bool) -> Iterator[str]:
    for each in filed:
        if each.dead_end is dead_ends:
            day = f" ({each.at[:10]})" if each.at else ""
            more = f": {shortened(each.summary)}" if each.summary else ""
            yield f"- Note: {_link(each.key, each.title)}{day}{more}"


def _behind(key: str, words: str) -> str:
    """What a quotation became; its own words stand before it, so the title would say them again."""
    return f" {_link(key, words)}" if key else ""


def _link(key: str, words: str) -> str:
    """A link that reads as words; what would end it or part it is written otherwise."""
    return f"[[{key}|{words.translate(_NO_LINK)}]]"


def summary_line(found: Distilled) -> str:
    """The summary note in a sentence."""
    counts = ", ".join(
        counted(len(many), one)
        for many, one in (
            (found.decided, "decision"),
            (found.open, "open ask"),
            (found.dead_ends, "dead end"),
        )
        if many
    )
    first = found.decided[0].quote.text if found.decided else ""
    noted = "Noted: " + ", ".join(f"“{each.title}”" for each in found.filed)
    text = f"{counts}; first decision: {first}" if first else counts or noted
    return mask(shortened(text, _SUMMARY)).text


def source_of(found: Distilled) -> str:
    """Who wrote the summary: the owner where every line is the owner's words, else a model.

    The ladder of trust then says 'filed by a model' of anything that quotes one.
    """
    quotes = [
        quote
        for each in found.decided
        for quote in (each.quote, each.upon, each.question, each.taken, *each.instead)
    ]
    quotes += [quote for each in found.dead_ends for quote in (each.tried, each.outcome)]
    quotes += [quote for each in found.open for quote in (*each.quotes, each.beside)]
    return _source(quotes, found.by, filed=bool(found.filed))


def _source(quotes: Sequence[Quote | None], by: str, *, filed: bool = False) -> str:
    owners = all(each is None or each.role is Role.USER for each in quotes)
    if owners and not filed and by == "luminair":
        return "owner"
    return SOURCE if by == "luminair" else by


def ask_body(ask: OpenAsk) -> str:
    """The body of an open ask: its words, where they were said, and how they were said again."""
    text = ask.text.strip() or (ask.quotes[0].text if ask.quotes else "")
    lines = [f"- {cited(each)}" for each in (*ask.quotes, *filter(None, (ask.beside,)))]
    parts = [text, "\n".join(lines)]
    again = [each.title for each in ask.asks[1:] if each.title != ask.title]
    if again:
        parts.append("## Said again\n\n" + "\n".join(f"- {title}" for title in again))
    return mask("\n\n".join(part for part in parts if part) + "\n").text


def ask_summary(ask: OpenAsk) -> str:
    """All that was said with an open ask, where its title is not all of it; or ''.

    'Please find out why and fix it' says little in a digest without the sentence before it.
    """
    whole = " ".join(mask(ask.text).text.split())
    return "" if ask.title.rstrip("…. ") == whole.rstrip(". ") else shortened(whole, _SUMMARY)


def ask_source(ask: OpenAsk, by: str) -> str:
    """Who an open ask is from: as it was captured, else as its words were said."""
    return ask.asks[0].source if ask.asks else _source(ask.quotes, by)


def dead_end_body(end: DeadEnd) -> str:
    """The body of a dead end: what was tried and what came of it, both as they were said."""
    lines = [f"Tried: {cited(end.tried)}"]
    if end.outcome is not None:
        lines.append(f"What came of it: {cited(end.outcome)}")
    if end.error:
        lines.append(f"Error: `{end.error.replace('`', ' ')}`")
    return mask("\n\n".join(lines) + "\n").text


def dead_end_source(end: DeadEnd, by: str) -> str:
    """Who a dead end is from."""
    return _source((end.tried, end.outcome), by)
