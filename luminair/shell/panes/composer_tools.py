"""The row of buttons under the composer's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.plurals import counted
from luminair.sessions.commands import PREFIX
from luminair.shell.actions import keys_of
from luminair.shell.panes.targets import TargetsButton, words
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.switch import Switch
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from luminair.context.block import Assembly
    from luminair.shell.panes.targets import Target
    from luminair.shell.theme import Theme

TOOL = Shape(height=28, pad=6, gap=6, icon=16, radius=6, style=Style.SMALL_MEDIUM)
SEND = Shape(height=28, pad=6, icon=15, radius=8)
COUNTED = "rules, pins, dead ends, open asks and notes"
"""What the figure on the button is the sum of."""
HINT_FROM = 400
"""A narrower row has no room for the hint beside the switch."""


class ComposerTools(QWidget):
    """Attach, commands, cost, all panes, send.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        icon = Shape(height=28, pad=6, icon=16, radius=6)
        self.attach = icon_button(theme, "ph.paperclip", "Attach files", shape=icon)
        self.attach.set_name("Attach files", "Attach files or pictures (or drop them here)")
        mono = Shape(height=28, pad=5, radius=6, style=Style.MONO_ROW)
        self.slash = Button(theme, PREFIX, shape=mono, name="Show commands")
        self.slash.set_name("Show commands", "Show commands (//)")
        self.cost = Button(theme, "", icon="ph.book-open", shape=TOOL)
        self.all_panes = Switch(theme, "All panes", style=Style.SMALL)
        self.targets = TargetsButton(theme)
        self.hint = Line(theme, "↩ send", Style.SMALL, "text3")
        self.send = Button(theme, icon="ph.arrow-up-bold", fill=Fill.FILLED, shape=SEND)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.attach)
        row.addWidget(self.slash)
        row.addWidget(self.cost)
        row.addStretch(1)
        row.addWidget(self.all_panes)
        row.addWidget(self.targets)
        row.addSpacing(4)
        row.addWidget(self.hint)
        row.addSpacing(4)
        row.addWidget(self.send)
        self.set_cost(None)

    def set_cost(self, assembly: Assembly | None) -> None:
        """Shows what the Journal adds to the next message."""
        if assembly is None:
            self.cost.set_face("…")
            self.cost.set_name("Open Context budget")
            return
        if assembly.include_optional:
            riders = assembly.riders
            face = in_tokens(riders.tokens, riders.exact)
        else:
            face = "rules and pins only"
        self.cost.set_face(face)
        about = "" if assembly.riders.exact else "about "
        what = COUNTED if assembly.include_optional else "rules and pins"
        self.cost.set_name(
            f"The Journal adds {about}{counted(assembly.riders.tokens, 'token')}: {what}. "
            "Open Context budget",
            f"What the Journal adds: {what}.\nHarness, old summaries and tools are counted in "
            f"Context budget ({keys_of('context')}).",
        )

    def set_cost_failed(self, sentence: str) -> None:
        """Says that the cost is not known because the Journal cannot be read."""
        self.cost.set_face("Journal not read")
        self.cost.set_name("Open Context budget", sentence)

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Shows which panes a message to several of them goes to."""
        said = words(targets) if targets else "All panes"
        if said != self.all_panes.text():
            self.all_panes.setText(said)
            self.all_panes.setAccessibleName(f"Send to {said[0].lower()}{said[1:]}")
            self.all_panes.updateGeometry()
        self.targets.show_targets(targets)

    def set_leader(self, leader: bool) -> None:
        """Dims the row where another pane's composer writes for this one too."""
        for button in (self.attach, self.slash):
            button.setEnabled(leader)
        self.cost.set_roles(icon="text2" if leader else "text3", text="" if leader else "text3")

    def show_stop(self, *, stopping: bool, queues: bool) -> None:
        """Send is Stop while a reply comes; ``queues`` says that Return adds to the queue."""
        self.send.set_fill(Fill.BORDERED)
        self.send.set_face(icon="ph.stop-fill")
        self.send.set_roles(icon="text")
        self.send.setEnabled(not stopping)
        self.send.set_name("Stop reply", f"Stop reply ({keys_of('stop')})")
        waiting = "↩ queue" if queues else f"{keys_of('stop')} stop"
        self.hint.set_text("Stopping…" if stopping else waiting)

    def show_send(self, panes: int, *, enabled: bool, leader: bool) -> None:
        """Send sends, to as many panes as are told."""
        self.send.set_fill(Fill.FILLED)
        self.send.set_face(icon="ph.arrow-up-bold")
        self.send.set_roles(icon="text2")
        name = f"Send to {panes} panes" if panes > 1 else "Send message"
        self.send.set_name(name, f"{name} (↩)")
        self.send.setEnabled(leader and enabled)
        if not leader:
            self.hint.set_text("Sends from pane 1")
        else:
            self.hint.set_text(f"↩ send to {panes} panes" if panes > 1 else "↩ send")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Leaves out what there is no room for."""
        cramped = self.width() < HINT_FROM and not self.all_panes.isHidden()
        self.hint.setVisible(not cramped)
