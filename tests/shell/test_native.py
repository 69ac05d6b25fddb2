"""What a Mac user takes for granted of a window: its place among others, its folder, its files."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from luminair.shell.actions import Menu
from luminair.shell.keys import label
from luminair.shell.parts.laying_out import lay_out

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

HANDED = """
import sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from luminair.shell.parts.application import Application
app = Application(["luminair"])
told = []
app.handed.connect(lambda: told.append(True))
for path in sys.argv[1:]:
    QCoreApplication.sendEvent(app, QFileOpenEvent(path))
print(len(told), *app.take_handed(), *app.take_handed(), sep="|")
"""


def test_one_pane_of_two_says_so_and_leads_to_the_other(window, settle) -> None:
    window.set_panes(2)
    settle()
    window.board.activate(0)
    places = [pane.head.place for pane in window.board.panes]
    assert all(place.isHidden() for place in places)
    window.resize(1000, 700)
    assert places[0].isVisible()
    assert places[0].text() == "1 of 2"
    assert places[0].accessibleName() == "Choose pane, now 1 of 2"
    assert places[0].toolTip().endswith("One alone: the window has room for one pane.")
    menu = places[0]._make()
    assert [action.isChecked() for action in menu.actions()] == [True, False]
    menu.actions()[1].trigger()
    assert window.board.active_index == 1
    assert places[1].isVisible()
    window.resize(1440, 900)
    assert all(place.isHidden() for place in places)


def test_a_zoomed_pane_leads_back_to_all(window, settle) -> None:
    window.set_panes(2)
    settle()
    window.commands["zoom"].trigger()
    menu = window.board.active.head.place._make()
    assert menu.actions()[-1].text() == f"Show All Panes ({label('Ctrl+Shift+Return')})"
    menu.actions()[-1].trigger()
    assert all(pane.isVisible() for pane in window.board.panes)


def test_the_title_bar_knows_the_folder_of_the_session(window, settle) -> None:
    assert window.windowFilePath() == ""
    window.board.active.set_folder("/code/harbor-uploads")
    settle()
    assert window.windowFilePath() == "/code/harbor-uploads"


def test_the_window_menu_lists_the_open_windows(window, qtbot) -> None:
    other = QWidget()
    qtbot.addWidget(other)
    other.setWindowTitle("Bits & pieces")
    with qtbot.waitActive(other):
        other.show()
        other.activateWindow()
    bar = window.menuBar()
    menu = next(each.menu() for each in bar.actions() if each.text() == Menu.WINDOW)
    for _ in range(2):  # a second look lists no window twice
        menu.aboutToShow.emit()
        listed = [action for action in menu.actions() if action.isCheckable()]
        assert [action.text() for action in listed] == ["Bits && pieces", window.windowTitle()]
    assert [action.isChecked() for action in listed] == [False, True]
    with qtbot.waitActive(window):
        listed[1].trigger()
    other.hide()
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()][-1] == window.windowTitle()


def test_a_long_line_is_no_wider_than_the_eye_can_follow(window, theme) -> None:
    pane = window.board.active
    pane.transcript.add_widget(QWidget())
    pane._show_which()
    for wide, text, wanted in ((2400, 14, 860), (2400, 18, 1106), (900, 14, 852)):
        theme.set_text_size(text)
        window.resize(wide, 900)
        (shown,) = pane.transcript.find_widgets()
        lay_out()
        frame = pane.composer.frame
        assert abs(shown.width() - wanted) <= 1
        assert abs(frame.width() - wanted - 16) <= 1
        left = shown.mapTo(window, QPoint()).x() - frame.mapTo(window, QPoint()).x()
        assert abs(left - 8) <= 1


def test_files_dragged_to_the_icon_go_with_the_next_message(window, tmp_path, settle) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("x")
    pane = window.board.active
    session = pane.session_id
    pane.open_session(session)
    window.given.take([tmp_path / "one.txt", tmp_path / "two.txt"])  # while it is being opened
    settle()
    assert [each.name for each in pane.files.files] == ["one.txt", "two.txt"]
    window.given.take([])
    settle()
    assert len(pane.files.files) == 2


def test_the_application_keeps_what_it_is_handed_until_it_is_taken() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANDED, "/a/one.txt", "/a/two.txt"],
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    assert done.stdout.strip() == "2|/a/one.txt|/a/two.txt"
