"""What a pane writes to the Journal: the command, the line that says so, and its undo."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal

from luminair.errors import Stopped
from luminair.shell.failures import sentence
from luminair.shell.panes.notice import Notice
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from luminair.keeping.capture.capturing import Captured
    from luminair.shell.desk import Desk, Kept
    from luminair.shell.jobs import Jobs, Queue
    from luminair.shell.panes.transcript_view import TranscriptView
    from luminair.shell.theme import Theme

FOR_PROJECT = "Keep for the project"
SHOW_AFTER_MS = 400
"""Work that is done sooner shows nothing of itself but what came of it."""


class Writes(QObject):
    """Files notes for one pane's session and shows a line with Undo for each.

    Signals:
        written: the vault changed; what rides may have changed with it.
        failed: one sentence; nothing was written.
    """

    written = Signal()
    failed = Signal(str)

    def __init__(
        self, theme: Theme, jobs: Jobs, desk: Desk, transcript: TranscriptView, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._transcript = transcript
        transcript.undo_wanted.connect(self._undo)

    def remember(self, session: str, text: str, *, has_project: bool) -> None:
        """Files a note for this session; where there is a project, offers it to that."""
        desk = self._desk
        self._keep(
            session,
            lambda: desk.remember(session, text),
            offered=text if has_project else "",
        )

    def dead_end(self, session: str, text: str) -> None:
        """Files a dead end."""
        desk = self._desk
        self._keep(session, lambda: desk.dead_end(session, text), icon="ph.prohibit")

    def rule(self, session: str, text: str, project: str, near: QWidget) -> None:
        """Files a rule; in a project it is asked first whom it is for."""
        desk = self._desk

        def keep(for_project: bool) -> None:
            self._keep(
                session,
                lambda: desk.rule(session, text, for_project=for_project),
                icon="ph.scales",
            )

        if not project:
            keep(for_project=False)
            return
        menu = make_menu(self._theme, near)
        menu.addSection("Who is this rule for?")
        own = menu.addAction(f"Sessions in {project}".replace("&", "&&"))
        own.triggered.connect(lambda: keep(for_project=True))
        menu.addAction("Every Session").triggered.connect(lambda: keep(for_project=False))
        menu.addSeparator()
        menu.addAction("Write No Rule").triggered.connect(
            lambda: self.failed.emit("No rule was written.")
        )
        menu.setActiveAction(own)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(near.mapToGlobal(QPoint(16, -menu.sizeHint().height() - 8)))

    def distill(self, session: str) -> None:
        """Folds the session now; its card in Review keeps it, edits it or takes it back.

        A model that drafts may take minutes, so meanwhile a line says so and lets go of it.
        """
        desk, jobs, enough = self._desk, self._jobs, threading.Event()
        later = QTimer(self, singleShot=True, interval=SHOW_AFTER_MS)
        later.timeout.connect(lambda: self._show_distilling(later, enough))
        later.start()
        # Beside the other writes, which would wait for the model; the Journal has its own lock.
        self._keep(
            session,
            lambda: desk.distilled(session, lambda: enough.is_set() or jobs.closing),
            icon="ph.funnel-simple",
            queue="wide",
            over=later.deleteLater,
        )

    def _show_distilling(self, lasting: QObject, enough: threading.Event) -> None:
        notice = Notice(
            self._theme, "Distilling this session…", icon="ph.funnel-simple", offer="Cancel"
        )

        def cancel() -> None:
            enough.set()
            notice.change("Stopping…")

        notice.offer_wanted.connect(cancel)
        self._transcript.add_notice(notice)
        lasting.destroyed.connect(notice.hide)
        lasting.destroyed.connect(notice.deleteLater)

    def pin(self, session: str, name: str) -> None:
        """Pins a note."""
        desk = self._desk
        self._keep(session, lambda: desk.pin(session, name), icon="ph.push-pin-simple")

    def tell_kept(self, kept: Captured) -> None:
        """Says below a message which of its requests are open asks now, or why they are not."""
        if not kept.asks:
            if kept.failure:
                self.failed.emit(kept.failure)
            return
        notice = Notice(
            self._theme,
            kept.sentence,
            icon="ph.chat-centered-text",
            key=kept.asks[0].key,
            operation=kept.operation,
        )
        self._transcript.add_notice(notice, before_answer=True)
        self.written.emit()

    def _keep(
        self,
        session: str,
        work: Callable[[], Kept],
        *,
        icon: str = "ph.book-bookmark",
        offered: str = "",
        queue: Queue = "vault",
        over: Callable[[], None] = lambda: None,
    ) -> None:
        def failed(error: Exception) -> None:
            over()
            if isinstance(error, Stopped):
                self._transcript.add_notice(Notice(self._theme, sentence(error), icon=icon))
            else:
                self._fail(error)

        def done(kept: Kept) -> None:
            over()
            notice = Notice(
                self._theme,
                kept.sentence,
                icon=icon,
                key=kept.key,
                operation=kept.operation,
                offer=FOR_PROJECT if offered else "",
            )
            notice.offer_wanted.connect(lambda: self._widen(session, notice, kept, offered))
            self._transcript.add_notice(notice)
            self.written.emit()

        self._jobs.run(work, done=done, failed=failed, queue=queue, owner=self)

    def _widen(self, session: str, notice: Notice, kept: Kept, text: str) -> None:
        """Files the same words in folder scope instead."""
        desk = self._desk

        def work() -> Kept:
            desk.undo(kept.operation)
            return desk.remember(session, text, for_project=True)

        notice.hide()
        notice.deleteLater()
        self._keep(session, work)

    def _undo(self, operation: str, notice: Notice) -> None:
        desk = self._desk

        def done(said: str) -> None:
            notice.change(said)
            self.written.emit()

        self._jobs.run(
            lambda: desk.undo(operation),
            done=done,
            failed=self._fail,
            queue="vault",
            owner=notice,
        )

    def _fail(self, error: Exception) -> None:
        self.failed.emit(sentence(error))
