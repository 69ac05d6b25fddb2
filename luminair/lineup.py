"""The lanes of this app: which there are, in which order, and how each is made.

Listing them loads no provider's code. Coding agents come first, then Ollama, then servers that
take a key; the lane that needs nothing comes last (spec 11).
"""

from __future__ import annotations

import importlib
import uuid
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from luminair import __version__
from luminair.config import launcher
from luminair.config.prices import cost
from luminair.errors import UsageError
from luminair.lanes.lane import LaneInfo, LaneKind, ToolServer
from luminair.lanes.roster import Entry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime
    from pathlib import Path

    from luminair.config.keys import Keys
    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Lane
    from luminair.messages import Usage
    from luminair.sessions.session import Session

NOT_ASKED = "Not asked yet."
SETTINGS_OF = {
    "ollama": ("lanes.ollama.url",),
    "lmstudio": ("lanes.lmstudio.url",),
    "server": ("lanes.server.url", "lanes.server.name"),
    "claude": ("lanes.claude.path", "lanes.claude.permission_mode"),
    "codex": ("lanes.codex.path",),
    "gemini": ("lanes.gemini.path",),
}
"""Settings that a lane is made from; when one changes, the lane is made anew."""


_ROOMS = {
    "journal-only": "journal_only",
    **{name: name for name in ("claude", "codex", "gemini", "ollama", "anthropic")},
}
_AGENTS = frozenset({"claude", "codex", "gemini"})


