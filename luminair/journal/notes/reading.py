"""A file's bytes as a note, read as a person would read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.hashing import sha256
from luminair.journal.notes.frontmatter import Document, Verdict, read
from luminair.journal.notes.markdown import first_heading, one_line, without_said_again
from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, Status, TitleFrom
from luminair.journal.notes.sentences import first_sentence
from luminair.journal.notes.times import read_time
from luminair.journal.notes.values import Value, as_list, as_text, is_nothing, is_on
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

SUMMARY_LIMIT: Final = 200
"""Characters of a computed summary (spec 5.4)."""

ID: Final = late_pattern(r"\d{8}T\d{4}-[0-9a-f]{4}")
_ID_INSIDE: Final = late_pattern(r"[^\s,\[\]\"']+")
_KINDS: Final = {kind.value: kind for kind in Kind}
_SCOPES: Final = {scope.value: scope for scope in Scope}
_STATES: Final = {status.value: status for status in Status}
_OWNER_WORDS: Final = frozenset({"", "owner"})


def note_of(path: str, raw: bytes, *, file_time: str) -> LoadedNote:
    """The note that a file holds; never raises: what is damaged says so in ``note.damage``.

    Args:
        path: the file's path in the vault, ``/`` between parts.
        raw: the file's bytes.
        file_time: its modification time in UTC (``…000Z``), for what the header leaves out.
    """
    document = read(raw)
    if document.verdict is Verdict.DAMAGED:
        return _damaged(path, document, file_time)
    body = document.body
    if document.verdict is Verdict.NONE:
        header: Mapping[str, Value] = {}
    else:
        header = {key.casefold(): value for key, value in document.fields.items()}
    title, title_from = _title(path, header.get("title"), body)
    set_summary = one_line(as_text(header.get("summary")))
    updated = _time(header, "updated") or file_time
    note = Note(
        path=path,
        id=_id(header.get("id")),
        kind=_KINDS.get(_word(header, "kind"), Kind.NOTE),
        scope=_SCOPES.get(_word(header, "scope"), Scope.GLOBAL),
        title=title,
        title_from=title_from,
        summary=set_summary or first_sentence(without_said_again(body), SUMMARY_LIMIT),
        summary_set=bool(set_summary),
        created=_time(header, "created") or file_time,
        updated=updated,
        cwd=_text(header, "cwd"),
        project=_text(header, "project"),
        session=_text(header, "session"),
        pinned=is_on(header.get("pinned")),
        status=_STATES.get(_word(header, "status"), Status.OPEN),
        source=_source(document),
        approved=_time(header, "approved"),
        archived=_archived(path, header, updated),
        overrides=_ids(header.get("overrides")),
        tags=_list(header, "tags", "tag"),
        aliases=_list(header, "aliases", "alias"),
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        flag=document.flag,
        damage="",
        held=one_line(_text(header, "held")),
    )
    return LoadedNote(note, body, raw)


def file_title(path: str) -> str:
    """The title that a file's name gives."""
    name = path.rsplit("/", 1)[-1]
    stem = name[:-3] if name[-3:].casefold() == ".md" else name
    return one_line(stem) or name or "Untitled"


def _damaged(path: str, document: Document, file_time: str) -> LoadedNote:
    raw = document.raw
    note = Note(
        path=path,
        id=None,
        kind=Kind.NOTE,
        scope=Scope.GLOBAL,
        title=file_title(path),
        title_from=TitleFrom.FILE_NAME,
        summary="",
        summary_set=False,
        created=file_time,
        updated=file_time,
        cwd="",
        project="",
        session="",
        pinned=False,
        status=Status.OPEN,
        source="",
        approved="",
        archived=file_time if path.startswith("Archive/") else "",
        overrides=(),
        tags=(),
        aliases=(),
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        flag="",
        damage=document.reason,
    )
    return LoadedNote(note, document.body, raw)


def _title(path: str, value: Value, body: str) -> tuple[str, TitleFrom]:
    title = one_line(as_text(value)) if not is_nothing(value) else ""
    if title:
        return title, TitleFrom.FRONTMATTER
    title = one_line(first_heading(body))
    if title:
        return title, TitleFrom.HEADING
    return file_title(path), TitleFrom.FILE_NAME


def _text(header: Mapping[str, Value], key: str) -> str:
    value = header.get(key)
    return "" if is_nothing(value) else as_text(value).strip()


def _word(header: Mapping[str, Value], key: str) -> str:
    value = header.get(key)
    return value.strip().casefold() if isinstance(value, str) else ""


def _time(header: Mapping[str, Value], key: str) -> str:
    value = header.get(key)
    return read_time(value) if isinstance(value, str) else ""


def _source(document: Document) -> str:
    """Who wrote the note; only a null that YAML takes for one says nothing.

    A quoted "null" is a word, and whoever calls himself that is not the owner.
    """
    entry = document.entry("source")
    if entry is None:
        return ""
    value = entry.value
    if is_nothing(document.header[entry.value_at : entry.value_end]):
        value = None
    source = one_line(as_text(value)).strip()
    return source.casefold() if source.casefold() in _OWNER_WORDS else source


def _id(value: Value) -> str | None:
    """An id of ours; another program's ``id:`` is its own and no key of a note here."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    return text if ID.fullmatch(text) else None


def _archived(path: str, header: Mapping[str, Value], updated: str) -> str:
    value = header.get("archived")
    named = read_time(value) if isinstance(value, str) else ""
    if named:
        return named
    return updated if is_on(value) or path.startswith("Archive/") else ""


def _ids(value: Value) -> tuple[str, ...]:
    if is_nothing(value):
        return ()
    found = _ID_INSIDE.findall(as_text(value))
    return tuple(dict.fromkeys(found))


def _list(header: Mapping[str, Value], *keys: str) -> tuple[str, ...]:
    items: list[str] = []
    for key in keys:
        if key in header:
            items.extend(as_list(key, header[key]))
    return tuple(dict.fromkeys(items))
