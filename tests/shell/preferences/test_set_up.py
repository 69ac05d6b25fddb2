from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from luminair.config.paths import default_vault
from luminair.errors import WriteFailed
from luminair.machine import keychain
from luminair.shell.preferences import SetUp
from luminair.shell.preferences.journal_choice import HAVE, NEW
from luminair.shell.preferences.ride_question import ALL, NONE, TICKED
from luminair.shell.preferences.set_up_panel import LEAST
from luminair.shell.theme import Choice

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def behind(qtbot, theme) -> QWidget:  # noqa: ARG001 the panel is drawn with it
    found = QWidget()
    qtbot.addWidget(found)
    found.resize(1440, 900)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    return found


@pytest.fixture
def set_up(theme, jobs, desk, behind) -> SetUp:
    return SetUp(theme, jobs, desk, behind)


@pytest.fixture
def panel(set_up, settle):
    set_up.look()
    settle()
    assert set_up.panel is not None
    return set_up.panel


def _all(folder) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


# --- The first run ---------------------------------------------------------------------------


def test_the_panel_is_as_high_as_its_choices_and_no_higher(qtbot, panel) -> None:
    foot = panel.go.mapTo(panel.panel, QPoint(0, 0)).y()
    end = panel.lanes.mapTo(panel.panel, QPoint(0, panel.lanes.height())).y()
    assert foot - end < 120
    before = panel.panel.height()
    panel.lanes._group.hide()
    qtbot.waitUntil(lambda: panel.panel.height() < before)
    assert panel.panel.height() >= LEAST


def test_the_first_start_asks_and_writes_nothing(panel, person, home) -> None:
    assert panel.journal.new.radio.isChecked()
    assert panel.journal.new.line.text() == "Documents / Luminair Journal · It will be made."
    assert panel.go.isEnabled()
    assert _all(person) == []
    assert _all(home) == []


@pytest.mark.usefixtures("panel")
def test_return_makes_the_journal_and_it_works_at_once(qtbot, set_up, desk, settle) -> None:
    with qtbot.waitSignals([set_up.closed, set_up.made]):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    settle()
    assert set_up.panel is None
    assert default_vault().is_dir()
    assert desk.journal_state().sentence == ""
    desk.vaults.journal.add(title="First")
    assert desk.settings.is_default("vault")
    assert desk.settings.is_default("lanes.new.lane")


@pytest.mark.usefixtures("panel")
def test_not_now_leaves_everything_as_it_is(qtbot, set_up, person, settle) -> None:
    with qtbot.waitSignal(set_up.closed):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    settle()
    assert _all(person) == []
    set_up.open()
    settle()
    assert set_up.panel is not None


def test_a_journal_that_is_there_needs_no_panel(set_up, desk, settle) -> None:
    desk.make_journal(default_vault())
    set_up.look()
    settle()
    assert set_up.panel is None


def test_a_folder_of_notes_is_counted_before_anything_is_asked(panel, obsidian, settle) -> None:
    before = _all(obsidian)
    panel.journal.take(HAVE, obsidian)
    assert not panel.go.isEnabled()  # nothing is known of it yet
    settle()
    assert (
        panel.journal.have.line.text() == "Obsidian · 5 notes · 80 bytes · Markdown files you own"
    )
    assert panel.journal.question.isVisible()
    assert panel.journal.question._title.text() == "May your own 5 notes ride in prompts?"
    assert _all(obsidian) == before


@pytest.mark.parametrize(
    ("answer", "ticks", "ride"),
    [
        (TICKED, [], "none"),
        (TICKED, ["Work", "Diary"], ("Diary", "Work")),
        (ALL, [], "all"),
        (NONE, [], "none"),
    ],
)
def test_the_owner_says_which_notes_may_ride(
    qtbot, set_up, panel, desk, obsidian, settle, answer, ticks, ride
) -> None:
    panel.journal.take(HAVE, obsidian)
    settle()
    question = panel.journal.question
    question.answers.button(answer).click()
    for folder in ticks:
        question.tick(folder)
    with qtbot.waitSignal(set_up.made):
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    settle()
    assert desk.vault == obsidian
    assert desk.look_into(obsidian).ride == ride
    riding = {each.note.path for each in desk.vaults.journal.listing() if each.note.rides}
    wanted = {
        "none": set(),
        "all": {"Work/a.md", "Work/deep/b.md", "Diary/c.md", "loose.md"},
        ("Diary", "Work"): {"Work/a.md", "Work/deep/b.md", "Diary/c.md"},
    }[ride]
    assert riding == wanted


