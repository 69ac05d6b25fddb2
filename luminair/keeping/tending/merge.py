"""Folds notes that say the same into one (spec 8.3).

The kept note gains the others' words under 'Said again'; the others go to the archive with
``merged: <the kept note's id>``, so that they are out of every prompt, still found by search and
by the links that lead to them. It is one operation: one undo brings back the same bytes.

The owner may merge any notes by naming them and is told in what they differ. What Luminair
proposes by itself are near copies: the same words but for politeness, inflection and slips.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError, Refused, UsageError
from luminair.journal import (
    Evidence,
    Kind,
    Proposal,
    ProposalKind,
    Scope,
    State,
    Status,
    may_ride,
    one_line,
    read_settings,
    says_the_same,
    without_said_again,
)
from luminair.keeping.phrasing.intent import intent_of
from luminair.keeping.phrasing.paraphrase import differ
from luminair.keeping.promotion.near_copy import copy_key, near_copies
from luminair.keeping.said_again import QUOTE_CHARS, Said, said_in, with_said
from luminair.keeping.tending.similar import alike
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from luminair.journal import Journal, LoadedNote, Note, VaultSettings, Written

NEAR: Final = 0.7
"""TF-IDF cosine from which two notes are looked at as near copies."""
SHORT_CHARS: Final = 400
"""Up to here a note is a wish or a fact, whose parts can be told."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What merging came to.

    Attributes:
        note: the kept note as it is now.
        merged: keys of those that went into it.
        differ: in what they differ from it, a sentence each.
        operation: what undo takes back.
    """

    note: Note
    merged: tuple[str, ...]
    differ: tuple[str, ...]
    operation: str


def merge(journal: Journal, keep: str, others: Sequence[str]) -> Merged:
    """Folds notes into one, as the owner names them.

    Args:
        journal: the vault.
        keep: id or path of the note that stays.
        others: those that go into it.

    Raises:
        UsageError: there is nothing to merge, or a note would go into itself.
        Refused: one of them is held or never rides, or they are of two projects.
        NoteNotFound, NoteDamaged, NoteChanged, WriteFailed, LockBusy: nothing was merged.
    """
    kept = journal.load(keep)
    found = {note.path: note for note in map(journal.find, others)}
    if kept.note.path in found:
        raise UsageError(f"'{keep}' cannot go into itself; name the note that stays once, first.")
    if not found:
        raise UsageError("Merging needs the note that stays and at least one more: KEEP ID….")
    loaded = [journal.load(path) for path in found]
    settings = read_settings(journal.root)
    for each in loaded:
        why = _apart(journal, kept.note, each.note, settings)
        if why:
            raise Refused(f"Nothing was merged: {why}.")
    count = counted(len(loaded), "note")
    with journal.batch(f"merge {count} into “{kept.note.title}”") as batch:
        _write(journal, kept, loaded)
    told = tuple(line for each in loaded if (line := differing_words(kept, each)))
    return Merged(
        journal.find(kept.note.path), tuple(each.note.key for each in loaded), told, batch.op
    )


def _apart(journal: Journal, kept: Note, other: Note, settings: VaultSettings) -> str:
    """Why two notes are no matter for merging whatever they say, or ''.

    The merged note would ride where one of them may not, or no longer where one of them does.
    """
    # Notes that say the same mostly have one title: then only the file tells them apart.
    twins = kept.title == other.title
    called = {note.path: f"'{note.path}'" if twins else f"“{note.title}”" for note in (kept, other)}
    for note in (kept, other):
        if note.status is Status.HELD:
            return f"{called[note.path]} is held for you, so answer it in Review first"
    keep, gone = called[kept.path], called[other.path]
    if kept.in_archive and not other.in_archive:
        return f"{keep} is archived; bring it back first, or keep {gone}"
    silent, heard = sorted((kept, other), key=lambda note: _rides(note, settings))
    if _rides(silent, settings) != _rides(heard, settings):
        names = called[silent.path], called[heard.path]
        return "{} never rides and {} does; move one of them first".format(*names)
    if not _one_project(journal, kept, other):
        return f"{keep} and {gone} are of two projects; give them one scope first"
    return ""


def _rides(note: Note, settings: VaultSettings) -> bool:
    return may_ride(note.path, has_luminair_id=note.id is not None, settings=settings)


def _one_project(journal: Journal, one: Note, other: Note) -> bool:
    """Whether two notes are of no two projects, by the folders that are here, or by name."""
    if not one.scope is other.scope is Scope.FOLDER:
        return True
    if one.cwd == other.cwd:
        return _here(one, other)
    if one.project and one.project == other.project:
        return True
    here, there = (journal.place(cwd=note.cwd)[0].project for note in (one, other))
    return here is not None and there is not None and here.key == there.key


def _write(journal: Journal, kept: LoadedNote, others: Sequence[LoadedNote]) -> Written:
    phrasings = [said for each in others for said in _phrasings(each)]
    # What one of them hides stays hidden: an archived note hides nothing any more.
    gone = {each.note.key for each in others}
    # A lower rung of trust hides nothing from a higher one, and gets no such right by the way.
    heard = [each.note for each in others if each.note.trust >= kept.note.trust]
    hides = dict.fromkeys([*kept.note.overrides, *(key for o in heard for key in o.overrides)])
    named = tuple(key for key in hides if key not in gone | {kept.note.key})
    overrides = {"overrides": named} if set(named) != set(kept.note.overrides) else None
    written = journal.edit(
        kept.note.path,
        body=with_said(kept.body, phrasings, per_session=True),
        extra=overrides,
        expected_sha256=kept.note.sha256,
    )
    for each in others:
        journal.edit(
            each.note.path, extra={"merged": kept.note.key}, expected_sha256=each.note.sha256
        )
    journal.archive([each.note.path for each in others])
    return written


def _phrasings(loaded: LoadedNote) -> list[Said]:
    """A note's own words, with when and where, and those it had gathered itself."""
    note = loaded.note
    body = one_line(without_said_again(loaded.body))
    title = note.title.rstrip("…. ")
    words = body if body.casefold().startswith(title.casefold()) else f"{note.title}: {body}"
    own = Said(words[:QUOTE_CHARS] if body else note.title, note.created, note.session)
    return [own, *said_in(loaded.body)]


