"""Which of the owner's own notes may ride: asked in the set-up panel and in Settings (spec 1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from luminair.plurals import counted
from luminair.shell.parts.box import Box
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.switch import TickBox
from luminair.shell.parts.text import Label
from luminair.shell.preferences.fields import Radio
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import FolderFacts

TICKED, ALL, NONE = 0, 1, 2
MOST_HEIGHT = 132


class RideQuestion(Box):
    """Asks which of the owner's own notes may ride; the safest answer stands first.

    Args:
        theme: colours and fonts.
        later: where the answer can be changed afterwards, a sentence, or ''.
    """

    def __init__(self, theme: Theme, later: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, "raised", border="line", radius=10, parent=parent)
        self._ticks: list[TickBox] = []
        self._title = Label(theme, "", Style.BODY_BOLD, wraps=True)
        hint = "Luminair sends a note along when it fits your message. The rest can be searched."
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(Label(theme, hint, Style.SMALL, "text2", wraps=True))
        column.addSpacing(4)
        self.answers = QButtonGroup(self)
        self._list = _Ticks(theme, self._show)
        none = "No folder is ticked, so none of them will ride."
        self.nothing = Label(theme, f"{none} {later}".strip(), Style.SMALL, "text2", wraps=True)
        self.nothing.setContentsMargins(30, 0, 0, 0)
        for number, words in (
            (TICKED, "Only notes in the folders that I tick"),
            (ALL, "All of them"),
            (NONE, "None of them"),
        ):
            radio = Radio(theme, words)
            self.answers.addButton(radio, number)
            line = QHBoxLayout()
            line.setSpacing(6)
            line.addWidget(radio)
            label = Label(theme, words, Style.BODY)
            label.setBuddy(radio)
            line.addWidget(label, 1)
            column.addLayout(line)
            if number == TICKED:
                column.addWidget(self._list)
                column.addWidget(self.nothing)
        self.answers.idToggled.connect(self._toggled)
        self.answers.button(TICKED).setChecked(True)

    def ask(self, facts: FolderFacts) -> None:
        """Asks about the notes of one folder; the answer that holds now is chosen already."""
        self._title.setText(f"May your own {counted(facts.notes, 'note')} ride in prompts?")
        self._list.show_folders(facts)
        self.answers.button(TICKED).setEnabled(self._list.has_any)
        safest = TICKED if self._list.has_any else NONE
        chosen = {"all": ALL, "none": NONE}.get(str(rides_now(facts)), safest)
        self.answers.button(chosen).setChecked(True)
        self._show()

    def answer(self) -> str | tuple[str, ...]:
        """'all', 'none', or the folders that are ticked."""
        chosen = self.answers.checkedId()
        if chosen == ALL:
            return "all"
        return (self._list.ticked() or "none") if chosen == TICKED else "none"

    def tick(self, folder: str) -> None:
        """Ticks a folder, as a click on it does."""
        self._list.tick(folder)

    def _toggled(self, number: int, _on: bool) -> None:
        if number == TICKED:
            self._show()

    def _show(self) -> None:
        ticks = self.answers.checkedId() == TICKED and self._list.has_any
        self._list.setVisible(ticks)
        self.nothing.setVisible(ticks and not self._list.ticked())


def rides_now(facts: FolderFacts) -> str | tuple[str, ...] | None:
    """Which notes of the owner's own may ride: 'all', 'none', folders; None: nobody has said."""
    if facts.ride is None and not facts.asks:
        return "all"  # a Journal that Luminair made, before anyone was asked
    return facts.ride


class _Ticks(QScrollArea):
    """A tick box for each folder, in an area that scrolls."""

    def __init__(
        self, theme: Theme, told: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._told = theme, told
        self._boxes: dict[str, TickBox] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        slim_bars(self, theme)

    @property
    def has_any(self) -> bool:
        """Whether there is a folder to tick."""
        return bool(self._boxes)

    def show_folders(self, facts: FolderFacts) -> None:
        """Shows the folders of a vault; those that may ride now are ticked."""
        now = facts.ride if isinstance(facts.ride, tuple) else ()
        ticked = {folder.strip("/") for folder in now}
        rows = [
            (folder, "never rides" if folder in facts.never_ride else counted(notes, "note"))
            for folder, notes in facts.folders
        ]
        # An answer may name folders inside others, or such as are empty now.
        rows += [(folder, "") for folder in sorted(ticked - {folder for folder, _ in rows})]
        inside = Box(self._theme, "raised")
        column = QVBoxLayout(inside)
        column.setContentsMargins(30, 0, 0, 4)
        column.setSpacing(2)
        self._boxes = {}
        for folder, said in rows:
            never = folder in facts.never_ride
            box = TickBox(self._theme, f"{folder}   {said}".rstrip())
            box.setEnabled(not never)
            box.setChecked(folder in ticked and not never)
            box.toggled.connect(self._told)
            column.addWidget(box)
            self._boxes[folder] = box
        if facts.loose:
            words = f"{counted(facts.loose, 'note')} in no folder: only All lets them ride"
            column.addWidget(Label(self._theme, words, Style.SMALL, "text2", wraps=True))
        self.setWidget(inside)
        self.setFixedHeight(min(inside.sizeHint().height() + 2, MOST_HEIGHT))
        self.setVisible(self.has_any)

    def ticked(self) -> tuple[str, ...]:
        """The folders that are ticked."""
        return tuple(folder for folder, box in self._boxes.items() if box.isChecked())

    def tick(self, folder: str) -> None:
        """Ticks one."""
        self._boxes[folder].click()
