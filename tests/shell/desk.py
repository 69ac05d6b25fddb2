"""A desk for tests: real sessions on a temp disk, scripted lanes, a Journal in memory."""

from __future__ import annotations

import asyncio
import itertools
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.context.block import Assembly, Harness, LeftOutFile
from luminair.errors import LuminairError, NoteNotFound, Stopped
from luminair.journal.digest_items import Block, BlockName, Digest, Item, Why
from luminair.journal.notes.note import Kind, Note, Scope, Status, TitleFrom
from luminair.keeping.capture.capturing import Captured
from luminair.lanes.lane import LaneInfo, LaneKind, Model, Question
from luminair.lanes.roster import Entry, Roster
from luminair.lanes.scripted import Scripted, say
from luminair.sessions import attachments as attached
from luminair.sessions.library import Library
from luminair.turns import Helpers, TurnEvent, prepare, run_turn
from luminair.turns.questions import Questions
from luminair.vaults import JournalState, Standing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence
    from pathlib import Path

    from luminair.lanes.lane import Event, Request
    from luminair.lanes.scripted import Step
    from luminair.messages import Attachment
    from luminair.sessions.session import Session

CLAUDE = LaneInfo(
    "claude",
    "Claude CLI",
    LaneKind.CLI,
    (Model("sonnet", "sonnet", 200_000, 16_000), Model("opus", "opus", 200_000, 16_000)),
    True,
    "Signed in with your Claude login.",
)
OLLAMA = LaneInfo(
    "ollama",
    "Ollama",
    LaneKind.LOCAL,
    (Model("qwen2.5-coder", "qwen2.5-coder", 32_768, 4_000),),
    True,
    "Answers on this Mac.",
)
BLIND = LaneInfo(
    "journal-only",
    "Journal only",
    LaneKind.EMBEDDED,
    (Model("", "Journal only"),),
    True,
    "Answers by quoting your notes; needs no key and no network.",
)


@dataclass(frozen=True, slots=True)
class KeptNote:
    """What a write came to."""

    sentence: str
    key: str
    operation: str


def note(title: str, kind: Kind, scope: Scope = Scope.FOLDER, *, pinned: bool = False) -> Note:
    """A note of which only what the window shows matters."""
    slug = title.lower().replace(" ", "-")[:20]
    return Note(
        path=f"Notes/{title}.md",
        id=f"20260917T1058-{abs(hash(slug)) % 65536:04x}",
        kind=kind,
        scope=scope,
        title=title,
        title_from=TitleFrom.FRONTMATTER,
        summary="",
        summary_set=False,
        created="2026-09-17T10:58:00.000Z",
        updated="2026-09-17T10:58:00.000Z",
        cwd="",
        project="",
        session="",
        pinned=pinned,
        status=Status.OPEN,
        source="owner",
        approved="",
        archived="",
        overrides=(),
        tags=(),
        aliases=(),
        sha256="",
        size=0,
        flag="",
        damage="",
    )


HARBOR = (
    note("Never retry a PUT without its idempotency key", Kind.RULE, Scope.GLOBAL),
    note("Run make test-upload before you call a fix done", Kind.RULE),
    note("Say which file changed and why", Kind.RULE, Scope.GLOBAL),
    note("Leave the public API alone unless asked", Kind.RULE),
    note("Times in logs are UTC", Kind.RULE),
    note("Retry at most three times, then say so", Kind.RULE, Scope.GLOBAL),
    note("A longer client timeout does not stop the 503 loop", Kind.RULEDOUT),
    note("Parallel PUTs reorder parts on the staging bucket", Kind.RULEDOUT),
    note("Upload protocol, parts and manifest", Kind.DOC, pinned=True),
    note("Flake log, week 37", Kind.NOTE),
    note("Count resumed uploads per client", Kind.ASK, Scope.SESSION),
    note("Manifest v2 on disk", Kind.NOTE),
    note("Part size: 8 MB or 16 MB?", Kind.NOTE),
)


