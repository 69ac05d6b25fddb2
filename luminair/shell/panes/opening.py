"""What opening a session reads from disk; called off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.messages import Message
    from luminair.sessions.drafts import Draft
    from luminair.sessions.session import Session
    from luminair.sessions.transcript import Transcript
    from luminair.shell.desk import Desk


@dataclass(frozen=True, slots=True)
class Opened:
    """A session as a pane shows it.

    Attributes:
        transcript: grows with each turn.
        session: its facts now.
        messages: the conversation now.
        draft: what stood in its composer.
        project: name of its project, or ''.
    """

    transcript: Transcript
    session: Session
    messages: tuple[Message, ...]
    draft: Draft
    project: str


def read_session(desk: Desk, identity: str) -> Opened:
    """Reads a session.

    Raises:
        LuminairError: it is gone or cannot be read.
    """
    transcript = desk.library.open(identity)
    session = transcript.session
    project = desk.project_name(session.folder)
    draft = desk.library.draft(identity)
    return Opened(transcript, session, transcript.messages, draft, project)
