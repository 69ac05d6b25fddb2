"""What a turn needs of the Journal: harness, digest and the receipt of what rode."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

from luminair import tools
from luminair.context.block import Assembly, Harness, LeftOutFile
from luminair.errors import LuminairError
from luminair.journal import (
    BlockName,
    Digest,
    Journal,
    Place,
    Receipt,
    ReceiptRow,
    Receipts,
    receipt_id,
    without_held,
)
from luminair.keeping.capture.capturing import Captured, capture
from luminair.keeping.distill import summaries
from luminair.lanes.lane import ToolAnswer
from luminair.sessions.session import Session, utc_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from luminair.keeping.waiting import Turns
    from luminair.lanes.lane import LaneInfo

_LEFT_OUT = {"empty": "empty", "doc": "kind is doc", "oversized": "over 24 KB"}
"""Why a Harness file does not ride, in the few words that a line of the sheet has room for."""


class JournalMemory:
    """What a turn needs of the Journal.

    Args:
        journal: the vault, open.
        receipts: of this vault, on this machine.
        draw: random integers, for ids.
        turns: when sessions last had a turn; None writes none down.
        capture: whether the owner lets requests be kept as asks; asked at each message.
        chosen: keeps which old conversation summaries ride with a session: its id, their keys.
        placed: keeps in which folder the notes of a session's project belong.
    """

    def __init__(
        self,
        journal: Journal,
        receipts: Receipts,
        draw: Callable[[], int],
        turns: Turns | None = None,
        *,
        capture: Callable[[], bool] = lambda: False,
        chosen: Callable[[str, tuple[str, ...]], None] = lambda _session, _keys: None,
        placed: Callable[[str, str], None] = lambda _session, _project: None,
    ) -> None:
        self._chosen, self._placed = chosen, placed
        self._turns = turns
        self._capture = capture
        self._journal = journal
        self._receipts = receipts
        self._draw = draw

    def harness(self) -> Harness:
        """The standing brain as it rides now."""
        judged = self._journal.harness()
        left_out = tuple(
            LeftOutFile(each.path, _LEFT_OUT.get(each.verdict.value, each.reason), each.bytes)
            for each in judged
            if each.verdict.value != "rides"
        )
        sizes = {each.path: each.bytes for each in judged if each.verdict.value == "rides"}
        return Harness(self._journal.harness_text(), len(sizes), left_out, sizes)

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:
        """The digest for this prompt, optional blocks included.

        What rides as an old conversation summary does not ride as a matching note besides.
        """
        digest = self._journal.digest(prompt, self.place(session), now=now)
        riding = set(self._summaries_of(session))
        if not any(item.note.key in riding for item in digest.items):
            return digest
        return without_held(digest, lambda note: note.key in riding, lambda _note: False)

    def place(self, session: Session) -> Place:
        """Where the session stands."""
        place, _ = self._journal.place(
            session=session.id, cwd=session.folder, ancestors=session.ancestors
        )
        return place

    def summaries(self, session: Session) -> Sequence[str]:
        """The texts of the old conversation summaries that ride with a session."""
        return summaries.texts(self._journal, self._summaries_of(session))

    def _summaries_of(self, session: Session) -> tuple[str, ...]:
        """Their keys: chosen for the first message, and kept from then on."""
        if session.summaries is not None:
            return session.summaries
        # A conversation that began before there were any keeps its first bytes.
        return () if session.messages else summaries.choose(self._journal, self.place(session))

    def tools(self) -> tuple[str, ...]:
        """The definitions of the Journal's tools, each as JSON text."""
        return tools.definitions()

    def call(self, session: Session, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        """Runs a tool for a model of this session; it sees what its session sees."""
        place, by = self.place(session), f"{session.lane}/{session.model}"
        answer = tools.run(name, arguments, journal=self._journal, place=place, by=by)
        return ToolAnswer(answer.text, answer.failed)

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:
        """Keeps the requests of a message that is on disk, and when it came; never raises."""
        if session.folder and not session.project:
            with suppress(LuminairError):  # then the next message tells it
                project = self._journal.project_folder(session.folder)
                if project:
                    self._placed(session.id, project)
        if self._turns is not None:
            self._turns.turned(session.id, now)
        if not (session.capture and self._capture()):
            return Captured()
        return capture(
            self._journal,
            prompt,
            session=session.id,
            cwd=session.folder,
            lane=lane,
            ancestors=session.ancestors,
            now=now,
        )

    def keep_receipt(
        self, *, session: Session, message: str, digest: Digest, assembly: Assembly, now: datetime
    ) -> str:
        """Writes down what rode with a message and why; the receipt's id."""
        del message  # the transcript names the receipt, not the other way round
        riding = self._summaries_of(session)
        if session.summaries is None:
            with suppress(LuminairError):  # then the next message chooses again
                self._chosen(session.id, riding)
        optional = {BlockName.DEAD_ENDS, BlockName.ASKS, BlockName.NOTES}
        rows = [
            ReceiptRow(
                item.note.key,
                item.note.path,
                item.note.sha256,
                item.note.title,
                item.block.value,
                session.include_optional or item.block not in optional,
                item.why.verdict,
                item.tokens,
                item.why.rank or 0,
                item.why.score,
                item.why.terms,
            )
            for block in digest.blocks
            for item in block.items
        ]
        rows += [
            ReceiptRow(
                out.note.key,
                out.note.path,
                out.note.sha256,
                out.note.title,
                rode=False,
                reason=out.why.verdict,
                rank=out.why.rank or 0,
                score=out.why.score,
                terms=out.why.terms,
            )
            for out in digest.left_out
        ]
        rows += [
            ReceiptRow(
                note.key,
                note.path,
                note.sha256,
                note.title,
                "summaries",
                session.include_optional,
                "Old conversation summary, chosen at the session's first message",
            )
            for note in summaries.notes(self._journal, riding)
        ]
        receipt = Receipt(
            receipt_id(now, self._draw()),
            utc_text(now),
            session.id,
            session.folder,
            assembly.target.lane,
            assembly.target.model,
            hashlib.sha256(digest.text.encode()).hexdigest(),
            tuple(rows),
            assembly.riders.tokens,
            digest.bytes,
        )
        kept = self._receipts.add(receipt)
        with suppress(LuminairError):  # a version less to look back at, no reason not to send
            self._journal.keep_versions([row.path for row in kept.rows if row.rode])
        return kept.id


class Gone:
    """The memory of a turn whose vault cannot be read: it says why, and nothing is sent."""

    def __init__(self, error: LuminairError) -> None:
        self._error = error

    def harness(self) -> Harness:
        """Raises why."""
        raise self._error

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:  # noqa: ARG002
        """Raises why."""
        raise self._error

    def summaries(self, session: Session) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def tools(self) -> tuple[str, ...]:
        """None."""
        return ()

    def call(self, session: Session, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        """Says why it cannot."""
        del session, name, arguments
        return ToolAnswer(str(self._error), failed=True)

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:  # noqa: ARG002
        """Nothing is kept."""
        return Captured()

    def keep_receipt(self, **_: object) -> str:
        """None: nothing rode."""
        return ""


class NoJournal:
    """The memory of a turn while no Journal is there: nothing rides."""

    def harness(self) -> Harness:
        """None: it tells how to read a digest, and there is none."""
        return Harness()

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:  # noqa: ARG002
        """Empty."""
        return Digest("", "", 0, 0, (), ())

    def summaries(self, session: Session) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def tools(self) -> tuple[str, ...]:
        """None."""
        return ()

    def call(self, session: Session, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        """Says that there is nothing to look in."""
        del session, name, arguments
        return ToolAnswer("The Journal is not there.", failed=True)

    def heard(self, session: Session, prompt: str, lane: str, now: datetime) -> Captured:  # noqa: ARG002
        """Nothing is kept."""
        return Captured()

    def keep_receipt(self, **_: object) -> str:
        """None: nothing rode."""
        return ""


def context_of(
    journal: Journal,
    receipts: Receipts,
    prompt: str,
    *,
    session: str,
    cwd: str,
    lane: LaneInfo,
    model: str,
) -> Assembly:
    """What a message would carry, without a window: for ``luminair-journal context``."""
    from luminair.turns import prepare  # noqa: PLC0415 a turn itself has it loaded

    now = journal.setup.now()
    made = Session(id=session, title="", lane=lane.id, model=model, folder=cwd)
    memory = JournalMemory(journal, receipts, journal.setup.draw)
    return prepare(prompt, session=made, history=(), lane=lane, memory=memory, now=now).assembly
