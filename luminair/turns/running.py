"""One turn: prompt, context, message on disk, lane, transcript.

What the sheet shows and what a lane is sent both come from :func:`prepare`, so that they
cannot differ.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from luminair.context.assemble import assemble, sendable
from luminair.context.block import Assembly, Harness, Position, Target
from luminair.errors import LuminairError, UsageError, WriteFailed
from luminair.lanes.lane import (
    Done,
    Event,
    Failed,
    Lane,
    LaneInfo,
    LaneKind,
    Request,
    Said,
    Text,
    WayOn,
)
from luminair.messages import Message, MessageState, Role, Usage, well_formed
from luminair.sessions.session import Session, utc_text

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence
    from datetime import datetime

    from luminair.journal import Digest
    from luminair.sessions.transcript import Transcript

STOPPED = "You stopped this answer."
BROKE_OFF = "The answer broke off before its end; what came is kept. Try again to get all of it."


class Memory(Protocol):
    """What a turn needs of the Journal; bootstrap makes one from it."""

    def harness(self) -> Harness:
        """The standing brain as it rides now."""
        ...

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:
        """The digest for this prompt, optional blocks included.

        Raises:
            LuminairError: the vault cannot be read.
        """
        ...

    def summaries(self, session: Session) -> Sequence[str]:
        """The old conversation summaries of the session's project, chosen once and kept."""
        ...

    def keep_receipt(
        self, *, session: Session, message: str, digest: Digest, assembly: Assembly, now: datetime
    ) -> str:
        """Writes down what rode with a message and why; the receipt's id, '' where it is off.

        Raises:
            LuminairError: it could not be written; the turn goes on without one.
        """
        ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the next message carries, and the digest it was made from."""

    assembly: Assembly
    digest: Digest


@dataclass(frozen=True, slots=True)
class Asked:
    """The owner's message is on disk and the lane is being asked; the composer may be emptied.

    Attributes:
        message: the owner's message with its riders.
        answer: the id of the answer that will grow.
        assembly: everything that is sent.
    """

    message: Message
    answer: str
    assembly: Assembly


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is over and on disk.

    Attributes:
        message: the answer as it stands, or the owner's message where nothing was sent.
        way_on: what to offer after a failure, None after a success.
        retry_after_s: when the provider says trying again makes sense.
    """

    message: Message
    way_on: WayOn | None = None
    retry_after_s: float | None = None


TurnEvent: TypeAlias = Asked | Event | Ended


def expand(prompt: str) -> str:
    """The prompt as it is sent and kept: valid UTF-8, plain line ends, no blank lines around it.

    Raises:
        UsageError: there is nothing in it.
    """
    lines = well_formed(prompt).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip():
        del lines[-1]
    while lines and not lines[0].strip():
        del lines[0]
    if not lines:
        raise UsageError("There is no message to send; type one first.")
    return "\n".join(lines)


def target_of(info: LaneInfo, model: str) -> Target:
    """The lane and model that a message goes to, as far as its cost goes."""
    chosen = info.model(model)
    return Target(
        lane=info.id,
        model=chosen.id,
        window=chosen.window,
        reply=chosen.reply,
        cli=info.kind is LaneKind.CLI,
    )


def prepare(
    prompt: str,
    *,
    session: Session,
    history: Sequence[Message],
    lane: LaneInfo,
    memory: Memory,
    now: datetime,
) -> Prepared:
    """What the next message carries. The budget sheet, the composer and each turn call this.

    Args:
        prompt: as it stands in the composer; it may be empty.
        session: its tick, model and folder count.
        history: the conversation before the prompt.
        lane: where it goes.
        memory: the Journal.
        now: UTC.

    Raises:
        LuminairError: the Journal cannot be read.
    """
    digest = memory.digest(prompt, session, now)
    assembly = assemble(
        prompt=prompt,
        harness=memory.harness(),
        digest=digest,
        history=history,
        target=target_of(lane, session.model),
        include_optional=session.include_optional,
        summaries=memory.summaries(session),
        previous=session.sizes,
    )
    return Prepared(assembly, digest)


def request_of(assembly: Assembly, session: Session, history: Sequence[Message]) -> Request:
    """The request that carries exactly the assembly's rows and nothing else.

    Args:
        assembly: made from the same history.
        session: whose turn it is.
        history: gives each text of the transcript row its speaker.
    """
    roles = [message.role for message in sendable(history)]
    texts = assembly.texts(Position.TRANSCRIPT)
    return Request(
        session=session.id,
        model=assembly.target.model,
        folder=session.folder,
        system=assembly.texts(Position.SYSTEM),
        tools=assembly.texts(Position.TOOLS),
        said=tuple(Said(role, text) for role, text in zip(roles, texts, strict=True)),
        riding=assembly.texts(Position.RIDING),
        prompt="".join(assembly.texts(Position.PROMPT)),
    )


