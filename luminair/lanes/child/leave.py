"""Questions of an agent's for leave to do something, asked one after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.lanes.child.process import Child
    from luminair.lanes.lane import Answering, Question

REFUSED = "The owner said no."
NOBODY = "Nobody can be asked for leave here, so it is refused."


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that waits.

    Attributes:
        question: for the owner.
        reply: tells the agent: '' for leave, else why not.
    """

    question: Question
    reply: Callable[[str], object]


class Leave:
    """The questions of one turn.

    Args:
        child: the agent.
        allow: asks the owner; None refuses at once.
    """

    def __init__(self, child: Child, allow: Answering | None) -> None:
        self._child = child
        self._allow = allow
        self._open: deque[_Asked] = deque()
        self._answer: asyncio.Task[bool] | None = None

    def add(self, question: Question, reply: Callable[[str], object]) -> None:
        """The agent asks; ``reply`` gets '' for leave, else why not."""
        if self._allow is None:
            reply(NOBODY)
        else:
            self._open.append(_Asked(question, reply))

    def next(self) -> Question | None:
        """The question to show now, None where one is open or none waits."""
        return self._open[0].question if self._open and self._answer is None else None

    async def answered(self) -> bool:
        """Waits for the owner's answer or the agent's next line; whether it was the answer.

        False at once where nothing is asked.
        """
        if not self._open or self._allow is None:
            return False
        if self._answer is None:
            self._answer = asyncio.ensure_future(_told(self._allow, self._open[0].question))
        stirs = asyncio.ensure_future(self._child.stirs())
        try:
            await asyncio.wait({self._answer, stirs}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stirs.cancel()
        if not self._answer.done():
            return False
        answer, self._answer = self._answer, None
        self._open.popleft().reply("" if answer.result() else REFUSED)
        return True

    def forget(self, identity: str) -> None:
        """The agent takes a question back."""
        if self._open and self._open[0].question.id == identity:
            self.drop()
        self._open = deque(each for each in self._open if each.question.id != identity)

    def drop(self) -> None:
        """Nobody waits for the open answer any more."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None


async def _told(allow: Answering, question: Question) -> bool:
    try:
        return await allow(question)
    except LuminairError:
        return False
