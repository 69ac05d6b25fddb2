"""What freezing costs a coding agent's prompt: the hook of the app beside that of a checkout.

    python3 packaging/dev.py app
    python -m tests.bench.frozen [--programs FOLDER] [--runs 21]

The two are started in turn, each with a home and a vault of its own and a new session each time,
so that a busy machine slows both alike. A bare Python is beside them, to show what the machine is
doing.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from luminair.config import launcher

HOUSE = Path(__file__).resolve().parents[2]
PROGRAMS = (
    HOUSE
    / "build"
    / "dist"
    / ("Luminair.app/Contents/MacOS" if sys.platform == "darwin" else "Luminair")
)
MOST_TIMES, MOST_MORE_MS = 2.5, 40.0
"""What the frozen hook may take of the checkout's time, and how much more it may take at most."""
MORE_BARE = 4.0
"""The same in starts of a bare Python, each 10 ms where nothing else runs: a machine that is busy
is slow for both."""


class Figures(NamedTuple):
    """Milliseconds of whole processes, each the median of its turns, and the two comparisons.

    Attributes:
        frozen: of the app's hook.
        checkout: of the same hook from the environment.
        bare: of a Python that does nothing.
        times: the median of frozen / checkout within a turn.
        more: what the best frozen turn takes more than the best of the checkout, in ms.
    """

    frozen: float
    checkout: float
    bare: float
    times: float
    more: float

    @property
    def allowed(self) -> float:
        """What `more` may be on this machine now, in ms."""
        return max(MOST_MORE_MS, MORE_BARE * self.bare)


def measure(programs: Path, folder: Path, runs: int) -> Figures:
    """Runs the hook of one prompt, frozen and from the checkout, in turn.

    Args:
        programs: the folder of the two frozen programs.
        folder: an empty one, for the vault and the homes.
        runs: turns that count; one more warms the page cache.

    Raises:
        RuntimeError: one of the two did not answer, or they answered differently.
    """
    frozen = [str(programs / launcher.NAME)]
    checkout = list(launcher.command())
    for name, program in (("frozen", frozen), ("checkout", checkout)):
        _run([*program, "init", str(folder / name / "vault")], folder, name, b"")
        for title, body in (("Retry after 503", "Wait."), ("Fonts", "Inter in all windows.")):
            rule = ["--title", title, "--kind", "rule", "--scope", "global", "--body", body]
            _run([*program, "add", *rule], folder, name, b"")
    hooks = {
        "frozen": [*frozen, "hook", "--client", "claude"],
        "checkout": [*checkout, "hook", "--client", "claude"],
        "bare": [sys.executable, "-I", "-S", "-c", "pass"],
    }
    taken: dict[str, list[float]] = {name: [] for name in hooks}
    for turn in range(runs + 1):
        names = list(hooks)[turn % 3 :] + list(hooks)[: turn % 3]
        said = {}
        for name in names:
            event = {
                "session_id": f"s{turn}",
                "cwd": str(folder),
                "hook_event_name": "UserPromptSubmit",
                "prompt": "retry the upload after 503",
            }
            given = json.dumps(event).encode()
            began = time.perf_counter()
            said[name] = _run(hooks[name], folder, name, given)
            if turn:
                taken[name].append((time.perf_counter() - began) * 1000)
        if not said["frozen"] or len(said["frozen"]) != len(said["checkout"]):
            raise RuntimeError("The two hooks did not answer alike.")
    pairs = list(zip(taken["frozen"], taken["checkout"], strict=True))
    return Figures(
        *(statistics.median(taken[name]) for name in ("frozen", "checkout", "bare")),
        times=statistics.median(one / other for one, other in pairs),
        more=min(taken["frozen"]) - min(taken["checkout"]),
    )


def _run(command: list[str], folder: Path, home: str, given: bytes) -> bytes:
    environment = {name: value for name, value in os.environ.items() if "LUMINAIR" not in name}  # noqa: TID251 a home of its own
    environment |= {
        "HOME": str(folder),
        "LUMINAIR_HOME": str(folder / home / "home"),
        "LUMINAIR_VAULT": str(folder / home / "vault"),
    }
    for agent in ("CLAUDECODE", "AI_AGENT", "GEMINI_CLI"):
        environment.pop(agent, None)
    done = subprocess.run(
        command, input=given, capture_output=True, check=True, cwd=folder, env=environment
    )
    return done.stdout


def main() -> None:
    """Measures, and prints one line a program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=Path, default=PROGRAMS)
    parser.add_argument("--runs", type=int, default=21)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        figures = measure(options.programs, Path(name), options.runs)
    sys.stdout.write(
        f"hook, frozen {figures.frozen:.1f} ms, checkout {figures.checkout:.1f} ms, "
        f"bare Python {figures.bare:.1f} ms: {figures.times:.2f} ×, {figures.more:+.1f} ms\n"
    )


if __name__ == "__main__":
    main()
