"""Tolerant reading of JSON: what is missing or of the wrong type counts as not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TypeVar

_T = TypeVar("_T")

Json = Mapping[str, object]
"""A JSON object as ``json.loads`` gives it."""


def json_object(value: object) -> Json:
    """The object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def text_in(found: Json, key: str) -> str:
    """The text under a key, else ''."""
    value = found.get(key)
    return value if isinstance(value, str) else ""


def number_in(found: Json, key: str) -> int:
    """The whole number under a key, else 0."""
    value = found.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def real_in(found: Json, key: str) -> float | None:
    """The finite number under a key, else None; JSON's whole numbers have no largest."""
    value = found.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        real = float(value)
    except OverflowError:
        return None
    return real if isfinite(real) else None


def all_in(read: Callable[[object], _T | None], value: object) -> tuple[_T, ...]:
    """What can be read of a JSON list; the rest is left out."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(item for item in map(read, value) if item is not None)
