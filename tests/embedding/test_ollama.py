"""Ollama's /api/embed over a real socket: what is sent, what is refused, and one deadline."""

from __future__ import annotations

import json
import socket
import time
from math import isclose
from typing import TYPE_CHECKING

import pytest

from luminair.embedding.ollama import Ollama, Place, cut, place_of
from luminair.errors import EmbeddingFailed
from tests.embedding.loopback_ollama import LENGTH, MODEL, LoopbackOllama, vector_of

if TYPE_CHECKING:
    from collections.abc import Iterator

DEADLINE_S = 0.4
GRACE_S = 0.6  # of a busy machine


@pytest.fixture
def server() -> Iterator[LoopbackOllama]:
    with LoopbackOllama() as made:
        yield made


@pytest.fixture
def ollama(server: LoopbackOllama) -> Ollama:
    return Ollama(MODEL, server.address, patience_s=5)


def failure(ollama: Ollama, timeout_s: float = 5) -> EmbeddingFailed:
    with pytest.raises(EmbeddingFailed) as caught:
        ollama.query("hello", timeout_s)
    said = str(caught.value)
    assert said[0].isupper()
    assert said.endswith(".")
    assert said.count("\n") == 0
    return caught.value


def test_a_question_and_a_text_get_their_prefixes(server: LoopbackOllama, ollama: Ollama) -> None:
    asked = ollama.query("where is the car", 5)
    (found,) = ollama.passages(["the automobile"])
    assert server.texts == ["search_query: where is the car", "search_document: the automobile"]
    assert isclose(sum(number * number for number in asked), 1.0)
    assert len(asked) == len(found) == LENGTH
    _, body = server.asked[0]
    assert body == {
        "model": MODEL,
        "input": ["search_query: where is the car"],
        "truncate": True,
        "keep_alive": "30m",
    }


def test_texts_go_eight_at_a_time_and_come_back_in_order(
    server: LoopbackOllama, ollama: Ollama
) -> None:
    texts = [f"note {word}" for word in "abcdefghijklmnopqrstuvwxyz"]
    made = ollama.passages(texts)
    assert [len(body["input"]) for _, body in server.asked] == [8, 8, 8, 2]
    for text, vector in zip(texts, made, strict=True):
        assert vector == pytest.approx(vector_of(f"search_document: {text}"))
    assert ollama.passages([]) == []


def test_vectors_come_at_length_one(server: LoopbackOllama, ollama: Ollama) -> None:
    server.manner.body = {"embeddings": [[3, 4.0, 0]]}
    assert ollama.query("x", 5) == (0.6, 0.8, 0.0)


def test_warming_embeds_nothing(server: LoopbackOllama, ollama: Ollama) -> None:
    ollama.warm()
    ((_, body),) = server.asked
    assert body["input"] == []


def test_the_fingerprint_follows_the_models_files(server: LoopbackOllama, ollama: Ollama) -> None:
    before = ollama.fingerprint()
    assert before == ollama.fingerprint() != ""
    server.manner.digest = "f" * 64
    assert ollama.fingerprint() != before
    server.manner.models = ("other:latest",)
    with pytest.raises(EmbeddingFailed, match="ollama pull nomic-embed-text"):
        ollama.fingerprint()


def test_a_tag_that_says_nothing_is_left_out() -> None:
    assert Ollama("bge-m3:latest").model == Ollama("bge-m3").model == "bge-m3"
    assert Ollama("qwen3-embedding:0.6b").model == "qwen3-embedding:0.6b"


# --- Time ------------------------------------------------------------------------------------


def took(ollama: Ollama) -> float:
    began = time.monotonic()
    with pytest.raises(EmbeddingFailed) as caught:
        ollama.query("hello", DEADLINE_S)
    assert caught.value.cause == "late"
    assert "400 ms" in str(caught.value)
    return time.monotonic() - began


def test_a_server_that_hangs_costs_the_deadline(server: LoopbackOllama, ollama: Ollama) -> None:
    server.manner.hang = True
    assert DEADLINE_S <= took(ollama) < DEADLINE_S + GRACE_S


