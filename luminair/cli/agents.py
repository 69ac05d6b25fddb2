"""``mcp``: the door for coding agents, and how it gets into their settings."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from luminair.cli import terminal
from luminair.errors import LuminairError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call


def mcp(call: Call) -> int:
    """Serves the Journal's tools to a coding agent until it closes standard input.

    With a word behind it, the server is put into agents' settings, taken out, or tried.
    """
    if call.arguments:
        from luminair.cli import servers  # noqa: PLC0415 serving loads none of it

        return servers.settings(call)
    from luminair import __version__  # noqa: PLC0415 nothing here may cost time
    from luminair.agents.journal_tools import journal_tools  # noqa: PLC0415
    from luminair.agents.mcp import serve  # noqa: PLC0415

    if call.has("--json"):
        raise UsageError("`mcp` speaks JSON already; leave out --json.")
    if sys.stdin is None or sys.stdin.closed or sys.stdout is None:
        raise LuminairError("`mcp` talks over standard input and output, and one is closed.")
    if terminal.is_person():
        terminal.say("A coding agent starts this and talks to it in JSON; Control-D ends it.")
    folder = call.text("--cwd")
    tools = journal_tools(
        home=call.text("--home"),
        vault=call.text("--vault"),
        session=(call.text("--session") or "").strip(),
        folder=os.path.abspath(os.path.expanduser(folder)) if folder else "",  # noqa: PTH100, PTH111 links stay as typed
    )
    with _own_output() as sink:
        if serve(sys.stdin.buffer, sink, tools, version=__version__):
            call.closing.append(tools.close)
    return 0


def _own_output() -> BinaryIO:
    """Standard output for the protocol alone: whatever else prints goes to standard error."""
    sys.stdout.flush()
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with suppress(OSError):  # standard error is closed: then nothing of ours prints there
        os.dup2(2, sys.stdout.fileno())
    return sink


COMMANDS: Mapping[str, Callable[[Call], int]] = {"mcp": mcp}
