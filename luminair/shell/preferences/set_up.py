"""Opens the set-up panel: by itself on the first run, else when the owner asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.shell.failures import sentence
from luminair.shell.preferences.set_up_panel import SetUpPanel
from luminair.vaults import Standing

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme
    from luminair.vaults import JournalState


class SetUp(QObject):
    """The panel of the moment.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: the rest of the house.
        window: the window that the panel covers.

    Attributes:
        panel: while it is open, else None.

    Signals:
        opened: the panel is open.
        closed: it is gone.
        passed: the first look is over: no panel was needed, or it is gone.
        made: the Journal is there, or is another than before.
        key_wanted: the owner wants to add a key first.
        failed: a sentence.
    """

    opened = Signal()
    closed = Signal()
    passed = Signal()
    made = Signal()
    key_wanted = Signal()
    failed = Signal(str)

    def __init__(self, theme: Theme, jobs: Jobs, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk, self._window = theme, jobs, desk, window
        self.panel: SetUpPanel | None = None

    def look(self) -> None:
        """Opens the panel if there never was a Journal."""
        self._ask(only_first=True)

    def open(self) -> None:
        """Opens the panel because the owner asked."""
        self._ask(only_first=False)

    def look_at_lanes(self) -> None:
        """A key or an address changed: asks the lanes of an open panel anew."""
        if self.panel is not None and self.panel.lanes is not None:
            self.panel.lanes.look()

    def _ask(self, *, only_first: bool) -> None:
        def done(state: JournalState) -> None:
            if self.panel is None and (state.standing is Standing.MISSING or not only_first):
                self._show(state)
            elif only_first:
                self.passed.emit()

        self._jobs.run(
            self._desk.journal_state,
            done=done,
            failed=lambda error: self.failed.emit(sentence(error)),
            owner=self,
        )

    def _show(self, state: JournalState) -> None:
        panel = SetUpPanel(self._theme, self._jobs, self._desk, self._window, state)
        panel.made.connect(self.made)
        panel.key_wanted.connect(self.key_wanted)
        panel.closed.connect(self._closed)
        self.panel = panel
        panel.open(panel.first_focus)
        self.opened.emit()

    def _closed(self) -> None:
        self.panel = None
        self.closed.emit()
        self.passed.emit()
