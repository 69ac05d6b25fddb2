"""Facts of the session in a pane: read and changed off the window's thread, kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luminair.context.block import Assembly
    from luminair.messages import Attachment
    from luminair.sessions.session import Session
    from luminair.sessions.transcript import Transcript
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.opening import Opened


class SessionFacts(QObject):
    """What a pane knows of its session.

    A transcript is locked while a turn writes to disk, so the window never asks it for facts
    itself; it looks at the copy that came home last.

    Attributes:
        session: the facts as they last came home, None while nothing is shown.
        project: name of the session's project, or ''.
        assembly: what the next message would carry, as last worked out.

    Signals:
        changed: other facts came home.
        costed: what the next message would carry has been worked out.
        not_costed: a sentence that says why it could not be.
        listing_changed: the list of sessions should be read again.
    """

    changed = Signal()
    costed = Signal(object)
    not_costed = Signal(str)
    listing_changed = Signal()

    def __init__(self, jobs: Jobs, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._transcript: Transcript | None = None
        self._reading, self._costing = Newest(), Newest()
        self.session: Session | None = None
        self.project = ""
        self.assembly: Assembly | None = None

    def show(self, opened: Opened | None) -> None:
        """Turns to another session."""
        self._transcript = None if opened is None else opened.transcript
        self.session = None if opened is None else opened.session
        self.project = "" if opened is None else opened.project
        self.assembly = None
        self._reading.drop()
        self._costing.drop()

    def reload(self) -> None:
        """Reads the facts again; ``changed`` follows if they are others."""
        transcript = self._transcript
        if transcript is None:
            return

        def done(session: Session) -> None:
            if transcript is self._transcript and session != self.session:
                self.session = session
                self.changed.emit()

        self._jobs.run(lambda: transcript.session, done=done, newest=self._reading, owner=self)

    def change(self, then: Callable[[], None] | None = None, **facts: object) -> None:
        """Changes facts on disk; ``then`` follows once they are there."""
        self._change(then, lambda transcript: transcript.change(**facts))

    def set_folder(self, folder: str) -> None:
        """Gives the session another project folder, '' for none."""
        desk = self._desk

        def work(transcript: Transcript) -> str:
            transcript.change(folder=folder)
            return desk.project_name(folder)

        self._change(None, work)

    def _change(
        self, then: Callable[[], None] | None, work: Callable[[Transcript], str | None]
    ) -> None:
        transcript = self._transcript
        if transcript is None:
            return

        def both() -> tuple[str | None, Session]:
            return work(transcript), transcript.session

        def done(found: tuple[str | None, Session]) -> None:
            project, session = found
            if transcript is self._transcript:
                self.session = session
                self.project = self.project if project is None else project
                self.changed.emit()
                if then is not None:
                    then()
            self.listing_changed.emit()

        self._jobs.run(both, done=done, queue="vault", owner=self)

    def work_out_cost(self, text: str, files: Sequence[Attachment]) -> None:
        """Works out anew what the next message carries."""
        transcript, desk, attached = self._transcript, self._desk, tuple(files)
        if transcript is None:
            return
        self._jobs.run(
            lambda: desk.assemble(transcript.id, text, attached),
            done=self._costed,
            failed=self._failed,
            newest=self._costing,
            owner=self,
        )

    def _costed(self, assembly: Assembly) -> None:
        self.assembly = assembly
        self.costed.emit(assembly)

    def _failed(self, error: Exception) -> None:
        self.assembly = None
        self.not_costed.emit(sentence(error))
