"""Which note of one tree is which of another, and where in the vault each may lie.

A note is known by its id, which follows it when its file is moved; a file without one by its path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from luminair.errors import NoteDamaged
from luminair.journal import free_name, header_of, name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from luminair.exchange.git import Blob, Tree


class File(NamedTuple):
    """One file of a tree, with what its header says of it.

    Attributes:
        path: where it lies.
        blob: its bytes, by name.
        id: of the note; '' where it has none, or shares it with another file of the tree.
        created: of the note, as it is written there.
    """

    path: str
    blob: Blob
    id: str = ""
    created: str = ""


class Entity(NamedTuple):
    """One file in up to three trees; None where a tree does not have it."""

    base: File | None
    one: File | None
    other: File | None


def is_note(path: str) -> bool:
    """Whether the Journal reads a file as a note."""
    parts = path.split("/")
    return path[-3:].casefold() == ".md" and not any(part.startswith(".") for part in parts)


def files_of(tree: Tree, paths: Iterable[str], read: Mapping[str, bytes]) -> dict[str, File]:
    """The files at these paths, with ids where no two of them share one."""
    found: dict[str, File] = {}
    count: dict[str, int] = {}
    for path in paths:
        if path in tree:
            blob = tree[path]
            told = _header(read[blob.sha]) if is_note(path) and blob.is_file else {}
            found[path] = File(path, blob, told.get("id", "").strip(), told.get("created", ""))
            count[found[path].id] = count.get(found[path].id, 0) + 1
    return {
        path: file if count[file.id] == 1 else file._replace(id="") for path, file in found.items()
    }


def _header(data: bytes) -> dict[str, str]:
    try:
        return header_of(data)
    except NoteDamaged:
        return {}


class _Side:
    """The files of one tree that no entity has yet."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._by_path = dict(files)
        self._by_id = {file.id: file for file in files.values() if file.id}

    def take(self, file: File, *, new: bool = False) -> File | None:
        """The file that is this one; it is no other's then.

        Args:
            file: of another tree.
            new: whether it is new there: then two files with one id may be two notes, of two
                machines that drew it in the same minute.
        """
        match = self._by_id.get(file.id) if file.id else None
        if match is not None and new and match.created != file.created:
            match = None
        if match is None:
            there = self._by_path.get(file.path)
            match = there if there is not None and not (there.id and file.id) else None
        if match is not None:
            self._by_path.pop(match.path)
            self._by_id.pop(match.id, None)
        return match

    def left(self) -> list[File]:
        """Those that nobody took."""
        return list(self._by_path.values())


def entities(
    base: Mapping[str, File], one: Mapping[str, File], other: Mapping[str, File]
) -> list[Entity]:
    """The files of three trees, each file once."""
    ours, theirs = _Side(one), _Side(other)
    found = [Entity(file, ours.take(file), theirs.take(file)) for file in base.values()]
    found += [Entity(None, file, theirs.take(file, new=True)) for file in ours.left()]
    found += [Entity(None, None, file) for file in theirs.left()]
    return [each for each in found if each.one or each.other]


def placed(
    wanted: list[tuple[str, Blob, tuple[str, ...]]],
    taken: Tree,
    together: Callable[[str, str], bool],
) -> list[tuple[str, Blob]]:
    """Gives each file a path of its own.

    Args:
        wanted: path, bytes and rank of each; of two for one path the lower rank has it.
        taken: files whose paths are settled.
        together: whether two paths stood in one tree already, so that they do not clash.
    """
    by_key: dict[str, list[str]] = {}
    folders: set[str] = set()

    def settle(path: str) -> None:
        by_key.setdefault(name_key(path), []).append(path)
        parts = path.split("/")
        folders.update(name_key("/".join(parts[:count])) for count in range(1, len(parts)))

    for path in taken:
        settle(path)
    folders.update(
        name_key("/".join(path.split("/")[:count]))
        for path, _, _ in wanted
        for count in range(1, path.count("/") + 1)
    )
    found = []
    for path, blob, _ in sorted(wanted, key=lambda each: (each[2], each[0], each[1])):
        folder, slash, name = path.rpartition("/")

        def is_taken(candidate: str, at: str = f"{folder}{slash}", asked: str = path) -> bool:
            key = name_key(at + candidate)
            others = by_key.get(key, ())
            apart = at + candidate == asked and all(
                each != asked and together(each, asked) for each in others
            )
            return key in folders or (bool(others) and not apart)

        free = f"{folder}{slash}{free_name(name, is_taken)}"
        settle(free)
        found.append((free, blob))
    return found
