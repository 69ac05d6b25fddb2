"""A hook whose vault, home, host or words are wrong: a valid answer in time, no prompt held up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.journal import Kind, Scope
from tests.agents.hosting import COMMAND, dead_end, knowledge, law, patience_s, settled

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.timeout(120)


# --- Failures ------------------------------------------------------------------------------------


def no_words(home: Path, *words: str) -> str:
    """The log, which holds none of these."""
    text = "".join(file.read_text() for file in (home / "logs").glob("hook.log*"))
    assert not [word for word in words if word in text]
    return text


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_a_missing_vault(host, home, client, tmp_path) -> None:
    host.client, host.environ["LUMINAIR_VAULT"] = client, str(tmp_path / "gone")
    done = host.event("UserPromptSubmit", prompt="the secretword uploader")
    assert done.text == ""
    assert (json.loads(done.out) == {}) if client == "gemini" else (done.out == b"")
    assert not (tmp_path / "gone").exists()
    assert settled(lambda: "There is no Journal at" in no_words(home, "secretword"))


def test_an_empty_vault_is_a_valid_answer(host) -> None:
    (start,) = host.start()
    assert "RULES" not in start
    assert host.prompt("hello there") == ""


def test_a_vault_with_damaged_files(host, journal, vault) -> None:
    law(journal)
    (vault / "bad.md").write_bytes(b"---\n\ttabs: [\n---\n\xff\xfe\x00")
    (vault / "Harness").mkdir()
    (vault / "Harness" / "bad.md").write_bytes(b"\xff\xfe\xff")
    (start,) = host.start()
    assert "All times are UTC." in start


@pytest.mark.parametrize("place", ["index", "state"])
def test_damaged_files_of_our_own(host, journal, home, place) -> None:
    law(journal)
    host.start()
    journal.close()
    for file in (home / place).rglob("*"):
        if file.is_file() and not file.name.endswith(".lock"):
            file.write_bytes(b"\x00{[garbage")
    (start,) = host.start("clear")
    assert "All times are UTC." in start


def test_a_home_that_cannot_be_written(host, journal, home, project) -> None:
    """A file where the state's folder would be: nothing can be remembered, all is still given."""
    law(journal)
    end = dead_end(journal, project)
    shutil.rmtree(home / "state")
    (home / "state").write_text("in the way")
    (home / "logs").write_text("in the way")
    (start,) = host.start()
    assert "All times are UTC." in start
    first, second = host.prompt("hello uploader"), host.prompt("hello uploader")
    assert end in first
    assert "All times are UTC." not in first
    assert first == second


def test_a_session_that_another_process_locks(host, journal, home, vault) -> None:
    from luminair.agents.hook_state import States

    law(journal)
    states = States(Home(home).state(vault))
    with states.locked("claude:s1", 1.0):
        done = host.event("SessionStart", "--part", "1", source="startup")
    assert "All times are UTC." in done.text
    assert done.took_s < patience_s()


@pytest.fixture
def hang(vault: Path):
    """Makes the vault hang: whoever reads its settings waits until the test is over."""
    settings = vault / ".luminair" / "settings.json"

    def begin() -> None:
        settings.parent.mkdir(exist_ok=True)
        settings.unlink(missing_ok=True)
        os.mkfifo(settings)

    yield begin
    os.close(os.open(settings, os.O_RDWR | os.O_NONBLOCK))  # who waits goes on


def test_a_vault_that_hangs_delays_no_prompt(host, journal, hang) -> None:
    law(journal)
    host.start()
    hang()
    done = host.event("UserPromptSubmit", prompt="hello uploader")
    assert done.text == ""
    assert done.took_s < patience_s()


def test_at_the_deadline_the_rules_of_last_time_are_given(host, journal, vault, home, hang) -> None:
    law(journal)
    (start,) = host.start()
    state = Home(home).state(vault) / "hook"
    assert settled(lambda: list(state.glob("start-*")))
    hang()
    done = host.event("SessionStart", "--part", "1", source="clear")
    assert done.text == start
    assert done.took_s < patience_s()


@pytest.mark.parametrize("is_start", [True, False])
def test_a_vault_without_an_index_gives_its_rules_in_time(
    host, journal, home, vault, project, hang, is_start
) -> None:
    """The first look takes too long: rules, pins and Harness are found without it."""
    law(journal)
    end = dead_end(journal, project)
    journal.add(title="A pin", body="Pinned words.", scope=Scope.GLOBAL, pinned=True)
    (vault / "Harness").mkdir()
    own = "---\nid: 20260101T0000-aaaa\nscope: global\n---\n# Own\n\nMy own brain.\n"
    (vault / "Harness" / "own.md").write_text(own)
    (vault / "Archive").mkdir()
    (vault / "Archive" / "old.md").write_text("---\nkind: rule\nscope: global\n---\nOld words.\n")
    journal.close()
    shutil.rmtree(home / "index")
    hang()
    if is_start:
        done = host.event("SessionStart", "--part", "1", source="startup")
    else:
        done = host.event("UserPromptSubmit", prompt="hello uploader")
    assert done.took_s < patience_s()
    for words in ("All times are UTC.", "Pinned words.", "My own brain."):
        assert done.text.count(words) == 1
    assert "Old words." not in done.text
    assert end not in done.text


