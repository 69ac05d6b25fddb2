"""Each gap in what the tests reach has a reason, and each reason still has its gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.house import gaps

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """def tide(height):
    if height > 9:
        warn()
    try:
        look()
    except OSError:
        pass
    return height


def ebb():
    return height
"""


def of(line: str, within: str = "", *, sometimes: bool = False) -> gaps.Gap:
    return gaps.Gap("sea.py", line, within, "no test can pull the plug", sometimes)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "sea.py").write_text(SOURCE)
    return tmp_path


def missing(*lines: int, branches: tuple[tuple[int, int], ...] = ()) -> dict:
    return {"sea.py": {"missing_lines": [*lines], "missing_branches": [[*b] for b in branches]}}


def test_every_entry_names_one_line_that_is_there_and_says_why() -> None:
    entries = gaps.table(gaps.TABLE.read_text("utf-8"))
    assert entries
    for each in entries:
        assert each.file.split("/")[1] in gaps.ROOMS
        assert len(each.reason.split()) >= 4, each
        gaps.span_of(each, (gaps.HOUSE / each.file).read_text("utf-8"))
    assert len({(e.file, e.line, e.within) for e in entries}) == len(entries)


def test_a_line_that_nobody_gave_a_reason_for_is_named(house: Path) -> None:
    found = missing(3, 7, branches=((2, 3), (2, 4)))
    assert gaps.compare(found, [], house) == (
        ["sea.py:3", "sea.py:7", "sea.py:2 to 4"],
        [],
    )
    assert gaps.compare(found, [of("if height > 9:")], house) == (["sea.py:7"], [])
    both = [of("if height > 9:"), of("except OSError:")]
    assert gaps.compare(found, both, house) == ([], [])


def test_an_entry_of_what_is_reached_is_named_unless_it_may_be(house: Path) -> None:
    entry = of("except OSError:")
    assert gaps.compare({}, [entry], house) == ([], [str(entry)])
    assert gaps.compare(missing(3), [of("except OSError:", sometimes=True)], house)[1] == []


def test_a_line_that_is_there_twice_needs_its_function(house: Path) -> None:
    with pytest.raises(ValueError, match="there 2 times"):
        gaps.span_of(of("return height"), SOURCE)
    with pytest.raises(ValueError, match="there 0 times"):
        gaps.span_of(of("return nothing"), SOURCE)
    assert gaps.span_of(of("return height", "ebb"), SOURCE) == (12, 12)
    assert gaps.span_of(of("except OSError:"), SOURCE) == (6, 7)
    assert gaps.span_of(of("def ebb():"), SOURCE) == (11, 12)
    assert gaps.compare(missing(12), [of("return height", "ebb")], house) == ([], [])


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_a_measured_run_and_the_table_say_the_same(tmp_path: Path) -> None:
    measured = gaps.missed(gaps.measure(tmp_path))
    left, stale = gaps.compare(measured, gaps.table(gaps.TABLE.read_text("utf-8")))
    assert (left, stale) == ([], [])
