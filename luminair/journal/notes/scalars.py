"""Single values of a header: quotes, remarks, flow lists; and how we write a value.

Reading is tolerant: what YAML would refuse or misread is taken as a person takes it, and the
reason is handed to ``flag``. Writing is exact: :func:`is_bare` says whether YAML of either
version reads a bare text back unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from luminair.journal.notes.values import Value

Flag = Callable[[str], None]

MAX_DEPTH: Final = 24
"""Levels of nesting that are read; what lies deeper stays text, so no file can exhaust us."""

_DOUBLE: Final = late_pattern(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_SINGLE: Final = late_pattern(r"'([^']*(?:''[^']*)*)'")
_REMARK: Final = late_pattern(r"[ \t]+#+(?=[ \t]|$)")
_ANY_REMARK: Final = late_pattern(r"(?:^|[ \t]+)#")
_AFTER_QUOTE: Final = late_pattern(r"[ \t]*(?=[\r\n]|$)|[ \t]+#[^\r\n]*")
_ESCAPE: Final = late_pattern(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL
)
_LINE_ESCAPE: Final = late_pattern(r"(\\[^\n])|\\\n[ \t]*")
_SHORT_ESCAPES: Final = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_SURROGATE_PAIR: Final = late_pattern("([\ud800-\udbff])([\udc00-\udfff])")
_SURROGATE: Final = late_pattern("[\ud800-\udfff]")
_MISREAD: Final = late_pattern(r":(?=[ \t]|$)|[ \t]#|^(?:[@`%&*!|>\[\]{},#]|[-?:](?=[ \t]|$))")


def without_surrogates(text: str) -> str:
    """The text as it can be written: halves of a pair joined, lone halves replaced."""
    if not _SURROGATE.search(text):
        return text
    joined = _SURROGATE_PAIR.sub(
        lambda pair: chr(0x10000 + ((ord(pair[1]) - 0xD800) << 10) + ord(pair[2]) - 0xDC00), text
    )
    return _SURROGATE.sub("\ufffd", joined)


def fold(lines: list[str]) -> str:
    """Lines of a flowing text as one: a line end is a blank, an empty line a line end."""
    out = lines[0].rstrip(" \t")
    gap = 0
    for line in lines[1:]:
        stripped = line.strip(" \t")
        if stripped:
            out += ("\n" * gap or " ") + stripped
            gap = 0
        else:
            gap += 1
    return out


def _fold_quoted(inner: str) -> str:
    lines = inner.split("\n")
    last = lines[-1]
    if last.strip(" \t"):
        return fold(lines) + last[len(last.rstrip(" \t")) :]
    # Nothing stands before the closing quote: the line ends themselves are the text's end.
    return fold([*lines[:-1], "."])[:-1] if len(lines) > 1 else inner


def _unescape(text: str, flag: Flag) -> str:
    if "\n" in text:
        text = _fold_quoted(_LINE_ESCAPE.sub(lambda found: found[1] or "", text))
    if "\\" not in text:
        return text

    def replace(found: re.Match[str]) -> str:
        digits = found[1] or found[2] or found[3]
        if digits:
            number = int(digits, 16)
            if number > 0x10FFFF:
                flag("has an escape that is no character")
                return "\ufffd"
            return chr(number)
        short = _SHORT_ESCAPES.get(found[4])
        if short is None:
            flag(f"has the escape \\{found[4]}, which YAML does not know")
            return found[0]
        return short

    return without_surrogates(_ESCAPE.sub(replace, text))


def quoted(text: str, at: int, flag: Flag) -> tuple[str, int] | None:
    """The quoted text that begins at ``at``, with the place behind its closing quote."""
    if text[at] == '"':
        found = _DOUBLE.match(text, at)
        return (_unescape(found[1], flag), found.end()) if found else None
    found = _SINGLE.match(text, at)
    if found is None:
        return None
    inner = found[1].replace("''", "'")
    return (_fold_quoted(inner) if "\n" in inner else inner), found.end()


def ends_here(text: str, at: int) -> int | None:
    """Where a value's line ends if only blanks and a remark follow; else None."""
    found = _AFTER_QUOTE.match(text, at)
    return found.end() if found else None


def value_end(text: str, *, one_word: bool) -> int:
    """Where a bare value of one line ends: before its remark, if it has one.

    YAML takes any blank and ``#`` for a remark. A person reads ``budget #3`` whole and takes
    ``doc # reference`` for a word and a remark; in a key of one word each is a remark.
    """
    found = (_ANY_REMARK if one_word else _REMARK).search(text)
    end = found.start() if found and (one_word or found.start() > 0) else len(text)
    return len(text[:end].rstrip(" \t"))


def check_bare(text: str, flag: Flag) -> None:
    """Flag a bare text that strict YAML refuses or misreads."""
    found = _MISREAD.search(text)
    if found is None:
        return
    sign = found[0].strip()
    if sign == ":" and found.start() > 0:
        flag("has a colon in a value without quotes")
    elif sign == "#":
        flag("has a # in a value without quotes, which YAML takes for a remark")
    else:
        flag(f"has a value that begins with {sign} and has no quotes")


class NotFlow(ValueError):
    """The text is no flow list or map; it is read as plain text."""


