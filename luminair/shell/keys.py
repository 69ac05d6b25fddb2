"""Keys as the platform writes them: Apple's marks on a Mac ('⌘⇧B'), elsewhere 'Ctrl+Shift+B'."""

from __future__ import annotations

import re
import sys
from typing import Final

from PySide6.QtGui import QKeySequence

APPLE = sys.platform == "darwin"
"""Whether keys are written as on a Mac; pictures of the Mac's windows set it elsewhere."""
_MARKS: Final = {
    "Ctrl": "⌘",
    "Meta": "⌃",
    "Alt": "⌥",
    "Shift": "⇧",
    "Return": "↩",
    "Tab": "⇥",
    "Esc": "esc",
    "Backspace": "⌫",
    "Up": "↑",
    "Down": "↓",
    "-": "\N{MINUS SIGN}",
}
_ORDER: Final = ("Ctrl", "Meta", "Alt", "Shift")
_NAMES: Final = {mark: name for name, mark in _MARKS.items()}
_HELD: Final = "".join(_MARKS[name] for name in _ORDER)
_IN_PROSE: Final = re.compile(rf"([{_HELD}]+)(F\d+|[^\s{_HELD}])")
SPELLED: Final = {"⌘": "command", "⌃": "control", "⌥": "option", "⇧": "shift", "+": ""}
"""What people type who look a key up by its names."""


def label(keys: str, *, apple: bool | None = None) -> str:
    """A key as labels write it; on a Mac Command comes first.

    Args:
        keys: in Qt's portable spelling, in which ``Ctrl`` is ⌘ and ``Meta`` is ⌃.
        apple: whether as on a Mac; None is as on this machine.
    """
    if not (APPLE if apple is None else apple):
        return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    rest = keys
    held: list[str] = []
    while True:
        part, plus, after = rest.partition("+")
        if not plus or not after or part not in _ORDER:
            break
        held.append(part)
        rest = after
    marks = "".join(_MARKS[name] for name in _ORDER if name in held)
    return marks + _MARKS.get(rest, rest)


def in_prose(text: str, *, apple: bool | None = None) -> str:
    """Prose that names keys by Apple's marks, with the keys as the platform writes them."""
    if APPLE if apple is None else apple:
        return text
    return _IN_PROSE.sub(lambda found: label(_portable(*found.groups()), apple=False), text)


def _portable(held: str, key: str) -> str:
    return "+".join([*(_NAMES[mark] for mark in held), _NAMES.get(key, key)])
