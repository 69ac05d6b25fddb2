"""Review: the cards in two columns, and what was put off or refused below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.roles import Spoken, speak_as
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.states import EmptyState, Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.review.card import Card
from luminair.shell.review.facts import Pending
from luminair.shell.review.folding import FoldingStrip
from luminair.shell.review.words import SECTIONS, Section
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from luminair.shell.review.facts import Facts
    from luminair.shell.theme import Theme

TWO_FROM = 860
"""Pixels from which on there are two columns."""
GAP, MARGIN = 24, 24


class _SectionView(QWidget):
    """A heading and its cards; the first card is open."""

    def __init__(self, theme: Theme, section: Section, cards: Sequence[Card]) -> None:
        super().__init__()
        self.section, self.cards = section, cards
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 20)
        column.setSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(10)
        self.title = Label(theme, section.title, Style.PANE_TITLE)  # only the sentence is cut
        row.addWidget(self.title)
        row.addWidget(Label(theme, str(len(cards)), Style.BODY, "text2"))
        row.addStretch(1)
        row.addWidget(Line(theme, section.sentence, Style.SMALL, "text2"))
        column.addLayout(row)
        for card in cards:
            column.addWidget(card)
        self.setAccessibleName(f"{section.title}, {len(cards)}")


class ReviewFace(QWidget):
    """Shows what waits.

    Args:
        theme: colours and fonts.

    Attributes:
        pending: what is shown.
        strip: how far the folding of quiet sessions is.

    Signals:
        approved: an id, the owner's words or '', scope, and folder.
        refused, put_off, put_back: an id.
        opened_source: a piece of evidence to look at.
        acted: an id, and the name of something else to do.
        kept: an id, and which of two at odds is to hold.
        wanted: what waits is to be read anew.
    """

    approved = Signal(str, str, str, str)
    refused = Signal(str)
    put_off = Signal(str)
    put_back = Signal(str)
    opened_source = Signal(object)
    acted = Signal(str, str)
    kept = Signal(str, str)
    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pending = Pending()
        self._cards: dict[str, Card] = {}
        self._sections: list[_SectionView] = []
        self.empty = EmptyState(
            theme,
            "ph.tray",
            "Nothing waits for you",
            (
                "Wishes that come back, folded sessions and what looks wrong come here.",
                "Nothing is written until you approve.",
            ),
        )
        self._page = QWidget()
        self._columns = (QVBoxLayout(), QVBoxLayout())
        row = QHBoxLayout(self._page)
        row.setContentsMargins(MARGIN, 20, MARGIN, 24)
        row.setSpacing(GAP)
        for column in self._columns:
            column.setSpacing(0)
            column.addStretch(1)
            row.addLayout(column, 1)
        self._row = row
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        speak_as(self.area, Spoken.Grouping, "Review")
        self.area.setWidget(self._page)
        self._page.setAutoFillBackground(False)  # which setWidget turns on
        slim_bars(self.area, theme)
        self.foot, self._foot_line = self._make_foot(), Hairline(theme)
        self.strip = FoldingStrip(theme)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(self._stack, 1)
        column.addWidget(self._foot_line)
        column.addWidget(self.foot)
        theme.repaints(self)

    def _make_foot(self) -> QWidget:
        foot = QWidget(self)
        foot.setFixedHeight(40)
        row = QHBoxLayout(foot)
        row.setContentsMargins(MARGIN + 22, 0, MARGIN, 0)
        row.setSpacing(9)
        row.addWidget(Glyph(self._theme, "ph.clock", "text2", 14))
        self.later = Line(self._theme, "", Style.SMALL, "text2")
        row.addWidget(self.later)
        row.addStretch(1)
        shape = Shape(height=24, pad=8, style=Style.SMALL_MEDIUM)
        self.refusals = Button(self._theme, "", fill=Fill.PLAIN, shape=shape, caret=True)
        self.refusals.set_name("Show what was refused for good")
        self.refusals.set_menu(self._refusal_menu)
        row.addWidget(self.refusals)
        return foot

    def come(self) -> None:
        """It is shown now."""
        self.wanted.emit()

    @property
    def cards(self) -> list[Card]:
        """Top to bottom, the left column first."""
        return [card for each in self._sections for card in each.cards]

    def show_pending(self, pending: Pending) -> None:
        """Shows what waits; a card that is the same stays as it is, open or folded."""
        self.pending = pending
        focus = QApplication.focusWidget()
        before = next((c.facts.key for c in self.cards if _holds(c, focus)), "")
        place = next((at for at, c in enumerate(self.cards) if c.facts.key == before), 0)
        old, self._cards = self._cards, {}
        for facts in pending.cards:
            known = old.get(facts.key)
            if known is not None and known.facts == facts:
                self._cards[facts.key] = old.pop(facts.key)
            else:
                self._cards[facts.key] = self._make(facts, known)
        self._arrange()
        for gone in old.values():
            gone.hide()
            gone.deleteLater()
        self._show_foot()
        self._stack.setCurrentWidget(self.area if pending.cards else self.empty)
        if before and self.cards:  # the keyboard goes on where it was
            self.cards[min(place, len(self.cards) - 1)].setFocus(Qt.FocusReason.TabFocusReason)

    def _make(self, facts: Facts, before: Card | None) -> Card:
        card = Card(self._theme, facts)
        card.approved.connect(self.approved)
        card.refused.connect(self.refused)
        card.put_off.connect(self.put_off)
        card.opened_source.connect(self.opened_source)
        card.acted.connect(self.acted)
        card.kept.connect(self.kept)
        card.set_open(before is not None and before.is_open)
        return card

    def _arrange(self) -> None:
        """Puts the cards under their headings, in one column or two."""
        for card in self._cards.values():
            card.setParent(self._page)
        for view in self._sections:
            view.hide()
            view.deleteLater()
        self._sections = []
        two = self.width() >= TWO_FROM
        left, right = self._columns
        for section in SECTIONS:
            cards = [card for card in self._cards.values() if card.sort.section is section]
            if not cards:
                continue
            if not any(card.is_open for card in cards):
                cards[0].set_open(on=True)
            view = _SectionView(self._theme, section, cards)
            column = left if section.left or not two else right
            column.insertWidget(column.count() - 1, view)
            view.show()
            for card in cards:
                card.show()
            self._sections.append(view)
        lone = two and len({view.section.left for view in self._sections}) == 1
        if lone:
            self._row.setStretch(0, 1)
        self._row.setStretch(1, 1 if two else 0)

    def _show_foot(self) -> None:
        pending = self.pending
        count = pending.later
        more = counted(count, "more is", "more are")
        back = f" and come back on {pending.back}" if pending.back else ""
        back = back.replace("come", "comes") if count == 1 else back
        self.later.set_text(f"{more} set to Not now{back}." if count else "")
        refused = len(pending.refused)
        self.refusals.set_face(f"{refused} refused for good" if refused else "")
        self.refusals.setVisible(bool(refused))
        for each in (self.foot, self._foot_line):
            each.setVisible(bool(count or refused))

    def _refusal_menu(self) -> QMenu:
        menu = make_menu(self._theme, self.refusals)
        menu.addSection("Ask again")
        for identity, title in self.pending.refused[:20]:
            action = QAction(title.replace("&", "&&"), menu)
            action.triggered.connect(_told(self.put_back.emit, identity))
            menu.addAction(action)
        return menu

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        was = event.oldSize().width() >= TWO_FROM
        if was != (self.width() >= TWO_FROM):
            self._arrange()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        painter.end()


def _holds(widget: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))


def _told(call: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: call(value)
