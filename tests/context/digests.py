"""Digests for tests of what rides, built from the Journal's own values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal.digest_items import Block, BlockName, Digest, Item, Why, bytes_by_four
from luminair.journal.notes.note import Kind, Scope
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.journal.notes.note import Note

HEADING = "# Journal digest · folder harbor-uploads\nLines that start with | are quoted notes."
KINDS = {
    BlockName.RULES: Kind.RULE,
    BlockName.PINS: Kind.DOC,
    BlockName.DEAD_ENDS: Kind.RULEDOUT,
    BlockName.ASKS: Kind.ASK,
    BlockName.NOTES: Kind.NOTE,
}


def make_note(key: str, kind: Kind = Kind.NOTE) -> Note:
    return made(
        f"Notes/{key}.md",
        id=key,
        kind=kind,
        scope=Scope.FOLDER,
        title=f"Title of {key}",
        cwd="/work/harbor-uploads",
        sha256="0" * 64,
        size=10,
    )


def make_block(name: BlockName, texts: Iterable[str]) -> Block:
    items = []
    for number, text in enumerate(texts, 1):
        note = make_note(f"{name.value}-{number}", KINDS.get(name, Kind.NOTE))
        size = len(text.encode("utf-8", "replace"))
        items.append(Item(note, name, text, bytes_by_four(text), size, Why(f"rides: {name}")))
    whole = "\n".join([name.heading, *(item.text for item in items)])
    return Block(name, whole, bytes_by_four(whole), len(whole.encode()), tuple(items))


def make_digest(**texts: Iterable[str]) -> Digest:
    """``make_digest(rules=["…"], notes=["…"])``; blocks without texts are left out whole."""
    blocks = tuple(
        make_block(name, texts[name.value]) for name in BlockName if list(texts.get(name.value, []))
    )
    if not blocks:
        return Digest("", "", 0, 0, (), ())
    text = "\n\n".join([HEADING, *(block.text for block in blocks)]) + "\n"
    return Digest(text, HEADING, bytes_by_four(text), len(text.encode()), blocks, ())
