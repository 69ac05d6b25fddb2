"""A prompt that looks like many wishes at once is judged in no time: each word is read one way."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from luminair.keeping.capture import wish_fragments
from luminair.keeping.capture.prompts import asks_in
from luminair.keeping.phrasing import complaints

if TYPE_CHECKING:
    import re


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (complaints._VERDICT, "Tabs are forbidden" + " in this text" * 40 + "!"),
        (complaints._VERDICT, "Tabs are forbidden" + " in our code" * 40 + " x"),
        (wish_fragments.OVER, "speed over " + "b" * 800 + "!"),
        (wish_fragments.OVER, "quality beats " + "a-" * 400 + "!"),
    ],
)
def test_it_takes_no_time(pattern: re.Pattern[str], text: str) -> None:
    began = time.process_time()
    assert not pattern.fullmatch(text)
    assert time.process_time() - began < 1


def test_where_a_thing_is_unwanted_may_be_said_in_any_order() -> None:
    said = [f"Tabs are forbidden {where}." for where in ("in here", "in our code", "in this text")]
    assert all(asks_in(text) for text in said)
