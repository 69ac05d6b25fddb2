"""How much of the stories is whole on the second day.

    python -m tests.story.figure [--held | --fresh | --second | --third seen|unseen | --fourth
                                | --fifth] [--noise]

Plays twenty stories (with ``--held`` or ``--fresh`` those that nothing was tuned on, with
``--second``, ``--fourth`` or ``--fifth`` those that were played as written first, with ``--third``
the half of the days of two other authors that is learned from, or the one that is not) in both
forms: with a model that files with the tools, and with one that only talks. Prints how many are
whole; how many asks, decisions and dead ends are where they should be ("finished": closed asks that
do not ride); and of each story that is not whole, what did not arrive, what rode though it was
finished, and what leaked from the project beside it. ``--noise`` adds every line that rode and is
nothing that the story wants told.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.story.played import new_house, play
from tests.story.riding import DEAD, FINISHED, KNOWN, OPEN, faults, leaks, unasked
from tests.story.told import FIFTH, FOURTH, FRESH, HELD, SECOND, TUNED, half, stories

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.story.riding import Fault
    from tests.story.told import Story

FORMS = {"with tools": True, "only talking": False}
RIGHT = "right"


class Row(NamedTuple):
    """What came of one story.

    Attributes:
        told: the story.
        faults: what is missing, or rode though it was finished.
        leaked: words of the other project.
        unasked: the lines that rode and are none of the story's.
    """

    told: Story
    faults: list[Fault]
    leaked: list[str]
    unasked: list[str]

    @property
    def whole(self) -> bool:
        """Whether nothing is missing, finished or another project's."""
        return not (self.faults or self.leaked)


def rows(
    told: Sequence[Story], tools: bool, base: Path, patch: pytest.MonkeyPatch
) -> Iterator[Row]:
    """Plays each story beside the one that follows it.

    Args:
        told: the stories; the first follows the last.
        tools: whether the models file with the tools.
        base: a folder for the houses; new.
        patch: puts the houses' clock in its place.
    """
    for number, (story, other) in enumerate(zip(told, (*told[1:], told[0]), strict=True)):
        morning = play(
            story,
            other,
            house=new_house(base / story.name, patch),
            tools=tools,
            started=bool(number % 2),
            same_name=bool(number % 3),
        )
        leaked = leaks(other, story, [*morning.texts, morning.digest])
        missing = faults(story, morning.texts)
        yield Row(story, missing, leaked, unasked(story, morning.texts))


def table(found: Sequence[Row]) -> str:
    """A line for each story."""
    lines = []
    for row in found:
        said = [*map(str, row.faults), *(f"leaked: {word}" for word in row.leaked)] or ["whole"]
        lanes = "+".join(row.told.lanes)
        more = f"{len(row.unasked)} more"
        lines.append(f"{row.told.name:16} {lanes:10} {more:8} {'; '.join(said)}")
    return "\n".join(lines)


def tally(found: Sequence[Row]) -> dict[str, tuple[int, int]]:
    """Of each kind how many are as they should be, and how many there are; all under ``RIGHT``."""
    wanted = {
        OPEN: sum(len(row.told.open) for row in found),
        FINISHED: sum(len(row.told.done) for row in found),
        KNOWN: sum(len(row.told.decided) for row in found),
        DEAD: sum(len(row.told.dead) for row in found),
    }
    wrong = Counter(fault.kind for row in found for fault in row.faults)
    counts = {kind: (many - wrong[kind], many) for kind, many in wanted.items()}
    right, every = (sum(column) for column in zip(*counts.values(), strict=True))
    return {RIGHT: (right, every), **counts}


def main(arguments: Sequence[str]) -> int:
    """Plays and prints; 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.story.figure", description=__doc__)
    parser.add_argument("--held", action="store_true", help="the stories nothing was tuned on")
    parser.add_argument("--fresh", action="store_true", help="the same, by two other authors")
    parser.add_argument("--second", action="store_true", help="the stories of the second folder")
    parser.add_argument("--fourth", action="store_true", help="the stories of the fourth folder")
    parser.add_argument("--fifth", action="store_true", help="the stories of the fifth folder")
    parser.add_argument("--third", choices=["seen", "unseen"], help="a half of the third folder")
    parser.add_argument("--noise", action="store_true", help="print what else rode")
    given = parser.parse_args(arguments)
    chosen = (
        *((given.held, HELD), (given.fresh, FRESH)),
        *((given.second, SECOND), (given.fourth, FOURTH), (given.fifth, FIFTH)),
    )
    told = stories(next((folder for wanted, folder in chosen if wanted), TUNED))
    if given.third:
        told = half(seen=given.third == "seen")
    for form, tools in FORMS.items():
        with tempfile.TemporaryDirectory() as base, pytest.MonkeyPatch.context() as patch:
            found = list(rows(told, tools, Path(base), patch))
        whole = sum(row.whole for row in found)
        more = sum(len(row.unasked) for row in found)
        sys.stdout.write(f"{form}: {whole} of {len(told)} whole, {more} lines more\n")
        parts = (f"{kind} {right} of {many}" for kind, (right, many) in tally(found).items())
        sys.stdout.write(f"{', '.join(parts)}\n")
        sys.stdout.write(table(found) + "\n")
        if given.noise:
            for row in found:
                sys.stdout.writelines(f"  {row.told.name}: {line}\n" for line in row.unasked)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
