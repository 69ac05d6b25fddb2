"""What search by meaning costs a cold process: with vectors, without, and with a hanging Ollama.

    python -m tests.bench.vectors_speed [--notes N] [--runs N]

Each run is a whole ``luminair-journal digest`` on one vault of made-up words, the ways in turn, so
that what else the machine does touches all of them. The Ollama is one on loopback that answers at
once: what a real model takes comes on top. ``python -c pass`` stands beside it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import luminair
from luminair.journal import init_vault
from luminair.journal.ranking.vectors import coded
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.vector_file import Made, VectorFile
from tests.bench.index_speed import make_vault, say
from tests.embedding.loopback_ollama import MODEL, LoopbackOllama

_LENGTH = 768
_PROJECT = "/home/me/7"


def fill(vault: Path, index: Path) -> str:
    """Gives every note a vector; returns a prompt that many notes match."""
    catalogue = Catalogue.open(vault, index)
    catalogue.refresh()
    chance = random.Random(3)  # noqa: S311 test data
    notes = catalogue.notes()
    made = {
        note.key: Made(note.sha256, "t", [coded([chance.gauss(0, 1) for _ in range(_LENGTH)])])
        for note in notes
    }
    there = {note.key: note.sha256 for note in notes}
    began = time.perf_counter()
    VectorFile(vault, index).store(MODEL, "1/x", made, there, now="2026-11-30T10:00:00.000Z")
    say(f"vectors.json of {len(notes):,} notes and its rows written, s: "
        f"{time.perf_counter() - began:.2f}")  # fmt: skip
    catalogue.close()
    seen = next(note for note in notes if note.cwd == _PROJECT)
    return " ".join(seen.summary.split()[:6])


class Bench:
    """One vault, asked in several ways."""

    def __init__(self, home: Path, vault: Path, prompt: str, address: str) -> None:
        self._home, self._vault, self._prompt = home, vault, prompt
        self._env = {**os.environ, "LUMINAIR_HOME": str(home), "OLLAMA_HOST": address}  # noqa: TID251 a home of its own
        self._env.pop("PYTHONDONTWRITEBYTECODE", None)

    def digest(self) -> tuple[float, float]:
        """Milliseconds of one whole process, see :meth:`process`."""
        ask = ["digest", "--vault", str(self._vault), "--prompt", self._prompt, "--cwd", _PROJECT]
        return self.process("-m", "luminair.cli", *ask)

    def process(self, *arguments: str) -> tuple[float, float]:
        """Milliseconds of one run of Python, by the clock and of the processor.

        The second tells the truth on a machine that does other things too.
        """
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments], env=self._env, check=True, stdout=subprocess.DEVNULL
        )
        took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return took * 1000, used * 1000

    def switch(self, *, on: bool) -> None:
        """Turns meaning search on or off in the settings."""
        word = "auto" if on else "off"
        (self._home / "settings.json").write_text(f'{{"meaning.search": "{word}"}}')

    def rested(self, index: Path) -> None:
        """Forgets that the embedder failed."""
        (index / "embedder.json").unlink(missing_ok=True)


def measure(count: int, runs: int) -> None:
    """Prints every figure."""
    with tempfile.TemporaryDirectory() as folder, LoopbackOllama() as server:
        server.manner.length = _LENGTH
        home, vault = Path(folder) / "home", Path(folder) / "vault"
        compileall.compile_dir(Path(luminair.__file__).parent, quiet=1)  # as an installed one is
        home.mkdir()
        vault.mkdir()
        init_vault(vault, ride="all")
        make_vault(vault, count)
        bench = Bench(home, vault, "start", server.address)
        bench.switch(on=False)
        bench.digest()
        (index,) = (home / "index").iterdir()
        bench = Bench(home, vault, fill(vault, index), server.address)
        times: dict[str, list[tuple[float, float]]] = {"bare": [], "off": [], "on": []}
        bench.digest()
        for _ in range(runs):
            times["bare"].append(bench.process("-c", "pass"))
            for way in ("off", "on"):
                bench.switch(on=way == "on")
                times[way].append(bench.digest())
        asked = sum(path == "/api/embed" for path, _ in server.asked)
        assert asked == runs, f"{asked} prompts were embedded in {runs} runs"
        for number, what in enumerate(("by the clock", "of the processor")):
            bare, off, on = (
                statistics.median(each[number] for each in times[way])
                for way in ("bare", "off", "on")
            )
            say(f"cold digest, ms {what}: {off:.1f} without meaning, {on:.1f} with {count:,} "
                f"vectors ({on - off:+.1f}; a bare Python {bare:.1f})")  # fmt: skip
        off = statistics.median(each[0] for each in times["off"])
        server.manner.hang = True
        bench.rested(index)
        first = bench.digest()[0]
        then = statistics.median(bench.digest()[0] for _ in range(5))
        say(f"Ollama hangs, ms: first {first:.1f} ({first - off:+.1f}), then {then:.1f} "
            f"({then - off:+.1f})")  # fmt: skip


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    measure(options.notes, options.runs)


if __name__ == "__main__":
    main()
