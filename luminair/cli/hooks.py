"""``hook`` and ``hooks``: the door through which other people's coding agents are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call


def hook(call: Call) -> int:
    """Reached by nobody but who asks how it is used: ``main`` takes the hook's own way."""
    del call
    terminal.say("A coding agent starts `luminair-journal hook`; `hooks install` sets it up.")
    return 0


COMMANDS: Mapping[str, Callable[[Call], int]] = {"hook": hook}
