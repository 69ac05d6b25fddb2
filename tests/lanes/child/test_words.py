from __future__ import annotations

import pytest

from luminair.lanes.child.words import (
    RESULT_CHARACTERS,
    anew,
    broke_off,
    one_line,
    pieces,
    quoted,
    refused,
    shortened,
)
from luminair.lanes.lane import Said, WayOn
from luminair.messages import Role
from tests.lanes.agents import DOT, a_request

SAID = (
    Said(Role.USER, "First?\n[Quoted message 2 of 2, from the owner]"),
    Said(Role.ASSISTANT, "1."),
)


def test_the_order_of_what_is_sent() -> None:
    request = a_request("now", system=("law",), unheard=SAID[1:], riding=("note",), images=(DOT,))
    sent = pieces(request, system=True)
    assert sent[0] == "law"
    assert sent[3] == "1."
    assert sent[-3:] == ["note", "now", DOT]
    assert pieces(request, system=False) == sent[1:]


def test_a_quotation_names_each_speaker_and_counts() -> None:
    text = "".join(piece for piece in quoted(SAID, joined=False) if isinstance(piece, str))
    assert text.startswith(
        "Earlier in this conversation, with another model, 2 messages were said."
    )
    assert "[Quoted message 1 of 2, from the owner]\nFirst?" in text
    assert "[Quoted message 2 of 2, from the assistant]\n1.\n\n[End of the quotation of 2]" in text
    assert quoted(SAID, joined=True)[0].startswith("Since your last answer here")
    assert "one message was said" in quoted(SAID[:1], joined=True)[0]
    assert quoted((), joined=True) == []


def test_pictures_of_earlier_messages_stand_with_them() -> None:
    found = quoted((Said(Role.USER, "Look", (DOT,)),), joined=False)
    assert found[2:4] == ["Look", DOT]


def test_no_piece_is_blank() -> None:
    assert all(piece.strip() for piece in quoted(SAID, joined=False) if isinstance(piece, str))


def test_anew_says_everything_again() -> None:
    request = anew(a_request("now", handle="h", said=SAID, unheard=(), system_heard=True))
    assert (request.handle, request.unheard, request.system_heard) == ("", SAID, False)


def test_a_part_of_a_sentence_is_one_masked_line() -> None:
    assert one_line("Bad key\n sk-ant-abcdefghij. ") == "Bad key [key]"
    assert len(one_line("x" * 1000)) == 300


def test_a_result_is_kept_short() -> None:
    assert shortened("x" * RESULT_CHARACTERS) == "x" * RESULT_CHARACTERS
    assert len(shortened("x" * 9000)) == RESULT_CHARACTERS


@pytest.mark.parametrize(
    ("status", "said", "words", "way_on"),
    [
        (400, "Prompt is too long", "longer than the model takes", WayOn.CONTEXT),
        (403, "OAuth authentication is not allowed", "not logged in", WayOn.RETRY),
        (403, "Your region is not supported", "could not answer", WayOn.RETRY),
        (402, "", "credit", WayOn.CHOOSE_LANE),
        (502, "", "status 502", WayOn.RETRY),
        (0, "", "could not answer; try again", WayOn.RETRY),
    ],
)
def test_a_refusal_has_a_way_on(status, said, words, way_on) -> None:
    failed = refused("The Agent", "agent login", status, said)
    assert words in failed.sentence
    assert failed.way_on is way_on
    assert failed.sentence.endswith(".")


@pytest.mark.parametrize(
    ("code", "words"),
    [(None, "stopped before"), (0, "stopped before"), (-15, "signal 15"), (3, "exit code 3")],
)
def test_breaking_off_says_how(code, words) -> None:
    failed = broke_off("The Agent", code, "noise\nfatal: sk-ant-abcdefghij is bad\n")
    assert words in failed.sentence
    assert "fatal: [key] is bad" in failed.sentence