@pytest.mark.parametrize("drip_s", [0.1, 0.01, 0.001])
def test_a_server_that_drips_costs_the_deadline(
    server: LoopbackOllama, ollama: Ollama, drip_s: float
) -> None:
    server.manner.drip_s = drip_s
    assert DEADLINE_S <= took(ollama) < DEADLINE_S + GRACE_S


def test_endless_headers_and_endless_promises_cost_the_deadline(
    server: LoopbackOllama, ollama: Ollama
) -> None:
    for raw in (b"HTTP/1.1 100 Continue\r\n\r\n" * 500, b"HTTP/1.1 200 OK\r\nA: b\r\n" * 90):
        server.manner.raw, server.manner.drip_s = raw, 0.005
        assert took(ollama) < DEADLINE_S + GRACE_S


def test_a_socket_that_takes_nothing_costs_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=1) as deaf:
        ollama = Ollama(MODEL, f"127.0.0.1:{deaf.getsockname()[1]}")
        assert DEADLINE_S <= took(ollama) < DEADLINE_S + GRACE_S


def test_a_large_question_to_a_server_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luminair.embedding.ollama.cut", lambda text: text)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        ollama = Ollama(MODEL, f"127.0.0.1:{deaf.getsockname()[1]}")
        began = time.monotonic()
        with pytest.raises(EmbeddingFailed, match="400 ms"):
            ollama.query("x" * 30_000_000, DEADLINE_S)
        assert time.monotonic() - began < DEADLINE_S + 10 * GRACE_S


def test_nobody_there_is_known_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    began = time.monotonic()
    error = failure(Ollama(MODEL, f"127.0.0.1:{port}"))
    assert error.cause == "gone"
    assert f"127.0.0.1:{port}" in str(error)
    assert time.monotonic() - began < 1


# --- Answers that are none -------------------------------------------------------------------

GOOD = vector_of("a")


@pytest.mark.parametrize(
    "body",
    [
        {"embeddings": []},
        {"embeddings": [GOOD, GOOD]},
        {"embeddings": GOOD},
        {"embedding": GOOD},
        {"embeddings": [[]]},
        {"embeddings": [[0.0] * 64]},
        {"embeddings": [["1", "2"]]},
        {"embeddings": [[True, False]]},
        {"embeddings": [None]},
        {"embeddings": [[10**400, 1]]},
        {"embeddings": [[1e308, 1e308]]},
        [],
        "text",
    ],
)
def test_odd_shapes_are_refused(server: LoopbackOllama, ollama: Ollama, body: object) -> None:
    server.manner.body = body
    assert failure(ollama).cause == "answer"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_numbers_that_are_none_are_refused(
    server: LoopbackOllama, ollama: Ollama, number: bytes
) -> None:
    data = b'{"embeddings": [[0.1, ' + number + b"]]}"
    server.manner.raw = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data)
    assert failure(ollama).cause == "answer"


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<html>no!",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://192.0.2.7/\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 400006\r\n\r\n" + b"[" * 400_000 + b"\r\n\r\n\r\n",
    ],
)
def test_what_is_no_answer_is_refused_and_no_redirect_followed(
    server: LoopbackOllama, ollama: Ollama, raw: bytes
) -> None:
    server.manner.raw = raw
    assert failure(ollama).cause == "answer"
    assert len(server.asked) == 1


def test_a_server_that_hangs_up_is_gone(server: LoopbackOllama, ollama: Ollama) -> None:
    server.manner.raw = b"\r\n"
    assert failure(ollama).cause in {"gone", "answer"}


