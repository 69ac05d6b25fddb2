"""`luminair-journal hook` as hosts run it: processes, pipes, and a vault on the disk."""

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

from luminair.agents.host import Hosts
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.journal import Kind, Scope
from tests.agents.hosting import COMMAND, Host, patience_s, settled

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def host(request: pytest.FixtureRequest, vault: Path, project: Path) -> Host:
    request.getfixturevalue("journal")  # it makes the vault
    return Host(vault, project)


def law(journal: Journal, title: str = "Use UTC", body: str = "All times are UTC.") -> str:
    return journal.add(title=title, body=body, kind=Kind.RULE, scope=Scope.GLOBAL).note.key


def dead_end(journal: Journal, project: Path) -> str:
    return journal.add(
        title="WAL on NFS",
        body="WAL on NFS corrupts the file.",
        kind=Kind.RULEDOUT,
        scope=Scope.FOLDER,
        cwd=str(project),
    ).note.key


def knowledge(journal: Journal, project: Path) -> str:
    return journal.add(
        title="Uploader retries",
        body="The uploader gives up after three retries with ECONNRESET.",
        kind=Kind.NOTE,
        scope=Scope.FOLDER,
        cwd=str(project),
    ).note.key


def held(home: Path, vault: Path, session: str) -> dict:
    from luminair.agents.hook_state import States

    return States(Home(home).state(vault)).load(session).given


def test_start_then_prompts(host: Host, journal: Journal, project: Path, home, vault) -> None:
    rule, end, note = law(journal), dead_end(journal, project), knowledge(journal, project)
    (start,) = host.start()
    assert start.startswith("Luminair Journal, part 1 of 1.\n# Standing instructions\n")
    assert "All times are UTC." in start
    assert "WAL on NFS" not in start
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    first = host.prompt("why does the uploader give up?")
    assert end in first
    assert note in first
    assert "All times are UTC." not in first
    assert settled(lambda: f"note:{note}" in held(home, vault, "claude:s1"))
    assert host.prompt("why does the uploader give up?") == ""


def test_what_changed_rides_again_and_says_so(host, journal, project, home, vault) -> None:
    rule, gone = law(journal), law(journal, "Old law", "Say hello first.")
    note = knowledge(journal, project)
    host.start()
    host.prompt("why does the uploader give up?")
    assert settled(lambda: f"note:{note}" in held(home, vault, "claude:s1"))
    journal.edit(rule, body="All times are UTC, always.\n")
    journal.edit(note, body="The uploader gives up after five retries with ECONNRESET.\n")
    journal.archive([gone])
    text = host.prompt("why does the uploader give up?")
    assert "(Replaces the earlier version.)\n- [global] Use UTC\nAll times are UTC, always." in text
    assert "five retries" in text
    assert text.count("(Replaces the earlier version.)") == 2
    assert "NO LONGER HOLDS: rule “Old law”" in text
    assert settled(lambda: f"rule:{gone}" not in held(home, vault, "claude:s1"))
    assert host.prompt("why does the uploader give up?") == ""


def test_a_resume_gives_only_what_changed(host, journal, home, vault) -> None:
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    assert host.start("resume") == []
    new = law(journal, "New law", "Never force-push.")
    (text,) = host.start("resume")
    assert "Never force-push." in text
    assert "All times are UTC." not in text
    assert settled(lambda: f"rule:{new}" in held(home, vault, "claude:s1"))


@pytest.mark.parametrize("source", ["clear", "compact", "startup"])
def test_what_the_conversation_lost_is_given_anew(host, journal, home, vault, source) -> None:
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    (text,) = host.start(source)
    assert "All times are UTC." in text


def test_six_parts_in_any_order(host, journal, home, vault) -> None:
    keys = [law(journal, f"Law {n}", f"Law number {n}: " + "word " * 700) for n in range(11)]
    texts = [
        host.event("SessionStart", "--part", str(part), source="startup").text
        for part in (5, 2, 6, 1, 4, 3)
    ]
    whole = "\n".join(texts)
    assert sum(bool(text) for text in texts) == 6
    for number in range(11):
        assert whole.count(f"Law number {number}: ") == 1
    assert settled(lambda: {f"rule:{key}" for key in keys} <= set(held(home, vault, "claude:s1")))
    assert host.prompt("hello there") == ""


