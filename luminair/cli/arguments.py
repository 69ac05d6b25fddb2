"""Reads a command line by the table in ``commands.py``.

A parser of our own, since every prompt of an agent waits for it: it loads nothing, takes options
before and after the command alike, and says what was meant in a sentence instead of a usage dump.
"""

from __future__ import annotations

import os

from luminair.errors import UsageError
from luminair.values import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from luminair.journal import Ahead, Journal
else:
    Protocol = object  # what it says is over once types are checked


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command.

    Attributes:
        name: with its dashes.
        value: what its value is called in help; '' for a switch, in brackets where '' will do.
        sentence: what it does.
        choices: the words it takes, case-blind; () for any.
        many: may be given more than once.
        is_path: names a file or folder, so its bytes are kept even where they are not UTF-8.
        also: other spellings of choices, each with the choice that it means.
    """

    name: str
    value: str = ""
    sentence: str = ""
    choices: tuple[str, ...] = ()
    many: bool = False
    is_path: bool = False
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: as typed.
        room: the module of this package that carries it out.
        sentence: what it does.
        takes: its arguments as help shows them; '' for none.
        least: arguments needed.
        most: arguments allowed, None for any number.
        options: its own; the common ones come on top.
        paths: whether its arguments are paths on this machine.
    """

    name: str
    room: str
    sentence: str
    takes: str = ""
    least: int = 0
    most: int | None = 0
    options: tuple[Option, ...] = ()
    paths: bool = False


class Asker(Protocol):
    """Another process, for which the running app carries out a command."""

    @property
    def folder(self) -> str:
        """The folder it stands in; '' where that is gone."""

    @property
    def home(self) -> str:
        """The home folder of the app, which is the asker's too."""

    def journal(self, call: Call) -> Journal:
        """The app's own open vault; raises LuminairError where the call means another."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command line, understood.

    Attributes:
        command: which command; None where only help or the version is asked for.
        arguments: what is not an option, in order.
        values: the options given, each with its values in order; a switch has none.
        closing: what lets go of what the command opened, called when it is done.
        asker: the process that the running app works for; None where this is the process itself.
        ahead: waits for a look at the vault that has been begun, or None.
    """

    command: Command | None
    arguments: tuple[str, ...] = ()
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    closing: list[Callable[[], None]] = field(default_factory=list)
    asker: Asker | None = None
    ahead: Ahead | None = None

    def has(self, name: str) -> bool:
        """Whether the option was given."""
        return name in self.values

    def text(self, name: str) -> str | None:
        """The option's value, the last one given; None where it was not."""
        given = self.values.get(name)
        return given[-1] if given else None

    def all(self, name: str) -> tuple[str, ...]:
        """Every value given."""
        return tuple(self.values.get(name, ()))


def parse(
    arguments: Sequence[str], commands: Mapping[str, Command], common: Sequence[Option]
) -> Call:
    """Understands a command line.

    Args:
        arguments: without the program's name, as the system decoded them.
        commands: by name.
        common: options that every command takes, before or after its name.

    Raises:
        UsageError: with what is wrong and what was probably meant.
    """
    return _Parsing(arguments, commands, common).call()


