"""Where the notes of a graph stand: forces between them, stepped until all is still.

The model is that of d3-force (https://d3js.org/d3-force): every note pushes every other away,
ties pull, a weak pull to the middle keeps all together, and what moves grows less with each step.
Up to :data:`EXACT` pushes a step each pair is reckoned; beyond, the notes are laid on a grid whose
far pushes are one convolution (by FFT, as in https://arxiv.org/abs/1712.09005), so that a step of
5,000 notes takes milliseconds. The same notes and ties give the same picture: the first places
follow from the paths. Knows no Qt; numpy is loaded when a layout is made.

Lengths are logical pixels at 100 %.
"""

from __future__ import annotations

import math
import zlib
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
    Mask: TypeAlias = NDArray[np.bool_]

STEPS = 300
"""Steps of a layout from nothing; one that adds to what stands takes fewer."""
ADDING_STEPS = 120
LEAST_ALPHA = 0.001
KEEPS = 0.6
"""How much of its speed a note keeps from one step to the next."""
PUSH = 420.0
PULL_X, PULL_Y = 0.09, 0.16
"""To the middle; stronger up and down, since windows are wide."""
LENGTHS = (74.0, 130.0, 150.0)
STRENGTHS = (1.0, 0.35, 0.12)
"""Of a link, of 'hides', of 'similar': how long a tie is when nothing pulls, and how it pulls."""
ROOM = 9.0
"""Between two circles, at least."""
EXACT = 300 * 300
GRID = 128
APART = 46.0
"""Between two notes that nothing ties."""
WIDER = 1.25
"""How much wider and lower than a circle loose notes lie."""
ASPECT = 1.6
"""Of a usual window, width to height."""
TRIES = 33
GOLDEN = math.pi * (3 - math.sqrt(5))


def radius(links: int) -> float:
    """The radius of a note with so many links (design.md, section 6)."""
    return 4.5 + 2.7 * math.sqrt(links)


