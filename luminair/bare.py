"""Parts of the standard library without the Python code around them.

SQLite, locks and the reading of JSON are written in C; the modules in front of them load
more modules, and all of that takes a tenth of the time in which a prompt is answered. Where a
Python has these parts under other names, its usual modules are used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from threading import Lock, RLock
    from typing import Any
else:
    try:
        import _sqlite3 as sqlite3
        from _thread import RLock, allocate_lock

        Lock = allocate_lock
    except ImportError:
        import sqlite3
        from threading import Lock, RLock

__all__ = ["Lock", "RLock", "json_text", "json_value", "sqlite3"]


class _Reading:
    """What JSON's own reader has: how its texts become values."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_int = int
    parse_float = parse_constant = float


def json_value(data: bytes) -> object:
    """The value of a JSON text; as :func:`json.loads`, which also says what is wrong with one."""
    try:
        from _json import make_scanner  # noqa: PLC0415 many homes have no JSON to read

        text = data.decode().strip(" \t\n\r")
        reading: Any = _Reading()
        value, end = make_scanner(reading)(text, 0)
        if end == len(text):
            found: object = value
            return found
    except (ImportError, StopIteration, ValueError, SystemError):
        pass  # the scanner alone has no words, nor even an error, for a text that is cut short
    import json  # noqa: PLC0415 seldom

    read: object = json.loads(data)
    return read


def json_text(text: str) -> str:
    """A text as JSON spells it, with its quotes and in ASCII; as :func:`json.dumps`."""
    try:
        from _json import encode_basestring_ascii as spelled  # noqa: PLC0415 as above
    except ImportError:
        from json import dumps as spelled  # noqa: PLC0415 seldom
    made: str = spelled(text)
    return made
