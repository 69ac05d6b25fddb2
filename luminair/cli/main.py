"""``luminair-journal`` starts here.

Each command loads its own room and no other: an agent's prompt waits for ``digest``.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from luminair.cli import terminal
from luminair.cli.arguments import parse, wants_words
from luminair.cli.commands import COMMANDS, COMMON, help_text
from luminair.errors import LuminairError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.cli.arguments import Call, Command


def run() -> int:
    """The program itself: the process's own arguments and streams."""
    _insist_on_utf8()
    terminal.make_utf8()
    code = main(sys.argv[1:])
    try:
        terminal.flush()
    except OSError:
        # What is still buffered cannot go anywhere, and the interpreter would try again.
        _drop_output()
    return code


def main(argv: Sequence[str]) -> int:
    """Carries out one command line.

    Args:
        argv: without the program's name.

    Returns:
        0 done, 1 could not, 2 wrong usage; what went wrong is one sentence on standard error.
    """
    try:
        code = _carry_out(parse(argv, COMMANDS, COMMON))
        terminal.flush()
    except BrokenPipeError:
        _drop_output()
        return 0  # the reader has what it wanted
    except LuminairError as error:
        terminal.say(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        terminal.say("Stopped before it was done.")
        return 1
    except OSError as error:
        terminal.say(_about(error))
        return 1
    except Exception as error:  # noqa: BLE001 the last line: a sentence, never a traceback
        terminal.say(
            f"This failed by a fault in Luminair ({type(error).__name__}: {error}); "
            "please report it."
        )
        return 1
    return code


def _carry_out(call: Call) -> int:
    if call.has("--help"):
        terminal.write(help_text(call.command))
        return 0
    if wants_words(call.values):
        from luminair import __version__  # noqa: PLC0415 only when asked

        terminal.write(f"luminair-journal {__version__}\n")
        return 0
    if call.command is None:
        raise UsageError("Name a command; `luminair-journal --help` lists them.")
    try:
        return _room(call.command, call)
    finally:
        for close in call.closing:
            close()


def _room(command: Command, call: Call) -> int:
    match command.room:
        case "prompts":
            from luminair.cli import prompts  # noqa: PLC0415 a command loads its own room

            return prompts.COMMANDS[command.name](call)
        case "notes":
            from luminair.cli import notes  # noqa: PLC0415

            return notes.COMMANDS[command.name](call)
        case "writing":
            from luminair.cli import writing  # noqa: PLC0415

            return writing.COMMANDS[command.name](call)
        case "agents":
            from luminair.cli import agents  # noqa: PLC0415

            return agents.COMMANDS[command.name](call)
        case _:
            from luminair.cli import keeping  # noqa: PLC0415

            return keeping.COMMANDS[command.name](call)


def _about(error: OSError) -> str:
    why = (error.strerror or str(error)).lower()
    if not error.filename:
        return f"This could not be done: {why}."
    name = os.fsdecode(error.filename)
    return f"'{name}' could not be used ({why}); check that it is there and that you may use it."


def _insist_on_utf8() -> None:
    """Starts anew in Python's UTF-8 mode where the locale could not even name a note's file."""
    started = os.environ.get("PYTHONUTF8") == "1" or getattr(sys, "frozen", False)
    if sys.getfilesystemencoding() == "utf-8" or started or not sys.executable:
        return
    environment = {**os.environ, "PYTHONUTF8": "1"}
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)  # noqa: S606


def _drop_output() -> None:
    """Points standard output nowhere, so that nothing fails once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return
    finally:
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(run())
