"""What stands in the vault's folder, compared with the last commit, and the commit of it.

The folder is looked at without git, so that no filter or monitor of the repository runs, and the
bytes are committed as they are. Whatever looks like a loss that nobody meant (a folder that is
empty all at once, a file that only the cloud holds) is left out.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from luminair.errors import Refused
from luminair.exchange.git import Blob
from luminair.exchange.sync_names import is_note
from luminair.exchange.sync_trees import IGNORE, MACHINE, travels
from luminair.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.exchange.git import Git, Tree

LARGEST_BYTES: Final = 40 * 1024 * 1024
"""A larger file stays on its machine; most servers refuse such a one anyway."""
_MANY: Final = 5
"""So many notes are not removed all at once by somebody who means it."""
_IGNORE_TEXT: Final = """\
# Made by Luminair. What is not named here is one machine's alone, and no other one needs it.
*
!.gitignore
!settings.json
!proposals/
!proposals/*.jsonl
"""


@dataclass(slots=True)
class Found:
    """What the folder holds.

    Attributes:
        tree: of what is to be shared, as it stands now.
        changed: the paths that are new, changed or gone since the last commit.
        left_alone: what has changed and is not shared: why, by path.
    """

    tree: Tree
    changed: list[str] = field(default_factory=list)
    left_alone: dict[str, str] = field(default_factory=dict)


def make_ignore(root: Path) -> None:
    """Lets git pass over what is one machine's alone in ``.luminair/``; raises WriteFailed."""
    file = root / IGNORE
    if not file.parent.is_dir() or file.parent.is_symlink():
        return
    try:
        if file.read_bytes() == _IGNORE_TEXT.encode():
            return
    except OSError:
        pass  # not there yet
    write_atomic(file, _IGNORE_TEXT.encode())


def look(git: Git, head: Tree) -> Found:
    """Compares the folder with the last commit.

    Args:
        git: of the vault.
        head: the last commit's files.

    Raises:
        Refused: all notes are gone at once, or the repository changes bytes by a filter.
    """
    root, sha = git.folder, git.text("rev-parse", "--show-object-format")
    on_disk = dict(_files(root))
    if git.text("config", "--bool", "core.fileMode", fails=False) == "false":
        # A disk that tells nothing of what may run, or says it of every file.
        on_disk = {
            path: head[path].mode if path in head and head[path].is_file else "100644"
            for path in on_disk
        }
    found = Found({path: blob for path, blob in head.items() if travels(path)})
    fresh = sorted(path for path in on_disk if path not in head)
    ignored = _ignored(git, fresh)
    wanted: list[str] = []
    for path, mode in sorted(on_disk.items()):
        known = head.get(path)
        if path in ignored or not travels(path) or (known is None and not _is_ours(path)):
            continue
        why, same = _compared(root / path, path, known, sha)
        if why:
            found.left_alone[path] = why
        elif not same:
            wanted.append(path)
        elif known is not None and known.mode != mode and known.is_file and _is_ours(path):
            found.tree[path] = known._replace(mode=mode)
            found.changed.append(path)
    _refuse_filters(git, wanted)
    for path, name in zip(wanted, git.keep_files(wanted), strict=True):
        found.tree[path] = Blob(on_disk[path], name)
        found.changed.append(path)
    _take_out_gone(root, head, on_disk, found)
    found.changed += [path for path in head if not travels(path)]
    return found


def _is_ours(path: str) -> bool:
    """Whether a file is the Journal's to share: not hidden, or one of ``.luminair/``."""
    if path.startswith(MACHINE):
        return travels(path)
    return not any(part.startswith(".") for part in path.split("/"))


def _files(root: Path) -> Iterator[tuple[str, str]]:
    """Paths and modes of the ordinary files; other repositories and links are passed over."""
    folders = [""]
    while folders:
        below = folders.pop()
        try:
            entries = list(os.scandir(root / below))
        except OSError as error:
            raise Refused(
                f"The folder '{below or root}' cannot be read, so nothing was shared (what it "
                "holds would look like removed); change its permissions."
            ) from error
        if below and any(entry.name == ".git" for entry in entries):
            continue
        for entry in entries:
            path = f"{below}/{entry.name}" if below else entry.name
            if entry.is_symlink() or entry.name == ".git":
                continue
            if entry.is_dir():
                if path + "/" != MACHINE + "history/" and path + "/" != MACHINE + "trash/":
                    folders.append(path)
            elif entry.is_file():
                mode = entry.stat().st_mode
                yield path, "100755" if mode & stat.S_IXUSR else "100644"


def _ignored(git: Git, paths: list[str]) -> set[str]:
    if not paths:
        return set()
    given = os.fsencode("".join(f"{path}\0" for path in paths))
    literal = {"GIT_LITERAL_PATHSPECS": "0"}  # this command takes nothing but names, and says no
    told = git.run("check-ignore", "-z", "--stdin", given=given, fails=False, extra=literal)
    return {os.fsdecode(path) for path in told.split(b"\0") if path}


def _compared(file: Path, path: str, known: Blob | None, sha: str) -> tuple[str, bool]:
    """Why a file is left alone, or '', and whether it is as it was."""
    if known is not None and not known.is_file:
        return "it is a link in the repository and a file here", False
    try:
        size = file.stat().st_size
        if size > LARGEST_BYTES:
            return f"it is larger than {LARGEST_BYTES // (1024 * 1024)} MB", False
        data = file.read_bytes()
    except OSError as error:
        return f"it cannot be read ({(error.strerror or 'refused').lower()})", False
    name = hashlib.new(sha, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    if known is not None and known.sha == name:
        return "", True
    if not _is_ours(path):
        return "it is hidden, so not the Journal's", False
    return "", False


def _refuse_filters(git: Git, paths: list[str]) -> None:
    """Some repositories keep other bytes than the folder shows, such as encrypted ones."""
    if not paths:
        return
    given = os.fsencode("".join(f"{path}\0" for path in paths))
    told = git.run("check-attr", "-z", "--stdin", "filter", given=given).split(b"\0")
    for path, _, value in zip(told[0::3], told[1::3], told[2::3], strict=False):
        if value not in {b"unspecified", b"unset"}:
            raise Refused(
                f"The repository passes '{os.fsdecode(path)}' through the filter "
                f"'{value.decode(errors='replace')}', which `sync` does not run; take that line "
                "out of '.gitattributes', or share the Journal with git itself."
            )


def _take_out_gone(root: Path, head: Tree, on_disk: dict[str, str], found: Found) -> None:
    gone = [path for path, blob in head.items() if path not in on_disk and blob.is_file]
    notes = [path for path in head if is_note(path)]
    if len(notes) >= _MANY and not any(is_note(path) for path in on_disk):
        raise Refused(
            f"None of the {len(notes):,} notes of the last sync is in '{root}', so nothing was "
            "done; bring the folder back, or remove them with git if you meant it."
        )
    for path in gone:
        folder, _, name = path.rpartition("/")
        if not _is_ours(path):
            if travels(path):
                found.left_alone[path] = "it is hidden, so not the Journal's"
        elif (root / folder / f".{name}.icloud").exists():
            found.left_alone[path] = "only iCloud has it at the moment"
        elif not os.path.lexists(root / path):
            del found.tree[path]
            found.changed.append(path)
