"""One HTTP call with one deadline for all of it, over a socket of the standard library.

A socket's own timeout begins anew with each byte that comes, so a server that drips one byte every
100 ms could hold a prompt for ever. Here every wait gets what is left of the whole call's time.

Each prompt of a coding agent is a process of its own, and what it loads for this call it waits for:
httpx 90 ms, ``http.client`` (with ``email`` and ``ssl``) 25 ms, this 1 ms. So the few lines of
HTTP/1.1 (RFC 9112) that one question and one answer need are spoken here, over the part of
``socket`` that is written in C.
"""

from __future__ import annotations

import re
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
else:
    try:
        import _socket as socket
    except ImportError:
        import socket

_MOST_HEAD = 64 * 1024
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?")


class _Answer:
    """What comes in, read as far as it is asked for."""

    def __init__(self, taken: socket.socket, left: Callable[[], float], most_bytes: int) -> None:
        self._socket = taken
        self._left = left
        self._most = most_bytes
        self._held = b""
        self._over = False

    def _too_much(self) -> ValueError:
        return ValueError(f"more than {self._most // 1024:,} KB")

    def _more(self) -> bool:
        self._socket.settimeout(self._left())
        data = self._socket.recv(1 << 16)
        self._held += data
        self._over = not data
        return bool(data)

    def line(self, end: bytes = b"\r\n") -> bytes:
        """Up to an end that is left out; ValueError where it does not come within 64 KB."""
        while end not in self._held:
            if len(self._held) > _MOST_HEAD or not self._more():
                raise ValueError("it is no HTTP, or was cut off")
        found, _, self._held = self._held.partition(end)
        return found

    def exactly(self, count: int) -> bytes:
        """So many bytes; ValueError where they do not come, or are too many."""
        if count > self._most:
            raise self._too_much()
        pieces, lacking = [self._held], count - len(self._held)
        while lacking > 0:
            self._held = b""
            if not self._more():
                raise ValueError("it was cut off")
            pieces.append(self._held)
            lacking -= len(self._held)
        whole = b"".join(pieces)
        self._held = whole[count:]
        return whole[:count]

    def rest(self) -> bytes:
        """All until the server hangs up; ValueError where that is too much."""
        pieces = [self._held]
        size = len(self._held)
        while not self._over:
            self._held = b""
            self._more()
            pieces.append(self._held)
            size += len(self._held)
            if size > self._most:
                raise self._too_much()
        return b"".join(pieces)

    def chunks(self) -> bytes:
        """A body in chunks; what follows the last is left unread, for the connection ends."""
        pieces: list[bytes] = []
        size = 0
        while True:
            found = _CHUNK.fullmatch(self.line())
            if found is None:
                raise ValueError("it is no HTTP")
            count = int(found[1], 16)
            if not count:
                return b"".join(pieces)
            size += count
            if size > self._most:
                raise self._too_much()
            pieces.append(self.exactly(count))
            if self.line():
                raise ValueError("it is no HTTP")

    def whole(self) -> tuple[int, bytes]:
        """Status and body of the answer; ConnectionError where nothing at all came."""
        if not self._more():
            raise ConnectionError("it hung up")
        while True:
            head, *fields = self.line(b"\r\n\r\n").split(b"\r\n")
            found = _STATUS.fullmatch(head)
            if found is None:
                raise ValueError("it is no HTTP")
            status = int(found[1])
            if status >= 200:
                break
        headers = {
            name.strip().lower(): value.strip().lower()
            for name, _, value in (field.partition(b":") for field in fields)
        }
        if b"chunked" in headers.get(b"transfer-encoding", b""):
            return status, self.chunks()
        length = headers.get(b"content-length")
        if length is None:
            return status, self.rest()
        if not length.isdigit() or len(length) > 12:
            raise ValueError("it is no HTTP")
        return status, self.exactly(int(length))


def call(
    method: str,
    host: str,
    port: int,
    path: str,
    body: bytes,
    *,
    timeout_s: float,
    secure: bool = False,
    most_bytes: int,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[int, bytes]:
    """Makes one call; a redirect is an answer like any other and is not followed.

    Args:
        method: of HTTP.
        host: name or address, without brackets.
        port: of the server.
        path: begins with a slash.
        body: JSON.
        timeout_s: for connecting, sending, waiting and reading together. Looking up a name that
            is not this machine's is the system's own, and may take longer.
        secure: over TLS.
        most_bytes: of the answer's body.
        clock: seconds that never go back.

    Returns:
        Status and body.

    Raises:
        TimeoutError: the time was over.
        OSError: nobody answered.
        ValueError: what came is no HTTP, or more than ``most_bytes``.
    """
    end = clock() + timeout_s

    def left() -> float:
        rest = end - clock()
        if rest <= 0:
            raise TimeoutError("the time for the whole call is over")
        return rest

    shown = f"[{host}]" if ":" in host else host
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {shown}:{port}\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    taken = _connected(host, port, left, secure=secure)
    try:
        taken.settimeout(left())
        taken.sendall(head.encode("ascii", "replace") + body)
        return _Answer(taken, left, most_bytes).whole()
    finally:
        taken.close()


def _connected(host: str, port: int, left: Callable[[], float], *, secure: bool) -> socket.socket:
    fault: OSError | None = None
    # A plain name needs no IDNA, whose tables take longer to load than the answer to come.
    name = host.encode() if host.isascii() else host
    for family, kind, protocol, _, address in socket.getaddrinfo(
        name, port, type=socket.SOCK_STREAM
    ):
        made = socket.socket(family, kind, protocol)
        try:
            made.settimeout(left())
            made.connect(address)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if not secure:
                return made
            import ssl  # noqa: PLC0415 a server on this machine does without
            from socket import socket as whole  # noqa: PLC0415 what ssl wraps

            taken = whole(family, kind, protocol, fileno=made.detach())
            taken.settimeout(left())
            return ssl.create_default_context().wrap_socket(taken, server_hostname=host)
        except OSError as error:
            made.close()
            fault = error
    raise fault or OSError("the name has no address")
