"""The key table of the design, the menus of every window, and the Edit menu in every text field."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSpinBox, QTextEdit, QVBoxLayout, QWidget

from luminair.lanes.scripted import say
from luminair.shell.actions import COMMANDS
from luminair.shell.actions import JOURNAL_COMMANDS as JOURNAL
from luminair.shell.parts.windows import TEXT_COMMANDS, give_menus
from luminair.shell.preferences import SettingsWindow
from luminair.shell.why import WhyWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

# The key table of the design: keys in Qt's spelling, and the command's name in our tables.
MAIN = {
    "Ctrl+Shift+B": "journal",
    "Ctrl+N": "new",
    "Ctrl+T": "new_pane",
    "Ctrl+\\": "split",
    "Ctrl+W": "close_pane",
    "Ctrl+Shift+W": "close_window",
    "Ctrl+1": "pane_1",
    "Ctrl+2": "pane_2",
    "Ctrl+3": "pane_3",
    "Ctrl+4": "pane_4",
    "Ctrl+Shift+[": "previous_pane",
    "Ctrl+Shift+]": "next_pane",
    "Meta+Tab": "next_session",
    "Meta+Shift+Tab": "previous_session",
    "Ctrl+K": "switcher",
    "Ctrl+F": "find",
    "Ctrl+G": "find_next",
    "Ctrl+Shift+G": "find_previous",
    "Ctrl+Shift+F": "search",
    "Ctrl+L": "composer",
    "Ctrl+Alt+Return": "send_all",
    "Ctrl+.": "stop",
    "Ctrl+R": "retry",
    "Ctrl+Alt+B": "context",
    "Ctrl+Meta+S": "sidebar",
    "Ctrl+O": "folder",
    "Ctrl++": "bigger",
    "Ctrl+-": "smaller",
    "Ctrl+0": "usual_size",
    "Ctrl+,": "settings",
    "Ctrl+?": "help",
    "F6": "next_region",
    "Shift+F6": "previous_region",
}
IN_JOURNAL = {
    "Ctrl+Shift+B": "session",
    "Ctrl+N": "new",
    "Ctrl+Shift+N": "folder",
    "Ctrl+1": "notes",
    "Ctrl+2": "graph",
    "Ctrl+3": "review",
    "Ctrl+W": "close",
    "Ctrl+Shift+E": "edit",
    "Ctrl+S": "save",
    "Ctrl+[": "back",
    "Ctrl+]": "forward",
    "Ctrl+Alt+P": "pin",
    "Ctrl+K": "switcher",
    "Ctrl+F": "search",
    "Ctrl+G": "next",
    "Ctrl+Shift+G": "previous",
    "Ctrl+I": "properties",
    "Ctrl+Z": "undo",
    "Ctrl++": "bigger",
    "Ctrl+-": "smaller",
    "Ctrl+0": "usual_size",
    "F6": "next_region",
    "Shift+F6": "previous_region",
    "Ctrl+Meta+S": "sidebar",
    "Ctrl+O": "vault",
    "Ctrl+?": "help",
}
FREE = ["Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8", "Ctrl+9"]


def _keys(table) -> dict[str, str]:
    return {QKeySequence(key).toString(): each.name for each in table for key in each.keys}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("wanted", "table"), [(MAIN, COMMANDS), (IN_JOURNAL, JOURNAL)])
def test_every_key_of_the_design_does_what_the_design_says(wanted, table) -> None:
    ours = _keys(table)
    assert {keys: ours.get(QKeySequence(keys).toString()) for keys in wanted} == wanted
    assert not set(ours) & {QKeySequence(keys).toString() for keys in FREE}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("table", [COMMANDS, JOURNAL])
def test_no_window_gives_a_key_twice(table) -> None:
    keys = [QKeySequence(key).toString() for each in table for key in each.keys]
    assert len(keys) == len(set(keys))


def _shown(window: QWidget) -> dict[str, QAction]:
    """The actions of a window's menus by their texts."""
    return {
        action.text(): action
        for menu in window.menuBar().actions()
        for action in menu.menu().actions()
        if not action.isSeparator()
    }


def test_keys_are_shown_in_the_menu(window) -> None:
    shown = _shown(window)
    for each in COMMANDS:
        if each.keys and not each.name.startswith("pane_"):
            assert shown[each.text].shortcut() == QKeySequence(each.keys[0])


