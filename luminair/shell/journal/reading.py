"""What the window's jobs do with the Journal: look, open, search, save. Knows no Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import is_
from typing import TYPE_CHECKING, TypeVar

from luminair.errors import LuminairError, NoteNotFound
from luminair.journal import KNOWN_KEYS, Kind, Listed, Scope, State, Status
from luminair.shell.journal.rows import Row, binned_row, row_of
from luminair.shell.journal.words import Saying, page_text, split_said_again

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from luminair.journal import Backlink, Binned, Journal, Note, SearchAnswer, Written
    from luminair.shell.desk import Desk

Value = TypeVar("Value")

MOST_FOUND = 100
BIN = ".luminair/trash/"
"""What the keys of removed notes begin with, in the list and on the page."""
NOTES = "Notes"
"""The folder of notes that belong to no session."""
_FIELD = re.compile(r"^([^\s#:\-][^:\n]*):(?:\s|$)", re.MULTILINE)
HEADER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*\n", re.DOTALL | re.MULTILINE)


class View(StrEnum):
    """What a row of the tree shows."""

    ALL = "all"
    FOLDER = "folder"
    LOOSE = "loose"
    EVERYWHERE = "everywhere"
    ASKS = "asks"
    DEAD_ENDS = "dead ends"
    RULES = "rules"
    PINNED = "pinned"
    DAMAGED = "damaged"
    BIN = "bin"
    """Removed notes; none of them is in the vault."""
    REVIEW = "review"
    """What waits for the owner; a face of its own, no list."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A set of notes that the tree offers.

    Attributes:
        view: which.
        title: its name.
        folder: of :attr:`View.FOLDER`, a path in the vault.
    """

    view: View
    title: str
    folder: str = ""

    def holds(self, each: Listed) -> bool:
        """Whether a note belongs here."""
        if self.view is View.FOLDER:
            return each.note.path.startswith(f"{self.folder}/")
        return _HOLDS[self.view](each)


def _live(each: Listed) -> bool:
    return each.state not in {State.ARCHIVED, State.DAMAGED}


_HOLDS: dict[View, Callable[[Listed], bool]] = {
    View.ALL: lambda each: not each.note.in_archive,
    View.LOOSE: lambda each: "/" not in each.note.path,
    View.EVERYWHERE: lambda each: (
        _live(each)
        and each.note.scope is Scope.GLOBAL
        and each.note.path.startswith(f"{NOTES}/")  # it stands below this folder in the tree
    ),
    View.ASKS: lambda each: (
        _live(each) and each.note.kind is Kind.ASK and each.note.status is Status.OPEN
    ),
    View.DEAD_ENDS: lambda each: _live(each) and each.note.kind is Kind.RULEDOUT,
    View.RULES: lambda each: _live(each) and each.note.kind is Kind.RULE,
    View.PINNED: lambda each: _live(each) and each.note.pinned,
    View.DAMAGED: lambda each: each.state is State.DAMAGED,
    View.BIN: lambda _: False,
    View.REVIEW: lambda _: False,
}


@dataclass(frozen=True, slots=True)
class Contents:
    """The vault at one moment; made by :func:`look`, off the window's thread.

    Attributes:
        listed: every note with its standing, newest first.
        rows: the same as the list shows them.
        folders: every folder that holds notes, with how many lie in it and below, and every
            folder that holds nothing at all.
        counts: how many notes each saved view holds.
        by_path: the same notes by path.
        by_key: the notes by what others call them.
        complete: whether texts were compared, so that hidden notes are known.
        binned: removed notes, last removed first.
        bin_rows: the same as the list shows them.
    """

    listed: tuple[Listed, ...] = ()
    rows: tuple[Row, ...] = ()
    folders: tuple[tuple[str, int], ...] = ()
    counts: Mapping[View, int] = field(default_factory=dict)
    by_path: Mapping[str, Listed] = field(default_factory=dict)
    by_key: Mapping[str, Note] = field(default_factory=dict)
    complete: bool = False
    binned: tuple[Binned, ...] = ()
    bin_rows: tuple[Row, ...] = ()

    def on(self, shelf: Shelf) -> list[Row]:
        """The notes of a shelf, newest first."""
        if shelf.view is View.BIN:
            return list(self.bin_rows)
        holds = shelf.holds
        return [row for each, row in zip(self.listed, self.rows, strict=True) if holds(each)]

    def count(self, view: View) -> int:
        """How many notes a saved view holds."""
        return self.counts.get(view, 0)


@dataclass(frozen=True, slots=True)
class Opened:
    """A note as the page shows it.

    Attributes:
        listed: the note and its standing.
        source: the whole file as text with line feeds, '' where it is none.
        sealed: why the source cannot be edited, or ''.
        text: the body for the page.
        said: earlier phrasings.
        winner: who hides it, or None.
        project: name of the note's project, or ''.
        session: title of the note's session, its id where it is gone, or ''.
        file: where it is on the disk.
        others: fields of the header that Luminair keeps and does not use.
        held: why the note is held for review, a sentence; '' where it is not.
        binned: when the note was moved to the Bin, UTC; '' where it was not.
    """

    listed: Listed
    source: str
    sealed: str
    text: str
    said: tuple[Saying, ...]
    winner: Note | None
    project: str
    session: str
    file: Path
    others: int = 0
    held: str = ""
    binned: str = ""

    @property
    def note(self) -> Note:
        """The note."""
        return self.listed.note


def look(journal: Journal, before: Contents, *, compared: bool = True) -> Contents:
    """Looks at every file and lists what there is.

    Args:
        journal: the vault.
        before: what was seen last; it is given back where nothing changed, and its notes are
            used again, so that who shows them need not compare what they say.
        compared: whether to find out which notes hide others, which takes a while in a large
            vault that is new.
    """
    journal.refresh()
    found = journal.listing(compared=compared)
    found.sort(key=lambda each: each.note.updated, reverse=True)
    listed = tuple(_kept(each, before.by_path.get(each.note.path)) for each in found)
    same = len(listed) == len(before.listed) and all(map(is_, listed, before.listed))
    folders = _folders(journal.folders(), journal.empty_folders())
    binned = tuple(journal.bin.listing())
    same = same and before.complete == compared and before.binned == binned
    if same and folders == before.folders:
        return before
    by_key = {each.note.key: each.note for each in listed}
    shown = {row.key: row for row in before.rows}
    rows = (row_of(each, by_key.get(each.hidden_by)) for each in listed)
    return Contents(
        listed,
        tuple(_kept(row, shown.get(row.key)) for row in rows),
        folders,
        {view: sum(map(holds, listed)) for view, holds in _HOLDS.items()} | {View.BIN: len(binned)},
        {each.note.path: each for each in listed},
        by_key,
        compared,
        binned,
        tuple(binned_row(each, BIN) for each in binned),
    )


def _folders(holding: list[tuple[str, int]], empty: list[str]) -> tuple[tuple[str, int], ...]:
    """Folders by path; those above an empty one are there too."""
    counts = dict(holding)
    for folder in empty:
        parts = folder.split("/")
        for end in range(1, len(parts) + 1):
            counts.setdefault("/".join(parts[:end]), 0)
    return tuple(sorted(counts.items()))


def _kept(new: Value, old: Value | None) -> Value:
    """The old one where the two are equal."""
    return old if old is not None and old == new else new


def open_note(desk: Desk, key: str) -> Opened:
    """Reads one note and what stands around it; raises NoteNotFound."""
    if key.startswith(BIN):
        return _open_binned(desk, key)
    journal = desk.journal
    listed = journal.listed(key)
    note = listed.note
    source, sealed = source_of(journal.file_bytes(note.path))
    body = held = ""
    said: tuple[Saying, ...] = ()
    if not note.damage:
        text = journal.load(note.path).body
        body, said = split_said_again(text)
        if listed.state is State.HELD:
            from luminair.keeping.review.held import reason_of  # noqa: PLC0415 held notes only

            held = reason_of(note, text)
    winner = None
    if listed.hidden_by:
        winner = _found(journal, listed.hidden_by)
    session = _session_title(desk, note.session) if note.session else ""
    project = desk.project_name(note.cwd) if note.scope is Scope.FOLDER and note.cwd else ""
    return Opened(
        listed,
        source,
        sealed,
        page_text(body, note.title),
        said,
        winner,
        project,
        session,
        journal.root / note.path,
        _others(source),
        held,
    )


def _open_binned(desk: Desk, key: str) -> Opened:
    """A note of the Bin, to be read."""
    journal = desk.journal
    entry = next((each for each in journal.bin.listing() if f"{BIN}{each.key}" == key), None)
    if entry is None:
        raise NoteNotFound("This note is not in the Bin any more.")
    file = journal.root / key
    note = replace(entry.note, path=key)
    source, _ = source_of(file.read_bytes())
    body = ""
    said: tuple[Saying, ...] = ()
    if not note.damage:
        body, said = split_said_again(HEADER.sub("", source, count=1))
    return Opened(
        Listed(note, State.ARCHIVED, "", ""),
        source,
        "This note is in the Bin; put it back to edit it.",
        page_text(body, note.title),
        said,
        None,
        desk.project_name(note.cwd) if note.scope is Scope.FOLDER and note.cwd else "",
        _session_title(desk, note.session) if note.session else "",
        file,
        binned=entry.at,
    )


def _others(source: str) -> int:
    """How many fields of a header are none of ours."""
    header = HEADER.match(source)
    names = _FIELD.findall(header[0]) if header else []
    return sum(name.strip("\"'") not in KNOWN_KEYS for name in names)


def projects(desk: Desk, contents: Contents) -> list[tuple[str, str]]:
    """Name and folder of every project that a note or a session belongs to, by name."""
    folders = {each.note.cwd for each in contents.listed if each.note.scope is Scope.FOLDER}
    folders |= {session.folder for session in desk.library.listing().sessions}
    named = {folder: desk.project_name(folder) for folder in folders if folder}
    return sorted(((name, folder) for folder, name in named.items()), key=_by_name)


def _by_name(each: tuple[str, str]) -> tuple[str, str]:
    return each[0].casefold(), each[1]


def source_of(raw: bytes) -> tuple[str, str]:
    """A file's bytes as an editor shows them, and why it may not be edited, or ''."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", "This file is not UTF-8, so it is left byte for byte as it is."
    ends = {"\r\n": text.count("\r\n")}
    ends["\r"] = text.count("\r") - ends["\r\n"]
    ends["\n"] = text.count("\n") - ends["\r\n"]
    if sum(count > 0 for count in ends.values()) > 1:
        return text, "This file mixes line endings; edit it in another editor to keep them."
    if "\x00" in text or "\u2029" in text:
        return text, "This file has characters that an editor would lose."
    return text.replace("\r\n", "\n").replace("\r", "\n"), ""


