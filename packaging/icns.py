"""Makes a Mac's icon file of the app's drawing, on any machine.

    python packaging/icns.py build/Luminair.icns

An .icns is a row of PNG pictures, each after four letters that say its size and four bytes that
say its length. Those letters are Apple's; macOS scales the two smallest ones (16 and 32 points on
a plain screen) down from their doubles, so they are not written twice.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import contents

if TYPE_CHECKING:
    from collections.abc import Mapping

PIXELS: Final = {
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}
"""Apple's name of a picture → its pixels a side."""

DRAWING: Final = contents.ROOT / "resources" / "icons" / "app.svg"
TILE: Final = 112 / 128
"""What the tile takes of the drawing's width."""
MAC_TILE: Final = 824 / 1024
"""What the tile of a Mac's icon takes of it; a larger one would stand out in the Dock."""

_MAGIC: Final = b"icns"


def pack(pictures: Mapping[str, bytes]) -> bytes:
    """The file's bytes: its pictures by Apple's names, in the order given."""
    rows = b"".join(
        name.encode("ascii") + struct.pack(">I", 8 + len(png)) + png
        for name, png in pictures.items()
    )
    return _MAGIC + struct.pack(">I", 8 + len(rows)) + rows


def unpack(data: bytes) -> dict[str, bytes]:
    """The pictures of a file; ValueError where it is no icon file or its lengths are wrong."""
    if data[:8] != _MAGIC + struct.pack(">I", len(data)):
        raise ValueError("this is no whole icon file")
    found, at = {}, 8
    while at < len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        if size < 8 or at + size > len(data):
            raise ValueError(f"the picture at byte {at} has a wrong length")
        found[data[at : at + 4].decode("ascii")] = data[at + 8 : at + size]
        at += size
    return found


def draw(pixels: int) -> bytes:
    """The drawing as a PNG, with the margin of a Mac's icon.

    Args:
        pixels: of a side.
    """
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    picture = QImage(pixels, pixels, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    side = pixels * MAC_TILE / TILE
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(DRAWING)).render(
        painter, QRectF((pixels - side) / 2, (pixels - side) / 2, side, side)
    )
    painter.end()
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(held.data())


def write(place: Path) -> None:
    """Writes the icon file; QSvgRenderer needs no screen and no application."""
    drawn = {pixels: draw(pixels) for pixels in set(PIXELS.values())}
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(pack({name: drawn[pixels] for name, pixels in PIXELS.items()}))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
