"""⌘K: goes to a session, a note or a command by a few letters of its name."""

from luminair.shell.switcher.switcher import Switcher

__all__ = ["Switcher"]
