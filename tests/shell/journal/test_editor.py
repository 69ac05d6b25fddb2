from __future__ import annotations

import pytest

from luminair.shell.journal.editor import Editor, header_end
from luminair.shell.theme import Choice, Theme


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("---\nid: x\n---\n\n", "## Asked\n"),
        ('---\ntitle: "😀"\n---\n', "Text"),
        ("---\nid: x\n...\n", "Text"),
        ("", "No header\n---\nat all"),
        ("", "---\nnever closed\n"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_what_is_typed_first_stands_behind_the_header(
    qtbot, header: str, body: str, whole: bool
) -> None:
    assert header_end(header + body) == len(header)
    editor = Editor(Theme(Choice.LIGHT, motion=False), "⌘E")
    editor.whole = whole
    qtbot.addWidget(editor)
    assert editor.show_source(header + body)
    assert editor.text.toPlainText() == (header + body if whole else body)
    qtbot.keyClicks(editor.text, "owner ")
    assert editor.source == f"{header}owner {body}"


def test_a_header_that_changed_on_disk_is_taken_and_the_cursor_stays(qtbot) -> None:
    editor = Editor(Theme(Choice.LIGHT, motion=False), "⌘E")
    qtbot.addWidget(editor)
    editor.show_source("---\nid: x\n---\n\nOne two")
    cursor = editor.text.textCursor()
    cursor.setPosition(3)
    editor.text.setTextCursor(cursor)
    editor.take("---\nid: x\npinned: true\n---\n\nOne two three")
    assert editor.source == "---\nid: x\npinned: true\n---\n\nOne two three"
    assert editor.text.textCursor().position() == 3
    assert editor.text.toPlainText() == "One two three"


def test_all_of_the_text_can_be_deleted_and_the_header_stays(qtbot) -> None:
    editor = Editor(Theme(Choice.LIGHT, motion=False), "⌘E")
    qtbot.addWidget(editor)
    editor.show_source("---\nid: x\n---\nOne")
    editor.text.selectAll()
    editor.text.cut()
    assert editor.source == "---\nid: x\n---\n"
