"""Journeys through set-up and settings: real windows, a real disk, scripted lanes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.config.paths import default_vault
from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import Scripted, say
from luminair.messages import Message, Role
from luminair.shell.parts.button import Button
from luminair.shell.preferences.journal_choice import HAVE

if TYPE_CHECKING:
    from luminair.desk import OwnDesk
    from luminair.shell.app import Windows

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

LANES = (
    LaneInfo("one", "One", LaneKind.CLI, (Model("a", "a"), Model("b", "b")), True, "Ready."),
    LaneInfo("two", "Two", LaneKind.LOCAL, (Model("c", "c"),), True, "Ready."),
)
CONTROL = Qt.KeyboardModifier.ControlModifier

# Types into the first note of the demo's Journal and quits the whole app at once.
TYPE_AND_QUIT = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from luminair.desk import OwnDesk
from luminair.shell import app, main

opened = app.Windows.open

def open(windows, **more):
    opened(windows, **more)
    windows.main.open_journal()
    look(windows)

def look(windows):
    page = windows.suite.journal.page
    if page.opened is None:
        QTimer.singleShot(50, lambda: look(windows))
    elif not page.editing:
        windows.suite.journal.changing.set_editing(True)
        QTimer.singleShot(50, lambda: look(windows))
    else:
        QTest.keyClicks(page.editor.text, "half a sentence of the owner ")
        QApplication.quit()

app.Windows.open = open
# The demo's folder goes with the app; what is in it then is looked at first.
closed = OwnDesk.close

def close(desk):
    texts = [path.read_text() for path in desk.vault.rglob("*.md") if ".luminair" not in path.parts]
    print(sum("half a sentence of the owner" in text for text in texts))
    closed(desk)

OwnDesk.close = close
sys.exit(main.run(["--demo"]))
"""


@pytest.fixture
def desk(desk_with) -> OwnDesk:
    lanes = [Scripted((say("Yes."),), sleep=asyncio.sleep, info=info) for info in LANES]
    return desk_with([Entry(lane.info, lambda lane=lane: lane) for lane in lanes])


def _press(windows: Windows, name: str) -> None:
    button = next(
        each
        for each in windows.main.banners.findChildren(Button)
        if each.text() == name and each.isVisible()
    )
    button.click()


def test_from_the_first_start_to_a_message_that_carries_a_note(windows, desk, settle) -> None:
    panel = windows.suite.set_up.panel
    assert panel is not None
    assert windows.main.banners.sentences == ()  # the panel says it
    assert not default_vault().exists()
    assert not windows.main.commands["new"].isEnabled()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    settle()
    assert windows.suite.set_up.panel is None
    assert windows.main.banners.sentences == ()
    assert windows.main.commands["new"].isEnabled()
    pane = windows.main.board.active
    assert QApplication.focusWidget() is pane.composer.edit
    desk.remember(pane.session_id, "The zebra gauge counts in UTC")
    pane.composer.edit.set_text("What does the zebra gauge count in?")
    pane.refresh_cost()
    settle()
    assert [note.title for note in pane.assembly.riders.notes] == ["The zebra gauge counts in UTC"]


def test_not_now_leaves_a_banner_that_leads_back(windows, settle) -> None:
    windows.suite.set_up.panel.later.click()
    settle()
    assert not default_vault().exists()
    assert "There is no Journal at" in windows.main.banners.sentences[0]
    assert "luminair-journal" not in windows.main.banners.sentences[0]  # that is for terminals
    _press(windows, "Set Up…")
    settle()
    assert windows.suite.set_up.panel is not None


