"""The Anthropic lane itself: who is asked, with which key, and what lists show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.lanes.addresses import address
from luminair.lanes.anthropic.models import MODELS, Models
from luminair.lanes.anthropic.talk import Talk
from luminair.lanes.faults import Fault
from luminair.lanes.http import Link, Timeouts
from luminair.lanes.lane import Event, LaneInfo, LaneKind, Request
from luminair.lanes.rounds import Turn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

ID = "anthropic"
TITLE = "Anthropic"
BASE_URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
INFO = LaneInfo(ID, TITLE, LaneKind.API, MODELS, ready=False, state="Not asked yet.")


class Anthropic:
    """Runs Claude models over the Messages API.

    Args:
        key: gives the key, '' where none is saved; asked at each turn and look; it may wait.
        sleep: waits so many seconds.
        jitter: a random number from 0 to 1.
        base_url: where the API is, without ``/v1``.
        timeouts: how long the server may keep us waiting.
    """

    def __init__(
        self,
        *,
        key: Callable[[], str],
        sleep: Callable[[float], Awaitable[None]],
        jitter: Callable[[], float],
        base_url: str = BASE_URL,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._link = Link(
            title=TITLE,
            base_url=address(base_url).removesuffix("/v1"),
            key=key,
            header=lambda found: {"x-api-key": found, "anthropic-version": VERSION},
            needs_key=True,
            sleep=sleep,
            jitter=jitter,
            timeouts=timeouts or Timeouts(),
        )
        self._models = Models()
        self._info = INFO

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Asks for the models; whether the key works shows with it."""
        try:
            async with self._link.open() as client:
                await self._models.look(client)
        except Fault as fault:
            self._info = replace(self._info, ready=False, state=fault.failed.sentence)
        else:
            self._info = replace(self._info, models=self._models.known, ready=True, state="Ready.")
        return self._info

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn."""
        return Turn(Talk(self._models, request), self._link, request).events()

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open between turns."""
