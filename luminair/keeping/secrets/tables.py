"""Passwords in the columns of tables: Markdown, comma-separated values, and rows for SQL."""

from __future__ import annotations

from luminair.keeping.secrets import labels, values
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Final

    from luminair.keeping.secrets.context import Span, Window

HINTS: Final = tuple(
    each for each in labels.HINTS if each not in {"key", "token", "salt", "secret"}
)
_LONG: Final = 2_000
"""Characters of a line: what is longer is no row of a table."""
_RULE: Final = late_pattern(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*$")
_RULE_BELOW: Final = late_pattern(r"\n[ \t]*:?-+:?[ \t]*\|[ \t:|-]*-[ \t:|-]*(?:\n|\Z)")
_CELL: Final = late_pattern(r"(?<!\\)\|")
_NAME: Final = late_pattern(r"(?=.{1,30}$)[\w-]+(?: [\w-]+)?")
_SEPARATORS: Final = {",": late_pattern(","), ";": late_pattern(";"), "\t": late_pattern("\t")}
_TITLE: Final = late_pattern(r"[^\n.!?()=]{1,40}")
_INSERT: Final = late_pattern(
    r"(?i:\binsert\s{1,3}into\s{1,3}\S{1,80}\s?)\((?P<columns>[^()\n]{3,400})\)\s{0,3}"
    r"(?i:values)\s{0,3}(?P<rows>\([^\n]{3,4000})"
)
_FIELD: Final = late_pattern(
    r"\s*(?:'(?P<a>(?:[^'\n]|'')*)'|\"(?P<b>[^\"\n]*)\"|(?P<c>[^,()'\"]*))\s*(?:,|\)|$)"
)


def cells(text: str, window: Window) -> Iterator[Span]:
    """What stands in a window under, or beside, the name of a password."""
    at = text.rfind("\n", 0, window[0]) + 1
    while at < min(window[1], len(text)):
        end = _line_end(text, at)
        if end - at < _LONG and labels.PASSWORD.search(text[at:end].lower()):
            piped = text[at:end].lstrip().startswith("|") or _RULE_BELOW.match(text, end)
            look = _markdown if piped else _separated
            found, end = look(text, at, end)
            yield from found
        at = end + 1
    for found_row in _INSERT.finditer(text, *window):
        yield from _inserted(found_row)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _is_label(cell: str) -> bool:
    """Whether a cell is the name of a password and nothing more."""
    name = cell.strip().strip("*_`\"' ").lower()
    found = labels.PASSWORD.search(name)
    if found is None or not _TITLE.fullmatch(name):
        return False
    rest = name[found.end() :]
    return not rest.strip(" 0123456789:") and not labels.OTHER_BEFORE.search(
        name[: found.start()].rstrip()
    )


def _pieces(line: str, at: int, by: re.Pattern[str]) -> list[tuple[int, str]]:
    """The cells of a line, each with its place in the text."""
    found, start = [], 0
    for sign in by.finditer(line):
        found.append((at + start, line[start : sign.start()]))
        start = sign.end()
    found.append((at + start, line[start:]))
    return found


def _markdown(text: str, at: int, end: int) -> tuple[list[Span], int]:
    """The secrets of a table that begins with this line, or of the line, and where it ends."""
    head = _pieces(text[at:end], at, _CELL)
    columns = [number for number, (_, cell) in enumerate(head) if _is_label(cell)]
    below = _line_end(text, end + 1)
    if columns and end < len(text) and _RULE.match(text, end + 1, below):
        return _rows(text, below, columns, len(head), _CELL)
    if columns == [1] and len(head) > 2:
        return list(_cell(*head[2])), end
    return [], end


def _separated(text: str, at: int, end: int) -> tuple[list[Span], int]:
    """Likewise, for values between commas, semicolons or tabs."""
    line = text[at:end]
    for sign, by in _SEPARATORS.items():
        head = _pieces(line, at, by) if sign in line else []
        names = [cell.strip().strip("\"'") for _, cell in head]
        columns = [number for number, name in enumerate(names) if _is_label(name)]
        if columns and all(map(_NAME.fullmatch, names)):
            return _rows(text, end, columns, len(head), by)
    return [], end


def _rows(
    text: str, end: int, columns: list[int], width: int, by: re.Pattern[str]
) -> tuple[list[Span], int]:
    """The secrets in the lines behind the head, as long as they have as many cells."""
    spans: list[Span] = []
    while end < len(text):
        at, last = end + 1, _line_end(text, end + 1)
        found = _pieces(text[at : min(last, at + _LONG)].rstrip("\r"), at, by)
        if len(found) < width:
            break
        for number in columns:
            start, cell = found[number]
            # A value that holds the sign itself makes cells of it; they are all its own.
            if len(found) > width:
                behind, tail = found[number - width]
                cell = text[start : behind + len(tail)]
            spans += _cell(start, cell)
        end = last
    return spans, end


def _cell(start: int, cell: str) -> Iterator[Span]:
    value = cell.strip()
    start += len(cell) - len(cell.lstrip())
    for mark in ("**", "`", '"', "'"):
        if len(value) > 2 * len(mark) and value.startswith(mark) and value.endswith(mark):
            value, start = value[len(mark) : -len(mark)], start + len(mark)
    words = value.split()
    if len(words) > 1:
        if values.is_phrase(words):
            yield start, start + len(value), "password"
    elif values.is_value(value, tight=True):
        yield start, start + len(value), "password"


def _inserted(found: re.Match[str]) -> Iterator[Span]:
    names = found["columns"].split(",")
    wanted = {number for number, name in enumerate(names) if _is_label(name)}
    if not wanted:
        return
    text, at, last = found.string, found.start("rows"), found.end("rows")
    while at < last and text[at] == "(":
        at += 1
        for number in range(len(names)):
            field = _FIELD.match(text, at, last)
            if field is None or field.end() == at:
                return
            group = "a" if field["a"] is not None else "b" if field["b"] is not None else "c"
            if number in wanted and group != "c" and values.is_value(field[group], tight=True):
                yield (*field.span(group), "password")
            at = field.end()
        while at < last and text[at] in ", ":
            at += 1
