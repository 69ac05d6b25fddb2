"""What a sentence wants, as values."""

from __future__ import annotations

from enum import Enum, auto

from luminair.values import dataclass


class Want(Enum):
    """What a sentence wants of whom it is said to."""

    WORK = auto()
    """Something to do that outlives the answer."""
    WISH = auto()
    """How to work from now on."""
    FAULT = auto()
    """A fault is reported: work, where nothing in the prompt says otherwise."""
    ERRAND = auto()
    """Something that the turn itself finishes."""
    QUESTION = auto()
    CHATTER = auto()
    OTHER = auto()
    """It tells something."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a sentence wants and why that is thought.

    Attributes:
        want: what.
        reason: for people, without a full stop.
        leaning: it says nothing without the talk around it ('make it bigger').
        sure: whether it stands even where a question mark follows.
        builds: whether its verb is one of building ('fix that'), so that what was said before it
            may be what is asked for.
        shown: how plainly it asks, of 2; see :func:`luminair.keeping.capture.telling.evidence`.
    """

    want: Want
    reason: str
    leaning: bool = False
    sure: bool = False
    builds: bool = False
    shown: int = 2
