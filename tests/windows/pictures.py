"""Pictures of the windows over the demo, for holding against the mockups.

``python -m tests.windows.pictures OUTDIR [NAME…]`` grabs the main window, slash menu, Context
budget, words found, the switcher, a new session, and the Journal to read and to edit, light and
dark, at 1440 by 900 and 900 by 600, drawn at 1.5 pixels a point as the mockups are.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEventLoop, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from luminair import machine
from luminair.bootstrap import open_desk
from luminair.config.command_tool import Plan, plan_install
from luminair.context.block import RowName
from luminair.journal import State
from luminair.shell import keys
from luminair.shell.actions import COMMANDS
from luminair.shell.failures import Failures
from luminair.shell.help import HelpWindow
from luminair.shell.help.command_tool import ToolSheet
from luminair.shell.housekeeping import Folding
from luminair.shell.jobs import Jobs
from luminair.shell.journal import JournalWindow
from luminair.shell.journal.faces import Face
from luminair.shell.panes.dropping import Zone
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.preferences import SettingsWindow
from luminair.shell.switcher import Switcher
from luminair.shell.theme import Choice, Theme
from luminair.shell.why import Asked, WhyWindow, explain, keep_mark
from luminair.shell.why.facts import WhyRow
from luminair.shell.window import MainWindow
from luminair.shell.window.walk import Walk
from luminair.shell.wiring import add_graph, add_review

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (QSize(1440, 900), QSize(900, 600))
PATIENCE_MS = 20_000
STREAMED = 420
"""How much of an answer has come when the picture is taken."""


def wait(ms: int = 500) -> None:
    """Lets the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def wait_until(come: Callable[[], bool]) -> None:
    """Lets the event loop run until something has come, or patience ends."""
    clock = QElapsedTimer()
    clock.start()
    while not come() and clock.elapsed() < PATIENCE_MS:
        wait(30)


