"""Markdown as a column of prose and code frames that can grow at its end.

Text that streams in is parsed from the last top-level block on, and written from the first block
on that looks different now. Where even that takes long (a huge table), writing rests for a while
after each time, so that the window stays free. A long text that comes at once is built from its
end upwards in short steps: its end is what a reader of a talk sees first.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from luminair.shell.parts.code import CodeBlock
from luminair.shell.parts.laying_out import keep_still, lay_out
from luminair.shell.parts.markdown import Block, blocks
from luminair.shell.parts.picture import PictureView
from luminair.shell.parts.prose_view import ProseView
from luminair.shell.parts.unfinished import Settled, settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.look import Look
    from luminair.shell.parts.picture import Loader
    from luminair.shell.theme import Theme

Part: TypeAlias = ProseView | CodeBlock | PictureView
GAP = 12
MOST_BLOCKS = 24
"""Prose goes on in another view after so many blocks; a list is never cut."""
QUICK_MS = 10
"""A writing that takes longer than this is followed by a rest …"""
REST = 3
"""… so many times as long."""
STEP_MS = 8
"""How long a step of building a long text may take …"""
BETWEEN_MS = 4
"""… and how long the window is left alone after it."""


class MarkdownBody(QWidget):
    """Shows Markdown; while text streams in, only the last block is written again.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.
        look: how the prose is set.
        menus: whether its texts have a context menu of their own, or leave it to what is around.
        hides_tags: whether HTML in the text is hidden, or shown as it stands.
        pictures: where pictures come from; without it their words stand for them. Text that
            streams in shows none.

    Signals:
        link: a link was followed.
    """

    link = Signal(QUrl)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        look: Look | None = None,
        *,
        menus: bool = True,
        hides_tags: bool = False,
        pictures: Loader | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._look, self._menus = theme, jobs, look, menus
        self._hides_tags, self._pictures = hides_tags, pictures
        self._source = ""
        self._tail_at = 0
        self._whole = 0
        self._live = False
        self._shown = 0
        self._closing = ""
        self._parts: list[Part] = []
        self._waiting: list[list[Block]] = []
        self._rest = self._timer(self._catch_up)
        self._more = self._timer(self._build)
        self._more.setInterval(BETWEEN_MS)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        keep_still(self)

    def _timer(self, told: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(told)
        return timer

    @property
    def source(self) -> str:
        """The whole text."""
        return self._source

    @property
    def building(self) -> bool:
        """Whether it is still growing at its top."""
        return bool(self._waiting)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The widgets, in order; those that were still to come are built now."""
        self.build()
        return tuple(self._parts)

    def build(self) -> None:
        """Builds now what would be built in the next moments."""
        while self._waiting:
            self._build_last()

    def show_text(self, source: str) -> None:
        """Shows a text from the beginning."""
        self._drop()
        self._source = source
        self._shown, self._closing = settled(source) if self._live else Settled(len(source))
        self._tail_at = self._whole = 0
        seen = source[: self._shown] + self._closing
        found = blocks(seen, hides_tags=self._hides_tags)
        self._waiting = _runs(found, apart=self._pictures is not None)
        self._advance(found, seen)
        self._build()
        self._show_caret()

    def add(self, text: str) -> None:
        """Adds text at the end; only the last block that was there is written again."""
        self._source += text
        if not self._rest.isActive():
            self._write()

    def set_live(self, live: bool) -> None:
        """While more text is coming a caret stands after the last word."""
        self._live = live
        if not live:
            self._rest.stop()
            self._catch_up()
        self._show_caret()

    def _show_caret(self) -> None:
        for part in self._parts:
            if isinstance(part, ProseView):
                part.set_caret(self._live and part is self._parts[-1])

    # A text that comes at once.

    def _build(self) -> None:
        """Builds what is waiting, the last first: one part at least, for a short time."""
        begun = time.perf_counter()
        while self._waiting:
            self._build_last()
            if (time.perf_counter() - begun) * 1000 > STEP_MS:
                break
        if self._waiting:
            self._more.start()

    def _build_last(self) -> None:
        run = self._waiting.pop()
        part: Part
        if self._pictures is not None and run[0].pictures:
            part = PictureView(self._theme, run[0], self._pictures, self)
        else:
            part = self._code() if run[0].code is not None else self._prose()
        self._parts.insert(0, part)
        self._column.insertWidget(0, part)
        if isinstance(part, CodeBlock):
            part.show_block(run[0])
        elif isinstance(part, ProseView):
            part.show_blocks(run)

    # A text that grows.

    def _write(self) -> None:
        begun = time.perf_counter()
        tail = self._source[self._tail_at :]
        length, self._closing = settled(tail) if self._live else Settled(len(tail))
        self._shown = self._tail_at + length
        tail = tail[:length] + self._closing
        found = blocks(tail, hides_tags=self._hides_tags)
        there = [block for part in self._parts for block in part.blocks]
        old = there[self._whole - self._ahead :]
        same = 0
        for before, now in zip(old, found, strict=False):
            if before.sign != now.sign:
                break
            same += 1
        if same < max(len(old), len(found)):
            self._replace_from(self._whole + same, found[same:])
        self._advance(found, tail)
        if self._live:
            self._show_caret()
            took_ms = (time.perf_counter() - begun) * 1000
            if took_ms > QUICK_MS:
                self._rest.start(round(took_ms * REST))

    def _catch_up(self) -> None:
        if self._shown < len(self._source) or self._closing:
            self._write()
            lay_out()

    def _advance(self, found: Sequence[Block], tail: str) -> None:
        """What stands before the last top-level block cannot change any more."""
        begins = next((at for at in range(len(found) - 1, 0, -1) if not found[at].follows), 0)
        if begins:
            before = tail.split("\n")[: found[begins].line]
            self._tail_at += sum(len(line) + 1 for line in before)
            self._whole += begins

    @property
    def _ahead(self) -> int:
        """How many blocks are still to be built above."""
        return sum(map(len, self._waiting))

    def _replace_from(self, start: int, new: Sequence[Block]) -> None:
        index, kept = self._place(start)
        waiting = list(new)
        while waiting:
            part = self._parts[index] if index < len(self._parts) else None
            run = _leading_prose(waiting, MOST_BLOCKS - kept)
            if run:
                del waiting[: len(run)]
                self._prose_at(index, part).show_blocks(run, keep=kept)
            elif kept:
                # The prose before the code ends here, or the view is full.
                if isinstance(part, ProseView):
                    part.show_blocks([], keep=kept)
            else:
                self._code_at(index, part).show_block(waiting.pop(0))
            index, kept = index + 1, 0
        if kept:
            part = self._parts[index]
            if isinstance(part, ProseView):
                part.show_blocks([], keep=kept)
            index += 1
        self._drop_parts(index)

    def _place(self, start: int) -> tuple[int, int]:
        """The part in which block ``start`` goes, and how many blocks before it stay there."""
        base = self._ahead
        for index, part in enumerate(self._parts):
            length = len(part.blocks)
            open_end = isinstance(part, ProseView) and start == base + length
            if start < base + length or open_end:
                return index, start - base
            base += length
        return len(self._parts), 0

    def _prose_at(self, index: int, part: Part | None) -> ProseView:
        if isinstance(part, ProseView):
            return part
        self._drop_parts(index)
        view = self._prose()
        self._parts.append(view)
        self._column.addWidget(view)
        view.show()  # now, not from the event loop: a hidden widget has no place
        return view

    def _code_at(self, index: int, part: Part | None) -> CodeBlock:
        if isinstance(part, CodeBlock):
            return part
        self._drop_parts(index)
        frame = self._code()
        self._parts.append(frame)
        self._column.addWidget(frame)
        frame.show()
        return frame

    def _prose(self) -> ProseView:
        view = ProseView(self._theme, self._look, self)
        view.link.connect(self.link)
        if not self._menus:
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        return view

    def _code(self) -> CodeBlock:
        frame = CodeBlock(self._theme, self._jobs, self)
        if not self._menus:
            frame.text.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        return frame

    def _drop(self) -> None:
        self._waiting = []
        self._more.stop()
        self._rest.stop()
        self._drop_parts(0)

    def _drop_parts(self, index: int) -> None:
        for part in self._parts[index:]:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        del self._parts[index:]


def _leading_prose(waiting: Sequence[Block], room: int, *, apart: bool = False) -> list[Block]:
    """The prose that a view has room for; whatever goes on with a list stays with it.

    Args:
        waiting: what is to be shown.
        room: how many blocks the view takes.
        apart: whether pictures are no prose.
    """
    run: list[Block] = []
    for block in waiting:
        full = len(run) >= room and not block.follows
        if block.code is not None or full or (apart and block.pictures):
            break
        run.append(block)
    return run


def _runs(found: Sequence[Block], *, apart: bool) -> list[list[Block]]:
    """The blocks of each part of a whole text."""
    waiting, runs = list(found), list[list[Block]]()
    while waiting:
        run = _leading_prose(waiting, MOST_BLOCKS, apart=apart) or waiting[:1]
        del waiting[: len(run)]
        runs.append(run)
    return runs
