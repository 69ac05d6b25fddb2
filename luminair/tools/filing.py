"""The four tools with which a model writes: notes, dead ends, outcomes of asks, proposed rules.

None of them leads to a rule, a pin, the Harness or ``overrides`` (spec 7.3). What is filed is
masked for secrets first, is filed once however often it is called for, and is held for the owner
where it reads like an order. Answers are short: they cost the model's context.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import Refused, UsageError
from luminair.journal import (
    Decision,
    Kind,
    ProposalKind,
    Scope,
    Status,
    one_line,
    says_the_same,
    without_said_again,
)
from luminair.keeping.review.held import announce, marks, why_held
from luminair.keeping.review.rules import propose_rule, standing_rule
from luminair.keeping.secrets.masking import mask, mask_titled
from luminair.keeping.trust import reads_like_orders
from luminair.tools.finding import named

if TYPE_CHECKING:
    from luminair.journal import Journal, Note, Place
    from luminair.tools.arguments import Given

_LOOKED_AT = 12
_ALIKE = {Kind.NOTE: frozenset({Kind.NOTE, Kind.DOC}), Kind.RULEDOUT: frozenset({Kind.RULEDOUT})}
_WHERE = {
    Scope.SESSION: "for this session",
    Scope.FOLDER: "for every session in this project",
    Scope.GLOBAL: "for every session",
}


def remember(given: Given, journal: Journal, place: Place, by: str) -> str:
    """Files a note."""
    return _file(Kind.NOTE, given.text("title"), given.text("body"), given, journal, place, by)


def dead_end(given: Given, journal: Journal, place: Place, by: str) -> str:
    """Files a dead end."""
    kind = Kind.RULEDOUT
    return _file(kind, given.text("title"), given.text("reason"), given, journal, place, by)


def _file(
    kind: Kind, title: str, body: str, given: Given, journal: Journal, place: Place, by: str
) -> str:
    scope, said = _scope(given.text("scope"), place)
    hidden_title, hidden_body = mask_titled(title, body)
    title, body = one_line(hidden_title.text), hidden_body.text
    if not title:
        raise UsageError("'title' holds nothing that can be read.")
    secrets = dict.fromkeys((*hidden_title.found, *hidden_body.found))
    now = journal.setup.now()
    with journal.batch(f"file “{title[:60]}”", by=by):
        known = _filed_already(kind, title, body, scope, journal, place)
        if known is not None:
            held = " and is held for the owner's review" if known.status is Status.HELD else ""
            return f"This is filed already as {known.key}{held}; nothing was written."
        why = why_held(by, title, body)
        status, extra = marks(why)
        note = journal.add(
            title=title,
            body=f"{body}\n",
            kind=kind,
            scope=scope,
            cwd=place.project.root if place.project is not None else "",
            session=place.session,
            source=by,
            status=status,
            extra=extra,
        ).note
    announce(journal, [note], now)
    what = "dead end" if kind is Kind.RULEDOUT else "note"
    told = [f"Filed the {what} {note.key} {_WHERE[note.scope]}."]
    if why:
        held = (
            f"The {what} {note.key} is filed but held until the owner has reviewed it, because it "
            "reads like an order. Say what is so, not what a reader must do."
        )
        told = [held]
    if said:
        told.append(said)
    if secrets:
        told.append(f"Masked before writing: {', '.join(secrets)}.")
    return " ".join(told)


def _scope(asked: str, place: Place) -> tuple[Scope, str]:
    """The scope that a note gets, and what was changed about the one asked for, or ''.

    Raises:
        UsageError: neither a session nor a project is known.
    """
    scope = Scope(asked or Scope.SESSION)
    if scope is Scope.FOLDER and place.project is None:
        if place.session:
            return Scope.SESSION, "It has session scope, because this session has no project."
        raise UsageError("No project folder is known here; ask for the scope 'global' or leave it.")
    if scope is Scope.SESSION and not place.session:
        if place.project is not None:
            return Scope.FOLDER, "It has folder scope, because the session is not known here."
        raise UsageError(
            "Neither a session nor a project is known here, so only the scope 'global' is left."
        )
    return scope, ""


def _filed_already(
    kind: Kind, title: str, body: str, scope: Scope, journal: Journal, place: Place
) -> Note | None:
    """A note that says the same and is seen at least as widely, or None."""
    text = f"{title}\n{body}"
    found = journal.search(text[:1500], place=place, limit=_LOOKED_AT).results
    for note in (each.note for each in found):
        if note.kind not in _ALIKE[kind] or note.scope.rank < scope.rank:
            continue
        known = without_said_again(journal.load(note.path).body)
        if says_the_same(text, f"{note.title}\n{known}"):
            return note
    return None


def close_ask(given: Given, journal: Journal, place: Place, by: str) -> str:
    """Closes an ask that the session sees, with one line on what came of it."""
    outcome = one_line(mask(given.text("outcome")).text)
    note = named(given.text("id"), journal, place).note
    if note.kind is not Kind.ASK:
        raise Refused(f"'{note.key}' is a {note.kind.words}, and only asks are closed.")
    if note.status in {Status.DONE, Status.DROPPED}:
        return f"The ask {note.key} is closed already ({note.status.value}); nothing was written."
    if note.in_archive:
        raise Refused(f"The ask '{note.key}' is archived, so there is nothing to close.")
    if note.pinned or note.overrides or note.in_harness:
        raise Refused(f"Only the owner can close '{note.key}': it is pinned or stands as law.")
    if reads_like_orders(outcome):
        raise Refused(
            "The outcome reads like an order, so nothing was written; say what came of the ask."
        )
    with journal.batch(f"close “{note.title[:60]}”", by=by):
        journal.close_ask(note.path, f"{outcome} ({by})")
    return f"Closed the ask {note.key}; the owner can open it again."


def propose(given: Given, journal: Journal, place: Place, by: str) -> str:
    """Puts a rule before the owner; no note is made."""
    rule = one_line(mask(given.text("rule")).text)
    reason = one_line(mask(given.text("reason")).text)
    asked = given.text("scope") or (Scope.FOLDER if place.project is not None else Scope.GLOBAL)
    scope, said = _scope(asked, place)
    if standing := standing_rule(journal, rule, place):
        return f"The rule {standing} says this already; nothing was proposed."
    now = journal.setup.now()
    before = {each.id for each in journal.proposals.all()}
    found = propose_rule(journal, rule, reason, scope=scope, place=place, by=by, now=now)
    if found.answer is Decision.NEVER:
        return "The owner said no to this rule; do not propose it again."
    if found.id in before:
        what = "request" if found.kind is ProposalKind.PROMOTE else "rule"
        return f"This {what} waits for the owner's yes already (proposal {found.id})."
    told = f"Proposed (proposal {found.id}); it is no rule until the owner says yes."
    return f"{told} {said}" if said else told
