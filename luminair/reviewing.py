"""What waits for the owner, for the window: the queue, its answers, and what fills it."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.config import launcher
from luminair.errors import WriteFailed
from luminair.files import make_private, write_atomic
from luminair.journal import Decision, Scope
from luminair.keeping.review import answering, outside
from luminair.keeping.review.all_deeds import every_deed, seen_file
from luminair.keeping.review.distilled import saves
from luminair.pen import Kept

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.config.paths import Home
    from luminair.journal import Journal, Proposal, Receipts
    from luminair.keeping.review.answering import Answered
    from luminair.sessions.library import Library


SIMILAR_FROM = 0.45
"""The cosine from which on two notes are drawn as similar."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The proposals of a vault.

    Attributes:
        waiting: for an answer now, oldest first.
        later: put off until a day that has not come.
        refused: for good, newest first.
    """

    waiting: tuple[Proposal, ...] = ()
    later: tuple[Proposal, ...] = ()
    refused: tuple[Proposal, ...] = ()


class Reviewing:
    """The review queue of the vault that is open.

    Args:
        home: where this machine's files lie.
        journal: the door to the vault; raises where it cannot be opened.
        receipts: what rode with which message.
        library: the sessions.
        now: the clock, aware.
    """

    def __init__(
        self,
        home: Home,
        journal: Callable[[], Journal],
        receipts: Callable[[], Receipts],
        library: Library,
        now: Callable[[], datetime],
    ) -> None:
        self._home, self._journal, self._receipts = home, journal, receipts
        self._library, self._now = library, now

    def queue(self) -> Queue:
        """What waits; what changed outside the app is announced by it.

        Raises:
            LuminairError: the vault cannot be read.
        """
        journal, now = self._journal(), self._now()
        journal.refresh()
        state = self._home.state(journal.root)
        outside.announce(journal, seen_file(state), now)
        waiting = answering.pending(journal, now, every_deed(state))
        known = {each.id for each in waiting}
        answered = [each for each in journal.proposals.all() if each.id not in known]
        refused = [each for each in answered if each.answer is Decision.NEVER]
        refused.sort(key=lambda each: each.answered, reverse=True)
        later = sorted(
            (each for each in answered if each.answer is Decision.LATER),
            key=lambda each: each.until,
        )
        return Queue(tuple(waiting), tuple(later), tuple(refused))

    def approve(self, proposal: str, text: str = "", scope: str = "", keep: str = "") -> Kept:
        """Says yes, in other words or for another scope where these are given.

        Args:
            proposal: its id.
            text: the owner's words, or ''.
            scope: another scope, or ''.
            keep: of two that are at odds, the one that holds.

        Raises:
            LuminairError: it could not be carried out, and waits on.
        """
        journal, deeds = self._journal(), every_deed(self._home.state(self._journal().root))
        found = journal.proposals.find(proposal)
        wanted = Scope(scope) if scope and scope != found.scope else None
        words = text if text and text != found.text else None
        done = answering.approve(
            journal, proposal, self._now(), words, wanted, keep=keep, deeds=deeds
        )
        return _kept(done)

    def saves(self, proposal: Proposal) -> int:
        """About how many tokens a distilled session takes out of a digest."""
        return saves(self._journal(), proposal)

    def refuse(self, proposal: str) -> Kept:
        """Says never; raises as :meth:`approve`."""
        journal = self._journal()
        deeds = every_deed(self._home.state(journal.root))
        return _kept(answering.refuse(journal, proposal, self._now(), deeds=deeds))

    def later(self, proposal: str) -> Kept:
        """Asks again in a week."""
        return _kept(answering.later(self._journal(), proposal, self._now()))

    def put_back(self, proposal: str) -> Kept:
        """Takes an answer back with all that it did."""
        return _kept(answering.put_back(self._journal(), proposal, self._now()))

    def similar(self, journal: Journal) -> list[tuple[str, str, float]]:
        """Notes that say something similar, as pairs of keys with their cosine, for the graph."""
        from luminair.keeping.tending.similar import edges  # noqa: PLC0415 loads scikit-learn

        return edges(journal, self._home.index(journal.root) / "similar", SIMILAR_FROM)

    def tend_apart(self, cancelled: Callable[[], bool], wait: Callable[[float], object]) -> None:
        """Lets a process of its own do :meth:`tend`, once a day, at low priority.

        Comparing texts of a large vault holds the interpreter for longer than a window may wait.

        Args:
            cancelled: asked while it runs; then the process is ended.
            wait: for so many seconds, or until the app ends.
        """
        mark = self._home.state(self._journal().root) / "tended"
        today = f"{self._now():%Y-%m-%d}"
        with suppress(OSError):
            if mark.read_text("ascii") == today:
                return
        known = ["--home", str(self._home.root), "--vault", str(self._journal().root)]
        child = subprocess.Popen(  # noqa: S603 our own program
            [*launcher.command(), "tend", *known],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, child.pid, 10)
        while child.poll() is None:
            if cancelled():
                child.terminate()
                child.wait()
                return
            wait(0.5)
        if child.returncode == 0:
            with suppress(OSError, WriteFailed):
                make_private(mark.parent)
                write_atomic(mark, today.encode())

    def tend(self, cancelled: Callable[[], bool] = lambda: False) -> int:
        """Looks for rules to promote, copies, stale notes and rules at odds; writes none of it.

        Takes seconds in a large vault, and loads scikit-learn where texts must be compared.

        Args:
            cancelled: asked between steps.

        Returns:
            How many proposals are new.

        Raises:
            LuminairError: the vault cannot be read or written.
        """
        from luminair.keeping.promotion import gather, promote  # noqa: PLC0415
        from luminair.keeping.review import joining, torn  # noqa: PLC0415
        from luminair.keeping.tending import conflicts, merge, stale  # noqa: PLC0415

        journal, now = self._journal(), self._now()
        receipts = self._receipts()
        journal.refresh()

        def promotions() -> list[Proposal]:
            sessions = self._library.listing().sessions
            return promote.promotions(gather.material_of(journal, sessions, receipts, now))

        steps: tuple[Callable[[], list[Proposal]], ...] = (
            promotions,
            lambda: torn.proposals(journal),
            lambda: joining.proposals(journal),
            lambda: conflicts.conflict_proposals(journal),
            lambda: stale.stale_notes(journal, receipts, now),
            lambda: merge.merges(
                journal, kept_in=self._home.index(journal.root) / "merge", cancelled=cancelled
            ),
        )
        new = 0
        for step in steps:
            if cancelled():
                break
            new += len(journal.proposals.propose(step(), now))
        return new


def _kept(done: Answered) -> Kept:
    outcome = done.outcome
    said = " ".join(part for part in (outcome.said, outcome.warning) if part)
    key = outcome.note.key if outcome.note is not None else ""
    return Kept(said, key, outcome.operation)
