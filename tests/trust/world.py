"""A Journal and a home with one of everything, and what people would miss if it were gone.

A world is made once and copied for each fault; its clock and its numbers begin anew each time, so
that the same deed leaves the same bytes.
"""

from __future__ import annotations

import itertools
import json
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from luminair.agents.hook_state import Held, States
from luminair.agents.host import Hosts, Process, Record
from luminair.agents.installing import Installer
from luminair.config.folders import KnownFolders
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.exchange.choosing import choose
from luminair.exchange.sources import plan_of
from luminair.exchange.taking import carry_out
from luminair.files import write_failed
from luminair.journal import (
    Decision,
    Journal,
    Kind,
    Proposal,
    ProposalKind,
    Receipt,
    ReceiptRow,
    Receipts,
    Scope,
    Setup,
    init_vault,
)
from luminair.keeping.capture.capturing import capture
from luminair.keeping.tending.merge import merge
from luminair.keeping.waiting import Turns
from luminair.messages import Message, MessageState, Role
from luminair.sessions.attachments import attach_bytes
from luminair.sessions.drafts import Draft, Queued
from luminair.sessions.layout import Layout, read_layout, write_layout
from luminair.sessions.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from luminair.sessions.transcript import Transcript

BEGAN = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
LONG = "It has many lines of its own.\n" * 400


@dataclass
class World:
    """One place with a vault and a home.

    Attributes:
        place: holds all of it.
    """

    place: Path
    _ticks: Iterator[int] = field(default_factory=itertools.count, repr=False)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(0x2F01), repr=False)

    @property
    def pristine(self) -> Path:
        """A copy of it as it was made."""
        return self.place.with_name("pristine")

    @property
    def source(self) -> Path:
        """A folder of somebody's notes."""
        return self.place.with_name("source")

    @property
    def vault(self) -> Path:
        """The Journal's folder."""
        return self.place / "vault"

    @property
    def home(self) -> Home:
        """What is this machine's."""
        return Home(self.place / "home")

    def now(self) -> datetime:
        """A second later each time."""
        return BEGAN + timedelta(seconds=next(self._ticks))

    def draw(self) -> int:
        """The next number."""
        return next(self._numbers)

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """The Journal, open."""
        journal = Journal(
            Setup(
                root=self.vault,
                index=self.home.index(self.vault),
                home=str(self.place / "person"),
                now=self.now,
                draw=self.draw,
                machine="mac",
            )
        )
        try:
            yield journal
        finally:
            journal.close()

    def library(self) -> Library:
        """The sessions."""
        return Library(self.home.root, now=self.now, draw=self.draw)

    def receipts(self) -> Receipts:
        """What rode."""
        return Receipts(self.home.receipts(self.vault))

    def fresh(self) -> World:
        """The world as it was made, at the same place: its home knows the vault by its path."""
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.pristine, self.place, symlinks=True)
        return World(self.place)

    # --- What people would miss ------------------------------------------------------------------

    def notes(self) -> dict[str, bytes]:
        """Every file of the vault that is not ours."""
        return {
            path.relative_to(self.vault).as_posix(): path.read_bytes()
            for path in sorted(self.vault.rglob("*"))
            if path.is_file() and ".luminair" not in path.relative_to(self.vault).parts
        }

    def kept(self) -> set[bytes]:
        """The texts of all earlier versions, removed notes and conflicts."""
        folders = ("history", "trash", "conflicts")
        return {
            path.read_bytes()
            for name in folders
            for path in (self.vault / ".luminair" / name).rglob("*")
            if path.is_file()
        }

    def remembered(self) -> dict[str, object]:
        """All that is kept beside the notes, as the app reads it."""
        library = self.library()
        listing = library.listing()
        found: dict[str, object] = {"unreadable": [each.id for each in listing.unreadable]}
        for session in sorted(listing.sessions, key=lambda each: each.id):
            opened = library.open(session.id)
            found[f"session {session.id}"] = (opened.session, opened.messages)
            found[f"draft {session.id}"] = library.draft(session.id)
            files = library.folder(session.id) / "attachments"
            found[f"files {session.id}"] = sorted(
                (file.name, file.read_bytes()) for file in files.glob("[!.]*")
            )
        binned = self.home.bin / "sessions"
        found["bin"] = sorted(each.name for each in binned.glob("*"))
        found["layout"] = read_layout(self.home.root)
        settings = Settings(self.home.settings_file)
        found["settings"] = {name: settings.text(name) for name in ("vault", "meaning.model")}
        found["settings fault"] = list(settings.notices)
        found["receipts"] = self.receipts().listing()
        found["marks"] = self.receipts().marks()
        states = States(self.home.state(self.vault))
        found["held"] = states.load("claude:s1").given
        found["hosts"] = Hosts(self.home.hosts).of(HOST)
        found["turns"] = Turns(self.home.state(self.vault)).times("claude:s1")
        found["folders"] = KnownFolders(self.home.root / "folders.json").holds("/work/tidepool")
        host = self.place / "person" / ".claude" / "settings.json"
        found["host"] = json.loads(host.read_bytes()) if host.exists() else None
        with self.journal() as journal:
            found["proposals"] = journal.proposals.all()
            found["harness"] = [(each.path, each.verdict) for each in journal.harness()]
        return found

    def installer(self) -> Installer:
        """Puts the hook into a coding agent's settings."""
        return Installer(self.home, {}, self.place / "person")


