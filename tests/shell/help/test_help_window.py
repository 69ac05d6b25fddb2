"""The Help window: found by typing, gone through by key, in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from luminair.shell.help import HelpWindow
from luminair.shell.theme import Choice
from luminair.shell.topics import Group, topics

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def shown(qtbot, theme, jobs, settle) -> HelpWindow:
    window = HelpWindow(theme, jobs)
    with qtbot.waitActive(window):
        window.open()
    settle()
    return window


def test_it_shows_all_of_it_under_headings(shown) -> None:
    titles = [shown.model.index(row, 0).data() for row in range(shown.model.rowCount())]
    assert [title for title in titles if title in set(Group)] == [group.value for group in Group]
    assert len(shown.model.numbers()) == len(topics())
    assert shown.page.heading.text() == "Journal"
    assert "a folder of Markdown files" in shown.page.sentence.text()


def test_typing_narrows_and_the_arrows_choose_while_the_field_has_the_focus(qtbot, shown) -> None:
    qtbot.keyClicks(shown.field.edit, "dead")
    first = shown.current.title
    assert first == "Dead end"
    assert shown.field.aside.endswith(" found")
    qtbot.keyClick(shown.field.edit, Qt.Key.Key_Down)
    assert shown.current.title != first
    assert shown.page.heading.text() == shown.current.title
    qtbot.keyClick(shown.field.edit, Qt.Key.Key_Up)
    assert shown.current.title == first
    assert shown.field.edit.hasFocus()
    qtbot.keyClick(shown.field.edit, Qt.Key.Key_Return)
    assert shown.page.hasFocus()


def test_esc_clears_the_field_then_closes(qtbot, shown) -> None:
    qtbot.keyClicks(shown.field.edit, "pin")
    qtbot.keyClick(shown.field.edit, Qt.Key.Key_Escape)
    assert (shown.field.text, shown.isVisible()) == ("", True)
    qtbot.keyClick(shown.field.edit, Qt.Key.Key_Escape)
    assert not shown.isVisible()


def test_what_nothing_is_called_is_said(shown) -> None:
    shown.open("xylophone")
    assert shown.model.rowCount() == 0
    assert shown.page.sentence.text() == "There is no help on “xylophone”; try another word."
    shown.open("")
    assert shown.page.heading.text() == "Journal"


def test_it_follows_the_theme(shown, theme) -> None:
    light = shown.grab().toImage().pixelColor(shown.width() - 8, 8)
    theme.set_choice(Choice.DARK)
    dark = shown.grab().toImage().pixelColor(shown.width() - 8, 8)
    assert light == theme_color(Choice.LIGHT)
    assert dark == theme_color(Choice.DARK)


def theme_color(choice: Choice):
    from PySide6.QtGui import QColor

    from luminair.shell.theme import DARK, LIGHT

    return QColor((LIGHT if choice is Choice.LIGHT else DARK)["surface"])


def test_the_composer_opens_it_on_a_word(qtbot, window) -> None:
    pane = window.board.active
    with qtbot.waitSignal(window.help_wanted) as asked:
        pane.composer.edit.set_text("//help digest")
        qtbot.keyClick(pane.composer.edit, Qt.Key.Key_Return)
    assert asked.args == ["digest"]
    with qtbot.waitSignal(window.help_wanted) as asked:
        window.commands["help"].trigger()
    assert asked.args == [""]
