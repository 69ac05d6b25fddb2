"""The Journal window over a real vault on a temp disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import open_journal
from luminair.shell.journal import JournalWindow
from tests.shell.journal.shelf import EIGHT, RETRY, THREE, WINS, VaultDesk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.failures import Failures
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


@pytest.fixture
def shelf_vault(vault: Path) -> Path:
    for path, text in {
        RETRY: EIGHT,
        THREE: WINS,
        "Notes/uploads/Manifest.md": "# Manifest\n\nOne line per part.\n",
        "Notes/List.md": "The list of proxies.\n",
        "Broken.md": "---\ntitle: x\n",
    }.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")
    (vault / "Notes/Bytes.md").write_bytes(b"caf\xe9 \x80\x81")
    return vault


@pytest.fixture
def journal_desk(home: Path, shelf_vault: Path) -> VaultDesk:
    found = VaultDesk(home)
    found.vault_journal = open_journal(home=str(home), vault=str(shelf_vault))
    return found


@pytest.fixture
def room(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    failures: Failures,
    journal_desk: VaultDesk,
    settle: Callable[[], None],
) -> JournalWindow:
    found = JournalWindow(theme, jobs, journal_desk, failures)
    with qtbot.waitActive(found):
        found.open_note(RETRY)
    settle()
    return found
