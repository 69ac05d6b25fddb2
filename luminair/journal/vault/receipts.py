"""Receipts: what rode with each message, and why, so that a past digest can be explained.

They are this machine's alone (below ``LUMINAIR_HOME``, not in the vault), one file a day. The
prompt's text is kept only where the owner allows it.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteNotFound, UsageError, history_unreadable
from luminair.files import (
    append_line,
    lock,
    make_private,
    read_lines,
    write_failed,
    write_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

MARKS: Final = ("useless", "missing", "")
_MARKS_FILE: Final = "marks.jsonl"
# Notes that were left out are counted in full and named up to here: a vault of 100,000 notes
# must not write a megabyte for each message.
LEFT_OUT_NAMED: Final = 200
_CLOCK_JUMPED: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """One note in a receipt.

    Attributes:
        key: the note's id or path.
        path: where it was.
        sha256: which version, '' if it does not matter.
        title: as it was.
        block: 'rules', 'pins', 'dead_ends', 'asks', 'notes', or '' if left out.
        rode: whether it was sent.
        reason: the verdict in plain words.
        tokens: what it cost, 0 if it did not ride.
        rank: fused rank, 0 where nothing was ranked.
        score: word score.
        terms: matched terms and their weights.
    """

    key: str
    path: str = ""
    sha256: str = ""
    title: str = ""
    block: str = ""
    rode: bool = True
    reason: str = ""
    tokens: int = 0
    rank: int = 0
    score: float = 0.0
    terms: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one message carried.

    Attributes:
        id: from :func:`receipt_id`.
        at: UTC time.
        session: the session's id.
        cwd: its folder.
        lane: which lane.
        model: which model.
        digest_sha256: of the digest's text.
        rows: rode and left out, in the digest's order.
        tokens: what of it rode, as it rode: the number that the Journal line says.
        bytes: of the whole digest.
        left_out: how many notes were left out in all.
        prompt: the message, '' unless the owner allows it to be kept.
    """

    id: str
    at: str
    session: str = ""
    cwd: str = ""
    lane: str = ""
    model: str = ""
    digest_sha256: str = ""
    rows: tuple[ReceiptRow, ...] = ()
    tokens: int = 0
    bytes: int = 0
    left_out: int = 0
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two receipts side by side; rows are paired by key, only those that rode count.

    Attributes:
        only_first: rode with the first message alone.
        only_second: rode with the second alone.
        changed: rode with both, in two versions or blocks.
        same: rode with both unchanged.
        tokens: how many more the second cost.
    """

    only_first: tuple[ReceiptRow, ...]
    only_second: tuple[ReceiptRow, ...]
    changed: tuple[tuple[ReceiptRow, ReceiptRow], ...]
    same: tuple[ReceiptRow, ...]
    tokens: int


def receipt_id(now: datetime, number: int) -> str:
    """``20260825T200900123-1a2b3c4d``: sorts by time, and its day names the file."""
    return f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03d}-{number & 0xFFFFFFFF:08x}"


class Receipts:
    """The receipts of one vault on this machine.

    Attributes:
        folder: where they lie; made at the first write.
    """

    def __init__(self, folder: Path, *, keep_prompts: bool = False) -> None:
        self.folder = folder
        self._keep_prompts = keep_prompts

    def add(self, receipt: Receipt) -> Receipt:
        """Keeps a receipt.

        Returns:
            As it is kept: without the prompt unless allowed, left-out rows cut to
            :data:`LEFT_OUT_NAMED` and counted.

        Raises:
            WriteFailed: the disk refused; the message can still be sent.
        """
        out = [row for row in receipt.rows if not row.rode]
        named = {id(row) for row in out[:LEFT_OUT_NAMED]}
        kept = replace(
            receipt,
            prompt=receipt.prompt if self._keep_prompts else "",
            rows=tuple(row for row in receipt.rows if row.rode or id(row) in named),
            left_out=max(receipt.left_out, len(out)),
        )
        with self._locked():
            append_line(self.folder / f"{_day(receipt.id)}.jsonl", asdict(kept))
        return kept

    def read(self, receipt_id: str) -> Receipt:
        """One receipt.

        Raises:
            NoteNotFound: there is none with this id, or it has grown too old.
        """
        for receipt in self._read_file(self.folder / f"{_day(receipt_id)}.jsonl"):
            if receipt.id == receipt_id:
                return receipt
        raise NoteNotFound(
            f"There is no receipt '{receipt_id}'; receipts are kept for a limited time."
        )

    def listing(self, session: str | None = None, *, since: str = "") -> list[Receipt]:
        """All receipts, or a session's, oldest first; none of days before ``2026-08-25``, say."""
        files = (file for file in self._files() if file.stem >= since)
        receipts = [receipt for file in files for receipt in self._read_file(file)]
        return [r for r in receipts if session is None or r.session == session]

    def compare(self, first: str, second: str) -> Comparison:
        """What differs between two messages; raises as :meth:`read`."""
        return compare(self.read(first), self.read(second))

    def mark(self, receipt_id: str, key: str, word: str, *, at: str) -> None:
        """Notes the owner's word on a note in a digest.

        Args:
            receipt_id: the message's receipt.
            key: the note.
            word: 'useless' (it rode and should not), 'missing' (it should have), '' takes the
                word back.
            at: UTC time.

        Raises:
            UsageError: another word.
            NoteNotFound: no such receipt.
            WriteFailed: the disk refused.
        """
        if word not in MARKS:
            raise UsageError(f"'{word}' is no mark; use 'useless' or 'missing'.")
        self.read(receipt_id)
        with self._locked():
            value = {"receipt": receipt_id, "key": key, "mark": word, "at": at}
            append_line(self.folder / _MARKS_FILE, value)

    def marks(self, receipt_id: str | None = None) -> dict[tuple[str, str], str]:
        """The owner's words by (receipt, note key), the latest for each."""
        found: dict[tuple[str, str], str] = {}
        for value in self._values(self.folder / _MARKS_FILE):
            receipt, key, word = (str(value.get(name, "")) for name in ("receipt", "key", "mark"))
            if receipt_id in {None, receipt}:
                found[receipt, key] = word
        return {pair: word for pair, word in found.items() if word}

    def versions_named(self) -> set[str]:
        """The hashes of all versions that a kept receipt names; history must keep them.

        Raises:
            VaultUnreadable: receipts are there and cannot be read.
        """
        receipts = (receipt for held in self._read_all().values() for receipt in held)
        return {row.sha256 for receipt in receipts for row in receipt.rows} - {""}

    def prune(self, now: datetime, *, age: timedelta, most: int) -> int:
        """Drops receipts that are too old, and the oldest beyond a number.

        Returns:
            How many went.

        Raises:
            WriteFailed: the disk refused.
            VaultUnreadable: receipts are there and cannot be read, so none may go.
        """
        if not self.folder.is_dir():
            return 0
        with self._locked():
            found = self._read_all()
            newest = max((file.stem for file in found), default="")
            # So long without one, the clock may have jumped; then their number alone counts.
            jumped = newest < _day(f"{now - _CLOCK_JUMPED:%Y%m%d}")
            oldest_day = "" if jumped else _day(f"{now - age:%Y%m%d}")
            room, gone = most, 0
            for file, held in reversed(found.items()):
                count = len(held)
                stay = 0 if file.stem < oldest_day else min(count, room)
                room -= stay
                gone += count - stay
                if stay == 0:
                    file.unlink(missing_ok=True)
                elif stay < count:
                    write_lines(file, [asdict(receipt) for receipt in held[-stay:]])
            self._prune_marks(min((f.stem for f in self._files()), default="9"))
        return gone

    def _prune_marks(self, oldest_day: str) -> None:
        file = self.folder / _MARKS_FILE
        values = self._values(file)
        kept = [v for v in values if _day(str(v.get("receipt", ""))) >= oldest_day]
        if len(kept) < len(values):
            write_lines(file, kept)

    def _files(self) -> list[Path]:
        return sorted(f for f in self.folder.glob("*.jsonl") if f.name != _MARKS_FILE)

    def _read_all(self) -> dict[Path, list[Receipt]]:
        """The receipts of each day, oldest first; raises where one file cannot be read."""
        try:
            files = sorted(self.folder.iterdir()) if self.folder.exists() else []
            return {
                file: _receipts_of(read_lines(file))
                for file in files
                if file.suffix == ".jsonl" and file.name != _MARKS_FILE
            }
        except OSError as error:
            raise history_unreadable(error, self.folder, "receipts") from error

    def _read_file(self, file: Path) -> list[Receipt]:
        return _receipts_of(self._values(file))

    def _values(self, file: Path) -> list[dict[str, object]]:
        with suppress(OSError):
            return [value for value in read_lines(file) if isinstance(value, dict)]
        return []

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            make_private(self.folder)
        except OSError as error:
            raise write_failed(error, self.folder) from error
        with lock(self.folder / "lock"):
            yield


