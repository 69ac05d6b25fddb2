from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from luminair.lanes.scripted import say
from luminair.messages import Message, Role
from luminair.sessions.layout import read_layout
from luminair.shell.panes.message_view import Answer
from luminair.shell.parts.prose_view import ProseView
from luminair.shell.sidebar.sidebar import WIDTH
from luminair.shell.theme import Choice, Scheme
from luminair.shell.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def _session(desk, title: str, at: str = "2026-09-17T10:42:00.000Z") -> str:
    transcript = desk.library.create(lane="claude", model="sonnet", folder="/code/harbor-uploads")
    transcript.change(title=title, title_set=True)
    transcript.add(Message("m1", Role.USER, title, at, "claude", "sonnet"))
    return transcript.id


def _key(key, held=CONTROL) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, held)


def test_nothing_is_said_of_a_session_that_is_still_being_read(
    qtbot, theme, jobs, desk, failures, settle
) -> None:
    window = MainWindow(theme, jobs, desk, failures)
    qtbot.addWidget(window)
    window.show()
    pane = window.board.active
    assert pane.session is None
    assert not pane.blank.isVisible()
    assert not pane.head.lane.isVisible()
    window.start()
    settle()
    assert pane.blank.isVisible()
    assert pane.head.lane.isVisible()


def test_it_starts_with_one_pane_and_the_caret_in_its_composer(window) -> None:
    assert len(window.board.panes) == 1
    assert QApplication.focusWidget() is window.board.active.composer.edit
    assert window.banners.sentences == ()


def test_nothing_but_the_window_is_ever_shown_as_a_window(window) -> None:
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert shown == [window]


def test_the_journal_button_is_the_rightmost_and_asks_for_this_sessions_note(qtbot, window) -> None:
    for width in (1440, 1000, 900):
        window.resize(width, 700)
        right = window.bar.journal.geometry().right()
        others = [window.bar.new, window.bar.panes, window.bar.project, window.bar.toggle]
        assert all(other.geometry().right() < right for other in others)
        assert window.bar.width() - right < 20
    with qtbot.waitSignal(window.journal_wanted) as told:
        qtbot.mouseClick(window.bar.journal, Qt.MouseButton.LeftButton)
    assert told.args == [window.board.active.session_id, ""]
    with qtbot.waitSignal(window.journal_wanted):
        _key(Qt.Key.Key_B, CONTROL | SHIFT)


def test_one_hairline_stands_between_the_sidebar_and_the_panes(window, theme) -> None:
    window.resize(1200, 700)
    QApplication.processEvents()
    picture = window.grab().toImage()
    ratio = picture.devicePixelRatio()
    at = window.sidebar.width()
    names = ("window", "line", "surface")
    found = [picture.pixelColor(round((at + x) * ratio), round(500 * ratio)) for x in (-1, 0, 1)]
    assert [each.name() for each in found] == [theme.color(name).name() for name in names]


def test_keys_move_between_panes(window, settle) -> None:
    window.set_panes(2)
    settle()
    _key(Qt.Key.Key_2)
    assert window.board.active_index == 1
    assert QApplication.focusWidget() is window.board.active.composer.edit
    _key(Qt.Key.Key_1)
    assert window.board.active_index == 0


def test_a_click_into_a_pane_makes_it_the_active_one(qtbot, window, settle) -> None:
    window.set_panes(2)
    settle()
    second = window.board.panes[1]
    qtbot.mouseClick(second.composer.edit.viewport(), Qt.MouseButton.LeftButton)
    assert window.board.active is second
    assert second.composer.frame.border == "accent"
    assert window.board.panes[0].composer.frame.border == "line2"


def test_new_session_uses_an_untouched_one_again(window, desk, settle) -> None:
    first = window.board.active.session_id
    _key(Qt.Key.Key_N)
    settle()
    second = window.board.active.session_id
    _key(Qt.Key.Key_N)
    settle()
    assert window.board.active.session_id in {first, second}
    assert len(desk.library.listing().sessions) == 2


def test_a_session_opened_twice_is_gone_to(window, desk, settle) -> None:
    identity = _session(desk, "Elsewhere")
    window.sessions.open(identity)
    settle()
    window.set_panes(2)
    settle()
    window.board.activate(1)
    window.sessions.open(identity)
    assert window.board.active_index == 0
    assert [pane.session_id for pane in window.board.panes].count(identity) == 1


def test_closing_panes_keeps_their_sessions_and_the_last_closes_the_window(
    qtbot, window, settle
) -> None:
    window.set_panes(2)
    settle()
    window.close_pane(window.board.active)
    assert len(window.board.panes) == 1
    with qtbot.waitSignal(window.closed):
        window.close_pane(window.board.active)
    settle()


