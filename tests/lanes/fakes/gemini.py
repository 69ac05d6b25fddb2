"""Speaks as Gemini CLI does (protocols.md 6); the prompt's last line says what happens."""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from pathlib import Path

from lines import (
    HOME,
    HUGE,
    KEY,
    SEPARATORS,
    began,
    complain,
    for_ever,
    leave_orphan,
    note,
    say,
    turn_deaf_to_signals,
)


def text(words: str, *, raw: bool = False) -> None:
    for piece in (words[: len(words) // 2], words[len(words) // 2 :]):
        line = {"type": "message", "role": "assistant", "content": piece, "delta": True}
        say(line, raw=raw)


def result(status: str = "success", read: int = 100, **more: object) -> None:
    stats = {"input_tokens": read, "output_tokens": read // 10, "cached": read // 5}
    say({"type": "result", "status": status, "stats": stats, **more})


def api_error(code: int, message: str) -> None:
    inner = json.dumps({"error": {"code": code, "message": message, "status": "X"}})
    error = {"type": "unknown", "message": f"[API Error: {inner}]"}
    result("error", 0, error=error)
    sys.exit(code % 256)


def play(words: list[str]) -> None:  # noqa: C901
    match words[0]:
        case "slow":
            turn_deaf_to_signals()  # as the real one: it finishes first
            for number in itertools.count():
                text(f"word{number} ")
                time.sleep(0.02)  # noqa: TID251
        case "silent":
            turn_deaf_to_signals()
            for_ever()
        case "huge":
            text(HUGE)
        case "separators":
            text(SEPARATORS, raw=True)
        case "busy":
            complain("Attempt 1 failed with status 429. Retrying with backoff...")
            time.sleep(0.2)  # noqa: TID251
            text("At last.")
        case "tools":
            text("Looking.")
            call = {"type": "tool_use", "tool_id": "t1", "tool_name": "mcp_journal_journal_search"}
            say({**call, "parameters": {"query": "wal"}})
            say({"type": "tool_result", "tool_id": "t1", "status": "success", "output": "a note"})
            say(
                {
                    **call,
                    "tool_id": "t2",
                    "tool_name": "read_file",
                    "parameters": {"file_path": "a"},
                }
            )
            say(
                {
                    "type": "tool_result",
                    "tool_id": "t2",
                    "status": "error",
                    "error": {"message": "none"},
                }
            )
            text("Found it.")
        case "orphan":
            leave_orphan()
            text("It runs.")
        case "blocked":
            say({"type": "error", "severity": "warning", "message": "Not on a Friday."})
            result(read=0)
            return
        case "error":
            api_error(int(words[1]), " ".join(words[2:]))
        case "cut":
            text("Half of a sen")
            sys.exit(0)
        case "exit":
            complain(f"Error: something about {KEY}")
            sys.exit(int(words[1]))
        case _:
            text("You said: " + " ".join(words))
    result()


def main() -> None:
    began()
    if "--version" in sys.argv:
        sys.stdout.write("0.61.0\n")
        return
    prompt = sys.stdin.buffer.read().decode()
    note(prompt=prompt)
    defaults = os.getenv("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")
    if defaults:
        note(tools=json.loads(Path(defaults).read_text()))
    complain("256-color support not detected.")
    handle = sys.argv[sys.argv.index("--resume") + 1] if "--resume" in sys.argv else "g1"
    if "--resume" in sys.argv and not (HOME / f"chat-{handle}").exists():
        complain(f'Error resuming session: Invalid session identifier "{handle}".')
        sys.exit(42)
    (HOME / f"chat-{handle}").touch()
    say({"type": "init", "session_id": handle, "model": "gemini-fake"})
    say({"type": "message", "role": "user", "content": prompt})
    play(prompt.splitlines()[-1].split())


main()
