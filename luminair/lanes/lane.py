"""What a lane is: it takes a request and gives events until one of them ends the turn.

Nothing here knows a provider. What a provider sends beyond these events stays in its lane.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from luminair.messages import Image, Role, ToolUse, Usage

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping


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
        images: whether it takes pictures.
        tools: whether it can call tools.
    """

    id: str
    title: str
    window: int = 0
    reply: int = 0
    images: bool = False
    tools: bool = False


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
        here: whether it was found, though it may not be ready: nobody is logged in yet.
    """

    id: str
    title: str
    kind: LaneKind
    models: tuple[Model, ...]
    ready: bool
    state: str
    here: bool = False

    @property
    def named_state(self) -> str:
        """'Ollama did not answer.', 'OpenAI: No key.': the lane is named once, whatever it says."""
        named = self.state.startswith(f"{self.title} ")
        return self.state if named else f"{self.title}: {self.state}"

    @property
    def lacks(self) -> str:
        """What the owner has to add in Settings first: 'key', 'address'; '' for nothing."""
        if self.ready or not self.state.endswith("; add one in Settings."):
            return ""
        return "address" if " address " in self.state else "key"

    @property
    def short_state(self) -> str:
        """The state where the lane's name stands beside it: '2.1.197 is ready.'."""
        rest = self.state.removeprefix(f"{self.title} ")
        return rest if rest[:1].isdigit() else self.state

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
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool of ours gave back.

    Attributes:
        text: for the model, and for people who unfold the tool's line.
        failed: whether the call came to nothing; ``text`` says why then.
    """

    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ToolServer:
    """Our MCP server, as a coding agent's CLI has to start it.

    Attributes:
        name: what the CLI calls it.
        command: the program, an absolute path.
        arguments: its arguments.
        environment: variables that it needs, as pairs.
    """

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


class Answering(Protocol):
    """Asks the owner a question of the model's and waits for the answer."""

    async def __call__(self, question: Question) -> bool:
        """Whether the owner allows it."""
        ...


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
        images: pictures of the owner's message, in order.
        call: runs one of ``tools``; None where there are none.
        server: our tools for a CLI, which calls them itself; None where it gets none.
        handle: the conversation's id at a CLI that keeps it, as its last ``Kept`` said; ''
            where there is none yet, or where what it holds is not this conversation any more.
        unheard: the tail of ``said`` that the conversation behind ``handle`` does not hold;
            all of it where there is no handle. A CLI lane sends this and not ``said``.
        system_heard: whether the conversation behind ``handle`` holds ``system`` as it stands.
        allow: asks the owner a ``Question`` and waits; None where nobody can be asked, which
            refuses.
    """

    session: str
    model: str
    folder: str
    system: tuple[str, ...]
    tools: tuple[str, ...]
    said: tuple[Said, ...]
    riding: tuple[str, ...]
    prompt: str
    images: tuple[Image, ...] = ()
    call: Callable[[str, Mapping[str, object]], Awaitable[ToolAnswer]] | None = None
    server: ToolServer | None = None
    handle: str = ""
    unheard: tuple[Said, ...] = ()
    system_heard: bool = False
    allow: Answering | None = None


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
class Withdrawn:
    """The last ``characters`` of the answer so far are taken back; other text follows."""

    characters: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A CLI keeps this conversation under an id, with which a later turn can go on."""

    handle: str


@dataclass(frozen=True, slots=True)
class Forgot:
    """A CLI has compacted its conversation: what it was given before may be gone from it."""


@dataclass(frozen=True, slots=True)
class Question:
    """The model wants leave to do something; the turn waits, and so does the watchdog.

    A lane yields it, then awaits ``Request.allow``.

    Attributes:
        id: unique in its session.
        tool: the tool's name, as people read it.
        title: what it wants, in one sentence.
        detail: exactly what would be done: the command, the path, the arguments.
    """

    id: str
    tool: str
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Done:
    """The protocol's own end mark came: the answer is whole."""


class WayOn(StrEnum):
    """What a person can do about an answer without an end; the window has a button for each."""

    RETRY = "retry"
    SETTINGS = "settings"
    CHOOSE_LANE = "choose lane"
    CONTEXT = "context"
    GO_ON = "go on"


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


Event: TypeAlias = (
    Began | Alive | Text | Withdrawn | ToolUse | Question | Kept | Forgot | Usage | Done | Failed
)
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
        event, or closing the generator, stops the turn and frees all it holds; a CLI's living
        process may stay for the next turn.
        """
        ...

    async def look(self) -> LaneInfo:
        """Asks the server or the machine what is there now: readiness, models; never raises."""
        ...

    async def release(self, session: str) -> None:
        """Ends what is kept for one session, such as a living process."""
        ...

    async def close(self) -> None:
        """Ends everything; no child process is left 8 s later."""
        ...


@runtime_checkable
class TellsWhatItAdds(Protocol):
    """A lane whose CLI adds text of its own and can say how much."""

    async def adds(self, session: str) -> int | None:
        """Tokens of the CLI's own text in a session; None where nobody has said."""
        ...
