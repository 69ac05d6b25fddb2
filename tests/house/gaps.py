"""What the tests of the four quiet rooms do not reach, against the table of reasons.

    python -m tests.house.gaps              measures (some ten minutes), then compares
    python -m tests.house.gaps --data FILE  compares what was measured before

The rooms are journal, sessions, context and config. Each line and branch that no test reaches
stands in ``coverage_gaps.toml`` with a reason, and nothing stands there that a test does reach:
so the table cannot rot. An entry names a line as it is written; it speaks for the statement that
begins there with all that is indented below it, and for the ways out of that line.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HOUSE = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("coverage_gaps.toml")
ROOMS = ("journal", "sessions", "context", "config")
MEASURED = (
    *("config", "context", "sessions", "journal", "keeping", "cli", "tools", "exchange", "turns"),
    *("resident", "agents", "trust", "fuzz"),
)
"""Folders of tests that are run for it, besides the tests at the top."""


@dataclass(frozen=True)
class Gap:
    """One entry of the table.

    Attributes:
        file: below the house.
        line: as it is written, without its indent.
        within: the function or class that it stands in, where the line is there twice; or ''.
        reason: why no test reaches it.
        sometimes: it depends on time or on the machine whether one does.
    """

    file: str
    line: str
    within: str
    reason: str
    sometimes: bool

    def __str__(self) -> str:
        where = f" in {self.within}" if self.within else ""
        return f"{self.file}{where}: {self.line}"


def table(text: str) -> list[Gap]:
    """The entries; raises KeyError where one lacks something."""
    return [
        Gap(
            each["file"],
            each["line"],
            each.get("in", ""),
            each["reason"],
            each.get("sometimes", False),
        )
        for each in tomllib.loads(text).get("gap", ())
    ]


def span_of(gap: Gap, source: str) -> tuple[int, int]:
    """First and last line that an entry speaks for; raises ValueError where it is not just one."""
    found = []
    for node, names in _nodes(ast.parse(source), ()):
        first = getattr(node, "lineno", None) or node.pattern.lineno  # type: ignore[attr-defined]
        written = source.splitlines()[first - 1].strip()
        if written == gap.line and (not gap.within or gap.within in names):
            found.append((first, _last(node)))
    spans = sorted({(first, max(e for f, e in found if f == first)) for first, _ in found})
    if len(spans) != 1:
        raise ValueError(f"{gap}: the line is there {len(spans)} times")
    return spans[0]


def _nodes(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield child, names
        name = getattr(child, "name", None)
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        yield from _nodes(child, (*names, str(name)) if named else names)


def _last(node: ast.AST) -> int:
    if isinstance(node, ast.If | ast.For | ast.While | ast.match_case):
        return max(each.end_lineno or 0 for each in node.body)
    return getattr(node, "end_lineno", 0) or 0


def compare(
    measured: Mapping[str, Mapping[str, list]], gaps: Iterable[Gap], house: Path = HOUSE
) -> tuple[list[str], list[str]]:
    """What is not reached and has no reason, and the entries of what is reached.

    Args:
        measured: of each file ``missing_lines`` and ``missing_branches``, as coverage tells it.
        gaps: the table.
        house: where the files lie.
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    stale: list[str] = []
    for gap in gaps:
        first, last = span_of(gap, (house / gap.file).read_text("utf-8"))
        spans.setdefault(gap.file, []).append((first, last))
        missed = measured.get(gap.file, {"missing_lines": (), "missing_branches": ()})
        lines = {*missed["missing_lines"], *(at for at, _ in missed["missing_branches"])}
        if not gap.sometimes and not any(first <= each <= last for each in lines):
            stale.append(str(gap))
    left: list[str] = []
    for file, missed in sorted(measured.items()):
        told = {at for first, last in spans.get(file, ()) for at in range(first, last + 1)}
        lines = [at for at in missed["missing_lines"] if at not in told]
        known = {*missed["missing_lines"], *told}
        ways = [
            (at, to) for at, to in missed["missing_branches"] if at not in known and to not in known
        ]
        left += [f"{file}:{at}" for at in lines] + [f"{file}:{at} to {to}" for at, to in ways]
    return left, stale


def measure(folder: Path) -> Path:
    """Runs the tests at a low priority, part by part, and gives the data of all of them."""
    settings = folder / "coverage.toml"
    sources = ", ".join(f'"luminair.{room}"' for room in ROOMS)
    settings.write_text(f"[tool.coverage.run]\nbranch = true\nsource = [{sources}]\n")
    parts = [[str(HOUSE / "tests" / name)] for name in MEASURED]
    parts.append([str(each) for each in sorted((HOUSE / "tests").glob("test_*.py"))])
    for number, part in enumerate(parts):
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=600"),
                *("--cov", f"--cov-config={settings}", "--cov-report=", *part),
            ],
            cwd=HOUSE,
            env={
                **os.environ,
                "COVERAGE_FILE": str(folder / f"part.{number}"),
                "QT_QPA_PLATFORM": "offscreen",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            preexec_fn=lambda: os.nice(10),
        )
        said = done.stdout.splitlines()[-1:] or ["nothing said"]
        print(f"{Path(part[0]).name if len(part) == 1 else 'the top'}: {said[0]}", flush=True)  # noqa: T201
    every = folder / "all"
    _coverage(every, "combine", "--quiet", "--keep", *map(str, sorted(folder.glob("part.*"))))
    return every


def missed(data: Path) -> Mapping[str, Mapping[str, list]]:
    """Of each file of the rooms, what was not reached."""
    with tempfile.TemporaryDirectory() as folder:
        _coverage(data, "json", "--quiet", "-o", f"{folder}/told.json")
        files = json.loads((Path(folder) / "told.json").read_text("utf-8"))["files"]
    return {
        name: told
        for name, told in files.items()
        if told["missing_lines"] or told["missing_branches"]
    }


def figures(data: Path) -> str:
    """How much was reached, a line a room."""
    with tempfile.TemporaryDirectory() as folder:
        _coverage(data, "json", "--quiet", "-o", f"{folder}/told.json")
        files = json.loads((Path(folder) / "told.json").read_text("utf-8"))["files"]
    lines = []
    for room in ROOMS:
        total: Counter[str] = Counter()
        for name, told in files.items():
            if name.startswith(f"luminair/{room}/"):
                total.update({key: told["summary"][key] for key in _COUNTED})
        lines.append(
            f"{room}: {total['covered_lines']:,} of {total['num_statements']:,} lines, "
            f"{total['covered_branches']:,} of {total['num_branches']:,} branches"
        )
    return "\n".join(lines)


_COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def _coverage(data: Path, *words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "coverage", *words],
        cwd=HOUSE,
        env={**os.environ, "COVERAGE_FILE": str(data)},
        check=True,
    )


def main() -> int:
    """The exit code: 0 where the table says neither too little nor too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.house.gaps")
    parser.add_argument("--data", type=Path, help="what coverage measured before")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="luminair-gaps-") as folder:
        data = (given.data or measure(Path(folder))).absolute()
        left, stale = compare(missed(data), table(TABLE.read_text("utf-8")))
        print(figures(data))  # noqa: T201
    for what, found in (("no test and no reason", left), ("reached by now", stale)):
        for each in found:
            print(f"{what}: {each}")  # noqa: T201
    return 1 if left or stale else 0


if __name__ == "__main__":
    sys.exit(main())
