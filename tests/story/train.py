"""Makes the weights by which distilling tells what a message is.

    python -m tests.story.train [--check]

Learns from the days whose roles allow it (``stories``, ``second``, ``fourth``, ``fifth``, the half
of ``third`` that may be looked at, ``talks``) and from the replay kit's ``dev`` half, and writes
``resources/distill/learned.tsv``. ``--check`` leaves each author of ``third`` to ``fifth`` out in
turn instead, and prints how well the asks, decisions and dead ends of their days are told (average
precision).
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from luminair.config.paths import resources
from luminair.keeping.distill.cues import bundled
from luminair.keeping.distill.moves import Reading
from luminair.keeping.distill.text import sentences_of
from luminair.keeping.distill.values import Exchange
from luminair.keeping.distill.weighed import alone, heard
from luminair.keeping.distill.weights import BIAS, SCALE, WEIGHTS, Means, signs
from luminair.messages import Role
from tests.bench.replay.scripts import scripts
from tests.bench.replay.sessions import corpus
from tests.story.told import FIFTH, FOURTH, SECOND, THIRD, TUNED, half, in_file, stories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np

    from tests.bench.replay.sessions import Session
    from tests.story.told import Story

TALKS = TUNED.parent / "talks"
_FIRMNESS = 1.0
_WORTH = {"stories": 0.15, "second": 0.15, "replay": 0.5}
"""How much a lesson counts that the phrases were made with in view, or is much like others."""
_SEEN_AGAIN = 3
"""Signs of fewer messages are left out."""
_LITTLE = 2
_PART = 0.15
"""How much a sentence counts beside its message."""
_SEEDS = (1, 2, 3)
"""Of the replay kit's sessions, which are much alike."""
_MARK = re.compile(r"\{(open|done|decided|dead): ?(.*?)\}")
_WORDS = re.compile(r"[^.!?…\u3002\uff01\uff1f]+")
"""The sentences of what is marked."""
_KINDS = {"decision": "decided", "dead_end": "dead", "open": "open", "done": "done"}


Kinds = dict[str, list[str]]
"""What a message is, by name, and the words that say it, where they are known."""


class Example(Protocol):
    """What is learned from: signs, and what they are signs of."""

    @property
    def signs(self) -> dict[str, float]: ...
    @property
    def means(self) -> Means: ...


class Lesson(NamedTuple):
    """A message with what it is."""

    signs: dict[str, float]
    means: Means
    worth: float = 1.0


def lessons(told: Sequence[tuple[str, str]], said: Sequence[Kinds]) -> Iterator[Lesson]:
    """The messages of a talk, and the sentences of each; what is several things is several lessons.

    Args:
        told: what the owner says and what the model answers, turn by turn.
        said: what each of the owner's messages is, with the words that say it.
    """
    exchanges = [
        Exchange(role, text, "", str(number))
        for number, turn in enumerate(told)
        for role, text in zip((Role.USER, Role.ASSISTANT), turn, strict=True)
        if text
    ]
    reading = Reading(exchanges, sentences_of(exchanges), bundled())
    talk = heard(reading)
    for at, each in enumerate(reading.owners()):
        kinds = said[int(each.exchange.message_id)]
        found = signs(talk, at)
        yield from (Lesson(found, Means(kind)) for kind in sorted(kinds) or [Means.NONE])
        if len(each.sentences) == 1 or not all(kinds.values()):
            continue
        for place, sentence in enumerate(each.sentences):
            parts = [*talk[:at], alone(talk[at], each, place), *talk[at + 1 :]]
            found = signs(parts, at)
            own = [
                kind
                for kind, words in sorted(kinds.items())
                if any(word.casefold() in sentence.text.casefold() for word in words)
            ]
            yield from (Lesson(found, Means(kind), _PART) for kind in own or [Means.NONE])
    reading.cues.forget()


def of_story(told: Story) -> Iterator[Lesson]:
    """The messages of a day; a decision or a dead end may also stand in the answer."""
    kinds = {"open": told.open, "done": told.done, "decided": told.decided, "dead": told.dead}
    said: list[Kinds] = []
    for owner, model in told.talk:
        said.append({})
        for kind, items in kinds.items():
            for words in items:
                if stands(words, owner):
                    said[-1].setdefault(kind, []).extend(words)
                elif kind in {"decided", "dead"} and stands(words, model):
                    said[-1].setdefault(kind, [])
    return lessons(told.talk, said)


def stands(words: Iterable[str], text: str) -> bool:
    """Whether all the words stand in a text, letter case aside."""
    return all(word.casefold() in text.casefold() for word in words)


def of_talks(folder: Path) -> Iterator[list[Lesson]]:
    """The talks of a folder, whose files mark in the text what each part is."""
    for path in sorted(folder.glob("*.txt")):
        for written in re.split(r"(?m)^= .*\n", path.read_text(encoding="utf-8"))[1:]:
            turns: list[list[str]] = []
            said: list[Kinds] = []
            for line in written.splitlines():
                text = _MARK.sub(lambda mark: mark[2], line[2:]).strip()
                if line.startswith("o "):
                    turns.append([text, ""])
                    said.append({})
                else:
                    turns[-1][1] = text
                for mark in _MARK.finditer(line):
                    words = _WORDS.findall(mark[2]) if line.startswith("o ") else []
                    said[-1].setdefault(mark[1], []).extend(words)
            yield list(lessons([(owner, model) for owner, model in turns], said))


