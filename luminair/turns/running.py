"""Runs one turn: message on disk, lane, transcript."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from luminair.errors import LuminairError, UsageError, WriteFailed
from luminair.keeping.capture.capturing import Captured
from luminair.lanes.lane import (
    Answering,
    Done,
    Event,
    Failed,
    Lane,
    Request,
    ToolAnswer,
    ToolServer,
    WayOn,
)
from luminair.messages import Attachment, Image, Message, MessageState, Role, Usage
from luminair.sessions.session import Session, utc_text
from luminair.turns.folder_leave import Folders, asked_first
from luminair.turns.preparing import Memory, Prepared, expand, prepare, request_of, target_of
from luminair.turns.scribe import BROKE_OFF, STOPPED, Scribe
from luminair.turns.watchdog import Watch, watched

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
    from datetime import datetime

    from luminair.context.block import Assembly
    from luminair.sessions.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Asked:
    """The owner's message is on disk and the lane is being asked; the composer may be emptied.

    Attributes:
        message: the owner's message with its riders.
        answer: the id of the answer that will grow.
        assembly: everything that is sent.
        kept: which requests of the message are open asks now.
    """

    message: Message
    answer: str
    assembly: Assembly
    kept: Captured = field(default_factory=Captured)


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


@dataclass(frozen=True, slots=True)
class Helpers:
    """What a turn may use besides the Journal; each has a value for 'not here'.

    Attributes:
        call: runs a tool for a model that asks for it.
        server: our tools for a coding agent's CLI.
        allow: asks the owner a question of the model's.
        pictures: reads the pictures among some attachments.
        cost: lane, model and usage to US dollars, None where no price is known.
        folders: where coding agents may start; None asks nothing.
        watch: the limits of the start watchdog.
    """

    call: Callable[[str, Mapping[str, object]], Awaitable[ToolAnswer]] | None = None
    server: ToolServer | None = None
    allow: Answering | None = None
    pictures: Callable[[Sequence[Attachment]], tuple[Image, ...]] = lambda _: ()
    cost: Callable[[str, str, Usage], float | None] = lambda _lane, _model, _usage: None
    folders: Folders | None = None
    watch: Watch = field(default_factory=Watch)


@dataclass(frozen=True, slots=True)
class _Turn:
    """All that one turn is made of, before it begins."""

    prompt: str
    transcript: Transcript
    lane: Lane
    memory: Memory
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    instead_of: str
    attachments: tuple[Attachment, ...]
    helpers: Helpers


@dataclass(frozen=True, slots=True)
class _Begun:
    """Both messages are on disk and the request is made."""

    asked: Asked
    request: Request
    prepared: Prepared


async def run_turn(
    prompt: str,
    *,
    transcript: Transcript,
    lane: Lane,
    memory: Memory,
    now: Callable[[], datetime],
    new_id: Callable[[], str],
    instead_of: str = "",
    attachments: Sequence[Attachment] = (),
    helpers: Helpers | None = None,
) -> AsyncGenerator[TurnEvent, None]:
    """Runs one turn and yields what happens: Asked, the lane's events, Ended.

    Stop it by cancelling the task that iterates, or by closing the generator (iterate within
    ``contextlib.aclosing``): what came is kept and marked stopped, and nothing is yielded
    after that.

    Args:
        prompt: as typed.
        transcript: the session's; the owner's message is on disk before the lane runs.
        lane: runs the model.
        memory: the Journal; asked in a thread of its own, so that no other stream waits.
        now: the clock, aware.
        new_id: gives each message an id, unique in its session.
        instead_of: the id of the owner's message that this one replaces with all after it
            (retry, edit and resend), or ''.
        attachments: files of the message.
        helpers: what else a turn may use.

    Raises:
        UsageError: the prompt is empty, or the session is still answering.
        WriteFailed: the owner's message could not be written, so nothing was sent.
    """
    turn = _Turn(
        prompt,
        transcript,
        lane,
        memory,
        now,
        new_id,
        instead_of,
        tuple(attachments),
        helpers or Helpers(),
    )
    begun = await _begun(turn)
    if isinstance(begun, Ended):
        yield begun
        return
    scribe = _scribe(turn, begun)
    try:
        yield begun.asked
        events = watched(
            asked_first(lane, begun.request, turn.helpers.folders),
            lane.info,
            begun.asked.assembly,
            turn.helpers.watch,
        )
        async with aclosing(events):
            async for event in events:
                if isinstance(event, (Done, Failed)):
                    scribe.outcome = event
                    break
                yield scribe.take(event)
    except LuminairError as error:
        scribe.outcome = Failed(str(error))
    except (asyncio.CancelledError, GeneratorExit):
        scribe.close(MessageState.STOPPED, STOPPED)
        raise
    except BaseException:
        scribe.close(MessageState.FAILED, BROKE_OFF)
        raise
    message, failure = scribe.finish()
    if failure is None:
        yield Ended(message)
    else:
        yield Ended(message, failure.way_on, failure.retry_after_s)


def _scribe(turn: _Turn, begun: _Begun) -> Scribe:
    target = begun.asked.assembly.target
    return Scribe(
        turn.transcript,
        begun.asked.answer,
        target.lane,
        turn.now,
        begun.prepared.conversation(begun.asked.answer),
        lambda usage: turn.helpers.cost(target.lane, target.model, usage),
    )


async def _begun(turn: _Turn) -> _Begun | Ended:
    """Everything up to the lane, in a thread; a stop in the meantime closes what was begun."""
    working = asyncio.ensure_future(asyncio.to_thread(_begin, turn))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        with suppress(LuminairError):
            begun = await working
            if isinstance(begun, _Begun):
                _scribe(turn, begun).close(MessageState.STOPPED, STOPPED)
        raise


def _begin(turn: _Turn) -> _Begun | Ended:
    """Everything up to the lane: what is sent, the receipt, both messages on disk."""
    transcript, lane, now = turn.transcript, turn.lane.info, turn.now
    text = _text_of(turn)
    if any(message.state is MessageState.STREAMING for message in transcript.messages):
        raise UsageError("This session is still answering; stop it first, then send again.")
    session = transcript.session
    history = transcript.before(turn.instead_of) if turn.instead_of else transcript.messages
    target = target_of(lane, session.model)
    question = Message(
        turn.new_id(),
        Role.USER,
        text,
        utc_text(now()),
        lane.id,
        target.model,
        attachments=turn.attachments,
    )
    try:
        prepared = prepare(
            text,
            session=session,
            history=history,
            lane=lane,
            memory=turn.memory,
            now=now(),
            attachments=turn.attachments,
        )
        request = request_of(
            prepared,
            session,
            history,
            attachments=turn.attachments,
            pictures=turn.helpers.pictures,
        )
    except LuminairError as error:
        note = f"Your message was not sent. {error}"
        question = replace(question, state=MessageState.FAILED, note=note)
        transcript.add(question, instead_of=turn.instead_of)
        return Ended(question, WayOn.RETRY)
    assembly = prepared.assembly
    receipt = _receipt(prepared, session, question.id, turn.memory, now())
    question = replace(question, riders=assembly.riders, receipt=receipt)
    replaced = _said_by(transcript, turn.instead_of)
    transcript.add(question, instead_of=turn.instead_of)
    # A retry says nothing new; an edit does.
    kept = Captured() if replaced == text else turn.memory.heard(session, text, lane.id, now())
    answer = Message(
        id=turn.new_id(),
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
    helpers = turn.helpers
    request = replace(
        request,
        call=helpers.call if request.tools else None,
        server=helpers.server,
        allow=helpers.allow,
    )
    return _Begun(Asked(question, answer.id, assembly, kept), request, prepared)


def _said_by(transcript: Transcript, message: str) -> str | None:
    """The text of the message with this id, None where there is none."""
    return next((each.text for each in transcript.messages if each.id == message), None)


def _text_of(turn: _Turn) -> str:
    """The owner's words; a message may be files alone."""
    if turn.attachments and not turn.prompt.strip():
        return ""
    return expand(turn.prompt)


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
