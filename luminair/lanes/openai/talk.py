"""One turn in the words of chat completions: what is sent, and in which order."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from luminair.lanes.faults import Fault, Mask, Refusal, Who
from luminair.lanes.openai.heard import Heard
from luminair.lanes.openai.models import LOADED_PATH, loaded_list, window_of
from luminair.lanes.talk import Call, definitions
from luminair.lanes.waiting import Beat
from luminair.lanes.wire import events, word
from luminair.messages import Image, Role

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from luminair.lanes.http import Client, Split
    from luminair.lanes.lane import Failed, Request, ToolAnswer
    from luminair.lanes.openai.models import Models
    from luminair.lanes.openai.presets import Preset
    from luminair.messages import Json


class Talk:
    """One turn. What stays from turn to turn stands in front, so that prefixes are cached."""

    def __init__(
        self,
        preset: Preset,
        models: Models,
        request: Request,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.split: Split = events
        self.model = request.model or models.usual
        self._preset = preset
        self._models = models
        self._session = request.session
        self._sleep = sleep
        self._tools = [_function(tool) for tool in definitions(request)]
        self._turns = _turns(request)
        self._more: list[Json] = []
        self._heard: Heard | None = None

    @property
    def path(self) -> str:
        """Where the request goes."""
        return f"{self._models.versioned}/chat/completions"

    def body(self) -> Json:
        """The next request."""
        joined = self._models.without(self.model, "parts")
        body: dict[str, object] = {
            **({"model": self.model} if self.model else {}),
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if self._tools:
            body["tools"] = self._tools
        turns = (_message(*turn, joined=joined) for turn in self._turns)
        body["messages"] = [*turns, *self._more]
        if self._preset.cache_key and self._session:
            body["prompt_cache_key"] = self._session
        return {
            key: value for key, value in body.items() if not self._models.without(self.model, key)
        }

    def hear(self, who: Who, mask: Mask) -> Heard:
        """Takes the answer."""
        self._heard = Heard(who, mask, self.model, silent=self._preset.silent)
        return self._heard

    def answer(self, answers: Sequence[tuple[Call, ToolAnswer]]) -> None:
        """The answer goes back, then a message for each of its calls."""
        if self._heard is not None:
            self._more.append(self._heard.message())
        for call, answer in answers:
            self._more.append({"role": "tool", "tool_call_id": call.id, "content": answer.text})

    def bend(self, refusal: Refusal) -> bool:
        """Leaves out a field that this model does not take, or sends texts joined."""
        sent = set(self.body())
        if any(len(content) > 1 for _, content in self._turns):
            sent.add("parts")
        return self._models.learn(self.model, refusal, sent)

    def explain(self, refusal: Refusal) -> Failed | None:
        """The usual words do."""

    def beat(self, client: Client) -> Callable[[], Awaitable[str]] | None:
        """LM Studio is silent while it loads a model; its own list says whether it has."""
        if not self._preset.asks_loaded:
            return None

        async def doing() -> str:
            try:
                page = await client.ask("GET", client.root + LOADED_PATH)
            except Fault:
                return ""
            mine = [each for each in loaded_list(page) if word(each, "key") == self.model]
            return "Reading the prompt…" if any(map(window_of, mine)) else "Loading model…"

        return Beat(doing, self._sleep)


def _turns(request: Request) -> list[tuple[str, list[str | Image]]]:
    """Who says what, in order; neighbours of one role are one message.

    The templates of many models want their roles in turn.
    """
    turns: list[tuple[str, list[str | Image]]] = []

    def add(role: str, content: list[str | Image]) -> None:
        if not content:
            return
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(content)
        else:
            turns.append((role, content))

    add("system", [text for text in request.system if text])
    for said in request.said:
        add(said.role.value, [*said.images, said.text])
    add(Role.USER.value, [text for text in request.riding if text])
    add(Role.USER.value, [*request.images, request.prompt])
    return turns


def _message(role: str, content: list[str | Image], *, joined: bool) -> Json:
    """A message; a text alone goes plain, several go as parts of their own."""
    texts = [each for each in content if isinstance(each, str)]
    if len(texts) == len(content) and (joined or len(texts) == 1):
        return {"role": role, "content": "".join(texts)}
    return {"role": role, "content": [_part(each) for each in content]}


def _part(content: str | Image) -> Json:
    if isinstance(content, str):
        return {"type": "text", "text": content}
    data = base64.b64encode(content.data).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{content.media_type};base64,{data}"}}


def _function(tool: Json) -> Json:
    return {
        "type": "function",
        "function": {
            "name": tool.get("name"),
            "description": tool.get("description"),
            "parameters": tool.get("input_schema"),
        },
    }
