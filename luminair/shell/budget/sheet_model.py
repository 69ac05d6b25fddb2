"""The rows of the sheet as a tree: blocks, their parts, and under each its exact text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.plurals import counted

if TYPE_CHECKING:
    from luminair.context.block import Assembly, Row

AnyIndex = QModelIndex | QPersistentModelIndex
NODE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(slots=True, eq=False)
class Node:
    """One row of the tree.

    Attributes:
        row: the block.
        is_text: whether this row shows the block's exact text.
        share: of the model's window, 0 to 1, or None.
        parent: the node above, or None at the top.
        at: its place under its parent.
        children: below it.
        key: names it among all, for keeping what is open.
    """

    row: Row
    is_text: bool
    share: float | None
    parent: Node | None
    at: int
    key: str
    children: list[Node] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """0 for a block, 1 for a part of one."""
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def words(self) -> str:
        """The row for VoiceOver: name, built how, tokens, bytes, percent."""
        row = self.row
        if self.is_text:
            return f"Exact text of {row.name}"
        about = "" if row.exact else "about "
        share = "" if self.share is None else f", {self.share:.1%} of the window"
        optional = ", optional" if row.optional else ""
        return (
            f"{row.name}{optional}, {row.built.value}, {about}{counted(row.tokens, 'token')}, "
            f"{counted(row.bytes, 'byte')}{share}"
        )


def percent(share: float | None) -> str:
    """A share as the sheet writes it."""
    return "–" if share is None else f"{share:.1%}"


class SheetModel(QAbstractItemModel):
    """Blocks of an assembly."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._top: list[Node] = []

    def set_assembly(self, assembly: Assembly) -> None:
        """Shows another assembly."""
        self.beginResetModel()
        self._top = [
            _node(assembly, row, None, at, row.name) for at, row in enumerate(assembly.rows)
        ]
        self.endResetModel()

    def node(self, index: AnyIndex) -> Node | None:
        """The node of an index."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Node) else None

    def find(self, key: str) -> QModelIndex:
        """The index of the node of this key; an invalid one where there is none."""
        waiting = list(self._top)
        while waiting:
            node = waiting.pop()
            if node.key == key:
                return self.createIndex(node.at, 0, node)
            waiting.extend(node.children)
        return QModelIndex()

    @override
    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        above = self.node(parent)
        nodes = self._top if above is None else above.children
        return self.createIndex(row, column, nodes[row])

    @override
    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        node = self.node(index)
        if node is None or node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.at, 0, node.parent)

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        if parent.column() > 0:
            return 0
        if not parent.isValid():
            return len(self._top)
        node = self.node(parent)
        return 0 if node is None else len(node.children)

    @override
    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 1

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        node = self.node(index)
        if node is None:
            return Qt.ItemFlag.NoItemFlags
        if node.is_text:
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        node = self.node(index)
        if node is None:
            return None
        if role == NODE_ROLE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return str(node.row.name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return node.words
        return None


def _node(assembly: Assembly, row: Row, parent: Node | None, at: int, key: str) -> Node:
    node = Node(row, False, assembly.share(row), parent, at, key)
    if row.rows:
        node.children = [
            _node(assembly, child, node, number, f"{key}/{number} {child.name}")
            for number, child in enumerate(row.rows)
        ]
    elif row.text:
        node.children = [Node(row, True, None, node, 0, f"{key}/text")]
    return node


def as_line(node: Node) -> str:
    """A row as the clipboard gets it, with its exact text."""
    row = node.row
    cost = f"{in_tokens(row.tokens, row.exact)}, {counted(row.bytes, 'byte')}"
    return f"{row.name} ({row.built.value}): {cost}, {percent(node.share)}\n{row.text}"
