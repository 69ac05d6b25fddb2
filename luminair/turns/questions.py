"""Questions of models that wait for the owner: asked on the streams' loop, answered anywhere."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.lanes.lane import Answering, Question


class Questions:
    """The open questions of all sessions."""

    def __init__(self) -> None:
        self._open: dict[
            tuple[str, str], tuple[asyncio.AbstractEventLoop, asyncio.Future[bool]]
        ] = {}
        self._guard = threading.Lock()

    def of(self, session: str) -> Answering:
        """Asks the owner in the panes of this session."""

        async def ask(question: Question) -> bool:
            loop = asyncio.get_running_loop()
            answer: asyncio.Future[bool] = loop.create_future()
            key = (session, question.id)
            with self._guard:
                self._open[key] = (loop, answer)
            try:
                return await answer
            finally:
                with self._guard:
                    self._open.pop(key, None)

        return ask

    def answer(self, session: str, question: str, *, allow: bool) -> None:
        """Answers a question from any thread; one that is over is left alone."""
        with self._guard:
            found = self._open.get((session, question))
        if found is not None:
            loop, future = found
            loop.call_soon_threadsafe(_settle, future, allow)


def _settle(future: asyncio.Future[bool], allow: bool) -> None:
    if not future.done():
        future.set_result(allow)
