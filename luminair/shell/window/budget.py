"""Opens the Context budget sheet on a pane and keeps its numbers true while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.budget.sheet import BudgetSheet
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.panes.lane_names import lane_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from luminair.context.block import Assembly
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.panes.pane import Pane
    from luminair.shell.theme import Theme


class Budget(QObject):
    """The sheet of the moment.

    Attributes:
        sheet: while it is open, else None.

    Signals:
        opened: the sheet is open.
        closed: it is gone.
        note_wanted: session and path of a note to open in the Journal.
        failed: a sentence.
    """

    opened = Signal()
    closed = Signal()
    note_wanted = Signal(str, str)
    failed = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk, self._window = theme, jobs, desk, window
        self._newest = Newest()
        self.sheet: BudgetSheet | None = None

    def open(self, pane: Pane) -> None:
        """Works out the next message of a pane and shows the sheet."""
        if self.sheet is None and pane.session is not None:
            self._work_out(pane, lambda assembly: self._show(pane, assembly))

    def _work_out(self, pane: Pane, done: Callable[[Assembly], None]) -> None:
        session, text, desk = pane.session_id, pane.composer.text, self._desk
        files = pane.files.files
        self._jobs.run(
            lambda: desk.assemble(session, text, files),
            done=done,
            failed=lambda error: self.failed.emit(sentence(error)),
            newest=self._newest,
            owner=pane,
        )

    def _show(self, pane: Pane, assembly: Assembly) -> None:
        session = pane.session
        if self.sheet is not None or session is None:
            return
        info = self._desk.roster.info(assembly.target.lane)
        where = lane_words(info, assembly.target.model)
        sheet = BudgetSheet(self._theme, self._window, session.title, where)
        sheet.include_changed.connect(lambda on: self._include(pane, on))
        sheet.note_wanted.connect(lambda path: self.note_wanted.emit(session.id, path))
        sheet.why_wanted.connect(lambda: pane.why_wanted.emit(session.id, pane.composer.text, ""))
        sheet.closed.connect(self._closed)
        self.sheet = sheet
        sheet.show_assembly(assembly)
        sheet.open(sheet.tree)
        self.opened.emit()

    def _include(self, pane: Pane, on: bool) -> None:
        def again() -> None:
            pane.refresh_cost()
            self._work_out(pane, self._refresh)

        pane.set_include_optional(on, again)

    def _refresh(self, assembly: Assembly) -> None:
        if self.sheet is not None:
            self.sheet.show_assembly(assembly)

    def _closed(self) -> None:
        self.sheet = None
        self.closed.emit()
