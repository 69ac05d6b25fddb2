"""Help: every command, key, setting and word of the app, searched as you type."""

from luminair.shell.help.command_tool import CommandTool
from luminair.shell.help.updates import Updates
from luminair.shell.help.window import HelpWindow

__all__ = ["CommandTool", "HelpWindow", "Updates"]
