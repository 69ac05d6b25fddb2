"""The page that stands in the window while the Journal's folder is not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.errors import VaultUnreadable
from luminair.shell.journal.missing import MissingPage, words_of
from luminair.shell.parts.button import Button
from luminair.shell.parts.text import Label
from luminair.vaults import JournalState, Standing
from tests.shell.journal.shelf import RETRY, press

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.shell.journal import JournalWindow
    from tests.shell.journal.shelf import VaultDesk


def said(page: MissingPage) -> str:
    assert page.page is not None
    return " ".join(each.text() for each in page.page.findChildren(Label) if each.isVisible())


@pytest.fixture
def gone(
    room: JournalWindow, journal_desk: VaultDesk, shelf_vault: Path, settle: Callable[[], None]
) -> JournalWindow:
    journal_desk.memory.problem = "The Journal is away."  # which makes its state GONE
    shelf_vault.rename(shelf_vault.with_name(f"{shelf_vault.name} away"))
    room.showing.refresh()
    settle()
    return room


def test_one_page_says_that_it_is_not_there(gone: JournalWindow) -> None:
    assert gone.ground.missing
    assert "Your Journal folder is not there" in said(gone.ground)
    assert "Sessions still work. No notes ride until it is back." in said(gone.ground)
    assert gone.banners.sentences == ()


def test_it_goes_when_the_folder_is_back(
    gone: JournalWindow,
    journal_desk: VaultDesk,
    shelf_vault: Path,
    settle: Callable[[], None],
) -> None:
    press(gone, "Look again")
    settle()
    assert gone.ground.missing
    shelf_vault.with_name(f"{shelf_vault.name} away").rename(shelf_vault)
    journal_desk.memory.problem = ""
    press(gone, "Look again")
    settle()
    assert not gone.ground.missing
    assert RETRY in {row.key for row in gone.notes.model.rows}
    assert gone.page.opened is not None


def test_another_folder_can_be_chosen(gone: JournalWindow, qtbot) -> None:
    with qtbot.waitSignal(gone.choose_wanted):
        press(gone, "Choose folder…")


def test_a_vault_that_fails_though_it_is_there_is_not_asked_for_ever(
    room: JournalWindow,
    journal_desk: VaultDesk,
    settle: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def refresh() -> None:
        asked.append(1)
        raise VaultUnreadable("The disk says no.")

    monkeypatch.setattr(journal_desk.journal, "refresh", refresh)
    room.showing.refresh()
    settle()
    assert "The disk says no." in said(room.ground)
    # Once, once more in case it was a moment's fault, and a watcher may have had one of its own.
    often = len(asked)
    assert 2 <= often <= 3
    settle()
    assert len(asked) == often


@pytest.mark.parametrize("standing", list(Standing)[1:])
def test_what_it_says_is_true_of_what_the_app_does(standing: Standing) -> None:
    person = Path("/home/someone")
    state = JournalState(standing, "Why.", person / "Documents/Luminair Journal", "settings")
    _, first, second = words_of(state, person)
    waits = standing in {Standing.NOT_A_FOLDER, Standing.UNREADABLE}
    assert ("Messages wait" in second) is waits
    assert "/home" not in first
    if standing is not Standing.UNREADABLE:
        assert "Documents / Luminair Journal" in first


def test_a_vault_named_from_outside_cannot_be_chosen_here(
    gone: JournalWindow, journal_desk: VaultDesk
) -> None:
    place = journal_desk.home.root / "Journal"
    gone.ground._say(JournalState(Standing.GONE, "Why.", place, "--vault"))
    page = gone.ground.page
    assert page is not None
    assert [each.text() for each in page.findChildren(Button)] == ["Look again"]
