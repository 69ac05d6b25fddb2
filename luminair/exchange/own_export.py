"""What ``export`` made, read as any other source.

The copy itself is a Journal that can be opened as it is; an import is for bringing it into
another one. Then its rules wait for the owner's yes, and asks come as notes, like those of any
other program: whoever hands over a folder can write into it what they like. A copy of the Journal's
folder that was made by hand is read as Markdown, and its archive stays one.
"""

from __future__ import annotations

import dataclasses
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
from luminair.journal import SETTINGS_PATH, has_id, may_ride, read_settings
from luminair.messages import Message
from luminair.plurals import counted
from luminair.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from luminair.journal import VaultSettings

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
        as_they_were(plan, source / NOTES, source / NOTES)
    if (source / SESSIONS).is_dir():
        _read_sessions(Folder(source / SESSIONS), plan)


def is_vault(folder: Path) -> bool:
    """Whether the folder is a Journal's own, or a copy of one."""
    return (folder / _MACHINE_FOLDER).is_dir()


def vault_of(folder: Path) -> Path | None:
    """The copy of a Journal that a folder is or lies in, None where there is none."""
    if is_vault(folder):
        return folder
    settled = (each for each in folder.parents if (each / SETTINGS_PATH).is_file())
    return next(settled, None)


def as_they_were(plan: Plan, folder: Path, vault: Path) -> None:
    """Keeps from prompts what a copy of a Journal kept from them: its archive and what never rode.

    What never rode there waits for the owner: the list of folders is that Journal's, and where
    its notes lie here no list says it.

    Args:
        plan: of the folder's notes.
        folder: what is imported.
        vault: the copy that it is, or lies in.
    """
    settings, below = read_settings(vault), folder.relative_to(vault)
    if not (vault / SETTINGS_PATH).is_file():
        settings = replace(settings, ride="all")  # nobody was asked there about plain files
    plan.notes = [_as_it_was(each, below, settings) for each in plan.notes]


def _as_it_was(item: NoteItem, below: Path, settings: VaultSettings) -> NoteItem:
    path = (below / item.item).as_posix()
    first, _, rest = item.folder.partition("/")
    if path.partition("/")[0] == _ARCHIVE:
        item = dataclasses.replace(
            item, folder=rest if first == _ARCHIVE else item.folder, archived=True
        )
    if may_ride(path, has_luminair_id=has_id(item.raw), settings=settings):
        return item
    why = (
        f"Which notes may ride where it comes from is not known, for its settings {unread}"
        if (unread := settings.problem)
        else "It was kept out of prompts where it comes from, by the settings of that Journal"
    )
    return dataclasses.replace(item, held=item.held or why)


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
        counted(count, what)
        for count, what in ((tools, "tool call"), (pictures, "picture"))
        if count
    ]
    if lost:
        plan.mention(name, f"Left out of it: {' and '.join(lost)}.")
