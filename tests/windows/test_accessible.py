"""Every control of every window has a name and a role; the focus goes in the design's order."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from luminair.bootstrap import open_desk
from luminair.context.block import RowName
from luminair.journal import State
from luminair.shell.app import Windows
from luminair.shell.failures import Failures
from luminair.shell.jobs import Jobs
from luminair.shell.journal.faces import Face
from luminair.shell.panes.dropping import Zone
from luminair.shell.panes.journal_line import JournalLine
from luminair.shell.theme import Choice, Theme
from luminair.shell.why import Asked
from tests.windows.accessible import check, check_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.fixture
def app(qtbot, monkeypatch, tmp_path) -> Iterator[Windows]:
    """All windows over the demo, the main one shown."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    theme = Theme(Choice.LIGHT, motion=False)
    theme.apply()
    failures = Failures(sys.stderr.write)
    jobs = Jobs(failures)
    desk = open_desk(demo=True)
    found = Windows(theme, jobs, desk, failures)
    found.settled = lambda: qtbot.waitUntil(lambda: not jobs.busy, timeout=20_000)
    with qtbot.waitActive(found.main):
        found.main.show()
        found.main.activateWindow()
    found.main.resize(1440, 900)
    found.main.start()
    found.settled()
    yield found
    found.close()
    found.settled()
    assert jobs.close(5000)
    found.delete()
    desk.close()


def _answer(qtbot, app: Windows) -> None:
    pane = app.main.board.active
    pane.talk.retry()
    qtbot.waitUntil(lambda: not pane.streaming, timeout=30_000)
    app.settled()
    for line in pane.transcript.findChildren(JournalLine):
        line.head.setChecked(True)


def test_a_nameless_control_is_found(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    QPushButton(window)
    window.show()
    with pytest.raises(AssertionError, match="Button"):
        check(window, 1)


def test_the_main_window(qtbot, app) -> None:
    check(app.main, 20)
    _answer(qtbot, app)
    app.main.board.active.finder.open_bar()
    app.main.banners.say("A sentence of ours.")
    check(app.main, 40)
    check_targets(app.main)
    app.main.resize(900, 600)
    check(app.main, 20)
    check_targets(app.main)


def test_the_slash_menu(qtbot, app) -> None:
    composer = app.main.board.active.composer
    composer.edit.set_text("//")
    qtbot.waitUntil(composer.menu.isVisible)
    check(composer.menu, 10)
    composer.edit.set_text("//nothing-like-it")
    check(composer.menu, 1)


def test_the_context_budget(qtbot, app) -> None:
    app.main.open_budget()
    qtbot.waitUntil(lambda: app.main.budget.sheet is not None)
    sheet = app.main.budget.sheet
    sheet.tree.expand(sheet.model.find(RowName.DIGEST))
    sheet.tree.expand(sheet.model.find(RowName.HARNESS))
    check(sheet, 15)
    check_targets(sheet)
    sheet.dismiss()


def test_the_switcher(app) -> None:
    app.suite.switchers[0].open()
    app.settled()
    check(app.suite.switchers[0].panel, 5)
    app.suite.switchers[0].panel.dismiss()


def test_the_set_up_panel(app) -> None:
    app.suite.set_up.open()
    app.settled()
    check(app.suite.set_up.panel, 6)
    check_targets(app.suite.set_up.panel)


def test_the_settings(app) -> None:
    app.suite.open_settings()
    pages = app.suite.settings.entries.buttons()
    assert len(pages) == 5
    for page in pages:
        page.setChecked(True)
        app.settled()
        check(app.suite.settings, 5)
        check_targets(app.suite.settings)


def test_help_and_the_command_line_tool(app) -> None:
    app.main.commands["help"].trigger()
    app.settled()
    check(app.suite.help, 4)
    check_targets(app.suite.help)
    app.main.commands["install_tool"].trigger()
    app.settled()
    check(app.main, 20)


def test_why_this_digest(app) -> None:
    session = app.main.board.active.session_id
    prompt = "Why does the resume test drop part 7?"
    app.suite.why.ask(Asked(session, "Resume", "harbor-uploads", prompt))
    app.settled()
    check(app.suite.why, 10)
    check_targets(app.suite.why)


def _journal(qtbot, app: Windows) -> str:
    path = app.main.desk.journal.listing(state=State.HIDDEN)[0].note.path
    app.suite.journal.open_note(path)
    qtbot.waitUntil(lambda: app.suite.journal.page.opened is not None, timeout=20_000)
    app.settled()
    return path


def test_the_journal_to_read_and_to_edit(qtbot, app) -> None:
    _journal(qtbot, app)
    check(app.suite.journal, 30)
    app.suite.journal.toggle_edit()
    check(app.suite.journal, 25)


def test_history_and_health(qtbot, app) -> None:
    bench, path = app.suite.journal.bench, _journal(qtbot, app)
    bench.history.open(path)
    app.settled()
    check(bench.history.sheet, 3)
    bench.history.sheet.dismiss()
    bench.healing.open()
    app.settled()
    check(bench.healing.sheet, 3)
    bench.healing.sheet.dismiss()


def test_the_graph_and_review(qtbot, app) -> None:
    _journal(qtbot, app)
    app.suite.journal.show_face(Face.GRAPH)
    app.settled()
    check(app.suite.journal, 15)
    listing = app.main.desk.library.listing().sessions
    quiet = next(each for each in listing if each.title == "Negative queue depth")
    app.main.desk.distill(quiet.id)
    app.suite.reviewer.refresh()
    app.suite.journal.show_face(Face.REVIEW)
    app.settled()
    check(app.suite.journal, 30)


def _tab(back: bool = False) -> QWidget:
    held = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab, held)
    return QApplication.focusWidget()


