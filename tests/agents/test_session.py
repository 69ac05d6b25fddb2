"""Whose tools an MCP server's are: the environment that a host made tells it."""

from __future__ import annotations

import pytest

from luminair.agents.host import Record
from luminair.agents.session import Speaker, speaker_of
from luminair.errors import LuminairError
from luminair.sessions.session import Session

KNOWN = {
    "20260825T2009-0001": Session(
        id="20260825T2009-0001", folder="/code/harbor", ancestors=("20260824T0900-0009",)
    ),
    "20260825T2009-0002": Session(id="20260825T2009-0002"),
}


def look_up(identity: str) -> Session:
    try:
        return KNOWN[identity]
    except KeyError:
        raise LuminairError("There is no such session.") from None


@pytest.mark.parametrize(
    ("environ", "speaker"),
    [
        ({}, Speaker("", "/here")),
        (
            {"CLAUDE_CODE_SESSION_ID": "ab-12", "CLAUDE_PROJECT_DIR": "/code/x"},
            Speaker("claude:ab-12", "/code/x"),
        ),
        ({"CLAUDE_CODE_SESSION_ID": "ab-12"}, Speaker("claude:ab-12", "/here")),
        ({"CLAUDE_PROJECT_DIR": "/code/x"}, Speaker("", "/code/x")),
        (
            {"LUMINAIR_SESSION": "20260825T2009-0001", "CLAUDE_CODE_SESSION_ID": "ab-12"},
            Speaker("20260825T2009-0001", "/code/harbor", ("20260824T0900-0009",)),
        ),
        # A session of the app without a project has none, wherever its CLI happens to stand.
        (
            {"LUMINAIR_SESSION": "20260825T2009-0002", "CLAUDE_PROJECT_DIR": "/code/x"},
            Speaker("20260825T2009-0002", ""),
        ),
        ({"LUMINAIR_SESSION": "gone"}, Speaker("gone", "/here")),
        ({"LUMINAIR_SESSION": "  ", "CLAUDE_CODE_SESSION_ID": ""}, Speaker("", "/here")),
        (
            {
                "CLAUDE_CODE_SESSION_ID": "${CLAUDE_CODE_SESSION_ID}",
                "CLAUDE_PROJECT_DIR": "${CLAUDE_PROJECT_DIR}",
            },
            Speaker("", "/here"),
        ),
    ],
)
def test_the_environment_says_who_is_spoken_for(environ: dict[str, str], speaker: Speaker) -> None:
    assert speaker_of(environ, here="/here", look_up=look_up) == speaker


def test_what_is_given_wins() -> None:
    environ = {"LUMINAIR_SESSION": "20260825T2009-0001"}
    told = speaker_of(environ, here="/here", folder="/other", look_up=look_up)
    assert told == Speaker("20260825T2009-0001", "/other", ("20260824T0900-0009",))
    told = speaker_of(environ, here="/here", session="codex:7", look_up=look_up)
    assert told == Speaker("codex:7", "/here")


RECORD = Record("codex:t1", "/code/harbor", ("codex:t0",))


@pytest.mark.parametrize(
    ("environ", "record", "speaker"),
    [
        ({}, RECORD, Speaker("codex:t1", "/code/harbor", ("codex:t0",))),
        ({}, None, Speaker("", "/here")),
        ({}, Record("gemini:g", ""), Speaker("gemini:g", "/here")),
        # What the host's environment says counts for more than what a hook wrote down.
        ({"CLAUDE_CODE_SESSION_ID": "ab"}, RECORD, Speaker("claude:ab", "/here")),
        ({"LUMINAIR_SESSION": "gone"}, RECORD, Speaker("gone", "/here")),
        # Of the same session it knows more: where it was forked from.
        (
            {"CLAUDE_CODE_SESSION_ID": "ab", "CLAUDE_PROJECT_DIR": "/code/x"},
            Record("claude:ab", "/code/x/src", ("claude:a0",)),
            Speaker("claude:ab", "/code/x", ("claude:a0",)),
        ),
    ],
)
def test_what_a_hook_wrote_down(environ, record, speaker) -> None:
    found = speaker_of(environ, here="/here", look_up=look_up, recorded=lambda: record)
    assert found == speaker


def test_a_folder_that_was_given_counts_most() -> None:
    found = speaker_of({}, here="/here", folder="/given", look_up=look_up, recorded=lambda: RECORD)
    assert found == Speaker("codex:t1", "/given", ("codex:t0",))
