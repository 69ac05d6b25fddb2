"""Tells whether the model's answer says back what the owner said, and so takes note of it.

'5 V 4 A, injected at both ends' after 'external 5v 4a brick, injected at both ends': whoever says a
thing back neither does it nor promises it; it is how things are now.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.distill.cues import Cue, Cues, terms
from luminair.keeping.distill.words import Move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.keeping.distill.moves import Said

_CLAUSE = re.compile(r"[,.;:!(…–—]\s| - ")
_UNIT = re.compile(r"(\d+)([^\W\d_]+)")
_NUMBER = re.compile(r"\d+")
_HALF = 0.5
_MOST = 4
"""Words of an answer's beginning of which one that is said back is enough, if it is half."""
_LEAST = 2
_ROOT = 5
"""Letters by which two forms of a word are known to be one."""


def said_back(said: Said, answer: Said, cues: Cues) -> frozenset[str]:
    """The words of the owner's that the beginning of the answer says back; none where it does not.

    Args:
        said: the owner's message.
        answer: the model's.
        cues: the words that say nothing of a subject.
    """
    own = _apart(said.about)
    roots = {each[:_ROOT] for each in own if len(each) > _ROOT}
    for text in _beginnings(answer):
        begun = _apart(terms(text, cues))
        shared = {each for each in begun if each in own or each[:_ROOT] in roots}
        if not shared or len(shared) < _HALF * len(begun):
            continue
        told = len(shared) >= _LEAST or any(_NUMBER.search(each) for each in shared)
        if told or len(begun) <= _MOST:
            return frozenset(shared)
    return frozenset()


def shares(text: str, words: Iterable[str], cues: Cues) -> bool:
    """Whether a sentence holds one of the words that were said back."""
    roots = {each[:_ROOT] for each in words}
    return any(each[:_ROOT] in roots for each in _apart(terms(text, cues)))


def todo(said: Said, cues: Cues) -> bool:
    """Whether the owner speaks of something to be done, which saying it back leaves open."""
    return any(
        cues.says(Cue.OPEN, each.plain)
        or cues.says(Cue.LATER, each.plain)
        or said.words.says(Move.OWED, each.plain)
        for each in said.sentences
    )


def _beginnings(answer: Said) -> list[str]:
    """The first sentence and its first clauses, words that only take note left out."""
    for sentence in answer.sentences[:2]:
        text = sentence.text
        clauses = [each for each in _CLAUSE.split(text) if each.strip()]
        if len(clauses) == 1 and answer.words.says(Move.TOLD, clauses[0]) and not clauses[0][4:]:
            continue
        return [*clauses[:2], text]
    return []


def _apart(words: Iterable[str]) -> set[str]:
    """Words with numbers and their units apart: '4a' is '4'."""
    found: set[str] = set()
    for word in words:
        unit = _UNIT.fullmatch(word)
        found.add(unit[1] if unit else word)
    return found
