"""What the messages of a transcript need of the pane around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from PySide6.QtWidgets import QMenu

    from luminair.lanes.lane import LaneKind
    from luminair.messages import Message
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme


@dataclass(frozen=True, slots=True)
class Scene:
    """Theme, doors and names.

    Attributes:
        theme: colours and fonts.
        jobs: colours long code.
        now: the clock.
        name_of: lane and model of an answer as people read it.
        kind_of: the kind of lane of this id, None where there is none.
        fill_lanes: puts lanes and models into a menu; calls back with the chosen ones.
    """

    theme: Theme
    jobs: Jobs
    now: Callable[[], datetime]
    name_of: Callable[[Message], str]
    kind_of: Callable[[str], LaneKind | None]
    fill_lanes: Callable[[QMenu, Callable[[str, str], None]], None]
