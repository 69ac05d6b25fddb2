from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidgetAction

from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.shell.panes.lane_menu import MOST_SHOWN, fill_lanes
from luminair.shell.parts.button import Button
from luminair.shell.parts.fields import SearchField
from tests.shell.desk import CLAUDE, OLLAMA

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support raise", "This plugin does not support grabbing", extend=True
)

MANY = LaneInfo(
    "openrouter",
    "OpenRouter",
    LaneKind.API,
    tuple(Model(f"maker/model-{n}", f"Model {n}") for n in range(120)),
    True,
    "Key in the Keychain.",
)
SOME = replace(MANY, id="gemini", title="Gemini & co", models=MANY.models[:8])
OFF = replace(OLLAMA, ready=False, state="Ollama did not answer at 127.0.0.1:11434.")


@pytest.fixture
def chosen() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def fill(qtbot, theme, chosen):
    """A menu of some lanes."""
    held: list[QMenu] = []

    def make(*infos: LaneInfo, now: tuple[str, str] = ("", "")) -> QMenu:
        menu = QMenu()
        qtbot.addWidget(menu)
        held.append(menu)
        fill_lanes(theme, menu, infos, now, lambda lane, model: chosen.append((lane, model)))
        return menu

    return make


def _words(menu: QMenu) -> list[str]:
    return [
        action.text()
        for action in menu.actions()
        if action.isVisible() and not action.isSeparator() and not isinstance(action, QWidgetAction)
    ]


def _under(menu: QMenu, title: str) -> QMenu:
    return next(action.menu() for action in menu.actions() if action.text() == title)


def test_a_few_models_stand_in_the_menu_itself(fill, chosen) -> None:
    menu = fill(CLAUDE, now=("claude", "opus"))
    assert _words(menu) == ["Claude CLI · sonnet", "Claude CLI · opus"]
    assert [action.isChecked() for action in menu.actions()] == [False, True]
    menu.actions()[0].trigger()
    assert chosen == [("claude", "sonnet")]


def test_many_models_have_a_menu_of_their_own(fill, chosen) -> None:
    menu = fill(CLAUDE, SOME)
    assert _words(menu)[-1] == "Gemini && co"
    under = _under(menu, "Gemini && co")
    assert _words(under) == [f"Model {n}" for n in range(8)]
    assert not [action for action in under.actions() if isinstance(action, QWidgetAction)]
    under.actions()[3].trigger()
    assert chosen == [("gemini", "maker/model-3")]


def test_the_title_of_that_menu_says_what_is_chosen(fill) -> None:
    menu = fill(SOME, now=("gemini", "maker/model-2"))
    assert _words(menu) == ["Gemini && co · Model 2"]


def test_a_lane_that_cannot_answer_says_why_and_cannot_be_chosen(fill) -> None:
    menu = fill(OFF)
    (action,) = menu.actions()
    assert action.text() == "Ollama did not answer at 127.0.0.1:11434."
    assert not action.isEnabled()
    assert _words(fill(replace(OFF, state="No model."))) == ["Ollama: No model."]


def test_a_model_that_the_lane_does_not_list_stays_in_sight(fill) -> None:
    menu = fill(CLAUDE, now=("claude", "haiku-9"))
    assert _words(menu)[0] == "Claude CLI · haiku-9"
    assert menu.actions()[0].isChecked()


@pytest.fixture
def searched(fill):
    """The menu of the lane with many models, and its search."""
    under = _under(fill(MANY), "OpenRouter")
    action = next(each for each in under.actions() if isinstance(each, QWidgetAction))
    return under, action.defaultWidget().findChild(SearchField)


def test_very_many_models_can_be_searched(searched, chosen) -> None:
    under, field = searched
    assert len(_words(under)) == MOST_SHOWN + 1
    assert _words(under)[-1] == "and 104 more; type to find them"
    field.edit.setText("model 11")
    assert _words(under) == ["Model 11", *(f"Model {n}" for n in range(110, 120))]
    field.edit.setText("MAKER 119")
    assert _words(under) == ["Model 119"]
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert chosen == [("openrouter", "maker/model-119")]


