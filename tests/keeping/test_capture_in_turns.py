"""What a turn keeps of its prompt, and that the next session's digest holds it."""

from __future__ import annotations

import asyncio
import itertools
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.config.paths import find_home
from luminair.journal import Journal, Kind, Receipts, init_vault
from luminair.keeping.waiting import Turns
from luminair.lanes.journal_only import INFO as JOURNAL_ONLY
from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.lanes.scripted import Scripted, say
from luminair.memory import JournalMemory
from luminair.sessions.session import Session
from luminair.sessions.transcript import Transcript
from luminair.turns import Asked, run_turn
from luminair.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Clock

INFO = LaneInfo("plain", "Plain", LaneKind.API, (Model("m", "M"),), True, "Ready.")


class House:
    """Sessions in one project, each with its transcript, and turns run to their end."""

    def __init__(self, journal: Journal, folder: Path, clock: Clock) -> None:
        self.journal, self.folder, self.clock = journal, folder, clock
        self.capture = True
        self._ids = itertools.count(1)
        self.open: dict[str, Transcript] = {}

    def memory(self) -> JournalMemory:
        home = find_home()
        return JournalMemory(
            self.journal,
            Receipts(home.receipts(self.journal.root)),
            lambda: next(self._ids),
            Turns(home.state(self.journal.root)),
            capture=lambda: self.capture,
        )

    def session(self, identity: str, **facts: object) -> Transcript:
        if identity not in self.open:
            session = Session(identity, folder=str(self.folder), **facts)  # type: ignore[arg-type]
            path = self.folder.parent / f"{identity}.jsonl"
            self.open[identity] = Transcript.create(path, session)
        return self.open[identity]

    def say(self, identity: str, prompt: str, *, again: str = "", info: LaneInfo = INFO) -> Asked:
        async def whole() -> Asked:
            turn = run_turn(
                prompt,
                transcript=self.session(identity),
                lane=Scripted([say("done")], sleep=asyncio.sleep, info=info),
                memory=self.memory(),
                now=self.clock,
                new_id=lambda: f"m{next(self._ids)}",
                instead_of=again,
            )
            events = [event async for event in turn]
            return next(event for event in events if isinstance(event, Asked))

        return asyncio.run(whole())

    def digest(self, identity: str) -> str:
        session = self.session(identity).session
        return self.memory().digest("hello", session, self.clock()).text

    @property
    def asks(self) -> list[str]:
        self.journal.refresh()
        return [each.note.title for each in self.journal.listing(kind=Kind.ASK)]


@pytest.fixture
def house(home: Path, vault: Path, tmp_path: Path, clock: Clock) -> Iterator[House]:
    del home  # LUMINAIR_HOME of this test
    init_vault(vault, ride="all")
    opened = bootstrap.open_journal(vault=str(vault))
    setup = replace(opened.setup, now=clock)
    opened.close()
    journal = Journal(setup)
    (tmp_path / "harbor").mkdir()
    yield House(journal, tmp_path / "harbor", clock)
    journal.close()


def test_the_next_session_hears_of_it_once_the_first_is_quiet(house: House) -> None:
    asked = house.say("a", "add dark mode to the settings page")
    assert asked.kept.sentence == "Kept as an open ask: “Add dark mode to the settings page”"
    assert house.asks == ["Add dark mode to the settings page"]
    assert "dark mode" not in house.digest("a")
    assert "dark mode" not in house.digest("b")
    house.clock.forward(minutes=31)
    assert "dark mode" not in house.digest("a")
    assert "Add dark mode to the settings page" in house.digest("b")
    Turns(find_home().state(house.journal.root)).refreshed("a", house.clock())
    house.clock.forward(minutes=1)
    assert "Add dark mode to the settings page" in house.digest("a")


def test_a_retry_says_nothing_new_and_an_edit_does(house: House) -> None:
    first = house.say("a", "add dark mode to the settings page")
    again = house.say("a", "add dark mode to the settings page", again=first.message.id)
    assert again.kept.asks == ()
    other = house.say("a", "add light mode to the login page", again=again.message.id)
    assert [ask.title for ask in other.kept.asks] == ["Add light mode to the login page"]
    key = first.kept.asks[0].key
    assert "Said again" not in house.journal.load(key).body


def test_the_journal_only_lane_and_the_two_switches(house: House) -> None:
    assert house.say("a", "add dark mode to the settings", info=JOURNAL_ONLY).kept.asks == ()
    house.session("quiet", capture=False)
    assert house.say("quiet", "add dark mode to the settings").kept.asks == ()
    house.capture = False
    assert house.say("c", "add dark mode to the settings").kept.asks == ()
    assert house.asks == []
    house.capture = True
    assert house.say("c", "add dark mode to the settings").kept.asks


def test_undo_of_the_notice_takes_the_ask_back(house: House) -> None:
    asked = house.say("a", "add dark mode to the settings")
    house.journal.undo(asked.kept.operation)
    assert house.asks == []


def test_idle_turns_leave_nothing(house: House) -> None:
    for _ in range(20):
        house.say("a", "run echo hello")
    assert house.asks == []
    house.clock.now += timedelta(hours=1)
    assert "echo" not in house.digest("b")
