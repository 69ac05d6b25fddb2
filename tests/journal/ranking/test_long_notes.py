"""A long note is found by its best passage, wherever in it that stands."""

from __future__ import annotations

import pytest

from luminair.journal.ranking.bm25 import rank
from luminair.journal.ranking.passages import best_passage
from luminair.journal.ranking.postings import MemoryPostings
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.tokens import analyse

WORDS = [
    "the",
    "harbour",
    "keeps",
    "boats",
    "of",
    "many",
    "sorts",
    "while",
    "gulls",
    "watch",
    "from",
    "every",
    "roof",
    "in",
    "rain",
]


def prose(size: int, turn: int = 0) -> str:
    """So many characters of sentences that say nothing in particular."""
    sentences = []
    length = 0
    while length < size:
        at = (len(sentences) + turn) % len(WORDS)
        sentence = " ".join(WORDS[at:] + WORDS[:at]).capitalize() + "."
        sentences.append(sentence)
        length += len(sentence) + 1
    return " ".join(sentences)[:size]


def long_note(mention: str, at: int) -> str:
    return f"{prose(at)} {mention}. {prose(2000, 5)}"


def index_of(bodies: list[str]) -> MemoryPostings:
    postings = MemoryPostings()
    for doc, body in enumerate(bodies):
        postings.add(doc, analyse("A note", "", body))
    return postings


@pytest.mark.parametrize("at", [30_000, 300_000])
@pytest.mark.parametrize(
    ("mention", "prompt"),
    [
        ("The importer retries with exponential backoff", "how does the importer retry"),
        ("See renderGraphPane", "why does renderGraphPane fail in the rain on every boat"),
        ("E11000 duplicate key", "what did we say about E11000"),
        ("Cannot bind a socket twice", "I get: cannot bind a socket twice"),
    ],
)
def test_the_only_mention_is_found_and_shown(at: int, mention: str, prompt: str) -> None:
    short = [prose(400, turn) for turn in range(40)]
    body = long_note(mention, at)
    query = parse_query(prompt)
    (best, *_) = rank(query, index_of([*short, body]), limit=3)
    assert best.doc == len(short)
    passage = best_passage(body, query, limit_chars=400)
    assert passage is not None
    assert mention in passage.text
    assert passage.start <= at + 1 <= passage.end


def test_a_long_note_does_not_lose_for_its_length_alone() -> None:
    """It says all that is asked, in one place; short ones say half of it."""
    body = long_note("The importer retries with exponential backoff", 30_000)
    short = [f"The importer is slow. {prose(200, turn)}" for turn in range(20)]
    short += [f"Retries are counted. {prose(200, turn)}" for turn in range(20)]
    hits = rank(
        parse_query("importer retries exponential backoff"), index_of([*short, body]), limit=1
    )
    assert hits[0].doc == len(short)


def test_the_passage_is_where_the_words_stand_together() -> None:
    apart = " ".join(f"The importer. {prose(3000, at)} The backoff." for at in range(4))
    together = "The importer waits with a backoff of two seconds"
    body = f"{apart} {together}. {apart}"
    passage = best_passage(body, parse_query("importer backoff seconds"), limit_chars=300)
    assert passage is not None
    assert together in passage.text
