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
)
from luminair.lanes.lane import ToolAnswer
from luminair.sessions.session import Session, utc_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime


class JournalMemory:
    """What a turn needs of the Journal.

    Args:
        journal: the vault, open.
        receipts: of this vault, on this machine.
        draw: random integers, for ids.
    """

    def __init__(self, journal: Journal, receipts: Receipts, draw: Callable[[], int]) -> None:
        self._journal = journal
        self._receipts = receipts
        self._draw = draw

    def harness(self) -> Harness:
        """The standing brain as it rides now."""
        judged = self._journal.harness()
        left_out = tuple(
            LeftOutFile(each.path, each.reason or each.verdict.value, each.bytes)
            for each in judged
            if each.verdict.value != "rides"
        )
        return Harness(self._journal.harness_text(), len(judged) - len(left_out), left_out)

    def digest(self, prompt: str, session: Session, now: datetime) -> Digest:
        """The digest for this prompt, optional blocks included."""
        return self._journal.digest(prompt, self.place(session), now=now)

    def place(self, session: Session) -> Place:
        """Where the session stands."""
        place, _ = self._journal.place(
            session=session.id, cwd=session.folder, ancestors=session.ancestors
        )
        return place

    def summaries(self, session: Session) -> Sequence[str]:  # noqa: ARG002 a protocol's name
        """None yet: summaries are what distilling leaves, and nothing distils."""
        return ()

    def tools(self) -> tuple[str, ...]:
        """The definitions of the Journal's tools, each as JSON text."""
        return tools.definitions()

    def call(self, session: Session, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        """Runs a tool for a model of this session; it sees what its session sees."""
        answer = tools.run(name, arguments, journal=self._journal, place=self.place(session))
        return ToolAnswer(answer.text, answer.failed)

    def keep_receipt(
        self, *, session: Session, message: str, digest: Digest, assembly: Assembly, now: datetime
    ) -> str:
        """Writes down what rode with a message and why; the receipt's id."""
        del message  # the transcript names the receipt, not the other way round
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
        receipt = Receipt(
            receipt_id(now, self._draw()),
            utc_text(now),
            session.id,
            session.folder,
            assembly.target.lane,
            assembly.target.model,
            hashlib.sha256(digest.text.encode()).hexdigest(),
            tuple(rows),
            digest.tokens,
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

    def keep_receipt(self, **_: object) -> str:
        """None: nothing rode."""
        return ""


class NoJournal:
    """The memory of a turn where the owner has made no Journal yet: nothing rides."""

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
        return ToolAnswer("There is no Journal yet.", failed=True)

    def keep_receipt(self, **_: object) -> str:
        """None: nothing rode."""
        return ""
