"""What a past message carried, built again from its receipt and the versions that were kept."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.files import sha256_of
from luminair.journal.digest_items import (
    BlockName,
    Detail,
    bytes_by_four,
    line_text,
    rule_text,
    whole_pin,
)
from luminair.journal.notes.reading import note_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.journal.notes.note import LoadedNote
    from luminair.journal.vault.receipts import Receipt, ReceiptRow

LOST = "(this version is no longer kept)"
_ANY_TIME = "2000-01-01T00:00:00.000Z"


def rode(
    receipt: Receipt,
    now: Callable[[str], bytes],
    kept: Callable[[str], bytes | None],
) -> str:
    """The notes of a digest as they were then, under the digest's own headings.

    How much of an ask or a note rode is told by what it cost. A passage cannot be told without
    the prompt, so such a note stands with its summary.

    Args:
        receipt: what was written down.
        now: the bytes of a note as it is now; raises LuminairError.
        kept: an earlier version by its hash, None where it is no longer kept.
    """
    blocks: list[str] = []
    for name in BlockName:
        rows = [row for row in receipt.rows if row.rode and row.block == name.value]
        if rows:
            texts = [_text(row, name, _version(row, now, kept)) for row in rows]
            blocks.append("\n".join([name.heading, *texts]))
    return "\n\n".join(blocks)


def _version(
    row: ReceiptRow, now: Callable[[str], bytes], kept: Callable[[str], bytes | None]
) -> LoadedNote | None:
    with suppress(LuminairError):
        data = now(row.path)
        if sha256_of(data) == row.sha256:
            return note_of(row.path, data, file_time=_ANY_TIME)
    before = kept(row.sha256) if row.sha256 else None
    return note_of(row.path, before, file_time=_ANY_TIME) if before is not None else None


def _text(row: ReceiptRow, block: BlockName, loaded: LoadedNote | None) -> str:
    if loaded is None:
        return f"[{row.key}] {row.title} {LOST}"
    note = loaded.note
    if block is BlockName.RULES:
        return rule_text(note, loaded.body)
    if block is BlockName.PINS:
        return whole_pin(note, loaded.body)
    told = [line_text(note, detail) for detail in (Detail.SUMMARY, Detail.TITLE)]
    return next((text for text in told if bytes_by_four(text) == row.tokens), told[0])
