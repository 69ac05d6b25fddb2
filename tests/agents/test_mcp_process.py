"""`luminair-journal mcp` as a host starts it: a process, an environment, two pipes."""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from luminair import bootstrap
from luminair.journal import Kind, Scope
from luminair.sessions.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from luminair.journal import Journal

COMMAND = [sys.executable, "-m", "luminair.cli.main", "mcp"]
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test"}}


def environment(**more: str) -> dict[str, str]:
    """This test's own environment for a process that finds our code, and what is added to it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}  # noqa: TID251


class Host:
    """A coding agent that started our server."""

    def __init__(self, arguments: tuple[str, ...], cwd: Path, environ: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment(**environ),
        )
        self._number = 0

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, **params: object) -> Any:
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self.process.stdout is not None
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self._number
        return answer["result"]

    def call(self, name: str, **arguments: object) -> tuple[str, bool]:
        told = self.ask("tools/call", name=name, arguments=arguments)
        return told["content"][0]["text"], told["isError"]

    def end(self) -> tuple[int, str, str]:
        """Exit code, what else was printed, and what was said on standard error."""
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out.decode(), err.decode()

    def read_no_more(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()

    def close(self) -> None:
        """Ends the process, if it still runs, and lets its pipes go."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                pipe.close()


@pytest.fixture
def start(vault: Path, tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts a server for the vault; what is left of it ends with the test."""
    hosts: list[Host] = []

    def started(*arguments: str, cwd: Path = tmp_path, **environ: str) -> Host:
        given = {"LUMINAIR_VAULT": str(vault), **environ}
        hosts.append(Host(arguments, cwd, given))
        return hosts[-1]

    yield started
    for host in hosts:
        host.close()


@pytest.fixture
def journal(vault: Path, home: Path) -> Iterator[Journal]:
    bootstrap.init(str(vault), home=str(home), vault=None, ride=None)
    opened = bootstrap.open_journal(home=str(home), vault=str(vault))
    yield opened
    opened.close()


def test_a_whole_session(journal: Journal, start) -> None:
    note = journal.add(title="Use UTC", body="All times are UTC.").note
    host = start()
    assert host.ask("initialize", **HELLO)["serverInfo"]["name"] == "luminair-journal"
    host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert len(host.ask("tools/list")["tools"]) == 6
    text, failed = host.call("journal_search", query="utc")
    assert (note.id in text, failed) == (True, False)
    later = journal.add(title="Clock", body="The clock drifts.").note
    assert "drifts" in host.call("journal_read", id=later.id)[0], "it looks before each answer"
    assert host.end() == (0, "", "")


def test_a_session_is_known_by_the_environment(
    journal: Journal, start, project: Path, home: Path
) -> None:
    library = Library(home, now=bootstrap.clock, draw=bootstrap.draw)
    parent = library.create(folder=str(project)).id
    ours = library.create(folder=str(project), ancestors=(parent,)).id
    add = journal.add
    add(title="Buoy of ours", scope=Scope.SESSION, session=ours)
    add(title="Buoy of the parent", scope=Scope.SESSION, session=parent)
    add(title="Buoy of Claude", scope=Scope.SESSION, session="claude:ab-12")
    add(title="Buoy of the project", kind=Kind.RULEDOUT, scope=Scope.FOLDER, cwd=str(project))

    def seen(*arguments: str, **named: Any) -> set[str]:
        host = start(*arguments, **named)
        text = host.call("journal_search", query="buoy")[0]
        assert host.end()[0] == 0
        return {line[2:] for line in text.splitlines() if line.startswith("| Buoy of")}

    assert seen() == set()
    assert seen(cwd=project) == {"Buoy of the project"}
    assert seen("--cwd", str(project)) == {"Buoy of the project"}
    assert seen(LUMINAIR_SESSION=ours) == {
        "Buoy of ours",
        "Buoy of the parent",
        "Buoy of the project",
    }
    claude = {"CLAUDE_CODE_SESSION_ID": "ab-12", "CLAUDE_PROJECT_DIR": str(project)}
    assert seen(**claude) == {"Buoy of Claude", "Buoy of the project"}
    assert seen("--session", "claude:ab-12") == {"Buoy of Claude"}


def test_a_vault_that_is_not_there_is_told_to_the_model(start, vault: Path) -> None:
    vault.rmdir()
    host = start()
    assert host.ask("initialize", **HELLO)
    assert host.ask("tools/list")["tools"]
    text, failed = host.call("journal_search", query="utc")
    assert failed
    assert f"There is no Journal at '{vault}'" in text
    vault.mkdir()
    (vault / "a.md").write_text("---\nid: 20260101T0000-beef\n---\nAll times are UTC.\n", "utf-8")
    assert "UTC" in host.call("journal_search", query="utc")[0], "it is looked for at each call"
    assert host.end() == (0, "", "")


def test_a_client_that_reads_no_more_ends_the_server(start) -> None:
    host = start()
    host.ask("initialize", **HELLO)
    host.read_no_more()
    host.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert host.process.wait(30) == 0
    assert host.process.stderr is not None
    assert host.process.stderr.read() == b""


def test_a_client_that_is_gone_at_once_ends_the_server(start) -> None:
    assert start().end() == (0, "", "")


def test_wrong_usage_and_closed_streams_are_one_sentence() -> None:
    for arguments, closing in (([*COMMAND, "--json"], ""), (COMMAND, " <&-"), (COMMAND, " >&-")):
        line = " ".join(map(_quoted, arguments)) + closing
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in {1, 2}
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert "`mcp`" in done.stderr


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


PRINTING = """
import os, sys
from luminair.agents import journal_tools
from luminair.cli.main import main

def call(self, name, arguments):
    print("a library prints")
    os.write(1, b"and another one\\n")
    from luminair.tools import Answer
    return Answer("fine")

journal_tools.JournalTools.call = call
sys.exit(main(["mcp"]))
"""


def test_what_a_library_prints_does_not_reach_the_client() -> None:
    asked = {"name": "journal_search", "arguments": {"query": "x"}}
    line = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked}
    done = subprocess.run(
        [sys.executable, "-c", PRINTING],
        env=environment(),
        input=json.dumps(line),
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(done.stdout)["result"]["content"][0]["text"] == "fine"
    assert "and another one" in done.stderr


# --- Speed -----------------------------------------------------------------------------------

LOADED = """
import io, json, sys
from luminair.agents.mcp import serve
from luminair.agents.journal_tools import journal_tools
from luminair.cli import agents, main

tools = journal_tools(home=None, vault=None)
tools.prepare = lambda: None
lines = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "x"}},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
]
source = io.BytesIO("\\n".join(map(json.dumps, lines)).encode())
serve(source, io.BytesIO(), tools, version="7")
print(json.dumps(sorted(sys.modules)))
"""


def test_the_first_answers_load_next_to_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(json.loads(done.stdout))
    heavy = {"PySide6", "httpx", "keyring", "sklearn", "numpy", "yaml", "asyncio", "logging"}
    assert loaded & heavy == set()
    assert loaded & {"luminair.bootstrap", "luminair.journal", "sqlite3", "hashlib"} == set()


def first_answer_ms(start: Callable[..., Host]) -> float:
    began = time.perf_counter()
    host = start()
    host.ask("initialize", **HELLO)
    took = time.perf_counter() - began
    host.end()
    return took * 1000


def bare_python_ms() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return (time.perf_counter() - began) * 1000


def test_the_first_answer_comes_in_time(start, capsys: pytest.CaptureFixture[str]) -> None:
    told = statistics.median(first_answer_ms(start) for _ in range(5))
    bare = statistics.median(bare_python_ms() for _ in range(5))
    with capsys.disabled():
        sys.stdout.write(f"\nmcp: first answer {told:.0f} ms, {told / bare:.1f} × bare Python\n")
    # Hosts wait for some seconds; a busy machine is allowed for.
    assert told < 1_000


# --- The official SDK's client ---------------------------------------------------------------

CLIENT = """
import asyncio, json, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main(command, environment):
    where = StdioServerParameters(command=command[0], args=command[1:], env=environment)
    async with stdio_client(where) as (read, write), ClientSession(read, write) as session:
        began = await session.initialize()
        tools = await session.list_tools()
        answers = await asyncio.gather(
            session.call_tool("journal_search", {"query": "uploader"}),
            session.call_tool("journal_read", {"id": "Notes/Uploads.md"}),
            session.call_tool("journal_read", {"id": "nowhere"}),
        )
        await session.send_ping()
        print(json.dumps({
            "server": began.model_dump(mode="json", by_alias=True)["serverInfo"]["name"],
            "tools": [tool.name for tool in tools.tools],
            "texts": [each.content[0].text for each in answers],
            "failed": [each.model_dump(by_alias=True)["isError"] for each in answers],
        }))

asyncio.run(main(json.loads(sys.argv[1]), json.loads(sys.argv[2])))
"""


@pytest.mark.skipif(
    importlib.util.find_spec("mcp") is None, reason="the official MCP SDK is not installed"
)
def test_the_official_client_gets_along_with_it(journal: Journal, vault: Path) -> None:
    journal.add(title="Uploads", body="The uploader retries three times.")
    environ = environment(LUMINAIR_VAULT=str(vault))
    done = subprocess.run(
        [sys.executable, "-c", CLIENT, json.dumps(COMMAND), json.dumps(environ)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["server"] == "luminair-journal"
    assert told["tools"] == ["journal_search", "journal_read"]
    assert told["failed"] == [False, False, True]
    assert all("uploader retries" in text for text in told["texts"][:2])
