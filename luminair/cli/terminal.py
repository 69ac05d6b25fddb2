"""The three streams: UTF-8 whatever the locale, and text that a terminal can take."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from contextvars import ContextVar

from luminair.errors import LuminairError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO


class Streams:
    """The three streams of a process that asked the running app, as bytes.

    Attributes:
        given: its standard input, whole.
        out: what is printed for it.
        err: what it is told beside.
    """

    def __init__(self, given: bytes) -> None:
        self.given = given
        self.out = io.BytesIO()
        self.err = io.BytesIO()


_LOST: list[OSError] = []
"""Why something could not be printed. A command goes on to its end; :func:`flush` says so."""

_THEIRS: ContextVar[Streams | None] = ContextVar("streams", default=None)


@contextmanager
def streams_of(other: Streams) -> Iterator[None]:
    """Prints for another process, in this thread, until the block is left."""
    token = _THEIRS.set(other)
    try:
        yield
    finally:
        _THEIRS.reset(token)


# What a note holds must not steer the owner's terminal: neither control characters nor those that
# turn the direction of writing or begin a line, by which a text looks like another.
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029)
_UNSAFE = dict.fromkeys((*range(32), *range(127, 160), *_TURNING), "�")
_UNSAFE_IN_TEXT = {code: to for code, to in _UNSAFE.items() if code not in {0x09, 0x0A}}
_ESCAPED = {code: f"\\u{code:04x}" for code in (*range(127, 160), *_TURNING)}


def make_utf8() -> None:
    """Lets the process's own streams speak UTF-8; called once, before anything is written."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            newline = None if stream is sys.stdin else "\n"
            stream.reconfigure(encoding="utf-8", errors="replace", newline=newline)


def write(text: str) -> None:
    """Prints text as it is; lone surrogates become question marks."""
    theirs = _THEIRS.get()
    try:
        _put(sys.stdout if theirs is None else theirs.out, text)
    except BrokenPipeError:
        raise
    except OSError as fault:
        _LOST.append(fault)


def write_bytes(data: bytes) -> None:
    """Prints bytes as they are."""
    theirs = _THEIRS.get()
    if theirs is not None:
        theirs.out.write(data)
        return
    if sys.stdout is None:
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def write_json(value: object) -> None:
    """Prints one JSON value on one line; what could steer a terminal stands there escaped."""
    import json  # noqa: PLC0415 text output needs none of it

    text = json.dumps(value, ensure_ascii=False)
    if not text.isascii() or "\x7f" in text:
        text = text.translate(_ESCAPED)
    write(text + "\n")


def write_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows in columns that stand under each other; the last column runs free."""
    shown = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*(row[:-1] for row in shown), strict=True)]
    for row in shown:
        cells = [cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=False)]
        write("  ".join([*cells, row[-1]]).rstrip() + "\n")


def say(sentence: str) -> None:
    """Tells a person something beside the answer, on standard error."""
    theirs = _THEIRS.get()
    stream = sys.stderr if theirs is None else theirs.err
    _put(stream, one_line(sentence) + "\n")
    if stream is not None:
        stream.flush()


def flush() -> None:
    """Sends what was printed on its way; raises OSError where any of it could not be printed."""
    if sys.stdout is not None and _THEIRS.get() is None:
        lost, _LOST[:] = _LOST[:1], ()
        sys.stdout.flush()
        for fault in lost:
            raise fault


def one_line(text: str) -> str:
    """Text that keeps to its line and cannot steer a terminal."""
    return text.replace("\n", " ").replace("\t", " ").translate(_UNSAFE)


def safe(text: str) -> str:
    """Text of several lines that cannot steer a terminal."""
    return text.replace("\r\n", "\n").translate(_UNSAFE_IN_TEXT)


def width(text: str) -> int:
    """Columns that a line takes: wide characters of East Asia take two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # noqa: PLC0415 plain text needs none

    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def read_text(*, strict: bool) -> str:
    """All of standard input as text.

    Args:
        strict: refuse what is not UTF-8, for text that goes into a note.

    Raises:
        LuminairError: it is closed, or not UTF-8.
    """
    data = b"".join(_input())
    try:
        return data.decode("utf-8", "strict" if strict else "replace").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        raise LuminairError(
            f"Standard input is not UTF-8 (byte {fault.start + 1:,}), so nothing was written; "
            "convert it first."
        ) from None


def read_lines() -> Iterator[bytes]:
    """Standard input line by line, each as soon as it is there."""
    return _input()


def _input() -> Iterator[bytes]:
    theirs = _THEIRS.get()
    if theirs is not None:
        yield from io.BytesIO(theirs.given)
        return
    stream: TextIO | None = sys.stdin
    if stream is None or stream.closed:
        raise LuminairError("Standard input is closed, so there is nothing to read.")
    lines: Iterable[str | bytes] = getattr(stream, "buffer", stream)
    for line in lines:
        yield line.encode("utf-8", "replace") if isinstance(line, str) else line


def is_person() -> bool:
    """Whether somebody sits at standard input who can be asked."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _put(stream: TextIO | io.BytesIO | None, text: str) -> None:
    data = text.encode("utf-8", "replace")
    if isinstance(stream, io.BytesIO):
        stream.write(data)
    elif stream is not None:  # closed by the caller: nobody wants to read it
        stream.write(data.decode())
