"""Why this digest?: the table says what the digest is made of, now and for past messages."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from luminair.journal import Journal, Kind, Receipts, Scope, Setup, init_vault
from luminair.memory import JournalMemory
from luminair.shell.why import Asked, WhyWindow, explain, keep_mark
from luminair.shell.why.facts import Group, Tone, WhyRow, as_text
from luminair.shell.why.table import Columns, score_words
from luminair.turns import prepare
from tests.shell.desk import CLAUDE, PlainDesk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

PROMPT = "Why does the resume test drop part 7 after a 503?"
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


class RealDesk(PlainDesk):
    """The tests' desk with a real vault and real receipts."""

    kept: Receipts

    def receipts(self) -> Receipts:
        return self.kept

    def digest(self, session: str, prompt: str):
        facts = self.library.open(session).session
        numbers = itertools.count(1)
        memory = JournalMemory(self.journal, self.kept, numbers.__next__)
        return memory.digest(prompt, facts, self.now())


@pytest.fixture
def real(home: Path, vault: Path, person: Path) -> Iterator[RealDesk]:
    init_vault(vault, ride="all")
    desk = RealDesk(home)
    numbers = itertools.count(1)
    journal = Journal(
        Setup(root=vault, index=None, home=str(person), now=desk.now, draw=numbers.__next__)
    )
    every = Scope.GLOBAL
    journal.add(title="Use UTC", body="All times are UTC.\n", kind=Kind.RULE, scope=every)
    journal.add(title="Longer timeout", body="No effect.\n", kind=Kind.RULEDOUT, scope=every)
    journal.add(title="How the resume test works", body="Part 7, then a 503.\n", scope=every)
    journal.add(title="Resume counts", body="Count the resume test.\n", kind=Kind.ASK, scope=every)
    old = journal.add(title="Old resume test", body="The resume test of May.\n", scope=every)
    journal.archive([old.note.key])
    desk.journal = journal
    desk.kept = Receipts(home / "receipts")
    yield desk
    journal.close()


@pytest.fixture
def session(real: RealDesk) -> str:
    return real.library.create(lane="claude", model="sonnet").id


def rows(facts) -> dict[str, WhyRow]:
    return {row.title: row for row in facts.rows if isinstance(row, WhyRow)}


def test_the_table_says_what_the_digest_is_made_of(real: RealDesk, session: str) -> None:
    facts = explain(real, Asked(session, "A session", "", PROMPT))
    groups = [row.title for row in facts.rows if isinstance(row, Group)]
    assert groups == ["Always ride", "Asks and notes, ranked", "Left out before ranking"]
    found = rows(facts)
    assert found["1 rule"].verdict == "Included: rules always ride"
    assert found["1 rule"].text in facts.text
    note = found["How the resume test works"]
    assert note.rode
    assert note.fused == note.words == 1
    assert "resume" in note.terms
    assert note.text in facts.text
    assert found["Old resume test"].tone is Tone.ARCHIVED
    assert not found["Old resume test"].rode
    assert "Old resume test" not in facts.text
    assert facts.tokens > 0
    copied = as_text(PROMPT, facts)
    assert PROMPT in copied
    assert "words 1" in copied


def test_an_empty_prompt_and_an_empty_vault_explain_too(real: RealDesk, session: str) -> None:
    facts = explain(real, Asked(session, "A session", "", ""))
    assert "1 rule" in rows(facts)
    for each in real.journal.listing():
        if not each.note.in_archive:
            real.journal.archive([each.note.key])
    empty = explain(real, Asked(session, "A session", "", ""))
    assert empty.text == ""
    assert empty.rows == ()


@pytest.fixture
def receipt(real: RealDesk, session: str) -> str:
    """A message that was sent with the digest of then."""
    facts = real.library.open(session).session
    numbers = itertools.count(7)
    memory = JournalMemory(real.journal, real.kept, numbers.__next__)
    assembly = prepare(
        PROMPT, session=facts, history=(), lane=CLAUDE, memory=memory, now=real.now()
    ).assembly
    return memory.keep_receipt(
        session=facts,
        message="m1",
        digest=real.digest(session, PROMPT),
        assembly=assembly,
        now=real.now(),
    )


@pytest.mark.parametrize("optional", [True, False])
def test_the_sheet_says_what_the_line_below_the_message_says(
    real: RealDesk, session: str, optional: bool
) -> None:
    facts = replace(real.library.open(session).session, include_optional=optional)
    memory = JournalMemory(real.journal, real.kept, itertools.count(7).__next__)
    riders = prepare(PROMPT, session=facts, history=(), lane=CLAUDE, memory=memory, now=real.now())
    kept = memory.keep_receipt(
        session=facts,
        message="m1",
        digest=real.digest(session, PROMPT),
        assembly=riders.assembly,
        now=real.now(),
    )
    line = riders.assembly.riders.tokens
    assert explain(real, Asked(session, "A session", "", PROMPT, kept)).tokens == line
    if optional:
        assert explain(real, Asked(session, "A session", "", PROMPT)).tokens == line


@pytest.mark.parametrize(("score", "said"), [(0.993, "0.993"), (0.01639, "0.016"), (12.44, "12.4")])
def test_a_score_begins_with_a_digit(score: float, said: str) -> None:
    assert score_words(score) == said


