"""Calls the owner to sessions that nobody looks at: notifications, and the number at the Dock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, SignalInstance, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from luminair.messages import MessageState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.config.settings import Settings
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.turns_running import Running, RunningTurns
    from luminair.shell.sidebar.sidebar import Sidebar
    from luminair.shell.window.sessions import Sessions

ALL, QUESTIONS = "all", "questions"
LONGEST = 160


class Notifier(Protocol):
    """Shows notifications; the tray is one."""

    clicked: SignalInstance

    def show(self, title: str, words: str) -> None:
        """Shows one."""
        ...

    def hide(self) -> None:
        """Nothing calls the owner any more."""
        ...


class Attention(QObject):
    """Watches over turns that end, fail or ask where the owner does not see it.

    A session is in view while its pane is shown in the main window and that window is the one
    that the owner is in. What happens out of view is called out once, and counted at the Dock
    until its pane has been in view.

    Args:
        window: the main window.
        notifier: shows notifications.
        turns: running turns of all sessions.
        board: the panes.
        sidebar: knows every session.
        sessions: opens one.
        settings: what the owner wants to be called for.
    """

    def __init__(
        self,
        window: QWidget,
        notifier: Notifier,
        turns: RunningTurns,
        board: Board,
        sidebar: Sidebar,
        sessions: Sessions,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._window, self._notifier, self._turns = window, notifier, turns
        self._board, self._sidebar, self._sessions = board, sidebar, sessions
        self._settings = settings
        self._unseen: set[str] = set()
        self._asking: frozenset[str] = frozenset()
        self._called = ""
        self._badge = 0
        turns.ended.connect(self._ended)
        turns.waiting_changed.connect(self._waiting)
        board.changed.connect(self.look)
        sidebar.read.connect(self.look)
        notifier.clicked.connect(self.bring)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self.look)

    @property
    def count(self) -> int:
        """How many sessions wait for the owner: they ask, or hold something that was not seen."""
        shown = {pane.session_id for pane in self._board.panes}
        unread = {each.id for each in self._sidebar.sessions if each.unread} - shown
        return len(self._turns.waiting() | self._unseen | unread)

    def sees(self, session: str) -> bool:
        """Whether a session's pane is before the owner's eyes."""
        front: QWidget | None = QApplication.activeWindow()
        while front is not None and front is not self._window:
            front = front.parentWidget()
        if front is None or self._window.isMinimized():
            return False
        return any(pane.session_id == session and pane.isVisible() for pane in self._board.panes)

    @Slot()
    def look(self) -> None:
        """What is in view now counts as seen."""
        seen = {session for session in self._unseen if self.sees(session)}
        self._unseen -= seen
        if self._called and self.sees(self._called):
            self._called = ""
            self._notifier.hide()
        if self.count != self._badge:
            self._badge = self.count
            _show_badge(self._badge)

    @Slot()
    def bring(self) -> None:
        """Brings the session that was called out last, and its question if it asks one."""
        session = self._called
        self._window.setWindowState(
            self._window.windowState() & ~self._window.windowState().WindowMinimized
        )
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        if not session:
            return
        self._sessions.open(session)
        pane = self._board.active
        if session in self._turns.waiting() and pane.session_id == session:
            pane.go_to_question()

    @Slot(str)
    def _ended(self, session: str) -> None:
        # A message that waits behind this turn begins at once: then nothing has ended yet.
        QTimer.singleShot(0, self, lambda: self._settled(session))

    def _settled(self, session: str) -> None:
        last = self._turns.last(session)
        if last is None or self._turns.of(session) is not None or self.sees(session):
            return
        said = words_of(last)
        if said:
            self._unseen.add(session)
            if self._settings.text("attention.notify") == ALL:
                self._call(session, said)
        self.look()

    @Slot()
    def _waiting(self) -> None:
        now = self._turns.waiting()
        for session in sorted(now - self._asking):
            running = self._turns.of(session)
            asked = next(iter(running.questions.values()), None) if running else None
            wanted = self._settings.text("attention.notify") in {ALL, QUESTIONS}
            if asked is not None and wanted and not self.sees(session):
                self._call(session, f"Waits for you: {asked.title}")
        self._asking = now
        self.look()

    def _call(self, session: str, words: str) -> None:
        self._called = session
        found = next((each for each in self._sidebar.sessions if each.id == session), None)
        title = found.title if found is not None else "Luminair"
        self._notifier.show(title, words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…")


def _show_badge(number: int) -> None:
    """Puts a number on the app's icon; a Linux desktop needs to know which icon that is."""
    app = QGuiApplication.instance()
    if not isinstance(app, QGuiApplication):
        return
    if app.desktopFileName() or app.platformName() not in {"xcb", "wayland"}:
        app.setBadgeNumber(number)


def words_of(turn: Running) -> str:
    """What a notification says of a turn that is over; '' where the owner stopped it."""
    if turn.failure:
        return f"Failed: {turn.failure}"
    if turn.over is None or turn.stopping:
        return ""
    message = turn.over.message
    if message.state is MessageState.FAILED:
        return f"Failed: {message.note}"
    first = next((line.strip() for line in message.text.splitlines() if line.strip()), "")
    return first.lstrip("#>*- ") or "The reply has ended."
