"""The text of an answer with its tool lines, each at its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from luminair.shell.panes.tool_line import ToolLine
from luminair.shell.parts.laying_out import keep_still
from luminair.shell.parts.markdown_body import MarkdownBody

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.messages import ToolUse
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

AROUND = 8
"""Pixels between text and the tool lines before or after it."""


@dataclass(slots=True)
class _Stretch:
    """Text from one place on, and the tool lines that stand before it."""

    start: int
    lines: QWidget | None = None
    tools: list[ToolLine] = field(default_factory=list)
    text: str = ""
    body: MarkdownBody | None = None


class AnswerBody(QWidget):
    """Shows an answer; while it streams, only the last block of its last stretch is written again.

    Args:
        theme: colours and fonts.
        jobs: colours long code off the window's thread.

    Signals:
        link: a link was followed.
    """

    link = Signal(QUrl)

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._jobs = theme, jobs
        self._stretches: list[_Stretch] = [_Stretch(0)]
        self._length = 0
        self._live = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        keep_still(self)

    @property
    def source(self) -> str:
        """The whole text, as it was streamed."""
        return "".join(stretch.text for stretch in self._stretches)

    @property
    def building(self) -> bool:
        """Whether it is still growing at its top."""
        return any(body.building for body in self.bodies)

    def build(self) -> None:
        """Builds now what would be built in the next moments."""
        for body in self.bodies:
            body.build()

    @property
    def tools(self) -> tuple[ToolLine, ...]:
        """The tool lines, top to bottom."""
        return tuple(line for stretch in self._stretches for line in stretch.tools)

    @property
    def bodies(self) -> tuple[MarkdownBody, ...]:
        """The stretches of text, top to bottom."""
        return tuple(each.body for each in self._stretches if each.body is not None)

    @property
    def growing(self) -> QWidget:
        """What grows while text comes: the last stretch, or all of it where that has no text."""
        return self._stretches[-1].body or self

    def show_all(self, text: str, tools: Iterable[ToolUse]) -> None:
        """Shows a text with its tool lines; what stands already is left alone."""
        calls = sorted(tools, key=lambda call: call.at)
        here = [(line.tool.id, line.tool.at) for line in self.tools]
        if text != self.source or here != [(call.id, call.at) for call in calls]:
            self._drop()
            at = 0
            for call in calls:
                place = min(max(call.at, at), len(text))
                self._append(text[at:place])
                self._add_line(call)
                at = place
            self._append(text[at:])
        else:
            for line, call in zip(self.tools, calls, strict=True):
                line.show_tool(call)
        self.set_live(self._live)

    def splice(self, at: int, piece: str) -> None:
        """From character ``at`` on, the text is now ``piece``."""
        if at == self._length:
            self._append(piece)
        elif at >= self._stretches[-1].start:
            last = self._stretches[-1]
            last.text = last.text[: at - last.start]
            self._length = at
            if last.body is not None:
                last.body.show_text(last.text)
            self._append(piece)
        else:
            # Tool lines stand in what is taken back: they stay, at the end of what is left.
            self.show_all(self.source[:at] + piece, [line.tool for line in self.tools])
        self._mark()

    def use(self, tool: ToolUse) -> None:
        """Shows a tool call: a new one at its place, a known one as far as it came."""
        known = next((line for line in self.tools if line.tool.id == tool.id), None)
        if known is not None:
            known.show_tool(tool)
        elif tool.at >= self._length:
            self._add_line(tool)
            self._mark()
        else:
            self.show_all(self.source, [*(line.tool for line in self.tools), tool])

    def set_live(self, live: bool) -> None:
        """While more text is coming a caret stands after the last word."""
        self._live = live
        last = self._stretches[-1].body
        for body in self.bodies:
            body.set_live(live and body is last)

    def _mark(self) -> None:
        """The caret stands in the last stretch only."""
        if self._live:
            bodies = self.bodies
            for body in bodies[-2:]:
                body.set_live(body is self._stretches[-1].body)

    def _append(self, piece: str) -> None:
        last = self._stretches[-1]
        last.text += piece
        self._length += len(piece)
        if last.body is not None:
            last.body.add(piece)
        elif last.text.strip():
            last.body = MarkdownBody(self._theme, self._jobs, menus=False, parent=self)
            last.body.link.connect(self.link)
            self._column.addWidget(last.body)
            last.body.set_live(self._live)
            last.body.show()  # now, not from the event loop: a hidden widget has no place
            last.body.show_text(last.text)

    def _add_line(self, tool: ToolUse) -> None:
        last = self._stretches[-1]
        if last.text:
            last = _Stretch(self._length)
            self._stretches.append(last)
        if last.lines is None:
            last.lines = QWidget(self)
            above = AROUND if self._column.count() else 2
            rows = QVBoxLayout(last.lines)
            rows.setContentsMargins(0, above, 0, AROUND)
            rows.setSpacing(0)
            last.lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._column.addWidget(last.lines)
            last.lines.show()
        line = ToolLine(self._theme, tool, last.lines)
        last.tools.append(line)
        rows_of = last.lines.layout()
        if rows_of is not None:
            rows_of.addWidget(line)
            line.show()

    def _drop(self) -> None:
        for stretch in self._stretches:
            for widget in (stretch.lines, stretch.body):
                if widget is not None:
                    self._column.removeWidget(widget)
                    widget.hide()
                    widget.deleteLater()
        self._stretches = [_Stretch(0)]
        self._length = 0
