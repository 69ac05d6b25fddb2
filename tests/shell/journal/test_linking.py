"""``[[``: what is offered, what is put in, and that no other key is taken."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from luminair.shell.journal.editor import Editor
from luminair.shell.journal.linking import begun_link, headings, index_of
from luminair.shell.theme import Choice, Theme
from tests.shell.desk import HARBOR

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("See [[Mani", "Mani"),
        ("[[", ""),
        ("[[One]] and [[Tw", "Tw"),
        ("[[One]]", None),
        ("[[One|shown", None),
        ("[One", None),
        ("😀 [[é", "é"),
    ],
)
def test_a_link_that_has_begun(line: str, typed: str | None) -> None:
    assert begun_link(line) == typed


def test_headings_in_code_are_none() -> None:
    assert headings("# One\n```\n# no\n```\n## Two ##\n#three\n") == ["One", "Two"]


@pytest.fixture
def editor(qtbot) -> Editor:
    found = Editor(Theme(Choice.LIGHT, motion=False), "⌘E")
    qtbot.addWidget(found)
    found.show_source("")
    found.linking.show_notes(index_of(HARBOR))
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    found.text.setFocus()
    return found


def offered(editor: Editor) -> list[str]:
    linking = editor.linking
    return [row.title for row in linking.model.rows] if linking.isVisible() else []


def test_notes_are_offered_and_the_chosen_one_is_put_in(editor: Editor) -> None:
    title = HARBOR[0].title
    editor.text.insertPlainText("😀 See ")
    QTest.keyClicks(editor.text, "[[")
    assert offered(editor)
    QTest.keyClicks(editor.text, title[:6].lower())
    assert title in offered(editor)
    while editor.linking.model.place(editor.linking.view.currentIndex().row()).title != title:
        QTest.keyClick(editor.text, Qt.Key.Key_Down)
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    assert editor.source == f"😀 See [[{title}]]"
    assert offered(editor) == []


def test_closing_brackets_that_are_there_are_not_doubled(editor: Editor) -> None:
    editor.show_source("[[]] after")
    cursor = editor.text.textCursor()
    cursor.setPosition(2)
    editor.text.setTextCursor(cursor)
    title = editor.linking.model.rows[0].title
    QTest.keyClick(editor.text, Qt.Key.Key_Tab)
    assert editor.source == f"[[{title}]] after"
    assert editor.text.textCursor().position() == len(f"[[{title}]]")


def test_escape_leaves_the_text_and_return_is_a_new_line_again(editor: Editor) -> None:
    QTest.keyClicks(editor.text, "[[")
    QTest.keyClick(editor.text, Qt.Key.Key_Escape)
    assert offered(editor) == []
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    assert editor.source == "[[\n"


def test_a_heading_follows_a_hash(editor: Editor, qtbot) -> None:
    with qtbot.waitSignal(editor.linking.headings_wanted) as told:
        QTest.keyClicks(editor.text, "[[Manifest#")
    assert told.args == ["Manifest"]
    editor.linking.show_headings("Manifest", ["States", "On disk"])
    assert offered(editor) == ["States", "On disk"]
    QTest.keyClicks(editor.text, "disk")
    QTest.keyClick(editor.text, Qt.Key.Key_Return)
    assert editor.source == "[[Manifest#On disk]]"


def test_nothing_that_fits_takes_no_key(editor: Editor) -> None:
    QTest.keyClicks(editor.text, "[[zzzz")
    assert offered(editor) == []
    QTest.keyClick(editor.text, Qt.Key.Key_Tab)
    assert editor.source == "[[zzzz\t"


def test_notes_are_asked_for_when_a_link_begins_and_not_before(editor: Editor) -> None:
    editor.linking.forget_notes()
    told = []
    editor.linking.notes_wanted.connect(lambda: told.append(1))
    QTest.keyClicks(editor.text, "See [")
    assert told == []
    QTest.keyClicks(editor.text, "[Man")
    assert told == [1]
    QTest.keyClicks(editor.text, "i")
    assert told == [1]
    editor.linking.show_notes(index_of(HARBOR[:1]))
    assert HARBOR[0].title not in offered(editor)
    QTest.keyClick(editor.text, Qt.Key.Key_Escape)
    editor.show_source("")
    QTest.keyClicks(editor.text, "[[never")
    assert offered(editor) == [HARBOR[0].title]
