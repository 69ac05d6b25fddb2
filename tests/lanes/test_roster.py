from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from luminair.errors import UsageError
from luminair.lanes import journal_only, scripted
from luminair.lanes.roster import Entry, Roster

if TYPE_CHECKING:
    from luminair.lanes.lane import Lane


class Makers:
    def __init__(self) -> None:
        self.made: list[str] = []

    def journal(self) -> Lane:
        self.made.append("journal-only")
        return journal_only.JournalOnly(lambda _request: ([], False), lambda _text: False)

    def demo(self) -> Lane:
        self.made.append("scripted")
        info = replace(scripted.INFO, state="Playing.")
        return scripted.Scripted([], sleep=asyncio.sleep, info=info)


@pytest.fixture
def makers() -> Makers:
    return Makers()


@pytest.fixture
def roster(makers: Makers) -> Roster:
    waiting = replace(scripted.INFO, ready=False)
    return Roster([Entry(waiting, makers.demo), Entry(journal_only.INFO, makers.journal)])


def test_lanes_are_made_late_and_once(roster: Roster, makers: Makers) -> None:
    assert [info.id for info in roster.infos()] == ["scripted", "journal-only"]
    assert makers.made == []
    assert roster.lane("scripted") is roster.lane("scripted")
    assert makers.made == ["scripted"]
    assert roster.info("scripted").state == "Playing."


def test_the_usual_lane_is_the_first_that_is_ready(roster: Roster) -> None:
    assert roster.usual == "journal-only"
    roster.lane("scripted")
    assert roster.usual == "scripted"


def test_where_none_is_ready_the_first_is_usual(makers: Makers) -> None:
    waiting = replace(scripted.INFO, ready=False)
    assert Roster([Entry(waiting, makers.demo)]).usual == "scripted"


def test_a_lane_that_is_not_here_can_be_shown_but_not_asked(roster: Roster) -> None:
    info = roster.info("gone")
    assert (info.id, info.ready) == ("gone", False)
    assert "'gone'" in info.state
    with pytest.raises(UsageError, match="scripted, journal-only"):
        roster.lane("gone")


def test_only_lanes_that_were_made_have_anything_to_close(roster: Roster) -> None:
    assert roster.made() == ()
    lane = roster.lane("journal-only")
    assert roster.made() == (lane,)
