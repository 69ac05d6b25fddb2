"""Opens the sheets that hold two versions against each other, and does what is chosen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.journal import versions
from luminair.shell.journal.diff_sheet import DiffSheet, choice
from luminair.shell.journal.history_sheet import HistorySheet
from luminair.shell.parts.times import message_time

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from luminair.journal import Journal, Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.changing import Changing
    from luminair.shell.journal.differing import Difference
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.versions import Past
    from luminair.shell.theme import Theme


class History(QObject):
    """History, and Compare.

    Args:
        theme: colours and fonts.
        jobs: reads go there.
        desk: the Journal.
        filing: writes, and takes back.
        changing: holds the draft of a conflict.
        window: the sheets cover it.

    Signals:
        failed: a sentence.
        covered: whether a sheet is open.
    """

    failed = Signal(str)
    covered = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        filing: Filing,
        changing: Changing,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._filing, self._changing, self._window = filing, changing, window
        self._looking, self._comparing = Newest(), Newest()
        self.sheet: DiffSheet | None = None
        """The sheet that is open."""

    # History.

    def open(self, path: str = "") -> None:
        """Shows the versions of a note; '' for the one on the page."""
        opened = self._filing.shown
        path = path or (opened.note.path if opened is not None else "")
        if not path or self.sheet is not None:
            return
        self._filing.saving.emit()
        desk = self._desk
        self._jobs.run(
            lambda: versions.past_of(desk.journal, path),
            done=self._show_past,
            failed=self._failed,
            queue="vault",  # behind what was just typed
            newest=self._looking,
            owner=self,
        )

    def _show_past(self, past: Past) -> None:
        sheet = HistorySheet(self._theme, self._window, past, self._desk.now)
        sheet.wanted.connect(self._compare)
        sheet.restore_wanted.connect(self._restore)
        self._open(sheet)
        sheet.list.setFocus()
        if sheet.at >= 0:
            self._compare(sheet.at, with_now=False)

    def _compare(self, at: int, with_now: bool) -> None:
        sheet, desk = self.sheet, self._desk
        if isinstance(sheet, HistorySheet):
            past = sheet.past
            self._differ(
                lambda: versions.compared(desk.journal, past, at, with_now=with_now), sheet
            )

    def _restore(self, at: int) -> None:
        sheet = self.sheet
        if not isinstance(sheet, HistorySheet):
            return
        past, row = sheet.past, sheet.past.versions[at]
        when = message_time(row.at, self._desk.now())
        sheet.dismiss()
        if self._filing.shown is not None and self._filing.shown.note.path == past.path:
            self._filing.leaving.emit()
        self._filing.run(
            lambda journal: journal.restore(past.path, row.key),
            lambda written: self._filing.done(
                written, f"Restored “{past.title}” as it was at {when}.", back_to=past.path
            ),
        )

    # Compare.

    def compare_draft(self, path: str, title: str, mine: str) -> None:
        """Holds what the owner typed against the file that changed on disk meanwhile."""
        changing, desk = self._changing, self._desk
        self._show_two(
            "Compare",
            f"{title} · + is yours, \N{MINUS SIGN} is on disk",
            lambda: versions.against_disk(desk.journal, path, mine),
            (
                ("Keep mine", changing.keep_mine),
                ("Use the one on disk", changing.use_disk),
                ("Keep both", changing.keep_both),
            ),
        )

    def compare_notes(self, original: str, copy: str) -> None:
        """Holds a sync conflict copy against its original; keeping one archives the other."""
        desk = self._desk

        def keep(work: Callable[[Journal], Written], said: str) -> Callable[[], None]:
            def act() -> None:
                self._filing.leaving.emit()
                self._filing.run(work, lambda written: self._filing.done(written, said))

            return act

        self._show_two(
            "Compare",
            f"\N{MINUS SIGN} {original} · + {copy}",
            lambda: versions.between(desk.journal, original, copy),
            (
                (
                    "Keep the original",
                    keep(
                        lambda journal: versions.keep_original(journal, copy),
                        "Kept the original; the copy is archived.",
                    ),
                ),
                (
                    "Keep the copy",
                    keep(
                        lambda journal: versions.keep_copy(journal, original, copy),
                        "Kept the copy's text; the original's is archived.",
                    ),
                ),
                (
                    "Keep both",
                    keep(
                        lambda journal: versions.keep_both(journal, original, copy),
                        "Kept both: the copy is a note of its own now.",
                    ),
                ),
            ),
        )

    def _show_two(
        self,
        title: str,
        under: str,
        work: Callable[[], Difference],
        choices: Sequence[tuple[str, Callable[[], None]]],
    ) -> None:
        if self.sheet is not None:
            return
        sheet = DiffSheet(self._theme, self._window, title, under)
        buttons = []
        for text, call in choices:
            button = choice(self._theme, text)
            button.clicked.connect(_closing(sheet, call))
            buttons.append(button)
        sheet.add_buttons(buttons)
        sheet.done.set_face("Choose later")
        sheet.done.set_name("Choose later")
        sheet.summary.setText("Comparing…")
        self._open(sheet)
        sheet.view.setFocus()
        self._differ(work, sheet)

    def _open(self, sheet: DiffSheet) -> None:
        self.sheet = sheet
        sheet.closed.connect(self._closed)
        sheet.open(sheet.view)
        self.covered.emit(True)

    def _closed(self) -> None:
        self.sheet = None
        self.covered.emit(False)

    def _differ(self, work: Callable[[], Difference], sheet: DiffSheet) -> None:
        self._jobs.run(
            work,
            done=sheet.show_difference,
            failed=lambda error: sheet.show_none("ph.warning-circle", sentence(error)),
            newest=self._comparing,
            owner=sheet,
        )

    def _failed(self, error: Exception) -> None:
        self.failed.emit(sentence(error))


def _closing(sheet: DiffSheet, call: Callable[[], None]) -> Callable[[], None]:
    def act() -> None:
        sheet.dismiss()
        call()

    return act
