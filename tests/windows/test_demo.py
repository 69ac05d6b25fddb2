"""Journeys through the real app: bootstrap, a sample vault, sessions on disk, a scripted lane."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from luminair.bootstrap import open_desk
from luminair.context.block import RowName
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.panes.message_view import Answer
from luminair.shell.panes.notice import Notice
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

START = """
import faulthandler, sys, threading
from PySide6.QtCore import QTimer
from luminair.shell import app, main
faulthandler.dump_traceback_later(45, exit=True)  # where it hangs, this says in which line
shown = app.MainWindow.start
def start(window):
    shown(window)
    if "job" in sys.argv:
        app.CLOSE_MS = 500
        window._jobs.run(threading.Event().wait)
    if "thread" in sys.argv:
        threading.Thread(target=threading.Event().wait).start()
    QTimer.singleShot(1500, window.close)
app.MainWindow.start = start
sys.exit(main.run(["--demo"]))
"""


@pytest.fixture
def window(qtbot, monkeypatch, tmp_path) -> Iterator[MainWindow]:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    theme = Theme(Choice.LIGHT, motion=False)
    theme.apply()
    failures = Failures(sys.stderr.write)
    jobs = Jobs(failures)
    desk = open_desk(demo=True)
    found = MainWindow(theme, jobs, desk, failures)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    found.start()
    qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    yield found
    found.close()
    qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    assert jobs.close(5000)
    desk.close()


def _ask(qtbot, window: MainWindow, text: str) -> None:
    pane = window.board.active
    pane.composer.edit.set_text(text)
    pane.take_focus()
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not pane.streaming and pane.assembly is not None, timeout=30_000)


def test_a_message_carries_the_journal_and_says_what_rode(qtbot, window) -> None:
    pane = window.board.active
    _ask(qtbot, window, "Why does the resume test drop part 7 after a 503?")
    answer = pane.transcript.find_widgets()[-1]
    assert isinstance(answer, Answer)
    assert answer.text
    line = pane.transcript.findChildren(JournalLine)[-1]
    assert "6 rules" in line.head.accessibleName()
    assert "dead ends" in line.head.accessibleName()


def test_the_sheet_shows_the_real_digest(qtbot, window) -> None:
    window.open_budget()
    qtbot.waitUntil(lambda: window.budget.sheet is not None)
    sheet = window.budget.sheet
    sheet.tree.expand(sheet.model.find(RowName.DIGEST))
    digest = sheet.model.find(RowName.DIGEST)
    assert sheet.model.rowCount(digest) == 3
    assert sheet._assembly.row(RowName.DIGEST).text
    sheet.dismiss()


def test_what_is_remembered_rides_and_can_be_taken_back(qtbot, window) -> None:
    pane = window.board.active
    _ask(qtbot, window, "//remember The zebra gauge counts resumed uploads")
    qtbot.waitUntil(lambda: bool(pane.transcript.findChildren(Notice)))
    notice = pane.transcript.findChildren(Notice)[-1]
    assert "The zebra gauge counts resumed uploads" in notice.label.text()
    notes = window.desk.vault / "Notes"
    assert [path for path in notes.rglob("*.md") if "zebra" in path.name]
    notice.undo_wanted.emit(notice._operation)
    qtbot.waitUntil(lambda: notice.label.text().startswith("Taken back"))
    assert not [path for path in notes.rglob("*.md") if "zebra" in path.name]


@pytest.mark.parametrize("hanging", ["nothing", "job", "thread"])
def test_the_app_opens_and_quits_by_itself(home, hanging) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", START, hanging],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert list(home.iterdir()) == []  # a demo leaves nothing in the owner's home
