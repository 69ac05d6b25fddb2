"""One living ``claude``: what is said to it, and what it says, a turn at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.lanes.child.household import Living
from luminair.lanes.child.leave import Leave
from luminair.lanes.claude.tools import question
from luminair.lanes.lane import Alive, Event
from luminair.lanes.wire import LineTooLong, obj, parsed, word

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence

    from luminair.lanes.child.process import Child, Heard, Patience
    from luminair.lanes.claude.reading import Reading
    from luminair.lanes.lane import Answering, ToolServer
    from luminair.messages import Json

INTERRUPT_S = 2.0
"""How long an interrupted turn may take to close."""
CONTROL_S = 5.0
"""How long any other request may take."""


@dataclass(frozen=True, slots=True)
class Wants:
    """What a session's process is started with; another wish needs another process.

    Attributes:
        program: the path of ``claude``.
        model: as requests name it.
        folder: the project folder, or ''.
        system: what is added to its system prompt.
        server: our tools, or None.
    """

    program: str
    model: str
    folder: str
    system: str
    server: ToolServer | None


class LivingClaude(Living):
    """A session's process.

    Args:
        child: the process.
        wants: what it was started with.
        handle: the conversation's id.

    Attributes:
        cost: what the process has cost so far, in US dollars.
    """

    def __init__(self, child: Child, wants: Wants, handle: str) -> None:
        super().__init__(child)
        self.wants = wants
        self.handle = handle
        self.cost = 0.0
        self._requests = 0

    def tell(self, content: Sequence[Mapping[str, object]]) -> bool:
        """Sends the owner's message; False where the process hears nothing any more."""
        message = {"role": "user", "content": content}
        return self.child.say(
            {"type": "user", "message": message, "parent_tool_use_id": None, "session_id": ""}
        )

    async def listen(
        self, reading: Reading, allow: Answering | None
    ) -> AsyncGenerator[Event, None]:
        """The events of a turn until it or the process ends; its verdict is not among them.

        Raises:
            LineTooLong: what it says is no stream of lines.
        """
        leave = Leave(self.child, allow)
        try:
            while reading.ended is None:
                asked = leave.next()
                if asked is not None:
                    yield asked
                if await leave.answered():
                    yield Alive()
                    continue
                heard = await self.child.hear()
                if heard is None:
                    return
                for event in self._heard(heard, reading, leave):
                    yield event
        finally:
            leave.drop()

    def _heard(self, heard: Heard, reading: Reading, leave: Leave) -> list[Event]:
        """What one line brings; one that is no JSON is still a sign of life."""
        line = None if heard.error else parsed(heard.text)
        if line is None:
            return [Alive()]
        match word(line, "type"):
            case "control_request" if word(obj(line, "request"), "subtype") != "can_use_tool":
                self._reply(line, {"subtype": "error", "error": "not known here"})
            case "control_request":
                asked = question(word(line, "request_id"), obj(line, "request"))
                leave.add(asked, partial(self._answer, line))
            case "control_cancel_request":
                leave.forget(word(line, "request_id"))
            case _:
                return reading.take(line)
        return [Alive()]

    def _answer(self, asked: Json, refusal: str) -> None:
        """Answers a permission question: leave is given where there is no refusal."""
        given = obj(obj(asked, "request"), "input")
        behaviour: dict[str, object] = (
            {"behavior": "deny", "message": refusal}
            if refusal
            else {"behavior": "allow", "updatedInput": given}
        )
        self._reply(asked, {"subtype": "success", "response": behaviour})

    def _reply(self, asked: Json, response: Mapping[str, object]) -> None:
        identity = {"request_id": word(asked, "request_id")}
        self.child.say({"type": "control_response", "response": {**response, **identity}})

    def _request(self, subtype: str) -> str:
        self._requests += 1
        identity = f"luminair-{self._requests}"
        request = {"subtype": subtype}
        self.child.say({"type": "control_request", "request_id": identity, "request": request})
        return identity

    async def control(self, subtype: str) -> Json | None:
        """What the agent answers to a request between two turns; None where it does not."""
        identity = self._request(subtype)
        with suppress(TimeoutError, LineTooLong):
            async with asyncio.timeout(CONTROL_S):
                while (heard := await self.child.hear()) is not None:
                    line = None if heard.error else parsed(heard.text)
                    response = obj(line, "response") if line is not None else {}
                    if word(response, "request_id") == identity:
                        return obj(response, "response")
        return None

    @override
    async def rest(self, patience: Patience) -> None:
        self._request("interrupt")
        with suppress(TimeoutError, LineTooLong):
            async with asyncio.timeout(INTERRUPT_S):
                while (heard := await self.child.hear()) is not None:
                    line = None if heard.error else parsed(heard.text)
                    if line is not None and word(line, "type") == "result":
                        return
        await self.child.end(patience)
