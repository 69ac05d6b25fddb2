"""Settings, Integrations: what stands there is true, and nothing is written unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.agents.integrations import Integrations, Thing, Trial
from luminair.shell.parts.switch import Switch
from luminair.shell.preferences import SettingsWindow
from luminair.shell.preferences.fields import TextField

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

HOOK, TOOLS = (Thing.HOOK, "claude"), (Thing.TOOLS, "codex")


@pytest.fixture
def agents(person: Path) -> dict[tuple[Thing, str], Path]:
    """Claude Code and Codex were used here."""
    files = {HOOK: person / ".claude" / "settings.json", TOOLS: person / ".codex" / "config.toml"}
    for file, text in zip(files.values(), ('{\n  "a": 1\n}\n', 'model = "x"\n'), strict=True):
        file.parent.mkdir()
        file.write_text(text)
    return files


@pytest.fixture
def window(qtbot, theme, jobs, desk, failures, settle, monkeypatch, request) -> SettingsWindow:
    request.getfixturevalue("agents")
    monkeypatch.setenv("PATH", "/nowhere")
    found = SettingsWindow(theme, jobs, desk, failures)
    qtbot.addWidget(found)
    with qtbot.waitActive(found):
        found.open("Integrations")
    settle()
    return found


def shown(row) -> set[str]:
    """The buttons of a row."""
    return {each.text() for each in row._buttons if each.isVisible()}


def test_each_row_tells_how_it_stands(window) -> None:
    rows = window.integrations.rows
    assert len(rows) == 6
    assert rows[HOOK].state.text() == "Not installed"
    assert shown(rows[HOOK]) == {"Install…"}
    gemini = rows[Thing.HOOK, "gemini"]
    assert gemini.state.text() == "Not found"
    assert gemini.said.text() == "Install it, then look again."
    assert shown(gemini) == {"Look again"}


@pytest.mark.parametrize("key", [HOOK, TOOLS])
def test_the_change_is_shown_and_written_only_after_a_yes(window, settle, agents, key) -> None:
    page, file = window.integrations, agents[key]
    before = file.read_bytes()
    page.rows[key].install.click()
    settle()
    sheet = page.sheet
    assert sheet is not None
    text = "".join(run.text for run in sheet.lines.runs)
    assert "+" in text
    assert "luminair-journal" in text
    assert file.read_bytes() == before
    sheet.cancel.click()
    settle()
    assert page.sheet is None
    assert file.read_bytes() == before
    page.rows[key].install.click()
    settle()
    page.sheet.write.click()
    settle()
    assert b"luminair-journal" in file.read_bytes()
    assert page.rows[key].state.text() == "Installed"
    assert shown(page.rows[key]) == {"Try", "Remove…"}
    page.rows[key].remove.click()
    settle()
    page.sheet.write.click()
    settle()
    assert file.read_bytes() == before
    assert page.rows[key].state.text() == "Not installed"


def test_a_file_that_changes_under_the_sheet_is_left_alone(window, settle, agents) -> None:
    page = window.integrations
    page.rows[HOOK].install.click()
    settle()
    agents[HOOK].write_text('{"b": 2}\n')
    page.sheet.write.click()
    settle()
    assert agents[HOOK].read_text() == '{"b": 2}\n'
    assert window.banners.isVisible()
    assert page.rows[HOOK].state.text() == "Not installed"


def test_settings_that_cannot_be_read_are_named(window, settle, agents) -> None:
    agents[TOOLS].write_text("model = \n")
    window.integrations.look()
    settle()
    row = window.integrations.rows[TOOLS]
    assert row.state.text() == "Its settings cannot be read"
    assert "is not valid TOML" in row.said.text()
    assert shown(row) == {"Look again"}
    agents[TOOLS].write_text("")
    row.again.click()
    settle()
    assert row.state.text() == "Not installed"


@pytest.mark.parametrize(
    ("trial", "role"),
    [(Trial(True, "6 tools, ready in 0.1 s."), "text2"), (Trial(False, "It is slow."), "danger")],
)
def test_a_trial_says_what_came_of_it(window, settle, monkeypatch, trial, role) -> None:
    page = window.integrations
    monkeypatch.setattr(Integrations, "try_out", lambda *_: trial)
    page.rows[TOOLS].install.click()
    settle()
    page.sheet.write.click()
    settle()
    page.rows[TOOLS].attempt.click()
    assert page.rows[TOOLS].state.text() == "Trying…"
    assert not page.rows[TOOLS].attempt.isEnabled()
    settle()
    assert page.rows[TOOLS].said.text() == trial.said
    assert page.rows[TOOLS].said._role == role
    assert page.rows[TOOLS].attempt.isEnabled()


def test_what_the_hook_does_is_set_here(window, desk, settle) -> None:
    switches = {each.accessibleName(): each for each in window.findChildren(Switch)}
    for name, title in (
        ("hook.print_mode", "Answer agents that a script runs"),
        ("hook.subagents", "Tell helpers the rules"),
    ):
        assert desk.settings.on(name)
        switches[title].click()
        settle()
        assert not desk.settings.on(name)
    fields = {each.edit.accessibleName(): each for each in window.findChildren(TextField)}
    field = fields["Silent in these project folders"]
    field.edit.setText("/a:/b")
    field.edit.editingFinished.emit()
    settle()
    assert desk.settings.text("hook.off_in") == "/a:/b"


def test_the_command_for_other_programs_can_be_copied(window, desk, qapp) -> None:
    from luminair.shell.parts.code import CopyButton

    (button,) = window.integrations.command.findChildren(CopyButton)
    button.click()
    assert qapp.clipboard().text() == f"{desk.home.bin / 'luminair-journal'} mcp"
