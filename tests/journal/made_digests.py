"""Digests of made notes, as their tests ask for them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from luminair.journal.digest import build
from luminair.journal.digest_items import (
    BlockName,
    Digest,
    Inputs,
    Options,
    Ranked,
)
from luminair.journal.projects import Place, Project
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.journal.notes.note import Note


NOW = datetime(2026, 9, 12, 12, 0, tzinfo=UTC)
PLACE = Place("s1", Project("/work/harbor", "/work/harbor", "harbor", "", is_git=True))
OLD = "2026-08-01T10:00:00.000Z"


def digest(
    notes: Sequence[Note],
    *,
    matching: Sequence[Note] = (),
    bodies: Mapping[str, str] | None = None,
    options: Options | None = None,
    **values: object,
) -> Digest:
    texts = bodies or {}
    inputs = Inputs(
        notes=notes,
        place=PLACE,
        now=NOW,
        body=lambda note: texts.get(note.path, f"Body of {note.title}."),
        ranked=[Ranked(note, rank) for rank, note in enumerate(matching, 1)],
        passage=lambda text, limit: text[:limit],
        **values,
    )
    return build(inputs, options)


def many(kind: str, count: int, **values: object) -> list[Note]:
    return [
        made(f"{kind}/{number:03}.md", kind=kind, title=f"{kind} number {number}", **values)
        for number in range(count)
    ]


def paths(built: Digest, name: str) -> list[str]:
    block = built.block(BlockName(name))
    return [] if block is None else [item.note.path for item in block.items]


def reasons(built: Digest) -> dict[str, str]:
    return {left.note.path: left.why.verdict for left in built.left_out}
