"""The local socket: the same bytes as the command itself, and never in its way."""

from __future__ import annotations

import ast
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.cli import asking
from luminair.cli.asking import Answer, ask, packed_request, socket_path, unpacked
from luminair.resident.answering import Request, answer
from luminair.resident.peers import is_ours
from luminair.resident.serving import Socket, received

if TYPE_CHECKING:
    from tests.resident.conftest import App

PROGRAM = [sys.executable, "-c", "import sys; from luminair.cli.main import run; sys.exit(run())"]


def note(vault: Path, path: str, text: str) -> None:
    (vault / path).parent.mkdir(parents=True, exist_ok=True)
    (vault / path).write_text(text, encoding="utf-8")


def filled(vault: Path) -> None:
    (vault / ".luminair").mkdir()
    (vault / ".luminair/settings.json").write_text('{"ride": "all"}')
    note(vault, "rule.md", '---\nkind: rule\ntitle: "Use UTC"\n---\nAll times are UTC.\n')
    note(vault, "Notes/clock.md", "# The clock\n\nIt drifts by 日本 seconds.\n")
    note(vault, "Notes/ask.md", '---\nkind: ask\ntitle: "Mend the clock"\n---\nSoon.\n')
    note(vault, "Harness/how.md", "# How\n\nBe brief.\n")


def started(*arguments: str, given: bytes = b"", **more: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, **more},
        timeout=50,
    )
    return done.returncode, done.stdout, done.stderr


