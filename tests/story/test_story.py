"""The story that must hold, twenty times over: what one day leaves, the next day's first
message carries, on another lane, and nothing of the project beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.story.played import new_house, play
from tests.story.riding import faults, leaks, too_many
from tests.story.told import stories

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.told import Story

TOLD = stories()
WHOLE = 18


def test_there_are_twenty_stories_each_worth_the_name() -> None:
    assert len(TOLD) == 20
    assert len({each.name for each in TOLD}) == 20
    for told in TOLD:
        assert len(told.talk) >= 8
        assert (len(told.open) + len(told.done), len(told.decided), len(told.dead)) == (3, 2, 1)
        assert told.open
        assert told.lanes[0] != told.lanes[1]
        ours = " ".join(part for turn in told.talk for part in turn).casefold()
        assert sum(mark.casefold() in ours for mark in told.marks) >= 2


@pytest.mark.timeout(300)
@pytest.mark.parametrize("tools", [True, False], ids=["with tools", "only talking"])
def test_the_next_day_holds_what_the_first_left(
    tools: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    for number, (told, other) in enumerate(zip(TOLD, TOLD[1:] + TOLD[:1], strict=True)):
        house = new_house(tmp_path / told.name, monkeypatch)
        morning = play(
            told,
            other,
            house=house,
            tools=tools,
            started=bool(number % 2),
            same_name=bool(number % 3),
        )
        assert leaks(other, told, [*morning.texts, morning.digest]) == []
        rows.append((told, faults(told, morning.texts), too_many(told, morning.texts)))
    table = "\n".join(_row(*row) for row in rows)
    print(table)  # noqa: T201 - the table is what a reader wants of this test
    assert sum(not found for _, found, _ in rows) >= WHOLE, table


def _row(told: Story, found: list[str], more: tuple[int, int]) -> str:
    said = "whole" if not found else "; ".join(found)
    return f"{told.name:16} {'+'.join(told.lanes):10} {more[0]}+{more[1]} too many  {said}"
