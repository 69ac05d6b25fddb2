"""Is the one mention in a very long note found, and is it the passage that is shown?

    python -m tests.bench.long_notes FOLDER… [--notes N]

FOLDERs are ranking sets (see ``quality.py``). The first words of a query of the set are put, once,
at character 3,000, 30,000 and 300,000 of a note made of the set's other texts, which stands among
all the short notes of the set. Asked are those words, and as names a made-up word and identifier
at the same place. Printed: how often that note comes first, how often among the first ten, and
how often the passage shown holds the mention. Words may stand in other notes too, and those may
well be better answers; a name stands nowhere else.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.journal.ranking.bm25 import rank
from luminair.journal.ranking.passages import best_passage
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse
from tests.bench.quality import index_of, load, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.quality import RankingSet

PLACES = 3_000, 30_000, 300_000
_PASSAGE_CHARS = 400
_WORDS = 6


def buried(data: RankingSet, mention: str, at: int, turn: int) -> str:
    """Texts of the set, begun at another one each time, with a mention at this character."""
    texts = [note.text for note in data.notes[turn:] + data.notes[:turn]]
    whole = "\n\n".join(texts)
    while len(whole) < at + 1000:
        whole += "\n\n" + whole
    cut = whole.rfind(" ", 0, at) + 1
    return f"{whole[:cut]}{mention}. {whole[cut : at + 1000]}"


def measure(data: RankingSet, at: int, asked: int) -> str:
    """One line of the table."""
    index = index_of(data.notes)
    doc = len(data.notes)
    shares = []
    queries = [" ".join(text.split()[:_WORDS]) for text in list(data.queries.values())[:asked]]
    for names in (False, True):
        first = among = shown = 0
        for turn, words in enumerate(queries):
            mention = f"quaggaStore{turn} zebrakin{turn}" if names else words
            body = buried(data, mention, at, turn * 31 % len(data.notes))
            index.add(doc, analyse("A long note", "", body))
            query = parse_query(mention)
            found = [hit.doc for hit in rank(query, index, limit=10)]
            first += found[:1] == [doc]
            among += doc in found
            passage = best_passage(body, query, limit_chars=_PASSAGE_CHARS)
            shown += passage is not None and mention in passage.text
        shares += [share / max(len(queries), 1) for share in (first, among, shown)]
    cells = "".join(f"{share:9.2f}" for share in shares)
    return f"{data.name:<20}{at:>9,}{cells}"


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; 1 where a name was not found or not shown."""
    parser = argparse.ArgumentParser(description="One mention in a long note.")
    parser.add_argument("folders", nargs="+", type=Path, help="ranking sets")
    parser.add_argument("--notes", type=int, default=20, help="long notes of each length")
    options = parser.parse_args(arguments)
    say(f"{'':<29}{'words:':>9}{'':<18}{'names:':>9}")
    say(
        f"{'set':<20}{'at':>9}" + "".join(f"{cell:>9}" for cell in ("first", "in ten", "shown") * 2)
    )
    held = True
    for folder in options.folders:
        if not (folder / "qrels.tsv").is_file():
            say(f"{folder} is not a ranking set here: left out.")
            continue
        data = load(folder)
        lines = [measure(data, at, options.notes) for at in PLACES]
        say("\n".join(lines))
        held = held and all(line.split()[5] == line.split()[7] == "1.00" for line in lines)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
