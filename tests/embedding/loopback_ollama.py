"""An Ollama on loopback: answers ``/api/embed`` and ``/api/tags`` truly, or badly when told to.

Its vectors know a few synonyms and nothing else, which is enough to change an order.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from typing import Self

SAME = (
    {"car", "cars", "automobile", "vehicle"},
    {"begin", "start", "launch", "boot"},
    {"error", "fault", "failure", "crash"},
    {"quick", "fast", "rapid", "speed"},
    {"money", "cash", "funds", "payment"},
)
_CLASS = {word: f"class {number}" for number, words in enumerate(SAME) for word in words}
MODEL = "nomic-embed-text"
LENGTH = 64


def vector_of(text: str, length: int = LENGTH) -> list[float]:
    """A vector of length 1 that is near for texts of like words or synonyms."""
    numbers = [1e-3] * length
    for word in re.findall(r"[a-z]+", text.lower().partition(": ")[2] or text.lower()):
        digest = hashlib.sha256(_CLASS.get(word, word).encode()).digest()
        numbers[digest[0] % length] += 1.0 if digest[1] & 1 else -1.0
        numbers[digest[2] % length] += 0.5
    size = sqrt(sum(number * number for number in numbers))
    return [number / size for number in numbers]


@dataclass
class Manner:
    """How the server behaves; changed by tests while it runs.

    Attributes:
        hang: takes the question and never answers.
        hangs_after: hangs once so many texts were to be embedded; 0 for never.
        think_s: before each answer.
        drip_s: sends the answer byte by byte, so many seconds apart.
        raw: sent instead of any answer, as it is.
        status: of HTTP, with ``error``.
        error: the text of a refusal.
        body: sent instead of the embeddings, as JSON.
        length: of the vectors.
        refuses: a text that holds this is answered with 400.
        longest: a text of more characters is answered with 400; 0 for none.
        digest: by which the model's files are named.
        models: that it has.
    """

    hang: bool = False
    hangs_after: int = 0
    think_s: float = 0.0
    drip_s: float = 0.0
    raw: bytes = b""
    status: int = 200
    error: str = ""
    body: object = None
    length: int = LENGTH
    refuses: str = ""
    longest: int = 0
    digest: str = "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f"
    models: tuple[str, ...] = (f"{MODEL}:latest",)


@dataclass
class LoopbackOllama:
    """The server; use it as a context."""

    manner: Manner = field(default_factory=Manner)
    asked: list[tuple[str, dict]] = field(default_factory=list)
    closed: threading.Event = field(default_factory=threading.Event)
    hanging: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._listening = socket.create_server(("127.0.0.1", 0))
        # Known also once it is closed: who asks late is refused, as by a server that went.
        self._port = self._listening.getsockname()[1]
        self._over = threading.Event()
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._serve)]  # noqa: TID251 beside the app, not in it
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def texts(self) -> list[str]:
        """Every text that was to be embedded."""
        return [text for path, body in self.asked if path == "/api/embed" for text in body["input"]]

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                taken, _ = self._listening.accept()
            except OSError:
                return
            self._open.append(taken)
            thread = threading.Thread(target=self._talk, args=(taken,))  # noqa: TID251 likewise
            self._threads.append(thread)
            thread.start()

    def _talk(self, taken: socket.socket) -> None:
        with taken, suppress(OSError):
            head, _, rest = self._read(taken, b"").partition(b"\r\n\r\n")
            length = int((re.search(rb"(?i)content-length: (\d+)", head) or [0, 0])[1])
            while len(rest) < length:
                rest += taken.recv(65536)
            _, path, _ = head.split(b" ", 2)
            self.asked.append((path.decode(), json.loads(rest) if rest else {}))
            self._answer(taken, path.decode(), self.asked[-1][1])
            taken.shutdown(socket.SHUT_WR)
            self.closed.set()

    def _read(self, taken: socket.socket, data: bytes) -> bytes:
        while b"\r\n\r\n" not in data:
            more = taken.recv(65536)
            if not more:
                raise OSError("gone")
            data += more
        return data

    def _answer(self, taken: socket.socket, path: str, body: dict) -> None:
        manner = self.manner
        if manner.hang or 0 < manner.hangs_after <= len(self.texts):
            self.hanging.set()
            with suppress(OSError):
                while taken.recv(1024):  # until the client goes, or the test is over
                    pass
            return
        self._over.wait(manner.think_s)
        status, value = self._value(path, body)
        data = json.dumps(value).encode()
        head = (
            f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        answer = manner.raw or head.encode() + data
        if not manner.drip_s:
            taken.sendall(answer)
            return
        for byte in answer:
            taken.sendall(bytes([byte]))
            if self._over.wait(manner.drip_s):
                return

    def _value(self, path: str, body: dict) -> tuple[int, object]:
        manner = self.manner
        if path == "/api/tags":
            return 200, {"models": [{"name": n, "digest": manner.digest} for n in manner.models]}
        if manner.status != 200:
            return manner.status, {"error": manner.error}
        if manner.body is not None:
            return 200, manner.body
        if f"{body['model']}:latest" not in manner.models:
            return 404, {"error": f"model '{body['model']}' not found"}
        for text in body["input"]:
            if manner.refuses and manner.refuses in text:
                return 400, {"error": "unable to process this text"}
            if manner.longest and len(text) > manner.longest:
                return 400, {"error": "the input length exceeds the context length"}
        made = [vector_of(text, manner.length) for text in body["input"]]
        return 200, {"model": body["model"], "embeddings": made, "total_duration": 1}
