"""Where a new note goes: its scope, project and folder, and what was changed about the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import UsageError
from luminair.journal.notes import paths
from luminair.journal.notes.note import Note, Scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal.vault.repositories import Found


@dataclass(frozen=True, slots=True)
class Filing:
    """Where a new note goes.

    Attributes:
        scope: who will see it.
        cwd: its project's folder, or ''.
        project: what the project is called on every machine, or ''.
        folder: in the vault.
        said: what was changed about the request, a sentence, or ''.
    """

    scope: Scope
    cwd: str
    project: str
    folder: str
    said: str


def filing(
    find: Callable[[str], Found],
    *,
    scope: Scope | None,
    cwd: str,
    session: str,
    folder: str,
) -> Filing:
    """Where a new note goes, see :meth:`Journal.add`; raises UsageError where it cannot."""
    given = scope or (Scope.SESSION if session else Scope.FOLDER if cwd else Scope.GLOBAL)
    found = find(cwd) if cwd else None
    project = found.project if found else None
    said = ""
    if given is Scope.FOLDER and project is None:
        why = found.said if found else "No folder was given."
        if not session:
            raise UsageError(f"{why} Give a project folder with --cwd, or another scope.")
        given, said = Scope.SESSION, f"{why} It is kept for this session instead."
    if given is Scope.SESSION and not session:
        raise UsageError("A session note needs a session; give one with --session.")
    named = folder.strip("/")
    place = paths.check_vault_path(named) if named else "Notes"
    if found is None or project is None or given is Scope.GLOBAL:
        return Filing(given, "", "", place, said)
    name = paths.file_name(project.name).removesuffix(".md")
    if not named and name:
        place = f"Notes/{name}"
    return Filing(given, found.cwd, project.origin, place, said)


def regrouped(
    find: Callable[[str], Found], note: Note, *, scope: Scope | None, cwd: str | None
) -> tuple[str | None, str | None]:
    """The ``cwd`` and ``project`` that an edit gives a note, None for as they are.

    Raises:
        UsageError: the folder is no project, or the scope lacks what it needs.
    """
    project = None
    if cwd:
        found = find(cwd)
        if found.project is None:
            raise UsageError(found.said or f"'{cwd}' is no project folder.")
        cwd, project = found.cwd, found.project.origin
    if scope is Scope.FOLDER and not (cwd or note.cwd):
        raise UsageError("A folder note needs a folder; give one with --cwd.")
    if scope is Scope.SESSION and not note.session:
        raise UsageError(f"'{note.key}' names no session, so it cannot be a session note.")
    return cwd, project
