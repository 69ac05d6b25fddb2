"""Whole journeys with keys and mouse, seen from outside: at a server, and after a kill."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from luminair.bootstrap import clock, draw
from luminair.lanes.lane import Model
from luminair.lanes.roster import Entry
from luminair.sessions.layout import read_layout
from luminair.sessions.library import Library
from tests.lanes.lanes_under_test import Kind
from tests.lanes.servers import Server, whole
from tests.lanes.test_what_is_sent import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from luminair.desk import OwnDesk
    from luminair.shell.app import Windows

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support raise", "XCB", "xcb", extend=True
)

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
KIND = Kind("openai")

# Starts the app over a home and a Journal, does something once all windows are there, and says so.
START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from luminair.shell import app, main
furnish = app.Windows._furnish
def furnished(windows):
    furnish(windows)
    QTimer.singleShot(0, lambda: wait(windows))
def wait(windows):
    panes = windows.main.board.panes
    if windows._jobs.busy or any(pane.session is None for pane in panes):
        QTimer.singleShot(20, lambda: wait(windows))
    else:
        act(windows)
app.Windows._furnish = furnished
{act}
sys.exit(main.run(sys.argv[1:]))
"""
WRITE = """
def act(windows):
    windows.main.resize(1440, 900)
    windows.main.arranging.split_below()
    QTimer.singleShot(0, lambda: write(windows))
def write(windows):
    panes = windows.main.board.panes
    if windows._jobs.busy or len(panes) < 2 or panes[1].session is None:
        QTimer.singleShot(20, lambda: write(windows))
        return
    QTest.keyClicks(panes[1].composer.edit, "half a thought")
    print("WRITTEN", panes[0].session_id, panes[1].session_id, flush=True)
"""
LOOK = """
def act(windows):
    panes = windows.main.board.panes
    if any(pane.composer.edit.toPlainText() == "" for pane in panes[1:]):
        QTimer.singleShot(20, lambda: act(windows))
        return
    print("FOUND", [pane.session_id for pane in panes], panes[1].composer.text,
          windows.main.board.upper, flush=True)
    windows.main.close()
"""
CALLED = """
def act(windows):
    from PySide6.QtCore import QCoreApplication
    print("CALLED", QCoreApplication.arguments(), QCoreApplication.applicationName(), flush=True)
    windows.main.close()
"""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(KIND.speaker, whole(KIND.speaker, "It counts in UTC.")) as found:
        yield found


@pytest.fixture
def desk(desk_with, server) -> OwnDesk:
    """A desk whose one lane speaks to the loopback server."""
    lane = KIND.make(server.url, sleep=asyncio.sleep)
    model = Model("m1", "m1", 200_000, 8_000, tools=True)
    info = replace(lane.info, models=(model,), ready=True, state="Ready.")
    return desk_with([Entry(info, lambda: lane)])


@pytest.fixture
def windows(windows) -> Windows:
    windows.main.resize(1440, 900)
    return windows


def _type(text: str, *, send: bool = True) -> None:
    """Types into whatever has the focus."""
    QTest.keyClicks(QApplication.focusWidget(), text)
    if send:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def test_what_is_unticked_in_the_sheet_does_not_reach_the_server(
    qtbot, windows, desk, server, settle
) -> None:
    main = windows.main
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)  # the first run, as proposed
    settle()
    assert windows.suite.set_up.panel is None
    desk.journal.add(title="All times are UTC", kind="rule", scope="global", body="Say UTC.")
    desk.journal.add(title="The zebra gauge", body="The zebra gauge counts resumed uploads.")
    desk.journal.add(title="Upload protocol", body="Parts have a manifest.", pinned=True)
    pane = main.board.active
    assert QApplication.focusWidget() is pane.composer.edit

    _type("What does the zebra gauge count?")
    qtbot.waitUntil(lambda: len(server.chats) == 1 and not pane.streaming, timeout=20_000)
    settle()
    first = "".join(texts(server.chats[0].body))
    for rides in ("All times are UTC", "counts resumed uploads", "Parts have a manifest"):
        assert rides in first

    _type("//context")
    qtbot.waitUntil(lambda: main.budget.sheet is not None)
    settle()
    sheet = main.budget.sheet
    assert sheet.tick.isChecked()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    settle()
    assert not sheet.tick.isChecked()
    assert not sheet._assembly.include_optional
    promised = sheet._assembly
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert main.budget.sheet is None
    assert QApplication.focusWidget() is pane.composer.edit
    assert len(server.chats) == 1  # the command was not sent
    assert pane.composer.tools.cost.text() == "rules and pins only"

    _type("And what does the zebra gauge not count?")
    qtbot.waitUntil(lambda: len(server.chats) == 2 and not pane.streaming, timeout=20_000)
    settle()
    second = texts(server.chats[1].body)
    assert second[-1] == "And what does the zebra gauge not count?"
    standing = "".join(second[:-1])
    for rides in (promised.row("Harness").text.strip()[:80], "All times are UTC", "| Parts have"):
        assert rides in standing
    assert "counts resumed uploads" not in standing
    # What was said stands as it was said: the first message's notes are no part of it.
    assert [text for text in second if text.startswith("What does")] == [
        "What does the zebra gauge count?"
    ]


