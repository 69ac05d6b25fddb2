from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from luminair.messages import Message, MessageState, Role
from luminair.sessions.session import Session
from luminair.shell.sidebar.session_model import ROW_ROLE, Heading, Row, SessionModel
from luminair.shell.sidebar.sidebar import Sidebar

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
    assert sidebar._lanes._words.text == "3 lanes ready"
    assert "Claude CLI: Signed in" in sidebar._lanes.toolTip()


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (_row("A", pane=1, replying=True), "A, harbor, sonnet, replying, pane 1"),
        (_row("A", unread=True), "A, harbor, sonnet, unread, 10:42"),
        (
            Row(Session("a", title="A", last_state=MessageState.FAILED), "x", "Wed"),
            "A, x, failed, Wed",
        ),
    ],
)
def test_a_row_is_spoken_with_its_state(row: Row, words: str) -> None:
    assert row.words == words


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.usefixtures("qtbot")
def test_every_kind_of_row_can_be_drawn(sidebar, theme, choice) -> None:
    from luminair.shell.theme import Choice

    theme.set_choice(Choice(choice))
    rows = [
        Heading("Today"),
        _row("a", pane=1, active=True, replying=True),
        _row("b", pane=2),
        _row("c", unread=True),
        Row(Session("d", title="d", last_state=MessageState.FAILED), "x", "Wed"),
    ]
    sidebar.model.set_rows(rows)
    sidebar.view.setCurrentIndex(sidebar.model.index(1))
    assert not sidebar.grab().isNull()


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
