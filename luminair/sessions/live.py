"""The tail of an answer that streams: on disk before it is shown, without a sync for each word.

A transcript is synced every second, since a sync costs milliseconds. What came since then stands
here as plain bytes after one line of JSON: a process that is killed leaves them to the system,
which writes them. Only a power cut can lose that second.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "answer.part"
_LONGEST_CHARACTER = 4
"""Bytes of UTF-8; a torn one at the end is dropped."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What a killed process left of an answer.

    Attributes:
        message: the answer's id.
        start: from which character of the answer on.
        text: what had come.
    """

    message: str
    start: int
    text: str


class LiveText:
    """Writes the tail of one answer. A disk that refuses is no reason to stop a stream.

    Args:
        path: the file; made when the first text comes.
        message: the answer's id.
    """

    def __init__(self, path: Path, message: str) -> None:
        self._path = path
        self._message = message
        self._file = -1

    def begin(self, start: int, text: str = "") -> None:
        """Forgets what is in the file; the tail begins at character ``start`` from now on."""
        head = json.dumps({"message": self._message, "from": start}).encode() + b"\n"
        try:
            if self._file < 0:
                flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                self._file = os.open(self._path, flags, 0o666)
            os.lseek(self._file, 0, os.SEEK_SET)
            # One write and then the cut: a kill between the two leaves the new head, and behind
            # it old bytes that are the answer's text no more; so the old ones go first.
            os.ftruncate(self._file, 0)
            os.write(self._file, head + _bytes(text))
        except OSError:
            self.close()

    def add(self, text: str) -> None:
        """Text that came."""
        if self._file >= 0:
            try:
                os.write(self._file, _bytes(text))
            except OSError:
                self.close()

    def close(self) -> None:
        """The answer is whole in the transcript, or can be kept here no longer."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def read_tail(path: Path) -> Tail | None:
    """What a killed process left, None where nothing can be read."""
    try:
        raw = path.read_bytes()
        head, _, rest = raw.partition(b"\n")
        found = json.loads(head)
        message, start = found["message"], found["from"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(message, str) or not isinstance(start, int):
        return None
    for torn in range(min(_LONGEST_CHARACTER, len(rest) + 1)):
        with suppress(UnicodeDecodeError):
            text = rest[: len(rest) - torn].decode("utf-8", "surrogatepass")
            return Tail(message, start, text)
    return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
