"""Looking for a newer version: off by default, one plain GET a day, quiet when it fails."""

from __future__ import annotations

import json
import ssl
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from luminair.config import fetching
from luminair.config.fetching import MOST_BYTES, fetch
from luminair.config.paths import Home
from luminair.config.releases import Releases, built_in_feed, is_newer
from luminair.config.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
PAGE = "https://example.org/luminair/1.2.0"
NEWEST = json.dumps({"tag_name": "v1.2.0", "html_url": PAGE, "draft": False, "id": 7}).encode()


class Feed:
    """A page of releases on loopback.

    Attributes:
        asked: of each request, its line and its headers.
        answer: what it says: status, headers, body.
        first: what it says before that.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.answer: tuple[int, dict[str, str], bytes] = (200, {}, NEWEST)
        self.first: list[tuple[int, dict[str, str], bytes]] = []
        feed = self

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                feed.asked.append((self.requestline, dict(self.headers)))
                status, headers, body = feed.first.pop() if feed.first else feed.answer
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        self.address = f"http://127.0.0.1:{self.server.server_port}/latest"


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    monkeypatch.setenv("no_proxy", "*")
    found = Feed()
    thread = threading.Thread(  # noqa: TID251 - the server of this test
        target=found.server.serve_forever, args=(0.01,)
    )
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


@pytest.fixture
def settings(home: Path, feed: Feed) -> Settings:
    found = Settings(Home(home).settings_file)
    found.set({"updates.feed": feed.address, "updates.check": True})
    return found


@pytest.fixture
def releases(home: Path, settings: Settings) -> Releases:
    return Releases(Home(home), settings, "1.1.9", fetch)


def test_it_is_off_until_it_is_turned_on(releases, settings, feed) -> None:
    settings.set({"updates.check": False})
    assert releases.news(NOW) is None
    assert feed.asked == []
    assert releases.state().asked == ""


def test_it_asks_once_a_day_and_tells_each_release_once(releases, feed) -> None:
    news = releases.news(NOW)
    assert (news.version, news.link) == ("1.2.0", PAGE)
    assert releases.news(NOW + timedelta(hours=23)) is None
    assert len(feed.asked) == 1
    assert releases.news(NOW + timedelta(hours=25)) is None  # told already
    assert len(feed.asked) == 2
    feed.answer = (200, {}, NEWEST.replace(b"1.2.0", b"1.10.0"))
    assert releases.news(NOW + timedelta(days=3)).version == "1.10.0"


def test_the_question_says_nothing_of_the_owner(releases, feed) -> None:
    releases.news(NOW)
    ((line, headers),) = feed.asked
    assert line == "GET /latest HTTP/1.1"
    assert headers.pop("Host").startswith("127.0.0.1:")
    assert headers == {
        "User-Agent": "Luminair",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }


@pytest.mark.parametrize(
    "answer",
    [
        (404, {}, b"no"),
        (500, {}, b""),
        (200, {}, b"<html>"),
        (200, {}, b"[]"),
        (200, {}, b'{"tag_name": "nightly"}'),
        (200, {}, NEWEST.replace(b"false", b"true")),
        (200, {}, b" " * (MOST_BYTES + 1)),
        (302, {"Location": "ftp://127.0.0.1/x"}, b""),
        (302, {"Location": "https://127.0.0.1:1/x"}, b""),
        (200, {"Content-Length": "4000"}, b"cut"),
    ],
)
def test_a_failure_is_only_in_the_log(releases, feed, home, answer) -> None:
    feed.answer = answer
    assert releases.news(NOW) is None
    said = releases.state().failed
    assert said.startswith("Whether a newer version is out could not be asked (")
    line = json.loads((home / "logs" / "luminair.jsonl").read_text("utf-8"))
    assert line == {"at": "2026-11-30T09:00:00+00:00", "said": said}
    asked = len(feed.asked)
    assert releases.news(NOW + timedelta(hours=1)) is None  # a failure too holds for a day
    assert len(feed.asked) == asked
    feed.answer = (200, {}, NEWEST)
    assert releases.news(NOW + timedelta(days=1)).version == "1.2.0"
    assert releases.state().failed == ""


def test_nobody_there_is_a_failure_like_any_other(home, settings) -> None:
    settings.set({"updates.feed": "http://127.0.0.1:9/latest"})
    releases = Releases(Home(home), settings, "1.0.0", fetch)
    assert releases.news(NOW) is None
    assert "refused" in releases.state().failed


def test_what_was_known_stays_known_when_asking_fails(releases, feed) -> None:
    releases.news(NOW)
    feed.answer = (500, {}, b"")
    releases.news(NOW + timedelta(days=2))
    assert (releases.state().version, releases.state().told) == ("1.2.0", "1.2.0")


def test_a_link_that_is_no_web_page_is_not_offered(releases, feed) -> None:
    feed.answer = (200, {}, NEWEST.replace(b"https://", b"file:///"))
    assert releases.news(NOW).link == ""


@pytest.mark.parametrize(
    "kept", [b"{", b"[]", b'{"asked": 3}', b'{"asked": "2099-01-01T00:00:00Z"}']
)
def test_a_damaged_memory_asks_again(releases, feed, home, kept) -> None:
    (home / "updates.json").write_bytes(kept)
    assert releases.news(NOW).version == "1.2.0"
    assert len(feed.asked) == 1


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("1.2.0", "1.1.9", True),
        ("1.10", "1.9.9", True),
        ("1.2", "1.2.0", False),
        ("1.2.0", "1.2.0", False),
        ("0.9.9", "1.0.0", False),
        ("2.0.0-beta", "1.0.0", False),
        ("", "1.0.0", False),
    ],
)
def test_which_release_is_newer(version, than, newer) -> None:
    assert is_newer(version, than) is newer


def test_the_address_comes_with_the_build(tmp_path, home) -> None:
    assert built_in_feed() == ""  # a checkout has no releases
    (tmp_path / "feed.json").write_text('{"feed": "https://example.org/latest"}', encoding="utf-8")
    assert built_in_feed(tmp_path) == "https://example.org/latest"
    (tmp_path / "feed.json").write_text("{}", encoding="utf-8")
    assert built_in_feed(tmp_path) == ""
    settings = Settings(Home(home).settings_file)
    settings.set({"updates.check": True})
    silent = Releases(Home(home), settings, "1.0.0", lambda _: pytest.fail("asked nobody's page"))
    assert silent.news(NOW) is None


def test_only_pages_of_the_web_are_fetched(feed) -> None:
    for address in ("file:///etc/hostname", "ftp://example.org/x", "nothing"):
        with pytest.raises(ValueError, match="neither http nor https"):
            fetch(address)
    assert feed.asked == []


def test_a_page_that_moved_is_followed(feed) -> None:
    feed.first = [(302, {"Location": "/second"}, b"")]
    assert fetch(feed.address) == NEWEST
    assert [line.split()[1] for line, _ in feed.asked] == ["/latest", "/second"]


def test_an_answer_that_never_ends_and_one_that_is_no_http_are_failures(feed) -> None:
    times = iter(range(0, 1000, 15))
    feed.answer = (200, {}, b"x" * 200_000)
    with pytest.raises(TimeoutError, match="took too long"):
        fetch(feed.address, lambda: next(times))
    feed.answer = (200, {"X-Long": "x" * 70_000}, b"")
    with pytest.raises(ValueError, match="no HTTP"):
        fetch(feed.address)


def test_a_bundle_brings_its_own_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    assert not empty.cert_store_stats()["x509_ca"]
    monkeypatch.setattr(ssl, "create_default_context", lambda: empty)
    assert fetching._trusting().cert_store_stats()["x509_ca"] > 50
