"""Which of many short texts are alike: TF-IDF cosine by scikit-learn, for thousands of notes.

Vectors hold words and character n-grams (of four, inside words); of each text only the weightiest
are kept, since what is in every text costs most and says least. They are multiplied in blocks and
only the best few of each row stay, so that neither time nor memory grows with the square. What was
computed is kept by the hash of each text; a text that is new meets all others, those that were
there before do not meet again. scikit-learn, scipy and numpy are loaded when first needed.
"""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from luminair.errors import NoteError, WriteFailed
from luminair.files import make_private, sha256_of, write_atomic
from luminair.journal import State, without_said_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from luminair.journal import Journal, Note

LEAST: Final = 0.3
"""Cosine from which two notes are drawn as similar."""
MOST: Final = 6
"""Most neighbours that one text keeps."""
TEXT_CHARS: Final = 1200
"""Of a text, what is compared: its beginning says what it is about."""
FILE: Final = "similar.npz"

_FEATURES: Final = 2**18
_NGRAMS: Final = (4, 4)
_WEIGHTIEST: Final = 192
"""Words and n-grams that a text keeps; a text of a few lines keeps all."""
_WORD_SHARE: Final = 0.5
"""Of a squared length, what words make; n-grams make the rest."""
_WORD: Final = r"(?u)\b\w+\b"
_BLOCK: Final = 256
_RENEW_SHARE: Final = 0.25
"""With more new or gone texts than this share, weights are fitted anew."""
_VERSION: Final = "1"

# scikit-learn and scipy ship no types.
_Matrix: TypeAlias = Any


class Cancelled(Exception):
    """The work was given up because its owner asked for that."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two texts that are alike.

    Attributes:
        first: place of the one, the lower.
        second: place of the other.
        cosine: 0 to 1.
    """

    first: int
    second: int
    cosine: float


def alike(
    texts: Sequence[str],
    least: float = LEAST,
    *,
    most: int = MOST,
    kept_in: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Alike]:
    """Pairs of texts that are alike, by place.

    Args:
        texts: any number of them.
        least: least cosine.
        most: most neighbours that one text brings in.
        kept_in: a folder of this machine for what was computed, or None.
        progress: told how many texts are done, of how many.
        cancelled: asked now and then whether to give up.

    Raises:
        Cancelled: it was told to give up.
    """
    work = _Work(least, most, progress or (lambda _done, _of: None), cancelled or (lambda: False))
    keys = [sha256_of(text[:TEXT_CHARS].encode("utf-8", "replace")) for text in texts]
    return work.pairs(keys, lambda place: texts[place], kept_in)


