"""What a coding agent said of its models' sizes, kept for the next start.

An agent says it only while it answers. Without this the budget would count against a guess after
each start of the app, until the first answer.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.files import make_private, write_atomic
from luminair.lanes.wire import number, obj, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.lanes.lane import Model

FILE_NAME = "sizes.json"


class Sizes:
    """The sizes of one agent's models.

    Args:
        state: the lane's own folder; made when there is something to keep.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / FILE_NAME
        self._known: dict[str, tuple[int, int]] | None = None

    def upon(self, models: tuple[Model, ...]) -> tuple[Model, ...]:
        """The models with the sizes that were said of them, in place of what a table guesses."""
        return tuple(_sized(each, *self._all().get(each.id, (0, 0))) for each in models)

    def learn(self, model: str, window: int, reply: int = 0) -> None:
        """Keeps what was said; a disk that refuses costs no turn, it is said again.

        Args:
            model: its id, '' for the agent's own choice.
            window: tokens it takes in all, 0 where it did not say.
            reply: tokens of it that it keeps for its answer, 0 where it did not say.
        """
        known = self._all()
        if not window or known.get(model) == (window, reply):
            return
        known[model] = (window, reply)
        rows = {name: {"window": size[0], "reply": size[1]} for name, size in known.items()}
        try:
            make_private(self._path.parent)
            write_atomic(self._path, (json.dumps(rows, indent=1) + "\n").encode(), mode=0o600)
        except (LuminairError, OSError):
            return

    def _all(self) -> dict[str, tuple[int, int]]:
        if self._known is None:
            try:
                rows = parsed(self._path.read_text("utf-8")) or {}
            except (OSError, ValueError):
                rows = {}
            said = {name: obj(rows, name) for name in rows}
            self._known = {
                name: (number(row, "window"), number(row, "reply")) for name, row in said.items()
            }
        return self._known


def _sized(model: Model, window: int, reply: int) -> Model:
    return replace(model, window=window or model.window, reply=reply or model.reply)
