"""Kept vectors for a process that wants fifty of ten thousand: rows of one width, mapped.

Reading ``vectors.json`` takes a cold process 30 ms or more, and each prompt of an agent would wait
for it. So this machine keeps the rows of one model once more, below its index folder, and looks at
no more than what it asks for. The JSON stays the truth: the head of the file bears its sign, and
rows that belong to another state of it are not opened.

    head    what it is, its sizes, the sign of vectors.json, the model
    index   a note each, by key: key, hash of the file, first row, number of rows
    rows    scale, then one byte a number
"""

from __future__ import annotations

import mmap
import os
import struct

from luminair.errors import LuminairError
from luminair.files import make_private, sha256_of, write_atomic
from luminair.hashing import sha256
from luminair.journal.ranking.vectors import Coded
from luminair.journal.vault.tree import sign_of
from luminair.journal.vault.vault_format import VECTORS
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import Final, TypeAlias

_MAGIC: Final = b"LUMVEC\x00\x01"
_HEAD: Final = struct.Struct("<8s4I4q16s")
_NOTE: Final = struct.Struct("<16s16s2I")
_SCALE: Final = struct.Struct("<f")
_KEY: Final = 16

NONE: Final[Sign] = (0, 0, -1, 0)
"""The sign of a file that is not there."""

Sign: TypeAlias = "tuple[int, int, int, int]"


@dataclass(frozen=True, slots=True)
class Stored:
    """A note's vectors, passage by passage.

    Attributes:
        key: the note's id, or its path.
        sha256: of the file that they were made from.
        passages: in the order of the text; none where the model refused it.
    """

    key: str
    sha256: str
    passages: Sequence[Coded]


class Rows:
    """The vectors of one model, by note.

    Attributes:
        length: how many numbers each has; 0 where there are none.
        notes: how many notes have some.
    """

    def __init__(self, data: bytes | mmap.mmap) -> None:
        self._data = data
        self.length, self.notes, self._count, _, *_ = _HEAD.unpack_from(data)[1:]
        self._rows = _HEAD.size + self.notes * _NOTE.size

    def of(self, key: str, sha256_hex: str) -> list[Coded]:
        """A note's vectors; none where it has none, or where its file is another one by now."""
        wanted = _hashed(key)
        low, high = 0, self.notes
        while low < high:
            middle = (low + high) // 2
            at = _HEAD.size + middle * _NOTE.size
            if self._data[at : at + _KEY] < wanted:
                low = middle + 1
            else:
                high = middle
        if low >= self.notes:
            return []
        found, made_from, first, count = _NOTE.unpack_from(
            self._data, _HEAD.size + low * _NOTE.size
        )
        if found != wanted or made_from != _short(sha256_hex) or first + count > self._count:
            return []
        return [self._row(number) for number in range(first, first + count)]

    def _row(self, number: int) -> Coded:
        at = self._rows + number * (_SCALE.size + self.length)
        (scale,) = _SCALE.unpack_from(self._data, at)
        at += _SCALE.size
        return Coded(scale, self._data[at : at + self.length])


class KeptVectors:
    """The vectors of one vault, for prompts.

    Args:
        root: the vault's folder.
        folder: this machine's own folder for the vault, None to keep no rows there.
        made: makes the rows anew from ``vectors.json``, for a model and a sign.
    """

    def __init__(
        self, root: Path, folder: Path | None, made: Callable[[Path, str, Sign], bytes]
    ) -> None:
        self._file = root / VECTORS
        self._folder = folder
        self._made = made
        self._open: tuple[Sign, str, Rows] | None = None

    def rows(self, model: str) -> Rows | None:
        """The vectors of a model as they stand now; None where there are none at all."""
        sign = self.sign()
        held = self._open  # another thread may change it meanwhile
        if held is not None and held[:2] == (sign, model):
            return held[2] if held[2].notes else None
        if sign == NONE:
            return None
        path = self.path(model)
        found = open_rows(path, model=model, sign=sign) if path is not None else None
        if found is None:
            data = self._made(self._file, model, sign)
            # Written meanwhile: what was read may be newer than its sign, so it is not kept.
            if path is not None and self.sign() == sign:
                write_rows(path, data)
            found = Rows(data)
        self._open = (sign, model, found)
        return found if found.notes else None

    def sign(self) -> Sign:
        """Of ``vectors.json`` as it is now."""
        try:
            return sign_of(os.lstat(self._file))
        except OSError:
            return NONE

    def path(self, model: str) -> Path | None:
        """Where the rows of a model are kept; None where none are."""
        if self._folder is None:
            return None
        return self._folder / f"vectors-{sha256_of(model.encode())[:12]}.rows"


def rows_of(notes: Iterable[Stored], *, model: str, length: int, sign: Sign) -> bytes:
    """The file's bytes; notes without a vector, or with one of another length, are left out."""
    kept = sorted(
        (_hashed(note.key), note)
        for note in notes
        if note.passages and all(len(each.numbers) == length for each in note.passages)
    )
    index: list[bytes] = []
    rows: list[bytes] = []
    first = 0
    for hashed, note in kept:
        index.append(_NOTE.pack(hashed, _short(note.sha256), first, len(note.passages)))
        for passage in note.passages:
            rows += (_SCALE.pack(passage.scale), passage.numbers)
        first += len(note.passages)
    head = _HEAD.pack(_MAGIC, length, len(kept), first, 0, *sign, _hashed(model))
    return b"".join((head, *index, *rows))


def open_rows(path: Path, *, model: str, sign: Sign) -> Rows | None:
    """The rows in a file; None where it is missing, damaged, or of another state or model."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        size = os.fstat(handle).st_size
        if size < _HEAD.size:
            return None
        data = mmap.mmap(handle, 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    finally:
        os.close(handle)
    magic, length, notes, count, _, *rest = _HEAD.unpack_from(data)
    whole = _HEAD.size + notes * _NOTE.size + count * (_SCALE.size + length)
    if magic != _MAGIC or tuple(rest) != (*sign, _hashed(model)) or whole != size:
        data.close()
        return None
    return Rows(data)


def write_rows(path: Path, data: bytes) -> None:
    """Keeps the rows; a disk that refuses costs the next process time, and no answer."""
    try:
        make_private(path.parent)
        write_atomic(path, data)
    except (OSError, LuminairError):
        return


def _hashed(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY]


def _short(sha256_hex: str) -> bytes:
    try:
        return bytes.fromhex(sha256_hex)[:_KEY].ljust(_KEY, b"\0")
    except ValueError:
        return b"\0" * _KEY