class Layout:
    """One layout on its way.

    Args:
        paths: of the notes; they seed the first places.
        ties: pairs of places in ``paths``, and what each is: 0 a link, 1 hides, 2 similar.
        links: how many links each note has.
        known: where notes stand already; these stay there.

    Attributes:
        still: nothing moves any more.
    """

    def __init__(
        self,
        paths: Sequence[str],
        ties: Sequence[tuple[int, int, int]] | Ints,
        links: Sequence[int],
        known: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        import numpy as np

        known = known or {}
        count = len(paths)
        self._sizes: Floats = np.array([radius(each) for each in links], dtype=float)
        table = np.array(ties, dtype=np.int64).reshape(-1, 3)
        self._first, self._second = table[:, 0], table[:, 1]
        degree = np.bincount(table[:, :2].ravel(), minlength=count).astype(float)
        self._tied: Mask = degree > 0
        ends = degree[self._first], degree[self._second]
        self._share: Floats = ends[0] / np.maximum(ends[0] + ends[1], 1)
        strength = np.array(STRENGTHS)[table[:, 2]]
        self._strength: Floats = strength / np.maximum(np.minimum(*ends), 1)
        reach = self._sizes[self._first] + self._sizes[self._second]
        self._length: Floats = np.array(LENGTHS)[table[:, 2]] + reach
        self._new: Mask = np.array([path not in known for path in paths], dtype=bool)
        self._at: Floats = _first_places(paths)
        for place, path in enumerate(paths):
            if path in known:
                self._at[place] = known[path]
        self._speed: Floats = np.zeros((count, 2))
        self._moving: Ints = np.flatnonzero(self._tied & self._new)
        adding = len(self._moving) * 2 < int(self._tied.sum())
        self._steps = ADDING_STEPS if adding else STEPS
        if adding:
            self._beside_neighbours()
        self._alpha = 0.4 if adding else 1.0
        self._decay = 1 - (LEAST_ALPHA / self._alpha) ** (1 / self._steps)
        self._kernels: tuple[NDArray[np.complex128], ...] = ()
        self.still = False
        if not len(self._moving):
            self._finish()

    def run(
        self,
        seconds: float,
        clock: Callable[[], float],
        resting: Callable[[], bool] = lambda: False,
    ) -> Floats:
        """Steps until all is still, the time is over, or it is to rest.

        Args:
            seconds: how long at most, and a step more.
            clock: seconds, ever growing.
            resting: asked between steps.

        Returns:
            Where each note stands now: a table of x and y that nobody changes later.
        """
        end = clock() + seconds
        while not self.still:
            self._step()
            self._alpha *= 1 - self._decay
            if self._alpha <= LEAST_ALPHA:
                self._finish()
            if clock() >= end or resting():
                break
        return self._at.copy()

    # One step.

    def _step(self) -> None:
        import numpy as np

        move, alpha = self._moving, self._alpha
        force = self._pulled() * alpha
        force[move] += self._pushed() * alpha
        force[move] -= self._at[move] * (np.array((PULL_X, PULL_Y)) * alpha)
        self._speed[move] = (self._speed[move] + force[move]) * KEEPS
        self._at[move] += self._speed[move]
        if alpha < 0.3:  # sooner they would only stand in each other's way
            self._part()

    def _pulled(self) -> Floats:
        """What ties do to each note."""
        import numpy as np

        count = len(self._at)
        ahead = self._at + self._speed
        way = ahead[self._second] - ahead[self._first]
        far = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)
        way *= ((far - self._length) / far * self._strength)[:, None]
        force = np.empty((count, 2))
        for axis in (0, 1):
            force[:, axis] = np.bincount(
                self._first, way[:, axis] * (1 - self._share), count
            ) - np.bincount(self._second, way[:, axis] * self._share, count)
        return force

    def _pushed(self) -> Floats:
        """What all tied notes do to those that move."""
        import numpy as np

        all_tied = np.flatnonzero(self._tied)
        if len(self._moving) * len(all_tied) > EXACT:
            return self._pushed_by_grid(all_tied)
        mine, others = self._at[self._moving], self._at[all_tied]
        x = mine[:, :1] - others[:, 0]
        y = mine[:, 1:] - others[:, 1]
        weight = PUSH / (x * x + y * y + 1.0)
        return np.stack(((x * weight).sum(1), (y * weight).sum(1)), axis=1)

    def _pushed_by_grid(self, all_tied: Ints) -> Floats:
        import numpy as np

        others = self._at[all_tied]
        low = others.min(axis=0)
        cell = float((others.max(axis=0) - low).max()) / (GRID - 2) + 1e-9
        density = np.zeros((GRID, GRID))
        for row, column, share in _corners((others - low) / cell):
            np.add.at(density, (row, column), share)
        wide = 2 * GRID
        spread = np.fft.rfft2(density, (wide, wide))
        if not self._kernels:
            self._kernels = _kernels()
        found = np.zeros((len(self._moving), 2))
        corners = list(_corners((self._at[self._moving] - low) / cell))
        for axis, kernel in enumerate(self._kernels):
            field = np.fft.irfft2(spread * kernel, (wide, wide))[:GRID, :GRID]
            for row, column, share in corners:
                found[:, axis] += field[row, column] * share
        return found * (PUSH / cell)

    def _part(self) -> None:
        """Moves circles that overlap apart."""
        import numpy as np

        tied = np.flatnonzero(self._tied)
        near = self._near(tied)
        if near is None:
            return
        a, b = near
        way = self._at[a] - self._at[b]
        far = np.hypot(way[:, 0], way[:, 1])
        least = self._sizes[a] + self._sizes[b] + ROOM
        close = far < least
        if not close.any():
            return
        a, b, way, far, least = a[close], b[close], way[close], far[close], least[close]
        same = far < 1e-6
        way[same] = (1.0, 0.0)
        far[same] = 1.0
        push = way * ((least - far) / far * 0.35)[:, None]
        count = len(self._at)
        for axis in (0, 1):
            shift = np.bincount(a, push[:, axis], count) - np.bincount(b, push[:, axis], count)
            self._at[self._moving, axis] += shift[self._moving]

    def _near(self, tied: Ints) -> tuple[Ints, Ints] | None:
        """Pairs of notes that stand in the same or in neighbouring squares."""
        import numpy as np

        side = 2 * float(np.quantile(self._sizes[tied], 0.98)) + ROOM
        cells = np.floor((self._at[tied] - self._at[tied].min(axis=0)) / side).astype(np.int64)
        wide = int(cells[:, 0].max()) + 2
        names = cells[:, 1] * wide + cells[:, 0]
        order = np.argsort(names, kind="stable")
        names, tied = names[order], tied[order]
        firsts, seconds = [], []
        for step in (0, 1, wide - 1, wide, wide + 1):
            begin = np.searchsorted(names, names + step, "left")
            end = np.searchsorted(names, names + step, "right")
            if step == 0:
                begin = np.arange(len(names)) + 1
            counts = np.maximum(end - begin, 0)
            total = int(counts.sum())
            if not total:
                continue
            mine = np.repeat(np.arange(len(names)), counts)
            offset = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
            firsts.append(tied[mine])
            seconds.append(tied[begin[mine] + offset])
        if not firsts:
            return None
        return np.concatenate(firsts), np.concatenate(seconds)

    # Before and after.

    def _beside_neighbours(self) -> None:
        """A new note begins near those that it is tied to and that stand already."""
        for place in self._moving:
            mine = self._second[self._first == place].tolist()
            mine += self._first[self._second == place].tolist()
            standing = [other for other in mine if not self._new[other]]
            if standing:
                seed = self._at[place].copy()
                far = max(math.hypot(*seed), 1e-6)
                self._at[place] = self._at[standing].mean(axis=0) + seed / far * LENGTHS[0]

    def _finish(self) -> None:
        """Puts notes that nothing ties where they are out of the way, and ends."""
        import numpy as np

        loose = np.flatnonzero(~self._tied & self._new)
        if len(loose):
            self._set_apart(loose)
        self.still = True

    def _set_apart(self, loose: Ints) -> None:
        """Scatters loose notes where nothing else is, as the seeds of a sunflower."""
        import numpy as np

        stay = self._at[~self._tied & ~self._new]
        reach = APART * 0.62 * math.sqrt(len(loose) + len(stay)) + APART
        middle = stay.mean(axis=0) if len(stay) else self._free_spot(reach)
        # Seeds come in order outwards; a place near a note that stands already is left out.
        number = 0
        for place in loose:
            # A little out of line, so that it looks like no pattern.
            aside = self._at[place] % 11.0 - 5.5
            while True:
                turn, far = number * GOLDEN, APART * 0.62 * math.sqrt(number + 0.5)
                spot = middle + far * np.array((math.cos(turn) * WIDER, math.sin(turn) / WIDER))
                number += 1
                if not len(stay) or np.hypot(*(stay - spot).T).min() > APART * 0.7:
                    break
            self._at[place] = spot + aside

    def _free_spot(self, reach: float) -> Floats:
        """The middle of an oval without tied notes, where the whole grows least."""
        import numpy as np

        tied = self._at[self._tied]
        if not len(tied):
            return np.zeros(2)
        low, high = tied.min(axis=0), tied.max(axis=0)
        oval = np.array((WIDER, 1 / WIDER)) * reach
        across = np.linspace(low[0] - oval[0], high[0] + oval[0], TRIES)
        down = np.linspace(low[1] - oval[1], high[1] + oval[1], TRIES)
        spots = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        free = np.ones(len(spots), dtype=bool)
        for begin in range(0, len(tied), 500):
            way = (spots[:, None] - tied[None, begin : begin + 500]) / oval
            free &= (np.square(way).sum(axis=2) > 1).all(axis=1)
        spots = spots[free]
        left_top, right_bottom = np.minimum(spots - oval, low), np.maximum(spots + oval, high)
        size = (right_bottom - left_top) * (1.0, ASPECT)  # windows are wide: height costs more
        cost = size.max(axis=1) + 0.1 * size.sum(axis=1)
        cost += 0.12 * (spots[:, 0] - spots[:, 1])
        found: Floats = spots[cost.argmin()]
        return found