class Lineup:
    """Makes the lanes.

    Args:
        home: where this machine's files lie.
        settings: addresses, paths and names that the owner chose.
        keys: the owner's keys.
        environment: the process's own.
        person: the owner's home folder, where programs are looked for.
        now: the clock, aware.
        sleep: waits so many seconds.
        jitter: a random number from 0 to 1.
        app: this process's number.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        keys: Keys,
        *,
        environment: Mapping[str, str],
        person: Path,
        now: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]],
        jitter: Callable[[], float],
        app: int,
    ) -> None:
        self._home = home
        self._settings = settings
        self._keys = keys
        self._environment = environment
        self._person = person
        self._now = now
        self._sleep = sleep
        self._jitter = jitter
        self._app = app
        self._shared: tuple[Programs, Ledger] | None = None

    def entries(self) -> list[Entry]:
        """Every lane but the embedded one, in the order of lists."""
        return [
            _entry("claude", "Claude Code", LaneKind.CLI, self._claude),
            _entry("codex", "Codex", LaneKind.CLI, self._codex),
            _entry("gemini", "Gemini CLI", LaneKind.CLI, self._gemini),
            _entry("ollama", "Ollama", LaneKind.LOCAL, self._ollama),
            _entry("anthropic", "Anthropic", LaneKind.API, self._anthropic),
            _entry("openai", "OpenAI", LaneKind.API, lambda: self._compatible("openai")),
            _entry(
                "openrouter", "OpenRouter", LaneKind.API, lambda: self._compatible("openrouter")
            ),
            _entry("gemini-api", "Gemini", LaneKind.API, lambda: self._compatible("gemini-api")),
            _entry("lmstudio", "LM Studio", LaneKind.LOCAL, lambda: self._compatible("lmstudio")),
            _entry(
                "server",
                self._server_name(),
                LaneKind.API,
                lambda: self._compatible("server", self._server_name()),
            ),
        ]

    def _server_name(self) -> str:
        address = self._settings.text("lanes.server.url")
        host = urlsplit(address if "://" in address else f"//{address}").netloc
        return self._settings.text("lanes.server.name") or host or "Another server"

    def tools_of(self, session: Session, vault: Path) -> ToolServer:
        """Our MCP server, as a coding agent has to start it for a session."""
        return ToolServer(
            "journal",
            str(self._home.bin / launcher.NAME),
            ("mcp",),
            (
                ("LUMINAIR_SESSION", session.id),
                ("LUMINAIR_VAULT", str(vault)),
                ("LUMINAIR_HOME", str(self._home.root)),
            ),
        )

    def price(self, lane: str, model: str, usage: Usage) -> float | None:
        """What a turn cost by the list prices, in US dollars; None where none is known."""
        if lane in _AGENTS:
            return None  # a plan pays, or the agent says itself what it would have cost
        return cost(
            _provider(lane),
            model,
            usage,
            on=self._now().date(),
            cache_written=usage.cache_written_tokens,
        )

    # --- Making them --------------------------------------------------------------------------

    def _key(self, provider: str) -> Callable[[], str]:
        return lambda: self._keys.key(provider)

    def _anthropic(self) -> Lane:
        from luminair.lanes.anthropic import Anthropic  # noqa: PLC0415 with httpx, when asked

        return Anthropic(key=self._key("anthropic"), sleep=self._sleep, jitter=self._jitter)

    def _compatible(self, identity: str, title: str = "") -> Lane:
        from luminair.lanes.openai import PRESETS  # noqa: PLC0415 when asked
        from luminair.lanes.openai.lane import OpenAI  # noqa: PLC0415 with httpx, when asked

        preset = next(each for each in PRESETS if each.id == identity)
        names = SETTINGS_OF.get(identity, ())
        return OpenAI(
            preset,
            key=self._key(preset.provider),
            sleep=self._sleep,
            jitter=self._jitter,
            base_url=self._settings.text(names[0]) if names else "",
            title=title,
        )

    def _ollama(self) -> Lane:
        from luminair.lanes.ollama import Ollama  # noqa: PLC0415 with httpx, when asked

        place, fault = self._settings.ollama(self._environment)
        return Ollama(sleep=self._sleep, jitter=self._jitter, base_url=place, fault=fault)

    def _children(self) -> tuple[Programs, Ledger]:
        """What the coding agents share: where programs are, and which children run."""
        if self._shared is None:
            from luminair.lanes.child.ledger import Ledger  # noqa: PLC0415 when asked
            from luminair.lanes.child.programs import Programs  # noqa: PLC0415 when asked

            programs = Programs(
                environment=self._environment,
                home=self._person,
                chosen=lambda name: self._settings.text(f"lanes.{name}.path"),
                shell=self._environment.get("SHELL", ""),
            )
            ledger = Ledger(
                self._home.root / "children",
                now=lambda: self._now().timestamp(),
                app=self._app,
            )
            self._shared = (programs, ledger)
        return self._shared

    def _claude(self) -> Lane:
        from luminair.lanes.claude import Claude  # noqa: PLC0415 when asked

        programs, ledger = self._children()
        return Claude(
            programs=programs,
            ledger=ledger,
            state=self._home.root / "lanes" / "claude",
            new_id=lambda: str(uuid.uuid4()),
            sleep=self._sleep,
            permission_mode=self._settings.text("lanes.claude.permission_mode"),
        )

    def _codex(self) -> Lane:
        from luminair.lanes.codex import Codex  # noqa: PLC0415 when asked

        programs, ledger = self._children()
        return Codex(
            programs=programs,
            ledger=ledger,
            state=self._home.root / "lanes" / "codex",
            version=__version__,
            sleep=self._sleep,
        )

    def _gemini(self) -> Lane:
        from luminair.lanes.gemini import Gemini  # noqa: PLC0415 when asked

        programs, ledger = self._children()
        return Gemini(
            programs=programs,
            ledger=ledger,
            state=self._home.root / "lanes" / "gemini",
            home=self._person,
            environment=self._environment,
        )


def known_lane(identity: str) -> LaneInfo:
    """What is known of a lane without asking anybody, by its id.

    Raises:
        UsageError: no lane has that id.
    """
    room = _ROOMS.get(identity)
    if room is not None:
        info: LaneInfo = importlib.import_module(f"luminair.lanes.{room}").INFO
        return info
    from luminair.lanes.openai import PRESETS, info_of  # noqa: PLC0415 when asked

    for preset in PRESETS:
        if preset.id == identity:
            return info_of(preset)
    known = ", ".join((*_ROOMS, *(preset.id for preset in PRESETS)))
    raise UsageError(f"There is no lane '{identity}'; choose one of {known}.")


def _provider(lane: str) -> str:
    """Under which name a lane's key is saved and its prices are listed."""
    return "gemini" if lane == "gemini-api" else lane


def _entry(identity: str, title: str, kind: LaneKind, make: Callable[[], Lane]) -> Entry:
    return Entry(LaneInfo(identity, title, kind, (), ready=False, state=NOT_ASKED), make)
