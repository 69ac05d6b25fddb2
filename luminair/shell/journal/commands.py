"""Keys of the Journal window's commands, as its buttons write them."""

from __future__ import annotations

from luminair.shell.actions import JOURNAL_COMMANDS
from luminair.shell.keys import label

ARCHIVE_KEYS = label("Ctrl+Backspace")
"""Archive's key works while the list has the focus: in text it deletes to the line's start."""
_BY_NAME = {command.name: command for command in JOURNAL_COMMANDS}


def keys_of(name: str) -> str:
    """The label of a command's first key."""
    return ARCHIVE_KEYS if name == "archive" else label(_BY_NAME[name].keys[0])
