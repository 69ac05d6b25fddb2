"""Brings sessions and lanes to distilling: which sessions there are, and the model that drafts."""

from __future__ import annotations

import asyncio
import hashlib
from abc import ABC, abstractmethod
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING

from luminair.errors import LockBusy, LuminairError, Stopped
from luminair.journal import Journal, Kind, Note
from luminair.keeping.distill.compaction import fold
from luminair.keeping.distill.quiet import (
    Drafter,
    States,
    Talk,
    by_session,
    distill_one,
    distill_quiet,
    preview,
)
from luminair.keeping.distill.values import Exchange
from luminair.keeping.distill.write import About
from luminair.lanes.lane import Done, Failed, LaneKind, Request, Text, Withdrawn
from luminair.messages import MessageState
from luminair.sessions.session import read_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.context.block import Assembly
    from luminair.journal import Proposal
    from luminair.lanes.lane import Lane
    from luminair.lanes.roster import Roster
    from luminair.messages import Attachment, Message
    from luminair.sessions.library import Library
    from luminair.sessions.session import Session

DRAFT_PATIENCE_S = 180.0
"""How long a model may take over a draft; then the deterministic method does it."""
LOOK_EVERY_S = 0.1
"""How often it is asked, while a model drafts, whether anybody still waits for it."""


_STANDING = 40_000
"""Characters that may ride beside a conversation: harness, rules, pins, tools, digest."""


def exchanges_of(messages: Iterable[Message]) -> tuple[Exchange, ...]:
    """A conversation as distilling reads it; what was never sent or answered is left out."""
    return tuple(
        Exchange(each.role, each.text, each.at, each.id)
        for each in messages
        if each.text.strip() and each.state is not MessageState.FAILED
    )


def talks_of(library: Library) -> list[Talk]:
    """Every session of the app that holds messages."""
    return [talk_of(library, each) for each in library.listing().sessions if each.messages]


def talk_of(library: Library, session: Session, *, closed: bool = False) -> Talk:
    """One session of the app."""
    about = About(
        session.id,
        session.title,
        session.folder,
        f"{session.messages}@{session.updated}",
        session.project,
    )
    return Talk(
        about,
        # What was imported is old news: it is folded where its owner asks for it, not by itself.
        None if session.origin else read_time(session.updated),
        lambda: exchanges_of(library.open(session.id).messages),
        closed=closed,
        busy=session.last_state is MessageState.STREAMING,
    )


def foreign_talks(notes: Mapping[str, Sequence[Note]], known: Iterable[str]) -> list[Talk]:
    """Sessions of coding agents: all that is known of them are the notes that name them."""
    ours = set(known)
    found: list[Talk] = []
    for session, held in notes.items():
        asks = [each for each in held if each.kind is Kind.ASK and not each.in_archive]
        if session in ours or ":" not in session or not asks:
            continue
        latest = max(each.updated for each in asks)
        sign = hashlib.sha256("\0".join(sorted(f"{n.key}@{n.sha256}" for n in asks)).encode())
        title = f"{session.partition(':')[0]} session of {min(each.created for each in asks)[:10]}"
        folder = next((each.cwd for each in asks if each.cwd), "")
        about = About(session, title, folder, sign.hexdigest()[:16])
        found.append(Talk(about, read_time(latest), lambda: ()))
    return found


