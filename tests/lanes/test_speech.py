from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.lanes.speech import Speech


def said(*deltas: str) -> str:
    """What is shown of an answer that came in these pieces."""
    speech = Speech()
    return "".join([*map(speech.take, deltas), speech.end()])


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Hello <think>there</think>", "Hello <think>there</think>"),
        ("<think>Let me see.</think>\n\nHello", "Hello"),
        ("\n <think>a</think>b</think>", "b</think>"),
        ("<think></think>Hello", "Hello"),
        ("<thinking>aloud", "<thinking>aloud"),
        ("<thin", "<thin"),
        ("  ", "  "),
        ("<think>never closed", ""),
        ("<think>a < b </thin </think> ok", "ok"),
        ("", ""),
    ],
)
def test_thinking_in_tags_is_not_shown(answer: str, shown: str) -> None:
    assert said(answer) == shown
    assert said(*answer) == shown


@given(st.text(alphabet="<think>/ \na\U0001f600é", max_size=30), st.integers(1, 7))
def test_where_the_pieces_are_cut_makes_no_difference(answer: str, size: int) -> None:
    cut = [answer[at : at + size] for at in range(0, len(answer), size)]
    assert said(*cut) == said(answer)


def test_a_character_in_two_halves_is_whole() -> None:
    assert said("a\ud83d", "\ude00b") == "a😀b"
    assert said("\ud83d", "\ude00") == "😀"
    assert said("<think>x</think>\ud83d", "\ude00") == "😀"


def test_half_a_character_alone_is_none() -> None:
    assert said("a\ud83d", "b") == "a\ufffdb"
    assert said("a\ud83d") == "a\ufffd"
    assert said("\ude00a") == "\ufffda"


def test_text_is_not_held_back() -> None:
    speech = Speech()
    assert speech.take("H") == "H"
    assert speech.take("<think>") == "<think>"
