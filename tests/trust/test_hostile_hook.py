"""A hook's input that lies: in types, sizes, paths and names. The prompt goes on; nothing leaks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair.cli.main import main
from tests.agents.hosting import Host, settled

if TYPE_CHECKING:
    from pathlib import Path

UP = "../../../../../../tmp/luminair-escape"
LIES: dict[str, object] = {
    "a list": [1, 2],
    "a text": "UserPromptSubmit",
    "null": None,
    "a number": 7,
    "empty": {},
    "no name": {"session_id": "s", "prompt": "Use UTC, always."},
    "types": {"hook_event_name": ["SessionStart"], "session_id": 7, "cwd": {}, "prompt": None},
    "types of a prompt": {
        "hook_event_name": "UserPromptSubmit", "session_id": ["a"], "cwd": 3, "prompt": {"a": 1},
        "transcript_path": True, "agent_id": [],
    },
    "up": {"hook_event_name": "SessionStart", "session_id": UP, "cwd": UP, "source": UP,
           "transcript_path": UP},
    "up and a prompt": {"hook_event_name": "UserPromptSubmit", "session_id": UP, "cwd": "/",
                        "prompt": "Please always write a test first.", "transcript_path": UP},
    "absolute": {"hook_event_name": "SessionEnd", "session_id": "/etc/passwd", "cwd": "/etc"},
    "NUL": {"hook_event_name": "UserPromptSubmit", "session_id": "a\0b", "cwd": "/tmp\0/x",
            "prompt": "Always\0 use UTC from now on, please.", "transcript_path": "\0"},
    "half a character": {"hook_event_name": "UserPromptSubmit", "session_id": "\ud800",
                         "cwd": "/\udfff", "prompt": "Remember: \ud800 always use UTC please."},
    "long": {"hook_event_name": "UserPromptSubmit", "session_id": "s" * 100_000,
             "cwd": "/" + "d" * 100_000, "prompt": "Always use UTC. " * 20_000},
    "a path of 5,000 parts": {"hook_event_name": "SessionStart", "session_id": "s",
                              "cwd": "/a" * 5000},
    "an endless name": {"hook_event_name": "SessionStart" * 5000, "session_id": "s"},
    "a name with a break": {"hook_event_name": "UserPromptSubmit\n\x1b[2J", "session_id": "s"},
    "commands": {"hook_event_name": "UserPromptSubmit", "session_id": "$(touch /tmp/x)",
                 "cwd": "`id`", "prompt": "'; rm -rf ~ #"},
    "a file for a folder": {"hook_event_name": "SessionStart", "session_id": "s",
                            "cwd": "/etc/passwd"},
    "numbers": {"hook_event_name": "SessionStart", "session_id": "s", "turn_id": 1e308,
                "timestamp": -1},
}  # fmt: skip
RAW = {
    "nothing": b"",
    "blanks": b" \n\t",
    "no JSON": b"{hook_event_name:",
    "deep": b'{"a":' * 30_000,
    "a deep list": b"[" * 200_000,
    "a long number": b'{"session_id":' + b"9" * 6000 + b"}",
    "bytes": bytes(range(256)) * 40,
    "UTF-16": '{"hook_event_name":"SessionStart"}'.encode("utf-16"),
    "two objects": b'{"hook_event_name":"SessionStart"}{"hook_event_name":"Stop"}',
    "twice a key": b'{"hook_event_name":"Stop","hook_event_name":"SessionStart"}',
    "not a number": b'{"hook_event_name":"SessionStart","session_id":NaN,"cwd":Infinity}',
}


@pytest.fixture
def host(vault: Path, person: Path) -> Host:
    assert main(["--vault", str(vault), "init", str(vault)]) == 0
    law = ("add", "--title", "Use UTC", "--kind", "rule", "--body", "Times are UTC.")
    assert main(["--vault", str(vault), *law]) == 0
    return Host(vault, person)


@pytest.mark.parametrize("client", ["claude", "gemini"])
@pytest.mark.parametrize("name", [*LIES, *RAW])
def test_a_lie_costs_nobody_a_prompt(host, home, person, name, client) -> None:
    given = RAW[name] if name in RAW else json.dumps(LIES[name]).encode()
    answered = host.raw(given, client=client)
    assert answered.code == 0
    assert answered.err == ""
    assert answered.took_s < 4  # the machine that tests may be busy; the deadline has its own test
    answered.text  # noqa: B018 - fails where a host could not take it
    assert not {path.name for path in person.parent.iterdir()} - {"person", "luminair", "run"}
    assert list(person.iterdir()) == []
    made = [path for path in home.rglob("*") if path.is_file()]
    assert not [path for path in made if "escape" in path.name or "passwd" in path.name]
    assert {path.parent.name for path in made} <= {
        "luminair", "logs", "hook", "turns", "hosts", "bin", *(p.name for p in home.glob("index/*"))
    }  # fmt: skip


def test_what_is_captured_of_a_lie_is_an_ordinary_note(host, vault) -> None:
    host.raw(json.dumps(LIES["up and a prompt"]).encode())
    assert settled(lambda: list(vault.rglob("*write a test*")))
    (note,) = vault.rglob("*write a test*")
    assert note.parent in {vault / "Notes", vault / "Sessions"}
    assert (
        f"session: claude:{UP}" in note.read_text() or f'session: "claude:{UP}"' in note.read_text()
    )
