"""Projects, the place where a session stands, and who sees a note there (spec 3.1).

Pure: where a folder leads on this machine is found out by ``vault/repositories.py``; here the
answers are only compared. Keys and insides are *compare forms*: NFC, and case-folded where the
disk is case-blind. They are not for show.
"""

from __future__ import annotations

from collections.abc import Callable

from luminair.journal.notes.note import Note, Scope
from luminair.values import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    """What sessions of one repository, or of one folder without git, have in common.

    Attributes:
        root: absolute path of the main worktree (or the folder), as notes store it in ``cwd``.
        key: the identity of the root, a path in compare form; equal for every spelling of it.
        name: what people call it: the last part of the root.
        origin: normalised origin address (``github.com/acme/harbor``), or ''.
        is_git: whether it is a repository.
    """

    root: str
    key: str
    name: str
    origin: str
    is_git: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a note or a session stands: a project and a path inside it.

    Attributes:
        key: the project's key, or ``project:<value>`` where only ``project:`` tells.
        inside: path below the project's root in compare form, '' for the root itself.
        is_git: whether the project is a repository.
    """

    key: str
    inside: str
    is_git: bool


Where = Callable[[Note], Spot | None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a prompt is written, as far as the Journal is concerned.

    Attributes:
        session: the session's id, or ''.
        project: None in no folder, at ``/`` and in the home folder.
        inside: the session's path below the project's root, in compare form.
        ancestors: ids of the sessions that this one was forked or duplicated from.
    """

    session: str = ""
    project: Project | None = None
    inside: str = ""
    ancestors: tuple[str, ...] = ()

    @property
    def spot(self) -> Spot | None:
        """The place as a spot, None without a project."""
        if self.project is None:
            return None
        return Spot(self.project.key, self.inside, self.project.is_git)


def covers(outer: Spot, inner: Spot) -> bool:
    """Whether what is filed at ``outer`` is seen at ``inner``.

    In a repository: the same repository, at or below. A folder without git covers what lies
    below it by whole path components, repositories too: who files a rule for ``~/work`` means
    all of it. A repository never covers another (a submodule is its own).
    """
    if outer.key == inner.key:
        return _at_or_below(inner.inside, outer.inside)
    if outer.is_git or inner.key.startswith("project:"):
        return False
    return _at_or_below(_joined(inner), _joined(outer))


def _joined(spot: Spot) -> str:
    return f"{spot.key}/{spot.inside}" if spot.inside else spot.key


def _at_or_below(path: str, base: str) -> bool:
    return not base or path == base or path.startswith(f"{base}/")


def visible(note: Note, place: Place, where: Where) -> bool:
    """Whether the note's scope covers the place.

    Says nothing about archived, held, hidden or damaged notes: those are seen, and do not ride.
    A folder note without a folder (``/``, home, or none that this machine can tell) is a
    session note.
    """
    if note.scope is Scope.GLOBAL:
        return True
    if note.scope is Scope.FOLDER:
        spot = where(note)
        if spot is not None:
            here = place.spot
            return here is not None and covers(spot, here)
    return bool(note.session) and note.session in {place.session, *place.ancestors}
