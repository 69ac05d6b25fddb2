"""What every test stands on: a home of its own, no network, and nothing left behind.

A test fails on any unexpected log record from WARNING up, on a thread that it left running and on
a connection to anything but this machine; widgets are taken down after each test that uses Qt.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import socket
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import keyring
import keyring.backend
import keyring.errors
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
SHARED = os.environ.get("LUMINAIR_SHARED", "")  # read before the variable is cleared below
CLIENTS = os.environ.get("LUMINAIR_CLIENTS", "")  # likewise

# Variables by which the app, an agent or a provider's key could reach into a test.
FOREIGN_PREFIXES = ("LUMINAIR_", "CLAUDE", "CODEX", "GEMINI", "ANTHROPIC_", "OPENAI_", "XDG_")
FOREIGN_NAMES = ("AI_AGENT", "GOOGLE_API_KEY", "OPENROUTER_API_KEY", "OLLAMA_HOST")
for foreign in [name for name in os.environ if name.startswith(FOREIGN_PREFIXES)]:
    del os.environ[foreign]
for foreign in FOREIGN_NAMES:
    os.environ.pop(foreign, None)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports PySide6
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # for child processes

THREAD_GRACE_S = 2.0  # how long a thread may take to end after its test

hypothesis.settings.register_profile("quick", deadline=None, max_examples=60)
hypothesis.settings.register_profile("full", deadline=None, max_examples=1000)


# --- Options ---------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("luminair")
    group.addoption("--full", action="store_true", help="also run the long forms of tests")
    group.addoption("--bench", action="store_true", help="run the measurements, and only those")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("full" if config.getoption("--full") else "quick")
    if not (config.getoption("--full") or config.getoption("--bench")):
        # No test cuts the power, and all of them together wait for minutes for the disk.
        os.fsync = lambda _descriptor: None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    bench = config.getoption("--bench")
    other = [item for item in items if bool(item.get_closest_marker("bench")) is not bench]
    if other:
        config.hook.pytest_deselected(items=other)
        items[:] = [item for item in items if item not in set(other)]
    if not config.getoption("--full"):
        skip = pytest.mark.skip(reason="the long form runs with --full")
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(skip)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is loaded now stays: after each window test only what came since is looked through.

    That look took a fifth of such a test's time, most of it for modules and for tests to come.
    """
    gc.collect()
    gc.freeze()


# --- A home of its own -----------------------------------------------------------------------


@pytest.fixture
def person(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """HOME of this test, an empty folder."""
    base = tmp_path_factory.mktemp("house")
    for name, variable in (
        ("person", "HOME"),
        ("luminair", "LUMINAIR_HOME"),
        ("run", "XDG_RUNTIME_DIR"),  # without it Qt warns
    ):
        (base / name).mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(base / name))
    return base / "person"


@pytest.fixture
def home(person: Path) -> Path:
    """LUMINAIR_HOME of this test: settings, sessions and state; an empty folder."""
    return person.parent / "luminair"


