"""Two versions of one file brought together: header by key, text by section (spec 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import NoteDamaged
from luminair.journal.notes.document import BOM, Document, Verdict, read
from luminair.journal.notes.editing import edit
from luminair.journal.notes.merge_body import END, FIRST, SECOND, merge_body, pick
from luminair.journal.notes.merge_header import REMARK, merge_header, torn_keys
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class MergedNote:
    """One file of two.

    Attributes:
        data: its bytes.
        keys: keys of the header of which both values stand there.
        parts: headings of the sections of which both versions stand there, '' for the text
            above the first.
    """

    data: bytes
    keys: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def is_torn(self) -> bool:
        """Whether a person has to choose between two versions of something."""
        return bool(self.keys or self.parts)


def merge_note(base: bytes | None, one: bytes, other: bytes) -> MergedNote | None:
    """One file of two; swapping the two gives the same bytes, and none of their lines is lost.

    Args:
        base: what both began with; None where the file is new on both sides.
        one: the file on one side.
        other: on the other.

    Returns:
        None where both changed it and it cannot be read as a note, or not be brought together
        safely: then both files stay.
    """
    decided, data = pick(base, one, other)
    if decided and data is not None:
        return MergedNote(data)
    documents = [read(each) for each in (b"" if base is None else base, one, other)]
    old, ours, theirs = documents
    if any(document.verdict is Verdict.DAMAGED for document in documents):
        return None
    header = merge_header(old if base is not None else None, ours, theirs)
    if header is None:
        return None
    body, parts = merge_body(old.body if base is not None else None, ours.body, theirs.body)
    marked, has_bom = pick(*(document.raw.startswith(BOM) for document in documents))
    same, newline = pick(*(_line_end(document, old) for document in documents))
    text = header.text.replace("\n", newline if same else "\n")
    data = (BOM if marked and has_bom else b"") + text.encode() + body.encode()
    again = read(data)
    safe = again.verdict is not Verdict.DAMAGED and again.header == text and again.body == body
    return MergedNote(data, header.torn, parts) if safe else None


def _line_end(document: Document, base: Document) -> str:
    """The line end of the header; of a file without one, what the base has."""
    return document.newline if document.header else base.newline


def torn_in(data: bytes) -> tuple[str, ...]:
    """What a sync left in two versions in a file: keys and headings; '' for a text without."""
    if FIRST.encode() not in data and REMARK.encode() not in data:
        return ()
    document = read(data)
    if document.verdict is Verdict.DAMAGED:
        return ()
    keys = torn_keys(document.header.splitlines())
    return (*keys, *_torn_parts(document.body.splitlines()))


def _torn_parts(lines: list[str]) -> Iterator[str]:
    heading = ""
    for line in lines:
        if line.startswith("#"):
            heading = line.strip("# ")
        if line.strip() == FIRST:
            yield heading


def is_damaged(data: bytes) -> bool:
    """Whether a file cannot be read as a note."""
    return read(data).verdict is Verdict.DAMAGED


def with_id(data: bytes, note_id: str) -> bytes:
    """The note with another id; as it is where its header is not edited."""
    try:
        return edit(read(data), {"id": note_id})
    except NoteDamaged:
        return data


def with_both(data: bytes) -> bytes:
    """The file with both versions of everything and without our marks between them.

    A header's other values stay as remarks, for a key has one value.
    """
    document = read(data)
    if document.verdict is Verdict.DAMAGED:
        return data
    lines = document.raw[document.body_at :].split(b"\n")
    marks = {mark.encode() for mark in (FIRST, SECOND, END)}
    kept: list[bytes] = []
    for line in lines:
        if line.strip() in marks:
            while kept and not kept[-1].strip():
                kept.pop()
        else:
            kept.append(line)
    head = document.raw[: document.body_at].replace(REMARK.encode(), b"# the other side had ")
    return head + b"\n".join(kept)
