"""Each ranking parameter moved by itself: chosen on one half of the queries, judged on the other.

    python -m tests.bench.sweep FOLDER… [--only NAME]

FOLDERs are ranking sets (see ``quality.py``). For each parameter the mean nDCG@10 over the sets is
printed for every value on the half that chooses, and for the best one on the half that judges,
beside the value in the code. A best value that does not hold on the other half is noise; so is
a gain under 0.002. Parameters of the index need it built anew and take their time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from luminair.journal.ranking import postings, query, rows, tokens
from tests.bench.quality import index_of, judge, load, say, search_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from tests.bench.quality import RankingSet

# Module, name, values, and whether the index holds it.
PARAMETERS: list[tuple[ModuleType, str, tuple[float, ...], bool]] = [
    (postings, "K1", (1.2, 1.5, 1.8, 2.2), False),
    (postings, "B", (0.5, 0.6, 0.65, 0.75), False),
    (rows, "RARE_VALUE", (0.0, 1.5, 3.0, 6.0), False),
    (rows, "RARE_LEAD", (0.0, 0.3, 0.5, 1.0), False),
    (rows, "RUN_VALUE", (0.0, 0.5, 1.0, 2.0), False),
    (rows, "RUN_POWER", (1.0, 1.5, 2.0, 3.0), False),
    (query, "PART_WEIGHT", (0.4, 0.6, 0.8, 1.0), False),
    (query, "WHOLE_WEIGHT", (0.4, 0.7, 1.0), False),
    (query, "JOINED_WEIGHT", (0.4, 0.7, 1.0), False),
    (query, "WINDOW_WEIGHT", (0.0, 0.15, 0.3, 0.6), False),
    (query, "PROMPT_WEIGHT", (0.0, 0.15, 0.3, 0.6, 1.0), False),
    (query, "PAIR_WEIGHT", (0.0, 0.1, 0.25, 0.4), False),
    (tokens, "TITLE_WEIGHT", (1.0, 2.0, 3.0, 5.0), True),
    (tokens, "JOINED_WEIGHT", (0.25, 0.5, 1.0), True),
    (tokens, "WHOLE_WEIGHT", (0.5, 1.0, 2.0), True),
]


def halves(data: RankingSet) -> Iterator[RankingSet]:
    """The set with every other query, and with the others."""
    for part in range(2):
        kept = sorted(data.answers)[part::2]
        yield data._replace(answers={number: data.answers[number] for number in kept})


class Bench:
    """The sets with their index, which is kept where a parameter does not touch it."""

    def __init__(self, sets: Sequence[RankingSet]) -> None:
        self._halves = [tuple(halves(data)) for data in sets]
        self._built = [index_of(data.notes) for data in sets]

    def figures(self, *, anew: bool) -> tuple[float, float]:
        """Mean nDCG@10 of either half with the parameters as they are now."""
        if anew:
            tokens._pieces.clear()  # they hold what a chunk weighs
            tokens._forms.clear()
        found = []
        for (chosen, judged), built in zip(self._halves, self._built, strict=True):
            index = postings.Weighed(index_of(chosen.notes) if anew else built)
            search = search_in(chosen.notes, index)
            found.append((judge(search, chosen).ndcg, judge(search, judged).ndcg))
        return fmean(first for first, _ in found), fmean(second for _, second in found)


def swept(
    bench: Bench, module: ModuleType, name: str, values: Sequence[float], stored: bool
) -> str:
    """One parameter's line."""
    as_it_is = getattr(module, name)
    figures: dict[float, tuple[float, float]] = {}
    try:
        for value in sorted({*values, as_it_is}):
            setattr(module, name, value)
            figures[value] = bench.figures(anew=stored)
    finally:
        setattr(module, name, as_it_is)
        tokens._pieces.clear()
    best = max(figures, key=lambda value: figures[value][0])
    cells = "  ".join(f"{value:g}: {figure:.4f}" for value, (figure, _) in figures.items())
    title = f"{module.__name__.rpartition('.')[2]}.{name}"
    return (
        f"{title:<24}{cells}  | best {best:g}: {figures[best][1]:.4f} on the other half, "
        f"{as_it_is:g} in the code: {figures[as_it_is][1]:.4f}"
    )


def main(arguments: Sequence[str]) -> int:
    """Sweeps and prints."""
    parser = argparse.ArgumentParser(description="Sweep of the ranking's parameters.")
    parser.add_argument("folders", nargs="+", type=Path, help="ranking sets")
    parser.add_argument("--only", help="one parameter's name")
    options = parser.parse_args(arguments)
    sets = [load(folder) for folder in options.folders if (folder / "qrels.tsv").is_file()]
    if not sets:
        say("None of these folders is a ranking set.")
        return 1
    bench = Bench(sets)
    for module, name, values, stored in PARAMETERS:
        if options.only in (None, name):
            say(swept(bench, module, name, values, stored))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
