"""A plan of what an import would bring, and the bounds that every reader keeps to."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from luminair.messages import Attachment, Role, well_formed

MOST_NOTE_BYTES = 5_000_000
"""Of one Markdown file; a larger one is no note."""
MOST_FILES = 50_000
"""In one import."""
MOST_BYTES = 400_000_000
"""Of all notes in one import: they are held until they are written as one step."""
MOST_EXPORT_BYTES = 1_000_000_000
"""Of one file of conversations."""


@dataclass(frozen=True, slots=True)
class NoteItem:
    """One note that would come in.

    Attributes:
        item: what people call it: its path in the source.
        folder: below the folder of the import, '' for its top.
        name: the file's name.
        raw: its bytes.
        origin: where it was, in full.
        time: when it was written, UTC, or ''.
        home: the project's folder, '' where it belongs to none.
        title: for a file without one, or ''.
        summary: likewise.
        archived: whether it goes to the archive here too.
        scope: 'folder' or 'session' where its own header keeps it to one; else ''.
        cwd: the project's folder that its header names, which need not be here, or ''.
        project: likewise, the project's identity.
        session: likewise, the session.
        held: why it waited for the owner where it comes from, or ''.
    """

    item: str
    folder: str
    name: str
    raw: bytes = field(repr=False)
    origin: str
    time: str = ""
    home: str = ""
    title: str = ""
    summary: str = ""
    archived: bool = False
    scope: str = ""
    cwd: str = ""
    project: str = ""
    session: str = ""
    held: str = ""


@dataclass(frozen=True, slots=True)
class RuleItem:
    """One rule that would be put before the owner.

    Attributes:
        item: the file it stands in, and its heading there.
        text: the rule.
        origin: the file, in full.
        home: the project's folder that it is for; '' for every project.
        covers: the files that it is for, as its file says, or ''.
    """

    item: str
    text: str
    origin: str
    home: str = ""
    covers: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation.

    Attributes:
        role: who speaks.
        text: Markdown.
        at: UTC, or ''.
        model: who answered, or ''.
        attachments: texts that were given along.
    """

    role: Role
    text: str
    at: str = ""
    model: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class TalkItem:
    """One conversation that would become a session.

    Attributes:
        item: what people call it.
        origin: names it for good: ``chatgpt:<id>``.
        title: as it was called, or ''.
        turns: its messages.
        created: UTC; the time of the file where nothing else is known.
        folder: the project's folder, or ''.
        model: who answered last, or ''.
    """

    item: str
    origin: str
    title: str
    turns: tuple[Turn, ...]
    created: str = ""
    folder: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that could not be taken as it is.

    Attributes:
        item: what people call it.
        reason: why, a sentence.
        imported: whether the rest of it came in all the same.
    """

    item: str
    reason: str
    imported: bool = False


@dataclass(slots=True)
class Plan:
    """What an import would bring.

    Attributes:
        kind: of the source, as ``--as`` names it.
        name: of the source; notes carry it as ``import:<name>``.
        notes: that would be written.
        rules: that would be put before the owner.
        talks: conversations that would become sessions.
        remarks: what cannot be taken, and what is taken with a loss.
    """

    kind: str
    name: str
    notes: list[NoteItem] = field(default_factory=list)
    rules: list[RuleItem] = field(default_factory=list)
    talks: list[TalkItem] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def skip(self, item: str, reason: str) -> None:
        """Names something that does not come in."""
        self.remarks.append(Remark(line_of(item), line_of(reason)))

    def mention(self, item: str, reason: str) -> None:
        """Names something that comes in with a loss."""
        self.remarks.append(Remark(line_of(item), line_of(reason), imported=True))


def utc(moment: float | datetime | None) -> str:
    """A time as the house writes it, from seconds since 1970 or a time; '' where it is none."""
    if moment is None:
        return ""
    try:
        if not isinstance(moment, datetime):
            moment = datetime.fromtimestamp(moment, UTC)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def time_in(found: object) -> str:
    """The time that a field of an export holds: ISO text or seconds since 1970; else ''."""
    if isinstance(found, bool) or found is None:
        return ""
    if isinstance(found, (int, float)):
        return utc(found) if 0 < found < 1e11 else ""
    try:
        return utc(datetime.fromisoformat(found)) if isinstance(found, str) else ""
    except ValueError:
        return ""


def text_of(found: object) -> str:
    """A text of an export, as a file can hold it; '' where it is none."""
    return well_formed(found).replace("\0", "") if isinstance(found, str) else ""


def table(found: object) -> Mapping[str, object]:
    """An object of an export, an empty one where it is none."""
    return found if isinstance(found, Mapping) else {}


def rows(found: object) -> list[object]:
    """A list of an export, an empty one where it is none."""
    return found if isinstance(found, list) else []


def called(name: str) -> str:
    """A name that a header, a folder and a line of a report can carry."""
    kept = "".join("-" if sign in '/\\:"' else sign for sign in line_of(name))
    return " ".join(kept.split()).lstrip(". ")[:60].rstrip(". ") or "import"


def line_of(text: str) -> str:
    """A text on one line, without signs that steer a terminal."""
    shown = "".join(
        " " if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} else sign for sign in text
    )
    return " ".join(shown.split())
