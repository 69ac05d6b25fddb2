"""One pane: a session's head, transcript and composer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from luminair.lanes.lane import WayOn
from luminair.sessions.library import Draft
from luminair.sessions.session import utc_text
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.panes.composer import Composer
from luminair.shell.panes.help import help_text
from luminair.shell.panes.journal_line import summary
from luminair.shell.panes.opening import read_session
from luminair.shell.panes.pane_head import PaneHead, model_words
from luminair.shell.panes.talk import Talk
from luminair.shell.panes.transcript_view import TranscriptView
from luminair.shell.panes.writes import Writes
from luminair.shell.parts.box import Box
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.states import EmptyState

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.context.block import Assembly
    from luminair.messages import Message
    from luminair.sessions.commands import Run
    from luminair.sessions.session import Session
    from luminair.sessions.transcript import Transcript
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.opening import Opened
    from luminair.shell.panes.turns_running import RunningTurns
    from luminair.shell.theme import Theme

OPEN_SCHEMES = {"http", "https", "mailto"}


class Pane(Box):
    """Shows one session and lets it be talked to.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        turns: running turns of all sessions.

    Signals:
        activated: the owner is in this pane.
        session_changed: another session, or other facts of it.
        listing_changed: the list of sessions should be read again.
        budget_wanted: Context budget of this pane should open.
        journal_wanted: session, and key of a note or ''.
        folder_wanted: the owner wants to choose a project folder.
        rename_wanted: the session should get another title.
        bin_wanted: the session should go to the bin.
        close_wanted: the pane should close.
        send_all_wanted: text for all panes.
        all_panes_changed: the switch.
        way_wanted: a way on that leads out of the pane.
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
    close_wanted = Signal()
    send_all_wanted = Signal(str)
    all_panes_changed = Signal(bool)
    way_wanted = Signal(object)
    said = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        turns: RunningTurns,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "surface", parent=parent)
        self._theme, self._jobs, self._desk, self._turns = theme, jobs, desk, turns
        self._shown: Transcript | None = None
        self._wanted = ""
        self._project = ""
        self._assembly: Assembly | None = None
        self._opening, self._costing = Newest(), Newest()
        self.setMinimumWidth(400)
        self.head = PaneHead(theme, desk, self)
        self.transcript = TranscriptView(theme, jobs, desk.now, self._name_of, self)
        self.empty = EmptyState(theme, "ph.chat-centered-text", "What should we work on?", ("", ""))
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.transcript)
        self.composer = Composer(theme, self)
        self.talk = Talk(turns, self.transcript, self.composer, self)
        self.writes = Writes(theme, jobs, desk, self.transcript, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._stack, 1)
        column.addWidget(self.composer)
        self._wire()

    def _wire(self) -> None:
        head, transcript, composer = self.head, self.transcript, self.composer
        head.pressed.connect(self.activated)
        head.lane_chosen.connect(self._choose_lane)
        head.folder_chosen.connect(self.set_folder)
        head.folder_wanted.connect(self.folder_wanted)
        head.budget_wanted.connect(self._want_budget)
        head.rename_wanted.connect(self.rename_wanted)
        head.bin_wanted.connect(self.bin_wanted)
        head.close_wanted.connect(self.close_wanted)
        transcript.link.connect(self._follow)
        transcript.note_wanted.connect(self._open_note)
        transcript.budget_wanted.connect(self._want_budget)
        transcript.save_wanted.connect(self._save_answer)
        transcript.way_wanted.connect(self._take_way)
        transcript.filled.connect(self._show_which)
        composer.focused.connect(self.activated)
        composer.send_all_wanted.connect(self.send_all_wanted)
        composer.command_wanted.connect(self.run_command)
        composer.budget_wanted.connect(self._want_budget)
        composer.settled.connect(self.refresh_cost)
        composer.draft_due.connect(self.save_draft)
        composer.all_panes_changed.connect(self.all_panes_changed)
        self.talk.changed.connect(self.refresh_facts)
        self.talk.sent.connect(self.save_draft)
        self.talk.moved.connect(self.listing_changed)
        self.talk.over.connect(self._turn_over)
        self.writes.written.connect(self.refresh_cost)
        self.writes.failed.connect(composer.say)

    # What it shows.

    @property
    def session_id(self) -> str:
        """The session that is shown or being opened; '' for none."""
        return self._wanted

    @property
    def session(self) -> Session | None:
        """Facts of the session that is shown."""
        return None if self._shown is None else self._shown.session

    @property
    def project(self) -> str:
        """Name of the session's project, or ''."""
        return self._project

    @property
    def assembly(self) -> Assembly | None:
        """What the next message would carry, as last worked out."""
        return self._assembly

    @property
    def streaming(self) -> bool:
        """Whether a turn of this session runs."""
        return self.talk.running is not None

    def open_session(self, identity: str) -> None:
        """Shows another session."""
        if identity == self._wanted and self._shown is not None:
            return
        self.composer.flush_draft()
        self._wanted = identity
        desk = self._desk
        self._jobs.run(
            lambda: read_session(desk, identity),
            done=self._opened,
            failed=self._not_opened,
            newest=self._opening,
            owner=self,
        )
        self.session_changed.emit()

    def set_current(self, current: bool) -> None:
        """The active pane stands out."""
        for part in (self.head, self.composer):
            part.set_current(current)

    def take_focus(self) -> None:
        """Puts the caret into the composer."""
        self.composer.take_focus()

    def _opened(self, opened: Opened) -> None:
        self._shown = opened.transcript
        self._project = opened.project
        self._assembly = None
        self.composer.say("")
        self.composer.set_draft(opened.draft.text, opened.draft.caret)
        self.composer.set_cost(None)
        self.talk.show(opened.transcript)
        self.refresh_facts()
        self.refresh_cost()
        self._mark_seen()

    def _not_opened(self, error: Exception) -> None:
        self._shown = None
        self._wanted = ""
        self.talk.show(None)
        self.said.emit(sentence(error))
        self.session_changed.emit()

    def refresh_facts(self) -> None:
        """Shows title, lane, folder and state of the session as they stand."""
        session = self.session
        if session is None:
            return
        lane = self._lane_of(session)
        self.head.show_session(session.title, lane, session.model, session.folder, self._project)
        self.composer.set_model(self._model())
        running = self.talk.running
        self.head.spinner.setVisible(running is not None)
        self.composer.set_streaming(
            running is not None, stopping=running is not None and running.stopping
        )
        self._show_which()
        self._show_empty_lines()
        self.session_changed.emit()

    def _show_which(self) -> None:
        """The transcript, or the empty page while there is nothing in it."""
        talked = bool(self.transcript.find_widgets())
        self._stack.setCurrentWidget(self.transcript if talked else self.empty)

    def _show_empty_lines(self) -> None:
        where = " · ".join(part for part in (self._project, self._model()) if part)
        said = "" if self._assembly is None else summary(self._assembly.riders)
        ride = f"{said.replace(' · ', ', ')} ride from the first message." if said else ""
        self.empty.set_lines((where, ride))

    def _lane_of(self, session: Session) -> str:
        known = {info.id for info in self._desk.roster.infos()}
        return session.lane if session.lane in known else self._desk.roster.usual

    def _model(self) -> str:
        """The model that the next message goes to, as people call it."""
        session = self.session
        if session is None:
            return ""
        return model_words(self._desk.roster.info(self._lane_of(session)), session.model)

    def _name_of(self, message: Message) -> str:
        for info in self._desk.roster.infos():
            if info.id == message.lane:
                return model_words(info, message.model)
        return message.model or message.lane or "Answer"

    # Cost, draft, facts.

    def refresh_cost(self) -> None:
        """Works out anew what the next message carries."""
        if self._shown is None:
            return
        session, text, desk = self._wanted, self.composer.text, self._desk
        self._jobs.run(
            lambda: desk.assemble(session, text),
            done=self._costed,
            failed=self._not_costed,
            newest=self._costing,
            owner=self,
        )

    def _costed(self, assembly: Assembly) -> None:
        self._assembly = assembly
        self.composer.set_cost(assembly)
        self.head.ring.set_use(
            assembly.total_tokens, assembly.target.window or None, exact=assembly.exact
        )
        self._show_empty_lines()

    def _not_costed(self, error: Exception) -> None:
        self._assembly = None
        self.composer.set_cost_failed(sentence(error))

    def save_draft(self) -> None:
        """Keeps what stands in the composer."""
        session, library = self._wanted, self._desk.library
        if self._shown is None:
            return
        draft = Draft(self.composer.text, self.composer.edit.textCursor().position())
        self._jobs.run(lambda: library.save_draft(session, draft), queue="vault")

    def _change(self, then: Callable[[], None] | None, **facts: object) -> None:
        transcript = self._shown
        if transcript is None:
            return

        def changed(_: None) -> None:
            if transcript is self._shown and then is not None:
                then()
            self.listing_changed.emit()

        self._jobs.run(lambda: transcript.change(**facts), done=changed, queue="vault", owner=self)

    def _choose_lane(self, lane: str, model: str) -> None:
        self._change(self._facts_changed, lane=lane, model=model)

    def set_folder(self, folder: str) -> None:
        """Gives the session another project folder, '' for none."""
        transcript, desk = self._shown, self._desk
        if transcript is None:
            return

        def work() -> str:
            transcript.change(folder=folder)
            return desk.project_name(folder)

        def done(project: str) -> None:
            if transcript is self._shown:
                self._project = project
                self._facts_changed()
            self.listing_changed.emit()

        self._jobs.run(work, done=done, queue="vault", owner=self)

    def set_include_optional(self, included: bool, then: Callable[[], None]) -> None:
        """The tick of the budget sheet; ``then`` follows once it is on disk."""
        self._change(then, include_optional=included)

    def _facts_changed(self) -> None:
        self.refresh_facts()
        self.refresh_cost()

    def _mark_seen(self) -> None:
        if self._shown is not None and self._shown.session.unread:
            self._change(None, seen=utc_text(self._desk.now()))

    def _turn_over(self) -> None:
        self._mark_seen()
        self.refresh_cost()

    # Commands, links, notes.

    def run_command(self, run: Run) -> None:
        """Runs a slash command."""
        session, said = self._wanted, run.argument
        match run.command.name:
            case "context":
                self._want_budget()
            case "journal":
                self.journal_wanted.emit(session, "")
            case "help":
                self.show_help()
            case "remember":
                self.writes.remember(session, said, has_project=bool(self._project))
            case "deadend":
                self.writes.dead_end(session, said)
            case "pin":
                self.writes.pin(session, said)
            case name:
                self.composer.say(f"//{name} has no action in this window.")
        self.save_draft()

    def show_help(self) -> None:
        """Shows commands and shortcuts at the end of the transcript."""
        body = MarkdownBody(self._theme, self._jobs)
        body.show_text(help_text())
        self.transcript.add_widget(body)

    def _save_answer(self, text: str) -> None:
        self.writes.remember(self._wanted, text, has_project=bool(self._project))

    def _follow(self, url: QUrl) -> None:
        if url.scheme() == "journal":
            whole = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
            self._open_note(unquote(whole.removeprefix("journal:")))
        elif url.scheme().lower() in OPEN_SCHEMES:
            QDesktopServices.openUrl(url)

    def _open_note(self, key: str) -> None:
        self.journal_wanted.emit(self._wanted, key)

    def _take_way(self, way: WayOn) -> None:
        if way is WayOn.CONTEXT:
            self._want_budget()
        elif way is WayOn.CHOOSE_LANE:
            QTimer.singleShot(0, self.head.lane, self.head.lane.show_menu)
        else:
            self.way_wanted.emit(way)

    def _want_budget(self) -> None:
        self.activated.emit()
        self.budget_wanted.emit()
