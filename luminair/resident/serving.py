"""The app's local socket: made, guarded against others, answered, taken away.

``LUMINAIR_HOME/run`` holds ``app.lock``, which the serving app holds as long as it lives, and
``app.sock``. A socket's path may have a hundred bytes only, so below a home with a long path the
socket lies in a short private folder, which ``run/place`` names.
"""

from __future__ import annotations

import fcntl
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.cli.asking import MOST_PATH_BYTES
from luminair.errors import WriteFailed
from luminair.files import make_private, write_atomic
from luminair.resident.peers import is_ours

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from luminair.cli.asking import Answer

WAIT_S: Final = 0.25
"""How long a connection may be silent, and how often the end of the app is looked for."""

AGAIN_S: Final = 5.0
"""How often an app that found another one serving tries again."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of a request: a command line and what was piped into it."""

_DIGITS: Final = 12


class Socket:
    """The listening socket of one app.

    Args:
        run: the folder ``LUMINAIR_HOME/run``.
    """

    def __init__(self, run: Path) -> None:
        self._run = run
        self._lock: int | None = None
        self._line: socket.socket | None = None
        self._path: Path | None = None
        self._elsewhere: Path | None = None

    @property
    def path(self) -> Path | None:
        """Where it listens; None while it does not."""
        return self._path

    def open(self) -> bool:
        """Starts to listen; False where another app does, or the disk does not let us."""
        try:
            make_private(self._run)
            self._run.chmod(0o700)
            self._lock = os.open(
                self._run / "app.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
            )
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            return False
        try:
            self._listen()
        except (OSError, WriteFailed):
            self.close()
            return False
        return True

    def _listen(self) -> None:
        # Whoever holds the lock is the only app: a socket that lies there is a dead one's.
        path = self._run / "app.sock"
        if len(os.fsencode(path)) > MOST_PATH_BYTES:
            self._elsewhere = Path(tempfile.mkdtemp(prefix="luminair-"))
            path = self._elsewhere / "app.sock"
        with suppress(FileNotFoundError):
            path.unlink()
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._line = line
        line.bind(str(path))
        path.chmod(0o600)
        line.listen(32)
        line.settimeout(WAIT_S)
        self._path = path
        if self._elsewhere is not None:
            write_atomic(self._run / "place", os.fsencode(path) + b"\n", mode=0o600)

    def accept(self) -> socket.socket | None:
        """The next connection of our own user; None where there was none for a moment.

        Raises:
            OSError: the socket is of no use any more.
        """
        listening = self._line
        if listening is None:
            raise OSError("not open")
        try:
            line, _ = listening.accept()
        except (TimeoutError, ConnectionAbortedError):
            return None
        if is_ours(line):
            return line
        line.close()
        return None

    def close(self) -> None:
        """Stops listening and takes its files away; a second time is no error."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()
            self._path = None
        if self._elsewhere is not None:
            for leave in ((self._run / "place").unlink, self._elsewhere.rmdir):
                with suppress(OSError):
                    leave()
            self._elsewhere = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def serve(run: Path, answer: Callable[[bytes], Answer | None], stop: threading.Event) -> None:
    """Answers until the app ends.

    Connections are taken one after the other: an answer takes some milliseconds, and who waits
    too long does its own work.

    Args:
        run: the folder ``LUMINAIR_HOME/run``.
        answer: carries out a request; None leaves the work to the process that asked.
        stop: set when the app ends.
    """
    listening = Socket(run)
    try:
        while not stop.is_set():
            if listening.path is None and not listening.open():
                stop.wait(AGAIN_S)
                continue
            try:
                line = listening.accept()
            except OSError:
                listening.close()
                continue
            if line is not None:
                with line:
                    _talk(line, answer)
    finally:
        listening.close()


def _talk(line: socket.socket, answer: Callable[[bytes], Answer | None]) -> None:
    """One request and its answer; a connection that breaks off is nobody's fault."""
    try:
        line.settimeout(WAIT_S)
        request = received(line)
        answered = answer(request) if request is not None else None
        if answered is not None:
            line.sendall(answered.packed())
    except OSError:
        return


def received(line: socket.socket) -> bytes | None:
    """A request, whole: its length on a line, then so many bytes; None where it is none."""
    data = b""
    while b"\n" not in data:
        piece = line.recv(1 << 16)
        if not piece or len(data) > _DIGITS:
            return None
        data += piece
    length, _, rest = data.partition(b"\n")
    if not length.isdigit() or len(length) > _DIGITS or int(length) > MOST_BYTES:
        return None
    pieces, missing = [rest], int(length) - len(rest)
    while missing > 0:
        piece = line.recv(min(missing, 1 << 20))
        if not piece:
            return None
        pieces.append(piece)
        missing -= len(piece)
    return b"".join(pieces)[: int(length)]
