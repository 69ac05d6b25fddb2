"""Imports as a test does them: a vault, a library, and sources whose every byte is watched."""

from __future__ import annotations

import hashlib
import itertools
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.exchange.choosing import Choice, choose
from luminair.exchange.sources import plan_of
from luminair.exchange.taking import Taken, carry_out
from luminair.exchange.taking_back import take_back
from luminair.journal import Journal, Setup, init_vault
from luminair.sessions.library import Library
from tests.exchange.cloning import Machine, settle, two_machines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXPORTS = Path(__file__).resolve().parents[1] / "data" / "exports"


def state_of(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes; machine files aside."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".luminair" not in path.relative_to(folder).parts
    }


class Importer:
    """A vault and a library, and imports into them.

    Attributes:
        home: of the app.
        journal: the vault.
        library: the sessions.
        taken: what the last import brought.
        choice: what was chosen for it.
    """

    taken: Taken
    choice: Choice

    def __init__(self, home: Path, journal: Journal, clock: Callable) -> None:
        self.home = home
        self.journal = journal
        self._clock = clock
        self._draw = itertools.count(0x1234567).__next__
        self.library = Library(home, now=clock, draw=self._draw)

    def choose(self, source: Path, kind: str = "") -> Choice:
        """A dry run."""
        return choose(plan_of(source, kind), self.journal, self.library)

    def __call__(self, source: Path, kind: str = "", folder: str = "") -> Taken:
        """Imports; the source must be as it was, byte for byte."""
        watched = source if source.is_dir() else source.parent
        before = state_of(watched)
        self.choice = self.choose(source, kind)
        self.taken = carry_out(
            self.choice,
            self.journal,
            self.library,
            self.home,
            folder=folder,
            now=self._clock,
            draw=self._draw,
        )
        assert state_of(watched) == before
        return self.taken

    def undo(self, batch: str = ""):
        """Takes an import back, whole."""
        name = batch or self.taken.batch
        return take_back(self.journal, self.library, self.home, name, self._clock())

    def reasons(self, *, imported: bool = False) -> dict[str, str]:
        """What was left out, or taken with a loss, and why."""
        return {each.item: each.reason for each in self.choice.remarks if each.imported is imported}

    def talks(self) -> dict[str, list[str]]:
        """Every session's texts, by where it comes from."""
        return {
            each.origin: [message.text for message in self.library.open(each.id).messages]
            for each in self.library.listing().sessions
        }


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    """A copy of the samples that a test may change."""
    return Path(shutil.copytree(EXPORTS, tmp_path / "exports"))


@pytest.fixture
def bring(vault: Path, home: Path, person: Path, clock: Callable) -> Iterator[Importer]:
    """Imports into a new vault and an empty library."""
    init_vault(vault, ride="all")
    draw = itertools.count(0x4B3D).__next__
    journal = Journal(
        Setup(root=vault, index=home / "index", home=str(person), now=clock, draw=draw)
    )
    yield Importer(home, journal, clock)
    journal.close()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    """Two machines that share one note."""
    ana, ben = two_machines(tmp_path)
    ana.journal.add(title="Uploader", body="It retries.\n\n## Decided\n\nThree times.\n")
    settle(ana, ben)
    yield ana, ben
    ana.close()
    ben.close()
