"""The Mac's icon file, made without a Mac."""

from __future__ import annotations

import struct

import icns
import pytest
from PySide6.QtGui import QImage


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> dict[str, bytes]:
    place = tmp_path_factory.mktemp("icon") / "deep" / "Luminair.icns"
    icns.write(place)
    return icns.unpack(place.read_bytes())


def test_every_size_that_a_mac_asks_for_is_a_picture_of_that_size(pictures) -> None:
    assert set(pictures) == {"ic07", "ic08", "ic09", "ic10", "ic11", "ic12", "ic13", "ic14"}
    for name, png in pictures.items():
        image = QImage.fromData(png, "PNG")
        assert (image.width(), image.height()) == (icns.PIXELS[name],) * 2


def test_the_icon_keeps_the_margin_of_macs_and_is_the_drawing(pictures) -> None:
    image = QImage.fromData(pictures["ic10"], "PNG")
    row = [image.pixelColor(x, 512) for x in range(1024)]
    filled = [x for x, colour in enumerate(row) if colour.alpha() > 127]
    assert filled[0] == pytest.approx(100, abs=1)
    assert filled[-1] == pytest.approx(923, abs=1)
    assert image.pixelColor(512, 880).name() == "#0a667d"
    assert image.pixelColor(0, 0).alpha() == 0


def test_lengths_are_those_that_the_file_says() -> None:
    made = icns.pack({"ic11": b"one", "ic12": b"four"})
    assert made == b"icns" + struct.pack(">I", 8 + 11 + 12) + (
        b"ic11" + struct.pack(">I", 11) + b"one" + b"ic12" + struct.pack(">I", 12) + b"four"
    )
    assert icns.unpack(made) == {"ic11": b"one", "ic12": b"four"}


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"icns",
        b"PNG!" + struct.pack(">I", 8),
        icns.pack({"ic11": b"one"})[:-1],
        b"icns" + struct.pack(">I", 16) + b"ic11" + struct.pack(">I", 4),
        b"icns" + struct.pack(">I", 16) + b"ic11" + struct.pack(">I", 99),
    ],
)
def test_what_is_no_icon_file_is_refused(broken) -> None:
    with pytest.raises(ValueError, match=r"icon file|wrong length"):
        icns.unpack(broken)
