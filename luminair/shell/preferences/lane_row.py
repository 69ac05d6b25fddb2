"""One lane in the settings: what it is, whether it can answer, its key, and where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.lanes.lane import LaneKind
from luminair.shell import icons
from luminair.shell.failures import worded
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, icon_button
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from luminair.lanes.lane import LaneInfo

TILE = 36
NAME, STATE, BUTTON = 150, 150, 108
"""How a state ends that sends the owner here …"""
IN_SETTINGS = "choose its place in Settings."
"""… or to a field of this row."""
_MOST_NAMED = 3


class Tile(QWidget):
    """The lane's icon on a small square."""

    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        self.setFixedSize(TILE, TILE)
        theme.repaints(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("line"))
        painter.setBrush(self._theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        icons.paint(painter, self._theme, self._icon, "text2", 9, 9, 18)
        painter.end()


class Dot(QWidget):
    """Whether the lane can answer; the words beside it say so too."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._role = theme, "ok"
        self.setFixedSize(12, 16)
        theme.repaints(self)

    def set_role(self, role: str) -> None:
        """Fills the dot; where nothing is known or found it draws its edge alone."""
        self._role = role
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color(self._role))
        if self._role != "text3":
            painter.setBrush(self._theme.color(self._role))
        painter.drawEllipse(QRectF(2, 4.5, 7, 7))
        painter.end()


class LaneRow(QWidget):
    """A lane with its state; what can be set unfolds below it.

    Signals:
        look_wanted: the lane should be asked what it can do now.
        unfolded: the details are to be seen.
    """

    look_wanted = Signal()
    unfolded = Signal()

    def __init__(
        self,
        theme: Theme,
        info: LaneInfo,
        details: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = Line(theme, info.title, Style.PANE_TITLE)
        self.models = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self.state = Label(theme, "", Style.BODY, "text", wraps=True)
        self.key = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self.key.hide()
        self.when = Label(theme, "", Style.CAPTION, "text3")
        self._dot, self._spinner = Dot(theme), Spinner(theme, 12)
        self.again = Button(theme, "Look again", fill=Fill.BORDERED)
        self.again.setVisible(info.kind is not LaneKind.EMBEDDED)
        self.again.setMinimumWidth(BUTTON)
        self.again.clicked.connect(self._press)
        self._lacks = ""
        self._info, self._looking, self._keyless, self._asked = info, False, False, False
        self.fold = icon_button(theme, "ph.caret-right", f"Show what can be set for {info.title}")
        self.fold.clicked.connect(self._toggle)
        self.details = details
        row = QHBoxLayout()
        row.setContentsMargins(16, 11, 12, 11)
        row.setSpacing(12)
        row.addWidget(Tile(theme, info.kind.icon))
        row.addLayout(self._words(), 5)
        row.addLayout(self._states(), 6)
        row.addWidget(self.again)
        row.addWidget(self.fold)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        self._name = info.title
        for button in (self.again, self.fold):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # the states of all rows stand in one column
            button.setSizePolicy(policy)
        if details is None:
            self.fold.hide()
        else:
            inside = Box(theme, "raised")
            below = QVBoxLayout(inside)
            below.setContentsMargins(48, 4, 0, 8)
            below.addWidget(details)
            inside.hide()
            self._inside = inside
            column.addWidget(inside)
        self.show_info(info, looking=False)

    def _words(self) -> QVBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.models)
        words.addStretch(1)
        self.title.setMinimumWidth(NAME)
        return words

    def _states(self) -> QVBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._dot)
        line.addWidget(self._spinner)
        line.addWidget(self.state, 1)
        self.state.setMinimumWidth(STATE)
        under = QHBoxLayout()
        under.setContentsMargins(18, 0, 0, 0)
        under.addWidget(self.key, 1)
        under.addWidget(self.when)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        column.addLayout(line)
        column.addLayout(under)
        column.addStretch(1)
        return column

    @property
    def open(self) -> bool:
        """Whether the details are unfolded."""
        return self.details is not None and not self._inside.isHidden()

    def show_info(self, info: LaneInfo, *, looking: bool, at: str = "") -> None:
        """Shows the lane as it is known now.

        Args:
            info: what the roster knows.
            looking: whether it is being asked at this moment.
            at: when it was last asked, short, or ''.
        """
        named = [model.title for model in info.models[:_MOST_NAMED] if model.title != info.title]
        more = len(info.models) - _MOST_NAMED
        always = info.ready and info.kind is LaneKind.EMBEDDED
        self.models.setText(", ".join(named) + (f" and {more} more" if more > 0 else ""))
        if always and not named:
            self.models.setText(info.state)
        self.models.setVisible(bool(self.models.text()))
        self._dot.setVisible(not looking)
        self._spinner.setVisible(looking)
        self.when.setText(f"Looked at {at}" if at else "")
        self.when.setVisible(bool(at))
        self._info, self._looking, self._asked = info, looking, bool(at)
        self._say("Always ready" if always and not named else "")

    def _say(self, always: str = "") -> None:
        """Says how the lane stands, and offers what helps."""
        info, looking = self._info, self._looking
        lacks = info.lacks or ("key" if self._keyless and not info.ready else "")
        state = always or info.short_state.replace(IN_SETTINGS, "choose its place below.")
        said = f"No {lacks}" if lacks else state
        self._lacks = lacks if self.details is not None else ""
        verb = f"Add {self._lacks}…" if self._lacks else "Look again"
        self.again.set_face(verb)
        what = "Look again whether {} can answer" if verb == "Look again" else verb + " for {}"
        self.again.set_name(what.format(info.title))
        self.state.setText("Looking…" if looking else worded(said))
        role = "text2" if looking else self._role(lacks)
        self._dot.set_role("text3" if role == "text2" else role)
        self.state.set_role(role)
        self.again.setEnabled(not looking)

    def _role(self, lacks: str) -> str:
        """The colour of how the lane stands: what was found and fails is no longer grey."""
        info = self._info
        if info.ready:
            return "ok"
        if lacks or not self._asked:
            return "text2"
        if info.here:
            return "warn"  # it is there, and nobody is logged in yet
        return "danger" if info.kind is LaneKind.API else "text2"

    def show_key(self, words: str) -> None:
        """Says where the lane's key is."""
        self.key.setText(words)
        self.key.setVisible(words not in {"", "No key"})  # of a missing key the state tells
        if self._keyless != (words == "No key"):
            self._keyless = words == "No key"
            self._say()

    def unfold(self) -> None:
        """Shows what can be set."""
        if not self.open:
            self._toggle()

    def _press(self) -> None:
        """Asks the lane; where something must be set first it leads there."""
        if not self._lacks:
            self.look_wanted.emit()
            return
        self.unfold()
        field = self._inside.findChild(QLineEdit)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle(self) -> None:
        if self.details is None:
            return
        shown = not self.open
        self._inside.setVisible(shown)
        self.fold.set_face(icon="ph.caret-down" if shown else "ph.caret-right")
        self.fold.set_name(f"{'Hide' if shown else 'Show'} what can be set for {self._name}")
        if shown:
            self.unfolded.emit()
