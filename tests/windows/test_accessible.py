"""Every control of every window has a name and a role; the focus goes in the design's order."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QAccessibleInterface

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

Role = QAccessible.Role
NO_ROLE = {Role.NoRole, Role.Client}
CONTROLS = {
    *(Role.Button, Role.CheckBox, Role.RadioButton, Role.EditableText, Role.ComboBox),
    *(Role.List, Role.ListItem, Role.Tree, Role.TreeItem, Role.Table, Role.Cell, Role.Slider),
    *(Role.SpinBox, Role.PageTab, Role.MenuItem, Role.Link, Role.Graphic, Role.Dialog),
}


@dataclass(frozen=True)
class Seen:
    """One object of the accessible tree."""

    where: str
    role: QAccessible.Role
    name: str
    focusable: bool

    @property
    def wants_name(self) -> bool:
        return self.role in CONTROLS or self.focusable


def walk(widget: QWidget) -> list[Seen]:
    """Everything that a screen reader finds in a window and that is shown."""
    found: list[Seen] = []

    def visit(face: QAccessibleInterface | None, path: str) -> None:
        if face is None or not face.isValid() or face.state().invisible:
            return
        thing = face.object()
        where = f"{path}/{type(thing).__name__ if thing is not None else 'item'}"
        name = face.text(QAccessible.Text.Name).strip()
        found.append(Seen(where, face.role(), name, bool(face.state().focusable)))
        for at in range(face.childCount()):
            visit(face.child(at), where)

    visit(QAccessible.queryAccessibleInterface(widget), "")
    return found


def check(widget: QWidget, least: int) -> None:
    """Fails on a nameless or role-less control, or where fewer than ``least`` are found."""
    seen = walk(widget)
    wanting = [each for each in seen if each.wants_name]
    assert len(wanting) >= least, f"only {len(wanting)} controls were found"
    assert [each for each in wanting if not each.name] == []
    assert [each for each in seen if each.focusable and each.role in NO_ROLE] == []


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


@pytest.mark.parametrize("page", range(4))
def test_the_settings(app, page) -> None:
    app.suite.open_settings()
    app.suite.settings.entries.button(page).setChecked(True)
    app.settled()
    check(app.suite.settings, 5)


def test_why_this_digest(app) -> None:
    session = app.main.board.active.session_id
    prompt = "Why does the resume test drop part 7?"
    app.suite.why.ask(Asked(session, "Resume", "harbor-uploads", prompt))
    app.settled()
    check(app.suite.why, 10)


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