PARTS = tuple(f"Part {number} of the answer. " for number in range(4))
SESSION = "20260825T200929-00002f11"
"""The session that the world begins with."""
HOST = Process(4711, "9", "claude", 1)
PROPOSAL = Proposal(
    id="", key="promote:utc", kind=ProposalKind.PROMOTE, title="Use UTC", text="Always use UTC."
)
RECEIPT = Receipt(
    id="20260825T200900-0001",
    at="2026-08-25T20:09:00.000Z",
    session="s1",
    rows=(ReceiptRow("Notes/Harbor.md", "Notes/Harbor.md", "a" * 64, "Harbor", "notes"),),
)


def make_world(place: Path) -> World:
    """A world with one of everything."""
    world = World(place)
    for folder in (world.source, world.vault, world.home.root, place / "person"):
        folder.mkdir(parents=True)
    (world.source / "From elsewhere.md").write_text("A note from elsewhere.\n", "utf-8")
    (place / "person" / ".claude").mkdir()
    (place / "person" / ".claude" / "settings.json").write_text('{"model": "opus"}\n', "utf-8")
    init_vault(world.vault, ride="all")
    with world.journal() as journal:
        for number, title in enumerate(("Harbor", "Lighthouse", "Lamp oil", "To be removed")):
            journal.add(title=title, body=f"About the {title.lower()} {number}.\n{LONG}")
        journal.add(title="Use UTC", kind=Kind.RULE, scope=Scope.GLOBAL, body="Times are UTC.\n")
        journal.add(title="Paint the door", kind=Kind.ASK, session="s1", body="Paint it.\n")
        journal.add(title="Old map", body="An old map.\n")
        journal.edit("Notes/Lamp oil.md", body="About lamp oil, once more.\n")
        journal.archive(["Notes/Old map.md"])
        journal.proposals.propose([PROPOSAL], world.now())
    (world.vault / "Harness").mkdir()
    (world.vault / "Harness" / "how.md").write_text("How to read this.\n", "utf-8")
    (world.vault / "Theirs.md").write_bytes(b"# Theirs\r\n\r\nNo line end")
    library = world.library()
    transcript = library.create(lane="ollama", folder=str(place))
    transcript.add(Message("m1", Role.USER, "What is the harbor?", "2026-08-25T20:09:00.000Z"))
    transcript.add(Message("m2", Role.ASSISTANT, "A place for ships.", "2026-08-25T20:09:01.000Z"))
    library.save_draft(transcript.id, Draft(text="And then", queue=(Queued("More"),)))
    library.bin(library.create(lane="claude").id)
    write_layout(world.home.root, Layout(panes=(transcript.id,)))
    Settings(world.home.settings_file).set({"meaning.model": "old-model"})
    world.receipts().add(RECEIPT)
    _hook_state(world, "one")
    shutil.copytree(world.place, world.pristine, symlinks=True)
    return world


def _hook_state(world: World, sign: str) -> None:
    states = States(world.home.state(world.vault))
    try:
        with states.locked("claude:s1", 1.0):
            held = states.load("claude:s1")
            held.take([["rule", sign, "Use UTC"]])
            states.save("claude:s1", Held(given=held.given))
    except OSError as error:  # the hook itself only logs it
        raise write_failed(error, world.home.root) from error


def answer(transcript: Transcript) -> None:
    """An answer that streams in four parts."""
    transcript.add(
        Message("m3", Role.ASSISTANT, "", "2026-08-25T21:00:00.000Z", state=MessageState.STREAMING)
    )
    for number in range(len(PARTS)):
        at = BEGAN + timedelta(seconds=2 * number)
        transcript.grow("m3", PARTS[number], at)
    transcript.end("m3", MessageState.WHOLE, BEGAN)


def _in_library(deed: Callable[[Library, str], object]) -> Callable[[World], None]:
    def run(world: World) -> None:
        deed(world.library(), SESSION)

    return run


def _in_journal(deed: Callable[[Journal], object]) -> Callable[[World], None]:
    def run(world: World) -> None:
        with world.journal() as journal:
            deed(journal)

    return run


def _batch(journal: Journal) -> None:
    with journal.batch("several"):
        journal.edit("Notes/Harbor.md", title="Harbour")
        journal.archive(["Notes/Lamp oil.md"])
        journal.pin("Notes/Lighthouse.md")
        journal.add(title="A new one", body="New.\n")


def _restore(world: World) -> None:
    history = world.pristine / "vault" / ".luminair" / "history"
    first = next(path for path in history.iterdir() if b"About the lamp oil" in path.read_bytes())
    with world.journal() as journal:
        journal.restore("Notes/Lamp oil.md", first.name)


