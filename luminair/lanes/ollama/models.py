"""Models of an Ollama server: what each can do, how much it takes, and what it refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.lanes.faults import Fault
from luminair.lanes.lane import Model
from luminair.lanes.wire import number, obj, objects, word

if TYPE_CHECKING:
    from luminair.lanes.faults import Refusal
    from luminair.lanes.http import Client
    from luminair.messages import Json

_MOST_SHOWN = 60
"""Models that are asked after one by one; whoever has more waits for the names only."""

_LEVELS = ("gpt-oss",)
"""Models that think in levels and cannot be told not to."""


@dataclass(frozen=True, slots=True)
class _Abilities:
    """What a model can do.

    Attributes:
        known: whether the server said so; an old one does not.
        chats: whether it answers, and does not only embed.
        most: the context it was made for, in tokens; 0 where unknown.
    """

    known: bool = False
    chats: bool = True
    images: bool = False
    tools: bool = False
    thinks: bool = False
    most: int = 0


class Models:
    """What is known of the server's models.

    Args:
        context: tokens of context to ask for, where a model takes as many and none is loaded.

    Attributes:
        known: models that chat, the usual one first.
    """

    def __init__(self, context: int) -> None:
        self.known: tuple[Model, ...] = ()
        self._context = context
        self._abilities: dict[str, _Abilities] = {}
        self._of_digest: dict[tuple[str, str], _Abilities] = {}
        self._without: dict[str, set[str]] = {}

    @property
    def usual(self) -> str:
        """The model that is asked where the request names none."""
        return self.known[0].id if self.known else ""

    def window(self, identity: str) -> int:
        """``num_ctx`` for a model: what the budget counts against is what is sent."""
        model = next((model for model in self.known if model.id == named(identity)), None)
        return (model.window if model else 0) or self._context

    def thinking(self, identity: str) -> bool | str | None:
        """``think`` for a model; None where it is left out."""
        found = self._abilities.get(named(identity), _Abilities())
        if not found.thinks or self.without(identity, "think"):
            return None
        return "medium" if identity.startswith(_LEVELS) else True

    def without(self, identity: str, field: str) -> bool:
        """Whether a model refused a field."""
        return field in self._without.get(named(identity), ())

    def learn(self, identity: str, refusal: Refusal) -> bool:
        """Takes note of what was refused; whether the request may now go without it."""
        if refusal.status != 400:
            return False
        left_out = self._without.setdefault(named(identity), set())
        for field, said in (("think", "not support thinking"), ("tools", "not support tools")):
            if said in refusal.said and field not in left_out:
                left_out.add(field)
                return True
        return False

    async def look(self, client: Client) -> None:
        """Asks the server for its models.

        Raises:
            Fault: it did not say.
        """
        listed = objects(await client.ask("GET", "/api/tags"), "models")
        loaded = await loaded_windows(client)
        found: list[Model] = []
        for each in listed:
            name = word(each, "name") or word(each, "model")
            if not name:
                continue
            can = await self._look_at(client, name, each, ask=len(found) < _MOST_SHOWN)
            self._abilities[name] = can
            if can.chats:
                found.append(
                    Model(
                        name,
                        name.removesuffix(":latest"),
                        self._window(can, loaded.get(name, 0)),
                        images=can.images,
                        tools=can.tools or not can.known,
                    )
                )
        # Loaded ones first: they answer at once.
        self.known = tuple(sorted(found, key=lambda model: model.id not in loaded))

    def _window(self, can: _Abilities, loaded: int) -> int:
        """Another context than the one it is loaded with would load it anew."""
        if loaded:
            return loaded
        return min(can.most, self._context) if can.most else self._context

    async def _look_at(self, client: Client, name: str, listed: Json, *, ask: bool) -> _Abilities:
        """What one model can do: as the list says, else as the server says when asked."""
        key = (name, word(listed, "digest"))
        if key in self._of_digest:
            return self._of_digest[key]
        shown: Json = {}
        if ask:
            try:
                shown = await client.ask("POST", "/api/show", {"model": name})
            except Fault as fault:
                if fault.refusal is None:
                    raise
        can = _abilities(listed, shown)
        if shown:
            self._of_digest[key] = can
        return can


async def loaded_windows(client: Client) -> dict[str, int]:
    """The models that are loaded, each with its context; an old server says 0.

    Raises:
        Fault: the server does not answer.
    """
    page = await client.ask("GET", "/api/ps")
    return {
        word(each, "name") or word(each, "model"): number(each, "context_length")
        for each in objects(page, "models")
    }


def named(identity: str) -> str:
    """A model's full name: one without a tag means ``:latest``."""
    return identity if not identity or ":" in identity.rpartition("/")[2] else f"{identity}:latest"


def _abilities(listed: Json, shown: Json) -> _Abilities:
    told = shown.get("capabilities") or listed.get("capabilities")
    can = set(told) if isinstance(told, list) else set()
    sizes = obj(shown, "model_info")
    most = [number(sizes, key) for key in sizes if key.endswith(".context_length")]
    family = word(obj(listed, "details"), "family")
    return _Abilities(
        known=bool(can),
        chats="completion" in can if can else "bert" not in family,
        images="vision" in can,
        tools="tools" in can,
        thinks="thinking" in can,
        most=max(most, default=0),
    )
