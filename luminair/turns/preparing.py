"""What a message carries, and the request that carries exactly that."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from luminair.context.assemble import assemble, sendable
from luminair.context.block import Assembly, Harness, Position, RowName, Target
from luminair.errors import UsageError
from luminair.journal import PER_MESSAGE, Digest, without_held
from luminair.keeping.distill.compaction import riding
from luminair.lanes.lane import LaneInfo, LaneKind, Request, Said
from luminair.messages import Attachment, Image, Message, well_formed
from luminair.sessions.session import Conversation, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from luminair.keeping.capture.capturing import Captured


_SIGN = 12
"""Characters of a content's hash that tell two versions of one note apart."""


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

    def tools(self) -> tuple[str, ...]:
        """The definitions of the tools that a model may call, each as JSON text."""
        ...

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:
        """Keeps the requests of a message that is on disk as open asks; never raises."""
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
    """What the next message carries, and the digest it was made from.

    Attributes:
        assembly: everything that is sent.
        digest: of this prompt, without what the lane's own conversation holds already.
        held: what that conversation holds; without a handle where there is none to go on with.
    """

    assembly: Assembly
    digest: Digest
    held: Conversation = field(default_factory=Conversation)

    @property
    def system_sign(self) -> str:
        """Changes when anything of the standing text does."""
        joined = "\0".join(self.assembly.texts(Position.SYSTEM))
        return hashlib.sha256(joined.encode()).hexdigest()[:16]

    def conversation(self, answer: str) -> Conversation:
        """What the lane's own conversation holds once it has heard this turn."""
        given = [
            _sign(item.note.key, item.note.sha256)
            for item in self.digest.items
            if self.assembly.include_optional and item.block in PER_MESSAGE
        ]
        versions = dict(sign.rsplit("@", 1) for sign in (*self.held.given, *given))
        signs = tuple(f"{key}@{version}" for key, version in versions.items())
        return Conversation(self.held.handle, self.system_sign, signs, answer, self.held.added)


def expand(prompt: str) -> str:
    """The prompt as it is kept: valid UTF-8, plain line ends, no blank lines around it.

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


def spoken(text: str, attachments: Sequence[Attachment]) -> str:
    """A message as the model reads it: the owner's words, then each attached text in a fence."""
    parts = [text]
    for each in attachments:
        if each.text:
            content = well_formed(each.text).rstrip("\n")
            fence = "`" * max(3, _longest_run(content) + 1)
            parts.append(f"Attached file {each.name}:\n{fence}\n{content}\n{fence}")
    return "\n\n".join(part for part in parts if part)


def _longest_run(text: str) -> int:
    longest = run = 0
    for mark in text:
        run = run + 1 if mark == "`" else 0
        longest = max(longest, run)
    return longest


def target_of(info: LaneInfo, model: str) -> Target:
    """The lane and model that a message goes to, as far as its cost goes."""
    chosen = info.model(model)
    return Target(
        lane=info.id,
        model=chosen.id,
        window=chosen.window,
        reply=chosen.reply,
        cli=info.kind is LaneKind.CLI,
        tools=chosen.tools,
    )


def prepare(
    prompt: str,
    *,
    session: Session,
    history: Sequence[Message],
    lane: LaneInfo,
    memory: Memory,
    now: datetime,
    attachments: Sequence[Attachment] = (),
) -> Prepared:
    """What the next message carries. The budget sheet, the composer and each turn call this.

    Args:
        prompt: as it stands in the composer; it may be empty.
        session: its tick, model and folder count.
        history: the conversation before the prompt.
        lane: where it goes.
        memory: the Journal.
        now: UTC.
        attachments: files of the message.

    Raises:
        LuminairError: the Journal cannot be read.
    """
    target = target_of(lane, session.model)
    history, compacted = later_of(session, history, target)
    held = _held(session, history, target)
    digest = memory.digest(prompt, session, now)
    if held.given:
        given = dict(sign.rsplit("@", 1) for sign in held.given)
        digest = without_held(
            digest,
            lambda note: given.get(note.key) == note.sha256[:_SIGN],
            lambda note: given.get(note.key, note.sha256[:_SIGN]) != note.sha256[:_SIGN],
        )
    assembly = assemble(
        prompt=spoken(prompt, attachments),
        harness=memory.harness(),
        digest=digest,
        history=[_heard(message) for message in history],
        target=target,
        include_optional=session.include_optional,
        summaries=memory.summaries(session),
        compacted=compacted,
        tools=memory.tools() if target.tools or target.cli else (),
        previous=session.sizes,
        heard=_heard_count(history, held),
        cli_adds=held.added,
    )
    return Prepared(assembly, digest, held)


def request_of(
    prepared: Prepared,
    session: Session,
    history: Sequence[Message],
    *,
    attachments: Sequence[Attachment] = (),
    pictures: Callable[[Sequence[Attachment]], tuple[Image, ...]] = lambda _: (),
) -> Request:
    """The request that carries exactly the assembly's rows and nothing else.

    Args:
        prepared: made from the same history and attachments.
        session: whose turn it is.
        history: gives each text of the transcript row its speaker and its pictures.
        attachments: files of the message.
        pictures: reads the pictures among some attachments.
    """
    assembly, held = prepared.assembly, prepared.held
    history, _ = later_of(session, history, assembly.target)
    texts = assembly.row(RowName.TRANSCRIPT).rows
    said = tuple(
        Said(message.role, row.text, pictures(message.attachments))
        for message, row in zip(sendable(history), texts, strict=True)
    )
    return Request(
        session=session.id,
        model=assembly.target.model,
        folder=session.folder,
        system=assembly.texts(Position.SYSTEM),
        tools=assembly.texts(Position.TOOLS),
        said=said,
        riding=assembly.texts(Position.RIDING),
        prompt="".join(assembly.texts(Position.PROMPT)),
        images=pictures(attachments),
        handle=held.handle,
        unheard=said[_heard_count(history, held) :],
        system_heard=bool(held.handle) and held.system == prepared.system_sign,
    )


def later_of(
    session: Session, history: Sequence[Message], target: Target
) -> tuple[Sequence[Message], str]:
    """The messages that are sent as they stand, and what the earlier ones are sent as.

    All of them stand where nothing was folded, where an edit took the fold's end away, where
    the owner sends no summaries, and to a coding agent's CLI, which folds by itself.
    """
    found = session.compacted
    ids = [message.id for message in history]
    if target.cli or not session.include_optional or found is None or found.upto not in ids:
        return history, ""
    if not found.text.strip():
        return history, ""
    return history[ids.index(found.upto) + 1 :], riding(found.text)


def _heard(message: Message) -> Message:
    """The message with its attached texts in its text, as the model reads it."""
    if not message.attachments:
        return message
    return replace(message, text=spoken(message.text, message.attachments))


def _held(session: Session, history: Sequence[Message], target: Target) -> Conversation:
    """What the lane's own conversation holds; nothing where it is not this conversation any more.

    After an edit, a retry or in a fork the last message that it holds is not in the history.
    """
    found = session.conversations.get(target.lane)
    if not target.cli or found is None or not found.handle:
        return Conversation()
    return found if any(message.id == found.upto for message in history) else Conversation()


def _heard_count(history: Sequence[Message], held: Conversation) -> int:
    """How many of the sendable messages the lane's own conversation holds."""
    if not held.handle:
        return 0
    ids = [message.id for message in history]
    end = ids.index(held.upto) + 1
    return len(sendable(history[:end]))


def _sign(key: str, sha256: str) -> str:
    return f"{key}@{sha256[:_SIGN]}"
