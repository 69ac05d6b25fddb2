"""A pane in each of its states: every control has a name and a role, and can be hit."""

from __future__ import annotations

import pytest

from luminair.lanes.lane import Began, Failed, Question, Text, WayOn
from luminair.lanes.scripted import Wait, say
from tests.windows.accessible import check, check_targets, walk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

ASKS = Question("q1", "Bash", "Claude wants to run: rm -rf build", "rm -rf build && make")


def _named(window) -> set[str]:
    return {each.name for each in walk(window)}


def test_while_the_model_asks_and_messages_wait(qtbot, window, pane, says, send, settle) -> None:
    says((Began(), Text("Well"), ASKS, Wait(60)), say("Two."))
    send("first")
    qtbot.waitUntil(lambda: pane.transcript.question is not None)
    send("second")
    qtbot.waitUntil(pane.composer.queue.isVisible)
    check(window, 30)
    check_targets(window)
    assert {"Deny Bash", "Go to the question", "Stop reply"} <= _named(window)
    pane.talk.stop()
    settle()
    check(window, 30)
    check_targets(window)


def test_after_a_failure_with_files_and_in_the_middle_of_an_edit(
    window, pane, says, send, settle, tmp_path
) -> None:
    says((Began(), Failed("Too many requests. Your message is kept.", WayOn.RETRY, 60.0)))
    send("Go")
    settle()
    (tmp_path / "run.log").write_text("12 passed\n")
    pane.files.add([tmp_path / "run.log"])
    pane.composer.edit.set_text("//help me")
    pane.composer.say("Something to know.")
    settle()
    check(window, 30)
    check_targets(window)
    assert "Remove run.log" in _named(window)


def test_four_panes_one_of_which_is_zoomed(window, settle) -> None:
    window.resize(1600, 1000)
    window.set_panes(4)
    settle()
    check(window, 60)
    check_targets(window)
    window.commands["zoom"].trigger()
    check(window, 25)
    check_targets(window)
    assert "Choose pane, now 4 of 4" in _named(window)
