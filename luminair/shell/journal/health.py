"""What the doctor found, ready to be shown: by kind, each with what mends it. Knows no Qt."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from luminair.plurals import counted
from luminair.shell.parts.times import dated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from luminair.journal import Journal, Note, Problem
    from luminair.keeping.exam import Exam
    from luminair.shell.desk import Desk

MOST_LOOKED_UP: Final = 50
"""Damaged files whose kept versions are looked for."""


class Mend(StrEnum):
    """What the one button of a problem does; its value is the button's text."""

    OPEN = "Open note"
    ARCHIVE = "Archive this one"
    COMPARE = "Compare"
    HISTORY = "History…"
    FOLDER = "Show folder"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong.

    Attributes:
        path: of the file in the vault.
        title: of the note, or the file's name.
        sentence: what is wrong, and what to do.
        mend: what its button does.
        other: path of the note that it is about besides, or ''.
    """

    path: str
    title: str
    sentence: str
    mend: Mend
    other: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Everything of one kind that is wrong."""

    title: str
    icon: str
    role: str
    troubles: tuple[Trouble, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """How the vault is.

    Attributes:
        groups: by weight; those with nothing in them are left out.
        notes: how many notes there are.
        unused: a sentence on notes that are never used, or ''.
    """

    groups: tuple[Group, ...]
    notes: int
    unused: str = ""

    @property
    def count(self) -> int:
        """How many things are wrong."""
        return sum(len(group.troubles) for group in self.groups)

    @property
    def sentence(self) -> str:
        """The whole in words."""
        return f"{counted(self.count, 'thing')} to look at in {counted(self.notes, 'note')}"


@dataclass(frozen=True, slots=True)
class _Kind:
    title: str
    icon: str
    role: str
    pattern: re.Pattern[str] | None
    mend: Mend = Mend.OPEN


_UNREAD = _Kind("Cannot be read", "ph.warning-circle-fill", "danger", None)
_LENIENT = _Kind("Read as a person would", "ph.info", "warn", None)
_MACHINE = _Kind("Index and settings", "ph.gear-six", "warn", None, Mend.FOLDER)
_OTHER = _Kind("Other", "ph.info", "warn", None)
_KINDS: Final = (
    _UNREAD,
    _Kind("Secrets", "ph.key", "danger", re.compile(r"holds what looks like a secret")),
    _Kind("Rules at odds", "ph.scales", "warn", re.compile(r"(?:contradicts|repeats) ")),
    _Kind(
        "Sync conflict copies",
        "ph.git-fork",
        "warn",
        re.compile(r"a sync conflict copy of (?P<other>.+)"),
        Mend.COMPARE,
    ),
    _Kind(
        "Exact copies",
        "ph.copy",
        "warn",
        re.compile(r"an exact copy of (?P<other>.+)"),
        Mend.ARCHIVE,
    ),
    _Kind("Near copies", "ph.intersect", "warn", re.compile(r"says the same as (?P<other>.+)")),
    _Kind("Links that lead nowhere", "ph.link-break", "warn", re.compile(r"links to “")),
    _Kind("Ids that two notes have", "ph.hash", "warn", re.compile(r"has the same id as ")),
    _Kind("Dates in the future", "ph.clock", "warn", re.compile(r"is from the future")),
    _LENIENT,
    _MACHINE,
    _OTHER,
)


def look_over(desk: Desk) -> Health:
    """Looks the whole vault over; seconds on a vault of thousands."""
    from luminair.keeping.checkup import check  # noqa: PLC0415 the sheet only

    journal = desk.journal
    found = check(journal, desk.receipts(), full=True)
    notes = {each.note.path: each.note for each in journal.listing(compared=False)}
    kept, now = _with_versions(journal, found.problems, notes), desk.now()
    groups = tuple(_dated(each, now) for each in grouped(found.problems, notes, kept))
    return Health(groups, len(notes), dated(found.unused_words, now))


def _dated(group: Group, now: datetime) -> Group:
    told = (replace(each, sentence=dated(each.sentence, now)) for each in group.troubles)
    return replace(group, troubles=tuple(told))


def _with_versions(
    journal: Journal, problems: Iterable[Problem], notes: Mapping[str, Note]
) -> set[str]:
    """The damaged files of which an earlier version is kept."""
    damaged = [each.path for each in problems if each.path in notes and notes[each.path].damage]
    return {path for path in damaged[:MOST_LOOKED_UP] if journal.history(path)}


def grouped(problems: Iterable[Problem], notes: Mapping[str, Note], kept: set[str]) -> list[Group]:
    """The problems by kind, the heaviest first.

    Args:
        problems: as the doctor says them.
        notes: by path.
        kept: paths of damaged files of which an earlier version can be brought back.
    """
    by_kind: dict[str, list[Trouble]] = {}
    for each in problems:
        note = notes.get(each.path)
        kind, other = _kind_of(each, note)
        mend = kind.mend
        if kind is _UNREAD:
            mend = Mend.HISTORY if each.path in kept else Mend.OPEN if note else Mend.FOLDER
        elif note is None:
            mend = Mend.FOLDER
        title = note.title if note is not None else each.path.rpartition("/")[2]
        said = f"{each.problem[:1].upper()}{each.problem[1:]}".rstrip(".")
        trouble = Trouble(each.path, title, f"{said}. {each.advice}", mend, other)
        by_kind.setdefault(kind.title, []).append(trouble)
    return [
        Group(kind.title, kind.icon, kind.role, tuple(by_kind[kind.title]))
        for kind in _KINDS
        if kind.title in by_kind
    ]


def _kind_of(problem: Problem, note: Note | None) -> tuple[_Kind, str]:
    """The kind of a problem, and the path of the other note that it names, or ''."""
    if problem.path.startswith(".luminair"):
        return _MACHINE, ""
    if note is None or (note.damage and note.damage == problem.problem):
        return _UNREAD, ""
    if note.flag and note.flag == problem.problem:
        return _LENIENT, ""
    for kind in _KINDS:
        found = kind.pattern.match(problem.problem) if kind.pattern is not None else None
        if found:
            return kind, found.groupdict().get("other") or ""
    return _OTHER, ""


class Stopped(Exception):
    """The owner wants the exam no more."""


@dataclass(slots=True)
class ExamRun:
    """An exam under way; read by the window while a job holds it.

    Attributes:
        asked: how many phrasings have been asked.
        of: how many there are, 0 while that is not known.
        stop: set to end it.
    """

    asked: int = 0
    of: int = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def tell(self, asked: int, of: int) -> None:
        """Takes how far it is; raises Stopped where it is to end."""
        self.asked, self.of = asked, of
        if self.stop.is_set():
            raise Stopped

    def hold(self, journal: Journal) -> Exam:
        """Asks the vault its own phrasings; raises Stopped."""
        from luminair.keeping.exam import hold  # noqa: PLC0415 the sheet only

        return hold(journal, progress=self.tell)
