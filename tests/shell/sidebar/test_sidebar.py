from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from luminair.messages import Message, MessageState, Role
from luminair.sessions.session import Session
from luminair.shell.keys import label
from luminair.shell.parts.rows_model import ROW_ROLE
from luminair.shell.sidebar.found import around, hits
from luminair.shell.sidebar.session_model import Heading, Row, SessionModel
from luminair.shell.sidebar.sidebar import Sidebar
from luminair.shell.theme import Tastes

AT = "2026-09-17T10:42:00.000Z"


def _row(title: str, **facts: object) -> Row:
    return Row(
        Session(title, title=title, messages=2, updated=AT), "harbor · sonnet", "10:42", **facts
    )


def _make(desk, title: str, *, at: str = AT, state: MessageState = MessageState.WHOLE) -> str:
    now, desk.library._now = desk.library._now, lambda: datetime.fromisoformat(at)
    transcript = desk.library.create(lane="claude", model="sonnet", folder="/code/harbor")
    desk.library._now = now
    transcript.change(title=title, title_set=True)
    transcript.add(Message("m1", Role.USER, f"About {title.lower()}", at))
    transcript.add(Message("m2", Role.ASSISTANT, "Yes.", at, "claude", "sonnet", state))
    return transcript.id


@pytest.fixture
def sidebar(qtbot, theme, jobs, desk, settle) -> Sidebar:
    for title in ("Resume drops part 7", "Flake hunt"):
        _make(desk, title)
    _make(desk, "Old matter", at="2026-08-02T10:00:00.000Z")
    found = Sidebar(theme, jobs, desk)
    qtbot.addWidget(found)
    found.resize(264, 700)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    found.refresh()
    settle()
    return found


def _titles(sidebar: Sidebar) -> list[str]:
    model = sidebar.model
    return [model.index(row).data() for row in range(model.rowCount())]


def test_sessions_stand_under_their_days(sidebar) -> None:
    titles = _titles(sidebar)
    assert titles[0] == "Today"
    assert set(titles[1:3]) == {"Flake hunt", "Resume drops part 7"}
    assert titles[3:] == ["August", "Old matter"]


def test_rows_grow_with_the_text_size(qtbot, sidebar, theme) -> None:
    index = sidebar.model.index(1)
    before = sidebar.view.visualRect(index).height()
    theme.set_text_size(22)
    qtbot.waitUntil(lambda: sidebar.view.visualRect(index).height() > 1.5 * before)


@pytest.mark.usefixtures("settle")
def test_compact_rows_show_a_title_alone_and_what_a_search_found(qtbot, sidebar, theme) -> None:
    theme.set_tastes(Tastes(compact=True))
    qtbot.waitUntil(lambda: sidebar.view.visualRect(sidebar.model.index(1)).height() == 28)
    QTest.keyClicks(sidebar.search.edit, "about flake")
    qtbot.waitUntil(lambda: _titles(sidebar)[:1] == ["1 found"])
    qtbot.waitUntil(lambda: sidebar.view.visualRect(sidebar.model.index(1)).height() == 46)


def test_headings_cannot_be_chosen(sidebar) -> None:
    assert sidebar.model.flags(sidebar.model.index(0)) == Qt.ItemFlag.NoItemFlags


def test_a_click_and_return_open_a_session(qtbot, sidebar) -> None:
    index = sidebar.model.index(1)
    with qtbot.waitSignal(sidebar.open_wanted):
        place = sidebar.view.visualRect(index).center()
        qtbot.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    sidebar.view.setCurrentIndex(index)
    with qtbot.waitSignal(sidebar.open_wanted) as told:
        QTest.keyClick(sidebar.view, Qt.Key.Key_Return)
    assert told.args == [index.data(ROW_ROLE).key]


def test_an_untouched_session_is_listed_only_while_it_is_open(sidebar, desk, settle) -> None:
    fresh = desk.library.create(lane="claude").id
    sidebar.refresh()
    settle()
    assert "New session" not in _titles(sidebar)
    sidebar.set_open({fresh: 1}, fresh)
    assert "New session" in _titles(sidebar)
    assert sidebar.view.currentIndex().data() == "New session"