def test_the_focus_goes_in_the_order_of_the_design(qtbot, app) -> None:
    """Sidebar search, sessions, project, panes control, New session, Journal, then each pane."""
    main = app.main
    _answer(qtbot, app)
    main.sidebar.search.edit.setFocus(Qt.FocusReason.TabFocusReason)
    landmarks: list[tuple[str, Callable[[QWidget], bool]]] = [
        ("search", main.sidebar.search.isAncestorOf),
        ("sessions", lambda w: w is main.sidebar.view),
        ("project", lambda w: w is main.bar.project),
        ("panes", main.bar.panes.isAncestorOf),
        ("new", lambda w: w is main.bar.new),
        ("journal", lambda w: w is main.bar.journal),
    ]
    for number, pane in enumerate(main.board.panes, 1):
        landmarks += [
            (f"lane {number}", lambda w, pane=pane: w is pane.head.lane),
            (f"folder {number}", lambda w, pane=pane: w is pane.head.folder),
            (f"ring {number}", lambda w, pane=pane: w is pane.head.ring),
            (f"transcript {number}", lambda w, pane=pane: w is pane.transcript),
            (f"composer {number}", lambda w, pane=pane: w is pane.composer.edit),
            (f"attach {number}", lambda w, pane=pane: w is pane.composer.tools.attach),
            (f"slash {number}", lambda w, pane=pane: w is pane.composer.tools.slash),
            (f"cost {number}", lambda w, pane=pane: w is pane.composer.tools.cost),
        ]
    passed: list[str] = []
    focus = QApplication.focusWidget()
    start = focus
    for _ in range(200):
        name = next((name for name, holds in landmarks if holds(focus)), "")
        if name and name not in passed:
            passed.append(name)
        focus = _tab()
        if focus is start:
            break
    assert passed == [name for name, _ in landmarks]


def test_a_pane_that_comes_between_two_is_between_them_for_the_keys_too(app) -> None:
    main = app.main
    main.resize(2200, 1000)
    left, right = main.board.panes[:2]
    made = main.board.split(left, Zone.RIGHT)
    main.keeping.fill(made)
    app.settled()
    made.head.lane.setFocus(Qt.FocusReason.TabFocusReason)
    focus: QWidget = made.head.lane
    for _ in range(60):
        focus = _tab()
        if not made.isAncestorOf(focus):
            break
    assert focus is right.head.lane
