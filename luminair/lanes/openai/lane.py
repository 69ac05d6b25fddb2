"""The compatible lane itself: which server, with which key, and what lists show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.lanes.addresses import address, is_local, parts_of
from luminair.lanes.faults import Fault
from luminair.lanes.http import Link, Timeouts
from luminair.lanes.lane import Event, LaneInfo, LaneKind, Request
from luminair.lanes.openai.models import Models
from luminair.lanes.openai.presets import Preset, info_of
from luminair.lanes.openai.talk import Talk
from luminair.lanes.rounds import Turn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable


class OpenAI:
    """Runs models over chat completions.

    Args:
        preset: the kind of server.
        key: gives the key, '' where none is saved; asked at each turn and look; it may wait.
        sleep: waits so many seconds.
        jitter: a random number from 0 to 1.
        base_url: where the server is, where it is not the preset's own place; as typed.
        title: how lists and sentences name it, '' for the preset's own name.
        timeouts: how long the server may keep us waiting.
    """

    def __init__(
        self,
        preset: Preset,
        *,
        key: Callable[[], str],
        sleep: Callable[[float], Awaitable[None]],
        jitter: Callable[[], float],
        base_url: str = "",
        title: str = "",
        timeouts: Timeouts | None = None,
    ) -> None:
        place = address(base_url or preset.base_url)
        local = is_local(parts_of(place).hostname or "")
        title = title or preset.title
        self._link = Link(
            title=title,
            base_url=place,
            key=key,
            header=lambda found: {"authorization": f"Bearer {found}"},
            needs_key=preset.needs_key,
            sleep=sleep,
            jitter=jitter,
            timeouts=timeouts or (Timeouts(read=600.0) if local else Timeouts()),
            headers=dict(preset.headers),
        )
        self._preset = preset
        self._models = Models(preset, place)
        self._info = replace(
            info_of(preset), title=title, kind=LaneKind.LOCAL if local else preset.kind
        )

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
            self._info = replace(self._info, ready=False, state=fault.failed.sentence, here=False)
            return self._info
        models = self._models.known
        state = "Ready." if models else f"{self._info.title} answers, but lists no model to ask."
        self._info = replace(self._info, models=models, ready=bool(models), state=state, here=True)
        return self._info

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn."""
        talk = Talk(self._preset, self._models, request, self._link.sleep)
        return Turn(talk, self._link, request).events()

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open between turns."""