def _first_places(paths: Sequence[str]) -> Floats:
    """A disc of places, each following from its path alone."""
    import numpy as np

    reach = 12.0 * math.sqrt(len(paths) + 1)
    found = np.empty((len(paths), 2))
    for place, path in enumerate(paths):
        seed = zlib.crc32(path.encode("utf-8", "surrogatepass"))
        turn, far = (seed & 0xFFFF) / 0x10000 * 2 * math.pi, math.sqrt((seed >> 16) / 0x10000)
        found[place] = (math.cos(turn) * far * reach * 1.3, math.sin(turn) * far * reach)
    return found


def _corners(at: Floats) -> list[tuple[Ints, Ints, Floats]]:
    """The four grid points around each place: row, column, share."""
    import numpy as np

    at = np.clip(at, 0.0, GRID - 1.001)  # what was laid out apart may stand outside of the grid
    whole = at.astype(np.int64)
    x, y = (at - whole).T
    column, row = whole.T
    return [
        (row, column, (1 - x) * (1 - y)),
        (row, column + 1, x * (1 - y)),
        (row + 1, column, (1 - x) * y),
        (row + 1, column + 1, x * y),
    ]


def _kernels() -> tuple[NDArray[np.complex128], ...]:
    """How a grid point pushes all others, right and down, in the FFT's own terms."""
    import numpy as np

    steps = np.concatenate((np.arange(GRID), np.arange(-GRID, 0))).astype(float)
    x, y = np.meshgrid(steps, steps)
    # Inside of a square the direction is unknown: there the push is that of half a square.
    weight = 1.0 / np.maximum(x * x + y * y, 0.25)
    return np.fft.rfft2(x * weight), np.fft.rfft2(y * weight)
