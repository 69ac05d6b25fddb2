"""Who wrote a note of a vault that several people share, by its header or by git (spec 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteDamaged
from luminair.journal import header_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def authors_of(root: Path, path: str, raw: bytes, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The people who wrote a note, the first one first.

    A header's ``author:`` says it outright; else git does, where the vault is a repository, its
    own merges aside. Names in git are what people called themselves; nobody checks them.

    Args:
        root: the vault.
        path: of the note.
        raw: its bytes.
        environ: the environment, for git.

    Returns:
        Each name once; none where nobody can tell.
    """
    try:
        named = header_of(raw).get("author", "").strip()
    except NoteDamaged:
        named = ""
    if named:
        return (named,)
    if not (root / ".git").exists():
        return ()
    from luminair.exchange.git import Git  # noqa: PLC0415 most vaults need none of it

    try:
        git = Git(root, environ)
        told = git.text("log", "--follow", "--no-merges", "--format=%an", "HEAD", "--", path)
    except LuminairError:  # no git, no commit yet, or a repository that is not in order
        return ()
    return tuple(dict.fromkeys(reversed(told.splitlines())))
