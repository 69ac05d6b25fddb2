"""Settings, Journal: everything out as plain files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from luminair.exchange.giving import Given, give
from luminair.plurals import counted
from luminair.shell.failures import sentence
from luminair.shell.parts.button import Button, Fill
from luminair.shell.preferences.rows import Row
from luminair.vaults import Standing

if TYPE_CHECKING:
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

_HINT: Final = "Notes as they are, sessions as Markdown and JSON. Keys are masked."
_NAME: Final = "Luminair Export"


class ExportRow(QWidget):
    """A row whose button copies the Journal and all sessions into a new folder.

    Args:
        theme: colours and fonts.
        jobs: the copying goes there.
        desk: says where things lie.

    Signals:
        failed: a sentence.
        link: the folder, to be shown outside.
    """

    failed = Signal(str)
    link = Signal(QUrl)

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk) -> None:
        super().__init__()
        self._jobs, self._desk = jobs, desk
        self._made: Path | None = None
        self.show_it = Button(theme, "Show", fill=Fill.BORDERED, name="Show the exported folder")
        self.export = Button(theme, "Export…", fill=Fill.BORDERED, name="Export everything")
        self.row = Row(theme, "Everything as plain files", _HINT, [self.show_it, self.export])
        self.show_it.hide()
        self.show_it.clicked.connect(self._show)
        self.export.clicked.connect(self._ask)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)

    def _ask(self) -> None:
        dialog = QFileDialog(self.window(), "Export into a new folder")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(_NAME)
        dialog.fileSelected.connect(self.writes_to)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def writes_to(self, name: str) -> None:
        """Exports into a folder that is new or empty."""
        desk, folder = self._desk, Path(name)
        self.export.setEnabled(False)
        self.show_it.hide()
        self.row.set_hint("Copying…")

        def work() -> Given:
            state = desk.journal_state()
            root = state.place if state.standing is Standing.THERE else None
            return give(folder, root, desk.library)

        self._jobs.run(work, done=self._done, failed=self._not_done, owner=self)

    def _done(self, given: Given) -> None:
        self.export.setEnabled(True)
        self._made = given.folder
        self.show_it.show()
        parts = [counted(given.files, "file"), counted(given.sessions, "session")]
        said = f"{parts[0]} and {parts[1]} are in “{given.folder.name}”."
        if given.left_out:
            path, why = next(iter(given.left_out.items()))
            more = len(given.left_out) - 1
            said += f" Left out: {path} ({why})" + (f" and {more:,} more." if more else ".")
        self.row.set_hint(said, "warn" if given.left_out else "text2")

    def _not_done(self, error: Exception) -> None:
        self.export.setEnabled(True)
        self.row.set_hint(_HINT)
        self.failed.emit(sentence(error))

    def _show(self) -> None:
        if self._made is not None:
            self.link.emit(QUrl.fromLocalFile(str(self._made)))
