"""The MCP server over pipes, with a toolbox of its own: the protocol, well spoken or badly."""

from __future__ import annotations

import io
import json
import os
import threading
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.agents.mcp import LONGEST_LINE, VERSIONS, Server, serve
from luminair.tools import Answer, Definition, offered

if TYPE_CHECKING:
    from collections.abc import Iterator


class Box:
    """Tools that say what they were asked, and can be held up.

    Attributes:
        calls: what was called, in order.
        go: calls wait for it.
        began: set when a call has begun.
        prepared: how often the vault would have been opened.
    """

    definitions: tuple[Definition, ...] = offered()

    def __init__(self) -> None:
        self.met = ("", "")
        self.calls: list[tuple[str, object]] = []
        self.go = threading.Event()
        self.go.set()
        self.began = threading.Event()
        self.prepared = 0

    def meet(self, client: str, version: str) -> None:
        self.met = (client, version)

    def prepare(self) -> None:
        self.prepared += 1

    def call(self, name: str, arguments: object) -> Answer:
        self.calls.append((name, arguments))
        self.began.set()
        assert self.go.wait(30)
        if arguments == {"query": "fault"}:
            raise ZeroDivisionError("a secret")
        return Answer(f"{name} {json.dumps(arguments)}", failed=arguments == {"query": "none"})


@pytest.fixture
def box() -> Iterator[Box]:
    toolbox = Box()
    yield toolbox
    toolbox.go.set()


def asked(method: str, identity: object = 1, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}


def called(query: str, identity: object = 1) -> dict[str, object]:
    return asked("tools/call", identity, name="journal_search", arguments={"query": query})


