"""Whether a Journal's repository is in a state that a sync can work on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.errors import Refused
from luminair.exchange.git import GitFailed

if TYPE_CHECKING:
    from luminair.exchange.git import Git

_UNDER_WAY: Final = {
    "rebase-merge": "A rebase",
    "rebase-apply": "A rebase",
    "MERGE_HEAD": "A merge",
    "CHERRY_PICK_HEAD": "A cherry-pick",
    "REVERT_HEAD": "A revert",
    "BISECT_LOG": "A bisect",
}


def branch_of(git: Git) -> str:
    """The branch that a sync works on, born or not.

    Raises:
        Refused: no repository, one around the Journal, no branch, or something under way.
    """
    try:
        top = git.text("rev-parse", "--show-toplevel")
    except GitFailed as error:
        if "not a git repository" not in error.told.lower():
            raise
        raise Refused(
            f"The Journal '{git.folder}' is no git repository; `luminair-journal sync --to "
            "ADDRESS` makes it one, with the address of an empty repository of yours (iCloud "
            "Drive, Dropbox and Syncthing share it without)."
        ) from error
    if Path(top).resolve() != git.folder.resolve():
        raise Refused(
            f"The Journal lies inside the repository '{top}', and `sync` would touch what is not "
            "its own; give the Journal a repository to itself."
        )
    for name, what in _UNDER_WAY.items():
        if (git.own / name).exists():
            raise Refused(
                f"{what} is under way in the Journal's folder; finish it or give it up with git, "
                "then sync again."
            )
    if git.run("ls-files", "-u", "-z"):
        raise Refused(
            "Git has files with unresolved conflicts in the Journal's folder; resolve them, then "
            "sync again."
        )
    branch = git.text("symbolic-ref", "--quiet", "--short", "HEAD", fails=False)
    if not branch:
        raise Refused(
            "The Journal's repository is on no branch (a detached head); run `git switch main`, "
            "or the name of your branch, then sync again."
        )
    return branch
