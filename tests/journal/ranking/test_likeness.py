# ruff: noqa: RUF001  # sentences of many languages are what is tested
from __future__ import annotations

import gzip
import json
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.note import TitleFrom
from luminair.journal.ranking.likeness import (
    NGRAM_CHARS,
    THRESHOLD,
    compare_text,
    cosine,
    normal_form,
    says_the_same,
)
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from pathlib import Path

LONG = (
    "The resume test fails on the small runner when the manifest lies on a slow disk. "
    "We write one line for each part and flush it before the request leaves the machine. "
    "A part that is found in the state sending is sent again with its old key, and the server "
    "answers that it has it. Nothing else in the uploader looks at the manifest."
)

SAME = [
    (LONG, LONG.replace("fails", "failed")),
    (LONG, LONG.replace("Nothing else", "And nothing else")),
    (LONG, LONG.upper()),
    (LONG, "  " + LONG.replace(". ", ".\n\n- ")),
    ("Always run make lint before pushing.", "Always run make lint before pushing"),
    ("Run `make lint` first", "run make lint first!"),
    ("Please answer in short sentences.", "please answer in short sentences"),
    ("デプロイの前にテストを実行する。", "デプロイの前にテストを実行する"),
    (f"{LONG}\n\nSecond paragraph here.", f"Second paragraph here.\n\n{LONG}"),
    (f"{LONG} Don't push to main.", f"{LONG} Do not push to main."),
    (LONG, f"{LONG} Please."),
    (LONG, LONG.replace("A part that is found", "Also a part found")),
]

