"""Brings what a sync came to into the vault's folder.

Notes go through the Journal's own door, as one operation with one undo; each is brought together
with what stands in the folder by then, so that an edit made while the sync ran is not lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from luminair.errors import NoteNotFound, Refused
from luminair.exchange.sync_names import files_of, is_note
from luminair.exchange.sync_trees import MACHINE, copy_name, merged, travels
from luminair.files import sha256_of, write_atomic, write_failed
from luminair.journal import merge_note, name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from luminair.exchange.git import Git, Tree
    from luminair.journal import Journal

    Reader: TypeAlias = Callable[[Iterable[str]], dict[str, bytes]]

BY: Final = "sync"
"""Who such an operation is by; what came so was not written by this machine's owner."""


class Operation(Protocol):
    """The writes of one step of the Journal, see its own class of this name."""

    def read(self, path: str) -> bytes:
        """A file as the step will leave it; raises NoteNotFound."""
        ...

    def create(self, folder: str, name: str, data: bytes) -> str:
        """Adds a file, under a free name; where it is."""
        ...

    def replace(self, path: str, data: bytes, expected_sha256: str) -> None:
        """Gives a file new bytes."""
        ...

    def move(self, path: str, new_path: str) -> str:
        """Moves a file; where it is."""
        ...

    def remove(self, path: str) -> None:
        """Takes a file away."""
        ...


def check_places(root: Path, before: Tree, after: Tree, read: Reader) -> None:
    """Whether what is to be written may be written.

    Args:
        root: the vault's folder.
        before: the files that it was committed with.
        after: those it is to have.
        read: gives bytes by their names.

    Raises:
        Refused: a path leads elsewhere, a link or another repository would be made, or a hidden
            file here has changes that nobody committed.
    """
    for path, blob in after.items():
        if before.get(path) == blob:
            continue
        parts = path.split("/")
        if any(part in {"", ".", ".."} or name_key(part) == ".git" for part in parts):
            raise Refused(
                f"The other side has a file at '{path}', which is no place for one, so nothing "
                "was taken from it; look at who may write there."
            )
        if not blob.is_file:
            raise Refused(
                f"The other side has made '{path}' a link or a repository of its own, which "
                "`sync` does not make; take it over with `git pull`."
            )
    for path in {**before, **after}:
        if before.get(path) != after.get(path) and is_hidden(path) and not path.startswith(MACHINE):
            known = before.get(path)
            then = read([known.sha])[known.sha] if known is not None else None
            if _bytes_at(root / path) != then:
                raise Refused(
                    f"'{path}' has changed here and on the other side, and hidden files are not "
                    "brought together; commit it or put it back with git, then sync again."
                )


def write(journal: Journal, git: Git, before: Tree, after: Tree, what: str) -> str:
    """Makes the folder what ``after`` says, where it still is what ``before`` says.

    Args:
        journal: the vault; its lock is held meanwhile.
        git: its repository.
        before: the files that the folder was committed with.
        after: those it is to have.
        what: a few words for the log.

    Returns:
        The operation, for undo; '' where no note changed.

    Raises:
        LockBusy, NoteChanged, WriteFailed: nothing was written.
    """
    changed = sorted(
        path for path in {**before, **after}
        if before.get(path) != after.get(path) and travels(path)
    )  # fmt: skip
    blobs = [tree[path] for tree in (before, after) for path in changed if path in tree]
    read = git.bytes_of(blob.sha for blob in blobs if blob.is_file)
    shown = [path for path in changed if not is_hidden(path)]
    with journal.batch(what, by=BY) as batch:
        writing = _Writing(git.folder, batch.operation, before, after, read)
        writing.all(shown)
        batch.paths.update(path for path in (*shown, *writing.made) if is_note(path))
        for path in changed:
            if is_hidden(path):
                _write_hidden(git.folder, path, before, after, read)
    record = batch.operation.record
    return record.op if record is not None else ""


def is_hidden(path: str) -> bool:
    """Whether a file lies hidden, where the Journal neither reads nor writes notes."""
    return any(part.startswith(".") for part in path.split("/"))


