"""One turn: prompt, context, message on disk, lane, transcript.

What the sheet shows and what a lane is sent both come from :func:`prepare`, so that they
cannot differ.
"""

from luminair.turns.preparing import (
    Memory,
    Prepared,
    expand,
    prepare,
    request_of,
    spoken,
    target_of,
)
from luminair.turns.questions import Questions
from luminair.turns.running import Asked, Ended, Helpers, TurnEvent, run_turn
from luminair.turns.scribe import BROKE_OFF, STOPPED
from luminair.turns.watchdog import Watch

__all__ = [
    "BROKE_OFF",
    "STOPPED",
    "Asked",
    "Ended",
    "Helpers",
    "Memory",
    "Prepared",
    "Questions",
    "TurnEvent",
    "Watch",
    "expand",
    "prepare",
    "request_of",
    "run_turn",
    "spoken",
    "target_of",
]