def test_a_past_message_is_built_again_from_the_versions_of_then(
    real: RealDesk, session: str, receipt: str
) -> None:
    key = next(e.note.key for e in real.journal.listing() if e.note.title == "Use UTC")
    real.journal.edit(key, body="Local times are fine.\n")
    gone = next(e.note.key for e in real.journal.listing() if e.note.title == "Resume counts")
    real.journal.archive([gone])
    facts = explain(real, Asked(session, "A session", "", PROMPT, receipt))
    assert "All times are UTC." in facts.text
    assert "Local times" not in facts.text
    assert "How the resume test works" in facts.text
    found = rows(facts)
    assert found["Use UTC"].rode
    assert found["How the resume test works"].fused == 1
    assert facts.receipt == receipt
    now = explain(real, Asked(session, "A session", "", PROMPT))
    assert "Local times are fine." in now.text


def test_a_version_that_is_lost_is_said_so(real: RealDesk, session: str, receipt: str) -> None:
    path = next(e.note.path for e in real.journal.listing() if e.note.title == "Use UTC")
    file = real.journal.root / path
    file.write_text(file.read_text().replace("All times are UTC.", "Changed elsewhere."))
    for kept in (real.journal.root / ".luminair/history").glob("*"):
        kept.unlink()
    real.journal.refresh()
    facts = explain(real, Asked(session, "A session", "", PROMPT, receipt))
    assert "Use UTC (this version is no longer kept)" in facts.text


# --- The window -----------------------------------------------------------------------------


@pytest.fixture
def why(theme: Theme, jobs: Jobs, real: RealDesk) -> Iterator[WhyWindow]:
    found = WhyWindow(
        theme,
        jobs,
        lambda asked: explain(real, asked),
        lambda receipt, key, word: keep_mark(real, receipt, key, word),
    )
    yield found
    found.close()
    found.deleteLater()


@pytest.fixture
def asked(qtbot: QtBot, why: WhyWindow, session: str, settle: Callable[[], None]) -> WhyWindow:
    with qtbot.waitActive(why):
        why.ask(Asked(session, "Resume drops part 7", "harbor-uploads", PROMPT))
    settle()
    return why


def choose(found: WhyWindow, title: str) -> None:
    number = next(
        at
        for at, row in enumerate(found.model.rows)
        if isinstance(row, WhyRow) and row.title == title
    )
    found.view.setCurrentIndex(found.model.index(number, 0))


def test_a_row_marks_its_lines_and_a_line_its_row(asked: WhyWindow) -> None:
    choose(asked, "How the resume test works")
    assert "How the resume test works" in asked.digest.marked
    assert asked.digest.marked in asked.facts.text
    choose(asked, "1 rule")
    place = asked.digest.toPlainText().index("Resume counts")
    asked.digest.setFocus()
    cursor = asked.digest.textCursor()
    cursor.setPosition(place)
    asked.digest.setTextCursor(cursor)
    assert asked.view.currentIndex().data().startswith("Resume counts")


def test_typing_builds_it_anew(asked: WhyWindow, qtbot: QtBot, settle: Callable[[], None]) -> None:
    asked.prompt.selectAll()
    QTest.keyClicks(asked.prompt, "nothing like it")
    qtbot.waitUntil(lambda: "How the resume test works" not in asked.digest.toPlainText())
    settle()
    assert "1 rule" in rows(asked.facts)


def test_return_opens_the_note_and_copy_takes_all(asked: WhyWindow, qtbot: QtBot) -> None:
    choose(asked, "How the resume test works")
    with qtbot.waitSignal(asked.note_wanted) as told:
        asked.view.setFocus()
        QTest.keyClick(asked.view, Qt.Key.Key_Return)
    assert told.args == ["Notes/How the resume test works.md"]
    asked.copy()
    assert "Included" in QGuiApplication.clipboard().text()


def test_a_mark_on_a_past_message_is_kept(
    why: WhyWindow,
    real: RealDesk,
    session: str,
    receipt: str,
    qtbot: QtBot,
    settle: Callable[[], None],
) -> None:
    with qtbot.waitActive(why):
        why.ask(Asked(session, "A session", "", PROMPT, receipt))
    settle()
    assert why.prompt.isReadOnly()
    row = rows(why.facts)["How the resume test works"]
    why._keep_mark(receipt, row, "useless")
    settle()
    assert real.kept.marks(receipt) == {(receipt, row.key): "useless"}
    assert "marked useless" in why.said.text()


def test_the_model_keeps_the_rules_and_every_row_speaks(asked: WhyWindow) -> None:
    QAbstractItemModelTester(
        asked.model, QAbstractItemModelTester.FailureReportingMode.Fatal, asked
    )
    for number in range(asked.model.rowCount()):
        index = asked.model.index(number, 0)
        assert asked.model.data(index, Qt.ItemDataRole.AccessibleTextRole)


def test_a_small_window_keeps_the_ranks_and_leaves_out_what_explains_them() -> None:
    """At the smallest window the table has some 560 pixels."""
    small, large = Columns(545, meaning=True), Columns(900, meaning=True)
    assert (small.ranks, small.meaning, small.wide) == (True, True, False)
    assert (large.ranks, large.meaning, large.wide) == (True, True, True)
    for at in (small, large):
        assert at.note + 110 < at.words < at.at_meaning < at.fused < at.verdict < at.end
    assert not Columns(420, meaning=True).ranks
