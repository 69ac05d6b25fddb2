"""The window: a prompt at the top, the digest as it rides at the left, the table at the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeySequence,
    QPainter,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from luminair.context.cost import in_tokens
from luminair.plurals import counted
from luminair.shell import icons
from luminair.shell.failures import sentence
from luminair.shell.jobs import Newest
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import Button, Fill, Shape, icon_button
from luminair.shell.parts.line_splitter import LineSplitter
from luminair.shell.parts.menu import make_menu
from luminair.shell.parts.rows_model import ROW_ROLE
from luminair.shell.parts.rows_view import RowsView
from luminair.shell.parts.scroll import FloatingBar, slim_bars
from luminair.shell.parts.states import Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.parts.windows import give_menus
from luminair.shell.theme import Style
from luminair.shell.why.digest_view import DigestView
from luminair.shell.why.facts import WhyFacts, WhyRow, as_text
from luminair.shell.why.table import TableHead, WhyDelegate, WhyModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

PAUSE_MS = 300
"""How long after the last letter the digest is built anew."""
BAR = 44
PAPER_WIDE, PAPER_NARROW = 500, 340
SMALL = 1100
"""Below this width the digest is narrow, so that the table has room for its ranks."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the window explains.

    Attributes:
        session: id of the session.
        title: what it is called.
        project: its project's name, or ''.
        prompt: what is typed.
        receipt: of a past message, else ''.
    """

    session: str
    title: str
    project: str
    prompt: str = ""
    receipt: str = ""


class WhyWindow(QMainWindow):
    """Why this digest?

    Args:
        theme: colours and fonts.
        jobs: the digest is built there.
        explain: what would ride with a prompt, or rode with a message; may take a while.
        mark: keeps the owner's word on a note of a past message: receipt, key, word.

    Signals:
        note_wanted: path of a note to open.
        budget_wanted: Context budget of the session should open.
        settings_wanted: the settings should open.
    """

    note_wanted = Signal(str)
    budget_wanted = Signal(str)
    settings_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        explain: Callable[[Asked], WhyFacts],
        mark: Callable[[str, str, str], None],
    ) -> None:
        super().__init__()
        self._theme, self._jobs = theme, jobs
        self._explain, self._mark = explain, mark
        self._asked = Asked("", "", "")
        self.facts: WhyFacts | None = None
        self._newest = Newest()
        self.setWindowTitle("Why this digest?")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(900, 560)
        self.resize(1280, 820)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._work_out)
        self._small = False
        self._split = split = LineSplitter(theme)
        split.addWidget(self._make_paper())
        split.addWidget(self._make_table())
        split.setStretchFactor(1, 1)
        split.setSizes([PAPER_WIDE, 1280 - PAPER_WIDE])
        ground = QWidget()
        column = QVBoxLayout(ground)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_top())
        column.addWidget(Hairline(theme))
        column.addWidget(split, 1)
        self.setCentralWidget(ground)
        give_menus(self, {"settings": self.settings_wanted.emit})
        QShortcut(QKeySequence("Esc"), self, self.close)
        theme.follow(self._restyle)

    # Building.

    def _make_top(self) -> QWidget:
        theme = self._theme
        top = Box(theme, "window")
        self.prompt = QPlainTextEdit()
        self.prompt.setFrameShape(QFrame.Shape.NoFrame)
        self.prompt.setAccessibleName("Prompt to explain")
        self.prompt.setPlaceholderText("Type a prompt to see what would ride with it")
        self.prompt.setTabChangesFocus(True)
        self.prompt.textChanged.connect(self._pause.start)
        frame = Box(theme, "field", border="accent", radius=8)
        frame.setFixedHeight(62)
        inside = QHBoxLayout(frame)
        inside.setContentsMargins(12, 8, 8, 6)
        inside.addWidget(self.prompt)
        self.session = Line(theme, "", Style.SMALL, "text2")
        self.project = Line(theme, "", Style.SMALL, "text2")
        self.took = Line(theme, "", Style.SMALL, "text2")
        shape = Shape(height=28, pad=10, gap=6, icon=15)
        budget = Button(theme, "Context budget", icon="ph.gauge", fill=Fill.BORDERED, shape=shape)
        budget.clicked.connect(lambda: self.budget_wanted.emit(self._asked.session))
        copy = Button(theme, "Copy as text", icon="ph.copy", fill=Fill.BORDERED, shape=shape)
        copy.clicked.connect(self.copy)
        where = QHBoxLayout()
        where.setSpacing(7)
        where.addWidget(Glyph(theme, "ph.chats-teardrop", "text2", 14))
        where.addWidget(self.session)
        where.addSpacing(10)
        self._folder = Glyph(theme, "ph.folder-simple", "text2", 14)
        where.addWidget(self._folder)
        where.addWidget(self.project)
        where.addStretch(1)
        where.addWidget(self.took)
        where.addSpacing(10)
        where.addWidget(budget)
        where.addWidget(copy)
        column = QVBoxLayout(top)
        column.setContentsMargins(24, 14, 20, 10)
        column.setSpacing(8)
        column.addWidget(frame)
        column.addLayout(where)
        return top

    def _make_paper(self) -> QWidget:
        theme = self._theme
        paper = Box(theme, "paper")
        paper.setMinimumWidth(320)
        self.tokens = Line(theme, "", Style.SMALL, "text2")
        self.name = Line(theme, "The digest, as it will ride", Style.BODY_BOLD)
        copy = icon_button(theme, "ph.copy", "Copy the digest", shape=Shape(24, 4, icon=15))
        copy.clicked.connect(self._copy_digest)
        self.digest = DigestView(theme)
        self.digest.pointed.connect(self._line_chosen)
        column = QVBoxLayout(paper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_bar((self.name, 1), (self.tokens, 0), (copy, 0)))
        column.addWidget(Hairline(theme, "paperline"))
        inside = QHBoxLayout()
        inside.setContentsMargins(0, 14, 12, 8)
        inside.addWidget(self.digest)
        column.addLayout(inside, 1)
        return paper

    def _make_table(self) -> QWidget:
        theme = self._theme
        ground = Box(theme, "surface")
        ground.setMinimumWidth(480)
        self.dot = Glyph(theme, "ph.circle-fill", "ok", 9)
        self.meaning = Line(theme, "", Style.SMALL, "text2")
        self.head = TableHead(theme)
        self.model = WhyModel(self)
        self.view = RowsView()
        self.delegate = WhyDelegate(theme, self.view)
        self.view.show_rows(self.model, self.delegate)
        self.view.setAccessibleName("How it was chosen")
        self.view.setEditTriggers(RowsView.EditTrigger.NoEditTriggers)
        slim_bars(self.view, theme)
        self.bar = FloatingBar(theme, self.view)  # rows are as wide with it as without
        self.view.selectionModel().currentChanged.connect(self._row_chosen)
        self.view.doubleClicked.connect(self._open)
        self.view.activated.connect(self._open)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.said = Label(theme, "", Style.SMALL, "text2", wraps=True)
        name = Line(theme, "How it was chosen", Style.BODY_BOLD)
        column = QVBoxLayout(ground)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_bar((name, 1), (self.dot, 0), (self.meaning, 0)))
        column.addWidget(Hairline(theme))
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        column.addWidget(Hairline(theme))
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 8, 18, 9)
        foot.setSpacing(9)
        foot.addWidget(Glyph(theme, "ph.info", "text2", 14))
        foot.addWidget(self.said, 1)
        column.addLayout(foot)
        return ground

    # Showing.

    def ask(self, asked: Asked) -> None:
        """Explains a prompt, or a message of the past, and comes to the front."""
        self._asked = asked
        past = bool(asked.receipt)
        self.name.set_text("What rode" if past else "The digest, as it will ride")
        self.prompt.blockSignals(True)
        self.prompt.setPlainText(asked.prompt)
        self.prompt.blockSignals(False)
        self.prompt.setReadOnly(past)
        self.session.set_text(asked.title)
        self.project.set_text(asked.project)
        self._folder.setVisible(bool(asked.project))
        self.show()
        self.raise_()
        self.activateWindow()
        self.prompt.setFocus()
        self._work_out()

    def _work_out(self) -> None:
        asked = self._asked
        if not asked.receipt:
            asked = Asked(asked.session, asked.title, asked.project, self.prompt.toPlainText())
        explain = self._explain
        self._jobs.run(
            lambda: explain(asked),
            done=self.show_facts,
            failed=lambda error: self.said.setText(sentence(error)),
            newest=self._newest,
            owner=self,
        )

    def show_facts(self, facts: WhyFacts) -> None:
        """Shows a digest and its table."""
        self.facts = facts
        self.digest.show_text(facts.text or "Nothing rides with this prompt.")
        self.tokens.set_text(in_tokens(facts.tokens, exact=False) if facts.text else "")
        ms = f" in {facts.took_ms:,.0f} ms" if facts.took_ms else ""
        self.took.set_text(f"{counted(facts.looked_at, 'note')} looked at{ms}")
        on = facts.meaning == "on"
        self.head.meaning = self.delegate.meaning = on or not facts.receipt
        self.dot.setVisible(bool(facts.meaning))
        self.dot.set_role("ok" if on else "text3")
        said = "took part" if on else facts.meaning
        self.meaning.set_text(f"Meaning search {said}" if said else "")
        self.model.set_rows(facts.rows)
        self.delegate.off = self.head.off = not on
        self._line_up_soon()
        self.view.viewport().update()
        self.said.setText(facts.said)

    def _line_up(self) -> None:
        """The heads of the columns stand over the columns."""
        self.head.room = self.view.viewport().width()
        self.head.update()

    def _line_up_soon(self) -> None:
        """Once the rows have taken their room."""
        QTimer.singleShot(0, self, self._line_up)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        small = event.size().width() < SMALL
        if small != self._small:  # else the owner's own widths stay
            self._small = small
            wide = PAPER_NARROW if small else PAPER_WIDE
            self._split.setSizes([wide, event.size().width() - wide])
        self._line_up_soon()

    # From a row to its lines and back.

    def _row_chosen(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = index.data(ROW_ROLE) if index.isValid() else None
        self.digest.mark(row.text if isinstance(row, WhyRow) else "")

    def _line_chosen(self) -> None:
        texts = [row.text if isinstance(row, WhyRow) else "" for row in self.model.rows]
        number = self.digest.pointed_at(texts)
        if number >= 0:
            index = self.model.index(number, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, WhyRow) and row.path:
            self.note_wanted.emit(row.path)

    def _show_menu(self, at: QPoint) -> None:
        row = self.view.indexAt(at).data(ROW_ROLE)
        if not isinstance(row, WhyRow) or not row.path:
            return
        menu = make_menu(self._theme, self.view)
        menu.addAction("Open Note").triggered.connect(lambda: self.note_wanted.emit(row.path))
        receipt = self.facts.receipt if self.facts is not None else ""
        if receipt:
            menu.addSeparator()
            word, verb = ("useless", "Useless Here") if row.rode else ("missing", "Missing Here")
            menu.addAction(verb).triggered.connect(lambda: self._keep_mark(receipt, row, word))
            menu.addAction("Take the Mark Away").triggered.connect(
                lambda: self._keep_mark(receipt, row, "")
            )
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _keep_mark(self, receipt: str, row: WhyRow, word: str) -> None:
        mark, key, title = self._mark, row.key, row.title
        said = f"“{title}” is marked {word} here." if word else f"“{title}” has no mark any more."
        self._jobs.run(
            lambda: mark(receipt, key, word),
            done=lambda _: self.said.setText(said),
            failed=lambda error: self.said.setText(sentence(error)),
            owner=self,
        )

    # Copying, closing.

    def copy(self) -> None:
        """Copies prompt, digest and table as text."""
        facts = self.facts
        if facts is not None:
            QGuiApplication.clipboard().setText(as_text(self.prompt.toPlainText(), facts))

    def _copy_digest(self) -> None:
        if self.facts is not None:
            QGuiApplication.clipboard().setText(self.facts.text)

    def _restyle(self) -> None:
        theme = self._theme
        self.prompt.setFont(theme.font(Style.BODY))
        self.view.scheduleDelayedItemsLayout()  # rows grow with the size of text
        self._line_up_soon()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        painter.end()


def _bar(*parts: tuple[QWidget, int]) -> QWidget:
    bar = QWidget()
    bar.setFixedHeight(BAR)
    row = QHBoxLayout(bar)
    row.setContentsMargins(24, 0, 18, 0)
    row.setSpacing(8)
    for widget, stretch in parts:
        row.addWidget(widget, stretch)
    return bar