def differing_words(kept: LoadedNote, other: LoadedNote) -> str:
    """In what a note differs from the one that stays, a sentence, or ''."""
    found = []
    if kept.note.scope is not other.note.scope:
        found.append(f"{kept.note.scope.value} and {other.note.scope.value} scope")
    if kept.note.cwd != other.note.cwd:
        found.append(f"the projects {kept.note.cwd or 'none'} and {other.note.cwd or 'none'}")
    if kept.note.status is not other.note.status:
        found.append(f"being {kept.note.status.value} and {other.note.status.value}")
    if _group(kept.note) != _group(other.note):
        found.append(f"{kept.note.kind.words} and {other.note.kind.words}")
    if not same(kept, other):
        words = differ(_text(kept), _text(other)) or _more(kept, other)
        found.append(words)
    if not found:
        return ""
    return f"“{other.note.title}” differs from “{kept.note.title}” in: {'; '.join(found)}."


def _more(kept: LoadedNote, other: LoadedNote) -> str:
    a, b = intent_of(_text(kept)), intent_of(_text(other))
    only = sorted((a.strong | a.limits) ^ (b.strong | b.limits))[:6]
    names = ", ".join(name.removeprefix("=").replace("_", " ") for name in only)
    return names or "wording"


def same(a: LoadedNote, b: LoadedNote) -> bool:
    """Whether two notes say the same without any doubt."""
    a_text, b_text = _text(a), _text(b)
    if says_the_same(a_text, b_text):
        return True
    if max(len(a_text), len(b_text)) > SHORT_CHARS:
        return False
    return near_copies(a_text, b_text)


def _text(loaded: LoadedNote) -> str:
    body = without_said_again(loaded.body).strip()
    title = loaded.note.title.rstrip("….!? ")
    if one_line(body).casefold().startswith(title.casefold()):
        return body
    return f"{loaded.note.title}\n{body}" if body else loaded.note.title


# --- What is proposed ------------------------------------------------------------------------


def merges(
    journal: Journal,
    *,
    kept_in: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Proposal]:
    """Notes of one scope, project and kind that say the same, each group as one proposal.

    Args:
        journal: the vault.
        kept_in: this machine's folder for what was computed.
        progress: told how far it is.
        cancelled: asked whether to give up; then raises :class:`similar.Cancelled`.
    """
    rooms: dict[tuple[str, ...], list[LoadedNote]] = defaultdict(list)
    settings = read_settings(journal.root)
    listed = [each for each in journal.listing(compared=False) if each.state is State.LIVE]
    for each in listed:
        if each.note.in_harness or each.note.path.startswith("Sessions/"):
            continue
        try:
            loaded = journal.load(each.note.path)
        except NoteError:
            continue
        rooms[_room(loaded.note, settings)].append(loaded)
    notes = [each for room in rooms.values() for each in room]
    near = alike([_text(each) for each in notes], NEAR, kept_in=kept_in,
                 progress=progress, cancelled=cancelled)  # fmt: skip
    pairs = [(notes[pair.first], notes[pair.second]) for pair in near]
    for room in rooms.values():
        pairs.extend(_copies(room))
    linked: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        if _go_together(one.note, other.note, settings) and same(one, other):
            linked[one.note.path].add(other.note.path)
            linked[other.note.path].add(one.note.path)
    by_path = {each.note.path: each for each in notes}
    return [_proposal([by_path[path] for path in group]) for group in _groups(linked)]


