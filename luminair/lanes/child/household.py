"""The processes of a lane, one a session: those that are kept, and those of one turn only."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from luminair.lanes.child.process import Child, Patience

IDLE_S = 20 * 60.0
"""A process that nobody asks anything ends after so many seconds; it is resumed when needed."""


class Guests:
    """Processes that live for one turn.

    Args:
        patience: how long one may take to end.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._here: dict[str, Child] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    def come(self, session: str, child: Child) -> None:
        """The session's process for this turn."""
        self._here[session] = child

    async def go(self, session: str) -> None:
        """Ends it, in any case: whoever waits may be cancelled meanwhile."""
        child = self._here.pop(session, None)
        if child is not None:
            task = asyncio.ensure_future(child.end(self._patience))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)
            await asyncio.shield(task)

    async def close(self) -> None:
        """Ends all of them."""
        await asyncio.gather(*(self.go(session) for session in list(self._here)))
        await asyncio.gather(*self._leaving, return_exceptions=True)


class Living(ABC):
    """A session's process, between and during its turns.

    Args:
        child: the process.

    Attributes:
        turn: held while a turn or another request runs.
        settling: brings it to rest after a stop, None where nothing does.
        idle: ends it after a while, None where it is busy.
    """

    def __init__(self, child: Child) -> None:
        self.child = child
        self.turn = asyncio.Lock()
        self.settling: asyncio.Task[None] | None = None
        self.idle: asyncio.Task[None] | None = None

    @abstractmethod
    async def rest(self, patience: Patience) -> None:
        """Stops the turn: cleanly, so that the process may stay, or by ending the process."""


L = TypeVar("L", bound=Living)


class Household(Generic[L]):
    """Who lives, by session.

    Args:
        sleep: waits so many seconds.
        idle_s: how long a process may wait for the next turn, in seconds.
        patience: how long a process may take to end.
    """

    def __init__(
        self, *, sleep: Callable[[float], Awaitable[None]], idle_s: float, patience: Patience
    ) -> None:
        self._sleep = sleep
        self._idle_s = idle_s
        self._patience = patience
        self._living: dict[str, L] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, session: str) -> L | None:
        """The session's process, whatever it does now."""
        return self._living.get(session)

    def move_in(self, session: str, living: L) -> L:
        """From now on this is the session's process."""
        self._living[session] = living
        return living

    async def at_rest(self, session: str) -> L | None:
        """The session's process once it rests; None where there is none that runs."""
        living = self._living.get(session)
        if living is None:
            return None
        if living.settling is not None:
            await asyncio.shield(living.settling)
        if living.idle is not None:
            living.idle.cancel()
            living.idle = None
        return living if living.child.code is None else None

    def after(self, session: str, living: L, *, rests: bool) -> None:
        """What follows a turn; waits for nothing, so that a stopped turn can be left at once.

        Args:
            session: whose turn it was.
            living: its process.
            rests: whether the turn came to its own end.
        """
        if rests and living.child.code is None and self._living.get(session) is living:
            living.idle = asyncio.ensure_future(self._idle(session, living))
        else:
            living.settling = self._spawn(self._settle(session, living))

    async def release(self, session: str) -> None:
        """Ends a session's process; a turn that runs ends with it."""
        living = self._living.pop(session, None)
        if living is not None:
            await asyncio.shield(self._spawn(self._end(living)))

    async def close(self) -> None:
        """Ends every process, all at once."""
        await asyncio.gather(*(self.release(session) for session in list(self._living)))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Runs work that goes on when a turn is left; :meth:`close` waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _idle(self, session: str, living: L) -> None:
        await self._sleep(self._idle_s)
        living.idle = None
        if self._living.get(session) is living and not living.turn.locked():
            await self.release(session)

    async def _settle(self, session: str, living: L) -> None:
        await living.rest(self._patience)
        if living.child.code is not None and self._living.get(session) is living:
            del self._living[session]
        living.settling = None

    async def _end(self, living: L) -> None:
        if living.idle is not None:
            living.idle.cancel()
        if living.settling is not None:
            await asyncio.shield(living.settling)
        await living.child.end(self._patience)
