"""Putting what the files say into the index: prepared outside of a transaction, stored in one.

Loaded only when something changed: a question about an unchanged vault needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias
from zlib import crc32

from luminair.hashing import sha256
from luminair.journal.notes.markdown import links, normalised_title
from luminair.journal.notes.note import Note, TitleFrom
from luminair.journal.notes.paths import name_key
from luminair.journal.notes.reading import note_of
from luminair.journal.ranking.tokens import Analysis, analyse
from luminair.journal.vault.catalogue_rows import (
    MARK_OF,
    delete_note,
    insert_note,
    settle_clashes,
)
from luminair.journal.vault.catalogue_segments import (
    add_entries,
    entry_of,
    remove_entry,
    tend,
    units_of,
)
from luminair.journal.vault.freshness import (
    NO_SIGN,
    Done,
    FileBytes,
    Sign,
    entries,
    folder_row,
    mark_of,
    split_path,
    utc_of,
)
from luminair.values import dataclass, replace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence
Mark: TypeAlias = tuple[str, str, str]
"""What tells one state of a note from another: sha256, damage, and the file's time where the note
takes a time of its own from it."""

_PROBE: Final = (
    "---\nid: 20260825T2009-4be1\nkind: Ask\ntitle: a: b #c\ntags: x, #y\npinned: yes\n---\n"
    "# Running `vectorCache` in lib/vault/digest.js\n\n"
    "See [[Ä b|c]], [d](e%20f.md). Über 日本語 v2.10.3, don't. Second one.\n"
)


@dataclass(frozen=True, slots=True)
class Ready:
    """A file that was read.

    Attributes:
        path: path in the vault.
        sign: what to remember it by.
        note: what it says; None where it says what the index holds, or could not be read
            though it could before.
        analysis: the note's words.
        expected: what the index held when the file was read.
        mark: what the file says now.
        title: as titles compare, '' if it was not set in the header.
        name_key: as paths compare.
        links: what its links name, as names compare.
        body_at: the byte at which its text begins.
    """

    path: str
    sign: Sign
    note: Note | None
    analysis: Analysis | None
    expected: Mark | None
    mark: Mark | None = None
    title: str = ""
    name_key: str = ""
    links: tuple[str, ...] = ()
    body_at: int = 0


def prepare(path: str, read: FileBytes, known: Mark | None) -> Ready:
    """Reads a note from its bytes, unless the index has these very bytes.

    Args:
        path: path in the vault.
        read: the file as read.
        known: what the index holds for the path, or None.
    """
    if read.raw is None and known and not read.too_large:
        # It was readable once and will be again: what is known of it stays.
        return Ready(path, read.sign, None, None, known)
    time_of_file = utc_of(read.mtime_ns)
    raw = read.raw or b""
    timely = known is not None and read.raw is not None and known[2] in {"", time_of_file}
    if known and timely and sha256(raw).hexdigest() == known[0]:
        return Ready(path, read.sign, None, None, known)
    loaded = note_of(path, raw, file_time=time_of_file)
    note = loaded.note
    if read.raw is None:
        note = replace(note, damage=read.reason, size=read.size, sha256="")
    body = "" if note.damage else loaded.body
    analysis = analyse(note.title, note.summary, body, note.path, note.tags)
    is_set = note.title_from is TitleFrom.FRONTMATTER
    borrowed = time_of_file in {note.created, note.updated, note.archived}
    return Ready(
        path,
        read.sign,
        note,
        analysis,
        known,
        (note.sha256, note.damage, time_of_file if borrowed else ""),
        normalised_title(note.title) if is_set else "",
        name_key(path),
        linked_names(body),
        len(raw) - len(body.encode()),
    )


def linked_names(body: str) -> tuple[str, ...]:
    """What the links of a text name, each once, in the form in which names compare."""
    names = (link.target.removesuffix(".md") for link in links(body) if link.target)
    return tuple(sorted({name_key(name) for name in names}))


def store(
    con: sqlite3.Connection,
    ready: Sequence[Ready],
    removed: Iterable[str],
    order: Mapping[str, Sequence[str]],
    reordered: Iterable[str] = (),
) -> Done:
    """Stores files that were read and forgets removed ones; `con` is inside a transaction.

    Another process may have stored the same files meanwhile: then its work stands, and files of
    which it saw another state are marked to be read again.

    Args:
        con: the index.
        ready: files that were read.
        removed: paths that are gone.
        order: folder to file names in the order in which the disk lists them.
        reordered: folders to be stored in that order though nothing in them changed.
    """
    done = Done()
    signs: dict[str, dict[str, Sign | None]] = {folder: {} for folder in reordered}
    ids: set[str] = set()
    generation, records, units, next_doc = con.execute("SELECT * FROM state").fetchone()
    total = int(units)
    fresh = []
    for path in removed:
        lost = _forget(con, path, ids)
        if lost is not None:
            total -= lost
            records -= 1
            done.removed.append(path)
        _keep_sign(signs, path, None)
    for each in ready:
        stored = con.execute(MARK_OF, (each.path,)).fetchone()
        if each.note is None or each.analysis is None or each.mark is None:
            _keep_sign(signs, each.path, each.sign if stored == each.expected else NO_SIGN)
            continue
        _keep_sign(signs, each.path, each.sign)
        if stored == each.mark:
            continue
        if stored is not None:
            total -= _forget(con, each.path, ids) or 0
            records -= 1
        entry = entry_of(next_doc, each.analysis)
        insert_note(
            con,
            next_doc,
            each.note,
            each.analysis,
            name_key=each.name_key,
            title=each.title,
            links=each.links,
            file_time=each.mark[2],
            body_at=each.body_at,
        )
        fresh.append(entry)
        total += units_of(entry[1])
        records += 1
        next_doc += 1
        if each.note.id is not None:
            ids.add(each.note.id)
        (done.added if stored is None else done.changed).append(each.path)
    if fresh:
        add_entries(con, fresh)
    settle_clashes(con, ids)
    _store_signs(con, signs, order)
    if done:
        tend(con)
        con.execute(
            "UPDATE state SET generation = ?, records = ?, units = ?, next_doc = ?",
            (generation + 1, records, str(total), next_doc),
        )
    return done


def _forget(con: sqlite3.Connection, path: str, ids: set[str]) -> int | None:
    """Takes a note out; gives its length in units, None where there was no such note."""
    row = con.execute("SELECT doc, id, length FROM notes WHERE path = ?", (path,)).fetchone()
    if row is None:
        return None
    doc, note_id, length = row
    if note_id is not None:
        ids.add(note_id)
    delete_note(con, doc)
    remove_entry(con, doc)
    return units_of(length)


def _keep_sign(signs: dict[str, dict[str, Sign | None]], path: str, sign: Sign | None) -> None:
    folder, name = split_path(path)
    signs.setdefault(folder, {})[name] = sign


def _store_signs(
    con: sqlite3.Connection,
    signs: Mapping[str, Mapping[str, Sign | None]],
    order: Mapping[str, Sequence[str]],
) -> None:
    """Writes the rows of folders anew, in the disk's order, so that the next look fits at once."""
    for folder, news in signs.items():
        row = con.execute("SELECT names, signs FROM tree WHERE folder = ?", (folder,)).fetchone()
        held = entries(*row) if row else {}
        for name, sign in news.items():
            if sign is None:
                held.pop(name, None)
            else:
                held[name] = sign
        listed = {name: held.pop(name) for name in order.get(folder, ()) if name in held}
        listed.update(held)
        if listed:
            names, numbers = folder_row(listed)
            values = (folder, mark_of(names, numbers), names, numbers)
            con.execute("INSERT OR REPLACE INTO tree VALUES (?, ?, ?, ?)", values)
        else:
            con.execute("DELETE FROM tree WHERE folder = ?", (folder,))


def whole_fingerprint() -> str:
    """Changes when a file gives another note, or other terms, than before."""
    note = note_of("Notes/a/B d.md", _PROBE.encode(), file_time="").note
    terms = analyse(note.title, note.summary, _PROBE, note.path, note.tags)
    return str(crc32(repr((note, terms, linked_names(_PROBE))).encode()))
