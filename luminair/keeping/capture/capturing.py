"""Keeps the requests of a prompt as open asks (spec 7.1).

One operation under the vault's lock: what is read inside holds until it is written, so that five
processes with one prompt leave one note. A turn never fails because of it.
"""

from __future__ import annotations

import logging
from datetime import UTC
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError
from luminair.journal import Kind, Scope, State, without_said_again
from luminair.keeping.capture.same_ask import same_ask
from luminair.keeping.said_again import Said, said_in, with_said
from luminair.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from luminair.journal import Journal, LoadedNote, Place
    from luminair.keeping.capture.prompts import Ask

JOURNAL_ONLY: Final = "journal-only"
"""The lane whose prompts are searches."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptAsk:
    """What became of one request.

    Attributes:
        key: of the note that holds it.
        title: the note's.
        again: whether an earlier ask said it already.
    """

    key: str
    title: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Captured:
    """What was kept of a prompt.

    Attributes:
        asks: in their order.
        operation: what ``undo`` takes back, or ''.
        failure: a sentence where something could not be kept, or ''.
    """

    asks: tuple[KeptAsk, ...] = ()
    operation: str = ""
    failure: str = ""

    @property
    def sentence(self) -> str:
        """What a person is told, or ''."""
        new = [ask for ask in self.asks if not ask.again]
        if len(new) == 1:
            return f"Kept as an open ask: “{new[0].title}”"
        if new:
            return f"Kept as {len(new)} open asks: “{new[0].title}” and others"
        if self.asks:
            return f"Asked before: “{self.asks[0].title}”"
        return ""


@dataclass(slots=True)
class _Earlier:
    """An open ask, or one that this prompt has just made.

    Attributes:
        kept: the ask as it is reported.
        said: its words and earlier phrasings; whoever says one of them says it again.
    """

    kept: KeptAsk
    said: list[str] = field(default_factory=list)

    def is_said_by(self, ask: Ask) -> bool:
        return any(same_ask(ask.body, text) or same_ask(ask.title, text) for text in self.said)


def capture(
    journal: Journal,
    prompt: str,
    *,
    session: str,
    cwd: str = "",
    lane: str = "",
    ancestors: tuple[str, ...] = (),
    now: datetime,
) -> Captured:
    """Keeps the requests of a prompt; never raises.

    Args:
        journal: the vault.
        prompt: as its author wrote it, without what rides with it.
        session: whose prompt it is.
        cwd: the session's folder, or ''.
        lane: that answers; what goes to the Journal-only lane is not kept.
        ancestors: sessions that this one was forked from.
        now: aware.
    """
    if lane == JOURNAL_ONLY or not session:
        return Captured()
    from luminair.keeping.capture.prompts import asks_in  # noqa: PLC0415 what only costs a message needs none

    try:
        asks = asks_in(prompt)
        if not asks:
            return Captured()
        place, _ = journal.place(session=session, cwd=cwd, ancestors=ancestors)
        return _keep(journal, asks, place, cwd, now)
    except (LuminairError, OSError, ValueError, RecursionError) as error:
        said = str(error) if isinstance(error, LuminairError) else "Luminair could not read it."
        if isinstance(error, OSError):
            said = f"The disk says: {(error.strerror or 'it failed').lower()}."
        failure = f"A request of this message could not be kept in the Journal. {said}"
        # The sentence may name a file, which is named after the request; logs hold no prompts.
        _log.warning("A request could not be kept in the Journal: %s.", type(error).__name__)
        return Captured(failure=failure)


def _keep(journal: Journal, asks: Sequence[Ask], place: Place, cwd: str, now: datetime) -> Captured:
    kept: list[KeptAsk] = []
    with journal.batch(f"keep “{asks[0].title}”") as batch:
        earlier = [_earlier(journal.load(path)) for path in _open_asks(journal, place)]
        for ask in asks:
            known = next((each for each in earlier if each.is_said_by(ask)), None)
            if known is None:
                made = _add(journal, ask, place, cwd)
                earlier.append(_Earlier(KeptAsk(made.key, made.title, again=True), [ask.body]))
                kept.append(made)
            elif not any(each.key == known.kept.key for each in kept):
                _say_again(journal, known.kept.key, ask, place.session, now)
                kept.append(known.kept)
        operation = batch.op
    return Captured(tuple(kept), operation)


def _open_asks(journal: Journal, place: Place) -> list[str]:
    found = journal.listing(kind=Kind.ASK, state=State.LIVE, place=place, compared=False)
    return [each.note.key for each in found if each.note.status.value == "open"]


def _earlier(loaded: LoadedNote) -> _Earlier:
    note = loaded.note
    said = [without_said_again(loaded.body).strip(), note.title]
    said += [each.quote for each in said_in(loaded.body)]
    return _Earlier(KeptAsk(note.key, note.title, again=True), [text for text in said if text])


def _add(journal: Journal, ask: Ask, place: Place, cwd: str) -> KeptAsk:
    scope = Scope.FOLDER if place.project is not None else Scope.SESSION
    written = journal.add(
        title=ask.title,
        body=f"{ask.body}\n",
        kind=Kind.ASK,
        scope=scope,
        cwd=cwd if place.project is not None else "",
        session=place.session,
    )
    return KeptAsk(written.note.key, written.note.title)


def _say_again(journal: Journal, key: str, ask: Ask, session: str, now: datetime) -> None:
    loaded = journal.load(key)
    at = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = with_said(loaded.body, [Said(ask.body, at, session)], per_session=True)
    if body != loaded.body:
        journal.edit(key, body=body, expected_sha256=loaded.note.sha256)
