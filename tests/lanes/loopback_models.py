"""A model on loopback for the real CLIs: Anthropic Messages, OpenAI Responses and Gemini in one.

Run as ``loopback_models.py REQUESTS.jsonl``; it prints its port and serves until it is killed.
Each request is appended to the file. The last line of a request says what happens:

* ``[tool NAME {json}]``, in any line, calls a tool; the answer then quotes what it gave back
* ``[slow]`` streams words for a minute
* ``[status 429]`` answers with that status; ``[cut]`` ends the stream after two words, and a
  request that does not stream is then answered whole
* anything else is answered with ``You said: `` and its last line
"""

from __future__ import annotations

import http.server
import json
import re
import sys
import time
from contextlib import suppress

TOOL = re.compile(r"\[tool (\S+) (\{.*\})\]")
STATUS = re.compile(r"\[status (\d+)\]")
KINDS = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
SLOW_WORDS, SLOW_PACE_S = 600, 0.1


def texts(value: object) -> str:
    """All text in a piece of a request, joined."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(texts(item) for item in value)
    if isinstance(value, dict):
        return texts(value.get("text", value.get("content", value.get("parts", ""))))
    return ""


def last_of(body: dict) -> tuple[str, str]:
    """What the model is asked: ('tool', its result) or ('text', the prompt)."""
    for each in reversed(body.get("messages") or body.get("input") or body.get("contents") or []):
        if each.get("type") == "function_call_output":  # OpenAI Responses
            return "tool", texts(each.get("output"))
        if each.get("role") != "user":
            continue
        content = each.get("content") or each.get("parts") or []
        for block in content if isinstance(content, list) else []:
            if block.get("type") == "tool_result":  # Anthropic
                return "tool", texts(block.get("content"))
            if "functionResponse" in block:  # Gemini
                return "tool", json.dumps(block["functionResponse"]["response"])
        return "text", texts(content)
    return "text", ""


def play(body: dict) -> tuple[str, object]:
    """What happens: ('status', n), ('call', (name, arguments)) or a kind of text and its words."""
    kind, said = last_of(body)
    if kind == "tool":
        return "text", f"The tool said: {said.strip()}"
    line = (said.strip().splitlines() or ["nothing"])[-1]
    if found := STATUS.search(line):
        return "status", int(found[1])
    if found := TOOL.search(line) or TOOL.search(said):
        return "call", (found[1], found[2])
    if "[slow]" in line:
        return "slow", " ".join(f"word{number}" for number in range(SLOW_WORDS))
    return "cut" if "[cut]" in line else "text", f"You said: {line}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.note(None)
        self.whole(200, {"object": "list", "data": [], "models": [], "has_more": False})

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            body = json.loads(raw)
        except ValueError:
            body = {}
        self.note(body)
        self.size = len(raw) // 4
        if "count" in self.path.lower():
            self.whole(200, {"input_tokens": self.size, "totalTokens": self.size})
            return
        kind, what = play(body)
        if kind == "status":
            self.whole(what, self.error_of(what))
            return
        if "/messages" in self.path:
            self.anthropic(body, kind, what)
        elif "/responses" in self.path:
            self.openai(kind, what)
        else:
            self.gemini(kind, what)

    def note(self, body: object) -> None:
        row = {"path": self.path, "headers": dict(self.headers), "body": body}
        with open(sys.argv[1], "a", encoding="utf-8") as log:  # noqa: PTH123
            log.write(json.dumps(row) + "\n")

    def error_of(self, status: int) -> dict:
        text = {401: "invalid x-api-key", 429: "rate limited", 529: "Overloaded"}.get(status, "no")
        kind = KINDS.get(status, "api_error")
        return {
            "type": "error",
            "error": {"type": kind, "message": text, "code": status, "status": kind.upper()},
        }

    def whole(self, status: int, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        if status == 429:
            self.send_header("retry-after", "1")
        self.end_headers()
        self.wfile.write(data)

    def begin(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n" % len(data) + data + b"\r\n")
        self.wfile.flush()

    def event(self, kind: str, **fields: object) -> None:
        line = json.dumps({"type": kind, **fields})
        self.chunk(f"event: {kind}\ndata: {line}\n\n".encode())

    def words(self, kind: str, text: str):
        """The words of an answer; ends the connection in the middle of a cut one."""
        for number, word in enumerate(re.findall(r"\S+\s*", text)):
            if kind == "cut" and number == 2:
                self.close_connection = True
                self.connection.close()
                raise ConnectionAbortedError
            if kind == "slow":
                time.sleep(SLOW_PACE_S)  # noqa: TID251
            yield word

    def anthropic(self, body: dict, kind: str, what: object) -> None:
        usage = {
            "input_tokens": self.size,
            "output_tokens": 1,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        }
        calls = kind == "call"
        name, arguments = what if calls else ("", "")
        block = (
            {"type": "tool_use", "id": f"toolu_{time.monotonic_ns()}", "name": name, "input": {}}
            if calls
            else {"type": "text", "text": ""}
        )
        message = {
            "id": f"msg_{time.monotonic_ns()}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "?"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }
        stop = "tool_use" if calls else "end_turn"
        if not body.get("stream"):
            block |= {"input": json.loads(arguments)} if calls else {"text": what}
            self.whole(200, {**message, "content": [block], "stop_reason": stop})
            return
        self.begin()
        self.event("message_start", message=message)
        self.event("content_block_start", index=0, content_block=block)
        if calls:
            delta = {"type": "input_json_delta", "partial_json": arguments}
            self.event("content_block_delta", index=0, delta=delta)
        else:
            for word in self.words(kind, what):
                delta = {"type": "text_delta", "text": word}
                self.event("content_block_delta", index=0, delta=delta)
        self.event("content_block_stop", index=0)
        self.event(
            "message_delta",
            delta={"stop_reason": stop, "stop_sequence": None},
            usage={"output_tokens": 7},
        )
        self.event("message_stop")
        self.chunk(b"")

    def openai(self, kind: str, what: object) -> None:
        response = {"id": "resp_1", "object": "response", "status": "in_progress", "output": []}
        self.begin()
        self.event("response.created", response=response)
        if kind == "call":
            name, arguments = what
            done = {
                "id": "fc_1",
                "type": "function_call",
                "status": "completed",
                "call_id": f"call_{time.monotonic_ns()}",
                "name": name,
                "arguments": arguments,
            }
            if name.startswith("mcp__"):
                done["namespace"], done["name"] = name.rsplit("__", 1)
            self.event("response.output_item.added", output_index=0, item=done)
        else:
            part = {"type": "output_text", "text": "", "annotations": []}
            item = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
            at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
            self.event("response.output_item.added", output_index=0, item=item)
            self.event("response.content_part.added", part=part, **at)
            for word in self.words(kind, what):
                self.event("response.output_text.delta", delta=word, **at)
            done = {**item, "status": "completed", "content": [{**part, "text": what}]}
        self.event("response.output_item.done", output_index=0, item=done)
        usage = {
            "input_tokens": self.size,
            "input_tokens_details": {"cached_tokens": 3},
            "output_tokens": 5,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": self.size + 5,
        }
        ended = {**response, "status": "completed", "output": [done], "usage": usage}
        self.event("response.completed", response=ended)
        self.chunk(b"")

    def gemini(self, kind: str, what: object) -> None:
        if "stream" not in self.path:
            self.whole(200, self.part([{"text": what if kind == "text" else "ok"}], "STOP"))
            return
        self.begin()
        if kind == "call":
            name, arguments = what
            call = {"functionCall": {"name": name, "args": json.loads(arguments)}}
            self.data(self.part([call], "STOP"))
        else:
            for word in self.words(kind, what):
                self.data(self.part([{"text": word}], None))
            self.data(self.part([{"text": ""}], "STOP"))
        self.chunk(b"")

    def data(self, value: object) -> None:
        self.chunk(f"data: {json.dumps(value)}\r\n\r\n".encode())

    def part(self, parts: list, finish: str | None) -> dict:
        candidate = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 5, "totalTokenCount": 105}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "loopback"}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        pass  # a client that hangs up is no fault here


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        server = Server(("127.0.0.1", 0), Handler)
        sys.stdout.write(f"{server.server_address[1]}\n")
        sys.stdout.flush()
        server.serve_forever()