def test_of_very_many_models_the_chosen_one_comes_first(fill) -> None:
    title = "OpenRouter · Model 77"
    under = _under(fill(MANY, now=("openrouter", "maker/model-77")), title)
    assert _words(under)[:2] == ["Model 77", "Model 0"]


def test_a_search_without_hits_chooses_nothing(searched, chosen) -> None:
    under, field = searched
    field.edit.setText("nothing of that name")
    assert _words(under) == ["No model has these words"]
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert chosen == []


def test_down_goes_from_the_search_to_the_first_hit(searched) -> None:
    under, field = searched
    field.edit.setText("model 42")
    QTest.keyClick(field.edit, Qt.Key.Key_Down)
    assert under.activeAction().text() == "Model 42"


# While it is open.


@pytest.fixture
def menu(qtbot, pane):
    """The lane menu of a pane, open."""
    pane.head.lane.show_menu()
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    found = QApplication.activePopupWidget()
    yield found
    found.close()


def test_opening_it_asks_every_lane(menu, desk, settle) -> None:
    settle()
    assert sorted(desk.looked_at) == ["claude", "journal-only", "ollama"]
    assert _words(menu)[:2] == ["Claude CLI · sonnet", "Claude CLI · opus"]


def test_it_opens_without_waiting_and_shows_what_comes_home(qtbot, pane, desk, settle) -> None:
    gate = asyncio.Event()
    look = desk.look_at

    async def slow(lane: str) -> LaneInfo:
        await gate.wait()
        if lane == "ollama":
            desk.lanes["ollama"].change(OFF)
        return await look(lane)

    desk.look_at = slow
    pane.head.lane.show_menu()
    menu = QApplication.activePopupWidget()
    assert "Ollama · qwen2.5-coder" in _words(menu)
    pane.head.lanes._jobs._loop.call_soon_threadsafe(gate.set)
    qtbot.waitUntil(lambda: any("did not answer" in words for words in _words(menu)))
    menu.close()
    settle()


def test_the_entry_under_the_pointer_stays_under_it(qtbot, menu, desk, pane, settle) -> None:
    settle()
    wanted = next(action for action in menu.actions() if "opus" in action.text())
    menu.setActiveAction(wanted)
    desk.lanes["ollama"].change(OFF)
    pane.head.lanes.look()
    qtbot.waitUntil(lambda: any("did not answer" in words for words in _words(menu)))
    assert "opus" in menu.activeAction().text()
    settle()


def test_look_again_asks_again_and_leaves_the_menu_open(qtbot, menu, desk, settle) -> None:
    settle()
    action = next(each for each in menu.actions() if isinstance(each, QWidgetAction))
    button = action.defaultWidget().findChild(Button)
    assert button.text() == "Look again"
    desk.looked_at.clear()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert menu.isVisible()
    settle()
    assert sorted(desk.looked_at) == ["claude", "journal-only", "ollama"]


def test_a_menu_that_is_closed_meanwhile_is_left_alone(qtbot, pane, desk, settle) -> None:
    gate = asyncio.Event()
    look = desk.look_at

    async def slow(lane: str) -> LaneInfo:
        await gate.wait()
        desk.lanes["ollama"].change(OFF)
        return await look(lane)

    desk.look_at = slow
    pane.head.lane.show_menu()
    QApplication.activePopupWidget().close()
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
    pane.head.lanes._jobs._loop.call_soon_threadsafe(gate.set)
    settle()


def test_choosing_closes_the_menu_and_changes_the_session(menu, pane, settle) -> None:
    settle()
    next(action for action in menu.actions() if "opus" in action.text()).trigger()
    settle()
    assert pane.session.model == "opus"
