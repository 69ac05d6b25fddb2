"""The picture that is drawn a little at a time, and the titles over it, on a real canvas."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from luminair.shell.graph import picture, strokes
from luminair.shell.graph.camera import Camera
from luminair.shell.graph.canvas import Canvas
from luminair.shell.graph.facts import Edge, Graph, Node, Tie
from luminair.shell.graph.labels import HEIGHT
from luminair.shell.graph.picture import MARGIN, Picture
from luminair.shell.graph.scene import Scene
from luminair.shell.graph.settling import Settling
from luminair.shell.graph.strokes import LINES_AT_ONCE, ROUGH_LINES, heat, pieces
from luminair.shell.theme import Choice, Style, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from luminair.shell.jobs import Jobs

KINDS = ("rule", "note", "doc", "ask", "ruledout", "session")


def scattered(notes: int, links: int, reach: float = 900) -> Scene:
    chance = random.Random(3)  # noqa: S311 test data
    edges = tuple(
        Edge(chance.randrange(notes), chance.randrange(notes), list(Tie)[n % 3])
        for n in range(links)
    )
    graph = Graph(
        tuple(
            Node(
                f"{n}.md",
                f"A note of title number {n}",
                KINDS[n % 6],
                "global",
                hidden=n % 7 == 0,
                archived=n % 11 == 0,
                links=n % 9,
                rode=n % 5,
            )
            for n in range(notes)
        ),
        edges,
    )
    at = [(chance.uniform(-reach, reach), chance.uniform(-reach, reach)) for _ in range(notes)]
    return Scene(graph, list(range(notes)), np.array(at))


@pytest.fixture
def canvas(qtbot: QtBot, theme: Theme) -> Canvas:
    found = Canvas(theme, lambda: [QRect(16, 440, 240, 144)], None)
    qtbot.addWidget(found)
    found.resize(800, 600)
    with qtbot.waitExposed(found):
        found.show()
    return found


def shown(part: Picture, scene: Scene, camera: Camera, *, rough: bool = False) -> QImage:
    """What a window of this camera would show."""
    image = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    painter = QPainter(image)
    part.paint(painter, scene, camera, opacity=1.0, rough=rough)
    painter.end()
    return image


def test_what_can_be_drawn_in_time_is_drawn_at_once(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "AT_ONCE_S", 60.0)
    monkeypatch.setattr(picture, "HEAVY_S", 60.0)
    scene, camera = scattered(40, 30), Camera(width=800, height=600)
    image = shown(canvas.picture, scene, camera)
    assert canvas.picture.ready
    x, y = camera.to_window(*scene.at[1])
    if 0 <= x < 800 and 0 <= y < 600:
        assert image.pixelColor(round(x), round(y)) != canvas._theme.color("sunken")
    other = shown(canvas.picture, scene, camera.zoomed(1.7, 10, 10))
    assert canvas.picture.ready
    assert other != image


def test_a_large_graph_comes_a_little_at_a_time_and_is_whole_in_the_end(
    canvas: Canvas, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, camera = scattered(60, 400, 300), Camera(width=800, height=600)
    monkeypatch.setattr(picture, "AT_ONCE_S", 60.0)
    at_once = shown(canvas.picture, scene, camera)
    slow = Picture(canvas._theme, canvas)
    monkeypatch.setattr(picture, "AT_ONCE_S", -1.0)  # a piece at a time
    first = shown(slow, scene, camera)
    assert not slow.ready
    assert first != at_once
    with qtbot.waitSignal(slow.drawn):
        pass
    assert slow.ready
    assert shown(slow, scene, camera) == at_once


def test_dragging_shows_another_part_of_the_same_picture(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "AT_ONCE_S", 60.0)
    monkeypatch.setattr(picture, "HEAVY_S", 60.0)
    scene, camera = scattered(60, 400, 300), Camera(width=800, height=600)
    shown(canvas.picture, scene, camera)
    drawn = []
    monkeypatch.setattr(picture, "pieces", lambda *_, **__: drawn.append(1) or iter(()))
    for x, y in ((30, 20), (-MARGIN, MARGIN), (MARGIN, 0)):
        shown(canvas.picture, scene, camera.moved(x, y))
    assert not drawn
    shown(canvas.picture, scene, camera.moved(MARGIN + 1, 0))
    assert len(drawn) == 1


def test_a_heavy_picture_is_begun_before_the_drag_needs_it(
    canvas: Canvas, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, camera = scattered(60, 400, 300), Camera(width=800, height=600)
    monkeypatch.setattr(picture, "AT_ONCE_S", 60.0)
    monkeypatch.setattr(picture, "HEAVY_S", -1.0)
    shown(canvas.picture, scene, camera)
    with qtbot.waitSignal(canvas.picture.drawn):
        shown(canvas.picture, scene, camera.moved(MARGIN - 1, 0))
    begun = []
    monkeypatch.setattr(canvas.picture, "_begin", lambda *_, **__: begun.append(1))
    shown(canvas.picture, scene, camera.moved(2 * MARGIN - 2, 0))
    assert not begun


def test_titles_stay_with_their_notes_until_the_picture_of_another_zoom_is_there(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed = []
    overlay = canvas._overlay
    place = overlay._place
    monkeypatch.setattr(overlay, "_place", lambda *given: placed.append(1) or place(*given))
    canvas.show_scene(scattered(60, 400, 300))
    canvas.grab()
    assert len(placed) == 1
    monkeypatch.setattr(type(canvas.picture), "ready", property(lambda _: False))
    canvas.go(replace(canvas.camera, zoom=canvas.camera.zoom * 1.3), at_once=True)
    canvas.grab()
    assert len(placed) == 1
    monkeypatch.setattr(type(canvas.picture), "ready", property(lambda _: True))
    canvas.grab()
    assert len(placed) == 2


def test_while_a_wheel_turns_a_heavy_picture_is_scaled_and_drawn_when_it_rests(
    canvas: Canvas, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, camera = scattered(60, 400, 300), Camera(width=800, height=600)
    part = canvas.picture
    monkeypatch.setattr(picture, "AT_ONCE_S", -1.0)
    shown(part, scene, camera)
    with qtbot.waitSignal(part.drawn):
        pass
    begun = []
    real = picture.pieces
    monkeypatch.setattr(
        picture, "pieces", lambda *args, **more: begun.append(args[1].zoom) or real(*args, **more)
    )
    for step in range(1, 6):
        shown(part, scene, camera.zoomed(1 - step / 20, 400, 300))
    assert begun == []
    with qtbot.waitSignal(part.drawn):
        pass
    assert begun == [0.75]
    assert part.ready


def test_a_moving_large_graph_is_drawn_roughly() -> None:
    theme, camera = Theme(Choice.DARK, motion=False), Camera(width=2000, height=2000)
    scene = scattered(200, 6000)
    fine = list(pieces(scene, camera, theme, rough=False))
    rough = list(pieces(scene, camera, theme, rough=True))
    assert len(fine) - len(rough) > (6000 - ROUGH_LINES) / LINES_AT_ONCE * 0.9
    far = Camera(x=10_000, width=800, height=600)
    assert list(pieces(scene, far, theme, rough=False)) == []


def test_more_rides_reach_farther_and_none_is_no_halo() -> None:
    reach = [heat(rode) for rode in (0, 1, 3, 10, 40, 10_000)]
    assert reach[0] == 0
    assert reach == sorted(reach)
    assert reach[1] < reach[3] < reach[4]
    assert reach[-1] == strokes.MOST_HEAT


@pytest.mark.parametrize("zoom", [0.3, 0.7, 1.0, 1.6, 3.0])
def test_titles_on_the_canvas_never_meet(canvas: Canvas, zoom: float) -> None:
    scene = scattered(160, 200, 500)
    canvas.show_scene(scene)
    canvas.set_found(frozenset({3, 60, 90}))
    canvas.chosen = 5
    canvas.go(Camera(zoom=zoom, width=800, height=600), at_once=True)
    canvas.grab()
    written = canvas._overlay._written
    assert written
    metrics = QFontMetricsF(canvas._theme.font(Style.SMALL_MEDIUM))
    boxes = [(16.0, 440.0, 256.0, 584.0)]
    for place, (left, top) in written.items():
        x, y = canvas.camera.to_window(*scene.at[place])
        words = canvas._overlay._title(scene.nodes[place].title)[0]
        wide = metrics.horizontalAdvance(words)
        boxes.append((x + left, y + top, x + left + wide, y + top + HEIGHT))
    for a, b in itertools.combinations(boxes, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), (a, b)


def test_titles_travel_with_their_notes_while_the_graph_is_dragged(canvas: Canvas) -> None:
    canvas.show_scene(scattered(60, 80, 300))
    canvas.go(Camera(width=800, height=600), at_once=True)
    canvas.grab()
    before = dict(canvas._overlay._written)
    canvas._dragging = True
    canvas.go(canvas.camera.moved(40, 25), at_once=True)
    canvas.grab()
    assert canvas._overlay._written == before


@pytest.mark.parametrize("title", ["", "א" * 300, "🧑‍🚀" * 40, "a\nb\tc", "x" * 5000])
def test_odd_titles_are_drawn(canvas: Canvas, title: str) -> None:
    nodes = tuple(Node(f"{n}.md", title, "note", "global", links=9) for n in range(3))
    canvas.show_scene(Scene(Graph(nodes), [0, 1, 2], np.array([[0.0, 0.0], [0, 0], [200, 0]])))
    canvas.go(Camera(width=800, height=600), at_once=True)
    assert not canvas.grab().isNull()


def test_a_hit_is_the_nearest_note_and_small_ones_are_easy_to_hit() -> None:
    nodes = tuple(
        Node(f"{n}.md", str(n), "note", "global", links=each) for n, each in ((0, 0), (1, 60))
    )
    scene = Scene(Graph(nodes), [0, 1], np.array([[0.0, 0.0], [40.0, 0.0]]))
    camera = Camera(width=200, height=200)
    assert scene.hit(camera, 100 - 11, 100) == 0
    assert scene.hit(camera, 100 - 13, 100) == -1
    assert scene.hit(camera, 100 + 30, 100) == 1
    assert scene.hit(camera, 100 + 4, 100) == 0
    assert Scene(Graph(), [], np.zeros((0, 2))).hit(camera, 5, 5) == -1


def test_an_arrow_goes_to_the_nearest_tied_note_in_its_direction() -> None:
    nodes = tuple(Node(f"{n}.md", str(n), "note", "global") for n in range(5))
    edges = tuple(Edge(0, n, Tie.LINK) for n in (1, 2, 3))
    at = np.array([[0.0, 0.0], [100, 10], [60, 50], [-80, 0], [20, 0]])
    scene = Scene(Graph(nodes, edges), list(range(5)), at)
    assert scene.towards(0, 1, 0) == 1  # nearer in the direction than 2; 4 is not tied
    assert scene.towards(0, 0, 1) == 2
    assert scene.towards(0, -1, 0) == 3
    assert scene.towards(0, 0, -1) == -1


def test_a_layout_that_is_given_up_says_nothing_more(
    qtbot: QtBot, jobs: Jobs, canvas: Canvas, settle: Callable[[], None]
) -> None:
    from luminair.shell.graph.layout import Layout

    told: list[tuple[int, bool]] = []
    settling = Settling(jobs, canvas)
    settling.moved.connect(lambda at, still: told.append((len(at), still)))
    paths = [f"{n}.md" for n in range(500)]
    ties = [(n, n // 2, 0) for n in range(1, 500)]
    settling.start(lambda: Layout(paths, ties, [2] * 500), 500)
    with qtbot.waitSignal(settling.moved):
        pass
    settling.stop()
    count = len(told)
    settle()
    assert len(told) == count
    assert not settling.running
    settling.start(lambda: Layout(paths[:3], ties[:2], [1] * 3), 3)
    settle()
    assert told[-1] == (3, True)


def test_a_layout_that_fails_is_said(jobs: Jobs, canvas: Canvas, settle) -> None:
    told: list[Exception] = []
    settling = Settling(jobs, canvas)
    settling.failed.connect(told.append)
    settling.start(lambda: 1 / 0, 1)
    settle()
    assert [type(each) for each in told] == [ZeroDivisionError]
    assert not settling.running


def test_the_middle_stays_when_the_window_grows(canvas: Canvas) -> None:
    canvas.show_scene(scattered(40, 30))
    canvas.go(Camera(50, 60, 0.8, 800, 600), at_once=True)
    canvas.resize(1000, 700)
    assert canvas.camera == Camera(50, 60, 0.8, 1000, 700)
    assert canvas.place_of(0) != QPoint()