@pytest.mark.usefixtures("settle")
def test_search_finds_words_that_were_said(qtbot, sidebar) -> None:
    QTest.keyClicks(sidebar.search.edit, "about flake")
    qtbot.waitUntil(lambda: _titles(sidebar)[:1] == ["1 found"])
    assert _titles(sidebar) == ["1 found", "Flake hunt"]
    QTest.keyClick(sidebar.search.edit, Qt.Key.Key_Escape)
    assert "Resume drops part 7" in _titles(sidebar)


def test_a_search_without_a_hit_says_so(qtbot, sidebar) -> None:
    QTest.keyClicks(sidebar.search.edit, "zebra")
    qtbot.waitUntil(sidebar._none.isVisible)
    assert sidebar._none.text() == "No session has the words “zebra”."


def test_escape_in_an_empty_search_leaves(qtbot, sidebar) -> None:
    with qtbot.waitSignal(sidebar.left):
        QTest.keyClick(sidebar.search.edit, Qt.Key.Key_Escape)


def test_lanes_are_counted(sidebar) -> None:
    assert sidebar.lanes.words.text == "3 lanes ready"
    assert "Claude CLI: Signed in" in sidebar.lanes.toolTip()


def test_the_gear_asks_for_the_settings(qtbot, sidebar) -> None:
    assert sidebar.lanes.gear.toolTip() == f"Open settings ({label('Ctrl+,')})"
    with qtbot.waitSignal(sidebar.settings_wanted):
        qtbot.mouseClick(sidebar.lanes.gear, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (_row("A", pane=1, replying=True), "A, harbor, sonnet, replying, pane 1"),
        (
            _row("A", pane=1, replying=True, waiting=True),
            "A, harbor, sonnet, waiting for you, pane 1",
        ),
        (_row("A", unread=True), "A, harbor, sonnet, unread, 10:42"),
        (
            Row(Session("a", title="A", last_state=MessageState.FAILED), "x", "Wed"),
            "A, x, failed, Wed",
        ),
    ],
)
def test_a_row_is_spoken_with_its_state(row: Row, words: str) -> None:
    assert row.spoken == words


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.usefixtures("qtbot")
def test_every_kind_of_row_can_be_drawn(sidebar, theme, choice) -> None:
    from luminair.shell.theme import Choice

    theme.set_choice(Choice(choice))
    rows = [
        Heading("Today"),
        _row("a", pane=1, active=True, replying=True),
        _row("b", pane=2),
        _row("w", replying=True, waiting=True),
        _row("f", words=("son", "harbor")),
        _row("c", unread=True),
        Row(Session("d", title="d", last_state=MessageState.FAILED), "x", "Wed"),
    ]
    sidebar.model.set_rows(rows)
    sidebar.view.setCurrentIndex(sidebar.model.index(1))
    assert not sidebar.grab().isNull()


# --- What the owner does with a session ------------------------------------------------------


def _choose(sidebar: Sidebar, title: str) -> str:
    at = _titles(sidebar).index(title)
    sidebar.view.setCurrentIndex(sidebar.model.index(at))
    sidebar.view.setFocus(Qt.FocusReason.TabFocusReason)
    return sidebar.model.rows[at].key


def _editor(sidebar: Sidebar) -> QLineEdit:
    found = sidebar.view.viewport().findChildren(QLineEdit)
    assert len(found) == 1
    return found[0]


def test_a_title_is_typed_where_it_stands(qtbot, sidebar) -> None:
    key = _choose(sidebar, "Flake hunt")
    QTest.keyClick(sidebar.view, Qt.Key.Key_F2)
    edit = _editor(sidebar)
    assert edit.selectedText() == "Flake hunt"
    QTest.keyClicks(edit, "  Flake   found ")
    with qtbot.waitSignal(sidebar.retitled) as told:
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert told.args == [key, "Flake found"]


def test_escape_leaves_the_title_and_the_focus_in_the_list(qtbot, sidebar) -> None:
    _choose(sidebar, "Flake hunt")
    told = []
    sidebar.retitled.connect(lambda *what: told.append(what))
    QTest.keyClick(sidebar.view, Qt.Key.Key_F2)
    QTest.keyClicks(_editor(sidebar), "No")
    QTest.keyClick(_editor(sidebar), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not sidebar.view.viewport().findChildren(QLineEdit))
    assert told == []
    assert sidebar.view.hasFocus()


