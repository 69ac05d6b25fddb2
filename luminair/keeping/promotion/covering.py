"""What is already law: rules of the vault, and lines of a project's own files for agents.

``CLAUDE.md``, ``AGENTS.md`` and their kin belong to the project and are only ever read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from luminair.journal import one_line
from luminair.keeping.phrasing.paraphrase import LEAST, likeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

NAMES: Final = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "AGENTS.md", "AGENT.md", "GEMINI.md",
    ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
)  # fmt: skip
_FOLDERS: Final = (".cursor/rules", ".clinerules", ".claude/rules")
MOST_BYTES: Final = 256 * 1024
"""Of one file; what is larger is no list of rules."""

_MARK: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)]|>)\s+(?:\[[ xX]\]\s+)?")
_NO_TEXT: Final = re.compile(r"^\s*(?:#{1,6}\s|```|~~~|---|\||<!--|$)")


@dataclass(frozen=True, slots=True)
class Line:
    """Something that is said already.

    Attributes:
        text: the words, on one line.
        where: for people: 'CLAUDE.md line 12', 'the rule “Use UTC”'.
        cwd: the project that it is said in, '' for everywhere.
        key: the rule's key, '' for a line of a project's file.
        path: the rule's path in the vault, '' where only its key is known.
        body: what a rule says below its title, on one line, '' where the words are all of it.
    """

    text: str
    where: str
    cwd: str = ""
    key: str = ""
    path: str = ""
    body: str = ""

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule of the vault."""
        return bool(self.key)


def covered_by(texts: Sequence[str], lines: Iterable[Line], cwd: str) -> list[Line]:
    """The lines that say what most of these texts want, where the project sees them."""
    found = []
    for line in lines:
        if line.cwd and line.cwd != cwd:
            continue
        same = sum(likeness(text, line.text) >= LEAST for text in texts)
        if 2 * same > len(texts):
            found.append(line)
    return found


def lines_of(text: str, name: str, cwd: str) -> list[Line]:
    """The lines of a project's file that may say a rule."""
    found, fenced = [], False
    for number, raw in enumerate(text.splitlines(), start=1):
        if raw.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        if fenced or _NO_TEXT.match(raw):
            continue
        said = one_line(_MARK.sub("", raw).replace("**", ""))
        if len(said.split()) > 1:
            found.append(Line(said, f"{name} line {number}", cwd))
    return found


def project_lines(folder: Path, cwd: str) -> list[Line]:
    """What a project's own files say to agents; unreadable ones say nothing.

    Args:
        folder: the project's folder on this machine.
        cwd: the same as notes store it.
    """
    files = [folder / name for name in NAMES]
    for sub in _FOLDERS:
        place = folder / sub
        try:
            files.extend(sorted(file for file in place.iterdir() if file.suffix in {".md", ".mdc"}))
        except OSError:
            continue
    found: list[Line] = []
    for file in files:
        try:
            if not file.is_file() or file.stat().st_size > MOST_BYTES:
                continue
            text = file.read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        found.extend(lines_of(text, file.relative_to(folder).as_posix(), cwd))
    return found