def distill(
    journal: Journal,
    library: Library,
    states: States,
    now: datetime,
    *,
    session: str = "",
    dry_run: bool = False,
    patience_s: float = 10.0,
) -> tuple[list[Proposal], list[str]]:
    """Distils one session now, or all that have gone quiet, by the deterministic method.

    Args:
        journal: the vault, open.
        library: the app's sessions.
        states: what was distilled before.
        now: aware.
        session: only this one, quiet or not; '' for all that are due.
        dry_run: only say what would be done.
        patience_s: how long to wait, in seconds, while another process distils.

    Returns:
        The cards, and a sentence for each session that could not be read.

    Raises:
        LuminairError: there is no such session, or the vault cannot be written.
        LockBusy: another process distilled for as long.
    """
    notes = by_session(journal)
    ours = talks_of(library)
    talks = [*ours, *foreign_talks(notes, [each.about.id for each in ours])]
    if session:
        talks = [each for each in talks if each.about.id == session]
        if not talks:
            raise LuminairError(
                f"There is no session '{session}' with messages or open asks on this machine."
            )
    if dry_run:
        due = [each for each in talks if session or each.quiet(now)]
        found = [preview(each, journal, notes.get(each.about.id, ())) for each in due]
        return [each for each in found if each is not None], []
    if session:
        card = distill_one(journal, talks[0], notes.get(session, ()), states=states, now=now)
        return ([] if card is None else [card]), []
    with states.alone(patience_s):
        journal.refresh()  # what another process has just folded is folded
        return distill_quiet(journal, talks, states=states, now=now)


def asking(
    make: Callable[[], Lane], model: str = "", stopped: Callable[[], bool] = lambda: False
) -> Callable[[str], str]:
    """A small job for a lane's model: a prompt in, its whole answer out.

    The lane is made for it and closed after it, since lanes belong to one loop of events. It
    belongs to no session, brings no tools and asks no leave. A coding agent that runs it is
    marked as a child of ours, so that its own hook keeps nothing.

    Args:
        make: makes the lane.
        model: of the lane; '' for its usual one.
        stopped: asked while the model answers; where it says so, the lane is closed and the
            answer is `Stopped`.
    """

    async def ask(prompt: str) -> str:
        lane = make()
        try:
            request = Request("", model, "", (), (), (), (), prompt)
            answer = asyncio.create_task(_answer(lane, request))
            async with asyncio.timeout(DRAFT_PATIENCE_S):
                return await _unless(stopped, answer)
        finally:
            await lane.close()

    def wait(prompt: str) -> str:
        try:
            return asyncio.run(ask(prompt))
        except TimeoutError:
            raise LuminairError("The model took too long over the draft.") from None

    return wait


async def _unless(stopped: Callable[[], bool], answer: asyncio.Task[str]) -> str:
    try:
        while not (await asyncio.wait([answer], timeout=LOOK_EVERY_S))[0]:
            if stopped():
                raise Stopped("Stopped, so nothing was written.")
        return answer.result()
    finally:
        answer.cancel()
        await asyncio.wait([answer])  # its stream is closed before its lane


async def _answer(lane: Lane, request: Request) -> str:
    text = ""
    async with aclosing(lane.ask(request)) as events:
        async for event in events:
            match event:
                case Text(delta):
                    text += delta
                case Withdrawn(characters):
                    text = text[: max(len(text) - characters, 0)]
                case Failed(sentence):
                    raise LuminairError(sentence)
                case Done():
                    return text
                case _:
                    pass
    raise LuminairError("The answer broke off before its end.")


