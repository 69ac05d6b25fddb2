"""What ``//help`` shows: every command and shortcut, from the two tables."""

from __future__ import annotations

from luminair.sessions.commands import COMMANDS as SLASH
from luminair.shell.actions import COMMANDS, Menu, label

_TYPING = (
    ("↩ or ⌘↩", "Send"),
    ("⇧↩ or ⌥↩", "New line"),
    ("⌘⌥↩", "Send to all panes, once"),
    ("↩ while a reply comes", "Put the message in the queue"),
    ("⌘V, or drop files", "Attach files or a picture"),
    ("↑ in an empty composer", "Edit your last message"),
)
_LEFT_TO_THE_SYSTEM = {"undo", "redo", "cut", "copy", "paste", "select_all"}


def help_text() -> str:
    """Commands and shortcuts as Markdown."""
    lines = ["### Commands", "", "| Type | What it does |", "|:--|:--|"]
    for command in SLASH:
        typed = f"//{command.name} {command.argument}".strip()
        lines.append(f"| `{typed}` | {command.sentence} |")
    lines += ["", "### Shortcuts", "", "| Keys | What they do |", "|:--|:--|"]
    lines += [f"| {keys} | {what} |" for keys, what in _TYPING]
    for shortcut in COMMANDS:
        ours = shortcut.menu is not Menu.APP and shortcut.name not in _LEFT_TO_THE_SYSTEM
        if shortcut.keys and ours:
            keys = label(shortcut.keys[0]).replace("\\", "\\\\").replace("|", "\\|")
            lines.append(f"| {keys} | {shortcut.text} |")
    return "\n".join(lines)