def of_session(session: Session) -> Iterator[Lesson]:
    """The messages of a session of the replay kit."""
    talk: list[tuple[str, str]] = []
    said: list[Kinds] = []
    for number, turn in enumerate(session.turns):
        kinds: Kinds = {_KINDS[left.kind]: [] for left in session.left if number in left.proof}
        if turn.role == "person":
            talk.append((turn.text, ""))
            said.append(kinds)
        elif talk:
            talk[-1] = (talk[-1][0], turn.text)
            said[-1] |= {kind: [] for kind in kinds if kind in {"decided", "dead"}}
    return lessons(talk, said)


def everything() -> dict[str, list[Lesson]]:
    """All lessons, by where they come from."""
    replay = [each for seed in _SEEDS for each in corpus("dev", seed).sessions] + scripts("dev")
    found = {
        "stories": [each for told in stories(TUNED) for each in of_story(told)],
        "second": [each for told in stories(SECOND) for each in of_story(told)],
        "talks": [each for talk in of_talks(TALKS) for each in talk],
        "replay": [each for session in replay for each in of_session(session)],
    }
    for path in sorted(THIRD.glob("*.toml")):
        found[path.stem] = [each for told in half(path.stem, seen=True) for each in of_story(told)]
    for path in sorted((*FOURTH.glob("*.toml"), *FIFTH.glob("*.toml"))):
        found[path.stem] = [each for told in in_file(path) for each in of_story(told)]
    return found


class Learned(NamedTuple):
    """Weights: a row for each sign, a column for each meaning."""

    names: list[str]
    rows: np.ndarray


def learn(found: Mapping[str, Sequence[Lesson]]) -> Learned:
    """The weights that tell the meanings of the lessons, by where they come from, apart best."""
    given = [each for many in found.values() for each in many]
    worth = [_WORTH.get(name, 1.0) * each.worth for name, many in found.items() for each in many]
    return fitted(
        [each.signs for each in given],
        [each.means for each in given],
        worth,
        [each.worth for each in given],
        tuple(Means),
    )


def fitted(
    signs: Sequence[Mapping[str, float]],
    kinds: Sequence[Means],
    worth: Sequence[float],
    wholes: Sequence[float],
    columns: Sequence[Means],
) -> Learned:
    """The weights of a multinomial logistic regression.

    Args:
        signs: of each lesson.
        kinds: what each is.
        worth: how much each counts.
        wholes: 1 for each whose signs are counted where rare ones are left out.
        columns: the kinds, in the order of the table.
    """
    import numpy as np
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    vectors = DictVectorizer()
    table = vectors.fit_transform(signs)
    whole = np.array([each == 1 for each in wholes])
    often = np.asarray((table[whole] != 0).sum(axis=0)).ravel() >= _SEEN_AGAIN
    model = LogisticRegression(C=_FIRMNESS, class_weight="balanced", max_iter=3000)
    model.fit(table[:, often], [each.value for each in kinds], sample_weight=worth)
    places = [list(model.classes_).index(means.value) for means in columns]
    names = [
        name for name, kept in zip(vectors.get_feature_names_out(), often, strict=True) if kept
    ]
    rows = np.rint(model.coef_[places].T * SCALE).astype(int)
    rows[names.index(BIAS)] += np.rint(model.intercept_[places] * SCALE).astype(int)
    return Learned(names, rows)


def as_lines(learned: Learned) -> str:
    """The file: a sign and its weights a line, those without weight left out."""
    lines = (
        "\t".join([name, *map(str, row)])
        for name, row in zip(learned.names, learned.rows, strict=True)
        if abs(row).max() > _LITTLE
    )
    return "\n".join(lines) + "\n"


def check(found: dict[str, list[Lesson]]) -> Iterator[str]:
    """A line for each author left out."""
    from sklearn.metrics import average_precision_score

    for author, truths, shares in left_out(found, learn):
        figures = [
            f"{means} {average_precision_score(truths == means, shares[:, place]):.2f}"
            for place, means in enumerate(Means)
        ]
        yield f"{author}: {', '.join(figures)}"


def left_out(
    found: Mapping[str, Sequence[Example]], learn: Callable[[Any], Learned]
) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Each author, what his messages are, and what weights learned from all others take them for.

    Args:
        found: what is learned from, by author.
        learn: makes the weights.
    """
    import numpy as np

    for author in (name for name in found if name.startswith("days")):
        learned = learn({name: many for name, many in found.items() if name != author})
        rows = dict(zip(learned.names, learned.rows / SCALE, strict=True))
        sums = np.array(
            [
                sum(rows[sign] * much for sign, much in each.signs.items() if sign in rows)
                for each in found[author]
            ]
        )
        shares = np.exp(sums - sums.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        yield author, np.array([each.means.value for each in found[author]]), shares


def learn_or_check(
    words: str, arguments: Sequence[str], file: str, learnt: Callable[[], str],
    checked: Callable[[], Iterator[str]],
) -> int:  # fmt: skip
    """What both trainers do on the command line; 0."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--check", action="store_true", help="leave each author out in turn")
    if parser.parse_args(arguments).check:
        sys.stdout.writelines(f"{line}\n" for line in checked())
        return 0
    text = learnt()
    (resources() / file).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(text.splitlines())} signs, {len(text.encode()) // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(
        learn_or_check(
            __doc__, sys.argv[1:], WEIGHTS,
            lambda: as_lines(learn(everything())), lambda: check(everything()),
        )
    )  # fmt: skip
