"""Distils the sessions that have gone quiet, each once per state of it."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from luminair import files
from luminair.errors import LuminairError, Stopped, WriteFailed
from luminair.journal import Journal, Note, Proposal, ProposalKind, Scope
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.model import drafted
from luminair.keeping.distill.page import page
from luminair.keeping.distill.write import About, SessionNotes, notes_of, proposal_key, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from luminair.keeping.distill.model import Ask
    from luminair.keeping.distill.values import Distilled, Exchange

QUIET = timedelta(hours=8)
"""A session without a turn for so long has gone quiet (spec 8.1)."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A session as distilling sees it.

    Attributes:
        about: which one.
        last: when something was last said in it, None where nobody knows.
        exchanges: reads its messages; raises LuminairError where it cannot.
        closed: whether the owner closed it, which makes it quiet at once.
        busy: whether an answer is still coming.
    """

    about: About
    last: datetime | None
    exchanges: Callable[[], Sequence[Exchange]]
    closed: bool = False
    busy: bool = False

    def quiet(self, now: datetime) -> bool:
        """Whether it has gone quiet at ``now``."""
        if self.busy:
            return False
        return self.closed or (self.last is not None and now - self.last >= QUIET)


@dataclass(frozen=True, slots=True)
class Drafter:
    """The model that drafts, where the owner chose one.

    Attributes:
        ask: a prompt in, the answer out; raises LuminairError, of which Stopped says that nobody
            waits any more.
        by: ``<lane>/<model>``.
    """

    ask: Ask
    by: str


class States:
    """Which state of each session was distilled last, in a file of this machine.

    Args:
        path: the file; made when the first state is kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, str]:
        """State by session; none where the file cannot be read."""
        try:
            found = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: state for key, state in found.items() if isinstance(state, str)}

    def fresh(self, talks: Iterable[Talk], now: datetime) -> list[Talk]:
        """Those that have gone quiet and were not distilled as they are."""
        known = self.read()
        return [
            each
            for each in talks
            if each.quiet(now) and known.get(each.about.id) != each.about.state
        ]

    @contextmanager
    def alone(self, patience_s: float = 10.0) -> Iterator[None]:
        """Keeps every other process from distilling these sessions meanwhile.

        Args:
            patience_s: how long to wait for another one, in seconds.

        Raises:
            LockBusy: another one held on for as long.
        """
        files.make_private(self._path.parent)
        with files.lock(self._path.with_name("distilling.lock"), patience_s):
            yield

    def keep(self, session: str, state: str) -> None:
        """Remembers one; a disk that refuses costs looking at the session once more."""
        with suppress(OSError, LuminairError):
            files.make_private(self._path.parent)
            with files.lock(self._path.with_suffix(".lock")):
                known = {**self.read(), session: state}
                files.write_atomic(self._path, json.dumps(known, indent=0).encode())


def by_session(journal: Journal) -> Mapping[str, list[Note]]:
    """The vault's notes that name a session, by session."""
    found: dict[str, list[Note]] = {}
    for listed in journal.listing(compared=False):
        if listed.note.session and not listed.note.damage:
            found.setdefault(listed.note.session, []).append(listed.note)
    return found


def distill_one(
    journal: Journal,
    talk: Talk,
    notes: Iterable[Note],
    *,
    states: States,
    now: datetime,
    drafter: Drafter | None = None,
) -> Proposal | None:
    """Distils one session, whether it is quiet or not.

    Returns:
        The card; None where there was nothing worth keeping.

    Raises:
        LuminairError: the session cannot be read, or the vault not written.
    """
    notes = tuple(notes)
    held = notes_of(journal, notes)
    exchanges = talk.exchanges()
    found = _found(exchanges, held, drafter)
    card = write(journal, found, _still_there(talk.about, notes), held, now, heard=bool(exchanges))
    states.keep(talk.about.id, talk.about.state)
    return card


def _still_there(about: About, notes: Iterable[Note]) -> About:
    """The session in its project's folder, or the one that its notes name, where its own is gone.

    A worktree that was removed tells no more whose it was; the session remembers, and of those
    that began before they did the notes that were filed in them name the main one.
    """
    if about.stands != about.folder:
        return replace(about, folder=about.stands)
    if not about.folder or Path(about.folder).is_dir():
        return about
    named = (each.cwd for each in notes if each.scope is Scope.FOLDER and each.cwd)
    return replace(about, folder=next(named, about.folder))


def distill_quiet(
    journal: Journal,
    talks: Sequence[Talk],
    *,
    states: States,
    now: datetime,
    drafter: Drafter | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _all, _title: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[list[Proposal], list[str]]:
    """Distils those that have gone quiet and were not distilled as they are.

    Args:
        journal: the vault, open.
        talks: every session that may be due.
        states: what was distilled before.
        now: aware.
        drafter: the model that drafts; None for the deterministic method.
        progress: hears before each how many of how many are done, and its title.
        cancelled: asked before each; those done stay done.

    Returns:
        The cards, and a sentence for each session that could not be distilled.
    """
    due = _due(journal, states.fresh(talks, now))
    if not due:
        return [], []
    cards: list[Proposal] = []
    troubles: list[str] = []
    notes = by_session(journal)
    for number, talk in enumerate(due):
        progress(number, len(due), talk.about.title)
        if cancelled():
            return cards, troubles
        try:
            card = distill_one(
                journal,
                talk,
                notes.get(talk.about.id, ()),
                states=states,
                now=now,
                drafter=drafter,
            )
        except Stopped:
            return cards, troubles
        except WriteFailed as error:  # the disk will refuse the next one too
            troubles.append(str(error))
            break
        except LuminairError as error:
            troubles.append(str(error))
            continue
        if card is not None:
            cards.append(card)
    return cards, troubles


def _due(journal: Journal, fresh: Sequence[Talk]) -> list[Talk]:
    """Those that have no card yet for what they are: this machine may have forgotten."""
    if not fresh:
        return []
    done = {each.key for each in journal.proposals.all() if each.kind is ProposalKind.DISTILL}
    return [each for each in fresh if proposal_key(each.about) not in done]


def preview(talk: Talk, journal: Journal, notes: Iterable[Note]) -> Proposal | None:
    """The card as distilling would write it, with nothing written; no model is asked."""
    held = notes_of(journal, notes)
    found = _found(talk.exchanges(), held, None)
    if found.empty and not held.asks:
        return None
    return Proposal(
        id="",
        key=proposal_key(talk.about),
        kind=ProposalKind.DISTILL,
        title=f"Would distil “{talk.about.title}”",
        text=page(found),
        cwd=talk.about.folder,
        session=talk.about.id,
        data={"archived": tuple(each.key for each in held.asks), "state": talk.about.state},
    )


def _found(exchanges: Sequence[Exchange], held: SessionNotes, drafter: Drafter | None) -> Distilled:
    if drafter is None:
        return distilled(exchanges, held.asks, held.filed)
    return drafted(exchanges, held.asks, held.filed, ask=drafter.ask, by=drafter.by)
