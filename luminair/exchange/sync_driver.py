"""The same rules for git's own merges: a person who pulls by hand, or a plugin that does.

``sync`` needs none of this. It tells git of the driver once, in the repository's own settings and
in ``info/attributes``, which no other machine sees.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, Refused
from luminair.exchange.git import Git, GitFailed
from luminair.exchange.git_state import branch_of
from luminair.exchange.sync_trees import merged
from luminair.files import write_atomic, write_failed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_NAME: Final = "luminair"
_ATTRIBUTES: Final = """\
# Made by Luminair: notes are brought together key by key and section by section.
*.md merge=luminair
.luminair/settings.json merge=luminair
.luminair/proposals/*.jsonl merge=luminair
"""


def set_up_driver(root: Path, environ: Mapping[str, str], launcher: Path) -> None:
    """Tells git of ``merge-driver`` where it does not know of it.

    Args:
        root: the vault, a repository of its own.
        environ: the environment.
        launcher: the program that git starts.

    Raises:
        LuminairError: git or the disk refused.
    """
    git = Git(root, environ)
    line = f"{shlex.quote(str(launcher))} merge-driver %O %A %B %P"
    if git.text("config", "--local", f"merge.{_NAME}.driver", fails=False) != line:
        git.run("config", "--local", f"merge.{_NAME}.name", "Luminair Journal")
        git.run("config", "--local", f"merge.{_NAME}.driver", line)
    file = root / git.text("rev-parse", "--git-path", "info/attributes")
    try:
        file.parent.mkdir(exist_ok=True)
        before = file.read_bytes() if file.exists() else b""
    except OSError as error:
        raise write_failed(error, file) from error
    if _ATTRIBUTES.encode() not in before:
        gap = b"" if not before or before.endswith(b"\n") else b"\n"
        write_atomic(file, before + gap + _ATTRIBUTES.encode())


def drive(base: Path, ours: Path, theirs: Path, path: str) -> bool:
    """Brings two versions of a file together, as git asks it.

    Args:
        base: what both began with.
        ours: one side; the answer is written here.
        theirs: the other.
        path: the file in the vault.

    Returns:
        Whether it could; else nothing was written, and git leaves it to the person.

    Raises:
        LuminairError: a file cannot be read or written.
    """
    try:
        old, one, other = (file.read_bytes() for file in (base, ours, theirs))
    except OSError as error:
        reason = (error.strerror or "the system refused it").lower()
        raise LuminairError(
            f"'{error.filename}' cannot be read ({reason}), so nothing was merged."
        ) from error
    data, _ = merged(path, old or None, one, other)
    if data is None:
        return False
    if data != one:
        write_atomic(ours, data)
    return True


def connect(root: Path, environ: Mapping[str, str], address: str) -> bool:
    """Makes the vault a repository with a remote, once that has answered.

    Args:
        root: the vault.
        environ: the environment.
        address: of the remote, as ``git clone`` takes it.

    Returns:
        Whether anything was new.

    Raises:
        Refused: it is shared with another remote, or the address is none.
        LuminairError: git refused, or the remote did not answer; nothing was written then.
    """
    address = address.strip()
    if not address or address.startswith("-") or "::" in address or not address.isprintable():
        raise Refused(
            f"'{address}' is no address of a repository; give it as `git clone` takes it."
        )
    git = Git(root, environ)
    made = not (root / ".git").exists()
    known = "" if made else _origin(git)
    if known == address:
        return False
    if known and _was_shared(git):
        raise Refused(
            f"The Journal '{root}' is shared with '{_shown(known)}' already; if you mean another, "
            f"type `git -C {shlex.quote(str(root))} remote set-url origin ADDRESS`."
        )
    _must_answer(git, address)
    if made:
        git.run("init", "--quiet", "--template=", "--initial-branch=main")
        branch_of(git)
    git.run("remote", *(("set-url", "origin") if known else ("add", "origin")), address)
    return True


def _origin(git: Git) -> str:
    branch_of(git)
    return git.text("config", "--local", "remote.origin.url", fails=False)


def _was_shared(git: Git) -> bool:
    """Whether anything was ever exchanged with the remote, or a branch was set up to be."""
    seen = git.text("for-each-ref", "--count=1", "refs/remotes/origin")
    branch = git.text("symbolic-ref", "--quiet", "--short", "HEAD", fails=False)
    return bool(seen or git.text("config", f"branch.{branch}.remote", fails=False))


def _must_answer(git: Git, address: str) -> None:
    # A repository around the folder has no say in how the address is asked.
    alone = {"GIT_CEILING_DIRECTORIES": str(git.folder.parent)}
    try:
        git.over_network("ls-remote", "--upload-pack=git-upload-pack", address, extra=alone)
    except GitFailed as error:
        raise LuminairError(
            f"'{_shown(address)}' did not answer, so nothing was written and it is not kept. "
            f"{error}"
        ) from error


def _shown(address: str) -> str:
    """An address without the name and password that may stand in it."""
    return re.sub(r"(?<=://)[^/@]*@", "", address)
