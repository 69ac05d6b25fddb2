"""Rankers that others ship, for comparison: each gives the best notes for a query.

They see the same notes and queries as we do, title and text as one, in the configuration that
their own documents recommend for English.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple


class Note(NamedTuple):
    """One note of a ranking set."""

    id: str
    title: str
    text: str
    path: str = ""


Search = Callable[[str, int], list[str]]


def bm25s_snowball(notes: Sequence[Note]) -> Search:
    """bm25s with English stop words and Snowball stems."""
    import bm25s
    import snowballstemmer

    one = lru_cache(maxsize=None)(snowballstemmer.stemmer("english").stemWord)

    def stem(words: Sequence[str]) -> list[str]:
        return [one(word) for word in words]

    def tokens(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stem, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens([f"{n.title}\n{n.text}" for n in notes]), show_progress=False)

    def search(query: str, limit: int) -> list[str]:
        found, scores = index.retrieve(
            tokens([query]), k=min(limit, len(notes)), show_progress=False
        )
        pairs = zip(found[0], scores[0], strict=True)
        return [notes[int(at)].id for at, score in pairs if score > 0]

    return search


def fts5_query(query: str, leave_out: frozenset[str] = frozenset()) -> str:
    """Any prompt as a query that FTS5 accepts: its words, quoted, joined by OR."""
    words = dict.fromkeys(re.findall(r"\w+", query))
    return " OR ".join(f'"{word}"' for word in words if word.lower() not in leave_out)


def fts5_table(notes: Sequence[Note]) -> sqlite3.Connection:
    """The notes in an FTS5 table in memory, rows numbered from 1."""
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table notes using fts5(title, body, tokenize = 'porter')")
    base.executemany("insert into notes values (?, ?)", [(n.title, n.text) for n in notes])
    return base


def fts5_porter(notes: Sequence[Note]) -> Search:
    """SQLite FTS5 with the porter tokenizer and its bm25()."""
    base = fts5_table(notes)
    ask = "select rowid from notes where notes match ? order by bm25(notes) limit ?"

    def search(query: str, limit: int) -> list[str]:
        words = fts5_query(query)
        rows = base.execute(ask, (words, limit)).fetchall() if words else []
        return [notes[row - 1].id for (row,) in rows]

    return search


def sklearn_tfidf(notes: Sequence[Note]) -> Search:
    """TF-IDF cosine of scikit-learn, English stop words."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(stop_words="english", sublinear_tf=True)
    matrix = vectorizer.fit_transform([f"{n.title}\n{n.text}" for n in notes])

    def search(query: str, limit: int) -> list[str]:
        scores = (matrix @ vectorizer.transform([query]).T).toarray().ravel()
        best = (-scores).argsort(kind="stable")[:limit]
        return [notes[at].id for at in best if scores[at] > 0]

    return search


PEERS: dict[str, Callable[[Sequence[Note]], Search]] = {
    "bm25s + Snowball": bm25s_snowball,
    "SQLite FTS5 porter": fts5_porter,
    "sklearn TF-IDF": sklearn_tfidf,
}
