"""Makes the trees by which promote judges pairs of asks (``resources/paraphrase/pairs.json``).

    python -m tests.bench.pair_fit                writes them
    python -m tests.bench.pair_fit --without SET  fits on all other sets, and judges promote on SET

The sets are drawn as :mod:`tests.bench.wishes` draws them, with their near misses; ``fifth:even``,
``seventh:even``, ``ninth:even`` and ``sixth`` have no part in it. The word lists were written with
most of the sets in sight, so what promote makes of those says nothing about words of other people.
Therefore each is drawn also with half of the listed phrases hidden, and the sets that were not in
sight count four times.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from luminair.config.paths import resources
from luminair.keeping.phrasing import lexicon
from luminair.keeping.promotion import kindred, pair_scorer
from luminair.keeping.promotion.promote import may_be_wish
from luminair.keeping.promotion.wording import bare
from tests.bench.index_speed import say
from tests.bench.replay import texts
from tests.bench.wishes import SEEN, Wishes, judged, wishes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SETS = (*SEEN, "replay")
UNSEEN = frozenset({"seventh:odd", "eighth", "ninth:odd"})
"""Sets that were not in sight when the lists were written: nothing of them is hidden."""
HIDDEN = 0.5
DRAWS = 4
SHARES = {"replay": 2.0, **dict.fromkeys(UNSEEN, 4.0)}
"""How much a pair counts, one where nothing is said."""


class Part(NamedTuple):
    """What one worker draws: a set, the share of the phrases that is hidden, and which ones."""

    name: str
    hidden: float
    salt: str


class Pairs(NamedTuple):
    """Pairs of one part: their signs, and whether each is one wish."""

    name: str
    signs: list[list[float]]
    same: list[bool]


def parts() -> list[Part]:
    """All that is drawn."""
    whole = [Part(name, 0.0, "") for name in SETS]
    return whole + [
        Part(name, HIDDEN, salt) for name in SETS if name not in UNSEEN for salt in ("a", "b")
    ]


def set_of(name: str) -> Wishes:
    """The wishes of a set; ``replay`` is the tuned half of the replay kit."""
    if name != "replay":
        return wishes_of(name)
    return [
        (each.key, list(each.phrasings), [*each.opposites, *each.near])
        for each in texts.intents_of("dev")
        if each.kind == "wish"
    ]


def hide(share: float, salt: str) -> None:
    """Leaves a share of the phrases out of the lists that this process will read."""
    take = lexicon.Phrases.add

    def add(self: lexicon.Phrases, phrase: str, meaning: object) -> None:
        digest = hashlib.sha256(f"{salt}{phrase}".encode()).digest()
        if not isinstance(meaning, tuple) or digest[0] >= 256 * share:
            take(self, phrase, meaning)

    lexicon.Phrases.add = add  # type: ignore[method-assign]


def drawn(part: Part) -> Pairs:
    """The pairs of one part; to be called in a process of its own, since it hides phrases."""
    if part.hidden:
        hide(part.hidden, part.salt)
    found = Pairs(part.name, [], [])
    for seed in range(DRAWS):
        draw = random.Random(f"pairs {seed}")  # noqa: S311
        asks: list[tuple[str, str]] = []
        for name, wordings, misses in set_of(part.name):
            count = min(draw.randint(3, 5), len(wordings))
            asks += [(text, name) for text in draw.sample(wordings, count)]
            asks += [(text, "") for text in draw.sample(misses, min(2, len(misses)))]
        asks = [(bare(text), name) for text, name in asks if may_be_wish(text)]
        readings = kindred.readings_of([text for text, _ in asks])
        for (one, other), signs in kindred.compared(readings):
            found.signs.append(signs)
            found.same.append(asks[one][1] == asks[other][1] != "")
    return found


def fitted(pairs: Sequence[Pairs]) -> dict[str, Any]:
    """The trees of some pairs, as they are stored."""
    import numpy as np
    from sklearn.ensemble import HistGradientBoostingClassifier

    inputs = np.array([row for each in pairs for row in each.signs])
    same = np.array([value for each in pairs for value in each.same])
    weights = np.array([SHARES.get(each.name, 1.0) for each in pairs for _ in each.same])
    model = HistGradientBoostingClassifier(
        max_leaf_nodes=6,
        learning_rate=0.1,
        max_iter=80,
        l2_regularization=5,
        min_samples_leaf=25,
        early_stopping=False,
        random_state=0,
    ).fit(inputs, same, sample_weight=weights)

    def branch(nodes: Any, at: int) -> Any:
        node = nodes[at]
        if node["is_leaf"]:
            return round(float(node["value"]), 4)
        low, high = branch(nodes, node["left"]), branch(nodes, node["right"])
        return [int(node["feature_idx"]), round(float(node["num_threshold"]), 4), low, high]

    # scikit-learn has no public way to its trees.
    trees = [branch(each[0].nodes, 0) for each in model._predictors]
    return {"base": round(float(model._baseline_prediction[0, 0]), 4), "trees": trees}


def main(arguments: Sequence[str]) -> int:
    """Fits, and writes or judges."""
    parser = argparse.ArgumentParser(description="Makes the trees of pairs.json.")
    parser.add_argument("--without", choices=SETS, help="judge on this set; writes nothing")
    options = parser.parse_args(arguments)
    with get_context("spawn").Pool(2, maxtasksperchild=1) as pool:
        pairs = pool.map(drawn, parts(), chunksize=1)
    stored = fitted([each for each in pairs if each.name != options.without])
    if options.without is None:
        file = resources() / "paraphrase" / "pairs.json"
        lines = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in stored["trees"])
        file.write_text(f'{{"base": {stored["base"]}, "trees": [\n{lines}\n]}}\n', encoding="utf-8")
        say(f"{file} holds {len(stored['trees'])} trees.")
        return 0
    scorer = pair_scorer.made(stored)
    pair_scorer.bundled = lambda: scorer  # type: ignore[assignment]
    found = judged(set_of(options.without), range(4))
    say(
        f"{options.without}: precision {found.right / max(1, found.given):.3f}, recall "
        f"{found.right / found.wanted:.3f}, never {found.never}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
