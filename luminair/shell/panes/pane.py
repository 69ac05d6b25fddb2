"""One pane: a session's head, transcript and composer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.sessions.session import utc_text
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.panes.attaching import Attaching
from luminair.shell.panes.blank import Blank
from luminair.shell.panes.composer import Composer
from luminair.shell.panes.composer_edit import brings_files
from luminair.shell.panes.errands import Errands
from luminair.shell.panes.find_bar import FindBar
from luminair.shell.panes.lane_menu import fill_lanes
from luminair.shell.panes.lane_names import LaneNames
from luminair.shell.panes.opening import read_session
from luminair.shell.panes.pane_head import PaneHead
from luminair.shell.panes.queues import ShownQueue
from luminair.shell.panes.scene import Scene
from luminair.shell.panes.session_facts import SessionFacts
from luminair.shell.panes.talk import Talk
from luminair.shell.panes.transcript_view import TranscriptView
from luminair.shell.panes.usage_words import session_words
from luminair.shell.parts.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
    from PySide6.QtWidgets import QMenu

    from luminair.context.block import Assembly
    from luminair.sessions.session import Session
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.opening import Opened
    from luminair.shell.panes.queues import Queues
    from luminair.shell.panes.turns_running import RunningTurns
    from luminair.shell.theme import Theme


class Pane(Box):
    """Shows one session and lets it be talked to.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        turns: running turns of all sessions.
        queues: messages of all sessions that wait behind them.

    Signals:
        activated: the owner is in this pane.
        session_changed: another session, other facts of it, or its turn began or ended.
        listing_changed: the list of sessions should be read again.
        budget_wanted: Context budget of this pane should open.
        journal_wanted: session, and key of a note or ''.
        folder_wanted: the owner wants to choose a project folder.
        rename_wanted: the session should get another title.
        bin_wanted: the session should go to the bin.
        duplicate_wanted: a copy of the session should open.
        fork_wanted: session, id of the last message to take, and whether that message is to be
            edited in the copy.
        close_wanted: the pane should close.
        send_all_wanted: text for all panes.
        all_panes_changed: the switch.
        way_wanted: a way on that leads out of the pane.
        why_wanted: session, prompt to explain, and the receipt of a past message or ''.
        said: a sentence to show.
    """

    activated = Signal()
    session_changed = Signal()
    listing_changed = Signal()
    budget_wanted = Signal()
    journal_wanted = Signal(str, str)
    folder_wanted = Signal()
    rename_wanted = Signal()
    bin_wanted = Signal()
    duplicate_wanted = Signal()
    fork_wanted = Signal(str, str, bool)
    close_wanted = Signal()
    send_all_wanted = Signal(str)
    all_panes_changed = Signal(bool)
    way_wanted = Signal(object)
    why_wanted = Signal(str, str, str)
    said = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        turns: RunningTurns,
        queues: Queues,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "surface", parent=parent)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._turns = turns
        self._wanted = ""
        self._state = (False, False)
        self._opening = Newest()
        self.setMinimumWidth(400)
        self.setAcceptDrops(True)
        self.head = PaneHead(theme, jobs, desk, self)
        self._names = names = LaneNames(desk.roster)
        scene = Scene(theme, jobs, desk.now, names.name_of, names.kind_of, self._fill_lanes)
        self.transcript = TranscriptView(scene, self)
        self.finder = FindBar(theme, self.transcript, self)
        self.finder.left.connect(self.take_focus)
        self.blank = Blank(theme)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.transcript)  # bare until a session is there
        self._stack.addWidget(self.blank)
        self.composer = Composer(theme, self)
        self.facts = SessionFacts(jobs, desk, self)
        self.files = Attaching(jobs, desk, self)
        self.talk = Talk(turns, queues, self.transcript, self.composer, self.files, self)
        self.queue = ShownQueue(queues, turns, self.composer.queue, lambda: self._wanted)
        self.errands = Errands(theme, jobs, desk, self, self)
        self.blank.way_wanted.connect(self.errands.take_way)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.finder)
        column.addWidget(self._stack, 1)
        column.addWidget(self.composer)
        self._wire_head()
        self._wire_talk()
        self._wire_composer()

    def _wire_head(self) -> None:
        head = self.head
        head.pressed.connect(self.activated)
        head.lane_chosen.connect(lambda lane, model: self.facts.change(lane=lane, model=model))
        head.lanes.looked.connect(self._lanes_looked)
        head.folder_chosen.connect(self.set_folder)
        head.folder_wanted.connect(self.folder_wanted)
        head.budget_wanted.connect(self._want_budget)
        head.rename_wanted.connect(self.rename_wanted)
        head.duplicate_wanted.connect(self.duplicate_wanted)
        head.bin_wanted.connect(self.bin_wanted)
        head.close_wanted.connect(self.close_wanted)
        head.question_wanted.connect(self.go_to_question)

    def _wire_talk(self) -> None:
        transcript, facts, talk, errands = self.transcript, self.facts, self.talk, self.errands
        transcript.budget_wanted.connect(self._want_budget)
        transcript.filled.connect(self._show_which)
        facts.changed.connect(self._facts_changed)
        facts.costed.connect(self._costed)
        facts.not_costed.connect(self.composer.set_cost_failed)
        facts.listing_changed.connect(self.listing_changed)
        talk.changed.connect(self._show_state)
        talk.kept.connect(errands.writes.tell_kept)
        talk.sent.connect(self.save_draft)
        talk.moved.connect(self._moved)
        talk.over.connect(lambda: self.facts.change(seen=utc_text(self._desk.now())))
        errands.budget_wanted.connect(self._want_budget)
        errands.journal_wanted.connect(self.journal_wanted)
        errands.fork_wanted.connect(self.fork_wanted)
        errands.way_wanted.connect(self.way_wanted)
        errands.why_wanted.connect(self.why_wanted)

    def _wire_composer(self) -> None:
        composer = self.composer
        composer.focused.connect(self.activated)
        composer.send_all_wanted.connect(self.send_all_wanted)
        composer.budget_wanted.connect(self._want_budget)
        composer.settled.connect(self.refresh_cost)
        composer.draft_due.connect(self.save_draft)
        composer.all_panes_changed.connect(self.all_panes_changed)
        composer.brought.connect(self.files.bring)
        composer.chips.removed.connect(self.files.remove)
        self.files.changed.connect(self._files_changed)
        self.files.failed.connect(composer.say)

    # What it shows.

    @property
    def session_id(self) -> str:
        """The session that is shown or being opened; '' for none."""
        return self._wanted

    @property
    def session(self) -> Session | None:
        """Facts of the session that is shown, as they last came home."""
        return self.facts.session

    @property
    def project(self) -> str:
        """Name of the session's project, or ''."""
        return self.facts.project

    @property
    def assembly(self) -> Assembly | None:
        """What the next message would carry, as last worked out."""
        return self.facts.assembly

    @property
    def streaming(self) -> bool:
        """Whether a turn of this session runs."""
        return self.talk.running is not None

    def open_session(self, identity: str, then: Callable[[], None] | None = None) -> None:
        """Shows another session; ``then`` follows once it is there."""
        if identity == self._wanted and self.session is not None:
            if then is not None:
                then()
            return
        self.composer.flush_draft()
        self._wanted = identity
        self._read(identity, then)
        self.session_changed.emit()

    def _read(self, identity: str, then: Callable[[], None] | None) -> None:
        desk, moves = self._desk, self._turns.moves(identity)

        def done(opened: Opened) -> None:
            if self._turns.moves(identity) != moves:
                self._read(identity, then)  # a message came while the session was being read
                return
            self._opened(opened)
            if then is not None:
                then()

        self._jobs.run(
            lambda: read_session(desk, identity),
            done=done,
            failed=self._not_opened,
            newest=self._opening,
            owner=self,
        )

    def set_current(self, current: bool) -> None:
        """The active pane stands out."""
        self.head.set_current(current)
        self.composer.set_current(current)

    def take_focus(self) -> None:
        """Puts the caret into the composer."""
        self.composer.take_focus()

    def go_to_question(self) -> None:
        """Goes to what the model asks leave for."""
        card = self.transcript.question
        if card is not None:
            self.activated.emit()
            self.transcript.following.to_bottom()
            card.take_focus()

    def _opened(self, opened: Opened) -> None:
        self.finder.forget()
        self.facts.show(opened)
        self.composer.say("")
        self.composer.set_cost(None)
        self.talk.show(opened.transcript, opened.messages)
        self.talk.take_up(opened.draft)
        self._state = (False, False)
        self._facts_changed()
        self._mark_seen()

    def _not_opened(self, error: Exception) -> None:
        self.facts.show(None)
        self._wanted = ""
        self.talk.show(None)
        self.said.emit(sentence(error))
        self.session_changed.emit()

    def refresh_facts(self) -> None:
        """Reads title, lane and folder of the session again."""
        self.facts.reload()

    def _facts_changed(self) -> None:
        session = self.session
        if session is None:
            return
        lane = self._names.info_of(session).id
        self.head.show_session(session.title, lane, session.model, session.folder, self.project)
        self.composer.set_model(self._names.model_of(session))
        self._show_blank()
        self._show_state()
        self._warn_pictures()
        self.refresh_cost()
        self.session_changed.emit()

    def _show_state(self) -> None:
        """Shows whether a turn runs, and whether it waits for the owner."""
        running = self.talk.running
        waiting = running is not None and bool(running.questions)
        self.head.set_state(running=running is not None, waiting=waiting)
        stopping = running is not None and running.stopping
        self.composer.set_streaming(running is not None, stopping=stopping)
        self.queue.show()
        self._show_which()
        if self._state != (running is not None, waiting):
            self._state = (running is not None, waiting)
            self.session_changed.emit()

    def _show_which(self) -> None:
        """The transcript, or the empty page while there is nothing in it."""
        bare = self.session is not None and not self.transcript.find_widgets()
        self._stack.setCurrentWidget(self.blank if bare else self.transcript)

    def _show_blank(self) -> None:
        if self.session is not None:
            info, model = self._names.info_of(self.session), self._names.model_of(self.session)
            self.blank.show_session(info, self.project, model, self.assembly)

    def _fill_lanes(self, menu: QMenu, choose: Callable[[str, str], None]) -> None:
        session = self.session
        chosen = ("", "") if session is None else (session.lane, session.model)
        fill_lanes(self._theme, menu, self._desk.roster.infos(), chosen, choose)

    def refresh_cost(self) -> None:
        """Works out anew what the next message carries."""
        self.facts.work_out_cost(self.composer.text, self.files.files)

    def _costed(self, assembly: Assembly) -> None:
        self.composer.set_cost(assembly)
        used = session_words(self.transcript.messages, self._names.kinds())
        self.head.set_use(assembly, used)
        self._show_blank()

    def save_draft(self) -> None:
        """Keeps what stands in the composer and waits above it."""
        session, library = self.session, self._desk.library
        if session is not None:
            identity, draft = session.id, self.talk.draft

            def failed(error: Exception) -> None:
                if identity == self._wanted:  # else its session went to the bin meanwhile
                    self.said.emit(sentence(error))

            keep = partial(library.save_draft, identity, draft)
            self._jobs.run(keep, failed=failed, queue="vault", owner=self)

    def set_folder(self, folder: str) -> None:
        """Gives the session another project folder, '' for none."""
        self.facts.set_folder(folder)

    def set_include_optional(self, included: bool, then: Callable[[], None]) -> None:
        """The tick of the budget sheet; ``then`` follows once it is on disk."""
        self.facts.change(then, include_optional=included)

    def _lanes_looked(self) -> None:
        self._facts_changed()
        self.listing_changed.emit()

    def _mark_seen(self) -> None:
        if self.session is not None and self.session.unread:
            self.facts.change(seen=utc_text(self._desk.now()))

    def _moved(self) -> None:
        self.facts.reload()
        self.listing_changed.emit()

    def _files_changed(self) -> None:
        self.composer.chips.show_files(self.files.files, reading=self.files.reading)
        self.composer.files_changed()
        self._warn_pictures()

    def _warn_pictures(self) -> None:
        """Says before sending that the model cannot see a picture."""
        self.composer.warning.say(self._names.refuses(self.session, self.files.files))

    def _want_budget(self) -> None:
        self.activated.emit()
        self.budget_wanted.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if brings_files(event.mimeData()):
            self.composer.set_target(True)
            event.acceptProposedAction()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.composer.set_target(False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.set_target(False)
        if brings_files(event.mimeData()):
            self.files.bring(event.mimeData())
            event.acceptProposedAction()
            self.take_focus()
