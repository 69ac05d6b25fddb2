"""What the owner writes from the composer: notes, dead ends, rules, pins; and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import NoteNotFound, UsageError
from luminair.journal import Kind, Scope, ended
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal import Journal, Note, Written
    from luminair.sessions.library import Library

_TITLE_CHARS = 80
_BYTES_BY_TOKEN = 4
_BULKY_BYTES = 16 * 1024
"""Above this much standing text the owner is told when a rule is saved (spec 5.1)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a write to the Journal came to; see ``shell.desk.Kept``."""

    sentence: str
    key: str
    operation: str


class Pen:
    """Writes to the Journal in the owner's name.

    Args:
        journal: the door to the vault; raises where it cannot be opened.
        library: the sessions, which say where a note belongs.
        project_name: what to call a folder's project.
    """

    def __init__(
        self,
        journal: Callable[[], Journal],
        library: Library,
        project_name: Callable[[str], str],
    ) -> None:
        self._journal, self._library, self._project_name = journal, library, project_name

    def remember(self, session: str, text: str, *, for_project: bool) -> Kept:
        """Files a note: in session scope, or for the whole project."""
        scope = Scope.FOLDER if for_project else Scope.SESSION
        written = self._add(session, text, Kind.NOTE, scope)
        where = "for the project" if written.note.scope is Scope.FOLDER else "for this session"
        return _kept(f"Remembered {where}: {ended(written.note.title)}", written, text)

    def dead_end(self, session: str, text: str) -> Kept:
        """Files a dead end, in folder scope where the session has a project."""
        folder = self._library.open(session).session.folder
        scope = Scope.FOLDER if folder else Scope.SESSION
        written = self._add(session, text, Kind.RULEDOUT, scope)
        return _kept(f"Dead end recorded: {ended(written.note.title)}", written, text)

    def rule(self, session: str, text: str, *, for_project: bool) -> Kept:
        """Files a rule, and says what it adds to every prompt (spec 15)."""
        scope = Scope.FOLDER if for_project else Scope.GLOBAL
        written = self._add(session, text, Kind.RULE, scope)
        note = written.note
        size = len(text.strip().encode("utf-8", "replace"))
        where = self._where(note)
        tokens = counted(-(-size // _BYTES_BY_TOKEN), "token")
        cost = f"It adds about {tokens} to every prompt there."
        standing = sum(
            each.note.size
            for each in self._journal().listing(kind=Kind.RULE, compared=False)
            if not each.note.in_archive
        )
        if standing > _BULKY_BYTES:
            cost += f" All rules together are {standing / 1024:,.0f} KB now, which is a lot."
        return _kept(f"Rule for {where}: {ended(note.title)} {cost}", written, text)

    def pin(self, name: str) -> Kept:
        """Pins the note of this id, path or title; the sentence says where it will ride."""
        note = self._named(name)
        written = self._journal().pin(note.path)
        return _kept(f"Pinned “{note.title}”. It rides in {self._where(note)}.", written)

    def undo(self, operation: str) -> str:
        """Takes one write back; says so in a sentence."""
        report = self._journal().undo(operation)
        return f"Taken back: {report.what}."

    def _add(self, session: str, text: str, kind: Kind, scope: Scope) -> Written:
        facts = self._library.open(session).session
        title, body = _title_and_body(text)
        if not title:
            raise UsageError("There is nothing to keep; type it after the command.")
        return self._journal().add(
            title=title,
            body=body,
            kind=kind,
            scope=scope,
            cwd=facts.folder,
            session=session,
        )

    def _named(self, name: str) -> Note:
        journal = self._journal()
        try:
            return journal.find(name)
        except NoteNotFound:
            fitting = journal.called(name) or journal.resolve(name)
        if not fitting:
            raise NoteNotFound(f"No note is called '{name}'; give its id, path or exact title.")
        if len(fitting) > 1:
            keys = ", ".join(each.key for each in fitting[:5])
            raise UsageError(f"Several notes are called '{name}'; give one of {keys}.")
        return fitting[0]

    def _where(self, note: Note) -> str:
        return {
            Scope.GLOBAL: "every session",
            Scope.FOLDER: f"every session in {self._project_name(note.cwd) or 'its folder'}",
            Scope.SESSION: "its own session",
        }[note.scope]


def _kept(sentence: str, written: Written, typed: str = "") -> Kept:
    from luminair.keeping.secrets.masking import secrets_kept  # noqa: PLC0415 the window starts without it

    way_out = "Undo takes the note back, Open lets you take it out"
    warning = secrets_kept(way_out, *_title_and_body(typed))
    said = " ".join(part for part in (sentence, written.said, warning) if part)
    return Kept(said, written.note.key, written.operation)


def _title_and_body(text: str) -> tuple[str, str]:
    """The first line, cut at a word where it is long, is the title; the whole text the body."""
    whole = text.strip()
    first = whole.partition("\n")[0].strip()
    if len(first) <= _TITLE_CHARS:
        return first, whole.partition("\n")[2].strip() + "\n"
    cut = first[:_TITLE_CHARS].rsplit(" ", 1)[0]
    return f"{cut}…", whole + "\n"