def test_a_part_that_never_ran_comes_with_the_prompts(host, journal, home, vault) -> None:
    keys = [law(journal, f"Law {n}", f"Law number {n}: " + "word " * 900) for n in range(6)]
    given = "\n".join(host.start(parts=(1, 2)))
    missing = [n for n in range(6) if f"Law number {n}: " not in given]
    assert missing
    come = ""
    while missing:
        before = len(held(home, vault, "claude:s1"))
        text = host.prompt("hello there")
        assert text, missing
        come += text
        assert settled(lambda: len(held(home, vault, "claude:s1")) > before)  # noqa: B023
        missing = [n for n in missing if f"Law number {n}: " not in come]
    assert settled(lambda: {f"rule:{key}" for key in keys} <= set(held(home, vault, "claude:s1")))
    assert host.prompt("hello there") == ""


def test_the_tenth_prompt_costs_a_fifth_at_most(host, journal, project) -> None:
    for number in range(8):
        law(journal, f"Law {number}", f"Law {number} says " + "word " * 80)
        journal.add(
            title=f"Uploader fact {number}",
            body=f"The uploader fact {number} about retries: " + "word " * 60,
            kind=Kind.NOTE,
            scope=Scope.FOLDER,
            cwd=str(project),
        )
    first = "".join(host.start()) + host.prompt("why does the uploader retry?")
    added = ""
    for number in range(2, 11):
        added = host.prompt(f"and what of uploader retries, take {number}?")
    assert len(first) > 5000
    assert 5 * len(added) <= len(first)


def test_requests_are_kept_after_the_answer(host, project, vault) -> None:
    host.prompt("Please add a test for the retry limit of the uploader tomorrow.")
    folder = vault / "Notes" / "harbor"
    assert settled(lambda: list(folder.glob("*.md")))
    (file,) = folder.glob("*.md")
    text = file.read_text()
    assert "kind: ask" in text
    assert "session: claude:s1" in text or 'session: "claude:s1"' in text
    assert f"cwd: {project}" in text
    # It waits for its own session's end, here and elsewhere.
    assert "retry limit" not in host.prompt("the retry limit of the uploader?")
    other = Host(vault, project, name="s2")
    assert "retry limit" not in other.prompt("the retry limit of the uploader?")


def test_capture_can_be_switched_off(host, vault, home) -> None:
    Settings(Home(home).settings_file).set({"capture": False})
    host.prompt("Please add a test for the retry limit of the uploader tomorrow.")
    assert settled(lambda: Hosts(Home(home).hosts).newest("claude") is not None)
    assert settled((Home(home).state(vault) / "turns").is_dir)
    assert not (vault / "Notes").exists()


def test_five_processes_with_one_prompt_leave_one_ask(host, vault) -> None:
    from concurrent.futures import ThreadPoolExecutor

    ask = "Please add a test for the retry limit of the uploader tomorrow."
    with ThreadPoolExecutor(5) as pool:
        list(pool.map(host.prompt, [ask] * 5))
    folder = vault / "Notes" / "harbor"
    assert settled(lambda: list(folder.glob("*.md")))
    assert len(list(folder.glob("*.md"))) == 1


# --- Where nothing is said -----------------------------------------------------------------------


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_in_a_lane_of_ours_it_says_and_keeps_nothing(host, journal, home, client) -> None:
    law(journal)
    before = sorted((home / "state").rglob("*"))
    host.client, host.environ["LUMINAIR_LANE"] = client, "1"
    done = host.event("UserPromptSubmit", prompt="Please add a test tomorrow.")
    assert done.text == ""
    assert host.start() == []
    assert sorted((home / "state").rglob("*")) == before


def test_a_project_can_be_left_out(host, journal, home, project, tmp_path) -> None:
    law(journal)
    link = tmp_path / "link"
    link.symlink_to(project)
    Settings(Home(home).settings_file).set({"hook.off_in": f"/elsewhere:{link}"})
    assert host.start() == []
    assert host.prompt("Please add a test tomorrow.") == ""
    inside = project / "src"
    inside.mkdir()
    host.folder = inside
    assert host.start() == []
    host.folder = tmp_path
    assert host.start() != []


