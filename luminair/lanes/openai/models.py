"""Models of a compatible server: its list in three dialects, and what each does not take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.lanes.faults import Fault
from luminair.lanes.lane import Model
from luminair.lanes.wire import number, obj, objects, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.lanes.faults import Refusal
    from luminair.lanes.http import Client
    from luminair.lanes.openai.presets import Preset
    from luminair.messages import Json

LOADED_PATH = "/api/v1/models"

_VERSIONED = re.compile(r"/v\d")
_NO_PARTS = re.compile(r"content.{0,60}(?:string|str\b)", re.IGNORECASE)
_NO_TOOLS = re.compile(
    r"support.{0,20}\btools?\b|\btool (?:use|calling)\b.{0,30}support", re.IGNORECASE
)
_FIELDS = ("stream_options", "prompt_cache_key", "tools")


class Models:
    """What is known of a server's models, by its list and by what they refused.

    Attributes:
        known: the models, the usual one first.
        versioned: what has to follow the address as it was typed: ``/v1`` or ''.
    """

    def __init__(self, preset: Preset, base_url: str) -> None:
        self.known: tuple[Model, ...] = preset.models
        self.versioned = ""
        self._preset = preset
        self._bare = _VERSIONED.search(base_url) is None
        self._without: dict[str, set[str]] = {}

    @property
    def usual(self) -> str:
        """The model that is asked where the request names none."""
        return self.known[0].id if self.known else ""

    def without(self, identity: str, field: str) -> bool:
        """Whether a model refused a field, or 'parts' of a text."""
        return field in self._without.get(identity, ())

    def learn(self, identity: str, refusal: Refusal, sent: Iterable[str]) -> bool:
        """Takes note of what was refused; whether the request may now go another way.

        Args:
            identity: the model.
            refusal: what the server said.
            sent: the fields of the body, and 'parts' where a text went in parts.
        """
        if self._bare and not self.versioned and _no_such_address(refusal):
            self.versioned = "/v1"
            return True
        if refusal.status not in {400, 404, 422}:
            return False
        left_out = self._without.setdefault(identity, set())
        for field in (*_FIELDS, "parts"):
            if field in sent and field not in left_out and _names(refusal, field):
                left_out.add(field)
                return True
        return False

    async def look(self, client: Client) -> None:
        """Asks the server for its models.

        Raises:
            Fault: it did not say.
        """
        found: Sequence[Model] = ()
        if self._preset.asks_loaded:
            found = await self._loaded(client)
        if not found:
            found = self._chatting(await self._listed(client))
        self.known = self._ordered(found)

    async def _listed(self, client: Client) -> Sequence[Json]:
        """The plain list; an address without ``/v1`` gets it where that is what is missing."""
        try:
            page = await client.ask("GET", f"{self.versioned}/models")
        except Fault as fault:
            if fault.refusal is None or not self.learn("", fault.refusal, ()):
                raise
            page = await client.ask("GET", f"{self.versioned}/models")
        return objects(page, "data") or objects(page, "models")

    async def _loaded(self, client: Client) -> Sequence[Model]:
        """LM Studio's own list, which knows windows; nothing where it is not there."""
        try:
            page = await client.ask("GET", client.root + LOADED_PATH)
        except Fault as fault:
            if fault.refusal is None:
                raise
            return ()
        chat = [each for each in loaded_list(page) if word(each, "type") != "embedding"]
        # Loaded ones first: they answer at once.
        return [_local_model(each) for each in sorted(chat, key=lambda each: not window_of(each))]

    def _chatting(self, listed: Sequence[Json]) -> Sequence[Model]:
        """Newest first where the server says when; what cannot chat is left out."""
        chat = [
            each
            for each in listed
            if word(each, "id")
            and not self._preset.skipped.search(word(each, "id"))
            and _writes_text(each)
        ]
        chat.sort(key=lambda each: -number(each, "created"))
        before = {model.id: model for model in self._preset.models}
        return [_model(each, before) for each in chat]

    def _ordered(self, models: Sequence[Model]) -> tuple[Model, ...]:
        for start in self._preset.usual:
            usual = next((each for each in models if each.id == start), None) or next(
                (each for each in models if each.id.startswith(start)), None
            )
            if usual is not None:
                return (usual, *(each for each in models if each is not usual))
        return tuple(models)


def loaded_list(page: Json) -> Sequence[Json]:
    """The models of LM Studio's own list."""
    return objects(page, "models") or objects(page, "data")


def window_of(found: Json) -> int:
    """The context with which LM Studio has loaded a model; 0 where it has not."""
    windows = [
        number(obj(instance, "config"), "context_length")
        for instance in objects(found, "loaded_instances")
    ]
    return max(windows, default=0)


def _no_such_address(refusal: Refusal) -> bool:
    """Whether it is the address that is unknown, and not the model."""
    unnamed = not refusal.kinds and "model" not in refusal.said.lower()
    return refusal.status in {404, 405} and (refusal.html or unnamed)


def _names(refusal: Refusal, field: str) -> bool:
    """Whether it is this field that was refused."""
    if field == "parts":
        return _NO_PARTS.search(refusal.said) is not None
    if field == "tools" and _NO_TOOLS.search(refusal.said):
        return True
    return refusal.status != 404 and (
        refusal.field.partition(".")[0] == field or (field != "tools" and field in refusal.said)
    )


def _writes_text(found: Json) -> bool:
    """Whether a model writes text; a server that does not say has such models only."""
    out = obj(found, "architecture").get("output_modalities")
    return not isinstance(out, list) or "text" in out


def _model(found: Json, before: dict[str, Model]) -> Model:
    """A model of the plain list; OpenRouter adds what it takes and how much of it."""
    identity = word(found, "id").removeprefix("models/")
    known = before.get(identity)
    if "context_length" not in found:
        return known or Model(
            identity, word(found, "display_name") or identity, images=True, tools=True
        )
    window = number(found, "context_length")
    reads = obj(found, "architecture").get("input_modalities")
    takes = found.get("supported_parameters")
    return Model(
        identity,
        word(found, "name") or identity,
        window,
        # Some models may fill their whole window; that much is not to be kept free for them.
        min(number(obj(found, "top_provider"), "max_completion_tokens"), window // 4),
        images=isinstance(reads, list) and "image" in reads,
        tools=not isinstance(takes, list) or "tools" in takes,
    )


def _local_model(found: Json) -> Model:
    """A model of LM Studio's own list."""
    identity = word(found, "key") or word(found, "id")
    can = obj(found, "capabilities")
    return Model(
        identity,
        word(found, "display_name") or identity,
        window_of(found),
        images=can.get("vision") is True,
        tools=can.get("trained_for_tool_use") is not False,
    )
