from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.context.block import RowName
from luminair.shell.budget.bars import TINTS, segments
from luminair.shell.budget.columns import columns
from luminair.shell.budget.exact_text import ExactText
from luminair.shell.budget.sheet_model import NODE_ROLE, SheetModel
from luminair.shell.parts.button import Button
from luminair.shell.theme.tokens import mixed

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def sheet(qtbot, window, settle):
    window.resize(1440, 900)
    window.board.active.composer.edit.set_text("What about part 7?")
    window.board.active.take_focus()
    settle()
    window.open_budget()
    qtbot.waitUntil(lambda: window.budget.sheet is not None)
    settle()
    return window.budget.sheet


def _key(sheet, key, held=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(sheet.tree, key, held)


def _index(sheet, name: str):
    return sheet.model.find(name)


@pytest.mark.usefixtures("window")
def test_it_lists_the_rows_of_the_assembly_and_their_sum(sheet) -> None:
    assembly = sheet._assembly
    model = sheet.model
    names = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert names == [row.name for row in assembly.rows]
    assert sheet._total_words.text() == f"≈{assembly.total_tokens:,}"
    assert sheet._window_words.text() == "of 200,000 tokens"
    assert f"{assembly.total_bytes:,} bytes" in sheet._total.accessibleName()


def test_parts_of_the_bar_grow_paler_and_hatched_ones_need_no_tint(sheet, theme) -> None:
    parts = segments(sheet._assembly, theme)
    plain = [part.colour for part in parts if part.optional < 1]
    shades = [mixed(theme.tokens["accent"], theme.tokens["surface"], each) for each in TINTS]
    assert len(parts) > len(plain)
    assert plain == shades[: len(plain)]


def test_the_message_as_typed_is_a_row(sheet) -> None:
    node = _index(sheet, RowName.PROMPT).data(NODE_ROLE)
    assert node.row.text == "What about part 7?"


def test_it_stays_44_px_from_the_edge_and_scrolls_in_a_small_window(sheet, window) -> None:
    assert (sheet.panel.width(), sheet.panel.height()) == (1000, 812)
    window.resize(900, 600)
    panel = sheet.panel.geometry()
    room = sheet.rect()
    assert panel.left() >= 44
    assert panel.top() >= 44
    assert room.right() - panel.right() >= 44
    assert room.bottom() - panel.bottom() >= 44
    assert sheet._scroll.verticalScrollBar().maximum() > 0
    assert sheet.done.isVisible()


def test_arrows_go_through_the_rows_and_open_and_fold_them(sheet) -> None:
    assert sheet.tree.hasFocus()
    _key(sheet, Qt.Key.Key_Down)
    assert sheet.tree.currentIndex().row() == 1
    _key(sheet, Qt.Key.Key_Up)
    _key(sheet, Qt.Key.Key_Right)
    index = sheet.model.index(0, 0)
    assert sheet.tree.isExpanded(index)
    (text,) = sheet.findChildren(ExactText)
    assert text.text.toPlainText() == sheet._assembly.rows[0].text
    _key(sheet, Qt.Key.Key_Left)
    assert not sheet.tree.isExpanded(index)


def test_the_digest_opens_to_its_parts_and_those_to_their_text(sheet) -> None:
    sheet.tree.expand(sheet.model.find(RowName.DIGEST))
    digest = _index(sheet, RowName.DIGEST)
    names = [sheet.model.index(row, 0, digest).data() for row in range(3)]
    assert names == ["Standing rules", "Dead ends", "Open asks"]
    first = sheet.model.index(0, 0, digest)
    sheet.tree.expand(first)
    (text,) = sheet.findChildren(ExactText)
    assert text.text.toPlainText() == first.data(NODE_ROLE).row.text


def test_long_texts_scroll_inside_and_begin_at_their_top(sheet) -> None:
    sheet.tree.expand(sheet.model.find(RowName.HARNESS))
    (text,) = sheet.findChildren(ExactText)
    assert text.frame.height() <= 140
    assert text.text.verticalScrollBar().value() == 0
    assert text.text.verticalScrollBar().maximum() > 0


def test_a_text_can_be_copied_exactly(sheet) -> None:
    sheet.tree.expand(sheet.model.find(RowName.HARNESS))
    (text,) = sheet.findChildren(ExactText)
    text._copy.click()
    assert QGuiApplication.clipboard().text() == sheet._assembly.rows[0].text


def test_the_figure_of_the_composer_stands_in_the_sheet_as_part_of_what_is_added(
    sheet, window
) -> None:
    assembly = sheet._assembly
    shown = window.board.active.composer.tools.cost.text().removesuffix(" tokens")
    assert shown == f"≈{assembly.riders.tokens:,}"
    assert sheet._legend.accessibleName().startswith(
        f"Luminair adds ≈{assembly.added_tokens:,} (Journal {shown}), "
    )
    assert sheet._said.text().startswith("Untick to send only Harness, rules and pins ")


def test_space_ticks_and_every_number_follows(qtbot, sheet, window, settle) -> None:
    before = sheet._assembly
    assert before.optional_tokens > 0
    assert sheet._saving.text == f"Unticking saves ≈{before.optional_tokens:,} tokens per message"
    _key(sheet, Qt.Key.Key_Space)
    settle()
    qtbot.waitUntil(lambda: not sheet._assembly.include_optional)
    after = sheet._assembly
    assert before.total_tokens - after.total_tokens == before.optional_tokens
    assert sheet._total_words.text() == f"≈{after.total_tokens:,}"
    assert not sheet.tick.isChecked()
    pane = window.board.active
    assert pane.session.include_optional is False
    assert pane.composer.tools.cost.text() == "rules and pins only"


def test_what_was_open_stays_open_when_the_numbers_change(qtbot, sheet, settle) -> None:
    sheet.tree.expand(sheet.model.find(RowName.HARNESS))
    _key(sheet, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not sheet._assembly.include_optional)
    assert sheet.tree.isExpanded(_index(sheet, RowName.HARNESS))
    settle()


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_escape_and_return_close_it_and_give_the_focus_back(qtbot, sheet, window, key) -> None:
    with qtbot.waitSignal(sheet.closed):
        _key(sheet, key)
    assert window.budget.sheet is None
    assert QApplication.focusWidget() is window.board.active.composer.edit


def test_done_closes_it(qtbot, sheet, window) -> None:
    with qtbot.waitSignal(sheet.closed):
        qtbot.mouseClick(sheet.done, Qt.MouseButton.LeftButton)
    assert window.budget.sheet is None


@pytest.mark.usefixtures("qtbot")
def test_the_focus_stays_inside(sheet) -> None:
    seen = set()
    for _ in range(30):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert sheet.isAncestorOf(focus)
        seen.add(focus)
    assert sheet.tree in seen
    assert sheet.done in seen
    assert sheet.tick in seen


def test_copy_takes_the_chosen_rows_or_else_the_table(sheet) -> None:
    sheet.tree.clearSelection()
    _key(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert "Context budget:" in text
    assert "Next message" in text
    sheet.tree.setCurrentIndex(_index(sheet, RowName.PINS))
    _key(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Pins (cached):")
    assert text.endswith(sheet._assembly.row(RowName.PINS).text)


def test_files_left_out_of_the_harness_give_reason_and_size(qtbot, sheet, window) -> None:
    names = [link.text() for link in sheet.findChildren(Button) if link.property("path")]
    assert names == ["Support handbook.md", "Release checklist.md", "Scratch.md"]
    link = next(link for link in sheet.findChildren(Button) if link.property("path"))
    with qtbot.waitSignal(window.journal_wanted) as told:
        link.click()
    assert told.args[1] == "Harness/Support handbook.md"


def test_it_leads_to_why_with_what_is_typed(qtbot, sheet, window) -> None:
    why = next(each for each in sheet.findChildren(Button) if each.text() == "Why this digest?")
    session = window.board.active.session_id
    with qtbot.waitSignal(window.why_wanted) as told:
        why.click()
    assert (told.args[0], told.args[3]) == (session, "What about part 7?")
    assert window.budget.sheet is None


def test_a_low_window_gives_its_height_to_the_rows(qtbot, sheet, window) -> None:
    assert sheet._said.isVisible()
    assert not sheet._page.isAncestorOf(sheet._left_out)
    window.resize(900, 600)
    qtbot.waitUntil(lambda: sheet._page.isAncestorOf(sheet._left_out))
    assert sheet.tick.isVisible()
    assert sheet._saving.isVisible()
    assert not sheet._said.isVisible()
    assert sheet._left_out.isVisibleTo(sheet)
    qtbot.waitUntil(lambda: sheet._scroll.viewport().height() > 370)
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: not sheet._page.isAncestorOf(sheet._left_out))
    assert sheet._said.isVisible()


def test_the_total_stays_in_sight_where_the_rows_scroll(qtbot, sheet, window) -> None:
    for height, pinned in ((900, False), (600, True), (900, False)):
        window.resize(1440, height)
        qtbot.waitUntil(lambda pinned=pinned: sheet._pinned.isVisible() is pinned)
        assert sheet._total.isVisible() is not pinned
    assert sheet._pinned.accessibleName() == sheet._total.accessibleName()


def test_rows_are_spoken_in_full(sheet) -> None:
    words = _index(sheet, RowName.NOTES).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words.startswith("Journal notes, optional, rebuilt per message, about")
    assert words.endswith("% of the window")


def test_its_model_is_a_sound_model(qtmodeltester, sheet) -> None:
    qtmodeltester.check(sheet.model)
    empty = SheetModel()
    qtmodeltester.check(empty)


@pytest.mark.parametrize("width", [800, 812, 899, 900, 1000])
def test_columns_leave_room_for_names(width: int) -> None:
    at = columns(width)
    assert at.name < at.built < at.tokens < at.bytes < at.percent < width
    assert at.built - at.name >= 330


@pytest.mark.usefixtures("desk")
def test_a_lane_without_a_known_window_shows_no_shares(qtbot, window, settle) -> None:
    pane = window.board.active
    pane.head.lane_chosen.emit("journal-only", "")
    settle()
    window.open_budget()
    qtbot.waitUntil(lambda: window.budget.sheet is not None)
    sheet = window.budget.sheet
    assert sheet._window_words.text() == "tokens, window unknown"
    assert sheet.model.index(0, 0).data(NODE_ROLE).share is None
    assert not sheet.grab().isNull()


def test_it_can_be_drawn_in_both_themes(sheet, theme) -> None:
    from luminair.shell.theme import Choice

    light = sheet.panel.grab().toImage()
    theme.set_choice(Choice.DARK)
    assert sheet.panel.grab().toImage() != light
