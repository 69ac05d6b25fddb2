"""Where a text may be cut without breaking what a person sees as one sign.

The rules are those of Unicode's extended grapheme clusters (UAX #29) as far as the standard
library's character data carries them; where in doubt two code points stay together.
"""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"


def _extends(sign: str) -> bool:
    """Whether the code point belongs to the one before it."""
    number = ord(sign)
    if number < 0x300:
        return False
    return (
        unicodedata.category(sign) in {"Mn", "Mc", "Me"}
        or sign in {_JOINER, "\u200c", "\u0e33", "\u0eb3", "\uff9e", "\uff9f"}
        or 0x1F3FB <= number <= 0x1F3FF
        or 0xE0020 <= number <= 0xE007F
    )


def _is_flag_half(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def _hangul(sign: str) -> str:
    number = ord(sign)
    if 0x1100 <= number <= 0x115F or 0xA960 <= number <= 0xA97C:
        return "L"
    if 0x1160 <= number <= 0x11A7 or 0xD7B0 <= number <= 0xD7C6:
        return "V"
    if 0x11A8 <= number <= 0x11FF or 0xD7CB <= number <= 0xD7FB:
        return "T"
    if 0xAC00 <= number <= 0xD7A3:
        return "LV" if (number - 0xAC00) % 28 == 0 else "LVT"
    return ""


_HANGUL_PAIRS = frozenset(
    [
        ("L", "L"),
        ("L", "V"),
        ("L", "LV"),
        ("L", "LVT"),
        ("V", "V"),
        ("LV", "V"),
        ("V", "T"),
        ("LV", "T"),
        ("T", "T"),
        ("LVT", "T"),
    ]
)


def _joined(text: str, at: int) -> bool:
    """Whether the code points before and at ``at`` belong together."""
    before, after = text[at - 1], text[at]
    if before == "\r" and after == "\n":
        return True
    if before in "\r\n" or after in "\r\n":
        return False
    if _extends(after) or before == _JOINER:
        return True
    if after.isascii():
        return unicodedata.category(before) == "Cf" and "\u0600" <= before <= "\u06dd"
    if unicodedata.combining(before) == 9 and after.isalpha():
        return True
    if _is_flag_half(before) and _is_flag_half(after):
        start = at - 1
        while start > 0 and _is_flag_half(text[start - 1]):
            start -= 1
        return (at - start) % 2 == 1
    return (_hangul(before), _hangul(after)) in _HANGUL_PAIRS


def cut_at(text: str, at: int) -> int:
    """The last place at or before ``at`` where the text may be cut (0 where there is none)."""
    if at >= len(text):
        return len(text)
    while at > 0 and _joined(text, at):
        at -= 1
    return max(at, 0)


def cut_bytes(text: str, limit_bytes: int) -> str:
    """The start of the text that fits into ``limit_bytes`` of UTF-8, cut between signs."""
    raw = text.encode("utf-8")
    if len(raw) <= limit_bytes:
        return text
    fits = raw[:limit_bytes].decode("utf-8", "ignore")
    return text[: cut_at(text, len(fits))]
