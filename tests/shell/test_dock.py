"""The menu of the app's icon in the Dock; it is shown on a Mac alone, its content is the same."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from luminair.messages import Message, Role
from luminair.shell.window.dock import MOST, DockMenu

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
AT = "2026-09-17T10:42:00.000Z"


@pytest.fixture
def dock(window) -> DockMenu:
    return DockMenu(window, window.commands, window.sidebar, window.sessions.open)


def _titles(dock: DockMenu) -> list[str]:
    return [action.text() for action in dock.menu.actions()]


def _say(desk, words: str) -> str:
    talk = desk.library.create(lane="claude")
    talk.add(Message("m1", Role.USER, words, AT, "claude"))
    return talk.id


def test_it_has_a_new_session_the_journal_and_the_last_sessions(window, desk, dock, settle) -> None:
    assert _titles(dock)[:3] == ["New Session", "Open Journal", ""]
    for number in range(MOST + 2):
        _say(desk, f"Matter {number} & more")
    window.sidebar.refresh()
    settle()
    listed = _titles(dock)[3:]
    assert len(listed) == MOST
    assert all(title.startswith("Matter") and "&&" in title for title in listed)


def test_what_is_chosen_comes_to_front_and_opens(window, desk, dock, settle) -> None:
    key = _say(desk, "The one")
    window.sidebar.refresh()
    settle()
    window.hide()
    next(each for each in dock.menu.actions() if each.text() == "The one").trigger()
    settle()
    assert window.isVisible()
    assert window.board.active.session_id == key
    before = window.board.active.session_id
    dock.menu.actions()[0].trigger()
    settle()
    assert window.board.active.session_id != before


def test_a_mac_is_given_it(window, monkeypatch) -> None:
    given: list[QMenu] = []

    def give(menu: QMenu) -> None:
        given.append(menu)

    monkeypatch.setattr(QMenu, "setAsDockMenu", give, raising=False)
    found = DockMenu(window, window.commands, window.sidebar, window.sessions.open)
    assert given == [found.menu]
