"""Which folder becomes the Journal, what it holds, and which of its notes may ride (spec 1.5)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.folders import place
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Label
from luminair.shell.preferences.fields import Radio
from luminair.shell.preferences.ride_question import RideQuestion
from luminair.shell.preferences.rows import Group
from luminair.shell.preferences.words import facts_words, ride_words
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from luminair.journal import FolderFacts
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

NAME = "Luminair Journal"
NEW, HAVE = 0, 1
ROUND = 4
"""A row this near to an edge of its box has the round corners there."""


class Option(QWidget):
    """A row that is chosen by a radio mark, or by a click anywhere on it.

    Args:
        theme: colours and fonts.
        icon: a qtawesome name.
        title: what it chooses.
        line: what that means.
        controls: at its right end.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        line: str = "",
        controls: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.radio = Radio(theme, title)
        self.radio.toggled.connect(self._toggled)
        self.title = Label(theme, title, Style.BODY_BOLD)
        self.line = Label(theme, line, Style.SMALL, "text2", wraps=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 16, 8)
        row.setSpacing(10)
        row.addWidget(self.radio)
        self._glyph = Glyph(theme, icon, "text2", 18)
        row.addWidget(self._glyph)
        row.addLayout(words, 1)
        for control in controls:
            row.addWidget(control)
        self.setMinimumHeight(52)
        theme.repaints(self)

    def _toggled(self, on: bool) -> None:
        self._glyph.set_role("accent" if on else "text2")
        self.update()

    def say(self, line: str, role: str = "text2") -> None:
        """Changes the line below the title."""
        self.line.setText(line)
        self.line.set_role(role)
        self.radio.setAccessibleDescription(line)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.radio.isEnabled():
            self.radio.click()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.radio.isChecked():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accentsoft"))
        # Round only where the box around all rows is; the rest of the shape is cut off.
        box = self.parentWidget()
        under = box.height() - self.geometry().bottom() if box is not None else 0
        above, below = (9 if space > ROUND else 0 for space in (self.y(), under))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0, -above, 0, below), 9, 9)
        painter.end()


class JournalChoice(QWidget):
    """A new Journal or a folder that is there, and the question that comes with it.

    Args:
        theme: colours and fonts.
        jobs: folders are looked into there.
        desk: looks into folders.
        new: where a new Journal would be made.
        gone: where a Journal was and is not any more, or None.

    Signals:
        changed: what is chosen, or what is known of it.
    """

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        new: Path,
        gone: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._facts: dict[int, FolderFacts | None] = {NEW: None, HAVE: None}
        self._faults: dict[int, str] = {NEW: "", HAVE: ""}
        self._looking = {NEW: Newest(), HAVE: Newest()}
        self._asked: FolderFacts | None = None
        self._gone = gone
        self.change = Button(theme, "Change…", fill=Fill.BORDERED, name="Change where it is made")
        self.pick = Button(theme, "Choose…", fill=Fill.BORDERED, name="Choose a folder you have")
        self.new = Option(theme, "ph.folder-plus", "Make a new Journal", "", [self.change])
        self.have = Option(
            theme,
            "ph.folder-open",
            "Use a folder you have",
            "Markdown notes or an Obsidian vault. Your notes stay as they are.",
            [self.pick],
        )
        self.options = QButtonGroup(self)
        group = Group(theme)
        for number, option in ((NEW, self.new), (HAVE, self.have)):
            self.options.addButton(option.radio, number)
            group.add(option)
        self.question = RideQuestion(theme, "You can change that in Settings, Journal.")
        self.question.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(group)
        column.addWidget(self.question)
        self.change.clicked.connect(self._choose_parent)
        self.pick.clicked.connect(self._choose_folder)
        self.options.idToggled.connect(self._toggled)
        self.take(NEW, new)

    @property
    def facts(self) -> FolderFacts | None:
        """What is known of the folder that is chosen, None while that is nothing."""
        return self._facts.get(self.options.checkedId())

    @property
    def ride(self) -> str | tuple[str, ...] | None:
        """The answer on which notes may ride, None where it was not asked."""
        facts = self.facts
        return self.question.answer() if facts is not None and facts.asks else None

    def choose(self, number: int) -> None:
        """Chooses one of the two options."""
        button = self.options.button(number)
        if button is not None:
            button.setChecked(True)

    def take(self, number: int, folder: Path) -> None:
        """Looks into a folder for one of the options, and chooses that option."""
        self._facts[number], self._faults[number] = None, ""
        self._option(number).say(f"{place(folder, Path.home())} · Looking…")
        self.choose(number)
        desk = self._desk

        def done(facts: FolderFacts) -> None:
            self._facts[number] = facts
            self._say(number, facts)
            self._show()

        def failed(error: Exception) -> None:
            self._faults[number] = sentence(error)
            self._option(number).say(self._faults[number], "danger")
            self._show()

        self._jobs.run(
            lambda: desk.look_into(folder),
            done=done,
            failed=failed,
            newest=self._looking[number],
            owner=self,
        )
        self._show()

    def _say(self, number: int, facts: FolderFacts) -> None:
        said = facts_words(facts)
        if facts.place == self._gone and not facts.exists:
            said = "Your Journal was here and is gone. This makes an empty one."
        words = f"{place(facts.place, Path.home())} · {said}"
        if facts.notes and not facts.asks and facts.ride is not None:
            words += f" {ride_words(facts.ride)}"
        self._option(number).say(words)

    def _option(self, number: int) -> Option:
        return self.new if number == NEW else self.have

    def _toggled(self, number: int, on: bool) -> None:
        if on:
            if number == HAVE and self._facts[HAVE] is None and not self._faults[HAVE]:
                self.pick.setFocus(Qt.FocusReason.OtherFocusReason)
            self._show()

    def _show(self) -> None:
        facts = self.facts
        asks = facts is not None and facts.asks
        if facts is not None and asks and facts is not self._asked:
            self._asked = facts
            self.question.ask(facts)
        self.question.setVisible(asks)
        self.changed.emit()

    def _choose_parent(self) -> None:
        self._dialog("Choose where the Journal is made").fileSelected.connect(
            lambda folder: self.take(NEW, Path(folder) / NAME)
        )

    def _choose_folder(self) -> None:
        self._dialog("Choose the folder of your notes").fileSelected.connect(
            lambda folder: self.take(HAVE, Path(folder))
        )

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title, str(Path.home() / "Documents"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    @override
    def sizeHint(self) -> QSize:
        return QSize(660, super().sizeHint().height())
