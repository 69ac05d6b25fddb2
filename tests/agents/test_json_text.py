"""Changes in a JSON text leave every other byte as it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.agents.json_text import NotJson, parsed, with_item, with_member, without

MINE = {"hooks": [{"type": "command", "command": "x"}]}

TEXTS = [
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    '{"a": 1}',
    '{\n  "a": 1\n}\n',
    '{\n    "a": [1, 2,\n  3],\n    "b": {"c": "}"}\n}',
    '{\r\n\t"a": 1,\r\n\t"b": "x // y"\r\n}\r\n',
    '{\n  "a": 1 // a comment, with {\n}\n',
    '{\n  // first\n  "a": 1, /* two\n lines */\n  "b": 2,\n}\n',
    '\ufeff{"a": "\\u00e9 \\" é"}',
    '{"a": -1.5e3, "b": true, "c": null}',
]


def strict(text: str) -> bool:
    try:
        json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("text", TEXTS)
def test_a_member_comes_last_and_goes_again(text: str) -> None:
    more = with_member(text, parsed(text), "mine", MINE)
    root = parsed(more)
    assert list(root.value) == [*parsed(text).value, "mine"]
    assert root.value["mine"] == MINE
    assert strict(more) is strict(text)
    back = without(more, root, root.members["mine"])
    if parsed(text).parts and ",\n}" not in text:
        assert back == text
    assert parsed(back).value == parsed(text).value


@pytest.mark.parametrize("text", TEXTS)
def test_every_line_of_before_is_there(text: str) -> None:
    more = with_member(text, parsed(text), "mine", MINE)
    for line in text.splitlines():
        assert line.strip("{} ").replace(",", "") in more.replace(",", "")
    assert more.count("//") == text.count("//")
    if "\r\n" in text:
        assert "\n" not in more.replace("\r\n", "")


def test_indentation_is_the_files_own() -> None:
    text = '{\n    "a": {\n        "b": []\n    }\n}\n'
    more = with_member(text, parsed(text), "mine", {"c": [1]})
    assert more == (
        '{\n    "a": {\n        "b": []\n    },\n    "mine": {\n        "c": [\n'
        "            1\n        ]\n    }\n}\n"
    )
    inner = parsed(text).members["a"].members["b"]
    assert with_item(text, inner, 1) == (
        '{\n    "a": {\n        "b": [\n            1\n        ]\n    }\n}\n'
    )


def test_a_key_that_stands_there_twice() -> None:
    root = parsed('{"a": 1, "a": {"b": 2}}')
    assert root.value == {"a": {"b": 2}}
    assert root.members["a"].is_object


@pytest.mark.parametrize(
    "text",
    ["", "[]", "1", "{", '{"a"}', '{"a": }', "{'a': 1}", '{"a": 1} x', '{"a": 1 "b": 2}', "{,}",
     '{"a": nul}', '{"a": "\n"}', "[" * 300 + "]" * 300, '{"a":' * 300 + "1" + "}" * 300],
)  # fmt: skip
def test_what_is_no_object_is_said(text: str) -> None:
    with pytest.raises(NotJson):
        parsed(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=4), JSON, max_size=4), st.sampled_from([None, 2, "\t"]))
def test_reads_what_json_reads(value, indent) -> None:
    text = json.dumps(value, indent=indent)
    root = parsed(text)
    assert root.value == value
    more = with_member(text, root, "\x00mine", MINE)
    assert json.loads(more) == {**value, "\x00mine": MINE}
    assert json.loads(without(more, parsed(more), parsed(more).parts[-1])) == value
    for part in root.parts:
        keys = [key for key, member in root.members.items() if member is part]
        left = json.loads(without(text, root, part))
        assert left == {key: each for key, each in value.items() if key not in keys}
