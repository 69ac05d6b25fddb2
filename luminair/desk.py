"""The window's desk: the Journal, the sessions and the lanes, introduced to each other."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.config.folders import KnownFolders
from luminair.distilling import Distilling
from luminair.errors import LuminairError, VaultMissing
from luminair.journal import Journal, Receipts, State, ended
from luminair.keeping.waiting import Turns
from luminair.lanes import journal_only
from luminair.lanes.journal_only import Found, JournalOnly
from luminair.lanes.lane import LaneInfo, LaneKind, TellsWhatItAdds
from luminair.lanes.roster import Entry, Roster
from luminair.memory import Gone, JournalMemory, NoJournal
from luminair.pen import Kept, Pen
from luminair.reviewing import Reviewing
from luminair.sessions.attachments import attach, pictures
from luminair.sessions.library import Library
from luminair.turns import Helpers, Questions, TurnEvent, prepare, run_turn
from luminair.vaults import look_into

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.config.keys import Keys
    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.context.block import Assembly
    from luminair.journal import Digest, FolderFacts
    from luminair.lanes.lane import Request, ToolAnswer
    from luminair.lineup import Lineup
    from luminair.messages import Attachment
    from luminair.sessions.session import Session
    from luminair.sessions.transcript import Transcript
    from luminair.vaults import JournalState, Ride, Vaults

_QUOTED = 12
_ADDS_PATIENCE_S = 3.0
_TITLE_CHARS = 80


class OwnDesk(Distilling):
    """See ``shell.desk.Desk``.

    Args:
        home: where this machine's files lie.
        settings: what the owner chose.
        vaults: which folder is the Journal, and the door to it.
        now: the clock, aware, in the owner's time zone.
        draw: random integers, for ids.
        lanes: lanes besides the embedded one, first in lists; those of the line-up come after.
        keys: the owner's, to providers.
        lineup: makes the lanes of this machine; None where only ``lanes`` are wanted.
        throw_away: a folder that goes when the desk is closed: the demo's home and vault.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        vaults: Vaults,
        *,
        now: Callable[[], datetime],
        draw: Callable[[], int],
        lanes: Sequence[Entry] = (),
        keys: Keys,
        lineup: Lineup | None = None,
        throw_away: Path | None = None,
    ) -> None:
        self.home = home
        self.settings = settings
        self.vaults = vaults
        self.now = now
        self._draw = draw
        self.keys = keys
        self._lineup = lineup
        self._throw_away = throw_away
        self._questions = Questions()
        self.library = Library(home.root, now=now, draw=draw)
        self.pen = Pen(lambda: self.journal, self.library, self.project_name)
        self.review = Reviewing(home, lambda: self.journal, self.receipts, self.library, now)
        embedded = Entry(journal_only.INFO, lambda: JournalOnly(self._found, self._is_chatter))
        machine = lineup.entries() if lineup is not None else []
        self.roster = Roster([*lanes, *machine, embedded])

    @property
    @override
    def journal(self) -> Journal:
        """The door to the vault, opened when it is first needed.

        Raises:
            LuminairError: it cannot be opened now; the next call tries again.
        """
        return self.vaults.journal

    @property
    def is_demo(self) -> bool:
        """Whether home and vault are only for a look round."""
        return self._throw_away is not None

    @property
    def vault(self) -> Path:
        """The Journal's folder."""
        return self.vaults.place

    def journal_state(self) -> JournalState:
        """How the Journal's folder stands now."""
        return self.vaults.state()

    def look_into(self, folder: Path) -> FolderFacts:
        """What a folder holds that may become the Journal; see ``vaults.look_into``."""
        return look_into(folder, self.home)

    def make_journal(self, place: Path, ride: Ride = None) -> JournalState:
        """Makes a folder the Journal from now on; see ``vaults.Vaults.make``."""
        return self.vaults.make(place, ride)

    def memory(self) -> JournalMemory:
        """What a turn needs; raises as :attr:`journal`."""
        self.journal.refresh()
        return JournalMemory(
            self.journal,
            self.vaults.receipts(),
            self._draw,
            Turns(self.home.state(self.vaults.place)),
            capture=lambda: self.settings.on("capture"),
            chosen=lambda session, keys: self.library.open(session).change(summaries=keys),
            placed=lambda session, folder: self.library.open(session).change(project=folder),
        )

    def receipts(self) -> Receipts:
        """What rode with which message."""
        return self.vaults.receipts()

    def close(self) -> None:
        """Lets every index go, and what was only for a look round."""
        self.vaults.close()
        if self._throw_away is not None:
            shutil.rmtree(self._throw_away, ignore_errors=True)

    def project_name(self, folder: str) -> str:
        """What to call the project of a folder; '' for none."""
        if not folder:
            return ""
        try:
            place, _ = self.journal.place(cwd=folder)
        except LuminairError:
            return folder.rstrip("/").rpartition("/")[2]
        return place.project.name if place.project else folder.rstrip("/").rpartition("/")[2]

    @override
    def assemble(
        self, session: str, prompt: str, attachments: Sequence[Attachment] = ()
    ) -> Assembly:
        """What the next message of a session would carry."""
        transcript = self.library.open(session)
        facts = transcript.session
        return prepare(
            prompt,
            session=facts,
            history=transcript.messages,
            lane=self._lane_info(facts.lane),
            memory=self._memory_if_made(),
            now=self.now(),
            attachments=attachments,
        ).assembly

    def digest(self, session: str, prompt: str) -> Digest:
        """What of the Journal would ride with a session's next message, and why."""
        return self.memory().digest(prompt, self.library.open(session).session, self.now())

    def _lane_info(self, identity: str) -> LaneInfo:
        return self.roster.info(identity or self.roster.usual)

    async def run_turn(
        self,
        session: str,
        prompt: str,
        *,
        instead_of: str = "",
        attachments: Sequence[Attachment] = (),
    ) -> AsyncGenerator[TurnEvent, None]:
        """Runs one turn on the session's own lane."""
        transcript = await asyncio.to_thread(self.library.open, session)
        facts = transcript.session
        if not facts.messages:
            await asyncio.to_thread(self.catch_up, facts.folder)
        memory = await asyncio.to_thread(self._memory_or_gone)
        lane = self.roster.lane(facts.lane or self.roster.usual)
        turn = run_turn(
            prompt,
            transcript=transcript,
            lane=lane,
            memory=memory,
            now=self.now,
            new_id=lambda: f"{self._draw():08x}",
            instead_of=instead_of,
            attachments=attachments,
            helpers=self._helpers(facts, memory),
        )
        try:
            async for event in turn:
                yield event
        finally:
            await turn.aclose()
        if isinstance(lane, TellsWhatItAdds):
            await self._note_added(lane, transcript)
        with suppress(LuminairError):  # then the next message carries all of it
            await asyncio.to_thread(self.compact_if_long, session)

    async def _note_added(self, lane: TellsWhatItAdds, transcript: Transcript) -> None:
        """Keeps what a CLI says it adds itself, for the budget of the next message."""
        facts = transcript.session
        held = facts.conversations.get(facts.lane)
        with suppress(TimeoutError, LuminairError):
            added = await asyncio.wait_for(lane.adds(transcript.id), _ADDS_PATIENCE_S)
            if held is not None and added is not None and added != held.added:
                transcript.converse(facts.lane, replace(held, added=added))

    def _helpers(self, session: Session, memory: JournalMemory | NoJournal | Gone) -> Helpers:
        async def call(name: str, arguments: Mapping[str, object]) -> ToolAnswer:
            return await asyncio.to_thread(memory.call, session, name, arguments)

        folder, lineup = self.library.folder(session.id), self._lineup
        helpers = Helpers(
            call=call,
            allow=self._questions.of(session.id),
            pictures=lambda attachments: pictures(folder, attachments),
            folders=KnownFolders(self.home.root / "folders.json"),
        )
        if lineup is None:
            return helpers
        server = lineup.tools_of(session, self.vault) if memory.tools() else None
        return replace(helpers, server=server, cost=lineup.price)

    def answer(self, session: str, question: str, *, allow: bool) -> None:
        """Answers a question of the running turn."""
        self._questions.answer(session, question, allow=allow)

    def attach(self, session: str, path: Path) -> Attachment:
        """Takes a file for the next message of a session."""
        return attach(self.library.folder(session), path)

    def copy_of(self, session: str, upto: str = "") -> str:
        """A duplicate, or a fork up to a message; the new session's id."""
        return self.library.copy(session, upto).id

    async def look_at(self, lane: str) -> LaneInfo:
        """Asks one lane what it can do now."""
        return await self.roster.lane(lane).look()

    async def look_around(self) -> AsyncGenerator[LaneInfo, None]:
        """Asks the lanes of this machine what they can do; nothing goes out to anybody else."""
        asked = [
            asyncio.ensure_future(self.look_at(info.id))
            for info in self.roster.infos()
            if info.kind is not LaneKind.API
        ]
        try:
            for coming in asyncio.as_completed(asked):
                yield await coming
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    async def renew(self, lane: str) -> None:
        """Makes a lane anew, with the settings of now; its turns that run are ended."""
        if self._lineup is not None:
            for entry in self._lineup.entries():
                if entry.info.id == lane:
                    await self.roster.renew(entry)

    async def release(self, session: str) -> None:
        """Ends what lanes keep alive for a session that is in no pane any more."""
        for lane in self.roster.made():
            await lane.release(session)

    async def hang_up(self) -> None:
        """Ends what every lane holds open; called once, before :meth:`close`."""
        await asyncio.gather(*(lane.close() for lane in self.roster.made()))

    def _memory_if_made(self) -> JournalMemory | NoJournal:
        """The Journal's, or none while its folder is not there, which the window says."""
        try:
            return self.memory()
        except VaultMissing:
            return NoJournal()

    def _memory_or_gone(self) -> JournalMemory | NoJournal | Gone:
        try:
            return self._memory_if_made()
        except LuminairError as error:
            # The rules are there and cannot be read: a message without them waits.
            return Gone(error)

    # --- Writes ------------------------------------------------------------------------------

    def remember(self, session: str, text: str, *, for_project: bool = False) -> Kept:
        """Files a note: in session scope, or for the whole project."""
        return self.pen.remember(session, text, for_project=for_project)

    def dead_end(self, session: str, text: str) -> Kept:
        """Files a dead end, in folder scope where the session has a project."""
        return self.pen.dead_end(session, text)

    def rule(self, session: str, text: str, *, for_project: bool) -> Kept:
        """Files a rule: for the session's project, or for every session."""
        return self.pen.rule(session, text, for_project=for_project)

    def pin(self, session: str, name: str) -> Kept:
        """Pins the note of this id, path or title; the sentence says where it will ride."""
        del session  # a pin rides where the note's own scope covers
        return self.pen.pin(name)

    def distilled(self, session: str, stopped: Callable[[], bool] = lambda: False) -> Kept:
        """Folds one session now, and says what it came to."""
        cards = self.distill(session, stopped)
        if not cards:
            return Kept("There is nothing in this session that a later one would need.", "", "")
        card = cards[0]
        operation, summary = card.data.get("operation", ""), card.data.get("summary", "")
        return Kept(
            ended(card.title),
            summary if isinstance(summary, str) else "",
            operation if isinstance(operation, str) else "",
        )

    def undo(self, operation: str) -> str:
        """Takes one write back; says so in a sentence."""
        return self.pen.undo(operation)

    # --- The embedded lane -------------------------------------------------------------------

    def _found(self, request: Request) -> tuple[list[Found], bool]:
        """What may ride in this session, since its next lane is told this answer too."""
        ancestors = self.library.open(request.session).session.ancestors
        place, _ = self.journal.place(
            session=request.session, cwd=request.folder, ancestors=ancestors
        )
        seen = self.journal.search(request.prompt, place=place, limit=_QUOTED).results
        found = [
            Found(
                each.note.key,
                each.note.title,
                each.note.kind.words,
                each.note.scope.value,
                each.note.updated[:10],
                each.passage or each.note.summary,
                "hidden" if each.state is State.HIDDEN else "",
            )
            for each in seen
            if each.note.rides and each.state is not State.HELD
        ]
        everywhere = self.journal.search(request.prompt, limit=len(found) + 1).results
        return found, len(everywhere) > len(found)

    def _is_chatter(self, prompt: str) -> bool:
        return self.journal.says_nothing(prompt)