async def run_turn(
    prompt: str,
    *,
    transcript: Transcript,
    lane: Lane,
    memory: Memory,
    now: Callable[[], datetime],
    new_id: Callable[[], str],
    instead_of: str = "",
) -> AsyncGenerator[TurnEvent, None]:
    """Runs one turn and yields what happens: Asked, the lane's events, Ended.

    Stop it by cancelling the task that iterates, or by closing the generator (iterate within
    ``contextlib.aclosing``): what came is kept and marked stopped, and nothing is yielded
    after that.

    Args:
        prompt: as typed.
        transcript: the session's; the owner's message is on disk before the lane runs.
        lane: runs the model.
        memory: the Journal.
        now: the clock, aware.
        new_id: gives each message an id, unique in its session.
        instead_of: the id of the owner's message that this one replaces with all after it
            (retry, edit and resend), or ''.

    Raises:
        UsageError: the prompt is empty, or the session is still answering.
        WriteFailed: the owner's message could not be written, so nothing was sent.
    """
    begun = _begin(prompt, transcript, lane.info, memory, now, new_id, instead_of)
    if isinstance(begun, Ended):
        yield begun
        return
    asked, request = begun
    scribe = _Scribe(transcript, asked.answer, now)
    try:
        yield asked
        async with aclosing(lane.ask(request)) as events:
            async for event in events:
                if isinstance(event, (Done, Failed)):
                    scribe.outcome = event
                    break
                scribe.take(event)
                yield event
    except LuminairError as error:
        scribe.outcome = Failed(str(error))
    except (asyncio.CancelledError, GeneratorExit):
        scribe.close(MessageState.STOPPED, STOPPED)
        raise
    except BaseException:
        scribe.close(MessageState.FAILED, BROKE_OFF)
        raise
    yield scribe.ended()


def _begin(
    prompt: str,
    transcript: Transcript,
    lane: LaneInfo,
    memory: Memory,
    now: Callable[[], datetime],
    new_id: Callable[[], str],
    instead_of: str,
) -> tuple[Asked, Request] | Ended:
    """Everything up to the lane: what is sent, the receipt, both messages on disk."""
    text = expand(prompt)
    if any(message.state is MessageState.STREAMING for message in transcript.messages):
        raise UsageError("This session is still answering; stop it first, then send again.")
    session = transcript.session
    history = transcript.before(instead_of) if instead_of else transcript.messages
    target = target_of(lane, session.model)
    question = Message(new_id(), Role.USER, text, utc_text(now()), lane.id, target.model)
    try:
        prepared = prepare(
            text, session=session, history=history, lane=lane, memory=memory, now=now()
        )
    except LuminairError as error:
        note = f"Your message was not sent. {error}"
        question = replace(question, state=MessageState.FAILED, note=note)
        transcript.add(question, instead_of=instead_of)
        return Ended(question, WayOn.RETRY)
    assembly = prepared.assembly
    receipt = _receipt(prepared, session, question.id, memory, now())
    question = replace(question, riders=assembly.riders, receipt=receipt)
    transcript.add(question, instead_of=instead_of)
    answer = Message(
        id=new_id(),
        role=Role.ASSISTANT,
        text="",
        at=utc_text(now()),
        lane=lane.id,
        model=target.model,
        state=MessageState.STREAMING,
    )
    try:
        transcript.add(answer)
    except WriteFailed as error:
        return Ended(replace(question, state=MessageState.FAILED, note=str(error)), WayOn.RETRY)
    if dict(session.sizes) != dict(assembly.sizes):
        with suppress(WriteFailed):  # only a warning less
            transcript.change(sizes=dict(assembly.sizes))
    return Asked(question, answer.id, assembly), request_of(assembly, session, history)


def _receipt(
    prepared: Prepared, session: Session, message: str, memory: Memory, now: datetime
) -> str:
    """The receipt's id; a receipt that cannot be kept is no reason not to answer."""
    try:
        return memory.keep_receipt(
            session=session,
            message=message,
            digest=prepared.digest,
            assembly=prepared.assembly,
            now=now,
        )
    except LuminairError:
        return ""


class _Scribe:
    """Writes one answer down as it comes, and how it ended.

    Attributes:
        outcome: the lane's last word; a lane that just stops has cut the answer off.
    """

    def __init__(self, transcript: Transcript, answer: str, now: Callable[[], datetime]) -> None:
        self._transcript = transcript
        self._answer = answer
        self._now = now
        self._usage: Usage | None = None
        self.outcome: Done | Failed = Failed(BROKE_OFF)

    def take(self, event: Event) -> None:
        """Writes down what an event brings."""
        match event:
            case Text(delta):
                self._transcript.grow(self._answer, delta, self._now())
            case Usage():
                self._usage = event
            case _:
                pass

    def ended(self) -> Ended:
        """Closes the answer by the lane's last word."""
        match self.outcome:
            case Done():
                return Ended(self.close(MessageState.WHOLE, ""))
            case Failed(sentence, way_on, retry_after_s):
                return Ended(self.close(MessageState.FAILED, sentence), way_on, retry_after_s)

    def close(self, state: MessageState, note: str) -> Message:
        """Closes the answer; a disk that refuses is said in its note and loses nothing shown."""
        try:
            self._transcript.end(self._answer, state, self._now(), note=note, usage=self._usage)
        except WriteFailed as error:
            note = " ".join(part for part in (note, f"This answer is not saved: {error}") if part)
        message = self._transcript.message(self._answer)
        if message is None:
            raise LuminairError("The answer was removed from its session while it was written.")
        return replace(message, note=note)