class Stage:
    """One window over the demo.

    Args:
        choice: light or dark.
        size: of the window.
    """

    def __init__(self, choice: Choice, size: QSize) -> None:
        keys.APPLE = machine.APPLE = True  # they are held beside pictures of a Mac
        self.theme = Theme(choice)
        self.theme.apply()
        self.failures = Failures(sys.stderr.write)
        self.failures.install()
        self.jobs = Jobs(self.failures)
        self.desk = open_desk(demo=True)
        self.window = MainWindow(self.theme, self.jobs, self.desk, self.failures)
        self._journal = JournalWindow(self.theme, self.jobs, self.desk, self.failures)
        self.graph_face = add_graph(self.theme, self.jobs, self.desk, self._journal)
        self.reviewer = add_review(self.theme, self.jobs, self.desk, self.window, self._journal)
        self.window.menuBar().setNativeMenuBar(False)
        self.window.menuBar().hide()  # on a Mac it is not in the window
        self.window.resize(size)
        self.window.show()
        self.window.activateWindow()
        self.window.start()
        wait_until(lambda: not self.jobs.busy)
        self.left, self.right = self.window.board.panes[:2]
        self._ask_again()

    def _ask_again(self) -> None:
        """Both panes ask their last question again: the right one to the end."""
        self.right.talk.retry()
        wait_until(lambda: not self.right.streaming)
        wait_until(lambda: not self.jobs.busy)
        for line in self.right.transcript.findChildren(JournalLine):
            line.head.setChecked(True)
        wait()
        self.right.transcript.verticalScrollBar().setValue(0)
        self.window.board.activate(0)
        self.left.take_focus()

    def main(self) -> QPixmap:
        """The main window while an answer comes."""
        self.left.talk.retry()
        wait_until(lambda: len(self._said()) > STREAMED)
        picture = self.window.grab()
        wait_until(lambda: not self.left.streaming)
        wait()
        return picture

    def _said(self) -> str:
        running = self.left.talk.running
        return "" if running is None else running.text

    def slash(self) -> QPixmap:
        """The slash menu over its composer; a window of its own, painted where it stands."""
        composer = self.left.composer
        composer.edit.set_text("//")
        wait()
        picture = self.window.grab()
        painter = QPainter(picture)
        painter.drawPixmap(composer.menu.pos() - self.window.pos(), composer.menu.grab())
        painter.end()
        composer.edit.clear()
        wait()
        return picture

    def sheet(self) -> QPixmap:
        """Context budget with the standing rules open."""
        self.left.composer.edit.set_text("Does the client retry a PUT after a 503?")
        self.window.open_budget()
        wait_until(lambda: self.window.budget.sheet is not None)
        sheet = self.window.budget.sheet
        if sheet is not None:
            digest = sheet.model.find(RowName.DIGEST)
            sheet.tree.expand(digest)
            sheet.tree.expand(sheet.model.index(0, 0, digest))
            sheet.tree.clearSelection()
            wait()
        picture = self.window.grab()
        if sheet is not None:
            sheet.dismiss()
        self.left.composer.edit.clear()
        return picture

    def find(self) -> QPixmap:
        """Words found in a session."""
        self.window.commands["find"].trigger()
        self.left.finder.field.edit.setText("part 7")
        wait()
        picture = self.window.grab()
        self.left.finder.close_bar()
        return picture

    def switcher(self) -> QPixmap:
        """Going anywhere."""
        found = Switcher(
            self.theme, self.jobs, self.desk, self.window, COMMANDS, self.window.commands
        )
        found.open()
        wait_until(lambda: not self.jobs.busy)
        if found.panel is not None:
            found.panel.field.edit.setText("re")
        wait()
        picture = self.window.grab()
        if found.panel is not None:
            found.panel.dismiss()
        return picture

    def why(self) -> QPixmap:
        """How the digest of a prompt is chosen."""
        found = WhyWindow(
            self.theme, self.jobs, partial(explain, self.desk), partial(keep_mark, self.desk)
        )
        found.resize(self.window.size())
        prompt = (
            "The resume test still drops part 7 after a 503. Find where the manifest is written "
            "and fix the order. Leave the public API alone."
        )
        session = self.left.session_id
        found.ask(Asked(session, "Resume drops part 7", "harbor-uploads", prompt))
        wait_until(lambda: not self.jobs.busy)
        rows = found.model.rows
        at = next(n for n, row in enumerate(rows) if isinstance(row, WhyRow) and row.words)
        found.view.setCurrentIndex(found.model.index(at, 0))
        wait()
        picture = found.grab()
        found.close()
        found.deleteLater()
        return picture

    def drag(self) -> QPixmap:
        """A session that hangs over the edge of a pane."""
        board = self.window.board
        target = board.active
        zone = Zone.BELOW if board.can_split(target, Zone.BELOW) else Zone.HERE
        board.picture.show_at(board._box_of(target, zone), zone.value)
        wait()
        picture = self.window.grab()
        board.picture.hide()
        return picture

    def four(self) -> QPixmap:
        """Four panes, three of which a message goes to."""
        self.window.set_panes(4)
        wait_until(lambda: not self.jobs.busy)
        panes = self.window.board.panes
        panes[0].composer.tools.all_panes.setChecked(True)
        self.window.broadcast.choose(panes[2], chosen=False)
        panes[0].composer.edit.set_text("What is left to do here?")
        wait()
        picture = self.window.grab()
        panes[0].composer.edit.clear()
        panes[0].composer.tools.all_panes.setChecked(False)
        self.window.broadcast.choose(panes[2], chosen=True)
        self.window.set_panes(2)
        wait_until(lambda: not self.jobs.busy)
        return picture

    def appearance(self) -> QPixmap:
        """Settings, Appearance."""
        found = SettingsWindow(self.theme, self.jobs, self.desk, self.failures)
        found.resize(self.window.size())
        found.open("Appearance")
        wait_until(lambda: not self.jobs.busy)
        wait()
        picture = found.grab()
        found.close()
        found.deleteLater()
        return picture

    def fresh(self) -> QPixmap:
        """A new session."""
        self.window.sessions.begin()
        wait_until(lambda: not self.jobs.busy)
        wait()
        return self.window.grab()

    def journal(self) -> QPixmap:
        """A note that another hides, to read."""
        self._open_journal()
        wait()
        return self._journal.grab()

    def journal_edit(self) -> QPixmap:
        """The same note, to edit."""
        self._open_journal()
        self._journal.toggle_edit()
        wait()
        return self._journal.grab()

    def review(self) -> QPixmap:
        """What waits for the owner."""
        listing = self.desk.library.listing().sessions
        quiet = next(each for each in listing if each.title == "Negative queue depth")
        self.desk.distill(quiet.id)
        self._show_journal()
        self._journal.show_face(Face.REVIEW)
        wait_until(lambda: not self.jobs.busy)
        strip = self.reviewer.face.strip
        strip.show_folding(Folding("Seed the staging bucket", 4, 7))
        wait()
        picture = self._journal.grab()
        strip.show_folding(None)
        self._journal.show_face(Face.NOTES)
        return picture

    def _open_journal(self) -> None:
        notes = self.desk.journal.listing(state=State.HIDDEN)
        path = notes[0].note.path
        journal = self._journal
        journal.menuBar().setNativeMenuBar(False)
        journal.menuBar().hide()
        journal.resize(self.window.size())
        journal.open_note(path)
        wait_until(lambda: not self.jobs.busy and journal.page.opened is not None)
        journal.showing.reveal(path)
        wait_until(lambda: not self.jobs.busy)

    def history(self) -> QPixmap:
        """A note's versions, and what the last edit changed."""
        self._open_journal()
        journal, vault = self._journal, self.desk.journal
        path = journal.showing.path
        before = vault.load(path).body
        vault.edit(path, body=f"{before.rstrip()}\n\nThe second attempt waits for two seconds.\n")
        vault.edit(path, body=vault.load(path).body.replace("two seconds", "one second"))
        journal.bench.history.open(path)
        wait_until(lambda: not self.jobs.busy)
        wait()
        picture = journal.grab()
        if journal.bench.history.sheet is not None:
            journal.bench.history.sheet.dismiss()
        return picture

    def health(self) -> QPixmap:
        """What is wrong with the vault, and whether it finds things."""
        self._open_journal()
        journal, root = self._journal, self.desk.journal.root
        (root / "Notes/Torn.md").write_text("---\ntitle: Torn\n", encoding="utf-8")
        twin = self.desk.journal.file_bytes(journal.showing.path)
        (root / "Notes/Copied by hand.md").write_bytes(twin)
        self.desk.journal.add(title="Where parts go", body="See [[Bucket layout]] for the rest.")
        journal.bench.healing.open()
        wait_until(lambda: not self.jobs.busy)
        sheet = journal.bench.healing.sheet
        if sheet is not None:
            sheet.exam.button.click()
        wait_until(lambda: not self.jobs.busy)
        wait()
        picture = journal.grab()
        if sheet is not None:
            sheet.dismiss()
        return picture

    def graph(self) -> QPixmap:
        """The graph with a search and the note under the pointer."""
        journal, face = self._journal, self.graph_face
        self._show_journal()
        journal.show_face(Face.GRAPH)
        wait_until(lambda: not self.jobs.busy)
        journal.bar.search.edit.setText("retry")
        wait_until(lambda: bool(face.canvas.found))
        wait()
        scene = face.canvas.scene
        if scene is not None:
            most = max(range(len(scene.nodes)), key=lambda at: scene.nodes[at].links)
            face.canvas.hovered = most
            face.canvas.pointed.emit(most)
        wait()
        picture = journal.grab()
        journal.bar.search.edit.clear()
        journal.show_face(Face.NOTES)
        return picture

    def help(self) -> QPixmap:
        """The Help window on a word that was looked up."""
        shown = HelpWindow(self.theme, self.jobs)
        shown.resize(shown.size().boundedTo(self.window.size()))
        shown.open("digest")
        wait_until(lambda: not self.jobs.busy)
        wait()
        picture = shown.grab()
        shown.close()
        shown.deleteLater()
        return picture

    def tool(self) -> QPixmap:
        """What installing the command line tool would do."""
        own = Path.home() / ".local" / "bin" / "luminair-journal"
        usual = Path.home() / "Library" / "Application Support" / "Luminair" / "bin" / own.name
        hint = plan_install(self.desk.home, [own.parent], {}).hint
        sheet = ToolSheet(self.theme, self.window, Plan(own, usual, False, hint), installs=True)
        sheet.open(sheet.yes)
        wait()
        picture = self.window.grab()
        sheet.dismiss()
        wait()
        return picture

    def walk(self) -> QPixmap:
        """The walk of the demo at its first step."""
        walk = Walk(self.theme, self.window, self._journal.journal_changed)
        wait()
        picture = self.window.grab()
        walk.end()
        wait()
        return picture

    def _show_journal(self) -> None:
        journal = self._journal
        journal.menuBar().setNativeMenuBar(False)
        journal.menuBar().hide()
        journal.resize(self.window.size())
        journal.show()
        journal.showing.refresh()
        self.reviewer.refresh()
        wait_until(lambda: not self.jobs.busy)

    def close(self) -> None:
        """Takes everything down."""
        self._journal.close()
        self.window.close()
        wait(100)
        self.jobs.close()
        self.failures.remove()
        self.desk.close()
        self._journal.deleteLater()
        self.window.deleteLater()


NAMES = (
    "main",
    "slash",
    "sheet",
    "find",
    "switcher",
    "why",
    "drag",
    "four",
    "appearance",
    "fresh",
    "journal",
    "journal_edit",
    "history",
    "health",
    "graph",
    "help",
    "tool",
    "walk",
)


def main(out: Path, names: Sequence[str] = NAMES, made: type[Stage] = Stage) -> None:
    """Writes pictures into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # noqa: TID251 - Qt takes it from there
    os.environ["QT_SCALE_FACTOR"] = "1.5"  # noqa: TID251 - and this too
    app = QApplication.instance() or QApplication([])
    for size in SIZES:
        for choice in (Choice.LIGHT, Choice.DARK):
            stage = made(choice, size)
            for name in names:
                picture = getattr(stage, name)()
                picture.save(str(out / f"{name}-{choice.value}-{size.width()}.png"))
            stage.close()
    app.processEvents()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or NAMES)
