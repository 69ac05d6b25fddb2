"""The two bars of the sheet: the whole window, and what Luminair adds, magnified."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from luminair.context.cost import shown
from luminair.plurals import counted
from luminair.shell.theme import Style, Theme
from luminair.shell.theme.tokens import mixed

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.context.block import Assembly, Row

TINTS = (1.0, 0.78, 0.56, 0.38)
BAR = 14
GAP = 16
SHORT_NAMES = {
    "Journal digest: rules and open items the hook injects": "Journal digest",
    "Old conversation summaries": "Old summaries",
    "Tool definitions": "Tools",
    "What the CLI adds": "CLI",
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar.

    Attributes:
        row: the block.
        colour: its fill.
        optional: how much of it is optional, 0 to 1.
    """

    row: Row
    colour: str
    optional: float


def segments(assembly: Assembly, theme: Theme) -> list[Segment]:
    """What Luminair adds, as segments; blocks that cost nothing are left out."""
    found: list[Segment] = []
    plain = 0  # a hatched part needs no tint of its own
    for row in assembly.rows:
        if not row.position.ours or not row.tokens:
            continue
        tint = TINTS[min(plain, len(TINTS) - 1)]
        colour = mixed(theme.tokens["accent"], theme.tokens["surface"], tint)
        part = sum(child.tokens for child in row.rows if child.optional)
        optional = 1.0 if row.optional else part / row.tokens
        plain += not row.optional
        found.append(Segment(row, colour, optional))
    return found


def _said(assembly: Assembly) -> int:
    """Tokens of what the owner and the model said, the next message included."""
    return assembly.total_tokens - assembly.added_tokens - assembly.cli_tokens


class BudgetBars(QWidget):
    """Draws both bars and the names under the second.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._assembly: Assembly | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.repaints(self)

    def show_assembly(self, assembly: Assembly) -> None:
        """Shows another assembly."""
        self._assembly = assembly
        about = "" if assembly.exact else "about "
        self.setAccessibleName(
            f"Luminair adds {about}{assembly.added_tokens:,} of "
            f"{about}{counted(assembly.total_tokens, 'token')}"
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 2 * BAR + GAP + 40)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        assembly = self._assembly
        if assembly is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        parts = segments(assembly, self._theme)
        added = self._whole(painter, assembly, parts)
        if parts:
            self._magnifier(painter, added)
            self._second(painter, parts)
        painter.end()

    def _whole(self, painter: QPainter, assembly: Assembly, parts: list[Segment]) -> float:
        """The bar of the whole window; returns how wide Luminair's part of it is."""
        theme, target = self._theme, assembly.target
        area = QRectF(0, 0, self.width(), BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.save()
        clip = QPainterPath()
        clip.addRoundedRect(area, 4, 4)
        painter.setClipPath(clip)
        painter.fillRect(area, theme.color("track"))
        whole = max(target.window, assembly.total_tokens + target.reply, 1)
        scale = area.width() / whole
        x = 0.0
        for part in parts:
            width = part.row.tokens * scale
            self._segment(painter, QRectF(x, 0, width, BAR), part)
            x += width
        added = x
        for role, tokens in (("edge", assembly.cli_tokens), ("bar", _said(assembly))):
            painter.fillRect(QRectF(x, 0, tokens * scale, BAR), theme.color(role))
            x += tokens * scale
        if target.reply:
            reserve = QRectF(x, 0, target.reply * scale, BAR)
            painter.setPen(QPen(theme.color("line2"), 1))
            step = x + 2.5
            while step < reserve.right():
                painter.drawLine(QPointF(step, 0), QPointF(step, BAR))
                step += 4
        painter.restore()
        return added

    def _magnifier(self, painter: QPainter, added: float) -> None:
        colour = self._theme.color("accentsoft")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(0, BAR + 1),
                    QPointF(added, BAR + 1),
                    QPointF(self.width(), BAR + GAP - 1),
                    QPointF(0, BAR + GAP - 1),
                ]
            )
        )

    def _second(self, painter: QPainter, parts: list[Segment]) -> None:
        top = BAR + GAP
        area = QRectF(0, top, self.width(), BAR)
        total = sum(part.row.tokens for part in parts)
        scale = area.width() / max(total, 1)
        painter.save()
        clip = QPainterPath()
        clip.addRoundedRect(area, 4, 4)
        painter.setClipPath(clip)
        places: list[tuple[float, float, Segment]] = []
        x = 0.0
        for part in parts:
            width = part.row.tokens * scale
            self._segment(painter, QRectF(x, top, max(width - 1, 1), BAR), part)
            places.append((x, width, part))
            x += width
        painter.restore()
        end = -100.0
        for left, width, part in places:
            end = self._label(painter, left, width, end, part)

    def _segment(self, painter: QPainter, area: QRectF, part: Segment) -> None:
        painter.fillRect(area, QColor(part.colour))
        if part.optional <= 0:
            return
        hatched = QRectF(area)
        hatched.setLeft(area.right() - area.width() * part.optional)
        painter.fillRect(hatched, self._theme.color("accentsoft"))
        brush = QBrush(self._theme.color("accent"), Qt.BrushStyle.BDiagPattern)
        painter.fillRect(hatched, brush)

    def _label(
        self, painter: QPainter, left: float, width: float, after: float, part: Segment
    ) -> float:
        """Name and tokens under a segment, where there is room; returns where they end."""
        theme = self._theme
        name = SHORT_NAMES.get(part.row.name, str(part.row.name))
        tokens = shown(part.row.tokens, part.row.exact)
        small, caption = theme.font(Style.SMALL), theme.font(Style.CAPTION)
        wide = max(
            QFontMetricsF(small).horizontalAdvance(name),
            QFontMetricsF(caption).horizontalAdvance(tokens),
        )
        if left < after + 10 or left + wide > self.width() + 1 or wide > width + 60:
            return after
        top = 2 * BAR + GAP + 6
        painter.setFont(small)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(left, top, wide + 4, 16), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(caption)
        painter.setPen(theme.color("text2"))
        low = QRectF(left, top + 16, wide + 4, 15)
        painter.drawText(low, Qt.AlignmentFlag.AlignVCenter, tokens)
        return left + wide


