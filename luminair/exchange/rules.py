"""Rule files of coding agents: which files they are, and the rules in them, one a section.

Nothing here becomes a rule: each is put before the owner. A section is what people wrote as one
thing; cut into lines it would lose what its list stands under.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteDamaged
from luminair.exchange.places import Unreadable
from luminair.exchange.plan import MOST_NOTE_BYTES, Plan, RuleItem
from luminair.journal import header_of, words_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.exchange.places import Place

HIDDEN: Final = frozenset({".cursor", ".github", ".clinerules", ".windsurf"})
"""Folders in which rule files stand."""

WHOLE_CHARS: Final = 600
"""A file up to this long is one rule."""

_NAMES: Final = frozenset(
    {
        "claude.md",
        "claude.local.md",
        "agents.md",
        "agents.override.md",
        "gemini.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        "copilot-instructions.md",
    }
)
_OWNERS: Final = frozenset({".claude", ".codex", ".gemini"})
"""Folders of a person's home: what stands there holds for every project."""
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*")
_FENCE: Final = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_POINTER: Final = re.compile(r"@[^\s@]+")
_MADE_BY_INIT: Final = re.compile(r"This file provides guidance to [^\n]*\n?")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)


def is_rule_file(name: str) -> bool:
    """Whether a path is that of a rule file."""
    path = PurePosixPath(name)
    folders = {part.casefold() for part in path.parts[:-1]}
    last = path.name.casefold()
    return (
        last in _NAMES
        or last.endswith((".mdc", ".instructions.md"))
        or (last.endswith(".md") and ".clinerules" in folders)
        or (last.endswith(".md") and ".windsurf" in folders and "rules" in folders)
    )


def read(place: Place, names: Iterable[str], plan: Plan) -> None:
    """Adds the rules of these files to a plan."""
    for name in names:
        try:
            raw = place.read(name, MOST_NOTE_BYTES)
            header, (_, body) = header_of(raw), words_in("rules.md", raw)
        except (Unreadable, NoteDamaged) as error:
            plan.skip(name, str(error))
            continue
        text = _MADE_BY_INIT.sub("", _COMMENT.sub("", body)).strip()
        if not text:
            plan.skip(name, "It is empty.")
            continue
        if all(_POINTER.fullmatch(line.strip()) for line in text.splitlines() if line.strip()):
            plan.skip(name, f"It only points to {text.split()[0][1:]}; import that file.")
            continue
        covers = header.get("globs", "") or header.get("applyto", "")
        home, origin = home_of(place, name), place.origin(name)
        for heading, said in sections(text):
            item = f"{name}: {heading}" if heading else name
            plan.rules.append(RuleItem(item, said, origin, home, covers))


def home_of(place: Place, name: str) -> str:
    """The folder for which a rule file speaks; '' for every project."""
    folder = place.root.joinpath(name).parent
    if folder.name in _OWNERS:
        return ""
    while folder.name in HIDDEN or (folder.name == "rules" and folder.parent.name in HIDDEN):
        folder = folder.parent
    if folder.name == "instructions" and folder.parent.name == ".github":
        folder = folder.parent.parent
    return str(folder)


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of a file that hold text, each with its heading; a short file is one."""
    if len(text) <= WHOLE_CHARS:
        heading = _HEADING.fullmatch(text.partition("\n")[0])
        return [(heading[2] if heading else "", _without_mark(text))]
    found: list[tuple[str, list[str]]] = [("", [])]
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip(" `~"):
            fence = ""
        heading = None if fence else _HEADING.fullmatch(line)
        if heading:
            found.append((heading[2].strip(), []))
        else:
            found[-1][1].append(line)
    told = [(heading, "\n".join(lines).strip()) for heading, lines in found]
    return [
        (heading, f"{heading}\n\n{said}" if heading else said) for heading, said in told if said
    ]


def _without_mark(text: str) -> str:
    """The text with its first heading as a line of words: a rule's title is its first line."""
    first, newline, rest = text.partition("\n")
    heading = _HEADING.fullmatch(first)
    return f"{heading[2]}{newline}{rest}" if heading else text
