"""Carries out one command line: for the process itself, or in the running app for another.

Each command loads its own room and no other: an agent's prompt waits for ``digest``.
"""

from __future__ import annotations

import os
import sys

from luminair.cli import terminal
from luminair.cli.arguments import parse, wants_words
from luminair.cli.asking import ASKED, unprinted
from luminair.cli.commands import COMMANDS, COMMON, help_text
from luminair.errors import LuminairError, UsageError
from luminair.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.cli.arguments import Asker, Call, Command
    from luminair.journal import Ahead

_READS = ASKED | {"doctor", "help", "history"}
"""Commands that change nothing, so that nothing was done where they could not be printed."""


def carry_out(
    argv: Sequence[str], asker: Asker | None = None, *, ahead: Ahead | None = None
) -> int:
    """Carries out one command line.

    Args:
        argv: without the program's name.
        asker: the process that asked the running app; None where this is the process itself.
        ahead: waits for a look at the vault that has been begun, or None.

    Returns:
        0 done, 1 could not, 2 wrong usage; what went wrong is one sentence on standard error.
    """
    try:
        call = replace(parse(argv, COMMANDS, COMMON), asker=asker, ahead=ahead)
        code = _carry_out(call)
        if (fault := _flushed()) is not None:
            terminal.say(unprinted(fault, done=code == 0 and _does(call)))
            return code or 1
    except BrokenPipeError:
        drop_output()
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
        from luminair.keeping.secrets.masking import mask  # noqa: PLC0415 what is reported is read by many

        what = mask(f"{type(error).__name__}: {error}").text
        terminal.say(f"This failed by a fault in Luminair ({what}); please report it.")
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
        case "tending":
            from luminair.cli import tending  # noqa: PLC0415

            return tending.COMMANDS[command.name](call)
        case "embed":
            from luminair.cli import embed  # noqa: PLC0415

            return embed.COMMANDS[command.name](call)
        case "distill":
            from luminair.cli import distill  # noqa: PLC0415

            return distill.COMMANDS[command.name](call)
        case "review":
            from luminair.cli import review  # noqa: PLC0415

            return review.COMMANDS[command.name](call)
        case "hooks":
            from luminair.cli import hooks  # noqa: PLC0415

            return hooks.COMMANDS[command.name](call)
        case _:
            return _seldom(command, call)


def _seldom(command: Command, call: Call) -> int:
    """The rooms that no prompt waits for."""
    match command.room:
        case "agents":
            from luminair.cli import agents  # noqa: PLC0415

            return agents.COMMANDS[command.name](call)
        case "helping":
            from luminair.cli import helping  # noqa: PLC0415

            return helping.COMMANDS[command.name](call)
        case "importing":
            from luminair.cli import importing  # noqa: PLC0415

            return importing.COMMANDS[command.name](call)
        case "sharing":
            from luminair.cli import sharing  # noqa: PLC0415

            return sharing.COMMANDS[command.name](call)
        case _:
            from luminair.cli import keeping  # noqa: PLC0415

            return keeping.COMMANDS[command.name](call)


def _flushed() -> OSError | None:
    """Sends what was printed on its way; why that could not be done, or None."""
    try:
        terminal.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        return fault
    return None


def _does(call: Call) -> bool:
    """Whether the command line is there to change something, and not to say something."""
    if call.command is None or call.has("--help") or wants_words(call.values):
        return False
    return call.command.name not in _READS and not call.has("--dry-run")


def _about(error: OSError) -> str:
    why = (error.strerror or str(error)).lower()
    if not error.filename:
        return f"This could not be done: {why}."
    name = os.fsdecode(error.filename)
    return f"'{name}' could not be used ({why}); check that it is there and that you may use it."


def drop_output() -> None:
    """Points standard output nowhere, so that nothing fails once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return
    finally:
        os.close(nowhere)
