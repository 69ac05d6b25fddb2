"""Speaks as Codex does (protocols.md 5); the prompt's last text says what happens."""

from __future__ import annotations

import itertools
import json
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

CHAT = Input()
NUMBERS = itertools.count(1)


class Server:
    def __init__(self) -> None:
        self.thread = ""
        self.turn = ""
        self.total = 0

    def send(self, method: str, **given: object) -> None:
        say({"method": method, "params": {"threadId": self.thread, "turnId": self.turn, **given}})

    def item(self, method: str, identity: str, kind: str, **more: object) -> None:
        self.send(f"item/{method}", item={"id": identity, "type": kind, **more})

    def text(self, text: str, *, raw: bool = False) -> None:
        identity = f"msg_{next(NUMBERS)}"
        self.item("started", identity, "agentMessage", text="")
        for piece in (text[: len(text) // 2], text[len(text) // 2 :]):
            given = {"threadId": self.thread, "turnId": self.turn}
            delta = {**given, "itemId": identity, "delta": piece}
            say({"method": "item/agentMessage/delta", "params": delta}, raw=raw)
        self.item("completed", identity, "agentMessage", text=text)

    def used(self, read: int = 100) -> None:
        self.total += read
        names = ("inputTokens", "cachedInputTokens", "outputTokens")
        total = dict(zip(names, (self.total, 0, self.total // 10), strict=True))
        last = dict(zip(names, (read, 0, read // 10), strict=True))
        usage = {"total": total, "last": last, "modelContextWindow": 55_000}
        self.send("thread/tokenUsage/updated", tokenUsage=usage)

    def complete(self, status: str = "completed", error: dict | None = None) -> None:
        turn = {"id": self.turn, "status": status, "error": error}
        self.send("turn/completed", turn=turn)

    def ask(self, identity: int, method: str, **given: object) -> dict:
        """Sends a request; the client's result or error."""
        params = {"threadId": self.thread, "turnId": self.turn, **given}
        say({"method": method, "id": identity, "params": params})
        while (line := CHAT.line()) is not None:
            if line.get("id") == identity and "method" not in line:
                return line
        sys.exit(0)

    # --- Requests ----------------------------------------------------------------------------

    def answer(self, line: dict) -> None:
        method, given = line["method"], line.get("params", {})
        if "id" not in line:
            return
        note(method=method, params=given)
        result: dict | None = {}
        if method == "account/read":
            out = (HOME / "logged-out").exists()
            result = {"account": None if out else {"type": "chatgpt"}, "requiresOpenaiAuth": True}
        elif method == "model/list":
            model = {"id": "gpt-x", "displayName": "GPT X", "inputModalities": ["text", "image"]}
            result = {"data": [model, {"id": "old", "hidden": True}]}
        elif method in {"thread/start", "thread/resume"}:
            result = self.load(given.get("threadId", ""))
        elif method == "turn/start":
            self.turn = f"turn-{next(NUMBERS)}"
            result = {"turn": {"id": self.turn}}
        if result is None:
            say({"id": line["id"], "error": {"code": -32600, "message": "no rollout found"}})
            return
        say({"id": line["id"], "result": result})
        if method == "thread/resume":  # it says once more what the last turn used
            before, self.turn = self.turn, "turn-before"
            self.used(1000)
            self.turn = before
        if method == "turn/start":
            self.send("turn/started", turn={"id": self.turn})
            self.play([each["text"] for each in given["input"] if each["type"] == "text"])

    def load(self, wanted: str) -> dict | None:
        if wanted and not (HOME / f"thread-{wanted}").exists():
            return None
        self.thread = wanted or f"thread-{next(NUMBERS)}"
        return {"thread": {"id": self.thread}, "model": "gpt-fake"}

    # --- Turns -------------------------------------------------------------------------------

    def play(self, texts: list[str]) -> None:
        note(texts=texts)
        (HOME / f"thread-{self.thread}").touch()
        words = texts[-1].split()
        play = getattr(self, f"play_{words[0]}", None)
        if play is None:
            self.text("You said: " + " ".join(words))
            self.used()
            self.complete()
        else:
            play(*words[1:])

    def play_slow(self) -> None:
        self.item("started", "m", "agentMessage", text="")
        for number in itertools.count():
            self.send("item/agentMessage/delta", itemId="m", delta=f"word{number} ")
            line = CHAT.line(wait_s=0.02)
            if CHAT.ended:
                sys.exit(0)
            if line is not None and line["method"] == "turn/interrupt":
                note(interrupted=True)
                say({"id": line["id"], "result": {}})
                self.complete("interrupted")
                return

    def play_stubborn(self) -> None:
        turn_deaf_to_signals()
        self.text("Never stops. ")
        for_ever()

    def play_huge(self) -> None:
        self.text(HUGE)
        self.complete()

    def play_separators(self) -> None:
        self.text(SEPARATORS, raw=True)
        self.complete()

    def play_reconnect(self) -> None:
        self.item("started", "m", "agentMessage", text="")
        self.send("item/agentMessage/delta", itemId="m", delta="This br")
        self.send("error", error={"message": "Reconnecting... 1/5"}, willRetry=True)
        self.text("Whole.")
        self.complete()

    def play_tools(self) -> None:
        self.text("Looking.")
        self.used()
        command = {"command": "ls", "aggregatedOutput": "a.txt", "exitCode": 0}
        self.item("started", "c1", "commandExecution", command="ls", status="inProgress")
        self.item("completed", "c1", "commandExecution", status="completed", **command)
        self.item(
            "completed", "c2", "commandExecution", status="completed", **command | {"exitCode": 2}
        )
        change = {"path": "a.py", "kind": {"type": "update"}, "diff": "-x\n+y"}
        self.item("completed", "f1", "fileChange", status="completed", changes=[change])
        failed = {"error": {"message": "no such note"}, "status": "failed"}
        self.item(
            "completed",
            "t1",
            "mcpToolCall",
            server="j",
            tool="journal_read",
            arguments={"id": "x"},
            **failed,
        )
        self.item("completed", "w1", "webSearch", query="wal mode")
        self.text("Found it.")
        self.used()
        self.complete()

    def play_compact(self) -> None:
        self.item("completed", "k", "contextCompaction")
        self.text("Shorter.")
        self.complete()

    def play_helper(self) -> None:
        mine, self.thread = self.thread, "another"
        self.text("The helper's words.")
        self.complete()
        self.thread = mine
        self.text("Mine.")
        self.complete()

    def play_command(self) -> None:
        asked = self.ask(70, "item/commandExecution/requestApproval", itemId="c1", command="rm x")
        self.text(json.dumps(asked["result"]))
        self.complete()

    def play_change(self) -> None:
        change = {"path": "a.py", "kind": {"type": "update"}, "diff": "-x\n+y"}
        self.item("started", "f1", "fileChange", status="inProgress", changes=[change])
        asked = self.ask(71, "item/fileChange/requestApproval", itemId="f1", reason="to mend it")
        self.text(json.dumps(asked["result"]))
        self.complete()

    def play_rights(self) -> None:
        rights = {"network": {"enabled": True}, "fileSystem": None}
        asked = self.ask(72, "item/permissions/requestApproval", itemId="p1", permissions=rights)
        self.text(json.dumps(asked["result"]))
        self.complete()

    def play_form(self) -> None:
        asked = self.ask(73, "mcpServer/elicitation/request", serverName="x", mode="form")
        self.text(asked["result"]["action"])
        self.complete()

    def play_unknown(self) -> None:
        asked = self.ask(74, "item/tool/requestUserInput", questions=[])
        self.text(str(asked["error"]["code"]))
        self.complete()

    def play_orphan(self) -> None:
        leave_orphan()
        self.text("It runs.")
        self.complete()

    def play_fail(self, info: str, *words: str) -> None:
        named: object = info
        if info.isdigit():
            named = {"httpConnectionFailed": {"httpStatusCode": int(info)}}
        self.complete("failed", {"message": " ".join(words), "codexErrorInfo": named})

    def play_blocked(self) -> None:
        self.complete()

    def play_cut(self) -> None:
        self.item("started", "m", "agentMessage", text="")
        self.send("item/agentMessage/delta", itemId="m", delta="Half of a sen")
        sys.exit(0)

    def play_crash(self, code: str) -> None:
        complain(f"thread panicked with {KEY}")
        sys.exit(int(code))


def app_server() -> None:
    if (HOME / "no-server").exists():
        complain("error: unrecognized subcommand 'app-server'")
        sys.exit(2)
    server = Server()
    while (line := CHAT.line()) is not None:
        server.answer(line)


def execute() -> None:
    prompt = sys.stdin.buffer.read().decode()
    note(prompt=prompt)
    thread = sys.argv[sys.argv.index("resume") + 1] if "resume" in sys.argv else "t1"
    file = HOME / f"thread-{thread}"
    if "resume" in sys.argv and not file.exists():
        complain(f"Error: no rollout found for thread id {thread}")
        sys.exit(1)
    turns = len(file.read_text()) + 1 if file.exists() else 1
    file.write_text("x" * turns)
    say({"type": "thread.started", "thread_id": thread})
    say({"type": "turn.started"})
    if "slow" in prompt:
        for_ever()
    if "refuse" in prompt:
        say({"type": "error", "message": "Reconnecting... 1/5 (unexpected status 401)"})
        say({"type": "turn.failed", "error": {"message": "unexpected status 401 Unauthorized"}})
        sys.exit(1)
    say({"type": "item.completed", "item": {"id": "w", "type": "error", "message": "a warning"}})
    if "blocked" not in prompt:
        command = {"id": "c", "type": "command_execution", "command": "ls", "exit_code": 0}
        say({"type": "item.started", "item": {**command, "status": "in_progress"}})
        done = {"status": "completed", "aggregated_output": "a.txt"}
        say({"type": "item.completed", "item": {**command, **done}})
        text = f"You said: {prompt.splitlines()[-1]}"
        say({"type": "item.completed", "item": {"id": "m", "type": "agent_message", "text": text}})
    usage = {"input_tokens": 100 * turns, "output_tokens": 10 * turns}
    say({"type": "turn.completed", "usage": usage})


began()
if "--version" in sys.argv:
    sys.stdout.write("codex-cli 0.171.0\n")
elif sys.argv[1] == "app-server":
    app_server()
else:
    execute()
