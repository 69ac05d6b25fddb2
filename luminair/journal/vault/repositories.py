"""Which project a folder belongs to, found out on this disk (spec 3.1).

Git's side of it is in ``git_folders.py``.
"""

from __future__ import annotations

import os
from stat import S_ISDIR, S_ISLNK
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
from luminair.late_path import late_path
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


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

    @property
    def cwd(self) -> str:
        """The folder as notes store it, of a worktree below the main one; '' without a project."""
        root = self.project.root if self.project is not None else ""
        return f"{root}/{self.below}" if root and self.below else root


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
    """Answers for many folders; each is looked up once, and what lies above several once for all.

    Answers are kept for the object's life: whoever lives long makes a new one per question
    (a digest, a listing), since a folder may become a repository at any time.
    """

    def __init__(self, *, home: str, worktrees_apart: bool = False) -> None:
        self._home = home
        self._worktrees_apart = worktrees_apart
        self._found: dict[str, Found] = {}
        self._spots: dict[tuple[str, str], Spot | None] = {}
        self._commits: dict[str, str] = {}
        self._reals: dict[str, str] = {"/": "/"}
        self._identities: dict[str, str] = {"/": "/"}
        self._tops: dict[str, Repository | None] = {}
        # What lies above the home folder would cover all that is in it.
        self._never = {self._identity(path) for path in _with_parents(self._real(home))} | {"/"}

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
        known: list[Project] | None = None
        spots: dict[tuple[str, str], Spot | None] = {}
        for note in asked:
            what = (note.cwd, note.project)
            if what in spots:
                continue
            if what not in self._spots and not self._tells_itself(*what):
                # Only these few need to know where all the others lead.
                known = self._known(asked, here) if known is None else known
                spots[what] = self._by_name(*what, known)
                continue
            spots[what] = self._spots[what]
        return lambda note: spots.get((note.cwd, note.project))

    def spot(self, cwd: str, named: str, here: Project | None) -> Spot | None:
        """Where a note of this folder and project lies, seen from a place of this project."""
        if (cwd, named) not in self._spots and not self._tells_itself(cwd, named):
            return self._by_name(cwd, named, [here] if here is not None else [])
        return self._spots[cwd, named]

    def _known(self, asked: Iterable[Note], here: Project | None) -> list[Project]:
        """The projects that a note of another machine may mean."""
        known = [here] if here is not None else []
        for cwd in sorted({note.cwd for note in asked if note.cwd}):
            project = self._lookup(cwd).project
            if project is not None and project.is_git:
                known.append(project)
        return known

    def _tells_itself(self, cwd: str, named: str) -> bool:
        """Whether a note's own folder decides its spot, which is then kept."""
        found = self._lookup(cwd) if cwd else Found(None, "", "", "")
        project = found.project
        is_there = bool(cwd) and _is_folder(self._absolute(cwd))
        if project is not None and (project.is_git or is_there or not named):
            self._spots[cwd, named] = Spot(project.key, found.inside, project.is_git)
            return True
        if is_there or not named:
            self._spots[cwd, named] = None
            return True
        return False

    def _by_name(self, cwd: str, named: str, known: list[Project]) -> Spot | None:
        """The spot of a note whose folder is not on this machine."""
        for candidate in known:
            if self._answers_to(candidate, named):
                inside = _inside_by_name(cwd, named, candidate.name)
                return Spot(candidate.key, inside, is_git=True)
        found = self._lookup(cwd) if cwd else Found(None, "", "", "")
        project = found.project
        # A session may stand in the very folder that this disk does not have, by its spelling.
        if project is not None and any(_is_within(other.key, project.key) for other in known):
            return Spot(project.key, found.inside, is_git=False)
        return Spot(f"project:{named}", "", is_git=True)

    def _answers_to(self, project: Project, named: str) -> bool:
        if not project.is_git:
            return False
        if is_commit(named):
            return self.root_commit(project) == named.lower()
        # A host without a dot (`forge/team/app`) is told from a path only in a full address.
        return bool(project.origin) and project.origin in {named.strip(), normalised_origin(named)}

    def root_commit(self, project: Project) -> str:
        """The repository's first commit in hex; '' where there is none or nobody can tell.

        Runs git, once for each project, and waits at most two seconds for it.
        """
        if project.key not in self._commits:
            root = late_path(project.root)
            self._commits[project.key] = root_commit(root) if project.is_git else ""
        return self._commits[project.key]

    def _absolute(self, folder: str) -> str | None:
        """The folder as an absolute path, ``~`` read, in the Unicode form that the disk has."""
        if folder == "~" or folder.startswith("~/"):
            folder = self._home + folder[1:]
        if "\0" in folder or not folder.startswith("/"):
            return None
        return _as_on_disk(folder)

    def _lookup(self, folder: str) -> Found:
        if folder not in self._found:
            self._found[folder] = self._look(folder)
        return self._found[folder]

    def _look(self, folder: str) -> Found:
        absolute = self._absolute(folder)
        if absolute is None:
            return Found(None, "", "", f"“{folder}” is not the full path of a folder.")
        real = self._real(absolute)
        if self._identity(real) in self._never:
            return Found(None, "", "", f"'{real}' is never a project.")
        for top in _with_parents(real):
            if self._identity(top) in self._never:
                break
            repository = self._repository_at(top)
            if repository is None:
                continue
            if repository.said:
                # Like git, look no further up: what lies above is another repository.
                return self._plain(top, real, repository.said)
            return self._of_repository(repository, top, real)
        return self._plain(real, real, "")

    def _repository_at(self, top: str) -> Repository | None:
        if top not in self._tops:
            # Two looks tell of nearly all folders that they are none's.
            may_be = _mode(f"{top}/.git") is not None or _mode(f"{top}/HEAD") is not None
            self._tops[top] = repository_at(late_path(top)) if may_be else None
        return self._tops[top]

    def _plain(self, top: str, real: str, said: str) -> Found:
        """A folder without git."""
        key = self._identity(top)
        project = Project(top, key, _name_in(top), "", is_git=False)
        return Found(project, _below(self._identity(real), key), _below(real, top), said)

    def _of_repository(self, repository: Repository, top: str, real: str) -> Found:
        root, stem = repository.main_worktree, repository.stem
        if self._worktrees_apart and repository.worktree is not None:
            root = stem = repository.worktree
        if self._identity(str(root)) in self._never:
            # A repository of the home folder's own files is no project, nor are its worktrees.
            return self._plain(real, real, f"'{root}' is never a project.")
        key = self._identity(str(stem))
        project = Project(str(root), key, _name_of(root), repository.origin, is_git=True)
        if repository.worktree is None:
            # A bare repository, or git's own folder: there is no inside.
            return Found(project, "", "", "")
        inside = _below(self._identity(real), self._identity(top))
        return Found(project, inside, _below(real, top), "")

    def _real(self, path: str) -> str:
        """The path with symbolic links resolved; a circle of them resolves to the path itself."""
        path = os.path.normpath(path) if "/../" not in f"{path}/" else os.path.realpath(path)
        if path.startswith("//"):
            path = path[1:]
        found = self._reals.get(path)
        if found is None:
            above, _, name = path.rpartition("/")
            full = f"{self._real(above or '/').rstrip('/')}/{name}"
            found = self._reals[path] = os.path.realpath(full) if _is_link(full) else full
        return found

    def _identity(self, path: str) -> str:
        """See :func:`identity`; folders above several are looked at once."""
        found = self._identities.get(path)
        if found is None:
            above, _, name = path.rpartition("/")
            found = f"{self._identity(above or '/').rstrip('/')}/{_folded(above, name)}"
            self._identities[path] = found
        return found


