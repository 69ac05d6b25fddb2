"""Reads what waits and carries the owner's answers out, through jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.times import dated
from luminair.shell.review.gathering import card_of, gather

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Evidence
    from luminair.shell.desk import Desk, Kept
    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.banners import Banners
    from luminair.shell.review.face import ReviewFace
    from luminair.shell.review.facts import Pending

DONE = "review"
"""The key of the banner that says what was done last."""


class Reviewer(QObject):
    """Keeps a :class:`ReviewFace` true.

    Args:
        jobs: reads and writes go there.
        desk: the queue.
        face: shows it.
        banners: say what was done, with Undo.
        parent: the window.

    Attributes:
        face: shows what waits.

    Signals:
        counted: how many things wait.
        note_wanted: path of a note to open.
        edit_wanted: path of a note to open for writing.
        session_wanted: id of a session to open.
        changed: the vault was written to.
    """

    counted = Signal(int)
    note_wanted = Signal(str)
    edit_wanted = Signal(str)
    session_wanted = Signal(str)
    changed = Signal()

    def __init__(
        self, jobs: Jobs, desk: Desk, face: ReviewFace, banners: Banners, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk, self.face, self._banners = jobs, desk, face, banners
        self._reading = Newest()
        face.wanted.connect(self.refresh)
        face.approved.connect(self.approve)
        face.refused.connect(self.refuse)
        face.put_off.connect(self.put_off)
        face.put_back.connect(self.put_back)
        face.acted.connect(self.act)
        face.kept.connect(self.keep)
        face.opened_source.connect(self.open_source)

    def refresh(self) -> None:
        """Reads what waits."""
        desk = self._desk
        self._jobs.run(
            lambda: gather(desk),
            done=self._show,
            failed=lambda _: self.counted.emit(0),  # the window says itself that there is no vault
            queue="vault",
            newest=self._reading,
            owner=self,
        )

    def _show(self, pending: Pending) -> None:
        self.face.show_pending(pending)
        self.counted.emit(len(pending.cards))

    def approve(self, proposal: str, text: str, scope: str, _cwd: str) -> None:
        """Yes."""
        review = self._desk.review
        self._answer(lambda: review.approve(proposal, text, scope))

    def keep(self, proposal: str, which: str) -> None:
        """Of two that are at odds, this one holds."""
        review = self._desk.review
        self._answer(lambda: review.approve(proposal, keep=which))

    def refuse(self, proposal: str) -> None:
        """Never."""
        review = self._desk.review
        self._answer(lambda: review.refuse(proposal))

    def put_off(self, proposal: str) -> None:
        """Not now."""
        review = self._desk.review
        self._answer(lambda: review.later(proposal))

    def put_back(self, proposal: str) -> None:
        """Ask again."""
        review = self._desk.review
        self._answer(lambda: review.put_back(proposal))

    def _answer(self, work: Callable[[], Kept]) -> None:
        def done(kept: Kept) -> None:
            undo = (lambda: self._undo(kept.operation)) if kept.operation else None
            self._banners.put(
                DONE,
                dated(kept.sentence, self._desk.now()),
                tone="ok",
                icon="ph.check",
                button="Undo" if undo else "",
                call=undo,
            )
            self.changed.emit()
            self.refresh()

        def failed(error: Exception) -> None:
            self._banners.say(sentence(error))
            self.refresh()

        self._jobs.run(work, done=done, failed=failed, queue="vault", owner=self)

    def _undo(self, operation: str) -> None:
        self._banners.take(DONE)
        desk = self._desk

        def done(said: str) -> None:
            self._banners.put(DONE, said, tone="ok", icon="ph.check")
            self.changed.emit()
            self.refresh()

        self._jobs.run(
            lambda: desk.undo(operation),
            done=done,
            failed=lambda error: self._banners.say(sentence(error)),
            queue="vault",
            owner=self,
        )

    def act(self, proposal: str, name: str) -> None:
        """Something else that a card offers."""
        desk = self._desk
        wanted = self.edit_wanted if name == "edit" else self.note_wanted
        self._jobs.run(
            lambda: card_of(desk, proposal),
            done=lambda path: wanted.emit(path) if path else None,
            failed=lambda error: self._banners.say(sentence(error)),
            owner=self,
        )

    def open_source(self, evidence: Evidence) -> None:
        """Goes to where a piece of evidence stands."""
        if evidence.session and ":" not in evidence.session:
            self.session_wanted.emit(evidence.session)
        elif evidence.note or evidence.path:
            self.note_wanted.emit(evidence.note or evidence.path)
