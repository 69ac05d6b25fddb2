"""Which methods of ours the replay kit judges: the one place that knows their names.

Each line names a callable as ``module:function``; it is imported when it is first needed. The
shapes that the judges ask for stand in ``tests/bench/replay/scores.py``:

    capture  (prompt: str) -> Sequence[Kept]
    promote  (asked: Sequence[Asked], refused: Sequence[Refused]) -> Sequence[Proposed]
    merge    (first: str, second: str) -> bool, whether both are one request
    distill  (turns: Sequence[Turn]) -> Sequence[Remains], kinds decision, dead_end, open, done
    mask     (text: str) -> str
    planted  (text: str) -> bool, whether a text of a lower rung is held as an order

A method of another shape is adapted by a function here, named by its line.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TASKS = ("capture", "promote", "merge", "distill", "mask", "planted")
WHERE: dict[str, str] = {}
"""Task -> ``module:function``. A task without a line is reported as not there."""


class NotThere(Exception):
    """A method that cannot be judged, with the reason as a sentence."""


def method(task: str, where: Mapping[str, str] | None = None) -> Callable[..., Any]:
    """The method for a task.

    Raises:
        NotThere: no line names it, or what the line names cannot be found.
    """
    place = (WHERE if where is None else where).get(task)
    if place is None:
        raise NotThere(f"{task}: no method is named for it in tests/bench/keeping_methods.py yet.")
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except ImportError as problem:
        raise NotThere(f"{task}: {module} cannot be imported: {problem}.") from problem
    except AttributeError as problem:
        raise NotThere(f"{task}: {module} has no {name}.") from problem