def compare(first: Receipt, second: Receipt) -> Comparison:
    """What differs between what two messages carried."""
    one = {row.key: row for row in first.rows if row.rode}
    two = {row.key: row for row in second.rows if row.rode}
    pairs = [(one[key], two[key]) for key in one if key in two]
    changed = tuple(p for p in pairs if (p[0].sha256, p[0].block) != (p[1].sha256, p[1].block))
    return Comparison(
        only_first=tuple(row for key, row in one.items() if key not in two),
        only_second=tuple(row for key, row in two.items() if key not in one),
        changed=changed,
        same=tuple(p[1] for p in pairs if p not in changed),
        tokens=second.tokens - first.tokens,
    )


def _day(identifier: str) -> str:
    digits = identifier[:8]
    if len(digits) == 8 and digits.isascii() and digits.isdigit():
        return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"
    return "0000-00-00"


_TEXTS: Final = ("id", "at", "session", "cwd", "lane", "model", "digest_sha256", "prompt")
_ROW_TEXTS: Final = ("key", "path", "sha256", "title", "block", "reason")


def _receipts_of(values: Iterable[object]) -> list[Receipt]:
    found = (_receipt_of(value) for value in values if isinstance(value, dict))
    return [receipt for receipt in found if receipt is not None]


def _receipt_of(value: dict[str, object]) -> Receipt | None:
    rows = value.get("rows")
    texts = {name: str(value.get(name) or "") for name in _TEXTS}
    if not texts["id"] or not isinstance(rows, list):
        return None
    return Receipt(
        **texts,
        rows=tuple(_row_of(row) for row in rows if isinstance(row, dict)),
        tokens=_number(value.get("tokens")),
        bytes=_number(value.get("bytes")),
        left_out=_number(value.get("left_out")),
    )


def _row_of(value: dict[str, object]) -> ReceiptRow:
    texts = {name: str(value.get(name) or "") for name in _ROW_TEXTS}
    score, terms = value.get("score"), value.get("terms")
    return ReceiptRow(
        **texts,
        rode=value.get("rode") is True,
        tokens=_number(value.get("tokens")),
        rank=_number(value.get("rank")),
        score=float(score) if isinstance(score, int | float) else 0.0,
        terms=_terms(terms) if isinstance(terms, list) else (),
    )


def _terms(value: list[object]) -> tuple[tuple[str, float], ...]:
    return tuple(
        (str(pair[0]), float(pair[1]))
        for pair in value
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], int | float)
    )


def _number(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