def test_print_mode_can_be_left_out(host, journal, home) -> None:
    law(journal)
    host.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    assert host.start() != []
    Settings(Home(home).settings_file).set({"hook.print_mode": False})
    assert host.start("clear") == []
    host.environ["CLAUDE_CODE_ENTRYPOINT"] = "cli"
    assert host.start("clear") != []


def test_a_subagent_gets_the_rules_alone(host, journal, project, home) -> None:
    law(journal)
    dead_end(journal, project)
    text = host.event("SubagentStart", agent_id="a1").text
    assert "All times are UTC." in text
    assert "Standing instructions" not in text
    ask = "Please add a test for the retry limit tomorrow."
    assert host.prompt(ask, agent_id="a1") == ""
    Settings(Home(home).settings_file).set({"hook.subagents": False})
    assert host.event("SubagentStart", agent_id="a1").text == ""


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


# --- With the app ---------------------------------------------------------------------------------


def test_the_running_app_gives_the_same_texts(journal, home, vault, project, monkeypatch) -> None:
    from luminair.agents import hook_texts
    from luminair.agents.hook_making import texts_of
    from luminair.cli.asking import answer_to
    from tests.bench.cold import app

    law(journal)
    dead_end(journal, project)
    knowledge(journal, project)
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))
    prompt = "why does the uploader give up?"
    for what in (
        {"prompt": prompt, "summaries": None, "ancestors": ("claude:a",), "optional": True},
        {"prompt": None, "summaries": ("gone",), "ancestors": (), "optional": True},
        {"prompt": prompt, "summaries": (), "ancestors": (), "optional": False},
    ):
        with app(home):
            asked = hook_texts.arguments(
                "claude:s1", str(project), home=str(home), vault=None, **what
            )
            answer = answer_to(asked, (what["prompt"] or "").encode())
        assert answer is not None
        assert answer.code == 0
        own = texts_of(journal, session="claude:s1", folder=str(project), **what)
        assert hook_texts.unpacked(answer.out) == own
        assert bool(own.fresh) is (what["optional"] and what["prompt"] is not None)


def test_with_the_app_running(host, journal, home, vault, project, monkeypatch) -> None:
    from tests.bench.cold import app

    law(journal)
    note = knowledge(journal, project)
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))
    with app(home):
        (start,) = host.start()
        assert "All times are UTC." in start
        assert note in host.prompt("why does the uploader give up?")


# --- Who is it -----------------------------------------------------------------------------------


def test_a_fork_holds_what_its_parent_held(host, journal, home, vault, project) -> None:
    """As Claude Code forks: the parent is resumed, then a prompt has a new name."""
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    new = law(journal, "New law", "Never force-push.")
    (text,) = host.start("resume")
    assert "Never force-push." in text
    assert settled(lambda: f"rule:{new}" in held(home, vault, "claude:s1"))
    assert settled(lambda: Hosts(Home(home).hosts).newest("claude") is not None)
    fork = Host(vault, project, name="s2")
    fork.environ = host.environ
    assert fork.prompt("hello there") == ""
    assert f"rule:{rule}" in held(home, vault, "claude:s2")
    # The parent's own conversation never saw what the fork was given as it started.
    (again,) = host.start("resume")
    assert "Never force-push." in again
    assert "All times are UTC." not in again


def test_a_host_is_written_down_for_the_mcp_server(host, home, project) -> None:
    host.client = "codex"
    host.start()
    hosts = Hosts(Home(home).hosts)
    assert settled(lambda: hosts.newest("codex") is not None)
    from luminair.agents.host import host_process

    record = hosts.of(host_process(os.getpid()))
    assert record is not None
    assert (record.session, record.folder) == ("codex:s1", str(project))


def test_at_the_end_of_a_session_its_host_is_free(host, home) -> None:
    from luminair.agents.host import host_process

    hosts = Hosts(Home(home).hosts)
    host.prompt("hello there")
    assert settled(lambda: hosts.of(host_process(os.getpid())) is not None)
    assert host.event("SessionEnd", reason="other").out == b""
    assert settled(lambda: hosts.of(host_process(os.getpid())) is None)


def test_gemini_is_given_all_anew_after_it_compressed(host, journal, home, vault) -> None:
    rule = law(journal)
    host.client = "gemini"
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "gemini:s1"))
    assert host.event("PreCompress", trigger="auto").text == ""
    assert "All times are UTC." in host.prompt("hello there")
