"""A note of another program as one of ours: its header gets our keys, its other bytes stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import NoteDamaged
from luminair.journal.notes import frontmatter
from luminair.journal.notes.note import Kind, Scope, Status
from luminair.journal.notes.reading import note_of
from luminair.journal.notes.values import as_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.journal.notes.note import LoadedNote

_KEPT_KINDS = frozenset({Kind.NOTE, Kind.DOC, Kind.RULEDOUT})
"""Kinds that a note brings along. A rule is made by the owner alone, an ask by a session."""


def header_of(raw: bytes) -> dict[str, str]:
    """What a file's header says, each value as one text, keys in lower case.

    Raises:
        NoteDamaged: it cannot be read; the sentence says why.
    """
    _look_at("note.md", raw, "")
    return {key.casefold(): as_text(value) for key, value in frontmatter.read(raw).fields.items()}


def words_in(name: str, raw: bytes) -> tuple[str, str]:
    """The title and the text of a file as the Journal reads them; raises as :func:`header_of`."""
    loaded = _look_at(name, raw, "")
    return loaded.note.title, loaded.body


def has_id(raw: bytes) -> bool:
    """Whether a file carries an id of ours; raises as :func:`header_of`."""
    return _look_at("note.md", raw, "").note.id is not None


def _look_at(name: str, raw: bytes, file_time: str) -> LoadedNote:
    loaded = note_of(name, raw, file_time=file_time)
    if loaded.note.damage:
        raise NoteDamaged(f"It {loaded.note.damage}.")
    return loaded


def adopted(
    name: str,
    raw: bytes,
    *,
    id: str,  # noqa: A002  (the key's own name)
    source: str,
    file_time: str,
    scope: Scope = Scope.GLOBAL,
    cwd: str = "",
    project: str = "",
    session: str = "",
    status: Status | None = None,
    title: str = "",
    summary: str = "",
    extra: Mapping[str, str] | None = None,
) -> bytes:
    """The bytes of a note that is taken over: body and foreign keys as they are.

    What would give it a standing that only the owner gives (pin, approval, overrides, the kind
    'rule') is left out, and so is what belonged to where it came from (session, archive).

    Args:
        name: the file's name, which may give the title.
        raw: the file's bytes.
        id: the note's id here.
        source: who it comes from, ``import:<name>``.
        file_time: when the file was written, UTC.
        scope: who sees it.
        cwd: the project's folder, for scope FOLDER.
        project: the project's identity on every machine, or ''.
        session: its id, for scope SESSION.
        status: HELD where it waits for the owner.
        title: for a file whose header has none, or ''.
        summary: likewise.
        extra: further keys to set.

    Raises:
        NoteDamaged: the header is of a kind that is not edited.
    """
    document = frontmatter.read(raw)
    note = _look_at(name, raw, file_time).note
    named = {key.casefold(): as_text(value) for key, value in document.fields.items()}
    changes: dict[str, frontmatter.Change] = {
        "id": id,
        "scope": scope.value,
        "cwd": cwd or None,
        "session": session or None,
        "pinned": None,
        "source": source,
        "approved": None,
        "archived": None,
        "overrides": None,
        "held": None,
        # What another program keeps under a name of ours is moved aside, not lost.
        **{f"origin_{key}": named[key] for key in ("id", "source") if named.get(key)},
        **(extra or {}),
    }
    if "kind" not in named or note.kind not in _KEPT_KINDS:
        changes["kind"] = Kind.NOTE.value
    if cwd or project:
        changes["project"] = project or None
    if status is not None or note.status is Status.HELD:
        changes["status"] = status.value if status is not None else None
    times = {"created": note.created, "updated": note.updated}
    changes.update({key: time for key, time in times.items() if key not in named})
    if title and "title" not in named:
        changes["title"] = title
    if summary and "summary" not in named:
        changes["summary"] = summary
    return frontmatter.edit(document, changes)
