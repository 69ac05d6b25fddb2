"""Makes the widgets of messages and leads what they ask for to their transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.panes.message_view import Answer, UserMessage

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from luminair.lanes.lane import WayOn
    from luminair.messages import Message
    from luminair.shell.panes.following import Following
    from luminair.shell.panes.scene import Scene


class Asker(Protocol):
    """The transcript, as far as its messages know it: what they ask for goes to its signals."""

    link: SignalInstance
    note_wanted: SignalInstance
    budget_wanted: SignalInstance
    edit_wanted: SignalInstance
    fork_wanted: SignalInstance
    file_wanted: SignalInstance
    retry_wanted: SignalInstance
    regenerate_wanted: SignalInstance
    save_wanted: SignalInstance
    way_wanted: SignalInstance
    answered: SignalInstance
    why_wanted: SignalInstance
    following: Following


def user_widgets(
    view: Asker, scene: Scene, message: Message, *, last: bool = False
) -> list[QWidget]:
    """The owner's message, and the line that says what rode with it."""
    found: list[QWidget] = [user_message(view, scene, message, last=last)]
    if message.riders is not None and message.riders.count:
        line = JournalLine(scene.theme, message.riders)
        line.note_wanted.connect(view.note_wanted)
        line.budget_wanted.connect(view.budget_wanted)
        line.why_wanted.connect(lambda: view.why_wanted.emit(message.id))
        line.unfolds.connect(view.following.hold)
        found.append(line)
    return found


def user_message(
    view: Asker,
    scene: Scene,
    message: Message,
    way_on: WayOn | None = None,
    *,
    last: bool = False,
) -> UserMessage:
    """The owner's message alone; with the reason where it could not be sent."""
    made = UserMessage(scene, message, way_on=way_on, last=last)
    made.edit_wanted.connect(view.edit_wanted)
    made.fork_wanted.connect(view.fork_wanted)
    made.file_wanted.connect(view.file_wanted)
    made.retry_wanted.connect(view.retry_wanted)
    made.way_wanted.connect(view.way_wanted)
    return made


def answer(view: Asker, scene: Scene, message: Message) -> Answer:
    """An answer, as far as it has come."""
    made = Answer(scene, message)
    made.link.connect(view.link)
    made.retry_wanted.connect(view.retry_wanted)
    made.regenerate_wanted.connect(view.regenerate_wanted)
    made.fork_wanted.connect(view.fork_wanted)
    made.save_wanted.connect(view.save_wanted)
    made.way_wanted.connect(view.way_wanted)
    made.answered.connect(view.answered)
    return made
