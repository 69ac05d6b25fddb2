"""What is dropped from ``.luminair/`` in time, and what stays because a receipt names it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from luminair.errors import history_unreadable
from luminair.files import sweep, write_atomic
from luminair.journal.vault.operations import utc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from luminair.journal.vault.history import History
    from luminair.journal.vault.inside import VaultFolder
    from luminair.journal.vault.operations import OperationLog, OperationRecord

_PRUNE_EVERY = timedelta(days=1)
# A machine that has not pruned for so long is taken to be gone, with its receipts.
_MACHINE_GONE_AFTER = timedelta(days=180)
# A clock that is this far ahead of the last time may be wrong, so nothing goes before the next.
_CLOCK_JUMPED = timedelta(days=30)
# Versions put on the disk a moment ago may belong to a receipt that is about to name them.
_YOUNG = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the past is kept; what a receipt names stays regardless.

    Attributes:
        age: operations, versions and removed notes older than this go (spec 1.3: 30 days).
        operations: at most so many are kept.
        size_bytes: versions beyond this go, oldest first.
    """

    age: timedelta = timedelta(days=30)
    operations: int = 10_000
    size_bytes: int = 1 << 30


class Pruner:
    """Prunes one vault. Writing needs the vault's lock."""

    def __init__(self, vault: VaultFolder, history: History, log: OperationLog) -> None:
        self._vault = vault
        self._history = history
        self._log = log

    def due(self, now: datetime, machine: str) -> bool:
        """Whether ``machine`` has not pruned for a day, or did at a time that is yet to come."""
        at, _ = _read_kept(self._kept_folder() / f"{machine}.json")
        return not utc(now - _PRUNE_EVERY) < at <= utc(now)

    def prune(self, named: set[str], limits: Limits, now: datetime, machine: str) -> int:
        """See :meth:`Store.prune`."""
        # Each machine says what its receipts name, so that no other one prunes that away.
        value = {"at": utc(now), "versions": sorted(named)}
        file = self._vault.machine_path("kept") / f"{machine}.json"
        last, _ = _read_kept(file)
        write_atomic(file, json.dumps(value).encode())
        if last and last < utc(now - _CLOCK_JUMPED):
            return 0
        named = named | self._named_elsewhere(now)
        young = list(self._within(limits, self._log.all_records(), now))
        keep = named | {c.before for r in young for c in r.changes} - {""}
        freed = self._history.prune(keep, before=(now - _YOUNG).timestamp())
        young_ops = {record.op for record in young}
        self._log.rewrite(
            lambda record: record.op in young_ops or any(c.before in named for c in record.changes)
        )
        self._empty_trash(utc(now - limits.age))
        sweep(self._vault.machine_folder, before=(now - _YOUNG).timestamp())
        sweep(self._history.folder, before=(now - _YOUNG).timestamp())
        return freed

    def _within(
        self, limits: Limits, records: list[OperationRecord], now: datetime
    ) -> Iterator[OperationRecord]:
        oldest = utc(now - limits.age)
        size = 0
        counted: set[str] = set()
        for number, record in enumerate(reversed(records)):
            for sha256 in {change.before for change in record.changes} - counted:
                counted.add(sha256)
                size += self._history.size_bytes(sha256) or 0 if sha256 else 0
            if record.at < oldest or number >= limits.operations or size > limits.size_bytes:
                return
            yield record

    def _named_elsewhere(self, now: datetime) -> set[str]:
        oldest = utc(now - _MACHINE_GONE_AFTER)
        named: set[str] = set()
        try:
            files = [each for each in self._kept_folder().iterdir() if each.suffix == ".json"]
            kept = [_kept_in(each.read_bytes()) for each in files]
        except OSError as error:
            # What another machine's receipts name is not known, so nothing may go.
            raise history_unreadable(error, self._kept_folder()) from error
        for at, versions in kept:
            if at >= oldest:
                named |= versions
        return named

    def _empty_trash(self, oldest: str) -> None:
        import shutil  # noqa: PLC0415 - once a day, never while reading

        digits = "".join(char for char in oldest if char.isdigit())
        with suppress(OSError):
            for folder in list((self._vault.machine_folder / "trash").iterdir()):
                name = "".join(char for char in folder.name.partition("Z")[0] if char.isdigit())
                if name < digits and not folder.is_symlink():
                    shutil.rmtree(folder, ignore_errors=True)

    def _kept_folder(self) -> Path:
        return self._vault.machine_folder / "kept"


def _read_kept(file: Path) -> tuple[str, set[str]]:
    try:
        return _kept_in(file.read_bytes())
    except OSError:
        return "", set()


def _kept_in(raw: bytes) -> tuple[str, set[str]]:
    try:
        value = json.loads(raw)
        at, versions = value["at"], value["versions"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "", set()
    if not isinstance(at, str) or not isinstance(versions, list):
        return "", set()
    return at, {version for version in versions if isinstance(version, str)}
