"""A running app's resident, on real sockets, with a real watcher."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import open_journal
from luminair.config.paths import Home
from luminair.resident.resident import Resident

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Changes, Journal

PATIENCE_S = 20.0


class App:
    """What the shell does with a resident: two threads, ended when the app quits."""

    def __init__(self, home: Path, journal: Journal) -> None:
        self.journal = journal
        self.resident = Resident(Home(home), lambda: self.journal, os.environ)
        self.told: list[Changes] = []
        self._heard = threading.Condition()
        self._ending = threading.Event()

    def tell(self, changes: Changes) -> None:
        with self._heard:
            self.told.append(changes)
            self._heard.notify_all()

    def wait_for(self, *paths: str) -> None:
        """Until the window has been told of changes at all of these paths."""

        def known() -> bool:
            every = {
                path for each in self.told for path in (*each.added, *each.changed, *each.removed)
            }
            return every.issuperset(paths)

        with self._heard:
            assert self._heard.wait_for(known, PATIENCE_S), (paths, self.told)

    @contextmanager
    def watching(self) -> Iterator[None]:
        with ThreadPoolExecutor(1) as pool:
            done = pool.submit(self.resident.watch, self._ending, self.tell)
            try:
                yield
            finally:
                self._ending.set()
                done.result(PATIENCE_S)
        self._ending.clear()

    @contextmanager
    def serving(self) -> Iterator[None]:
        with ThreadPoolExecutor(1) as pool:
            done = pool.submit(self.resident.serve, self._ending)
            try:
                place = self.resident_socket()
                yield
            finally:
                self._ending.set()
                done.result(PATIENCE_S)
        assert not os.path.lexists(place)
        self._ending.clear()

    def resident_socket(self) -> str:
        from luminair.cli.asking import socket_path

        run = str(self.resident.home.root / "run")
        gate = threading.Event()
        for _ in range(2000):
            path = socket_path(run)
            if path and os.path.lexists(path):
                return path
            gate.wait(0.01)
        raise AssertionError("no socket")


@pytest.fixture
def app(home: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """An app over the test's own home and vault."""
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))
    journal = open_journal()
    journal.warm()
    made = App(home, journal)
    yield made
    made.resident.close()
    journal.close()
