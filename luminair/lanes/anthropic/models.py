"""Claude models: those known, those that the server lists, and what each does not take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.lanes.lane import Model
from luminair.lanes.wire import number, obj, objects, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.lanes.faults import Refusal
    from luminair.lanes.http import Client
    from luminair.messages import Json

LONGEST_REPLY = 32_000
"""Tokens of an answer, thinking included: a model's own limit may be half of its window."""

USUAL_REPLY = 16_000
"""For a model of which no limit is known."""

SMALLEST_REPLY = 4_096

MODELS = (
    Model("claude-sonnet-5", "Claude Sonnet 5", 1_000_000, LONGEST_REPLY, images=True, tools=True),
    Model("claude-opus-5", "Claude Opus 5", 1_000_000, LONGEST_REPLY, images=True, tools=True),
    Model("claude-fable-5", "Claude Fable 5", 1_000_000, LONGEST_REPLY, images=True, tools=True),
    Model("claude-haiku-4-5", "Claude Haiku 4.5", 200_000, LONGEST_REPLY, images=True, tools=True),
)
"""Shown until the server has said what there is, which takes a key (protocols.md 2.6)."""

_USUAL = "claude-sonnet-"
_VERSION = re.compile(r"claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?:-|$)")
_MOST_PAGES = 20


class Models:
    """What is known of the models, by the server's list and by what they refused."""

    def __init__(self) -> None:
        self.known: tuple[Model, ...] = MODELS
        # What a model refused once is not sent to it again.
        self._no_thinking: set[str] = set()
        self._replies: dict[str, int] = {}
        self._adaptive: dict[str, bool] = {}

    @property
    def usual(self) -> str:
        """The model that is asked where the request names none."""
        return self.known[0].id

    async def look(self, client: Client) -> None:
        """Asks the server for its models.

        Raises:
            Fault: it did not say.
        """
        found: list[Model] = []
        after = ""
        for _ in range(_MOST_PAGES):
            page = await client.ask("GET", f"/v1/models?limit=1000{after}")
            for each in objects(page, "data"):
                found.append(_model(each))
                ways = obj(obj(obj(each, "capabilities"), "thinking"), "types")
                if ways:
                    adaptive = obj(ways, "adaptive").get("supported") is True
                    self._adaptive[word(each, "id")] = adaptive
            last = word(page, "last_id")
            if page.get("has_more") is not True or not last:
                break
            after = f"&after_id={last}"
        self.known = _ordered([model for model in found if model.id]) or self.known

    def reply(self, identity: str) -> int:
        """``max_tokens`` for a model: what the budget keeps for its answer."""
        model = next((model for model in self.known if model.id == identity), None)
        return self._replies.get(identity) or (model.reply if model else 0) or USUAL_REPLY

    def thinks(self, model: str) -> bool:
        """Whether a model takes adaptive thinking: as the server says, else by its version."""
        if model in self._no_thinking:
            return False
        if model in self._adaptive:
            return self._adaptive[model]
        version = _VERSION.match(model)
        return version is not None and (int(version[1]), int(version[2] or 0)) >= (4, 6)

    def learn(self, model: str, refusal: Refusal) -> bool:
        """Takes back what a model refused; whether there was something to take back."""
        if refusal.status != 400:
            return False
        if "thinking" in refusal.said and self.thinks(model):
            self._no_thinking.add(model)
            return True
        if "max_tokens" in refusal.said and model not in self._replies:
            limit = re.search(r">\s*(\d+)", refusal.said)
            self._replies[model] = int(limit[1]) if limit else SMALLEST_REPLY
            return self._replies[model] > 0
        return False


def _model(found: Json) -> Model:
    """A model as the server lists it."""
    identity = word(found, "id")
    pictures = obj(obj(found, "capabilities"), "image_input").get("supported")
    return Model(
        identity,
        word(found, "display_name") or identity,
        number(found, "max_input_tokens"),
        min(number(found, "max_tokens"), LONGEST_REPLY),
        images=pictures is not False,
        tools=True,
    )


def _ordered(models: Sequence[Model]) -> tuple[Model, ...]:
    """The newest of the usual family first, the rest as the server has them: newest first."""
    usual = next((model for model in models if model.id.startswith(_USUAL)), None)
    rest = tuple(model for model in models if model is not usual)
    return rest if usual is None else (usual, *rest)
