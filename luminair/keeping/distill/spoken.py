"""Tells by learned weights which sentences of a model's answer decide, or give something up.

Owners often decide by going on with what a model said: 'mhm. I need the migration for that'. Then
the decision stands in the answer alone, amid much that is none. So each sentence of an answer is
weighed: its words and phrases, those around it, what the owner said before, and how he goes on. The
weights are made by ``tests/story/train.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.distill.weights import (
    BIAS,
    Heard,
    Means,
    forms,
    likely,
    stems,
    words_and_twos,
    words_of,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.weights import Turn

WEIGHTS = "distill/spoken.tsv"
KINDS = (Means.DECIDED, Means.DEAD, Means.NONE)
"""What a sentence may be, in the order of the file's columns."""
_READ = 600
"""Characters of the owner's messages around an answer that are weighed."""


def weigh_spoken(
    talk: Sequence[Turn], at: int, sentences: Sequence[str]
) -> list[dict[Means, float]]:
    """How likely each meaning is of each sentence of a turn's answer; together 1."""
    return [
        likely(WEIGHTS, KINDS, spoken_signs(talk, at, sentences, place))
        for place in range(len(sentences))
    ]


def spoken_signs(
    talk: Sequence[Turn], at: int, sentences: Sequence[str], place: int
) -> dict[str, float]:
    """What of a sentence is weighed: each sign with how much there is of it."""
    text, turn = sentences[place], talk[at]
    later = talk[at + 1].owner if at + 1 < len(talk) else Heard()
    asked, after = turn.owner.text[:_READ], later.text[:_READ]
    before = sentences[place - 1] if place else ""
    behind = sentences[place + 1] if place + 1 < len(sentences) else ""
    found = {BIAS: 1.0}
    found.update(dict.fromkeys(words_and_twos("s", text), 1.0))
    for who, other in (("b", before), ("a", behind), ("o", asked), ("n", after)):
        found.update(dict.fromkeys((f"{who}:{word}" for word in words_of(other)), 1.0))
    found.update(dict.fromkeys((f"n is {form}" for form in forms(after)), 1.0))
    if place < len(turn.model.phrases):
        found.update(dict.fromkeys((f"s says {name}" for name in turn.model.phrases[place]), 1.0))
    for name in {name for each in later.phrases[:1] for name in each}:
        found[f"n first says {name}"] = 1.0
    for name in {name for each in turn.owner.phrases for name in each}:
        found[f"o says {name}"] = 1.0
    mine = stems(text)
    found["of the question"] = len(mine & stems(asked)) / max(1, len(mine))
    found["gone on with"] = len(mine & stems(after)) / max(1, len(mine))
    found["first"] = float(place == 0)
    found["last"] = float(place == len(sentences) - 1)
    found["only"] = float(len(sentences) == 1)
    found["long answer"] = min(len(sentences), 8) / 4
    found["place"] = at / len(talk)
    return {sign: much for sign, much in found.items() if much}
