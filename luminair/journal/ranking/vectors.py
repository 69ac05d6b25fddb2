"""Vectors as they are kept: one byte a number, with the scale that they share.

A vector of length 1 loses next to nothing by it: the cosine of two is off by at most half the
scale times the root of how many numbers there are, and in practice by less than 0.002. The
standard library alone reads and compares them, since each prompt of an agent waits for it.
"""

from __future__ import annotations

import struct
from array import array
from math import isfinite, sqrt
from operator import mul

from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 127


@dataclass(frozen=True, slots=True)
class Coded:
    """A vector of length 1 as it is kept.

    Attributes:
        scale: what one step of a number is worth; fits a 32-bit float.
        numbers: a signed byte each.
    """

    scale: float
    numbers: bytes


def unit(vector: Sequence[float]) -> tuple[float, ...]:
    """The vector at length 1.

    Raises:
        ValueError: it has no direction: empty, all zero, or not finite.
    """
    length = sqrt(sum(map(mul, vector, vector)))
    if not length or not isfinite(length):
        raise ValueError("a vector without a direction")
    return tuple(number / length for number in vector)


def coded(vector: Sequence[float]) -> Coded:
    """A vector of any length, brought to length 1 and to bytes; raises as :func:`unit`."""
    numbers = unit(vector)
    # Rounded as the binary file keeps it, so that both files give the same cosine.
    (scale,) = struct.unpack("<f", struct.pack("<f", max(map(abs, numbers)) / LARGEST))
    steps = [max(-LARGEST, min(LARGEST, round(number / scale))) for number in numbers]
    return Coded(scale, array("b", steps).tobytes())


def closeness(query: Sequence[float], kept: Coded) -> float:
    """The cosine of a vector of length 1 and a kept one of as many numbers, about -1 to 1."""
    steps = memoryview(kept.numbers).cast("b")
    return kept.scale * float(sum(map(mul, query, steps)))
