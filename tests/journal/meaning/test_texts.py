"""What of a note is embedded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.meaning.languages import advice
from luminair.journal.meaning.texts import MOST, ROOM, hash_of, texts_of
from tests.journal.made_notes import loaded


def test_a_short_note_is_one_text_under_its_title() -> None:
    assert texts_of(loaded("n.md", "The body.\n", title="Title")) == ["Title\n\nThe body."]
    assert texts_of(loaded("n.md", "Title\n\nMore", title="Title")) == ["Title\n\nMore"]
    assert texts_of(loaded("n.md", " \n", title="Title")) == ["Title"]
    assert texts_of(loaded("n.md", "", title="")) == []


def test_a_long_note_is_cut_at_paragraphs_and_each_bears_the_title() -> None:
    body = "\n\n".join(f"Paragraph {number} " + "word " * 80 for number in range(20))
    texts = texts_of(loaded("n.md", body, title="Title"))
    assert 4 < len(texts) < 20
    for text in texts:
        assert text.startswith("Title\n\nParagraph ")
        assert len(text) <= ROOM + len("Title\n\n")


def test_said_again_is_not_embedded() -> None:
    texts = texts_of(loaded("n.md", "Body.\n\n## Said again\n\n- another way\n", title="T"))
    assert "another way" not in "".join(texts)


@given(st.text(alphabet="ab .\n語é\r", max_size=6000))
def test_nothing_is_lost_up_to_the_bound(body: str) -> None:
    texts = texts_of(loaded("n.md", body, title="T"))
    assert len(texts) <= MOST
    assert all(len(text) <= ROOM + 3 for text in texts)
    joined = "".join("".join(text.removeprefix("T\n\n").split()) for text in texts)
    wanted = "".join(body.split())
    if wanted:
        assert wanted.startswith(joined) or joined == "T" + wanted
        assert len(texts) == MOST or len(joined) >= len(wanted)


def test_the_hash_tells_texts_apart() -> None:
    assert hash_of(["a", "b"]) != hash_of(["ab"]) != hash_of(["a b"])
    assert hash_of(["a"]) == hash_of(["a"])
    assert len(hash_of(["\ud800"])) == 32


def test_the_advice_follows_the_scripts() -> None:
    assert "suits notes in English" in advice(["The quick brown fox", "a é ü"])
    assert advice([]) == advice(["123 +++"]) == advice(["plain"])
    assert "Chinese, Japanese or Korean" in advice(["ユーザー設定を保存する", "Save it"])
    assert "other than Latin" in advice(["Сохранить настройки", "Save it"])
    assert "suits notes in English" in advice(["English words " * 50, "語"])


def test_only_the_beginning_of_a_large_vault_tells_its_scripts() -> None:
    texts = ["a" * 40_000, "語" * 40_000]
    assert "suits notes in English" in advice(texts)
    assert "Chinese" in advice(reversed(texts))
    assert "suits notes in English" in advice(["a\u0301\u2014 \U0001f600 " * 9])


def test_a_text_without_a_boundary_is_cut_where_its_room_ends() -> None:
    texts = texts_of(loaded("n.md", "x" * (2 * ROOM), title=""))
    assert [len(text) for text in texts] == [ROOM, ROOM]
    wide = texts_of(loaded("n.md", "語" * ROOM, title=""))
    assert max(map(len, wide)) == ROOM // 3
    gap = texts_of(loaded("n.md", "word " * 100 + "\n" * (3 * ROOM) + "end", title=""))
    assert "" not in gap
