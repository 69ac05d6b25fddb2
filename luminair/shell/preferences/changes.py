"""Writing settings down as they are changed, and the rows that show one setting each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from luminair.config.settings import SETTINGS, setting, unfit
from luminair.shell.failures import sentence
from luminair.shell.parts.button import Button, Shape, icon_button
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.switch import Switch
from luminair.shell.preferences.fields import Popup, Stepper, TextField
from luminair.shell.preferences.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from luminair.config.settings import Settings, SettingValue
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


class Changes(QObject):
    """Takes changes of settings to the disk, off the window's thread.

    Attributes:
        settings: what holds now.

    Signals:
        changed: names of settings that hold from now on.
        settled: a setting's name; nothing is on its way to the disk for it any more, whether it
            was written or not.
        failed: a sentence.
    """

    changed = Signal(list)
    settled = Signal(str)
    failed = Signal(str)

    def __init__(self, jobs: Jobs, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.settings = settings
        self._on_the_way: Counter[str] = Counter()

    def set(self, values: Mapping[str, SettingValue]) -> None:
        """Changes settings; what does not fit is said and not written."""
        for name, value in values.items():
            reason = unfit(name, value)
            if reason:
                self.failed.emit(reason)
                self.settled.emit(name)
                return
        settings, wanted = self.settings, dict(values)
        self._on_the_way.update(wanted.keys())

        def done(_: None) -> None:
            self._arrive(wanted)
            self.changed.emit(list(wanted))

        def failed(error: Exception) -> None:
            self.failed.emit(sentence(error))
            self._arrive(wanted)

        self._jobs.run(
            lambda: settings.set(wanted), done=done, failed=failed, queue="vault", owner=self
        )

    def look(self) -> None:
        """Lets every row show its setting as it is now."""
        for each in SETTINGS:
            if not self._on_the_way[each.name]:
                self.settled.emit(each.name)

    def reset(self, name: str) -> None:
        """Gives a setting its default back."""
        self.set({name: setting(name).default})

    def _arrive(self, names: Mapping[str, SettingValue]) -> None:
        for name in names:
            self._on_the_way[name] -= 1
            if not self._on_the_way[name]:
                self.settled.emit(name)


class _Shown(QObject):
    """Keeps one control as its setting is."""

    def __init__(
        self, changes: Changes, name: str, show: Callable[[], None], row: QWidget, reset: Button
    ) -> None:
        super().__init__(row)
        self._changes, self._name, self._show, self._reset = changes, name, show, reset
        changes.settled.connect(self._settled)
        reset.clicked.connect(lambda: changes.reset(name))
        self._settled(name)

    def _settled(self, name: str) -> None:
        if name == self._name:
            self._show()
            self._reset.setVisible(not self._changes.settings.is_default(name))


def _reset_button(theme: Theme, title: str, default: str) -> Button:
    shape = Shape(height=24, pad=5, icon=14, radius=6)
    button = icon_button(theme, "ph.arrow-counter-clockwise", f"Reset {title}", shape=shape)
    button.set_name(f"Reset {title}", f"Back to {default}")
    button.hide()
    return button


def switch_row(theme: Theme, changes: Changes, name: str, title: str, hint: str = "") -> Row:
    """A row for a setting that is on or off; a switch is its own way back."""
    switch = Switch(theme, "")
    switch.setAccessibleName(title)
    switch.clicked.connect(lambda on: changes.set({name: on}))

    def show(told: str = name) -> None:
        if told == name:
            switch.setChecked(changes.settings.on(name))

    changes.settled.connect(show)
    show()
    return Row(theme, title, hint or setting(name).sentence, [switch])


def number_row(
    theme: Theme, changes: Changes, name: str, title: str, hint: str = "", *, step: int = 1
) -> Row:
    """A row for a number."""
    found = setting(name)
    unit = found.unit if found.unit != "items" else ""
    stepper = Stepper(theme, title, least=found.least, most=found.most, unit=unit, step=step)
    stepper.settled.connect(lambda value: changes.set({name: value}))
    reset = _reset_button(theme, title, f"{found.default:,}")
    row = Row(theme, title, hint or found.sentence, [reset, stepper])
    _Shown(changes, name, lambda: stepper.set_value(changes.settings.number(name)), row, reset)
    return row


def text_row(
    theme: Theme,
    changes: Changes,
    name: str,
    title: str,
    *,
    hint: str = "",
    placeholder: str = "",
    more: Sequence[QWidget] = (),
) -> Row:
    """A row for words; ``more`` stands after the field."""
    found = setting(name)
    field = TextField(theme, title, placeholder)
    field.settled.connect(lambda text: changes.set({name: text}))
    reset = _reset_button(theme, title, placeholder or "nothing")
    row = Row(theme, title, hint or found.sentence, [reset, field, *more])
    _Shown(changes, name, lambda: field.set_text(changes.settings.text(name)), row, reset)
    return row


def segments_row(
    theme: Theme, changes: Changes, name: str, title: str, words: Mapping[str, str], hint: str = ""
) -> Row:
    """A row for one of two or three words that stand side by side."""
    values = list(words)
    control = Segmented(theme, [("", each) for each in words.values()])
    control.setAccessibleName(title)
    control.chosen.connect(lambda at: changes.set({name: values[at]}))

    def show(told: str = name) -> None:
        if told == name:
            control.set_current(values.index(changes.settings.text(name)))

    changes.settled.connect(show)
    show()
    return Row(theme, title, hint, [control])


def choice_row(
    theme: Theme, changes: Changes, name: str, title: str, words: Mapping[str, str], hint: str = ""
) -> Row:
    """A row for one of several words; ``words`` says each for people."""
    popup = Popup(theme, title)
    popup.set_entries(lambda: list(words.items()))
    popup.picked.connect(lambda value: changes.set({name: value}))
    reset = _reset_button(theme, title, words[str(setting(name).default)])
    row = Row(theme, title, hint or setting(name).sentence, [reset, popup])
    _Shown(changes, name, lambda: popup.set_value(changes.settings.text(name)), row, reset)
    return row
