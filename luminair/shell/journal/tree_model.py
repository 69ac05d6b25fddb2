"""Folders and saved views as a tree model, changed in place so that nothing folds by itself."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.journal.reading import NOTES, Contents, Shelf, View

if TYPE_CHECKING:
    from collections.abc import Sequence

AnyIndex = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ALL_NOTES = Shelf(View.ALL, "All notes")
_LAST = ("Sessions", "Archive")
_ICONS = {
    "Harness": "ph.shield-check",
    "Sessions": "ph.chats-teardrop",
    "Archive": "ph.archive-box",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row.

    Attributes:
        title: as shown.
        icon: a qtawesome name.
        role: colour role of the icon.
        count: how many notes.
        shelf: what it shows, None for a heading.
        children: rows below it.
    """

    title: str
    icon: str = ""
    role: str = "text2"
    count: int = 0
    shelf: Shelf | None = None
    children: tuple[Entry, ...] = ()

    @property
    def key(self) -> str:
        """What tells siblings apart."""
        return f"{self.shelf.view}:{self.shelf.folder}" if self.shelf else f"heading {self.title}"

    @property
    def words(self) -> str:
        """The row for VoiceOver."""
        if self.shelf is None:
            return self.title
        if self.shelf.view is View.REVIEW:
            return f"{self.title}, {self.count} waiting"
        return f"{self.title}, {counted(self.count, 'note')}"


def entries(contents: Contents, review: int | None = None) -> tuple[Entry, ...]:
    """The rows of a vault: all its notes, its folders, then the saved views.

    Args:
        contents: the vault.
        review: how many things wait for the owner; None where nothing asks.
    """
    below: dict[str, list[tuple[str, int]]] = {}
    for path, count in contents.folders:
        below.setdefault(path.rpartition("/")[0], []).append((path, count))
    everywhere = contents.count(View.EVERYWHERE)

    def folder(path: str, count: int) -> Entry:
        children = [folder(*each) for each in below.get(path, ())]
        name = path.rpartition("/")[2]
        if path == NOTES and everywhere:
            shelf = Shelf(View.EVERYWHERE, "Everywhere")
            children.append(Entry(shelf.title, "ph.globe-simple", "text2", everywhere, shelf))
        icon = _ICONS.get(path, "ph.folder-simple")
        shelf = Shelf(View.FOLDER, name, path)
        return Entry(name, icon, "text2", count, shelf, tuple(children))

    every = contents.count(View.ALL)
    rows = [
        Entry("Luminair Journal"),
        Entry(ALL_NOTES.title, "ph.book-open", "text2", every, ALL_NOTES),
    ]
    loose = contents.count(View.LOOSE)
    if loose:
        shelf = Shelf(View.LOOSE, "Not in a folder")
        rows.append(Entry(shelf.title, "ph.file-text", "text2", loose, shelf))
    rows += [folder(*each) for each in sorted(below.get("", ()), key=lambda at: _order(at[0]))]
    binned = contents.count(View.BIN)
    if binned:
        shelf = Shelf(View.BIN, "Bin")
        rows.append(Entry(shelf.title, "ph.trash", "text2", binned, shelf))
    rows.append(Entry("Saved views"))
    for view, title, icon, role in (
        (View.ASKS, "Open asks", "ph.chat-centered-text", "kask"),
        (View.DEAD_ENDS, "Dead ends", "ph.prohibit", "kdead"),
        (View.RULES, "Rules", "ph.scales", "krule"),
        (View.PINNED, "Pinned", "ph.push-pin-simple", "text2"),
        (View.DAMAGED, "Cannot be read", "ph.warning-circle-fill", "danger"),
    ):
        count = contents.count(view)
        if count or view is not View.DAMAGED:
            rows.append(Entry(title, icon, role, count, Shelf(view, title)))
    if review is not None:
        shelf = Shelf(View.REVIEW, "Needs review")
        rows.append(Entry(shelf.title, "ph.tray", "text2", review, shelf))
    return tuple(rows)


def _order(name: str) -> tuple[int, str]:
    if name in _LAST:
        return 3 + _LAST.index(name), name
    return {"Harness": 0, NOTES: 1}.get(name, 2), name.casefold()


@dataclass(slots=True, eq=False)
class _Node:
    number: int
    entry: Entry
    parent: _Node | None
    children: list[_Node] = field(default_factory=list)

    @property
    def row(self) -> int:
        return self.parent.children.index(self) if self.parent is not None else 0


class TreeModel(QAbstractItemModel):
    """The rows of the tree."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._root = _Node(0, Entry(""), None)
        self._nodes: dict[int, _Node] = {}

    def set_entries(self, rows: Sequence[Entry]) -> None:
        """Shows other rows; those that stay keep their place, fold and selection."""
        self._sync(self._root, rows)

    def find(self, shelf: Shelf) -> QModelIndex:
        """The row of a shelf; an invalid index where there is none."""
        for node in self._nodes.values():
            held = node.entry.shelf
            if held is not None and (held.view, held.folder) == (shelf.view, shelf.folder):
                return self._index(node)
        return QModelIndex()

    def entry(self, index: AnyIndex) -> Entry | None:
        """What a row is."""
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        return node.entry if node is not None else None

    def _index(self, node: _Node) -> QModelIndex:
        if node is self._root:
            return QModelIndex()
        return self.createIndex(node.row, 0, node.number)

    def _sync(self, node: _Node, rows: Sequence[Entry]) -> None:
        old, new = [child.entry.key for child in node.children], [row.key for row in rows]
        head = 0
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        gone, come = len(old) - head - tail, len(new) - head - tail
        at = self._index(node)
        if gone:
            self.beginRemoveRows(at, head, head + gone - 1)
            for child in node.children[head : head + gone]:
                self._forget(child)
            del node.children[head : head + gone]
            self.endRemoveRows()
        if come:
            self.beginInsertRows(at, head, head + come - 1)
            node.children[head:head] = [self._made(row, node) for row in rows[head : head + come]]
            self.endInsertRows()
        for child, row in zip(node.children, rows, strict=True):
            if child.entry != row:
                child.entry = row
                index = self._index(child)
                self.dataChanged.emit(index, index)
            self._sync(child, row.children)

    def _made(self, entry: Entry, parent: _Node) -> _Node:
        node = _Node(next(self._numbers), entry, parent)
        self._nodes[node.number] = node
        node.children = [self._made(child, node) for child in entry.children]
        return node

    def _forget(self, node: _Node) -> None:
        self._nodes.pop(node.number, None)
        for child in node.children:
            self._forget(child)

    def _node(self, index: AnyIndex) -> _Node:
        return self._nodes[index.internalId()] if index.isValid() else self._root

    @override
    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:
        if column or not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._node(parent).children[row].number)

    @override
    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        if not index.isValid():
            return QModelIndex()
        above = self._node(index).parent
        return QModelIndex() if above is None else self._index(above)

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 0 if parent.column() > 0 else len(self._node(parent).children)

    @override
    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 1

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        entry = self.entry(index)
        if entry is None or entry.shelf is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        entry = self.entry(index)
        if entry is None:
            return None
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return entry.words
        return None
