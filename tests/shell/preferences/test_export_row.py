"""Settings, Journal: everything out as plain files, off the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QFileDialog

from luminair.config.paths import default_vault
from luminair.messages import Message, Role
from luminair.shell.preferences import SettingsWindow

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.shell.preferences.export_row import ExportRow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
AT = "2026-09-17T10:58:00.000Z"


@pytest.fixture
def window(qtbot, theme, jobs, desk, failures, settle) -> SettingsWindow:
    found = SettingsWindow(theme, jobs, desk, failures)
    qtbot.addWidget(found)
    with qtbot.waitActive(found):
        found.open("Journal")
    settle()
    return found


@pytest.fixture
def row(window) -> ExportRow:
    return window.journal.everything


def test_notes_and_sessions_are_copied_and_shown(
    qtbot, window, row, desk, settle, tmp_path
) -> None:
    desk.make_journal(default_vault())
    (default_vault() / "a.md").write_text("# A\n")
    desk.library.create().add(Message("m1", Role.USER, "Why?", AT))
    target = tmp_path / "out"
    row.writes_to(str(target))
    assert not row.export.isEnabled()
    settle()
    assert (target / "Journal" / "a.md").read_text() == "# A\n"
    assert len(list((target / "Sessions").glob("*.md"))) == 1
    assert row.row.hint.text() == "1 file and 1 session are in “out”."
    with qtbot.waitSignal(window.journal.link) as told:
        row.show_it.click()
    assert told.args == [QUrl.fromLocalFile(str(target))]


def test_without_a_journal_the_sessions_alone_come(row, desk, settle, tmp_path) -> None:
    desk.library.create().add(Message("m1", Role.USER, "Why?", AT))
    row.writes_to(str(tmp_path / "out"))
    settle()
    assert row.row.hint.text() == "0 files and 1 session are in “out”."


def test_a_folder_that_is_full_is_said_and_left(qtbot, window, row, settle, tmp_path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with qtbot.waitSignal(window.journal.failed) as told:
        row.writes_to(str(tmp_path))
    settle()
    assert "There is something at" in told.args[0]
    assert row.export.isEnabled()
    assert not row.show_it.isVisible()


def test_what_was_left_out_is_said(row, desk, settle, tmp_path: Path) -> None:
    desk.make_journal(default_vault())
    (default_vault() / "link.md").symlink_to(tmp_path / "x")
    row.writes_to(str(tmp_path / "out"))
    settle()
    assert row.row.hint.text().endswith("Left out: link.md (it is a link).")


def test_the_button_asks_where(window, row, settle) -> None:
    row.export.click()
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert dialog.windowTitle() == "Export into a new folder"
    dialog.reject()
    settle()
