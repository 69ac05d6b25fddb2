"""Pictures of the vault on the page, and none from elsewhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage

from luminair.errors import Refused
from luminair.shell.journal.picture_files import MOST_BYTES, picture_bytes
from luminair.shell.journal.words import page_text
from luminair.shell.parts.picture import PictureView, decoded
from luminair.shell.parts.prose_view import ProseView

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.shell.journal import JournalWindow

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    b'<rect width="9" height="9"/>%s</svg>'
)


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


@pytest.fixture
def pictures(vault: Path) -> Path:
    """A vault with pictures in and around it."""
    for path, data in {
        "Notes/a b.png": png(30, 10),
        "attached/deep/lone.png": png(8, 8),
        "top.svg": SVG % b"",
        ".hidden/x.png": png(1, 1),
        "Notes/big.png": b"x" * (MOST_BYTES + 1),
    }.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(data)
    (vault.parent / "outside.png").write_bytes(png(2, 2))
    (vault / "Notes/link.png").symlink_to(vault.parent / "outside.png")
    (vault / "linked").symlink_to(vault.parent, target_is_directory=True)
    os.mkfifo(vault / "Notes/pipe.png")
    return vault


@pytest.mark.parametrize(
    "address", ["a%20b.png", "./a b.png", "/Notes/a%20b.png", "../Notes/a b.png", "Notes/a b.png"]
)
def test_addresses_are_read_from_the_note_and_from_the_top(pictures: Path, address: str) -> None:
    assert (
        picture_bytes(pictures, "Notes/Here.md", address)
        == (pictures / "Notes/a b.png").read_bytes()
    )


def test_a_name_alone_is_found_anywhere(pictures: Path) -> None:
    assert picture_bytes(pictures, "Notes/Here.md", "lone.png") == png(8, 8)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/x.png",
        "//example.org/x.png",
        "file:///etc/x.png",
        "data:image/png;base64,AAAA",
        "../../outside.png",
        "../outside.png",
        "outside.png",
        "link.png",
        "/linked/outside.png",
        "/.hidden/x.png",
        "big.png",
        "pipe.png",
        "none.png",
        "Here.md",
        "a%00b.png",
        "..%2F..%2Foutside.png",
    ],
)
def test_nothing_else_is_read(pictures: Path, address: str) -> None:
    with pytest.raises(Refused):
        picture_bytes(pictures, "Notes/Here.md", address)


@pytest.mark.parametrize(
    "inside",
    [
        b'<image href="file:///etc/passwd"/>',
        b'<image xlink:href = "http://example.org/x.png"/>',
        b"<style>@import 'x.css'</style>",
        b'<rect fill="url(http://example.org/a)"/>',
    ],
)
def test_a_drawing_that_leads_out_is_not_shown(pictures: Path, inside: bytes) -> None:
    (pictures / "top.svg").write_bytes(SVG % inside)
    with pytest.raises(Refused, match="other files"):
        picture_bytes(pictures, "A.md", "top.svg")


def test_pixels_are_bounded_and_rubbish_is_none() -> None:
    wide = decoded(png(3000, 30))
    assert wide.image is not None
    assert wide.image.width() == 1400
    drawn = decoded(SVG % b'<rect fill="url(#a)"/>')
    assert drawn.image is not None
    assert (drawn.size.width(), drawn.image.width()) == (40, 80)
    assert decoded(b"\x89PNG\r\n\x1a\n rubbish").image is None
    assert decoded(b"").said


def test_embedded_pictures_become_pictures_of_the_page() -> None:
    text = page_text("![[a b.png|the chart]] and ![[Note]]", "T")
    assert text == "![the chart](a%20b.png) and [Note](journal:Note)"


def test_the_page_shows_them_and_words_where_it_cannot(
    room: JournalWindow, shelf_vault: Path, settle: Callable[[], None]
) -> None:
    (shelf_vault / "Notes/chart.png").write_bytes(png(2000, 100))
    (shelf_vault / "Notes/Pictures.md").write_text(
        "Before.\n\n![the chart](chart.png)\n![[chart.png]]\n\n![far](https://example.org/x.png)\n\n"
        "In ![the line](chart.png) of text.\n",
        encoding="utf-8",
    )
    room.showing.refresh()
    settle()
    room.showing.open("Notes/Pictures.md")
    settle()
    parts = room.page.body.parts
    assert [type(part) for part in parts] == [ProseView, PictureView, PictureView, ProseView]
    both, far = parts[1], parts[2]
    assert isinstance(both, PictureView)
    assert isinstance(far, PictureView)
    assert [one.picture.image is not None for one in both.shown] == [True, True]
    assert both.shown[0].width() >= both.shown[0]._place().width()
    assert both.shown[0].height() == both.shown[0]._place().height()
    assert far.shown[0].picture.image is None
    assert far.shown[0].picture.said.startswith("Pictures that are not in")
    last = parts[3]
    assert isinstance(last, ProseView)
    assert "the line" in last.toPlainText()
