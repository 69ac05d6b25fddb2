"""Tree and list at the smallest and the largest text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF

from luminair.shell.journal.reading import Shelf, View
from luminair.shell.theme import Style, Tastes
from luminair.shell.theme.theme import USUAL_TEXT_SIZE

if TYPE_CHECKING:
    from luminair.shell.journal import JournalWindow
    from luminair.shell.theme import Theme


@pytest.mark.parametrize("points", [11, 22])
def test_rows_are_as_high_as_their_text_asks(
    room: JournalWindow, theme: Theme, points: int
) -> None:
    at = room.tree.rows.find(Shelf(View.FOLDER, "Notes", "Notes"))
    usual_row = room.tree.visualRect(at).height()
    usual_note = room.notes.view.visualRect(room.notes.model.index(0)).height()
    theme.set_text_size(points)
    room.tree.executeDelayedItemsLayout()
    room.notes.view.executeDelayedItemsLayout()
    row = room.tree.visualRect(at).height()
    note = room.notes.view.visualRect(room.notes.model.index(0)).height()
    assert row == round(28 * theme.scale)
    assert row != usual_row
    assert (note > usual_note) is (points > 14)
    for style in (Style.ROW, Style.ROW_BOLD):
        assert QFontMetricsF(theme.font(style)).height() <= row


def test_compact_rows_are_one_line_each(room: JournalWindow, theme: Theme) -> None:
    theme.set_tastes(Tastes(compact=True))
    room.notes.view.executeDelayedItemsLayout()
    view, model = room.notes.view, room.notes.model
    assert {view.visualRect(model.index(at)).height() for at in range(len(model.rows))} == {28}
    room.notes.grab()  # each kind of row can be drawn


def test_pages_are_set_in_the_font_that_was_chosen(room: JournalWindow, theme: Theme) -> None:
    serif = theme.font(Style.PAGE).family()
    assert room.page.title.font().family() == serif
    theme.set_tastes(Tastes(serif_pages=False))
    assert room.page.title.font().family() == theme.font(Style.BODY).family() != serif


def test_a_note_has_room_for_its_head_its_title_and_its_lines(
    room: JournalWindow, theme: Theme
) -> None:
    theme.set_text_size(22)
    room.notes.view.executeDelayedItemsLayout()
    model = room.notes.model
    for at, row in enumerate(model.rows):
        least = sum(
            QFontMetricsF(theme.font(style)).height()
            for style in (Style.ROW_ASIDE, Style.LIST_TITLE)
        )
        if row.under:
            least += QFontMetricsF(theme.font(Style.ROW_UNDER)).height()
        assert room.notes.view.visualRect(model.index(at)).height() >= least


@pytest.mark.parametrize("points", [11, 22])
def test_page_and_editor_follow(room: JournalWindow, theme: Theme, points: int) -> None:
    room.toggle_edit()
    text = room.page.editor.text
    step = text.on_line(QPointF(0, 1)).y()
    title = room.page.title.fontMetrics().height()
    letters = text.fontMetrics().height()
    theme.set_text_size(points)
    grows = points > USUAL_TEXT_SIZE
    assert (room.page.title.fontMetrics().height() > title) is grows
    assert (text.fontMetrics().height() > letters) is grows
    assert (text.on_line(QPointF(0, 1)).y() > step) is grows


def test_keys_ask_for_another_size(room: JournalWindow, theme: Theme) -> None:
    asked: list[int] = []
    room.text_size_wanted.connect(asked.append)
    usual = theme.text_size
    for name in ("bigger", "smaller", "usual_size"):
        room.commands[name].trigger()
    assert asked == [usual + 1, usual - 1, usual]
