"""What stands under an answer: what it used, what to do with it, how it ended."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from luminair.lanes.lane import WayOn
from luminair.messages import MessageState
from luminair.shell.actions import keys_of
from luminair.shell.failures import worded
from luminair.shell.panes.message_frame import SMALL_ICON
from luminair.shell.panes.usage_words import spoken_usage, usage_words
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.states import Card, Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.lanes.lane import LaneKind
    from luminair.messages import Message
    from luminair.shell.panes.message_frame import Deed

WAYS = {
    WayOn.SETTINGS: "Settings…",
    WayOn.CHOOSE_LANE: "Switch lane…",
    WayOn.CONTEXT: "Open Context budget",
}
"""What the button of a way on says; RETRY is always there."""
_TICK_MS = 1000


class FailureCard(Card):
    """What went wrong, what is safe, and the ways on.

    Args:
        theme: colours and fonts.
        note: the sentence; its first part is the title.
        way_on: the step that the lane proposes, or None.
        retry_after_s: when trying again makes sense, None where nobody said.
        offers: whether anything can be done here; False for an older answer.

    Signals:
        retry_wanted: the message should be sent again.
        way_wanted: another way on was chosen.
    """

    retry_wanted = Signal()
    way_wanted = Signal(object)

    def __init__(
        self,
        theme: Theme,
        note: str,
        way_on: WayOn | None,
        retry_after_s: float | None,
        *,
        offers: bool,
        parent: QWidget | None = None,
    ) -> None:
        note = worded(note)
        title, _, rest = note.partition(". ")
        buttons: list[Button] = []
        # A lane that did not answer may answer now; what must be set or cut first comes first.
        leads = way_on in WAYS and way_on is not WayOn.CHOOSE_LANE
        if offers and way_on is not None and way_on in WAYS:
            buttons.append(_button(theme, WAYS[way_on], Fill.FILLED if leads else Fill.BORDERED))
            buttons[0].clicked.connect(lambda: self.way_wanted.emit(way_on))
        if offers:
            retry = _button(theme, "Retry", Fill.BORDERED if leads else Fill.FILLED)
            retry.set_name("Retry", f"Send the message again ({keys_of('retry')})")
            retry.clicked.connect(self._retry)
            buttons.insert(len(buttons) if leads else 0, retry)
        title, keys = title.removesuffix("."), keys_of("retry") if offers else ""
        icon, role = _icon(way_on), "warn" if way_on is WayOn.CONTEXT else "danger"
        super().__init__(theme, icon, role, title, rest, buttons, keys=keys, parent=parent)
        self.setAccessibleName(note)
        self.buttons = tuple(buttons)
        self._rest = rest
        self._due = QDeadlineTimer(round((retry_after_s or 0) * 1000))
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._count)
        if offers and retry_after_s is not None and retry_after_s > 0:
            self._tick.start()
            self._count()

    def _retry(self) -> None:
        self.retry_wanted.emit()

    def _count(self) -> None:
        """Says how long there is to wait; the button works all the same."""
        left = math.ceil(self._due.remainingTime() / 1000)
        said = (
            f"Trying again makes sense in {left} s." if left > 0 else "It can be tried again now."
        )
        self.line.setText(" ".join(part for part in (self._rest, said) if part))
        self.line.show()
        if left <= 0:
            self._tick.stop()


def _button(theme: Theme, text: str, fill: Fill) -> Button:
    shape = Shape(height=26, pad=9, style=Style.SMALL_MEDIUM)
    return Button(theme, text, fill=fill, shape=shape)


def _icon(way_on: WayOn | None) -> str:
    if way_on is WayOn.CHOOSE_LANE:
        return "ph.wifi-slash"
    if way_on is WayOn.CONTEXT:
        return "ph.hourglass-medium"
    return "ph.key" if way_on is WayOn.SETTINGS else "ph.warning-circle-fill"


FOOT_HEIGHT = 28
"""Of a foot that holds one row."""


class AnswerFoot(QWidget):
    """The foot of one answer.

    Args:
        theme: colours and fonts.
        message: the answer as it ended.
        kind: of its lane.
        deeds: what can be done with it, a button each; () for an older answer.
        way_on: what to offer after a failure.
        retry_after_s: when trying again makes sense.
        last: whether it is the last answer.

    Signals:
        retry_wanted, way_wanted: as of :class:`FailureCard`.
    """

    retry_wanted = Signal()
    way_wanted = Signal(object)

    def __init__(
        self,
        theme: Theme,
        message: Message,
        kind: LaneKind | None,
        deeds: Sequence[Deed],
        *,
        way_on: WayOn | None = None,
        retry_after_s: float | None = None,
        last: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.card: FailureCard | None = None
        self.usage = self._usage_line(message, kind)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        if message.state is MessageState.STOPPED:
            column.addSpacing(4)  # the last line's descenders keep off the hairline
            column.addWidget(Hairline(theme))
            column.addLayout(self._stopped(message.note, last=last))
        elif message.state is MessageState.FAILED:
            self.card = FailureCard(theme, message.note, way_on, retry_after_s, offers=last)
            self.card.retry_wanted.connect(self.retry_wanted)
            self.card.way_wanted.connect(self.way_wanted)
            column.addWidget(self.card)
        if deeds or self.usage is not None:
            column.addLayout(self._row(deeds))

    def _usage_line(self, message: Message, kind: LaneKind | None) -> Line | None:
        words = "" if message.usage is None else usage_words(message.usage, kind)
        if message.usage is None or not words:
            return None
        line = Line(self._theme, words, Style.CAPTION, "text3")
        line.setAccessibleName(spoken_usage(message.usage))
        return line

    def _row(self, deeds: Sequence[Deed]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for deed in deeds:
            button = icon_button(self._theme, deed.icon, deed.verb, shape=SMALL_ICON)
            deed.wire(self._theme, button)
            row.addWidget(button)
        if self.usage is not None:
            row.addSpacing(4 if deeds else 0)
            row.addWidget(self.usage, 1, Qt.AlignmentFlag.AlignVCenter)
        else:
            row.addStretch(1)
        return row

    def _stopped(self, note: str, *, last: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Glyph(self._theme, "ph.stop-circle", "text3", 15))
        row.addWidget(Label(self._theme, worded(note), Style.SMALL, "text2", wraps=True), 1)
        if last:
            go_on = _button(self._theme, "Continue", Fill.BORDERED)
            go_on.set_name("Continue", "Ask the model to go on where it was stopped")
            go_on.clicked.connect(lambda: self.way_wanted.emit(WayOn.GO_ON))
            retry = _button(self._theme, "Retry", Fill.BORDERED)
            retry.clicked.connect(self.retry_wanted)
            row.addWidget(go_on)
            row.addWidget(retry)
        return row
