"""Installing the command line tool from the menu: shown first, done on a yes."""

from __future__ import annotations

import pytest

from luminair.shell.help import CommandTool


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def tool(window, theme, jobs, desk, person, said) -> CommandTool:
    found = CommandTool(theme, jobs, desk, window, [person / ".local" / "bin"])
    found.said.connect(said.append)
    return found


def test_it_is_shown_then_installed_then_removed(tool, desk, person, settle, said) -> None:
    link = person / ".local" / "bin" / "luminair-journal"
    tool.ask(installs=True)
    settle()
    assert "~/.local/bin/luminair-journal" in tool.sheet.lines.toPlainText()
    assert tool.sheet.hint.text().endswith(":")
    assert "PATH" in tool.sheet.typed.toPlainText()  # alone on its line, to be copied
    assert not link.is_symlink()  # nothing before the yes
    tool.sheet.yes.click()
    settle()
    assert link.readlink() == desk.home.bin / "luminair-journal"
    assert said[-1].startswith("Installed: ~/.local/bin/luminair-journal.")
    tool.ask(installs=True)
    settle()
    assert tool.sheet is None
    assert said[-1].startswith("The command line tool is there")
    tool.ask(installs=False)
    settle()
    tool.sheet.yes.click()
    settle()
    assert not link.is_symlink()
    assert said[-1] == "Removed: ~/.local/bin/luminair-journal."


def test_no_and_refusals_change_nothing(tool, person, settle, said) -> None:
    folder = person / ".local" / "bin"
    tool.ask(installs=True)
    settle()
    tool.sheet.cancel.click()
    settle()
    assert not folder.exists()
    assert said == []
    tool.ask(installs=False)
    settle()
    assert said[-1].startswith("There is no command line tool of this Luminair")
    folder.mkdir(parents=True)
    (folder / "luminair-journal").write_bytes(b"mine")
    tool.ask(installs=True)
    settle()
    assert tool.sheet is None
    assert "is not Luminair's, so it stays" in said[-1]
    assert (folder / "luminair-journal").read_bytes() == b"mine"


def test_a_look_round_installs_nothing(tool, desk, settle, said) -> None:
    desk.is_demo = True
    tool.ask(installs=True)
    settle()
    assert tool.sheet is None
    assert said[-1].startswith("This is a look round")


def test_the_menu_asks_for_it(qtbot, window) -> None:
    for name, installs in (("install_tool", True), ("remove_tool", False)):
        with qtbot.waitSignal(window.tool_wanted) as asked:
            window.commands[name].trigger()
        assert asked.args == [installs]
