"""What opening a session reads from disk; called off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.sessions.library import Draft
    from luminair.sessions.transcript import Transcript
    from luminair.shell.desk import Desk


@dataclass(frozen=True, slots=True)
class Opened:
    """A session as a pane shows it.

    Attributes:
        transcript: its messages and facts.
        draft: what stood in its composer.
        project: name of its project, or ''.
    """

    transcript: Transcript
    draft: Draft
    project: str


def read_session(desk: Desk, identity: str) -> Opened:
    """Reads a session.

    Raises:
        LuminairError: it is gone or cannot be read.
    """
    transcript = desk.library.open(identity)
    project = desk.project_name(transcript.session.folder)
    return Opened(transcript, desk.library.draft(identity), project)
