"""What the window does with sessions: open, begin, rename, bin, go from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog

from luminair.shell.failures import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.sessions.session import Session
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.board import Board
    from luminair.shell.panes.pane import Pane
    from luminair.shell.panes.turns_running import RunningTurns
    from luminair.shell.sidebar.sidebar import Sidebar

Value = TypeVar("Value")
RECENT_FOLDERS = 8
MOST_PANES = 4


class Sessions(QObject):
    """Moves sessions in and out of panes.

    Signals:
        failed: a sentence to show.
        binned: id and title of a session that went to the bin.
    """

    failed = Signal(str)
    binned = Signal(str, str)

    def __init__(
        self,
        jobs: Jobs,
        desk: Desk,
        board: Board,
        sidebar: Sidebar,
        turns: RunningTurns,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk, self._board, self._sidebar = jobs, desk, board, sidebar
        self._turns = turns
        self._given: dict[str, str] = {}  # sessions whose lane nobody chose, and that lane

    def open(self, identity: str) -> None:
        """Shows a session: goes to the pane that has it, else puts it in the active one."""
        for number, pane in enumerate(self._board.panes):
            if pane.session_id == identity:
                self._board.activate(number)
                pane.take_focus()
                return
        self._board.active.open_session(identity)
        self._board.active.take_focus()

    def open_beside(self, identity: str) -> None:
        """Shows a session in another pane, a new one where there is room."""
        if any(pane.session_id == identity for pane in self._board.panes):
            self.open(identity)
            return
        self._next_pane()
        self.open(identity)

    def begin(self, pane: Pane | None = None) -> None:
        """A new session in a pane; one that nobody has written in is used again."""
        target = pane or self._board.active
        library, lane, model, folder = self._desk.library, "", "", ""
        like = self._board.active.session
        if like is not None:
            lane, model, folder = like.lane, like.model, like.folder
        shown = {other.session_id for other in self._board.panes}
        spare = next((found for found in self._sidebar.sessions if _untouched(found, shown)), None)
        included = self._desk.settings.on("session.include_optional")
        chosen, chosen_model = self._chosen_lane()
        by_itself = not chosen and (like is None or self._given.get(like.id) == like.lane)
        if chosen:
            lane, model = chosen, chosen_model
        usual = lane or self._desk.roster.usual

        def work() -> str:
            if spare is not None and library.draft(spare.id).empty:
                found = library.open(spare.id)
                found.change(lane=usual, model=model, folder=folder, include_optional=included)
                return spare.id
            made = library.create(lane=usual, model=model, folder=folder, include_optional=included)
            return made.id

        def done(identity: str) -> None:
            if by_itself:
                self._given[identity] = usual
            target.open_session(identity)
            target.take_focus()
            self._sidebar.refresh()

        self._jobs.run(work, done=done, failed=self._fail, queue="vault", owner=target)

    def settle_lanes(self) -> None:
        """Lets sessions that nobody has written in take the lane that a new one would get now.

        Only where nobody chose the lane: the first session is begun before lanes are asked.
        """
        chosen, model = self._chosen_lane()
        lane = chosen or self._desk.roster.usual
        for pane in self._board.panes:
            session = pane.session
            if session is None or session.messages or session.lane == lane:
                continue
            if self._given.get(session.id) == session.lane:
                self._given[session.id] = lane
                pane.head.lane_chosen.emit(lane, model)

    def _chosen_lane(self) -> tuple[str, str]:
        """Lane and model that the owner chose for new sessions; '' for no lane that is here."""
        settings, here = self._desk.settings, self._desk.roster.infos()
        lane = settings.text("lanes.new.lane")
        if lane not in {info.id for info in here}:
            return "", ""
        return lane, settings.text("lanes.new.model")

    def begin_beside(self) -> None:
        """A new session in a new pane."""
        self.begin(self._next_pane())

    def split(self) -> None:
        """Shows the session that moved last, and is in no pane, in another pane."""
        shown = {pane.session_id for pane in self._board.panes}
        last = next((found for found in self._sidebar.sessions if found.id not in shown), None)
        if last is not None:
            self.open_beside(last.id)
        else:
            self.begin_beside()

    def step(self, by: int) -> None:
        """Goes to the next or previous session of the list."""
        shown = [found.id for found in self._sidebar.sessions if found.messages]
        if not shown:
            return
        here = self._board.active.session_id
        at = shown.index(here) if here in shown else -1 if by > 0 else 0
        self.open(shown[(at + by) % len(shown)])

    def rename(self, identity: str) -> None:
        """Asks for another title."""
        found = self._find(identity)
        if found is None:
            return
        dialog = QInputDialog(self._board.window())
        dialog.setWindowTitle("Rename session")
        dialog.setLabelText("Title (empty: the first message's words)")
        dialog.setTextValue(found.title if found.title_set else "")
        dialog.textValueSelected.connect(lambda title: self.retitle(identity, title))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def bin(self, identity: str) -> None:
        """Moves a session to the bin; the window offers to take it back.

        What is still to be written goes before it: the draft, and the end of a running answer.
        """
        if not identity:
            return
        found, library = self._find(identity), self._desk.library
        title = found.title if found is not None else ""
        for pane in self._board.panes:
            if pane.session_id == identity:
                pane.composer.flush_draft()
                self.begin(pane)

        def done(_: None) -> None:
            self._sidebar.refresh()
            self.binned.emit(identity, title)

        def move() -> None:
            self._work(lambda: library.bin(identity), done)

        self._turns.stop(identity)
        self._turns.when_over(identity, move)

    def duplicate(self, identity: str) -> None:
        """Opens a copy of a session; its lane begins anew, with the same conversation."""
        desk = self._desk
        if not identity:
            return

        def done(copy: str) -> None:
            self._sidebar.refresh()
            self.open(copy)

        self._work(lambda: desk.copy_of(identity), done)

    def fork(self, identity: str, upto: str, edits: bool) -> None:
        """Opens a copy of a session's beginning in another pane.

        Args:
            identity: the session.
            upto: the id of the last message to take.
            edits: whether that message is the owner's, and is to be edited in the copy.
        """
        desk = self._desk

        def done(made: str) -> None:
            self._sidebar.refresh()
            pane = self._next_pane()
            pane.open_session(made, pane.talk.edit_last if edits else None)
            pane.take_focus()

        self._work(lambda: desk.copy_of(identity, upto), done)

    def restore(self, identity: str) -> None:
        """Takes a session back out of the bin."""
        library = self._desk.library

        def done(_: None) -> None:
            self._sidebar.refresh()
            self.open(identity)

        self._work(lambda: library.restore(identity), done)

    def recent_folders(self) -> list[str]:
        """Project folders of the sessions that moved last."""
        found = dict.fromkeys(each.folder for each in self._sidebar.sessions if each.folder)
        return list(found)[:RECENT_FOLDERS]

    def retitle(self, identity: str, title: str) -> None:
        """Gives a session another title; '' goes back to the first message's words."""
        library = self._desk.library

        def done(_: Session) -> None:
            self._sidebar.refresh()
            for pane in self._board.panes:
                if pane.session_id == identity:
                    pane.refresh_facts()

        self._work(lambda: library.rename(identity, title), done)

    def _find(self, identity: str) -> Session | None:
        for pane in self._board.panes:
            if pane.session_id == identity and pane.session is not None:
                return pane.session
        return next((found for found in self._sidebar.sessions if found.id == identity), None)

    def _next_pane(self) -> Pane:
        """Another pane than the active one, made if there may be one more."""
        board = self._board
        if len(board.panes) < 2:
            board.set_count(2)
        elif board.active_index == len(board.panes) - 1 and len(board.panes) < MOST_PANES:
            board.set_count(len(board.panes) + 1)  # each pane that is made gets a session
        board.activate((board.active_index + 1) % len(board.panes))
        return board.active

    def _work(self, work: Callable[[], Value], done: Callable[[Value], None]) -> None:
        self._jobs.run(work, done=done, failed=self._fail, queue="vault", owner=self)

    def _fail(self, error: Exception) -> None:
        self.failed.emit(sentence(error))


def _untouched(found: Session, shown: set[str]) -> bool:
    return not found.messages and not found.title_set and found.id not in shown
