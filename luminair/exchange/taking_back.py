"""Takes an import back: notes by an undo, conversations to the Bin, rules out of Review.

Which imports there are is told by what each wrote down as it came (``batches``); whether one still
stands is told by the vault and the sessions themselves, so that an undo of the undo counts too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, NoteNotFound, OperationUnknown, UndoRefused
from luminair.exchange.batches import batches, facts_of
from luminair.journal import Decision, taken_back

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

    from luminair.journal import Journal, Proposal
    from luminair.sessions.library import Library

_UNANSWERED: Final = frozenset({Decision.WAITING, Decision.LATER})


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What taking an import back did.

    Attributes:
        notes: how many notes went.
        sessions: how many sessions went to the bin.
        rules: how many proposals went.
        kept: what stays, a sentence each.
        operation: of the vault: taking it back brings notes and rules again; '' where it took
            nothing, or there were no notes.
    """

    notes: int
    sessions: int
    rules: int
    kept: tuple[str, ...]
    operation: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """An import of which something is still here.

    Attributes:
        batch: its name.
        source: what it came from, as notes name it without ``import:``.
        notes: how many notes it brought that were not taken back.
        rules: how many of its rules wait for an answer.
        sessions: how many of its conversations are in the list.
    """

    batch: str
    source: str
    notes: int
    rules: int
    sessions: int


def standing(journal: Journal, library: Library, home: Path) -> list[Standing]:
    """The imports of this machine that could be taken back, the newest first."""
    records = journal.operations()
    undone = taken_back(records[::-1])
    brought = {each.op: len(each.changes) for each in records if each.op not in undone}
    waits = {each.id: each for each in journal.proposals.all() if each.answer in _UNANSWERED}
    found = []
    for batch in batches(home):
        here: Counter[str] = Counter()
        source = ""
        for fact in facts_of(home, batch):
            source = source or str(fact.get("source", ""))
            here["notes"] += brought.get(str(fact.get("operation", "")), 0)
            proposal = waits.get(str(fact.get("proposal", "")))
            here["rules"] += proposal is not None and _brought(fact, proposal)
            here["sessions"] += "session" in fact and library.folder(str(fact["session"])).is_dir()
        if any(here.values()):
            name = source.removeprefix("import:")
            found.append(Standing(batch, name, here["notes"], here["rules"], here["sessions"]))
    return found


def take_back(
    journal: Journal, library: Library, home: Path, batch: str, now: datetime
) -> TakenBack:
    """Takes an import back: its notes by an undo, its sessions to the bin, its proposals away.

    Raises:
        LuminairError: there was no such import on this machine.
        UndoRefused: notes changed since; then nothing is taken back.
    """
    told = facts_of(home, batch)
    if not told:
        raise LuminairError(
            f"No import is called '{batch}'; `luminair-journal import --undo` lists those that "
            "can be taken back."
        )
    kept: list[str] = []
    notes, operation = 0, ""
    for fact in told:
        if "operation" in fact:
            notes, operation = _undo(journal, str(fact["operation"]), kept)
    sessions = sum(_bin(library, str(fact["session"]), kept) for fact in told if "session" in fact)
    rules = sum(
        _withdraw(journal, fact, now, operation, kept) for fact in told if "proposal" in fact
    )
    return TakenBack(notes, sessions, rules, tuple(kept), operation if notes or rules else "")


def _undo(journal: Journal, operation: str, kept: list[str]) -> tuple[int, str]:
    """How many notes went, and the operation that took them, now or before.

    Named again, that operation ties to it what a crash after the notes left undone.

    Raises:
        UndoRefused: notes changed since.
    """
    try:
        done = journal.undo(operation)
    except OperationUnknown:
        return 0, ""  # it was cut short before the notes were there
    except UndoRefused:
        records = journal.operations()
        undone = taken_back(records[::-1])
        if operation not in undone:
            raise
        kept.append("Its notes were taken back before.")
        took = (each.op for each in records if each.undoes == operation and each.op not in undone)
        return 0, next(took, "")
    return len(done.changes), done.undone_by


def _brought(fact: Mapping[str, object], proposal: Proposal) -> bool:
    """Whether a proposal is still the one that an import wrote down: the same words, one id."""
    return fact.get("at", proposal.at) == proposal.at


def _bin(library: Library, identity: str, kept: list[str]) -> int:
    if not library.folder(identity).is_dir():
        return 0  # in the bin already, or gone from there
    try:
        library.bin(identity)
    except LuminairError as error:
        kept.append(str(error))
        return 0
    return 1


def _withdraw(
    journal: Journal,
    fact: Mapping[str, object],
    now: datetime,
    operation: str,
    kept: list[str],
) -> int:
    try:
        found = journal.proposals.find(str(fact["proposal"]))
    except NoteNotFound:
        return 0
    if found.answer is Decision.YES:
        kept.append(f"“{found.title}” stays a rule, since you said yes to it.")
        return 0
    if found.answer is Decision.GONE:
        return 0
    if not _brought(fact, found):
        kept.append(f"“{found.title}” stays as it is, since a later import brought it too.")
        return 0
    # Named, the answer follows when the notes are brought back; a refusal is not asked anew.
    named = operation if found.answer in _UNANSWERED else ""
    journal.proposals.answer(found.id, Decision.GONE, now, operation=named)
    return 1
