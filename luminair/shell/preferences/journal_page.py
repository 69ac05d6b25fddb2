"""Settings, Journal: where it lies, and what of it rides with a message."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.folders import place
from luminair.shell.parts.text import Label
from luminair.shell.preferences.changes import number_row, switch_row
from luminair.shell.preferences.export_row import ExportRow
from luminair.shell.preferences.ride_question import RideQuestion, rides_now
from luminair.shell.preferences.rows import Group, Page, Row
from luminair.shell.preferences.words import facts_words, ride_words
from luminair.shell.theme import Style, Theme
from luminair.vaults import Standing

if TYPE_CHECKING:
    from luminair.journal import FolderFacts
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.preferences.changes import Changes
    from luminair.vaults import JournalState


class JournalPage(Page):
    """Where the Journal lies, and what of it rides.

    Signals:
        choose_wanted: the owner wants another folder.
        ride_changed: other notes of the owner's own may ride from now on.
        failed: a sentence.
        link: a folder or page to open outside.
    """

    choose_wanted = Signal()
    ride_changed = Signal()
    failed = Signal(str)
    link = Signal(QUrl)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        changes: Changes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "Journal", parent=parent)
        self._jobs, self._desk = jobs, desk
        self._looking = Newest()
        self._facts: FolderFacts | None = None
        self._place: Path | None = None
        finder = "Show in Finder" if sys.platform == "darwin" else "Show folder"
        self.finder = Button(theme, finder, fill=Fill.BORDERED)
        self.choose = Button(theme, "Choose…", fill=Fill.BORDERED, name="Choose another folder")
        self.folder = Row(theme, "", "Looking…", [self.finder, self.choose])
        self.finder.clicked.connect(self._open)
        self.choose.clicked.connect(self.choose_wanted)
        where = Group(theme)
        where.add(self.folder)
        self.change = Button(
            theme, "Change…", fill=Fill.BORDERED, name="Change which notes of your own ride"
        )
        self.own = Row(theme, "Notes of your own", "", [self.change])
        self.change.clicked.connect(self._ask)
        where.add(self.own)
        self.add(where)
        self._add_question(theme)
        self._add_numbers(theme, changes)
        self.everything = ExportRow(theme, jobs, desk)
        self.everything.failed.connect(self.failed)
        self.everything.link.connect(self.link)
        out = Group(theme)
        out.add(self.everything)
        self.add(out)

    def _add_question(self, theme: Theme) -> None:
        self.question = RideQuestion(theme)
        self.use = Button(theme, "Use this answer", fill=Fill.FILLED)
        self.cancel = Button(theme, "Cancel", fill=Fill.BORDERED)
        self.use.clicked.connect(self._use)
        self.cancel.clicked.connect(self._put_away)
        self.asked = QWidget()
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.use)
        column = QVBoxLayout(self.asked)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.question)
        column.addLayout(foot)
        self.asked.hide()
        self.add(self.asked)

    def _add_numbers(self, theme: Theme, changes: Changes) -> None:
        rides = Group(theme)
        rides.add(
            switch_row(
                theme,
                changes,
                "session.include_optional",
                "Include optional notes and old summaries",
                "New sessions start with this on.",
            )
        )
        for name, title, hint, step in (
            ("digest.cap", "Asks and notes per message", "Rules and dead ends do not count.", 1),
            (
                "digest.tokens",
                "Digest budget",
                "When it is full, the lowest ranked notes stay out.",
                100,
            ),
            ("digest.pin_tokens", "Largest pinned note that rides whole",
             "A larger one rides as its title, summary and best passage.", 100),
            ("digest.dead_ends", "Dead ends per message", "The rest are counted in one line.", 1),
        ):  # fmt: skip
            rides.add(number_row(theme, changes, name, title, hint, step=step))
        largest = Label(theme, "24 KB", Style.BODY, "text2")
        rides.add(
            Row(
                theme,
                "Largest Harness file that rides",
                "Larger files and docs are left out, and listed in Context budget.",
                [largest],
            )
        )
        kept = Group(theme)
        kept.add(
            switch_row(
                theme,
                changes,
                "capture",
                "Keep requests as open asks",
                "What you ask for beyond one answer is written to the Journal, so that the next "
                "session knows of it.",
            )
        )
        kept.add(
            switch_row(
                theme,
                changes,
                "receipts.keep_prompt",
                "Receipts keep what you wrote",
                "A receipt says what rode with a message. With your words in it the digest of "
                "that message can be built again.",
            )
        )
        kept.add(
            switch_row(
                theme,
                changes,
                "projects.worktrees_apart",
                "Each worktree is its own project",
                "Off, all worktrees of a repository share their notes.",
            )
        )
        self.add(rides)
        self.add(kept)

    @override
    def look(self) -> None:
        """Shows where the Journal is and what it holds now."""
        desk = self._desk

        def work() -> tuple[JournalState, FolderFacts | None, str]:
            state = desk.journal_state()
            if state.standing is not Standing.THERE:
                return state, None, ""
            try:
                return state, desk.look_into(state.place), ""
            except Exception as error:  # noqa: BLE001 the folder's row says it
                return state, None, sentence(error)

        self._jobs.run(work, done=self._show, newest=self._looking, owner=self)

    def _show(self, found: tuple[JournalState, FolderFacts | None, str]) -> None:
        state, facts, fault = found
        if facts is None or facts.place != self._place:
            self._put_away()
        self._facts = facts
        self.change.setEnabled(facts is not None)
        self.own.set_hint(ride_words(rides_now(facts)) if facts is not None else "")
        there = state.standing is Standing.THERE
        self._place = state.place
        self.folder.title.setText(place(state.place, Path.home()))
        self.folder.setToolTip(str(state.place))
        self.finder.setEnabled(there)
        self.choose.setEnabled(state.can_choose)
        self.choose.setToolTip(
            "" if state.can_choose else f"{state.named_by} names this folder for now."
        )
        if facts is None:
            self.folder.set_hint(state.sentence or fault, "danger")
            return
        words = facts_words(facts)
        if not state.can_choose:
            words += f" · named by {state.named_by}"
        self.folder.set_hint(words)

    # Which notes of the owner's own ride.

    def _ask(self) -> None:
        if self._facts is not None:
            self.question.ask(self._facts)
            self.asked.show()
            self.change.setEnabled(False)
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put_away(self) -> None:
        self.asked.hide()
        self.use.setEnabled(True)
        self.change.setEnabled(self._facts is not None)

    def _use(self) -> None:
        if self._facts is None:
            return
        self.use.setEnabled(False)
        desk, place, ride = self._desk, self._facts.place, self.question.answer()
        self._jobs.run(
            lambda: desk.make_journal(place, ride),
            done=self._used,
            failed=self._not_used,
            queue="vault",
            owner=self,
        )

    def _used(self, _: JournalState) -> None:
        self._put_away()
        self.look()
        self.ride_changed.emit()

    def _not_used(self, error: Exception) -> None:
        self.use.setEnabled(True)
        self.failed.emit(sentence(error))

    def _open(self) -> None:
        if self._place is not None:
            self.link.emit(QUrl.fromLocalFile(str(self._place)))
