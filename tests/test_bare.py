"""What stands in for the standard library's modules does as they do."""

from __future__ import annotations

import datetime
import hashlib
import json
import sqlite3
import subprocess
import sys

import pytest

from luminair import bare, dates
from luminair.hashing import blake2


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        ' {"vault": "/a b", "ride": ["x/", "é"], "n": -1.5e3, "t": true, "none": null}\r\n\t',
        '"\\ud83d\\ude00 \\u00e9"',
        "[NaN, Infinity, -Infinity]",
        "7",
    ],
)
def test_a_json_text_has_the_value_that_it_has_for_json(text: str) -> None:
    for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
        assert repr(bare.json_value(data)) == repr(json.loads(data))


@pytest.mark.parametrize(
    "data", [b"", b"{", b"{} {}", b"{'a': 1}", b'{"a": 1,}', b"\xff\xfe\xff", b'"\t"']
)
def test_what_is_no_json_is_refused_in_the_same_words(data: bytes) -> None:
    with pytest.raises(ValueError) as expected:  # noqa: PT011 compared below
        json.loads(data)
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        bare.json_value(data)
    assert (type(raised.value), str(raised.value)) == (type(expected.value), str(expected.value))


@pytest.mark.parametrize("text", ['{"a": true', "{", '{"a":1,', "[1", '"x'])
def test_a_text_cut_short_is_refused_also_where_json_was_never_loaded(text: str) -> None:
    told = (
        "import sys; from luminair import bare; assert 'json' not in sys.modules\n"
        f"try: bare.json_value({text.encode()!r})\n"
        "except ValueError: print('refused')"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False)
    assert done.stdout == "refused\n", done.stderr


def test_the_classes_are_those_of_the_usual_modules() -> None:
    assert dates.datetime is datetime.datetime
    assert dates.timedelta is datetime.timedelta
    assert dates.UTC is datetime.UTC
    assert bare.sqlite3.Connection is sqlite3.Connection
    with bare.RLock(), bare.Lock():
        pass


def test_blake2_is_the_usual_one() -> None:
    assert blake2(b"luminair") == hashlib.blake2b(b"luminair", digest_size=16).digest()
