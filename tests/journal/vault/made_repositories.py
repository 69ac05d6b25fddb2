"""Repositories as their tests need them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal.vault.repositories import Found


def git(*words: str, at: Path) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@example.org",
         "-c", "protocol.file.allow=always", *words],
        cwd=at, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def repository(at: Path, *, commit: bool = True) -> Path:
    at.mkdir(parents=True)
    git("init", "-q", "-b", "main", at=at)
    if commit:
        git("commit", "-q", "--allow-empty", "-m", "first", at=at)
    return at


def key(found: Found) -> str:
    assert found.project is not None
    return found.project.key
