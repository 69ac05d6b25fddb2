"""Layout, labels and camera as numbers."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminair.shell.graph import labels
from luminair.shell.graph.camera import LEAST, Camera
from luminair.shell.graph.facts import Edge, Graph, Node, Tie
from luminair.shell.graph.ground import Ground
from luminair.shell.graph.labels import HEIGHT, Wanted
from luminair.shell.graph.layout import EXACT, Layout, radius

if TYPE_CHECKING:
    from numpy.typing import NDArray


def still(layout: Layout) -> NDArray[np.float64]:
    """Where all come to stand."""
    at = layout.run(0, itertools.count().__next__)
    for _ in range(2000):
        if layout.still:
            return at
        at = layout.run(0, itertools.count().__next__)
    raise AssertionError("the layout never comes to rest")


def web(notes: int, links: int, loose: int = 0) -> tuple[list[str], list[tuple[int, int, int]]]:
    chance = random.Random(7)  # noqa: S311 test data
    tied = notes - loose
    found: set[tuple[int, int]] = {(n, n // 3) for n in range(1, tied)}
    while len(found) < links:
        a, b = chance.randrange(tied), chance.randrange(tied)
        if a != b and (b, a) not in found:
            found.add((a, b))
    return [f"Notes/{n}.md" for n in range(notes)], [(a, b, 0) for a, b in sorted(found)]


def degrees(notes: int, ties: list[tuple[int, int, int]]) -> list[int]:
    count = [0] * notes
    for a, b, _ in ties:
        count[a] += 1
        count[b] += 1
    return count


def laid(paths: list[str], ties: list[tuple[int, int, int]], **more: object) -> NDArray[np.float64]:
    return still(Layout(paths, ties, degrees(len(paths), ties), **more))


@pytest.mark.parametrize(("notes", "links"), [(40, 60), (420, 900)])
def test_the_same_notes_give_the_same_picture(notes: int, links: int) -> None:
    paths, ties = web(notes, links)
    assert (notes * notes > EXACT) == (notes == 420)  # both ways of pushing
    assert np.array_equal(laid(paths, ties), laid(paths, ties))


@pytest.mark.parametrize(("notes", "links"), [(40, 60), (420, 900)])
def test_circles_stand_apart_and_ties_are_shorter_than_chance(notes: int, links: int) -> None:
    paths, ties = web(notes, links)
    at = laid(paths, ties)
    assert np.isfinite(at).all()
    far = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    sizes = np.array([radius(each) for each in degrees(notes, ties)])
    overlap = sizes[:, None] + sizes[None] - far
    np.fill_diagonal(overlap, -1)
    assert overlap.max() <= 2.0
    tied = far[[a for a, _, _ in ties], [b for _, b, _ in ties]]
    assert tied.mean() < 0.7 * far.mean()


def test_both_ways_of_pushing_push_alike() -> None:
    paths, ties = web(330, 500)
    layout = Layout(paths, ties, degrees(330, ties))
    for _ in range(60):
        layout._step()
    everyone = np.flatnonzero(layout._tied)
    grid = layout._pushed_by_grid(everyone)
    way = layout._at[:, None] - layout._at[None]
    exact = (way * (420.0 / (np.square(way).sum(axis=2) + 1.0))[:, :, None]).sum(axis=1)
    along = (grid * exact).sum(axis=1) / (np.hypot(*grid.T) * np.hypot(*exact.T))
    assert np.median(along) > 0.97
    assert 0.8 < np.median(np.hypot(*grid.T) / np.hypot(*exact.T)) < 1.2


def test_old_notes_keep_their_places_when_one_comes() -> None:
    paths, ties = web(40, 60)
    before = dict(zip(paths, map(tuple, laid(paths, ties).tolist()), strict=True))
    at = laid([*paths, "Notes/new.md"], [*ties, (40, 3, 0)], known=before)
    assert [tuple(each) for each in at[:40].tolist()] == [before[path] for path in paths]
    assert np.hypot(*(at[40] - at[3])) < 400
    assert np.hypot(*(at[:40] - at[40]).T).min() > radius(1)


def test_loose_notes_lie_together_where_no_other_is() -> None:
    paths, ties = web(60, 50, loose=20)
    at = laid(paths, ties)
    tied, loose = at[:40], at[40:]
    low, high = loose.min(axis=0), loose.max(axis=0)
    assert not ((tied > low) & (tied < high)).all(axis=1).any()
    far = np.hypot(*(loose[:, None] - loose[None]).transpose(2, 0, 1))
    np.fill_diagonal(far, 1000)
    assert far.min() > 2 * radius(0)
    one_more = dict(zip(paths, map(tuple, at.tolist()), strict=True))
    later = laid([*paths, "Notes/z.md"], ties, known=one_more)
    assert np.array_equal(later[:60], at)
    assert np.hypot(*(later[:60] - later[60]).T).min() > 2 * radius(0)


@pytest.mark.parametrize("paths", [[], ["a.md"], ["a.md", "b.md"]])
def test_hardly_any_notes_come_to_rest_too(paths: list[str]) -> None:
    layout = Layout(paths, [], [0] * len(paths))
    assert layout.still
    assert layout.run(1, itertools.count().__next__).shape == (len(paths), 2)


def test_a_slice_ends_when_its_time_is_over() -> None:
    paths, ties = web(40, 60)
    layout = Layout(paths, ties, degrees(40, ties))
    ticks = itertools.count()
    layout.run(5, ticks.__next__)
    assert not layout.still
    assert next(ticks) == 6


def graph_of(ties: list[tuple[int, int]], count: int = 5) -> Graph:
    nodes = tuple(Node(f"{n}.md", str(n), "note", "global") for n in range(count))
    return Graph(nodes, tuple(Edge(a, b, Tie.LINK) for a, b in ties))


def test_ground_lays_out_only_what_is_new_or_tied_otherwise() -> None:
    ground, graph = Ground(), graph_of([(0, 1), (1, 2)])
    make = ground.lacks(graph, range(4), running=False)
    assert callable(make)
    assert ground.lacks(graph, range(4), running=True) is True
    ground.take(still(make()), still=True)
    assert ground.lacks(graph, range(4), running=False) is None
    scene = ground.scene(graph, frozenset(range(5)), None)
    assert [node.path for node in scene.nodes] == ["0.md", "1.md", "2.md", "3.md"]
    tied = graph_of([(0, 1), (1, 2), (3, 0)])
    make = ground.lacks(tied, range(4), running=False)
    assert callable(make)
    ground.take(still(make()), still=True)
    later = ground.scene(tied, frozenset(range(4)), scene)
    assert np.array_equal(later.at[:3], scene.at[:3])
    assert not np.array_equal(later.at[3], scene.at[3])


def test_what_never_came_to_rest_holds_nobody() -> None:
    ground, graph = Ground(), graph_of([(0, 1)])
    make = ground.lacks(graph, range(2), running=False)
    assert callable(make)
    ground.take(make().run(0, itertools.count().__next__), still=False)
    assert len(ground.scene(graph, frozenset({0, 1}), None).nodes) == 2
    assert ground.empty
    again = ground.lacks(graph_of([(0, 1), (1, 2)]), range(3), running=True)
    assert callable(again)
    assert again()._new.all()


# --- Titles ----------------------------------------------------------------------------------


def areas(wanted: list[Wanted], found: dict[int, tuple[float, float]]) -> list[tuple[float, ...]]:
    widths = {each.node: each.width for each in wanted}
    return [(x, y, x + widths[node], y + HEIGHT) for node, (x, y) in found.items()]


def meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_a_title_goes_below_right_left_above_or_nowhere() -> None:
    at, sizes, room = np.array([[300.0, 200.0]]), np.array([8.0]), (600.0, 400.0)
    mine = [Wanted(0, 8.0, 100.0)]
    blocks = [
        (290, 213, 310, 226),
        (330, 195, 420, 205),
        (180, 195, 270, 205),
        (290, 174, 310, 188),
    ]
    sides = []
    for count in range(5):
        found = labels.place(mine, at, sizes, room, blocks[:count])
        sides.append(found.get(0))
    x, y = 300.0, 200.0
    assert sides == [
        (x - 50, y + 11),
        (x + 16, y - 8),
        (x - 116, y - 8),
        (x - 50, y - 27),
        None,
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0, 700), st.floats(0, 500), st.floats(2, 25), st.floats(20, 240)),
        min_size=1,
        max_size=40,
    )
)
def test_titles_never_meet_each_other_or_a_circle(notes: list[tuple[float, ...]]) -> None:
    at = np.array([each[:2] for each in notes])
    sizes = np.array([each[2] for each in notes])
    wanted = [Wanted(n, each[2], each[3]) for n, each in enumerate(notes)]
    found = labels.place(wanted, at, sizes, (700.0, 500.0), [(0, 400, 200, 500)])
    boxes = areas(wanted, found)
    for one, other in itertools.combinations([*boxes, (0, 400, 200, 500)], 2):
        assert not meet(one, other)
    for node, box in zip(found, boxes, strict=True):
        for number, (x, y, size, _) in enumerate(notes):
            if number != node:
                assert not meet(box, (x - size, y - size, x + size, y + size))
        assert box[0] >= 0
        assert box[3] <= 500


# --- Camera ----------------------------------------------------------------------------------


@given(st.floats(0.05, 3.9), st.floats(0, 800), st.floats(0, 600), st.floats(0.05, 3.9))
def test_zooming_holds_what_is_under_the_pointer(
    zoom: float, x: float, y: float, other: float
) -> None:
    camera = Camera(10, -20, zoom, 800, 600)
    held = camera.to_graph(x, y)
    assert camera.zoomed(other, x, y).to_window(*held) == pytest.approx((x, y), abs=1e-6)


def test_fitting_shows_all_and_is_never_larger_than_life() -> None:
    camera = Camera(width=800, height=600)
    at = np.array([[-2000.0, 0.0], [2000.0, 300.0]])
    seen = camera.fitting(at).table(at)
    assert ((seen >= 0) & (seen <= (800, 600))).all()
    assert camera.fitting(np.array([[3.0, 4.0]])).zoom == 1.0
    assert camera.fitting(np.zeros((0, 2))) is camera
    assert camera.fitting(at * 1e4).zoom == LEAST


def test_fitting_leaves_what_lies_upon_the_window_free() -> None:
    camera = Camera(width=800, height=600)
    legend = (16.0, 440.0, 250.0, 584.0)
    at = np.array([[-300.0, -200.0], [300.0, -200.0], [-300.0, 200.0], [300.0, 200.0]])
    seen = camera.fitting_beside(at, [legend]).table(at)
    assert not ((seen > (legend[0], legend[1])) & (seen < (legend[2], legend[3]))).all(axis=1).any()
    assert ((seen >= 0) & (seen <= (800, 600))).all()


def test_halfway_between_two_views_the_zoom_is_between() -> None:
    near, far = Camera(0, 0, 1.0, 800, 600), Camera(100, 50, 0.25, 800, 600)
    half = near.between(far, 0.5)
    assert (half.x, half.y, half.zoom) == pytest.approx((50, 25, 0.5))
    assert near.between(far, 1.0) == far


def test_a_layout_rests_while_it_is_told_to() -> None:
    paths = [f"Notes/{at}.md" for at in range(40)]
    ties = [(at, at + 1, 0) for at in range(39)]
    layout = Layout(paths, ties, [2] * 40)
    before = layout.run(60.0, lambda: 0.0, lambda: True)  # one step, whatever is asked
    after = layout.run(60.0, lambda: 0.0, lambda: True)
    assert not layout.still
    assert (before != after).any()
    layout.run(60.0, lambda: 0.0)
    assert layout.still
