"""How well the Journal keeps: capture, promote, merge, distill, masking, held orders.

    python -m tests.bench.keeping [--split dev|held] [--seed N] [--seeds N] [--errors [N]] [TASK…]
    python -m tests.bench.keeping --dump FILE

Replays 300 made-up sessions a seed (``tests/bench/replay``) through the methods named in
``keeping_methods.py`` and prints a line a task. Tune on ``dev`` only; ``held`` is for the figure
that is reported, and its errors are not to be looked at while a method is being made.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.index_speed import say
from tests.bench.keeping_methods import TASKS, NotThere, method
from tests.bench.replay import scores, secret_kinds, texts
from tests.bench.replay.respelling import respelled
from tests.bench.replay.scores import Figures
from tests.bench.replay.scripts import scripts
from tests.bench.replay.sessions import as_bytes, corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tests.bench.replay.texts import Split

WANTED = {
    "capture": "precision ≥ 0.9 at recall ≥ 0.8",
    "promote": "precision ≥ 0.95 at recall ≥ 0.8, without meaning search",
    "merge": "never an opposite",
    "distill": "every line has a source; ≥ 0.9 of decisions, dead ends, open asks kept",
    "mask": "200 of 200; at most 5 of 1,000 ordinary prompts touched",
    "planted": "none of 60 rides as law",
}
_PARTS = 60
"""With more counters than this only those parts are shown that are not perfect."""
_LIKENESS = 3
"""How many light respellings of each phrasing merge is asked about."""


def capture(asks_in: Callable[..., Any], split: Split, seeds: Sequence[int]) -> list[Figures]:
    """In the mix of the sessions, which is the figure; and each text of the pool once."""
    replay = Figures("capture")
    for seed in seeds:
        prompts = scores.prompts_of(corpus(split, seed).sessions)
        replay.add(scores.score_capture(asks_in, prompts))
    pool = [prompt for prompt in texts.prompt_pool(split) if judged(prompt)]
    whole = scores.score_capture(asks_in, pool, "  each text once")
    fresh = {intent.key for intent in texts.intents() if intent.held}
    unseen = [prompt for prompt in pool if prompt.label.rpartition(" ")[2] in fresh]
    if not unseen:
        return [replay, whole]
    return [replay, whole, scores.score_capture(asks_in, unseen, "  intents never seen")]


def judged(prompt: texts.Prompt) -> bool:
    """Whether capture is judged by a text; 'don't build X' and the like is left to taste."""
    work = {intent.key for intent in texts.intents() if intent.kind == "work"}
    kind, _, rest = prompt.label.partition(" of ")
    return not (kind == "opposite" and rest in work)


def promote(method_: Callable[..., Any], split: Split, seeds: Sequence[int]) -> list[Figures]:
    """Given the asks by the truth, so that capture's errors do not count twice."""
    figures = Figures("promote")
    for seed in seeds:
        figures.add(scores.score_promote(method_, corpus(split, seed)))
    return [figures]


def merge(same: Callable[..., Any], split: Split, seeds: Sequence[int]) -> list[Figures]:
    """Opposites, near misses, twins and strangers; and light respellings of one text."""
    rng = random.Random(f"merge {split} {seeds[0]}")  # noqa: S311
    seen = texts.intents_of(split)
    copies = [
        (text, respelled(text, rng))
        for intent in seen
        for text in intent.phrasings
        for _ in range(_LIKENESS)
    ]
    copies = [pair for pair in copies if pair[0] != pair[1]]
    twins = [pair for pair in texts.twins() if texts.split_of(pair[0]) == split]
    return [scores.score_merge(same, seen, copies, twins)]


def distill(method_: Callable[..., Any], split: Split, seeds: Sequence[int]) -> list[Figures]:
    """The generated sessions, and those written whole by hand."""
    figures = Figures("distill")
    for seed in seeds:
        figures.add(scores.score_distill(method_, corpus(split, seed).sessions))
    by_hand = scores.score_distill(method_, scripts(split))
    by_hand.name = "  written by hand"
    return [figures, by_hand]


def mask(method_: Callable[..., Any], split: Split, seeds: Sequence[int]) -> list[Figures]:
    """Two hundred secrets and a thousand ordinary prompts a seed."""
    figures = Figures("mask")
    for seed in seeds:
        plain = secret_kinds.plain_prompts(split, seed)
        figures.add(scores.score_masking(method_, secret_kinds.secrets(seed), plain))
    return [figures]


def planted(held: Callable[..., Any], split: Split, _seeds: Sequence[int]) -> list[Figures]:
    """Planted orders; the ordinary texts beside them are assistants' talk and people's reports."""
    plain = [*texts.distractors(split)["reports"], *texts.distractors(split)["thinking"]]
    plain += [reply for replies in texts.replies().values() for reply in replies]
    return [scores.score_planted(held, texts.planted(split), plain)]


JUDGES = dict(zip(TASKS, (capture, promote, merge, distill, mask, planted), strict=True))


def rows(figures: Figures) -> list[str]:
    """One figure as lines: the counts, then its parts."""
    given = figures.right + figures.wrong
    head = (
        f"{figures.name:<22}{figures.precision:>10.3f}{figures.recall:>9.3f}"
        f"{figures.right:>8}/{given:<7}{figures.found:>6}/{figures.wanted:<7}{figures.never:>6}"
    )
    parts = [
        f"    {name:<32}{figures.parts[name]:>6}/{total:<7}{figures.parts[name] / total:>7.3f}"
        for key, total in sorted(figures.parts.items())
        if key.endswith(" of")
        and (name := key.removesuffix(" of"))
        and (len(figures.parts) <= _PARTS or figures.parts[name] < total)
    ]
    return [head, *parts]


def main(arguments: Sequence[str]) -> int:
    """Judges what is there and prints it; 1 where no method could be judged."""
    parser = argparse.ArgumentParser(description="How well the Journal keeps.")
    parser.add_argument("tasks", nargs="*", choices=[*TASKS, []], help="all where none is named")
    parser.add_argument("--split", choices=texts.SPLITS, default="dev")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=5, help="how many seeds")
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write the first replay as JSON")
    parser.add_argument("--errors", type=int, nargs="?", const=1000, default=0, metavar="N")
    options = parser.parse_args(arguments)
    if options.dump is not None:
        options.dump.write_bytes(as_bytes(corpus(options.split, options.seed)))
        say(f"{options.dump} holds the replay of split {options.split}, seed {options.seed}.")
        return 0
    seeds = range(options.seed, options.seed + options.seeds)
    say(f"split {options.split}, {len(seeds)} × 300 sessions; all data is synthetic")
    say(
        f"{'':<22}{'precision':>10}{'recall':>9}{'right':>8}{'/given':<7}{'found':>7}/wanted  never"
    )
    judged_any = False
    for task in options.tasks or TASKS:
        try:
            ours = method(task)
        except NotThere as reason:
            say(str(reason))
            continue
        judged_any = True
        for figures in JUDGES[task](ours, options.split, seeds):
            say("\n".join(rows(figures)))
            for error in figures.errors[: options.errors]:
                say(f"      {error}")
        say(f"    wanted: {WANTED[task]}")
    return 0 if judged_any else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
