"""``distill`` in a terminal: sessions of the app and of coding agents."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from luminair.messages import Message, Role
from luminair.sessions.library import Library
from luminair.sessions.session import utc_text

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Terminal

LONG_AGO = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


def session(home: Path, folder: Path, *told: str) -> str:
    numbers = itertools.count(len(told))
    library = Library(home, now=lambda: LONG_AGO, draw=lambda: next(numbers) * 7919)
    transcript = library.create(folder=str(folder))
    for at, text in enumerate(told):
        role = Role.ASSISTANT if at % 2 else Role.USER
        transcript.add(Message(f"m{at}", role, text, utc_text(LONG_AGO)))
    return transcript.id


def test_quiet_sessions_are_folded_and_taken_back(run: Terminal, home: Path, person: Path) -> None:
    folder = person / "harbor"
    folder.mkdir()
    made = session(home, folder, "Let's go with the outbox table.", "Good.")
    idle = session(home, folder, "run echo hello", "hello", "run echo hello")
    ask = run.add("Write the guide", "--kind", "ask", "--session", made, "--cwd", str(folder),
                  "--scope", "folder")  # fmt: skip
    dry = run.json("distill", "--dry-run")["proposals"]
    assert [each["session"] for each in dry] == [made]
    assert not run.json("show", ask)["archived"]
    (card,) = run.json("distill")["proposals"]
    assert card["session"] == made != idle
    assert "outbox table" in card["text"]
    assert card["evidence"][0]["message"] == "m0"
    assert card["archived"] == [ask]
    assert run.json("show", ask)["archived"]
    assert run.json("distill") == {"proposals": []}
    assert "Nothing is due" in run("distill").out
    assert run("undo", card["operation"]).code == 0
    assert not run.json("show", ask)["archived"]


def test_one_session_now_and_none_of_that_name(run: Terminal, home: Path, person: Path) -> None:
    made = session(home, person, "Let's go with the outbox table.", "Good.")
    text = run("distill", "--session", made).out
    assert "## Decided" in text
    assert "undo" in text
    assert "There is no session 'nobody'" in run("distill", "--session", "nobody").sentence


def test_an_agent_may_look_and_not_fold(
    run: Terminal, home: Path, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(home, person, "Let's go with the outbox table.", "Good.")
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("distill").code == 1
    assert run.json("list", "--archived") == []
    assert len(run.json("distill", "--dry-run")["proposals"]) == 1
