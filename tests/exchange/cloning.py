"""Two machines that share a vault over a repository on this disk."""

from __future__ import annotations

import os
import random
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from luminair.exchange.git import Git
from luminair.exchange.sync import Synced, sync
from luminair.journal import Journal, Setup

if TYPE_CHECKING:
    from pathlib import Path


def git(folder: Path, *words: str) -> str:
    """Git as a person types it, on a machine with a home of its own."""
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        check=True,
        env=environ_of(folder.parent),
    )
    return done.stdout.decode().strip()


def environ_of(home: Path) -> dict[str, str]:
    """What a shell there holds."""
    path = os.environ["PATH"]  # noqa: TID251 where git is
    return {"PATH": path, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}


class Machine:
    """One machine with its clone.

    Args:
        place: a folder of its own.
        remote: the repository that they share, or '' for none.
        at: what its clock says at the start.
        seed: of its random numbers.
    """

    def __init__(self, place: Path, remote: Path | None, *, at: datetime, seed: int) -> None:
        self.name = place.name
        self.home, self.vault = place, place / "vault"
        self.vault.mkdir(parents=True)
        (self.vault / ".luminair").mkdir()
        self._time, self._draw = at, random.Random(seed)  # noqa: S311
        git(self.vault, "init", "-q", "-b", "main")
        git(self.vault, "config", "user.name", self.name)
        git(self.vault, "config", "user.email", f"{self.name}@example.org")
        if remote is not None:
            git(self.vault, "remote", "add", "origin", str(remote))
        self.journal = self.opened()

    def opened(self) -> Journal:
        """The vault, opened anew."""
        return Journal(
            Setup(
                root=self.vault,
                index=self.home / "index",
                home=str(self.home),
                now=self.clock,
                draw=lambda: self._draw.getrandbits(32),
                by="owner",
                machine=self.name,
            )
        )

    def clock(self) -> datetime:
        self._time += timedelta(seconds=1)
        return self._time

    def sync(self, step=lambda _: None) -> Synced:
        done = sync(
            self.journal, environ_of(self.home), now=self.clock, machine=self.name, step=step
        )
        self.journal.refresh()
        return done

    @property
    def git(self) -> Git:
        return Git(self.vault, environ_of(self.home))

    def write(self, path: str, text: str | bytes) -> None:
        """Writes a file by hand."""
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, path: str) -> str:
        return (self.vault / path).read_bytes().decode()

    def files(self) -> dict[str, bytes]:
        """Every file of the vault but git's and the machine's own."""
        return {
            path.relative_to(self.vault).as_posix(): path.read_bytes()
            for path in sorted(self.vault.rglob("*"))
            if path.is_file()
            and not {".git", ".luminair"} & set(path.relative_to(self.vault).parts)
        }

    def close(self) -> None:
        self.journal.close()


def two_machines(folder: Path) -> tuple[Machine, Machine]:
    """Two that share a repository; the second one's clock is three days behind."""
    remote = folder / "shared.git"
    remote.mkdir()
    git(remote, "init", "-q", "--bare", "-b", "main")
    at = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
    ana = Machine(folder / "ana", remote, at=at, seed=1)
    ben = Machine(folder / "ben", remote, at=at - timedelta(days=3), seed=2)
    return ana, ben


def settle(*machines: Machine) -> None:
    """Syncs until nothing moves any more."""
    for _ in range(5):
        told = [machine.sync() for machine in machines]
        assert all(done.sent for done in told), [done.lack for done in told]
        if len({done.commit for done in told}) == 1 and not any(done.came for done in told):
            return
    raise AssertionError("it does not come to rest")


def only(machine: Machine) -> str:
    """The path of the one note that a machine has."""
    (path,) = machine.files()
    return path
