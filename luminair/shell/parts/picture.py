"""A picture that stands in a text by itself; its words stand there where it cannot be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QImageReader, QPainter
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.shell import icons
from luminair.shell.parts.text import tip
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from luminair.shell.parts.markdown import Block

WIDEST, TALLEST = 1400, 2000
"""Pixels that are kept of a picture; a page is half as wide."""
MOST_PIXELS = 60_000_000
WORDS = 30
"""Height of the line that stands for a picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to be drawn.

    Attributes:
        image: its pixels, None where it is not shown.
        size: how large it wants to be, in logical pixels.
        said: why it is not shown, or ''.
    """

    image: QImage | None = None
    size: QSize = QSize()  # noqa: RUF009 - never changed
    said: str = ""


class Loader(Protocol):
    """Where pictures come from."""

    def load(self, address: str, done: Callable[[Picture], None], owner: QWidget) -> None:
        """Finds the picture of an address and gives it to ``done``, unless ``owner`` is gone."""
        ...


def decoded(data: bytes) -> Picture:
    """A picture from the bytes of a file; of a moving one the first frame.

    Uses nothing of Qt but values, so that it may run on any thread.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if not reader.canRead() or not size.isValid() or size.isEmpty():
        return Picture(said="This file is no picture that can be shown.")
    if size.width() * size.height() > MOST_PIXELS:
        return Picture(said="This picture has too many pixels to be shown.")
    drawn = bytes(reader.format().data()).startswith(b"svg")
    kept = size * 2 if drawn else QSize(size)  # lines stay sharp on a fine screen
    if kept.width() > WIDEST or kept.height() > TALLEST:
        kept.scale(WIDEST, TALLEST, Qt.AspectRatioMode.KeepAspectRatio)
    if kept != size:
        reader.setScaledSize(kept.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return Picture(said="This file is no picture that can be shown.")
    turned = image.size() if not drawn else size
    return Picture(image, turned)


class PictureView(QWidget):
    """The pictures of one block, below each other.

    Args:
        theme: colours and fonts.
        block: has them.
        loader: where they come from.
    """

    def __init__(
        self, theme: Theme, block: Block, loader: Loader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.blocks = (block,)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.shown = [_One(theme, words or address, self) for address, words in block.pictures]
        for one, (address, _) in zip(self.shown, block.pictures, strict=True):
            column.addWidget(one)
            loader.load(address, one.show_picture, one)


class _One(QWidget):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self.picture = Picture()
        self.setAccessibleName(f"Picture: {words}")
        self.setFixedHeight(WORDS)
        theme.repaints(self)

    def show_picture(self, found: Picture) -> None:
        """Shows it, or its words where it is not to be shown."""
        self.picture = found
        self.setToolTip(tip(found.said or self._words))
        self._fit()
        self.update()

    def _fit(self) -> None:
        if self.picture.image is None:
            return
        self.setFixedHeight(max(1, self._place().height()))

    def _place(self) -> QSize:
        size = self.picture.size
        if size.width() <= self.width():
            return size
        return size.scaled(self.width(), TALLEST, Qt.AspectRatioMode.KeepAspectRatio)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        image = self.picture.image
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QRectF(0, 0, self._place().width(), self._place().height()), image)
        else:
            theme = self._theme
            icons.paint(painter, theme, "ph.image", "text3", 0, 7, 16)
            painter.setFont(theme.font(Style.SMALL))
            painter.setPen(theme.color("text2"))
            words = f"{self._words} · {self.picture.said}" if self.picture.said else self._words
            room = self.width() - 24
            cut = QFontMetricsF(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(24, 0, room, WORDS), Qt.AlignmentFlag.AlignVCenter, cut)
        painter.end()
