"""Where the titles of notes are written, so that no two meet. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.shell.graph.layout import Floats

    Area = tuple[float, float, float, float]
    """Left, top, right, bottom."""

HEIGHT = 16.0
BESIDE, BELOW = 8.0, 3.0
"""Between a circle and its title."""
AIR = 3.0
EDGE = 6.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """A title that looks for a place.

    Attributes:
        node: whose it is.
        radius: of its circle with what is around it.
        width: of the title as it is written.
    """

    node: int
    radius: float
    width: float


def place(
    wanted: Iterable[Wanted],
    at: Floats,
    sizes: Floats,
    room: tuple[float, float],
    taken: Sequence[Area] = (),
) -> dict[int, tuple[float, float]]:
    """Finds a place for each title, those first that come first: below, right, left, above.

    Args:
        wanted: the titles.
        at: where all circles are seen, in the window.
        sizes: their radii.
        room: width and height of the window.
        taken: where nothing may be written.

    Returns:
        Left and top of each title that found a place.
    """
    import numpy as np

    names = np.flatnonzero((at > -60).all(axis=1) & (at < np.array(room) + 60).all(axis=1))
    names = names[np.argsort(at[names, 1], kind="stable")]
    circles = np.hstack((at - sizes[:, None], at + sizes[:, None]))[names]
    rows, largest = at[names, 1], float(sizes.max(initial=0.0))
    areas = np.array(taken, dtype=float).reshape(-1, 4)
    found: dict[int, tuple[float, float]] = {}
    for title in wanted:
        x, y = at[title.node]
        high = title.radius + BELOW + HEIGHT + largest
        first, last = np.searchsorted(rows, (y - high, y + high))
        others = circles[first:last][names[first:last] != title.node]
        for left, top in _sides(float(x), float(y), title):
            area = (left, top, left + title.width, top + HEIGHT)
            if not _inside(area, room) or _meets(area, others, 0.0) or _meets(area, areas, AIR):
                continue
            found[title.node] = (left, top)
            areas = np.vstack((areas, area))
            break
    return found


def _sides(x: float, y: float, title: Wanted) -> tuple[tuple[float, float], ...]:
    middle, beside = x - title.width / 2, title.radius + BESIDE
    return (
        (middle, y + title.radius + BELOW),
        (x + beside, y - HEIGHT / 2),
        (x - beside - title.width, y - HEIGHT / 2),
        (middle, y - title.radius - BELOW - HEIGHT),
    )


def _inside(area: Area, room: tuple[float, float]) -> bool:
    left, top, right, bottom = area
    return left >= EDGE and top >= EDGE and right <= room[0] - EDGE and bottom <= room[1] - EDGE


def _meets(area: Area, others: Floats, air: float) -> bool:
    left, top, right, bottom = area
    return bool(
        (
            (others[:, 0] < right + air)
            & (others[:, 2] > left - air)
            & (others[:, 1] < bottom + air)
            & (others[:, 3] > top - air)
        ).any()
    )
