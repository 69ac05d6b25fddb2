"""One card of Review: what is proposed, where it comes from, and the owner's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.journal import Evidence
from luminair.shell.keys import label
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.review.archived import Archived
from luminair.shell.review.evidence import DiffView, ListView, Quote
from luminair.shell.review.words import sort_of
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from luminair.shell.review.facts import Facts
    from luminair.shell.theme import Theme

RULE_HIGH, PAGE_HIGH = 84, 280
"""Of the field for other words: a rule is one line, a folded session a page."""
QUOTES = 4
"""Pieces of evidence that are shown before the rest is asked for."""
_SCOPE = Shape(height=26, pad=9, gap=6, icon=14, style=Style.SMALL_MEDIUM)
_SMALL = Shape(height=28, pad=12, style=Style.BODY_MEDIUM)


class _Words(QPlainTextEdit):
    """The owner's own words; Esc gives up, ⌘↩ approves.

    Args:
        text: the words proposed.
        lines: whether they may take more than one line.
    """

    given_up = Signal()
    entered = Signal()

    def __init__(self, text: str, *, lines: bool) -> None:
        super().__init__(text)
        self._lines = lines

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if held:
                self.entered.emit()
            elif self._lines:
                super().keyPressEvent(event)
        else:
            super().keyPressEvent(event)


class Card(Box):
    """Shows one proposal; folded it is one line.

    Args:
        theme: colours and fonts.
        facts: what it shows.

    Signals:
        approved: its id, the owner's words or '', scope, and folder.
        refused, put_off: its id.
        opened_source: a piece of :class:`Evidence` to look at.
        acted: its id, and the name of something else to do.
        kept: its id, and which of two that are at odds is to hold.
    """

    approved = Signal(str, str, str, str)
    refused = Signal(str)
    put_off = Signal(str)
    opened_source = Signal(object)
    acted = Signal(str, str)
    kept = Signal(str, str)

    def __init__(self, theme: Theme, facts: Facts, parent: QWidget | None = None) -> None:
        super().__init__(theme, "paper", border="paperline", radius=12, parent=parent)
        self.facts, self.sort = facts, sort_of(facts.proposal.kind)
        self._scope, self._cwd = facts.proposal.scope, facts.proposal.cwd
        self._words: _Words | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{self.sort.name}: {facts.name}")
        self._folded = QWidget(self)
        self._whole = QWidget(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 0)
        column.setSpacing(0)
        column.addWidget(self._folded)
        column.addWidget(self._whole)
        self._lay_out_folded()
        self._lay_out_whole()
        self.set_open(on=False)

    @property
    def _yes(self) -> str:
        return self.facts.yes or self.sort.yes

    @property
    def is_open(self) -> bool:
        """Whether all of it is shown."""
        return not self._whole.isHidden()

    def set_open(self, on: bool) -> None:
        """Shows all of it, or its one line."""
        self._whole.setVisible(on)
        self._folded.setVisible(not on)

    # Building.

    def _lay_out_folded(self) -> None:
        theme, facts = self._theme, self.facts
        row = QHBoxLayout(self._folded)
        row.setContentsMargins(0, 14, 0, 14)
        row.setSpacing(8)
        row.addWidget(Glyph(theme, self.sort.icon, self.sort.role, 14))
        row.addWidget(Line(theme, facts.name, Style.CARD_HEAD), 1)
        row.addWidget(Line(theme, facts.under or facts.heading, Style.ROW_UNDER, "text2"))
        row.addWidget(Glyph(theme, "ph.caret-down", "text2", 13))
        self._folded.setCursor(Qt.CursorShape.PointingHandCursor)

    def _lay_out_whole(self) -> None:
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 16, 0, 18)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addSpacing(8)
        self.title = Label(self._theme, self.facts.name, Style.CARD_TITLE, "text", wraps=True)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.title)
        self._title_place = QVBoxLayout()
        column.addLayout(self._title_place)
        column.addSpacing(10)
        self._evidence = QWidget(self._whole)
        inside = QVBoxLayout(self._evidence)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        self._add_evidence(inside)
        column.addWidget(self._evidence)
        self.archived = self._add_archived(column)
        for line in (self.facts.reason, self.facts.cost):
            if line:
                column.addSpacing(10)
                column.addLayout(self._info(line))
        column.addSpacing(14)
        column.addLayout(self._answers())

    def _head(self) -> QHBoxLayout:
        theme, facts = self._theme, self.facts
        row = QHBoxLayout()
        row.setSpacing(7)
        row.addWidget(Glyph(theme, self.sort.icon, self.sort.role, 14))
        row.addWidget(Line(theme, self.sort.name, Style.ROW_ASIDE_MEDIUM, self.sort.role))
        if facts.under:
            row.addWidget(Line(theme, facts.under, Style.ROW_ASIDE, "text2"))
        row.addStretch(1)
        if facts.folders:
            row.addWidget(Line(theme, "Scope", Style.ROW_UNDER, "text2"))
            self.scope = Button(theme, "", fill=Fill.BORDERED, shape=_SCOPE, caret=True)
            self.scope.set_menu(self._scopes)
            self._show_scope()
            row.addWidget(self.scope)
        elif facts.aside:
            row.addWidget(Line(theme, facts.aside, Style.ROW_ASIDE, "text2"))
        return row

    def _add_evidence(self, column: QVBoxLayout) -> None:
        theme, facts = self._theme, self.facts
        if facts.heading:
            row = QHBoxLayout()
            row.addWidget(Line(theme, facts.heading, Style.ROW_UNDER_BOLD), 1)
            row.addWidget(Line(theme, facts.begun, Style.ROW_UNDER, "text2"))
            column.addLayout(row)
            column.addSpacing(6)
        for shown in facts.lists:
            column.addWidget(ListView(theme, shown))
        if facts.diff:
            column.addWidget(DiffView(theme, facts.diff))
        pairs = list(zip(facts.proposal.evidence, facts.sources, strict=False))
        rest: list[QWidget] = []
        for number, (evidence, (source, when)) in enumerate(pairs if not facts.lists else ()):
            quote = QWidget(self._whole)
            inside = QVBoxLayout(quote)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(0)
            inside.addWidget(Hairline(theme, "paperline"))
            keep = facts.keeps[number] if number < len(facts.keeps) else ""
            words = Quote(theme, evidence, source, when, keeps=bool(keep))
            words.followed.connect(self._following(evidence))
            words.kept.connect(self._keeping(keep))
            inside.addWidget(words)
            column.addWidget(quote)
            if number >= QUOTES:
                quote.hide()
                rest.append(quote)
        if rest:
            column.addWidget(self._more(rest))

    def _add_archived(self, column: QVBoxLayout) -> Archived | None:
        if not self.facts.saved[0]:
            return None
        found = Archived(self._theme, self.facts)
        found.wanted.connect(lambda path: self.opened_source.emit(Evidence("", path=path)))
        column.addSpacing(6)
        column.addWidget(found)
        return found

    def _more(self, rest: list[QWidget]) -> Button:
        words = f"Show {len(rest)} more"
        more = Button(self._theme, words, fill=Fill.LINK, shape=Shape(height=24, pad=0))

        def show() -> None:
            for each in rest:
                each.show()
            more.hide()

        more.clicked.connect(show)
        return more

    def _info(self, line: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(9)
        row.addWidget(Glyph(self._theme, "ph.info", "text2", 14), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(Label(self._theme, line, Style.ROW_UNDER, "text2", wraps=True), 1)
        return row

    def _answers(self) -> QHBoxLayout:
        theme, sort, identity = self._theme, self.sort, self.facts.key
        row = QHBoxLayout()
        row.setSpacing(8)
        self.buttons: dict[str, Button] = {}

        def add(verb: str, fill: Fill, call: Callable[[], None], keys: str = "") -> None:
            button = Button(theme, verb, fill=fill, shape=_SMALL, keys=keys)
            button.set_name(f"{verb}: {self.facts.name}")
            button.clicked.connect(call)
            self.buttons[verb] = button
            row.addWidget(button)

        if self._yes:
            keys = label("Ctrl+Return") if sort.edit and sort.later else ""
            add(self._yes, Fill.FILLED, self.approve, keys)
        if sort.edit:
            add("Edit", Fill.BORDERED, self.edit)
        for act in self.facts.acts:
            add(act.verb, Fill.BORDERED, self._acting(act.name))
        row.addStretch(1)
        if sort.later:
            add("Not now", Fill.PLAIN, lambda: self.put_off.emit(identity))
        add(sort.never, Fill.PLAIN, lambda: self.refused.emit(identity))
        return row

    # Answering.

    def approve(self) -> None:
        """The owner's yes, in the words that stand there now."""
        words = self._words.toPlainText().strip() if self._words is not None else ""
        if self._yes and (self._words is None or words):
            self.approved.emit(self.facts.key, words, self._scope, self._cwd)

    def edit(self) -> None:
        """Puts the words that are proposed into a field, to be said otherwise."""
        if self._words is not None:
            self._words.setFocus()
            return
        proposal, lines = self.facts.proposal, bool(self.facts.lists)
        self._words = words = _Words(proposal.text or proposal.title, lines=lines)
        what = "What was decided" if lines else "The rule"
        words.setAccessibleName(f"{what}, in your words")
        words.setFont(self._theme.font(Style.MONO_EDIT if lines else Style.CARD_HEAD))
        words.setFixedHeight(PAGE_HIGH if lines else RULE_HIGH)
        words.setTabChangesFocus(True)
        words.given_up.connect(self._end_edit)
        words.entered.connect(self.approve)
        self._title_place.addWidget(words)
        if lines:
            self._evidence.hide()
        else:
            self.title.hide()
            words.selectAll()
        words.setFocus()

    def _end_edit(self) -> None:
        if self._words is not None:
            self._title_place.removeWidget(self._words)
            self._words.hide()
            self._words.deleteLater()
            self._words = None
        self.title.show()
        self._evidence.show()
        self.setFocus()

    def _scopes(self) -> QMenu:
        menu = make_menu(self._theme, self.scope)
        choices = [("Everywhere", "global", "")]
        choices += [(name, "folder", path) for name, path in self.facts.folders]
        for name, scope, cwd in choices:
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked((scope, cwd) == (self._scope, self._cwd))
            action.triggered.connect(self._choosing(scope, cwd))
        return menu

    def _choosing(self, scope: str, cwd: str) -> Callable[[], None]:
        def choose() -> None:
            self._scope, self._cwd = scope, cwd
            self._show_scope()

        return choose

    def _show_scope(self) -> None:
        names = {path: name for name, path in self.facts.folders}
        folder = self._scope == "folder"
        words = names.get(self._cwd, "Folder") if folder else "Everywhere"
        icon = "ph.folder-simple" if folder else "ph.globe-simple"
        self.scope.set_face(words, icon=icon)
        self.scope.set_name(f"Scope: {words}")

    def _following(self, evidence: Evidence) -> Callable[[], None]:
        return lambda: self.opened_source.emit(evidence)

    def _keeping(self, which: str) -> Callable[[], None]:
        return lambda: self.kept.emit(self.facts.key, which)

    def _acting(self, name: str) -> Callable[[], None]:
        return lambda: self.acted.emit(self.facts.key, name)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.is_open:
            self.set_open(on=True)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        enters = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enters and held:
            self.approve()
        elif enters or event.key() == Qt.Key.Key_Space:
            self.set_open(not self.is_open)
        elif event.key() == Qt.Key.Key_Backspace and held:
            self.refused.emit(self.facts.key)
        else:
            super().keyPressEvent(event)
