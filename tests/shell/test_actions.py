from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QKeySequence

from luminair.sessions.commands import COMMANDS as SLASH
from luminair.shell.actions import COMMANDS, keys_of
from luminair.shell.keys import in_prose, label
from luminair.shell.topics import composer_text

LEFT_TO_MACOS = [
    *("Ctrl+H", "Ctrl+Alt+H", "Ctrl+M", "Ctrl+`", "Ctrl+Space", "Ctrl+Tab", "Ctrl+E", "Ctrl+J"),
    *("Ctrl+D", "Ctrl+P", "Ctrl+Shift+P", "Ctrl+Shift+C", "Ctrl+Shift+Q", "Ctrl+Shift+3"),
    *("Ctrl+Shift+4", "Ctrl+Shift+5", "Ctrl+Meta+F", "Ctrl+Meta+Q", "Ctrl+Meta+D"),
    *("Ctrl+Meta+Space", "Ctrl+Alt+D"),
]


@pytest.mark.parametrize(
    ("keys", "written", "elsewhere"),
    [
        ("Ctrl+Shift+B", "⌘⇧B", "Ctrl+Shift+B"),
        ("Ctrl+Alt+Return", "⌘⌥↩", "Ctrl+Alt+Return"),
        ("Meta+Shift+Tab", "⌃⇧⇥", "Meta+Shift+Tab"),
        ("Ctrl++", "⌘+", "Ctrl++"),
        ("Ctrl+\\", "⌘\\", "Ctrl+\\"),
        ("F6", "F6", "F6"),
        ("Shift+F6", "⇧F6", "Shift+F6"),
    ],
)
def test_labels_write_keys_as_the_platform_does(keys: str, written: str, elsewhere: str) -> None:
    assert label(keys, apple=True) == written
    assert label(keys, apple=False) == elsewhere
    assert in_prose(f"Press {written}, then go on.", apple=False) == (
        f"Press {elsewhere}, then go on."
    )


@pytest.mark.usefixtures("qapp")
def test_no_key_is_given_twice() -> None:
    keys = [QKeySequence(key) for command in COMMANDS for key in command.keys]
    assert len({key.toString() for key in keys}) == len(keys)
    assert all(not key.isEmpty() for key in keys)


@pytest.mark.usefixtures("qapp")
def test_keys_that_macos_owns_are_left_alone() -> None:
    # Two of them are in our menus too, and mean what they mean everywhere.
    same = {"minimize", "full_screen"}
    ours = {
        QKeySequence(key).toString()
        for command in COMMANDS
        if command.name not in same
        for key in command.keys
    }
    assert not ours & {QKeySequence(key).toString() for key in LEFT_TO_MACOS}


def test_every_command_of_the_table_is_in_the_menu_bar(window) -> None:
    shown = {
        action.text().partition(":")[0]
        for menu in window.menuBar().actions()
        for action in menu.menu().actions()
        if not action.isSeparator()
    }
    assert shown == {command.text for command in COMMANDS}


def test_only_commands_of_the_app_menu_have_a_role_of_macos(window) -> None:
    roles = {
        name: action.menuRole()
        for name, action in window.commands.items()
        if action.menuRole() is not QAction.MenuRole.NoRole
    }
    assert roles == {
        "about": QAction.MenuRole.AboutRole,
        "settings": QAction.MenuRole.PreferencesRole,
        "install_tool": QAction.MenuRole.ApplicationSpecificRole,
        "remove_tool": QAction.MenuRole.ApplicationSpecificRole,
        "quit": QAction.MenuRole.QuitRole,
    }


def test_help_names_every_command_and_shortcut() -> None:
    text = composer_text()
    for command in SLASH:
        assert f"//{command.name}" in text
    for shortcut in ("new", "context", "journal", "stop"):
        assert keys_of(shortcut) in text


def test_the_shortcut_of_a_slash_command_is_that_of_the_menu() -> None:
    for command in SLASH:
        if command.keys:
            assert label(command.keys) == keys_of(command.name)
