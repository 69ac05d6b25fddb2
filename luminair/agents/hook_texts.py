"""What a hook may choose from, as plain values: standing text, and what this prompt brings.

``hook_making`` makes them, for the hook's own process and for ``luminair-journal rides``, by which
a hook lets the running app do it: so everything in it goes through JSON. This module loads nothing
of the Journal: five of a start's six processes only read what the first one made.
"""

from __future__ import annotations

import json

from luminair.agents.hook_parts import Standing
from luminair.values import dataclass


@dataclass(frozen=True, slots=True)
class Fresh:
    """A dead end, an ask or a note that goes with one prompt.

    Attributes:
        heading: over it and its like.
        key: the note's.
        name: for people, on one line.
        text: as it rides.
        sign: tells two versions of it apart.
    """

    heading: str
    key: str
    name: str
    text: str
    sign: str


@dataclass(frozen=True, slots=True)
class Texts:
    """See the module.

    Attributes:
        place: what the digest says above all, or ''.
        standing: Harness, rules, pins, old conversation summaries.
        fresh: in the digest's order; nothing where there is no prompt.
        left_out: the digest's own line about what did not ride, or ''.
        summaries: keys of the old conversation summaries among ``standing``.
    """

    place: str
    standing: tuple[Standing, ...]
    fresh: tuple[Fresh, ...]
    left_out: str
    summaries: tuple[str, ...]

    def packed(self) -> str:
        """As JSON; :func:`unpacked` reads it."""
        return json.dumps(
            {
                "place": self.place,
                "standing": [
                    [each.section, each.key, each.name, each.text, each.sign]
                    for each in self.standing
                ],
                "fresh": [
                    [each.heading, each.key, each.name, each.text, each.sign] for each in self.fresh
                ],
                "left_out": self.left_out,
                "summaries": self.summaries,
            },
            ensure_ascii=False,
        )


def unpacked(data: bytes) -> Texts | None:
    """The texts in these bytes; None where they are none."""
    try:
        told = json.loads(data)
        return Texts(
            str(told["place"]),
            tuple(Standing(*each) for each in told["standing"]),
            tuple(Fresh(*each) for each in told["fresh"]),
            str(told["left_out"]),
            tuple(told["summaries"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def arguments(
    session: str,
    folder: str,
    *,
    home: str,
    vault: str | None,
    prompt: str | None,
    summaries: tuple[str, ...] | None,
    ancestors: tuple[str, ...],
    optional: bool,
) -> list[str]:
    """The command line that lets the running app do what ``hook_making.texts_of`` does."""
    # Each value stands in one word with its option, so that it is none whatever it begins with.
    words = ["rides", f"--home={home}", f"--session={session}", f"--cwd={folder or '/'}"]
    words += [] if vault is None else [f"--vault={vault}"]
    words += [] if prompt is None else ["--prompt=-"]
    words += [f"--ancestor={each}" for each in ancestors]
    words += [f"--summary={each}" for each in summaries or ()]
    words += [] if summaries is None else ["--chosen"]
    words += [] if optional else ["--standing"]
    return words