def test_panes_are_named_in_the_window_menu_and_gone_to_by_it(window, desk, settle) -> None:
    window.set_panes(2)
    settle()
    title = "Loops & leaks: the long title of a session that says far more than it has to"
    desk.library.rename(window.board.panes[1].session_id, title)
    window.board.panes[1].refresh_facts()
    settle()
    action = window.commands["pane_2"]
    assert action.text() == "Pane 2: Loops && leaks: the long title of a session that…"
    assert not window.commands["pane_3"].isEnabled()
    action.trigger()
    assert window.board.active_index == 1


def test_what_cannot_be_done_is_grey(window) -> None:
    grey = ("stop", "question", "reopen", "zoom", "even", "send_all", "next_pane", "pane_2")
    assert not any(window.commands[name].isEnabled() for name in grey)


@pytest.fixture(params=["settings", "why"])
def small(request, theme, jobs, desk, failures, qtbot) -> QWidget:
    """A window without commands of its own."""
    if request.param == "settings":
        found: QWidget = SettingsWindow(theme, jobs, desk, failures)
    else:
        found = WhyWindow(theme, jobs, lambda _: None, lambda *_: None)
    qtbot.addWidget(found)
    return found


def test_small_windows_have_the_menus_of_a_mac(small) -> None:
    actions = {action.text(): action for action in small.actions()}
    for text in ("Close Window", "Undo", "Copy", "Paste", "Select All", "Minimize", "Settings…"):
        assert text in actions
    assert actions["Quit Luminair"].menuRole() is QAction.MenuRole.QuitRole
    assert actions["Close Window"].shortcut() == QKeySequence("Ctrl+W")


@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox])
def test_the_edit_menu_works_in_every_text_field(qtbot, make) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field = make()
    QVBoxLayout(window).addWidget(field)
    actions = give_menus(window, {"settings": window.show})
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    field.setFocus()
    text = field.lineEdit() if isinstance(field, QSpinBox) else field
    text.selectAll()
    (text.insert if isinstance(text, QLineEdit) else text.insertPlainText)("42")
    read = text.text if isinstance(text, QLineEdit) else text.toPlainText
    assert set(TEXT_COMMANDS) < set(actions)
    actions["select_all"].trigger()
    actions["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "42"
    actions["cut"].trigger()
    assert read() == ""
    actions["paste"].trigger()
    assert read() == "42"
    actions["undo"].trigger()
    assert read() == ""
    actions["redo"].trigger()
    assert read() == "42"


def test_a_message_goes_to_the_chosen_panes_once(window, desk, settle) -> None:
    window.resize(1600, 1000)
    window.set_panes(4)
    settle()
    for lane in desk.lanes.values():
        lane._script = (say("Yes."),)
    first = window.board.panes[0]
    tools = first.composer.tools
    assert not tools.targets.isHidden()
    menu = tools.targets._make()
    names = [action.text() for action in menu.actions()]
    assert [name.partition(":")[0] for name in names] == ["Pane 1", "Pane 2", "Pane 3", "Pane 4"]
    assert not menu.actions()[0].isEnabled()  # the one that sends
    menu.actions()[1].trigger()
    tools.targets._make().actions()[3].trigger()
    assert tools.all_panes.text() == "Panes 1, 3"
    window.board.activate(0)
    first.composer.edit.set_text("Both of you")
    window.commands["send_all"].trigger()
    settle()
    asked = [bool(pane.transcript.messages) for pane in window.board.panes]
    assert asked == [True, False, True, False]
    assert not tools.all_panes.isChecked()  # once: the switch stays as it was


def test_the_switch_dims_only_the_panes_that_are_chosen(window, settle) -> None:
    window.resize(1600, 1000)
    window.set_panes(4)
    settle()
    window.broadcast.choose(window.board.panes[2], chosen=False)
    window.board.panes[0].composer.tools.all_panes.setChecked(True)
    enabled = [pane.composer.edit.isEnabled() for pane in window.board.panes]
    assert enabled == [True, False, True, False]
    assert window.board.panes[0].composer.tools.hint.text == "↩ send to 3 panes"
    # The switch of a pane that was left out takes it in.
    window.board.panes[2].composer.tools.all_panes.setChecked(True)
    assert window.broadcast.takes(window.board.panes[2])