class Distilling(ABC):
    """The part of the window's desk that distils; every method may take a while."""

    home: Home
    settings: Settings
    now: Callable[[], datetime]
    library: Library
    roster: Roster

    @property
    @abstractmethod
    def journal(self) -> Journal:
        """The vault, open."""

    @abstractmethod
    def assemble(
        self, session: str, prompt: str, attachments: Sequence[Attachment] = ()
    ) -> Assembly:
        """What the next message of a session would carry."""

    def distill(self, session: str, stopped: Callable[[], bool] = lambda: False) -> list[Proposal]:
        """Distils one session now, as if the owner had closed it.

        Args:
            session: its id.
            stopped: asked while a model drafts.

        Raises:
            Stopped: the owner wanted it no more; nothing was written.
            LuminairError: no such session, or the vault cannot be written.
        """
        journal = self.journal
        journal.refresh()
        talk = talk_of(self.library, self.library.open(session).session, closed=True)
        if talk.busy:
            raise LuminairError("This session is still answering; distil it when it is done.")
        notes = by_session(journal).get(session, ())
        card = distill_one(
            journal,
            talk,
            notes,
            states=self._states(),
            now=self.now(),
            drafter=self._drafter(stopped),
        )
        return [] if card is None else [card]

    def distill_quiet(
        self,
        folder: str = "",
        *,
        progress: Callable[[int, int, str], None] = lambda _done, _all, _title: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[list[Proposal], list[str]]:
        """Distils what has gone quiet, where the owner lets it: at the start, and without asking.

        Args:
            folder: only sessions of this folder's project; '' for all.
            progress: hears before each how many of how many are done, and its title.
            cancelled: asked before each, and while a model drafts.
        """
        if not self.settings.on("distill.auto"):
            return [], []
        journal, states, now = self.journal, self._states(), self.now()
        journal.refresh()
        ours = talks_of(self.library)
        talks = [*ours, *foreign_talks(by_session(journal), [each.about.id for each in ours])]
        if folder:
            # Which project a folder belongs to is asked of those alone that are due.
            due = states.fresh(talks, now)
            talks = [each for each in due if self._together(each.about.stands, folder)]
        try:
            with states.alone():
                return distill_quiet(
                    journal,
                    talks,
                    states=states,
                    now=now,
                    drafter=self._drafter(cancelled),
                    progress=progress,
                    cancelled=cancelled,
                )
        except LockBusy:  # another process is at it, and leaves the same notes
            return [], []

    def catch_up(self, folder: str) -> None:
        """Distils what went quiet in a project before a session begins in it; never raises.

        No model is asked here: the first message of the session waits for this.
        """
        if folder and not self.settings.text("distill.by"):
            with suppress(LuminairError, OSError):
                self.distill_quiet(folder)

    def compact_if_long(self, session: str) -> bool:
        """Folds the older part of a conversation that fills the model's window too far.

        Coding agents fold by themselves, and where the window is not known nothing is folded.

        Returns:
            Whether it was folded, from the next message on.

        Raises:
            LuminairError: the Journal cannot be read, or the session not be written.
        """
        transcript = self.library.open(session)
        facts = transcript.session
        info = self.roster.info(facts.lane or self.roster.usual)
        share, window = self.settings.number("compact.share"), info.model(facts.model).window
        allowed = window * share / 100
        said = sum(len(each.text) for each in transcript.messages)
        # A token is a character at least; so most conversations need no closer look.
        if not allowed or info.kind is LaneKind.CLI or said + _STANDING < allowed:
            return False
        assembly = self.assemble(session, "")
        if assembly.total_tokens <= allowed:
            return False
        before = facts.compacted
        found = fold(exchanges_of(transcript.messages), before.upto if before else "")
        if found is None:
            return False
        transcript.compact(found.upto, found.text)
        return True

    def edit_compaction(self, session: str, text: str) -> None:
        """Sends the owner's own words for the folded part; '' sends the messages themselves.

        Raises:
            LuminairError: nothing was folded in this session, or it cannot be written.
        """
        transcript = self.library.open(session)
        found = transcript.session.compacted
        if found is None:
            raise LuminairError("Nothing of this session is folded, so there is nothing to edit.")
        transcript.compact(found.upto, text)

    def _together(self, one: str, other: str) -> bool:
        if not one:
            return False
        first, second = (self.journal.place(cwd=each)[0].project for each in (one, other))
        return first is not None and second is not None and first.key == second.key

    def _states(self) -> States:
        return states_of(self.home, self.journal)

    def _drafter(self, stopped: Callable[[], bool]) -> Drafter | None:
        chosen = self.settings.text("distill.by")
        if not chosen:
            return None
        identity, _, model = chosen.partition("/")
        usual = self.roster.info(identity).model("").id
        make = partial(self.roster.apart, identity)
        return Drafter(asking(make, model, stopped), f"{identity}/{model or usual or 'usual'}")


def states_of(home: Home, journal: Journal) -> States:
    """What was distilled of this vault's sessions on this machine."""
    return States(home.state(journal.root) / "distilled.json")