def _with_parents(path: str) -> list[str]:
    """The path and all that lie above it, the nearest first, without the root of the disk."""
    found = [path]
    while "/" in path[1:]:
        path = path[: path.rindex("/")]
        found.append(path)
    return found


def identity(path: str | Path, twin: Callable[[str, str], bool] | None = None) -> str:
    """The path in compare form: NFC, and case-folded in each part where the disk is case-blind.

    Args:
        path: absolute, symbolic links resolved.
        twin: whether two spellings lead to the same entry; default asks the disk.
    """
    folded: list[str] = []
    prefix = ""
    for part in late_path(path).parts[1:]:
        folded.append(_folded(prefix, part, twin))
        prefix = f"{prefix}/{part}"
    return "/" + "/".join(folded)


def _folded(prefix: str, part: str, twin: Callable[[str, str], bool] | None = None) -> str:
    """One part of a path in compare form."""
    same_entry = twin or _same_entry
    swapped = part.swapcase()
    blind = swapped != part and same_entry(f"{prefix}/{part}", f"{prefix}/{swapped}")
    form = part.casefold() if blind else part
    return form if form.isascii() else normalize("NFC", form)


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


def _name_in(path: str) -> str:
    return path.rpartition("/")[2]


def _as_on_disk(folder: str) -> str:
    """The folder in the Unicode form that the disk has, where the disk cares about forms."""
    if folder.isascii() or _is_folder(folder):
        return folder
    forms = (normalize("NFC", folder), normalize("NFD", folder))
    return next((form for form in forms if _is_folder(form)), folder)


def _is_folder(path: str | None) -> bool:
    mode = _mode(path) if path is not None else None
    return mode is not None and S_ISDIR(mode)


def _is_link(path: str) -> bool:
    try:
        return S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - asked for each folder that a note names
    except (OSError, ValueError):
        return None


def _below(path: str, base: str) -> str:
    return path[len(base) :].strip("/") if _is_within(path, base) else ""


def _is_within(path: str, base: str) -> bool:
    return path == base or path.startswith(f"{base}/")