def links_to(journal: Journal, path: str) -> list[Backlink]:
    """Who links to a note, newest first."""
    found = journal.links_to(path)
    return sorted(found, key=lambda each: each.note.updated, reverse=True)


def target_of(journal: Journal, target: str) -> str:
    """The path of the note that a link means.

    Raises:
        NoteNotFound: there is none.
    """
    with_key = _found(journal, target)
    if with_key is not None:
        return with_key.path
    fitting = journal.resolve(target.removeprefix("./").rpartition("../")[2])
    if not fitting:
        raise NoteNotFound(f"No note is called '{target}'; the link leads nowhere.")
    return fitting[0].path


def search(journal: Journal, text: str) -> SearchAnswer:
    """The best notes of the whole vault, archived ones too."""
    return journal.search(text, limit=MOST_FOUND, archived=True)


def session_note(desk: Desk, session: str) -> Written:
    """The session's own note, made when it is first opened."""
    facts = desk.library.open(session).session
    return desk.journal.session_note(session, facts.title, facts.folder)


def add_note(journal: Journal, title: str, folder: str, like: Note | None) -> Written:
    """Files an empty note in a folder, with the scope that the notes there have."""
    cwd = like.cwd if like is not None and like.scope is Scope.FOLDER else ""
    scope = Scope.FOLDER if cwd else Scope.GLOBAL
    return journal.add(title=title, scope=scope, cwd=cwd, folder=folder)


def _found(journal: Journal, key: str) -> Note | None:
    try:
        return journal.find(key)
    except LuminairError:
        return None


def _session_title(desk: Desk, session: str) -> str:
    try:
        return desk.library.open(session).session.title
    except LuminairError:
        return session
