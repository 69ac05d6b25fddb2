"""The Context budget sheet is the request: rows, and what reaches the server, side by side."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from luminair.context.block import Assembly, Harness, Position, RowName
from luminair.context.cost import size
from luminair.lanes.lane import Done, Model
from luminair.messages import Attachment, Message, Role
from luminair.sessions.session import Session
from luminair.turns import prepare, request_of
from tests.context.digests import make_digest
from tests.lanes.lanes_under_test import NAMES, Kind, Sleeper, run
from tests.lanes.servers import Server, whole
from tests.lanes.test_what_is_sent import texts, tools

NOW = datetime(2026, 9, 17, 11, 2, tzinfo=UTC)
TOOLS = tuple(
    json.dumps(
        {
            "name": name,
            "description": f"Does “{name}”.",
            "input_schema": {"type": "object", "properties": {"query": {"type": "string"}}},
        }
    )
    for name in ("journal_search", "journal_read")
)
HISTORY = tuple(
    Message(f"m{number}", role, text, "2026-09-17T10:58:00.000Z", "lane", "m1")
    for number, (role, text) in enumerate(
        (
            (Role.USER, "Where is the  manifest?\n"),
            (Role.ASSISTANT, "In `client.py`.\u2028\U0001f600"),
        )
    )
)
FILE = Attachment("log.txt", "text/plain", 21, "E11000 duplicate key\n")


class Memory:
    """A Journal with something in every block."""

    def harness(self) -> Harness:
        return Harness("How to read the digest.\n", 1, (), {"Harness/01.md": 24})

    def digest(self, _prompt: str, _session: Session, _now: datetime) -> Any:
        return make_digest(
            rules=["- Never retry a PUT without its key."],
            pins=["[note p]\n| pinned"],
            dead_ends=["[note d]\n| a longer timeout"],
            asks=["[note a]\n| count the resumed uploads"],
            notes=["[note n]\n| flake log"],
        )

    def summaries(self, _session: Session) -> tuple[str, ...]:
        return ("The uploader moved to parts of 8 MB.\n",)

    def tools(self) -> tuple[str, ...]:
        return TOOLS


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


def _sent(kind: Kind, *, ticked: bool) -> tuple[Assembly, dict[str, Any]]:
    """The sheet of a message, and the body in which it reached the server."""
    session = Session("s1", "t", lane=kind.name, model="m1", include_optional=ticked)
    with Server(kind.speaker, whole(kind.speaker, "Hello.")) as server:
        lane = kind.make(server.url, sleep=Sleeper())
        prepared = prepare(
            "Fix the order.",
            session=session,
            history=HISTORY,
            lane=replace(lane.info, models=(Model("m1", "m1", 200_000, 8_000, tools=True),)),
            memory=Memory(),
            now=NOW,
            attachments=(FILE,),
        )
        request = request_of(prepared, session, HISTORY, attachments=(FILE,))
        assert run(lane, request)[-1] == Done()
    [chat] = server.chats
    return prepared.assembly, chat.body


def _rows(assembly: Assembly, kind: Kind) -> list[str]:
    """The exact texts of the sheet, in the order in which a request holds them."""
    places = (Position.SYSTEM, Position.TRANSCRIPT, Position.RIDING, Position.PROMPT)
    system, said, riding, prompt = (list(assembly.texts(place)) for place in places)
    if kind.name == "ollama":  # one text a message: what rides is one with the prompt
        riding, prompt = [], ["".join((*riding, *prompt))]
    return [*system, *said, *riding, *prompt]


@pytest.mark.parametrize("ticked", [True, False])
def test_every_text_and_tool_of_the_request_is_a_row_and_nothing_else(
    kind: Kind, ticked: bool
) -> None:
    assembly, body = _sent(kind, ticked=ticked)
    assert texts(body) == _rows(assembly, kind)
    assert tools(body) == [json.loads(text) for text in assembly.texts(Position.TOOLS)]


def test_the_bytes_of_the_rows_are_the_bytes_of_the_request(kind: Kind) -> None:
    assembly, body = _sent(kind, ticked=True)
    of_tools = assembly.row(RowName.TOOLS).bytes
    assert of_tools == sum(size(text) for text in TOOLS)
    assert sum(size(text) for text in texts(body)) == assembly.total_bytes - of_tools


def test_unticked_nothing_optional_reaches_the_server(kind: Kind) -> None:
    assembly, body = _sent(kind, ticked=False)
    sent = "".join(texts(body))
    for rides in ("How to read the digest.", "Never retry a PUT", "| pinned", "Fix the order."):
        assert rides in sent
    for stays in ("a longer timeout", "count the resumed", "flake log", "parts of 8 MB"):
        assert stays not in sent
    assert assembly.optional_tokens > 0


def test_a_file_of_the_message_is_in_its_row(kind: Kind) -> None:
    assembly, body = _sent(kind, ticked=True)
    assert "E11000 duplicate key" in assembly.row(RowName.PROMPT).text
    assert "E11000 duplicate key" in texts(body)[-1]
