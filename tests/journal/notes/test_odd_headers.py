"""Headers that few files have: each is read as a person would read it, and nothing raises."""

from __future__ import annotations

import pytest

from luminair.errors import NoteDamaged
from luminair.journal.notes.frontmatter import Verdict, check_strict, edit, read

TWO_HEADERS = "has two headers, one directly below the other"


def header(lines: str) -> bytes:
    return f"---\n{lines}\n---\nBody\n".encode()


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ('{"a": null, "b": {"c": [1, null]}}', {"a": None, "b": {"c": ("1", None)}}),
        ('{"a": [null, {"b": 1}], "c": 1.5}', {"a": (None, {"b": "1"}), "c": "1.5"}),
        ("{a: , b: }", {"a": None, "b": None}),
        ("{a, b}", {"a": None, "b": None}),
        ('{"a": 1, }', {"a": "1"}),
        ("{1: 2}", {"1": "2"}),
        ("a:\n  just text", {"a": "just text"}),
        ("a:\n  two\n  lines", {"a": "two lines"}),
        ("a:\n - x\n   more", {"a": ("x more",)}),
        ("a: |\n  x\n  \nb: 1", {"a": "x\n", "b": "1"}),
        ("a: |2\n   x", {"a": " x\n"}),
        ("a: >-\n  x\n  y", {"a": "x y"}),
        ('a: "x\n  \n  "', {"a": "x\n"}),
        ('a: "one\n\n  two\n  "', {"a": "one\ntwo "}),
        ('a:\n  b:\n    "c\n    d"', {"a": {"b": "c d"}}),
        ("a:\n  [b,\n  c]", {"a": ("b", "c")}),
        ("a:\n  b: 'c\n    d'", {"a": {"b": "c d"}}),
        ("a:\n  - b: [c,\n    d]", {"a": ({"b": ("c", "d")},)}),
        ("a:\n  {b: 1,\n  c: 2}", {"a": {"b": "1", "c": "2"}}),
        ("tags: {a: b}", {"tags": ("a: b",)}),
    ],
)
def test_a_rare_form_is_read_and_strict_yaml_agrees(lines: str, fields: dict[str, object]) -> None:
    document = read(header(lines))
    assert document.verdict is Verdict.READ
    assert dict(document.fields) == fields
    assert (document.flag, check_strict(document)) == ("", "")


@pytest.mark.parametrize(
    ("lines", "fields", "flag"),
    [
        ('a: "b"\n  c\nx: 1', {"a": "b", "x": "1"}, "has a line that is no key and no value"),
        ("a: [b, # one\n c]", {"a": ("b", "c")}, "has a remark or a # inside a list"),
        ('{"a": 1, "a": 2}', {"a": "2"}, "has the key a twice"),
        ("a: |\n\tx\n\ty", {"a": "x\ny\n"}, "is indented with tabs"),
        ('a: "x\\U00ffffff"', {"a": "x\ufffd"}, "has an escape that is no character"),
    ],
)
def test_what_is_doubtful_is_read_and_said(
    lines: str, fields: dict[str, object], flag: str
) -> None:
    document = read(header(lines))
    assert (dict(document.fields), document.flag) == (fields, flag)


@pytest.mark.parametrize(
    "lines",
    [
        '["a"]',
        '{"a" 1}',
        "{a: 1} x",
        '{a: 1, "b"',
        '{a: "x" y}',
        "{'a: 1}",
        '{a: ["x}',
        '{"a": 1 "b"}',
        '{"a": 1, "b": "x}',
        "{: 1}",
        "{a: }b}",
        "[a, b]",
    ],
)
def test_braces_that_are_no_map_are_text_or_kept_as_they_are(lines: str) -> None:
    raw = header(lines)
    document = read(raw)
    assert check_strict(document) == "" or document.fields
    assert edit(document, {}) == raw


