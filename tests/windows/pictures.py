"""Pictures of the windows, for holding against the mockups.

``python -m tests.windows.pictures OUTDIR`` grabs main window, slash menu and sheet, light and
dark, at 1440 by 900 and 900 by 600, drawn at 1.5 pixels a point as the mockups are.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from luminair.context.block import RowName
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow
from tests.windows.world import World

SIZES = (QSize(1440, 900), QSize(900, 600))
SETTLE_MS = 700


def wait(ms: int = SETTLE_MS) -> None:
    """Lets the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


class Stage:
    """One window over the world of the pictures.

    Args:
        choice: light or dark.
        size: of the window.
        home: a temp folder.
    """

    def __init__(self, choice: Choice, size: QSize, home: Path) -> None:
        self.theme = Theme(choice, motion=False)
        self.theme.apply()
        self.failures = Failures(sys.stderr.write)
        self.failures.install()
        self.jobs = Jobs(self.failures)
        self.world = World(home)
        self.window = MainWindow(self.theme, self.jobs, self.world.desk, self.failures)
        self.window.menuBar().setNativeMenuBar(False)
        self.window.menuBar().hide()  # on a Mac it is not in the window
        self.window.resize(size)
        self.window.show()
        self.window.activateWindow()
        self.window.start()
        wait()
        self.window.board.set_count(2)
        left, right = self.window.board.panes
        left.open_session(self.world.resume)
        right.open_session(self.world.flake)
        self.window.board.activate(0)
        wait()
        for line in right.transcript.findChildren(JournalLine):
            line.set_opened(True)
        right.transcript.verticalScrollBar().setValue(0)
        left.take_focus()
        wait()

    def main(self) -> QPixmap:
        """The main window with one answer coming."""
        pane = self.window.board.active
        self.world.answer_without_end()
        pane.talk.retry()
        wait()
        picture = self.window.grab()
        pane.talk.stop()
        wait()
        return picture

    def slash(self) -> QPixmap:
        """The slash menu over its composer; a window of its own, painted where it stands."""
        composer = self.window.board.active.composer
        composer.edit.set_text("//")
        wait()
        picture = self.window.grab()
        painter = QPainter(picture)
        painter.drawPixmap(composer.menu.pos() - self.window.pos(), composer.menu.grab())
        painter.end()
        composer.edit.clear()
        return picture

    def sheet(self) -> QPixmap:
        """Context budget with one row open."""
        self.window.open_budget()
        wait()
        sheet = self.window.budget.sheet
        if sheet is not None:
            sheet.open_row(RowName.DIGEST)
            sheet.tree.expand(sheet.model.index(0, 0, sheet.model.find(RowName.DIGEST)))
            sheet.tree.clearSelection()
            wait()
        picture = self.window.grab()
        if sheet is not None:
            sheet.dismiss()
        return picture

    def fresh(self) -> QPixmap:
        """A new session."""
        self.window.sessions.begin()
        wait()
        return self.window.grab()

    def close(self) -> None:
        """Takes everything down."""
        self.window.close()
        wait(100)
        self.jobs.close()
        self.failures.remove()
        self.window.deleteLater()


def main(out: Path) -> None:
    """Writes every picture into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # noqa: TID251 - Qt takes it from there
    os.environ["QT_SCALE_FACTOR"] = "1.5"  # noqa: TID251 - and this too
    app = QApplication.instance() or QApplication([])
    for size in SIZES:
        for choice in (Choice.LIGHT, Choice.DARK):
            with tempfile.TemporaryDirectory() as folder:
                stage = Stage(choice, size, Path(folder))
                for name in ("main", "slash", "sheet", "fresh"):
                    picture = getattr(stage, name)()
                    picture.save(str(out / f"{name}-{choice.value}-{size.width()}.png"))
                stage.close()
    app.processEvents()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
