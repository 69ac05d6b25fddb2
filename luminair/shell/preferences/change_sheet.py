"""Shows what would be changed in a file of another program, and asks whether to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.code import CodeText
from luminair.shell.parts.colouring import Run
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.agents.settings_files import Change
    from luminair.shell.theme import Theme

SIZE = QSize(820, 560)
SIDE = 24
_BUTTON = Shape(height=28, pad=16)


class ChangeSheet(Overlay):
    """Title, the file, the lines that change, Cancel and Write.

    Args:
        theme: colours and fonts.
        window: the window to cover.
        title: what is done.
        change: to the file.

    Signals:
        agreed: the owner said yes.
    """

    agreed = Signal()

    def __init__(self, theme: Theme, window: QWidget, title: str, change: Change) -> None:
        super().__init__(theme, window, SIZE)
        self.setAccessibleName(title)
        self.write = Button(theme, "Write this", fill=Fill.FILLED, shape=_BUTTON)
        self.cancel = Button(theme, "Cancel", fill=Fill.BORDERED, shape=_BUTTON)
        self.write.clicked.connect(self._agree)
        self.cancel.clicked.connect(self.dismiss)
        self.lines = CodeText(theme, Style.MONO_EXACT, most=SIZE.height() - 190)
        self.lines.setAccessibleName("The change")
        shown = change.diff.rstrip("\n").split("\n")[2:]
        self.lines.show_runs([Run(f"{line}\n", _role(line)) for line in shown])
        head = QVBoxLayout()
        head.setContentsMargins(SIDE, 17, SIDE, 14)
        head.setSpacing(2)
        head.addWidget(Label(theme, title, Style.SHEET_TITLE))
        head.addWidget(Line(theme, str(change.file), Style.SMALL, "text2", middle=True))
        middle = QVBoxLayout()
        middle.setContentsMargins(SIDE, 12, SIDE, 12)
        middle.addWidget(self.lines)
        middle.addStretch(1)
        said = "Nothing else in the file changes, and a copy of it as it is now is kept."
        if change.restores:
            said = "The file is then byte for byte as it was before."
        foot = QHBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 11)
        foot.setSpacing(8)
        foot.addWidget(Label(theme, said, Style.SMALL, "text2", wraps=True), 1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.write)
        whole = QVBoxLayout(self.panel)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(Hairline(theme))
        whole.addLayout(middle, 1)
        whole.addWidget(Hairline(theme))
        whole.addLayout(foot)

    def _agree(self) -> None:
        self.dismiss()
        self.agreed.emit()


def _role(line: str) -> str:
    if line.startswith("@@"):
        return "text3"
    return {"-": "danger", "+": "ok"}.get(line[:1], "text2")
