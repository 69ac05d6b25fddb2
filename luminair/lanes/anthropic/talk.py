"""One turn in the words of the Messages API: what is sent, and in which order."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from luminair.lanes.anthropic.heard import Heard
from luminair.lanes.lane import Failed, Request, ToolAnswer, WayOn
from luminair.lanes.talk import Call, definitions
from luminair.lanes.wire import events
from luminair.messages import Image, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.lanes.anthropic.models import Models
    from luminair.lanes.faults import Mask, Refusal, Who
    from luminair.lanes.http import Client, Split
    from luminair.messages import Json

_CACHED = {"cache_control": {"type": "ephemeral"}}
_OPENING = "(The conversation begins with your words.)"


class Talk:
    """One turn in the words of the Messages API."""

    def __init__(self, models: Models, request: Request) -> None:
        self.path = "/v1/messages"
        self.split: Split = events
        self.model = request.model or models.usual
        self._models = models
        self._system = _system(request)
        self._tools = definitions(request)
        self._messages = _messages(request)
        self._heard: Heard | None = None

    def body(self) -> Json:
        """The next request; everything that stays from turn to turn stands in front."""
        body: dict[str, object] = {
            "model": self.model,
            "max_tokens": self._models.reply(self.model),
            "stream": True,
        }
        if self._system:
            body["system"] = self._system
        if self._tools:
            body["tools"] = self._tools
        if self._models.thinks(self.model):
            # Left out, newer models think in silence for minutes; the summary shows they live.
            body["thinking"] = {"type": "adaptive", "display": "summarized"}
        body["messages"] = self._messages
        return body

    def hear(self, who: Who, mask: Mask) -> Heard:
        """Takes the answer."""
        self._heard = Heard(who, mask, self.model)
        return self._heard

    def answer(self, answers: Sequence[tuple[Call, ToolAnswer]]) -> None:
        """The answer goes back as it came, thinking and its signature included."""
        content = self._heard.content() if self._heard else []
        self._messages.append({"role": "assistant", "content": content})
        if answers:
            results = [_result(call, answer) for call, answer in answers]
            self._messages.append({"role": "user", "content": results})

    def bend(self, refusal: Refusal) -> bool:
        """Leaves out a field that this model does not take."""
        return self._models.learn(self.model, refusal)

    def explain(self, refusal: Refusal) -> Failed | None:
        """A 429 without a time to come back is the spending limit (protocols.md 2.5)."""
        if (
            refusal.status == 429
            and refusal.after_s is None
            and "rate_limit_error" in (refusal.kinds)
        ):
            return Failed(
                "The spending limit of this key at Anthropic is reached; raise it there, or "
                "choose another lane.",
                WayOn.CHOOSE_LANE,
            )
        return None

    def beat(self, client: Client) -> None:
        """Nothing to ask: it sends pings."""


def _system(request: Request) -> list[Json]:
    """Each standing text as a block of its own, the last one marked for the cache."""
    blocks: list[Json] = [_text(text) for text in request.system if text.strip()]
    if blocks:
        blocks[-1] = {**blocks[-1], **_CACHED}
    return blocks


def _messages(request: Request) -> list[Json]:
    """The conversation: what is said again is marked, what rides with this message is not."""
    turns: list[tuple[str, list[Json]]] = []

    def add(role: Role, blocks: list[Json]) -> None:
        if turns and turns[-1][0] == role.value:
            turns[-1][1].extend(blocks)
        elif blocks:
            turns.append((role.value, blocks))

    for said in request.said:
        if not turns and said.role is Role.ASSISTANT:
            add(Role.USER, [_text(_OPENING)])
        add(said.role, [*map(_image, said.images), _text(said.text)])
    if turns:
        turns[-1][1][-1] = {**turns[-1][1][-1], **_CACHED}
    add(Role.USER, [_text(text) for text in request.riding if text.strip()])
    add(Role.USER, [*map(_image, request.images), _text(request.prompt)])
    return [{"role": role, "content": blocks} for role, blocks in turns]


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _image(image: Image) -> Json:
    data = base64.b64encode(image.data).decode()
    source = {"type": "base64", "media_type": image.media_type, "data": data}
    return {"type": "image", "source": source}


def _result(call: Call, answer: ToolAnswer) -> Json:
    result = {"type": "tool_result", "tool_use_id": call.id, "content": answer.text}
    return {**result, "is_error": True} if answer.failed else result
