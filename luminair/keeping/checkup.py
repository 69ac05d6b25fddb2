"""The doctor's whole round: the vault's own problems, and those that only keeping can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError
from luminair.journal import Kind, Problem, State
from luminair.keeping.review.torn import problems as torn_problems
from luminair.keeping.tending.conflicts import problems as conflict_problems
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.journal import Journal, Receipts

_NAMED_SECRETS: Final = 3


@dataclass(frozen=True, slots=True)
class Findings:
    """What the doctor found.

    Attributes:
        problems: by path.
        unused: how many notes no kept receipt names; None where nobody looked.
        since: UTC time of the oldest receipt, or ''.
    """

    problems: tuple[Problem, ...]
    unused: int | None = None
    since: str = ""

    @property
    def unused_words(self) -> str:
        """The count in words, or ''."""
        if self.unused is None:
            return ""
        if not self.since:
            return "There are no receipts yet, so nobody knows which notes are never used."
        if not self.unused:
            return ""
        are = counted(self.unused, "note has", "notes have")
        return f"{are} not ridden with any message since {self.since[:10]}."


def check(journal: Journal, receipts: Receipts, *, full: bool = False) -> Findings:
    """Looks the vault over.

    Args:
        journal: the vault.
        receipts: of this machine.
        full: also read every note for secrets and count what is never used; seconds on a vault
            of thousands.
    """
    found = [*journal.doctor(), *conflict_problems(journal), *torn_problems(journal)]
    unused, since = None, ""
    if full:
        found.extend(_secrets(journal))
        unused, since = _unused(journal, receipts)
    ordered = sorted(found, key=lambda each: (each.path, each.problem))
    return Findings(tuple(ordered), unused, since)


def _secrets(journal: Journal) -> Iterator[Problem]:
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415 the full round only

    for each in journal.listing(compared=False):
        if each.state is State.DAMAGED:
            continue
        try:
            text = journal.load(each.note.path).raw.decode("utf-8", "replace")
        except NoteError:  # gone since the look
            continue
        kinds = list(dict.fromkeys(mask(text).found))
        if kinds:
            more = f" and {len(kinds) - _NAMED_SECRETS} more" * (len(kinds) > _NAMED_SECRETS)
            yield Problem(
                each.note.path,
                f"holds what looks like a secret ({', '.join(kinds[:_NAMED_SECRETS])}{more})",
                "Take it out of the note and change it where it is used.",
            )


def _unused(journal: Journal, receipts: Receipts) -> tuple[int, str]:
    kept = receipts.listing()
    rode = {row.key for receipt in kept for row in receipt.rows if row.rode}
    since = min((each.at for each in kept), default="")
    if not since:
        return 0, ""
    live = (
        each.note for each in journal.listing(compared=False)
        if each.state is State.LIVE and each.note.kind in {Kind.NOTE, Kind.DOC}
    )  # fmt: skip
    count = sum(note.key not in rode and note.updated < since for note in live)
    return count, since
