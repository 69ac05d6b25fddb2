"""The composer: text, files, cost, send; what the next message adds is always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from luminair.sessions.commands import PREFIX, Command, Run, Unknown, parse
from luminair.shell.panes.chips import Chips
from luminair.shell.panes.composer_bars import Bar
from luminair.shell.panes.composer_edit import ComposerEdit
from luminair.shell.panes.composer_tools import ComposerTools
from luminair.shell.panes.following import side_margin
from luminair.shell.panes.queue_view import QueueView
from luminair.shell.panes.slash_menu import SlashMenu
from luminair.shell.parts.box import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent, QResizeEvent

    from luminair.context.block import Assembly
    from luminair.shell.panes.targets import Target
    from luminair.shell.theme import Theme

SETTLE_MS = 300
DRAFT_MS = 600
INSET = 6
"""How far a tool's icon stands inside its button; so it begins where the text begins."""


class Composer(QWidget):
    """Where the owner writes.

    Attributes:
        queue: the messages that wait, above the field.
        chips: the files of the next message.
        notice: a sentence about what was just asked for.
        editing: says what sending will replace, while an earlier message is edited.
        warning: what is amiss with the message as it stands.

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
        target_picked: number of a pane from 0, and whether messages to several go there.
        recall_wanted: the last message should come back for editing.
        edit_ended: editing an earlier message was called off.
        attach_wanted: the owner wants to choose files.
        brought: files or a picture were pasted or dropped (the ``QMimeData``).
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
    target_picked = Signal(int, bool)
    recall_wanted = Signal()
    edit_ended = Signal()
    attach_wanted = Signal()
    brought = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._streaming = self._stopping = self._current = False
        self._panes = self._goes_to = 1
        self._leader = True
        self._of_text = ""
        self.queue = QueueView(theme, self)
        self.frame = Box(theme, "field", border="line2", radius=10, parent=self)
        self.frame.setCursor(Qt.CursorShape.IBeamCursor)
        self.notice = Bar(theme, "ph.info", close="Dismiss", parent=self.frame)
        self.editing = Bar(
            theme, "ph.pencil-simple", "accent", close="Stop editing", parent=self.frame
        )
        self.warning = Bar(theme, "ph.warning-circle-fill", "warn", parent=self.frame)
        self.chips = Chips(theme, removable=True, parent=self.frame)
        self.edit = ComposerEdit(theme, self.frame)
        self.menu = SlashMenu(theme, self.frame)
        self.tools = ComposerTools(theme, self.frame)
        inner = QVBoxLayout(self.frame)
        inner.setContentsMargins(14 - INSET, 14, 10, 9)
        inner.setSpacing(14)
        above = QVBoxLayout()
        above.setContentsMargins(INSET, 0, 0, 0)
        above.setSpacing(6)
        for part in (self.notice, self.editing, self.warning, self.chips, self.edit):
            above.addWidget(part)
        inner.addLayout(above)
        inner.addWidget(self.tools)
        self._outer = outer = QVBoxLayout(self)
        outer.setSpacing(6)
        outer.addWidget(self.queue)
        outer.addWidget(self.frame)
        self._settle = self._timer(SETTLE_MS, self.settled)
        self._draft = self._timer(DRAFT_MS, self.draft_due)
        self._wire()
        theme.follow(self._fit)
        self._refresh()

    def _timer(self, interval: int, told: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(told)
        return timer

    def _wire(self) -> None:
        edit, tools = self.edit, self.tools
        edit.typed.connect(self._typed)
        edit.entered.connect(self._enter)
        edit.entered_all.connect(self._enter_all)
        edit.focused.connect(self.focused)
        edit.recalled.connect(self.recall_wanted)
        edit.escaped.connect(self._escape)
        edit.brought.connect(self.brought)
        edit.menu_key.connect(self.menu.take_key)
        self.menu.chosen.connect(self._run_chosen)
        self.menu.completed.connect(self._complete)
        self.notice.closed.connect(self._dismiss_notice)
        self.editing.closed.connect(self._end_edit)
        tools.attach.clicked.connect(self.attach_wanted)
        tools.slash.clicked.connect(self._begin_command)
        tools.cost.clicked.connect(self.budget_wanted)
        tools.send.clicked.connect(self._press)
        tools.all_panes.toggled.connect(self.all_panes_changed)
        tools.targets.picked.connect(self.target_picked)
        self.menu.installEventFilter(self)
        self.frame.installEventFilter(self)

    # What the pane tells it.

    @property
    def text(self) -> str:
        """What stands in it."""
        return self.edit.toPlainText()

    def set_draft(self, text: str, caret: int | None = None) -> None:
        """Puts a text in, such as a kept draft."""
        self.edit.set_text(text, caret)
        self._draft.stop()
        self.menu.hide()

    def set_model(self, name: str) -> None:
        """Names the model in the placeholder."""
        self.edit.set_hint(f"Message {name}. Type // for commands.")
        self.edit.setAccessibleName(f"Message {name}")

    def set_current(self, current: bool) -> None:
        """The active pane's composer has the accent border."""
        self._current = current
        self.set_target(False)

    def set_target(self, over: bool) -> None:
        """While files hang over the pane the border says that they may be dropped."""
        self.frame.set_border("accent" if self._current or over else "line2")

    def set_streaming(self, streaming: bool, *, stopping: bool = False) -> None:
        """Send becomes Stop while a reply is coming."""
        self._streaming, self._stopping = streaming, stopping
        self._refresh()

    def set_panes(
        self, count: int, *, all_on: bool, leader: bool, targets: Sequence[Target] = ()
    ) -> None:
        """How many panes the window has, and whether this one sends to those that are chosen."""
        self._panes, self._leader = count, leader or not all_on
        self._goes_to = sum(each.chosen or each.own for each in targets) if targets else count
        self.tools.show_targets(targets)
        switch = self.tools.all_panes
        blocked = switch.blockSignals(True)
        switch.setChecked(all_on)
        switch.blockSignals(blocked)
        self._refresh()

    def set_cost(self, assembly: Assembly | None) -> None:
        """Shows what the Journal adds to the next message."""
        self.tools.set_cost(assembly)

    def set_cost_failed(self, sentence: str) -> None:
        """Says that the cost is not known because the Journal cannot be read."""
        self.tools.set_cost_failed(sentence)

    def say(self, text: str) -> None:
        """Shows one sentence above the text; '' takes it away."""
        self.notice.say(text)

    def take_focus(self) -> None:
        """Puts the caret here."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def flush_draft(self) -> None:
        """Asks for the draft to be kept now if a change is waiting."""
        self.queue.finish_edit()
        if self._draft.isActive():
            self._draft.stop()
            self.draft_due.emit()

    def files_changed(self) -> None:
        """Other files go with the message now."""
        self._settle.start()
        self._draft.start()
        self._refresh()

    # What the owner does.

    @Slot()
    def _typed(self) -> None:
        self._settle.start()
        self._draft.start()
        if self._of_text and self._of_text == self.notice.text:
            self.say("")  # it spoke of the text as it was
        text = self.text
        parsed = parse(text)
        words = text[2:].split() if text.startswith(PREFIX) else []
        naming = len(words) <= 1 and "\n" not in text and not text[2:].endswith(" ")
        if parsed is not None and naming:
            self.menu.offer(text)
        else:
            self.menu.hide()
        self._refresh()

    @property
    def _filled(self) -> bool:
        return bool(self.text.strip() or self.chips.chips)

    @property
    def _to_all(self) -> bool:
        return self.tools.all_panes.isChecked() and self._panes > 1

    def _refresh(self) -> None:
        self.tools.all_panes.setVisible(self._panes > 1)
        self.edit.setEnabled(self._leader)
        self.tools.set_leader(self._leader)
        if self._streaming:
            self.tools.show_stop(stopping=self._stopping, queues=self._filled)
        else:
            panes = self._goes_to if self._to_all else 1
            self.tools.show_send(panes, enabled=self._filled, leader=self._leader)
        self.tools.place()

    def _press(self) -> None:
        if self._streaming:
            self.stop_wanted.emit()
        else:
            self._enter()

    def _enter(self) -> None:
        parsed = parse(self.text)
        match parsed:
            case Run():
                self._run(parsed)
            case Unknown(_, sentence):
                self._say_of_text(sentence)
            case None if self._filled:
                (self.send_all_wanted if self._to_all else self.send_wanted).emit(self.text)
            case None:
                pass

    def _enter_all(self) -> None:
        if self._filled and parse(self.text) is None:
            self.send_all_wanted.emit(self.text)

    def _escape(self) -> None:
        if self.editing.text:
            self._end_edit()

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
            self._say_of_text(run.missing)
            return
        self.say("")
        self.set_draft("")
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
            self._say_of_text("Commands stand at the start of a message; empty the composer first.")

    def _say_of_text(self, sentence: str) -> None:
        """Says what is amiss with the text; the next letter takes it away."""
        self._of_text = sentence
        self.say(sentence)

    def _dismiss_notice(self) -> None:
        self.say("")
        self.take_focus()

    def _end_edit(self) -> None:
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

    @Slot()
    def _fit(self) -> None:
        """As wide as the transcript above it, and a little more on both sides."""
        side = side_margin(self._theme, self.width(), 16)
        self._outer.setContentsMargins(side, 4, side, 15)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.menu.hide()
        super().hideEvent(event)
