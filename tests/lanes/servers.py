"""Model servers on loopback that speak the real protocols over TCP, and misbehave when told to.

A ``Server`` runs in a thread of its own, so that a test may drive lanes on any loop, or a window.
What it answers is a list of ``Reply``, one for each question to the model; the last one stays.
Replies are made by a ``Speaker``: ANTHROPIC, OPENAI or OLLAMA, each with the same few words.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl

CHAT = ("/v1/messages", "/v1/chat/completions", "/api/chat")


@dataclass(frozen=True)
class Wait:
    """Silence in an answer: so long, or until the client goes or the test says so."""

    seconds: float = 600.0
    over: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Reply:
    """One answer.

    Attributes:
        steps: bytes, each sent as one chunk, and silences.
        status: of HTTP.
        headers: besides those that the server needs.
        before: silence before the first byte, or None.
        cut: closes the connection without the mark of the end.
        plain: no chunks: the end of the connection is the end of the answer.
        reads: False for a server that does not take the body of the question.
        pace: seconds that it needs to take a megabyte.
    """

    steps: tuple[bytes | Wait, ...] = ()
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    before: Wait | None = None
    cut: bool = False
    plain: bool = False
    reads: bool = True
    pace: float = 0.0


@dataclass
class Received:
    """One question as it reached the server; ``client`` is the port that it came from."""

    method: str
    path: str
    headers: dict[str, str]
    raw: bytes = field(repr=False)
    client: int

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


def event(kind: str, **fields: object) -> bytes:
    """A server-sent event as Anthropic writes it."""
    return f"event: {kind}\ndata: {dump({'type': kind, **fields})}\n\n".encode()


def data(value: object) -> bytes:
    """A server-sent event without a name."""
    return f"data: {value if isinstance(value, str) else dump(value)}\n\n".encode()


def dump(value: object) -> str:
    """JSON with every character raw, as most servers write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def refusal(status: int, value: object, *headers: tuple[str, str]) -> Reply:
    """An answer with a bad status and a JSON body, or text."""
    text = value if isinstance(value, str) else dump(value)
    kind = "text/html" if text.startswith("<") else "application/json"
    return Reply((text.encode(),), status, (("content-type", kind), *headers))


class Anthropic:
    """The Messages API."""

    kind = "text/event-stream"

    def begin(self) -> bytes:
        usage = {
            "input_tokens": 25,
            "cache_creation_input_tokens": 100,
            "cache_read_input_tokens": 12_000,
            "output_tokens": 1,
        }
        return (
            event("message_start", message={"model": "claude-sonnet-5", "usage": usage})
            + event("content_block_start", index=0, content_block={"type": "text", "text": ""})
            + event("ping")
        )

    def text(self, delta: str) -> bytes:
        return event("content_block_delta", index=0, delta={"type": "text_delta", "text": delta})

    def thought(self, delta: str) -> bytes:
        """A block of thinking, before the text."""
        start = {"type": "thinking", "thinking": "", "signature": ""}
        return (
            event("content_block_start", index=9, content_block=start)
            + event(
                "content_block_delta",
                index=9,
                delta={"type": "thinking_delta", "thinking": delta},
            )
            + event(
                "content_block_delta",
                index=9,
                delta={"type": "signature_delta", "signature": "signed"},
            )
            + event("content_block_stop", index=9)
        )

    def calls(self, *calls: tuple[str, str, str]) -> bytes:
        found = event("content_block_stop", index=0)
        for index, (identity, name, arguments) in enumerate(calls, start=1):
            block = {"type": "tool_use", "id": identity, "name": name, "input": {}}
            found += event("content_block_start", index=index, content_block=block)
            for piece in (arguments[:5], arguments[5:]):
                delta = {"type": "input_json_delta", "partial_json": piece}
                found += event("content_block_delta", index=index, delta=delta)
            found += event("content_block_stop", index=index)
        return found

    def end(self, why: str = "") -> bytes:
        reason = {"": "end_turn", "length": "max_tokens", "tools": "tool_use"}.get(why, why)
        return (
            event("content_block_stop", index=0)
            + event("message_delta", delta={"stop_reason": reason}, usage={"output_tokens": 15})
            + event("message_stop")
        )

    def error(self, text: str = "Overloaded") -> bytes:
        return event("error", error={"type": "overloaded_error", "message": text})

    def refused(self, status: int, text: str, *headers: tuple[str, str]) -> Reply:
        kinds = {
            401: "authentication_error",
            402: "billing_error",
            404: "not_found_error",
            429: "rate_limit_error",
            529: "overloaded_error",
        }
        error = {"type": kinds.get(status, "invalid_request_error"), "message": text}
        return refusal(status, {"type": "error", "error": error, "request_id": "req_9"}, *headers)

    def models(self) -> object:
        sizes = {"max_input_tokens": 1_000_000, "max_tokens": 128_000}
        return {
            "data": [
                {"type": "model", "id": name, "display_name": name.title(), **sizes}
                for name in ("claude-opus-5", "claude-sonnet-5")
            ],
            "has_more": False,
        }


