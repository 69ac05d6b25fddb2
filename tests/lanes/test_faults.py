from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.lanes.faults import (
    Mask,
    Refusal,
    Who,
    duration,
    read_error,
    read_pause,
    read_refusal,
    refused,
)
from luminair.lanes.lane import WayOn

WHO = Who("OpenAI", "api.openai.com", local=False)
NO_MASK = Mask()


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abc123def456.",
        "Bad key sk-ant-…4f2a here",
        "Bad key sk-abcd***************wxyz",
        "Authorization: Bearer eyJhbGciOi.abc/def+g==",
        "key AIzaSyA-1234567890_abcdefg is not valid",
        "token gsk_0123456789abcdef",
        "the key hunter2-is-it was refused",
    ],
)
def test_no_key_comes_through(text: str) -> None:
    masked = Mask("hunter2-is-it")(text)
    assert "[key]" in masked
    for secret in ("abc123", "4f2a", "wxyz", "eyJ", "AIza", "0123456789", "hunter2"):
        assert secret not in masked


@given(st.text(max_size=20), st.text(max_size=20), st.text(min_size=4, max_size=20))
def test_the_owners_key_never_comes_through(before: str, after: str, key: str) -> None:
    masked = Mask(key)(f"{before}{key}{after}")
    assert masked.replace("[key]", "").count(key) <= (before + after).count(key)
    assert repr(Mask(key)).count(key) == 0 or key in "<luminair.lanes.faults.Mask object at 0x>"


def test_what_is_no_secret_stays() -> None:
    text = "prompt is too long: 250000 tokens > 200000 maximum for gpt-5.5, see task-list-of-keys"
    assert Mask("", "abc")(text) == text


@pytest.mark.parametrize(
    ("body", "said", "kinds"),
    [
        ('{"error":{"message":"No. Really.","type":"x","code":"Y"}}', "No", {"x", "y"}),
        ('{"error":"model \'x\' not found"}', "model 'x' not found", set()),
        ('{"detail":"Not\\n here."}', "Not here", set()),
        ('{"message":"Hm"}', "Hm", set()),
        ('[{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}]', "Quota", None),
        ("plain text", "plain text", set()),
        ("", "", set()),
        ('{"error":null}', "", set()),
        ('{"error":{"message":' + json.dumps("x" * 900) + "}}", "x" * 199 + "…", set()),
    ],
)
def test_whatever_form_an_error_has(body: str, said: str, kinds: set[str] | None) -> None:
    refusal = read_refusal(400, {"request-id": "req_1"}, body.encode(), NO_MASK)
    assert refusal.said == said
    assert refusal.request == "req_1"
    assert not refusal.html
    assert refusal.kinds == (frozenset(kinds) if kinds is not None else {"resource_exhausted"})


def test_an_error_in_a_stream_has_the_status_of_its_kind() -> None:
    def status(**error: object) -> int:
        return read_error({"error": error}, NO_MASK).status

    assert status(type="overloaded_error") == 529
    assert status(code=402) == 402
    assert status(code="rate_limit_exceeded", type="tokens") == 429
    assert status(code=7, message="odd") == 500
    assert read_error({"error": "out of road"}, NO_MASK).said == "out of road"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        (
            {
                "retry-after": "Fri, 27 Nov 2026 10:00:30 GMT",
                "date": "Fri, 27 Nov 2026 10:00:00 GMT",
            },
            30.0,
        ),
        ({"retry-after": "Fri, 27 Nov 2026 10:00:30 GMT"}, None),
    ],
)
def test_when_a_server_wants_to_be_asked_again(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert read_pause(headers) == seconds


@pytest.mark.parametrize(
    ("refusal", "again"),
    [
        (Refusal(429), False),
        (Refusal(429, after_s=4), True),
        (Refusal(429, after_s=61), False),
        (Refusal(429, frozenset({"insufficient_quota"}), after_s=1), False),
        (Refusal(400), False),
        (Refusal(401), False),
        (Refusal(402), False),
        (Refusal(403), False),
        (Refusal(404), False),
        (Refusal(413), False),
        (Refusal(408), True),
        (Refusal(409), True),
        (Refusal(500), True),
        (Refusal(500, said="the context length is exceeded"), False),
        (Refusal(502), True),
        (Refusal(503, after_s=3600), False),
        (Refusal(504), True),
        (Refusal(529), True),
    ],
)
def test_what_is_asked_again_by_itself(refusal: Refusal, again: bool) -> None:
    assert refused(WHO, "m", refusal).again is again


@pytest.mark.parametrize(
    ("refusal", "words", "way_on"),
    [
        (Refusal(401), "refused the key", WayOn.SETTINGS),
        (Refusal(402), "used up", WayOn.CHOOSE_LANE),
        (Refusal(400, said="Your credit balance is too low"), "used up", WayOn.CHOOSE_LANE),
        (Refusal(403, said="Region"), 'this key to ask m: "Region"', WayOn.CHOOSE_LANE),
        (Refusal(404, frozenset({"model_not_found"})), "has no model 'm'", WayOn.CHOOSE_LANE),
        (Refusal(404, said="no such model"), "has no model 'm'", WayOn.CHOOSE_LANE),
        (Refusal(404, said="404 page not found"), "check the address", WayOn.SETTINGS),
        (Refusal(404), "check the address", WayOn.SETTINGS),
        (Refusal(413), "more than m takes", WayOn.CONTEXT),
        (
            Refusal(400, said="prompt is too long: 9 tokens > 5 maximum"),
            "more than m takes",
            WayOn.CONTEXT,
        ),
        (
            Refusal(400, frozenset({"context_length_exceeded"})),
            "open the context budget",
            WayOn.CONTEXT,
        ),
        (Refusal(400, said="bad field"), '(status 400): "bad field"', WayOn.CHOOSE_LANE),
        (Refusal(418), "status 418", WayOn.CHOOSE_LANE),
        (Refusal(429, after_s=120), "a pause of 2 minutes", WayOn.RETRY),
        (Refusal(302), "answers with status 302", WayOn.SETTINGS),
        (Refusal(500, request="req_7"), "(status 500, request req_7)", WayOn.RETRY),
        (Refusal(503), "too much to do", WayOn.RETRY),
        (Refusal(502, html=True), "web page", WayOn.RETRY),
        (Refusal(403, html=True), "web page", WayOn.SETTINGS),
    ],
)
def test_a_refusal_is_one_sentence_with_a_way_on(
    refusal: Refusal, words: str, way_on: WayOn
) -> None:
    failed = refused(WHO, "m", refusal).failed
    assert words in failed.sentence
    assert failed.way_on is way_on
    assert failed.sentence.endswith(".")
    assert failed.sentence.replace("api.openai.com", "").count(". ") == 0
    assert failed.sentence == str(refused(WHO, "m", refusal))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 s"), (4.2, "5 s"), (119, "119 s"), (121, "3 minutes"), (7_200, "2 hours")],
)
def test_a_pause_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
