"""What a sync service made two files of, as one again (spec 14).

iCloud Drive, Dropbox, Syncthing and their kin keep the second version of a note beside the first.
The two are brought together by the same rules as a sync over git: what only one side changed is
taken, where both rewrote a part both versions of it stay for the owner to choose. What both began
with is known where the machines share `.luminair/`: each keeps a log of what it replaced by what.
Where it is not known, nothing counts as taken out.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.errors import NoteError, NoteNotFound, Refused, UsageError
from luminair.files import sha256_of
from luminair.journal import Evidence, Proposal, ProposalKind, merge_note, one_line
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.keeping.said_again import QUOTE_CHARS
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from luminair.journal import Journal, LoadedNote, Note, OperationRecord

_CHANGED = "it or its conflict copy has just changed; look at them again"


@dataclass(frozen=True, slots=True)
class Joined:
    """Two files as one.

    Attributes:
        note: as it is now.
        copy: the path that is no more.
        parts: of which both versions stand there, as ``torn_in`` names them.
        operation: what undo takes back.
    """

    note: Note
    copy: str
    parts: tuple[str, ...]
    operation: str


def join(journal: Journal, copy: str, copies: Mapping[str, str] | None = None) -> Joined:
    """Brings a conflict copy and its original together, as one step; the copy goes to the Bin.

    Args:
        journal: the vault, open in the owner's name.
        copy: the copy's path.
        copies: what ``conflict_copies`` said a moment ago, for many in a row; None asks anew.

    Raises:
        UsageError: it is no conflict copy.
        Refused: the two cannot be made one; both stay as they are.
        NoteNotFound, NoteChanged, WriteFailed, LockBusy: nothing was written.
    """
    original = (journal.conflict_copies() if copies is None else copies).get(copy)
    if original is None:
        raise UsageError(f"'{copy}' is no conflict copy of a note that lies beside it.")
    note, other = journal.find(original), journal.find(copy)
    if note.trust != other.trust:
        raise Refused(
            f"'{original}' was {note.trust.words} and '{copy}' {other.trust.words}, so the one is "
            "not written into the other; take over by hand what is right."
        )
    with journal.batch(f"bring “{note.title}” and its conflict copy together") as batch:
        operation = batch.operation
        one, two = operation.read(original), operation.read(copy)
        merged = merge_note(_began_with(journal, one, two), one, two)
        if merged is None:
            raise Refused(
                f"'{original}' and '{copy}' cannot be brought together safely, so both stay as "
                "they are; take over by hand what is right."
            )
        operation.replace(original, merged.data, sha256_of(one))
        operation.remove(copy)
        batch.paths.update((original, copy))
    return Joined(journal.find(original), copy, (*merged.keys, *merged.parts), batch.op)


def _began_with(journal: Journal, one: bytes, other: bytes) -> bytes | None:
    """The version that both come from, by what the machines wrote down; None where it is unknown.

    It must be beyond doubt, since what it holds and one side does not counts as taken out.
    """
    before = _steps(journal.operations())
    ours, theirs = (_past(sha256_of(data), before) for data in (one, other))
    pasts = {each: _past(each, before) for each in ours & theirs}
    last = [
        each
        for each in pasts
        if not any(each in past for later, past in pasts.items() if later != each)
    ]
    return journal.bytes_of(last[0]) if len(last) == 1 else None


def _steps(records: Iterable[OperationRecord]) -> Mapping[str, set[str]]:
    """From each version to those that it replaced."""
    found: dict[str, set[str]] = defaultdict(set)
    for record in records:
        for change in record.changes:
            if change.rewritten:
                found[change.after].add(change.before)
    return found


def _past(version: str, before: Mapping[str, set[str]]) -> set[str]:
    """A version and all that led to it."""
    found, ahead = {version}, [version]
    while ahead:
        for each in before.get(ahead.pop(), ()):
            if each not in found:
                found.add(each)
                ahead.append(each)
    return found


# --- In Review ---------------------------------------------------------------------------------


def proposals(journal: Journal) -> list[Proposal]:
    """Every conflict copy, for Review; once for each state of the two files."""
    found = []
    for copy, original in sorted(journal.conflict_copies().items()):
        try:
            one, two = journal.load(original), journal.load(copy)
        except NoteError:  # gone since the look
            continue
        note, other = one.note, two.note
        found.append(
            Proposal(
                id="",
                key=f"copy:{copy}:{note.sha256[:12]}:{other.sha256[:12]}",
                kind=ProposalKind.COPY,
                title=f"A second version of “{note.title}”",
                text=f"Bring both together in '{original}'; all that either wrote stays.",
                reason=f"A sync service left '{copy}' beside it.",
                evidence=(
                    Evidence(_only_in(one, two), note.updated, "", original, note.key),
                    Evidence(_only_in(two, one), other.updated, "", copy, copy),
                ),
                scope=note.scope.value,
                cwd=note.cwd,
                data={"copy": copy},
            )
        )
    return found


def _only_in(one: LoadedNote, other: LoadedNote) -> str:
    """What the one says and the other does not, on one line; else what both say."""
    there = {line.strip() for line in other.body.splitlines()}
    mine = [line.strip() for line in one.body.splitlines() if line.strip() not in there]
    return one_line(" ".join(mine))[:QUOTE_CHARS] or one.note.summary or one.note.title


class CopyDeed(Deed):
    """Yes brings the two together; never leaves them as they are."""

    @override
    def stands(self, journal: Journal, proposal: Proposal) -> bool:
        """Whether the copy still lies beside its original, both as they were."""
        return any(each.key == proposal.key for each in proposals(journal))

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Brings them together.

        Raises:
            Refused: other words are asked for, or the two changed or cannot be made one.
        """
        if wish.text is not None or wish.scope is not None:
            raise Refused("Two versions have no words to change; edit the note itself.")
        if not self.stands(journal, proposal):
            raise Refused(f"“{proposal.title}” cannot be answered: {_CHANGED}.")
        done = join(journal, str(proposal.data.get("copy", "")))
        return Outcome(
            done.operation, f"“{done.note.title}” is one note again.", done.note, to_choose(done)
        )


def to_choose(done: Joined) -> str:
    """What the owner still has to choose, a sentence, or ''."""
    if not done.parts:
        return ""
    names = ", ".join(f"“{part}”" if part else "the text at its top" for part in done.parts)
    return f"Both sides rewrote {names}, and both versions stand there: keep what is right."


def copies_among(journal: Journal, keep: str, others: Iterable[str]) -> list[str]:
    """The paths of the others where each is a conflict copy of the kept note, else none."""
    copies = journal.conflict_copies()
    try:
        original = journal.find(keep).path
        paths = [journal.find(each).path for each in others]
    except NoteNotFound:
        return []
    return paths if all(copies.get(path) == original for path in paths) else []