def test_a_header_nested_without_end_is_a_text_from_some_depth_on() -> None:
    deep = "".join(f"{'  ' * depth}k{depth}:\n" for depth in range(200)) + "  " * 200 + "end"
    document = read(header(deep))
    value: object = document.fields
    depth = 0
    while isinstance(value, dict) or hasattr(value, "items"):
        (value,) = dict(value).values()  # type: ignore[call-overload]
        depth += 1
    assert 10 < depth < 200
    assert str(value).endswith("end")
    items = "a:\n" + "".join(f"{'  ' * depth}- \n" for depth in range(1, 150)) + "  " * 151 + "end"
    assert "end" in str(read(header(items)).fields["a"])


def test_aliases_that_unfold_without_end_are_said_and_not_unfolded() -> None:
    lines = ["a: &a [x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]"
        for before, name in zip("abcde", "bcdef", strict=True)
    ]
    assert check_strict(read(header("\n".join(lines)))) == "unfolds to more than a note can hold"


def test_a_key_that_strict_yaml_does_not_see_is_named() -> None:
    document = read(header("tags:[ #disk, #night"))
    assert document.fields["tags"]
    assert check_strict(document) == "is misread by strict YAML: it does not see the key tags"


@pytest.mark.parametrize("second", ['{"a": 1}', "{a: 1}"])
@pytest.mark.parametrize("first", ["---\n", "---\nb: 1\n"])
def test_a_map_in_braces_below_a_header_is_a_second_one(first: str, second: str) -> None:
    document = read(f"{first}---\n---\n{second}\n---\nBody\n".encode())
    assert (document.verdict, document.reason) == (Verdict.DAMAGED, TWO_HEADERS)


@pytest.mark.parametrize("text", ["---\n---\n---\n{}\n---\nx\n", "---\n---\n---\n{ x\n---\nx\n"])
def test_empty_braces_below_a_header_are_text(text: str) -> None:
    assert read(text.encode()).verdict is Verdict.READ


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ("a = \"\"\"\nx\ny\"\"\"\nb = '''z'''\n[t]\nc = 1", {"a": "x\ny", "b": "z"}),
        ('a = "x" y\nb = [1, 2\nc = [1] x', {"a": '"x" y', "b": "[1, 2", "c": "[1] x"}),
        ('d = \'x\ne = """x', {"d": "'x", "e": '"""x'}),
        ("= 2\nc = 3", {"c": "3"}),
        ('a = ["x', {"a": '["x'}),
        ('a = { b = "x # }", c = {d = 1} } # e', {"a": '{ b = "x # }", c = {d = 1} }'}),
        ("a = [{b = 1}, {c = 2}]", {"a": "[{b = 1}, {c = 2}]"}),
        ('a = {b = "unclosed', {"a": '{b = "unclosed'}),
    ],
)
def test_toml_is_read_up_to_its_first_table(lines: str, fields: dict[str, str]) -> None:
    document = read(f"+++\n{lines}\n+++\nBody\n".encode())
    assert dict(document.fields) == fields
    with pytest.raises(NoteDamaged, match="TOML"):
        edit(document, {"title": "New"})


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ("a:\n  'x' y\n  z", {"a": "'x' y z"}),
        ("a:\n  b: 'x' y\n    z", {"a": {"b": "'x' y z"}}),
        ("a:\n  b: [x\n    z", {"a": {"b": "[x z"}}),
        ('a:\n  - "x" y\n  - [z', {"a": ('"x" y', "[z")}),
        ("a: {b:", {"a": "{b:"}),
        ("a: [}]", {"a": "[}]"}),
    ],
)
def test_what_is_quoted_by_half_is_the_text_that_stands_there(
    lines: str, fields: dict[str, object]
) -> None:
    assert dict(read(header(lines)).fields) == fields


def test_text_between_lines_of_a_key_and_a_rule_is_no_second_header() -> None:
    raw = b"---\n---\ntitle: x\n%--\n\nStart.\n---\n\nText.\n"
    document = read(raw)
    assert document.verdict is Verdict.READ
    assert document.body.startswith("title: x")


@pytest.mark.parametrize("text", ["+++ x\n", "+++x\n", "+++\nx\n"])
def test_three_plus_signs_alone_open_no_header(text: str) -> None:
    assert read(text.encode()).verdict is Verdict.NONE
