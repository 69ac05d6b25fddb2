"""Ranking is exact, explained, and the same warm and cold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking import bm25, dense, postings
from luminair.journal.ranking.bm25 import Hit, rank
from luminair.journal.ranking.postings import MemoryPostings, Weighed
from luminair.journal.ranking.query import parse_query
from luminair.journal.ranking.rows import MOST_TERMS
from luminair.journal.ranking.tokens import analyse

if TYPE_CHECKING:
    from collections.abc import Sequence


def index_of(texts: Sequence[str]) -> MemoryPostings:
    made = MemoryPostings()
    for doc, text in enumerate(texts):
        made.add(doc, analyse("", "", text))
    return made


def best(query: str, texts: Sequence[str]) -> str:
    hits = rank(parse_query(query), index_of(texts), limit=3)
    return texts[hits[0].doc] if hits else ""


class Cold:
    """The same postings, as an index that keeps nothing would give them."""

    def __init__(self, warm: MemoryPostings) -> None:
        self.count = warm.count
        self.average_length = warm.average_length
        self.of = warm.of
        self.length = warm.length
        self.lengths = warm.lengths


CODE = [
    "harnessBlock() joins the files of the harness",
    "a block of text, and the harness of a horse",
    "lib/vault/digest.js builds the digest",
    "lib/vault/index.js builds the index of the vault",
    "MongoServerError: E11000 duplicate key",
    "Error: ENOENT, no such file or directory",
    "use QThreadPool for background work",
    "threads swim in a pool",
    "atomic_write_json writes json with a rename",
    "write json in one go, atomic or not",
    "C++ templates are instantiated late",
    "C is a small language",
    "rm -rf deletes folders without asking",
    "rm asks before it deletes",
    "crew:run starts the crew",
    "version 2026.4.10 broke the importer",
    "version 2026.4.1 was fine",
    "see src/a.ts:42 for the reason",
    "DO NOT USE FIND / on this machine",
    "use find to look for files, do it like this",
]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("harnessBlock()", 0), ("harnessblock", 0), ("HARNESSBLOCK", 0), ("harness block", 0),
        ("why does harnessBlock fail in the tests on my machine?", 0),
        ("lib/vault/digest.js", 2), ("digest.js", 2), ("DIGEST.JS", 2), ("vault digest", 2),
        ("E11000", 4), ("what does e11000 mean", 4), ("ENOENT", 5), ("ENOENT when I start", 5),
        ("QThreadPool", 6), ("qthreadpool", 6), ("atomic_write_json", 8), ("atomicWriteJson", 8),
        ("C++", 10), ("rm -rf", 12), ("crew:run", 14), ("2026.4.10", 15), ("src/a.ts:42", 17),
        ("src/a.ts", 17), ("DO NOT USE FIND /", 18),
    ],
)  # fmt: skip
def test_code_is_found(query: str, place: int) -> None:
    assert best(query, CODE) == CODE[place]


@pytest.mark.parametrize(
    ("query", "wanted", "other"),
    [
        ("設定ファイル", "日本語の設定ファイルを読む", "日本語の会議の記録"),
        ("キャッシュの設定", "キャッシュの設定を変える", "時計の設定を変える"),
        ("настройка поиска", "Настройки поиска по заметкам", "Список покупок на неделю"),
        ("أين المكتبة", "المكتبات التي نستخدمها", "قائمة المهام"),
        ("खोज सूचकांक", "खोज के लिए सूचकांक बनाना", "बाज़ार की सूची"),
        ("向量缓存", "我们不使用向量缓存", "今天的会议记录"),
        ("회의록", "회의록을 저장하는 폴더", "검색 설정"),
        ("การตั้งค่า", "เปลี่ยนการตั้งค่าของแอป", "รายการซื้อของ"),
        ("ρυθμίσεις", "Άλλαξε τις ρυθμίσεις της εφαρμογής", "Λίστα με ψώνια"),
        ("cafe", "Le café est fermé", "Le thé est prêt"),
        ("הגדרות", "ההגדרות של היישום", "רשימת קניות"),
    ],
)
def test_other_scripts_are_found_by_words_alone(query: str, wanted: str, other: str) -> None:
    assert best(query, [other, wanted, "An English note on something else"]) == wanted


def test_shares_explain_the_score() -> None:
    postings = index_of(CODE)
    hit = rank(parse_query("vault digest builds"), postings, limit=1)[0]
    assert sum(share for _, share in hit.terms) == pytest.approx(hit.score)
    assert {"vault", "digest", "builds"} <= {word for word, _ in hit.terms}
    shares = [share for _, share in hit.terms]
    assert shares == sorted(shares, reverse=True)


def test_a_pair_needs_both_words() -> None:
    texts = ["vector cache", "cache of a vector", "vector", "cache"]
    first, second = rank(parse_query("vector cache"), index_of(texts), limit=2)
    assert (first.doc, second.doc) == (0, 1)
    assert "vector cache" in dict(first.terms)
    assert "vector cache" not in dict(second.terms)


def test_ties_stand_by_number_and_limits_hold() -> None:
    postings = index_of(["same text"] * 9)
    query = parse_query("same text")
    assert [hit.doc for hit in rank(query, postings, limit=4)] == [0, 1, 2, 3]
    allowed = rank(query, postings, limit=3, among={1, 3, 5, 7})
    assert [hit.doc for hit in allowed] == [1, 3, 5]
    assert rank(query, postings, limit=0) == []
    assert rank(parse_query("ok thanks"), postings, limit=3) == []
    assert rank(query, MemoryPostings(), limit=3) == []


WORDS = st.sampled_from(
    ["alpha", "beta", "gamma", "cache", "vector", "fooBar", "lib/a.py", "設定", "E11000", "use"]
)
TEXTS = st.lists(st.lists(WORDS, max_size=14).map(" ".join), min_size=1, max_size=60)


def exhaustive(query: str, postings: MemoryPostings, limit: int) -> list[Hit]:
    """Every note scored, nothing pruned."""
    every = rank(parse_query(query), postings, limit=postings.count)
    return every[:limit]


@given(TEXTS, st.lists(WORDS, min_size=1, max_size=6).map(" ".join), st.integers(1, 5))
def test_the_best_are_those_of_scoring_every_note(texts: list[str], query: str, limit: int) -> None:
    few, dearer = bm25._FEW, bm25._DEARER
    bm25._FEW = 0
    try:
        postings = index_of(texts)
        wanted = exhaustive(query, postings, limit)
        assert rank(parse_query(query), postings, limit=limit) == wanted
        assert rank(parse_query(query), Cold(index_of(texts)), limit=limit) == wanted
        kept = Weighed(Cold(index_of(texts)))
        assert rank(parse_query(query), kept, limit=limit) == wanted
        assert rank(parse_query(query), kept, limit=limit) == wanted
        odd = [hit for hit in exhaustive(query, postings, len(texts)) if hit.doc % 2]
        among = {doc for doc in range(len(texts)) if doc % 2}
        for bm25._DEARER in (0, 1000):  # each looked up, all gone through
            for index in (postings, Cold(index_of(texts)), kept):
                found = rank(parse_query(query), index, limit=limit, among=among)
                assert found == odd[:limit]
    finally:
        bm25._FEW, bm25._DEARER = few, dearer


@given(
    TEXTS,
    st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=3),
    st.integers(1, 5),
    st.sampled_from([0, 20_000]),
)
def test_arrays_give_the_same_notes_and_scores(
    texts: list[str], queries: list[str], limit: int, cheap: int
) -> None:
    was, dense._CHEAP = dense._CHEAP, cheap  # pruned as soon as may be, or not at all
    try:
        index = index_of(texts)
        kept = dense.Dense(Cold(index))
        among = {doc for doc in range(len(texts)) if doc % 2}
        for query in map(parse_query, queries):
            assert dense.rank(query, kept, limit=limit) == rank(query, index, limit=limit)
            some = dense.rank(query, kept, limit=limit, among=among)
            assert some == rank(query, index, limit=limit, among=among)
            assert dense.rank(query, kept, limit=limit, among=()) == []
    finally:
        dense._CHEAP = was


def test_arrays_of_an_empty_index_find_nothing() -> None:
    assert dense.rank(parse_query("kelp"), dense.Dense(MemoryPostings()), limit=3) == []


@given(TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_changes_leaves_no_trace(texts: list[str], draw: object) -> None:
    straight = index_of(texts)
    turned = MemoryPostings()
    order = list(enumerate(texts))
    draw.shuffle(order)  # type: ignore[attr-defined]
    for doc, text in order:
        turned.add(doc, analyse("", "", "soon to be gone " + text))
    for doc, text in order:
        turned.add(doc, analyse("", "", text))
    turned.add(999, analyse("", "", "alpha beta"))
    turned.remove(999)
    turned.remove(999)
    query = parse_query("alpha cache fooBar 設定")
    assert rank(query, turned, limit=10) == rank(query, straight, limit=10)
    for doc in range(len(texts)):
        turned.remove(doc)
    assert turned.count == 0
    assert rank(query, turned, limit=10) == []


def test_a_rare_name_in_a_long_note_comes_first() -> None:
    long = " ".join(f"word{at}" for at in range(3000)) + " renderGraphPane at last"
    texts = [long] + ["why does the render of the graph pane fail, graph pane"] * 5
    assert best("why does renderGraphPane fail when the graph is large", texts) == long


def test_of_a_long_question_the_weightiest_words_count() -> None:
    texts = [f"word{number}" for number in range(200)] + ["the quetzal"]
    query = " ".join([*texts[:200], "quetzal"])
    hits = rank(parse_query(query), index_of(texts), limit=250)
    assert 0 < len(hits) <= MOST_TERMS


def test_what_is_kept_of_many_searches_is_let_go_and_found_again(monkeypatch) -> None:
    monkeypatch.setattr(postings, "MOST_KEPT", 3)
    index = index_of(["red kelp", "green kelp", "blue tide"])
    weighed = Weighed(index)
    for query in ("kelp", "tide", "red", "green", "kelp"):
        assert rank(parse_query(query), weighed, limit=9) == rank(
            parse_query(query), index, limit=9
        )
    assert len(weighed._impacts) < 4
    assert (weighed.average_length, weighed.length(0)) == (index.average_length, index.length(0))
    assert weighed.of("kelp") == index.of("kelp")
