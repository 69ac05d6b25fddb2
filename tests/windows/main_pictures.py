"""Pictures of the main window and of what opens over it (mockups 01, 02, 03, 06)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter

from luminair.config.command_tool import Plan, plan_install
from luminair.context.block import RowName
from luminair.shell.actions import COMMANDS
from luminair.shell.help import HelpWindow
from luminair.shell.help.command_tool import ToolSheet
from luminair.shell.panes.dropping import Zone
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.switcher import Switcher
from luminair.shell.why import Asked, WhyWindow, explain, keep_mark
from luminair.shell.why.facts import WhyRow
from luminair.shell.window.walk import Walk
from tests.windows.stage import Stage, wait, wait_until

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

STREAMED = 640
"""How much of the answer has come when the picture of the main window is taken."""


class MainStage(Stage):
    """The main window with two sessions side by side."""

    def _begin_with(self) -> None:
        """Both panes ask their last question again: the right one to the end."""
        self.left, self.right = self.window.board.panes[:2]
        self._ask_again()

    def _ask_again(self) -> None:
        """Both panes ask their last question again: the right one to the end."""
        self.right.talk.retry()
        wait_until(lambda: not self.right.streaming)
        self.settle()
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
        self.settle()
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
        self.settle()
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
        self.settle()
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
        self.settle()
        return picture

    def fresh(self) -> QPixmap:
        """A new session."""
        self.window.sessions.begin()
        self.settle()
        wait()
        return self.window.grab()

    def help(self) -> QPixmap:
        """The Help window on a word that was looked up."""
        shown = HelpWindow(self.theme, self.jobs)
        shown.resize(shown.size().boundedTo(self.window.size()))
        shown.open("digest")
        self.settle()
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