def test_to_the_sessions_note_and_back(qtbot, windows, desk, server, settle) -> None:
    main = windows.main
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    settle()
    _type("What does the zebra gauge count?")
    qtbot.waitUntil(lambda: bool(server.chats) and not main.board.active.streaming, timeout=20_000)
    settle()
    journal = windows.suite.journal
    with qtbot.waitActive(journal):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_B, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: journal.page.opened is not None, timeout=20_000)
    settle()
    path = journal.page.opened.note.path
    assert path.startswith("Sessions/")
    QTest.keyClick(journal, Qt.Key.Key_E, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: journal.page.editing)
    settle()
    journal.page.editor.text.setFocus()
    QTest.keyClick(journal.page.editor.text, Qt.Key.Key_End, CONTROL)
    QTest.keyClicks(journal.page.editor.text, " It was decided by the owner.")
    with qtbot.waitActive(main):
        QTest.keyClick(journal.page.editor.text, Qt.Key.Key_B, CONTROL | SHIFT)
    settle()
    assert "It was decided by the owner." in desk.journal.load(path).body
    assert QApplication.focusWidget() is main.board.active.composer.edit


def _run(act: str, home: Path, vault: Path, *, kill: Callable[[str], bool] | None = None) -> str:
    """Runs the app in a process of its own; what it printed. ``kill`` says when to kill it."""
    script = START.replace("{act}", act)
    process = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", script, "--home", home, "--vault", vault],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        if kill is None:
            process.wait(60)
            return said
        while not kill(said):
            assert process.poll() is None
            QTest.qWait(50)
        os.kill(process.pid, signal.SIGKILL)
        return said
    finally:
        process.kill()
        _, failed = process.communicate()
        assert "Traceback" not in failed, failed


@pytest.mark.usefixtures("qapp")
def test_killed_in_mid_sentence_everything_is_back(home, vault) -> None:
    subprocess.run(
        [sys.executable, "-m", "luminair.cli.main", "--home", str(home), "init", str(vault)],
        check=True,
        capture_output=True,
    )

    def on_disk(said: str) -> bool:
        _, first, second = said.split()
        library = Library(home, now=clock, draw=draw)
        kept = read_layout(home)
        written = library.draft(second).text == "half a thought"
        return written and (kept.panes, kept.upper) == ((first, second), 1)

    said = _run(WRITE, home, vault, kill=on_disk)
    _, first, second = said.split()
    found = _run(LOOK, home, vault)
    assert found == f"FOUND {[first, second]} half a thought 1\n"


@pytest.mark.usefixtures("qapp")
def test_the_app_has_its_own_name_whatever_started_it(home, vault) -> None:
    subprocess.run(
        [sys.executable, "-m", "luminair.cli.main", "--home", str(home), "init", str(vault)],
        check=True,
        capture_output=True,
    )
    assert _run(CALLED, home, vault) == "CALLED ['luminair'] Luminair\n"


def _at(widget: QWidget, window: QWidget, across: float, down: float) -> QPoint:
    place = QPoint(round(widget.width() * across), round(widget.height() * down))
    return widget.mapTo(window, place)


def _drag(window: QWidget, start: QPoint, end: QPoint) -> list[str]:
    """Drags with the pointer of the X server; what the picture said on the way.

    A drag is a loop of its own in which the server tells where the pointer is, so events that
    are only made up inside of the process do not end it.
    """
    shown, timer = list[str](), QTimer(window)
    places = [start, *(start + (end - start) * part / 12 for part in range(1, 13)), end]

    def pointer(*what: str) -> None:
        subprocess.run(["xdotool", *what], check=True, timeout=10)

    def step() -> None:
        if places:
            shown.append(window.board.picture.words)
            at = window.mapToGlobal(places.pop(0))
            pointer("mousemove", str(at.x()), str(at.y()))
            if len(places) == 13:
                pointer("mousedown", "1")
        else:
            timer.stop()
            shown.append(window.board.picture.words)
            pointer("mouseup", "1")

    timer.timeout.connect(step)
    timer.start(60)
    while timer.isActive():
        QTest.qWait(20)
    return shown


def test_a_session_is_dragged_onto_the_edge_of_a_pane(qtbot, windows, settle) -> None:
    main = windows.main
    if QApplication.platformName() != "xcb" or shutil.which("xdotool") is None:
        pytest.skip("no X server whose pointer xdotool could move")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    settle()
    _type("The first of two")
    qtbot.waitUntil(lambda: not main.board.active.streaming, timeout=20_000)
    settle()
    first = main.board.active.session_id
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_N, CONTROL)
    settle()
    main.sidebar.refresh()
    settle()
    view = main.sidebar.view
    row = view.visualRect(view.model().index(main.sidebar.model.row_of(first), 0))
    start = view.viewport().mapTo(main, row.center())
    end = _at(main.board.panes[0], main, 0.95, 0.5)
    shown = _drag(main, start, end)
    qtbot.waitUntil(lambda: len(main.board.panes) == 2, timeout=10_000)
    settle()
    assert shown[-1] == "New pane on the right"
    assert main.board.panes[1].session_id == first
    assert main.board.picture.words == ""
    # By its head it goes below the other, and by keys it is zoomed, closed and brought back.
    head = main.board.panes[1].head
    shown = _drag(main, _at(head, main, 0.4, 0.2), _at(main.board.panes[0], main, 0.5, 0.95))
    qtbot.waitUntil(lambda: main.board.upper == 1, timeout=10_000)
    assert shown[-1] == "New pane below"
    QTest.keyClick(main, Qt.Key.Key_Return, CONTROL | SHIFT)
    assert [pane.isVisible() for pane in main.board.panes] == [False, True]
    QTest.keyClick(main, Qt.Key.Key_Return, CONTROL | SHIFT)
    QTest.keyClick(main, Qt.Key.Key_W, CONTROL)
    assert len(main.board.panes) == 1
    QTest.keyClick(main, Qt.Key.Key_T, CONTROL | SHIFT)
    settle()
    assert [pane.session_id for pane in main.board.panes].count(first) == 1
