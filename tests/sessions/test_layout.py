from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import WriteFailed
from luminair.sessions.layout import Layout, read_layout, write_layout

if TYPE_CHECKING:
    from pathlib import Path

SIZES = st.integers(min_value=0, max_value=10_000)


@given(
    st.lists(st.text(max_size=8), min_size=1, max_size=4),
    st.lists(SIZES, max_size=4),
    st.integers(min_value=0, max_value=4),
    SIZES,
    st.booleans(),
    st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=3),
)
def test_a_layout_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    panes: list[str],
    sizes: list[int],
    upper: int,
    width: int,
    on: bool,
    states: dict[str, str],
) -> None:
    home = tmp_path_factory.mktemp("home") / "deeper"
    layout = Layout(
        panes=tuple(panes),
        active=len(panes) - 1,
        sizes=tuple(sizes),
        upper=min(upper, len(panes)),
        sidebar=not on,
        sidebar_width=width,
        all_panes=on,
        states=states,
    )
    write_layout(home, layout)
    assert read_layout(home) == layout


@pytest.mark.parametrize("raw", [None, b"", b"{", b"[]", b"\xff\xfe", b"null", b"[" * 100_000])
def test_without_a_layout_the_window_is_as_usual(home: Path, raw: bytes | None) -> None:
    if raw is not None:
        (home / "window.json").write_bytes(raw)
    assert read_layout(home) == Layout()


def test_odd_values_are_passed_over(home: Path) -> None:
    found = {
        "panes": ["a", 1, "b"],
        "active": 9,
        "sizes": [1, True, -3, "x", 4],
        "sidebar": "no",
        "sidebar_width": -5,
        "states": {"main": "AAA=", "odd": 3},
    }
    (home / "window.json").write_text(json.dumps(found))
    assert read_layout(home) == Layout(("a", "b"), 1, (1, 4), states={"main": "AAA="})
    (home / "window.json").write_text(json.dumps({"panes": "ab", "states": []}))
    assert read_layout(home) == Layout()


def test_a_home_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with pytest.raises(WriteFailed):
        write_layout(tmp_path / "home", Layout())