class _Writing:
    """One operation's changes of the vault."""

    def __init__(
        self, root: Path, operation: Operation, before: Tree, after: Tree, read: dict[str, bytes]
    ) -> None:
        self._root, self._operation = root, operation
        self._before, self._after, self._read = before, after, read
        self.made: set[str] = set()

    def all(self, paths: list[str]) -> None:
        """Moves what has moved, takes away what is gone, then writes the rest."""
        moved = self._moves(paths)
        for old, new in moved.items():
            place = self._operation.move(old, new)
            self.made.add(place)
            self._replace(place, self._before[old].sha, self._after[new].sha)
        for path in paths:
            if path not in self._after and path not in moved:
                self._remove(path)
        for path in paths:
            if path in self._after and path not in moved.values():
                self._write(path)

    def _moves(self, paths: list[str]) -> dict[str, str]:
        """Notes that lie elsewhere now: from where to where, both known to the disk."""
        gone = [path for path in paths if path not in self._after and self._there(path)]
        new = [path for path in paths if path not in self._before]
        ids = {
            file.id: path
            for path, file in files_of(self._after, new, self._read).items()
            if file.id
        }
        keys = {name_key(path): path for path in new}
        found: dict[str, str] = {}
        for path, file in files_of(self._before, gone, self._read).items():
            # A path that is wanted again, in whatever letter case, is not freed first.
            to = keys.get(name_key(path)) or ids.get(file.id)
            free = to is not None and to not in found.values()
            if to is not None and free and (name_key(to) == name_key(path) or not self._there(to)):
                found[path] = to
        return found

    def _there(self, path: str) -> bool:
        return os.path.lexists(self._root / path)

    def _now(self, path: str) -> bytes | None:
        try:
            return self._operation.read(path)
        except NoteNotFound:
            return None

    def _remove(self, path: str) -> None:
        now = self._now(path)
        if now is not None and now == self._read[self._before[path].sha]:
            self._operation.remove(path)

    def _write(self, path: str) -> None:
        wanted = self._read[self._after[path].sha]
        # A name of ASCII stands there as it is spelled, or not at all.
        new = path.isascii() and not self._there(path)
        if new or self._now(path) is None:
            folder, _, name = path.rpartition("/")
            self.made.add(self._operation.create(folder, name, wanted))
            return
        old = self._before.get(path)
        self._replace(path, old.sha if old is not None else "", self._after[path].sha)

    def _replace(self, path: str, before: str, after: str) -> None:
        """Writes new bytes; what somebody wrote there meanwhile is kept beside or within them."""
        now, wanted = self._operation.read(path), self._read[after]
        base = self._read[before] if before else None
        if now == wanted:
            return
        if now != base:
            merged = merge_note(base, now, wanted) if is_note(path) else None
            if merged is None:
                folder, _, name = copy_name(path, now).rpartition("/")
                self.made.add(self._operation.create(folder, name, now))
            else:
                wanted = merged.data
        self._operation.replace(path, wanted, sha256_of(now))


def _write_hidden(root: Path, path: str, before: Tree, after: Tree, read: dict[str, bytes]) -> None:
    """One file of a hidden folder, as it stands in the other commit."""
    file = root / path
    real = Path(os.path.realpath(file.parent))
    if real != root.resolve() and root.resolve() not in real.parents:
        raise Refused(f"'{path}' leads out of the Journal through a link, so it was left as it is.")
    now = _bytes_at(file)
    old = read.get(before[path].sha) if path in before else None
    wanted = read[after[path].sha] if path in after else None
    if now not in (old, wanted):
        if wanted is None or now is None or not path.startswith(MACHINE):
            return  # changed here while the sync ran: the next one sees to it
        wanted = merged(path, old, now, wanted)[0] or now
    try:
        if wanted is None:
            file.unlink(missing_ok=True)
        elif wanted != now:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(file, wanted)
    except OSError as error:
        raise write_failed(error, file) from error


def _bytes_at(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise write_failed(error, file) from error
