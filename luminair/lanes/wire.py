r"""Bytes of a stream to lines, events and JSON, exactly.

``bytes.splitlines`` and httpx's ``iter_lines`` cut at U+2028, U+0085 and others too, which may
stand raw inside a JSON string (protocols.md 0.1). Here ``\n`` alone ends a line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, Sequence

    from luminair.messages import Json

MOST_BYTES = 64 * 1024 * 1024
"""The longest line that is taken; a line of a real answer is far below it."""

_BOM = b"\xef\xbb\xbf"


class LineTooLong(LuminairError):
    """A line does not end: what is sent is no stream of lines."""


class Lines:
    """Cuts chunks of bytes into lines.

    Args:
        most: bytes of the longest line that is taken.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        # Pieces of the line that has not ended; joined once, so that a line of 10 MB in small
        # chunks costs its length and not the square of it.
        self._open: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        r"""The lines that this chunk ends, without their ``\n`` and one ``\r`` before it.

        Raises:
            LineTooLong: a line is longer than ``most``.
        """
        first, *others = chunk.split(b"\n")
        if not others:
            self._keep(first)
            return []
        done = [_bare(b"".join((*self._open, first))), *map(_bare, others[:-1])]
        self._open, self._size = [], 0
        self._keep(others[-1])
        return done

    def rest(self) -> bytes:
        r"""What came after the last ``\n``; asked once, at the end of the stream."""
        return b"".join(self._open)

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > self._most:
            self._open = []
            raise LineTooLong(
                f"What was sent holds a line of more than {self._most // 1024 // 1024} MB, which "
                "no answer does; try again, or choose another lane."
            )
        if piece:
            self._open.append(piece)


async def lines(
    chunks: AsyncIterable[bytes], most: int = MOST_BYTES
) -> AsyncGenerator[bytes, None]:
    r"""Each line of a stream as bytes; a last line that does not end in ``\n`` comes too.

    Raises:
        LineTooLong: a line is longer than ``most``.
    """
    cutter = Lines(most)
    async for chunk in chunks:
        for line in cutter.feed(chunk):
            yield line
    rest = cutter.rest()
    if rest:
        yield rest


@dataclass(frozen=True, slots=True)
class Sent:
    """One message of a stream.

    Attributes:
        name: of a server-sent event, or ''.
        data: its text; '' for a comment, which is only a sign of life.
        whole: False for the last of a stream that ended without the mark of its end, so that
            text which makes no sense was cut and is not wrong.
    """

    name: str
    data: str
    whole: bool = True


async def events(chunks: AsyncIterable[bytes]) -> AsyncGenerator[Sent, None]:
    """Server-sent events (protocols.md 0.2).

    Raises:
        LineTooLong: a line is longer than ``MOST_BYTES``.
    """
    cutter, first = Lines(), True
    name, data = "", list[str]()
    async for chunk in chunks:
        for line in cutter.feed(chunk):
            text = _text(line.removeprefix(_BOM) if first else line)
            first = False
            if not text:
                if data:
                    yield Sent(name, "\n".join(data))
                name, data = "", []
            elif text.startswith(":"):
                yield Sent("", "")
            elif text.startswith("{"):  # no event: a server that answers in one piece
                yield Sent("", text)
            else:
                name = _field(text, name, data)
    rest = _text(cutter.rest())
    if rest.startswith("{"):
        yield Sent("", rest, whole=False)
    elif rest and not rest.startswith(":"):
        name = _field(rest, name, data)
    if data:
        yield Sent(name, "\n".join(data), whole=False)


async def records(chunks: AsyncIterable[bytes]) -> AsyncGenerator[Sent, None]:
    """JSON, one object a line; empty lines are signs of life.

    Raises:
        LineTooLong: a line is longer than ``MOST_BYTES``.
    """
    cutter = Lines()
    async for chunk in chunks:
        for line in cutter.feed(chunk):
            yield Sent("", _text(line))
    rest = _text(cutter.rest())
    if rest:
        yield Sent("", rest, whole=False)


def _bare(line: bytes) -> bytes:
    return line[:-1] if line.endswith(b"\r") else line


def _text(line: bytes) -> str:
    """The line as text; a byte that is not UTF-8 costs one character and not the answer."""
    return line.decode("utf-8", "replace")


def _field(text: str, name: str, data: list[str]) -> str:
    """Takes one field of an event; its name from now on."""
    key, _, value = text.partition(":")
    value = value.removeprefix(" ")
    if key == "data":
        data.append(value)
    return value if key == "event" else name


def parsed(text: str) -> Json | None:
    """The JSON object that a text is, None where it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):  # RecursionError: nested as deep as no answer is
        return None
    return value if isinstance(value, Mapping) else None


def obj(found: Json, key: str) -> Json:
    """The object under a key; an empty one where there is none."""
    value = found.get(key)
    return value if isinstance(value, Mapping) else {}


def word(found: Json, key: str) -> str:
    """The text under a key, or ''."""
    value = found.get(key)
    return value if isinstance(value, str) else ""


def number(found: Json, key: str) -> int:
    """The whole number under a key, or 0; one below 0 counts as not there."""
    value = found.get(key)
    return max(value, 0) if isinstance(value, int) and not isinstance(value, bool) else 0


def objects(found: Json, key: str) -> Sequence[Json]:
    """The objects of the list under a key; what is no object is left out."""
    value = found.get(key)
    if not isinstance(value, list):
        return ()
    return [item for item in value if isinstance(item, Mapping)]
