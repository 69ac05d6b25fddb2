"""New notes as bytes, and changes to a note as changes to its header."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from luminair.journal.notes.editing import written
from luminair.journal.notes.markdown import one_line, with_newlines
from luminair.journal.notes.note import Kind, Note, Scope, Status
from luminair.journal.notes.scalars import double_quoted, is_bare, without_surrogates
from luminair.journal.notes.times import as_utc
from luminair.journal.notes.values import KNOWN_KEYS, Change

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_IDS_A_MINUTE: Final = 0x10000


def compose(
    *,
    id: str,  # noqa: A002  (the key's own name)
    kind: Kind | str,
    scope: Scope | str,
    title: str,
    created: str,
    updated: str,
    body: str,
    cwd: str = "",
    project: str = "",
    session: str = "",
    summary: str = "",
    pinned: bool = False,
    status: Status | str = "",
    source: str = "",
    approved: str = "",
    archived: str = "",
    overrides: tuple[str, ...] = (),
    extra: Mapping[str, Change] | None = None,
) -> bytes:
    """A new note's file, as spec 2.1 and 2.2 order and quote it; what is empty is left out.

    Title, summary and every other text are made safe: one line, no control characters. Line
    ends of the body become line feeds, and it ends with one.
    """
    values: dict[str, str | bool | tuple[str, ...]] = {
        "id": id,
        "kind": str(kind),
        "scope": str(scope),
        "cwd": cwd,
        "project": project,
        "session": session,
        "title": one_line(title) or "Untitled",
        "created": created,
        "updated": updated,
        "summary": one_line(summary),
        "pinned": pinned,
        "status": str(status),
        "source": source,
        "approved": approved,
        "archived": archived,
        "overrides": overrides[0] if len(overrides) == 1 else overrides,
    }
    lines = ["---"]
    lines += [f"{key}: {_safe(key, values[key])}" for key in KNOWN_KEYS if values[key]]
    for key, value in (extra or {}).items():
        if value is not None:
            name = one_line(without_surrogates(key))
            name = name if is_bare(name, in_flow=True) else double_quoted(name)
            lines.append(f"{name}: {_safe(key, value)}")
    lines.append("---")
    text = with_newlines(without_surrogates(body)).replace("\0", "")
    if text:
        lines += ["", text.removesuffix("\n")]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _safe(key: str, value: str | bool | tuple[str, ...]) -> str:
    if isinstance(value, str):
        return written(key, one_line(without_surrogates(value)))
    if isinstance(value, tuple):
        return written(key, tuple(one_line(without_surrogates(item)) for item in value))
    return written(key, value)


def changes_for(
    note: Note,
    *,
    now: datetime,
    id: str | None = None,  # noqa: A002  (the key's own name)
    kind: Kind | None = None,
    scope: Scope | None = None,
    cwd: str | None = None,
    project: str | None = None,
    session: str | None = None,
    title: str | None = None,
    created: str | None = None,
    summary: str | None = None,
    pinned: bool | None = None,
    status: Status | None = None,
    source: str | None = None,
    approved: str | None = None,
    archived: str | None = None,
    overrides: tuple[str, ...] | None = None,
    body_changed: bool = False,
    extra: Mapping[str, Change] | None = None,
) -> dict[str, Change]:
    """What to set in the header so that the note says the new values.

    None leaves a value alone, '' takes its key out. ``updated`` is set where title, summary,
    kind, scope or body change (spec 2.2), not for a pin, a status or an archive.

    Args:
        note: what the file says now.
        now: the time of the edit, aware.
        id: for a note that has none.
        kind: the new kind.
        scope: the new scope.
        cwd: the project folder.
        project: the project's identity.
        session: the session's id.
        title: made one line.
        created: UTC, for a note that has none.
        summary: made one line; '' goes back to a computed one.
        pinned: False takes the key out.
        status: ``OPEN`` takes the key out.
        source: who wrote it.
        approved: UTC of the owner's yes.
        archived: UTC, '' for out of the archive.
        overrides: ids that it hides.
        body_changed: whether the body is edited too.
        extra: keys of other programs to set or take out.
    """
    changes: dict[str, Change] = {}
    told = {
        "kind": (kind.value if kind is not None else None, note.kind.value),
        "scope": (scope.value if scope is not None else None, note.scope.value),
        "title": (None if title is None else one_line(title) or "Untitled", note.title),
        "summary": (
            None if summary is None else one_line(summary),
            note.summary if note.summary_set else "",
        ),
    }
    silent = {
        "id": (id, note.id or ""),
        "cwd": (cwd, note.cwd),
        "project": (project, note.project),
        "session": (session, note.session),
        "created": (created, note.created),
        "source": (source, note.source),
        "approved": (approved, note.approved),
        "archived": (archived, note.archived),
    }
    for key, (new, old) in (told | silent).items():
        if new is not None and new != old:
            changes[key] = new or None
    if body_changed or any(key in changes for key in told):
        changes["updated"] = as_utc(now)
    if pinned is not None and pinned != note.pinned:
        changes["pinned"] = True if pinned else None
    if status is not None and status != note.status:
        changes["status"] = None if status is Status.OPEN else status.value
    if overrides is not None and overrides != note.overrides:
        changes["overrides"] = (
            (overrides[0] if len(overrides) == 1 else overrides) if overrides else None
        )
    changes.update(extra or {})
    return changes


def new_id(now_local: datetime, taken: Callable[[str], bool], draw: Callable[[], int]) -> str:
    """An id that is not taken: local minute and four hex digits (spec 2.2).

    Args:
        now_local: the time in the owner's own zone.
        taken: whether an id is in use in the vault.
        draw: a random number; from it on the digits of the minute are tried in turn, and a
            full minute moves on to the next.
    """
    start = draw() % _IDS_A_MINUTE
    minute = now_local
    while True:
        for step in range(_IDS_A_MINUTE):
            candidate = f"{minute:%Y%m%dT%H%M}-{(start + step) % _IDS_A_MINUTE:04x}"
            if not taken(candidate):
                return candidate
        minute += timedelta(minutes=1)
