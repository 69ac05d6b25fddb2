"""Every command of the two windows with menus and its keys, in two tables.

Menu bars, tooltips, button labels and help read these tables; each window connects its own.
``Ctrl`` in a key means ⌘ on a Mac and ``Meta`` means ⌃, as Qt has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from luminair.shell.keys import label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QMenuBar, QWidget

LONGEST_TITLE = 48


class Menu(StrEnum):
    """Menus of the menu bar, in order."""

    APP = "Luminair"
    FILE = "File"
    EDIT = "Edit"
    VIEW = "View"
    SESSION = "Session"
    JOURNAL = "Journal"
    WINDOW = "Window"
    HELP = "Help"


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: what the window connects it by.
        text: as the menu names it.
        menu: in which menu.
        keys: in Qt's portable spelling, the first is shown; () for none.
        role: the place macOS gives it, or NoRole.
        line_before: whether a line stands above it in its menu.
        check: whether it is a switch.
    """

    name: str
    text: str
    menu: Menu
    keys: tuple[str, ...] = ()
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    line_before: bool = False
    check: bool = False


_ROLE = QAction.MenuRole
_WINDOW = Qt.WindowType.Window

# What both windows have; each table takes it in at its place.
_TEXT_EDIT: tuple[Command, ...] = (
    Command("undo", "Undo", Menu.EDIT, ("Ctrl+Z",)),
    Command("redo", "Redo", Menu.EDIT, ("Ctrl+Shift+Z",)),
    Command("cut", "Cut", Menu.EDIT, ("Ctrl+X",), line_before=True),
    Command("copy", "Copy", Menu.EDIT, ("Ctrl+C",)),
    Command("paste", "Paste", Menu.EDIT, ("Ctrl+V",)),
    Command("select_all", "Select All", Menu.EDIT, ("Ctrl+A",)),
)  # fmt: skip
_TEXT_SIZE: tuple[Command, ...] = (
    Command("bigger", "Larger Text", Menu.VIEW, ("Ctrl++", "Ctrl+="), line_before=True),
    Command("smaller", "Smaller Text", Menu.VIEW, ("Ctrl+-",)),
    Command("usual_size", "Usual Text Size", Menu.VIEW, ("Ctrl+0",)),
)  # fmt: skip
_WINDOW_SIZE: tuple[Command, ...] = (
    Command("minimize", "Minimize", Menu.WINDOW, ("Ctrl+M",)),
    Command("zoom_window", "Zoom", Menu.WINDOW),
)  # fmt: skip
_LAST: tuple[Command, ...] = (
    Command("next_region", "Next Region", Menu.WINDOW, ("F6",), line_before=True),
    Command("previous_region", "Previous Region", Menu.WINDOW, ("Shift+F6",)),
    Command("to_front", "Bring All to Front", Menu.WINDOW, line_before=True),
    Command("help", "Luminair Help", Menu.HELP, ("Ctrl+?", "Ctrl+/")),
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (
    Command("about", "About Luminair", Menu.APP, role=_ROLE.AboutRole),
    Command(
        "settings", "Settings…", Menu.APP, ("Ctrl+,",), _ROLE.PreferencesRole, line_before=True
    ),
    Command(
        "install_tool",
        "Install Command Line Tool…",
        Menu.APP,
        role=_ROLE.ApplicationSpecificRole,
        line_before=True,
    ),
    Command(
        "remove_tool",
        "Remove Command Line Tool…",
        Menu.APP,
        role=_ROLE.ApplicationSpecificRole,
    ),
    Command("quit", "Quit Luminair", Menu.APP, ("Ctrl+Q",), _ROLE.QuitRole, line_before=True),
    Command("new", "New Session", Menu.FILE, ("Ctrl+N",)),
    Command("new_pane", "New Session in New Pane", Menu.FILE, ("Ctrl+T",)),
    Command("switcher", "Go to…", Menu.FILE, ("Ctrl+K",), line_before=True),
    Command("folder", "Choose Project Folder…", Menu.FILE, ("Ctrl+O",)),
    Command("rename", "Rename Session…", Menu.FILE, line_before=True),
    Command("duplicate", "Duplicate Session", Menu.FILE),
    Command("bin", "Move Session to Bin", Menu.FILE),
    Command("close_pane", "Close Pane", Menu.FILE, ("Ctrl+W",), line_before=True),
    Command("close_window", "Close Window", Menu.FILE, ("Ctrl+Shift+W",)),
    Command("reopen", "Reopen Closed Pane", Menu.FILE, ("Ctrl+Shift+T",)),
    *_TEXT_EDIT,
    Command("find", "Find in Session", Menu.EDIT, ("Ctrl+F",), line_before=True),
    Command("find_next", "Find Next", Menu.EDIT, ("Ctrl+G",)),
    Command("find_previous", "Find Previous", Menu.EDIT, ("Ctrl+Shift+G",)),
    Command("search", "Search All Sessions", Menu.EDIT, ("Ctrl+Shift+F",)),
    Command("sidebar", "Sidebar", Menu.VIEW, ("Ctrl+Meta+S",), check=True),
    Command("one", "One Pane", Menu.VIEW, line_before=True, check=True),
    Command("two", "Two Panes", Menu.VIEW, check=True),
    Command("four", "Four Panes", Menu.VIEW, check=True),
    Command("split", "Split with the Last Session", Menu.VIEW, ("Ctrl+\\",)),
    Command("split_below", "Split Below", Menu.VIEW),
    Command("zoom", "Zoom Pane", Menu.VIEW, ("Ctrl+Shift+Return",), check=True),
    Command("even", "Even Out Panes", Menu.VIEW),
    *_TEXT_SIZE,
    Command("follow_system", "As the System Is", Menu.VIEW, line_before=True, check=True),
    Command("light", "Light", Menu.VIEW, check=True),
    Command("dark", "Dark", Menu.VIEW, check=True),
    Command("full_screen", "Full Screen", Menu.VIEW, ("Ctrl+Meta+F",), line_before=True),
    Command("composer", "Go to Composer", Menu.SESSION, ("Ctrl+L",)),
    Command("stop", "Stop Reply", Menu.SESSION, ("Ctrl+.",)),
    Command("retry", "Retry Last Message", Menu.SESSION, ("Ctrl+R",)),
    Command("edit_last", "Edit Last Message", Menu.SESSION),
    Command("copy_answer", "Copy Last Answer", Menu.SESSION),
    Command("attach", "Attach Files…", Menu.SESSION, ("Ctrl+Shift+A",)),
    Command("question", "Go to Question", Menu.SESSION, ("Ctrl+Shift+Y",)),
    Command("previous_message", "Previous Message", Menu.SESSION, ("Ctrl+Alt+Up",)),
    Command("next_message", "Next Message", Menu.SESSION, ("Ctrl+Alt+Down",)),
    Command("send_all", "Send to All Panes", Menu.SESSION, ("Ctrl+Alt+Return",)),
    Command("context", "Context Budget", Menu.SESSION, ("Ctrl+Alt+B",), line_before=True),
    Command("journal", "Open Journal", Menu.JOURNAL, ("Ctrl+Shift+B",)),
    *_WINDOW_SIZE,
    Command("pane_1", "Pane 1", Menu.WINDOW, ("Ctrl+1",), line_before=True),
    Command("pane_2", "Pane 2", Menu.WINDOW, ("Ctrl+2",)),
    Command("pane_3", "Pane 3", Menu.WINDOW, ("Ctrl+3",)),
    Command("pane_4", "Pane 4", Menu.WINDOW, ("Ctrl+4",)),
    Command(
        "previous_pane", "Previous Pane", Menu.WINDOW, ("Ctrl+Shift+[", "Ctrl+{"), line_before=True
    ),
    Command("next_pane", "Next Pane", Menu.WINDOW, ("Ctrl+Shift+]", "Ctrl+}")),
    Command("next_session", "Next Session", Menu.WINDOW, ("Meta+Tab",)),
    Command("previous_session", "Previous Session", Menu.WINDOW, ("Meta+Shift+Tab",)),
    *_LAST,
)  # fmt: skip
"""Those of the main window."""

JOURNAL_COMMANDS: tuple[Command, ...] = (
    Command("new", "New Note", Menu.FILE, ("Ctrl+N",)),
    Command("folder", "New Folder", Menu.FILE, ("Ctrl+Shift+N",)),
    Command("switcher", "Go to…", Menu.FILE, ("Ctrl+K",), line_before=True),
    Command("vault", "Open Another Journal…", Menu.FILE, ("Ctrl+O",)),
    Command("save", "Save Now", Menu.FILE, ("Ctrl+S",), line_before=True),
    Command("close", "Close Window", Menu.FILE, ("Ctrl+W", "Ctrl+Shift+W"), line_before=True),
    *_TEXT_EDIT,
    Command("search", "Search the Journal", Menu.EDIT, ("Ctrl+F",), line_before=True),
    Command("next", "Next Note", Menu.EDIT, ("Ctrl+G",)),
    Command("previous", "Previous Note", Menu.EDIT, ("Ctrl+Shift+G",)),
    Command("notes", "Notes", Menu.VIEW, ("Ctrl+1",)),
    Command("graph", "Graph", Menu.VIEW, ("Ctrl+2",)),
    Command("review", "Review", Menu.VIEW, ("Ctrl+3",)),
    Command("sidebar", "Folders and Saved Views", Menu.VIEW, ("Ctrl+Meta+S",), line_before=True),
    Command("edit", "Read or Edit", Menu.VIEW, ("Ctrl+Shift+E",)),
    Command("properties", "Properties", Menu.VIEW, ("Ctrl+I",), check=True),
    Command("back", "Back", Menu.VIEW, ("Ctrl+[",), line_before=True),
    Command("forward", "Forward", Menu.VIEW, ("Ctrl+]",)),
    *_TEXT_SIZE,
    Command("full_screen", "Full Screen", Menu.VIEW, ("Ctrl+Meta+F",), line_before=True),
    Command("pin", "Pin or Unpin", Menu.JOURNAL, ("Ctrl+Alt+P",)),
    Command("archive", "Archive or Bring Back", Menu.JOURNAL),
    Command("history", "History…", Menu.JOURNAL, ("Ctrl+Shift+H",), line_before=True),
    Command("rename_file", "Rename File Too", Menu.JOURNAL),
    Command("bin", "Move to Bin", Menu.JOURNAL),
    Command("health", "Health…", Menu.JOURNAL, line_before=True),
    Command("session", "Back to the Session", Menu.JOURNAL, ("Ctrl+Shift+B",), line_before=True),
    *_WINDOW_SIZE,
    *_LAST,
)  # fmt: skip
"""Those of the Journal window."""

_BY_NAME = {command.name: command for command in COMMANDS}


def command(name: str) -> Command:
    """The command of this name."""
    return _BY_NAME[name]


def keys_of(name: str) -> str:
    """The label of a command's first key, or ''."""
    keys = _BY_NAME[name].keys
    return label(keys[0]) if keys else ""


def tip(verb: str, name: str) -> str:
    """A tooltip: what the button does, and its key where it has one."""
    keys = keys_of(name)
    return f"{verb} ({keys})" if keys else verb


def label_of_pane(at: int, title: str) -> str:
    """A pane as a menu names it: its number, and the title of the session in it.

    Args:
        at: its place, from 0.
        title: '' for none.
    """
    return f"Pane {at + 1}: {shortened(title)}" if title else f"Pane {at + 1}"


def shortened(title: str) -> str:
    """A title as a menu shows it: not too long, and no letter of it a key."""
    if len(title) > LONGEST_TITLE:
        title = f"{title[: LONGEST_TITLE - 1]}…"
    return title.replace("&", "&&")


def sequences(found: Command) -> list[QKeySequence]:
    """All keys of a command."""
    return [QKeySequence(keys) for keys in found.keys]


def fill_menus(
    bar: QMenuBar,
    owner: QWidget,
    calls: Mapping[str, Callable[[], None]],
    table: Sequence[Command] = COMMANDS,
) -> dict[str, QAction]:
    """Fills a menu bar from a table.

    Args:
        bar: takes the menus.
        owner: the window; its keys work wherever the focus is inside.
        calls: what each command does, by its name; one that is missing raises ``KeyError``.
        table: the commands of the window.

    Returns:
        The actions by name, for enabling and checking.
    """
    menus = {menu: bar.addMenu(menu.value) for menu in dict.fromkeys(c.menu for c in table)}
    actions: dict[str, QAction] = {}
    for found in table:
        menu = menus[found.menu]
        if found.line_before:
            menu.addSeparator()
        action = QAction(found.text, owner)
        action.setMenuRole(found.role)
        action.setShortcuts(sequences(found))
        action.setCheckable(found.check)
        action.triggered.connect(_without_state(calls[found.name]))
        menu.addAction(action)
        owner.addAction(action)
        actions[found.name] = action
    if Menu.WINDOW in menus:
        _WindowList(menus[Menu.WINDOW], owner)
    return actions


def share_app_menu(bar: QMenuBar, owner: QWidget, calls: Mapping[str, Callable[[], None]]) -> None:
    """Puts the app's own menu before the others of a second window.

    On a Mac the menu bar is that of the active window: without this ⌘, and ⌘Q would be gone
    while another window than the main one is in front.

    Args:
        bar: of the second window, filled.
        owner: the window.
        calls: what 'about', 'settings' and 'quit' do.
    """
    first = bar.actions()[0]
    menu = QMenu(Menu.APP.value, bar)
    bar.insertMenu(first, menu)
    for name in ("about", "settings", "quit"):
        found = _BY_NAME[name]
        action = QAction(found.text, owner)
        action.setMenuRole(found.role)
        action.setShortcuts(sequences(found))
        action.triggered.connect(_without_state(calls[name]))
        menu.addAction(action)
        owner.addAction(action)


class _WindowList(QObject):
    """The open windows at the foot of the Window menu, where every Mac app has them."""

    def __init__(self, menu: QMenu, owner: QWidget) -> None:
        super().__init__(menu)
        self._menu, self._owner = menu, owner
        self._listed: list[QAction] = []
        menu.aboutToShow.connect(self._list)

    @Slot()
    def _list(self) -> None:
        for action in self._listed:
            self._menu.removeAction(action)
            action.deleteLater()
        self._listed = [self._menu.addSeparator()]
        windows = [
            each
            for each in QApplication.topLevelWidgets()
            if each.isVisible() and each.windowTitle() and each.windowType() is _WINDOW
        ]
        for window in sorted(windows, key=lambda each: each.windowTitle().casefold()):
            action = self._menu.addAction(window.windowTitle().replace("&", "&&"))
            action.setMenuRole(QAction.MenuRole.NoRole)
            action.setCheckable(True)
            action.setChecked(window is self._owner)
            action.triggered.connect(window.raise_)
            action.triggered.connect(window.activateWindow)
            self._listed.append(action)


def _without_state(call: Callable[[], None]) -> Callable[[bool], None]:
    def told(_checked: bool = False) -> None:
        call()

    return told
