"""The real command, killed by the system at a moment that nobody chose."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.exchange.cloning import environ_of, git, settle, two_machines

if TYPE_CHECKING:
    from pathlib import Path

SYNC = """
import os, sys
from pathlib import Path
from luminair.bootstrap import clock
from luminair.exchange.sync import sync
from luminair.journal import Journal, Setup

root, home = Path(sys.argv[1]), sys.argv[2]
draw = lambda: int.from_bytes(os.urandom(4), "big")
setup = Setup(root=root, index=None, home=home, now=clock, draw=draw, machine="killed")
sync(Journal(setup), os.environ, now=clock, machine="killed")
"""


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("times", [4, pytest.param(60, marks=pytest.mark.full)])
def test_nothing_is_lost_by_kill_9(tmp_path: Path, times: int) -> None:
    ana, ben = two_machines(tmp_path)
    dice = random.Random(times)  # noqa: S311
    environ = {**environ_of(ben.home), "PYTHONPATH": ":".join(sys.path)}
    words = [sys.executable, "-c", SYNC, str(ben.vault), str(ben.home)]
    ana.write("Notes/Common.md", "# Common\n\nText.\n")
    settle(ana, ben)
    killed = 0
    for number in range(times):
        ana.write(f"Notes/A{number}.md", f"Ana wrote {number}.\n")
        ana.write("Notes/Common.md", ana.read("Notes/Common.md") + f"\n## A {number}\n\nAna.\n")
        ana.sync()
        ben.write(f"Notes/B{number}.md", f"Ben wrote {number}.\n")
        ben.write("Notes/Common.md", f"# Common\n\nBen {number}.\n" + _rest(ben))
        child = subprocess.Popen(words, env=environ)
        try:
            child.wait(dice.uniform(0.05, 1.2))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            killed += 1
        child.wait()
        for lock in ("index.lock", "HEAD.lock", "refs/heads/main.lock"):
            # Git leaves these when it is killed itself, and says what to do about them.
            (ben.vault / ".git" / lock).unlink(missing_ok=True)
        ben.journal.refresh()
        settle(ben, ana)
        assert ana.files() == ben.files()
    texts = "\n".join(data.decode() for data in ana.files().values())
    for number in range(times):
        assert f"Ana wrote {number}." in texts
        assert f"Ben wrote {number}." in texts
        assert f"## A {number}\n" in texts
    assert f"Ben {times - 1}." in texts
    assert "Two versions" not in texts
    assert killed > times // 4
    assert git(ben.vault, "status", "--short") == ""
    ana.close()
    ben.close()


def _rest(machine) -> str:
    """What stands below the first part of the note that both write."""
    text = machine.read("Notes/Common.md")
    at = text.find("\n## ")
    return text[at:] if at >= 0 else ""
