"""The demo's walk: one strip that says the next thing to try, and goes on when it was done.

It watches what the person does and never does it for them; only the first question can be put
into the composer. Each step can be skipped, and all of it dismissed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.shell.actions import keys_of
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.parts.announce import announce
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance

    from luminair.shell.theme import Theme
    from luminair.shell.window.main_window import MainWindow

QUESTION = "Does a resume still lose part 7?"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to try.

    Attributes:
        name: what :meth:`Walk.did` calls it.
        text: what to do, and what is to be seen.
        button: of a button that helps, or ''.
    """

    name: str
    text: str
    button: str = ""


STEPS: tuple[Step, ...] = (
    Step("ask", f"Ask something: “{QUESTION}”, then ↩.", "Write it for me"),
    Step("unfold", "Open the line “Journal” under your message: all that rode with it."),
    Step("why", "Press “Why this digest?” below them: how each note was chosen, or left out."),
    Step(
        "edit",
        f"{keys_of('journal')} opens the Journal; change a note, it saves by itself. "
        f"{keys_of('journal')} leads back.",
    ),
    Step("untick", "Type //context, ↩. Untick “Include optional Journal notes…”, then Done."),
    Step("send", "Ask anything once more. Now only Harness, rules and pins ride with it."),
)
_END = Step(
    "",
    "That was the walk; quitting leaves no trace. Next, your coding agent gets this memory by "
    f"“luminair-journal hooks install claude” in a terminal. {keys_of('help')} explains the rest.",
)


class WalkStrip(QWidget):
    """Where the walk is, what to do, and ways past it.

    Signals:
        helped, skipped, dismissed: a click.
    """

    helped = Signal()
    skipped = Signal()
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        shape = Shape(height=24, pad=8, style=Style.SMALL_MEDIUM)
        self.place = Line(theme, "", Style.SMALL, "text2")
        self.text = Label(theme, "", Style.BODY, wraps=True)
        self.help = Button(theme, " ", fill=Fill.BORDERED, shape=shape)
        self.skip = Button(theme, "Skip", fill=Fill.LINK, shape=shape, name="Skip this step")
        self.close_button = icon_button(
            theme, "ph.x", "End the walk", shape=Shape(height=24, pad=5, icon=14, radius=6)
        )
        self.help.clicked.connect(self.helped)
        self.skip.clicked.connect(self.skipped)
        self.close_button.clicked.connect(self.dismissed)
        box = Box(theme, "raised", border="line", radius=8)
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 7, 10, 7)
        row.setSpacing(12)
        row.addWidget(self.place)
        row.addWidget(self.text, 1)
        for button in (self.help, self.skip, self.close_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 4)
        column.addWidget(box)

    def show_step(self, step: Step, place: str) -> None:
        """Shows a step; without a place it is the end."""
        self.place.set_text(place)
        self.place.setVisible(bool(place))
        self.text.setText(step.text)
        self.help.setVisible(bool(step.button))
        if step.button:
            self.help.set_face(step.button)
            self.help.set_name(step.button)
        self.skip.setVisible(bool(place))
        announce(self, f"{place} {step.text}".strip())


class Walk(QObject):
    """Leads through the steps over one main window.

    Args:
        theme: colours and fonts.
        window: shows the strip.
        edited: the Journal was written to.
        steps: what there is to try.

    Attributes:
        strip: while the walk lasts, else None.
    """

    def __init__(
        self,
        theme: Theme,
        window: MainWindow,
        edited: SignalInstance,
        steps: Sequence[Step] = STEPS,
    ) -> None:
        super().__init__(window)
        self._window, self._steps, self._at = window, steps, 0
        self.strip: WalkStrip | None = WalkStrip(theme)
        self.strip.helped.connect(self._write)
        self.strip.skipped.connect(self._go_on)
        self.strip.dismissed.connect(self.end)
        window.add_strip(self.strip)
        window.turns.ended.connect(self._answered)
        window.budget.opened.connect(self._watch_sheet)
        window.why_wanted.connect(lambda *_: self.did("why"))
        edited.connect(lambda: self.did("edit"))
        self._show()

    @property
    def step(self) -> str:
        """What is to be tried now; '' at the end."""
        return self._steps[self._at].name if self._at < len(self._steps) else ""

    def did(self, name: str) -> None:
        """The person did something; where it is what was asked for, the walk goes on."""
        if self.strip is not None and name and name == self.step:
            self._go_on()

    def end(self) -> None:
        """Takes the strip away."""
        if self.strip is not None:
            self.strip.hide()
            self.strip.deleteLater()
            self.strip = None

    def _go_on(self) -> None:
        self._at += 1
        self._show()

    def _show(self) -> None:
        if self.strip is None:
            return
        if not self.step:
            self.strip.show_step(_END, "")
            return
        self.strip.show_step(self._steps[self._at], f"{self._at + 1} of {len(self._steps)}")
        if self.step == "unfold":
            self._watch_lines()

    def _write(self) -> None:
        pane = self._window.board.active
        pane.composer.edit.set_text(QUESTION)
        pane.take_focus()

    def _answered(self, _session: str) -> None:
        if self.step == "send":
            self.did("send")
        else:
            self.did("ask")
        if self.step == "unfold":
            self._watch_lines()

    def _watch_lines(self) -> None:
        """A line that is opened while this step lasts ends it, old or new."""
        for line in self._window.board.findChildren(JournalLine):
            line.unfolds.connect(self._unfolded, Qt.ConnectionType.UniqueConnection)

    @Slot(object)
    def _unfolded(self, line: JournalLine) -> None:
        if line.opened:
            self.did("unfold")

    def _watch_sheet(self) -> None:
        sheet = self._window.budget.sheet
        if sheet is not None:
            sheet.include_changed.connect(lambda on: None if on else self.did("untick"))
