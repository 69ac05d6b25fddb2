"""The way to a server: addresses, proxies, keys, and that no key is ever seen."""

from __future__ import annotations

import asyncio
import logging
import shutil
import ssl
import subprocess
import threading
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.lanes.addresses import address, is_local
from luminair.lanes.anthropic import Anthropic
from luminair.lanes.faults import Fault, cut, unreadable
from luminair.lanes.http import Link, Timeouts
from luminair.lanes.lane import Done, Failed, WayOn
from luminair.lanes.ollama import Ollama, place_of
from luminair.lanes.openai import SERVER
from luminair.lanes.openai.lane import OpenAI
from luminair.lanes.wire import events, parsed
from tests.lanes.lanes_under_test import KEY, NAMES, REQUEST, Kind, Sleeper, run
from tests.lanes.servers import ANTHROPIC, OLLAMA, Reply, Server, refusal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.lanes.lane import Lane


EVERYWHERE = "0.0.0.0"  # noqa: S104 - what a server listens on, as OLLAMA_HOST may say it
NAMED = replace(REQUEST, model="m")


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


def with_key(key: Callable[[], str], url: str) -> Lane:
    return Anthropic(key=key, base_url=url, sleep=Sleeper(), jitter=lambda: 0.0)


# --- Keys ---------------------------------------------------------------------------------------


def bad_days(kind: Kind) -> list[Reply]:
    """Answers that quote the key, in every place where one may stand."""
    speaker = kind.speaker
    quoting = f"The key {KEY} of Bearer {KEY} (sk-…5b4a) was refused"
    return [
        *(speaker.refused(status, quoting) for status in (400, 401, 402, 403, 404, 413, 429)),
        *(speaker.refused(status, quoting, ("request-id", KEY)) for status in (500, 529)),
        refusal(400, quoting),
        refusal(500, f"<html>{quoting}</html>"),
        Reply((speaker.begin(), speaker.text("Half"), speaker.error(quoting))),
        Reply((speaker.begin(), speaker.text("Half"), quoting.encode() + b"\n\n", b"{}")),
        Reply((quoting.encode(),), cut=True),
        Reply((), headers=(("location", f"http://{KEY}/"),), status=307),
    ]


