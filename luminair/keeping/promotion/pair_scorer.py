"""How likely two asks are one wish, from the signs of :mod:`luminair.keeping.promotion.pair_signs`.

A few dozen small decision trees whose leaves are added up, as logistic boosting makes them. They
stand in ``resources/paraphrase/pairs.json`` and are made by ``python -m tests.bench.pair_fit`` from
written-out wishes; half of the words that the lists know was hidden from them at each turn, so that
they learn to judge by what is left where an owner says a thing in words of his own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING, Any, TypeAlias

from luminair.config.paths import resources

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Tree: TypeAlias = "float | tuple[int, float, Tree, Tree]"
"""A leaf's value, or: which sign, up to which value the first branch holds, and both branches."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """The trees.

    Attributes:
        base: what stands before any tree is asked, as log odds.
        trees: each adds the value of one leaf.
    """

    base: float
    trees: tuple[Tree, ...]

    def chance(self, signs: Sequence[float]) -> float:
        """How likely a pair is one wish, 0 to 1."""
        total = self.base
        for tree in self.trees:
            while not isinstance(tree, float):
                at, limit, low, high = tree
                tree = low if signs[at] <= limit else high  # noqa: PLW2901
            total += tree
        return 1.0 / (1.0 + exp(-total))


def chance_of(signs: Sequence[float]) -> float:
    """How likely a pair of these signs is one wish, by the trees that ship with the app."""
    return bundled().chance(signs)


@lru_cache(maxsize=1)
def bundled() -> Scorer:
    """The trees that ship with the app."""
    file = resources() / "paraphrase" / "pairs.json"
    return made(json.loads(file.read_text(encoding="utf-8")))


def made(stored: Mapping[str, Any]) -> Scorer:
    """The trees as they are stored, each a leaf or [sign, limit, low, high]."""
    return Scorer(float(stored["base"]), tuple(map(_tree, stored["trees"])))


def _tree(node: Any) -> Tree:  # noqa: ANN401  # as JSON has it
    if not isinstance(node, list):
        return float(node)
    at, limit, low, high = node
    return int(at), float(limit), _tree(low), _tree(high)
