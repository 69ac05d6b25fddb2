"""Which of many texts are alike: against scikit-learn's own vectors, kept, renewed, given up."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from luminair.keeping.tending.similar import FILE, Alike, Cancelled, alike, edges

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "Retry the upload three times with jitter",
    "Retry the upload three times, with jitter!",
    "Times are stored in UTC",
    "All times in the database are UTC",
    "The harbor is closed on Sundays",
    "",
]


def made(number: int, seed: int = 3) -> list[str]:
    draw = random.Random(seed)  # noqa: S311
    words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(3, 9))) for _ in range(400)]
    return [" ".join(draw.choices(words, k=draw.randint(8, 25))) for _ in range(number)]


def oracle(texts: list[str], least: float) -> dict[tuple[int, int], float]:
    """The same by scikit-learn's vectorizers without hashing, blocks or cuts."""
    import numpy as np
    from scipy import sparse
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.preprocessing import normalize

    parts = [
        TfidfVectorizer(analyzer="word", token_pattern=r"(?u)\b\w+\b", sublinear_tf=True),
        TfidfVectorizer(analyzer="char_wb", ngram_range=(4, 4), sublinear_tf=True),
    ]
    rows = normalize(sparse.hstack([part.fit_transform(texts) for part in parts]))
    cosine = np.asarray((rows @ rows.T).todense())
    return {
        (a, b): float(cosine[a, b])
        for a in range(len(texts))
        for b in range(a + 1, len(texts))
        if cosine[a, b] >= least
    }


def test_it_agrees_with_scikit_learn() -> None:
    texts = [*made(40), *(f"{text} more words" for text in made(20))]
    found = {(pair.first, pair.second): pair.cosine for pair in alike(texts, 0.3, most=60)}
    wanted = oracle(texts, 0.3)
    assert found.keys() == wanted.keys()
    assert all(found[pair] == pytest.approx(wanted[pair], abs=2e-3) for pair in wanted)
    assert len(wanted) >= 20


def test_alike_texts_come_first() -> None:
    first = alike(TEXTS, 0.2)[0]
    assert (first.first, first.second) == (0, 1)
    assert first.cosine > 0.9
    assert alike([], 0.2) == []
    assert alike(["", ""], 0.2) == [Alike(0, 1, 1.0)]  # the same text, whatever it says


def test_kept_work_gives_the_same_and_new_texts_meet_the_rest(tmp_path: Path) -> None:
    texts = made(60)
    fresh = alike(texts, 0.2, kept_in=tmp_path)
    assert alike(texts, 0.2, kept_in=tmp_path) == fresh == alike(texts, 0.2)
    grown = [*texts, f"{texts[7]} again"]
    pairs = alike(grown, 0.2, kept_in=tmp_path)
    assert any((pair.first, pair.second) == (7, 60) and pair.cosine > 0.8 for pair in pairs)
    shrunk = alike(texts[1:], 0.2, kept_in=tmp_path)
    assert {(p.first + 1, p.second + 1) for p in shrunk} == {
        (p.first, p.second) for p in fresh if p.first
    }


def test_only_what_is_new_is_computed(tmp_path: Path) -> None:
    texts = made(300)
    steps: list[tuple[int, int]] = []
    alike(texts, 0.2, kept_in=tmp_path)
    alike(texts, 0.2, kept_in=tmp_path, progress=lambda done, of: steps.append((done, of)))
    assert steps == []
    alike([*texts, "one more"], 0.2, kept_in=tmp_path,
          progress=lambda done, of: steps.append((done, of)))  # fmt: skip
    assert steps[-1] == (301, 301)
    assert (0, 1) in steps  # one text was turned into numbers, not three hundred


@pytest.mark.parametrize("harm", [b"", b"PK\x03\x04 not a zip", None])
def test_a_damaged_file_is_made_anew(tmp_path: Path, harm: bytes | None) -> None:
    texts = made(30)
    fresh = alike(texts, 0.2, kept_in=tmp_path)
    file = tmp_path / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if harm is None else harm)
    assert alike(texts, 0.2, kept_in=tmp_path) == fresh
    assert alike(texts, 0.4, kept_in=tmp_path) == [p for p in fresh if p.cosine >= 0.4]


def test_a_place_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert alike(TEXTS, 0.2, kept_in=tmp_path / "file") == alike(TEXTS, 0.2)


def test_it_can_be_given_up(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        alike(made(30), 0.2, kept_in=tmp_path, cancelled=lambda: True)
    assert not (tmp_path / FILE).exists()


def test_edges_are_between_live_notes(journal, tmp_path: Path) -> None:
    keys = [
        journal.add(title=f"Note {n}", body=f"{text}\n\n## Said again\n\n- “{n}”\n").note.key
        for n, text in enumerate(TEXTS[:3])
    ]
    found = edges(journal, tmp_path)
    assert [{one, other} for one, other, _ in found] == [{keys[0], keys[1]}]
    journal.archive([keys[1]])
    assert edges(journal, tmp_path) == []
