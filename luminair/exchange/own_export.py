"""What ``export`` made, read as any other source.

The copy itself is a Journal that can be opened as it is; an import is for bringing it into
another one. Then its rules wait for the owner's yes, and asks come as notes, like those of any
other program: whoever hands over a folder can write into it what they like. A copy of the Journal's
folder that was made by hand is read as Markdown, and its archive stays one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError
from luminair.exchange import markdown
from luminair.exchange.giving import ABOUT, NOTES, SESSIONS
from luminair.exchange.places import Folder, Unreadable, export_json
from luminair.exchange.plan import (
    NoteItem,
    Plan,
    TalkItem,
    Turn,
    rows,
    table,
    text_of,
    time_in,
)
from luminair.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KIND: Final = "luminair"
_ARCHIVE: Final = "Archive"
_MACHINE_FOLDER: Final = ".luminair"


def is_export(folder: Path) -> bool:
    """Whether ``export`` made this folder."""
    return (folder / ABOUT).is_file()


def read(source: Path, plan: Plan) -> None:
    """Adds the notes and the sessions of an export to a plan.

    Raises:
        LuminairError: there are none of either.
    """
    if not ((source / NOTES).is_dir() or (source / SESSIONS).is_dir()):
        raise LuminairError(
            f"'{source}' holds neither '{NOTES}' nor '{SESSIONS}', so it is no export of Luminair."
        )
    if (source / NOTES).is_dir():
        markdown.read(Folder(source / NOTES), plan)
        plan.notes = [shelved(each) for each in plan.notes]
    if (source / SESSIONS).is_dir():
        _read_sessions(Folder(source / SESSIONS), plan)


def is_vault(folder: Path) -> bool:
    """Whether the folder is a Journal's own, or a copy of one."""
    return (folder / _MACHINE_FOLDER).is_dir()


def shelved(item: NoteItem) -> NoteItem:
    """A note of the archive, which goes to the archive here too."""
    first, _, rest = item.folder.partition("/")
    return replace(item, folder=rest, archived=True) if first == _ARCHIVE else item


def _read_sessions(place: Folder, plan: Plan) -> None:
    for name in place.names():
        if PurePosixPath(name).suffix.casefold() != ".json" or "/" in name:
            continue
        try:
            found = table(export_json(place, name))
        except Unreadable as error:
            plan.skip(name, str(error))
            continue
        facts = table(found.get("session"))
        read_back = (Message.from_json(each) for each in rows(found.get("messages")))
        messages = [each for each in read_back if each is not None]
        if not messages or not text_of(facts.get("id")):
            plan.skip(name, "It holds no session with messages.")
            continue
        plan.talks.append(_talk(name, facts, messages, place.time(name)))
        _mention_losses(plan, name, messages)


def _talk(
    name: str, facts: Mapping[str, object], messages: list[Message], file_time: str
) -> TalkItem:
    turns = tuple(
        Turn(
            each.role,
            text_of(each.text),
            time_in(each.at),
            text_of(each.model),
            tuple(file for file in each.attachments if file.text),
        )
        for each in messages
    )
    return TalkItem(
        name,
        f"{KIND}:{text_of(facts.get('id'))}",
        text_of(facts.get("title")),
        turns,
        time_in(facts.get("created")) or turns[0].at or file_time,
        text_of(facts.get("folder")),
        text_of(facts.get("model")),
    )


def _mention_losses(plan: Plan, name: str, messages: list[Message]) -> None:
    tools = sum(len(each.tools) for each in messages)
    pictures = sum(bool(file.file) for each in messages for file in each.attachments)
    lost = [
        f"{count:,} {what}{'s' * (count != 1)}"
        for count, what in ((tools, "tool call"), (pictures, "picture"))
        if count
    ]
    if lost:
        plan.mention(name, f"Left out of it: {' and '.join(lost)}.")
