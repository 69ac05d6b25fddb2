"""What hosts send and take: real events, broken ones, and the form of an answer."""

from __future__ import annotations

import json

import pytest

from luminair.agents.hook_hosts import LONGEST_PROMPT, answer, read_event


def data(**told: object) -> bytes:
    return json.dumps(told).encode()


CLAUDE = {
    "session_id": "d3435554",
    "transcript_path": "/h/.claude/projects/p/d3435554.jsonl",
    "cwd": "/code/harbor/src",
    "prompt_id": "b4d0",
    "permission_mode": "default",
    "hook_event_name": "UserPromptSubmit",
    "prompt": "hello",
}
CODEX = {
    "session_id": "01a2",
    "turn_id": "t1",
    "transcript_path": None,
    "cwd": "/code/harbor",
    "hook_event_name": "UserPromptSubmit",
    "model": "gpt",
    "permission_mode": "default",
    "prompt": "hello",
}
GEMINI = {
    "session_id": "9f",
    "transcript_path": "/t",
    "cwd": "/code/harbor",
    "hook_event_name": "BeforeAgent",
    "timestamp": "2026-11-30T10:00:00Z",
    "prompt": "hello",
}


@pytest.mark.parametrize(
    ("told", "client", "session"),
    [(CLAUDE, "claude", "claude:d3435554"), (CODEX, "codex", "codex:01a2"),
     (GEMINI, "gemini", "gemini:9f")],
)  # fmt: skip
@pytest.mark.parametrize("is_named", [True, False])
def test_a_prompt_of_each_host(told, client, session, is_named) -> None:
    event = read_event(data(**told), client if is_named else "", {})
    assert event is not None
    assert (event.client, event.session, event.moment) == (client, session, "prompt")
    assert event.prompt == "hello"
    assert event.folder == told["cwd"]


def test_the_host_names_the_project_first() -> None:
    environ = {"CLAUDE_PROJECT_DIR": "/code/harbor", "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
    event = read_event(data(**CLAUDE), "claude", environ)
    assert event is not None
    assert event.folder == "/code/harbor"
    assert event.printing
    other = read_event(data(**CODEX), "codex", environ)
    assert other is not None
    assert other.folder == "/code/harbor"
    assert not other.printing


@pytest.mark.parametrize(
    ("name", "source", "moment", "forgets"),
    [
        ("SessionStart", "startup", "start", True),
        ("SessionStart", "clear", "start", True),
        ("SessionStart", "compact", "start", True),
        ("SessionStart", "resume", "start", False),
        ("SessionStart", "fork", "start", False),
        ("PreCompress", "", "lost", False),
        ("SessionEnd", "", "end", False),
        ("Stop", "", "", False),
        ("", "", "", False),
    ],
)
def test_moments(name, source, moment, forgets) -> None:
    event = read_event(data(hook_event_name=name, source=source, session_id="s"), "claude", {})
    assert event is not None
    assert (event.moment, event.forgets) == (moment, forgets)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b"1"])
def test_what_is_no_event(raw) -> None:
    assert read_event(raw, "claude", {}) is None


def test_wrong_types_are_read_past() -> None:
    event = read_event(data(session_id=7, cwd=None, hook_event_name=["x"], prompt={}), "codex", {})
    assert event is not None
    assert (event.session, event.folder, event.name, event.prompt) == ("", "", "", "")


def test_half_a_character_becomes_a_question_mark() -> None:
    raw = b'{"hook_event_name":"UserPromptSubmit","session_id":"\\udc00","prompt":"a \\ud800 b"}'
    event = read_event(raw, "claude", {})
    assert event is not None
    assert event.prompt == "a ? b"
    event.session.encode()


def test_a_byte_order_mark_is_no_part_of_it() -> None:
    assert read_event(b"\xef\xbb\xbf" + data(**CLAUDE), "claude", {}) is not None


def test_context_that_gemini_put_before_a_prompt_is_taken_off() -> None:
    given = "<hook_context>Luminair\nJournal</hook_context>\n\n<hook_context>b</hook_context>do it"
    event = read_event(data(**{**GEMINI, "prompt": given}), "gemini", {})
    assert event is not None
    assert event.prompt == "do it"
    other = read_event(data(**{**CLAUDE, "prompt": given}), "claude", {})
    assert other is not None
    assert other.prompt == given


def test_of_a_huge_prompt_both_ends_are_looked_at() -> None:
    event = read_event(data(**{**CLAUDE, "prompt": "first " + "x" * 10**7 + " last"}), "claude", {})
    assert event is not None
    assert event.prompt.startswith("first ")
    assert event.prompt.endswith(" last")
    assert len(event.prompt) == LONGEST_PROMPT + 1


def test_subagents_are_known() -> None:
    inside = read_event(data(**{**CLAUDE, "agent_id": "a1"}), "claude", {})
    assert inside is not None
    assert inside.subagent
    begun = read_event(data(hook_event_name="SubagentStart", session_id="s"), "codex", {})
    assert begun is not None
    assert begun.subagent
    # `claude --agent reviewer` names a kind of agent, and is the person's own conversation.
    plain = read_event(data(**{**CLAUDE, "agent_type": "reviewer"}), "claude", {})
    assert plain is not None
    assert not plain.subagent


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_an_answer_is_nested_json_in_utf_8(client) -> None:
    text = 'a "quoted" line\nanother: 日本語 \u2028 \x00'
    told = json.loads(answer(client, "UserPromptSubmit", text).decode("utf-8"))
    inner = {"hookEventName": "UserPromptSubmit", "additionalContext": text}
    assert told == {"hookSpecificOutput": inner}


def test_an_empty_answer() -> None:
    assert answer("claude", "SessionStart", "") == b""
    assert answer("codex", "SessionStart", "") == b""
    assert json.loads(answer("gemini", "SessionStart", "")) == {}
    assert answer("claude", "", "text") == b""