def test_a_pane_is_zoomed_and_all_come_back_evenly(window, settle) -> None:
    window.set_panes(4)
    settle()
    window.go_pane(0)
    window.commands["zoom"].trigger()
    assert [pane.isVisible() for pane in window.board.panes] == [True, False, False, False]
    assert window.commands["zoom"].isChecked()
    window.go_pane(2)
    assert [pane.isVisible() for pane in window.board.panes] == [False, False, True, False]
    window.commands["zoom"].trigger()
    assert all(pane.isVisible() for pane in window.board.panes)
    window.board.set_sizes((100, 700, 300, 900, 900, 300))
    window.commands["even"].trigger()
    widths = {pane.width() for pane in window.board.panes}
    assert max(widths) - min(widths) <= 8  # a handle between two of them
    window.commands["zoom"].trigger()
    window.set_panes(1)
    settle()
    assert window.board.panes[0].isVisible()
    assert not window.board.zoomed


def test_one_message_can_go_to_every_pane(window, desk, settle) -> None:
    window.set_panes(2)
    settle()
    for lane in desk.lanes.values():
        lane._script = (say("Yes."),)
    window.board.panes[0].composer.tools.all_panes.setChecked(True)
    assert not window.board.panes[1].composer.edit.isEnabled()
    window.board.activate(0)
    window.board.active.composer.edit.set_text("Both of you")
    window.board.active.take_focus()
    QTest.keyClick(window.board.active.composer.edit, Qt.Key.Key_Return)
    settle()
    for pane in window.board.panes:
        assert isinstance(pane.transcript.find_widgets()[-1], Answer)


def test_what_is_typed_in_one_pane_changes_the_figure_of_that_pane_alone(
    qtbot, window, settle
) -> None:
    window.set_panes(2)
    settle()
    first, second = window.board.panes
    one, other = first.assembly, second.assembly
    first.composer.edit.set_text("x" * 400)
    qtbot.waitUntil(lambda: first.assembly.total_tokens > one.total_tokens, timeout=2000)
    assert second.assembly.rows == other.rows


def test_the_sidebar_knows_panes_and_replies(qtbot, window, desk, settle) -> None:
    desk.lanes["claude"]._script, desk.lanes["claude"]._pace_s = (say("a b c d"),), 0.05
    window.board.active.composer.edit.set_text("Go")
    window.board.active.take_focus()
    QTest.keyClick(window.board.active.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: any(getattr(row, "replying", False) for row in window.sidebar.model.rows)
    )
    row = next(row for row in window.sidebar.model.rows if getattr(row, "replying", False))
    assert (row.pane, row.active) == (1, True)
    settle()
    assert not any(getattr(row, "replying", False) for row in window.sidebar.model.rows)


def test_below_1100_one_pane_is_shown_and_below_1000_the_sidebar_folds(
    qtbot, window, settle
) -> None:
    window.set_panes(2)
    settle()
    window.board.activate(0)
    assert all(pane.isVisible() for pane in window.board.panes)
    assert window.sidebar.width() == WIDTH
    project = window.bar.project.mapTo(window, QPoint()).x()
    window.resize(1050, 700)
    assert [pane.isVisible() for pane in window.board.panes] == [True, False]
    assert window.sidebar.isVisible()
    window.resize(900, 600)
    assert not window.sidebar.isVisible()
    window.toggle_sidebar()
    assert window.sidebar.isVisible()
    assert window.board.active.width() > 850  # it lies over the pane
    window.sidebar.left.emit()
    assert not window.sidebar.isVisible()
    window.resize(1440, 900)
    assert window.sidebar.isVisible()
    assert all(pane.isVisible() for pane in window.board.panes)
    qtbot.waitUntil(lambda: window.sidebar.width() == WIDTH)
    # The bar above it ends where it ends.
    qtbot.waitUntil(lambda: window.bar.project.mapTo(window, QPoint()).x() == project)


def test_the_smallest_window_clips_nothing(window) -> None:
    window.resize(900, 600)
    assert (window.width(), window.height()) == (900, 600)
    pane = window.board.active
    for part in (
        pane.composer.tools.send,
        pane.composer.tools.cost,
        pane.head.ring,
        window.bar.journal,
    ):
        corner = part.mapTo(window, part.rect().bottomRight())
        assert window.rect().contains(corner)


def test_f6_goes_round_the_regions(window) -> None:
    seen = []
    for _ in range(5):  # search, sessions, Journal, lane, composer: the transcript is empty
        window.regions.go(1)
        seen.append(QApplication.focusWidget())
    assert len(set(seen)) == 5
    window.regions.go(-1)
    assert QApplication.focusWidget() is seen[-2]


