"""What one operation did to the vault, as values, and the log of all of them.

An operation is the unit of undo: whatever one command or click did, however many notes it
touched. Its changes are *net*: a file that was edited and then moved is one change from
(path, hash) to (path, hash), so the disk alone tells whether a change was carried out, and the
inverse of a change is the change with its ends swapped.

Each machine appends to a log of its own (``.luminair/operations/<machine>.jsonl``), so that a
vault shared through iCloud or Syncthing never has two writers of one file; reading merges them.
"""

from __future__ import annotations

import os
import re

from luminair.errors import history_unreadable
from luminair.files import append_line, read_lines, write_lines
from luminair.patterns import late_pattern
from luminair.values import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from pathlib import Path

_ID = late_pattern(rb"^id:[ \t]*[\"']?(\d{8}T\d{4}-[0-9a-f]{4})[\"']?[ \t\r]*$", re.MULTILINE)
_ID_WITHIN_BYTES = 4096
_TAIL_BYTES = 65_536
# An operation's id names a folder in the trash, and the log may come from strangers.
_OP = late_pattern(r"\d{8}T\d{9}Z-[0-9a-f]{4,8}")


def op_id(moment: datetime, number: int) -> str:
    """``20260825T200900123Z-3fa8``: the id of an operation begun at ``moment`` (UTC)."""
    return f"{moment:%Y%m%dT%H%M%S}{moment.microsecond // 1000:03d}Z-{number:04x}"


def utc(moment: datetime) -> str:
    """``2026-08-25T20:09:00.000Z``, as notes and logs write times."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def id_in(data: bytes) -> str:
    """The Luminair id in a note's header, or ''. Only used to follow a note's history."""
    found = _ID.search(data[:_ID_WITHIN_BYTES])
    return found.group(1).decode() if found else ""


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one file.

    Attributes:
        path: where it was in the vault; '' if the operation made it.
        to: where it is now; '' if the operation removed it.
        before: SHA-256 of its bytes before, '' if made.
        after: SHA-256 of its bytes after, '' if removed.
        id: the note's id, '' if it has none.
        written: UTC time of the file before, '' if made; dates versions made outside the app.
    """

    path: str
    to: str
    before: str
    after: str
    id: str = ""
    written: str = ""

    @property
    def moved(self) -> bool:
        """Whether a file that stays has another path now."""
        return bool(self.path and self.to) and self.path != self.to

    @property
    def rewritten(self) -> bool:
        """Whether a file that stays has other bytes now."""
        return bool(self.path and self.to) and self.before != self.after

    def inverse(self) -> Change:
        """The change that takes this one back."""
        return replace(
            self,
            path=self.to,
            to=self.path,
            before=self.after,
            after=self.before,
            written="",
        )


@dataclass(frozen=True, slots=True)
class OperationRecord:
    """One finished operation.

    Attributes:
        op: its id; sorts by time on one machine.
        at: UTC time.
        by: who did it, as ``source:`` would say it.
        what: a few words for people.
        machine: which machine's log holds it.
        undoes: the operation that this one took back, or ''.
        changes: one for each file.
        folders: folders it made; taking it back removes those that are empty then.
    """

    op: str
    at: str
    by: str
    what: str
    machine: str
    undoes: str = ""
    changes: tuple[Change, ...] = ()
    folders: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths that it touched, before and after."""
        return tuple(dict.fromkeys(p for c in self.changes for p in (c.path, c.to) if p))

    def as_json(self) -> dict[str, object]:
        """Plain values for the log; :func:`record_of` is the way back."""
        from dataclasses import asdict  # noqa: PLC0415 writing only

        return asdict(self)


def record_of(value: object) -> OperationRecord | None:
    """A record from a line of the log, or None: the file may be anyone's."""
    if not isinstance(value, dict):
        return None
    changes, folders = value.get("changes"), value.get("folders", [])
    if not isinstance(changes, list) or not isinstance(folders, list):
        return None
    texts = _texts(value, ("op", "at", "by", "what", "machine", "undoes"))
    known = [change for change in map(_change_of, changes) if change is not None]
    if not _OP.fullmatch(texts["op"]) or len(known) != len(changes):
        return None
    return OperationRecord(
        **texts, changes=tuple(known), folders=tuple(f for f in folders if isinstance(f, str))
    )


