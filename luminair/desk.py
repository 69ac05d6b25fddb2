"""The window's desk: the Journal, the sessions and the lanes, introduced to each other."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteNotFound, UsageError
from luminair.journal import (
    Journal,
    Kind,
    Receipts,
    Scope,
    State,
)
from luminair.lanes import journal_only
from luminair.lanes.journal_only import Found, JournalOnly
from luminair.lanes.roster import Entry, Roster
from luminair.memory import Gone, JournalMemory
from luminair.sessions.library import Library
from luminair.sessions.session import Session
from luminair.turns import TurnEvent, prepare, run_turn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.context.block import Assembly
    from luminair.journal import Written
    from luminair.lanes.lane import LaneInfo

_QUOTED = 12
_TITLE_CHARS = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """What a write to the Journal came to; see ``shell.desk.Kept``."""

    sentence: str
    key: str
    operation: str


class OwnDesk:
    """See ``shell.desk.Desk``.

    Args:
        home: where this machine's files lie.
        settings: what the owner chose.
        vault: the Journal's folder.
        open_journal: opens it; raises LuminairError while it cannot.
        now: the clock, aware, in the owner's time zone.
        draw: random integers, for ids.
        lanes: lanes besides the embedded one, first in lists.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        vault: Path,
        *,
        open_journal: Callable[[], Journal],
        now: Callable[[], datetime],
        draw: Callable[[], int],
        lanes: Sequence[Entry] = (),
    ) -> None:
        self.home = home
        self.settings = settings
        self.vault = vault
        self.now = now
        self._draw = draw
        self._open_journal = open_journal
        self._opening = threading.Lock()
        self._open: Journal | None = None
        self.library = Library(home.root, now=now, draw=draw)
        embedded = Entry(journal_only.INFO, lambda: JournalOnly(self._found, self._is_chatter))
        self.roster = Roster([*lanes, embedded])

    @property
    def journal(self) -> Journal:
        """The door to the vault, opened when it is first needed.

        Raises:
            LuminairError: it cannot be opened now; the next call tries again.
        """
        with self._opening:
            if self._open is None:
                opened = self._open_journal()
                opened.warm()
                with suppress(LuminairError):  # a vault that cannot be written can be read
                    opened.tidy(self._receipts().versions_named())
                self._open = opened
            return self._open

    def _receipts(self) -> Receipts:
        return Receipts(
            self.home.receipts(self.vault), keep_prompts=self.settings.on("receipts.keep_prompt")
        )

    def memory(self) -> JournalMemory:
        """What a turn needs; raises as :attr:`journal`."""
        self.journal.refresh()
        return JournalMemory(self.journal, self._receipts(), self._draw)

    def close(self) -> None:
        """Lets the index go."""
        with self._opening:
            if self._open is not None:
                self._open.close()
                self._open = None

    def project_name(self, folder: str) -> str:
        """What to call the project of a folder; '' for none."""
        if not folder:
            return ""
        try:
            place, _ = self.journal.place(cwd=folder)
        except LuminairError:
            return folder.rstrip("/").rpartition("/")[2]
        return place.project.name if place.project else folder.rstrip("/").rpartition("/")[2]

    def journal_problem(self) -> str:
        """'' where the vault can be read, else one sentence about it."""
        try:
            self.journal.refresh()
        except LuminairError as error:
            return str(error)
        return ""

    def assemble(self, session: str, prompt: str) -> Assembly:
        """What the next message of a session would carry."""
        transcript = self.library.open(session)
        facts = transcript.session
        return prepare(
            prompt,
            session=facts,
            history=transcript.messages,
            lane=self._lane_info(facts.lane),
            memory=self.memory(),
            now=self.now(),
        ).assembly

    def _lane_info(self, identity: str) -> LaneInfo:
        return self.roster.info(identity or self.roster.usual)

    async def run_turn(
        self, session: str, prompt: str, *, instead_of: str = ""
    ) -> AsyncGenerator[TurnEvent, None]:
        """Runs one turn on the session's own lane."""
        transcript = await asyncio.to_thread(self.library.open, session)
        memory = await asyncio.to_thread(self._memory_or_gone)
        turn = run_turn(
            prompt,
            transcript=transcript,
            lane=self.roster.lane(transcript.session.lane or self.roster.usual),
            memory=memory,
            now=self.now,
            new_id=lambda: f"{self._draw():08x}",
            instead_of=instead_of,
        )
        try:
            async for event in turn:
                yield event
        finally:
            await turn.aclose()

    def _memory_or_gone(self) -> JournalMemory | Gone:
        try:
            return self.memory()
        except LuminairError as error:
            return Gone(error)

    # --- Writes ------------------------------------------------------------------------------

    def remember(self, session: str, text: str, *, for_project: bool = False) -> Kept:
        """Files a note: in session scope, or for the whole project."""
        scope = Scope.FOLDER if for_project else Scope.SESSION
        written = self._add(session, text, Kind.NOTE, scope)
        where = "for the project" if written.note.scope is Scope.FOLDER else "for this session"
        return self._kept(f"Remembered {where}: {written.note.title}.", written)

    def dead_end(self, session: str, text: str) -> Kept:
        """Files a dead end, in folder scope where the session has a project."""
        folder = self.library.open(session).session.folder
        scope = Scope.FOLDER if folder else Scope.SESSION
        written = self._add(session, text, Kind.RULEDOUT, scope)
        return self._kept(f"Dead end recorded: {written.note.title}.", written)

    def _add(self, session: str, text: str, kind: Kind, scope: Scope) -> Written:
        facts = self.library.open(session).session
        title, body = _title_and_body(text)
        if not title:
            raise UsageError("There is nothing to keep; type it after the command.")
        return self.journal.add(
            title=title,
            body=body,
            kind=kind,
            scope=scope,
            cwd=facts.folder,
            session=session,
        )

    def pin(self, session: str, name: str) -> Kept:
        """Pins the note of this id, path or title; the sentence says where it will ride."""
        del session  # a pin rides where the note's own scope covers
        try:
            note = self.journal.find(name)
        except NoteNotFound:
            fitting = self.journal.resolve(name)
            if not fitting:
                raise NoteNotFound(
                    f"No note is called '{name}'; give its id, path or exact title."
                ) from None
            if len(fitting) > 1:
                keys = ", ".join(each.key for each in fitting[:5])
                raise UsageError(
                    f"Several notes are called '{name}'; give one of {keys}."
                ) from None
            note = fitting[0]
        written = self.journal.pin(note.path)
        where = {
            Scope.GLOBAL: "every session",
            Scope.FOLDER: f"every session in {self.project_name(note.cwd) or 'its folder'}",
            Scope.SESSION: "its own session",
        }[note.scope]
        return self._kept(f"Pinned “{note.title}”. It rides in {where}.", written)

    def _kept(self, sentence: str, written: Written) -> Kept:
        said = " ".join(part for part in (sentence, written.said) if part)
        return Kept(said, written.note.key, written.operation)

    def undo(self, operation: str) -> str:
        """Takes one write back; says so in a sentence."""
        report = self.journal.undo(operation)
        return f"Taken back: {report.what}."

    # --- The embedded lane -------------------------------------------------------------------

    def _found(self, prompt: str) -> list[Found]:
        answer = self.journal.search(prompt, limit=_QUOTED)
        marks = {State.HIDDEN: "hidden", State.HELD: "held for review"}
        return [
            Found(
                each.note.key,
                each.note.title,
                each.note.kind.words,
                each.note.scope.value,
                each.note.updated[:10],
                each.passage or each.note.summary,
                marks.get(each.state, ""),
            )
            for each in answer.results
        ]

    def _is_chatter(self, prompt: str) -> bool:
        return self.journal.says_nothing(prompt)


def _title_and_body(text: str) -> tuple[str, str]:
    """The first line, cut at a word where it is long, is the title; the whole text the body."""
    whole = text.strip()
    first = whole.partition("\n")[0].strip()
    if len(first) <= _TITLE_CHARS:
        return first, whole.partition("\n")[2].strip() + "\n"
    cut = first[:_TITLE_CHARS].rsplit(" ", 1)[0]
    return f"{cut}…", whole + "\n"


def context_of(
    journal: Journal,
    receipts: Receipts,
    prompt: str,
    *,
    session: str,
    cwd: str,
    lane: str,
    model: str,
) -> Assembly:
    """What a message would carry, without a window: for ``luminair-journal context``."""
    info = Roster([Entry(journal_only.INFO, lambda: JournalOnly(lambda _p: (), lambda _p: False))])
    facts = info.info(lane or journal_only.ID)
    now = journal.setup.now()
    made = Session(id=session, title="", lane=facts.id, model=model, folder=cwd)
    memory = JournalMemory(journal, receipts, journal.setup.draw)
    return prepare(prompt, session=made, history=(), lane=facts, memory=memory, now=now).assembly
