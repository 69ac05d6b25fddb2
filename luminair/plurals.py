"""Counts in words, for whatever people read: '1 note', '1,204 notes'."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """'1 note', '2 notes'.

    Args:
        number: how many.
        one: what one of them is called.
        many: what several are called, where that is not ``one`` and an 's'.
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