def test_a_vault_that_another_program_locks(host, journal, vault, project) -> None:
    """The answer needs no lock; the request is kept when the lock is free."""
    from luminair import files

    end = dead_end(journal, project)
    with files.lock(vault / ".luminair" / "lock", 1.0):
        done = host.event("UserPromptSubmit", prompt="Please add a WAL test for NFS tomorrow.")
        assert end in done.text
        assert done.took_s < patience_s()
    folder = vault / "Notes" / "harbor"
    assert settled(lambda: any("WAL test" in each.name for each in folder.glob("*.md")))


def test_an_embedder_that_never_answers(host, journal, home, project) -> None:
    import socket

    note = knowledge(journal, project)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        Settings(Home(home).settings_file).set(
            {"meaning.search": "on", "lanes.ollama.url": address}
        )
        done = host.event("UserPromptSubmit", prompt="why does the uploader give up?")
    assert note in done.text
    assert done.took_s < patience_s()


def test_a_host_that_never_ends_standard_input(host, journal) -> None:
    law(journal)
    began = time.monotonic()
    with subprocess.Popen(
        [*COMMAND, "hook", "--client", "gemini"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **host.environ},  # noqa: TID251
    ) as process:
        assert process.stdout is not None
        out = process.stdout.read()
        assert process.wait(10) == 0
    assert json.loads(out) == {}
    assert time.monotonic() - began < 2.2


def test_a_host_that_reads_no_answer(host, journal, home) -> None:
    law(journal)
    with subprocess.Popen(
        [*COMMAND, "hook", "--client", "claude", "--part", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **host.environ},  # noqa: TID251
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.close()
        told = {"session_id": "s1", "hook_event_name": "SessionStart", "source": "startup"}
        process.stdin.write(json.dumps(told).encode())
        process.stdin.close()
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert settled(lambda: "nobody read it" in no_words(home, "All times"))


def test_a_host_that_ends_the_hook(host) -> None:
    """Ended by a signal it is dropped by the host; it leaves no traceback behind."""
    with subprocess.Popen(
        [*COMMAND, "hook", "--client", "claude"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **host.environ},  # noqa: TID251
    ) as process:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=10)
    assert out == b""
    assert err == b""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\xff\xfe\x00",
        b'{"hook_event_name": "Stop", "session_id": "s1"}',
        b'{"hook_event_name": "SomethingNew"}',
        b'{"hook_event_name": "SessionStart"}',
        b'{"hook_event_name": "UserPromptSubmit", "session_id": "s1"}',
    ],
)
def test_odd_input_is_a_valid_answer(host, raw) -> None:
    text = host.raw(raw).text
    assert text == "" or text.startswith("Luminair Journal")


@pytest.mark.parametrize(
    "arguments", [("--part", "x"), ("--part", "-1"), ("--part", "999"), ("--bogus",), ("--home",)]
)
def test_no_word_of_the_command_line_blocks_a_prompt(host, arguments) -> None:
    told = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "hello"}
    assert host.raw(json.dumps(told).encode(), *arguments).code == 0


def test_a_lone_surrogate_and_no_session_id(host, journal, project) -> None:
    end = dead_end(journal, project)
    told = {"cwd": str(project), "hook_event_name": "UserPromptSubmit", "prompt": "WAL \ud800 NFS"}
    done = host.raw(json.dumps(told).encode())
    assert end in done.text
    assert end in host.raw(json.dumps(told).encode()).text  # nobody can say what it holds


def test_a_prompt_of_ten_megabytes(host, journal, project) -> None:
    note = knowledge(journal, project)
    done = host.event("UserPromptSubmit", prompt="uploader ECONNRESET " + "lorem ipsum " * 900_000)
    assert done.code == 0
    assert note in done.text
    assert done.took_s < patience_s()


def test_bytes_are_utf_8_whatever_the_locale(host, journal, project) -> None:
    note = journal.add(
        title="日本語の注意 → café",
        body="アップローダーは三回で諦めます → café.",
        kind=Kind.NOTE,
        scope=Scope.FOLDER,
        cwd=str(project),
    ).note.key
    host.environ |= {"PYTHONIOENCODING": "cp932", "LC_ALL": "C", "PYTHONUTF8": "0"}
    told = {
        "session_id": "s1",
        "cwd": str(project),
        "hook_event_name": "UserPromptSubmit",
        "prompt": '日本語"→ café アップローダー',
    }
    text = host.raw(json.dumps(told, ensure_ascii=False).encode("utf-8")).text
    assert note in text
    assert "アップローダーは三回で諦めます → café" in text
