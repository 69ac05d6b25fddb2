"""Two versions of a vault brought together, given what both began with.

Pure but for reading and keeping bytes by their names. Swapping the two sides gives the same tree,
so that two machines that meet each other's work write the same vault: nothing here asks a clock
or knows which side is whose.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Protocol

from luminair.exchange.sync_names import Entity, File, entities, files_of, is_note, placed
from luminair.journal import is_damaged, merge_note, with_id, woven

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from luminair.exchange.git import Blob, Tree

MACHINE: Final = ".luminair/"
IGNORE: Final = ".luminair/.gitignore"
SETTINGS: Final = ".luminair/settings.json"
PROPOSALS: Final = ".luminair/proposals/"
_LINES: Final = frozenset({".gitignore", ".gitattributes"})


class Bytes(Protocol):
    """Where bytes are kept by their names."""

    def bytes_of(self, shas: Iterable[str]) -> dict[str, bytes]:
        """The bytes of several."""
        ...

    def keep(self, data: bytes) -> str:
        """Keeps some; what names them."""
        ...


@dataclass(slots=True)
class Joined:
    """One vault of two.

    Attributes:
        tree: its files.
        torn: files in which two versions of something stand, for a person to choose.
        copies: files beside which the other side's version lies as a conflict copy.
    """

    tree: Tree
    torn: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)


def travels(path: str) -> bool:
    """Whether a file belongs to the vault that is shared, and not to one machine."""
    if not path.startswith(MACHINE):
        return True
    own = path in {IGNORE, SETTINGS} or path.startswith(PROPOSALS)
    return own and (not path.startswith(PROPOSALS) or path.endswith(".jsonl"))


def join(base: Tree, one: Tree, other: Tree, store: Bytes) -> Joined:
    """One tree of two; of what only this machine's is nothing is taken.

    Args:
        base: what both began with; empty where they have nothing in common.
        one: one side.
        other: the other; swapping the two gives the same answer.
        store: where the bytes are.
    """
    base, one, other = (
        {path: blob for path, blob in tree.items() if travels(path)} for tree in (base, one, other)
    )
    if one in (other, base):
        return Joined(other)
    if other == base:
        return Joined(one)
    paths = {**base, **one, **other}
    same = {
        path: one[path]
        for path in paths
        if path in one and one[path] == other.get(path) == base.get(path)
    }
    rest = sorted(path for path in paths if path not in same)
    return _Joining(base, one, other, store, same, rest).joined()


class _Joining:
    def __init__(
        self, base: Tree, one: Tree, other: Tree, store: Bytes, same: Tree, rest: list[str]
    ) -> None:
        self._sides = (one, other)
        self._store = store
        self._same = same
        trees = (base, one, other)
        notes = {
            tree[path].sha for tree in trees for path in rest if path in tree and is_note(path)
        }
        self._read = store.bytes_of(sorted(notes))
        self._entities = entities(*(files_of(tree, rest, self._read) for tree in trees))
        self._ids = self._count_ids()
        self._torn: set[str] = set()
        self._copies: set[str] = set()

    def joined(self) -> Joined:
        wanted: list[tuple[str, Blob, tuple[str, ...]]] = []
        for entity in self._entities:
            wanted += self._files(entity)
        tree = dict(self._same)
        places = placed(wanted, self._same, self._together)
        tree.update(places)
        torn = sorted(path for path, blob in places if blob.sha in self._torn)
        copies = sorted(path for path, blob in places if path in self._copies)
        return Joined(tree, torn, copies)

    def _together(self, path: str, other: str) -> bool:
        return any(path in tree and other in tree for tree in self._sides)

    # --- One file ------------------------------------------------------------------------------

    def _files(self, entity: Entity) -> list[tuple[str, Blob, tuple[str, ...]]]:
        """Where the file shall lie and with which bytes: none, one, or one and a copy."""
        base, one, other = entity
        if one is None or other is None:
            left = one or other
            if left is None or (base is not None and left[:2] == base[:2]):
                return []  # taken away by one side, untouched by the other
            left = self._own_id(left) if base is None else left
            return [(left.path, left.blob, _rank(base, left))]
        path = _chosen(base and base.path, one.path, other.path)
        mode = _chosen(base and base.blob.mode, one.blob.mode, other.blob.mode)
        began = base.blob.sha if base else None
        if one.blob.sha in (other.blob.sha, began):
            return [(path, other.blob._replace(mode=mode), _rank(base, one, other))]
        if other.blob.sha == began:
            return [(path, one.blob._replace(mode=mode), _rank(base, one, other))]
        return self._both(path, mode, base, one, other)

    def _both(
        self, path: str, mode: str, base: File | None, one: File, other: File
    ) -> list[tuple[str, Blob, tuple[str, ...]]]:
        rank = _rank(base, one, other)
        if not (one.blob.is_file and other.blob.is_file):
            return [(path, max(one.blob, other.blob), rank)]
        shas = [file.blob.sha for file in (one, other)] + ([base.blob.sha] if base else [])
        read = self._store.bytes_of(shas)
        began = read[base.blob.sha] if base else None
        ours, theirs = read[one.blob.sha], read[other.blob.sha]
        data, is_torn = merged(path, began, ours, theirs)
        if data is not None:
            sha = self._store.keep(data)
            if is_torn:
                self._torn.add(sha)
            return [(path, one.blob._replace(mode=mode, sha=sha), rank)]
        first, second = sorted((one, other), key=lambda file: _worth(path, read[file.blob.sha]))
        copy = copy_name(path, read[second.blob.sha])
        self._copies.add(copy)
        return [(path, first.blob, rank), (copy, second.blob, ("2",))]

    # --- Ids -----------------------------------------------------------------------------------

    def _count_ids(self) -> dict[str, int]:
        count: dict[str, int] = {}
        for entity in self._entities:
            for note_id in {file.id for file in entity if file and file.id}:
                count[note_id] = count.get(note_id, 0) + 1
        return count

    def _own_id(self, file: File) -> File:
        """A new note with an id of its own, where another one has drawn the same."""
        if not file.id or self._ids[file.id] < 2:
            return file
        rivals = sorted(
            (each.created, each.path, each.blob.sha)
            for entity in self._entities
            for each in entity
            if each and each.id == file.id
        )
        if (file.created, file.path, file.blob.sha) == rivals[0]:
            return file
        notes = [blob.sha for path, blob in self._same.items() if is_note(path)]
        known = {
            each.id
            for each in files_of(self._same, self._same, self._store.bytes_of(notes)).values()
        }
        head, _, digits = file.id.rpartition("-")
        number = int(digits, 16) if _is_hex(digits) else 0
        taken = known | set(self._ids)
        free = next(
            f"{head}-{(number + step) % 0x10000:04x}"
            for step in range(1, 0x10000)
            if f"{head}-{(number + step) % 0x10000:04x}" not in taken
        )
        data = with_id(self._read[file.blob.sha], free)
        self._ids[free] = 1
        return file._replace(id=free, blob=file.blob._replace(sha=self._store.keep(data)))


def _is_hex(digits: str) -> bool:
    return len(digits) == 4 and set(digits) <= set("0123456789abcdef")


def _chosen(base: str | None, one: str, other: str) -> str:
    """What one side made of it; of two changes the one that comes first in the alphabet."""
    if one in (other, base):
        return other
    return one if other == base else min(one, other)


def _rank(base: File | None, *files: File) -> tuple[str, ...]:
    """Who keeps a path that two files want: the one that had it, then the older."""
    if base is not None and all(file.path == base.path for file in files):
        return ("0",)
    return ("1", min((file.created, file.id, file.blob.sha) for file in files)[0])


def _worth(path: str, data: bytes) -> tuple[bool, bytes]:
    return is_note(path) and is_damaged(data), data


def copy_name(path: str, data: bytes) -> str:
    """What the other version of a file is called, as the Journal knows conflict copies."""
    folder, slash, name = path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    if not stem:
        stem, dot, suffix = name, "", ""
    mark = sha256(data).hexdigest()[:8]
    return f"{folder}{slash}{stem} (conflicted copy {mark}){dot}{suffix}"


# --- Files that are no notes -------------------------------------------------------------------


def merged(path: str, base: bytes | None, one: bytes, other: bytes) -> tuple[bytes | None, bool]:
    """The bytes of both, and whether a person has to choose; None where both must stay."""
    if is_note(path):
        merged = merge_note(base, one, other)
        return (None, False) if merged is None else (merged.data, merged.is_torn)
    if path == SETTINGS:
        return _settings(base, one, other), False
    if path.startswith(PROPOSALS) or path.rpartition("/")[2] in _LINES:
        try:
            lines = [data.decode().splitlines(keepends=True) for data in (one, other)]
        except UnicodeDecodeError:
            return None, False
        return "".join(woven(*map(_ended, lines))).encode(), False
    return None, False


def _ended(lines: list[str]) -> list[str]:
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]


def _settings(base: bytes | None, one: bytes, other: bytes) -> bytes:
    """The vault's settings: where the two sides differ, what lets fewer notes ride."""
    old, ours, theirs = (_object(data) for data in (base or b"{}", one, other))
    if ours is None or theirs is None:
        return max(one, other, key=lambda data: (_object(data) is not None, data))
    found: dict[str, object] = {}
    for key in sorted({**ours, **theirs}):
        sides = [None if side is None else side.get(key) for side in (old, ours, theirs)]
        value = _setting(key, *sides)
        if value is not None:
            found[key] = value
    return (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _setting(key: str, base: object, one: object, other: object) -> object:
    if one in (other, base):
        return other
    if other == base:
        return one
    if key == "ride" and isinstance(one, list) and isinstance(other, list):
        return sorted(folder for folder in one if folder in other) or "none"
    if key == "ride":
        return min(one, other, key=_openness)
    if isinstance(one, list) and isinstance(other, list):
        return sorted({*map(str, one), *map(str, other)})
    if isinstance(one, bool) and isinstance(other, bool):
        return one and other
    return min(one, other, key=repr)


def _openness(ride: object) -> tuple[int, str]:
    """How many notes an answer lets ride."""
    return (2 if ride == "all" else 1 if isinstance(ride, list) else 0), repr(ride)


def _object(data: bytes) -> Mapping[str, object] | None:
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
