"""The table at the right: each note with its ranks and its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.rows_model import ROW_ROLE, AnyIndex, RowsModel
from luminair.shell.parts.text import tip
from luminair.shell.theme import Style
from luminair.shell.why.facts import Group, WhyRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Theme

ROW, GROUP, HEAD = 40, 30, 30
LEFT = 24
CHIP_HIGH, CHIP_GAP = 18, 4
NARROW = 640
"""Below this width ranks stand alone, without the words that matched and the score."""
NARROWEST = 480
"""Below this width only the fused rank is shown; the others are read out and copied."""
_SPOKEN = {None: "not ranked"}


class WhyModel(RowsModel[Group | WhyRow]):
    """Groups and notes."""

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Group):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.title if isinstance(row, Group) else spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, WhyRow):
            return tip(row.path) or None
        return None


def spoken(row: WhyRow) -> str:
    """A row as VoiceOver reads it."""
    said = [row.title, row.under, row.verdict]
    if row.words:
        said.append(f"rank by words {row.words}: {', '.join(row.terms)}")
    if row.meaning:
        said.append(f"meaning {row.meaning}")
    if row.fused:
        said.append(f"fused {row.fused}")
    return ", ".join(part for part in said if part)


def score_words(score: float) -> str:
    """How strongly a note matched: '0.993', '12.4'."""
    return f"{score:.1f}" if score >= 1 else f"{score:.3f}"


class Columns:
    """Where the columns begin at a width.

    Attributes:
        ranks: whether there is room for the ranks by words and by meaning …
        wide: … and for the words that matched and the score.
        meaning: whether there is a column for meaning.
        score: where the fused score begins.
        chips: where the words that matched begin.
    """

    def __init__(self, width: int, *, meaning: bool, scale: float = 1.0) -> None:

        def px(at_usual_size: float) -> int:
            return round(at_usual_size * scale)

        self.ranks, self.wide = width >= px(NARROWEST), width >= px(NARROW)
        self.meaning = meaning and self.ranks
        self.note = LEFT + px(30)
        self.end = width - 18
        # The verdict gets what a sentence needs, the note what is left.
        self.verdict = width - min(max(round(width * 0.26), px(170)), px(300))
        self.fused = self.verdict - px(100 if self.wide else 48)
        self.at_meaning = self.fused - px(76 if self.wide else 64) if self.meaning else self.fused
        words = px(52) if self.ranks else 0
        if self.wide:
            words = min(max(round(width * 0.22), px(110)), px(200))
        self.words = self.at_meaning - words
        self.score = self.fused + px(46)
        self.chips = self.words + px(24)


class WhyDelegate(QStyledItemDelegate):
    """Paints a row; tells heights to the view."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.meaning = True
        self.off = False
        """Whether meaning search takes no part."""

    def heights(self, rows: Sequence[Group | WhyRow], _width: int) -> list[int]:
        """How tall each row is, in logical pixels."""
        group, ranked = (round(high * self._theme.scale) for high in (GROUP, ROW))
        return [group if isinstance(row, Group) else ranked for row in rows]

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(100, round(ROW * self._theme.scale))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, box = index.data(ROW_ROLE), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Group):
            self._group(painter, box, row)
        elif isinstance(row, WhyRow):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            over = bool(option.state & QStyle.StateFlag.State_MouseOver)
            self._row(painter, box, row, "accentsoft" if chosen else "hover" if over else "")
        painter.fillRect(
            QRectF(box.left(), box.bottom() - 1, box.width(), 1), self._theme.color("line")
        )
        painter.restore()

    def _group(self, painter: QPainter, box: QRectF, group: Group) -> None:
        theme = self._theme
        painter.fillRect(box, theme.color("raised"))
        inside = box.adjusted(LEFT, 0, -18, 0)
        painter.setFont(theme.font(Style.ROW_ASIDE_BOLD))
        painter.setPen(theme.color("text2"))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, group.title)
        painter.setFont(theme.font(Style.ROW_ASIDE))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(inside, right, group.aside)

    def _row(self, painter: QPainter, box: QRectF, row: WhyRow, fill: str) -> None:
        theme = self._theme
        if fill:
            painter.fillRect(box, theme.color(fill))
        at = Columns(round(box.width()), meaning=self.meaning, scale=theme.scale)
        icon, size = icons.KIND_ICONS[row.kind], round(16 * theme.scale)
        y = box.center().y() - size / 2
        icons.paint(painter, theme, icon, icons.KIND_ROLES[row.kind], LEFT, y, size)
        style = Style.ROW_MEDIUM if row.rode else Style.ROW
        x = self._text(
            painter, box, row.title, at.note, at.words - 12, style, "text" if row.rode else "text2"
        )
        if row.under:
            self._text(painter, box, row.under, x + 6, at.words - 12, Style.ROW, "text2")
        if at.ranks:
            self._number(painter, box, row.words, at.words)
        if at.wide:
            self._chips(painter, box, row, at)
        if at.meaning and self.off and row.words:
            self._text(painter, box, "off", at.at_meaning, at.fused, Style.ROW_UNDER, "text3")
        elif at.meaning:
            self._number(painter, box, row.meaning, at.at_meaning)
        self._number(painter, box, row.fused, at.fused, bold=True)
        if at.wide and row.fused and row.score:
            said = score_words(row.score)
            self._text(painter, box, said, at.score, at.verdict, Style.ROW_ASIDE, "text2")
        self._verdict(painter, box, row, at)

    def _verdict(self, painter: QPainter, box: QRectF, row: WhyRow, at: Columns) -> None:
        theme, (icon, role) = self._theme, row.tone.value
        size = round(14 * theme.scale)
        icons.paint(painter, theme, icon, role, at.verdict, box.center().y() - size / 2, size)
        painter.setFont(theme.font(Style.ROW_UNDER))
        painter.setPen(theme.color(role))
        left = at.verdict + size + 7
        area = QRectF(left, box.top() + 2, at.end - left, box.height() - 4)
        wraps = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        words = row.verdict
        metrics = QFontMetricsF(painter.font())
        most = 2 * area.width() - 24  # two lines
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, most)
        painter.drawText(area, int(wraps), words)

    def _number(
        self, painter: QPainter, box: QRectF, number: int | None, x: float, *, bold: bool = False
    ) -> None:
        words = f"{number:,}" if number else "–"
        style = Style.ROW_BOLD if bold and number else Style.ROW
        end = x + 40 * self._theme.scale
        self._text(painter, box, words, x, end, style, "text" if number else "text3")

    def _text(
        self,
        painter: QPainter,
        box: QRectF,
        words: str,
        left: float,
        right: float,
        style: Style,
        role: str,
    ) -> float:
        """Writes words that are cut where they do not fit; where they end."""
        theme = self._theme
        font = theme.font(style, tabular=True)
        metrics = QFontMetricsF(font)
        if right - left < metrics.averageCharWidth() * 2:
            return left
        cut = metrics.elidedText(words, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(font)
        painter.setPen(theme.color(role))
        area = QRectF(left, box.top(), right - left + 2, box.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, cut)
        return left + metrics.horizontalAdvance(cut)

    def _chips(self, painter: QPainter, box: QRectF, row: WhyRow, at: Columns) -> None:
        """The words that matched, as many as there is room for."""
        theme = self._theme
        font = theme.font(Style.MONO_SMALL)
        metrics = QFontMetricsF(font)
        high = round(CHIP_HIGH * theme.scale)
        x, end = float(at.chips), at.at_meaning - 14
        top = box.center().y() - high / 2
        painter.setFont(font)
        for term in row.terms:
            width = metrics.horizontalAdvance(term) + 10
            if x + width > end:
                break
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("press"))
            painter.drawRoundedRect(QRectF(x, top, width, high), 4, 4)
            painter.setPen(theme.color("text2"))
            inside = QRectF(x + 5, top, width, high)
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, term)
            x += width + CHIP_GAP


class TableHead(QWidget):
    """The names of the columns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.meaning = True
        self.off = False
        """Whether meaning search takes no part: there is one order then, and nothing to fuse."""
        self.room = 0
        """How wide the rows below are, without their scroll bar."""
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        self.setFixedHeight(round(HEAD * self._theme.scale))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._theme
        room = self.room or self.width()
        at = Columns(room, meaning=self.meaning, scale=theme.scale)
        painter.setFont(theme.font(Style.ROW_ASIDE_BOLD))
        painter.setPen(theme.color("text2"))
        names = [("Note", at.note), ("Rank" if self.off else "Fused", at.fused)]
        names += [("Rank by words" if at.wide else "Words", at.words)] if at.ranks else []
        names += [("Score", at.score)] if at.wide else []
        names += [("Meaning", at.at_meaning)] if at.meaning else []
        for name, x in (*names, ("Verdict", at.verdict)):
            area = QRectF(x, 0, 120 * theme.scale, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, name)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("line"))
        painter.end()
