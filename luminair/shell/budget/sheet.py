"""The Context budget sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.context.cost import in_tokens, shown
from luminair.context.sheet import as_text
from luminair.plurals import counted
from luminair.shell.budget.bars import BudgetBars, Legend
from luminair.shell.budget.exact_text import ExactText
from luminair.shell.budget.left_out import SIDE, LeftOutFiles
from luminair.shell.budget.sheet_delegate import SheetDelegate
from luminair.shell.budget.sheet_model import Node, SheetModel, as_line
from luminair.shell.budget.sheet_table import SheetHeader, SheetTotal, SheetTree
from luminair.shell.keys import label
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.states import Banner
from luminair.shell.parts.switch import TickBox
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from luminair.context.block import Assembly
    from luminair.shell.budget.sheet_model import AnyIndex

SIZE = QSize(1000, 812)
LOW = 700
"""A window lower than this has no room for more than the rows."""
TICK = "Include optional Journal notes and old conversation summaries"


class BudgetSheet(Overlay):
    """Shows what the next message of one session carries.

    Args:
        theme: colours and fonts.
        window: the window to cover.
        title: of the session.
        where: lane and model.

    Signals:
        include_changed: the box was ticked or unticked.
        note_wanted: path of a note to open in the Journal.
        why_wanted: it should be explained how the notes were chosen.
    """

    include_changed = Signal(bool)
    note_wanted = Signal(str)
    why_wanted = Signal()

    def __init__(self, theme: Theme, window: QWidget, title: str, where: str) -> None:
        super().__init__(theme, window, SIZE)
        self._assembly: Assembly | None = None
        self._low = False
        self._texts: dict[str, ExactText] = {}
        self.setAccessibleName("Context budget")
        self.model = SheetModel(self)
        self.tree = self._make_tree()
        self._total_words = Label(theme, "", Style.SHEET_TITLE)
        self._window_words = Label(theme, "", Style.BIG_NUMBER, "text3")
        self._legend = Legend(theme)
        self.bars = BudgetBars(theme)
        self._total, self._pinned = SheetTotal(theme), SheetTotal(theme)
        self.tick = TickBox(theme, TICK)
        self.tick.toggled.connect(self.include_changed)
        self._saving = Line(theme, "", Style.SMALL_MEDIUM, "accent")
        self._left_out = LeftOutFiles(theme)
        self._left_out.note_wanted.connect(self._leave_for)
        self._warnings = QVBoxLayout()
        self.done = Button(theme, "Done", fill=Fill.FILLED, shape=Shape(height=28, pad=18))
        self.done.clicked.connect(self.dismiss)
        self._lay_out(title, where)
        self._make_room()

    def show_assembly(self, assembly: Assembly) -> None:
        """Shows numbers and texts; what was open stays open."""
        current = self.model.node(self.tree.currentIndex())
        key = current.key if current is not None else ""
        opened = {node.key for node in self._opened()}
        self._assembly = assembly
        self._texts.clear()
        self.model.set_assembly(assembly)
        for name in sorted(opened):
            index = self.model.find(name)
            if index.isValid():
                self.tree.expand(index)
        index = self.model.find(key) if key else self.model.index(0, 0)
        self.tree.setCurrentIndex(index)
        if not key:
            self.tree.clearSelection()
        self._show_numbers(assembly)
        self._fit()

    def copy_text(self) -> None:
        """Copies the chosen rows with their texts, else the whole table."""
        nodes = [self.model.node(index) for index in self.tree.selectedIndexes()]
        lines = [as_line(node) for node in nodes if node is not None]
        if not lines and self._assembly is not None:
            lines = [as_text(self._assembly)]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def copy_table(self) -> None:
        """Copies the whole table."""
        if self._assembly is not None:
            QGuiApplication.clipboard().setText(as_text(self._assembly))

    # Building.

    def _make_tree(self) -> QTreeView:
        tree = SheetTree(self.panel)
        tree.setModel(self.model)
        tree.setItemDelegate(SheetDelegate(self._theme, tree, self._text_height))
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setMouseTracking(True)
        tree.viewport().setAutoFillBackground(False)
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        tree.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        tree.setAccessibleName("Blocks of the next message")
        tree.setExpandsOnDoubleClick(False)
        tree.clicked.connect(self._click)
        tree.expanded.connect(self._expanded)
        tree.collapsed.connect(self._fit)
        tree.ticked.connect(self._toggle_tick)
        tree.finished.connect(self.dismiss)
        tree.copied.connect(self.copy_text)
        tree.selectionModel().currentChanged.connect(self._reveal)
        return tree

    def _lay_out(self, title: str, where: str) -> None:
        theme = self._theme
        page = self._page = QWidget()
        self._rows = column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head(title, where))
        column.addWidget(SheetHeader(theme))
        column.addWidget(self.tree)
        column.addWidget(self._total)
        column.addStretch(1)
        column.addLayout(self._warnings)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        slim_bars(self._scroll, theme)
        self.bar = FloatingBar(theme, self._scroll, inset=8)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(page)
        page.setAutoFillBackground(False)
        whole = QVBoxLayout(self.panel)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addWidget(self._scroll, 1)
        whole.addWidget(self._pinned)
        self._pinned.hide()
        self._scroll.verticalScrollBar().rangeChanged.connect(self._pin)
        whole.addWidget(Hairline(theme))
        # The box stands where it is seen, however long the table gets.
        whole.addLayout(self._below())
        whole.addWidget(Hairline(theme))
        whole.addLayout(self._foot())

    def _head(self, title: str, where: str) -> QVBoxLayout:
        theme = self._theme
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(Label(theme, "Context budget", Style.SHEET_TITLE))
        top.addStretch(1)
        top.addWidget(self._total_words)
        top.addWidget(self._window_words)
        under = QHBoxLayout()
        under.addWidget(Line(theme, f"{title} · {where}", Style.SMALL, "text2"), 1)
        under.addWidget(self._legend)
        head = QVBoxLayout()
        head.setContentsMargins(SIDE, 17, SIDE, 0)
        head.setSpacing(0)
        head.addLayout(top)
        head.addLayout(under)
        head.addSpacing(17)
        head.addWidget(self.bars)
        head.addSpacing(8)
        return head

    def _below(self) -> QHBoxLayout:
        theme = self._theme
        left = QVBoxLayout()
        left.setContentsMargins(SIDE - 2, 12, 16, 12)
        left.setSpacing(2)
        left.addWidget(self.tick)
        said = "Untick to send only Harness, rules and pins from the next message on."
        self._said = Label(theme, said, Style.SMALL, "text2", wraps=True)
        self._below_tick = QHBoxLayout()
        for line, text in ((QHBoxLayout(), self._said), (self._below_tick, self._saving)):
            line.setContentsMargins(26, 0, 0, 0)
            line.addWidget(text)
            left.addLayout(line)
        left.addStretch(1)
        self._beside = row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(left, 1)
        self._split = Hairline(theme, upright=True)
        row.addWidget(self._split)
        row.addWidget(self._left_out, 1)
        return row

    def _make_room(self) -> None:
        """In a low window the rows come first; the rest goes beside the box, or below the rows."""
        low = self._window.height() < LOW
        if low == self._low:
            return
        self._low = low
        self._said.setVisible(not low)
        self._beside.setContentsMargins(0, 0, SIDE if low else 0, 0)
        if low:
            self._rows.insertWidget(self._rows.indexOf(self._total) + 1, self._left_out)
            self._beside.addWidget(self._saving)
        else:
            self._beside.addWidget(self._left_out, 1)
            self._below_tick.addWidget(self._saving)
        self._show_left_out()

    def _show_left_out(self) -> None:
        files = () if self._assembly is None else self._assembly.harness_left_out
        self._split.setVisible(bool(files) and not self._low)
        self._left_out.show_files(files)

    def _foot(self) -> QHBoxLayout:
        copy = Button(self._theme, "Copy as text", icon="ph.copy", fill=Fill.BORDERED)
        copy.set_name("Copy as text", f"Copy as text ({label('Ctrl+C')} with no row chosen)")
        copy.clicked.connect(self.copy_table)
        why = Button(self._theme, "Why this digest?", fill=Fill.PLAIN)
        why.clicked.connect(self._explain)
        foot = QHBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 11)
        foot.setSpacing(8)
        foot.addWidget(copy)
        foot.addWidget(why)
        foot.addStretch(1)
        foot.addWidget(self.done)
        return foot

    # Showing.

    def _show_numbers(self, assembly: Assembly) -> None:
        target = assembly.target
        self._total_words.setText(shown(assembly.total_tokens, assembly.exact))
        of = f"of {counted(target.window, 'token')}"
        window = of if target.window else "tokens, window unknown"
        self._window_words.setText(window)
        self._legend.show_assembly(assembly)
        self.bars.show_assembly(assembly)
        for total in (self._total, self._pinned):
            total.show_assembly(assembly)
        blocked = self.tick.blockSignals(True)
        self.tick.setChecked(assembly.include_optional)
        self.tick.blockSignals(blocked)
        saved = in_tokens(assembly.optional_tokens, assembly.optional_exact)
        verb = "Unticking saves" if assembly.include_optional else "Unticked: this saves"
        self._saving.set_text(f"{verb} {saved} per message")
        self._show_left_out()
        _empty(self._warnings)
        for warning in assembly.warnings:
            banner = Banner(self._theme, warning, icon="ph.warning-circle-fill")
            row = QHBoxLayout()
            row.setContentsMargins(SIDE, 4, SIDE, 8)
            row.addWidget(banner)
            self._warnings.addLayout(row)

    def _leave_for(self, path: str) -> None:
        self.dismiss()
        self.note_wanted.emit(path)

    def _explain(self) -> None:
        self.dismiss()
        self.why_wanted.emit()

    def _pin(self, _least: int, most: int) -> None:
        """Keeps the total in sight where the rows above it scroll."""
        self._total.setVisible(most <= 0)
        self._pinned.setVisible(most > 0)

    def _opened(self) -> list[Node]:
        found: list[Node] = []
        waiting = [self.model.index(row, 0) for row in range(self.model.rowCount())]
        while waiting:
            index = waiting.pop()
            node = self.model.node(index)
            if node is not None and self.tree.isExpanded(index):
                found.append(node)
                children = range(self.model.rowCount(index))
                waiting.extend(self.model.index(row, 0, index) for row in children)
        return found

    def _toggle_tick(self) -> None:
        self.tick.toggle()

    def _click(self, index: QModelIndex) -> None:
        self.tree.setExpanded(index, not self.tree.isExpanded(index))

    def _expanded(self, index: QModelIndex) -> None:
        for row in range(self.model.rowCount(index)):
            child = self.model.index(row, 0, index)
            node = self.model.node(child)
            if node is not None and node.is_text and node.key not in self._texts:
                text = ExactText(self._theme, node.row.text, indent=20 * (node.depth - 1))
                self._texts[node.key] = text
                self.tree.setIndexWidget(child, text)
                text.resized.connect(self._relay)
        self._relay()

    def _relay(self) -> None:
        self.tree.scheduleDelayedItemsLayout()
        self._fit()

    def _text_height(self, index: AnyIndex) -> int:
        node = self.model.node(index)
        text = self._texts.get(node.key) if node is not None else None
        return text.sizeHint().height() if text is not None else 60

    def _fit(self) -> None:
        """Makes the tree as tall as its rows."""
        height = 0
        waiting = [self.model.index(row, 0) for row in range(self.model.rowCount())]
        while waiting:
            index = waiting.pop()
            height += self.tree.itemDelegate().sizeHint(QStyleOptionViewItem(), index).height()
            if self.tree.isExpanded(index):
                children = range(self.model.rowCount(index))
                waiting.extend(self.model.index(row, 0, index) for row in children)
        self.tree.setFixedHeight(max(height, 1))

    def _reveal(self, index: QModelIndex) -> None:
        """Scrolls the sheet so that the current row is seen."""
        box = self.tree.visualRect(index)
        top = self.tree.mapTo(self._page, box.topLeft())
        area = QRect(top, box.size())
        self._scroll.ensureVisible(area.left(), area.center().y(), 0, area.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        self._fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.dismiss()
        else:
            super().keyPressEvent(event)


def _empty(layout: QVBoxLayout | QHBoxLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            break
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner, (QHBoxLayout, QVBoxLayout)):
            _empty(inner)
            inner.deleteLater()