COMMANDS = [
    ("digest", "--prompt", "mend the clock"),
    ("digest", "--prompt", "-"),
    ("digest", "--prompt", "the clock", "--cwd", "."),
    ("digest",),
    ("context", "--prompt", "the clock", "--lane", "journal"),
    ("harness",),
    ("harness", "--json"),
    ("list", "--json"),
    ("list",),
    ("list", "--kind", "nonsense"),
    ("show", "rule.md"),
    ("show", "Notes/clock.md", "--raw"),
    ("show", "gone.md"),
    ("search", "clock", "--limit", "3"),
    ("search", "nothing like it"),
    ("search", "clock", "--limit", "many"),
]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app may take its time, so that a busy machine says nothing about the answer."""
    monkeypatch.setattr(asking, "PATIENCE_S", 30.0)


class TestAnswers:
    @pytest.mark.usefixtures("patient")
    @pytest.mark.parametrize("command", COMMANDS)
    def test_the_app_prints_what_the_process_itself_prints(
        self, app: App, vault: Path, command: tuple[str, ...], capfdbinary, monkeypatch, tmp_path
    ) -> None:
        filled(vault)
        monkeypatch.chdir(tmp_path)
        own = started(*command, given="clock 日本\n".encode())
        with app.serving():
            theirs = started(*command, given="clock 日本\n".encode())
            assert theirs == own
            if "-" not in command:
                # And it was the app that answered, unless the command line makes no sense.
                code = ask(list(command))
                said = capfdbinary.readouterr()
                assert (code, said.out, said.err) == own or (code is None and own[0] == 2)

    @pytest.mark.usefixtures("patient")
    @pytest.mark.parametrize("command", ["list", "list --json", "show rule.md", "search clock"])
    def test_a_full_disk_is_the_same_sentence(self, app: App, vault: Path, command: str) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("this system has no /dev/full")
        filled(vault)

        def told() -> tuple[int, bytes]:
            with Path("/dev/full").open("wb") as full:
                done = subprocess.run(
                    [*PROGRAM, *command.split()],
                    stdout=full,
                    stderr=subprocess.PIPE,
                    check=False,
                    timeout=50,
                )
            return done.returncode, done.stderr

        own = told()
        with app.serving():
            assert told() == own
        assert own == (1, b"This could not be printed: no space left on device.\n")

    @pytest.mark.usefixtures("patient")
    def test_an_edit_of_a_moment_ago_is_in_it(self, app: App, vault: Path, capfdbinary) -> None:
        filled(vault)
        with app.serving(), app.watching():
            for number in range(10):
                note(vault, "Notes/clock.md", f"# The clock\n\nIt drifts by {number} zebras.\n")
                assert ask(["show", "Notes/clock.md"]) == 0
                assert f"{number} zebras" in capfdbinary.readouterr().out.decode()

    @pytest.mark.parametrize(
        "more",
        [
            {"LUMINAIR_VAULT": "/nowhere"},
            {"HOME": "/nowhere"},
            {"TZ": "Asia/Tokyo"},
            {"OLLAMA_HOST": "127.0.0.1:1"},
        ],
    )
    def test_another_world_is_not_the_apps(
        self, app: App, vault: Path, more: dict[str, str]
    ) -> None:
        filled(vault)
        environ = {**os.environ, **more}
        data = packed_request(["list"], "/", environ, b"")
        journal = app.resident.true_journal
        assert answer(data, home=app.resident.home, journal=journal, environ=os.environ) is None
        data = packed_request(["list"], "/", dict(os.environ), b"")
        said = answer(data, home=app.resident.home, journal=journal, environ=os.environ)
        assert said is not None
        assert b"rule.md" in said.out

    @pytest.mark.parametrize(
        "command",
        [
            ["add", "--title", "list", "--body", "x"],
            ["pin", "rule.md"],
            ["list", "--vault", "/nowhere"],
            ["list", "--home", "/nowhere"],
            [],
        ],
    )
    def test_what_is_not_for_the_app(self, app: App, vault: Path, command: list[str]) -> None:
        filled(vault)
        before = sorted(str(path) for path in vault.rglob("*"))
        data = packed_request(command, "/", dict(os.environ), b"")
        journal = app.resident.true_journal
        assert answer(data, home=app.resident.home, journal=journal, environ=os.environ) is None
        assert sorted(str(path) for path in vault.rglob("*")) == before

    def test_other_code_or_other_settings(self, app: App, home: Path, vault: Path) -> None:
        filled(vault)
        data = packed_request(["list"], "/", dict(os.environ), b"")
        journal = app.resident.true_journal

        def asked(data: bytes) -> Answer | None:
            return answer(data, home=app.resident.home, journal=journal, environ=os.environ)

        assert asked(data) is not None
        version = asking.this_version().encode()
        assert asked(data.replace(version, b"0.0.9 /elsewhere")) is None
        (home / "settings.json").write_text('{"digest.cap": 3}')
        assert asked(data) is None

    @pytest.mark.parametrize("data", [b"", b"x", b"3\0a\0", b"-1\0", b"99\0" * 3, b"\xff\xfe\0"])
    def test_nonsense_is_no_request(self, data: bytes) -> None:
        with pytest.raises(ValueError, match=r"."):
            Request(data)


class TestNeverInTheWay:
    @pytest.mark.usefixtures("home")
    def test_no_app(self) -> None:
        assert ask(["list"]) is None

    def test_a_killed_app_leaves_a_socket_that_the_next_takes_over(self, home: Path) -> None:
        dead = socket.socket(socket.AF_UNIX)
        (home / "run").mkdir(mode=0o700)
        dead.bind(str(home / "run/app.sock"))
        dead.close()
        assert ask(["list"]) is None
        listening = Socket(home / "run")
        assert listening.open()
        listening.close()

    @pytest.mark.parametrize("says", [b"", b"garbage", b"0 5 0\nabc", b"0 1 1\nab?"])
    def test_an_app_that_talks_nonsense(self, home: Path, says: bytes) -> None:
        with _Impostor(home, says):
            assert ask(["list"]) is None

    def test_an_app_that_hangs(self, home: Path) -> None:
        with _Impostor(home, None):
            began = time.monotonic()
            assert ask(["list"]) is None
            assert time.monotonic() - began < 2.0

    def test_a_folder_that_others_may_write_to(self, app: App, home: Path, vault: Path) -> None:
        filled(vault)
        with app.serving():
            (home / "run").chmod(0o777)
            assert ask(["list"]) is None

    def test_a_client_that_hangs_or_breaks_off(self, app: App, vault: Path, capfdbinary) -> None:
        filled(vault)
        with app.serving():
            path = app.resident_socket()
            silent = socket.socket(socket.AF_UNIX)
            silent.connect(path)
            rude = socket.socket(socket.AF_UNIX)
            rude.connect(path)
            rude.sendall(b"99999999999999\n")
            rude.close()
            answered = None
            until = time.monotonic() + 20
            while answered is None and time.monotonic() < until:
                answered = ask(["show", "rule.md"])
            silent.close()
            assert answered == 0
            assert b"Use UTC" in capfdbinary.readouterr().out


class _Impostor:
    """Listens where an app would, takes a request, and says something else, or nothing."""

    def __init__(self, home: Path, says: bytes | None) -> None:
        (home / "run").mkdir(mode=0o700)
        self._line = socket.socket(socket.AF_UNIX)
        self._line.bind(str(home / "run/app.sock"))
        self._line.listen(1)
        self._says = says
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._talk)

    def _talk(self) -> None:
        line, _ = self._line.accept()
        with line:
            if self._says is None:
                self._over.wait(20)
            else:
                received(line)
                line.sendall(self._says)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(20)
        self._line.close()


class TestSocket:
    def test_only_the_owner_may_use_it(self, home: Path) -> None:
        listening = Socket(home / "run")
        assert listening.open()
        try:
            assert listening.path is not None
            assert stat.S_IMODE((home / "run").stat().st_mode) == 0o700
            assert stat.S_IMODE(listening.path.stat().st_mode) == 0o600
        finally:
            listening.close()
        assert not (home / "run/app.sock").exists()
        listening.close()

    def test_a_second_app_does_not_steal_and_then_takes_over(self, home: Path) -> None:
        first, second = Socket(home / "run"), Socket(home / "run")
        assert first.open()
        assert not second.open()
        assert first.path is not None
        assert first.path.exists()
        first.close()
        assert second.open()
        second.close()

    def test_a_long_home(self, home: Path) -> None:
        run = home / ("a rather long name of a folder " * 4) / "run"
        listening = Socket(run)
        assert listening.open()
        try:
            assert listening.path is not None
            assert len(os.fsencode(listening.path)) <= asking.MOST_PATH_BYTES
            assert socket_path(str(run)) == str(listening.path)
            assert asking.is_private(str(listening.path))
        finally:
            listening.close()
        assert socket_path(str(run)) == ""
        assert not listening.path

    def test_a_home_that_cannot_be_written(self, home: Path) -> None:
        (home / "run").write_text("a file")
        assert not Socket(home / "run").open()

    def test_who_is_there(self) -> None:
        here, there = socket.socketpair(socket.AF_UNIX)
        with here, there:
            assert is_ours(here)
        assert not is_ours(here)


def test_an_answer_survives_the_way() -> None:
    sent = Answer(1, b"out\n\0\xff", b"err")
    came = unpacked(sent.packed())
    assert came is not None
    assert (came.code, came.out, came.err) == (1, b"out\n\0\xff", b"err")
    assert unpacked(sent.packed()[:-1]) is None
    assert unpacked(sent.packed() + b"x") is None


def test_asking_loads_next_to_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import luminair.cli.main, _socket;"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ast.literal_eval(done.stdout)) <= {
        "__future__", "_socket", "luminair", "luminair.cli", "luminair.cli.asking",
        "luminair.cli.main",
    }  # fmt: skip
