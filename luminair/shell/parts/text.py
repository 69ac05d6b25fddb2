"""Labels and lines: text in a style and a role, cut with an ellipsis where it must be."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.theme import Style, Theme


def tip(text: str) -> str:
    """A text for a tooltip that nobody of ours wrote: Qt would take what looks like HTML for it."""
    if not QtGui.Qt.mightBeRichText(text):
        return text
    return f"<span style='white-space: pre-wrap'>{escape(text)}</span>"


class Label(QLabel):
    """Text that wraps, each line as high as its style says; what looks like HTML stays as it is.

    Args:
        theme: colours and fonts.
        text: the words.
        style: their style.
        role: their colour.
        wraps: whether long text takes several lines.
        lead: words before it and their colour role; only where it wraps.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        style: Style,
        role: str = "text",
        *,
        wraps: bool = False,
        lead: tuple[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = text
        self._lead = lead
        self._style = style
        self._role = role
        self._raised = 0
        # Only in what Qt lays out as a document can the height of a line be set.
        self.setTextFormat(Qt.TextFormat.RichText if wraps else Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setWordWrap(wraps)
        theme.follow(self._restyle)

    @override
    def text(self) -> str:
        """The words."""
        return self._words

    @override
    def setText(self, text: str) -> None:
        """Changes the words."""
        self._words = text
        self._lay_out()

    def set_role(self, role: str) -> None:
        """Changes the colour."""
        self._role = role
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(self._theme.font(self._style))
        palette = self.palette()
        colour = self._theme.color(self._role)
        if palette.color(self.foregroundRole()) != colour:
            palette.setColor(self.foregroundRole(), colour)
            self.setPalette(palette)
        self._lay_out()

    def _lay_out(self) -> None:
        if not self.wordWrap() or not self._words:
            super().setText(self._words)
            return
        line = self._theme.line(self._style)
        metrics = QFontMetricsF(self.font())
        # Qt sets the baseline at four fifths of the line; this is how far that is below the middle.
        low = round(line * 0.8 - (line - metrics.height()) / 2 - metrics.ascent())
        self._raise_by(low)
        words = escape(self._words).replace("\n", "<br>")
        if self._lead is not None:
            before, role = self._lead
            colour = self._theme.color(role).name()
            words = f'<span style="color:{colour}">{escape(before)}</span> {words}'
        look = f"margin:0;white-space:pre-wrap;line-height:{line}px;-qt-line-height-type:fixed"
        super().setText(f'<p style="{look}">{words}</p>')

    def _raise_by(self, raised: int) -> None:
        """Puts the words so many pixels higher than Qt does, inside the margins they have."""
        more, self._raised = raised - self._raised, raised
        around = self.contentsMargins()
        self.setContentsMargins(
            around.left(), around.top() - more, around.right(), around.bottom() + more
        )


class Line(QWidget):
    """One line of text that is cut with an ellipsis where it does not fit.

    Args:
        theme: colours and fonts.
        text: the words.
        style: their style.
        role: their colour.
        middle: whether the cut is in the middle (paths) instead of at the end.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        style: Style,
        role: str = "text",
        *,
        middle: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        self._style = style
        self._role = role
        self._cut = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        theme.changed.connect(self._restyle)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Changes the words."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self._restyle()

    def set_role(self, role: str) -> None:
        """Changes the colour."""
        self._role = role
        self.update()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._theme.font(self._style)).horizontalAdvance(self._text)
        return QSize(round(width) + 2, round(self._theme.line(self._style)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), 24), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font(self._style))
        painter.setPen(self._theme.color(self._role))
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(self._text, self._cut, self.width() + 1)
        self.setToolTip(tip(self._text) if shown != self._text else "")
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


class Hairline(QFrame):
    """A line of one device-independent pixel.

    Args:
        theme: colours.
        role: colour role.
        upright: whether it stands between things instead of lying between them.
    """

    def __init__(
        self,
        theme: Theme,
        role: str = "line",
        *,
        upright: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color(self._role))
        painter.end()
