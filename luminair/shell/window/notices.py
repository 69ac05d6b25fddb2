"""What the window says in banners by itself: the Journal's folder, the bin, damaged sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.vaults import Standing

if TYPE_CHECKING:
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.banners import Banners
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.window.sessions import Sessions
    from luminair.vaults import JournalState

MISSING = "journal"
UNREADABLE = "unreadable"


class Notices(QObject):
    """Watches over the things that are said until they are true no more.

    Signals:
        journal_looked_at: the vault was looked at again because the owner asked.
        set_up_wanted: the owner wants to make a Journal, or to choose another folder.
    """

    journal_looked_at = Signal()
    set_up_wanted = Signal()

    def __init__(
        self, jobs: Jobs, desk: Desk, banners: Banners, sessions: Sessions, sidebar: Sidebar
    ) -> None:
        super().__init__(banners)
        self._jobs, self._desk, self._banners = jobs, desk, banners
        self._sessions, self._sidebar = sessions, sidebar
        sessions.binned.connect(self._offer_back)
        sidebar.read.connect(self._say_unreadable)

    def look_at_journal(self, *, first: bool = False) -> None:
        """Looks whether the vault can be read, and says so where it cannot.

        Args:
            first: the window has just opened: of a Journal that never was the set-up tells, which
                opens by itself.
        """
        desk = self._desk

        def done(state: JournalState) -> None:
            if not first or state.standing is not Standing.MISSING:
                self._say_journal(state)

        self._jobs.run(desk.journal_state, done=done, failed=self._failed)

    def look_again(self) -> None:
        """Looks once more because the owner asked."""
        self.look_at_journal()
        self.journal_looked_at.emit()

    def put_back(self, identity: str) -> None:
        """Takes a session out of the bin."""
        self._banners.take(f"bin {identity}")
        self._sessions.restore(identity)

    def _say_journal(self, state: JournalState) -> None:
        if state.standing is Standing.THERE:
            self._banners.take(MISSING)
            if state.sentence:
                self._banners.put(MISSING, state.sentence, icon="ph.lock-simple")
        elif state.standing is Standing.MISSING:
            self._banners.put(
                MISSING,
                state.sentence,
                icon="ph.book-open",
                button="Set Up…",
                call=self.set_up_wanted.emit,
            )
        else:
            self._say_gone(state.sentence)

    def _say_gone(self, sentence: str) -> None:
        self._banners.put(
            MISSING,
            sentence,
            tone="danger",
            icon="ph.folder-minus",
            button="Look Again",
            call=self.look_again,
            also=("Choose Another…", self.set_up_wanted.emit),
        )

    def _failed(self, error: Exception) -> None:
        self._say_gone(sentence(error))

    def _offer_back(self, identity: str, title: str) -> None:
        self._banners.put(
            f"bin {identity}",
            f"“{title}” is in the bin.",
            tone="ok",
            icon="ph.trash",
            button="Put back",
            call=lambda: self.put_back(identity),
        )

    def _say_unreadable(self) -> None:
        said = self._sidebar.unreadable
        if said:
            self._banners.put(UNREADABLE, said)
        else:
            self._banners.take(UNREADABLE)