def edges(
    journal: Journal,
    kept_in: Path | None,
    least: float = LEAST,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[tuple[str, str, float]]:
    """Pairs of live notes that are alike, as keys, for the graph.

    A note's text is read only where it is new; raises :class:`Cancelled`.
    """
    work = _Work(least, MOST, progress or (lambda _done, _of: None), cancelled or (lambda: False))
    listed = journal.listing(compared=False)
    notes = [each.note for each in listed if each.state is State.LIVE and not each.note.in_harness]
    found = work.pairs(
        [n.sha256 for n in notes], lambda place: _text(journal, notes[place]), kept_in
    )
    return [(notes[p.first].key, notes[p.second].key, p.cosine) for p in found]


def _text(journal: Journal, note: Note) -> str:
    try:
        return f"{note.title}\n{without_said_again(journal.load(note.path).body)}"
    except NoteError:  # gone since the look
        return note.title


class _Work:
    """One comparison of many texts."""

    def __init__(
        self,
        least: float,
        most: int,
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> None:
        self._least, self._most = least, most
        self._progress, self._cancelled = progress, cancelled

    def pairs(
        self, keys: Sequence[str], text: Callable[[int], str], kept_in: Path | None
    ) -> list[Alike]:
        places = {key: place for place, key in reversed(list(enumerate(keys)))}
        first_of = list(places.items())
        kept = _read(kept_in, self._least, self._most) if kept_in is not None else None
        if kept is not None and not kept.serves(places):
            kept = None
        known = kept.keys if kept is not None else {}
        new = [(key, place) for key, place in first_of if key not in known]
        if kept is None or new or len(known) > len(places):
            kept = self._computed(kept, first_of, new, text)
            if kept_in is not None:
                _write(kept_in, kept, self._least, self._most)
        found = [
            Alike(min(places[a], places[b]), max(places[a], places[b]), cosine)
            for a, b, cosine in kept.found
        ]
        # Texts that are equal letter for letter share a key: each is alike to the first of them.
        found += [
            Alike(places[key], place, 1.0) for place, key in enumerate(keys) if places[key] != place
        ]
        return sorted(found, key=lambda pair: (-pair.cosine, pair.first, pair.second))

    def _computed(
        self,
        kept: _Kept | None,
        wanted: Sequence[tuple[str, int]],
        new: Sequence[tuple[str, int]],
        text: Callable[[int], str],
    ) -> _Kept:
        import numpy as np
        from scipy import sparse  # noqa: PLC0415

        counts = self._counts([text(place)[:TEXT_CHARS] for _, place in new])
        if kept is None:
            idf = _idf(counts)
            old_rows, old_keys, found = sparse.csr_matrix((0, counts.shape[1])), [], []
        else:
            there = {key for key, _ in wanted}
            idf = kept.idf
            stay = [(key, row) for key, row in kept.keys.items() if key in there]
            old_keys = [key for key, _ in stay]
            old_rows = kept.rows[[row for _, row in stay]]
            found = [pair for pair in kept.found if pair[0] in there and pair[1] in there]
        new_rows = _weighted(counts, idf)
        rows = sparse.vstack([old_rows, new_rows], format="csr").astype(np.float32)
        keys = [*old_keys, *(key for key, _ in new)]
        found = found + self._meetings(rows, len(old_keys), keys)
        return _Kept({key: row for row, key in enumerate(keys)}, rows, idf, found)

    def _counts(self, texts: Sequence[str]) -> _Matrix:
        """Counts of hashed words and n-grams, side by side."""
        from scipy import sparse  # noqa: PLC0415 loaded late
        from sklearn.feature_extraction.text import HashingVectorizer

        plain: dict[str, Any] = {
            "n_features": _FEATURES, "norm": None, "alternate_sign": False, "dtype": "float32",
        }  # fmt: skip
        words = HashingVectorizer(analyzer="word", token_pattern=_WORD, **plain)
        grams = HashingVectorizer(analyzer="char_wb", ngram_range=_NGRAMS, **plain)
        blocks = []
        for start in range(0, len(texts), _BLOCK):
            self._step(start // 2, len(texts))
            part = texts[start : start + _BLOCK]
            blocks.append(sparse.hstack([words.transform(part), grams.transform(part)], "csr"))
        if not blocks:
            return sparse.csr_matrix((0, 2 * _FEATURES))
        return sparse.vstack(blocks, format="csr")

    def _meetings(self, rows: _Matrix, old: int, keys: Sequence[str]) -> list[_Pair]:
        """The new rows against all, block by block, and of each the best few."""
        import numpy as np

        count = rows.shape[0]
        other = rows.T.tocsr()
        found: dict[tuple[int, int], float] = {}
        for start in range(old, count, _BLOCK):
            self._step((count + start) // 2, count)
            product = (rows[start : min(start + _BLOCK, count)] @ other).tocsr()
            for at in range(product.shape[0]):
                low, high = product.indptr[at], product.indptr[at + 1]
                values, places = product.data[low:high], product.indices[low:high]
                near = (values >= self._least) & (places != start + at)
                values, places = values[near], places[near]
                if len(values) > self._most:
                    best = np.argpartition(-values, self._most - 1)[: self._most]
                    values, places = values[best], places[best]
                for value, place in zip(values.tolist(), places.tolist(), strict=True):
                    pair = (min(start + at, place), max(start + at, place))
                    found[pair] = min(1.0, round(value, 4))
        self._progress(count, count)
        return [(keys[a], keys[b], cosine) for (a, b), cosine in found.items()]

    def _step(self, done: int, of: int) -> None:
        if self._cancelled():
            raise Cancelled
        self._progress(done, of)


_Pair: TypeAlias = tuple[str, str, float]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was computed.

    Attributes:
        keys: which row is whose.
        rows: vectors of length 1.
        idf: weights that they were made with.
        found: pairs of keys.
    """

    keys: dict[str, int]
    rows: _Matrix
    idf: _Matrix
    found: list[_Pair]

    def serves(self, wanted: Iterable[str]) -> bool:
        """Whether enough of it is still wanted for its weights to mean something."""
        there = set(wanted)
        same = len(there & self.keys.keys())
        most = max(len(there), len(self.keys), 1)
        return most - same <= _RENEW_SHARE * most


def _idf(counts: _Matrix) -> _Matrix:
    """Smoothed inverse document frequency, as scikit-learn's TfidfTransformer has it."""
    from sklearn.feature_extraction.text import TfidfTransformer

    if not counts.shape[0]:
        import numpy as np

        return np.ones(counts.shape[1], dtype="float32")
    return TfidfTransformer(norm=None).fit(counts).idf_.astype("float32")


def _weighted(counts: _Matrix, idf: _Matrix) -> _Matrix:
    """TF-IDF with sublinear counts: words and n-grams each of length 1, then mixed."""
    from scipy import sparse  # noqa: PLC0415 loaded late

    parts = [
        _weightiest(counts[start : start + _BLOCK], idf)
        for start in range(0, counts.shape[0], _BLOCK)
    ]
    return sparse.vstack(parts, format="csr") if parts else counts


def _weightiest(counts: _Matrix, idf: _Matrix) -> _Matrix:
    import numpy as np
    from scipy import sparse  # noqa: PLC0415
    from sklearn.preprocessing import normalize

    weighted = counts.copy()
    weighted.data = (1.0 + np.log(weighted.data)) * idf[weighted.indices]
    words, grams = normalize(weighted[:, :_FEATURES]), normalize(weighted[:, _FEATURES:])
    share = float(np.sqrt(_WORD_SHARE))
    mixed = sparse.hstack([words * share, grams * float(np.sqrt(1 - _WORD_SHARE))], "csr")
    for row in range(mixed.shape[0]):
        values = mixed.data[mixed.indptr[row] : mixed.indptr[row + 1]]
        if len(values) > _WEIGHTIEST:
            values[np.argpartition(values, -_WEIGHTIEST)[:-_WEIGHTIEST]] = 0.0
    mixed.eliminate_zeros()
    return normalize(mixed).astype(np.float32)


def _read(folder: Path, least: float, most: int) -> _Kept | None:
    """What was kept, or None: a file of another way, or a damaged one, is made anew."""
    import numpy as np
    from scipy import sparse  # noqa: PLC0415

    try:
        with np.load(io.BytesIO((folder / FILE).read_bytes()), allow_pickle=False) as file:
            if file["made"].tolist() != [_VERSION, f"{least:.4f}", str(most)]:
                return None
            keys = [key.decode("ascii") for key in file["keys"].tolist()]
            shape = (len(keys), 2 * _FEATURES)
            rows = sparse.csr_matrix((file["data"], file["indices"], file["indptr"]), shape=shape)
            rows.check_format(full_check=True)
            named = zip(
                file["a"].tolist(), file["b"].tolist(), file["cosine"].tolist(), strict=True
            )
            found = [(keys[a], keys[b], round(cosine, 4)) for a, b, cosine in named]
            idf = file["idf"]
    except Exception:  # noqa: BLE001 whatever is wrong with it, it can be made anew
        return None
    if idf.shape != (2 * _FEATURES,):
        return None
    return _Kept({key: row for row, key in enumerate(keys)}, rows, idf, found)


def _write(folder: Path, kept: _Kept, least: float, most: int) -> None:
    import numpy as np

    stream = io.BytesIO()
    at = kept.keys
    np.savez(
        stream,
        made=np.array([_VERSION, f"{least:.4f}", str(most)]),
        keys=np.array([key.encode("ascii") for key in at], dtype="S64"),
        data=kept.rows.data,
        indices=kept.rows.indices,
        indptr=kept.rows.indptr,
        idf=kept.idf,
        a=np.array([at[a] for a, _, _ in kept.found], dtype="int32"),
        b=np.array([at[b] for _, b, _ in kept.found], dtype="int32"),
        cosine=np.array([cosine for *_, cosine in kept.found], dtype="float32"),
    )
    with suppress(OSError, WriteFailed):  # then it is computed again next time
        make_private(folder)
        write_atomic(folder / FILE, stream.getvalue())
