"""A table of our own in a TOML file, put in and taken out; every other byte stays."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TABLE: Final = re.compile(r"^[ \t]*\[[^\r\n]*$", re.MULTILINE)


class NotToml(ValueError):
    """The text is no TOML, or holds the table in a form that is not one block of lines."""


def read(text: str) -> dict[str, object]:
    """What a file says; raises NotToml."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotToml from error


def with_table(text: str, name: Sequence[str], values: Mapping[str, object]) -> str:
    """The text with a table at its end.

    Args:
        text: without a table of this name.
        name: its parts.
        values: texts, numbers and lists of texts.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(name)}]"]
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    gap = "" if not text.strip("\ufeff") else newline if text.endswith("\n") else newline * 2
    made = text + gap + newline.join(lines) + newline
    read(made)
    return made


def without_table(text: str, name: Sequence[str]) -> str:
    """The text without a table and those below it; one empty line before it goes too.

    Raises:
        NotToml: it stands there in another form, such as one line with dots.
    """
    head = re.compile(
        r"^[ \t]*\[" + r"\.".join(rf"[ \t]*[\"']?{re.escape(part)}[\"']?[ \t]*" for part in name)
        + r"(?P<below>\.[^\r\n]*)?\][^\r\n]*$",
        re.MULTILINE,
    )  # fmt: skip
    while True:
        found = head.search(text)
        if found is None:
            break
        after = _TABLE.search(text, found.end())
        end = after.start() if after else len(text)
        before = text[: found.start()]
        for blank in ("\r\n\r\n", "\n\n"):
            if after is None and before.endswith(blank):
                before = before[: -len(blank) // 2]
                break
        text = before + text[end:]
    inner: object = read(text)
    for part in name:
        inner = inner.get(part) if isinstance(inner, dict) else None
    if inner is not None:
        raise NotToml
    return text
