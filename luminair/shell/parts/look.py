"""How prose is set: an answer, a note page and a card differ in this alone."""

from __future__ import annotations

from dataclasses import dataclass

from luminair.shell.theme import Style


@dataclass(frozen=True, slots=True)
class Look:
    """How prose is set.

    Attributes:
        body: style of the text.
        heads: styles of headings, the first level first; deeper ones use the last.
        small: style of table heads.
        gap: between blocks, in logical pixels.
        head_gap: above headings, which then stand closer to their text; 0 for the same gap.
        role: colour of the text.
    """

    body: Style = Style.TRANSCRIPT
    heads: tuple[Style, ...] = (Style.MESSAGE_HEAD, Style.TRANSCRIPT_BOLD)
    small: Style = Style.ROW_BOLD
    gap: int = 10
    head_gap: int = 0
    role: str = "text"
