"""What reaches the server is the request's texts, exactly, in order, and nothing else."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from luminair.lanes.lane import Done, Request, Said
from luminair.messages import Image, Role
from tests.lanes.lanes_under_test import NAMES, Kind, Sleeper, run
from tests.lanes.servers import Server, refusal, whole

SYSTEM = ("Harness: read the digest.\n\n", "Rules:\n- All times are UTC.\n\n")
TOOLS = tuple(
    json.dumps(
        {
            "name": name,
            "description": f"Does “{name}”.",
            "input_schema": {
                "type": "object",
                "properties": {"query": {"type": "string"}},
                "required": ["query"],
            },
        }
    )
    for name in ("journal_search", "journal_read")
)
PICTURE = Image("image/png", b"\x89PNG\r\n\x1a\nold")
NEW_PICTURE = Image("image/jpeg", b"\xff\xd8new")
SAID = (
    Said(Role.USER, "Where are the  logs?\n", (PICTURE,)),
    Said(Role.ASSISTANT, "In `~/logs`.\u2028\u0085 \U0001f600"),
    Said(Role.USER, "And the answer that never came?"),
    Said(Role.USER, "Asked again."),
)
RIDING = ("Dead ends:\n| do not\n\n", "Notes:\n| [note 20260825T2009-0001]\n\n")
PROMPT = '  {"json"} <journal> & \\n "quoted"\n\tthe end'
REQUEST = Request("s1", "m1", "/p", SYSTEM, TOOLS, SAID, RIDING, PROMPT, images=(NEW_PICTURE,))
NEXT = replace(
    REQUEST,
    said=(*SAID, Said(Role.USER, PROMPT, (NEW_PICTURE,)), Said(Role.ASSISTANT, "Hello.")),
    riding=("Other notes:\n| x\n\n",),
    prompt="And now?",
    images=(),
)


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


def sent(kind: Kind, *requests: Request) -> list[dict[str, Any]]:
    """The bodies that these requests make."""
    with Server(kind.speaker, whole(kind.speaker, "Hello.")) as server:
        lane = kind.make(server.url, sleep=Sleeper())
        for request in requests:
            assert run(lane, request)[-1] == Done()
    return [chat.body for chat in server.chats]


def contents(message: dict[str, Any]) -> list[str]:
    """The text fields of a message, in order."""
    content = message["content"]
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content if part["type"] == "text"]


def texts(body: dict[str, Any]) -> list[str]:
    """Every text field of a body, in order."""
    system = [block["text"] for block in body.get("system", [])]
    return [*system, *(text for message in body["messages"] for text in contents(message))]


def pictures(value: object) -> list[bytes]:
    """Every picture in a body, in order."""
    if isinstance(value, list):
        return [found for item in value for found in pictures(item)]
    if not isinstance(value, dict):
        return []
    if value.get("type") == "base64":
        return [base64.b64decode(value["data"])]
    if "image_url" in value:
        return [base64.b64decode(value["image_url"]["url"].partition(";base64,")[2])]
    own = [base64.b64decode(data) for data in value.get("images", [])]
    return own + [found for item in value.values() for found in pictures(item)]


def tools(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The tool definitions of a body, in the neutral form."""
    found = [tool.get("function", tool) for tool in body["tools"]]
    return [
        {
            "name": tool["name"],
            "description": tool["description"],
            "input_schema": tool.get("input_schema", tool.get("parameters")),
        }
        for tool in found
    ]


def test_the_texts_are_the_requests_own(kind: Kind) -> None:
    [body] = sent(kind, REQUEST)
    wanted = [*SYSTEM, *(said.text for said in SAID), *RIDING, PROMPT]
    if kind.name == "ollama":  # one text a message: what rides is one with the prompt
        wanted[-3:] = ["".join((*RIDING, PROMPT))]
    assert texts(body) == wanted
    assert tools(body) == [json.loads(tool) for tool in TOOLS]
    assert pictures(body["messages"]) == [PICTURE.data, NEW_PICTURE.data]
    assert body["model"] == "m1"
    assert body["stream"] is True


def test_a_bare_prompt_is_sent_bare(kind: Kind) -> None:
    [body] = sent(kind, Request("s1", "m1", "", (), (), (), (), "Hi"))
    assert texts(body) == ["Hi"]
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert not {"system", "tools"} & set(body)


