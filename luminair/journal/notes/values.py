"""What a header's value can be, and the header keys Luminair knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Value: TypeAlias = "str | tuple[Value, ...] | Mapping[str, Value] | None"
"""A value as a person reads it: scalars are the text as written, without quotes."""

Change: TypeAlias = "str | bool | tuple[str, ...] | None"
"""What an edit may set a key to; ``None`` takes the key out."""

KNOWN_KEYS: Final[tuple[str, ...]] = (
    "id",
    "kind",
    "scope",
    "cwd",
    "project",
    "session",
    "title",
    "created",
    "updated",
    "summary",
    "pinned",
    "status",
    "source",
    "approved",
    "archived",
    "overrides",
)
"""The order in which a block that Luminair creates lists its keys."""

LIST_KEYS: Final = frozenset({"tags", "tag", "aliases", "alias", "cssclasses"})
"""Keys whose text Obsidian splits into a list."""

TIME_KEYS: Final = frozenset({"created", "updated", "approved", "archived"})

ONE_WORD_KEYS: Final = TIME_KEYS | {"id", "kind", "scope", "pinned", "status"}
"""Keys whose value never holds a blank and a ``#``: what follows these is a remark."""

_TRUE_WORDS: Final = frozenset({"true", "yes", "on", "y", "1"})


def is_on(value: Value) -> bool:
    """Whether a person would take the value for a switch that is on."""
    return isinstance(value, str) and value.strip().casefold() in _TRUE_WORDS


def is_nothing(value: Value) -> bool:
    """Whether the value says nothing: no text, ``null`` or ``~``."""
    if value is None:
        return True
    return isinstance(value, str) and value.strip().casefold() in {"", "null", "~"}


def as_text(value: Value) -> str:
    """The value as one text; a list is joined by commas, nothing is ''."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {as_text(item)}" for key, item in value.items())
    return ", ".join(as_text(item) for item in value)


def as_list(key: str, value: Value) -> tuple[str, ...]:
    """The value of a tags-like key as Obsidian reads it.

    Text is split at commas (tags at blanks too), a tag loses its ``#``, and what is empty
    or an Obsidian comment (``%% … %%``) is left out.
    """
    if value is None or is_nothing(value):
        return ()
    is_tags = key.casefold() in {"tags", "tag"}
    if isinstance(value, str):
        items = value.replace(",", " ").split() if is_tags else value.split(",")
    elif isinstance(value, Mapping):
        items = [as_text(value)]
    else:
        items = [as_text(item) for item in value]
    stripped = [item.strip() for item in items]
    if is_tags:
        stripped = [item.lstrip("#") for item in stripped]
    return tuple(
        item for item in stripped if item and not (item.startswith("%%") and item.endswith("%%"))
    )
