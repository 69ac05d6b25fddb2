"""Speaks as Claude Code does (protocols.md 4); the prompt's last text says what happens."""

from __future__ import annotations

import itertools
import json
import os
import sys

from lines import (
    HOME,
    HUGE,
    KEY,
    SEPARATORS,
    Input,
    began,
    complain,
    for_ever,
    leave_orphan,
    note,
    say,
    turn_deaf_to_signals,
)

MESSAGES = itertools.count(1)
CHAT = Input()


class Agent:
    def __init__(self, handle: str) -> None:
        self.handle = handle
        self.cost = 0.0
        self.read = 0

    # --- Lines -------------------------------------------------------------------------------

    def event(self, value: dict, parent: str | None = None, *, raw: bool = False) -> None:
        line = {"type": "stream_event", "event": value, "parent_tool_use_id": parent}
        say({**line, "session_id": self.handle}, raw=raw)

    def start(self, parent: str | None = None) -> str:
        message = f"msg_{next(MESSAGES)}"
        body = {"id": message, "model": "claude-fake", "role": "assistant", "content": []}
        self.event({"type": "message_start", "message": body}, parent)
        return message

    def delta(self, text: str, parent: str | None = None, *, raw: bool = False) -> None:
        piece = {"type": "text_delta", "text": text}
        event = {"type": "content_block_delta", "index": 0, "delta": piece}
        self.event(event, parent, raw=raw)

    def open(self) -> None:
        block = {"type": "text", "text": ""}
        self.event({"type": "content_block_start", "index": 0, "content_block": block})

    def whole(
        self,
        *content: dict,
        message: str = "",
        parent: str | None = None,
        model: str = "claude-fake",
        raw: bool = False,
    ) -> None:
        body = {"id": message or f"msg_{next(MESSAGES)}", "model": model, "content": list(content)}
        say({"type": "assistant", "message": body, "parent_tool_use_id": parent}, raw=raw)

    def text(self, text: str, *, raw: bool = False) -> None:
        message = self.start()
        self.open()
        half = len(text) // 2
        self.delta(text[:half], raw=raw)
        self.delta(text[half:], raw=raw)
        self.whole({"type": "text", "text": text}, message=message, raw=raw)
        self.event({"type": "content_block_stop", "index": 0})
        self.event({"type": "message_stop"})

    def result(
        self, text: str = "", *, rounds: int = 1, error: bool = False, **more: object
    ) -> None:
        self.cost += 0.25
        usage = {"input_tokens": 10, "cache_read_input_tokens": 100, "output_tokens": 7}
        usage["cache_creation_input_tokens"] = 5
        models = {"claude-fake": {"contextWindow": 123_000, "maxOutputTokens": 9_000}}
        line = {"type": "result", "subtype": "success", "is_error": error, "result": text}
        line |= {"num_turns": rounds, "total_cost_usd": self.cost, "usage": usage}
        say({**line, "modelUsage": models, "session_id": self.handle, **more})

    def question(self, identity: str, command: str) -> None:
        asked = {"subtype": "can_use_tool", "tool_name": "Bash", "display_name": "Bash"}
        asked |= {"input": {"command": command}, "tool_use_id": "toolu_1"}
        say({"type": "control_request", "request_id": identity, "request": asked})

    # --- Turns -------------------------------------------------------------------------------

    def turn(self, blocks: list[dict]) -> None:
        note(content=blocks)
        (HOME / f"conversation-{self.handle}").touch()
        init = {"type": "system", "subtype": "init", "session_id": self.handle}
        say({**init, "model": "claude-fake", "apiKeySource": "none"})
        words = [block["text"] for block in blocks if block["type"] == "text"][-1].split()
        play = getattr(self, f"play_{words[0]}", None)
        if play is None:
            self.text("You said: " + " ".join(words))
            self.result("You said: " + " ".join(words))
        else:
            play(*words[1:])

    def play_slow(self) -> None:
        message = self.start()
        self.open()
        said = ""
        for number in itertools.count():
            said += f"word{number} "
            self.delta(f"word{number} ")
            line = CHAT.line(wait_s=0.02)
            if CHAT.ended:
                sys.exit(0)
            if line is not None and line["request"]["subtype"] == "interrupt":
                note(interrupted=True)
                response = {"subtype": "success", "request_id": line["request_id"]}
                say({"type": "control_response", "response": response})
                self.whole({"type": "text", "text": said}, message=message)
                self.result(error=True, subtype="error_during_execution")
                return

    def play_stubborn(self) -> None:
        turn_deaf_to_signals()
        self.text("Never stops. ")
        for_ever()

    def play_deaf(self) -> None:
        self.text("Hears nothing. ")
        for_ever()

    def play_huge(self) -> None:
        self.text(HUGE)
        self.result()

    def play_separators(self) -> None:
        self.text(SEPARATORS, raw=True)
        self.result()

    def play_withdrawn(self) -> None:
        self.start()
        self.open()
        self.delta("Hello wor")
        self.whole({"type": "text", "text": "Good morning."})
        self.result()

    def play_corrected(self) -> None:
        self.text("First. ")
        self.start()
        self.open()
        self.delta("The answer is 41")
        self.whole({"type": "text", "text": "The answer is 42."})
        self.result()

    def play_restarted(self) -> None:
        self.start()
        self.open()
        self.delta("This stream br")
        self.text("And this one is whole.")
        self.result()

    def play_error(self, status: str, *said: str) -> None:
        text = " ".join(said)
        self.whole({"type": "text", "text": text}, model="<synthetic>")
        self.result(text, error=True, api_error_status=int(status) or None)

    def play_errors(self, subtype: str, *said: str) -> None:
        self.result(error=True, subtype=subtype, errors=[" ".join(said)])

    def play_retry(self) -> None:
        line = {"type": "system", "subtype": "api_retry", "max_retries": 10, "error": "overloaded"}
        say({**line, "attempt": 1})
        say({**line, "attempt": 2})
        self.text("At last.")
        self.result()

    def play_cut(self) -> None:
        self.start()
        self.open()
        self.delta("Half of a sen")
        sys.exit(0)

    def play_crash(self, code: str) -> None:
        complain(f"fatal: cannot use {KEY} here")
        sys.exit(int(code))

    def play_killed(self) -> None:
        os.kill(os.getpid(), 9)

    def play_garbage(self) -> None:
        sys.stdout.write("npm notice: there is a newer version\n\n{broken\n[1]\n")
        say({"type": "something_new", "field": 1})
        self.text("Still here.")
        self.result()

    def play_ask(self) -> None:
        self.question("q1", "touch a.txt")
        self.text(self.told("q1"))
        self.result()

    def play_twice(self) -> None:
        self.question("q1", "touch a.txt")
        self.question("q2", "touch b.txt")
        self.text(self.told("q1"))
        self.text(self.told("q2"))
        self.result()

    def told(self, identity: str) -> str:
        line = CHAT.line()
        assert line is not None
        response = line["response"]
        assert response["request_id"] == identity, line
        answer = response["response"]
        return f"{answer['behavior']}: {answer.get('message') or answer['updatedInput']['command']}"

    def play_unasked(self) -> None:
        self.question("q1", "touch a.txt")
        say({"type": "control_cancel_request", "request_id": "q1"})
        self.text("Not needed.")
        self.result()

    def play_forms(self) -> None:
        say({"type": "control_request", "request_id": "q1", "request": {"subtype": "new_thing"}})
        line = CHAT.line()
        assert line is not None
        self.text(line["response"]["subtype"])
        self.result()

    def play_orphan(self) -> None:
        leave_orphan()
        self.text("It runs.")
        self.result()

    def play_helper(self) -> None:
        self.start("toolu_9")
        self.delta("What the helper says", "toolu_9")
        self.whole({"type": "text", "text": "What the helper says"}, parent="toolu_9")
        self.text("The answer.")
        self.result()

    def play_tools(self) -> None:
        self.text("Looking. ")
        call = {"type": "tool_use", "id": "t1", "name": "mcp__journal__journal_search"}
        self.whole({**call, "input": {"query": "wal"}})
        result = {"type": "tool_result", "tool_use_id": "t1"}
        content = [{"type": "text", "text": "y" * 9000}]
        say({"type": "user", "message": {"content": [{**result, "content": content}]}})
        self.whole({"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": "ls"}})
        failed = {**result, "tool_use_id": "t2", "content": "no such file", "is_error": True}
        say({"type": "user", "message": {"content": [failed]}})
        self.text("Found it.")
        self.result()

    def play_compact(self) -> None:
        say({"type": "system", "subtype": "status", "status": "compacting"})
        say({"type": "system", "subtype": "compact_boundary", "compact_metadata": {}})
        self.text("Shorter now.")
        self.result()

    def play_blocked(self) -> None:
        line = {"type": "system", "subtype": "informational", "prevent_continuation": True}
        say({**line, "content": "Not on a Friday."})
        self.result(rounds=0)

    def play_local(self) -> None:
        self.result("Total cost: $0.01")

    def answer(self, line: dict) -> None:
        subtype, identity = line["request"]["subtype"], line["request_id"]
        response: dict = {"subtype": "success", "request_id": identity}
        if subtype == "get_context_usage":
            categories = {"System prompt": 1600, "System tools": 17000, "MCP tools": 300}
            categories |= {"Messages": 5000, "Free space": 900_000, "Autocompact buffer": 33_000}
            rows = [{"name": name, "tokens": number} for name, number in categories.items()]
            tools = [{"serverName": "journal", "tokens": 200, "isLoaded": True}]
            tools.append({"serverName": "other", "tokens": 100, "isLoaded": True})
            response["response"] = {"categories": rows, "mcpTools": tools}
        say({"type": "control_response", "response": response})


def option(name: str) -> str:
    start = f"--{name}="
    return next((each[len(start) :] for each in sys.argv if each.startswith(start)), "")


def main() -> None:
    began()
    if "--version" in sys.argv:
        sys.stdout.write("2.1.197 (Claude Code)\n")
        return
    if sys.argv[1:2] == ["auth"]:
        sys.stdout.write(json.dumps({"loggedIn": not (HOME / "logged-out").exists()}, indent=2))
        return
    resumed = option("resume")
    if resumed and not (HOME / f"conversation-{resumed}").exists():
        say(
            {
                "type": "result",
                "subtype": "error_during_execution",
                "is_error": True,
                "num_turns": 0,
            }
        )
        complain(f"No conversation found with session ID: {resumed}")
        sys.exit(1)
    agent = Agent(resumed or option("session-id"))
    while (line := CHAT.line()) is not None:
        if line["type"] == "user":
            agent.turn(line["message"]["content"])
        elif line["type"] == "control_request":
            agent.answer(line)


main()
