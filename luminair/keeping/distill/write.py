"""Writes a distilled session into the vault: one operation, one card in Review."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.journal import (
    Evidence,
    Journal,
    Kind,
    Note,
    Proposal,
    ProposalKind,
    Scope,
    Status,
)
from luminair.keeping.distill.page import (
    DECIDED,
    OPEN,
    ask_body,
    ask_source,
    ask_summary,
    cited,
    dead_end_body,
    dead_end_source,
    page,
    source_of,
    summary_line,
)
from luminair.keeping.distill.session_note import SESSIONS_FOLDER, with_line
from luminair.keeping.distill.text import shortened
from luminair.keeping.distill.values import SUMMARY_TAG, Distilled, Filed, RawAsk
from luminair.keeping.secrets.masking import mask
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

_TITLE = 100
_EVIDENCE = 24


@dataclass(frozen=True, slots=True)
class About:
    """Which session is distilled.

    Attributes:
        id: of the session.
        title: as people call it.
        folder: the project's folder, or ''.
        state: changes when something is said in it; one state is distilled once.
        project: where the project's notes belong, as the session remembers it, or ''.
    """

    id: str
    title: str
    folder: str
    state: str
    project: str = ""

    @property
    def stands(self) -> str:
        """Its folder, or its project's where the folder, a worktree say, is gone."""
        gone = bool(self.folder and self.project) and not Path(self.folder).is_dir()
        return self.project if gone else self.folder


@dataclass(frozen=True, slots=True)
class SessionNotes:
    """What the vault holds of a session.

    Attributes:
        asks: that are not archived, by time.
        filed: notes and dead ends that it or its model filed.
        summaries: of an earlier distilling that nobody has touched since.
        own: the session's own note, or None.
    """

    asks: tuple[RawAsk, ...] = ()
    filed: tuple[Filed, ...] = ()
    summaries: tuple[str, ...] = ()
    own: str = ""


def notes_of(journal: Journal, notes: Iterable[Note]) -> SessionNotes:
    """Reads what is needed of one session's notes."""
    asks: list[RawAsk] = []
    filed: list[Filed] = []
    summaries: list[str] = []
    own = ""
    for note in sorted(notes, key=lambda each: (each.created, each.path)):
        if note.in_archive or note.damage or note.status is Status.HELD:
            continue
        if note.kind is Kind.ASK:
            closed = note.status is not Status.OPEN
            text = journal.load(note.path).body
            asks.append(RawAsk(note.key, note.title, text, note.created, closed, note.source))
        elif SUMMARY_TAG in note.tags:
            if note.updated == note.created:
                summaries.append(note.key)
        elif note.path.startswith(f"{SESSIONS_FOLDER}/"):
            own = note.path
        elif note.kind in {Kind.NOTE, Kind.RULEDOUT}:
            wide = note.scope is not Scope.SESSION
            ended = note.kind is Kind.RULEDOUT
            filed.append(Filed(note.key, note.title, note.summary, ended, wide, note.created))
    return SessionNotes(tuple(asks), tuple(filed), tuple(summaries), own)


def proposal_key(about: About) -> str:
    """What the card of one state of a session is about."""
    return f"distill:{about.id}:{about.state}"


def write(
    journal: Journal,
    found: Distilled,
    about: About,
    held: SessionNotes,
    now: datetime,
    *,
    heard: bool = True,
) -> Proposal | None:
    """Files what a session comes to and archives its raw asks, in one operation.

    Args:
        journal: the vault.
        found: what the session comes to.
        about: which session.
        held: its notes.
        now: aware.
        heard: whether its messages are known; where only its notes are, nothing can show that
            an ask is over or how it was said, so open asks stay as they are.

    Returns:
        The card for Review; None where there was nothing to file and nothing to archive, or
        where another process was first.

    Raises:
        LuminairError: it could not be written; nothing of it is then.
    """
    proposals = journal.proposals
    key = proposal_key(about)
    raw = [each.key for each in held.asks if heard or each.closed]
    if not raw and (found.empty or not (heard or found.filed)):
        return None
    with journal.batch(f"distill “{about.title}”", by="luminair") as batch:
        if any(each.key == key for each in proposals.all()):
            return None
        made = _Writer(journal, found, about, heard=heard).file()
        gone = [*raw, *held.summaries]
        if gone:
            journal.archive(gone)
        if held.own:
            _tell(journal, held.own, found)
        op = batch.op
    card = _card(found, about, key, op, made, gone)
    added = proposals.propose([card], now)
    return added[0] if added else None


