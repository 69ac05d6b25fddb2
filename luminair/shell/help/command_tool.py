"""Install Command Line Tool… and its removal: says what it will do, then does it on a yes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.config import command_tool
from luminair.errors import Refused
from luminair.shell.failures import sentence
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.code import CodeText
from luminair.shell.parts.colouring import Run
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.text import Hairline, Label
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.config.command_tool import Plan
    from luminair.config.paths import Home
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

SIZE = QSize(640, 248)
SIDE = 24
_BUTTON = Shape(height=28, pad=16)
_SAID = "It is one link, and nothing else is changed. Luminair’s menu takes it away again."


class ToolSheet(Overlay):
    """Title, what will be done, Cancel and the verb.

    Args:
        theme: colours and fonts.
        window: the window to cover.
        plan: what will be done.
        installs: whether it installs or removes.

    Signals:
        agreed: the owner said yes.
    """

    agreed = Signal()

    def __init__(self, theme: Theme, window: QWidget, plan: Plan, *, installs: bool) -> None:
        super().__init__(theme, window, SIZE)
        title = f"{'Install' if installs else 'Remove'} the command line tool?"
        self.setAccessibleName(title)
        self.yes = Button(
            theme, "Install" if installs else "Remove", fill=Fill.FILLED, shape=_BUTTON
        )
        self.cancel = Button(theme, "Cancel", fill=Fill.BORDERED, shape=_BUTTON)
        self.yes.clicked.connect(self._agree)
        self.cancel.clicked.connect(self.dismiss)
        lead = (
            "Then “luminair-journal” works in every terminal. This link is made:"
            if installs
            else "Terminals no longer find “luminair-journal”; hooks that you installed go on "
            "working. This link goes:"
        )
        self.lead = Label(theme, lead, Style.BODY, wraps=True)
        self.lines = CodeText(theme, Style.MONO_EXACT, most=60)
        self.lines.setAccessibleName("The link")
        shown = f"{_short(plan.link)}\n  → {_short(plan.target)}"
        self.lines.show_runs([Run(shown, "ok" if installs else "danger")])
        lacks, colon, typed = (plan.hint if installs else "").partition(": ")
        self.hint = Label(theme, lacks + colon.strip(), Style.SMALL, "text2", wraps=True)
        self.hint.setVisible(bool(lacks))
        self.typed = CodeText(theme, Style.MONO_EXACT, most=40)
        self.typed.setAccessibleName("The line for the terminal")
        self.typed.show_runs([Run(typed, "text")])
        self.typed.setVisible(bool(typed))
        middle = QVBoxLayout()
        middle.setContentsMargins(SIDE, 17, SIDE, 12)
        middle.setSpacing(10)
        middle.addWidget(Label(theme, title, Style.SHEET_TITLE))
        for widget in (self.lead, self.lines, self.hint, self.typed):
            middle.addWidget(widget)
        middle.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 11)
        foot.setSpacing(8)
        said = Label(theme, _SAID if installs else "", Style.SMALL, "text2", wraps=True)
        foot.addWidget(said, 1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.yes)
        whole = QVBoxLayout(self.panel)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(Hairline(theme))
        whole.addLayout(foot)

    def _agree(self) -> None:
        self.dismiss()
        self.agreed.emit()


class CommandTool(QObject):
    """Plans, asks, and does it.

    Args:
        theme: colours and fonts.
        jobs: every look at the disk goes there.
        desk: says where this machine's files lie.
        window: the sheet covers it.
        places: folders that will do; None for the usual ones.

    Attributes:
        sheet: while it is open, else None.

    Signals:
        opened, closed: the sheet.
        said: a sentence: what was done, or why not.
    """

    opened = Signal()
    closed = Signal()
    said = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        window: QWidget,
        places: Sequence[Path] | None = None,
    ) -> None:
        super().__init__(window)
        self._theme, self._jobs, self._desk, self._window = theme, jobs, desk, window
        self._places = places
        self.sheet: ToolSheet | None = None

    def ask(self, installs: bool) -> None:
        """Works out what would be done, and shows it."""
        home = self._desk.home

        def plan() -> Plan:
            if self._desk.is_demo:
                raise Refused(
                    "This is a look round in a home that goes when you quit; open Luminair without "
                    "--demo to install or remove the command line tool."
                )
            places = self._places or command_tool.usual_places()
            if installs:
                return command_tool.plan_install(home, places)
            return command_tool.plan_remove(home, places)

        self._jobs.run(
            plan,
            done=lambda found: self._offer(home, found, installs=installs),
            failed=self._fail,
            owner=self,
        )

    def _offer(self, home: Home, plan: Plan, *, installs: bool) -> None:
        if self.sheet is not None:
            return
        if installs and plan.there:
            self.said.emit(
                f"The command line tool is there: {_short(plan.link)}. {plan.hint}".strip()
            )
            return
        self.sheet = ToolSheet(self._theme, self._window, plan, installs=installs)
        self.sheet.closed.connect(self._gone)
        self.sheet.agreed.connect(lambda: self._do(home, plan, installs=installs))
        self.sheet.open(self.sheet.yes if installs else self.sheet.cancel)
        self.opened.emit()

    def _gone(self) -> None:
        self.sheet = None
        self.closed.emit()

    def _do(self, home: Home, plan: Plan, *, installs: bool) -> None:
        def work() -> str:
            if installs:
                command_tool.install(home, plan)
                return f"Installed: {_short(plan.link)}. {plan.hint}".strip()
            command_tool.remove(plan)
            return f"Removed: {_short(plan.link)}."

        self._jobs.run(work, done=self.said.emit, failed=self._fail, owner=self)

    def _fail(self, error: Exception) -> None:
        self.said.emit(sentence(error))


def _short(path: Path) -> str:
    """A path as people write it, with ~ for the home folder."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except ValueError:
        return str(path)
