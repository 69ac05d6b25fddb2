"""The written-out wishes of tests/data/paraphrase: of each its wordings and its near misses."""

from __future__ import annotations

from pathlib import Path

from luminair.keeping.promotion.promote import Asked

LINTER = (
    "Run the linter before each commit.",
    "please lint before committing",
    "never commit without linting",
)
FOLDER = Path(__file__).resolve().parents[2] / "data" / "paraphrase"


def asked(texts: tuple[str, ...], **values: object) -> list[Asked]:
    """Each text in a session of its own, a day apart."""
    return [
        Asked(text, f"2026-09-{day:02d}T10:00:00.000Z", f"s{day}", **values)
        for day, text in enumerate(texts, start=1)
    ]


def wishes(name: str) -> list[tuple[str, list[str], list[str]]]:
    """Name, wordings and near misses of each wish in a file."""
    found: list[tuple[str, list[str], list[str]]] = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark == "=":
            found.append((text, [], []))
        elif mark in {"+", "-"}:
            found[-1][1 if mark == "+" else 2].append(text)
    return found


def works() -> list[tuple[str, list[str]]]:
    """Pieces of work that came back, each in its wordings."""
    found: list[tuple[str, list[str]]] = []
    for line in (FOLDER / "others.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            found.append((line[2:], []))
        elif line and not line.startswith("#"):
            found[-1][1].append(line)
    return found
