"""Reading headers: the 40 cases that broke other parsers, and any bytes at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from luminair.errors import NoteDamaged
from luminair.journal.notes.frontmatter import MAX_BYTES, Verdict, check_strict, edit, read
from tests.journal.notes.made_texts import texts

FOLDER = Path(__file__).resolve().parents[2] / "data" / "frontmatter"
CASES = json.loads((FOLDER / "cases.json").read_text("utf-8"))


def as_plain(value: object) -> object:
    """As cases.json writes it; one last newline of a block text does not count."""
    if isinstance(value, str):
        return value.removesuffix("\n")
    if isinstance(value, Mapping):
        return {key: as_plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [as_plain(item) for item in value]
    return value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_each_case_is_read_as_a_person_reads_it(case):
    raw = (FOLDER / case["file"]).read_bytes()
    assert len(raw) == case["bytes"]
    assert hashlib.sha256(raw).hexdigest() == case["sha256"]
    document = read(raw)
    assert document.verdict == case["verdict"]
    if document.verdict is Verdict.DAMAGED:
        assert document.reason
        return
    assert not document.reason
    assert document.body_at == case["body_at"]
    assert document.body == raw[document.body_at :].decode()
    if document.verdict is Verdict.READ:
        assert as_plain(document.fields) == as_plain(case["expected"])
        assert document.keys() == tuple(case["expected"])
        assert bool(document.flag) == case.get("flag", False)
        assert bool(check_strict(document)) == case.get("flag", False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_changing_one_key_of_a_case_leaves_every_other_byte(case):
    raw = (FOLDER / case["file"]).read_bytes()
    document = read(raw)
    if case["verdict"] == "damaged" or document.locked:
        with pytest.raises(NoteDamaged):
            edit(document, {"pinned": True})
        return
    pinned = edit(document, {"pinned": True})
    if not (isinstance(document.value("pinned"), str) and case["file"].startswith("26")):
        assert pinned != raw
        assert edit(read(pinned), {"pinned": None}) == raw
    for key in tuple(document.fields):
        if key == "defaults":
            continue  # another key stands on its anchor, so that edit is refused
        entry = document.entry(key)
        changed = edit(document, {key: "something else"})
        header = document.header
        before = document.raw[: document.body_at - len(header.encode())]
        head = before + header[: entry.value_at].encode()
        tail = header[entry.value_end :].encode() + raw[document.body_at :]
        assert changed.startswith(head)
        assert changed.endswith(tail)
        again = read(changed)
        wanted = {"tags": ("something", "else"), "aliases": ("something else",)}
        assert again.value(key) == wanted.get(key, "something else")


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"\xff\xfeh\x00i\x00", "UTF-16"),
        (b"abc\0def", "NUL"),
        (b"caf\xe9", "UTF-8"),
        (b"a\xed\xa0\x80b", "surrogate"),
        (b"---\ntitle: x\n\ntext of it\n", "never closes"),
        (b"---\ntitle: x\n\nThe text begins.\n\n---\n\nmore\n", "does not close"),
        (b"<<<<<<< HEAD\n---\ntitle: a\n---\n=======\n---\ntitle: b\n---\n>>>>>>> x\n", "merge"),
    ],
)
def test_what_cannot_be_read_says_why(raw, word):
    document = read(raw)
    assert document.verdict is Verdict.DAMAGED
    assert word in document.reason


def test_a_file_over_the_limit_is_listed_and_not_read():
    document = read(b"x" * (MAX_BYTES + 1))
    assert document.verdict is Verdict.DAMAGED
    assert "40 MB" in document.reason
    assert document.body == ""


@pytest.mark.parametrize(
    "raw",
    [
        b"---\n\nA letter begins below a rule.\n\n---\n\nAnd goes on.\n",
        b"---\n# A heading between rules\n---\ntext\n",
        b"---\n- a\n- b\n---\ntext\n",
        b"---",
        b"----\ntitle: x\n---\n",
        b"\n---\ntitle: x\n---\n",
        b" ---\ntitle: x\n---\n",
        b"+++\nplus\n",
        b"",
    ],
)
def test_a_rule_across_the_page_is_text(raw):
    document = read(raw)
    assert document.verdict is Verdict.NONE
    assert document.body.encode() == raw
    assert edit(read(edit(document, {"pinned": True})), {"pinned": False}) == raw


@pytest.mark.parametrize(
    ("header", "key", "value"),
    [
        ('a: "x\\u00e9\\n\\x41\\U0001f600\\/\\e"', "a", "xé\nA😀/\x1b"),
        ('a: "\\ud83d\\ude00"', "a", "😀"),
        ('a: "C:\\dir"', "a", "C:\\dir"),
        ("a: 'it''s'", "a", "it's"),
        ('a: "Foo" and "bar"', "a", '"Foo" and "bar"'),
        ('a: "doc" # ref', "a", "doc"),
        ('a: "one\n  two\n\n  three"', "a", "one two\nthree"),
        ('a: "one\\\n  two"', "a", "onetwo"),
        ("a: 'one\n  two'", "a", "one two"),
        ("a: one\n  two\n\n  three", "a", "one two\nthree"),
        ("a: >\n  one\n  two\n\n  three\n", "a", "one two\nthree\n"),
        ("a: >-\n  one\n    two\n  three\n", "a", "one\n  two\nthree"),
        ("a: |2\n   one\n  two\n", "a", " one\ntwo\n"),
        ("a:\n- x\n-   y\n", "a", ("x", "y")),
        ("a:\n  - - p\n    - q\n  - r\n", "a", (("p", "q"), "r")),
        ("a:\n  - n: x\n    m: y\n  - n: z\n", "a", ({"n": "x", "m": "y"}, {"n": "z"})),
        ("a: [x, 'y, z', [p], {k: v}]", "a", ("x", "y, z", ("p",), {"k": "v"})),
        ("a: [x,\n  y\n]", "a", ("x", "y")),
        ("a: [[Some note]]", "a", "[[Some note]]"),
        ("a: []", "a", ()),
        ("a:", "a", None),
        ("a: ''", "a", ""),
        ("A: x", "a", "x"),
        ("'a b': x", "a b", "x"),
        ("  a: x\n  b: y", "a", "x"),
        ("a: http://example.org:80/x", "a", "http://example.org:80/x"),
        ("title:Tight", "title", "Tight"),
        ("kind: doc #law", "kind", "doc"),
        ("tags: a, b", "tags", ("a", "b")),
        ('tags: "#x"', "tags", ("x",)),
        ("title: 2024", "title", "2024"),
        ("aliases:", "aliases", None),
        ("aliases: ''", "aliases", ()),
        ("a: x\na: y", "a", "y"),
    ],
)
def test_values_are_read_as_written(header, key, value):
    document = read(f"---\n{header}\n---\n".encode())
    assert document.verdict is Verdict.READ
    assert document.value(key) == value


def test_a_map_in_braces_that_never_closes_is_text():
    assert read(b"---\r\r\n{\r---").verdict is Verdict.NONE


def test_a_hostile_header_neither_hangs_nor_raises():
    for hostile in (
        "a: " + "[" * 50_000,
        "a:\n" + "".join(" " * n + "- x:\n" for n in range(400)),
        "a: " + " " * 100_000 + "x",
        "\n".join(f"a{n}: [" for n in range(3_000)),
        "a: &a [x,x]\n" + "\n".join(f"a{n}: [*a,*a]" for n in range(200)),
        "{" * 50_000,
        '{"a":' * 50_000,
        "x" * 200_000 + ": y",
        "a: [\n" + "b\n" * 5_000,
    ):
        document = read(f"---\n{hostile}\n---\nbody\n".encode())
        check_strict(document)
        assert document.verdict in set(Verdict)


@given(st.binary())
def test_read_never_raises(raw):
    document = read(raw)
    assert document.raw == raw
    assert (document.verdict is Verdict.DAMAGED) == bool(document.reason)


@given(texts)
@example("---\n{}\n---\n")
def test_read_takes_any_text(text):
    raw = text.encode("utf-8", "replace")
    document = read(raw)
    if document.verdict is not Verdict.DAMAGED:
        assert document.body.encode() == raw[document.body_at :]
        check_strict(document)