def test_roles_take_turns_where_they_must(kind: Kind) -> None:
    [body] = sent(kind, REQUEST)
    roles = [message["role"] for message in body["messages"]]
    if kind.name == "ollama":
        assert roles == ["system", "system", "user", "assistant", "user", "user", "user"]
    else:
        assert roles[-3:] == ["user", "assistant", "user"]
        assert roles.count("system") == (kind.name != "anthropic")


def test_a_conversation_that_the_model_began(kind: Kind) -> None:
    began = replace(REQUEST, said=(Said(Role.ASSISTANT, "Welcome."),))
    [body] = sent(kind, began)
    if kind.name == "anthropic":
        assert body["messages"][0]["role"] == "user"
        assert contents(body["messages"][1]) == ["Welcome."]
    else:
        assert "Welcome." in texts(body)


def unmarked(value: object) -> object:
    """The value without cache marks, which are no content."""
    if isinstance(value, list):
        return [unmarked(item) for item in value]
    if isinstance(value, dict):
        return {key: unmarked(item) for key, item in value.items() if key != "cache_control"}
    return value


def test_what_was_said_is_the_same_bytes_in_the_next_turn(kind: Kind) -> None:
    first, second = sent(kind, REQUEST, NEXT)
    for key in first.keys() - {"messages"}:
        assert json.dumps(first[key]) == json.dumps(second[key]), key
    assert list(first) == list(second)
    # Everything up to the digest stands again, message by message and part by part.
    kept = [text for text in texts(first) if text not in RIDING and PROMPT not in text]
    assert texts(second)[: len(kept)] == kept
    before = [unmarked(message) for message in first["messages"][:-1]]
    assert [unmarked(message) for message in second["messages"][: len(before)]] == before
    assert not set(RIDING) & set(texts(second))


def marks(body: dict[str, Any]) -> list[str]:
    """The texts that carry a cache mark."""
    blocks = [*body["system"], *(block for each in body["messages"] for block in each["content"])]
    return [block["text"] for block in blocks if "cache_control" in block]


def test_cache_marks_follow_the_standing_texts_and_the_transcript() -> None:
    bodies = sent(Kind("anthropic"), REQUEST, NEXT, replace(REQUEST, said=()))
    assert marks(bodies[0]) == [SYSTEM[-1], SAID[-1].text]
    assert marks(bodies[1]) == [SYSTEM[-1], "Hello."]
    assert marks(bodies[2]) == [SYSTEM[-1]]
    assert json.dumps(bodies[0]["system"]) == json.dumps(bodies[1]["system"])


def test_texts_of_white_space_are_left_out_where_they_are_refused() -> None:
    [body] = sent(Kind("anthropic"), replace(REQUEST, system=("", " \n"), riding=("\n",)))
    assert "system" not in body
    assert "\n" not in texts(body)


def test_half_a_character_does_not_stop_the_message(kind: Kind) -> None:
    [body] = sent(kind, replace(REQUEST, prompt="a\ud83d", riding=(), images=()))
    assert texts(body)[-1] == "a\ufffd"


def test_a_server_that_takes_one_text_gets_them_joined() -> None:
    kind = Kind("server")
    refused = refusal(400, {"error": {"message": "messages[0].content must be a string"}})
    with Server(kind.speaker, refused, whole(kind.speaker, "Hello.")) as server:
        lane = kind.make(server.url, sleep=Sleeper())
        for _ in range(2):
            assert run(lane, replace(REQUEST, said=SAID[1:2], images=()))[-1] == Done()
    assert len(server.chats) == 3  # remembered: the second turn asks once
    for chat in server.chats[1:]:
        assert texts(chat.body) == ["".join(SYSTEM), SAID[1].text, "".join((*RIDING, PROMPT))]


@pytest.mark.parametrize("field", ["stream_options", "prompt_cache_key", "tools"])
def test_a_field_that_is_refused_is_left_out_from_then_on(field: str) -> None:
    kind = Kind("openai")
    error = {"message": "Unrecognized request argument.", "param": field, "type": "x"}
    with Server(kind.speaker, refusal(400, {"error": error}), whole(kind.speaker, "Hi")) as server:
        lane = kind.make(server.url, sleep=Sleeper())
        for _ in range(2):
            assert run(lane, REQUEST)[-1] == Done()
        assert run(lane, replace(REQUEST, model="m2"))[-1] == Done()
    assert [field in chat.body for chat in server.chats] == [True, False, False, True]
