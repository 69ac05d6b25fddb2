"""The story with the real ``claude`` on day two: through the app's lane, and through the hook."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
import time
from datetime import UTC
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import clock
from luminair.config.folders import KnownFolders
from luminair.lanes.child.ledger import Ledger
from luminair.lanes.child.programs import Programs
from luminair.lanes.claude import Claude
from tests.story.played import NIGHT, Talker, info_of, new_house
from tests.story.riding import faults, leaks
from tests.story.told import stories

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lanes.real.loopback import Loopback
    from tests.story.played import House
    from tests.story.told import Story

pytestmark = pytest.mark.timeout(120)

TOLD = {each.name: each for each in stories()}

STORY, OTHER = TOLD["harbor"], TOLD["cluster"]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house in which day one was yesterday: other processes read the real clock."""
    return new_house(tmp_path / "house", monkeypatch, clock().astimezone(UTC) - NIGHT)


def day_one(house: House, told: Story, folder: Path) -> None:
    (folder / ".git").mkdir(parents=True)
    talker = Talker([answer for _, answer in told.talk], {}, info_of("api"))
    desk = house.open(talker)
    session = desk.library.create(lane="api", model="m1", folder=str(folder)).session.id
    for prompt, _ in told.talk:
        house.say(desk, session, prompt)
    house.end(desk)


def both(house: House) -> Path:
    folder = house.person / "harbor"
    day_one(house, OTHER, house.person / "cluster")
    day_one(house, STORY, folder)
    house.clock.now = clock().astimezone(UTC)
    return folder


def heard(loopback: Loopback) -> list[str]:
    """Every text of the first request that holds the owner's words."""
    body = next(
        body for body in loopback.requests("/messages?") if STORY.morning in json.dumps(body)
    )
    texts: list[str] = []

    def walk(part: object) -> None:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            for each in part.values():
                walk(each)
        elif isinstance(part, list):
            for each in part:
                walk(each)

    walk([body["system"], body["messages"]])
    return texts


def variables(loopback: Loopback, house: House) -> dict[str, str]:
    return {
        "PATH": f"{loopback.bin}:/usr/bin:/bin",
        "HOME": str(house.person),
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{loopback.port}",
        "ANTHROPIC_API_KEY": "sk-ant-loopback",
        "CLAUDE_CODE_MAX_RETRIES": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }


def test_through_the_lane(house: House, loopback: Loopback, tmp_path: Path) -> None:
    folder = both(house)
    numbers = iter(range(1, 100))
    lane = Claude(
        programs=Programs(environment=variables(loopback, house), home=house.person),
        ledger=Ledger(tmp_path / "children", now=time.time, app=os.getpid()),
        state=tmp_path / "state",
        new_id=lambda: f"00000000-0000-4000-8000-{next(numbers):012d}",
        sleep=asyncio.sleep,
        own_key=True,
    )
    desk = house.open(lane)
    KnownFolders(house.home / "folders.json").add(str(folder))
    session = desk.library.create(lane=lane.info.id, model="", folder=str(folder)).session.id

    async def morning() -> None:
        async for _ in desk.run_turn(session, STORY.morning):
            pass
        await desk.hang_up()

    asyncio.run(morning())
    desk.close()
    texts = heard(loopback)
    assert faults(STORY, texts) == []
    assert leaks(OTHER, STORY, texts) == []


def test_through_the_hook(house: House, loopback: Loopback) -> None:
    folder = both(house)
    desk = house.open()
    assert desk.distill_quiet()[1] == []  # as the app does when it starts
    house.end(desk)
    hook = [
        "env",
        f"LUMINAIR_HOME={house.home}",
        f"LUMINAIR_VAULT={house.vault}",
        f"PYTHONPATH={os.pathsep.join(sys.path)}",
        sys.executable,
        "-m",
        "luminair.cli.main",
        "hook",
        "--client",
        "claude",
    ]

    def entry(*more: str) -> dict:
        return {"hooks": [{"type": "command", "command": shlex.join([*hook, *more])}]}

    (house.person / ".claude").mkdir()
    settings = {
        "hooks": {
            "SessionStart": [entry("--part", str(part)) for part in range(1, 7)],
            "UserPromptSubmit": [entry()],
        }
    }
    (house.person / ".claude" / "settings.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [str(loopback.bin / "claude"), "-p", STORY.morning],
        cwd=folder,
        env=variables(loopback, house),
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    texts = heard(loopback)
    assert faults(STORY, texts) == []
    assert leaks(OTHER, STORY, texts) == []
