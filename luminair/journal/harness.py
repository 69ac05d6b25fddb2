"""The Harness: which files of the standing brain ride, and as what text (spec 6).

Each file is judged by itself. A file that is not a rule for every session must not get in by
lying in the wrong folder: a 73 KB reference document once rode on each prompt that way, hence the
two guards, one when the block is built and one when a note is written.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from luminair.journal.copies import conflict_copies
from luminair.journal.fence import clean, fenced, one_line
from luminair.journal.notes import frontmatter
from luminair.journal.notes.note import (
    SETTINGS_UNREAD,
    Kind,
    LoadedNote,
    Note,
    Status,
    Trust,
)
from luminair.journal.notes.text import normalised_title, without_said_again
from luminair.journal.notes.values import as_text
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FOLDER = "Harness/"
MAX_BYTES = 24 * 1024
HEADING = "# Standing instructions"

_HEAD_BYTES = 64 * 1024
"""How much of a file is searched for a header that says ``kind: doc``."""
_WORD = re.compile(r"[^\W_]+")

# str.strip leaves these, and a file of nothing else has no text either.
_UNSEEN = "\ufeff\u200b\u2060\x00"


class Verdict(StrEnum):
    """What became of one Harness file."""

    RIDES = "rides"
    EMPTY = "empty"
    DOC = "doc"
    OVERSIZED = "oversized"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Judged:
    """One Harness file and whether it rides.

    Attributes:
        path: in the vault; bundled files have the path they would be restored to.
        title: the file's title.
        verdict: DAMAGED also stands for what cannot ride for a reason outside its text: a sync
            conflict copy, a held or archived note, a folder that never rides.
        reason: why it does not ride, as a sentence without a full stop; '' where it rides.
        bytes: of the trimmed body in UTF-8.
        bundled: whether it comes with the app.
        text: what rides, title included; '' where it does not.
    """

    path: str
    title: str
    verdict: Verdict
    reason: str
    bytes: int
    bundled: bool
    text: str


@dataclass(frozen=True, slots=True)
class Refiled:
    """Where a note goes instead of ``Harness/``, and the sentence that says so."""

    path: str
    said: str


def judge(files: Iterable[LoadedNote], *, bundled: bool = False) -> tuple[Judged, ...]:
    """Judge the files below ``Harness/``, in path order.

    Args:
        files: all of them, at any depth, damaged ones too.
        bundled: whether these are the app's own copies.
    """
    ordered = sorted(files, key=lambda file: file.note.path)
    by_path = {file.note.path: file for file in ordered}

    def versions(one: Note, other: Note) -> bool:
        from luminair.journal.ranking.likeness import could_be_versions  # noqa: PLC0415 few ask

        return could_be_versions(by_path[one.path], by_path[other.path])

    copies = conflict_copies([file.note for file in ordered], versions)
    return tuple(_judged(file, copies.get(file.note.path), bundled) for file in ordered)


def _judged(file: LoadedNote, original: str | None, bundled: bool) -> Judged:
    note = file.note
    body = file.body.strip().strip(_UNSEEN).strip()
    size = len(body.encode("utf-8", "replace"))
    verdict, reason = _verdict(file, body, size, original)
    text = _riding_text(note, body) if verdict is Verdict.RIDES else ""
    if verdict is Verdict.RIDES and not text:
        verdict, reason = Verdict.EMPTY, "It has no text that rides"
    return Judged(note.path, one_line(note.title), verdict, reason, size, bundled, text)


def _verdict(file: LoadedNote, body: str, size: int, original: str | None) -> tuple[Verdict, str]:
    if obstacle := _obstacle(file.note, original):
        return Verdict.DAMAGED, obstacle
    if not body:
        return Verdict.EMPTY, "It has no text"
    if _reads_as_doc(file):
        return Verdict.DOC, "A doc is for reference and does not ride on every message"
    if size > MAX_BYTES:
        return Verdict.OVERSIZED, f"{size:,} bytes; at most {MAX_BYTES:,} ride"
    return Verdict.RIDES, ""


def _obstacle(note: Note, original: str | None) -> str:
    """Why the file cannot ride, whatever its text; '' where nothing speaks against it."""
    if note.damage:
        return note.damage
    if original is not None:
        return f"A sync conflict copy of {original}"
    if note.in_archive:
        return "Archived"
    if note.status is Status.HELD:
        return "Held for review"
    if note.settings_unread:
        return SETTINGS_UNREAD
    return "" if note.rides else "In a folder that never rides"


def _reads_as_doc(file: LoadedNote) -> bool:
    """Whether a person may have meant ``kind: doc``, however it is written.

    Wider than the reading of notes, which keeps to one plain word: a list, a tag, a stray comma
    or a blank line above the header. A reference document that rides costs more than one that
    does not.
    """
    if file.note.kind is Kind.DOC:
        return True
    text = clean(file.raw[:_HEAD_BYTES].decode("utf-8", "ignore")).lstrip()
    entries = frontmatter.read(text.encode("utf-8")).entries
    kinds = [as_text(entry.value) for entry in entries if entry.key.casefold() == "kind"]
    return any(Kind.DOC.value in _WORD.findall(kind.casefold()) for kind in kinds)


def _riding_text(note: Note, body: str) -> str:
    """The file as it rides: its title as a heading unless the body opens with it.

    What neither the owner wrote nor approved is no law, wherever it lies: it rides fenced.
    """
    text = clean(without_said_again(body)).strip()
    if not text:
        return ""
    if note.trust < Trust.APPROVED:
        return fenced(note, text)
    first, _, _ = text.partition("\n")
    if normalised_title(first.lstrip("# ")) == normalised_title(note.title):
        return text
    return f"## {one_line(note.title)}\n\n{text}"


def block(judged: Sequence[Judged]) -> str:
    """The text that rides on every message, '' where no file does."""
    texts = [file.text for file in judged if file.verdict is Verdict.RIDES]
    return "\n\n".join([HEADING, *texts]) + "\n" if texts else ""


def refile(kind: Kind, path: str) -> Refiled | None:
    """The guard at write time: where a doc bound for ``Harness/`` goes instead.

    Args:
        kind: the kind the note will have.
        path: the path it would get, from the vault's root.

    Returns:
        None where the path may stand.
    """
    # Case-blind, since on most Macs harness/x.md is a file in Harness/.
    if kind is not Kind.DOC or not path.casefold().startswith(FOLDER.casefold()):
        return None
    name = path.rpartition("/")[2]
    new_path = f"Notes/{name}"
    return Refiled(
        new_path,
        f"A doc does not ride in the Harness, so “{name}” is filed under Notes.",
    )