def _room(note: Note, settings: VaultSettings) -> tuple[str, ...]:
    """What two notes must have in common to be proposed: who sees them, and when they ride."""
    session = note.session if note.scope is Scope.SESSION else ""
    cwd = note.cwd if note.scope is Scope.FOLDER else ""
    rides = str(_rides(note, settings))
    return (_group(note), note.scope.value, cwd, session, note.status.value, rides)


def _go_together(one: Note, other: Note, settings: VaultSettings) -> bool:
    return _room(one, settings) == _room(other, settings) and _here(one, other)


def _here(one: Note, other: Note) -> bool:
    """Whether notes of one folder are of one project: two machines may have two in one place."""
    named = one.scope is Scope.FOLDER and one.project and other.project
    return not named or one.project == other.project


def _group(note: Note) -> str:
    return "note" if note.kind is Kind.DOC else note.kind.value


def _copies(room: Sequence[LoadedNote]) -> list[tuple[LoadedNote, LoadedNote]]:
    """Short notes that may be near copies, found without comparing each with each."""
    found: dict[str, list[LoadedNote]] = defaultdict(list)
    for each in room:
        text = _text(each)
        if len(text) <= SHORT_CHARS:
            found[copy_key(text)].append(each)
    return [
        (one, other)
        for notes in found.values()
        for at, other in enumerate(notes)
        for one in notes[:at]
    ]


def _groups(linked: dict[str, set[str]]) -> list[list[str]]:
    """Groups in which each says the same as each: no chain of small steps."""
    groups: list[list[str]] = []
    seen: set[str] = set()
    for path in sorted(linked, key=lambda p: (-len(linked[p]), p)):
        if path in seen:
            continue
        group = [path]
        for other in sorted(linked[path] - seen):
            if all(other in linked[member] for member in group):
                group.append(other)
        if len(group) > 1:
            seen.update(group)
            groups.append(group)
    return groups


def _proposal(group: Sequence[LoadedNote]) -> Proposal:
    keep, *others = sorted(group, key=_standing)
    note = keep.note
    names = sorted(each.note.key for each in group)
    return Proposal(
        id="",
        key=f"merge:{sha256(' '.join(names).encode('utf-8', 'replace')).hexdigest()[:16]}",
        kind=ProposalKind.MERGE,
        title=f"Merge {len(group)} notes into “{note.title}”",
        text=f"Keep “{note.title}” and put the words of the others under 'Said again' in it.",
        reason=f"{len(group)} notes say the same.",
        evidence=tuple(_evidence(each) for each in (keep, *others)),
        scope=note.scope.value,
        cwd=note.cwd,
        session=note.session if note.scope is Scope.SESSION else "",
        data={"keep": note.key, "others": tuple(each.note.key for each in others)},
    )


def _standing(loaded: LoadedNote) -> tuple[int, bool, bool, str, str]:
    """Who stays: the higher rung of trust, the pinned one, one with text, the older one."""
    note = loaded.note
    return (-note.trust, not note.pinned, not loaded.body.strip(), note.created, note.path)


def _evidence(loaded: LoadedNote) -> Evidence:
    note = loaded.note
    words = one_line(without_said_again(loaded.body))[:QUOTE_CHARS]
    return Evidence(words or note.title, note.created, note.session, note.path, note.key)


def carry_out(journal: Journal, proposal: Proposal) -> str:
    """Does what a merge proposal says, after the owner's yes.

    Returns:
        The operation, for undo.

    Raises:
        Refused: the notes changed since and no longer say the same.
        NoteNotFound: one of them is gone.
    """
    keep, others = proposal.data.get("keep", ""), proposal.data.get("others", ())
    if not isinstance(keep, str) or not isinstance(others, tuple) or not keep or not others:
        raise Refused("This proposal does not say which notes to merge; nothing was written.")
    kept, settings = journal.load(keep), read_settings(journal.root)
    for each in _load(journal, others):
        if not _go_together(kept.note, each.note, settings) or not same(kept, each):
            told = differing_words(kept, each) or "They are no longer of one kind and scope."
            raise Refused(f"The notes changed since this was proposed, so none was merged. {told}")
    return merge(journal, keep, others).operation


def _load(journal: Journal, keys: Iterable[str]) -> list[LoadedNote]:
    return [journal.load(key) for key in keys]
