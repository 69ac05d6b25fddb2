"""Going on with a conversation that an agent keeps, or beginning anew where it is lost."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from luminair.lanes.child.words import anew
from luminair.lanes.lane import Event, Forgot, Kept, Request

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable


class ConversationLost(Exception):
    """The agent does not know the conversation that it was to go on with."""


async def going_on(
    turn: Callable[[Request], AsyncGenerator[Event, None]], request: Request
) -> AsyncGenerator[Event, None]:
    """One turn in the agent's own conversation, once more from the beginning where it is lost.

    Args:
        turn: runs the request; raises :class:`ConversationLost` before any text has come.
        request: goes on with a conversation, or begins one.
    """
    lost = False
    for attempt in (request, anew(request)):
        try:
            async with aclosing(turn(attempt)) as events:
                async for event in events:
                    yield event
                    if lost and isinstance(event, Kept):
                        yield Forgot()
        except ConversationLost:
            lost = True
        else:
            return