def test_an_unchanged_title_is_not_set(sidebar) -> None:
    _choose(sidebar, "Flake hunt")
    told = []
    sidebar.retitled.connect(lambda *what: told.append(what))
    QTest.keyClick(sidebar.view, Qt.Key.Key_F2)
    QTest.keyClick(_editor(sidebar), Qt.Key.Key_Return)
    assert told == []


def test_what_is_typed_stays_while_the_list_changes_below(sidebar, desk, settle) -> None:
    key = _choose(sidebar, "Flake hunt")
    sidebar.rename(key)
    edit = _editor(sidebar)
    QTest.keyClicks(edit, "Half a ti")
    _make(desk, "Come since")
    sidebar.refresh()
    settle()
    sidebar.set_replying(frozenset({key}))
    assert _editor(sidebar).text() == "Half a ti"
    assert "Come since" in _titles(sidebar)


def test_keys_of_the_list_do_what_they_say(qtbot, sidebar) -> None:
    key = _choose(sidebar, "Flake hunt")
    control = Qt.KeyboardModifier.ControlModifier
    for signal, pressed, held in (
        (sidebar.open_wanted, Qt.Key.Key_Return, None),
        (sidebar.open_beside_wanted, Qt.Key.Key_Return, control),
        (sidebar.bin_wanted, Qt.Key.Key_Backspace, control),
        (sidebar.bin_wanted, Qt.Key.Key_Delete, None),
    ):
        with qtbot.waitSignal(signal) as told:
            QTest.keyClick(sidebar.view, pressed, held or Qt.KeyboardModifier.NoModifier)
        assert told.args == [key]
    with qtbot.assertNotEmitted(sidebar.bin_wanted):
        QTest.keyClick(sidebar.view, Qt.Key.Key_Backspace)
    with qtbot.waitSignal(sidebar.left):
        QTest.keyClick(sidebar.view, Qt.Key.Key_Escape)


def test_up_from_the_first_session_goes_to_the_search(sidebar) -> None:
    sidebar.view.setCurrentIndex(sidebar.model.index(1))
    sidebar.view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(sidebar.view, Qt.Key.Key_Up)
    assert sidebar.search.edit.hasFocus()
    QTest.keyClick(sidebar.search.edit, Qt.Key.Key_Down)
    assert sidebar.view.hasFocus()


def test_down_from_the_search_chooses_the_first_session(qtbot, sidebar) -> None:
    sidebar.view.setCurrentIndex(sidebar.model.index(-1))
    QTest.keyClick(sidebar.search.edit, Qt.Key.Key_Down)
    with qtbot.waitSignal(sidebar.open_wanted) as told:
        QTest.keyClick(sidebar.view, Qt.Key.Key_Return)
    assert told.args == [next(row.key for row in sidebar.model.rows if isinstance(row, Row))]


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)
def test_the_menu_offers_everything_by_pointer_and_by_key(qtbot, sidebar) -> None:
    key = _choose(sidebar, "Old matter")
    place = sidebar.view.visualRect(sidebar.view.currentIndex()).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    for reason in ("key", "pointer"):
        if reason == "pointer":
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, place)
        QApplication.sendEvent(sidebar.view.viewport(), event)
        menu = sidebar.findChildren(QMenu)[-1]
        texts = [action.text() for action in menu.actions() if action.text()]
        assert texts == ["Open", "Open in Another Pane", "Rename", "Duplicate", "Move to Bin"]
        with qtbot.waitSignal(sidebar.duplicate_wanted) as told:
            next(each for each in menu.actions() if each.text() == "Duplicate").trigger()
        assert told.args == [key]
        menu.close()


def test_a_click_beside_the_sessions_offers_nothing(sidebar) -> None:
    at = QPoint(20, sidebar.view.viewport().height() - 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, at)
    QApplication.sendEvent(sidebar.view.viewport(), event)
    assert sidebar.findChildren(QMenu) == []