class _Parsing:
    """One command line on its way to a call."""

    def __init__(
        self, arguments: Sequence[str], commands: Mapping[str, Command], common: Sequence[Option]
    ) -> None:
        self._rest = list(arguments)
        self._commands = commands
        self._command: Command | None = None
        self._options = {option.name: option for option in common}
        self._values: dict[str, list[str]] = {}
        self._found: list[str] = []

    def call(self) -> Call:
        only_arguments = False
        while self._rest:
            word = self._rest.pop(0)
            if only_arguments or word == "-" or not word.startswith("-"):
                self._argument(word)
            elif word == "--":
                only_arguments = True
            else:
                self._option(word)
        if self._command is not None and not wants_words(self._values):
            self._check_count(self._command)
        return Call(self._command, tuple(self._found), self._values)

    def _argument(self, word: str) -> None:
        if self._command is None:
            self._command = self._commands.get(word)
            if self._command is None:
                shown = as_text(word)
                raise UsageError(
                    f"There is no command '{shown}'{_meant(shown, self._commands)}; "
                    "`luminair-journal --help` lists them."
                )
            self._options.update({option.name: option for option in self._command.options})
            return
        self._found.append(_checked_path(word) if self._command.paths else as_text(word))

    def _option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        option = self._options.get(name)
        if option is None and name == "-h":
            option = self._options.get("--help")
        if option is None:
            raise UsageError(self._unknown(as_text(name)))
        if not option.value:
            if equals:
                raise UsageError(f"{name} is a switch and takes no value.")
            self._values[option.name] = []
            return
        if not equals:
            if self._rest and self._rest[0] not in self._options:
                value = self._rest.pop(0)
            elif not option.value.startswith("["):
                raise UsageError(f"{name} needs a value: {name} {option.value}.")
        self._keep(option, value)
        if option.many and not equals and option.choices == ():
            self._keep_following(option, value)

    def _keep_following(self, option: Option, first: str) -> None:
        """More values of an option such as ``--ride A B``; its words all and none stand alone."""
        if not option.value.endswith("…") or first in {"all", "none"}:
            return
        while self._rest and not self._rest[0].startswith("-"):
            self._keep(option, self._rest.pop(0))

    def _keep(self, option: Option, value: str) -> None:
        value = _checked_path(value) if option.is_path else as_text(value)
        if option.choices:
            value = _chosen(option, value)
        values = self._values.setdefault(option.name, [])
        if values and not option.many:
            raise UsageError(f"{option.name} was given twice; give it once.")
        values.append(value)

    def _unknown(self, name: str) -> str:
        if self._command is None:
            every = {option.name for each in self._commands.values() for option in each.options}
            if name in every:
                return f"{name} goes after the command that takes it."
            return f"There is no option {name}{_meant(name, self._options)}."
        return (
            f"`{self._command.name}` has no option {name}{_meant(name, self._options)}; text that "
            "begins with a dash goes after --."
        )

    def _check_count(self, command: Command) -> None:
        count = len(self._found)
        if count < command.least:
            raise UsageError(f"`{command.name}` needs {command.takes}.")
        if command.most is not None and count > command.most:
            extra = self._found[command.most]
            what = f"takes {command.takes} alone" if command.takes else "takes no arguments"
            raise UsageError(f"`{command.name}` {what}, so '{extra}' is one too many.")


def wants_words(values: Mapping[str, Sequence[str]]) -> bool:
    """Whether only help or Luminair's own version is asked for (`restore` has a `--version V`)."""
    return "--help" in values or values.get("--version") == []


def as_text(word: str) -> str:
    """A word of the command line as text, whatever the locale decoded it as.

    What is not UTF-8 becomes the replacement character, so nothing that cannot be encoded
    reaches a note.
    """
    try:
        return os.fsencode(word).decode("utf-8", "replace")
    except UnicodeEncodeError:
        return word.encode("utf-8", "replace").decode()


def _checked_path(word: str) -> str:
    if "\0" in word:
        raise UsageError("A path cannot hold a NUL character.")
    return word


def _chosen(option: Option, value: str) -> str:
    word = value.casefold()
    word = dict(option.also).get(word, word)
    if word in option.choices:
        return word
    what = option.name.removeprefix("--")
    known = f"{', '.join(option.choices[:-1])} or {option.choices[-1]}"
    # What an option is called is not always what its values are: '--as', '--only'.
    wrong = f"{option.name} takes no" if what in {"as", "only"} else f"There is no {what}"
    raise UsageError(f"{wrong} '{value}'{_meant(word, option.choices)}; choose {known}.")


def _meant(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 only mistakes need it

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]}?)" if close else ""
