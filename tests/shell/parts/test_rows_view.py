"""A list of rows of different heights: where they are, keys, and that many are no matter."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate

from luminair.shell.parts.rows_model import RowsModel
from luminair.shell.parts.rows_view import RowsView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex
    from pytestqt.qtbot import QtBot


@dataclass(frozen=True)
class Tall:
    """A row as tall as it says, half as much again where there is little room."""

    key: str
    tall: int


class Model(RowsModel[Tall]):
    """Rows without anything to show."""

    def data(self, _index: object, _role: int = 0) -> object:
        return None


class Delegate(QStyledItemDelegate):
    """Tells heights; counts what it is asked to paint."""

    painted: list[int]

    def heights(self, rows: Sequence[Tall], width: int) -> list[int]:
        return [row.tall * 3 // 2 if width < 200 else row.tall for row in rows]

    def paint(self, _painter: object, _option: object, index: QModelIndex) -> None:
        self.painted.append(index.row())


@pytest.fixture
def view(qtbot: QtBot) -> RowsView:
    found = RowsView()
    model, delegate = Model(found), Delegate(found)
    delegate.painted = []
    found.show_rows(model, delegate)
    model.set_rows([Tall(str(at), 20 + at % 3 * 10) for at in range(30)])
    found.resize(300, 200)
    with qtbot.waitExposed(found):
        found.show()
    return found


def at(view: RowsView) -> int:
    return view.currentIndex().row()


def test_rows_stand_one_below_the_other(view: RowsView) -> None:
    rects = [view.visualRect(view.model().index(row, 0)) for row in range(30)]
    assert [rect.height() for rect in rects] == [20 + row % 3 * 10 for row in range(30)]
    assert all(one.bottom() + 1 == two.top() for one, two in pairwise(rects))
    for row in (0, 1, 4):
        assert view.indexAt(rects[row].center()).row() == row
    assert not view.indexAt(QPoint(5, 10_000)).isValid()
    assert not view.indexAt(QPoint(5, -1)).isValid()


def test_only_what_is_seen_is_painted(view: RowsView) -> None:
    delegate = view.itemDelegate()
    delegate.painted.clear()
    view.grab()
    assert set(delegate.painted) == set(range(7))


def test_a_narrow_view_asks_for_heights_anew(view: RowsView) -> None:
    view.resize(150, 200)
    view.executeDelayedItemsLayout()
    assert view.visualRect(view.model().index(0, 0)).height() == 30
    assert view.verticalScrollBar().maximum() == 900 * 3 // 2 - view.viewport().height()


def test_keys(view: RowsView, qtbot: QtBot) -> None:
    view.setFocus()
    for key, row in (
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_PageDown, 6),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_End, 29),
        (Qt.Key.Key_Down, 29),
        (Qt.Key.Key_PageDown, 29),
    ):
        qtbot.keyClick(view, key)
        assert at(view) == row
        seen = view.visualRect(view.currentIndex())
        assert view.viewport().rect().contains(seen)


def test_scrolling_to_a_row(view: RowsView) -> None:
    hints = QAbstractItemView.ScrollHint
    index = view.model().index(15, 0)
    view.scrollTo(index, hints.PositionAtTop)
    assert view.visualRect(index).top() == 0
    view.scrollTo(index, hints.PositionAtBottom)
    assert view.visualRect(index).bottom() + 1 == view.viewport().height()
    before = view.verticalScrollBar().value()
    view.scrollTo(index)
    assert view.verticalScrollBar().value() == before
    view.scrollTo(index, hints.PositionAtCenter)
    assert abs(view.visualRect(index).center().y() - view.viewport().height() // 2) <= 1


def test_a_rectangle_chooses_the_rows_in_it(view: RowsView) -> None:
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setSelection(QRect(0, 25, 10, 60), QItemSelectionModel.SelectionFlag.ClearAndSelect)
    assert sorted(index.row() for index in view.selectedIndexes()) == [1, 2]
    chosen = view.selectionModel().selection()
    assert view.visualRegionForSelection(chosen).boundingRect() == QRect(
        0, 20, view.viewport().width(), 70
    )


def test_rows_that_come_and_go_keep_the_choice_and_the_place(view: RowsView) -> None:
    model = view.model()
    view.setCurrentIndex(model.index(20, 0))
    view.scrollTo(view.currentIndex())
    rows = list(model.rows)
    model.set_rows([*rows[:5], *rows[8:]])
    view.executeDelayedItemsLayout()
    assert model.rows[at(view)].key == "20"
    assert view.viewport().rect().intersects(view.visualRect(view.currentIndex()))
    model.set_rows([])
    view.executeDelayedItemsLayout()
    assert view.verticalScrollBar().maximum() == 0
    assert not view.indexAt(QPoint(5, 5)).isValid()


def test_a_row_that_grows_moves_those_below(view: RowsView) -> None:
    model = view.model()
    rows = list(model.rows)
    model.set_rows([Tall("0", 120), *rows[1:]])
    view.executeDelayedItemsLayout()
    assert view.visualRect(model.index(1, 0)).top() == 120


def test_fifty_thousand_rows_are_laid_out_at_once(view: RowsView) -> None:
    rows = [Tall(str(number), 20) for number in range(50_000)]
    began = perf_counter()
    view.model().set_rows(rows)
    view.executeDelayedItemsLayout()
    assert perf_counter() - began < 1.0  # a view that asks about each row takes 5 s
    assert view.verticalScrollBar().maximum() == 1_000_000 - view.viewport().height()