def test_going_through_the_list_is_not_disturbed_by_what_happens(sidebar, desk, settle) -> None:
    active = _choose(sidebar, "Old matter")
    sidebar.set_open({active: 1}, active)
    wanted = _choose(sidebar, "Flake hunt")
    _make(desk, "Come since")
    sidebar.refresh()
    settle()
    sidebar.set_replying(frozenset({active}))
    assert sidebar.view.current == wanted
    sidebar.search.setFocus(Qt.FocusReason.TabFocusReason)
    sidebar.set_replying(frozenset())
    assert sidebar.view.current == active


def test_who_waits_for_the_owner_is_marked_and_does_not_spin(sidebar) -> None:
    key = _choose(sidebar, "Flake hunt")
    sidebar.set_replying(frozenset({key}))
    sidebar.set_waiting(frozenset({key}))
    row = next(row for row in sidebar.model.rows if row.key == key)
    assert (row.waiting, row.spins) == (True, False)
    assert "waiting for you" in row.spoken
    sidebar.set_waiting(frozenset())
    assert next(row for row in sidebar.model.rows if row.key == key).spins


# --- Search ----------------------------------------------------------------------------------


def test_a_hit_shows_its_words_and_return_opens_it(qtbot, sidebar, desk) -> None:
    key = _make(desk, "Long talk")
    text = "Before that, a long way of words comes first, and only then the zebra gauge is named."
    desk.library.open(key).add(Message("m3", Role.USER, text, AT))
    QTest.keyClicks(sidebar.search.edit, "ZEBRA gauge")
    qtbot.waitUntil(lambda: _titles(sidebar)[:1] == ["1 found"])
    row = sidebar.model.rows[1]
    assert row.under.startswith("…")
    assert [row.under[a:b] for a, b in hits(row.under, row.words)] == ["zebra", "gauge"]
    assert row.under.index("zebra") < 20
    with qtbot.waitSignal(sidebar.open_wanted) as told:
        QTest.keyClick(sidebar.search.edit, Qt.Key.Key_Return)
    assert told.args == [key]


def test_only_the_last_search_comes_home(qtbot, sidebar) -> None:
    QTest.keyClicks(sidebar.search.edit, "about")
    sidebar._search()
    QTest.keyClicks(sidebar.search.edit, " flake")
    sidebar._search()
    qtbot.waitUntil(lambda: _titles(sidebar) == ["1 found", "Flake hunt"])
    sidebar.search.edit.clear()
    assert "Old matter" in _titles(sidebar)


@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=8), max_size=3))
def test_hits_stand_where_they_are_said_to(text: str, words: list[str]) -> None:
    shown = around(text, tuple(words))
    assert shown == text or shown.startswith("…")
    end = 0
    for start, stop in hits(shown, tuple(words)):
        assert end <= start < stop <= len(shown)
        end = stop


def test_the_model_is_a_sound_model(qtmodeltester, sidebar) -> None:
    qtmodeltester.check(sidebar.model)


def test_every_change_of_rows_is_told_as_it_should_be(qtmodeltester) -> None:
    model = SessionModel()
    qtmodeltester.check(model)
    for rows in (
        [Heading("Today"), _row("a"), _row("b")],
        [Heading("Today"), _row("b"), _row("a"), _row("c")],
        [Heading("Today"), _row("c")],
        [],
        [Heading("Today"), _row("c", unread=True)],
    ):
        model.set_rows(rows)
        assert list(model.rows) == rows


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), unique=True, max_size=6), min_size=1, max_size=4)
)
def test_any_two_lists_follow_each_other(lists: list[list[str]]) -> None:
    model = SessionModel()
    count = 0

    def add(_: QModelIndex, first: int, last: int) -> None:
        nonlocal count
        count += last - first + 1

    def take(_: QModelIndex, first: int, last: int) -> None:
        nonlocal count
        count -= last - first + 1

    model.rowsInserted.connect(add)
    model.rowsRemoved.connect(take)
    for names in lists:
        rows = [_row(name) for name in names]
        model.set_rows(rows)
        assert list(model.rows) == rows
        assert count == len(rows)
