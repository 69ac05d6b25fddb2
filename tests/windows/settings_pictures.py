"""Pictures of Settings and of the first run (mockups 08 and 09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.shell.preferences import SettingsWindow, SetUp
from tests.windows.stage import Stage, wait, wait_until

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


class SettingsStage(Stage):
    """Settings over the sample home."""

    def _page(self, title: str) -> QPixmap:
        found = SettingsWindow(self.theme, self.jobs, self.desk, self.failures)
        found.resize(found.size().boundedTo(self.window.size()))
        found.open(title)
        self.settle()
        wait()
        picture = found.grab()
        found.close()
        found.deleteLater()
        return picture

    def lanes(self) -> QPixmap:
        """The ways to a model."""
        return self._page("Lanes & keys")

    def journal_page(self) -> QPixmap:
        """What the Journal keeps and what rides."""
        return self._page("Journal")

    def meaning(self) -> QPixmap:
        """Search by meaning."""
        return self._page("Meaning search")

    def integrations(self) -> QPixmap:
        """Hooks and the MCP server."""
        return self._page("Integrations")

    def appearance(self) -> QPixmap:
        """How it looks."""
        return self._page("Appearance")


class FirstRunStage(Stage):
    """Before there is a Journal."""

    BARE = True

    def first_run(self) -> QPixmap:
        """Where the Journal lives, and how to reach a model."""
        set_up = SetUp(self.theme, self.jobs, self.desk, self.window)
        set_up.look()
        wait_until(lambda: set_up.panel is not None)
        self.settle()
        wait()
        return self.window.grab()