class Legend(QWidget):
    """Swatches and what they stand for, right-aligned.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[tuple[str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.repaints(self)

    def show_assembly(self, assembly: Assembly) -> None:
        """Shows another assembly."""
        target, exact = assembly.target, assembly.exact
        riders = assembly.riders
        journal = f"(Journal {shown(riders.tokens, riders.exact)})"
        # The figure that the composer shows: by it the two are seen to be of one kind.
        part = journal if riders.tokens and riders.tokens != assembly.added_tokens else ""
        adds = f"Luminair adds {shown(assembly.added_tokens, exact)}"
        self._parts = [("accent", " ".join(filter(None, (adds, part))))]
        if assembly.cli_tokens:
            self._parts.append(("edge", f"The CLI adds {shown(assembly.cli_tokens, exact)}"))
        self._parts.append(("bar", f"Transcript {shown(_said(assembly), exact)}"))
        if target.reply:
            self._parts.append(("reply", f"Reply {target.reply:,}"))
        if target.window:
            free = max(target.window - assembly.total_tokens - target.reply, 0)
            self._parts.append(("track", f"Free {shown(free, exact)}"))
        self.setAccessibleName(", ".join(words for _, words in self._parts))
        self.updateGeometry()
        self.update()

    def _widths(self) -> list[float]:
        metrics = QFontMetricsF(self._theme.font(Style.CAPTION))
        return [13 + metrics.horizontalAdvance(words) for _, words in self._parts]

    @override
    def sizeHint(self) -> QSize:
        widths = self._widths()
        return QSize(math.ceil(sum(widths) + 16 * max(len(widths) - 1, 0)) + 1, 16)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        font = theme.font(Style.CAPTION)
        widths = self._widths()
        x = self.width() - sum(widths) - 16 * max(len(widths) - 1, 0)
        painter.setFont(font)
        for (role, words), width in zip(self._parts, widths, strict=True):
            box = QRectF(x, 4, 8, 8)
            if role == "reply":
                painter.setPen(QPen(theme.color("edge"), 1))
                for step in (0.5, 3.5, 6.5):
                    painter.drawLine(QPointF(x + step, 4), QPointF(x + step, 12))
            else:
                border = role == "track"
                painter.setPen(QPen(theme.color("line2"), 1) if border else Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(role))
                painter.drawRoundedRect(box, 2, 2)
            painter.setPen(theme.color("text2"))
            painter.drawText(QRectF(x + 13, 0, width, 16), Qt.AlignmentFlag.AlignVCenter, words)
            x += width + 16
        painter.end()
