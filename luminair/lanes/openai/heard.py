"""One streamed answer of chat completions: text, tool calls in pieces, usage, how it ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.lanes.faults import Mask, Who, read_error, refused, unreadable
from luminair.lanes.lane import Alive, Began, Event, Failed, Text, WayOn
from luminair.lanes.speech import Speech
from luminair.lanes.talk import Call, cut_at_length
from luminair.lanes.wire import Sent, number, obj, objects, parsed, word
from luminair.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.messages import Json

_THINKING = ("reasoning_content", "reasoning", "reasoning_details")


class Heard:
    """Takes one answer.

    Args:
        who: the server.
        mask: hides the key.
        model: the model that was asked.
        silent: whether the server sends nothing while a model thinks.
    """

    def __init__(self, who: Who, mask: Mask, model: str, *, silent: bool) -> None:
        self.complete = False
        self.closed = False
        self.paused = False
        self.usage = Usage()
        self._who = who
        self._mask = mask
        self._model = model
        self._silent = silent
        self._speech = Speech()
        self._said: list[str] = []
        self._details: list[Json] = []
        self._finish = ""
        self._pieces: dict[object, _Pieces] = {}

    @property
    def calls(self) -> list[Call]:
        """The tool calls, once the answer is complete: their arguments come in pieces."""
        if not self.complete:
            return []
        return [pieces.call(place) for place, pieces in enumerate(self._pieces.values())]

    def take(self, sent: Sent) -> Iterator[Event]:
        """The events of one message."""
        if sent.data.strip() == "[DONE]":
            self.complete = self.closed = True
            return
        found = parsed(sent.data)
        if found is None:
            if sent.whole:
                raise unreadable(self._who)
            return
        if found.get("error"):
            raise refused(self._who, self._model, read_error(found, self._mask))
        if obj(found, "usage"):
            self.usage = _usage(obj(found, "usage"))
        choices = objects(found, "choices")
        yield Began(word(found, "model")) if choices else Alive()
        for choice in choices[:1]:
            yield from self._grow(obj(choice, "delta") or obj(choice, "message"))
            finish = word(choice, "finish_reason")
            if finish == "error":
                raise refused(self._who, self._model, read_error(choice, self._mask))
            if finish:
                self._finish, self.complete = finish, True

    def life(self) -> Alive | Began:
        """Where a model thinks without a byte for minutes, an open stream is its beginning."""
        return Began(self._model) if self._silent else Alive()

    def end(self) -> str:
        """What was held back of a tag or of a character."""
        return self._speech.end()

    def failed(self) -> Failed | None:
        """What the reason of the end says against the answer."""
        match self._finish:
            case "length":
                return cut_at_length(self._who)
            case "content_filter":
                return Failed(
                    f"{self._who.title} held this answer back by its content filter; ask in "
                    "another way, or choose another model.",
                    WayOn.CHOOSE_LANE,
                )
            case _:
                return None

    def message(self) -> Json:
        """The answer as it goes back to the model."""
        message: dict[str, object] = {"role": "assistant", "content": "".join(self._said) or None}
        if self._details:  # OpenRouter wants them back when tools are in play
            message["reasoning_details"] = self._details
        calls = [pieces.sent_back(place) for place, pieces in enumerate(self._pieces.values())]
        return {**message, "tool_calls": calls}

    def _grow(self, delta: Json) -> Iterator[Event]:
        """One piece of the answer."""
        for text in _texts(delta):
            self._said.append(text)
            shown = self._speech.take(text)
            yield Text(shown) if shown else Alive("Thinking…")
        if any(delta.get(name) for name in _THINKING):
            self._details.extend(objects(delta, "reasoning_details"))
            yield Alive("Thinking…")
        for piece in objects(delta, "tool_calls"):
            self._add(piece)
            yield Alive()

    def _add(self, piece: Json) -> None:
        """Puts a piece to its call: by index, else by id, else to the last one."""
        place: object = piece.get("index")
        if not isinstance(place, int):
            place = word(piece, "id") or next(reversed(self._pieces), 0)
        self._pieces.setdefault(place, _Pieces()).add(piece)


class _Pieces:
    """One tool call as it comes; fields that are nobody's go back as they came.

    Gemini signs its calls that way.
    """

    def __init__(self) -> None:
        self._id = ""
        self._name = ""
        self._arguments: list[str] = []
        self._other: dict[str, object] = {}

    def add(self, piece: Json) -> None:
        """Takes a piece."""
        function = obj(piece, "function")
        self._id = self._id or word(piece, "id")
        self._name = self._name or word(function, "name")
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            self._arguments.append(arguments)
        elif arguments is not None:  # an object, as some servers send it
            self._arguments.append(json.dumps(arguments, ensure_ascii=False))
        ours = {"index", "id", "type", "function"}
        self._other |= {key: value for key, value in piece.items() if key not in ours}

    def call(self, place: int) -> Call:
        """The call, with an id of ours where the server gave none."""
        return Call(self._id or f"call_{place}", self._name, "".join(self._arguments))

    def sent_back(self, place: int) -> Json:
        """The call as the conversation keeps it; arguments that are no object go as none."""
        call = self.call(place)
        usable = parsed(call.arguments or "{}") is not None
        function = {"name": call.name, "arguments": (call.arguments or "{}") if usable else "{}"}
        return {"id": call.id, "type": "function", "function": function, **self._other}


def _texts(delta: Json) -> list[str]:
    """The text of a piece: plain, in parts, or a refusal in words."""
    content = delta.get("content")
    if isinstance(content, str):
        found = [content]
    else:
        found = [word(part, "text") for part in objects(delta, "content")]
    return [text for text in (*found, word(delta, "refusal")) if text]


def _usage(found: Json) -> Usage:
    cost = found.get("cost")
    return Usage(
        number(found, "prompt_tokens"),
        number(obj(found, "prompt_tokens_details"), "cached_tokens"),
        number(found, "completion_tokens"),
        float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) else None,
    )
