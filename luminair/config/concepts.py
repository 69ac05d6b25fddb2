"""What the words of Luminair mean, read from ``resources/help/concepts.md``.

The Help window, the help page in ``docs/`` and ``luminair-journal help`` all show these texts.
``{digest.cap}`` in them stands for the default of that setting, with its unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.config.paths import resources
from luminair.config.settings import setting
from luminair.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

_SETTING = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)+)\}")


@dataclass(frozen=True, slots=True)
class Concept:
    """One word of the house.

    Attributes:
        title: the word.
        sentence: what it is, in one sentence.
        text: the rest, Markdown; may be ''.
    """

    title: str
    sentence: str
    text: str


def concepts(folder: Path | None = None) -> tuple[Concept, ...]:
    """Every concept, in the file's order.

    Args:
        folder: where the file lies; None is the folder that ships with the app.

    Raises:
        OSError: the file is not there.
        KeyError: a text names a setting that there is none of.
    """
    file = (resources() / "help" if folder is None else folder) / "concepts.md"
    return tuple(map(_concept, file.read_text("utf-8").split("\n## ")[1:]))


def _concept(section: str) -> Concept:
    title, _, rest = section.partition("\n")
    sentence, _, text = rest.strip().partition("\n\n")
    return Concept(title.strip(), _filled(sentence.replace("\n", " ")), _filled(text.strip()))


def _filled(text: str) -> str:
    return _SETTING.sub(lambda match: default_words(match[1]), text)


def default_words(name: str) -> str:
    """The default of a setting as people write it: '1,500 tokens', 'on', 'system'.

    Raises:
        KeyError: no setting of that name.
    """
    found = setting(name)
    value = found.default
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int):
        unit = found.unit if found.unit != "items" else ""
        return f"{value:,}{'' if unit == '%' else ' '}{unit}".rstrip()
    return value
