"""The index's tables, and a note as a row of them.

Whatever stands here was read from the vault's files and can be read from them again: a file of
another shape, version or health is thrown away, never converted.
"""

from __future__ import annotations

from array import array
from zlib import crc32

from luminair.journal.notes.note import Kind, Note, Scope, Status, TitleFrom

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from typing import Any, Final, TypeAlias

    from luminair.journal.ranking.tokens import Analysis

SCHEMA_VERSION: Final = 9

Row: TypeAlias = "tuple[Any, ...]"

SCHEMA: Final = (
    "CREATE TABLE stamp (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE state (generation INTEGER, records INTEGER, units TEXT, next_doc INTEGER)",
    "INSERT INTO state VALUES (0, 0, '0', 0)",
    # What the last look saw: the names of a folder, four numbers for each, and a mark of both,
    # which stands before them since a row is read from its beginning.
    (
        "CREATE TABLE tree (folder TEXT PRIMARY KEY, mark BLOB NOT NULL, names TEXT NOT NULL,"
        " signs BLOB NOT NULL)"
    ),
    (
        "CREATE TABLE notes (doc INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, id TEXT,"
        " kind TEXT, scope TEXT, title TEXT, title_from TEXT, summary TEXT, summary_set INTEGER,"
        " created TEXT, updated TEXT, cwd TEXT, project TEXT, session TEXT, pinned INTEGER,"
        " status TEXT, source TEXT, approved TEXT, archived TEXT, overrides TEXT, tags TEXT,"
        " aliases TEXT, sha256 TEXT, size INTEGER, flag TEXT, damage TEXT, clash TEXT, held TEXT,"
        # What the note is looked up by; its length in words; the file's time if it lent one.
        " live INTEGER, name_key TEXT, same_title TEXT, length REAL, file_time TEXT,"
        # The byte of the file at which its text begins; who sees the note, see `room_of`.
        " body_at INTEGER, room INTEGER)"
    ),
    "CREATE INDEX notes_id ON notes (id) WHERE id IS NOT NULL",
    "CREATE INDEX notes_name ON notes (name_key)",
    "CREATE INDEX notes_title ON notes (same_title) WHERE same_title <> ''",
    "CREATE INDEX notes_session ON notes (session) WHERE session <> ''",
    # Plain notes and docs ride when they match; these ride, or are counted, without a match.
    (
        "CREATE INDEX notes_standing ON notes (kind, room)"
        " WHERE live = 1 AND kind NOT IN ('note', 'doc')"
    ),
    "CREATE INDEX notes_pinned ON notes (pinned) WHERE live = 1 AND pinned = 1",
    "CREATE TABLE overrides (id TEXT, doc INTEGER, PRIMARY KEY (id, doc)) WITHOUT ROWID",
    "CREATE INDEX notes_room ON notes (room)",
    "CREATE INDEX notes_places ON notes (cwd, project) WHERE scope = 'folder'",
    # A note's sketch, and the notes whose sketch holds a word, those of one place together.
    "CREATE TABLE sketches (doc INTEGER PRIMARY KEY, words BLOB)",
    (
        "CREATE TABLE sketch (word INTEGER, room INTEGER, doc INTEGER,"
        " PRIMARY KEY (word, room, doc)) WITHOUT ROWID"
    ),
    # What a note's links name, as names compare.
    "CREATE TABLE links (doc INTEGER, name TEXT, PRIMARY KEY (doc, name)) WITHOUT ROWID",
    "CREATE INDEX links_name ON links (name)",
    # Words: segments hold many notes each, in ascending, never overlapping runs of numbers;
    # notes that changed lately wait in `pending`, whole; numbers that mean nothing any more
    # are in `dead` until their segment is written anew.
    (
        "CREATE TABLE segments (segment INTEGER PRIMARY KEY, first INTEGER, last INTEGER,"
        " records INTEGER, lengths BLOB)"
    ),
    (
        "CREATE TABLE postings (segment INTEGER, term TEXT, held BLOB, PRIMARY KEY (segment, term))"
        " WITHOUT ROWID"
    ),
    "CREATE TABLE pending (doc INTEGER PRIMARY KEY, length REAL, terms TEXT, frequencies BLOB)",
    "CREATE TABLE dead (doc INTEGER PRIMARY KEY)",
    (
        "CREATE TABLE verdicts (a TEXT, b TEXT, rule TEXT, same INTEGER, PRIMARY KEY (a, b, rule))"
        " WITHOUT ROWID"
    ),
    "CREATE TABLE traits (sha256 TEXT PRIMARY KEY, rule TEXT, data BLOB)",
    # Whose words are much like a note's in one room, among the notes with numbers below `upto`.
    (
        "CREATE TABLE company (doc INTEGER, room INTEGER, upto INTEGER, others BLOB,"
        " PRIMARY KEY (doc, room)) WITHOUT ROWID"
    ),
)
TABLES: Final = (
    "stamp",
    "state",
    "tree",
    "notes",
    "overrides",
    "sketches",
    "sketch",
    "links",
    "segments",
    "postings",
    "pending",
    "dead",
    "verdicts",
    "traits",
    "company",
)

