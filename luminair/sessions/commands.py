"""The slash commands as data: the menu, the help and the parser read this table.

What a command does is wired by the window; a row here without an action there is a bug that a
test of the shell finds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeAlias

PREFIX = "//"


class Group(StrEnum):
    """Headings of the menu, in its order; the last stands below a line, without one."""

    CONTEXT = "Context"
    WRITE = "Write to the Journal"
    JOURNAL = "Journal"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class Command:
    """One slash command.

    Attributes:
        name: the word after ``//``.
        argument: a grey hint for what follows, or '' where nothing does.
        sentence: what it does, one line.
        group: under which heading the menu shows it.
        icon: a Phosphor name for qtawesome.
        keys: that do the same, as ``QKeySequence`` reads them, or ''.
        missing: what to say when the argument is needed and not there, or ''.
    """

    name: str
    argument: str
    sentence: str
    group: Group
    icon: str
    keys: str = ""
    missing: str = ""


COMMANDS: tuple[Command, ...] = (
    Command(
        "context",
        "",
        "See what the next message carries",
        Group.CONTEXT,
        "ph.gauge",
        keys="Ctrl+Alt+B",
    ),
    Command(
        "why",
        "a prompt",
        "See why each note rides or stays out",
        Group.CONTEXT,
        "ph.question",
    ),
    Command(
        "remember",
        "what to keep",
        "Save a note for this session",
        Group.WRITE,
        "ph.note",
        missing="Write what to keep after //remember.",
    ),
    Command(
        "rule",
        "one line",
        "Add a rule: this session, this folder or everywhere",
        Group.WRITE,
        "ph.scales",
        missing="Write what always holds after //rule.",
    ),
    Command(
        "deadend",
        "what failed",
        "Record what did not work, so nobody tries it again",
        Group.WRITE,
        "ph.prohibit",
        missing="Write what failed after //deadend.",
    ),
    Command(
        "pin",
        "note",
        "Keep one note riding",
        Group.WRITE,
        "ph.push-pin-simple",
        missing="Name a note after //pin: its id, path or title.",
    ),
    Command(
        "journal",
        "",
        "Open the Journal on this session's note",
        Group.JOURNAL,
        "ph.book-open",
        keys="Ctrl+Shift+B",
    ),
    Command(
        "distill",
        "",
        "Fold this session into decided, open and dead ends",
        Group.JOURNAL,
        "ph.funnel-simple",
    ),
    Command("export", "", "Save this session as a file", Group.OTHER, "ph.export"),
    Command(
        "help",
        "a word",
        "List every command, or look a word up",
        Group.OTHER,
        "ph.info",
    ),
)


@dataclass(frozen=True, slots=True)
class Run:
    """The text is a command.

    Attributes:
        command: which one.
        argument: what followed it, without space around it; may have several lines.
    """

    command: Command
    argument: str

    @property
    def missing(self) -> str:
        """What to say instead of running it, or '' where all is there."""
        return "" if self.argument else self.command.missing


@dataclass(frozen=True, slots=True)
class Unknown:
    """The text looks like a command and is none, so nothing is sent.

    Attributes:
        word: what stood after ``//``.
        sentence: what to say.
    """

    word: str
    sentence: str


Parsed: TypeAlias = Run | Unknown | None

# A command's word is letters, digits and hyphens. Whatever else may follow two slashes at the
# start of a message is text to send: '// a comment', '//TODO: x', '///', '//server/share'.
_WORD = re.compile(r"//([^\W_][\w-]*)?(?:\s+(.*))?", re.DOTALL)


def parse(text: str, commands: tuple[Command, ...] = COMMANDS) -> Parsed:
    """What the composer's text is: a command to run, an unknown one, or None for plain text.

    The name is read case-blind; its start is enough where only one command has it.
    """
    if not text.startswith(PREFIX) or text[2:3] in {" ", "\t", "\n", "\r"}:
        return None
    whole = _WORD.fullmatch(text.rstrip())
    if whole is None:
        return None
    typed, argument = whole[1] or "", (whole[2] or "").strip()
    word = typed.casefold()
    named = [command for command in commands if command.name == word]
    begun = named or [command for command in commands if word and command.name.startswith(word)]
    if len(begun) == 1:
        return Run(begun[0], argument)
    if begun:
        names = " or ".join(PREFIX + command.name for command in begun)
        return Unknown(typed, f"//{typed} could be {names}")
    if not typed:
        return Unknown(typed, "Type a command after //")
    near = get_close_matches(word, [command.name for command in commands], n=1, cutoff=0.6)
    meant = f" Did you mean {PREFIX}{near[0]}?" if near else " // lists the commands."
    return Unknown(typed, f"There is no {PREFIX}{typed}.{meant}")


def matching(typed: str, commands: tuple[Command, ...] = COMMANDS) -> tuple[Command, ...]:
    """The rows that the menu shows for the text so far, in the table's order.

    A row stays while what follows ``//`` occurs in any part of its name; once the argument has
    begun, only the command it belongs to stays.
    """
    parsed = parse(typed, commands)
    if typed[2:].strip() and any(mark.isspace() for mark in typed[2:]):
        return (parsed.command,) if isinstance(parsed, Run) else ()
    if not typed.startswith(PREFIX):
        return ()
    part = typed[2:].strip().casefold()
    return tuple(command for command in commands if part in command.name)
