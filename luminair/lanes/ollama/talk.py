"""One turn in Ollama's own words: what is sent, and what its refusals mean."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from luminair.lanes.faults import Fault
from luminair.lanes.lane import Failed, WayOn
from luminair.lanes.ollama.heard import Heard
from luminair.lanes.ollama.models import loaded_windows, named
from luminair.lanes.talk import definitions
from luminair.lanes.waiting import Beat
from luminair.lanes.wire import records
from luminair.machine import here
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from luminair.lanes.faults import Mask, Refusal, Who
    from luminair.lanes.http import Client, Split
    from luminair.lanes.lane import Request, ToolAnswer
    from luminair.lanes.ollama.models import Models
    from luminair.lanes.talk import Call
    from luminair.messages import Image, Json

_NO_MEMORY = re.compile(r"more system memory|out of memory|resource limitations", re.IGNORECASE)


class Talk:
    """One turn."""

    def __init__(
        self,
        models: Models,
        request: Request,
        *,
        keep_alive: str,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.path = "/api/chat"
        self.split: Split = records
        self.model = request.model or models.usual
        self._models = models
        self._keep_alive = keep_alive
        self._sleep = sleep
        self._tools = [_function(tool) for tool in definitions(request)]
        self._messages = _messages(request)
        self._heard: Heard | None = None

    def body(self) -> Json:
        """The next request.

        The context is always said: the server's own is small, and it drops what is too much
        without a word.
        """
        body: dict[str, object] = {
            "model": self.model,
            "messages": self._messages,
            "stream": True,
            "options": {"num_ctx": self._models.window(self.model)},
            "keep_alive": self._keep_alive,
        }
        thinking = self._models.thinking(self.model)
        if thinking is not None:
            body["think"] = thinking
        if self._tools and not self._models.without(self.model, "tools"):
            body["tools"] = self._tools
        return body

    def hear(self, who: Who, mask: Mask) -> Heard:
        """Takes the answer."""
        self._heard = Heard(who, mask, self.model)
        return self._heard

    def answer(self, answers: Sequence[tuple[Call, ToolAnswer]]) -> None:
        """The answer goes back, then a message for each of its calls."""
        if self._heard is not None:
            self._messages.append(self._heard.message())
        for call, answer in answers:
            self._messages.append({"role": "tool", "tool_name": call.name, "content": answer.text})

    def bend(self, refusal: Refusal) -> bool:
        """Leaves out thinking or tools where the model has none."""
        return self._models.learn(self.model, refusal)

    def explain(self, refusal: Refusal) -> Failed | None:
        """What to do about refusals that only Ollama knows."""
        said = refusal.said
        if refusal.status == 404 and "not found" in said and "model" in said:
            return Failed(
                f"Ollama has no model '{self.model}'; get it with `ollama pull {self.model}` in a "
                "terminal, or choose another.",
                WayOn.CHOOSE_LANE,
            )
        if refusal.status == 401:
            return Failed(
                f"Ollama runs '{self.model}' in its cloud and is not signed in there; run "
                "`ollama signin` in a terminal, then try again.",
                WayOn.RETRY,
            )
        if _NO_MEMORY.search(said):
            return Failed(
                f"There is too little free memory on {here()} for '{self.model}' "
                f'("{said}"); close other apps, or choose a smaller model.',
                WayOn.CHOOSE_LANE,
            )
        if "does not support chat" in said:
            return Failed(
                f"'{self.model}' does not chat, it only makes embeddings; choose another model.",
                WayOn.CHOOSE_LANE,
            )
        return None

    def beat(self, client: Client) -> Callable[[], Awaitable[str]]:
        """Ollama is silent while it loads a model and reads the prompt."""

        async def doing() -> str:
            try:
                loaded = await loaded_windows(client)
            except Fault:
                return ""
            return "Reading the prompt…" if named(self.model) in loaded else "Loading model…"

        return Beat(doing, self._sleep)


def _messages(request: Request) -> list[Json]:
    """Each text in a message of its own, but what rides with the prompt, which is one with it."""
    messages = [_message("system", text) for text in request.system if text]
    messages += [_message(said.role.value, said.text, said.images) for said in request.said]
    prompt = "".join((*request.riding, request.prompt))
    return [*messages, _message(Role.USER.value, prompt, request.images)]


def _message(role: str, text: str, images: Sequence[Image] = ()) -> Json:
    message: dict[str, object] = {"role": role, "content": text}
    if images:
        message["images"] = [base64.b64encode(image.data).decode() for image in images]
    return message


def _function(tool: Json) -> Json:
    return {
        "type": "function",
        "function": {
            "name": tool.get("name"),
            "description": tool.get("description"),
            "parameters": tool.get("input_schema"),
        },
    }
