"""What a pane is asked to do besides talking: commands, links, files, forks, other lanes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote

from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from luminair.lanes.lane import WayOn
from luminair.messages import Message, Role
from luminair.sessions.attachments import FOLDER as ATTACHMENTS
from luminair.shell.failures import sentence
from luminair.shell.panes.exports import EXPORTS, file_name, save_export, suffix_of
from luminair.shell.panes.writes import Writes
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.topics import composer_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from luminair.messages import Attachment
    from luminair.sessions.commands import Run
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.attaching import Attaching
    from luminair.shell.panes.composer import Composer
    from luminair.shell.panes.pane_head import PaneHead
    from luminair.shell.panes.session_facts import SessionFacts
    from luminair.shell.panes.talk import Talk
    from luminair.shell.panes.transcript_view import TranscriptView
    from luminair.shell.theme import Theme

GO_ON = "Continue."
"""What the owner says to an answer that was stopped."""
OPEN_SCHEMES = {"http", "https", "mailto"}


class PaneParts(Protocol):
    """What errands ask of their pane."""

    head: PaneHead
    transcript: TranscriptView
    composer: Composer
    facts: SessionFacts
    files: Attaching
    talk: Talk

    @property
    def session_id(self) -> str:
        """The session that is shown."""
        ...

    @property
    def project(self) -> str:
        """Name of its project, or ''."""
        ...

    def refresh_cost(self) -> None:
        """Works out anew what the next message carries."""
        ...

    def save_draft(self) -> None:
        """Keeps what stands in the composer."""
        ...


class Errands(QObject):
    """Runs the errands of one pane.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        pane: whose; its parts are there already.
        parent: the pane as a widget.

    Signals:
        budget_wanted: Context budget should open.
        journal_wanted: session, and key of a note or ''.
        fork_wanted: session, id of the last message to take, and whether that message is to be
            edited in the copy.
        way_wanted: a way on that leads out of the pane.
        why_wanted: session, prompt to explain, and the receipt of a past message or ''.
        help_wanted: words to look up.
    """

    budget_wanted = Signal()
    journal_wanted = Signal(str, str)
    fork_wanted = Signal(str, str, bool)
    way_wanted = Signal(object)
    why_wanted = Signal(str, str, str)
    help_wanted = Signal(str)

    def __init__(
        self, theme: Theme, jobs: Jobs, desk: Desk, pane: PaneParts, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk, self._pane = theme, jobs, desk, pane
        self._over = parent
        self._typed = ""
        self.writes = Writes(theme, jobs, desk, pane.transcript, self)
        self.writes.written.connect(pane.refresh_cost)
        self.writes.failed.connect(self._give_back)
        transcript = pane.transcript
        transcript.link.connect(self._follow)
        transcript.note_wanted.connect(self._open_note)
        transcript.save_wanted.connect(self._save_answer)
        transcript.way_wanted.connect(self.take_way)
        transcript.fork_wanted.connect(self.fork)
        transcript.regenerate_wanted.connect(self.regenerate)
        transcript.file_wanted.connect(self._open_file)
        transcript.why_wanted.connect(self.explain)
        pane.composer.command_wanted.connect(self.run)
        pane.composer.attach_wanted.connect(self.choose_files)

    @property
    def _session(self) -> str:
        return self._pane.session_id

    def run(self, run: Run) -> None:
        """Runs a slash command."""
        said = run.argument
        self._typed = f"//{run.command.name} {said}"
        does = self._commands(said).get(run.command.name)
        if does is not None:
            does()
        else:
            self._pane.composer.say(f"//{run.command.name} has no action in this window.")
        self._pane.save_draft()

    def _commands(self, said: str) -> dict[str, Callable[[], None]]:
        """What each command does with the words behind it."""
        session, writes, project = self._session, self.writes, self._pane.project
        return {
            "context": self.budget_wanted.emit,
            "why": lambda: self.why_wanted.emit(session, said or self._last_asked(), ""),
            "journal": lambda: self.journal_wanted.emit(session, ""),
            "help": lambda: self.help_wanted.emit(said) if said else self.show_help(),
            "export": self.export,
            "remember": lambda: writes.remember(session, said, has_project=bool(project)),
            "deadend": lambda: writes.dead_end(session, said),
            "rule": lambda: writes.rule(session, said, project, self._pane.composer),
            "pin": lambda: writes.pin(session, said),
            "distill": lambda: writes.distill(session),
        }

    def _give_back(self, said: str) -> None:
        """Says why nothing was written; what was typed for it stands in the composer again."""
        composer = self._pane.composer
        if self._typed and not composer.edit.toPlainText():
            composer.edit.set_text(self._typed)
        self._typed = ""
        composer.say(said)

    @Slot(str)
    def explain(self, identity: str) -> None:
        """Explains how the digest of a past message was chosen."""
        message = self._message(identity)
        if message is not None:
            self.why_wanted.emit(self._session, message.text, message.receipt)

    def export(self) -> None:
        """Asks where the session is to be saved, and as what."""
        session = self._pane.facts.session
        if session is None:
            return
        dialog = QFileDialog(self._over.window(), "Save the session")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(EXPORTS)
        dialog.setDefaultSuffix("md")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(suffix_of(chosen)))
        dialog.selectFile(file_name(session.title))
        dialog.fileSelected.connect(self.writes_to)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def writes_to(self, name: str) -> None:
        """Saves the session into a file whose ending says the form."""
        library, session, composer = self._desk.library, self._session, self._pane.composer
        self._jobs.run(
            lambda: save_export(library, session, Path(name)),
            done=lambda _: composer.say(f"Saved as {Path(name).name}."),
            failed=lambda error: composer.say(sentence(error)),
            owner=self,
        )

    def _last_asked(self) -> str:
        asked = [each.text for each in self._pane.transcript.messages if each.role is Role.USER]
        return asked[-1] if asked else ""

    def show_help(self) -> None:
        """Shows commands and shortcuts at the end of the transcript."""
        body = MarkdownBody(self._theme, self._jobs)
        body.show_text(composer_text())
        self._pane.transcript.add_widget(body)

    def copy_answer(self) -> None:
        """Copies the last answer, as far as it has come."""
        self._pane.transcript.copy_last_answer()

    @Slot(str)
    def fork(self, identity: str) -> None:
        """A new session from a message on; one of the owner's is edited there."""
        message = self._message(identity)
        if message is not None:
            self.fork_wanted.emit(self._session, identity, message.role is Role.USER)

    @Slot(str, str, str)
    def regenerate(self, answer: str, lane: str, model: str) -> None:
        """Asks again for an answer, on the session's lane or on another from now on."""
        talk = self._pane.talk
        if talk.running is not None or not lane:
            talk.regenerate(answer)
        else:
            self._pane.facts.change(lambda: talk.regenerate(answer), lane=lane, model=model)

    def choose_files(self) -> None:
        """Asks for files to attach."""
        dialog = QFileDialog(self._over.window(), "Attach files")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._attach)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _attach(self, names: list[str]) -> None:
        self._pane.files.add([Path(name) for name in names])

    def _message(self, identity: str) -> Message | None:
        return next((each for each in self._pane.transcript.messages if each.id == identity), None)

    def _open_file(self, attachment: Attachment) -> None:
        """Shows a picture in the system's own application for pictures."""
        path = self._desk.library.folder(self._session) / ATTACHMENTS / attachment.file
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _save_answer(self, text: str) -> None:
        has_project = bool(self._pane.project)
        self.writes.remember(self._session, text, has_project=has_project)

    def _follow(self, url: QUrl) -> None:
        if url.scheme() == "journal":
            whole = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
            self._open_note(unquote(whole.removeprefix("journal:")))
        elif url.scheme().lower() in OPEN_SCHEMES:
            QDesktopServices.openUrl(url)

    def _open_note(self, key: str) -> None:
        self.journal_wanted.emit(self._session, key)

    def take_way(self, way: WayOn) -> None:
        """Does what was offered about an answer without an end, or a lane that cannot answer."""
        if way is WayOn.CONTEXT:
            self.budget_wanted.emit()
        elif way is WayOn.GO_ON:
            self._pane.talk.send(GO_ON, ())
        elif way is WayOn.CHOOSE_LANE:
            chip = self._pane.head.lane
            QTimer.singleShot(0, chip, chip.show_menu)
        else:
            self.way_wanted.emit(way)