def _change_of(value: object) -> Change | None:
    if not isinstance(value, dict):
        return None
    change = Change(**_texts(value, ("path", "to", "before", "after", "id", "written")))
    whole = bool(change.path) == bool(change.before) and bool(change.to) == bool(change.after)
    return change if whole and (change.path or change.to) else None


def _texts(value: Mapping[str, object], names: Iterable[str]) -> dict[str, str]:
    return {name: text if isinstance(text := value.get(name), str) else "" for name in names}


def taken_back(records: Iterable[OperationRecord]) -> set[str]:
    """The operations whose effect is undone at the end of ``records``."""
    undone: set[str] = set()
    by_op: dict[str, OperationRecord] = {}
    for record in records:
        # Undoing an undo brings back what that took away, and so on down the chain.
        target, gone = record.undoes, True
        seen: set[str] = set()  # a log from strangers may run in circles
        while target and target not in seen:
            seen.add(target)
            (undone.add if gone else undone.discard)(target)
            known = by_op.get(target)
            target, gone = known.undoes if known is not None else "", not gone
        by_op[record.op] = record
    return undone


class OperationLog:
    """The logs of all machines that share the vault.

    Attributes:
        machine: the name of this machine's log.
    """

    def __init__(self, folder: Path, machine: str) -> None:
        self._folder = folder
        self.machine = machine

    def append(self, record: OperationRecord) -> None:
        """Adds a finished operation and brings it to the disk for good.

        Raises:
            WriteFailed: the disk refused.
        """
        append_line(self._file(), record.as_json(), full=True)

    def records(self) -> list[OperationRecord]:
        """All operations, oldest first; of logs that cannot be read there are none."""
        return self._records(sure=False)

    def all_records(self) -> list[OperationRecord]:
        """All operations, oldest first, for what must not act on a part of them.

        Raises:
            VaultUnreadable: a log is there and cannot be read.
        """
        return self._records(sure=True)

    def _records(self, *, sure: bool) -> list[OperationRecord]:
        found: list[tuple[str, OperationRecord]] = []
        for file in self._files(sure=sure):
            latest = ""
            try:
                for record in filter(None, map(record_of, read_lines(file))):
                    # A clock that was set back must not reorder what one machine did.
                    latest = max(latest, record.at)
                    found.append((latest, record))
            except OSError as error:
                if sure:
                    raise history_unreadable(error, self._folder) from error
        found.sort(key=lambda pair: pair[0])
        return list({record.op: record for _, record in found}.values())

    def _files(self, *, sure: bool) -> list[Path]:
        """The logs; by ``listdir``, since ``glob`` takes a folder it may not read for empty."""
        try:
            names = sorted(os.listdir(self._folder))  # noqa: PTH208 names are all that is wanted
        except FileNotFoundError:
            return []
        except OSError as error:
            if sure:
                raise history_unreadable(error, self._folder) from error
            return []
        return [self._folder / name for name in names if name.endswith(".jsonl")]

    def rewrite(self, keep: Callable[[OperationRecord], bool]) -> None:
        """Drops what ``keep`` refuses from this machine's log; call it under the lock.

        Raises:
            WriteFailed: the disk refused; the log is as it was.
        """
        own = list(filter(None, map(record_of, read_lines(self._file()))))
        kept = [record for record in own if keep(record)]
        if len(kept) < len(own):
            write_lines(self._file(), [record.as_json() for record in kept])

    def holds(self, op: str) -> bool:
        """Whether this machine logged ``op`` lately; looks at the end of the log only."""
        try:
            with self._file().open("rb") as file:
                file.seek(max(0, file.seek(0, 2) - _TAIL_BYTES))
                return op.encode() in file.read()
        except OSError:
            return False

    def _file(self) -> Path:
        return self._folder / f"{self.machine}.jsonl"
