"""A provider's key: typed once, kept in the keychain, and never shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.machine import keychain
from luminair.shell.failures import sentence
from luminair.shell.parts.announce import announce
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.text import Label
from luminair.shell.preferences.fields import TextField
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.config.keys import KeyState
    from luminair.config.providers import Provider
    from luminair.shell.desk import Keys
    from luminair.shell.jobs import Jobs


def key_words(state: KeyState | None, provider: Provider) -> str:
    """Where a key is, in a few words; None means that nobody has said so yet."""
    if state is None:
        return ""
    tail = f" (…{state.tail})" if state.tail else ""
    match state.source:
        case "keychain":
            return f"Key in {keychain()}{tail}"
        case "environment":
            return f"Key from {state.variable or 'the environment'}{tail}"
        case "memory":
            return f"Key in memory until you quit{tail}"
        case _:
            return "No key" if provider.needs_key else "No key needed"


class KeyRow(QWidget):
    """The field for a key, with Save and Forget.

    Args:
        theme: colours and fonts.
        jobs: the keychain is asked there; it may ask the owner first.
        keys: keep the keys.
        provider: whose key.

    Signals:
        stated: a ``KeyState``: what is known of the key now.
        changed: a key was saved or forgotten.
        link: the page where a key is made.
    """

    stated = Signal(object)
    changed = Signal()
    link = Signal(QUrl)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        keys: Keys,
        provider: Provider,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._keys, self._provider = jobs, keys, provider
        self._busy = False
        self._state: KeyState | None = None
        what = f"Key for {provider.title}"
        self.field = TextField(theme, what, "Paste a key", secret=True)
        self.save = Button(theme, "Save", fill=Fill.BORDERED, name=f"Save key for {provider.title}")
        self.forget = Button(theme, "Forget", name=f"Forget key for {provider.title}")
        self.said = Label(theme, "", Style.SMALL, "warn", wraps=True)
        self.said.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(Label(theme, "Key", Style.BODY), 1)
        for each in (self.forget, self.field, self.save):
            line.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self.said)
        if provider.page:
            page = Button(theme, f"Get a key from {provider.title}", fill=Fill.LINK)
            page.set_name(f"Get a key from {provider.title}", provider.page)
            page.clicked.connect(lambda: self.link.emit(QUrl(provider.page)))
            column.addWidget(page, 0, Qt.AlignmentFlag.AlignRight)
        self.field.typed.connect(self._show)
        self.field.settled.connect(self._save)
        self.save.clicked.connect(self._save)
        self.forget.clicked.connect(self._forget)
        self._show()

    def look(self) -> None:
        """Asks where the key is now."""
        keys, provider = self._keys, self._provider.id
        self._run(lambda: keys.state(provider), changes=False)

    def clear(self) -> None:
        """Takes away what was typed and not saved."""
        self.field.edit.clear()

    def _save(self) -> None:
        key, keys, provider = self.field.text, self._keys, self._provider.id
        if key and not self._busy:
            self._run(lambda: keys.save(provider, key), changes=True)

    def _forget(self) -> None:
        keys, provider = self._keys, self._provider.id
        self._run(lambda: keys.forget(provider), changes=True)

    def _run(self, work: Callable[[], KeyState], *, changes: bool) -> None:
        if self._busy:
            return
        self._busy = True
        self._show()

        def done(state: KeyState) -> None:
            self._busy = False
            self._state = state
            if changes:
                self.clear()
            self._say(state.said, "warn")
            self.stated.emit(state)
            if changes:
                announce(self, key_words(state, self._provider))
                self.changed.emit()

        def failed(error: Exception) -> None:
            self._busy = False
            self._say(sentence(error), "danger")

        self._jobs.run(work, done=done, failed=failed, owner=self)

    def _say(self, said: str, role: str) -> None:
        self.said.setText(said)
        self.said.set_role(role)
        self.said.setVisible(bool(said))
        self._show()

    def _show(self) -> None:
        own = self._state is not None and self._state.source in {"keychain", "memory"}
        self.save.setEnabled(bool(self.field.text) and not self._busy)
        self.save.set_face("Saving…" if self._busy and self.field.text else "Save")
        self.forget.setVisible(own)
        self.forget.setEnabled(not self._busy)
