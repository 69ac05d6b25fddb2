"""Plays a story through a real desk: day one, the night, and the first message of day two."""

from __future__ import annotations

import asyncio
import itertools
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from luminair import bootstrap
from luminair.bootstrap import init, journal_at
from luminair.config.folders import KnownFolders
from luminair.config.keys import Keys
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.desk import OwnDesk
from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import Scripted, say
from luminair.vaults import Vaults
from tests.conftest import Clock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator
    from pathlib import Path

    import pytest

    from luminair.lanes.lane import Event, Request
    from tests.story.told import Filing, Story

DAY_ONE = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)
BETWEEN_TURNS = timedelta(minutes=4)
NIGHT = timedelta(hours=20)

_KINDS = {"api": LaneKind.API, "local": LaneKind.LOCAL, "cli": LaneKind.CLI}
_ID = re.compile(r"\b\d{8}T\d{4}-[0-9a-f]{4}\b")


def info_of(name: str) -> LaneInfo:
    """A lane of one of the three kinds."""
    model = Model("m1", "M1", window=200_000, reply=8_000, tools=True)
    return LaneInfo(name, name.upper(), _KINDS[name], (model,), True, "Ready.")


class Talker(Scripted):
    """Says what a story has its model say, and files with the tools where it uses them.

    Args:
        answers: one for each turn.
        filed: the calls of each turn, by its number; none for a model that only talks.
        info: the lane that it plays.
    """

    def __init__(
        self, answers: list[str], filed: dict[int, tuple[Filing, ...]], info: LaneInfo
    ) -> None:
        super().__init__([say(each) for each in answers], sleep=asyncio.sleep, info=info)
        self._filed = filed
        self.failed: list[str] = []

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Files, then plays the next part."""
        for filing in self._filed.get(len(self.asked) + 1, ()):
            await self._file(request, filing)
        async for event in super().ask(request):
            yield event

    async def _file(self, request: Request, filing: Filing) -> None:
        assert request.call is not None
        arguments = dict(filing.arguments)
        if filing.find:
            found = await request.call("journal_search", {"query": filing.find})
            identity = _meant(filing.find, found.text)
            if not identity:  # nobody kept it as an ask, so there is nothing to close
                return
            arguments["id"] = identity
        answer = await request.call(filing.tool, arguments)
        if answer.failed:
            self.failed.append(f"{filing.tool}: {answer.text}")


def _meant(find: str, answer: str) -> str:
    """The id of the found note that a reader would take for the one that is meant, or ''."""
    words = [word for word in find.casefold().split() if len(word) > 3 or not word.isascii()]
    best, meant = 0.7, ""
    for note in re.split(r"(?m)^(?=\[note )", answer):
        identity = _ID.search(note)
        hits = sum(word in note.casefold() for word in words) / len(words)
        if identity and hits > best:
            best, meant = hits, identity.group()
    return meant


@dataclass
class House:
    """A home, a vault and a clock; desks come and go in it.

    Attributes:
        home: this machine's files.
        vault: the Journal.
        person: the owner's own folder, in which the projects lie.
        clock: of everything.
    """

    home: Path
    vault: Path
    person: Path
    clock: Clock

    def __post_init__(self) -> None:
        self._numbers: Iterator[int] = itertools.count(7)

    def open(self, *lanes: Scripted) -> OwnDesk:
        """The app, started."""
        found = Home(self.home)
        settings = Settings(found.settings_file)
        return OwnDesk(
            found,
            settings,
            Vaults(
                found,
                settings,
                self.vault,
                "--vault",
                open_at=lambda root, by: journal_at(found, settings, root, by),
            ),
            now=self.clock,
            draw=lambda: next(self._numbers) * 104_729 % 2**32,
            lanes=[Entry(lane.info, lambda lane=lane: lane) for lane in lanes],
            keys=Keys(lambda: None, environ={}),
        )

    def say(self, desk: OwnDesk, session: str, prompt: str) -> None:
        """One turn, to its end."""

        async def turn() -> None:
            async for _ in desk.run_turn(session, prompt):
                pass

        asyncio.run(turn())
        self.clock.now += BETWEEN_TURNS

    def end(self, desk: OwnDesk) -> None:
        """The app, quit."""
        asyncio.run(desk.hang_up())
        desk.close()


def new_house(base: Path, monkeypatch: pytest.MonkeyPatch, now: datetime = DAY_ONE) -> House:
    """A home, a vault that is made, and an owner's folder, below ``base``."""
    places = [base / name for name in ("home", "vault", "person")]
    for place in places:
        place.mkdir(parents=True)
    house = House(*places, Clock(now, timedelta(milliseconds=20)))
    monkeypatch.setattr(bootstrap, "clock", house.clock)
    init(str(house.vault), home=str(house.home), vault=None, ride="all")
    return house


@dataclass(frozen=True)
class Morning:
    """What reached the lane of day two with its first message.

    Attributes:
        texts: everything besides tools and the message, in order.
        digest: what the desk says would ride.
        trouble: calls of day one's model that came to nothing.
    """

    texts: tuple[str, ...]
    digest: str
    trouble: tuple[str, ...]


def play(
    story: Story, other: Story, *, house: House, tools: bool, started: bool, same_name: bool
) -> Morning:
    """Day one of two projects, a night, and the first message of day two in the first.

    Args:
        story: of the project that is asked about.
        other: of the project that must not be heard.
        house: a new one.
        tools: whether the models file with the tools.
        started: whether the app looks for quiet sessions at its start, as the window has it do;
            else only the session's own start does.
        same_name: whether the other project's folder is called as the first one's.
    """
    folder = house.person / "projects" / story.name
    away = house.person / "elsewhere" / (story.name if same_name else other.name)
    (folder / ".git").mkdir(parents=True)
    away.mkdir(parents=True)
    for place in (folder, away):  # agents have been started there before
        KnownFolders(house.home / "folders.json").add(str(place))
    trouble: list[str] = []
    for told, place in ((other, away), (story, folder)):
        answers = [answer for _, answer in told.talk]
        talker = Talker(answers, told.filed if tools else {}, info_of(told.lanes[0]))
        desk = house.open(talker)
        session = desk.library.create(lane=talker.info.id, model="m1", folder=str(place)).session.id
        for prompt, _ in told.talk:
            house.say(desk, session, prompt)
        house.end(desk)
        if told is story:
            trouble = talker.failed
    house.clock.now += NIGHT
    second = Scripted([say("Good morning.")], sleep=asyncio.sleep, info=info_of(story.lanes[1]))
    desk = house.open(second)
    if started:
        assert desk.distill_quiet()[1] == []
    session = desk.library.create(lane=second.info.id, model="m1", folder=str(folder)).session.id
    house.say(desk, session, story.morning)
    request = second.asked[0]
    digest = desk.digest(session, story.morning).text
    house.end(desk)
    return Morning((*request.system, *request.riding), digest, tuple(trouble))