def test_ticks_stay_while_the_owner_looks_at_the_other_choice(panel, obsidian, settle) -> None:
    panel.journal.take(HAVE, obsidian)
    settle()
    panel.journal.question.tick("Work")
    panel.journal.choose(NEW)
    assert not panel.journal.question.isVisible()
    assert panel.journal.ride is None
    panel.journal.choose(HAVE)
    assert panel.journal.ride == ("Work",)


def test_no_tick_says_that_none_will_ride(panel, obsidian, settle) -> None:
    panel.journal.take(HAVE, obsidian)
    settle()
    question = panel.journal.question
    assert question.nothing.isVisible()
    assert question.nothing.text() == (
        "No folder is ticked, so none of them will ride. You can change that in Settings, Journal."
    )
    question.tick("Work")
    assert not question.nothing.isVisible()
    question.tick("Work")
    assert question.nothing.isVisible()
    question.answers.button(ALL).click()
    assert not question.nothing.isVisible()


def test_templates_never_ride_and_say_so(panel, obsidian, settle) -> None:
    panel.journal.take(HAVE, obsidian)
    settle()
    box = panel.journal.question._list._boxes["Templates"]
    assert not box.isEnabled()
    assert "never rides" in box.text()


def test_a_folder_that_is_no_place_for_notes_is_refused(panel, person, settle) -> None:
    panel.journal.take(HAVE, person)
    settle()
    assert "more than notes" in panel.journal.have.line.text()
    assert not panel.go.isEnabled()
    panel.journal.choose(NEW)
    assert panel.go.isEnabled()


def test_the_last_folder_that_was_chosen_counts(panel, obsidian, person, settle) -> None:
    (person / "Other").mkdir()
    panel.journal.take(HAVE, obsidian)
    panel.journal.take(HAVE, person / "Other")
    settle()
    assert panel.journal.facts.place == person / "Other"
    assert not panel.journal.question.isVisible()


def test_a_disk_that_refuses_is_said_and_can_be_tried_again(
    qtbot, set_up, panel, desk, settle
) -> None:
    made, fault = desk.make_journal, WriteFailed("The disk is full; make room and try again.")

    def refuse(*_):
        raise fault

    desk.make_journal = refuse
    panel.go.click()
    settle()
    assert panel.fault.text() == str(fault)
    assert panel.go.isEnabled()
    desk.make_journal = made
    with qtbot.waitSignal(set_up.made):
        panel.go.click()
    settle()


def test_two_presses_make_one_journal(qtbot, set_up, panel, desk, settle) -> None:
    made, calls = desk.make_journal, []

    def count(place, ride=None):
        calls.append(place)
        return made(place, ride)

    desk.make_journal = count
    with qtbot.waitSignal(set_up.made):
        panel.go.click()
        QTest.keyClick(panel, Qt.Key.Key_Return)
    settle()
    assert len(calls) == 1


# --- The first lane --------------------------------------------------------------------------


def test_a_lane_that_is_ready_is_chosen_already(panel) -> None:
    options = panel.lanes._options
    assert options["claude"].radio.isChecked()
    assert panel.lanes.lane == ""  # the first that is ready will do
    assert options["ollama"].isHidden()
    assert panel.lanes.missing.text() == "Not found here: Ollama. Settings says why."
    assert options["journal-only"].radio.isEnabled()
    assert options["anthropic"].isHidden()
    assert panel.lanes._key.line.text() == (
        f"Anthropic API, Gemini API, another server. Kept in your {keychain()}."
    )


@pytest.fixture
def log_in(desk) -> Callable[[], None]:
    """Claude Code is installed, and nobody is logged in until this is called."""
    lane = desk.lanes["claude"]
    said = "Claude Code 2.1.197 is installed but not logged in; run 'claude' in a terminal."
    known = replace(lane.info, title="Claude Code", ready=False, here=True, state=said)
    lane._info = known
    ready = replace(known, ready=True, state="Claude Code 2.1.197 is ready.")
    return lambda: desk.answers.update(claude=ready)


