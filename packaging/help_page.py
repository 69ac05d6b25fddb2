"""Help as one page to read outside of the app.

    .venv/bin/python packaging/help_page.py        renew packaging/help.md

It is made of the same topics as ``//help`` and the Help window, so a test can tell when it is old.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.shell.topics import Group, Topic

PAGE: Final = Path(__file__).resolve().with_name("help.md")
_HEAD: Final = """\
# Luminair, all of it

Made by `packaging/help_page.py` from the tables that the app goes by. In the app: ⌘?, or `//help`
in the composer. On Linux ⌘ is Ctrl, ⌥ is Alt and ⌃ is the Meta key.
"""


def page() -> str:
    """The whole page, Markdown."""
    from luminair.shell.topics import topics

    parts = [_HEAD]
    for group, found in groupby(topics(apple=True), key=lambda each: each.group):
        parts.append("\n".join([f"## {group.value}", "", *_lines(group, list(found)), ""]))
    return "\n".join(parts).rstrip() + "\n"


def _lines(group: Group, found: list[Topic]) -> Iterable[str]:
    from luminair.shell.topics import Group as Groups

    if group in {Groups.CONCEPTS, Groups.TERMINAL}:
        for each in found:
            more = [each.text, ""] if each.text else []
            yield from (f"### {each.title}", "", each.sentence, "", *more)
    elif group is Groups.SETTINGS:
        yield from ("| Setting | What it does | |", "|:--|:--|:--|")
        for each in found:
            yield f"| `{each.title}` | {_cell(each.sentence)} | {_cell(each.text)} |"
    else:
        typed = group is Groups.SLASH
        yield from (f"| {'Type' if typed else 'Keys'} | What it does |", "|:--|:--|")
        for each in found:
            left = f"`{each.aside}`" if typed else _cell(each.aside)
            yield f"| {left} | {_cell(each.sentence if typed else each.title)} |"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
