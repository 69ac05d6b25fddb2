from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from luminair.sessions.commands import COMMANDS, Run
from luminair.shell.keys import label
from luminair.shell.panes.composer import Composer

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def composer(qtbot, theme) -> Composer:
    found = Composer(theme)
    qtbot.addWidget(found)
    found.resize(560, 200)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    found.take_focus()
    return found


@pytest.fixture
def sent(composer) -> list[str]:
    told: list[str] = []
    composer.send_wanted.connect(told.append)
    return told


def _type(composer: Composer, text: str) -> None:
    QTest.keyClicks(composer.edit, text)


def _key(composer: Composer, key: Qt.Key, held=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(composer.edit, key, held)


def _method(composer: Composer, preedit: str = "", commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.edit, event)


def _return(composer: Composer) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r")
        QApplication.sendEvent(composer.edit, event)


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
def test_return_sends(composer, sent, held) -> None:
    _type(composer, "Hello there")
    _key(composer, Qt.Key.Key_Return, held)
    assert sent == ["Hello there"]
    assert composer.text == "Hello there"  # it is emptied only once the message is on disk


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier]
)
def test_shift_or_option_return_breaks_the_line(composer, sent, held) -> None:
    _type(composer, "a")
    _key(composer, Qt.Key.Key_Return, held)
    _type(composer, "b")
    assert composer.text == "a\nb"
    assert sent == []


