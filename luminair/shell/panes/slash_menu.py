"""The slash menu: a list in a window of its own; the composer keeps the focus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.sessions.commands import COMMANDS, Command, matching, parse
from luminair.shell import icons
from luminair.shell.keys import label
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.text import Hairline, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

AnyIndex = QModelIndex | QPersistentModelIndex
ROW, HEAD, RULE = 32, 28, 13
FOOT = 30
ABOVE = 8
COMMAND_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class _Row:
    """A command, a heading, a line, or the sentence that nothing matches."""

    text: str
    command: Command | None = None
    is_line: bool = False


class SlashModel(QAbstractListModel):
    """Commands under their headings, those that match what was typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._typed: str | None = None

    def set_typed(self, typed: str) -> None:
        """Shows what matches."""
        if typed == self._typed:
            return
        self._typed = typed
        rows = _rows(typed)
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def command(self, row: int) -> Command | None:
        """The command in a row."""
        return self._rows[row].command if 0 <= row < len(self._rows) else None

    def rows(self) -> list[int]:
        """The rows that hold a command."""
        return [number for number, row in enumerate(self._rows) if row.command is not None]

    def height(self) -> int:
        """What all rows take, in logical pixels."""
        return sum(self.row_height(number) for number in range(len(self._rows)))

    def row_height(self, number: int) -> int:
        """What one row takes."""
        row = self._rows[number]
        if row.is_line:
            return RULE
        return HEAD if row.command is None and len(self._rows) > 1 else ROW

    @override
    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].command is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == COMMAND_ROLE:
            return row
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(100, self.row_height(index.row()))
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            if row.command is None:
                spoken = role == Qt.ItemDataRole.AccessibleTextRole
                return row.text or ("Other commands" if spoken else "")
            return f"//{row.command.name} {row.command.argument}: {row.command.sentence}"
        return None


def _rows(typed: str) -> list[_Row]:
    found = matching(typed)
    if not found:
        return [_Row(getattr(parse(typed), "sentence", "") or "This is no command")]
    rows: list[_Row] = []
    for command in COMMANDS:
        if command not in found:
            continue
        heading = _Row(str(command.group)) if command.group else _Row("", is_line=True)
        if heading not in rows and (command.group or rows):
            rows.append(heading)
        rows.append(_Row(command.name, command))
    return rows


