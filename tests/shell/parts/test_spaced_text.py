"""Lines of Edit: their distance, the pointer between them, selections, and long notes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.shell.journal.editor import COLUMN, MARGIN, Editor
from luminair.shell.theme import Choice, Theme

if TYPE_CHECKING:
    from luminair.shell.parts.spaced_text import SpacedText

LETTER = 7.67
"""Pixels of a letter of the mono style at its usual size."""
TEXT = "First line\n\nA 😀 line\n" + "word " * 60 + "\n漢字 too\nLast"


@pytest.fixture
def theme() -> Theme:
    return Theme(Choice.LIGHT, motion=False)


@pytest.fixture
def editor(qtbot, theme: Theme) -> Editor:
    found = Editor(theme, "⌘E")
    qtbot.addWidget(found)
    found.resize(900, 700)
    found.show_source(TEXT)
    with qtbot.waitExposed(found):
        found.show()
    return found


def baselines(text: SpacedText) -> list[float]:
    """Where the letters of each line stand, in the viewport."""
    found = []
    for block, box in text._shown():
        lines = block.layout()
        for at in range(lines.lineCount()):
            line = lines.lineAt(at)
            found.append(box.top() + line.y() + line.ascent())
    return found


@pytest.mark.parametrize("points", [14, 22])
def test_lines_stand_as_far_apart_as_the_style_says(
    editor: Editor, theme: Theme, points: int
) -> None:
    theme.set_text_size(points)
    QApplication.processEvents()
    steps = {round(after - before, 2) for before, after in pairwise(baselines(editor.text))}
    assert steps == {round(23 * points / 14)}


@pytest.mark.parametrize("width", [760, 900, 1400])
def test_no_letter_stands_beyond_the_hairlines(editor: Editor, width: int) -> None:
    editor.resize(width, 200)  # so low that it scrolls
    QApplication.processEvents()
    room = min(width - 2 * MARGIN, COLUMN)
    assert editor.text.viewport().width() == room
    for block, _ in editor.text._shown():
        lines = block.layout()
        for at in range(lines.lineCount()):
            assert lines.lineAt(at).naturalTextWidth() <= room + 8  # but for the last space


def test_a_click_between_two_lines_goes_to_the_nearer_one(editor: Editor) -> None:
    text = editor.text
    step = text._lines.step
    x = 40
    for y in range(round(3 * step), round(6 * step)):  # the long line, broken into several
        QTest.mouseClick(
            text.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            QPoint(x, y),
        )
        cursor = text.textCursor()
        assert cursor.blockNumber() == 3
        line = cursor.block().layout().lineForTextPosition(cursor.positionInBlock())
        assert line.lineNumber() == int(y / step) - 3
        assert cursor.positionInBlock() - line.textStart() == round(x / LETTER)


def test_a_selection_leaves_no_gap_between_lines(editor: Editor) -> None:
    text = editor.text
    cursor = text.textCursor()
    cursor.setPosition(len("First line\n\nA 😀 line\n".encode("utf-16-le")) // 2)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    text.setFocus()
    QApplication.processEvents()
    image = text.viewport().grab().toImage()
    step = round(text._lines.step)
    ratio = image.devicePixelRatio()
    column = {
        image.pixelColor(round(4.5 * LETTER * ratio), round(y * ratio)).name()
        for y in range(3 * step + 1, 5 * step)
    }
    assert column == {text.palette().highlight().color().name()}


def test_undo_after_the_text_size_changed_takes_back_what_was_typed(
    editor: Editor, theme: Theme
) -> None:
    editor.text.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor.text, " typed")
    theme.set_text_size(20)
    editor.text.undo()
    assert editor.source == TEXT


def test_text_under_composition_is_no_part_of_the_file_until_it_is_done(editor: Editor) -> None:
    editor.text.moveCursor(QTextCursor.MoveOperation.End)
    QApplication.sendEvent(editor.text, QInputMethodEvent("かん", []))
    QApplication.processEvents()
    assert editor.source == TEXT
    done = QInputMethodEvent("", [])
    done.setCommitString("漢")
    QApplication.sendEvent(editor.text, done)
    assert editor.source == f"{TEXT}漢"


def test_only_what_is_seen_of_a_long_note_is_laid_out(editor: Editor) -> None:
    editor.show_source("\n".join(f"Line {at} of a long note." for at in range(20_000)))
    QApplication.processEvents()
    document = editor.text.document()
    laid_out = 0
    block = document.begin()
    while block.isValid():
        laid_out += block.layout().lineCount() > 0
        block = block.next()
    assert 0 < laid_out < 200
    editor.text.moveCursor(QTextCursor.MoveOperation.End)
    QApplication.processEvents()
    assert editor.text.cursorRect().bottom() <= editor.text.viewport().height()
