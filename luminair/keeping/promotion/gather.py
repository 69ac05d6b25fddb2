"""From the vault and this machine's own files to the values that keeping works on."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError
from luminair.journal import Kind, State, Trust, one_line, without_said_again
from luminair.keeping.phrasing.lasting import LEAST, score
from luminair.keeping.promotion.covering import Line, project_lines
from luminair.keeping.promotion.promote import Asked, Material, Pace, SessionFacts
from luminair.keeping.said_again import said_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.journal import Journal, Listed, LoadedNote, Note, Receipts
    from luminair.sessions.session import Session

SENTENCES: Final = 12
"""Most sentences of one request that are looked at for a wish."""
WHOLE_CHARS: Final = 240
"""Up to here an ask is one wish in a few sentences."""
PACE_DAYS: Final = 30
"""Days of receipts by which prompts a day are counted."""
_LEAST_DAYS: Final = 3

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def material_of(
    journal: Journal, sessions: Iterable[Session], receipts: Receipts, now: datetime
) -> Material:
    """What promoting looks at; reads each ask and rule once, and the projects' own files."""
    listed = journal.listing(compared=False)
    asks = [each.note for each in listed if _may_be_asked(each)]
    rules = [each.note for each in listed if each.note.kind is Kind.RULE]
    lines = [rule for rule in map(rule_line, _loaded(journal, _live(listed, rules))) if rule.text]
    for cwd in sorted({note.cwd for note in asks if note.cwd}):
        lines.extend(project_lines(Path(cwd), cwd))
    return Material(
        asks=[asked for loaded in _loaded(journal, asks) for asked in asked_of(loaded)],
        sessions={each.id: SessionFacts(each.created, tuple(each.ancestors)) for each in sessions},
        lines=lines,
        before=journal.proposals.all(),
        pace=pace_of(receipts, now),
    )


def _may_be_asked(listed: Listed) -> bool:
    return listed.note.kind is Kind.ASK and listed.state is not State.DAMAGED


def _live(listed: Sequence[Listed], notes: Sequence[Note]) -> list[Note]:
    live = {each.note.path for each in listed if each.state is State.LIVE}
    return [note for note in notes if note.path in live]


def _loaded(journal: Journal, notes: Iterable[Note]) -> list[LoadedNote]:
    found = []
    for note in notes:
        try:
            found.append(journal.load(note.path))
        except NoteError:  # gone or damaged since the look
            continue
    return found


def asked_of(loaded: LoadedNote) -> list[Asked]:
    """Every time that an ask was made, as its note tells: its own words, then 'Said again'.

    A long request may hold a wish in any of its sentences, so each that looks like one counts
    as asked too; one session has one voice, however many there are.
    """
    note = loaded.note
    own = note.trust >= Trust.APPROVED
    wishes = wishes_in(note.title, without_said_again(loaded.body).strip())
    said = [(text, note.created, note.session) for text in wishes]
    said.extend(
        (again.quote, again.at, again.session or f"said {again.at}")
        for again in said_in(loaded.body)
    )
    return [
        Asked(text, at, session or note.key, note.key, note.path, note.cwd, own=own)
        for text, at, session in said
    ]


def wishes_in(title: str, body: str) -> list[str]:
    """What one ask may wish: all of it where it is short, else its head and what is lasting.

    A wish said in two sentences is understood by both: 'You created a package-lock.json again.
    We are on pnpm.'

    Args:
        title: of the ask, as capture cuts it.
        body: its words without what was said again.
    """
    whole = one_line(body) or one_line(title)
    if len(whole) <= WHOLE_CHARS and "\n" not in body.strip():
        return [whole]
    head = one_line(title)
    sentences = [one_line(each) for each in _SENTENCE.split(body) if each.strip()]
    if head.endswith("…") and sentences:
        head = sentences[0]
    rest = [each for each in sentences[:SENTENCES] if each != head and score(each) >= LEAST]
    return [head, *rest]


def rule_line(loaded: LoadedNote) -> Line:
    """A rule as one line: its title, which says it, or its first sentence."""
    note = loaded.note
    cwd = note.cwd if note.scope.value == "folder" else ""
    return Line(note.title, f"the rule “{note.title}”", cwd, note.key)


def pace_of(receipts: Receipts, now: datetime) -> Pace:
    """Prompts a day by the receipts of the last month; an assumption where there are few."""
    since = f"{now - timedelta(days=PACE_DAYS):%Y-%m-%d}"
    days = [each.at[:10] for each in receipts.listing() if each.at[:10] >= since]
    if len(set(days)) < _LEAST_DAYS:
        return Pace()
    first = datetime.fromisoformat(min(days)).date()
    span = max(1, (now.date() - first).days + 1)
    return Pace(len(days) / span, measured=True)
