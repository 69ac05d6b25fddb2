"""The deterministic method on whole days of talk, with the asks that capture itself files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.keeping.capture.prompts import asks_in
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.values import Distilled, Exchange, RawAsk
from luminair.messages import Role
from tests.keeping.scripted_sessions import texts
from tests.story.told import SECOND, TUNED, stories

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.told import Story

MORE = 2
"""Lines besides the six that a story tells of: what else was said may be worth a line."""


def folded(told: Story) -> Distilled:
    exchanges: list[Exchange] = []
    asks: list[RawAsk] = []
    for at, (owner, model) in enumerate(told.talk):
        exchanges += [
            Exchange(Role.USER, owner, "", f"u{at}"),
            Exchange(Role.ASSISTANT, model, "", f"m{at}"),
        ]
        asks += [RawAsk(f"{at}.{n}", ask.title, ask.body) for n, ask in enumerate(asks_in(owner))]
    return distilled(exchanges, asks)


def stands(words: tuple[str, ...], lines: list[str]) -> bool:
    return any(all(word.casefold() in line.casefold() for word in words) for line in lines)


@pytest.mark.parametrize("folder", [TUNED, SECOND], ids=["tuned", "second"])
def test_a_day_is_folded_whole(folder: Path) -> None:
    told = stories(folder)
    faults: list[str] = []
    more = 0
    for each in told:
        found = folded(each)
        lines = texts(found)
        lines["D"] = [
            " ".join(q.text for q in (one.quote, one.upon, one.question, *one.instead) if q)
            for one in found.decided
        ]
        lines["O"] = [
            " ".join([one.title, one.text, *(q.text for q in (*one.quotes, one.beside) if q)])
            for one in found.open
        ]
        wanted = (("O", each.open), ("D", each.decided), ("X", each.dead))
        missing = [w for kind, many in wanted for w in many if not stands(w, lines[kind])]
        missing += [words for words in each.done if stands(words, lines["O"])]
        if missing:
            faults.append(f"{each.name}: {missing}")
        known = (*each.open, *each.done, *each.decided, *each.dead)
        more += sum(
            not any(stands(words, [line]) for words in known)
            for kind in lines.values()
            for line in kind
        )
    assert len(faults) <= len(told) * 0.05, faults
    assert more <= len(told) * MORE
