"""How the commands in the menu bar stand: what is ticked, what can be done, which pane is which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.shell.actions import label_of_pane
from luminair.shell.panes.dropping import Zone
from luminair.shell.theme import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from luminair.shell.panes.board import Board

_LOOKS = (
    (Choice.SYSTEM, "follow_system"),
    (Choice.LIGHT, "light"),
    (Choice.DARK, "dark"),
)


def show_states(
    commands: Mapping[str, QAction],
    board: Board,
    *,
    look: Choice,
    sidebar: bool,
    waiting: bool,
    reopens: bool,
) -> None:
    """Ticks, enables and names the commands as the window stands.

    Args:
        commands: the window's actions by name.
        board: the panes.
        look: light, dark or as the system is.
        sidebar: whether the sidebar is shown.
        waiting: whether a session waits for the owner's answer.
        reopens: whether a pane that was closed can come back.
    """
    panes, active = board.panes, board.active
    for name, count in (("one", 1), ("two", 2), ("four", 4)):
        commands[name].setChecked(len(panes) == count)
    for choice, name in _LOOKS:
        commands[name].setChecked(look is choice)
    commands["zoom"].setChecked(board.zoomed)
    commands["sidebar"].setChecked(sidebar)
    several = len(panes) > 1
    for name in ("zoom", "even", "previous_pane", "next_pane", "send_all"):
        commands[name].setEnabled(several)
    commands["stop"].setEnabled(active.streaming)
    commands["question"].setEnabled(waiting)
    commands["reopen"].setEnabled(reopens)
    commands["split_below"].setEnabled(board.can_split(active, Zone.BELOW))
    for at in range(4):
        action = commands[f"pane_{at + 1}"]
        there = at < len(panes)
        action.setEnabled(there)
        session = panes[at].session if there else None
        action.setText(label_of_pane(at, "" if session is None else session.title))
