"""Makes the weights by which distilling tells what a message is.

    python -m tests.story.train [--check]

Learns from the days whose roles allow it (``stories``, ``second``, the half of ``third`` that may
be looked at, ``talks``) and from the replay kit's ``dev`` half, and writes
``resources/distill/learned.tsv``. ``--check`` leaves each author of ``third`` out in turn instead,
and prints how well the asks, decisions and dead ends of the other's days are told (average
precision).
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, NamedTuple

from luminair.config.paths import resources
from luminair.keeping.learned import BIAS, SCALE, WEIGHTS, Means, Turn, signs
from tests.bench.replay.scripts import scripts
from tests.bench.replay.sessions import corpus
from tests.story.told import SECOND, THIRD, TUNED, half, stories

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import numpy as np

    from tests.bench.replay.sessions import Session
    from tests.story.told import Story

TALKS = TUNED.parent / "talks"
_FIRMNESS = 0.3
_SEEN_AGAIN = 3
"""Signs of fewer messages are left out."""
_LITTLE = 2
_SESSIONS = 300
"""Of the replay kit's, which are much alike."""
_MARK = re.compile(r"\{(open|done|decided|dead): ?(.*?)\}")
_KINDS = {"decision": "decided", "dead_end": "dead", "open": "open", "done": "done"}


class Lesson(NamedTuple):
    """A message with what it is."""

    signs: dict[str, float]
    means: Means


def lessons(talk: Sequence[Turn], said: Sequence[set[str]]) -> Iterator[Lesson]:
    """The messages of a talk; of what one is several times over, the rarest counts."""
    order = (Means.DEAD, Means.DECIDED, Means.OPEN, Means.DONE)
    for at, kinds in enumerate(said):
        means = next((each for each in order if each in kinds), Means.NONE)
        yield Lesson(signs(talk, at), means)


def of_story(told: Story) -> Iterator[Lesson]:
    """The messages of a day; a decision or a dead end may also stand in the answer."""
    kinds = {"open": told.open, "done": told.done, "decided": told.decided, "dead": told.dead}
    said = [
        {
            kind
            for kind, items in kinds.items()
            for words in items
            if _stands(words, owner) or (kind in {"decided", "dead"} and _stands(words, model))
        }
        for owner, model in told.talk
    ]
    return lessons([Turn(*each) for each in told.talk], said)


def _stands(words: Iterable[str], text: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


def of_talks(folder: Path) -> Iterator[list[Lesson]]:
    """The talks of a folder, whose files mark in the text what each part is."""
    for path in sorted(folder.glob("*.txt")):
        for written in re.split(r"(?m)^= .*\n", path.read_text(encoding="utf-8"))[1:]:
            turns: list[list[str]] = []
            said: list[set[str]] = []
            for line in written.splitlines():
                text = _MARK.sub(lambda mark: mark[2], line[2:]).strip()
                if line.startswith("o "):
                    turns.append([text, ""])
                    said.append(set())
                else:
                    turns[-1][1] = text
                said[-1] |= {mark[1] for mark in _MARK.finditer(line)}
            yield list(lessons([Turn(*each) for each in turns], said))


def of_session(session: Session) -> Iterator[Lesson]:
    """The messages of a session of the replay kit."""
    talk: list[Turn] = []
    said: list[set[str]] = []
    for number, turn in enumerate(session.turns):
        kinds = {_KINDS[left.kind] for left in session.left if number in left.proof}
        if turn.role == "person":
            talk.append(Turn(turn.text, ""))
            said.append(kinds)
        elif talk:
            talk[-1] = Turn(talk[-1].owner, turn.text)
            said[-1] |= kinds & {"decided", "dead"}
    return lessons(talk, said)


def everything() -> dict[str, list[Lesson]]:
    """All lessons, by where they come from."""
    replay = [*corpus("dev", 1).sessions[:_SESSIONS], *scripts("dev")]
    found = {
        "stories": [each for told in stories(TUNED) for each in of_story(told)],
        "second": [each for told in stories(SECOND) for each in of_story(told)],
        "talks": [each for talk in of_talks(TALKS) for each in talk],
        "replay": [each for session in replay for each in of_session(session)],
    }
    for path in sorted(THIRD.glob("*.toml")):
        found[path.stem] = [each for told in half(path.stem, seen=True) for each in of_story(told)]
    return found


class Learned(NamedTuple):
    """Weights: a row for each sign, a column for each meaning."""

    names: list[str]
    rows: np.ndarray


def learn(given: Iterable[Lesson]) -> Learned:
    """The weights that tell the meanings of the lessons apart best."""
    import numpy as np
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    given = list(given)
    vectors = DictVectorizer()
    table = vectors.fit_transform([each.signs for each in given])
    often = np.asarray((table != 0).sum(axis=0)).ravel() >= _SEEN_AGAIN
    model = LogisticRegression(C=_FIRMNESS, class_weight="balanced", max_iter=3000)
    model.fit(table[:, often], [each.means.value for each in given])
    columns = [list(model.classes_).index(means.value) for means in Means]
    names = [
        name for name, kept in zip(vectors.get_feature_names_out(), often, strict=True) if kept
    ]
    rows = np.rint(model.coef_[columns].T * SCALE).astype(int)
    rows[names.index(BIAS)] += np.rint(model.intercept_[columns] * SCALE).astype(int)
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
    import numpy as np
    from sklearn.metrics import average_precision_score

    for left_out in (name for name in found if name.startswith("days")):
        given = [each for name, many in found.items() if name != left_out for each in many]
        learned = learn(given)
        rows = dict(zip(learned.names, learned.rows / SCALE, strict=True))
        figures = []
        sums = np.array(
            [
                sum((rows[sign] * much for sign, much in each.signs.items() if sign in rows))
                for each in found[left_out]
            ]
        )
        shares = np.exp(sums - sums.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        for place, means in enumerate(Means):
            truth = [each.means is means for each in found[left_out]]
            figures.append(f"{means} {average_precision_score(truth, shares[:, place]):.2f}")
        yield f"{left_out}: {', '.join(figures)}"


def main(arguments: Sequence[str]) -> int:
    """Learns and writes, or checks; 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.story.train", description=__doc__)
    parser.add_argument("--check", action="store_true", help="leave each author out in turn")
    found = everything()
    if parser.parse_args(arguments).check:
        sys.stdout.writelines(f"{line}\n" for line in check(found))
        return 0
    text = as_lines(learn(each for many in found.values() for each in many))
    (resources() / WEIGHTS).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(text.splitlines())} signs, {len(text.encode()) // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