_BLANKS: Final = late_pattern(r"(?:[ \t\r\n]|(?<=[ \t\r\n])#(?=[ \t])[^\r\n]*)*")
_WIKILINK: Final = late_pattern(r"\[\[[^\[\]\r\n]*\]\]")
_FLOW_ITEM: Final = late_pattern(r"[^,\[\]{}\r\n]*")
_FLOW_KEY: Final = late_pattern(r"[^,\[\]{}\r\n:]*(?::(?=[^\s,\]}])[^,\[\]{}\r\n:]*)*")


def flow(text: str, at: int, flag: Flag, depth: int = 0) -> tuple[Value, int]:
    """The flow list or map that begins at ``at``, with the place behind it.

    Raises:
        NotFlow: it does not close, or is none.
    """
    if depth > MAX_DEPTH:
        raise NotFlow
    if text[at] == "{":
        return _flow_map(text, at, flag, depth)
    link = _WIKILINK.match(text, at)
    if link:
        flag("has a [[link]] without quotes")
        return link[0], link.end()
    items: list[Value] = []
    at = _skip(text, at + 1)
    while True:
        if at >= len(text):
            raise NotFlow
        if text[at] == "]":
            return tuple(items), at + 1
        if text[at] == ",":
            at = _skip(text, at + 1)
            continue
        item, at = _flow_item(text, at, flag, depth)
        items.append(item)
        at = _skip(text, at)
        if text[at : at + 1] not in {",", "]"}:
            raise NotFlow


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _flow_item(text: str, at: int, flag: Flag, depth: int) -> tuple[Value, int]:
    sign = text[at]
    if sign in "[{":
        return flow(text, at, flag, depth + 1)
    if sign in "\"'":
        found = quoted(text, at, flag)
        if found:
            return found
        raise NotFlow
    plain = _FLOW_ITEM.match(text, at)
    if plain is None or not plain[0].strip():
        raise NotFlow
    item = plain[0].strip(" \t")
    check_bare(item, flag)
    return item, plain.end()


def _flow_map(text: str, at: int, flag: Flag, depth: int) -> tuple[Value, int]:
    pairs: dict[str, Value] = {}
    at = _skip(text, at + 1)
    while True:
        if at >= len(text):
            raise NotFlow
        if text[at] == "}":
            return pairs, at + 1
        if text[at] == ",":
            at = _skip(text, at + 1)
            continue
        key, at = _flow_key(text, at, flag)
        at = _skip(text, at)
        if text[at : at + 1] == ":":
            at = _skip(text, at + 1)
            if text[at : at + 1] in {",", "}"}:
                pairs[key] = None
            elif at < len(text):
                pairs[key], at = _flow_item(text, at, flag, depth)
        else:
            pairs[key] = None
        at = _skip(text, at)
        if text[at : at + 1] not in {",", "}"}:
            raise NotFlow


def _flow_key(text: str, at: int, flag: Flag) -> tuple[str, int]:
    if text[at] in "\"'":
        found = quoted(text, at, flag)
        if found is None:
            raise NotFlow
        return found
    plain = _FLOW_KEY.match(text, at)
    if plain is None or not plain[0].strip():
        raise NotFlow
    return plain[0].strip(" \t"), plain.end()


_WORDS: Final = frozenset(
    {"y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", "=", "<<", ""}
)
_NUMBER: Final = late_pattern(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?"
    r"|[0-9_]*\.?[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"
)
_TIME: Final = late_pattern(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}"
    r"(?:\.[0-9]*)?)?[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?)?)?"
)
_UNSAFE_START: Final = late_pattern(r"[\[\]{},#&*!|>'\"%@`\ufeff\s]|[-?:](?=\s|$)")
_UNSAFE_INSIDE: Final = late_pattern(r":(?=[ \t]|$)|[ \t]#|<%|\{\{")
_UNSAFE_IN_FLOW: Final = late_pattern(r"[,\[\]{}?:#]")
_NOT_PLAIN: Final = late_pattern("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff\ufffe\uffff]")


def is_bare(text: str, *, in_flow: bool = False) -> bool:
    """Whether YAML (1.1 as PyYAML reads it, and 1.2) reads the bare text back unchanged."""
    if text.casefold() in _WORDS or text != text.strip() or _NOT_PLAIN.search(text):
        return False
    if _UNSAFE_START.match(text) or _UNSAFE_INSIDE.search(text):
        return False
    if in_flow and _UNSAFE_IN_FLOW.search(text):
        return False
    return not (_NUMBER.fullmatch(text) or _TIME.fullmatch(text))


# What no line may hold, what turns the direction of text, and what would make of a value a
# template's placeholder.
_MUST_ESCAPE: Final = late_pattern(
    '["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]'
    r"|<(?=%)|\{(?=\{)"
)
_WRITTEN: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def double_quoted(text: str) -> str:
    """The text in double quotes on one line, so that YAML reads it back unchanged."""

    def escape(found: re.Match[str]) -> str:
        sign = found[0]
        short = _WRITTEN.get(sign)
        if short is not None:
            return short
        number = ord(sign)
        return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"

    return '"' + _MUST_ESCAPE.sub(escape, without_surrogates(text)) + '"'
