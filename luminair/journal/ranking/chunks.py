"""A text cut into chunks: words, and what people write as one without spaces."""

from __future__ import annotations

import re
from functools import cache

from luminair.journal.ranking.scripts import CJK, CLUSTERED, MARKS, plain
from luminair.patterns import late_pattern


def _chunk_pattern(word: str) -> str:
    """A chunk: words held together by what stands inside names, paths and versions."""
    joiner = r"(?:['.@&\-]|,(?=\d\d\d)|::?(?://?|\\\\?)?|[/\\]\.?|\./|\\\\|//)"
    head = r"(?:\.(?<![\w.]\.)|--?(?<!\w-)(?<![\w-]--))?"
    return rf"{head}{word}+(?:{joiner}{word}+)*(?:\+\+|\#(?!\w))?"


_ASCII_CHUNK = late_pattern(_chunk_pattern(r"[A-Za-z0-9_]"))


@cache
def _any_chunk() -> re.Pattern[str]:
    """Chunks of any script; compiled late, for it takes two milliseconds of a cold start."""
    return re.compile(rf"[{CJK}]+|[{CLUSTERED}]+|" + _chunk_pattern(rf"[\w{MARKS}]"))


def chunks(text: str) -> list[str]:
    """The text's chunks in reading order, normalised (NFKC) and with plain apostrophes."""
    if text.isascii():
        return _ASCII_CHUNK.findall(text)
    return _any_chunk().findall(plain(text))