def test_the_key_is_never_seen(
    kind: Kind, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("here").debug("the log is watched")
    seen: list[str] = []
    for reply in bad_days(kind):
        with Server(kind.speaker, reply, pages={"/v1/models": reply, "/api/tags": reply}) as server:
            lane = kind.make(server.url, sleep=Sleeper())
            heard = run(lane)
            seen += [repr(heard), repr(lane), repr(asyncio.run(lane.look())), repr(vars(lane))]
            seen += [repr(part) for part in vars(lane).values()]
            assert KEY.encode() not in b"".join(each.raw for each in server.received)
            if server.chats:
                assert KEY in str(server.chats[0].headers)  # it was used all the same
        assert isinstance(heard[-1], Failed), reply
    seen += [record.getMessage() for record in caplog.records]
    seen += [str(vars(record)) for record in caplog.records]
    seen += capfd.readouterr()
    assert {record.name for record in caplog.records} <= {"here", "asyncio"}
    assert "here" in {record.name for record in caplog.records}
    for text in seen:
        assert KEY not in text
        assert "5b4a" not in text


def chain(error: BaseException | None) -> list[BaseException]:
    """An exception and everything behind it, said or not."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def test_no_exception_inside_a_turn_holds_the_key() -> None:
    async def asked(url: str) -> None:
        link = Link(
            title="Anthropic",
            base_url=url,
            key=lambda: KEY,
            header=lambda key: {"x-api-key": key},
            needs_key=True,
            sleep=Sleeper(),
            jitter=lambda: 0.0,
            timeouts=Timeouts(),
        )
        async with link.open() as client:
            messages = client.stream("/v1/messages", {"a": 1}, split=events, model="m")
            async for each in messages:
                if each.data and parsed(each.data) is None:
                    raise unreadable(client.who)
            raise cut(client.who)

    for reply in bad_days(Kind("anthropic")):
        with Server(ANTHROPIC, reply) as server, pytest.raises(Fault) as caught:
            asyncio.run(asked(server.url))
        for error in chain(caught.value):
            shown = f"{error!s} {error!r} {error.args} {traceback.format_exception(error)}"
            assert KEY not in shown


@pytest.mark.parametrize(
    "key", ["kéy-0123456789", "two words 123", "a\nb-0123456789", "\x00abcdef"]
)
def test_a_key_that_can_be_none_is_not_sent(key: str) -> None:
    with Server(ANTHROPIC) as server:
        [failed] = run(with_key(lambda: key, server.url))
    assert isinstance(failed, Failed)
    assert "paste it again" in failed.sentence
    assert key not in failed.sentence
    assert failed.way_on is WayOn.SETTINGS
    assert server.received == []


def test_white_space_around_a_key_is_not_sent() -> None:
    with Server(ANTHROPIC) as server:
        assert run(with_key(lambda: f" {KEY}\n", server.url))[-1] == Done()
    assert server.chats[0].headers["x-api-key"] == KEY


def test_a_keychain_that_is_locked_is_one_sentence() -> None:
    def locked() -> str:
        raise LuminairError("The keychain is locked; unlock it.")

    [failed] = run(with_key(locked, "http://127.0.0.1:9"))
    assert failed == Failed("The keychain is locked; unlock it.", WayOn.SETTINGS)


def test_the_key_is_asked_for_at_each_turn_and_off_the_loop() -> None:
    asked: list[int] = []

    def key() -> str:
        asked.append(threading.get_ident())
        return KEY

    with Server(ANTHROPIC) as server:
        lane = with_key(key, server.url)
        run(lane)
        run(lane)
    assert len(asked) == 2
    assert threading.get_ident() not in asked


# --- Addresses and proxies ----------------------------------------------------------------------


def test_what_stays_on_this_machine_goes_to_no_proxy(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "socks5://127.0.0.1:9")
    with Server(kind.speaker) as server:
        assert run(kind.make(server.url, sleep=Sleeper()))[-1] == Done()


def test_a_proxy_that_cannot_be_used_is_one_sentence(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    heard = run(kind.make("http://models.example", sleep=Sleeper()), NAMED)
    assert isinstance(heard[-1], Failed)
    assert "proxy" in heard[-1].sentence
    assert heard[-1].way_on is WayOn.SETTINGS


def test_a_proxy_that_is_away_is_one_sentence(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    heard = run(kind.make("http://models.example", sleep=Sleeper()), NAMED)
    assert isinstance(heard[-1], Failed)
    assert heard[-1].sentence == (
        f"{kind.title} cannot be reached at models.example; check the network, then try again."
    )


@pytest.mark.parametrize("url", ["http://[::1", "http://host:port", "http://\x00", "ftp://x.y"])
def test_an_address_that_is_none_is_one_sentence(kind: Kind, url: str) -> None:
    heard = run(kind.make(url, sleep=Sleeper()), NAMED)
    assert isinstance(heard[-1], Failed)
    assert heard[-1].sentence.endswith(".")


def test_a_password_in_an_address_is_never_seen() -> None:
    with Server(OLLAMA, OLLAMA.refused(500, "no hunter2secret here")) as server:
        url = f"http://me:hunter2secret@127.0.0.1:{server.port}"
        lane = Ollama(base_url=url, sleep=Sleeper(), jitter=lambda: 0.0)
        heard = run(lane, NAMED)
        assert server.chats[0].headers["authorization"].startswith("Basic ")
    assert isinstance(heard[-1], Failed)
    assert "hunter2secret" not in repr(heard)


def test_a_redirect_is_not_followed(kind: Kind) -> None:
    with Server(kind.speaker) as other:
        away = refusal(307, "moved", ("location", f"{other.url}/messages"))
        with Server(kind.speaker, away) as server:
            heard = run(kind.make(server.url, sleep=Sleeper()), NAMED)
        assert other.received == []
    assert isinstance(heard[-1], Failed)
    assert "status 307" in heard[-1].sentence


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        (" localhost:1234/v1/ ", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1"),
        ("https://host.example/api/v1/models?x=1#y", "https://host.example/api/v1"),
        ("host.example", "https://host.example"),
        ("studio", "http://studio"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1"),
    ],
)
def test_an_address_as_people_type_it(typed: str, meant: str) -> None:
    assert address(typed) == meant


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("", "http://127.0.0.1:11434"),
        (EVERYWHERE, "http://127.0.0.1:11434"),
        (f"{EVERYWHERE}:8080", "http://127.0.0.1:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("8080", "http://127.0.0.1:8080"),
        ("studio.local", "http://studio.local:11434"),
        ("http://studio.local", "http://studio.local"),
        ("https://studio.example", "https://studio.example"),
        ("https://studio.example:99/ollama/", "https://studio.example:99/ollama"),
        ("[::]:8080", "http://127.0.0.1:8080"),
        ("[::1]", "http://[::1]:11434"),
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
    ],
)
def test_what_may_stand_in_ollama_host(host: str, place: str) -> None:
    assert place_of(host) == place


def test_which_hosts_are_this_machine() -> None:
    assert all(map(is_local, ("localhost", "127.0.0.1", "127.1.2.3", "::1", "a.localhost")))
    assert not any(map(is_local, ("", "192.168.0.2", "localhost.example", EVERYWHERE)))


# --- What is not there --------------------------------------------------------------------------


def test_an_address_without_its_version_finds_it_in_a_turn() -> None:
    with Server(Kind("server").speaker) as server:
        root = f"http://127.0.0.1:{server.port}"
        lane = OpenAI(SERVER, base_url=root, key=str, sleep=Sleeper(), jitter=lambda: 0.0)
        assert run(lane, NAMED)[-1] == Done()
        assert run(lane, NAMED)[-1] == Done()
    assert [each.path for each in server.received] == [
        "/chat/completions",
        "/v1/chat/completions",
        "/v1/chat/completions",
    ]


def test_https_where_nobody_speaks_it_is_one_sentence() -> None:
    with Server(ANTHROPIC) as server:
        heard = run(with_key(lambda: KEY, server.url.replace("http:", "https:")))
    assert isinstance(heard[-1], Failed)
    assert "no secure connection" in heard[-1].sentence
    assert heard[-1].way_on is WayOn.SETTINGS


def test_a_certificate_that_nobody_knows_is_one_sentence(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl here to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    made += ["-subj", "/CN=127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with Server(ANTHROPIC, tls=tls) as server:
        heard = run(with_key(lambda: KEY, server.url))
        assert server.received == []
    assert isinstance(heard[-1], Failed)
    assert "certificate" in heard[-1].sentence
    assert heard[-1].way_on is WayOn.SETTINGS
