"""What is shown while a server says nothing, such as one that loads its model."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, TypeVar

from luminair.lanes.lane import Alive

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from luminair.lanes.wire import Sent

_T = TypeVar("_T")

ASK_EVERY_S = 5
"""How often a silent server is asked what it does; its word counts until the next time."""


class Beat:
    """What a server that says nothing is doing, and for how long already.

    Each second that it gives back a text counts as a sign of life, so it does so only while the
    server answers another question.

    Args:
        doing: asks the server; '' where it does not answer.
        sleep: waits so many seconds.
    """

    def __init__(
        self, doing: Callable[[], Awaitable[str]], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._doing = doing
        self._sleep = sleep
        self._seconds = 0
        self._said = ""

    async def __call__(self) -> str:
        """Waits a second; what to show then ('Loading model… 12 s'), '' where nothing is known."""
        await self._sleep(1.0)
        self._seconds += 1
        if self._seconds % ASK_EVERY_S == 1:
            before, self._said = self._said, await self._doing()
            if before and not self._said:
                return "Waiting for the model…"
        return f"{self._said} {self._seconds} s" if self._said else ""


async def shown_while_waiting(
    messages: AsyncGenerator[Sent, None], beat: Callable[[], Awaitable[str]]
) -> AsyncGenerator[Sent | Alive, None]:
    """The messages, and until the first of them what there is to show, at each beat.

    Args:
        messages: of a server that says nothing while it loads a model; closed when this ends.
        beat: waits a little, then says what the server is doing, '' where nobody knows.
    """
    # One beat lasts over the messages that say nothing, so that its count goes on.
    beating = asyncio.ensure_future(beat())
    async with aclosing(messages):
        try:
            begun = False
            while not begun:
                waiting = asyncio.ensure_future(anext(messages, None))
                try:
                    while not waiting.done():
                        both: set[asyncio.Future[Any]] = {waiting, beating}
                        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                        if beating.done():
                            doing, beating = beating.result(), asyncio.ensure_future(beat())
                            if doing:
                                yield Alive(doing)
                    message = await waiting
                finally:
                    await _let_go(waiting)
                if message is None:
                    return
                yield message
                begun = bool(message.data)
        finally:
            await _let_go(beating)
        async for message in messages:
            yield message


async def _let_go(task: asyncio.Future[_T]) -> None:
    """Ends a task and waits until it has; what it came to is of no interest any more."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # taken, so that asyncio does not log it as lost
