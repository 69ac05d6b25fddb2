"""Right-to-left blocks in answers and pages; emphasis in Chinese, Japanese and Korean."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCursor, QTextTable

from luminair.shell.parts.code import CodeBlock
from luminair.shell.parts.direction import runs_right_to_left
from luminair.shell.parts.markdown_body import MarkdownBody
from luminair.shell.parts.prose_view import ProseView

RTL = Qt.LayoutDirection.RightToLeft
LTR = Qt.LayoutDirection.LeftToRight


@pytest.fixture
def body(qtbot, theme, jobs) -> MarkdownBody:
    found = MarkdownBody(theme, jobs)
    qtbot.addWidget(found)
    found.resize(400, 600)
    found.show()
    return found


def _show(qtbot, body: MarkdownBody, text: str) -> ProseView:
    """Shows a text, and waits until its lines are where they are seen."""
    body.show_text(text)
    view = _view(body)
    qtbot.waitUntil(lambda: view.isVisible() and view.width() > 300)
    view.grab()
    return view


def _view(body: MarkdownBody) -> ProseView:
    return body.findChildren(ProseView)[0]


def _directions(body: MarkdownBody) -> list[Qt.LayoutDirection]:
    block, found = _view(body).document().begin(), []
    while block.isValid():
        if block.text().strip():
            found.append(block.textDirection())
        block = block.next()
    return found


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("שלום world", True),
        ("world שלום", False),
        ("12:30 – مرحبا", True),
        ("…", False),
        ("", False),
    ],
)
def test_the_first_letter_with_a_direction_decides(text, right) -> None:
    assert runs_right_to_left(text) is right


def test_each_block_has_its_own_direction(body) -> None:
    body.show_text("# عنوان\n\nEnglish first.\n\nנגמר.\n\n- אחת\n- two\n\n> ציטוט")
    assert _directions(body) == [RTL, LTR, RTL, RTL, LTR, RTL]


def test_code_says_nothing_of_the_direction_and_keeps_its_order(qtbot, body) -> None:
    view = _show(qtbot, body, "`retry()` הפונקציה מנסה שוב.")
    assert _directions(body) == [RTL]
    block = view.document().begin()
    layout = block.layout()
    line = layout.lineAt(0)
    at = block.text().index("retry()")
    name, bracket = line.cursorToX(at + 1)[0], line.cursorToX(at + 5)[0]
    assert name < bracket
    # The code stands at the right, where the line begins.
    assert name > view.width() / 2


def test_what_is_copied_has_nothing_of_ours_in_it(body) -> None:
    source = "קרא ל־`retry()` שוב."
    body.show_text(source)
    view = _view(body)
    cursor = view.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == source.replace("`", "")


def test_marks_and_bars_stand_on_the_right(qtbot, body) -> None:
    view = _show(qtbot, body, "- אחת\n\n> ציטוט")
    image = view.grab().toImage()
    ratio = image.width() / view.width()

    def ink(left: float, right: float) -> int:
        ground = image.pixelColor(image.width() // 2, image.height() - 1).rgb()
        return sum(
            image.pixel(x, y) != ground
            for x in range(round(left * ratio), round(right * ratio))
            for y in range(image.height())
        )

    assert ink(0, 20) == 0
    assert ink(view.width() - 10, view.width()) > 0


def test_a_column_keeps_the_side_that_it_asks_for(qtbot, body) -> None:
    view = _show(qtbot, body, "| שם | ערך |\n|:--|--:|\n| ראשון | 12 |\n")
    table = view.document().rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable)
    placed = view.document().documentLayout()
    blocks = [table.cellAt(1, column).firstCursorPosition().block() for column in (0, 1)]
    ink = []
    for block in blocks:
        layout = block.layout()
        box = placed.blockBoundingRect(block)
        ink.append((layout.lineAt(0).naturalTextRect(), box.width()))
    assert ink[0][0].left() < ink[0][1] / 4
    assert ink[1][0].right() > ink[1][1] * 3 / 4


def test_code_blocks_run_left_to_right(body) -> None:
    body.show_text('```python\nprint("שלום")\n```')
    text = body.findChildren(CodeBlock)[0].text
    assert text.document().begin().textDirection() is LTR


@pytest.mark.parametrize(
    ("source", "bold"),
    [
        ("これは**強調**。", ["強調"]),
        ("**「強調」**です。", ["「強調」"]),
        ("**真\uff0c**她说。", ["真\uff0c"]),
        ("이것은 **강조(強調)**입니다.", ["강조(強調)"]),
        ("a **b** c", ["b"]),
    ],
)
def test_emphasis_next_to_cjk_shows_no_asterisks(body, source, bold) -> None:
    body.show_text(source)
    block = _view(body).document().begin()
    found, at = [], block.begin()
    while not at.atEnd():
        if at.fragment().charFormat().fontWeight() >= QFont.Weight.Bold:
            found.append(at.fragment().text())
        at += 1
    assert found == bold
    assert "*" not in block.text()


def test_soft_breaks_between_cjk_lines_add_no_space(body) -> None:
    body.show_text("一行目です。\n二行目です。\n\nfirst\nsecond")
    block = _view(body).document().begin()
    assert block.text() == "一行目です。二行目です。"
    assert block.next().text() == "first second"
