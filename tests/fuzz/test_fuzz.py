"""Each harness on its seeds, on what was found once, and on some inputs drawn anew.

The long search runs by hand: ``python -m tests.fuzz.notes --minutes 60``.
"""

from __future__ import annotations

import importlib

import pytest

from tests.fuzz import engine

HARNESSES = ("notes", "hook", "transcripts", "imports")


@pytest.mark.parametrize("name", HARNESSES)
def test_what_it_begins_with_and_what_it_found(name: str) -> None:
    harness = importlib.import_module(f"tests.fuzz.{name}")
    found = sorted((engine.INPUTS / name).glob("*"))
    for data in [*harness.seeds(), *(file.read_bytes() for file in found)]:
        harness.check(data)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", HARNESSES)
def test_some_inputs_drawn_from_its_seeds(name: str, request: pytest.FixtureRequest) -> None:
    harness = importlib.import_module(f"tests.fuzz.{name}")
    left = iter(range(3000 if request.config.getoption("--full") else 60))
    engine.search(
        harness.check,
        [data[:4000] for data in harness.seeds()],
        harness.WORDS,
        until=lambda: next(left, None) is None,
        seed=20260825,
    )


def test_the_search_reaches_lines_that_its_seeds_do_not() -> None:
    """The engine itself: an input that gets further is kept, and built upon."""
    from luminair.exchange.lines import lines_of

    left = iter(range(400))
    kept = engine.search(
        lines_of, [b""], [b'{"a":1}\n'], until=lambda: next(left, None) is None, seed=7
    )
    assert kept >= 3


def test_a_fault_is_kept_once_and_the_search_goes_on(tmp_path) -> None:
    findings = engine.Findings(lambda data: data[1:].index(1), tmp_path / "found")
    for data in (b"a", b"bb", b"c\x01"):
        findings(data)
    assert findings.runs == 3
    assert [file.read_bytes() for file in (tmp_path / "found").iterdir()] == [b"a"]
