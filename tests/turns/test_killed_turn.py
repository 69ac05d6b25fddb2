"""Kill -9 of a turn in mid-stream: what was shown is there at the next start."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from luminair.messages import MessageState, Role
from luminair.sessions.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path

KILLS = [pytest.param(3, id="few"), pytest.param(100, id="many", marks=pytest.mark.full)]
TURN = """
import asyncio, itertools, sys
from datetime import UTC, datetime
from pathlib import Path
from luminair.lanes.lane import Began, Done, Text
from luminair.lanes.scripted import Scripted
from luminair.memory import NoJournal
from luminair.sessions.session import Session
from luminair.sessions.transcript import Transcript
from luminair.turns import run_turn

async def main():
    script = [(Began("m"), *(Text(f"{n} ") for n in range(20000)), Done())]
    ids = itertools.count()
    turn = run_turn(
        "Count.",
        transcript=Transcript.create(Path(sys.argv[1]), Session("s1")),
        lane=Scripted(script, sleep=asyncio.sleep),
        memory=NoJournal(),
        now=lambda: datetime.now(UTC),
        new_id=lambda: f"m{next(ids)}",
    )
    async for event in turn:
        if isinstance(event, Text):
            print(event.delta.strip(), flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("kills", KILLS)
def test_what_was_shown_is_there(tmp_path: Path, kills: int) -> None:
    dice = random.Random(11)  # noqa: S311 - moments to kill at
    for kill in range(kills):
        folder = tmp_path / str(kill)
        folder.mkdir()
        path = folder / "transcript.jsonl"
        with subprocess.Popen(
            [sys.executable, "-c", TURN, str(path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            shown, least = -1, dice.randrange(3000)
            while shown < least:
                shown = int(process.stdout.readline())
            process.kill()
            rest = process.stdout.read().splitlines(keepends=True)
        whole = [int(line) for line in rest if line.endswith("\n")]
        shown = whole[-1] if whole else shown
        question, answer = Transcript.open(path, "s1").messages
        assert (question.role, question.text) == (Role.USER, "Count.")
        numbers = [int(word) for word in answer.text.split(" ")[:-1]]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > shown
        assert answer.state is MessageState.STOPPED
