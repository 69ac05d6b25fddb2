"""A tool line: one quiet line for one call of a tool, folded over its arguments and result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.messages import ToolState, ToolUse
from luminair.shell import icons
from luminair.shell.parts.box import Box
from luminair.shell.parts.code import CodeText, CopyButton
from luminair.shell.parts.colouring import Run
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import Line, tip
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

HEIGHT = 24
TALLEST = 180
BRIEF = 48
"""A result of one line that is no longer than this stands on the line itself."""
TITLE_X = 41
_ICONS = (
    (("journal",), "ph.book-open"),
    (("bash", "shell", "command", "exec", "terminal", "run"), "ph.terminal"),
    (("edit", "write", "patch", "replace", "create"), "ph.pencil-simple"),
    (("web", "fetch", "url", "http"), "ph.globe-simple"),
    (("search", "grep", "glob", "find"), "ph.magnifying-glass"),
    (("read", "list", "view", "cat", "ls"), "ph.file-search"),
    (("task", "agent", "todo", "plan"), "ph.chats-teardrop"),
)


def icon_of(tool: str) -> str:
    """The icon for a tool by what its name says that it does."""
    name = tool.casefold()
    found = (icon for words, icon in _ICONS if any(word in name for word in words))
    return next(found, "ph.puzzle-piece")


def from_journal(tool: str) -> bool:
    """Whether what a tool gives back comes from the Journal, and so stands on paper."""
    return "journal" in tool.casefold()


def brief(tool: ToolUse) -> str:
    """What stands behind the title: a result that is short enough, or what went wrong."""
    first = next((line.strip() for line in tool.result.splitlines() if line.strip()), "")
    if tool.state is ToolState.FAILED:
        return first or "failed"
    whole = tool.result.strip()
    return whole if len(whole) <= BRIEF and "\n" not in whole else ""


class _Head(KeyboardFocus, QAbstractButton):
    """The line itself; a click opens and closes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tool = ToolUse("", "", "")
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._spinner = Spinner(theme, 12, self)
        self._spinner.hide()
        self.toggled.connect(self._name)
        theme.changed.connect(self._restyle)

    def show_tool(self, tool: ToolUse) -> None:
        """Shows how far the call came."""
        self._tool = tool
        self._spinner.setVisible(tool.state is ToolState.RUNNING)
        self._name()
        self._restyle()

    def _name(self) -> None:
        states = {ToolState.RUNNING: "running", ToolState.DONE: "done", ToolState.FAILED: "failed"}
        folded = "expanded" if self.isChecked() else "collapsed"
        self.setAccessibleName(
            f"Tool, {self._tool.title or self._tool.name}, {states[self._tool.state]}, {folded}"
        )
        self.setToolTip(tip(self._tool.name))

    def _restyle(self) -> None:
        self._place()
        self.update()

    def _place(self) -> None:
        width = QFontMetricsF(self._theme.font(Style.SMALL)).horizontalAdvance(self._title)
        x = min(TITLE_X + round(width) + 8, self.width() - 16)
        self._spinner.move(x, (self.height() - 12) // 2)

    @property
    def _title(self) -> str:
        return self._tool.title or self._tool.name

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, middle, over = self._theme, self.height() / 2, self.underMouse()
        caret = "ph.caret-down" if self.isChecked() else "ph.caret-right"
        icons.paint(painter, theme, caret, "text" if over else "text2", 1, middle - 6, 12)
        icons.paint(painter, theme, icon_of(self._tool.name), "text2", 19, middle - 7, 15)
        font = theme.font(Style.SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        failed = self._tool.state is ToolState.FAILED
        x, end = float(TITLE_X), self.width() - 4.0
        if self._tool.state is ToolState.RUNNING:
            end -= 20
        for text, role in (
            (self._title, "text" if over else "text2"),
            (brief(self._tool), "danger" if failed else "text3"),
        ):
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(end - x, 0))
            painter.setPen(theme.color(role))
            painter.drawText(QRectF(x, 0, end - x + 2, self.height()), align, cut)
            x += metrics.horizontalAdvance(cut) + 8
            if cut != text or x >= end:
                break
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(self.rect()), 5)
        painter.end()


class ToolLine(QWidget):
    """One call of a tool.

    Args:
        theme: colours and fonts.
        tool: the call as it stands.
    """

    def __init__(self, theme: Theme, tool: ToolUse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.tool = tool
        self._panel: Box | None = None
        self._texts: dict[str, CodeText] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head = _Head(theme, self)
        self.head.toggled.connect(self._toggle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self.head)
        self.head.show_tool(tool)

    def show_tool(self, tool: ToolUse) -> None:
        """Shows how far the call came."""
        if tool == self.tool:
            return
        changed = (tool.detail, tool.result) != (self.tool.detail, self.tool.result)
        self.tool = tool
        self.head.show_tool(tool)
        if self._panel is not None and changed:
            self._panel.hide()
            self._panel.deleteLater()
            self._panel = None
            self._toggle(self.head.isChecked())

    def _toggle(self, opened: bool) -> None:
        if opened and self._panel is None:
            self._panel = self._make_panel()
            self._column.addWidget(self._panel)
        if self._panel is not None:
            self._panel.setVisible(opened)

    def _make_panel(self) -> Box:
        fill = "paper" if from_journal(self.tool.name) else "sunken"
        panel = Box(self._theme, fill, border="line", radius=8, parent=self)
        column = QVBoxLayout(panel)
        column.setContentsMargins(14, 4, 6, 10)
        column.setSpacing(0)
        self._texts = {}
        nothing = "running…" if self.tool.state is ToolState.RUNNING else "nothing"
        for title, text in (
            (f"Arguments of {self.tool.name}", self.tool.detail or "none"),
            ("Result", self.tool.result or nothing),
        ):
            head = QHBoxLayout()
            head.setSpacing(8)
            head.addWidget(Line(self._theme, title, Style.CAPTION_HEAD, "text2"), 1)
            copy = CopyButton(self._theme, f"Copy {title.partition(' ')[0].casefold()}")
            copy.set_copied(text)
            head.addWidget(copy)
            column.addLayout(head)
            code = CodeText(self._theme, Style.MONO_EXACT, most=TALLEST, wraps=True, parent=panel)
            code.setAccessibleName(title)
            code.show_runs([Run(text, "text")])
            self._texts[title] = code
            column.addWidget(code)
        return panel
