"""What distilling takes and gives, as values: it knows no room of sessions and no vault.

Every line that is kept is a :class:`Quote`: words that somebody said, and the message they
stand in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.messages import Role


SUMMARY_TAG = "conversation-summary"
"""Marks the summary note of a session among an owner's notes."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One message of a conversation.

    Attributes:
        role: who speaks.
        text: Markdown, as typed or streamed.
        at: when it began, UTC, or ''.
        message_id: unique in its session.
    """

    role: Role
    text: str
    at: str
    message_id: str


@dataclass(frozen=True, slots=True)
class RawAsk:
    """A request as capture filed it.

    Attributes:
        key: the note's id or path.
        title: of the note.
        text: its body.
        at: when it was filed, UTC.
        closed: whether somebody closed it already.
        source: who wrote it, as in the note's header.
    """

    key: str
    title: str
    text: str = ""
    at: str = ""
    closed: bool = False
    source: str = "owner"


@dataclass(frozen=True, slots=True)
class Filed:
    """A note or dead end that the session's model filed itself.

    Attributes:
        key: the note's id or path.
        title: of the note.
        summary: in a sentence, or ''.
        dead_end: whether it is a dead end.
        wide: whether other sessions of the project see it already.
        at: when it was filed, UTC.
    """

    key: str
    title: str
    summary: str = ""
    dead_end: bool = False
    wide: bool = True
    at: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that were said, and where.

    Attributes:
        text: as said, on one line; a long sentence ends in '…'.
        role: who said it.
        number: of the message in its conversation, from 1 on.
        message_id: its id.
        at: UTC, or ''.
    """

    text: str
    role: Role
    number: int
    message_id: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that stands at the end.

    Attributes:
        quote: the words that decide.
        upon: what they agree to, where they only say yes; else None.
        instead: earlier decisions on the same matter that gave way to it, oldest first.
        question: what it answers, where that names the thing; else None.
        taken: what the model made of it, where that may say it better; else None.
        perhaps: whether it is less than sure that this decides anything.
    """

    quote: Quote
    upon: Quote | None = None
    instead: tuple[Quote, ...] = ()
    question: Quote | None = None
    taken: Quote | None = None
    perhaps: bool = False


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Something that was tried and did not work.

    Attributes:
        title: what was tried, in words of the quotes.
        tried: who says what was tried, or says all of it.
        outcome: what came of it, where another sentence says so; else None.
        error: the error as it was pasted, on one line, or ''.
        perhaps: whether it is less than sure that this way is closed.
    """

    title: str
    tried: Quote
    outcome: Quote | None = None
    error: str = ""
    perhaps: bool = False

    @property
    def reason(self) -> str:
        """What came of it, in the words that were said, with the error."""
        said = (self.outcome or self.tried).text
        return f"{said} {self.error}" if self.error and self.error not in said else said


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A request that nothing shows to be finished.

    Attributes:
        title: in a line.
        text: of the first request, or ''.
        quotes: where it was said, oldest first; none where only a note tells.
        asks: the captured asks that say it, oldest first.
        promised: whether all that the model answered was that it would do it.
        beside: what the model said it would do, where that names the thing; else None.
    """

    title: str
    text: str = ""
    quotes: tuple[Quote, ...] = ()
    asks: tuple[RawAsk, ...] = ()
    promised: bool = False
    beside: Quote | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """A captured ask that is over.

    Attributes:
        ask: which.
        proof: the words that show it; None where it was closed before.
        dropped: given up, not done.
        told: told as a decision or a dead end, and no request of its own.
    """

    ask: RawAsk
    proof: Quote | None = None
    dropped: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Distilled:
    """What a session comes to.

    Attributes:
        decided: in the order they were said.
        open: the same.
        dead_ends: the same.
        closed: captured asks that are over.
        filed: what the model filed itself and what is linked, not doubled.
        by: who drew it up: 'luminair', or '<lane>/<model>'.
        said: a sentence on how it went, where it did not go as asked; or ''.
    """

    decided: tuple[Decided, ...] = ()
    open: tuple[OpenAsk, ...] = ()
    dead_ends: tuple[DeadEnd, ...] = ()
    closed: tuple[Closed, ...] = ()
    filed: tuple[Filed, ...] = ()
    by: str = "luminair"
    said: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing that a later session would want to know."""
        return not (self.decided or self.open or self.dead_ends or self.filed)