def test_a_journal_that_moved_is_found_again(windows, desk, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    moved = default_vault().with_name("Moved")
    default_vault().rename(moved)
    windows.main.notices.look_again()
    settle()
    assert "not there any more" in windows.main.banners.sentences[0]
    assert windows.suite.set_up.panel is None
    _press(windows, "Look Again")
    settle()
    assert "not there any more" in windows.main.banners.sentences[0]
    _press(windows, "Choose Another…")
    settle()
    windows.suite.set_up.panel.journal.take(HAVE, moved)
    settle()
    windows.suite.set_up.panel.go.click()
    settle()
    assert windows.main.banners.sentences == ()
    assert desk.vault == moved
    assert not default_vault().exists()


def test_settings_open_by_key_gear_and_way_on(qtbot, windows, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Comma, CONTROL)
    assert windows.suite.settings.isVisible()
    windows.suite.settings.close()
    qtbot.mouseClick(windows.main.sidebar.lanes.gear, Qt.MouseButton.LeftButton)
    assert windows.suite.settings.isVisible()
    settle()


def test_what_is_chosen_in_settings_holds_in_the_main_window(windows, desk, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    windows.suite.settings.open("Appearance")
    windows.suite.settings.appearance.cards.button(2).click()
    windows.suite.settings.appearance.slider.setValue(17)
    settle()
    assert windows.main.commands["dark"].isChecked()
    assert desk.settings.text("appearance.theme") == "dark"
    assert desk.settings.number("appearance.text_size") == 17
    windows.suite.settings.open("Lanes & keys")
    windows.suite.settings.lanes.usual.picked.emit(("two", "c"))
    settle()
    windows.main.sessions.begin_beside()
    settle()
    made = windows.main.board.active.session
    assert (made.lane, made.model) == ("two", "c")


def test_a_session_nobody_wrote_in_takes_the_lane_that_is_found_later(
    windows, desk, settle
) -> None:
    pane = windows.main.board.active
    assert pane.session.lane == "one"
    windows.suite.set_up.panel.lanes._options["two"].radio.click()
    windows.suite.set_up.panel.go.click()
    settle()
    assert pane.session.lane == "two"
    pane.head.lane_chosen.emit("one", "b")  # by hand: this stays
    settle()
    desk.settings.set({"lanes.new.lane": "two", "lanes.new.model": "c"})
    windows.main.sessions.settle_lanes()
    settle()
    assert (pane.session.lane, pane.session.model) == ("one", "b")


def test_a_smaller_cap_changes_what_the_next_message_carries(windows, desk, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    pane = windows.main.board.active
    for number in range(3):
        desk.journal.add(title=f"Zebra gauge {number}", body="The zebra gauge counts.")
    pane.composer.edit.set_text("How does the zebra gauge count?")
    pane.refresh_cost()
    settle()
    before = pane.assembly.total_bytes
    windows.suite.settings.open("Journal")
    windows.suite.settings.changes.set({"digest.cap": 1})
    settle()
    assert pane.assembly.total_bytes < before


def test_the_journal_window_leads_to_a_session_and_sizes_text(windows, desk, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    transcript = desk.library.create(lane="one")
    transcript.add(Message("m1", Role.USER, "Hello", "2026-09-17T10:42:00.000Z"))
    windows.main.hide()
    windows.suite.journal.session_wanted.emit(transcript.id)
    settle()
    assert windows.main.isVisible()
    assert windows.main.board.active.session_id == transcript.id
    windows.suite.journal.text_size_wanted.emit(19)
    settle()
    assert windows.main.theme.text_size == 19
    assert desk.settings.number("appearance.text_size") == 19


def test_a_note_written_in_the_journal_shows_in_the_cost(windows, desk, settle) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    pane = windows.main.board.active
    pane.composer.edit.set_text("How does the zebra gauge count?")
    pane.refresh_cost()
    settle()
    before = pane.assembly.total_bytes
    desk.journal.add(title="Zebra gauge", body="The zebra gauge counts in UTC.")
    windows.suite.journal.journal_changed.emit()
    settle()
    assert pane.assembly.total_bytes > before


def test_another_vault_takes_the_place_of_the_one_that_is_shown(
    qtbot, windows, desk, person, settle
) -> None:
    windows.suite.set_up.panel.go.click()
    settle()
    desk.journal.add(title="In the first", body="One.")
    windows.suite.journal.open_note("Notes/In the first.md")
    qtbot.waitUntil(lambda: windows.suite.journal.page.opened is not None)
    windows.suite.journal.changing.set_editing(on=True)
    qtbot.waitUntil(lambda: windows.suite.journal.page.editing)
    QTest.keyClicks(windows.suite.journal.page.editor.text, "unsaved ")
    windows.suite.settings.open("Journal")
    windows.suite.settings.journal.choose.click()
    settle()
    panel = windows.suite.settings.set_up.panel
    panel.journal.take(HAVE, person / "Second")
    settle()
    panel.go.click()
    settle()
    assert desk.vault == person / "Second"
    assert windows.suite.journal.page.opened is None
    assert list((person / "Second").rglob("*.md")) == []
    assert "unsaved" in (default_vault() / "Notes" / "In the first.md").read_text()


def test_what_is_typed_in_the_journal_is_on_disk_after_quitting(
    home, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", TYPE_AND_QUIT],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.split() == ["1"]
    assert not list(tmp_path.glob("luminair-demo-*"))
    assert list(home.iterdir()) == []


def test_the_journal_window_has_the_apps_own_menu(windows, qtbot) -> None:
    menu = windows.suite.journal.menuBar().actions()[0].menu()
    _about, settings, leave = menu.actions()
    assert (settings.menuRole(), leave.menuRole()) == (
        QAction.MenuRole.PreferencesRole,
        QAction.MenuRole.QuitRole,
    )
    assert settings.shortcut() == QKeySequence("Ctrl+,")
    settings.trigger()
    qtbot.waitUntil(windows.suite.settings.isVisible)


def test_no_window_is_larger_than_the_screen(windows) -> None:
    for window in (windows.main, windows.suite.journal):
        room = window.screen().availableSize().expandedTo(window.minimumSize())
        assert window.width() <= room.width()
        assert window.height() <= room.height()
