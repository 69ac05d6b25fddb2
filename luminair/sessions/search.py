"""Search in what was said: every word of the query, anywhere in a session."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.messages import Message
    from luminair.sessions.session import Session

EXCERPT_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class FoundSession:
    """One hit of a search over all sessions.

    Attributes:
        session: the session that holds every word.
        message: the id of the message that shows most of them, or '' for the title.
        excerpt: one line around the first word.
    """

    session: Session
    message: str
    excerpt: str


def comparable_words(text: str) -> tuple[str, ...]:
    """The words of a query, without case and Unicode form."""
    return tuple(_comparable(word) for word in text.split())


def look_in(
    session: Session, messages: Iterable[Message], words: tuple[str, ...]
) -> FoundSession | None:
    """The hit in one session, or None where a word is missing.

    Args:
        session: its title counts too.
        messages: what was said.
        words: as :func:`comparable_words` gives them, at least one.
    """
    title = _comparable(session.title)
    missing = {word for word in words if word not in title}
    best, best_count, text = "", len(set(words)) - len(missing), session.title
    for message in messages:
        said = _comparable(message.text)
        held = {word for word in words if word in said}
        missing -= held
        # A message says more than the title when it shows as many words.
        if len(held) > best_count or (held and not best and len(held) == best_count):
            best, best_count, text = message.id, len(held), message.text
    return None if missing else FoundSession(session, best, _excerpt(text, words))


def _comparable(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _excerpt(text: str, words: tuple[str, ...]) -> str:
    line = " ".join(unicodedata.normalize("NFC", text).split())
    hits = (re.search(re.escape(word), line, re.IGNORECASE) for word in words)
    at = min((hit.start() for hit in hits if hit is not None), default=0)
    start = max(0, at - EXCERPT_CHARACTERS // 3)
    end = start + EXCERPT_CHARACTERS
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
