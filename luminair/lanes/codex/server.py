"""One living ``codex app-server``: requests both ways, a turn at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import LuminairError
from luminair.lanes.child.household import Living
from luminair.lanes.child.leave import Leave
from luminair.lanes.child.words import one_line
from luminair.lanes.codex.items import question, reply
from luminair.lanes.codex.reading import failed
from luminair.lanes.lane import Alive, Event
from luminair.lanes.wire import LineTooLong, obj, parsed, word

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from luminair.lanes.child.process import Child, Heard, Patience
    from luminair.lanes.codex.reading import Reading
    from luminair.lanes.lane import Answering, ToolServer
    from luminair.messages import Json

CALL_S = 20.0
"""How long a request may take that asks no model."""
INTERRUPT_S = 2.0
_NOT_KNOWN = {"code": -32601, "message": "This client does not do that."}


class NoServer(LuminairError):
    """This Codex has no app-server that we understand."""


class Refusal(LuminairError):
    """The app-server refused a request; the text is its own."""


@dataclass(frozen=True, slots=True)
class Wants:
    """What a session's process is started for; another wish needs another process.

    Attributes:
        program: the path of ``codex``.
        folder: the project folder, or ''.
        server: our tools, or None.
    """

    program: str
    folder: str
    server: ToolServer | None


class LivingCodex(Living):
    """A session's app-server.

    Args:
        child: the process.
        wants: what it was started for.

    Attributes:
        thread: the id of the thread that is loaded, or ''.
        model: which model answers there, or ''.
        reading: the turn that runs, None where none does.
    """

    def __init__(self, child: Child, wants: Wants) -> None:
        super().__init__(child)
        self.wants = wants
        self.thread = ""
        self.model = ""
        self.reading: Reading | None = None
        self._requests = 0
        self._early: deque[Json] = deque()

    async def greet(self, version: str) -> None:
        """Opens the connection.

        Raises:
            NoServer: this is no app-server that we understand.
        """
        client = {"name": "luminair", "title": "Luminair", "version": version}
        try:
            await self.call("initialize", {"clientInfo": client})
        except LuminairError as fault:
            raise NoServer(str(fault)) from None
        self.child.say({"method": "initialized"})

    async def call(self, method: str, given: Mapping[str, object]) -> Json:
        """The result of a request; what comes before it is kept for :meth:`listen`.

        Raises:
            Refusal: the app-server says no, or does not answer.
            LineTooLong: what it says is no stream of lines.
        """
        identity = self._request(method, given)
        with suppress(TimeoutError):
            async with asyncio.timeout(CALL_S):
                while (heard := await self.child.hear()) is not None:
                    line = None if heard.error else parsed(heard.text)
                    if line is None:
                        continue
                    if line.get("id") == identity and "method" not in line:
                        if "error" in line:
                            raise Refusal(one_line(word(obj(line, "error"), "message")) + ".")
                        return obj(line, "result")
                    self._early.append(line)
        raise Refusal(f"Codex did not answer '{method}'; try again.")

    async def listen(
        self, given: Mapping[str, object], reading: Reading, allow: Answering | None
    ) -> AsyncGenerator[Event, None]:
        """Starts a turn and gives its events until it or the process ends.

        Its verdict is not among them.

        Raises:
            LineTooLong: what it says is no stream of lines.
        """
        self.reading = reading
        begun = self._request("turn/start", given)
        leave = Leave(self.child, allow)
        try:
            while reading.ended is None:
                asked = leave.next()
                if asked is not None:
                    yield asked
                if not self._early and await leave.answered():
                    yield Alive()
                    continue
                line = self._early.popleft() if self._early else None
                if line is None:
                    heard = await self.child.hear()
                    if heard is None:
                        return
                    line = _object(heard)
                for event in self._line(line, begun, reading, leave):
                    yield event
        finally:
            leave.drop()

    def _line(self, line: Json, begun: int, reading: Reading, leave: Leave) -> list[Event]:
        method, given = word(line, "method"), obj(line, "params")
        if method and "id" in line:
            self._asked(line, reading, leave)
        elif method == "serverRequest/resolved":
            leave.forget(str(given.get("requestId")))
        elif method:
            return reading.take(method, given)
        elif line.get("id") == begun and "error" in line:
            reading.ended = failed(obj(line, "error"))
        elif line.get("id") == begun:
            reading.turn = word(obj(obj(line, "result"), "turn"), "id") or reading.turn
        return [Alive()]

    def _asked(self, line: Json, reading: Reading, leave: Leave) -> None:
        """Answers a request of the app-server's, or asks the owner: else the turn would hang."""
        method, given = word(line, "method"), obj(line, "params")
        changed = reading.files.get(word(given, "itemId"), {})
        asked = question(str(line.get("id")), method, given, changed)
        if asked is None and method == "mcpServer/elicitation/request":
            self._reply(line, given, "a form that is not shown here")
        elif asked is None:
            self.child.say({"id": line["id"], "error": _NOT_KNOWN})
        elif self.wants.server is not None and word(given, "serverName") == self.wants.server.name:
            self._reply(line, given, "")  # the Journal's own tools are safe by themselves
        else:
            leave.add(asked, partial(self._reply, line, given))

    def _reply(self, line: Json, given: Json, refusal: str) -> None:
        result = reply(word(line, "method"), given, leave=not refusal)
        self.child.say({"id": line["id"], "result": result})

    def _request(self, method: str, given: Mapping[str, object]) -> int:
        self._requests += 1
        self.child.say({"id": self._requests, "method": method, "params": given})
        return self._requests

    @override
    async def rest(self, patience: Patience) -> None:
        reading = self.reading
        if reading is not None and reading.turn and self.child.code is None:
            turn = {"threadId": self.thread, "turnId": reading.turn}
            self._request("turn/interrupt", turn)
            with suppress(TimeoutError, LineTooLong):
                async with asyncio.timeout(INTERRUPT_S):
                    while (heard := await self.child.hear()) is not None:
                        if word(_object(heard), "method") == "turn/completed":
                            return
        await self.child.end(patience)


def _object(heard: Heard) -> Json:
    """The JSON object of a line; an empty one where it is none, which is a sign of life too."""
    return (None if heard.error else parsed(heard.text)) or {}