class MemoryOfNotes:
    """A Journal in memory: everything rides, in the blocks of its kind."""

    def __init__(self, notes: Sequence[Note], harness: Harness) -> None:
        self.notes = list(notes)
        self._harness = harness
        self.problem = ""
        self.hears = Captured()

    def harness(self) -> Harness:
        return self._harness

    def digest(self, _prompt: str, _session: Session, _now: datetime) -> Digest:
        if self.problem:
            raise LuminairError(self.problem)
        names = {
            Kind.RULE: BlockName.RULES,
            Kind.RULEDOUT: BlockName.DEAD_ENDS,
            Kind.ASK: BlockName.ASKS,
        }
        blocks: list[Block] = []
        for name in BlockName:
            found = [
                each
                for each in self.notes
                if (BlockName.PINS if each.pinned else names.get(each.kind, BlockName.NOTES))
                is name
            ]
            items = tuple(_item(each, name) for each in found)
            text = "".join(item.text for item in items)
            if text:
                text = f"{name.value.upper()}\n{text}"
                blocks.append(Block(name, text, -(-len(text) // 4), len(text), items))
        whole = "".join(block.text for block in blocks)
        return Digest(whole, "", -(-len(whole) // 4), len(whole), tuple(blocks), ())

    def tools(self) -> tuple[str, ...]:
        return ()

    def summaries(self, _session: Session) -> Sequence[str]:
        return ("The uploader was moved to parts of 8 MB. " * 12,) if self.notes else ()

    def heard(self, *_: object) -> Captured:
        return self.hears

    def keep_receipt(self, **_: object) -> str:
        return ""


def _item(each: Note, name: BlockName) -> Item:
    text = f"- [{each.scope.value}] {each.title}.\n"
    return Item(each, name, text, -(-len(text) // 4), len(text), Why("in scope"))


class AskingLane(Scripted):
    """Plays a script as :class:`Scripted` does; a question in it waits for the owner.

    What was allowed is in ``allowed``; the lane's info can be changed while it lives.
    """

    allowed: dict[str, bool]

    def change(self, info: LaneInfo) -> None:
        self._info = info

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.allowed = {}
        async for event in super().ask(request):
            yield event
            if isinstance(event, Question) and request.allow is not None:
                self.allowed[event.id] = await request.allow(event)


class PlainDesk:
    """The desk of a test.

    Args:
        home: a temp folder.
        scripts: what each lane says, by lane id.
        now: the clock.
        notes: what the Journal holds.
        pace_s: silence before each piece of text.
    """

    journal: object = None
    is_demo = False

    def __init__(
        self,
        home: Path,
        *,
        scripts: dict[str, Sequence[Sequence[Step]]] | None = None,
        now: Callable[[], datetime] | None = None,
        notes: Sequence[Note] = HARBOR,
        harness: Harness | None = None,
        pace_s: float = 0.0,
    ) -> None:
        self.drafted = threading.Event()  # cleared, a model takes its time over //distill
        self.drafted.set()
        self._numbers = itertools.count(1)
        self._now = now or (lambda: datetime(2026, 9, 17, 11, 2, tzinfo=UTC))
        self.home = Home(home)
        self.settings = Settings(self.home.settings_file)
        self.library = Library(home, now=self._now, draw=lambda: next(self._numbers))
        default = scripts or {}
        self.lanes = {
            info.id: AskingLane(
                default.get(info.id, (say("Done."),)),
                sleep=asyncio.sleep,
                pace_s=pace_s,
                info=info,
            )
            for info in (CLAUDE, OLLAMA, BLIND)
        }
        self.roster = Roster(
            Entry(lane.info, lambda lane=lane: lane) for lane in self.lanes.values()
        )
        usual = Harness(
            "How to read the Journal.\n" * 60,
            2,
            (
                LeftOutFile("Harness/Support handbook.md", "kind is doc", 74_854),
                LeftOutFile("Harness/Release checklist.md", "over 24 KB", 31_949),
                LeftOutFile("Harness/Scratch.md", "empty", 0),
            ),
        )
        self.memory = MemoryOfNotes(notes, harness or usual)
        self.questions = Questions()
        self.answered: list[tuple[str, bool]] = []
        self.looked_at: list[str] = []
        self.released: list[str] = []
        self.kept: dict[str, Note] = {}
        self.undone: list[str] = []

    def now(self) -> datetime:
        return self._now()

    def project_name(self, folder: str) -> str:
        return folder.rstrip("/").rsplit("/", 1)[-1]

    def distill_quiet(self, _folder: str = "", **_: object) -> None:
        """Nothing is quiet here."""

    def journal_state(self) -> JournalState:
        standing = Standing.GONE if self.memory.problem else Standing.THERE
        return JournalState(standing, self.memory.problem, self.home.root / "Journal", "settings")

    def digest(self, session: str, prompt: str) -> Digest:
        return self.memory.digest(prompt, self.library.open(session).session, self.now())

    def assemble(
        self, session: str, prompt: str, attachments: Sequence[Attachment] = ()
    ) -> Assembly:
        transcript = self.library.open(session)
        facts = transcript.session
        return prepare(
            prompt,
            session=facts,
            history=transcript.messages,
            lane=self.roster.info(facts.lane or self.roster.usual),
            memory=self.memory,
            now=self.now(),
            attachments=attachments,
        ).assembly

    async def run_turn(
        self,
        session: str,
        prompt: str,
        *,
        instead_of: str = "",
        attachments: Sequence[Attachment] = (),
    ) -> AsyncGenerator[TurnEvent, None]:
        transcript = self.library.open(session)
        folder = self.library.folder(session)
        turn = run_turn(
            prompt,
            transcript=transcript,
            lane=self.roster.lane(transcript.session.lane or self.roster.usual),
            memory=self.memory,
            now=self.now,
            new_id=lambda: f"m{next(self._numbers)}",
            instead_of=instead_of,
            attachments=attachments,
            helpers=Helpers(
                allow=self.questions.of(session),
                pictures=lambda files: attached.pictures(folder, files),
            ),
        )
        try:
            async for event in turn:
                yield event
        finally:
            await turn.aclose()

    def answer(self, session: str, question: str, *, allow: bool) -> None:
        self.answered.append((question, allow))
        self.questions.answer(session, question, allow=allow)

    def attach(self, session: str, path: Path) -> Attachment:
        return attached.attach(self.library.folder(session), path)

    def copy_of(self, session: str, upto: str = "") -> str:
        return self.library.copy(session, upto).id

    async def look_at(self, lane: str) -> LaneInfo:
        self.looked_at.append(lane)
        return await self.roster.lane(lane).look()

    async def release(self, session: str) -> None:
        self.released.append(session)

    def remember(self, _session: str, text: str, *, for_project: bool = False) -> KeptNote:
        scope = Scope.FOLDER if for_project else Scope.SESSION
        where = "for the project" if for_project else "for this session"
        return self._keep(note(text[:80], Kind.NOTE, scope), f"Remembered {where}: {text[:80]}")

    def dead_end(self, _session: str, text: str) -> KeptNote:
        return self._keep(note(text[:80], Kind.RULEDOUT), f"Dead end recorded: {text[:80]}")

    def distilled(self, _session: str, stopped: Callable[[], bool] = lambda: False) -> KeptNote:
        while not self.drafted.wait(0.01):
            if stopped():
                raise Stopped("Stopped, so nothing was written.")
        return KeptNote("There is nothing to fold.", "", "")

    def rule(self, _session: str, text: str, *, for_project: bool) -> KeptNote:
        whom = "every session in harbor-uploads" if for_project else "every session"
        return self._keep(note(text[:80], Kind.RULE), f"Rule for {whom}: {text[:80]}.")

    def pin(self, _session: str, name: str) -> KeptNote:
        found = next((each for each in self.memory.notes if each.title == name), None)
        if found is None:
            raise NoteNotFound(f"No note is called '{name}'; give its id, path or exact title.")
        self.memory.notes.remove(found)
        return self._keep(
            replace(found, pinned=True), f"Pinned “{name}”. It rides in every session here."
        )

    def undo(self, operation: str) -> str:
        gone = self.kept.pop(operation)
        self.memory.notes.remove(gone)
        self.undone.append(operation)
        return "Taken back."

    def close(self) -> None:
        """Nothing is open here."""

    def _keep(self, added: Note, sentence: str) -> KeptNote:
        operation = f"op{next(self._numbers)}"
        self.kept[operation] = added
        self.memory.notes.append(added)
        return KeptNote(sentence, added.key, operation)
