"""Makes the weights by which distilling tells what a sentence of a model's answer is.

    python -m tests.story.train_spoken [--check]

Learns from the written days whose roles allow it, and writes ``resources/distill/spoken.tsv``. A
sentence of an answer is a decision or a dead end where the day's words for one stand in that answer
and in none of the owner's messages, and one of these words stands in the sentence. ``--check``
leaves each author of the later folders out in turn instead, and prints average precision.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from luminair.keeping.distill.cues import bundled
from luminair.keeping.distill.moves import Reading
from luminair.keeping.distill.spoken import KINDS, WEIGHTS, spoken_signs
from luminair.keeping.distill.text import sentences_of
from luminair.keeping.distill.values import Exchange
from luminair.keeping.distill.weighed import heard
from luminair.keeping.distill.weights import Means
from luminair.messages import Role
from tests.story.told import FIFTH, FOURTH, SECOND, THIRD, TUNED, half, in_file, stories
from tests.story.train import Learned, as_lines, fitted, learn_or_check, left_out, stands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.story.told import Story


class Spoken(NamedTuple):
    """A sentence of an answer with what it is."""

    signs: dict[str, float]
    means: Means


def of_day(told: Story) -> Iterator[Spoken]:
    """The sentences of a day's answers."""
    exchanges = [
        Exchange(role, text, "", str(number))
        for number, turn in enumerate(told.talk)
        for role, text in zip((Role.USER, Role.ASSISTANT), turn, strict=True)
    ]
    reading = Reading(exchanges, sentences_of(exchanges), bundled())
    talk = heard(reading)
    for at, said in enumerate(reading.owners()):
        answer = reading.answer(said)
        if answer is None:
            continue
        texts = [each.text for each in answer.sentences]
        kinds = list(_kinds(told, int(said.exchange.message_id)))
        for place, text in enumerate(texts):
            folded = text.casefold()
            meant = (
                kind for kind, words in kinds if any(one.casefold() in folded for one in words)
            )
            means = next(meant, Means.NONE)
            yield Spoken(spoken_signs(talk, at, texts, place), means)
    reading.cues.forget()


def _kinds(told: Story, turn: int) -> Iterator[tuple[Means, Sequence[str]]]:
    """What an answer alone says of the day's decisions and dead ends."""
    for kind, items in ((Means.DECIDED, told.decided), (Means.DEAD, told.dead)):
        for words in items:
            owner = any(stands(words, said) for said, _ in told.talk)
            if not owner and stands(words, told.talk[turn][1]):
                yield kind, words


def everything() -> dict[str, list[Spoken]]:
    """All sentences, by where they come from."""
    found = {
        "stories": [each for told in stories(TUNED) for each in of_day(told)],
        "second": [each for told in stories(SECOND) for each in of_day(told)],
    }
    for path in sorted(THIRD.glob("*.toml")):
        found[path.stem] = [each for told in half(path.stem, seen=True) for each in of_day(told)]
    for path in sorted((*FOURTH.glob("*.toml"), *FIFTH.glob("*.toml"))):
        found[path.stem] = [each for told in in_file(path) for each in of_day(told)]
    return found


def learn(found: dict[str, list[Spoken]]) -> Learned:
    """The weights that tell the sentences apart best."""
    given = [each for many in found.values() for each in many]
    return fitted(
        [each.signs for each in given],
        [each.means for each in given],
        [1.0] * len(given),
        [1.0] * len(given),
        KINDS,
    )


def check(found: dict[str, list[Spoken]]) -> Iterator[str]:
    """A line for each author left out."""
    from sklearn.metrics import average_precision_score

    for author, truths, shares in left_out(found, learn):
        figures = []
        for column, means in enumerate(KINDS[:-1]):
            truth = truths == means
            if truth.any():
                figures.append(f"{means} {average_precision_score(truth, shares[:, column]):.2f}")
                least = sorted(shares[truth, column])[len(shares[truth, column]) // 5]
                more = int((shares[~truth, column] >= least).sum())
                figures.append(f"({int(truth.sum())}; 80 % above {least:.3f}, with {more} others)")
        yield f"{author}: {', '.join(figures)}"


if __name__ == "__main__":
    sys.exit(
        learn_or_check(
            __doc__, sys.argv[1:], WEIGHTS,
            lambda: as_lines(learn(everything())), lambda: check(everything()),
        )
    )  # fmt: skip
