"""The graph as people use it: pointer, keys, filters, search, focus, list, and what goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from luminair.errors import VaultMissing
from luminair.shell.graph import GraphFace, standing
from luminair.shell.parts.rows_model import ROW_ROLE
from luminair.shell.theme import Choice, Theme
from tests.shell.graph.conftest import GraphDesk, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs

HUB, RULE, ASK = "Notes/Hub.md", "Notes/Rule.md", "Notes/Ask.md"
ALONE, FAR, FARTHER = "Notes/Alone.md", "Notes/Far leaf.md", "Notes/Farther.md"


def paths(face: GraphFace) -> set[str]:
    return {node.path for node in face.canvas.scene.nodes}


def place(face: GraphFace, path: str) -> int:
    return face.canvas.scene.places[path]


def seen(face: GraphFace, path: str) -> QPoint:
    return face.canvas.place_of(place(face, path))


def chosen(face: GraphFace) -> str:
    at = face.canvas.chosen
    return face.canvas.scene.nodes[at].path if at >= 0 else ""


def places(face: GraphFace) -> dict[str, tuple[float, ...]]:
    scene = face.canvas.scene
    return {node.path: tuple(at) for node, at in zip(scene.nodes, scene.at.tolist(), strict=True)}


def press(widget: QWidget, key: Qt.Key) -> None:
    QTest.keyClick(widget, key)


def click(face: GraphFace, path: str) -> None:
    QTest.mouseClick(face.canvas, Qt.MouseButton.LeftButton, pos=seen(face, path))


def point(face: GraphFace, at: QPoint) -> None:
    none = Qt.MouseButton.NoButton
    where = QPointF(at)
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, face.canvas.mapToGlobal(where), none, none,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(face.canvas, event)


def wheel(face: GraphFace, turn: int, at: QPoint, x: int = 0, y: int = 0) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(face.canvas.mapToGlobal(at)),
        QPoint(x, y),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(face.canvas, event)


def test_it_shows_what_can_be_read_and_says_how_much(face: GraphFace) -> None:
    assert paths(face) == {HUB, RULE, ASK, FAR, FARTHER, ALONE, "Sessions/One.md"}
    assert face._stage.number.text == "7 notes · 4 links"
    assert face.pages.currentWidget() is not face.none
    assert face.canvas.accessibleName().startswith("Graph, 7 notes · 4 links")
    assert face.standing.still
    inside = face.canvas.rect()
    assert all(inside.contains(seen(face, path)) for path in paths(face))


def test_a_chip_hides_its_kind_and_moves_nothing(face: GraphFace) -> None:
    before = places(face)
    chip = next(each for each in face.bar.chips if each.kind == "rule")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert RULE not in paths(face)
    assert chip.accessibleName() == "Show rules"
    assert all(before[path] == at for path, at in places(face).items())
    chip.click()
    assert places(face) == before


def test_archived_notes_come_where_they_are_wanted(
    face: GraphFace, settle: Callable[[], None]
) -> None:
    before = places(face)
    face.bar.archived.click()
    settle()
    after = places(face)
    assert set(after) == {*before, "Archive/Old.md"}
    assert all(after[path] == at for path, at in before.items())


def test_scope_and_time_menus_filter(face: GraphFace) -> None:
    names = [action.text() for action in face.bar._scope_menu().actions()]
    assert names == ["All scopes", "Global", "Folder", "Session", "", "up"]
    menu = face.bar._scope_menu()
    menu.actions()[-1].trigger()
    assert paths(face) == {ASK}
    assert face.bar.scopes.text() == "up"
    face.bar._scope_menu().actions()[0].trigger()
    times = face.bar._time_menu()
    next(action for action in times.actions() if action.text() == "This year").trigger()
    assert ALONE not in paths(face)
    assert HUB in paths(face)
    for each in (menu, times):
        each.deleteLater()


def test_filters_that_nothing_fits_say_so_and_can_be_taken_back(face: GraphFace) -> None:
    for chip in face.bar.chips:
        chip.click()
    assert face.pages.currentWidget() is face.nothing
    face.nothing.findChild(type(face.strip.opens)).click()
    assert face.pages.currentWidget() is face._stage
    assert all(chip.isChecked() for chip in face.bar.chips)
    assert len(paths(face)) == 7


def test_pointing_lights_neighbours_and_shows_a_card(face: GraphFace) -> None:
    point(face, seen(face, HUB))
    lit = face.canvas._lit(face.canvas.scene)
    names = {face.canvas.scene.nodes[at].path for at in lit.places}
    assert names == {HUB, RULE, ASK, FAR}
    assert len(lit.edges) == 3
    assert face._stage.card.isVisible()
    assert face._stage.card.accessibleName() == "Hub, 4 links, did not ride this week"
    assert not face._stage.card.geometry().contains(seen(face, HUB))
    point(face, QPoint(3, face.canvas.height() // 2))
    assert not face._stage.card.isVisible()
    assert face.canvas._lit(face.canvas.scene).places == ()


def test_a_click_chooses_and_a_double_click_opens(face: GraphFace, qtbot: QtBot) -> None:
    click(face, RULE)
    assert chosen(face) == RULE
    assert face.strip.isVisible()
    assert face.strip.title.text == "Rule"
    with qtbot.waitSignal(face.note_wanted) as told:
        QTest.mouseDClick(face.canvas, Qt.MouseButton.LeftButton, pos=seen(face, FAR))
    assert told.args == [FAR]
    QTest.mouseClick(face.canvas, Qt.MouseButton.LeftButton, pos=QPoint(3, 300))
    assert chosen(face) == ""
    assert not face.strip.isVisible()


def test_arrows_walk_along_ties_return_opens_and_escape_clears(
    face: GraphFace, qtbot: QtBot
) -> None:
    click(face, RULE)
    face.canvas.setFocus()
    here, hub = seen(face, RULE), seen(face, HUB)
    across = abs(hub.x() - here.x()) > abs(hub.y() - here.y())
    way = (
        (Qt.Key.Key_Right if hub.x() > here.x() else Qt.Key.Key_Left)
        if across
        else (Qt.Key.Key_Down if hub.y() > here.y() else Qt.Key.Key_Up)
    )
    press(face.canvas, way)
    assert chosen(face) == HUB
    assert face._stage.card.isVisible()
    with qtbot.waitSignal(face.note_wanted) as told:
        press(face.canvas, Qt.Key.Key_Return)
    assert told.args == [HUB]
    press(face.canvas, Qt.Key.Key_Escape)
    assert chosen(face) == ""
    with qtbot.waitSignal(face.search_left):
        press(face.canvas, Qt.Key.Key_Escape)


def test_an_arrow_from_a_loose_note_stays(face: GraphFace) -> None:
    click(face, ALONE)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        press(face.canvas, key)
    assert chosen(face) == ALONE


def test_dragging_moves_the_graph_and_chooses_nothing(face: GraphFace) -> None:
    before = seen(face, HUB)
    start, left = QPoint(5, 300), Qt.MouseButton.LeftButton
    QTest.mousePress(face.canvas, left, pos=start)
    for step in range(1, 5):
        at = QPointF(start + QPoint(15 * step, 10 * step))
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, face.canvas.mapToGlobal(at), Qt.MouseButton.NoButton, left,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(face.canvas, event)
    QTest.mouseRelease(face.canvas, left, pos=start + QPoint(60, 40))
    assert (seen(face, HUB) - before).toTuple() == pytest.approx((60, 40), abs=1)
    assert chosen(face) == ""


def test_what_was_laid_out_unseen_fills_the_window_once_it_has_one(
    face: GraphFace, graph_window: QMainWindow
) -> None:
    large = face.canvas.camera.zoom
    graph_window.resize(360, 300)
    QApplication.processEvents()
    assert face.canvas.camera.zoom < large
    graph_window.resize(1100, 760)
    QApplication.processEvents()
    assert face.canvas.camera.zoom == pytest.approx(large, rel=0.05)
    face.zoom(1)  # from now on it is the owner's
    nearer = face.canvas.camera.zoom
    graph_window.resize(900, 700)
    QApplication.processEvents()
    assert face.canvas.camera.zoom == nearer


def test_the_wheel_zooms_at_the_pointer_and_two_fingers_drag(face: GraphFace) -> None:
    hub = seen(face, HUB)
    zoom = face.canvas.camera.zoom
    wheel(face, 240, hub)
    assert face.canvas.camera.zoom > zoom * 1.3
    assert (seen(face, HUB) - hub).manhattanLength() <= 1
    assert face._stage.zoomer.number.text() == f"{face.canvas.camera.zoom * 100:.0f}%"
    wheel(face, 120, hub, 12, -7)
    assert (seen(face, HUB) - hub).toTuple() == pytest.approx((12, -7), abs=1)
    face.zoom(0)
    assert face.canvas.camera.zoom == 1.0
    face.zoom(1)
    face.zoom(-1)
    assert face.canvas.camera.zoom == pytest.approx(1.0)


def test_a_search_rings_and_return_goes_there(
    face: GraphFace, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    with qtbot.waitSignal(face.found, check_params_cb=lambda count: count > 0):
        face.set_search("retry")
    ringed = {face.canvas.scene.nodes[at].path for at in face.canvas.found}
    assert ringed == {RULE, FARTHER}
    wheel(face, -600, QPoint(10, 10))
    small = face.canvas.camera.zoom
    face.enter_search()
    assert face.canvas.camera.zoom > small
    inside = face.canvas.rect()
    assert all(inside.contains(seen(face, path)) for path in ringed)
    with qtbot.waitSignal(face.found) as told:
        face.set_search("")
    assert told.args == [-1]
    assert face.canvas.found == frozenset()
    settle()


def test_return_before_the_answer_waits_for_it(face: GraphFace, qtbot: QtBot) -> None:
    wheel(face, -900, QPoint(10, 10))
    small = face.canvas.camera.zoom
    face.set_search("resumed")
    face.enter_search()
    qtbot.waitUntil(lambda: face.canvas.camera.zoom > small)
    assert {face.canvas.scene.nodes[at].path for at in face.canvas.found} == {ASK}


def test_focus_shows_what_is_near_and_escape_all_again(
    face: GraphFace, settle: Callable[[], None]
) -> None:
    before = places(face)
    click(face, FARTHER)
    face.strip.steps._group.button(1).click()
    settle()
    assert paths(face) == {FARTHER, FAR}
    assert chosen(face) == FARTHER
    assert face._stage.number.text == "2 notes · 1 link"
    face.strip.steps._group.button(3).click()
    settle()
    assert paths(face) == {FARTHER, FAR, HUB, RULE, ASK}
    face.canvas.setFocus()
    press(face.canvas, Qt.Key.Key_Escape)
    settle()
    assert places(face) == before
    assert face.strip.steps.current() == 0


def test_a_focus_keeps_its_strip_when_nothing_is_chosen(
    face: GraphFace, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    click(face, FARTHER)
    face.strip.depth_wanted.emit(1)
    settle()
    QTest.mouseClick(face.canvas, Qt.MouseButton.LeftButton, pos=QPoint(3, 300))
    assert chosen(face) == ""
    assert face.strip.title.text == "Farther"
    with qtbot.waitSignal(face.note_wanted) as told:
        face.strip.opens.click()
    assert told.args == [FARTHER]
    face.strip.steps._group.button(0).click()
    settle()
    assert len(paths(face)) == 7


def test_focus_ends_when_its_note_is_gone(
    face: GraphFace, small_vault: Path, settle: Callable[[], None]
) -> None:
    click(face, FARTHER)
    face.strip.depth_wanted.emit(1)
    settle()
    (small_vault / FARTHER).unlink()
    face.refresh()
    settle()
    assert face.standing.depth == 0
    assert FARTHER not in paths(face)
    assert HUB in paths(face)


def test_a_change_keeps_places_zoom_and_choice(
    face: GraphFace, small_vault: Path, settle: Callable[[], None]
) -> None:
    click(face, RULE)
    wheel(face, 120, QPoint(200, 200))
    before, camera = places(face), face.canvas.camera
    write(small_vault, "Notes/New.md", "See [[Hub]].")
    (small_vault / ASK).unlink()
    face.refresh()
    settle()
    after = places(face)
    assert set(after) == {*before, "Notes/New.md"} - {ASK}
    assert all(before[path] == at for path, at in after.items() if path in before)
    assert face.canvas.camera == camera
    assert chosen(face) == RULE


def test_nothing_runs_and_nothing_is_drawn_anew_where_nothing_changed(
    face: GraphFace, settle: Callable[[], None]
) -> None:
    scene, graph = face.canvas.scene, face.reading.graph
    face.refresh()
    settle()
    assert face.reading.graph is graph
    assert face.canvas.scene is scene
    assert face.standing.still
    assert face.canvas.picture.ready


def test_the_list_reads_the_same_notes_and_opens_them(
    face: GraphFace, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    click(face, HUB)
    face.bar.listed.click()
    settle()
    assert face.pages.currentWidget() is face.list
    model = face.list.rows
    assert {row.key for row in model.rows} == paths(face)
    assert model.rows[0].key == HUB
    assert face.list.currentIndex().row() == 0
    said = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == (
        "Hub, Note, global, 4 links, did not ride this week, Links to Ask, Far leaf, Rule"
    )
    face.list.setFocus()
    with qtbot.waitSignal(face.note_wanted) as told:
        press(face.list, Qt.Key.Key_Return)
    assert told.args == [HUB]
    next(chip for chip in face.bar.chips if chip.kind == "ask").click()
    settle()
    assert ASK not in {row.key for row in model.rows}
    press(face.list, Qt.Key.Key_Down)
    current = face.list.currentIndex().data(ROW_ROLE).key
    face.bar.listed.click()
    assert face.pages.currentWidget() is face._stage
    assert chosen(face) == current


def test_an_empty_journal_says_so(
    qtbot: QtBot, theme: Theme, jobs: Jobs, home: Path, vault: Path, settle: Callable[[], None]
) -> None:
    desk = GraphDesk(home, vault)
    found = GraphFace(theme, jobs, desk)
    qtbot.addWidget(found)
    found.come()
    settle()
    assert found.pages.currentWidget() is found.none
    assert not found.bar.listed.isEnabled()
    desk.close()


def test_trouble_is_said_and_can_be_tried_again(
    face: GraphFace, graph_desk: GraphDesk, settle: Callable[[], None]
) -> None:
    graph_desk.problem = VaultMissing("The Journal's folder is gone; connect the disk it is on.")
    face.refresh()
    settle()
    assert face.pages.currentWidget() is face.trouble
    said = [label.text() for label in face.trouble._lines]
    assert said == ["The Journal's folder is gone; connect the disk it is on."]
    graph_desk.problem = None
    face.trouble.findChild(type(face.strip.opens)).click()
    settle()
    assert face.pages.currentWidget() is face._stage


def test_alike_notes_come_with_the_second_look(
    qtbot: QtBot, theme: Theme, jobs: Jobs, graph_desk: GraphDesk, settle: Callable[[], None]
) -> None:
    asked = []

    def similar(journal: object) -> list[tuple[str, str, float]]:
        asked.append(journal)
        return [(ALONE, FARTHER, 0.4)]

    found = GraphFace(theme, jobs, graph_desk, similar=similar)
    qtbot.addWidget(found)
    found.come()
    settle()
    kinds = [edge.tie.value for edge in found.reading.graph.edges]
    assert kinds.count("similar") == 1
    assert len(asked) == 1
    assert found._stage.number.text == "7 notes · 4 links"


def test_a_large_vault_is_first_shown_around_one_note(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    graph_desk: GraphDesk,
    settle: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standing, "LOCAL_FIRST", 5)
    found = GraphFace(theme, jobs, graph_desk)
    qtbot.addWidget(found)
    found.resize(900, 700)
    found.come(FAR)
    settle()
    assert paths(found) == {FAR, FARTHER, HUB}
    assert chosen(found) == FAR
    assert found.strip.steps.current() == 1
    found.strip.steps._group.button(0).click()
    settle()
    assert len(paths(found)) == 7


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
def test_it_moves_where_movement_is_wanted_and_paints_in_both_themes(
    qtbot: QtBot,
    jobs: Jobs,
    graph_desk: GraphDesk,
    settle: Callable[[], None],
    choice: Choice,
) -> None:
    theme = Theme(choice, motion=True)
    theme.apply()
    window = QMainWindow()
    qtbot.addWidget(window)
    found = GraphFace(theme, jobs, graph_desk)
    window.setCentralWidget(found)
    window.resize(700, 560)  # narrower than the bar
    with qtbot.waitExposed(window):
        window.show()
    found.come()
    settle()
    qtbot.waitUntil(lambda: not found.canvas.moving)
    assert found._stage.legend_button.isVisible()
    assert not found._stage.legend.isVisible()
    found._stage.legend_button.findChild(type(found.strip.opens)).click()
    assert found._stage.legend.isVisible()
    point(found, seen(found, HUB))
    picture = window.grab().toImage()
    ground = theme.color("sunken").name()
    corner = found.canvas.mapTo(window, QPoint(found.canvas.width() - 3, 40))
    ratio = picture.devicePixelRatio()
    assert picture.pixelColor(round(corner.x() * ratio), round(corner.y() * ratio)).name() == ground
    before = found.canvas.camera
    found.zoom(1)
    assert found.canvas.moving
    qtbot.waitUntil(lambda: not found.canvas.moving)
    assert found.canvas.camera.zoom == pytest.approx(before.zoom * 1.25)
    assert found.bar._left.geometry().right() <= found.bar.width()