def test_a_lane_that_is_here_and_not_logged_in_stays_with_its_state(
    log_in, panel, desk, settle
) -> None:
    option = panel.lanes._options["claude"]
    assert not option.isHidden()
    assert not option.radio.isEnabled()
    assert option.line.text() == (
        "2.1.197 is installed but not logged in; run 'claude' in a terminal."
    )
    assert panel.lanes._found["claude"][1].text == "Not ready"
    assert panel.lanes.missing.text() == "Not found here: Ollama. Settings says why."
    desk.looked.clear()
    log_in()
    QApplication.sendEvent(panel.lanes, QEvent(QEvent.Type.ActivationChange))  # back from there
    settle()
    assert desk.looked == ["claude"]
    assert option.radio.isChecked()
    assert panel.lanes._found["claude"][1].text == "Found"


@pytest.mark.usefixtures("panel")
def test_setting_up_asks_what_runs_here_and_sends_nothing_out(desk) -> None:
    assert sorted(desk.looked) == ["claude", "ollama"]
    assert desk.keys.asked == []


def test_another_first_lane_is_kept(qtbot, set_up, panel, desk, settle) -> None:
    panel.lanes._options["journal-only"].radio.click()
    with qtbot.waitSignal(set_up.made):
        panel.go.click()
    settle()
    assert desk.settings.text("lanes.new.lane") == "journal-only"


def test_a_key_that_was_added_meanwhile_shows(qtbot, set_up, panel, desk, settle) -> None:
    with qtbot.waitSignal(set_up.key_wanted):
        next(
            each
            for each in panel.lanes._key.findChildren(QWidget)
            if each.accessibleName() == "Add key…"
        ).click()
    known = desk.lanes["anthropic"]
    known._info = replace(known.info, ready=True, state="Key works.")
    set_up.look_at_lanes()
    settle()
    assert not panel.lanes._options["anthropic"].isHidden()
    assert panel.lanes._options["anthropic"].radio.isEnabled()
    assert "Anthropic" not in panel.lanes._key.line.text()


# --- Choosing another ------------------------------------------------------------------------


def test_a_journal_that_is_gone_is_not_made_by_itself(set_up, desk, settle) -> None:
    desk.make_journal(default_vault())
    default_vault().rename(default_vault().with_name("Away"))
    set_up.look()
    settle()
    assert set_up.panel is None
    set_up.open()
    settle()
    panel = set_up.panel
    assert panel.lanes is None
    assert panel.journal.have.radio.isChecked()
    assert not panel.go.isEnabled()
    QTest.keyClick(panel, Qt.Key.Key_Return)
    settle()
    assert not default_vault().exists()
    assert "was here and is gone" in panel.journal.new.line.text()


def test_the_moved_folder_can_be_named_and_keeps_its_answer(
    qtbot, set_up, desk, obsidian, settle
) -> None:
    desk.make_journal(obsidian, ("Work",))
    moved = obsidian.with_name("Moved")
    obsidian.rename(moved)
    set_up.open()
    settle()
    set_up.panel.journal.take(HAVE, moved)
    settle()
    assert not set_up.panel.journal.question.isVisible()
    assert "those in Work may ride" in set_up.panel.journal.have.line.text()
    with qtbot.waitSignal(set_up.made):
        set_up.panel.go.click()
    settle()
    assert desk.vault == moved
    assert desk.look_into(moved).ride == ("Work",)


# --- Looks -----------------------------------------------------------------------------------


def test_tab_stays_in_the_panel_and_reaches_every_control(panel, obsidian, settle) -> None:
    panel.journal.take(HAVE, obsidian)
    settle()
    seen = set()
    for _ in range(40):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert panel.isAncestorOf(focus)
        seen.add(focus)
    assert {panel.go, panel.later, panel.journal.pick, panel.journal.change} <= seen
    assert panel.journal.question._list._boxes["Work"] in seen


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
@pytest.mark.parametrize("size", [(1440, 900), (900, 600)])
def test_the_button_is_always_in_sight(
    panel, behind, theme, obsidian, settle, choice, size
) -> None:
    theme.set_choice(choice)
    behind.resize(*size)
    panel.journal.take(HAVE, obsidian)
    settle()
    for button in (panel.go, panel.later):
        corners = (button.rect().topLeft(), button.rect().bottomRight())
        assert all(behind.rect().contains(button.mapTo(behind, corner)) for corner in corners)
    assert not behind.grab().isNull()
