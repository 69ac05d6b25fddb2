"""What the list says of a note: values that jobs make. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from luminair.journal import Kind, Note, State
from luminair.shell.parts.times import age

if TYPE_CHECKING:
    from datetime import datetime

    from luminair.journal import Binned, Listed

_NAMES = {
    Kind.RULE: "Rule",
    Kind.NOTE: "Note",
    Kind.DOC: "Doc",
    Kind.ASK: "Ask",
    Kind.RULEDOUT: "Dead end",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One note as the list shows it.

    Attributes:
        key: its path, which tells rows apart.
        note: the note.
        under: the summary, or the passage that a search found.
        when: the time that its age is counted from.
        mark: a line about its standing, or ''.
        mark_icon: its icon.
        mark_role: its colour role.
        words: what to point out in ``under`` and the title.
    """

    key: str
    note: Note
    under: str
    when: str
    mark: str = ""
    mark_icon: str = ""
    mark_role: str = "warn"
    words: tuple[str, ...] = ()

    def spoken(self, now: datetime) -> str:
        """The row for VoiceOver."""
        note = self.note
        pinned = "pinned" if note.pinned else ""
        old = age(self.when, now)
        parts = (note.title, kind_name(note), note.scope.value, pinned, self.mark, old)
        return ", ".join(part for part in (*parts, self.under) if part)


def row_of(each: Listed, winner: Note | None) -> Row:
    """The row of a note, with who hides it."""
    note = each.note
    under = "" if note.damage else note.summary
    return Row(note.path, note, under, note.updated, *standing(each, winner))


def binned_row(each: Binned, prefix: str) -> Row:
    """The row of a note in the Bin, with the folder that it came from."""
    note = each.note
    folder = note.path.rpartition("/")[0]
    mark = f"Was in {folder.replace('/', ' / ')}" if folder else "Was in no folder"
    under = "" if note.damage else note.summary
    shown = replace(note, path=f"{prefix}{each.key}")
    return Row(shown.path, shown, under, each.at, mark, "ph.trash", "text2")


def kind_name(note: Note) -> str:
    """The kind as the window writes it."""
    return "Session" if kind_key(note) == "session" else _NAMES[note.kind]


def kind_key(note: Note) -> str:
    """The kind's key in the tables of icons; a session's own note has one of its own."""
    if note.kind is Kind.NOTE and note.path.startswith("Sessions/"):
        return "session"
    return note.kind.value


def standing(each: Listed, winner: Note | None) -> tuple[str, str, str]:
    """The line about a note's standing: words, icon, colour role; '' where it is live."""
    if each.state is State.HIDDEN:
        by = f"a {winner.scope.value} {winner.kind.words}" if winner is not None else "another note"
        return f"Hidden by {by}", "ph.eye-slash", "warn"
    if each.state is State.HELD:
        return "Held for review", "ph.clock", "warn"
    if each.state is State.DAMAGED:
        return f"Cannot be read: it {each.note.damage}", "ph.warning-circle-fill", "danger"
    return "", "", ""