def converse(box: Box, *messages: object) -> list[Any]:
    """All that the server answers to these messages, each a line; bytes go as they are."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in messages]
    sink = io.BytesIO()
    assert serve(io.BytesIO(b"\n".join(lines)), sink, box, version="7")
    answers = sink.getvalue()
    assert answers == b"" or answers.endswith(b"\n")
    return [json.loads(line) for line in answers.split(b"\n")[:-1]]


def code_of(answers: list[Any]) -> int:
    assert len(answers) == 1
    assert answers[0]["jsonrpc"] == "2.0"
    assert answers[0]["error"]["message"].endswith(".")
    return answers[0]["error"]["code"]


# --- As it should be -------------------------------------------------------------------------


def test_a_session_as_claude_code_has_it(box: Box) -> None:
    answers = converse(
        box,
        asked("initialize", 0, protocolVersion="2025-11-25", capabilities={}, clientInfo={}),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        asked("tools/list", 1),
        called("wal", 2),
        asked("ping", "p"),
    )
    assert [answer["id"] for answer in answers[:2]] == [0, 1]
    told = {answer["id"]: answer for answer in answers}
    first, tools, found, alive = (told[identity] for identity in (0, 1, 2, "p"))
    assert first["result"]["protocolVersion"] == "2025-11-25"
    assert first["result"]["capabilities"] == {"tools": {}}
    assert first["result"]["serverInfo"] == {
        "name": "luminair-journal",
        "title": "Luminair Journal",
        "version": "7",
    }
    assert len(first["result"]["instructions"].encode()) < 2_000, "Claude Code cuts at 2 KB"
    listed = tools["result"]["tools"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in offered()]
    assert all(tool["inputSchema"]["type"] == "object" for tool in listed)
    reading = {tool["name"] for tool in listed if tool["annotations"] == {"readOnlyHint": True}}
    assert reading == {"journal_search", "journal_read"}
    assert found == {
        "jsonrpc": "2.0",
        "id": 2,
        "result": {
            "content": [{"type": "text", "text": 'journal_search {"query": "wal"}'}],
            "isError": False,
        },
    }
    assert alive == {"jsonrpc": "2.0", "id": "p", "result": {}}


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [*((each, each) for each in VERSIONS), ("2026-07-28", VERSIONS[-1]), ("1999", VERSIONS[-1])],
)
def test_the_version_is_the_clients_if_we_speak_it(box: Box, wanted: str, spoken: str) -> None:
    answer = converse(box, asked("initialize", protocolVersion=wanted))[0]
    assert answer["result"]["protocolVersion"] == spoken


def test_the_vault_is_opened_after_the_first_answer(box: Box) -> None:
    written: list[bytes] = []
    server = Server(box, written.append, version="7")
    opened = threading.Event()
    box.prepare = lambda: opened.set() if written else None  # type: ignore[method-assign]
    server.take(json.dumps(asked("initialize", protocolVersion="2025-11-25")).encode())
    assert opened.wait(10)
    assert server.finish(10)


def test_everything_else_is_answered_while_a_call_runs(box: Box) -> None:
    written: list[bytes] = []
    server = Server(box, written.append, version="7")
    box.go.clear()
    server.take(json.dumps(called("slow", 1)).encode())
    assert box.began.wait(10)
    server.take(json.dumps(called("next", 2)).encode())
    server.take(json.dumps(asked("ping", 3)).encode())
    server.take(json.dumps(asked("tools/list", 4)).encode())
    assert [json.loads(line)["id"] for line in written] == [3, 4]
    box.go.set()
    assert server.finish(10)
    assert [json.loads(line)["id"] for line in written] == [3, 4, 1, 2]


def test_a_failure_of_a_tool_is_a_result(box: Box) -> None:
    (answer,) = converse(box, called("none"))
    assert answer["result"]["isError"] is True
    assert answer["result"]["content"][0]["type"] == "text"


def test_a_call_without_arguments_gets_as_far_as_the_tool(box: Box) -> None:
    converse(box, asked("tools/call", name="journal_search"))
    converse(box, asked("tools/call", name="journal_search", arguments=None))
    converse(box, asked("tools/call", name="journal_search", arguments=[1]))
    assert [arguments for _, arguments in box.calls] == [{}, {}, [1]]


# --- Cancelling ------------------------------------------------------------------------------


def cancel(identity: object) -> dict[str, object]:
    params = {"requestId": identity, "reason": "enough"}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def test_a_cancelled_call_is_not_run_and_not_answered(box: Box) -> None:
    written: list[bytes] = []
    server = Server(box, written.append, version="7")
    box.go.clear()
    server.take(json.dumps(called("running", 1)).encode())
    assert box.began.wait(10)
    for identity in (2, 3, "2"):
        server.take(json.dumps(called(f"waiting {identity}", identity)).encode())
    for identity in (1, 2, 99, None):
        server.take(json.dumps(cancel(identity)).encode())
    box.go.set()
    assert server.finish(10)
    assert [json.loads(line)["id"] for line in written] == [3, "2"]
    assert [arguments["query"] for _, arguments in box.calls] == [
        "running",
        "waiting 3",
        "waiting 2",
    ]


# --- Badly spoken ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"hello",
        b"\xff\xfe{}",
        b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "method": "ping"}',
        b"Content-Length: 40\r",
    ],
    ids=["cut", "no JSON", "no UTF-8", "NaN", "deep", "long number", "header"],
)
def test_what_is_no_json_is_told_so(box: Box, line: bytes) -> None:
    answers = converse(box, line)
    assert code_of(answers) == -32700
    assert answers[0]["id"] is None


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (5, -32600),
        ("ping", -32600),
        (None, -32600),
        ([], -32600),
        ({}, -32600),
        ({"id": 1, "method": "ping"}, -32600),
        ({"jsonrpc": "1.0", "id": 1, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": 1}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": [1], "method": "ping"}, -32600),
        (b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}', -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "x" * 9_999}, -32601),
        (asked("server/discover"), -32601),
        (asked("resources/list"), -32601),
        (asked("initialize"), -32602),
        (asked("initialize", protocolVersion=2025), -32602),
        (asked("tools/list", cursor="2"), -32602),
        (asked("tools/call"), -32602),
        (asked("tools/call", name=["journal_search"]), -32602),
        (asked("tools/call", name="rm_rf", arguments={}), -32602),
        (asked("tools/call", name="journal_forget", arguments={}), -32602),
        (called("fault"), -32603),
    ],
)
def test_what_cannot_be_answered_is_an_error(box: Box, message: object, code: int) -> None:
    answers = converse(box, message)
    assert code_of(answers) == code
    assert len(json.dumps(answers)) < 400
    assert "secret" not in json.dumps(answers)


def test_notifications_and_answers_get_no_answer(box: Box) -> None:
    assert (
        converse(
            box,
            b"",
            b"   \t",
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": [1]},
            {"jsonrpc": "2.0", "method": "notifications/roots/list_changed", "params": {}},
            {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "journal_search"}},
            {"jsonrpc": "2.0", "id": 4, "result": {}},
            {"jsonrpc": "2.0", "id": 4, "error": {"code": -1, "message": "x"}},
        )
        == []
    )
    assert box.calls == []


def test_windows_line_ends_and_a_last_line_without_its_end(box: Box) -> None:
    ping = json.dumps(asked("ping")).encode()
    answers = converse(box, ping + b"\r", ping + b"\r", ping)
    assert len(answers) == 3


def test_after_bad_lines_the_session_goes_on(box: Box) -> None:
    answers = converse(box, b"{", b"[]", asked("ping", 7))
    assert [answer["id"] for answer in answers] == [None, None, 7]


def test_answers_are_ascii_lines(box: Box) -> None:
    sink = io.BytesIO()
    text = "Ünïcode \u2028 \x85 \ud800 日本"
    serve(io.BytesIO(json.dumps(called(text, "ï\ud800")).encode()), sink, box, version="7")
    line = sink.getvalue()
    assert line.isascii()
    assert line.count(b"\n") == 1
    answer = json.loads(line)
    assert answer["id"] == "ï\ud800"
    assert "日本" in json.loads(answer["result"]["content"][0]["text"].partition(" ")[2])["query"]


def test_a_batch_is_answered_as_one(box: Box) -> None:
    (answers,) = converse(
        box,
        [
            called("a", 1),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            asked("ping", 2),
            5,
            asked("nothing", 3),
        ],
    )
    by_id = {answer["id"]: answer for answer in answers}
    assert set(by_id) == {1, 2, 3, None}
    assert by_id[1]["result"]["isError"] is False
    assert by_id[3]["error"]["code"] == -32601
    assert converse(box, [{"jsonrpc": "2.0", "method": "notifications/initialized"}]) == []


def test_a_batch_with_a_cancelled_call_is_still_answered(box: Box) -> None:
    written: list[bytes] = []
    server = Server(box, written.append, version="7")
    box.go.clear()
    server.take(json.dumps([called("a", 1), called("b", 2)]).encode())
    assert box.began.wait(10)
    server.take(json.dumps(cancel(1)).encode())
    box.go.set()
    assert server.finish(10)
    (line,) = written
    assert [answer["id"] for answer in json.loads(line)] == [2]


# --- Size and end ----------------------------------------------------------------------------


def test_ten_megabytes_are_one_message(box: Box) -> None:
    (answer,) = converse(box, called("x" * 10_000_000))
    assert len(answer["result"]["content"][0]["text"]) > 10_000_000


def test_a_line_without_end_is_refused_and_passed_over(box: Box) -> None:
    huge = json.dumps(called("x" * (LONGEST_LINE * 2 + 5), 1)).encode()
    answers = converse(box, huge, asked("ping", 2))
    assert [(each["id"], "error" in each) for each in answers] == [(None, True), (2, False)]
    assert "16 MB" in answers[0]["error"]["message"]
    assert code_of(converse(box, b"x" * (LONGEST_LINE + 1))) == -32600


def test_what_was_asked_before_the_end_is_answered(box: Box) -> None:
    answers = converse(box, *(called(str(number), number) for number in range(20)))
    assert [answer["id"] for answer in answers] == list(range(20))


def test_a_call_that_hangs_does_not_hold_up_the_end(box: Box) -> None:
    box.go.clear()
    source = io.BytesIO(json.dumps(called("hangs")).encode())
    sink = io.BytesIO()
    assert serve(source, sink, box, version="7", patience_s=0.05) is False
    assert sink.getvalue() == b""


def test_a_client_that_reads_no_more_ends_it(box: Box) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    source = io.BytesIO(b"\n".join(json.dumps(asked("ping", n)).encode() for n in range(9)))
    sink = os.fdopen(write_end, "wb", buffering=0)
    assert serve(source, sink, box, version="7")
    assert source.tell() < len(source.getvalue()), "it stops at the first answer that fails"
    sink.close()


@given(
    st.lists(
        st.binary(max_size=40)
        | st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["jsonrpc", "id", "method", "params", "result", "x"]), inner
                )
            ),
            max_leaves=9,
        ).map(lambda value: json.dumps(value).encode()),
        max_size=5,
    )
)
def test_no_message_ends_the_session(lines: list[bytes]) -> None:
    answers = converse(Box(), *lines, b"", asked("ping", "last"))
    assert answers[-1] == {"jsonrpc": "2.0", "id": "last", "result": {}}
