"""A digest for a conversation that keeps what it is given: only what is new rides again.

A coding agent's CLI stores whatever a message brings in and sends it again with every later
turn, so each note costs once a session and not once a prompt (protocols.md 9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal.digest_items import Block, BlockName, Digest, bytes_by_four
from luminair.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal.digest_items import Item
    from luminair.journal.notes.note import Note

REPLACES = "(The next note replaces the version of it that you were given before.)"
PER_MESSAGE = frozenset({BlockName.DEAD_ENDS, BlockName.ASKS, BlockName.NOTES})
"""Blocks that are chosen anew for each prompt; the others are standing text."""


def without_held(
    digest: Digest,
    held: Callable[[Note], bool],
    changed: Callable[[Note], bool],
    tokens: Callable[[str], int] = bytes_by_four,
) -> Digest:
    """The digest without dead ends, asks and notes that the conversation holds.

    Rules and pins stay: they are standing text, which the lane gives once and again when it
    changes.

    Args:
        digest: as it would ride with a model that remembers nothing.
        held: whether the conversation holds the note in this very version.
        changed: whether it holds another version of the note.
        tokens: what a text costs.
    """
    blocks: list[Block] = []
    for block in digest.blocks:
        if block.name is BlockName.LEFT_OUT:
            if any(kept.name in PER_MESSAGE for kept in blocks):
                blocks.append(block)
        elif block.name in PER_MESSAGE:
            items = tuple(
                _replacing(item, tokens) if changed(item.note) else item
                for item in block.items
                if not held(item.note)
            )
            if items:
                text = "\n".join([block.name.heading, *(item.text for item in items)])
                size = len(text.encode())
                blocks.append(Block(block.name, text, tokens(text), size, items))
        else:
            blocks.append(block)
    if not blocks:
        return replace(digest, text="", heading="", tokens=0, bytes=0, blocks=())
    text = "\n\n".join([digest.heading, *(block.text for block in blocks)]) + "\n"
    return replace(
        digest, text=text, tokens=tokens(text), bytes=len(text.encode()), blocks=tuple(blocks)
    )


def _replacing(item: Item, tokens: Callable[[str], int]) -> Item:
    text = f"{REPLACES}\n{item.text}"
    return replace(item, text=text, tokens=tokens(text), bytes=len(text.encode()))
