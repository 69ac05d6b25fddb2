"""Fuzzes what a coding agent tells the hook: one event, from its bytes to the answer's."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.fuzz import engine

with engine.watched():
    from luminair.agents.hook_answer import Answering
    from luminair.agents.hook_hosts import CLIENTS, MOST_BYTES, answer, read_event
    from luminair.agents.hook_parts import HEADINGS, Standing
    from luminair.agents.hook_state import States
    from luminair.agents.hook_texts import Fresh, Texts, unpacked
    from luminair.agents.host import Hosts, Process, Record
    from luminair.agents.json_text import NotJson, parsed, with_member, without
    from luminair.keeping.capture.prompts import asks_in
    from luminair.keeping.secrets.masking import mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.agents.hook_hosts import Event

NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
WORDS = [
    b'"hook_event_name":"', b"SessionStart", b"UserPromptSubmit", b"BeforeAgent", b"SessionEnd",
    b"PreCompress", b"SubagentStart", b'"session_id":"', b'"cwd":"', b'"prompt":"',
    b'"source":"', b"startup", b"resume", b"fork", b"compact", b"clear", b'"transcript_path":"',
    b'"agent_id":', b"<hook_context>", b"</hook_context>", b"../../", b"\\u0000", b"\\ud800",
    b'"turn_id":1', b"// x\n", b"/* */", b"hooks",
]  # fmt: skip
TEXTS = Texts(
    "",
    tuple(
        Standing(section, f"r{number}", f"Rule {number}", f"Rule {number}. " * 300, f"s{number}")
        for number, section in enumerate(HEADINGS)
    ),
    tuple(
        Fresh("Notes", f"n{number}", f"Note {number}", f"| Note {number}. " * 20, f"t{number}")
        for number in range(14)
    ),
    "2 notes were left out.",
    (),
)
PLACE = engine.place("hook")


def check(data: bytes) -> None:
    """Any bytes give a valid answer within the host's bounds, and files of ours alone."""
    first = data[0] if data else 0
    client = (*CLIENTS, "", "other")[first % 5]
    for environ in ({}, {"CLAUDE_PROJECT_DIR": "/work", "CLAUDECODE": "1"}):
        event = read_event(data[1:], client, environ)
        if event is not None:
            _answered(event, first % 7)
    unpacked(data)
    _settings_file(data[1:])


def _answered(event: Event, part: int) -> None:
    for text in (event.session, event.folder, event.prompt, event.transcript, event.source):
        text.encode()
    hosts, states = Hosts(PLACE / "hosts"), States(PLACE / "state")
    answering = Answering(
        event,
        part,
        state=PLACE / "state",
        optional=True,
        texts=lambda **_what: TEXTS,
        before=lambda: hosts.of(HOST),
        clock=lambda: NOW,
    )
    fallback = answering.fallback(lambda: TEXTS)
    reply = answering.reply() if event.moment else fallback
    for text in (fallback.text, reply.text):
        assert len(text.encode()) <= MOST_BYTES
        told = answer(event.client, event.name, text)
        assert not told.strip() or isinstance(json.loads(told.decode()), dict)
    if event.moment:
        answering.given(reply)
        hosts.note(HOST, Record(event.session, event.folder, answering.ancestors, event.transcript))
        answering.remember()
    assert states.file(event.session).parent == PLACE / "state" / "hook"
    assert {each.name for each in PLACE.iterdir()} <= {"hosts", "state"}
    asks_in(event.prompt[:3000])
    mask(event.prompt[:3000])


def _settings_file(data: bytes) -> None:
    """A host's settings, which our installer cuts into."""
    try:
        text = data.decode()
        root = parsed(text)
    except (UnicodeDecodeError, NotJson):
        return
    new = with_member(text, root, "luminair fuzz", {"a": [1]})
    again = parsed(new)
    assert again.members["luminair fuzz"].value == {"a": [1]}
    back = parsed(without(new, again, again.members["luminair fuzz"]))
    assert json.dumps(back.value) == json.dumps(root.value) or "luminair fuzz" in root.members


HOST = Process(4711, "9", "claude", 1)


def seeds() -> Iterator[bytes]:
    """One event of each kind and host, each with the number that chooses client and part."""
    for number, name in enumerate(
        ("SessionStart", "UserPromptSubmit", "BeforeAgent", "SessionEnd", "PreCompress", "Other")
    ):
        told = {
            "session_id": f"abc-{number}",
            "cwd": "/work/tidepool",
            "hook_event_name": name,
            "transcript_path": "/none.jsonl",
            "prompt": "Always use UTC. Please add a test for é and 日本 later.",
            "source": ("startup", "resume", "fork", "clear", "compact", "x")[number],
        }
        yield bytes((number,)) + json.dumps(told).encode()
        yield bytes((number + 5,)) + json.dumps(told, ensure_ascii=False, indent=1).encode()
    yield b'\x00{"hooks": {"Stop": [{"hooks": []}]}, // mine\n "a": 1,}'
    yield b"\x01" + json.dumps({"hook_event_name": "SubagentStart", "agent_id": 3}).encode()


if __name__ == "__main__":
    engine.run("hook", check, seeds(), WORDS)
