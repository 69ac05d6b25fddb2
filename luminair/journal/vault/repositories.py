"""Which project a folder belongs to, found out on this disk (spec 3.1).

Git's side of it is in ``git_folders.py``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from luminair.journal.notes.note import Note, Scope
from luminair.journal.projects import Project, Spot, Where
from luminair.journal.vault.git_folders import (
    Repository,
    is_commit,
    normalised_origin,
    repository_at,
    root_commit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Found:
    """What a folder belongs to.

    Attributes:
        project: None where the folder is never a project.
        inside: the folder's path below the project's root, in compare form; '' for the root.
        below: the same as spelled, to store a sub-folder in ``cwd``.
        said: a sentence where something is not as one would think, else ''.
    """

    project: Project | None
    inside: str
    below: str
    said: str


def find_project(
    folder: str, *, home: str, given: str = "", worktrees_apart: bool = False
) -> Found:
    """The project of a session's folder.

    Args:
        folder: the session's folder; may be missing from this disk.
        home: the owner's home folder, for ``~`` and because it is never a project.
        given: the project folder the host names, which goes first.
        worktrees_apart: each worktree of a repository is a project of its own.
    """
    return Repositories(home=home, worktrees_apart=worktrees_apart).find(folder, given=given)


class Repositories:
    """Answers for many folders; each is looked up once.

    Answers are kept for the object's life: whoever lives long makes a new one per question
    (a digest, a listing), since a folder may become a repository at any time.
    """

    def __init__(self, *, home: str, worktrees_apart: bool = False) -> None:
        self._home = home
        self._worktrees_apart = worktrees_apart
        real_home = _real(home)
        # What lies above the home folder would cover all that is in it.
        self._never = {identity(path) for path in (real_home, *real_home.parents)} | {"/"}
        self._found: dict[str, Found] = {}
        self._commits: dict[str, str] = {}

    def find(self, folder: str, *, given: str = "") -> Found:
        """The project of a folder; see :func:`find_project`."""
        found = self._lookup(folder)
        if not given:
            return found
        named = self._lookup(given)
        if named.project is None:
            return found
        same = found.project is not None and found.project.key == named.project.key
        return found if same else named

    def where(self, notes: Iterable[Note], here: Project | None = None) -> Where:
        """A lookup of the spots of these notes.

        Where a note's ``cwd`` is not on this machine, its ``project:`` decides: the place's
        project, else one that another note's folder leads to.

        Args:
            notes: every note that will be asked about.
            here: the project of the place.
        """
        asked = [note for note in notes if note.scope is not Scope.GLOBAL]
        known = [here] if here is not None else []
        for cwd in sorted({note.cwd for note in asked if note.cwd}):
            project = self._lookup(cwd).project
            if project is not None and project.is_git:
                known.append(project)
        spots: dict[tuple[str, str], Spot | None] = {}
        for note in asked:
            if (note.cwd, note.project) not in spots:
                spots[note.cwd, note.project] = self._spot(note.cwd, note.project, known)
        return lambda note: spots.get((note.cwd, note.project))

    def _spot(self, cwd: str, named: str, known: list[Project]) -> Spot | None:
        found = self._lookup(cwd) if cwd else Found(None, "", "", "")
        project = found.project
        is_there = bool(cwd) and self._absolute(cwd) is not None and _is_folder(self._absolute(cwd))
        if project is not None and (project.is_git or is_there or not named):
            return Spot(project.key, found.inside, project.is_git)
        if is_there or not named:
            return None
        for candidate in known:
            if self._answers_to(candidate, named):
                inside = _inside_by_name(cwd, named, candidate.name)
                return Spot(candidate.key, inside, is_git=True)
        # A session may stand in the very folder that this disk does not have, by its spelling.
        if project is not None and any(_is_within(other.key, project.key) for other in known):
            return Spot(project.key, found.inside, is_git=False)
        return Spot(f"project:{named}", "", is_git=True)

    def _answers_to(self, project: Project, named: str) -> bool:
        if not project.is_git:
            return False
        if is_commit(named):
            return self.root_commit(project) == named.lower()
        return bool(project.origin) and project.origin == normalised_origin(named)

    def root_commit(self, project: Project) -> str:
        """The repository's first commit in hex; '' where there is none or nobody can tell.

        Runs git, once for each project, and waits at most two seconds for it.
        """
        if project.key not in self._commits:
            self._commits[project.key] = root_commit(Path(project.root)) if project.is_git else ""
        return self._commits[project.key]

    def _absolute(self, folder: str) -> Path | None:
        """The folder as an absolute path, ``~`` read, in the Unicode form that the disk has."""
        if folder == "~" or folder.startswith("~/"):
            folder = self._home + folder[1:]
        if "\0" in folder or not Path(folder).is_absolute():
            return None
        return _as_on_disk(folder)

    def _lookup(self, folder: str) -> Found:
        if folder not in self._found:
            self._found[folder] = self._look(folder)
        return self._found[folder]

    def _look(self, folder: str) -> Found:
        absolute = self._absolute(folder)
        if absolute is None:
            return Found(None, "", "", f"“{folder}” is not the full path of a folder")
        real = _real(absolute)
        if identity(real) in self._never:
            return Found(None, "", "", f"{real} is never a project")
        for top in (real, *real.parents):
            if identity(top) in self._never:
                break
            repository = repository_at(top)
            if repository is None:
                continue
            if repository.said:
                # Like git, look no further up: what lies above is another repository.
                return self._plain(top, real, repository.said)
            return self._of_repository(repository, top, real)
        return self._plain(real, real, "")

    def _plain(self, top: Path, real: Path, said: str) -> Found:
        """A folder without git."""
        key = identity(top)
        project = Project(str(top), key, top.name, "", is_git=False)
        return Found(project, _below(identity(real), key), _below(str(real), str(top)), said)

    def _of_repository(self, repository: Repository, top: Path, real: Path) -> Found:
        root, stem = repository.main_worktree, repository.stem
        if self._worktrees_apart and repository.worktree is not None:
            root = stem = repository.worktree
        if identity(root) in self._never:
            # A repository of the home folder's own files is no project, nor are its worktrees.
            return self._plain(real, real, f"{root} is never a project")
        project = Project(str(root), identity(stem), _name_of(root), repository.origin, is_git=True)
        if repository.worktree is None:
            # A bare repository, or git's own folder: there is no inside.
            return Found(project, "", "", "")
        inside = _below(identity(real), identity(top))
        return Found(project, inside, _below(str(real), str(top)), "")


def identity(path: str | Path, twin: Callable[[str, str], bool] | None = None) -> str:
    """The path in compare form: NFC, and case-folded in each part where the disk is case-blind.

    Args:
        path: absolute, symbolic links resolved.
        twin: whether two spellings lead to the same entry; default asks the disk.
    """
    same_entry = twin or _same_entry
    folded: list[str] = []
    prefix = ""
    for part in Path(path).parts[1:]:
        swapped = part.swapcase()
        blind = swapped != part and same_entry(f"{prefix}/{part}", f"{prefix}/{swapped}")
        folded.append(normalize("NFC", part.casefold() if blind else part))
        prefix = f"{prefix}/{part}"
    return "/" + "/".join(folded)


def _same_entry(path: str, other: str) -> bool:
    # The swapped spelling first: where it is missing, which is the rule, one look is enough.
    try:
        seen = os.stat(other)  # noqa: PTH116 - asked for each part of each path
        return os.path.samestat(seen, os.stat(path))  # noqa: PTH116
    except OSError:
        return False


def _name_of(root: Path) -> str:
    """What people call a project: 'harbor' for harbor, harbor.git and harbor/.bare."""
    if root.name.startswith("."):
        return root.parent.name or root.name
    return root.name.removesuffix(".git") or root.name


def _inside_by_name(cwd: str, named: str, name: str) -> str:
    """The sub-folder in a ``cwd`` of another machine: what follows the repository's name.

    The last part of that name counts, so that harbor/harbor is seen too widely, never too little.
    """
    parts = [normalize("NFC", part) for part in cwd.split("/") if part]
    names = {normalize("NFC", word).casefold() for word in (named.rpartition("/")[2], name)}
    at = [number for number, part in enumerate(parts) if part.casefold() in names]
    return "/".join(parts[at[-1] + 1 :]) if at else ""


def _as_on_disk(folder: str) -> Path:
    """The folder in the Unicode form that the disk has, where the disk cares about forms."""
    path = Path(folder)
    if folder.isascii() or _is_folder(path):
        return path
    forms = (Path(normalize("NFC", folder)), Path(normalize("NFD", folder)))
    return next((form for form in forms if _is_folder(form)), path)


def _is_folder(path: Path | None) -> bool:
    try:
        return path is not None and path.is_dir()
    except (OSError, ValueError):
        return False


def _real(path: str | Path) -> Path:
    # A circle of symbolic links resolves to the path itself.
    return Path(os.path.realpath(path))


def _below(path: str, base: str) -> str:
    return path[len(base) :].strip("/") if _is_within(path, base) else ""


def _is_within(path: str, base: str) -> bool:
    return path == base or path.startswith(f"{base}/")
