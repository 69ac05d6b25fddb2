"""Splits a person's words into the things said: list items and sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from luminair.keeping.capture.documents import CUT
from luminair.patterns import late_pattern
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

_ITEM: Final = late_pattern(r"^\s*(?:(?:[-*+•–]|\d{1,2}[.)]|[a-z]\))\s+)(?P<box>\[[ xX]\]\s*)?")
_END: Final = late_pattern(r"[.!?…]+[\"'’”)\]]*(?=\s)|[\u3002\uff01\uff1f]+[\u300d\u300f\u201d]?")
_SHORT: Final = late_pattern(
    r"(?:\b(?:e\.g|i\.e|z\.B|d\.h|etc|vs|approx|cf|ca|bzw|usw|no|nr|resp|incl)|\b[A-Za-z]|\d)\.$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """One thing said.

    Attributes:
        text: on one line.
        item: whether it stands in a list.
        done: whether its box is ticked.
        paragraph: number of the paragraph that it stands in.
    """

    text: str
    item: bool = False
    done: bool = False
    paragraph: int = 0


def things_said(own: str) -> Iterator[Said]:
    """Each item of a list and each sentence, in order."""
    paragraph = 0
    prose: list[str] = []

    def flush() -> Iterator[Said]:
        if prose:
            for sentence in sentences(" ".join(prose)):
                yield Said(sentence, paragraph=paragraph)
            prose.clear()

    pending: list[str] = []
    ticked = False
    for line in [*own.split("\n"), ""]:
        text = line.strip()
        item = _ITEM.match(line)
        if pending and (not text or item or not line[:1].isspace()):
            yield Said(" ".join(pending), item=True, done=ticked, paragraph=paragraph)
            pending = []
        if not text or text == CUT or text.startswith("#"):
            yield from flush()
            paragraph += 1
        elif item:
            yield from flush()
            box = item["box"] or ""
            pending, ticked = [line[item.end() :].strip()], "x" in box.casefold()
        elif pending:
            pending.append(text)
        else:
            prose.append(text)
            # A line that ends as a sentence does, or a short one, stands for itself.
            if text[-1] in ".!?:;\u3002\uff01\uff1f\uff1a" or len(text) < 60:
                yield from flush()


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph, without blanks around them."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if end.group() == "." and _SHORT.search(text[max(0, end.end() - 8) : end.end()]):
            behind = text[end.end() :].lstrip()
            if not behind[:1].isupper() or not text[end.start() - 1 : end.start()].isdigit():
                continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if any(map(str.isalnum, sentence))]