DIFFERENT = [
    ("Use a timeout of 30 seconds", "Use a timeout of 300 seconds"),
    ("Retry at most three times, then say so.", "Retry at most eight times, then say so."),
    ("Use the vendored copy of the library", "Do not use the vendored copy of the library"),
    ("Don't use the vendored copy of the library", "Use the vendored copy of the library"),
    ("Always squash before merging a branch", "Never squash before merging a branch"),
    ("Indent with tabs, not spaces", "Indent with spaces, not tabs"),
    ("Copy the tables from staging to production", "Copy the tables from production to staging"),
    ("Set retries to 3 and timeout to 5", "Set retries to 5 and timeout to 3"),
    ("The flag is --no-verify here", "The flag is --verify here"),
    ("Look in lib/vault/digest.js first", "Look in lib/vault/embed.js first"),
    ("Call harnessBlock() before the digest", "Call harnessBlocks() before the digest"),
    ("It fails with ENOENT on the runner", "It fails with EACCES on the runner"),
    ("Needs version 2026.4.10 of the tool", "Needs version 2026.4.11 of the tool"),
    ("Run it before the migration", "Run it after the migration"),
    ("The lock is safe across processes", "The lock is unsafe across processes"),
    ("Enable the cache in every lane", "Disable the cache in every lane"),
    ("Bitte die alte Schnittstelle nutzen", "Bitte nicht die alte Schnittstelle nutzen"),
    ("Es gibt einen Grund für den Umbau", "Es gibt keinen Grund für den Umbau"),
    ("On utilise le cache partagé ici", "On n'utilise pas le cache partagé ici"),
    ("Usar la copia local en las pruebas", "No usar la copia local en las pruebas"),
    ("部署之前要运行全部测试并等待结果", "部署之前不要运行全部测试并等待结果"),
    ("使用缓存的结果来回答用户的问题", "别使用缓存的结果来回答用户的问题"),
    ("本番環境ではキャッシュを使う", "本番環境ではキャッシュを使わない"),
    ("Используйте общий кэш в тестах", "Не используйте общий кэш в тестах"),
    ("Použij společnou mezipaměť v testech", "Nepoužij společnou mezipaměť v testech"),
    ("배포 전에 테스트를 실행한다", "배포 전에 테스트를 실행하지 않는다"),
    ("Stop when the count is < 3 in a run", "Stop when the count is >= 3 in a run"),
    ("Take the branch where !ready holds", "Take the branch where ready holds"),
    ("- [x] write the tests first", "- [ ] write the tests first"),
    ("It calls super(filter, self) there", "It calls super(takewhile, self) there"),
    (LONG, f"{LONG} {LONG.replace('manifest', 'journal')}"),
    (LONG.replace("slow disk", "slow network"), LONG),
    ("- [ ] #task write the report ⏳ 2026-11-30", "- [ ] #task write the report 📅 2026-11-30"),
    ("Shows the tasks by their due dates", "Shows the tasks by their start dates"),
    (LONG, f"{LONG} Ask the owner before any migration runs."),
    (LONG, f"{LONG} The server looks at the manifest."),
    (f"{LONG} The old keys are kept.", f"{LONG} The old keys are hardly kept."),
    (f"{LONG} Use the cache.", f"{LONG} Rarely use the cache."),
    ("Use the cache for reads in every session", "Rarely use the cache for reads in every session"),
    (f"{LONG} Log the request body.", f"{LONG} Log the request body in debug builds."),
    (f"{LONG} Copy keys to it.", f"{LONG} Copy keys from it."),
    (f"{LONG} You can push.", f"{LONG} You should push."),
    (
        LONG.replace("small runner", "runner of Anna"),
        LONG.replace("small runner", "runner of Olga"),
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_wording_alone_keeps_the_meaning(one: str, other: str) -> None:
    assert says_the_same(one, other)
    assert says_the_same(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_a_difference_that_matters_is_one(one: str, other: str) -> None:
    assert not says_the_same(one, other)
    assert not says_the_same(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_nor_does_it_drown_in_a_long_note(one: str, other: str) -> None:
    before, after = f"{LONG}\n", f".\n{LONG[::-1]}"
    assert not says_the_same(f"{before}{one}{after}", f"{before}{other}{after}")


@pytest.mark.parametrize(("one", "other"), [("", ""), ("", "x"), ("...", "..."), ("  ", "\n")])
def test_what_says_nothing_says_nothing_twice(one: str, other: str) -> None:
    assert not says_the_same(one, other)


def by_sklearn(one: str, other: str) -> float:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(
        analyzer="char_wb", ngram_range=NGRAM_CHARS, preprocessor=normal_form
    )
    try:
        rows = vectorizer.fit_transform([one, other])
    except ValueError:  # nothing in either text
        return 0.0
    return float((rows[0] @ rows[1].T).sum())


@pytest.mark.parametrize(("one", "other"), SAME + DIFFERENT)
def test_the_cosine_is_that_of_scikit_learn(one: str, other: str) -> None:
    assert cosine(one, other) == pytest.approx(by_sklearn(one, other), abs=1e-9)


@given(st.text(max_size=60), st.text(max_size=60))
def test_so_it_is_for_any_two_texts(one: str, other: str) -> None:
    assert cosine(one, other) == pytest.approx(by_sklearn(one, other), abs=1e-9)


WORDS = st.lists(
    st.sampled_from(("the", "cache", "is", "not", "shared", "with", "3", "Anna", "_key", "before")),
    max_size=12,
).map(" ".join)


@given(WORDS, WORDS)
def test_the_order_of_the_two_does_not_matter(one: str, other: str) -> None:
    assert says_the_same(one, other) == says_the_same(other, one)


@given(st.text(alphabet=st.characters(categories=None), max_size=80))
def test_any_text_says_the_same_as_itself(text: str) -> None:
    assert says_the_same(text, text) is bool(normal_form(text))


def test_the_title_counts_where_it_is_the_authors() -> None:
    body = "Body\n\n## Said again\n\nearlier words\n"
    set_by_author = made("a.md", title="Title")
    from_file = made("Rule 2.md", title="Rule 2", title_from=TitleFrom.FILE_NAME)
    assert compare_text(set_by_author, body).split() == ["Title", "Body"]
    assert compare_text(from_file, body).split() == ["Body"]


def documents(shared: Path) -> dict[str, list[str]]:
    """Texts of other people, by collection."""
    found = {
        "vault": [
            path.read_text("utf-8", "replace")
            for path in sorted((shared / "vaults").rglob("*.md"))
            if path.name != "SOURCES.md"
        ]
    }
    for packed in sorted((shared / "ranking-sets").glob("*/docs.jsonl.gz")):
        with gzip.open(packed, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        found[packed.parent.name] = [f"{row['title']}\n{row['text']}" for row in rows]
    return found


def near_pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Pairs that share a line or their first words: where near copies would be."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        words = normal_form(text).split()
        keys = {" ".join(words[at : at + 6]) for at in range(0, min(len(words), 40), 3)}
        for key in keys:
            groups[key].append(number)
    pairs = {
        (one, other)
        for members in groups.values()
        if len(members) < 60
        for at, one in enumerate(members)
        for other in members[at + 1 :]
    }
    return [(texts[one], texts[other]) for one, other in sorted(pairs)]


@pytest.mark.full
def test_other_peoples_texts_are_not_taken_for_copies(shared: Path) -> None:
    for texts in documents(shared).values():
        for one, other in near_pairs(texts):
            if normal_form(one) == normal_form(other):
                assert says_the_same(one, other) is bool(normal_form(one))
            elif cosine(one, other) < THRESHOLD:
                assert not says_the_same(one, other)


def test_two_texts_of_which_much_differs_are_never_the_same() -> None:
    """However near the letters are: nobody could say that no word of weight changed."""
    shared = " ".join(f"Sentence {word} stays as it was." for word in ("one", "two", "three"))
    words = ["harbor", "reef", "sluice", "weir", "tide", "quay"]
    long = " ".join(f"{words[n % 6]} {words[n // 6 % 6]} {words[n // 36 % 6]}" for n in range(700))
    one, other = f"{shared} {long} here.", f"{shared} {long} there."
    assert not says_the_same(one, other)
