"""Markdown as a column of prose and code frames that can grow at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from luminair.shell.parts.code import CodeBlock
from luminair.shell.parts.markdown import Block, blocks
from luminair.shell.parts.prose_view import ProseView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.prose import Look
    from luminair.shell.theme import Theme

Part: TypeAlias = ProseView | CodeBlock
GAP = 12


class MarkdownBody(QWidget):
    """Shows Markdown; while text streams in, only the last block is written again.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.
        look: how the prose is set.

    Signals:
        link: a link was followed.
    """

    link = Signal(QUrl)

    def __init__(
        self, theme: Theme, jobs: Jobs, look: Look | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._look = theme, jobs, look
        self._source = ""
        self._tail_at = 0
        self._whole = 0
        self._live = False
        self._parts: list[Part] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def source(self) -> str:
        """The whole text."""
        return self._source

    @property
    def parts(self) -> tuple[Part, ...]:
        """The widgets, in order."""
        return tuple(self._parts)

    def show_text(self, source: str) -> None:
        """Shows a text from the beginning."""
        self._source, self._tail_at, self._whole = "", 0, 0
        self._drop_from(0)
        self.add(source)

    def add(self, text: str) -> None:
        """Adds text at the end; only the last block that was there is written again."""
        self._source += text
        tail = self._source[self._tail_at :]
        found = blocks(tail)
        self._replace_from(self._whole, found)
        if len(found) > 1:
            # What stands before the last block cannot change any more.
            before = tail.split("\n")[: found[-1].line]
            self._tail_at += sum(len(line) + 1 for line in before)
            self._whole += len(found) - 1
        if self._live:
            self.set_live(True)

    def set_live(self, live: bool) -> None:
        """While more text is coming a caret stands after the last word."""
        self._live = live
        for part in self._parts:
            if isinstance(part, ProseView):
                part.set_caret(live and part is self._parts[-1])

    def _replace_from(self, start: int, new: Sequence[Block]) -> None:
        index, kept = self._place(start)
        waiting = list(new)
        while waiting:
            part = self._parts[index] if index < len(self._parts) else None
            if waiting[0].code is None:
                run = _leading_prose(waiting)
                del waiting[: len(run)]
                self._prose_at(index, part).show_blocks(run, keep=kept)
            elif kept:
                # The prose before the code ends here.
                if isinstance(part, ProseView):
                    part.show_blocks([], keep=kept)
            else:
                block = waiting.pop(0)
                frame = self._code_at(index, part)
                frame.show_code(block.code or "", block.info, closed=block.closed)
            index, kept = index + 1, 0
        if kept:
            part = self._parts[index]
            if isinstance(part, ProseView):
                part.show_blocks([], keep=kept)
            index += 1
        self._drop_from(index)

    def _place(self, start: int) -> tuple[int, int]:
        """The part in which block ``start`` goes, and how many blocks before it stay there."""
        base = 0
        for index, part in enumerate(self._parts):
            length = len(part.blocks) if isinstance(part, ProseView) else 1
            open_end = isinstance(part, ProseView) and start == base + length
            if start < base + length or open_end:
                return index, start - base
            base += length
        return len(self._parts), 0

    def _prose_at(self, index: int, part: Part | None) -> ProseView:
        if isinstance(part, ProseView):
            return part
        self._drop_from(index)
        view = ProseView(self._theme, self._look, self)
        view.link.connect(self.link)
        self._take(view)
        return view

    def _code_at(self, index: int, part: Part | None) -> CodeBlock:
        if isinstance(part, CodeBlock):
            return part
        self._drop_from(index)
        frame = CodeBlock(self._theme, self._jobs, self)
        self._take(frame)
        return frame

    def _take(self, part: Part) -> None:
        self._parts.append(part)
        self._column.addWidget(part)

    def _drop_from(self, index: int) -> None:
        for part in self._parts[index:]:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        del self._parts[index:]


def _leading_prose(waiting: Sequence[Block]) -> list[Block]:
    run: list[Block] = []
    for block in waiting:
        if block.code is not None:
            break
        run.append(block)
    return run
