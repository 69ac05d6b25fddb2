"""Lets a lane's model draft what a session comes to, and believes nothing without its source.

Each line of the draft must quote words that stand in the message it names, outside of what was
pasted there. What has no source is dropped; a draft of which little is left gives way to the
deterministic method, which says so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.config.paths import resources
from luminair.errors import LuminairError, Stopped
from luminair.keeping.distill.cues import Cues, bundled, covered, terms
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.page import DEAD_ENDS, DECIDED, OPEN
from luminair.keeping.distill.text import sentences_of, shortened
from luminair.keeping.distill.values import DeadEnd, Decided, Distilled, OpenAsk, Quote
from luminair.keeping.secrets.masking import mask
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.keeping.distill.values import Exchange, Filed, RawAsk

    Ask = Callable[[str], str]
    """A prompt in, the model's whole answer out; raises LuminairError where there is none."""

MOST_CHARACTERS = 200_000
"""Of a transcript that is sent; of a longer one the end."""
_TITLE = 80
_LEAST_SHARE = 0.5
_SAME = 0.6
_HEADING = re.compile(r"#{1,6}\s*(.+?)\s*:?\s*$")
_QUOTED = re.compile(r"[“\"„«](.+?)[”\"“»]\s*\(\s*message\s+(\d{1,6})\b[^)]*\)", re.IGNORECASE)
_SPEAKERS = {Role.USER: "owner", Role.ASSISTANT: "model"}


def prompt_for(exchanges: Sequence[Exchange]) -> str:
    """What a model is asked: the bundled text and the transcript, secrets masked."""
    head = (resources() / "distill" / "prompt.md").read_text(encoding="utf-8")
    told = [
        f"[message {number}, {_SPEAKERS[each.role]}]\n{mask(each.text).text}"
        for number, each in enumerate(exchanges, start=1)
    ]
    while len(told) > 1 and sum(map(len, told)) > MOST_CHARACTERS:
        del told[0]
    return head + "\n" + "\n\n".join(told) + "\n"


def drafted(
    exchanges: Sequence[Exchange],
    asks: Sequence[RawAsk],
    filed: Sequence[Filed],
    *,
    ask: Ask,
    by: str,
    cues: Cues | None = None,
) -> Distilled:
    """What a session comes to by a model's draft; by the deterministic method where that fails.

    Which captured asks are over is told by the deterministic method in either case: a model's
    silence closes nothing.

    Args:
        exchanges: the session's messages.
        asks: what capture filed.
        filed: what the session's model filed.
        ask: asks the lane.
        by: who drafts, ``<lane>/<model>``.
        cues: the phrases; None for those that the app carries.
    """
    cues = cues or bundled()
    plain = distilled(exchanges, asks, filed, cues=cues)
    if not exchanges:
        return plain
    try:
        answer = ask(prompt_for(exchanges))
    except Stopped:
        raise  # what nobody waits for is not done in another way either
    except LuminairError as error:
        return replace(plain, said=f"{by} gave no draft, so no model was used: {error}")
    sections, dropped = _checked(answer, exchanges)
    kept = sum(map(len, sections.values()))
    if not kept or kept < (kept + dropped) * _LEAST_SHARE:
        lines = counted(dropped, "line")
        return replace(
            plain,
            said=f"The draft by {by} was not used: {lines} of it had no source in the session.",
        )
    return _joined(plain, sections, dropped, by, cues)


def _checked(
    answer: str, exchanges: Sequence[Exchange]
) -> tuple[dict[str, list[list[Quote]]], int]:
    """The lines of a draft whose quotations are true, by heading; and how many are not."""
    own = [_flat(" ".join(each.text for each in said)) for said in sentences_of(exchanges)]
    sections: dict[str, list[list[Quote]]] = {DECIDED: [], OPEN: [], DEAD_ENDS: []}
    heading, dropped = "", 0
    for line in answer.splitlines():
        head = _HEADING.match(line)
        if head:
            heading = next((each for each in sections if each.casefold() == head[1].casefold()), "")
        elif line.lstrip().startswith(("-", "*")) and heading:
            quotes = [
                _true(text, int(number), exchanges, own) for text, number in _QUOTED.findall(line)
            ]
            if quotes and all(quotes):
                sections[heading].append([each for each in quotes if each is not None])
            else:
                dropped += 1
    return sections, dropped


def _true(
    text: str, number: int, exchanges: Sequence[Exchange], own: Sequence[str]
) -> Quote | None:
    """The quotation where its words stand in the message, blanks aside; else None."""
    if not 1 <= number <= len(exchanges):
        return None
    wanted = _flat(text)
    if len(wanted) < 2 or wanted not in own[number - 1]:
        return None
    said = exchanges[number - 1]
    quote = " ".join(text.split())
    return Quote(shortened(quote), said.role, number, said.message_id, said.at)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _joined(
    plain: Distilled, sections: dict[str, list[list[Quote]]], dropped: int, by: str, cues: Cues
) -> Distilled:
    decided = tuple(Decided(line[0]) for line in sections[DECIDED])
    ends = tuple(
        DeadEnd(shortened(line[0].text, _TITLE), line[0], line[1] if len(line) > 1 else None)
        for line in sections[DEAD_ENDS]
    )
    captured = [each for each in plain.open if each.asks]
    over = [terms(each.ask.title, cues) for each in plain.closed]
    known = [terms(f"{each.title} {each.text}", cues) for each in captured] + over
    found = [
        OpenAsk(shortened(line[0].text, _TITLE), "", (line[0],))
        for line in sections[OPEN]
        if not _known(terms(line[0].text, cues), known)
    ]
    lines = counted(dropped, "line")
    were = "was" if dropped == 1 else "were"
    said = f"{lines} of the draft by {by} had no source and {were} left out." if dropped else ""
    return Distilled(
        decided, (*captured, *found), ends, plain.closed, plain.filed, by=by, said=said
    )


def _known(about: frozenset[str], known: Sequence[frozenset[str]]) -> bool:
    return any(max(covered(about, each), covered(each, about)) >= _SAME for each in known)
