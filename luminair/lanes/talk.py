"""What a provider's own words have to offer so that ``rounds`` can run a turn in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from luminair.lanes.lane import Alive, Began, Event, Failed, Request, ToolAnswer
from luminair.lanes.wire import parsed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from luminair.lanes.faults import Mask, Refusal, Who
    from luminair.lanes.http import Client, Split
    from luminair.lanes.wire import Sent
    from luminair.messages import Json, Usage


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call as a model made it.

    Attributes:
        id: the provider's, for the answer to it.
        name: of the tool.
        arguments: JSON text as it came, which may be none.
    """

    id: str
    name: str
    arguments: str


class Heard(Protocol):
    """Takes one answer of a model, message by message."""

    @property
    def complete(self) -> bool:
        """The protocol's own end mark came."""
        ...

    @property
    def closed(self) -> bool:
        """Nothing may follow any more."""
        ...

    @property
    def paused(self) -> bool:
        """The model wants the same conversation sent again, to go on."""
        ...

    @property
    def usage(self) -> Usage:
        """As the protocol counts it so far."""
        ...

    @property
    def calls(self) -> Sequence[Call]:
        """Tool calls that are whole."""
        ...

    def take(self, sent: Sent) -> Iterable[Event]:
        """The events of one message.

        Raises:
            Fault: the message is an error, or none that the protocol knows.
        """
        ...

    def life(self) -> Alive | Began:
        """What bytes without content mean: the headers of an answer, a comment."""
        ...

    def end(self) -> str:
        """Text that was held back; asked once, at the end."""
        ...

    def failed(self) -> Failed | None:
        """Why the complete answer is no success, None where it is one."""
        ...


class Talk(Protocol):
    """One turn in a provider's own words: the conversation grows with each round."""

    @property
    def path(self) -> str:
        """Where requests go, below the base address."""
        ...

    @property
    def split(self) -> Split:
        """Cuts the answer into messages."""
        ...

    @property
    def model(self) -> str:
        """The model that is asked."""
        ...

    def body(self) -> Json:
        """The next request."""
        ...

    def hear(self, who: Who, mask: Mask) -> Heard:
        """What takes the answer to it."""
        ...

    def answer(self, answers: Sequence[tuple[Call, ToolAnswer]]) -> None:
        """Puts the model's last answer and what its calls came to into the conversation."""
        ...

    def bend(self, refusal: Refusal) -> bool:
        """Leaves out what the server refused, once each; whether there is a new try."""
        ...

    def explain(self, refusal: Refusal) -> Failed | None:
        """Better words for a refusal, after which no retry makes sense; None for the usual."""
        ...

    def beat(self, client: Client) -> Callable[[], Awaitable[str]] | None:
        """Says what a silent server is doing (see ``shown_while_waiting``), or None."""
        ...


def definitions(request: Request) -> list[Json]:
    """The tools of a request, as objects with ``name``, ``description``, ``input_schema``."""
    return [tool for tool in map(parsed, request.tools) if tool is not None]


def cut_at_length(who: Who) -> Failed:
    """The model came to its longest answer."""
    return Failed(
        f"The answer was cut at the longest that {who.title} gives; send 'Go on' to get the rest."
    )
