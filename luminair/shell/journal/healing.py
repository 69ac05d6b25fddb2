"""Opens the sheet 'Health', has the vault looked over, and does what its buttons say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from shiboken6 import isValid

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.journal import health
from luminair.shell.journal.health import ExamRun, Mend, Stopped
from luminair.shell.journal.health_sheet import HealthSheet, TroubleRow
from luminair.shell.journal.outside import folder_to_show

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.journal import Written
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.history import History
    from luminair.shell.theme import Theme


class Healing(QObject):
    """Health.

    Args:
        theme: colours and fonts.
        jobs: the looking goes there.
        desk: the Journal and its receipts.
        filing: writes, and takes back.
        history: shows versions and compares.
        window: the sheet covers it.

    Signals:
        note_wanted: path of a note to be shown.
        covered: whether the sheet is open.
    """

    note_wanted = Signal(str)
    covered = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        filing: Filing,
        history: History,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk = theme, jobs, desk
        self._filing, self._history, self._window = filing, history, window
        self._looking = Newest()
        self.sheet: HealthSheet | None = None
        """The sheet while it is open."""

    def open(self) -> None:
        """Shows how the vault is."""
        if self.sheet is not None or self._history.sheet is not None:
            return
        self._filing.saving.emit()
        sheet = HealthSheet(self._theme, self._window)
        self.sheet = sheet
        sheet.closed.connect(self._closed)
        sheet.again_wanted.connect(self._look)
        sheet.mend_wanted.connect(self._mend)
        sheet.undo_wanted.connect(self._undo)
        sheet.exam.wanted.connect(self._hold_exam)
        sheet.open(sheet.done)
        self.covered.emit(True)
        self._look()

    def _closed(self) -> None:
        sheet, self.sheet = self.sheet, None
        self.covered.emit(False)
        if sheet is not None and sheet.exam.run is not None:
            sheet.exam.run.stop.set()

    def _look(self) -> None:
        sheet, desk = self.sheet, self._desk
        if sheet is not None:
            self._jobs.run(
                lambda: health.look_over(desk),
                done=sheet.show_health,
                failed=lambda error: sheet.show_failure(sentence(error)),
                newest=self._looking,
                owner=sheet,
            )

    def _mend(self, row: TroubleRow) -> None:
        trouble = row.trouble
        if trouble.mend is Mend.ARCHIVE:
            self._archive(row)
            return
        if trouble.mend is Mend.FOLDER:
            place = folder_to_show(self._desk.journal.root, trouble.path)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(place)))
            return
        if self.sheet is not None:
            self.sheet.dismiss()
        self.note_wanted.emit(trouble.path)
        if trouble.mend is Mend.COMPARE:
            self._history.compare_notes(trouble.other, trouble.path)
        elif trouble.mend is Mend.HISTORY:
            self._history.open(trouble.path)

    def _archive(self, row: TroubleRow) -> None:
        trouble = row.trouble

        def done(written: Written) -> None:
            self._filing.done(written, f"Archived “{trouble.title}”.", back_to=trouble.path)
            if isValid(row):  # the sheet may be closed by now
                row.set_done(written.operation)

        self._filing.run(lambda journal: journal.archive([trouble.path])[0], done)

    def _undo(self, row: TroubleRow, operation: str) -> None:
        self._filing.undo(operation)
        row.set_done("")

    def _hold_exam(self) -> None:
        sheet, desk = self.sheet, self._desk
        if sheet is None:
            return
        run = ExamRun()
        sheet.exam.begin(run)

        def failed(error: Exception) -> None:
            said = "Stopped; nothing was changed." if isinstance(error, Stopped) else ""
            sheet.exam.end(said or sentence(error))

        self._jobs.run(
            lambda: run.hold(desk.journal), done=sheet.exam.show_exam, failed=failed, owner=sheet
        )