class OpenAI:
    """Chat completions."""

    kind = "text/event-stream"

    def chunk(self, delta: object, finish: str | None = None, **more: object) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return data({"id": "c1", "model": "gpt-5.5", "choices": [choice], **more})

    def begin(self) -> bytes:
        return b": OPENROUTER PROCESSING\n\n" + self.chunk({"role": "assistant", "content": None})

    def text(self, delta: str) -> bytes:
        return self.chunk({"content": delta})

    def thought(self, delta: str) -> bytes:
        return self.chunk({"reasoning": delta})

    def calls(self, *calls: tuple[str, str, str]) -> bytes:
        found = b""
        for index, (identity, name, arguments) in enumerate(calls):
            first = {"name": name, "arguments": arguments[:5]}
            piece = {"index": index, "id": identity, "type": "function", "function": first}
            found += self.chunk({"tool_calls": [piece]})
            rest = {"index": index, "function": {"arguments": arguments[5:]}}
            found += self.chunk({"tool_calls": [rest]})
        return found

    def end(self, why: str = "") -> bytes:
        finish = {"": "stop", "tools": "tool_calls"}.get(why, why)
        usage = {
            "prompt_tokens": 12_125,
            "completion_tokens": 15,
            "prompt_tokens_details": {"cached_tokens": 12_000},
            "cost": 0.0125,
        }
        last = data({"id": "c1", "model": "gpt-5.5", "choices": [], "usage": usage})
        return self.chunk({}, finish) + last + data("[DONE]")

    def error(self, text: str = "Overloaded") -> bytes:
        return data({"error": {"message": text, "type": None, "code": 529}})

    def refused(self, status: int, text: str, *headers: tuple[str, str]) -> Reply:
        codes = {401: "invalid_api_key", 402: "insufficient_quota", 404: "model_not_found"}
        error = {"message": text, "type": "error", "param": None, "code": codes.get(status)}
        return refusal(status, {"error": error}, *headers)

    def models(self) -> object:
        names = ("gpt-5.5", "text-embedding-3-small")
        return {"data": [{"id": name, "object": "model", "created": 1} for name in names]}


class Ollama:
    """Ollama's own API."""

    kind = "application/x-ndjson"

    def line(self, message: object, **more: object) -> bytes:
        found = {"model": "qwen3:8b", "message": message, "done": False, **more}
        return f"{dump(found)}\n".encode()

    def begin(self) -> bytes:
        return self.line({"role": "assistant", "content": ""})

    def text(self, delta: str) -> bytes:
        return self.line({"role": "assistant", "content": delta})

    def thought(self, delta: str) -> bytes:
        return self.line({"role": "assistant", "content": "", "thinking": delta})

    def calls(self, *calls: tuple[str, str, str]) -> bytes:
        found = b""
        for _, name, arguments in calls:
            try:
                given = json.loads(arguments)
            except ValueError:
                given = arguments
            made = [{"function": {"name": name, "arguments": given}}]
            found += self.line({"role": "assistant", "content": "", "tool_calls": made})
        return found

    def end(self, why: str = "") -> bytes:
        reason = {"": "stop", "tools": "stop"}.get(why, why)
        counts = {"prompt_eval_count": 12_125, "eval_count": 15, "done_reason": reason}
        return self.line({"role": "assistant", "content": ""}, **counts).replace(
            b'"done":false', b'"done":true'
        )

    def error(self, text: str = "Overloaded") -> bytes:
        return f"{dump({'error': text})}\n".encode()

    def refused(self, status: int, text: str, *headers: tuple[str, str]) -> Reply:
        return refusal(status, {"error": text}, *headers)

    def models(self) -> object:
        details = {"family": "qwen3"}
        return {"models": [{"name": "qwen3:8b", "digest": "d1", "details": details}]}


Speaker = Anthropic | OpenAI | Ollama
ANTHROPIC, OPENAI, OLLAMA = Anthropic(), OpenAI(), Ollama()


def whole(speaker: Speaker, *texts: str, why: str = "") -> Reply:
    """A good answer in pieces."""
    return Reply((speaker.begin(), *map(speaker.text, texts), speaker.end(why)))


