"""The demo's walk: it goes on when a thing was done, can be left, and is nowhere else."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest

from luminair.lanes.scripted import say
from luminair.shell.actions import keys_of
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.window.walk import QUESTION, STEPS, Walk
from luminair.shell.wiring import Suite

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


class Journal(QObject):
    """Stands for the Journal window: what the walk hears of it."""

    edited = Signal()


@pytest.fixture
def journal(qapp) -> Journal:
    return Journal(qapp)


@pytest.fixture
def walk(window, theme, desk, journal) -> Walk:
    for lane in desk.lanes.values():
        lane._script = (say("Yes."),)
    return Walk(theme, window, journal.edited)


def _ask(window, settle) -> None:
    QTest.keyClick(window.board.active.composer.edit, Qt.Key.Key_Return)
    settle()


def test_it_goes_on_as_each_thing_is_done(window, walk, journal, settle) -> None:
    assert (walk.step, walk.strip.place.text) == ("ask", "1 of 6")
    assert "part 7" in walk.strip.text.text()
    walk.strip.help.click()
    pane = window.board.active
    assert pane.composer.text == QUESTION
    assert walk.step == "ask"  # nothing was sent for the person
    _ask(window, settle)
    assert walk.step == "unfold"
    (line,) = window.board.findChildren(JournalLine)
    line.head.setChecked(True)
    assert (walk.step, walk.strip.place.text) == ("why", "3 of 6")
    line.why_wanted.emit()
    assert walk.step == "edit"
    assert walk.strip.text.text().count(keys_of("journal")) == 2  # the way back is said before
    journal.edited.emit()
    assert walk.step == "untick"
    window.open_budget()
    settle()
    window.budget.sheet.tick.click()
    settle()
    window.budget.sheet.dismiss()
    assert walk.step == "send"
    pane.composer.edit.set_text("And now?")
    _ask(window, settle)
    assert walk.step == ""
    assert walk.strip.text.text().startswith("That was the walk")
    assert "hooks install claude" in walk.strip.text.text()
    assert walk.strip.skip.isHidden()
    walk.strip.close_button.click()
    assert walk.strip is None


def test_what_is_done_out_of_turn_does_not_count(walk, journal) -> None:
    journal.edited.emit()
    assert walk.step == "ask"


def test_steps_are_skipped_and_the_walk_is_left(walk, journal) -> None:
    for _ in range(3):
        walk.strip.skip.click()
    assert walk.step == "edit"
    walk.strip.close_button.click()
    assert walk.strip is None
    journal.edited.emit()  # and nothing more is heard of it
    assert walk.step == "edit"


def test_it_has_few_steps_that_can_be_read_in_one_line() -> None:
    assert len(STEPS) <= 6
    assert all(len(step.text) <= 100 for step in STEPS)


@pytest.mark.parametrize("is_demo", [True, False])
def test_only_a_demo_has_it(theme, jobs, desk, failures, window, settle, is_demo) -> None:
    desk.is_demo = is_demo
    suite = Suite(theme, jobs, desk, failures, window)
    settle()
    assert (suite.walk is not None) is is_demo
    for each in suite.windows:
        each.deleteLater()
