"""Commands of the Journal window and their keys, in one table; menus and tooltips read it."""

from __future__ import annotations

from luminair.shell.actions import Command, Menu, label

COMMANDS: tuple[Command, ...] = (
    Command("new", "New Note", Menu.FILE, ("Ctrl+N",)),
    Command("folder", "New Folder", Menu.FILE, ("Ctrl+Shift+N",)),
    Command("switcher", "Go to…", Menu.FILE, ("Ctrl+K",), line_before=True),
    Command("vault", "Open Another Journal…", Menu.FILE, ("Ctrl+O",)),
    Command("save", "Save Now", Menu.FILE, ("Ctrl+S",), line_before=True),
    Command("close", "Close Window", Menu.FILE, ("Ctrl+W", "Ctrl+Shift+W"), line_before=True),
    Command("undo", "Undo", Menu.EDIT, ("Ctrl+Z",)),
    Command("redo", "Redo", Menu.EDIT, ("Ctrl+Shift+Z",)),
    Command("cut", "Cut", Menu.EDIT, ("Ctrl+X",), line_before=True),
    Command("copy", "Copy", Menu.EDIT, ("Ctrl+C",)),
    Command("paste", "Paste", Menu.EDIT, ("Ctrl+V",)),
    Command("select_all", "Select All", Menu.EDIT, ("Ctrl+A",)),
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
    Command("bigger", "Larger Text", Menu.VIEW, ("Ctrl++", "Ctrl+="), line_before=True),
    Command("smaller", "Smaller Text", Menu.VIEW, ("Ctrl+-",)),
    Command("usual_size", "Usual Text Size", Menu.VIEW, ("Ctrl+0",)),
    Command("full_screen", "Full Screen", Menu.VIEW, ("Ctrl+Meta+F",), line_before=True),
    Command("pin", "Pin or Unpin", Menu.JOURNAL, ("Ctrl+Alt+P",)),
    Command("archive", "Archive or Bring Back", Menu.JOURNAL),
    Command("history", "History…", Menu.JOURNAL, ("Ctrl+Shift+H",), line_before=True),
    Command("rename_file", "Rename File Too", Menu.JOURNAL),
    Command("bin", "Move to Bin", Menu.JOURNAL),
    Command("health", "Health…", Menu.JOURNAL, line_before=True),
    Command("session", "Back to the Session", Menu.JOURNAL, ("Ctrl+Shift+B",), line_before=True),
    Command("minimize", "Minimize", Menu.WINDOW, ("Ctrl+M",)),
    Command("zoom_window", "Zoom", Menu.WINDOW),
    Command("next_region", "Next Region", Menu.WINDOW, ("F6",), line_before=True),
    Command("previous_region", "Previous Region", Menu.WINDOW, ("Shift+F6",)),
    Command("to_front", "Bring All to Front", Menu.WINDOW, line_before=True),
    Command("help", "Commands and Shortcuts", Menu.HELP, ("Ctrl+?", "Ctrl+/")),
)
ARCHIVE_KEYS = label("Ctrl+Backspace")
"""Archive's key works while the list has the focus: in text it deletes to the line's start."""
_BY_NAME = {command.name: command for command in COMMANDS}


def keys_of(name: str) -> str:
    """The label of a command's first key."""
    return ARCHIVE_KEYS if name == "archive" else label(_BY_NAME[name].keys[0])
