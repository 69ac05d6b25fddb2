"""One streamed answer of Ollama: lines of JSON until one says ``done``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.lanes.faults import Mask, Who, read_error, refused, unreadable
from luminair.lanes.lane import Alive, Began, Event, Failed, Text, WayOn
from luminair.lanes.speech import Speech
from luminair.lanes.talk import Call
from luminair.lanes.wire import Sent, number, obj, objects, parsed, word
from luminair.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.messages import Json


class Heard:
    """Takes one answer."""

    def __init__(self, who: Who, mask: Mask, model: str) -> None:
        self.complete = False
        self.closed = False
        self.paused = False
        self.usage = Usage()
        self.calls: list[Call] = []
        self._who = who
        self._mask = mask
        self._model = model
        self._speech = Speech()
        self._said: list[str] = []
        self._thought: list[str] = []
        self._made: list[Json] = []
        self._reason = ""

    def take(self, sent: Sent) -> Iterator[Event]:
        """The events of one line."""
        found = parsed(sent.data)
        if found is None:
            if sent.whole:
                raise unreadable(self._who)
            return
        if found.get("error"):
            raise refused(self._who, self._model, read_error(found, self._mask))
        yield Began(word(found, "model"))
        yield from self._grow(obj(found, "message"))
        if found.get("done") is True:
            self._reason = word(found, "done_reason")
            self.usage = Usage(
                number(found, "prompt_eval_count"), output_tokens=number(found, "eval_count")
            )
            self.complete = self.closed = True

    def life(self) -> Alive:
        """The server is there; the model says itself when it begins."""
        return Alive()

    def end(self) -> str:
        """What was held back of a tag or of a character."""
        return self._speech.end()

    def failed(self) -> Failed | None:
        """What the reason of the end says against the answer."""
        if self._reason != "length":
            return None
        return Failed(
            f"The answer was cut because {self._model} can hold no more; open the context budget "
            "and leave something out, or send 'Go on' to get the rest.",
            WayOn.CONTEXT,
        )

    def message(self) -> Json:
        """The answer as it goes back to the model, its thinking included."""
        message: dict[str, object] = {"role": "assistant", "content": "".join(self._said)}
        if self._thought:
            message["thinking"] = "".join(self._thought)
        return {**message, "tool_calls": self._made}

    def _grow(self, message: Json) -> Iterator[Event]:
        """One piece of the answer."""
        text, thought = word(message, "content"), word(message, "thinking")
        if thought:
            self._thought.append(thought)
            yield Alive("Thinking…")
        if text:
            self._said.append(text)
            shown = self._speech.take(text)
            yield Text(shown) if shown else Alive("Thinking…")
        for made in objects(message, "tool_calls"):
            function = obj(made, "function")
            given = function.get("arguments")
            arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
            self.calls.append(Call(word(made, "id"), word(function, "name"), arguments))
            self._made.append(
                {
                    **made,
                    "function": {**function, "arguments": parsed(arguments or "{}") or {}},
                }
            )
            yield Alive()
