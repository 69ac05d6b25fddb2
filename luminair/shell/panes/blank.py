"""What a pane shows while its session has no message: an invitation, or what is missing first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from luminair.lanes.lane import WayOn
from luminair.machine import keychain
from luminair.shell.panes.journal_line import summary
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.states import EmptyState

if TYPE_CHECKING:
    from luminair.context.block import Assembly
    from luminair.lanes.lane import LaneInfo
    from luminair.shell.theme import Theme


def invitation(project: str, model: str, assembly: Assembly | None) -> tuple[str, str]:
    """Where the session is, and what rides from its first message."""
    where = " · ".join(part for part in (project, model) if part)
    said = "" if assembly is None else summary(assembly.riders)
    words = " and ".join(said.replace(" · ", ", ").rsplit(", ", 1))
    verb = "rides" if said.startswith("1 ") and " · " not in said else "ride"
    return where, f"{words} {verb} from the first message." if said else ""


class Blank(QStackedWidget):
    """The page of a session that is not begun.

    Args:
        theme: colours and fonts.

    Signals:
        way_wanted: a :class:`WayOn` that leads to a lane that can answer.
    """

    way_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ready = EmptyState(theme, "ph.chat-centered-text", "What should we work on?", ("", ""))
        self.add_key = Button(theme, "Add key…", fill=Fill.FILLED)
        self.add_key.clicked.connect(lambda: self.way_wanted.emit(WayOn.SETTINGS))
        self.other = Button(theme, "Use another lane", fill=Fill.BORDERED)
        self.other.clicked.connect(lambda: self.way_wanted.emit(WayOn.CHOOSE_LANE))
        safe = (
            f"Add one and it is kept in your {keychain()}.",
            "What you write stays in the composer.",
        )
        self.no_key = EmptyState(theme, "ph.key", "", safe, (self.add_key, self.other))
        self.addWidget(self.ready)
        self.addWidget(self.no_key)

    def show_session(
        self, info: LaneInfo, project: str, model: str, assembly: Assembly | None
    ) -> None:
        """Shows where a session would begin.

        Args:
            info: its lane.
            project: name of its project, or ''.
            model: what its next message goes to, as people call it.
            assembly: what that message would carry, as far as it is known.
        """
        self.ready.set_lines(invitation(project, model, assembly))
        self.no_key.set_title(f"{info.title} has no key yet")
        self.setCurrentWidget(self.no_key if info.lacks == "key" else self.ready)
