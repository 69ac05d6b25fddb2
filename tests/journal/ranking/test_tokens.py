"""What a text becomes in the index."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from luminair.journal.ranking import tokens
from luminair.journal.ranking.chunks import chunks
from luminair.journal.ranking.tokens import analyse, forms_of, pair_term

WORDS = {  # text -> terms that must be there
    "harnessBlock()": {"=harnessBlock", "harnessblock", "har", "block"},
    "lib/vault/digest.js": {"=lib/vault/digest.js", "=digest.js", "lib", "vault", "digest", "js"},
    "src/a.ts:42": {"=src/a.ts:42", "=src/a.ts", "=a.ts", "src", "ts"},
    "E11000": {"=E11000", "e11000"},
    "ENOENT": {"enoent"},
    "QThreadPool": {"=QThreadPool", "qthreadpool", "thread", "pool"},
    "atomic_write_json": {"=atomic_write_json", "atomicwritejson", "atom", "write", "json"},
    "no-shadow": {"=no-shadow", "noshadow", "shadow"},
    "self.assertEqual": {"=self.assertEqual", "=assertEqual", "assertequ", "assert", "equal"},
    "std::vector": {"=std::vector", "std", "vector"},
    "C++": {"=c++"},
    "C#": {"=c#"},
    ".NET": {"=.net", "net"},
    ".gitignore": {"=.gitignore"},
    "rm -rf": {"rm", "=-rf", "rf"},
    "crew:run": {"=crew:run", "crewrun", "crew", "run"},
    "2026.4.10": {"=2026.4.10", "2026"},
    "v2026.4.10": {"=2026.4.10"},
    "1,000,000": {"1000000"},
    "DO NOT USE FIND /": {"do", "not", "use", "find"},
    "https://example.com/foo-bar/a.html": {"=a.html", "foobar", "exampl"},
    "C:\\Users\\me\\file.txt": {"=file.txt", "user", "file"},
    "__init__": {"=__init__", "init"},
    "_private_name": {"=_private_name", "privatenam"},
    "HTTPServer URLs": {"http", "server", "url"},
    "isValid": {"=isValid", "isvalid"},
    "AT&T": {"=AT&T", "att"},
    "don\u2019t running": {"run"},
    "l'avion": {"avion"},
    "café naïve": {"cafe", "café", "naiv"},
    "ﬁle": {"file"},
    "日本語": {"日本", "本語", "日"},
    "Pythonの設定": {"python", "設定"},
    "회의록을": {"회의", "의록"},
    "настройки": {"настроики", "настр*"},
    "المكتبات": {"مكتب"},
    "हिन्दी खोज": {"हिन्दी", "खोज"},
    "สวัสดี": {"สวั", "วัส"},
    "άνθρωπος": {"ανθρωποσ"},
}


@pytest.mark.parametrize("text", WORDS)
def test_a_text_gives_its_terms(text: str) -> None:
    missing = WORDS[text] - set(analyse("", "", text).terms)
    assert not missing


def test_stop_words_stay_out_unless_somebody_shouts_them() -> None:
    assert not analyse("", "", "what is this, and why should it be? Don't.").terms
    assert "do" in analyse("", "", "DO it").terms


def test_words_side_by_side_make_a_pair_across_stop_words() -> None:
    terms = analyse("", "", "state of the art").terms
    assert pair_term("state", "art") in terms
    assert pair_term("art", "state") not in terms


def test_fields_weigh_more_or_less() -> None:
    in_title = analyse("cache", "", "")
    in_body = analyse("", "", "cache")
    assert in_title.terms["cach"] > in_body.terms["cach"] > 0
    assert "cach" in analyse("", "", "", "Notes/cache.md", ()).terms
    assert "cach" in analyse("", "", "", "", ("cache",)).terms


def test_the_suffix_of_a_note_is_no_word() -> None:
    assert not {"md", "=x.md"} & set(analyse("", "", "", "x.md").terms)


def test_long_blobs_stay_small() -> None:
    blob = "aB3" * 5000 + " " + "x/" * 4000 + " " + "deadbeef1234" * 30
    terms = analyse("", "", blob).terms
    assert len(terms) < 120
    assert max(map(len, terms)) <= 162


def test_near_copies_share_their_sketch() -> None:
    text = " ".join(f"word{at} talks about subject{at % 7}" for at in range(60))
    first, second = analyse("t", "", text), analyse("t", "", text.upper() + " !")
    assert len(first.sketch) == 8
    assert len(set(first.sketch) & set(second.sketch)) >= 6
    assert not set(first.sketch) & set(analyse("u", "", "quite another matter here").sketch)


def test_full_memories_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "harnessBlock joins lib/vault/digest.js with 日本語"
    before = analyse("a", "b", text)
    monkeypatch.setattr(tokens, "_CACHE_LIMIT", 2)
    for at in range(5):
        analyse("", "", f"other{at} words{at} fooBar{at}")
    assert analyse("a", "b", text) == before


@example("\u0300/\u0300")
@example("\u0300.\u0301/a")
@given(st.text(max_size=300))
def test_any_text_gives_the_same_terms_twice(text: str) -> None:
    first = analyse(text, "", text, text, (text,))
    assert analyse(text, "", text, text, (text,)) == first
    assert all(term and weight > 0 for term, weight in first.terms.items())
    assert first.length >= 0
    assert list(first.sketch) == sorted(set(first.sketch))


@given(st.text(alphabet="aZ_1.-/\\:'+#@&,é日\u0e31\u0301 \ud800", max_size=60))
def test_odd_joints_never_raise(text: str) -> None:
    for chunk in chunks(text):
        forms = forms_of(chunk)
        assert len(forms.words) == len(forms.surfaces)
    analyse("", "", text)


def test_the_folders_that_every_journal_has_say_nothing_of_a_note() -> None:
    plain = analyse("Tea at four", "", "", "Tea.md").terms
    for path in ("Notes/Tea.md", "Archive/Notes/Tea.md", "Sessions/Tea.md"):
        assert analyse("Tea at four", "", "", path).terms == plain
    assert "releas" in analyse("Tea at four", "", "", "Notes/release/Tea.md").terms
    assert analyse("", "", "", "Notes.md").terms  # a note may have that name
