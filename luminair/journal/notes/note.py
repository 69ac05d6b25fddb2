"""A note as values. Pure: nothing here knows where the bytes came from.

A note's file is the truth; a :class:`Note` is what a person would say the file says
(the reading is ``reading.py``, the bytes are ``frontmatter.py``).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from luminair.values import dataclass

SETTINGS_UNREAD = "Never rides: the vault's settings cannot be read"
"""Said of every note while they cannot: any folder may have been closed by its owner."""

SESSION_BODY = "## Asked\n\n## Decided\n\n## Open\n"
"""Of a session's note while it is new (spec 8.5); search finds it once it has a line."""


class Kind(StrEnum):
    """What a note is. An unknown word in a file is kept there and read as ``NOTE``."""

    RULE = "rule"
    NOTE = "note"
    DOC = "doc"
    ASK = "ask"
    RULEDOUT = "ruledout"

    @property
    def words(self) -> str:
        """The kind as people read it."""
        return "dead end" if self is Kind.RULEDOUT else self.value


class Scope(StrEnum):
    """Who should see a note. Order of precedence: global, folder, session."""

    SESSION = "session"
    FOLDER = "folder"
    GLOBAL = "global"

    @property
    def rank(self) -> int:
        """Higher wins when two notes say the same thing."""
        return {Scope.SESSION: 0, Scope.FOLDER: 1, Scope.GLOBAL: 2}[self]


class Status(StrEnum):
    """How far an item is. A missing key means ``OPEN``."""

    OPEN = "open"
    DONE = "done"
    DROPPED = "dropped"
    HELD = "held"


class Trust(IntEnum):
    """The ladder of trust, low to high; only the top two can be law."""

    PAGE = 0
    IMPORTED = 1
    MODEL = 2
    APPROVED = 3
    OWNER = 4

    @property
    def words(self) -> str:
        """The rung as the window and the fence name it."""
        return {
            Trust.PAGE: "from a page or a tool",
            Trust.IMPORTED: "imported",
            Trust.MODEL: "filed by a model",
            Trust.APPROVED: "approved by the owner",
            Trust.OWNER: "written by the owner",
        }[self]


class TitleFrom(StrEnum):
    """Where a title stood; only a title set in frontmatter can hide another note."""

    FRONTMATTER = "frontmatter"
    HEADING = "heading"
    FILE_NAME = "file name"


class State(StrEnum):
    """What a note may do in a prompt, as ``list --state`` filters it."""

    LIVE = "live"
    HIDDEN = "hidden"
    ARCHIVED = "archived"
    HELD = "held"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Note:
    """What one file in the vault says, without its body.

    Attributes:
        path: path in the vault, ``/`` between parts, as spelled on disk.
        id: ``YYYYMMDDTHHMM-xxxx`` or None where the file has none.
        kind: read case-blind; unknown reads as NOTE.
        scope: read case-blind; unknown or missing reads as GLOBAL.
        title: never empty.
        title_from: where the title stood.
        summary: as set, else the first sentence of the body (not written to the file).
        summary_set: whether the file has a summary of its own.
        created: UTC, ``2026-08-25T20:09:00.000Z``; the file's time where not set.
        updated: the same; the file's modification time where not set.
        cwd: the project folder as written, or ''.
        project: normalised origin address or root commit, or ''.
        session: the session's id, or ''.
        pinned: rides in every session that its scope covers.
        status: open, done, dropped or held.
        source: 'owner', '<lane>/<model>', 'import:<name>', 'page:<url>' or 'tool:<name>'.
        approved: UTC time of the owner's yes, or ''.
        archived: UTC time, or '' (a note below ``Archive/`` without the key has its ``updated``).
        overrides: ids that this note hides.
        tags: without '#'.
        aliases: other names for links.
        sha256: of the file's bytes, hex.
        size: bytes of the file.
        flag: why strict YAML refuses or misreads the header, or ''.
        damage: why the file cannot be read as a note, or ''; then only path, title,
            sha256 and size mean anything.
        clash: the path of the older note with the same id, or ''; such a note is addressed
            by its path.
        rides: False where the vault's settings keep its folder out of every prompt.
        settings_unread: whether it does not ride because these settings cannot be read.
        held: why it is held for review, or ''.
    """

    path: str
    id: str | None
    kind: Kind
    scope: Scope
    title: str
    title_from: TitleFrom
    summary: str
    summary_set: bool
    created: str
    updated: str
    cwd: str
    project: str
    session: str
    pinned: bool
    status: Status
    source: str
    approved: str
    archived: str
    overrides: tuple[str, ...]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    sha256: str
    size: int
    flag: str
    damage: str
    clash: str = ""
    rides: bool = True
    settings_unread: bool = False
    held: str = ""

    @property
    def key(self) -> str:
        """What commands and links call this note: its id, else its path."""
        return self.id if self.id is not None and not self.clash else self.path

    @property
    def trust(self) -> Trust:
        """The rung of the ladder this note stands on (spec 7.3)."""
        if self.source in {"", "owner"}:
            return Trust.OWNER
        if self.approved:
            return Trust.APPROVED
        if self.source.startswith("import:"):
            return Trust.IMPORTED
        if self.source.startswith(("page:", "tool:")):
            return Trust.PAGE
        return Trust.MODEL

    @property
    def in_harness(self) -> bool:
        """Whether the note belongs to the standing brain (spec 6)."""
        return self.path.startswith("Harness/")

    @property
    def in_archive(self) -> bool:
        """Whether the note is archived, by key or by folder."""
        return bool(self.archived) or self.path.startswith("Archive/")


@dataclass(frozen=True, slots=True)
class LoadedNote:
    """A note with its text and the very bytes it was read from.

    Attributes:
        note: what the header says.
        body: the text below the header, exactly as decoded (line endings kept).
        raw: the file's bytes, for compare-before-replace.
    """

    note: Note
    body: str
    raw: bytes
