"""A session's line in the index of all sessions, which only saves reading the transcripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.messages import MessageState
from luminair.sessions.session import Session, facts_of, read_facts

if TYPE_CHECKING:
    from pathlib import Path


def sign_of(path: Path) -> list[int]:
    """What tells two states of a file apart; nothing where it cannot be looked at."""
    try:
        status = path.stat()
    except OSError:
        return []  # opening it says why
    return [status.st_mtime_ns, status.st_size, status.st_ino]


def listed_json(session: Session) -> dict[str, object]:
    """A session as the index holds it."""
    return {
        **facts_of(session),
        "messages": session.messages,
        "last_state": session.last_state.value,
    }


def read_listed(identity: str, found: object) -> Session | None:
    """A session from the index, or None where the index holds something else."""
    if not isinstance(found, dict):
        return None
    messages, state = found.get("messages"), found.get("last_state")
    if not isinstance(messages, int) or not isinstance(state, str):
        return None
    if state not in set(MessageState):
        return None
    return Session(
        id=identity,
        messages=messages,
        last_state=MessageState(state),
        **read_facts(found),  # type: ignore[arg-type]
    )
