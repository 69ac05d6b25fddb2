"""Notes that may no longer hold, offered for review and never removed by themselves (spec 8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError, Refused
from luminair.journal import (
    Evidence,
    Kind,
    Proposal,
    ProposalKind,
    State,
    Status,
    links,
    one_line,
    without_said_again,
)
from luminair.keeping.tending.cited import Projects, cited_files, passed_dates, versions_in
from luminair.keeping.tending.superseded import superseded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from luminair.journal import Journal, LoadedNote, Note, Receipts

UNUSED_DAYS: Final = 120
"""A note that has not changed, nor ridden with a message, for so long may be let go."""
RECEIPT_DAYS: Final = 60
"""Receipts that reach back less far say nothing about what is never used."""
MOST_UNUSED: Final = 20
"""Most of these in one go: nobody answers a hundred cards."""
QUOTE_CHARS: Final = 300


@dataclass(frozen=True, slots=True)
class _Doubt:
    """One reason to look at a note again.

    Attributes:
        what: a word for it, part of the proposal's key.
        said: a sentence.
        deed: what a yes does: 'archive', 'overrides' or 'look'.
        about: a sign of what the reason is about: an answer holds until this changes.
        other: for 'overrides', the newer note.
    """

    what: str
    said: str
    deed: str = "archive"
    about: str = ""
    other: LoadedNote | None = None


def stale_notes(journal: Journal, receipts: Receipts, now: datetime) -> list[Proposal]:
    """The notes to look at again, by path.

    Args:
        journal: the vault.
        receipts: of this machine, for what is never used.
        now: the clock, aware.
    """
    loaded = list(_live(journal))
    names = _names(loaded)
    projects = Projects(min((each.note.updated for each in loaded), default=""))
    found: list[Proposal] = []
    for each in loaded:
        found.extend(_proposal(each, doubt) for doubt in _doubts(each, projects, names, now))
    found.extend(
        _proposal(old, _Doubt("superseded", why, "overrides", new.note.key, new))
        for old, new, why in superseded(loaded)
    )
    found.extend(_unused(loaded, receipts, now))
    return sorted(found, key=lambda each: (each.evidence[0].path, each.key))


def _live(journal: Journal) -> Iterator[LoadedNote]:
    for each in journal.listing(compared=False):
        if each.state is not State.LIVE or each.note.in_harness:
            continue
        if each.note.status in {Status.DONE, Status.DROPPED}:
            continue
        try:
            yield journal.load(each.note.path)
        except NoteError:  # gone since the look
            continue


def _names(loaded: Iterable[LoadedNote]) -> set[str]:
    names: set[str] = set()
    for each in loaded:
        note = each.note
        stem = note.path.removesuffix(".md")
        names.update(
            name.casefold()
            for name in (stem, stem.rpartition("/")[2], note.title, note.key, *note.aliases)
        )
    return names


def _doubts(
    loaded: LoadedNote, projects: Projects, names: set[str], now: datetime
) -> Iterator[_Doubt]:
    body = without_said_again(loaded.body)
    text = f"{loaded.note.title}\n{body}"
    if loaded.note.cwd:
        for file in cited_files(text):
            yield from _of_file(loaded.note, file, projects)
    if loaded.note.cwd and loaded.note.kind is Kind.RULEDOUT:
        for name, version in versions_in(text):
            there = projects.version(loaded.note.cwd, name)
            if there and there != version and not there.startswith(f"{version}."):
                said = f"It failed with {name} {version}; the project has {there} now."
                yield _Doubt("retest", said, "look", f"{name} {there}")
    for day, words in passed_dates(text, now):
        yield _Doubt("date", f"“{words}” has passed.", about=day)
    for target in _dead_links(body, names):
        yield _Doubt("link", f"It links to “{target}”, which is not there.", "look", target)


def _of_file(note: Note, file: str, projects: Projects) -> Iterator[_Doubt]:
    state = projects.state(note.cwd, file, note.updated)
    if state == "gone":
        yield _Doubt("file", f"It names `{file}`, which is no longer there.", about=file)
    elif state and note.kind is Kind.RULEDOUT:
        said = f"`{file}` has changed since ({state[:10]}): the dead end may be open now."
        yield _Doubt("retest", said, "look", f"{file} {state}")
    elif state:
        said = f"It names `{file}`, which has changed since ({state[:10]})."
        yield _Doubt("changed", said, "look", f"{file} {state}")


def _dead_links(body: str, names: set[str]) -> list[str]:
    dead = []
    for link in links(body):
        target = link.target.removesuffix(".md").strip()
        if link.wiki and target and "." not in target and target.casefold() not in names:
            dead.append(target)
    return list(dict.fromkeys(dead))


def _unused(loaded: Sequence[LoadedNote], receipts: Receipts, now: datetime) -> list[Proposal]:
    """Notes and docs that no kept receipt names; nothing where receipts are too young to tell."""
    kept = receipts.listing()
    oldest = min((each.at for each in kept), default="")
    if not oldest or oldest > f"{now - timedelta(days=RECEIPT_DAYS):%Y-%m-%dT%H:%M:%S}":
        return []
    rode = {row.key for receipt in kept for row in receipt.rows if row.rode}
    since = f"{now - timedelta(days=UNUSED_DAYS):%Y-%m-%dT%H:%M:%S}"
    unused = [
        each
        for each in loaded
        if each.note.kind in {Kind.NOTE, Kind.DOC}
        and not each.note.pinned
        and each.note.id is not None
        and each.note.updated < since
        and each.note.key not in rode
    ]
    unused.sort(key=lambda each: (each.note.updated, each.note.path))
    said = f"It has not ridden with any message since {oldest[:10]}."
    return [_proposal(each, _Doubt("unused", said, about="")) for each in unused[:MOST_UNUSED]]


_DEEDS: Final = {
    "archive": "Archive it: out of every prompt, still found by search.",
    "overrides": "Mark it as superseded: the newer note hides it.",
    "look": "Look at it again, and edit or archive it.",
}


def _proposal(loaded: LoadedNote, doubt: _Doubt) -> Proposal:
    note = loaded.note
    sign = sha256(f"{note.key}\n{doubt.about}".encode("utf-8", "replace")).hexdigest()[:16]
    evidence = [_evidence(loaded)]
    data: dict[str, str | tuple[str, ...]] = {
        "deed": doubt.deed, "note": note.key, "sha256": note.sha256, "what": doubt.what,
    }  # fmt: skip
    if doubt.other is not None:
        evidence.append(_evidence(doubt.other))
        data["newer"] = doubt.other.note.key
    return Proposal(
        id="",
        key=f"stale:{doubt.what}:{sign}",
        kind=ProposalKind.STALE,
        title=f"“{note.title}” may be out of date",
        text=_DEEDS[doubt.deed],
        reason=doubt.said,
        evidence=tuple(evidence),
        scope=note.scope.value,
        cwd=note.cwd,
        session=note.session,
        data=data,
    )


def _evidence(loaded: LoadedNote) -> Evidence:
    note = loaded.note
    words = one_line(without_said_again(loaded.body))[:QUOTE_CHARS] or note.title
    return Evidence(words, note.updated, note.session, note.path, note.key)


def carry_out(journal: Journal, proposal: Proposal) -> str:
    """Does what a yes to such a proposal means.

    Returns:
        The operation, for undo; '' where the owner only had to look.

    Raises:
        Refused: the note changed since, so the reason may no longer hold.
        NoteNotFound: it is gone.
    """
    data = proposal.data
    key, newer = str(data.get("note", "")), str(data.get("newer", ""))
    note = journal.find(key)
    if note.sha256 != data.get("sha256"):
        raise Refused(
            f"“{note.title}” changed since this was proposed, so nothing was done; "
            "`luminair-journal stale` looks anew."
        )
    match data.get("deed"):
        case "archive":
            return journal.archive([key])[0].operation
        case "overrides" if newer:
            winner = journal.find(newer)
            hides = tuple(dict.fromkeys([*winner.overrides, note.key]))
            return journal.edit(newer, extra={"overrides": hides}).operation
        case _:
            return ""
