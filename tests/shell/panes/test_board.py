"""Sessions dragged to panes: what is shown while they hang there, and what a drop does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from luminair.messages import Message, Role
from luminair.sessions.layout import read_layout
from luminair.shell.panes.board import MOST_PANES
from luminair.shell.panes.dropping import Zone, zone_at
from luminair.shell.parts import dragging
from luminair.shell.parts.dragging import packed, session_of

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

LEFT_BUTTON = Qt.MouseButton.LeftButton


def _session(desk, title: str) -> str:
    transcript = desk.library.create(lane="claude", model="sonnet", folder="/code/harbor-uploads")
    transcript.change(title=title, title_set=True)
    at = "2026-09-17T10:42:00.000Z"
    transcript.add(Message("m1", Role.USER, title, at, "claude", "sonnet"))
    return transcript.id


def _point(window, pane, across: float, down: float) -> tuple[QWidget, QPointF]:
    """The innermost widget at a place of a pane, and the place in it."""
    board = window.board
    at = pane.mapTo(board, QPoint(round(pane.width() * across), round(pane.height() * down)))
    inner = board.childAt(at) or board
    return inner, QPointF(inner.mapFrom(board, at))


def _hang(window, pane, data: QMimeData, across: float, down: float) -> bool:
    """Lets something hang over a pane, as Qt does: it enters, then it moves."""
    inner, at = _point(window, pane, across, down)
    args = (at.toPoint(), Qt.DropAction.MoveAction, data, LEFT_BUTTON, Qt.KeyboardModifier(0))
    enter = QDragEnterEvent(*args)
    QApplication.sendEvent(inner, enter)
    if not enter.isAccepted():
        return False
    board_at = QPointF(inner.mapTo(window.board, at.toPoint()))
    move = QDragMoveEvent(
        board_at.toPoint(), Qt.DropAction.MoveAction, data, LEFT_BUTTON, Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(window.board, move)
    return move.isAccepted()


def _drop(window, pane, data: QMimeData, across: float, down: float) -> None:
    assert _hang(window, pane, data, across, down)
    inner, at = _point(window, pane, across, down)
    board_at = QPointF(inner.mapTo(window.board, at.toPoint()))
    drop = QDropEvent(board_at, Qt.DropAction.MoveAction, data, LEFT_BUTTON, Qt.KeyboardModifier(0))
    QApplication.sendEvent(window.board, drop)


def _rows(window) -> list[list[str]]:
    """Titles of the sessions as they stand on the screen, row by row, from left to right."""
    places: dict[int, list[tuple[int, str]]] = {}
    for pane in window.board.panes:
        at = pane.mapTo(window.board, QPoint())
        places.setdefault(at.y(), []).append((at.x(), pane.session.title))
    return [[title for _, title in sorted(places[top])] for top in sorted(places)]


@pytest.fixture
def here(window, desk, settle):
    """The window with the session 'A' in its one pane."""
    window.sessions.open(_session(desk, "A"))
    window.sidebar.refresh()
    settle()
    return window


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ((10, 300), Zone.LEFT),
        ((390, 300), Zone.RIGHT),
        ((200, 580), Zone.BELOW),
        ((200, 200), Zone.HERE),
        ((390, 590), Zone.RIGHT),
    ],
)
def test_the_edges_of_a_pane_split_and_its_middle_opens(at, zone) -> None:
    assert zone_at(QPoint(*at), QSize(400, 600)) is zone


@pytest.mark.parametrize(
    ("across", "down", "words", "rows"),
    [
        (0.5, 0.3, "Open here", [["B"]]),
        (0.05, 0.5, "New pane on the left", [["B", "A"]]),
        (0.95, 0.5, "New pane on the right", [["A", "B"]]),
        (0.5, 0.9, "New pane below", [["A"], ["B"]]),
    ],
)
def test_a_session_is_dropped_where_the_picture_says(
    here, desk, settle, across, down, words, rows
) -> None:
    session, pane = _session(desk, "B"), here.board.active
    assert _hang(here, pane, packed(session), across, down)
    assert here.board.picture.words == words
    _drop(here, pane, packed(session), across, down)
    settle()
    assert here.board.picture.words == ""
    assert _rows(here) == rows
    assert here.board.active.session.title == "B"
    assert QApplication.focusWidget() is here.board.active.composer.edit


def test_the_picture_covers_the_room_that_the_pane_gets(here, desk, settle) -> None:
    session, pane, board = _session(desk, "B"), here.board.active, here.board
    _hang(here, pane, packed(session), 0.95, 0.5)
    shown = board.picture.geometry()
    _drop(here, pane, packed(session), 0.95, 0.5)
    settle()
    made = board.active
    assert abs(made.mapTo(board, QPoint()).x() - shown.x()) <= 8
    assert abs(made.width() - shown.width()) <= 8


def test_a_new_pane_takes_half_of_one_and_nothing_of_the_others(here, desk, settle) -> None:
    here.resize(2200, 900)
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.95, 0.5)
    settle()
    first, second = here.board.panes
    wide = first.width()
    _drop(here, second, packed(_session(desk, "C")), 0.95, 0.5)
    settle()
    assert _rows(here) == [["A", "B", "C"]]
    assert abs(first.width() - wide) <= 8
    assert abs(here.board.panes[1].width() - here.board.panes[2].width()) <= 8


def test_where_there_is_no_room_the_edges_open_too(here, desk, settle) -> None:
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.95, 0.5)
    settle()
    session = _session(desk, "C")
    assert _hang(here, here.board.panes[1], packed(session), 0.95, 0.5)
    assert here.board.picture.words == "Open here"  # three panes side by side need 1,221 px


def test_a_fifth_pane_is_never_offered(here, desk, settle) -> None:
    here.resize(2400, 1000)
    here.set_panes(MOST_PANES)
    settle()
    assert _hang(here, here.board.panes[0], packed(_session(desk, "X")), 0.05, 0.5)
    assert here.board.picture.words == "Open here"


def test_a_pane_moves_with_all_that_is_in_it(here, desk, settle) -> None:
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.95, 0.5)
    settle()
    left, right = here.board.panes
    left.composer.edit.set_text("half a thought")
    _drop(here, right, packed(left.session_id), 0.95, 0.5)
    assert _rows(here) == [["B", "A"]]
    assert here.board.panes == (right, left)  # the same panes: nothing was opened again
    assert left.composer.text == "half a thought"
    _drop(here, right, packed(left.session_id), 0.5, 0.9)
    assert _rows(here) == [["B"], ["A"]]
    _drop(here, right, packed(left.session_id), 0.5, 0.3)
    assert _rows(here) == [["A"], ["B"]]


def test_nothing_happens_over_its_own_pane(here) -> None:
    pane = here.board.active
    assert not _hang(here, pane, packed(pane.session_id), 0.95, 0.5)
    assert here.board.picture.words == ""


def test_a_row_that_loses_its_last_pane_goes(here, desk, settle) -> None:
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.5, 0.9)
    settle()
    here.close_pane(here.board.panes[0])
    assert _rows(here) == [["B"]]
    assert here.board.panes[0].height() > here.height() / 2


def test_panes_below_each_other_come_back_as_they_stood(here, desk, settle) -> None:
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.5, 0.9)
    settle()
    here.keeping.now()
    settle()
    kept = read_layout(desk.home.root)
    assert (len(kept.panes), kept.upper) == (2, 1)
    here.keeping.restore()
    settle()
    here.resize(1440, 900)  # Qt made it fit the test's small screen
    settle()
    assert _rows(here) == [["A"], ["B"]]


def test_the_last_closed_pane_comes_back(here, desk, settle) -> None:
    assert not here.commands["reopen"].isEnabled()
    _drop(here, here.board.active, packed(_session(desk, "B")), 0.95, 0.5)
    here.sidebar.refresh()
    settle()
    here.close_pane(here.board.active)
    assert _rows(here) == [["A"]]
    here.commands["reopen"].trigger()
    settle()
    assert _rows(here) == [["A", "B"]]
    assert not here.commands["reopen"].isEnabled()


def test_split_below_by_command_and_a_sentence_where_there_is_no_room(here, settle) -> None:
    here.commands["split_below"].trigger()
    settle()
    assert len(_rows(here)) == 2
    here.arranging.split_below()
    assert here.banners.sentences == (
        "There is no room for another pane below this one; make the window taller.",
    )


@pytest.fixture
def drags(monkeypatch) -> list[str]:
    """The sessions that drags were begun with; nothing is really dragged."""
    begun: list[str] = []

    def exec_(drag, *_: object) -> None:
        begun.append(session_of(drag.mimeData()))

    monkeypatch.setattr(dragging.QDrag, "exec", exec_)
    return begun


def _pull(widget: QWidget, at: QPoint, way: QPoint) -> None:
    """Presses, moves with the button held, and lets go."""
    kinds = QEvent.Type
    for kind, place in (
        (kinds.MouseButtonPress, at),
        (kinds.MouseMove, at + way / 2),
        (kinds.MouseMove, at + way),
        (kinds.MouseButtonRelease, at + way),
    ):
        glob = QPointF(widget.mapToGlobal(place))
        held = Qt.MouseButton.NoButton if kind is kinds.MouseButtonRelease else LEFT_BUTTON
        event = QMouseEvent(kind, QPointF(place), glob, LEFT_BUTTON, held, Qt.KeyboardModifier(0))
        QApplication.sendEvent(widget, event)


def test_a_pane_is_dragged_by_its_head(here, drags) -> None:
    head = here.board.active.head
    _pull(head, QPoint(30, 10), QPoint(2, 1))  # a shaky click is no drag
    assert drags == []
    _pull(head, QPoint(30, 10), QPoint(60, 20))
    assert drags == [here.board.active.session_id]


def test_a_row_of_the_sidebar_is_dragged(here, desk, settle, drags) -> None:
    session = _session(desk, "B")
    here.sidebar.refresh()
    settle()
    view = here.sidebar.view
    row = view.visualRect(view.model().index(here.sidebar.model.row_of(session), 0))
    _pull(view.viewport(), row.center(), QPoint(0, 40))
    assert drags == [session]
