"""Everything that help can say, gathered from the tables that the app itself goes by.

``//help``, the Help window and the page ``packaging/help.md`` are made of these topics, so none of
them can say what the app does not do. Only the concepts are prose of their own
(``config/concepts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from luminair.cli.commands import COMMANDS as TERMINAL
from luminair.cli.commands import usage
from luminair.config.concepts import concepts, default_words
from luminair.config.settings import SETTINGS, Form
from luminair.sessions.commands import COMMANDS as SLASH
from luminair.shell.actions import COMMANDS, JOURNAL_COMMANDS
from luminair.shell.keys import SPELLED, in_prose, label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from luminair.cli.arguments import Command as TerminalCommand
    from luminair.config.settings import Setting
    from luminair.shell.actions import Command


class Group(StrEnum):
    """Headings of help, in order."""

    CONCEPTS = "What the words mean"
    SLASH = "In the composer"
    TYPING = "While you type"
    MAIN = "Main window"
    JOURNAL = "Journal window"
    SETTINGS = "Settings"
    TERMINAL = "In a terminal"


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing to look up.

    Attributes:
        key: tells it apart from the others.
        group: under which heading it stands.
        title: its name.
        aside: keys, or what is typed; '' for neither.
        sentence: what it is or does, in one line.
        text: more of it, Markdown; '' where there is none.
    """

    key: str
    group: Group
    title: str
    aside: str
    sentence: str
    text: str = ""


_TYPING = (
    ("↩ or ⌘↩", "Send"),
    ("⇧↩ or ⌥↩", "New line"),
    ("⌘⌥↩", "Send to all panes, once"),
    ("↩ while a reply comes", "Put the message in the queue"),
    ("⌘V, or drop files", "Attach files or a picture"),
    ("↑ in an empty composer", "Edit your last message"),
)
"""Keys that belong to the text and are in no menu."""

_EVERYWHERE = {"undo", "redo", "cut", "copy", "paste", "select_all", "quit", "settings", "minimize"}
"""Keys that every application has; no list of ours needs them."""


def topics(*, apple: bool | None = None) -> tuple[Topic, ...]:
    """All of it, group by group.

    Args:
        apple: whether keys are written as on a Mac; None is as on this machine.

    Raises:
        OSError: the texts that ship with the app are not there.
    """
    return (
        *(
            Topic(
                f"word {each.title}",
                Group.CONCEPTS,
                each.title,
                "",
                in_prose(each.sentence, apple=apple),
                in_prose(each.text, apple=apple),
            )
            for each in concepts()
        ),
        *_slash(apple),
        *_typing(apple),
        *_shortcuts(Group.MAIN, COMMANDS, apple),
        *_shortcuts(Group.JOURNAL, JOURNAL_COMMANDS, apple),
        *map(_of_setting, SETTINGS),
        *(_of_terminal(each) for each in TERMINAL.values()),
    )


def found(every: Sequence[Topic], words: str) -> list[Topic]:
    """The topics that hold all of the words, the best first.

    Args:
        every: to look through.
        words: what was typed; keys may be typed as signs or as words ('command shift b').
    """
    wanted = words.casefold().removeprefix("//").split()
    ranked = [(rank, at) for at, each in enumerate(every) if (rank := _rank(each, wanted)) < _NONE]
    return [every[at] for _, at in sorted(ranked)]


_NONE = 99


def _rank(topic: Topic, wanted: Iterable[str]) -> int:
    """How far from its name the words of a search stand; the furthest word counts."""
    title, aside = topic.title.casefold(), topic.aside.casefold()
    spelled = "".join(f" {SPELLED[sign]} " if sign in SPELLED else sign for sign in aside)
    places = (f" {title} {spelled} {aside}", topic.sentence.casefold(), topic.text.casefold())
    worst = 0
    for word in wanted:
        if title.startswith(word):
            rank = 0
        elif f" {word}" in places[0]:
            rank = 1
        else:
            rank = next((2 + at for at, place in enumerate(places) if word in place), _NONE)
        worst = max(worst, rank)
    return worst


def composer_text() -> str:
    """What ``//help`` shows in the transcript: commands and the main window's keys, Markdown."""
    lines = ["### Commands", "", "| Type | What it does |", "|:--|:--|"]
    lines += [f"| `{each.aside}` | {each.sentence} |" for each in _slash(None)]
    lines += ["", "### Shortcuts", "", "| Keys | What they do |", "|:--|:--|"]
    lines += [
        f"| {_cell(each.aside)} | {each.title} |"
        for each in (*_typing(None), *_shortcuts(Group.MAIN, COMMANDS, None))
    ]
    lines += ["", "`//help` with a word behind it looks the word up, in a window of its own."]
    return "\n".join(lines)


def _typing(apple: bool | None) -> Iterator[Topic]:
    for keys, what in _TYPING:
        yield Topic(f"typing {keys}", Group.TYPING, what, in_prose(keys, apple=apple), "")


def _slash(apple: bool | None) -> Iterator[Topic]:
    for each in SLASH:
        typed = f"//{each.name} {each.argument}".strip()
        more = f"Also {label(each.keys, apple=apple)}." if each.keys else ""
        yield Topic(f"slash {each.name}", Group.SLASH, f"//{each.name}", typed, each.sentence, more)


def _shortcuts(group: Group, table: Sequence[Command], apple: bool | None) -> Iterator[Topic]:
    for each in table:
        if each.keys and each.name not in _EVERYWHERE:
            sentence = f"{each.menu.value} menu of the {group.value}."
            title, keys = each.text.removesuffix("…"), label(each.keys[0], apple=apple)
            yield Topic(f"{group.name} {each.name}", group, title, keys, sentence)


def _of_setting(each: Setting) -> Topic:
    lines = []
    default = default_words(each.name)
    if each.choices:
        lines.append(f"One of {', '.join(f'`{word}`' for word in each.choices)}.")
    elif type(each.default) is int:
        lines.append(f"From {each.least:,} to {each.most:,}{f' {each.unit}' if each.unit else ''}.")
    if default:
        lines.append(f"Unless you choose: {default}.")
    if each.form is Form.PROGRAM:
        lines.append("The whole path, from the first / on.")
    return Topic(
        f"setting {each.name}", Group.SETTINGS, each.name, "", each.sentence, " ".join(lines)
    )


def _of_terminal(each: TerminalCommand) -> Topic:
    head, rows = usage(each)
    text = f"```\n{head}\n```"
    if rows:
        table = (f"| `{_cell(name)}` | {_cell(said)} |" for name, said in rows)
        text = "\n".join([text, "", "| Option | What it does |", "|:--|:--|", *table])
    return Topic(f"terminal {each.name}", Group.TERMINAL, each.name, "", each.sentence, text)


def _cell(text: str) -> str:
    """Text as a cell of a table takes it."""
    return text.replace("\\", "\\\\").replace("|", "\\|")
