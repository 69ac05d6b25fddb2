"""How well promote finds a wish that came back, on the written-out sets of wishes.

    python -m tests.bench.wishes [SET…] [--seeds N]

A set is a file of ``tests/data/paraphrase``; ``fifth:odd`` and ``fifth:even`` take every other wish
of it, and so with ``seventh`` and ``ninth``. Each wish is asked in three to five wordings of its
own, with two of its near misses beside it, all of a set among each other. A proposal is right when
all its evidence is one wish; ``never`` counts those whose evidence holds a wish and its near miss.
``fifth:even``, ``seventh:even``, ``ninth:even`` and ``sixth`` are for the figure alone: what a
method gets wrong there is not to be looked at.
"""

from __future__ import annotations

import argparse
import random
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from luminair.keeping.promotion.promote import Asked, Material, promotions
from tests.bench.index_speed import say
from tests.keeping.likeness.wish_sets import wishes

if TYPE_CHECKING:
    from collections.abc import Sequence

SEEN = ("wishes", "fresh", "fourth", "fifth:odd", "seventh:odd", "eighth", "ninth:odd")
SETS = (*SEEN, "fifth:even", "sixth", "seventh:even", "ninth:even")
Wishes = list[tuple[str, list[str], list[str]]]


class Found(NamedTuple):
    """What came of it, all seeds together."""

    right: int = 0
    given: int = 0
    wanted: int = 0
    never: int = 0


def wishes_of(name: str) -> Wishes:
    """The wishes of a set, or every other one of them."""
    file, _, half = name.partition(":")
    every = wishes(f"{file}.txt")
    return every[half == "even" :: 2] if half else every


def judged(sets: Wishes, seeds: Sequence[int]) -> Found:
    """What promote makes of a set."""
    right = given = never = 0
    for seed in seeds:
        draw = random.Random(seed)  # noqa: S311
        asks: list[tuple[str, str]] = []
        for name, wordings, misses in sets:
            count = min(draw.randint(3, 5), len(wordings))
            asks += [(text, name) for text in draw.sample(wordings, count)]
            asks += [(text, f"not {name}") for text in draw.sample(misses, min(2, len(misses)))]
        draw.shuffle(asks)
        start = datetime(2026, 1, 1, tzinfo=UTC)
        said = [
            Asked(text, f"{start + timedelta(hours=n):%Y-%m-%dT%H:%M:%SZ}", f"s{n}", f"n{n}")
            for n, (text, _) in enumerate(asks)
        ]
        seen: set[str] = set()
        for each in promotions(Material(said)):
            about = {asks[int(note[1:])][1] for note in each.data["notes"]}
            given += 1
            never += any(f"not {name}" in about for name in about)
            if len(about) == 1 and not next(iter(about)).startswith("not ") and not about <= seen:
                right += 1
                seen |= about
    return Found(right, given, len(sets) * len(seeds), never)


def main(arguments: Sequence[str]) -> int:
    """Judges the sets and prints a line each."""
    parser = argparse.ArgumentParser(description="How well promote finds wishes.")
    parser.add_argument("sets", nargs="*", help=f"all where none is named: {', '.join(SETS)}")
    parser.add_argument("--seeds", type=int, default=4, help="how many draws")
    options = parser.parse_args(arguments)
    say(f"{'':<12}{'precision':>10}{'recall':>9}{'right':>8}{'/given':<7}{'wanted':>7}{'never':>7}")
    for name in options.sets or SETS:
        found = judged(wishes_of(name), range(options.seeds))
        say(
            f"{name:<12}{found.right / max(1, found.given):>10.3f}"
            f"{found.right / max(1, found.wanted):>9.3f}{found.right:>8}/{found.given:<6}"
            f"{found.wanted:>7}{found.never:>7}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