class SlashDelegate(QStyledItemDelegate):
    """Paints a command on one line: icon, name, argument in grey, sentence, key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(COMMAND_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if row.is_line:
            painter.fillRect(
                QRectF(box.left() + 12, box.center().y(), box.width() - 24, 1),
                self._theme.color("line"),
            )
        elif row.command is None:
            painter.setFont(self._theme.font(Style.CAPTION_HEAD))
            painter.setPen(self._theme.color("text2"))
            align = Qt.AlignmentFlag.AlignVCenter
            below = box.adjusted(12, 4 if index.row() else 0, -12, 0)
            painter.drawText(below, align, row.text)
        else:
            self._command(painter, box, row.command, chosen=self._chosen(option))
        painter.restore()

    @staticmethod
    def _chosen(option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_Selected)

    def _command(self, painter: QPainter, box: QRectF, command: Command, *, chosen: bool) -> None:
        theme = self._theme
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentsoft"))
            painter.drawRoundedRect(box, 6, 6)
        role = "accent" if chosen else "text2"
        icons.paint(painter, theme, command.icon, role, box.left() + 12, box.center().y() - 8, 16)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        mono = theme.font(Style.MONO_ROW)
        metrics = QFontMetricsF(mono)
        painter.setFont(mono)
        x = box.left() + 38
        for text, colour in (
            ("//", "accent"),
            (command.name, "text"),
            (f" {command.argument}", "text3"),
        ):
            painter.setPen(theme.color(colour))
            painter.drawText(QRectF(x, box.top(), 400, box.height()), align, text)
            x += metrics.horizontalAdvance(text)
        small = theme.font(Style.SMALL)
        painter.setFont(small)
        pressed = label(command.keys) if command.keys else ""
        keys = QFontMetricsF(small).horizontalAdvance(pressed)
        right = box.right() - 12 - keys
        gap = 8 if pressed else 0
        painter.setPen(theme.color("text3"))
        painter.drawText(QRectF(right, box.top(), keys + 2, box.height()), align, pressed)
        left = max(box.left() + box.width() * 0.44, x + 16)
        painter.setPen(theme.color("text" if chosen else "text2"))
        room = right - left - gap
        text = QFontMetricsF(small).elidedText(command.sentence, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, box.top(), room + 2, box.height()), align, text)


class SlashMenu(QFrame):
    """The menu over a composer.

    Args:
        theme: colours and fonts.
        anchor: the composer's frame; the menu stands above it, as wide.

    Signals:
        chosen: the command to run.
        completed: the command whose name should stand in the composer.
    """

    chosen = Signal(object)
    completed = Signal(object)

    def __init__(self, theme: Theme, anchor: QWidget) -> None:
        super().__init__(anchor, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self._anchor = anchor
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Commands")
        self.model = SlashModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(SlashDelegate(theme, self.view))
        self.view.setAccessibleName("Commands")
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setUniformItemSizes(False)
        self.view.setMouseTracking(True)
        slim_bars(self.view, theme)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.entered.connect(self._hover)
        self.view.clicked.connect(self._click)
        self._foot = QWidget(self)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(18, 0, 18, 0)
        row.setSpacing(16)
        for hint in ("↑ ↓ choose", "↩ run", "⇥ complete"):
            row.addWidget(Line(theme, hint, Style.CAPTION, "text3"))
        row.addStretch(1)
        row.addWidget(Line(theme, "esc close", Style.CAPTION, "text3"))
        self._foot.setFixedHeight(FOOT)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 6, 1, 1)
        column.setSpacing(0)
        inner = QHBoxLayout()
        inner.setContentsMargins(6, 0, 6, 6)
        inner.addWidget(self.view)
        column.addLayout(inner)
        column.addWidget(Hairline(theme))
        column.addWidget(self._foot)
        theme.repaints(self)

    @property
    def current(self) -> Command | None:
        """The command that ↩ would run."""
        return self.model.command(self.view.currentIndex().row())

    def offer(self, typed: str) -> None:
        """Shows what matches, 8 px above the composer."""
        before = self.current
        self.model.set_typed(typed)
        rows = self.model.rows()
        kept = [row for row in rows if self.model.command(row) == before]
        self._choose((kept or rows or [-1])[0])
        self.place()
        if not self.isVisible():
            self.show()

    def place(self) -> None:
        """Puts the menu above its composer; it scrolls where there is no room for all."""
        top = self._anchor.mapToGlobal(QPoint(0, 0))
        window = self._anchor.window().mapToGlobal(QPoint(0, 0))
        wanted = self.model.height() + FOOT + 15
        room = top.y() - ABOVE - window.y() - 8
        height = max(min(wanted, room), ROW + FOOT + 15)
        self.setFixedSize(self._anchor.width(), height)
        self.move(top.x(), top.y() - ABOVE - height)

    def take_key(self, key: int) -> None:
        """What a key does while the menu is open."""
        rows = self.model.rows()
        here = self.view.currentIndex().row()
        at = rows.index(here) if here in rows else -1
        match Qt.Key(key):
            case Qt.Key.Key_Down if rows:
                self._choose(rows[(at + 1) % len(rows)])
            case Qt.Key.Key_Up if rows:
                self._choose(rows[(at - 1) % len(rows)])
            case Qt.Key.Key_PageDown if rows:
                self._choose(rows[-1])
            case Qt.Key.Key_PageUp if rows:
                self._choose(rows[0])
            case Qt.Key.Key_Escape:
                self.hide()
            case Qt.Key.Key_Tab if self.current is not None:
                self.completed.emit(self.current)
            case Qt.Key.Key_Return if self.current is not None:
                self.chosen.emit(self.current)
            case _:
                pass

    def _choose(self, row: int) -> None:
        index = self.model.index(row, 0)
        self.view.setCurrentIndex(index)
        if index.isValid():
            self.view.scrollTo(index)
            if row == self.model.rows()[0]:
                self.view.scrollToTop()

    def _hover(self, index: QModelIndex) -> None:
        if self.model.command(index.row()) is not None:
            self.view.setCurrentIndex(index)

    def _click(self, index: QModelIndex) -> None:
        command = self.model.command(index.row())
        if command is not None:
            self.chosen.emit(command)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line2"), 1))
        painter.setBrush(self._theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.end()
