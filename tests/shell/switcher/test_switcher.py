"""⌘K: what fits, in order; keys; and that each choice leads where it says."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from luminair.journal import Journal, Setup, init_vault
from luminair.shell.actions import COMMANDS
from luminair.shell.parts.places import Group, Heading, Index, Place
from luminair.shell.switcher import Switcher


def place(group: Group, title: str, under: str = "") -> Place:
    return Place(group, f"{group}:{title}", title, under)


PLACES = (
    place(Group.SESSIONS, "Resume drops part 7", "harbor-uploads · sonnet"),
    place(Group.SESSIONS, "Flake hunt on CI", "harbor-uploads · qwen"),
    place(Group.NOTES, "How the resume test works", "Notes/harbor-uploads"),
    place(Group.NOTES, "Résumé of the week", "Notes"),
    place(Group.COMMANDS, "Retry Last Message", "Session menu"),
)


def titles(typed: str) -> list[str]:
    return [row.title for row in Index(PLACES).rows(typed)]


def test_nothing_typed_shows_the_newest_and_no_commands() -> None:
    assert titles("") == [
        "Sessions",
        "Resume drops part 7",
        "Flake hunt on CI",
        "Notes",
        "How the resume test works",
        "Résumé of the week",
    ]


def test_the_beginning_of_a_title_comes_before_its_middle() -> None:
    rows = Index([place(Group.NOTES, "Presume"), place(Group.NOTES, "The resume"), PLACES[0]])
    found = [row.title for row in rows.rows("RESUME") if isinstance(row, Place)]
    assert found == ["Resume drops part 7", "The resume", "Presume"]


def test_every_word_must_stand_somewhere() -> None:
    assert titles("flake harbor") == ["Sessions", "Flake hunt on CI"]
    assert titles("flake paris") == ["Nothing is called “flake paris”"]


def test_notes_found_by_their_text_follow_and_none_is_there_twice() -> None:
    found = [PLACES[2], place(Group.NOTES, "Words we use")]
    shown = [row.title for row in Index(PLACES).rows("resume test", found)]
    assert shown == ["Notes", "How the resume test works", "Words we use"]


@pytest.fixture
def journal(desk, vault, person):
    """A real vault of two notes behind the desk."""
    init_vault(vault, ride="all")
    numbers = count(1)
    found = Journal(
        Setup(root=vault, index=None, home=str(person), now=desk.now, draw=numbers.__next__)
    )
    found.add(title="Why uploads stall", body="The lock is held by the idle worker.\n")
    found.add(title="Words we use", body="A part is eight megabytes.\n")
    desk.journal = found
    yield found
    found.close()


@pytest.fixture
def switcher(theme, jobs, desk, window, journal) -> Switcher:
    assert journal.root
    return Switcher(theme, jobs, desk, window, COMMANDS, window.commands)


@pytest.fixture
def panel(switcher, settle):
    switcher.open()
    settle()
    return switcher.panel


def shown(panel) -> list[str]:
    return [row.title for row in panel.model.rows if not isinstance(row, Heading)]


def test_a_session_is_gone_to_by_its_title(panel, switcher, desk, qtbot, settle) -> None:
    transcript = desk.library.create(lane="claude", model="sonnet")
    desk.library.rename(transcript.id, "Part sizes")
    panel.dismiss()
    switcher.open()
    settle()
    again = switcher.panel
    QTest.keyClicks(again.field.edit, "part si")
    assert again.current.target == transcript.id
    with qtbot.waitSignal(switcher.session_wanted) as told:
        QTest.keyClick(again.field.edit, Qt.Key.Key_Return)
    assert told.args == [transcript.id, False]
    assert switcher.panel is None
    settle()


def test_command_return_shows_it_beside(panel, switcher, qtbot, settle) -> None:
    with qtbot.waitSignal(switcher.session_wanted) as told:
        QTest.keyClick(panel.field.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told.args[1] is True
    settle()


def test_a_note_is_found_by_its_title_and_by_its_text(panel, switcher, qtbot, settle) -> None:
    QTest.keyClicks(panel.field.edit, "uploads st")
    settle()
    assert shown(panel) == ["Why uploads stall"]
    panel.field.edit.setText("megabytes")
    settle()
    assert shown(panel) == ["Words we use"]
    with qtbot.waitSignal(switcher.note_wanted) as told:
        QTest.keyClick(panel.field.edit, Qt.Key.Key_Return)
    assert told.args == ["Notes/Words we use.md"]
    settle()


def test_a_command_is_run(panel, window, settle) -> None:
    QTest.keyClicks(panel.field.edit, "larger text")
    settle()
    before = window.theme.text_size
    QTest.keyClick(panel.field.edit, Qt.Key.Key_Return)
    settle()
    assert window.theme.text_size == before + 1


def test_what_cannot_be_done_now_is_not_offered(panel, settle) -> None:
    QTest.keyClicks(panel.field.edit, "stop reply")
    settle()
    assert shown(panel) == []


def test_arrows_go_round_and_escape_gives_the_focus_back(panel, window, settle) -> None:
    first = panel.current
    QTest.keyClick(panel.field.edit, Qt.Key.Key_Up)
    assert panel.current != first or len(shown(panel)) == 1
    QTest.keyClick(panel.field.edit, Qt.Key.Key_Down)
    assert panel.current == first
    QTest.keyClick(panel.field.edit, Qt.Key.Key_Escape)
    settle()
    assert window.board.active.composer.edit.hasFocus()


def test_a_second_call_closes_it_and_a_sheet_is_left_alone(switcher, window, settle) -> None:
    switcher.open()
    settle()
    switcher.open()
    assert switcher.panel is None
    settle()
    window.open_budget()
    settle()
    switcher.open()
    assert switcher.panel is None
    window.budget.sheet.dismiss()


def test_the_model_keeps_the_rules(panel, settle) -> None:
    QAbstractItemModelTester(
        panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal, panel
    )
    for words in ("a", "ar", "new", "xyzzy", ""):
        panel.field.edit.setText(words)
        settle()
