from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.lanes.child.sizes import FILE_NAME, Sizes
from luminair.lanes.lane import Model

if TYPE_CHECKING:
    from pathlib import Path

MODELS = (Model("", "As set", window=200_000, reply=32_000), Model("small", "Small"))


def test_what_was_said_is_there_at_the_next_start(tmp_path: Path) -> None:
    assert Sizes(tmp_path / "lane").upon(MODELS) == MODELS
    first = Sizes(tmp_path / "lane")
    first.learn("", 1_000_000, 64_000)
    first.learn("small", 55_000)
    for sizes in (first, Sizes(tmp_path / "lane")):
        own, small = sizes.upon(MODELS)
        assert (own.window, own.reply) == (1_000_000, 64_000)
        assert (small.window, small.reply) == (55_000, MODELS[1].reply)


def test_what_was_not_said_is_not_kept(tmp_path: Path) -> None:
    Sizes(tmp_path).learn("", 0, 5)
    assert not (tmp_path / FILE_NAME).exists()


def test_the_same_again_writes_nothing(tmp_path: Path) -> None:
    sizes = Sizes(tmp_path)
    sizes.learn("", 10)
    before = (tmp_path / FILE_NAME).stat().st_mtime_ns
    sizes.learn("", 10)
    assert (tmp_path / FILE_NAME).stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'{"": 3}', b'{"": {"window": "x"}}', b"\xff", b"{" * 9]
)
def test_a_damaged_file_is_as_none(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(raw)
    assert Sizes(tmp_path).upon(MODELS) == MODELS


def test_a_disk_that_refuses_costs_no_turn(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sizes = Sizes(tmp_path / "file" / "lane")
    sizes.learn("small", 55_000)
    assert sizes.upon(MODELS)[1].window == 55_000
