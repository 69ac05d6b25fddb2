from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.child.programs import Program, ProgramMissing, Programs
from tests.lanes.agents import until

if TYPE_CHECKING:
    from pathlib import Path

TOOL = Program("tool", "The Tool", "example.org/tool")


def executable(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def find(programs: Programs) -> str:
    return asyncio.run(programs.find(TOOL))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "a folder"


def shell(tmp_path: Path, text: str) -> str:
    return str(executable(tmp_path / "shell", f"#!/bin/sh\n{text}\n"))


def test_the_login_shells_path_comes_first(person, tmp_path, folder) -> None:
    """The shell is asked as people's shells are: it prints things of its own around it."""
    executable(person / ".local" / "bin" / "tool")
    found = executable(folder / "tool")
    asked = shell(
        tmp_path, f'echo welcome; PATH="{folder}:$PATH"; export PATH; eval "$2"; echo bye'
    )
    programs = Programs(environment={"PATH": "/usr/bin:/bin"}, home=person, shell=asked)
    assert find(programs) == str(found)
    environment = asyncio.run(programs.environment(str(found), add={}))
    assert environment["PATH"].startswith(f"{folder}:/usr/bin:/bin:")
    assert f"{person}/.local/bin" in environment["PATH"].split(":")


def test_the_known_folders_are_looked_into(person) -> None:
    for known in (".local/bin", ".bun/bin", ".claude/local"):
        place = executable(person / known / "tool")
        assert find(Programs(environment={"PATH": "/usr/bin"}, home=person)) == str(place)
        place.unlink()


def test_the_newest_node_comes_first(person) -> None:
    for version in ("v9.11.2", "v22.4.0", "v18.20.1"):
        executable(person / ".nvm" / "versions" / "node" / version / "bin" / "tool")
    assert "v22.4.0" in find(Programs(environment={}, home=person))


def test_a_path_set_by_hand_wins(person, folder) -> None:
    executable(person / ".local" / "bin" / "tool")
    mine = executable(folder / "other")
    chosen = {"tool": str(mine)}
    programs = Programs(environment={}, home=person, chosen=chosen.__getitem__)
    assert find(programs) == str(mine)
    chosen["tool"] = "~/.local/bin/tool"
    assert find(programs) == str(person / ".local" / "bin" / "tool")
    chosen["tool"] = str(folder / "gone")
    with pytest.raises(ProgramMissing) as caught:
        find(programs)
    assert str(caught.value) == (
        f"The place set for The Tool, '{folder / 'gone'}', is no program that can be started; "
        "choose another in Settings."
    )


def test_a_missing_program_says_where_to_get_it(person) -> None:
    with pytest.raises(ProgramMissing) as caught:
        find(Programs(environment={"PATH": "/nowhere"}, home=person))
    assert str(caught.value) == (
        "The Tool is not installed; get it from example.org/tool, or choose its place in Settings."
    )


def test_what_is_no_program_is_none(person, folder) -> None:
    (folder / "tool").mkdir(parents=True)
    (person / ".local" / "bin").mkdir(parents=True)
    (person / ".local" / "bin" / "tool").write_text("not executable")
    with pytest.raises(ProgramMissing):
        find(Programs(environment={"PATH": f"{folder}:.:"}, home=person))


@pytest.mark.parametrize(
    "text",
    [
        "exit 1",
        "echo nothing",
        "sleep 300",
        "printf __LUMINAIR_ENVIRONMENT__; sleep 300",
        "kill -9 $$",
    ],
)
def test_a_shell_that_does_not_answer_costs_its_time_and_no_more(person, tmp_path, text) -> None:
    found = executable(person / ".local" / "bin" / "tool")
    programs = Programs(
        environment={"PATH": "/usr/bin:/bin"}, home=person, shell=shell(tmp_path, text), limit_s=0.3
    )
    begun = time.monotonic()
    assert find(programs) == str(found)
    assert time.monotonic() - begun < 3.0


def test_a_job_of_the_profile_does_not_hold_us_up(person, tmp_path, folder) -> None:
    found = executable(folder / "tool")
    text = f'sleep 5 & PATH="{folder}:$PATH"; export PATH; eval "$2"; kill $!'
    programs = Programs(
        environment={"PATH": "/usr/bin:/bin"}, home=person, shell=shell(tmp_path, text)
    )
    begun = time.monotonic()
    assert find(programs) == str(found)
    assert time.monotonic() - begun < 4.0


def test_an_interactive_shell_that_hangs_is_asked_once_more_without(
    person, tmp_path, folder
) -> None:
    found = executable(folder / "tool")
    text = f'case "$1" in -ilc) sleep 300;; esac\nPATH="{folder}:$PATH"; export PATH; eval "$2"'
    programs = Programs(
        environment={"PATH": "/usr/bin:/bin"}, home=person, shell=shell(tmp_path, text), limit_s=0.3
    )
    assert find(programs) == str(found)


def test_the_shell_is_asked_once(person, tmp_path, folder) -> None:
    count = tmp_path / "count"
    asked = shell(tmp_path, f'echo x >> "{count}"; PATH="{folder}:$PATH"; export PATH; eval "$2"')
    programs = Programs(environment={"PATH": "/usr/bin:/bin"}, home=person, shell=asked)
    executable(folder / "tool")

    async def go() -> None:
        await asyncio.gather(*(programs.find(TOOL) for _ in range(5)))
        await programs.environment("/x/tool", add={})

    asyncio.run(go())
    assert count.read_text() == "x\n"


def test_a_look_that_is_given_up_leaves_the_question_running(person, tmp_path, folder) -> None:
    text = f'sleep 0.3; PATH="{folder}:$PATH"; export PATH; eval "$2"'
    programs = Programs(
        environment={"PATH": "/usr/bin:/bin"}, home=person, shell=shell(tmp_path, text)
    )
    executable(folder / "tool")

    async def go() -> str:
        task = asyncio.ensure_future(programs.find(TOOL))
        await until(lambda: programs._asked is not None)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return await programs.find(TOOL)

    assert asyncio.run(go()) == str(folder / "tool")


def test_the_environment_of_a_child(person, tmp_path) -> None:
    text = "FROM_LOGIN='two\nlines'; MINE=login; export FROM_LOGIN MINE; eval \"$2\""
    own = {
        "PATH": "/usr/bin:/bin",
        "MINE": "app",
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": "s",
        "GEMINI_CLI": "1",
        "CODEX_SANDBOX": "seatbelt",
        "CODEX_HOME": "/h",
        "PYTHONHOME": "/bundle",
        "_PYI_APPLICATION_HOME_DIR": "/bundle",
        "LD_LIBRARY_PATH": "/bundle",
        "LD_LIBRARY_PATH_ORIG": "/owner",
        "SECRET": "x",
    }
    programs = Programs(environment=own, home=person, shell=shell(tmp_path, text))
    found = asyncio.run(
        programs.environment("/opt/node/bin/tool", add={"ADDED": "1"}, without=("SECRET",))
    )
    assert found["FROM_LOGIN"] == "two\nlines"
    assert found["MINE"] == "app"
    assert found["CODEX_HOME"] == "/h"
    assert found["LD_LIBRARY_PATH"] == "/owner"
    assert found["ADDED"] == "1"
    assert found["LUMINAIR_LANE"] == "1"
    assert found["PATH"].split(os.pathsep)[-1] == "/opt/node/bin"
    assert not set(found) & {
        "CLAUDECODE",
        "CLAUDE_CODE_SESSION_ID",
        "GEMINI_CLI",
        "CODEX_SANDBOX",
        "PYTHONHOME",
        "_PYI_APPLICATION_HOME_DIR",
        "LD_LIBRARY_PATH_ORIG",
        "SECRET",
    }