class Server:
    """Serves one protocol on loopback, in a thread, between ``with`` and its end.

    Args:
        speaker: the protocol.
        replies: answers to the model's questions, in order; the last one stays.
        pages: answers to other paths, beside those that the protocol has anyway.
        tls: its certificate, for a server that speaks https.

    Attributes:
        received: every question, lists of models included.
        left: set once a client has gone before its answer was over.
        open: connections that are open now.
    """

    def __init__(
        self,
        speaker: Speaker,
        *replies: Reply,
        pages: dict[str, object] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._speaker = speaker
        self._tls = tls
        self._replies = replies or (whole(speaker, "Hello."),)
        self._pages = self._usual_pages() | (pages or {})
        self._thread = threading.Thread(  # noqa: TID251 - a server beside the app, not in it
            target=self._run, name="loopback-server"
        )
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._asked = 0
        self.port = self._socket.getsockname()[1]
        self.received: list[Received] = []
        self.left = threading.Event()
        self.open = 0

    @property
    def url(self) -> str:
        """Where a lane finds it."""
        end = "/v1" if isinstance(self._speaker, OpenAI) else ""
        scheme = "https" if self._tls else "http"
        return f"{scheme}://127.0.0.1:{self.port}{end}"

    @property
    def chats(self) -> list[Received]:
        """The questions to the model."""
        return [each for each in self.received if each.path in CHAT]

    def __enter__(self) -> Server:
        self._thread.start()
        assert self._ready.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _usual_pages(self) -> dict[str, object]:
        pages: dict[str, object] = {"/v1/models": self._speaker.models()}
        if isinstance(self._speaker, Ollama):
            pages = {
                "/api/tags": self._speaker.models(),
                "/api/ps": {"models": []},
                "/api/show": {
                    "capabilities": ["completion", "tools", "thinking"],
                    "model_info": {"qwen3.context_length": 40_960},
                },
            }
        return pages

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        start = asyncio.start_server(self._serve, sock=self._socket, ssl=self._tls)
        server = self._loop.run_until_complete(start)
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        try:
            while await self._answered(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            self.open -= 1
            writer.transport.abort() if writer.is_closing() else writer.close()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Takes one question and answers it; whether another may come on this connection."""
        head = await reader.read(1)
        if head == b"\x16":  # TLS, which this server does not speak
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            return False
        if not head:
            return False
        while not head.endswith(b"\r\n\r\n"):
            line = await reader.readline()
            if not line:
                return False
            head += line
        method, path, _ = head.split(b"\r\n", 1)[0].decode().split(" ")
        lines = head.decode("latin-1").split("\r\n")[1:]
        headers = {
            name.lower(): value.strip()
            for name, _, value in (each.partition(":") for each in lines)
        }
        size = int(headers.get("content-length", 0))
        if path in CHAT:
            reply = self._next_reply()
            if not reply.reads:
                writer.transport.pause_reading()
                await asyncio.sleep(600)
            raw = await self._slowly(reader, size, reply.pace)
        else:
            raw = await reader.readexactly(size)
        client = writer.get_extra_info("peername")[1]
        self.received.append(Received(method, path, headers, raw, client))
        if path not in CHAT:
            reply = self._page(path, raw)
        return await self._send(reply, reader, writer)

    async def _slowly(self, reader: asyncio.StreamReader, size: int, pace: float) -> bytes:
        """The body, taken at a pace."""
        found = bytearray()
        while len(found) < size:
            found += await reader.readexactly(min(size - len(found), 1_000_000))
            await asyncio.sleep(pace)
        return bytes(found)

    def _next_reply(self) -> Reply:
        self._asked += 1
        return self._replies[min(self._asked, len(self._replies)) - 1]

    def _page(self, path: str, raw: bytes) -> Reply:
        """The page at a path; ``/api/show NAME`` stands for a question about one model."""
        plain = path.partition("?")[0]
        asked = f"{path} {json.loads(raw).get('model')}" if raw else path
        page = next((self._pages[key] for key in (asked, path, plain) if key in self._pages), None)
        if isinstance(page, Reply):
            return page
        if page is None:
            return refusal(404, "404 page not found")
        return Reply((dump(page).encode(),), headers=(("content-type", "application/json"),))

    async def _send(
        self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        gone = asyncio.ensure_future(reader.read(1))
        try:
            if reply.before:
                await self._silent(reply.before, gone)
            head = [f"HTTP/1.1 {reply.status} X"]
            named = {name for name, _ in reply.headers}
            if "content-type" not in named:
                head.append(f"content-type: {self._speaker.kind}")
            head += [f"{name}: {value}" for name, value in reply.headers]
            head.append("connection: close" if reply.plain else "transfer-encoding: chunked")
            writer.write("\r\n".join((*head, "", "")).encode())
            for step in reply.steps:
                if isinstance(step, Wait):
                    await writer.drain()
                    await self._silent(step, gone)
                    continue
                writer.write(step if reply.plain else b"%x\r\n%s\r\n" % (len(step), step))
                await writer.drain()
            if not reply.plain and not reply.cut:
                writer.write(b"0\r\n\r\n")
            await writer.drain()
        finally:
            gone.cancel()
            await asyncio.wait({gone})
            if not gone.cancelled() and gone.exception() is None:
                reader._buffer[:0] = gone.result()  # the next question's first byte
        return not reply.plain and not reply.cut

    async def _silent(self, wait: Wait, gone: asyncio.Future[bytes]) -> None:
        """Says nothing for a while; a client that leaves ends it."""
        end = self._loop.time() + wait.seconds
        while not gone.done() and not wait.over.is_set() and self._loop.time() < end:
            await asyncio.wait({gone}, timeout=min(0.01, wait.seconds))
        if gone.done():
            raise ConnectionResetError


def free_port() -> int:
    """A port where nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]
