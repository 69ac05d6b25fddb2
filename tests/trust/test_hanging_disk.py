"""A disk that answers nobody: the window goes on, and what was begun is done when it answers."""

from __future__ import annotations

import builtins
import io
import os
import sys
import threading
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer

from luminair.bootstrap import open_desk
from luminair.shell.app import Windows
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.journal.faces import Face
from luminair.shell.theme import Choice, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

CALLS = (
    "open", "stat", "lstat", "scandir", "listdir", "replace", "rename", "mkdir", "unlink",
)  # fmt: skip


class HangingDisk:
    """Calls below a folder wait until they are let go; whoever does so on the window's thread is
    written down instead.

    Attributes:
        waiting: how many calls wait or have waited.
        blocked: where the window's own thread touched the disk.
    """

    def __init__(self, root: Path) -> None:
        self._root = os.fspath(root)
        self._goes_on = threading.Event()
        self.waiting = 0
        self.blocked: list[str] = []

    def let_go(self) -> None:
        """It answers again."""
        self._goes_on.set()

    @contextmanager
    def mounted(self) -> Iterator[None]:
        real = {name: getattr(os, name) for name in CALLS}
        opens = io.open
        for name, call in real.items():
            setattr(os, name, self._slow(call))
        io.open = builtins.open = self._slow(opens)  # type: ignore[assignment]
        try:
            yield
        finally:
            self.let_go()
            for name, call in real.items():
                setattr(os, name, call)
            io.open = builtins.open = opens

    def _slow(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(path: object = ".", *rest: object, **named: object) -> object:
            if isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(self._root):
                self._wait()
            return real(path, *rest, **named)

        return call

    def _wait(self) -> None:
        if self._goes_on.is_set():
            return
        if threading.current_thread() is threading.main_thread():
            self.blocked.append("".join(traceback.format_stack(limit=12)))
            return
        self.waiting += 1
        self._goes_on.wait(30)


class Heart:
    """Beats every few milliseconds while the event loop turns."""

    def __init__(self) -> None:
        self.beats = 0
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(5)

    def _beat(self) -> None:
        self.beats += 1


@pytest.fixture
def windows(qtbot, monkeypatch, tmp_path) -> Iterator[Windows]:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    theme = Theme(Choice.LIGHT, motion=False)
    theme.apply()
    failures = Failures(sys.stderr.write)
    jobs = Jobs(failures)
    desk = open_desk(demo=True)
    found = Windows(theme, jobs, desk, failures)
    found.open()
    qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    found.main.open_journal()
    qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    yield found
    found.suite.journal.close()
    found.main.close()
    qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    assert jobs.close(5000)
    desk.close()


@pytest.mark.timeout(120)
def test_the_window_never_waits_for_a_disk(qtbot, windows) -> None:
    main, jobs, vault = windows.main, windows.main._jobs, windows.main.desk.vault
    disk = HangingDisk(vault.parent)
    with disk.mounted():
        heart = Heart()
        pane = main.board.active
        pane.composer.edit.set_text("//remember The zebra gauge counts resumed uploads")
        pane.composer._enter()
        main.open_journal()
        journal = windows.suite.journal
        journal.show()
        journal.new_note()
        journal.toggle_edit()
        for face in Face:
            journal.show_face(face)
        main.open_budget()
        main.sessions.begin()
        main.sessions.step(1)
        main.sessions.split()
        qtbot.waitUntil(lambda: heart.beats > 150, timeout=30_000)
        assert disk.waiting, "nobody wanted anything of the disk"
        assert disk.blocked == [], disk.blocked[0]
        disk.let_go()
        qtbot.waitUntil(lambda: not jobs.busy, timeout=30_000)
    heart.timer.stop()
    assert [path for path in (vault / "Notes").rglob("*.md") if "zebra" in path.name]


def test_a_wait_on_this_very_thread_would_be_seen(tmp_path: Path) -> None:
    disk = HangingDisk(tmp_path)
    with disk.mounted():
        tmp_path.joinpath("a").exists()
        assert len(disk.blocked) == 1
        assert "test_a_wait_on_this_very_thread" in disk.blocked[0]