class _Writer:
    """Files the notes of one session, inside a batch."""

    def __init__(self, journal: Journal, found: Distilled, about: About, *, heard: bool) -> None:
        self._heard = heard
        self._journal = journal
        self._found = found
        self._about = about
        place, _ = journal.place(session=about.id, cwd=about.folder)
        self._scope = Scope.FOLDER if place.project is not None else Scope.SESSION
        self._made: list[str] = []
        self._links: dict[str, str] = {}

    def file(self) -> tuple[str, list[str]]:
        """The summary's key, '' where there is none, and the keys of all that was made."""
        found = self._found
        if found.empty or not (self._heard or found.filed):
            return "", []
        for ask in found.open:
            if not self._heard:
                self._links[ask.title] = ask.asks[0].key
                continue
            source = ask_source(ask, found.by)
            self._add(ask.title, ask_body(ask), Kind.ASK, source, ask_summary(ask))
        for end in found.dead_ends:
            if end.perhaps:
                continue
            source = dead_end_source(end, found.by)
            summary = shortened(mask(end.reason).text, 200)
            self._add(end.title, dead_end_body(end), Kind.RULEDOUT, source, summary)
        if self._scope is Scope.FOLDER:
            for note in found.filed:
                if note.dead_end and not note.wide:
                    self._journal.edit(note.key, scope=Scope.FOLDER, cwd=self._about.folder)
        return self._summary(), self._made

    def _add(self, title: str, body: str, kind: Kind, source: str, summary: str = "") -> None:
        written = self._journal.add(
            title=shortened(mask(title).text, _TITLE),
            body=body,
            kind=kind,
            scope=self._scope,
            cwd=self._about.folder,
            session=self._about.id,
            summary=summary,
            source=source,
        )
        self._links[title] = written.note.key
        self._made.append(written.note.key)

    def _summary(self) -> str:
        found, about = self._found, self._about
        written = self._journal.add(
            title=shortened(mask(f"Summary of “{about.title}”").text, _TITLE),
            body=page(found, self._links),
            kind=Kind.NOTE,
            scope=self._scope,
            cwd=about.folder,
            session=about.id,
            summary=summary_line(found),
            source=source_of(found),
            extra={"tags": (SUMMARY_TAG,)},
        )
        self._made.append(written.note.key)
        return written.note.key


def _tell(journal: Journal, path: str, found: Distilled) -> None:
    """Adds what was decided and what is open to the session's own note, which exists."""
    body = before = journal.load(path).body
    for decided in found.decided:
        if decided.perhaps:
            continue
        body = with_line(body, DECIDED, mask(cited(decided.quote)).text)
    for ask in found.open:
        body = with_line(body, OPEN, mask(ask.title).text)
    if body != before:
        journal.edit(path, body=body)


def _card(
    found: Distilled,
    about: About,
    key: str,
    operation: str,
    made: tuple[str, Sequence[str]],
    archived: Sequence[str],
) -> Proposal:
    summary, filed = made
    counts = summary_line(found) if not found.empty else "Nothing is left open"
    gone = f"{counted(len(archived), 'note')} archived." if archived else ""
    return Proposal(
        id="",
        key=key,
        kind=ProposalKind.DISTILL,
        title=mask(f"Distilled “{about.title}”: {counts}").text,
        text=page(found),
        reason=" ".join(filter(None, ("The session went quiet.", gone, found.said))),
        evidence=_evidence(found, about)[:_EVIDENCE],
        scope=Scope.FOLDER.value if about.folder else Scope.SESSION.value,
        cwd=about.folder,
        session=about.id,
        by=found.by,
        data={
            "operation": operation,
            "summary": summary,
            "made": tuple(filed),
            "archived": tuple(archived),
            "state": about.state,
        },
    )


def _evidence(found: Distilled, about: About) -> tuple[Evidence, ...]:
    quotes = [quote for each in found.decided for quote in (each.quote, each.upon, each.question)]
    quotes += [quote for each in found.open for quote in (*each.quotes, each.beside)]
    quotes += [quote for each in found.dead_ends for quote in (each.tried, each.outcome)]
    return tuple(
        Evidence(mask(each.text).text, each.at, about.id, message=each.message_id)
        for each in quotes
        if each is not None
    )
