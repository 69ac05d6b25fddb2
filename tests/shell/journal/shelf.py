"""A vault of five notes on a temp disk, and the desk that has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal import Receipts
from luminair.shell.parts.button import Button
from tests.shell.desk import PlainDesk

if TYPE_CHECKING:
    from luminair.journal import Journal
    from luminair.shell.journal import JournalWindow

RETRY = "Notes/Retry eight times.md"
THREE = "Notes/Retry three times.md"
EIGHT = """---
id: 20260902T1420-e8e8
kind: rule
scope: session
session: claude:one
title: "Retry eight times"
created: "2026-09-02T14:20:42.345Z"
updated: "2026-09-17T08:02:33.010Z"
---

Eight tries. See [[Manifest]] and [the list](List.md).

## Said again

> "Say eight."
>
> Mobile · 8 Sep
"""
WINS = """---
id: 20260902T1421-aaaa
kind: rule
scope: global
title: "Retry three times"
created: "2026-09-02T14:21:42.345Z"
updated: "2026-09-17T08:02:33.010Z"
overrides: 20260902T1420-e8e8
---

Three tries.
"""


class VaultDesk(PlainDesk):
    """The tests' desk, with a real Journal."""

    vault_journal: Journal

    @property
    def journal(self) -> Journal:
        return self.vault_journal

    @journal.setter
    def journal(self, _value: object) -> None:
        """The one in memory is not wanted here."""

    def receipts(self) -> Receipts:
        return Receipts(self.home.root / "receipts")

    def undo(self, operation: str) -> str:
        return self.vault_journal.undo(operation).what


def press(found: JournalWindow, text: str) -> None:
    """Clicks the button with this text."""
    next(each for each in found.findChildren(Button) if each.text() == text).click()


def choose(button: Button, text: str) -> None:
    """Takes an entry of a button's menu."""
    assert button._menu is not None
    menu = button._menu()
    action = next(each for each in menu.actions() if each.text() == text)
    action.trigger()
    menu.deleteLater()
