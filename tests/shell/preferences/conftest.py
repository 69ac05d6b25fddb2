"""A desk over a real disk, with lanes and keys that tests move."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import journal_at
from luminair.config.keys import KeyState
from luminair.config.paths import Home, default_vault
from luminair.config.settings import Settings
from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.lanes.roster import Entry, Roster
from luminair.lanes.scripted import Scripted
from luminair.sessions.library import Library
from luminair.vaults import Vaults, look_into

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.errors import LuminairError

CLAUDE = LaneInfo(
    "claude",
    "Claude CLI",
    LaneKind.CLI,
    (Model("sonnet", "sonnet"), Model("opus", "opus"), Model("haiku", "haiku")),
    True,
    "Signed in with your Claude login.",
)
ANTHROPIC = LaneInfo(
    "anthropic",
    "Anthropic API",
    LaneKind.API,
    (),
    False,
    "No key for Anthropic API is saved; add one in Settings.",
)
GEMINI = LaneInfo(
    "gemini-api",
    "Gemini API",
    LaneKind.API,
    (),
    False,
    "No key for Gemini API is saved; add one in Settings.",
)
SERVER = LaneInfo(
    "server",
    "Another server",
    LaneKind.API,
    (),
    False,
    "Another server has no address yet; add one in Settings.",
)
OLLAMA = LaneInfo(
    "ollama",
    "Ollama",
    LaneKind.LOCAL,
    tuple(Model(name, name) for name in ("qwen2.5-coder", "llama", "gemma", "phi", "mistral")),
    False,
    "Ollama did not answer at 127.0.0.1:11434.",
)
BLIND = LaneInfo(
    "journal-only",
    "Journal only",
    LaneKind.EMBEDDED,
    (Model("", "Journal only"),),
    True,
    "Answers by quoting your notes; needs no key and no network.",
)


@dataclass
class FakeKeys:
    """Keys in memory.

    Attributes:
        fault: what every call raises, or None.
        source: where saved keys come to be.
        said: what is said with each answer.
        asked: providers whose state was asked for.
    """

    kept: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    fault: LuminairError | None = None
    source: str = "keychain"
    said: str = ""
    asked: list[str] = field(default_factory=list)

    def save(self, provider: str, key: str) -> KeyState:
        if self.fault is not None:
            raise self.fault
        self.kept[provider] = key
        return self._state(provider)

    def forget(self, provider: str) -> KeyState:
        self.kept.pop(provider, None)
        return self._state(provider)

    def state(self, provider: str) -> KeyState:
        self.asked.append(provider)
        return self._state(provider)

    def look_again(self) -> None:
        """Nothing is remembered here."""

    def _state(self, provider: str) -> KeyState:
        if provider in self.kept:
            return KeyState(self.source, self.kept[provider][-4:], said=self.said)
        if provider in self.environment:
            return KeyState("environment", self.environment[provider][-4:], "SOME_API_KEY")
        return KeyState("", said=self.said)


class SettingsDesk:
    """What settings and set-up ask of the house.

    Attributes:
        answers: what the next look at a lane finds, by lane.
        looked: lanes that were looked at.
        renewed: lanes that were made anew.
    """

    def __init__(self, home: Path) -> None:
        self.home = Home(home)
        self.settings = Settings(self.home.settings_file)
        self.keys = FakeKeys()
        self.vaults = Vaults(
            self.home,
            self.settings,
            default_vault(),
            "default",
            open_at=lambda place, by: journal_at(self.home, self.settings, place, by),
        )
        self.lanes = {
            info.id: Scripted((), sleep=_at_once, info=info)
            for info in (CLAUDE, ANTHROPIC, GEMINI, SERVER, OLLAMA, BLIND)
        }
        self.roster = Roster(
            Entry(lane.info, lambda lane=lane: lane) for lane in self.lanes.values()
        )
        for lane in self.lanes:
            self.roster.lane(lane)
        self.library = Library(home, now=self.now, draw=itertools.count(1).__next__)
        self.answers: dict[str, LaneInfo] = {}
        self.looked: list[str] = []
        self.renewed: list[str] = []

    def now(self) -> datetime:
        return datetime(2026, 9, 17, 11, 2, tzinfo=UTC)

    @property
    def vault(self) -> Path:
        return self.vaults.place

    @property
    def journal(self):
        return self.vaults.journal

    def journal_state(self):
        return self.vaults.state()

    def look_into(self, folder: Path):
        return look_into(folder, self.home)

    def make_journal(self, place: Path, ride=None):
        return self.vaults.make(place, ride)

    async def look_at(self, lane: str) -> LaneInfo:
        self.looked.append(lane)
        found = self.answers.get(lane, self.lanes[lane].info)
        self.lanes[lane]._info = found
        return found

    async def renew(self, lane: str) -> None:
        self.renewed.append(lane)

    def ready(self, lane: str, state: str = "Ready.") -> None:
        """The next look finds this lane ready."""
        self.answers[lane] = replace(self.lanes[lane].info, ready=True, state=state)


async def _at_once(_: float) -> None:
    """No waiting."""


@pytest.fixture
def desk(home: Path) -> Iterator[SettingsDesk]:
    found = SettingsDesk(home)
    yield found
    found.vaults.close()


@pytest.fixture
def obsidian(person: Path) -> Path:
    """A folder of somebody's own notes."""
    folder = person / "Obsidian"
    for name in ("Work/a.md", "Work/deep/b.md", "Diary/c.md", "Templates/t.md", "loose.md"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# A note\n\nText.\n")
    return folder