def test_the_key_of_the_number_pad_sends_too(composer, sent) -> None:
    _type(composer, "x")
    _key(composer, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert sent == ["x"]


def test_command_option_return_sends_to_all(qtbot, composer, sent) -> None:
    _type(composer, "x")
    mods = Qt.KeyboardModifier
    with qtbot.waitSignal(composer.send_all_wanted) as told:
        _key(composer, Qt.Key.Key_Return, mods.ControlModifier | mods.AltModifier)
    assert told.args == ["x"]
    assert sent == []


def test_space_alone_is_nothing_to_send(composer, sent) -> None:
    _type(composer, "  ")
    _key(composer, Qt.Key.Key_Return)
    assert sent == []
    assert not composer.tools.send.isEnabled()


def test_return_while_composing_belongs_to_the_input_method(composer, sent) -> None:
    _method(composer, preedit="にほん")
    _return(composer)
    assert sent == []
    assert composer.text == ""
    _method(composer, commit="日本")
    assert composer.text == "日本"


def test_a_return_in_the_turn_of_the_commit_does_not_send(composer, sent) -> None:
    _method(composer, preedit="にほん")
    _method(composer, commit="日本")
    _return(composer)
    assert sent == []
    assert composer.text == "日本"


def test_a_return_after_the_commit_sends(qtbot, composer, sent) -> None:
    _method(composer, preedit="にほん")
    _method(composer, commit="日本")
    qtbot.waitUntil(lambda: not composer.edit.composing)
    _return(composer)
    assert sent == ["日本"]


def test_a_half_composed_word_is_no_change_to_keep(qtbot, composer) -> None:
    with qtbot.assertNotEmitted(composer.edit.typed):
        _method(composer, preedit="n")
    with qtbot.waitSignal(composer.edit.typed):
        _method(composer, commit="の")


def test_an_abandoned_composition_leaves_return_free(composer, sent) -> None:
    _type(composer, "x")
    _method(composer, preedit="n")
    _method(composer)
    _return(composer)
    assert sent == ["x"]


def test_it_grows_from_one_line_to_ten_and_then_scrolls(composer) -> None:
    one = composer.edit.height()
    composer.edit.set_text("\n".join("abcde"))
    five = composer.edit.height()
    composer.edit.set_text("\n".join("abcdefghij"))
    ten = composer.edit.height()
    composer.edit.set_text("\n".join("x" * 40))
    assert one < five < ten == composer.edit.height()


def test_pasting_brings_plain_text_only(composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b> &amp; big")
    data.setText("bold & big")
    composer.edit.insertFromMimeData(data)
    assert composer.text == "bold & big"
    QGuiApplication.clipboard().clear()


def test_the_draft_is_due_within_a_second_of_the_last_key(qtbot, composer) -> None:
    _type(composer, "abc")
    with qtbot.waitSignal(composer.draft_due, timeout=1000):
        pass


def test_a_change_that_waits_is_flushed(qtbot, composer) -> None:
    _type(composer, "abc")
    with qtbot.waitSignal(composer.draft_due, timeout=50):
        composer.flush_draft()


def test_the_cost_is_asked_for_300_ms_after_the_last_key(qtbot, composer) -> None:
    with qtbot.assertNotEmitted(composer.settled, wait=150):
        _type(composer, "abc")
    with qtbot.waitSignal(composer.settled, timeout=1000):
        pass


def test_send_becomes_stop_in_the_same_place(qtbot, composer) -> None:
    _type(composer, "x")
    place = composer.tools.send.geometry()
    composer.set_streaming(True)
    assert composer.tools.send.accessibleName() == "Stop reply"
    with qtbot.waitSignal(composer.stop_wanted):
        qtbot.mouseClick(composer.tools.send, Qt.MouseButton.LeftButton)
    assert composer.tools.send.size() == place.size()
    composer.set_streaming(True, stopping=True)
    assert not composer.tools.send.isEnabled()


def test_while_a_reply_comes_return_queues_and_the_button_stops(qtbot, composer, sent) -> None:
    composer.set_streaming(True)
    assert composer.tools.hint.text == f"{label('Ctrl+.')} stop"
    _type(composer, "next")
    assert composer.tools.hint.text == "↩ queue"
    _key(composer, Qt.Key.Key_Return)
    assert sent == ["next"]
    with qtbot.waitSignal(composer.stop_wanted):
        qtbot.mouseClick(composer.tools.send, Qt.MouseButton.LeftButton)
    assert sent == ["next"]


def test_with_all_panes_on_one_composer_leads(composer) -> None:
    composer.set_panes(2, all_on=True, leader=False)
    others = (composer.edit, composer.tools.attach, composer.tools.slash)
    assert not any(each.isEnabled() for each in others)
    composer.set_panes(2, all_on=True, leader=True)
    assert all(each.isEnabled() for each in others)
    assert composer.tools.send.accessibleName() == "Send to 2 panes"
    composer.set_panes(1, all_on=False, leader=True)
    assert not composer.tools.all_panes.isVisible()


# The slash menu.


@pytest.mark.usefixtures("qtbot")
def test_two_slashes_open_the_menu_and_the_composer_keeps_the_focus(composer) -> None:
    _type(composer, "//")
    assert composer.menu.isVisible()
    assert composer.edit.hasFocus()
    names = [composer.menu.model.command(row).name for row in composer.menu.model.rows()]
    assert names == [command.name for command in COMMANDS]


def test_the_menu_stands_8_px_above_the_composer_and_is_as_wide(composer) -> None:
    composer.edit.set_text("//")
    menu, frame = composer.menu, composer.frame
    top = frame.mapToGlobal(frame.rect().topLeft()).y()
    assert menu.geometry().bottom() + 1 + 8 == top
    assert menu.width() == frame.width()


def test_each_letter_filters_from_any_part_of_a_name(composer) -> None:
    _type(composer, "//end")
    rows = composer.menu.model.rows()
    assert [composer.menu.model.command(row).name for row in rows] == ["deadend"]


def test_arrows_choose_and_return_runs(qtbot, composer) -> None:
    _type(composer, "//")
    last = composer.menu.model.command(composer.menu.model.rows()[-1])
    _key(composer, Qt.Key.Key_Up)
    assert composer.menu.current == last
    _key(composer, Qt.Key.Key_Down)
    assert composer.menu.current.name == "context"
    with qtbot.waitSignal(composer.command_wanted) as told:
        _key(composer, Qt.Key.Key_Return)
    assert told.args[0].command.name == "context"
    assert composer.text == ""
    assert not composer.menu.isVisible()


def test_tab_completes_and_escape_closes(composer) -> None:
    _type(composer, "//rem")
    _key(composer, Qt.Key.Key_Tab)
    assert composer.text == "//remember "
    assert not composer.menu.isVisible()
    composer.edit.set_text("//")
    _key(composer, Qt.Key.Key_Escape)
    assert not composer.menu.isVisible()
    assert composer.text == "//"


def test_a_command_that_needs_words_asks_for_them(qtbot, composer) -> None:
    _type(composer, "//remember")
    with qtbot.assertNotEmitted(composer.command_wanted):
        _key(composer, Qt.Key.Key_Return)
    assert composer.text == "//remember "


@pytest.mark.usefixtures("qtbot")
def test_an_unknown_command_sends_nothing_and_says_so(composer, sent) -> None:
    _type(composer, "//foo")
    model = composer.menu.model
    assert model.rows() == []
    assert model.index(0).data() == "There is no //foo. // lists the commands."
    _key(composer, Qt.Key.Key_Return)
    _key(composer, Qt.Key.Key_Escape)
    _key(composer, Qt.Key.Key_Return)
    assert sent == []
    assert composer.text == "//foo"


@pytest.mark.usefixtures("qtbot")
def test_what_is_said_of_a_mistyped_command_goes_with_the_next_letter(composer, sent) -> None:
    _type(composer, "//contxt")
    said = "There is no //contxt. Did you mean //context?"
    assert composer.menu.model.index(0).data() == said
    _key(composer, Qt.Key.Key_Escape)
    _key(composer, Qt.Key.Key_Return)
    assert (composer.notice.text, sent) == (said, [])
    _type(composer, "x")
    assert composer.notice.text == ""
    composer.say("Saved as notes.md.")  # of something else, so it stays
    _type(composer, "y")
    assert composer.notice.text == "Saved as notes.md."


def test_words_after_a_command_go_with_it(qtbot, composer) -> None:
    _type(composer, "//remember the order")
    assert not composer.menu.isVisible()
    with qtbot.waitSignal(composer.command_wanted) as told:
        _key(composer, Qt.Key.Key_Return)
    assert isinstance(told.args[0], Run)
    assert told.args[0].argument == "the order"


def test_two_slashes_inside_a_message_are_text(composer, sent) -> None:
    _type(composer, "see http://x")
    assert not composer.menu.isVisible()
    composer.edit.set_text("// a comment")
    assert not composer.menu.isVisible()
    _key(composer, Qt.Key.Key_Return)
    assert sent == ["// a comment"]


def test_the_slash_button_begins_a_command(qtbot, composer) -> None:
    qtbot.mouseClick(composer.tools.slash, Qt.MouseButton.LeftButton)
    assert composer.text == "//"
    assert composer.menu.isVisible()


def test_the_slash_model_is_a_sound_model(qtmodeltester, composer) -> None:
    composer.menu.model.set_typed("//")
    qtmodeltester.check(composer.menu.model)
    composer.menu.model.set_typed("//zzz")
    qtmodeltester.check(composer.menu.model)


def test_lines_are_as_far_apart_as_in_the_transcript(composer) -> None:
    one = composer.edit.height()
    composer.edit.set_text("one\ntwo\nthree")
    assert composer.edit.height() - one == 2 * 22
    assert one == 22


def test_the_caret_has_the_colour_of_the_accent(composer) -> None:
    _type(composer, "Hello")
    edit = composer.edit
    at = edit.caret().center().toPoint()
    accent = edit._theme.color("accent")
    assert edit.viewport().grab().toImage().pixelColor(at) == accent
    QTest.keyClick(edit, Qt.Key.Key_Home)
    assert edit.viewport().grab().toImage().pixelColor(at) != accent
    composer.tools.cost.setFocus()
    at = edit.caret().center().toPoint()
    assert edit.viewport().grab().toImage().pixelColor(at) != accent
