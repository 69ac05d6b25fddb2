"""Notes as JSON objects, and the few things that every command asks for (spec 12)."""

from __future__ import annotations

import os

from luminair import bootstrap
from luminair.errors import NoteNotFound, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.cli.arguments import Call
    from luminair.journal import Journal, Listed, Note, Place, Written


_MOST_NAMED = 5


def open_vault(call: Call, *, by: str = "owner") -> Journal:
    """The vault that the command line means; it is closed when the command is done."""
    if call.asker is not None:
        return call.asker.journal(call)
    journal = bootstrap.open_journal(
        home=call.text("--home"), vault=call.text("--vault"), by=by, ahead=call.ahead
    )
    call.closing.append(journal.close)
    return journal


def folder_of(call: Call) -> str:
    """The value of ``--cwd`` as an absolute path, '' where it was not given."""
    given = call.text("--cwd")
    if given is None:
        return ""
    if not given.strip():
        raise UsageError("--cwd needs a folder; it is empty.")
    stands = call.asker.folder if call.asker is not None else ""
    # Links stay as typed.
    return os.path.abspath(os.path.join(stands, os.path.expanduser(given)))  # noqa: PTH100, PTH111, PTH118


def here(call: Call) -> str:
    """The folder given, else the one that the command was started in; '' where that is gone."""
    if call.has("--cwd"):
        return folder_of(call)
    if call.asker is not None:
        return call.asker.folder
    try:
        return os.getcwd()  # noqa: PTH109 a plain string is asked for
    except OSError:
        return ""


def session_of(call: Call) -> str:
    """The value of ``--session``, '' where it was not given."""
    return (call.text("--session") or "").strip()


def place_of(call: Call, journal: Journal) -> Place | None:
    """Where the command line says it stands; None for the whole vault."""
    if not (call.has("--cwd") or call.has("--session")):
        return None
    return journal.place(session=session_of(call), cwd=folder_of(call))[0]


def named(journal: Journal, name: str) -> str:
    """The key of the note that an argument names: by id, by path, or by title.

    Raises:
        NoteNotFound: no note is called so.
        UsageError: several are; each is named.
    """
    try:
        journal.find(name)
    except NoteNotFound:
        called = journal.called(name)
    else:
        return name
    if not called:
        raise NoteNotFound(
            f"No note has the id, path or title '{name}'; `luminair-journal list` shows them."
        )
    if len(called) > 1:
        ids = ", ".join(f"{note.key} ({note.path})" for note in called[:_MOST_NAMED])
        more = " and others" if len(called) > _MOST_NAMED else ""
        raise UsageError(f"Several notes are called '{name}'; give the id of one: {ids}{more}.")
    return called[0].key


def own_id(note: Note) -> str | None:
    """The id by which this note is found; None where its path is the only way."""
    return None if note.clash else note.id


def note_json(note: Note) -> dict[str, object]:
    """What a note's header says."""
    return {
        "id": own_id(note),
        "path": note.path,
        "kind": note.kind.value,
        "scope": note.scope.value,
        "title": note.title,
        "summary": note.summary,
        "created": note.created,
        "updated": note.updated,
        "cwd": note.cwd,
        "project": note.project,
        "session": note.session,
        "pinned": note.pinned,
        "status": note.status.value,
        "source": note.source or "owner",
        "trust": note.trust.words,
        "approved": note.approved,
        "archived": note.archived,
        "overrides": list(note.overrides),
        "tags": list(note.tags),
        "flag": note.flag,
        "clash": note.clash,
        "bytes": note.size,
    }


def listed_json(listed: Listed) -> dict[str, object]:
    """A note with its standing."""
    return {
        **note_json(listed.note),
        "state": listed.state.value,
        "hidden_by": listed.hidden_by or None,
        "reason": listed.reason or None,
        "rides": listed.note.rides,
    }


def written_json(written: Written) -> dict[str, object]:
    """A note after a write, with what the write was."""
    return {
        **note_json(written.note),
        "said": written.said or None,
        "operation": written.operation or None,
    }


def facts(listed: Listed) -> Iterator[tuple[str, str]]:
    """The rows above a note's text, those that say something."""
    note = listed.note
    rows = (
        ("id", own_id(note) or "none"),
        ("path", note.path),
        ("kind", note.kind.words),
        ("scope", note.scope.value),
        ("state", listed.state.value),
        ("reason", listed.reason),
        ("hidden by", listed.hidden_by),
        ("pinned", "yes" if note.pinned else ""),
        ("status", note.status.value),
        ("project", note.cwd),
        ("session", note.session),
        ("source", note.trust.words + (f" ({note.source})" if note.source else "")),
        ("created", note.created),
        ("updated", note.updated),
        ("summary", note.summary if note.summary_set else ""),
        ("flag", note.flag),
        ("same id as", note.clash),
    )
    return (row for row in rows if row[1])
