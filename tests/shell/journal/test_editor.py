from __future__ import annotations

import pytest

from luminair.shell.journal.editor import Editor, body_start
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
def test_the_cursor_stands_where_the_text_begins(qtbot, header: str, body: str) -> None:
    assert body_start(header + body) == len(header.encode("utf-16-le")) // 2
    editor = Editor(Theme(Choice.LIGHT, motion=False), "⌘E")
    qtbot.addWidget(editor)
    assert editor.show_source(header + body)
    qtbot.keyClicks(editor.text, "owner ")
    assert editor.source == f"{header}owner {body}"
