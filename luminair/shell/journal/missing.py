"""The page that stands in the Journal window while its folder cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.folders import place
from luminair.shell.parts.states import EmptyState
from luminair.vaults import Standing

if TYPE_CHECKING:
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme
    from luminair.vaults import JournalState

_TITLES = {
    Standing.MISSING: "There is no Journal yet",
    Standing.GONE: "Your Journal folder is not there",
    Standing.NOT_A_FOLDER: "Your Journal folder is not there",
    Standing.UNREADABLE: "Your Journal folder cannot be read",
}


def words_of(state: JournalState, person: Path) -> tuple[str, str, str]:
    """Title and two lines about a Journal that cannot be shown.

    Args:
        state: how it stands.
        person: the owner's home folder.
    """
    where = place(state.place, person)
    match state.standing:
        case Standing.MISSING:
            first = f"It would stand in {where}."
            second = "Sessions work without one. No notes ride until there is one."
        case Standing.GONE:
            first = f"Looked in {where}."
            second = "Sessions still work. No notes ride until it is back."
        case Standing.NOT_A_FOLDER:
            first = f"Looked in {where}: a file stands there."
            second = "Messages wait until another folder is chosen."
        case _:
            first, second = state.sentence, "Messages wait until it can be read."
    return _TITLES.get(state.standing, _TITLES[Standing.UNREADABLE]), first, second


class MissingPage(QStackedWidget):
    """Shows the Journal, or why it cannot be shown and what to do.

    Args:
        theme: colours and fonts.
        jobs: looking where it is goes there.
        desk: knows how it stands.
        shown: the Journal.

    Signals:
        choose_wanted: another folder is to be chosen.
        again_wanted: the folder is to be looked at again.
    """

    choose_wanted = Signal()
    again_wanted = Signal()

    def __init__(
        self, theme: Theme, jobs: Jobs, desk: Desk, shown: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._desk, self._shown = theme, jobs, desk, shown
        self._asking = Newest()
        self._why, self._tried = "", False
        self.page: EmptyState | None = None
        self.addWidget(shown)

    @property
    def missing(self) -> bool:
        """Whether the page is shown."""
        return self.currentWidget() is not self._shown

    def there(self) -> None:
        """The Journal has been read: shows it."""
        self._asking.drop()
        self._tried = False
        self.setCurrentWidget(self._shown)
        self._put(None)

    def look(self, why: str) -> None:
        """The Journal could not be read: finds out how it stands, and says so.

        Args:
            why: a sentence.
        """
        self._why = why
        self._jobs.run(
            self._desk.journal_state,
            done=self._say,
            failed=lambda error: self._show(_TITLES[Standing.UNREADABLE], sentence(error)),
            newest=self._asking,
            owner=self,
        )

    def _say(self, state: JournalState) -> None:
        if state.standing is Standing.THERE:  # it has come back meanwhile
            if self._tried:
                self._show(_TITLES[Standing.UNREADABLE], self._why)
            else:
                self._tried = True
                self.again_wanted.emit()
            return
        title, *lines = words_of(state, Path.home())
        never = state.standing is Standing.MISSING
        choose = ("Set up…" if never else "Choose folder…") if state.can_choose else ""
        self._show(title, *lines, choose=choose)

    def _show(self, title: str, *lines: str, choose: str = "") -> None:
        again = Button(self._theme, "Look again", fill=Fill.BORDERED if choose else Fill.FILLED)
        again.clicked.connect(self.again_wanted)
        buttons = [again]
        if choose:
            buttons.insert(0, Button(self._theme, choose, fill=Fill.FILLED))
            buttons[0].clicked.connect(self.choose_wanted)
        page = EmptyState(self._theme, "ph.folder-minus", title, lines, buttons, role="danger")
        page.setAccessibleName(" ".join((title, *lines)))
        self._put(page)

    def _put(self, page: EmptyState | None) -> None:
        old, self.page = self.page, page
        if page is not None:
            self.addWidget(page)
            self.setCurrentWidget(page)
        if old is not None:
            self.removeWidget(old)
            old.deleteLater()
