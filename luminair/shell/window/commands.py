"""What each command of the table does in this window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from luminair.shell.panes.pane import Pane
from luminair.shell.parts.windows import standard_calls
from luminair.shell.theme import Choice
from luminair.shell.window.asking import choose_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from luminair.shell.panes.board import Board
    from luminair.shell.theme import Theme
    from luminair.shell.window.arranging import Arranging
    from luminair.shell.window.broadcast import Broadcast
    from luminair.shell.window.regions import Regions
    from luminair.shell.window.sessions import Sessions
    from luminair.shell.window.waiting import Waiting

USUAL_TEXT_SIZE = 14


class Window(Protocol):
    """What commands ask of the window; the main window is one."""

    board: Board
    sessions: Sessions
    theme: Theme
    waiting: Waiting
    regions: Regions
    arranging: Arranging
    broadcast: Broadcast
    tool_wanted: SignalInstance

    def close_window(self) -> None:
        """Closes this window."""
        ...

    def open_settings(self) -> None:
        """Asks for the settings."""
        ...

    def open_help(self) -> None:
        """Asks for help."""
        ...

    def go_anywhere(self) -> None:
        """Asks for a session, note or command to go to."""
        ...

    def close_pane(self, pane: Pane) -> None:
        """Closes a pane."""
        ...

    def toggle_sidebar(self) -> None:
        """Shows or hides the sidebar."""
        ...

    def set_panes(self, count: int) -> None:
        """Shows one, two or four panes."""
        ...

    def set_text_size(self, points: int) -> None:
        """Scales text."""
        ...

    def set_look(self, choice: Choice) -> None:
        """Light, dark, or as the system is."""
        ...

    def open_budget(self) -> None:
        """Opens Context budget."""
        ...

    def open_journal(self) -> None:
        """Asks for the Journal."""
        ...

    def go_pane(self, number: int) -> None:
        """Goes to a pane."""
        ...


def calls(window: Window, widget: QWidget) -> dict[str, Callable[[], None]]:
    """The window's command table: name → what it does.

    Args:
        window: what the commands ask.
        widget: the same, as a window among windows.
    """
    board, sessions, theme = window.board, window.sessions, window.theme
    found: dict[str, Callable[[], None]] = {
        **standard_calls(widget),
        "settings": window.open_settings,
        "install_tool": lambda: window.tool_wanted.emit(True),
        "remove_tool": lambda: window.tool_wanted.emit(False),
        "new": sessions.begin,
        "new_pane": sessions.begin_beside,
        "switcher": window.go_anywhere,
        "folder": lambda: choose_folder(widget, board.active),
        "rename": lambda: sessions.rename(board.active.session_id),
        "duplicate": lambda: sessions.duplicate(board.active.session_id),
        "bin": lambda: sessions.bin(board.active.session_id),
        "close_pane": lambda: window.close_pane(board.active),
        "close_window": window.close_window,
        "reopen": window.arranging.reopen,
        "find": _active(board, lambda pane: pane.finder.open_bar()),
        "find_next": _active(board, lambda pane: pane.finder.next()),
        "find_previous": _active(board, lambda pane: pane.finder.previous()),
        "search": window.regions.search,
        "sidebar": window.toggle_sidebar,
        "one": lambda: window.set_panes(1),
        "two": lambda: window.set_panes(2),
        "four": lambda: window.set_panes(4),
        "split": sessions.split,
        "split_below": window.arranging.split_below,
        "zoom": board.zoom,
        "even": board.even_out,
        "bigger": lambda: window.set_text_size(theme.text_size + 1),
        "smaller": lambda: window.set_text_size(theme.text_size - 1),
        "usual_size": lambda: window.set_text_size(USUAL_TEXT_SIZE),
        "follow_system": lambda: window.set_look(Choice.SYSTEM),
        "light": lambda: window.set_look(Choice.LIGHT),
        "dark": lambda: window.set_look(Choice.DARK),
        "composer": _active(board, Pane.take_focus),
        "stop": _active(board, lambda pane: pane.talk.stop()),
        "retry": _active(board, lambda pane: pane.talk.retry()),
        "edit_last": _active(board, lambda pane: pane.talk.edit_last()),
        "copy_answer": _active(board, lambda pane: pane.errands.copy_answer()),
        "attach": _active(board, lambda pane: pane.errands.choose_files()),
        "question": window.waiting.go,
        "previous_message": _active(board, lambda pane: pane.transcript.step(-1)),
        "next_message": _active(board, lambda pane: pane.transcript.step(1)),
        "send_all": window.broadcast.send_active,
        "context": window.open_budget,
        "journal": window.open_journal,
        "previous_pane": lambda: window.go_pane(board.active_index - 1),
        "next_pane": lambda: window.go_pane(board.active_index + 1),
        "next_session": lambda: sessions.step(1),
        "previous_session": lambda: sessions.step(-1),
        "next_region": lambda: window.regions.go(1),
        "previous_region": lambda: window.regions.go(-1),
        "help": window.open_help,
    }
    for number in range(4):
        found[f"pane_{number + 1}"] = _going(window, number)
    return found


def _active(board: Board, do: Callable[[Pane], None]) -> Callable[[], None]:
    """Does something to the pane that is active then."""
    return lambda: do(board.active)


def _going(window: Window, number: int) -> Callable[[], None]:
    return lambda: window.go_pane(number)
