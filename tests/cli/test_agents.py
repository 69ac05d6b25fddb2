"""``mcp`` on the command line; what it serves is tested in tests/agents."""

from __future__ import annotations

import pytest


def test_help_says_what_it_is_for(run) -> None:
    done = run("mcp", "--help")
    assert done.code == 0
    assert done.out.startswith("luminair-journal mcp [install|remove|status [")
    assert "Serve the Journal's tools to a coding agent" in done.out
    for option in ("--session", "--cwd", "--vault", "--home"):
        assert option in done.out
    assert "\n  mcp " in run("--help").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mcp", "--json"), "speaks JSON already"),
        (("mcp", "now"), "does not know 'now'"),
        (("mcp", "--port", "80"), "has no option --port"),
    ],
)
def test_wrong_usage_is_one_sentence(run, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.code == 2
    assert said in done.sentence


def test_closed_input_is_one_sentence(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    done = run("mcp")
    assert done.code == 1
    assert "one is closed" in done.sentence
