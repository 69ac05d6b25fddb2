"""Lanes and models by the names that people know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.lanes.lane import LaneInfo, LaneKind
    from luminair.lanes.roster import Roster
    from luminair.messages import Attachment, Message
    from luminair.sessions.session import Session


def lane_words(info: LaneInfo, model: str) -> str:
    """'Claude CLI · sonnet'; the lane alone where its model says no more."""
    title = model_words(info, model)
    return title if title == info.title else f"{info.title} · {title}"


def model_words(info: LaneInfo, model: str) -> str:
    """The model as people call it; the lane where the choice is left to it."""
    chosen = info.model(model)
    return chosen.title if chosen.id and chosen.title else info.title


class LaneNames:
    """What the lanes of a roster are called.

    Args:
        roster: the lanes; asked for what is known, never made to wait.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster

    def info_of(self, session: Session) -> LaneInfo:
        """The lane that a session's next message goes to."""
        return self._roster.info(session.lane or self._roster.usual)

    def model_of(self, session: Session | None) -> str:
        """The model that a session's next message goes to, as people call it."""
        return "" if session is None else model_words(self.info_of(session), session.model)

    def name_of(self, message: Message) -> str:
        """Who answered."""
        found = next((each for each in self._roster.infos() if each.id == message.lane), None)
        if found is not None:
            return model_words(found, message.model)
        return message.model or message.lane or "Answer"

    def kinds(self) -> dict[str, LaneKind]:
        """Lane id → its kind."""
        return {info.id: info.kind for info in self._roster.infos()}

    def kind_of(self, lane: str) -> LaneKind | None:
        """The kind of one lane; None where it is not here any more."""
        return self.kinds().get(lane)

    def refuses(self, session: Session | None, files: Iterable[Attachment]) -> str:
        """A sentence where the model cannot see a picture among some files, else ''."""
        pictures = any(each.media_type.startswith("image/") for each in files)
        if session is None or not pictures or self.info_of(session).model(session.model).images:
            return ""
        return (
            f"{self.model_of(session)} takes no pictures. "
            "Remove the picture, or choose another lane or model."
        )
