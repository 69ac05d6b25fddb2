"""One turn on a server that speaks HTTP: requests, retries, tool calls, and the end.

What differs between providers is a ``Talk``; what is the same for all of them is here.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.lanes.faults import Fault, Who, cut
from luminair.lanes.http import RETRIES
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Event,
    Failed,
    Request,
    Text,
    ToolAnswer,
    WayOn,
)
from luminair.lanes.talk import Call, Heard, Talk, definitions
from luminair.lanes.titles import tool_title
from luminair.lanes.waiting import shown_while_waiting
from luminair.lanes.wire import Sent, parsed, word
from luminair.messages import ToolState, ToolUse, Usage

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from luminair.lanes.http import Client, Link
    from luminair.messages import Json

MOST_ROUNDS = 8
"""How often a model may call tools in one turn."""

SHOWN_CHARACTERS = 4_000
LINGER_S = 2.0
"""How long to wait for what may follow an answer's end: the usage, the end of the stream."""


class Turn:
    """Runs one turn.

    Args:
        talk: the provider's words.
        link: the way to its server.
        request: what is asked.
    """

    def __init__(self, talk: Talk, link: Link, request: Request) -> None:
        self._talk = talk
        self._link = link
        self._request = request
        self._heard: Heard
        self._usage = Usage()
        self._began = False
        self._characters = 0
        self._tail = ""  # the last two characters of the answer so far
        self._gap = False  # a new round's text has to be set off from what stands before it
        self._tools = 0

    async def events(self) -> AsyncGenerator[Event, None]:
        """Everything that happens, ``Usage`` and the last word included."""
        last: Done | Failed = Done()
        try:
            async with self._link.open() as client, aclosing(self._rounds(client)) as events:
                async for event in events:
                    yield event
        except Fault as fault:
            last = fault.failed
        if self._usage != Usage():
            yield self._usage
        yield last

    async def _rounds(self, client: Client) -> AsyncGenerator[Event, None]:
        """Requests until the model has no more tools to call."""
        for number in range(MOST_ROUNDS + 1):
            async with aclosing(self._retried(client)) as events:
                async for event in events:
                    yield event
            heard = self._heard
            failed = heard.failed()
            if failed is not None:
                raise Fault(failed)
            if not heard.calls and not heard.paused:
                break
            if number == MOST_ROUNDS:
                raise Fault(_too_many(client.who))
            answers: list[tuple[Call, ToolAnswer]] = []
            for call in heard.calls:
                async with aclosing(self._called(call, answers)) as uses:
                    async for use in uses:
                        yield use
            self._talk.answer(answers)
            self._gap = not heard.paused
        if not self._characters and not self._tools:
            raise Fault(Failed(f"{client.who.title} ended its answer without a word; try again."))

    async def _retried(self, client: Client) -> AsyncGenerator[Event, None]:
        """One request, sent again where that may help and nothing has been shown of it."""
        attempt, shown = 0, self._characters
        while True:
            self._heard = self._talk.hear(client.who, client.mask)
            try:
                async with aclosing(self._once(client, self._heard)) as events:
                    async for event in events:
                        yield event
            except Fault as found:
                fault = found
            else:
                return
            finally:
                self._usage = _sum(self._usage, self._heard.usage)
            if self._characters > shown:
                raise fault
            if self._bent(fault):
                continue
            if not fault.again or attempt == RETRIES:
                raise fault
            async with aclosing(self._link.pause(fault, attempt)) as pause:
                async for alive in pause:
                    yield alive
            attempt += 1

    def _bent(self, fault: Fault) -> bool:
        """Whether the talk found another way to ask; else the fault has its best words."""
        if fault.refusal is None:
            return False
        if self._talk.bend(fault.refusal):
            return True
        better = self._talk.explain(fault.refusal)
        if better is not None:
            fault.failed, fault.again = better, False
        return False

    async def _once(self, client: Client, heard: Heard) -> AsyncGenerator[Event, None]:
        """One request and its answer.

        Raises:
            Fault: it failed, or the answer broke off.
        """
        messages: AsyncGenerator[Sent | Alive, None] | AsyncGenerator[Sent, None]
        messages = client.stream(
            self._talk.path, self._talk.body(), split=self._talk.split, model=self._talk.model
        )
        beat = self._talk.beat(client)
        if beat is not None:
            messages = shown_while_waiting(messages, beat)
        async with aclosing(messages):
            while not heard.closed or heard.calls:
                try:
                    # Only what may follow the end has a limit of its own; no step of a
                    # generator may hold a time limit over a yield.
                    async with asyncio.timeout(LINGER_S if heard.complete else None):
                        sent = await anext(messages, None)
                except (TimeoutError, Fault):
                    if heard.complete:
                        break
                    raise
                if sent is None:
                    break
                if isinstance(sent, Sent) and sent.data:
                    # A server that echoes the key must not bring it into the transcript.
                    sent = replace(sent, data=client.mask.own(sent.data))
                for event in self._events_of(sent, heard):
                    yield event
        for event in self._say(heard.end()):
            yield event
        if not heard.complete:
            raise cut(client.who)

    def _events_of(self, sent: Sent | Alive, heard: Heard) -> Iterator[Event]:
        """The events of one message, the text in them set in its place."""
        if isinstance(sent, Alive):
            yield sent
            return
        for event in heard.take(sent) if sent.data else (heard.life(),):
            match event:
                case Text(delta):
                    yield from self._say(delta)
                case Began():
                    yield Alive() if self._began else event
                    self._began = True
                case _:
                    yield event

    def _say(self, delta: str) -> Iterator[Event]:
        if not delta:
            return
        if not self._began:
            self._began = True
            yield Began()
        if self._gap and self._characters:
            delta = "\n" * (2 - len(self._tail) + len(self._tail.rstrip("\n"))) + delta
        self._gap = False
        self._characters += len(delta)
        self._tail = (self._tail + delta)[-2:]
        yield Text(delta)

    async def _called(
        self, call: Call, answers: list[tuple[Call, ToolAnswer]]
    ) -> AsyncGenerator[Event, None]:
        """Runs one tool call; what it came to is put to the answers."""
        self._tools += 1
        arguments = parsed(call.arguments or "{}")
        use = ToolUse(
            id=f"tool-{self._tools}",
            name=call.name,
            title=tool_title(call.name, arguments or {}),
            detail=call.arguments,
            at=self._characters,
        )
        yield use
        answer = await self._answered(call, arguments)
        answers.append((call, answer))
        yield replace(
            use,
            state=ToolState.FAILED if answer.failed else ToolState.DONE,
            result=_shortened(answer.text, SHOWN_CHARACTERS),
        )

    async def _answered(self, call: Call, arguments: Json | None) -> ToolAnswer:
        """What the call came to; a failure is a text that the model can act on."""
        known = {word(tool, "name") for tool in definitions(self._request)}
        if self._request.call is None or call.name not in known:
            return ToolAnswer(f"There is no tool named '{call.name}'.", failed=True)
        if arguments is None:
            return ToolAnswer(
                "The tool was not run, since its arguments are not one JSON object; call it "
                "again with arguments that are.",
                failed=True,
            )
        try:
            return await self._request.call(call.name, arguments)
        except LuminairError as error:
            return ToolAnswer(str(error), failed=True)


def _too_many(who: Who) -> Failed:
    return Failed(
        f"The model behind {who.title} called tools {MOST_ROUNDS} times without an answer, so it "
        "was stopped; ask again for less at once.",
        WayOn.RETRY,
    )


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _sum(one: Usage, other: Usage) -> Usage:
    """Both together; a price only where every part of it is known."""
    costs = [usage.cost_usd for usage in (one, other) if usage != Usage()]
    known = [cost for cost in costs if cost is not None]
    return Usage(
        one.input_tokens + other.input_tokens,
        one.cached_tokens + other.cached_tokens,
        one.output_tokens + other.output_tokens,
        sum(known) if known and len(known) == len(costs) else None,
        one.cache_written_tokens + other.cache_written_tokens,
    )
