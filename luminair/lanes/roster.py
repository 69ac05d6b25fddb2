"""Which lanes there are, and the making of one when it is first asked.

Lanes are loaded late: listing them costs no HTTP library and no provider's code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import UsageError
from luminair.lanes.lane import LaneInfo, LaneKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from luminair.lanes.lane import Lane


@dataclass(frozen=True, slots=True)
class Entry:
    """A lane that can be made.

    Attributes:
        info: what lists show until it is made.
        make: makes it; called once, when it is first asked for.
    """

    info: LaneInfo
    make: Callable[[], Lane]


class Roster:
    """The lanes of this app, in the order in which lists show them.

    Args:
        entries: as bootstrap knows them; the first is used where nothing else is chosen.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {entry.info.id: entry for entry in entries}
        self._made: dict[str, Lane] = {}

    def infos(self) -> tuple[LaneInfo, ...]:
        """Every lane with its state, without waiting for any."""
        return tuple(self.info(identity) for identity in self._entries)

    def info(self, identity: str) -> LaneInfo:
        """What is known of one lane; of one that is not here, that it cannot answer.

        A session may come from another machine, or from a version with other lanes: it opens,
        and says why it cannot go on where it was.
        """
        made = self._made.get(identity)
        if made is not None:
            return made.info
        if identity not in self._entries:
            state = f"There is no lane '{identity}' here any more; choose another for this session."
            return LaneInfo(identity, identity or "No lane", LaneKind.API, (), False, state)
        return self._entries[identity].info

    def lane(self, identity: str) -> Lane:
        """The lane itself; the same one each time.

        Raises:
            UsageError: there is no such lane.
        """
        entry = self._entry(identity)
        if identity not in self._made:
            self._made[identity] = entry.make()
        return self._made[identity]

    def apart(self, identity: str) -> Lane:
        """A lane of its own, for work beside the sessions in a loop of its own; to be closed.

        Raises:
            UsageError: there is no such lane.
        """
        return self._entry(identity).make()

    async def renew(self, entry: Entry) -> None:
        """Makes a lane anew from now on, since its settings changed; its running turns end.

        Args:
            entry: in place of the one with the same id.
        """
        self._entries[entry.info.id] = entry
        former = self._made.pop(entry.info.id, None)
        if former is not None:
            await former.close()

    def made(self) -> tuple[Lane, ...]:
        """The lanes that were made so far, and so may hold something open."""
        return tuple(self._made.values())

    @property
    def usual(self) -> str:
        """The lane for new sessions where nothing is chosen: the first that is ready."""
        return next((info.id for info in self.infos() if info.ready), next(iter(self._entries)))

    def _entry(self, identity: str) -> Entry:
        try:
            return self._entries[identity]
        except KeyError:
            known = ", ".join(self._entries)
            raise UsageError(
                f"There is no lane '{identity}' here; choose one of {known}."
            ) from None
