"""Which session a coding agent's program speaks for (spec 12).

A host starts our MCP server with an environment of its own making: the app's lanes name a session
of the app, Claude Code names its own and the project's folder, others name nothing. For those our
hook has written down which conversation their process is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.agents.host import Record
    from luminair.sessions.session import Session

OURS = "LUMINAIR_SESSION"
CLAUDE = "CLAUDE_CODE_SESSION_ID"
CLAUDE_FOLDER = "CLAUDE_PROJECT_DIR"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whose tools they are.

    Attributes:
        session: the session's id, ``claude:<id>`` for one of Claude Code; '' where none is known.
        folder: the project's folder, or one in it; '' for none.
        ancestors: sessions that this one was forked from; it sees their notes.
        by: ``<lane>/<model>`` of a session of the app, else ''.
    """

    session: str = ""
    folder: str = ""
    ancestors: tuple[str, ...] = ()
    by: str = ""


def speaker_of(
    environ: Mapping[str, str],
    *,
    here: str,
    session: str = "",
    folder: str = "",
    look_up: Callable[[str], Session],
    recorded: Callable[[], Record | None] = lambda: None,
) -> Speaker:
    """Who is spoken for: what was given, the app's session, Claude's, the host's, or a folder.

    Args:
        environ: the environment that the host made.
        here: the current folder, or ''.
        session: as given on the command line, or ''.
        folder: as given on the command line, or ''.
        look_up: finds a session of the app; raises LuminairError where there is none.
        recorded: what a hook wrote down of the process that started the server.
    """
    host_folder = _value(environ, CLAUDE_FOLDER) or here
    ours = session or _value(environ, OURS)
    if ours:
        try:
            found = look_up(ours)
        except LuminairError:
            # Deleted meanwhile, of another home, or not of the app: its id still tells its notes.
            return Speaker(ours, folder or host_folder)
        by = f"{found.lane}/{found.model}" if found.lane else ""
        return Speaker(ours, folder or found.folder, found.ancestors, by)
    named = _value(environ, CLAUDE)
    claude = f"claude:{named}" if named else ""
    record = recorded()
    if record is None or (claude and record.session != claude):
        return Speaker(claude, folder or host_folder)
    place = _value(environ, CLAUDE_FOLDER) or record.folder or here
    return Speaker(record.session, folder or place, record.ancestors)


def _value(environ: Mapping[str, str], name: str) -> str:
    """A variable's value; one that a host's settings file left unexpanded says nothing."""
    value = environ.get(name, "").strip()
    return "" if value.startswith("${") else value
