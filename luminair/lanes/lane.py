"""What a lane is: it takes a request and gives events until one of them ends the turn.

Nothing here knows a provider. What a provider sends beyond these events stays in its lane.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from luminair.messages import Role, Usage

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator


class LaneKind(StrEnum):
    """How a lane reaches its model; decides its icon and how long it may take to start."""

    EMBEDDED = "embedded"
    CLI = "cli"
    API = "api"
    LOCAL = "local"

    @property
    def icon(self) -> str:
        """A Phosphor name for qtawesome."""
        return {
            LaneKind.EMBEDDED: "ph.book-open",
            LaneKind.CLI: "ph.terminal-window",
            LaneKind.API: "ph.cloud",
            LaneKind.LOCAL: "ph.cpu",
        }[self]


@dataclass(frozen=True, slots=True)
class Model:
    """A model that a lane can run.

    Attributes:
        id: as the provider names it; '' where the lane has no choice of models.
        title: as people read it.
        window: tokens it takes in all, 0 where unknown.
        reply: tokens kept for its answer, 0 where unknown.
    """

    id: str
    title: str
    window: int = 0
    reply: int = 0


@dataclass(frozen=True, slots=True)
class LaneInfo:
    """A lane as lists show it, known without loading it.

    Attributes:
        id: stored with sessions; never changes.
        title: as people read it.
        kind: how it reaches its model.
        models: those known so far; the first is the usual one.
        ready: whether it can answer now, as far as we know.
        state: one sentence about that.
    """

    id: str
    title: str
    kind: LaneKind
    models: tuple[Model, ...]
    ready: bool
    state: str

    def model(self, identity: str) -> Model:
        """The model of this id; one of unknown size where the lane does not list it.

        An empty id is the lane's usual model.
        """
        if not identity and self.models:
            return self.models[0]
        unlisted = Model(identity, identity)
        return next((model for model in self.models if model.id == identity), unlisted)


@dataclass(frozen=True, slots=True)
class Said:
    """One earlier message of the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """What one turn sends. Made from a context assembly and nothing else.

    Each text is sent exactly as it stands, in a text field of its own; a protocol with one text
    a message joins ``riding`` and ``prompt`` without anything between (each riding text ends
    in a blank line).

    Attributes:
        session: id of our session.
        model: the model to ask, or '' for the lane's usual one.
        folder: the project folder, or ''.
        system: stable texts, for the system prompt; a cache mark may follow the last.
        tools: tool definitions, each as JSON text.
        said: the conversation so far, oldest first; never empty texts; two neighbours may
            have one role. A cache mark may follow the last.
        riding: what rides with this message only, and is not said again in later turns.
        prompt: the owner's message.
    """

    session: str
    model: str
    folder: str
    system: tuple[str, ...]
    tools: tuple[str, ...]
    said: tuple[Said, ...]
    riding: tuple[str, ...]
    prompt: str


@dataclass(frozen=True, slots=True)
class Began:
    """The model has begun; the start watchdog rests.

    Attributes:
        model: which model answers, or '' where nobody said.
    """

    model: str = ""


@dataclass(frozen=True, slots=True)
class Alive:
    """A sign of life that is no text: a ping, a retry, a model being loaded.

    Attributes:
        doing: what to show ('Loading model…'), or ''.
    """

    doing: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the answer, Markdown."""

    delta: str


@dataclass(frozen=True, slots=True)
class Done:
    """The protocol's own end mark came: the answer is whole."""


class WayOn(StrEnum):
    """What a person can do about a failure; the window has a button for each."""

    RETRY = "retry"
    SETTINGS = "settings"
    CHOOSE_LANE = "choose lane"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn failed; what came before stays.

    Attributes:
        sentence: what happened and what to do, for people, with every secret masked.
        way_on: the one step to offer.
        retry_after_s: when the provider says trying again makes sense, None where it does not.
    """

    sentence: str
    way_on: WayOn = WayOn.RETRY
    retry_after_s: float | None = None


Event: TypeAlias = Began | Alive | Text | Usage | Done | Failed
"""All a lane can say. A turn ends with Done or Failed; a stream that just stops was cut."""


class Lane(Protocol):
    """A way to run a session's model. It holds no conversation: each request is whole."""

    @property
    def info(self) -> LaneInfo:
        """What lists show, as far as the lane knows by now; no waiting."""
        ...

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn.

        An expected failure is a ``Failed`` event. Cancelling the task that waits for the next
        event, or closing the generator, stops the turn and frees all it holds.
        """
        ...
