"""Settings, declared once as data: the file, the window and the help read this table.

The file is plain JSON. Keys that this version does not know are kept; a value of the wrong
type counts as not set, and :attr:`Settings.notices` says so in a sentence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from luminair import files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SettingValue: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        name: key in the file.
        default: used until the owner sets it; its type is the setting's type.
        sentence: what it does, for people.
        unit: of a number, or ''.
        choices: allowed words, or () for any.
        least: smallest number allowed.
        most: largest number allowed.
    """

    name: str
    default: SettingValue
    sentence: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1_000_000


SETTINGS: tuple[Setting, ...] = (
    Setting("vault", "", "The Journal's folder; empty means Documents/Luminair Journal."),
    Setting("digest.cap", 14, "Open asks and matching notes that ride at most.", "items", most=200),
    Setting(
        "digest.tokens",
        1500,
        "What open asks and matching notes may cost together.",
        "tokens",
        least=100,
        most=100_000,
    ),
    Setting(
        "digest.pin_tokens",
        2000,
        "A pinned note up to this size rides whole.",
        "tokens",
        most=100_000,
    ),
    Setting("digest.dead_ends", 40, "Dead ends that ride at most.", "items", most=1000),
    Setting(
        "session.include_optional",
        True,
        "New sessions send optional Journal notes and old conversation summaries.",
    ),
    Setting("projects.worktrees_apart", False, "Each worktree of a repository is its own project."),
    Setting(
        "receipts.keep_prompt",
        False,
        "Receipts keep the prompt's text, so that a past digest can be replayed.",
    ),
    Setting(
        "appearance.theme",
        "system",
        "Light, dark, or as the system is.",
        choices=("system", "light", "dark"),
    ),
    Setting("appearance.text_size", 14, "Size of transcript text.", "points", least=11, most=22),
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


class Settings:
    """What the owner chose, read from one JSON file and written back to it.

    Attributes:
        notices: sentences about what could not be read, for the window to show.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.notices: list[str] = []
        self._values = self._read()

    def _read(self) -> dict[str, object]:
        try:
            found = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or "it is not valid JSON"
            self.notices.append(
                f"Settings in {self._path} could not be read ({reason}); "
                "the defaults are used and the file is left as it is."
            )
            return {}
        if not isinstance(found, dict):
            self.notices.append(
                f"Settings in {self._path} are not a JSON object; the defaults are used."
            )
            return {}
        return found

    def _value(self, name: str) -> SettingValue:
        setting = _BY_NAME[name]
        value = self._values.get(name, setting.default)
        return value if _fits(setting, value) else setting.default  # type: ignore[return-value]

    def text(self, name: str) -> str:
        """The value of a word setting."""
        return str(self._value(name))

    def number(self, name: str) -> int:
        """The value of a number setting, in its unit."""
        return int(self._value(name))

    def on(self, name: str) -> bool:
        """The value of a switch."""
        return bool(self._value(name))

    def set(self, values: Mapping[str, SettingValue]) -> None:
        """Change settings and write the file.

        Raises:
            KeyError: no setting of that name.
            ValueError: the value does not fit the setting.
            WriteFailed: the file could not be written; nothing is changed then.
        """
        for name, value in values.items():
            if not _fits(_BY_NAME[name], value):
                raise ValueError(f"{value!r} does not fit the setting {name}.")
        changed = {**self._values, **values}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(changed, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        files.write_atomic(self._path, text.encode())
        self._values = changed


def _fits(setting: Setting, value: object) -> bool:
    if type(value) is not type(setting.default):
        return False
    if isinstance(value, str):
        return not setting.choices or value in setting.choices
    if isinstance(value, bool):
        return True
    return setting.least <= value <= setting.most
