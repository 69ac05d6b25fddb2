"""The top of a note in Edit: its title and its properties, each changed where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.journal import Kind, Scope, State
from luminair.shell import icons
from luminair.shell.journal.rows import kind_key, kind_name
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.switch import Switch
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent

    from luminair.journal import Note
    from luminair.shell.journal.reading import Opened
    from luminair.shell.theme import Theme

_SHAPE = Shape(height=28, pad=9, gap=6, icon=14, style=Style.SMALL_MEDIUM)
_KINDS = (
    (Kind.RULE, "Rule"),
    (Kind.NOTE, "Note"),
    (Kind.DOC, "Doc"),
    (Kind.ASK, "Ask"),
    (Kind.RULEDOUT, "Dead end"),
)
HIGH = 44


@dataclass(frozen=True, slots=True)
class Covers:
    """Who sees a note: a scope, and the project's folder of a folder note."""

    scope: Scope
    cwd: str = ""


class _Title(QLineEdit):
    """The title; Esc puts the one of before back."""

    given_up = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


class EditStrip(QWidget):
    """Title, kind, scope and pin of the note that is edited.

    Args:
        theme: colours and fonts.

    Attributes:
        row: kind, scope and pin, below the title.

    Signals:
        title_set: another title.
        kind_set: another :class:`Kind`.
        covers_set: others see it: :class:`Covers`.
        folder_wanted: a project folder is to be chosen for it.
        pin_set: whether it is pinned.
        left: Return or Down in the title: on to the text.
    """

    title_set = Signal(str)
    kind_set = Signal(object)
    covers_set = Signal(object)
    folder_wanted = Signal()
    pin_set = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._note: Note | None = None
        self._folders: Sequence[tuple[str, str]] = ()
        self.title = _Title(self)
        self.title.setFrame(False)
        self.title.setAccessibleName("Title")
        self.title.setTextMargins(-2, 0, 0, 0)  # Qt's own margin: the title lines up with the text
        self.title.setPlaceholderText("Title")
        self.title.setStyleSheet("background: transparent; border: none; padding: 0;")
        self.kind = Button(
            theme, "", icon="ph.note", fill=Fill.BORDERED, shape=_SHAPE, caret=True, role="knote"
        )
        self.kind.set_menu(self._kinds)
        self.covers = Button(theme, "", fill=Fill.BORDERED, shape=_SHAPE, caret=True)
        self.covers.set_menu(self._scopes)
        self.pinned = Switch(theme, "Pinned", style=Style.SMALL)
        self.said = Line(theme, "", Style.CAPTION, "text2")
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.kind)
        row.addWidget(self.covers)
        row.addSpacing(8)
        row.addWidget(self.pinned)
        row.addSpacing(16)
        row.addStretch(1)
        row.addWidget(self.said, 0, Qt.AlignmentFlag.AlignVCenter)
        self.row = QWidget(self)
        self.row.setFixedHeight(HIGH)
        self.row.setLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 20, 0, 1)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.row)
        self.title.editingFinished.connect(self.finish)
        self.title.returnPressed.connect(self.left)
        self.title.given_up.connect(self._put_title_back)
        self.pinned.toggled.connect(self.pin_set)
        theme.follow(self._restyle)

    def show_note(self, opened: Opened, folders: Sequence[tuple[str, str]]) -> None:
        """Shows a note's properties; a title that is being typed stays.

        Args:
            opened: the note.
            folders: name and path of the projects to choose from.
        """
        before, self._note, self._folders = self._note, opened.note, folders
        note = opened.note
        if before is None or before.path != note.path or not self.title.isModified():
            self.title.setText(note.title)
        key = kind_key(note)
        self.kind.set_face(icon=icons.KIND_ICONS[key], text=kind_name(note))
        self.kind.set_roles(icon=icons.KIND_ROLES[key], text=icons.KIND_ROLES[key])
        self.kind.set_name(f"Kind: {kind_name(note)}")
        words = {
            Scope.GLOBAL: "Everywhere",
            Scope.FOLDER: f"Folder: {opened.project}" if opened.project else "Folder",
            Scope.SESSION: "Session",
        }[note.scope]
        self.covers.set_face(text=words)
        self.covers.set_name(f"Who sees it: {words}")
        self.pinned.blockSignals(True)
        self.pinned.setChecked(note.pinned)
        self.pinned.blockSignals(False)
        self.said.set_text(_said(opened))

    def _kinds(self) -> QMenu:
        chosen = self._note.kind if self._note is not None else None
        menu = make_menu(self._theme, self.kind)
        group = QActionGroup(menu)
        for kind, name in _KINDS:
            action = _choice(menu, group, name, chosen is kind)
            action.setIcon(icons.icon(self._theme, icons.KIND_ICONS[kind.value]))
            action.triggered.connect(_told(self.kind_set.emit, kind))
        return menu

    def _scopes(self) -> QMenu:
        note = self._note
        menu = make_menu(self._theme, self.covers)
        group = QActionGroup(menu)
        if note is None:
            return menu
        here = Covers(note.scope, note.cwd if note.scope is Scope.FOLDER else "")
        choices = [("Everywhere", Covers(Scope.GLOBAL))]
        if note.session:
            choices.append(("Only its session", Covers(Scope.SESSION)))
        choices += [(f"Folder: {name}", Covers(Scope.FOLDER, path)) for name, path in self._folders]
        for name, covers in choices:
            action = _choice(menu, group, name, covers == here)
            action.triggered.connect(_told(self.covers_set.emit, covers))
        menu.addSeparator()
        menu.addAction("Choose Folder…").triggered.connect(self.folder_wanted)
        return menu

    def finish(self) -> None:
        """Takes the title as it stands, also while it is being typed."""
        if self._note is None or not self.title.isModified():
            return
        self.title.setModified(False)
        text = " ".join(self.title.text().split())
        if text and text != self._note.title:
            self.title_set.emit(text)
        else:
            self.title.setText(self._note.title)

    def _put_title_back(self) -> None:
        if self._note is not None:
            self.title.setText(self._note.title)
        self.left.emit()

    def _restyle(self) -> None:
        self.title.setFont(self._theme.font(Style.PAGE_TITLE))
        palette = self.title.palette()
        palette.setColor(palette.ColorRole.Text, self._theme.color("text"))
        self.title.setPalette(palette)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = self._theme.color("paperline")
        for y in (self.row.y() - 1, self.row.y() + HIGH):
            painter.fillRect(0, y, self.width(), 1, line)
        painter.end()


def _said(opened: Opened) -> str:
    """What a rule costs, else what is kept that is not shown."""
    note = opened.note
    if note.kind is Kind.RULE and opened.listed.state is State.LIVE and not note.in_harness:
        tokens = in_tokens(-(-len(opened.text.encode("utf-8", "replace")) // 4), exact=False)
        return f"Rides on every prompt it covers: {tokens}"
    if opened.others == 1:
        return "One more field is kept as it is"
    return f"{opened.others} more fields are kept as they are" if opened.others else ""


def _choice(menu: QMenu, group: QActionGroup, name: str, chosen: bool) -> QAction:
    action = menu.addAction(name.replace("&", "&&"))
    action.setCheckable(True)
    action.setChecked(chosen)
    group.addAction(action)
    return action


def _told(call: Callable[[object], None], value: object) -> Callable[[], None]:
    return lambda: call(value)