@pytest.fixture
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder to hold a Journal."""
    return tmp_path_factory.mktemp("vault")


@pytest.fixture
def shared() -> Path:
    """The folder of reference texts; the test is skipped where it is absent."""
    folder = Path(SHARED) if SHARED else ROOT.parent / "shared"
    if not (folder / "spec.md").is_file():
        pytest.skip("the folder of reference texts is not there (LUMINAIR_SHARED names it)")
    return folder


@pytest.fixture
def clients() -> Path:
    """The folder in which npm installed the real coding agents; skipped where it is not named."""
    folder = Path(CLIENTS) / "node_modules" / ".bin"
    if not CLIENTS or not folder.is_dir():
        pytest.skip("the real coding agents are not there (LUMINAIR_CLIENTS names their folder)")
    return folder


class Clock:
    """A clock that only tests move: each call answers the time and steps on.

    Attributes:
        now: the time that the next call answers, UTC.
        step: how far a call moves it.
    """

    def __init__(self, now: datetime, step: timedelta) -> None:
        self.now = now
        self.step = step

    def __call__(self) -> datetime:
        answered, self.now = self.now, self.now + self.step
        return answered

    def forward(self, **amount: float) -> None:
        """Let time pass: ``clock.forward(hours=8)``."""
        self.now += timedelta(**amount)


@pytest.fixture
def clock() -> Clock:
    """Starts at 2026-08-25 20:09 UTC and steps a second with each call."""
    return Clock(datetime(2026, 8, 25, 20, 9, tzinfo=UTC), timedelta(seconds=1))


# --- Keys ------------------------------------------------------------------------------------


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keychain that forgets everything with the test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError(username)


@pytest.fixture
def keychain() -> MemoryKeyring:
    """The keychain of this test, empty."""
    backend = MemoryKeyring()
    keyring.set_keyring(backend)
    return backend


# --- Guards ----------------------------------------------------------------------------------


class NetworkRefusedError(AssertionError):
    """A test tried to reach beyond this machine."""


class NetworkGuard:
    """Lets sockets reach this machine only, and remembers what else was tried."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def check(self, host: object) -> None:
        """Raise unless `host` is a name or address of loopback."""
        name = str(host).lower()
        if name in {"localhost", "::1", "0:0:0:0:0:0:0:1"} or name.startswith("127."):
            return
        self.refused.append(name)
        raise NetworkRefusedError(f"A test may not reach {name}: only loopback.")

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put the check in front of every way out that Python has."""

        def guard(name: str, position: int) -> None:
            real = getattr(socket.socket, name)

            def checked(sock: socket.socket, *arguments: object) -> object:
                if sock.family in {socket.AF_INET, socket.AF_INET6}:
                    address = arguments[position]
                    self.check(address[0] if isinstance(address, tuple) else address)
                return real(sock, *arguments)

            monkeypatch.setattr(socket.socket, name, checked)

        guard("connect", 0)
        guard("connect_ex", 0)
        guard("sendto", -1)
        look_up = socket.getaddrinfo

        def checked_look_up(host: object, *rest: object, **named: object) -> object:
            if host not in {None, "", b""}:
                self.check(host.decode() if isinstance(host, bytes) else host)
            return look_up(host, *rest, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "getaddrinfo", checked_look_up)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> NetworkGuard:
    """The guard of this test; a test that means to be refused clears ``network.refused``."""
    guard = NetworkGuard()
    guard.install(monkeypatch)
    return guard


class LogWatch(logging.Handler):
    """Keeps records from WARNING up; what no pattern expects fails the test."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.patterns: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def unexpected(self) -> list[str]:
        """The records that no pattern matches, as text."""
        said = [f"{each.levelname} {each.name}: {each.getMessage()}" for each in self.records]
        return [line for line in said if not any(re.search(p, line) for p in self.patterns)]

    def missed(self) -> list[str]:
        """The patterns that matched nothing: what was expected did not happen."""
        said = [f"{each.levelname} {each.name}: {each.getMessage()}" for each in self.records]
        return [p for p in self.patterns if not any(re.search(p, line) for line in said)]


@pytest.fixture
def log_watch() -> Iterator[LogWatch]:
    watch = LogWatch()
    logging.getLogger().addHandler(watch)
    yield watch
    logging.getLogger().removeHandler(watch)


@pytest.fixture
def expect_log(log_watch: LogWatch) -> Callable[[str], None]:
    """``expect_log(r"disk full")``: this test must log a record from WARNING up that matches."""
    return log_watch.patterns.append


def threads_left(before: set[threading.Thread], grace_s: float) -> list[str]:
    """Names of threads that a test started and that do not end within the grace."""
    end = time.monotonic() + grace_s
    left = []
    for thread in threading.enumerate():
        # A pool thread of Qt that once ran Python has a dummy here; it has no end to wait for.
        if thread in before or isinstance(thread, threading._DummyThread):
            continue
        with suppress(RuntimeError):
            thread.join(max(0.0, end - time.monotonic()))
        if thread.is_alive():
            left.append(thread.name)
    return left


def take_down_widgets() -> list[str]:
    """Delete what Qt still shows, now and not at the next event loop; what is left to say of it."""
    from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
    from PySide6.QtWidgets import QApplication

    for widget in QApplication.topLevelWidgets():
        widget.hide()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if not QThreadPool.globalInstance().waitForDone(int(THREAD_GRACE_S * 1000)):
        return ["QThreadPool is still at work"]
    return []


@pytest.fixture(autouse=True)
def house_guard(
    request: pytest.FixtureRequest,
    person: Path,
    keychain: MemoryKeyring,
    network: NetworkGuard,
    log_watch: LogWatch,
) -> Iterator[None]:
    """Set up before and taken down after everything else that a test asks for."""
    uses_qt = not {"qapp", "qtbot", "qtmodeltester"}.isdisjoint(request.fixturenames)
    if uses_qt:
        from PySide6.QtCore import QStandardPaths

        QStandardPaths.setTestModeEnabled(True)
    before = set(threading.enumerate())
    yield
    faults = take_down_widgets() if uses_qt and "PySide6.QtWidgets" in sys.modules else []
    faults += [f"thread {name} is still running" for name in threads_left(before, THREAD_GRACE_S)]
    faults += [f"tried to reach {host}" for host in network.refused]
    faults += [f"unexpected log record: {line}" for line in log_watch.unexpected()]
    faults += [f"expected log record never came: {pattern}" for pattern in log_watch.missed()]
    if faults:
        pytest.fail("; ".join(faults), pytrace=False)