def _import(world: World) -> None:
    with world.journal() as journal:
        library = world.library()
        choice = choose(plan_of(world.source, "markdown"), journal, library)
        carry_out(choice, journal, library, world.home.root, now=world.now, draw=world.draw)
        assert not choice.remarks, choice.remarks


def _capture(world: World) -> None:
    with world.journal() as journal:
        captured = capture(
            journal, "Please always write a test for the lamp first.", session="s9", now=BEGAN
        )
        assert captured.asks or captured.failure
        if captured.failure:
            raise CaptureFailed(captured.failure)


class CaptureFailed(Exception):
    """What a pane would say of a request that could not be kept."""


def _install(world: World) -> None:
    installer = world.installer()
    installer.install(installer.installing("claude"))


TO_NOTES: dict[str, Callable[[World], None]] = {
    "add": _in_journal(lambda j: j.add(title="New note", folder="Notes/Deep/er", body=LONG)),
    "edit": _in_journal(lambda j: j.edit("Notes/Harbor.md", body="Another text.\n")),
    "edit a file of theirs": _in_journal(lambda j: j.edit("Theirs.md", title="Ours")),
    "pin": _in_journal(lambda j: j.pin("Notes/Harbor.md")),
    "close": _in_journal(lambda j: j.close_ask("Notes/Paint the door.md", "Red.")),
    "archive": _in_journal(lambda j: j.archive(["Notes/Harbor.md", "Notes/Lighthouse.md"])),
    "unarchive": _in_journal(lambda j: j.unarchive("Archive/Notes/Old map.md")),
    "move": _in_journal(lambda j: j.move(["Notes/Harbor.md"], "Places/Sea")),
    "rename": _in_journal(lambda j: j.rename("Notes/Harbor.md", "The harbor")),
    "remove": _in_journal(lambda j: j.remove(["Notes/Harbor.md", "Notes/Lighthouse.md"])),
    "merge": _in_journal(lambda j: merge(j, "Notes/Harbor.md", ["Notes/Lighthouse.md"])),
    "undo": _in_journal(lambda j: j.undo()),
    "restore": _restore,
    "batch": _in_journal(_batch),
    "session note": _in_journal(lambda j: j.session_note("s1", "A session")),
    "capture": _capture,
    "import": _import,
}
"""Deeds in the vault: all or nothing."""

TO_HOME: dict[str, Callable[[World], None]] = {
    "propose": _in_journal(
        lambda j: j.proposals.propose([Proposal("", "k", ProposalKind.RULE, "New")], BEGAN)
    ),
    "refuse": _in_journal(lambda j: j.proposals.answer("a6dec4fe", Decision.NEVER, BEGAN)),
    "settings": lambda world: Settings(world.home.settings_file).set({"meaning.model": "new"}),
    "new session": lambda world: world.library().create(lane="ollama"),
    "copy a session": _in_library(lambda library, one: library.copy(one)),
    "rename a session": _in_library(lambda library, one: library.rename(one, "Another")),
    "bin a session": _in_library(lambda library, one: library.bin(one)),
    "a message": _in_library(
        lambda library, one: library.open(one).add(
            Message("m3", Role.USER, "More", "2026-08-25T21:00:00.000Z")
        )
    ),
    "draft": _in_library(lambda library, one: library.save_draft(one, Draft(text="Else"))),
    "no draft": _in_library(lambda library, one: library.save_draft(one, Draft())),
    "attachment": _in_library(
        lambda library, one: attach_bytes(library.folder(one), "a.png", b"\x89PNG\r\n\x1a\n0")
    ),
    "layout": lambda world: write_layout(world.home.root, Layout(panes=("x", "y"))),
    "receipt": lambda world: world.receipts().add(
        Receipt(id="20260825T201000-0002", at="2026-08-25T20:10:00.000Z", session="s1")
    ),
    "mark": lambda world: world.receipts().mark(
        RECEIPT.id, "Notes/Harbor.md", "useless", at="2026-08-25T20:10:00.000Z"
    ),
    "hook state": lambda world: _hook_state(world, "two"),
    "host": lambda world: Hosts(world.home.hosts).note(HOST, Record("claude:s1", "/work")),
    "turn": lambda world: Turns(world.home.state(world.vault)).turned("claude:s1", BEGAN),
    "allow a folder": lambda world: KnownFolders(world.home.root / "folders.json").add(
        "/work/tidepool"
    ),
    "install a hook": _install,
}
"""Deeds in the home: the old state or the new one."""


def must_be_a_sentence(text: str, place: Path) -> None:
    """What, where and what now, in plain words."""
    assert text[0].isupper() or text[0] in "'“", text
    assert text.endswith("."), text
    assert len(text.splitlines()) == 1, text
    for jargon in ("Errno", "Traceback", "Error:", "None", "errno"):
        assert jargon not in text, text
    assert "temp" not in text.lower().replace(str(place).lower(), ""), text
