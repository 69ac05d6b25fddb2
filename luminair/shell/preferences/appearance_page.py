"""Settings, Appearance: light or dark, text, lists, accent, movement, notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from luminair.config.releases import built_in_feed
from luminair.config.settings import setting
from luminair.shell.actions import keys_of
from luminair.shell.keys import APPLE
from luminair.shell.parts.focus import KeyboardFocus, draw_ring
from luminair.shell.parts.switch import Switch
from luminair.shell.parts.text import Line
from luminair.shell.preferences.changes import choice_row, segments_row, switch_row
from luminair.shell.preferences.fields import Slider
from luminair.shell.preferences.rows import Group, Page, Row
from luminair.shell.theme import DARK, LIGHT, Choice, Style, Theme, Tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.shell.preferences.changes import Changes

CARD = QSize(126, 104)
PICTURE = QSize(126, 76)
_MAC = "Mac" if APPLE else "system"
_CHOICES = ((Choice.SYSTEM, f"Match the {_MAC}"), (Choice.LIGHT, "Light"), (Choice.DARK, "Dark"))


class _Card(KeyboardFocus, QAbstractButton):
    """A small picture of the window in one theme, or half and half."""

    def __init__(self, theme: Theme, choice: Choice, name: str) -> None:
        super().__init__()
        self._theme, self._choice = theme, choice
        self.setCheckable(True)
        self.setText(name)
        self.setAccessibleName(name)
        self.setFixedSize(CARD)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        frame = QRectF(1, 1, PICTURE.width() - 2, PICTURE.height() - 2)
        halves: list[tuple[Tokens, QRectF]] = [(LIGHT, frame), (DARK, frame)]
        if self._choice is Choice.SYSTEM:
            halves[1] = (DARK, frame.adjusted(frame.width() / 2, 0, 0, 0))
        else:
            halves = [(LIGHT if self._choice is Choice.LIGHT else DARK, frame)]
        round_frame = QPainterPath()
        round_frame.addRoundedRect(frame, 8, 8)
        for tokens, part in halves:
            painter.save()
            painter.setClipPath(round_frame)
            painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
            self._picture(painter, tokens, frame, part, alone=len(halves) == 1)
            painter.restore()
        on = self.isChecked()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent" if on else "line2"), 2 if on else 1))
        painter.drawRoundedRect(frame, 8, 8)
        if self.ring_shown:
            draw_ring(painter, theme, QRectF(self.rect()), 10)
        painter.setFont(theme.font(Style.BODY_BOLD if on else Style.BODY))
        painter.setPen(theme.color("text" if on else "text2"))
        under = QRectF(0, PICTURE.height(), CARD.width(), CARD.height() - PICTURE.height())
        painter.drawText(under, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

    @staticmethod
    def _picture(
        painter: QPainter, tokens: Tokens, frame: QRectF, part: QRectF, *, alone: bool
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens["surface"]))
        painter.drawRoundedRect(frame, 8, 8)
        left = part.left() + 12
        if alone:  # there is room for the sidebar too
            painter.setBrush(QColor(tokens["window"]))
            painter.drawRect(QRectF(frame.left(), frame.top(), 36, frame.height()))
            left += 34
        for top, width, role in ((14, 36, "text"), (26, 26, "text3"), (37, 31, "text3")):
            painter.setBrush(QColor(tokens[role]))
            painter.drawRoundedRect(QRectF(left, top, width, 4), 2, 2)
        painter.setBrush(QColor(tokens["accent"]))
        painter.drawRoundedRect(QRectF(left, 50, 26, 10), 3, 3)


class AppearancePage(Page):
    """Light or dark, text, lists, accent, movement, notifications.

    Args:
        theme: colours and fonts.
        changes: keeps what is chosen.

    Signals:
        look_wanted: a :class:`Choice`; the main window shows and keeps it.
        text_size_wanted: points; the main window shows and keeps them.
    """

    look_wanted = Signal(object)
    text_size_wanted = Signal(int)

    def __init__(self, theme: Theme, changes: Changes, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Appearance", parent=parent)
        size = setting("appearance.text_size")
        self._size = size
        cards = QWidget()
        cards.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(cards)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(18)
        self.cards = QButtonGroup(self)
        for number, (choice, name) in enumerate(_CHOICES):
            card = _Card(theme, choice, name)
            self.cards.addButton(card, number)
            row.addWidget(card)
        row.addStretch(1)
        self.cards.idClicked.connect(lambda at: self.look_wanted.emit(_CHOICES[at][0]))
        self.slider = Slider(theme, "Text size", size.least, size.most)
        self.slider.valueChanged.connect(self.text_size_wanted)
        self._points = Line(theme, "", Style.BODY, "text2")
        self._points.setFixedWidth(44)
        keys = f"Also {keys_of('bigger')} and {keys_of('smaller')}."
        group = Group(theme)
        group.add(Row(theme, "Text size", keys, [self._points, self.slider]))
        fonts = {"serif": "Serif", "system": "System font"}
        group.add(segments_row(theme, changes, "appearance.page_font", "Journal page", fonts))
        rows = {"comfortable": "Comfortable", "compact": "Compact"}
        group.add(segments_row(theme, changes, "appearance.density", "Lists", rows))
        accent, blue = f"Use the {_MAC} accent colour", "Off keeps the ink blue."
        group.add(switch_row(theme, changes, "appearance.system_accent", accent, blue))
        motion = {"system": f"As the {_MAC} is set", "less": "Less", "full": "All"}
        group.add(
            choice_row(
                theme,
                changes,
                "appearance.motion",
                "Movement",
                motion,
                "With less, panels and folds appear at once and nothing turns.",
            )
        )
        calls = Group(theme)
        when = {
            "all": "Replies and questions",
            "questions": "Questions only",
            "off": "Never",
        }
        calls.add(
            choice_row(
                theme,
                changes,
                "attention.notify",
                "Notify me",
                when,
                "Only where you do not see the pane. A click on the notification brings it.",
            )
        )
        self.add(cards)
        self.add(group)
        self.add(calls)
        self.add(self._newer(theme, changes))
        theme.changed.connect(self.look)
        self.look()

    def _newer(self, theme: Theme, changes: Changes) -> Group:
        """The one switch for newer versions; without a page to ask it cannot be turned on."""
        hint = setting("updates.check").sentence + " Nothing is downloaded."
        row = switch_row(theme, changes, "updates.check", "Say when a newer version is out", hint)
        (self.newer,) = row.findChildren(Switch)
        if not (changes.settings.text("updates.feed") or built_in_feed()):
            self.newer.setEnabled(changes.settings.on("updates.check"))
            row.set_hint("This copy was made from a checkout, which has no releases to ask for.")
        group = Group(theme)
        group.add(row)
        return group

    @override
    def look(self) -> None:
        at = next(at for at, (choice, _) in enumerate(_CHOICES) if choice is self._theme.choice)
        self.cards.button(at).setChecked(True)
        self.slider.blockSignals(True)
        self.slider.setValue(self._theme.text_size)
        self.slider.blockSignals(False)
        self._points.set_text(f"{self._theme.text_size} pt")
