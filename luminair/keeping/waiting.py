"""Asks that do not ride yet, since their own session is still at work on them (spec 7.1).

An ask rides in the project's other sessions once its own has had no turn for half an hour; in its
own, whose conversation holds it, only after a compaction or a resume. When a session last had a
turn is this machine's alone: a small file for each under ``LUMINAIR_HOME/state``, written by the
app at each message and by a hook at each event. A session without one is not at work here.
"""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from luminair.errors import WriteFailed
from luminair.files import make_private, write_atomic
from luminair.journal import Kind
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from luminair.journal import Note, Place

AT_WORK: Final = timedelta(minutes=30)
KEPT_FOR: Final = timedelta(days=60)

_OTHERS: Final = "Its own session is still at work on it"
_OWN: Final = "This session asked for it, so its conversation holds it"


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of a session.

    Attributes:
        turn: when it last had one, aware; None where that is not known.
        fresh: when its conversation last lost what was said: compacted, resumed elsewhere.
    """

    turn: datetime | None = None
    fresh: datetime | None = None


class Turns:
    """When each session last had a turn; every method may touch the disk.

    Args:
        folder: ``Home.state`` of the vault.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "turns"

    def turned(self, session: str, now: datetime) -> None:
        """The session has a turn now; a record that cannot be written is only missed."""
        self._write(session, Times(now, self.times(session).fresh), now)

    def refreshed(self, session: str, now: datetime) -> None:
        """The session's conversation was compacted or resumed: what was asked in it rides."""
        self._write(session, Times(now, now), now)

    def times(self, session: str) -> Times:
        """What is known of a session."""
        try:
            lines = self._file(session).read_text("ascii").splitlines()
        except (OSError, ValueError):
            return Times()
        turn, fresh = (_moment(line) for line in [*lines, "", ""][:2])
        return Times(turn, fresh)

    def _file(self, session: str) -> Path:
        # An id may hold a colon or a slash, and may come from another program.
        return self._folder / hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:24]

    def _write(self, session: str, times: Times, now: datetime) -> None:
        file = self._file(session)
        text = "".join(f"{_text(moment)}\n" for moment in (times.turn, times.fresh))
        try:
            if not file.exists():
                make_private(self._folder)
                self._prune(now)
            write_atomic(file, text.encode("ascii"))
        except (OSError, WriteFailed):
            return

    def _prune(self, now: datetime) -> None:
        oldest = (now - KEPT_FOR).timestamp()
        with os.scandir(self._folder) as found:
            old = [each.path for each in found if each.stat().st_mtime < oldest]
        for path in old:
            os.unlink(path)  # noqa: PTH108 - scandir gives texts


def waiting(
    asks: Iterable[Note], place: Place, now: datetime, times: Callable[[str], Times]
) -> dict[str, str]:
    """The asks that do not ride yet, by path, with the reason as a sentence.

    Args:
        asks: notes that are seen at the place; those of other kinds are passed over.
        place: where the prompt is written.
        now: aware.
        times: of a session, see :meth:`Turns.times`.
    """
    found: dict[str, str] = {}
    known: dict[str, Times] = {}
    for note in asks:
        if note.kind is not Kind.ASK or not note.session:
            continue
        if note.session not in known:
            known[note.session] = times(note.session)
        reason = _reason(note, place, now, known[note.session])
        if reason:
            found[note.path] = reason
    return found


def _reason(note: Note, place: Place, now: datetime, times: Times) -> str:
    if times.turn is None:
        return ""
    if note.session == place.session:
        made = _moment(note.created)
        held = times.fresh is None or (made is not None and times.fresh <= made)
        return _OWN if held else ""
    return _OTHERS if now - times.turn < AT_WORK else ""


def _text(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).isoformat()


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
