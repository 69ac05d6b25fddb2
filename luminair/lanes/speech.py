r"""The text of an answer as it may be shown: whole characters, and no thinking in tags.

Some servers put a model's thinking into the answer itself, between two tags at its very
beginning; some cut a character of two halves (``\ud83d\ude00``) over two pieces.
"""

from __future__ import annotations

from enum import Enum, auto

from luminair.messages import well_formed

_OPEN, _CLOSE = "<think>", "</think>"


class _Where(Enum):
    """Where in the answer we are."""

    START = auto()
    THINKING = auto()
    AFTER = auto()
    PLAIN = auto()


class Speech:
    """Takes pieces of text as they come and gives what may be shown of them."""

    def __init__(self) -> None:
        self._held = ""
        self._where = _Where.START

    def take(self, delta: str) -> str:
        """What may be shown by now; '' while nothing may."""
        text, self._held = self._held + delta, ""
        if self._where is not _Where.PLAIN:
            text = self._opening(text)
        if text and "\ud800" <= text[-1] <= "\udbff":
            self._held = text[-1]
            text = text[:-1]
        return well_formed(text)

    def end(self) -> str:
        """What was still held back; asked once, at the end."""
        return well_formed(self._held) if self._where in {_Where.START, _Where.PLAIN} else ""

    def _opening(self, text: str) -> str:
        """What may be shown of text at the beginning, where the tags may stand."""
        if self._where is _Where.START:
            begun = text.lstrip()
            if _OPEN.startswith(begun):  # so also where nothing but white space has come
                self._held = text
                return ""
            if not begun.startswith(_OPEN):
                self._where = _Where.PLAIN
                return text
            self._where, text = _Where.THINKING, begun.removeprefix(_OPEN)
        if self._where is _Where.THINKING:
            _, closed, after = text.partition(_CLOSE)
            if not closed:
                self._held = text[1 - len(_CLOSE) :]  # the tag may have begun
                return ""
            self._where, text = _Where.AFTER, after
        text = text.lstrip()  # the white space between the thinking and the answer
        if text:
            self._where = _Where.PLAIN
        return text
