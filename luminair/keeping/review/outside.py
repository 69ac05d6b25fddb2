"""Rules and Harness files that appeared or changed outside the app (spec 7.3).

A file written straight into the vault counts as the owner's, and rides; but a model can be talked
into writing one. So what stands as law (rules, pins, ``overrides``, ``Harness/``) and was not
written by Luminair is announced with its difference from what the owner last saw.

What the owner saw is kept on this machine (``seen``), not in the vault, which others may write: it
holds the bytes too, so that a version from before can be brought back. The first look at a vault
on this machine takes what is there as seen. Nothing here runs for a prompt: the app looks when it
opens or refreshes a vault, ``review`` and ``doctor`` look when they are called.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from luminair.errors import LuminairError, NoteError, Refused
from luminair.files import make_private, sha256_of, write_atomic
from luminair.journal import Decision, Proposal, ProposalKind
from luminair.keeping.review.deeds import Deed, Outcome, Wish
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from pathlib import Path

    from luminair.journal import Journal, Note

_KEPT_BYTES: Final = 256 * 1024
_DIFF_LINES: Final = 400


@dataclass(frozen=True, slots=True)
class Seen:
    """One standing file as the owner last saw it.

    Attributes:
        sha256: of its bytes.
        data: its bytes; empty where it was too large to keep.
    """

    sha256: str
    data: bytes = field(default=b"", repr=False)


def announce(journal: Journal, seen: Path, now: datetime) -> list[Proposal]:
    """Announces what changed outside since the owner last saw it.

    Args:
        journal: the vault, refreshed.
        seen: this machine's file of what was seen, of this vault.
        now: UTC.

    Returns:
        What was announced now.

    Raises:
        WriteFailed, LockBusy: the vault or this machine's folder cannot be written.
    """
    before = _read(seen)
    notes = journal.standing()
    if before is None:
        _write(seen, {note.path: _seen(journal, note) for note in notes})
        return []
    # What a sync brought was written by somebody else, or on another machine.
    ours = {
        change.after
        for record in journal.operations()
        if record.by != "sync"
        for change in record.changes
    }
    answers = {
        each.key: each.answer
        for each in journal.proposals.all()
        if each.kind is ProposalKind.CHANGED
    }
    known: dict[str, Seen] = {}
    wanted = []
    elsewhere = {(each.sha256, _in_harness(path)) for path, each in before.items()}
    for note in notes:
        last = before.get(note.path)
        fine = (
            (last is not None and last.sha256 == note.sha256)
            or note.sha256 in ours
            or (note.sha256, _in_harness(note.path)) in elsewhere
            or answers.get(_key(note)) is Decision.YES
        )
        if fine:
            same = last is not None and last.sha256 == note.sha256
            known[note.path] = last if last is not None and same else _seen(journal, note)
            continue
        if last is not None:
            known[note.path] = last
        wanted.append(_proposal(journal, note, last))
    if known != before:
        _write(seen, known)
    return journal.proposals.propose(wanted, now) if wanted else []


def _key(note: Note) -> str:
    return f"changed:{note.path}:{note.sha256[:16]}"


def _in_harness(path: str) -> bool:
    return path.casefold().startswith("harness/")


def _proposal(journal: Journal, note: Note, last: Seen | None) -> Proposal:
    what = "Harness file" if note.in_harness else "rule" if note.kind.value == "rule" else "note"
    did = "changed" if last is not None else "appeared"
    try:
        text = _diff(last.data if last is not None else b"", journal.file_bytes(note.path))
    except NoteError as fault:
        text = str(fault)
    return Proposal(
        id="",
        key=_key(note),
        kind=ProposalKind.CHANGED,
        title=f"The {what} “{note.title}” {did} outside the app",
        text=text,
        reason=(
            f"'{note.path}' was not written by Luminair. It counts as yours and rides; a model can "
            "be talked into writing such a file, so look at it once."
        ),
        scope=note.scope.value,
        cwd=note.cwd,
        session=note.session,
        data={"path": note.path, "sha256": note.sha256},
    )


def _diff(before: bytes, after: bytes) -> str:
    old, new = (data.decode("utf-8", "replace").splitlines() for data in (before, after))
    lines = list(unified_diff(old, new, "before", "now", lineterm="", n=2))
    if len(lines) > _DIFF_LINES:
        lines = [*lines[:_DIFF_LINES], f"… {counted(len(lines) - _DIFF_LINES, 'more line')}"]
    return "\n".join(lines)


class ChangedDeed(Deed):
    """Yes keeps the file; never brings the one before back, or archives one that is new.

    Args:
        seen: this machine's file of what was seen, of this vault.
    """

    def __init__(self, seen: Path) -> None:
        self._seen = seen

    @override
    def stands(self, journal: Journal, proposal: Proposal) -> bool:
        """Whether the file is still the one that was announced, and still stands."""
        path, sha256 = str(proposal.data.get("path", "")), proposal.data.get("sha256", "")
        return any(note.path == path and note.sha256 == sha256 for note in journal.standing())

    @override
    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Keeps the file: the answer itself is what the next look goes by."""
        if wish.text is not None or wish.scope is not None:
            raise Refused("A file that changed outside is kept or undone as it is; edit it itself.")
        return Outcome(said=f"Kept: {proposal.data.get('path', '')} stays as it is.")

    @override
    def never(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:
        """Brings back what the owner last saw, or archives a file that nobody saw before.

        Raises:
            NoteChanged: the file changed once more meanwhile.
            Refused: it was too large for its bytes to be kept.
        """
        del wish
        path = str(proposal.data.get("path", ""))
        note = journal.find(path)
        if note.sha256 != proposal.data.get("sha256"):
            raise Refused(f"'{path}' changed again meanwhile; look at the review queue anew.")
        last = (_read(self._seen) or {}).get(path)
        if last is None:
            written = journal.archive([path])[0]
            return Outcome(
                written.operation, f"'{path}' is archived and rides no more.", written.note
            )
        data = last.data or journal.bytes_of(last.sha256) or b""
        if sha256_of(data) != last.sha256:
            raise Refused(
                f"The version of '{path}' before is not kept any more; edit the file by hand."
            )
        written = journal.put_back(path, data)
        return Outcome(written.operation, f"'{path}' is again as you last saw it.", written.note)


# --- What was seen -------------------------------------------------------------------------------


def _seen(journal: Journal, note: Note) -> Seen:
    if note.size > _KEPT_BYTES:
        return Seen(note.sha256)
    try:
        data = journal.file_bytes(note.path)
    except LuminairError:
        return Seen(note.sha256)
    return Seen(note.sha256, data if sha256_of(data) == note.sha256 else b"")


def _read(file: Path) -> dict[str, Seen] | None:
    """What was seen, None before the first look; a file that cannot be read was no look."""
    try:
        told = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    files = told.get("files") if isinstance(told, dict) else None
    if not isinstance(files, dict):
        return None
    return dict(_entries(files.items()))


def _entries(items: Iterable[tuple[object, object]]) -> Iterable[tuple[str, Seen]]:
    for path, value in items:
        if isinstance(path, str) and isinstance(value, dict):
            sha256, held = value.get("sha256"), value.get("data", "")
            if isinstance(sha256, str) and isinstance(held, str):
                try:
                    yield path, Seen(sha256, base64.b64decode(held))
                except (binascii.Error, ValueError):
                    yield path, Seen(sha256)


def _write(file: Path, seen: Mapping[str, Seen]) -> None:
    files = {
        path: {"sha256": each.sha256, "data": base64.b64encode(each.data).decode("ascii")}
        for path, each in sorted(seen.items())
    }
    make_private(file.parent)
    write_atomic(file, json.dumps({"files": files}).encode(), mode=0o600)