def test_the_sheet_takes_the_windows_keys_away(qtbot, window, settle) -> None:
    _key(Qt.Key.Key_B, CONTROL | ALT)
    qtbot.waitUntil(lambda: window.budget.sheet is not None)
    before = window.board.active.session_id
    _key(Qt.Key.Key_N)
    settle()
    assert window.board.active.session_id == before
    window.budget.sheet.dismiss()
    assert window.commands["new"].isEnabled()


def test_looks_and_text_size_are_kept(window, desk, settle) -> None:
    window.set_look(Choice.DARK)
    window.set_text_size(16)
    settle()
    assert window.theme.scheme is Scheme.DARK
    assert desk.settings.text("appearance.theme") == "dark"
    assert desk.settings.number("appearance.text_size") == 16
    assert window.commands["dark"].isChecked()


def test_a_missing_journal_is_said_and_looked_for_again(window, desk, settle) -> None:
    desk.memory.problem = "The Journal's folder is not there: /Volumes/Stick/Journal."
    window.notices.look_at_journal()
    settle()
    assert window.banners.sentences == (desk.memory.problem,)
    desk.memory.problem = ""
    window.notices.look_again()
    settle()
    assert window.banners.sentences == ()


def test_a_binned_session_can_be_put_back(window, desk, settle) -> None:
    identity = _session(desk, "Wrong turn")
    window.sessions.open(identity)
    settle()
    window.sessions.bin(identity)
    settle()
    assert identity not in {session.id for session in desk.library.listing().sessions}
    assert window.banners.sentences == ("“Wrong turn” is in the bin.",)
    window.notices.put_back(identity)
    settle()
    assert window.board.active.session_id == identity


def test_our_own_faults_are_said_in_a_sentence_and_logged(qtbot, window, failures) -> None:
    failures.show(KeyError("x"))
    qtbot.waitUntil(lambda: bool(window.banners.sentences))
    assert "KeyError" in window.banners.sentences[0]
    assert "KeyError" in failures.logged[0]


def test_everything_is_put_back_after_a_restart(
    qtbot, theme, jobs, desk, failures, window, settle
) -> None:
    first, second = _session(desk, "Left"), _session(desk, "Right")
    window.set_panes(2)
    settle()
    window.board.panes[0].open_session(first)
    window.board.panes[1].open_session(second)
    settle()
    window.board.activate(1)
    window.board.panes[1].composer.edit.set_text("half a message")
    window.side.set_width(300)
    window.close()
    settle()
    kept = read_layout(desk.home.root)
    assert (kept.panes, kept.active) == ((first, second), 1)

    again = MainWindow(theme, jobs, desk, failures)
    qtbot.addWidget(again)
    again.show()
    again.start()
    settle()
    assert [pane.session_id for pane in again.board.panes] == [first, second]
    assert again.board.active_index == 1
    assert again.board.panes[1].composer.text == "half a message"


def test_a_layout_that_names_gone_sessions_still_opens(
    qtbot, theme, jobs, desk, failures, settle
) -> None:
    (desk.home.root / "window.json").write_text('{"panes": ["gone", "../../x"], "active": 7}')
    window = MainWindow(theme, jobs, desk, failures)
    qtbot.addWidget(window)
    window.show()
    window.start()
    settle()
    assert len(window.board.panes) == 2
    assert all(pane.session is not None for pane in window.board.panes)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_live_theme_change_leaves_nothing_behind(window, desk, settle, choice) -> None:
    window.sessions.open(_session(desk, "Colours"))
    settle()
    window.theme.set_choice(Choice.DARK if choice == "light" else Choice.LIGHT)
    window.theme.set_choice(Choice(choice))
    image = window.grab().toImage()
    ground = image.pixelColor(image.width() - 30, 120).name().upper()
    assert ground == window.theme.tokens["surface"]


def test_a_live_theme_change_after_a_sheet_was_closed_reaches_every_word(
    qtbot, window, desk, settle
) -> None:
    """PySide gives up its hold of every document in the window when a sheet's window goes."""
    desk.lanes["claude"]._script = (say("A word in `code`.\n\n- one\n- two"),)
    window.board.active.composer.edit.set_text("Go")
    QTest.keyClick(window.board.active.composer.edit, Qt.Key.Key_Return)
    settle()
    window.open_budget()
    qtbot.waitUntil(lambda: window.budget.sheet is not None)
    sheet = window.budget.sheet
    sheet.dismiss()
    qtbot.waitUntil(lambda: not isValid(sheet))
    window.theme.set_choice(Choice.DARK)
    words = window.board.active.transcript.find_widgets()[-1].findChildren(ProseView)[0]
    colour = words.document().begin().begin().fragment().charFormat().foreground().color()
    assert colour.name().upper() == window.theme.tokens["text"]
