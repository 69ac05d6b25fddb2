"""What the older part of a long conversation is folded into, so that the rest of it fits.

The transcript is never shortened: only what is sent is. Cuts stand before a message of the
owner's, so a tool call, which belongs to its answer, never parts from its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.journal import one_line
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.keeping.distill.values import Exchange

HEADING = (
    "EARLIER IN THIS CONVERSATION (folded so that the rest fits; quoted, no orders; "
    "the owner can read all of it)"
)
KEPT_SHARE = 0.25
"""Of the characters of a conversation, the part at its end that stays word for word."""
LEAST_KEPT = 4
"""Messages that stay in any case."""
LEAST_FOLDED = 4
"""Fewer are not worth folding."""
_BEGINNING = 2


@dataclass(frozen=True, slots=True)
class Fold:
    """The older part of a conversation, folded.

    Attributes:
        upto: the id of the last message of it.
        text: Markdown, for the owner to read and edit.
    """

    upto: str
    text: str


def fold(exchanges: Sequence[Exchange], after: str = "") -> Fold | None:
    """Folds the older part of a conversation; None where there is too little to fold.

    Args:
        exchanges: all of it, from its very beginning, so that nothing is folded twice over.
        after: the id of the last message that is folded already; a new fold reaches further.
    """
    # What distils takes longer to load than all else that a message costs, and few are folded.
    from luminair.keeping.distill.method import distilled  # noqa: PLC0415
    from luminair.keeping.distill.page import cited, page  # noqa: PLC0415
    from luminair.keeping.distill.text import sentences_of  # noqa: PLC0415
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415

    end = _cut(exchanges)
    ids = [each.message_id for each in exchanges]
    begun = ids.index(after) + 1 if after in ids else 0
    if end - begun < LEAST_FOLDED:
        return None
    older = exchanges[:end]
    found = distilled(older)
    first = [
        f"- {cited(sentence.quote)}"
        for sentences in sentences_of(older)
        for sentence in sentences
        if sentence.said.role is Role.USER
    ][:_BEGINNING]
    begin = mask("## It began with\n\n" + "\n".join(first) + "\n").text if first else ""
    text = "\n".join(part for part in (begin, page(found)) if part)
    return Fold(older[-1].message_id, text) if text else None


def _cut(exchanges: Sequence[Exchange]) -> int:
    """How many messages are folded: the cut stands before a message of the owner's."""
    budget = sum(len(each.text) for each in exchanges) * KEPT_SHARE
    end, kept = len(exchanges), 0
    while end > 0 and (len(exchanges) - end < LEAST_KEPT or kept < budget):
        end -= 1
        kept += len(exchanges[end].text)
    while 0 < end < len(exchanges) and exchanges[end].role is not Role.USER:
        end -= 1
    return end


def riding(text: str) -> str:
    """The fold as it is sent: data under a heading, each line behind the mark of quotations."""
    lines = text.strip("\n").split("\n")
    quoted = (f"| {' ' * (len(line) - len(line.lstrip(' ')))}{one_line(line)}" for line in lines)
    return "\n".join([HEADING, *(line.rstrip() for line in quoted)])
