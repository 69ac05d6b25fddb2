"""How quick the index is: the look, the first build, a cold question, one changed note.

    python -m tests.bench.index_speed [--full] [--vault FOLDER]

Makes a vault of 10,000 notes of made-up words (100,000 too with ``--full``) in a folder that is
removed afterwards, or uses a folder as it is. A cold question is a whole process that opens the
index, looks at every file, searches and lists what stands without a match; beside it stands
``python -c pass``, for machines differ and the ratio does not.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.tree import look

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = 10_000
LARGE = 100_000
_RUNS = 15
_WORDS = 20_000
_PROJECTS = 40
_COLD = """
import sys
from pathlib import Path
from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
catalogue = Catalogue.open(Path(sys.argv[1]), Path(sys.argv[2]))
catalogue.refresh()
catalogue.search(parse_query(sys.argv[3]), limit=14)
catalogue.standing()
catalogue.close()
"""


def say(line: str) -> None:
    """Prints one figure at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def make_vault(root: Path, count: int) -> None:
    """Notes of 50 to 200 words, as common and as rare as the words of a language are."""
    chance = random.Random(1)  # noqa: S311 test data
    syllables = [first + last for first in "bcdfglmnprst" for last in "aeiou"]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(_WORDS)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_WORDS)))
    kinds = ["rule"] * 2 + ["ruledout"] * 10 + ["ask"] * 20 + ["note"] * 968
    for number in range(count):
        picked = chance.choices(words, cum_weights=weights, k=chance.randint(65, 215))
        folder = root / "Notes" / f"project {number % _PROJECTS}"
        folder.mkdir(parents=True, exist_ok=True)
        day = f"2026-10-{number % 28 + 1:02d}T10:00:00.000Z"
        header = (
            f"---\nid: 20261001T{number // 65536:04d}-{number % 65536:04x}\n"
            f"kind: {chance.choice(kinds)}\nscope: folder\ncwd: /home/me/{number % _PROJECTS}\n"
            f'title: "{" ".join(picked[:5])}"\ncreated: "{day}"\nupdated: "{day}"\n'
            f'summary: "{" ".join(picked[5:15])}"\n---\n'
        )
        path = folder / f"{' '.join(picked[:2])} {number}.md"
        path.write_text(header + " ".join(picked[15:]) + "\n", encoding="utf-8")


def median_ms(work: Callable[[], object], runs: int = _RUNS) -> float:
    """The median time of some calls."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def measure(vault: Path, index: Path) -> None:
    """Prints every figure for one vault."""
    say(f"look, ms: {median_ms(lambda: look(str(vault))):.1f}")
    began = time.perf_counter()
    catalogue = Catalogue.open(vault, index)
    count = len(catalogue.refresh().added)
    say(f"first build of {count} notes, s: {time.perf_counter() - began:.1f}")
    size = sum(file.stat().st_size for file in index.iterdir())
    say(f"index, MB: {size / 1e6:.1f}")
    catalogue.refresh()
    say(f"refresh, nothing changed, ms: {median_ms(catalogue.refresh):.1f}")

    note = catalogue.notes()[count // 2]
    text = (vault / note.path).read_text(encoding="utf-8")
    for way in ("refresh", "touched"):
        times = []
        for number in range(_RUNS):
            word = f"{way}zebra{number}"
            (vault / note.path).write_text(f"{text}\n{word}\n", encoding="utf-8")
            began = time.perf_counter()
            catalogue.touched([note.path]) if way == "touched" else catalogue.refresh()
            assert catalogue.search(parse_query(word), limit=3)
            times.append((time.perf_counter() - began) * 1000)
        say(
            f"one changed note found by {way}, ms: median {statistics.median(times):.1f}, "
            f"worst {max(times):.1f}"
        )
    (vault / note.path).write_text(text, encoding="utf-8")
    catalogue.refresh()

    catalogue.warm()
    notes = catalogue.notes()
    chance = random.Random(2)  # noqa: S311 test data
    asked = [
        parse_query(" ".join(chance.choice(notes).summary.split()[:6])) for _ in range(8 * _RUNS)
    ]
    queue = iter(asked)
    say(f"warm search, ms: {median_ms(lambda: catalogue.search(next(queue), limit=14)):.1f}")
    catalogue.close()

    question = " ".join(notes[7].summary.split()[:6])
    bare = median_ms(lambda: _run("-c", "pass"))
    cold = median_ms(lambda: _run("-c", _COLD, str(vault), str(index), question))
    say(f"cold question, ms: {cold:.1f}, {cold / bare:.1f} times python -c pass ({bare:.1f})")


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True)


def main() -> None:
    """Makes the vaults and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="also 100,000 notes")
    parser.add_argument("--vault", type=Path, help="measure this folder; one note is rewritten")
    options = parser.parse_args()
    for count in (SMALL, LARGE) if options.full else (SMALL,):
        with tempfile.TemporaryDirectory() as folder:
            vault = options.vault or Path(folder) / "vault"
            if not options.vault:
                make_vault(vault, count)
            measure(vault, Path(folder) / "index")
        if options.vault:
            return


if __name__ == "__main__":
    main()
