"""Asks before a coding agent starts in a folder that the owner has not opened before."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Protocol

from luminair.errors import LockBusy, WriteFailed
from luminair.lanes.lane import Event, Failed, LaneKind, Question, WayOn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from luminair.lanes.lane import Lane, Request

QUESTION = "folder"


class Folders(Protocol):
    """Folders in which agents may start (``config.folders``)."""

    def holds(self, folder: str) -> bool:
        """Whether the owner has allowed it."""
        ...

    def add(self, folder: str) -> None:
        """Allows it from now on; raises WriteFailed or LockBusy."""
        ...


async def asked_first(
    lane: Lane, request: Request, folders: Folders | None
) -> AsyncGenerator[Event, None]:
    """The lane's events, after the owner's leave where it has to be asked for.

    Args:
        lane: only coding agents' lanes start anything in the folder.
        request: names it; without one the agent starts in a folder of ours.
        folders: those that were allowed; None asks nothing.
    """
    if folders is not None and request.folder and lane.info.kind is LaneKind.CLI:
        known = await asyncio.to_thread(folders.holds, request.folder)
        if not known:
            title = lane.info.title
            question = Question(
                QUESTION,
                title,
                f"Start {title} in this folder? It runs the hooks and servers that the folder's "
                "own settings name.",
                request.folder,
            )
            yield question
            if request.allow is None or not await request.allow(question):
                yield Failed(
                    f"{title} was not started in {request.folder}, so nothing was sent. "
                    "Choose another lane or folder, or send again.",
                    WayOn.CHOOSE_LANE,
                )
                return
            with suppress(WriteFailed, LockBusy):  # then the question comes again
                await asyncio.to_thread(folders.add, request.folder)
    async with aclosing(lane.ask(request)) as events:
        async for event in events:
            yield event
