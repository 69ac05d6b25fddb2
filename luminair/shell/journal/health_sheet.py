"""The sheet 'Health': what is wrong by kind, each with one button; and whether search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from luminair.plurals import counted
from luminair.shell.parts.box import Box
from luminair.shell.parts.button import SMALL, Button, Fill, Shape
from luminair.shell.parts.overlay import Overlay
from luminair.shell.parts.scroll import slim_bars
from luminair.shell.parts.states import EmptyState, Glyph
from luminair.shell.parts.text import Hairline, Label, Line
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from luminair.keeping.exam import Exam
    from luminair.shell.journal.health import ExamRun, Group, Health, Trouble

SIZE = QSize(860, 760)
SIDE = 24
AT_ONCE = 20
"""Problems of a kind that are shown before 'more' is asked for, and at each asking."""
LOOK_MS = 120
_MEND = Shape(height=24, pad=9, style=Style.SMALL_MEDIUM)


class TroubleRow(QWidget):
    """One thing that is wrong.

    Signals:
        mend_wanted: its button was clicked.
        undo_wanted: what was done is to be taken back.
    """

    mend_wanted = Signal(object)
    undo_wanted = Signal(str)

    def __init__(self, theme: Theme, trouble: Trouble) -> None:
        super().__init__()
        self.trouble = trouble
        self._operation = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(26, 7, 0, 7)
        row.setSpacing(12)
        column = QVBoxLayout()
        column.setSpacing(1)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Line(theme, trouble.title, Style.BODY_MEDIUM))
        folder = trouble.path.rpartition("/")[0]
        head.addWidget(Line(theme, folder, Style.SMALL, "text3", middle=True), 1)
        column.addLayout(head)
        self.words = Label(theme, trouble.sentence, Style.SMALL, "text2", wraps=True)
        column.addWidget(self.words)
        row.addLayout(column, 1)
        self.button = Button(theme, trouble.mend.value, fill=Fill.BORDERED, shape=_MEND)
        self.button.set_name(f"{trouble.mend.value.rstrip('…')}: {trouble.title}")
        self.button.clicked.connect(self._act)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    def set_done(self, operation: str) -> None:
        """It is mended by an operation, or is as it was where there is none."""
        self._operation = operation
        self.words.setText("Archived." if operation else self.trouble.sentence)
        self.button.set_face("Undo" if operation else self.trouble.mend.value)

    def _act(self) -> None:
        if self._operation:
            self.undo_wanted.emit(self._operation)
        else:
            self.mend_wanted.emit(self.trouble)


class ExamBox(Box):
    """'Does it find things?': three numbers.

    Signals:
        wanted: the exam is to be held.
    """

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "raised", radius=10)
        self._theme = theme
        self._run: ExamRun | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.button = Button(theme, "Ask", fill=Fill.BORDERED, shape=_MEND)
        self.button.clicked.connect(self._act)
        self.line = Label(
            theme,
            "Asks the Journal each earlier phrasing under 'Said again' and looks whether the right "
            "note is among the first five.",
            Style.SMALL,
            "text2",
            wraps=True,
        )
        self.numbers = [Label(theme, "", Style.BIG_NUMBER) for _ in range(3)]
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(Line(theme, "Does it find things?", Style.BODY_BOLD), 1)
        head.addWidget(self.button)
        column.addLayout(head)
        column.addWidget(self.line)
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(48)
        for number, words in zip(self.numbers, ("by words", "by meaning", "by both"), strict=True):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(number)
            pair.addWidget(Line(theme, words, Style.CAPTION, "text2"))
            row.addLayout(pair)
        row.addStretch(1)
        self._row.hide()
        column.addWidget(self._row)

    @property
    def run(self) -> ExamRun | None:
        """The exam under way."""
        return self._run

    def begin(self, run: ExamRun) -> None:
        """An exam is under way."""
        self._run = run
        self._row.hide()
        self.button.set_face("Cancel")
        self.line.setText("Getting the phrasings together…")
        self._timer.start()

    def end(self, said: str) -> None:
        """It came to nothing; says why."""
        self._run = None
        self._timer.stop()
        self.button.set_face("Ask")
        self.line.setText(said)

    def show_exam(self, exam: Exam) -> None:
        """Shows how the vault did."""
        self.end(exam.sentence)
        self.button.set_face("Ask again")
        if not exam.questions:
            return
        self._row.show()
        for number, way in zip(self.numbers, ("words", "meaning", "both"), strict=True):
            share = exam.recall(way)
            number.setText("–" if share is None else f"{share:.0%}")
        count = len(exam.questions)
        off = "" if exam.recall("meaning") is not None else f" Meaning search is {exam.meaning}."
        asked = counted(count, "phrasing was asked", "phrasings were asked")
        self.line.setText(
            f"{asked}. The shares say how often the right note was among the first {exam.at}.{off}"
        )

    def _act(self) -> None:
        if self._run is None:
            self.wanted.emit()
        else:
            self._run.stop.set()
            self.line.setText("Stopping…")

    def _look(self) -> None:
        run = self._run
        if run is not None and run.of and not run.stop.is_set():
            self.line.setText(f"Asked {run.asked:,} of {counted(run.of, 'phrasing')}…")


class HealthSheet(Overlay):
    """Shows how the vault is.

    Args:
        theme: colours and fonts.
        window: the window to cover.

    Signals:
        mend_wanted: the button of a :class:`TroubleRow` was clicked: that row.
        undo_wanted: a row, and the operation that is to be taken back.
        again_wanted: the vault is to be looked over again.
    """

    mend_wanted = Signal(object)
    undo_wanted = Signal(object, str)
    again_wanted = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(theme, window, SIZE)
        self.setAccessibleName("Health")
        self.summary = Line(theme, "Looking the Journal over…", Style.SMALL, "text2")
        self.exam = ExamBox(theme)
        self.again = Button(theme, "Look again", icon="ph.arrow-clockwise", fill=Fill.BORDERED)
        self.again.clicked.connect(self._again)
        self.done = Button(theme, "Done", fill=Fill.FILLED, shape=Shape(height=28, pad=18))
        self.done.clicked.connect(self.dismiss)
        self._groups = QVBoxLayout()
        self._groups.setSpacing(14)
        head = QVBoxLayout()
        head.setContentsMargins(SIDE, 17, SIDE, 14)
        head.setSpacing(2)
        head.addWidget(Label(theme, "Health", Style.SHEET_TITLE))
        head.addWidget(self.summary)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SIDE, 16, SIDE, 16)
        column.setSpacing(16)
        column.addWidget(self.exam)
        column.addLayout(self._groups)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        slim_bars(self.area, theme)
        self.area.setWidget(page)
        page.setAutoFillBackground(False)
        foot = QHBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 11)
        foot.addWidget(self.again)
        foot.addStretch(1)
        foot.addWidget(self.done)
        whole = QVBoxLayout(self.panel)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(Hairline(theme))
        whole.addWidget(self.area, 1)
        whole.addWidget(Hairline(theme))
        whole.addLayout(foot)

    @property
    def rows(self) -> list[TroubleRow]:
        """What is shown, from the top."""
        return self.findChildren(TroubleRow)

    def show_health(self, health: Health) -> None:
        """Shows what was found."""
        self._clear()
        self.again.setEnabled(True)
        if not health.count:
            self.summary.set_text(f"{counted(health.notes, 'note')} looked over")
            well = "Every note can be read, and nothing is in the way of another."
            self._groups.addWidget(
                EmptyState(self._theme, "ph.check-circle", "Nothing is wrong", (well,), role="ok")
            )
        else:
            self.summary.set_text(health.sentence)
        for group in health.groups:
            self._groups.addWidget(self._group(group))
        if health.unused:
            label = Label(self._theme, health.unused, Style.SMALL, "text2", wraps=True)
            self._groups.addWidget(label)

    def show_failure(self, said: str) -> None:
        """Says why the vault could not be looked over."""
        self.again.setEnabled(True)
        self.summary.set_text(said)

    def _again(self) -> None:
        self.again.setEnabled(False)
        self.summary.set_text("Looking the Journal over…")
        self.again_wanted.emit()

    def _clear(self) -> None:
        while self._groups.count():
            item = self._groups.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()

    def _group(self, group: Group) -> QWidget:
        theme = self._theme
        found = QWidget()
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 6)
        head.setSpacing(10)
        head.addWidget(Glyph(theme, group.icon, group.role, 16))
        head.addWidget(Line(theme, group.title, Style.BODY_BOLD))
        head.addWidget(Line(theme, f"{len(group.troubles):,}", Style.SMALL, "text3"), 1)
        column.addLayout(head)
        more = Button(theme, "", fill=Fill.LINK, shape=SMALL, role="accent")
        column.addWidget(more)
        waiting = list(group.troubles)

        def show_some() -> None:
            for trouble in waiting[:AT_ONCE]:
                column.insertWidget(column.count() - 1, Hairline(theme))
                column.insertWidget(column.count() - 1, self._row(trouble))
            del waiting[:AT_ONCE]
            more.setVisible(bool(waiting))
            more.set_face(f"Show {min(AT_ONCE, len(waiting))} more of {len(waiting):,}")

        more.clicked.connect(show_some)
        show_some()
        return found

    def _row(self, trouble: Trouble) -> TroubleRow:
        row = TroubleRow(self._theme, trouble)
        row.mend_wanted.connect(lambda _trouble: self.mend_wanted.emit(row))
        row.undo_wanted.connect(lambda operation: self.undo_wanted.emit(row, operation))
        return row
