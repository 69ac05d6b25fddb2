"""Health over a vault with one of each thing that can be wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QWidget

from luminair.journal import Problem
from luminair.shell.journal.health import (
    ExamRun,
    Group,
    Health,
    Mend,
    Stopped,
    Trouble,
    grouped,
    look_over,
)
from luminair.shell.journal.health_sheet import ExamBox, HealthSheet
from luminair.shell.parts.button import Button
from luminair.shell.parts.states import EmptyState
from tests.shell.journal.shelf import EIGHT, RETRY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.journal import JournalWindow
    from luminair.shell.theme import Theme
    from tests.shell.journal.shelf import VaultDesk

NOTE = '---\nid: 20260901T1000-{id}\ntitle: "{title}"\n---\n\n{body}\n'
LONG = "The manifest holds one line for each part, and is written before any part is sent out."


@pytest.fixture
def ill(shelf_vault: Path) -> Path:
    """Makes the vault ill."""
    for path, text in {
        "Notes/Twin a.md": "The same words in both, which is too much of them.\n",
        "Notes/Twin b.md": "The same words in both, which is too much of them.\n",
        "Notes/Dead.md": NOTE.format(id="aa01", title="Dead", body="See [[Gone away]]."),
        "Notes/Key.md": "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n",
        "Notes/Later.md": '---\nupdated: "2199-01-01T00:00:00.000Z"\n---\nLater.\n',
        "Notes/Retry eight times (Ana's conflicted copy 2026-09-20).md": EIGHT + "More.\n",
    }.items():
        (shelf_vault / path).write_text(text, encoding="utf-8")
    return shelf_vault


def open_sheet(room: JournalWindow, settle: Callable[[], None]) -> HealthSheet:
    room.commands["health"].trigger()
    settle()
    found = room.bench.healing.sheet
    assert found is not None
    return found


def test_each_kind_has_its_place_and_its_button(ill: Path, journal_desk: VaultDesk) -> None:
    assert ill.is_dir()
    journal_desk.journal.refresh()
    found = {group.title: group for group in look_over(journal_desk).groups}
    mends = {title: {each.mend for each in group.troubles} for title, group in found.items()}
    assert mends["Cannot be read"] == {Mend.OPEN}
    assert mends["Exact copies"] == {Mend.ARCHIVE}
    assert mends["Sync conflict copies"] == {Mend.COMPARE}
    assert found["Sync conflict copies"].troubles[0].other == RETRY
    assert mends["Links that lead nowhere"] == {Mend.OPEN}
    assert mends["Secrets"] == {Mend.OPEN}
    assert mends["Dates in the future"] == {Mend.OPEN}
    future = found["Dates in the future"].troubles[0].sentence
    assert future == "Is from the future (1 Jan 2199). Set its date right."
    assert "Other" not in found
    sentence = found["Exact copies"].troubles[0].sentence
    assert sentence == "An exact copy of Notes/Twin a.md. Archive one of the two."


def test_what_stands_in_no_note_leads_to_its_folder() -> None:
    groups = grouped([Problem(".luminair/vectors.json", "is torn", "Embed.")], {}, set())
    assert [(group.title, group.troubles[0].mend) for group in groups] == [
        ("Index and settings", Mend.FOLDER)
    ]


def test_a_copy_is_archived_and_brought_back_from_the_sheet(
    ill: Path, room: JournalWindow, settle: Callable[[], None]
) -> None:
    sheet = open_sheet(room, settle)
    row = next(row for row in sheet.rows if row.trouble.mend is Mend.ARCHIVE)
    row.button.click()
    settle()
    assert not (ill / "Notes/Twin b.md").exists()
    assert row.button.text() == "Undo"
    row.button.click()
    settle()
    assert (ill / "Notes/Twin b.md").exists()
    assert row.button.text() == "Archive this one"
    sheet.dismiss()
    assert room.bench.healing.sheet is None


def test_a_note_is_opened_and_a_conflict_compared(
    ill: Path, room: JournalWindow, settle: Callable[[], None]
) -> None:
    assert ill.is_dir()
    sheet = open_sheet(room, settle)
    next(row for row in sheet.rows if row.trouble.path == "Notes/Dead.md").button.click()
    settle()
    assert room.showing.path == "Notes/Dead.md"
    assert room.bench.healing.sheet is None
    sheet = open_sheet(room, settle)
    next(row for row in sheet.rows if row.trouble.mend is Mend.COMPARE).button.click()
    settle()
    compared = room.bench.history.sheet
    assert compared is not None
    assert ("+", "More.") in [(row.sign, row.text) for row in compared.view.rows.rows]
    compared.dismiss()


def test_a_well_vault_says_that_nothing_is_wrong(
    shelf_vault: Path, room: JournalWindow, settle: Callable[[], None]
) -> None:
    for path in ("Broken.md", "Notes/Bytes.md", "Notes/Retry three times.md", RETRY):
        (shelf_vault / path).unlink()
    room.showing.refresh()
    settle()
    sheet = open_sheet(room, settle)
    assert [each.title.text() for each in sheet.findChildren(EmptyState)] == ["Nothing is wrong"]
    sheet.dismiss()


def test_the_exam_gives_three_numbers(room: JournalWindow, settle: Callable[[], None]) -> None:
    sheet = open_sheet(room, settle)
    sheet.exam.button.click()
    assert sheet.exam.button.text() == "Cancel"
    settle()
    texts = [number.text() for number in sheet.exam.numbers]
    assert texts[0].endswith("%")
    assert texts[1] == "–"
    assert sheet.exam.line.text().startswith("1 phrasing was asked")
    assert sheet.exam.button.text() == "Ask again"
    sheet.dismiss()


def test_cancel_stops_the_exam_and_the_box_says_so(theme: Theme, qtbot: QtBot) -> None:
    box = ExamBox(theme)
    qtbot.addWidget(box)
    run = ExamRun()
    box.begin(run)
    run.tell(12, 40)
    qtbot.waitUntil(lambda: box.line.text() == "Asked 12 of 40 phrasings…", timeout=2000)
    box.button.click()
    assert run.stop.is_set()
    with pytest.raises(Stopped):
        run.tell(13, 40)
    box.end("Stopped; nothing was changed.")
    assert box.button.text() == "Ask"


def test_many_problems_of_a_kind_come_in_steps(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    sheet = HealthSheet(theme, window)
    troubles = tuple(
        Trouble(f"Notes/{n}.md", str(n), "Links to “x”.", Mend.OPEN) for n in range(45)
    )
    sheet.show_health(Health((Group("Links that lead nowhere", "ph.link", "warn", troubles),), 45))
    assert len(sheet.rows) == 20
    more = next(each for each in sheet.findChildren(Button) if each.text().startswith("Show 20"))
    more.click()
    more.click()
    assert [row.trouble.title for row in sheet.rows] == [str(n) for n in range(45)]
    assert more.isHidden()


def test_the_exam_can_be_stopped(journal_desk: VaultDesk) -> None:
    run = ExamRun()
    run.stop.set()
    with pytest.raises(Stopped):
        run.hold(journal_desk.journal)
    assert run.of == 1
