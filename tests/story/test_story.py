"""The story that must hold, twenty times over: what one day leaves, the next day's first
message carries, on another lane, and nothing of the project beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.story.figure import FORMS, rows, table
from tests.story.told import HELD, TUNED, stories

if TYPE_CHECKING:
    from pathlib import Path

TOLD = stories()
WHOLE = 18


@pytest.mark.parametrize("folder", [TUNED, HELD], ids=["tuned", "held"])
def test_there_are_twenty_stories_each_worth_the_name(folder: Path) -> None:
    every = stories(folder)
    assert len(every) == 20
    assert len({each.name for each in every}) == 20
    for told in every:
        assert len(told.talk) >= 8
        assert (len(told.open) + len(told.done), len(told.decided), len(told.dead)) == (3, 2, 1)
        assert told.open
        assert told.lanes[0] != told.lanes[1]
        ours = " ".join(part for turn in told.talk for part in turn).casefold()
        assert sum(mark.casefold() in ours for mark in told.marks) >= 2


@pytest.mark.timeout(300)
@pytest.mark.parametrize("tools", FORMS.values(), ids=FORMS)
def test_the_next_day_holds_what_the_first_left(
    tools: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(rows(TOLD, tools, tmp_path, monkeypatch))
    assert [row.leaked for row in found if row.leaked] == []
    assert sum(row.whole for row in found) >= WHOLE, table(found)
