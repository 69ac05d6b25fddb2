"""The composer: text, cost, send; what the next message adds is always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.context.cost import shown
from luminair.sessions.commands import PREFIX, Command, Run, Unknown, parse
from luminair.shell.actions import keys_of
from luminair.shell.panes.composer_edit import ComposerEdit
from luminair.shell.panes.slash_menu import SlashMenu
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.switch import Switch
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from luminair.context.block import Assembly

SETTLE_MS = 300
DRAFT_MS = 600
TOOL = Shape(height=28, pad=6, gap=6, icon=16, radius=6, style=Style.SMALL_MEDIUM)
SEND = Shape(height=28, pad=6, icon=15, radius=8)


class Composer(QWidget):
    """Where the owner writes.

    Signals:
        send_wanted: text to send.
        send_all_wanted: text to send to all panes.
        command_wanted: a slash command to run (a ``Run``).
        stop_wanted: the reply should stop.
        budget_wanted: Context budget should open.
        settled: the text has stopped changing; its cost may be worked out.
        draft_due: the text should be kept now.
        focused: the owner is here.
        all_panes_changed: the switch.
        recall_wanted: the last message should come back for editing.
        edit_ended: editing an earlier message was called off.
    """

    send_wanted = Signal(str)
    send_all_wanted = Signal(str)
    command_wanted = Signal(object)
    stop_wanted = Signal()
    budget_wanted = Signal()
    settled = Signal()
    draft_due = Signal()
    focused = Signal()
    all_panes_changed = Signal(bool)
    recall_wanted = Signal()
    edit_ended = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._streaming = self._stopping = False
        self._panes = 1
        self._leader = True
        self.frame = Box(theme, "field", border="line2", radius=10, parent=self)
        self.frame.setCursor(Qt.CursorShape.IBeamCursor)
        self.edit = ComposerEdit(theme, self.frame)
        self.menu = SlashMenu(theme, self.frame)
        self._notice = self._make_notice()
        self._tools = self._make_tools()
        inner = QVBoxLayout(self.frame)
        inner.setContentsMargins(14, 12, 10, 8)
        inner.setSpacing(6)
        inner.addWidget(self._notice)
        inner.addWidget(self.edit)
        inner.addWidget(self._tools)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(16, 4, 16, 15)
        outer.addWidget(self.frame)
        self._settle = self._timer(SETTLE_MS, self.settled)
        self._draft = self._timer(DRAFT_MS, self.draft_due)
        self._wire()
        self.set_cost(None)
        self._refresh()

    def _timer(self, interval: int, told: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(told)
        return timer

    def _make_notice(self) -> QWidget:
        bar = QWidget(self.frame)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Glyph(self._theme, "ph.info", "text3", 14))
        self._notice_label = Label(self._theme, "", Style.SMALL, "text2", wraps=True)
        row.addWidget(self._notice_label, 1)
        shape = Shape(height=24, pad=4, icon=14, radius=6)
        self._notice_close = icon_button(self._theme, "ph.x", "Dismiss", shape=shape)
        self._notice_close.clicked.connect(self._dismiss_notice)
        row.addWidget(self._notice_close)
        bar.hide()
        return bar

    def _make_tools(self) -> QWidget:
        theme = self._theme
        bar = QWidget(self.frame)
        bar.setCursor(Qt.CursorShape.ArrowCursor)
        shape = Shape(height=28, pad=5, radius=6, style=Style.MONO)
        self.slash = Button(theme, PREFIX, shape=shape, name="Show commands")
        self.slash.set_name("Show commands", "Show commands (//)")
        self.cost = Button(theme, "", icon="ph.book-open", shape=TOOL)
        self.all_panes = Switch(theme, "All panes", style=Style.SMALL)
        self._hint = Line(theme, "↩ send", Style.SMALL, "text3")
        self.send = Button(theme, icon="ph.arrow-up-bold", fill=Fill.FILLED, shape=SEND)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.slash)
        row.addWidget(self.cost)
        row.addStretch(1)
        row.addWidget(self.all_panes)
        row.addWidget(self._hint)
        row.addWidget(self.send)
        return bar

    def _wire(self) -> None:
        self.edit.typed.connect(self._typed)
        self.edit.entered.connect(self._enter)
        self.edit.entered_all.connect(self._enter_all)
        self.edit.focused.connect(self.focused)
        self.edit.recalled.connect(self.recall_wanted)
        self.edit.menu_key.connect(self.menu.take_key)
        self.menu.chosen.connect(self._run_chosen)
        self.menu.completed.connect(self._complete)
        self.slash.clicked.connect(self._begin_command)
        self.cost.clicked.connect(self.budget_wanted)
        self.send.clicked.connect(self._press)
        self.all_panes.toggled.connect(self.all_panes_changed)
        self.menu.installEventFilter(self)
        self.frame.installEventFilter(self)

    # What the pane tells it.

    @property
    def text(self) -> str:
        """What stands in it."""
        return self.edit.toPlainText()

    def set_draft(self, text: str, caret: int) -> None:
        """Puts a kept draft back."""
        self.edit.set_text(text, caret)
        self._draft.stop()
        self.menu.hide()

    def clear(self) -> None:
        """Empties it after the message is on disk."""
        self.edit.set_text("")
        self.menu.hide()

    def set_model(self, name: str) -> None:
        """Names the model in the placeholder."""
        self.edit.setPlaceholderText(f"Message {name}. Type // for commands.")
        self.edit.setAccessibleName(f"Message {name}")

    def set_current(self, current: bool) -> None:
        """The active pane's composer has the accent border."""
        self.frame.set_border("accent" if current else "line2")

    def set_streaming(self, streaming: bool, *, stopping: bool = False) -> None:
        """Send becomes Stop while a reply is coming."""
        self._streaming, self._stopping = streaming, stopping
        self._refresh()

    def set_panes(self, count: int, *, all_on: bool, leader: bool) -> None:
        """How many panes the window has, and whether this one sends to all."""
        self._panes, self._leader = count, leader or not all_on
        blocked = self.all_panes.blockSignals(True)
        self.all_panes.setChecked(all_on)
        self.all_panes.blockSignals(blocked)
        self._refresh()

    def set_cost(self, assembly: Assembly | None) -> None:
        """Shows what the Journal adds to the next message."""
        if assembly is None:
            self.cost.set_face("…")
            self.cost.set_name("Open Context budget")
            return
        if assembly.include_optional:
            riders = assembly.riders
            face = f"{shown(riders.tokens, riders.exact)} tokens"
        else:
            face = "rules and pins only"
        self.cost.set_face(face)
        about = "" if assembly.riders.exact else "about "
        self.cost.set_name(
            f"The Journal adds {about}{assembly.riders.tokens:,} tokens. Open Context budget",
            f"What the Journal adds. Open Context budget ({keys_of('context')})",
        )

    def set_cost_failed(self, sentence: str) -> None:
        """Says that the cost is not known because the Journal cannot be read."""
        self.cost.set_face("Journal not read")
        self.cost.set_name("Open Context budget", sentence)

    def say(self, text: str) -> None:
        """Shows one sentence above the text; '' takes it away."""
        self._notice_label.setText(text)
        self._notice.setVisible(bool(text))

    def take_focus(self) -> None:
        """Puts the caret here."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def flush_draft(self) -> None:
        """Asks for the draft to be kept now if a change is waiting."""
        if self._draft.isActive():
            self._draft.stop()
            self.draft_due.emit()

    # What the owner does.

    @Slot()
    def _typed(self) -> None:
        self._settle.start()
        self._draft.start()
        text = self.text
        parsed = parse(text)
        words = text[2:].split() if text.startswith(PREFIX) else []
        naming = len(words) <= 1 and "\n" not in text and not text[2:].endswith(" ")
        if parsed is not None and naming:
            self.menu.offer(text)
        else:
            self.menu.hide()
        self._refresh()

    def _refresh(self) -> None:
        leader = self._leader
        self.all_panes.setVisible(self._panes > 1)
        self.edit.setEnabled(leader)
        if self._streaming:
            self.send.set_fill(Fill.BORDERED)
            self.send.set_face(icon="ph.stop-fill")
            self.send.set_roles(icon="text")
            self.send.setEnabled(not self._stopping)
            self.send.set_name("Stop reply", f"Stop reply ({keys_of('stop')})")
            self._hint.set_text("Stopping…" if self._stopping else f"{keys_of('stop')} stop")
            return
        many = self.all_panes.isChecked() and self._panes > 1
        self.send.set_fill(Fill.FILLED)
        self.send.set_face(icon="ph.arrow-up-bold")
        name = f"Send to {self._panes} panes" if many else "Send message"
        self.send.set_name(name, f"{name} (↩)")
        self.send.setEnabled(leader and bool(self.text.strip()))
        if not leader:
            self._hint.set_text("Sends from pane 1")
        else:
            self._hint.set_text(f"↩ send to {self._panes} panes" if many else "↩ send")

    def _press(self) -> None:
        if self._streaming:
            self.stop_wanted.emit()
        else:
            self._enter()

    def _enter(self) -> None:
        text = self.text
        parsed = parse(text)
        match parsed:
            case Run():
                self._run(parsed)
            case Unknown(_, sentence):
                self.say(sentence)
            case None if not text.strip() or self._streaming:
                pass
            case None:
                many = self.all_panes.isChecked() and self._panes > 1
                (self.send_all_wanted if many else self.send_wanted).emit(text)

    def _enter_all(self) -> None:
        if self.text.strip() and parse(self.text) is None:
            self.send_all_wanted.emit(self.text)

    def _run_chosen(self, command: Command) -> None:
        parsed = parse(self.text)
        argument = parsed.argument if isinstance(parsed, Run) else ""
        if command.missing and not argument:
            self._complete(command)
            return
        self._run(Run(command, argument))

    def _run(self, run: Run) -> None:
        if run.missing:
            self._complete(run.command)
            self.say(run.missing)
            return
        self.say("")
        self.clear()
        self.command_wanted.emit(run)

    def _complete(self, command: Command) -> None:
        self.edit.set_text(f"{PREFIX}{command.name}{' ' if command.argument else ''}")
        self.take_focus()

    def _begin_command(self) -> None:
        if not self.text.strip():
            self.edit.set_text(PREFIX)
        self.take_focus()
        if self.text.startswith(PREFIX):
            self._typed()
        else:
            self.say("Commands stand at the start of a message; empty the composer first.")

    def _dismiss_notice(self) -> None:
        self.say("")
        self.edit_ended.emit()
        self.take_focus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.menu and kind in {QEvent.Type.Show, QEvent.Type.Hide}:
            self.edit.set_menu_open(kind == QEvent.Type.Show)
        elif watched is self.frame and kind == QEvent.Type.MouseButtonPress:
            self.take_focus()
        return super().eventFilter(watched, event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.menu.hide()
        super().hideEvent(event)