@pytest.mark.parametrize("framed", ["length", "chunks", "end"])
def test_an_answer_longer_than_any_vector_is_not_parsed(
    server: LoopbackOllama, ollama: Ollama, framed: str
) -> None:
    numbers = ",".join(["0.5"] * 4_000_000)
    body = f'{{"embeddings":[[{numbers}]]}}'.encode()
    head, tail = b"HTTP/1.1 200 OK\r\n", b""
    if framed == "length":
        head += b"Content-Length: %d\r\n" % len(body)
    elif framed == "chunks":
        head += b"Transfer-Encoding: chunked\r\n"
        body, tail = b"%x\r\n%s\r\n" % (len(body), body), b"0\r\n\r\n"
    server.manner.raw = head + b"\r\n" + body + tail
    began = time.monotonic()
    error = failure(ollama, DEADLINE_S)
    assert time.monotonic() - began < DEADLINE_S + 0.1
    assert error.cause in {"answer", "late"}
    assert "320 KB" in str(error) or error.cause == "late"


def test_the_longest_vectors_that_models_have_fit(server: LoopbackOllama, ollama: Ollama) -> None:
    server.manner.length = 8192
    assert len(ollama.query("a", 5)) == 8192
    assert {len(each) for each in ollama.passages(list("abcdefgh"))} == {8192}


def test_where_the_address_is_none_nobody_is_asked(server: LoopbackOllama) -> None:
    ollama = Ollama(MODEL, server.address, fault="Ollama is not asked.")
    assert failure(ollama).cause == "gone"
    with pytest.raises(EmbeddingFailed):
        ollama.fingerprint()
    assert server.asked == []


def test_another_length_than_before_is_refused(server: LoopbackOllama, ollama: Ollama) -> None:
    ollama.query("a", 5)
    server.manner.length = 128
    error = failure(ollama)
    assert error.cause == "answer"
    assert "128 numbers, those before had 64" in str(error)


def test_a_model_that_is_not_there_says_how_to_get_it(
    server: LoopbackOllama, ollama: Ollama
) -> None:
    server.manner.models = ()
    error = failure(ollama)
    assert error.cause == "model"
    assert "`ollama pull nomic-embed-text`" in str(error)
    server.manner.status, server.manner.error = 400, "this model does not support embeddings"
    assert failure(ollama).cause == "model"


def test_a_text_that_is_too_long_in_spite_of_truncate_is_halved(
    server: LoopbackOllama, ollama: Ollama
) -> None:
    server.manner.longest = 3000
    short, long = "start", "car " * 1000
    made = ollama.passages([short, long])
    assert len(made) == 2
    assert made[0] == pytest.approx(vector_of("search_document: start"))
    assert [len(text) for text in server.texts][-1] < 3000


def test_one_text_that_is_refused_does_not_hide_which(
    server: LoopbackOllama, ollama: Ollama
) -> None:
    server.manner.refuses = "poison"
    with pytest.raises(EmbeddingFailed, match="unable to process") as caught:
        ollama.passages(["good", "poison"])
    assert caught.value.cause == "text"


# --- Where ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", Place()),
        ("127.0.0.1:9", Place("127.0.0.1", 9)),
        ("http://box.local:12345", Place("box.local", 12345)),
        ("https://box.example", Place("box.example", 443, secure=True)),
        ("http://box.example/ollama/", Place("box.example", 80, path="/ollama")),
        ("box", Place("box", 11434)),
        (":1234", Place("127.0.0.1", 1234)),
        ("1234", Place("127.0.0.1", 1234)),
        ("0.0.0.0", Place("127.0.0.1", 11434)),  # noqa: S104 what a server listens on
        ("http://[::]:11434", Place("127.0.0.1", 11434)),
        ("[::1]:5", Place("::1", 5)),
        ("http://me:secret@box:5", Place("box", 5)),
        ("http://box:notaport", Place()),
        ("http://[broken", Place()),
    ],
)
def test_addresses_as_people_type_them(text: str, place: Place) -> None:
    assert place_of(text) == place
    assert "secret" not in place.words


def test_texts_are_cut_before_the_server_does() -> None:
    assert cut("short") == "short"
    assert len(cut("a" * 100_000)) == 4500
    assert len(cut("語" * 100_000)) == 1500
    assert len(cut("é" * 100_000)) == 4500
    mixed = cut("a" * 3000 + "語" * 100_000)
    assert 3000 < len(mixed) <= 3500
    assert json.loads(json.dumps(cut("\ud800" * 5000)))