NOTE_COLUMNS: Final = (
    "path, id, kind, scope, title, title_from, summary, summary_set, created, updated, cwd,"
    " project, session, pinned, status, source, approved, archived, overrides, tags, aliases,"
    " sha256, size, flag, damage, clash, held"
)
BODY_OF: Final = (
    "SELECT sha256, body_at FROM notes WHERE path = ? AND damage = '' AND file_time IN ('', ?)"
)
"""Where the text begins in a file whose time is known; no row where the file must be read anew."""
MARK_OF: Final = "SELECT sha256, damage, file_time FROM notes WHERE path = ?"
"""What tells one state of a note from another."""

_INSERT: Final = f"INSERT INTO notes VALUES ({', '.join('?' * 35)})"  # noqa: S608 marks only

_END: Final = "\x1f"  # ASCII's own sign between units
_KINDS: Final = {kind.value: kind for kind in Kind}
_SCOPES: Final = {scope.value: scope for scope in Scope}
_STATES: Final = {status.value: status for status in Status}
_TITLES: Final = {place.value: place for place in TitleFrom}


def note_from(row: Sequence[Any]) -> Note:
    """The note of a row of ``NOTE_COLUMNS``.

    Raises:
        KeyError, ValueError, TypeError: the row is not one that we wrote.
    """
    return Note(
        row[0],
        row[1],
        _KINDS[row[2]],
        _SCOPES[row[3]],
        row[4],
        _TITLES[row[5]],
        row[6],
        row[7] == 1,
        row[8],
        row[9],
        row[10],
        row[11],
        row[12],
        row[13] == 1,
        _STATES[row[14]],
        row[15],
        row[16],
        row[17],
        _list(row[18]),
        _list(row[19]),
        _list(row[20]),
        row[21],
        row[22],
        row[23],
        row[24],
        row[25],
        held=row[26],
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(text[:-1].split(_END)) if text else ()


def _text(items: tuple[str, ...]) -> str:
    # A text that holds the sign itself would come back as two; none that a person writes does.
    return "".join(item.replace(_END, " ") + _END for item in items)


def insert_note(
    con: sqlite3.Connection,
    doc: int,
    note: Note,
    analysis: Analysis,
    *,
    name_key: str,
    title: str,
    links: Iterable[str],
    file_time: str,
    body_at: int,
) -> None:
    """Puts a note's row in, with what else is looked up by it.

    Args:
        con: the index, inside a transaction.
        doc: the number it is known by among the postings.
        note: what its file says.
        analysis: its terms; only the sketch is stored here.
        name_key: its path without letter case and Unicode form.
        title: its title in the form in which titles compare, '' if it was not set in the header.
        links: what its links name, in the form in which names compare.
        file_time: the file's time where the note takes a time of its own from it, else ''.
        body_at: the byte of the file at which its text begins.
    """
    room = room_of(note.scope, note.cwd, note.project, note.session)
    live = not (note.damage or note.in_archive or note.status is Status.HELD)
    row: list[Any] = [
        doc,
        note.path,
        note.id,
        note.kind.value,
        note.scope.value,
        note.title,
        note.title_from.value,
        note.summary,
        note.summary_set,
        note.created,
        note.updated,
        note.cwd,
        note.project,
        note.session,
        note.pinned,
        note.status.value,
        note.source,
        note.approved,
        note.archived,
        _text(note.overrides),
        _text(note.tags),
        _text(note.aliases),
        note.sha256,
        note.size,
        note.flag,
        note.damage,
        "",
        note.held,
        live,
        name_key,
        title,
        array("f", (analysis.length,))[0],
        file_time,
        body_at,
        room,
    ]
    con.execute(_INSERT, [_storable(value) for value in row])
    sketch = array("I", analysis.sketch).tobytes()
    con.execute("INSERT INTO sketches VALUES (?, ?)", (doc, sketch))
    con.executemany("INSERT OR IGNORE INTO overrides VALUES (?, ?)", _each(note.overrides, doc))
    con.executemany(
        "INSERT OR IGNORE INTO sketch VALUES (?, ?, ?)",
        [(word, room, doc) for word in analysis.sketch],
    )
    con.executemany("INSERT OR IGNORE INTO links (name, doc) VALUES (?, ?)", _each(links, doc))


def room_of(scope: Scope, cwd: str, project: str, session: str) -> int:
    """A number for those who see a note; two that differ may have the same, seldom."""
    if scope is Scope.GLOBAL:
        return 0
    if scope is Scope.FOLDER:
        return _FOLDERS | crc32(f"{cwd}\0{project}".encode("utf-8", "replace"))
    return _SESSIONS | crc32(session.encode("utf-8", "replace"))


_FOLDERS: Final = 1 << 32
_SESSIONS: Final = 2 << 32


def _each(items: Iterable[object], doc: int) -> list[tuple[object, int]]:
    return [(_storable(item), doc) for item in items]


def _storable(value: object) -> object:
    """The value; half of a surrogate pair, which an escape in a header can name, becomes '?'."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "replace").decode()
    return value


def delete_note(con: sqlite3.Connection, doc: int) -> None:
    """Takes a note's row out, with what was looked up by it."""
    row = con.execute(
        "SELECT words, overrides, room FROM notes JOIN sketches USING (doc) WHERE doc = ?", (doc,)
    ).fetchone()
    con.execute("DELETE FROM notes WHERE doc = ?", (doc,))
    con.execute("DELETE FROM sketches WHERE doc = ?", (doc,))
    con.execute("DELETE FROM links WHERE doc = ?", (doc,))
    con.execute("DELETE FROM company WHERE doc = ?", (doc,))
    con.executemany(
        "DELETE FROM sketch WHERE word = ? AND room = ? AND doc = ?",
        [(word, row[2], doc) for word in sketch_from(row[0])],
    )
    con.executemany("DELETE FROM overrides WHERE id = ? AND doc = ?", _each(_list(row[1]), doc))


def sketch_from(blob: bytes) -> Sequence[int]:
    """The hashes of a stored sketch."""
    hashes: array[int] = array("I")
    hashes.frombytes(blob)
    return hashes


def settle_clashes(con: sqlite3.Connection, ids: Iterable[str]) -> None:
    """Decides anew who keeps each of these ids: the note made first, then the shorter name.

    A copy made by a person or a sync service has the original's ``created`` and its name with
    something behind it (`x 2.md`), so names compare without their suffix.
    """
    for note_id in ids:
        rows = con.execute(
            "SELECT created, path, doc, clash FROM notes WHERE id = ?", (note_id,)
        ).fetchall()
        if not rows:
            continue
        keeper = min(rows, key=lambda row: (row[0], row[1][:-3], row[1]))[1]
        for _, path, doc, clash in rows:
            said = "" if path == keeper else keeper
            if said != clash:
                con.execute("UPDATE notes SET clash = ? WHERE doc = ?", (said, doc))
