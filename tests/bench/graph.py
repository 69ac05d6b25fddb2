"""How quick the graph is: 5,000 notes and 20,000 links, by real events on a real window.

    python -m tests.bench.graph [--notes N] [--links N]

It makes a vault in a folder that is removed afterwards, opens the graph over it and prints how
long it took to the first picture, until all was still, and the longest frame while the graph was
dragged and zoomed: while it settles, and when it is still. A frame is an event and all that the
window does until it is painted and idle. A bare ``QGraphicsView`` dragged over as many lines stands
beside it, for machines differ and the ratio does not. Last, what the app costs when all is still.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QLineF, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QMainWindow

from luminair.journal import Receipts
from luminair.shell.failures import Failures
from luminair.shell.garbage import Garbage
from luminair.shell.graph import GraphFace
from luminair.shell.jobs import Jobs
from luminair.shell.theme import Choice, Theme
from tests.bench.index_speed import say
from tests.bench.journal_window import VaultDesk, rest, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FRAMES = 150
Frame = tuple[float, float]
SIZE = (1440, 900)
KINDS = ("rule", "note", "doc", "ask", "ruledout")
FRAME_MS = 33


def make_linked(root: Path, notes: int, links: int) -> None:
    """Notes in clusters of some sixty; one link in five leads out of its cluster, hubs first."""
    chance = random.Random(5)  # noqa: S311 test data
    folder = root / "Notes" / "linked"
    folder.mkdir(parents=True)
    clusters = max(notes // 60, 1)
    targets: list[set[int]] = [set() for _ in range(notes)]
    left = links
    while left:
        here = chance.randrange(notes)
        if chance.random() < 0.8:
            there = here % clusters + clusters * chance.randrange(max(notes // clusters, 1))
        else:
            there = int(notes * chance.random() ** 2)
        if there != here and there not in targets[here] and here not in targets[there]:
            targets[here].add(there)
            left -= 1
    for number, linked in enumerate(targets):
        day = f"2026-10-{number % 28 + 1:02d}T10:00:00.000Z"
        lines = "\n".join(f"See [[Note {other}]]." for other in sorted(linked))
        (folder / f"Note {number}.md").write_text(
            f"---\nid: 20261001T{number // 65536:04d}-{number % 65536:04x}\n"
            f"kind: {KINDS[number % len(KINDS)]}\nscope: global\n"
            f'title: "Note {number}"\ncreated: "{day}"\nupdated: "{day}"\n---\n'
            f"What note {number} says of part {chance.randrange(10**9):x}.\n{lines}\n",
            encoding="utf-8",
        )


class LinkedDesk(VaultDesk):
    """A desk over one vault, without receipts of messages."""

    def __init__(self, home: Path, vault: Path) -> None:
        super().__init__(home, vault)
        self._receipts = Receipts(home / "receipts")

    def receipts(self) -> Receipts:
        return self._receipts


def frames(events: Iterable[Callable[[], None]]) -> list[Frame]:
    """How long each event and all that follows from it took, and kept this thread busy; ms."""
    found = []
    for act in events:
        began, busy = time.perf_counter(), time.thread_time()
        act()
        QApplication.processEvents()
        wall = (time.perf_counter() - began) * 1000
        found.append((wall, (time.thread_time() - busy) * 1000))
    return found


def drags(widget: GraphFace) -> Iterable[Callable[[], None]]:
    """A drag to and fro, over more than the window is wide."""
    canvas = widget.canvas
    left = Qt.MouseButton.LeftButton

    def send(kind: QEvent.Type, at: QPointF, held: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else left
        event = QMouseEvent(kind, at, canvas.mapToGlobal(at), button, held, Qt.KeyboardModifier(0))
        QApplication.sendEvent(canvas, event)

    begin = QPointF(canvas.width() / 2, canvas.height() / 2)
    yield lambda: send(QEvent.Type.MouseButtonPress, begin, left)
    for number in range(FRAMES):
        way = number if number < FRAMES / 2 else FRAMES - number
        at = begin + QPointF(way * 14, way * 5)
        yield lambda at=at: send(QEvent.Type.MouseMove, at, left)
    yield lambda: send(QEvent.Type.MouseButtonRelease, begin, Qt.MouseButton.NoButton)


def zooms(widget: GraphFace) -> Iterable[Callable[[], None]]:
    """The wheel, near and far again."""
    canvas = widget.canvas
    at = QPointF(canvas.width() / 3, canvas.height() / 3)
    for number in range(FRAMES):
        turn = 60 if number < FRAMES / 2 else -60

        def act(turn: int = turn) -> None:
            event = QWheelEvent(
                at,
                canvas.mapToGlobal(at),
                QPoint(),
                QPoint(0, turn),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier(0),
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(canvas, event)

        yield act


def hovers(widget: GraphFace) -> Iterable[Callable[[], None]]:
    """The pointer over one note after another."""
    canvas = widget.canvas
    for number in range(FRAMES):
        place = number * 31 % len(canvas.scene.nodes)
        x, y = canvas.camera.to_window(*canvas.scene.at[place])
        at = QPointF(float(x), float(y))

        def act(at: QPointF = at) -> None:
            button = Qt.MouseButton.NoButton
            event = QMouseEvent(
                QEvent.Type.MouseMove, at, canvas.mapToGlobal(at), button, button,
                Qt.KeyboardModifier(0),
            )  # fmt: skip
            QApplication.sendEvent(canvas, event)

        yield act


def tell(name: str, took: list[Frame]) -> float:
    """Prints the frames of one movement; the longest, busy ms: others use this machine too."""
    said = []
    for words, some in (("wall", [wall for wall, _ in took]), ("busy", [busy for _, busy in took])):
        some.sort()
        late = sum(each > FRAME_MS for each in some)
        said.append(
            f"{words} longest {some[-1]:6.1f}, p95 {some[int(len(some) * 0.95)]:5.1f}, "
            f"median {some[len(some) // 2]:5.1f}, over {FRAME_MS} ms: {late:3} of {len(some)}"
        )
    say(f"  {name:<30} {'; '.join(said)}")
    return max(busy for _, busy in took)


def bare(lines: list[QLineF]) -> list[Frame]:
    """A view of Qt's own over these lines, dragged by as much."""
    scene = QGraphicsScene()
    pen = QPen(Qt.GlobalColor.gray, 1)
    for line in lines:
        scene.addLine(line, pen)
    view = QGraphicsView(scene)
    view.setRenderHint(QPainter.RenderHint.Antialiasing)
    room = scene.sceneRect()
    view.setSceneRect(room.adjusted(-1000, -1000, 1000, 1000))  # so that there is where to go
    view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
    view.resize(*SIZE)
    view.show()
    QApplication.processEvents()
    across = view.horizontalScrollBar()

    def move(by: int) -> Callable[[], None]:
        return lambda: across.setValue(across.value() + by)

    took = frames([move(14 if number < 15 else -14) for number in range(30)])
    view.close()
    view.deleteLater()
    return took


def run(base: Path, notes: int, links: int) -> None:
    """Everything, once."""
    make_linked(base / "vault", notes, links)
    theme = Theme(Choice.DARK)
    theme.apply()
    jobs = Jobs(Failures(print))
    began = time.perf_counter()
    desk = LinkedDesk(base / "home", base / "vault")
    say(f"  index made, s: {time.perf_counter() - began:.1f}")
    window = QMainWindow()
    face = GraphFace(theme, jobs, desk)
    window.setCentralWidget(face)
    window.resize(*SIZE)
    window.show()
    QApplication.processEvents()
    canvas = face.canvas
    began = time.perf_counter()
    face.come()
    wait_until(lambda: canvas.scene is not None and bool(canvas.scene.nodes))
    say(f"  first picture (around one note), s: {time.perf_counter() - began:.2f}")
    face.standing.focus("", 0)
    wait_until(lambda: canvas.scene is not None and len(canvas.scene.nodes) > notes / 2)
    say(f"  first picture of all, s: {time.perf_counter() - began:.2f}")
    ((painted, _),) = frames([canvas.update])  # nobody drags what was never seen
    say(f"  its first frame, ms: {painted:.0f}")
    tell("dragged while it settles", frames(drags(face)))
    wait_until(lambda: face.standing.still and not jobs.busy)
    say(f"  still, s: {time.perf_counter() - began:.2f}")
    canvas.fit(at_once=True)
    wait_until(lambda: canvas.picture.ready)
    rest(jobs)
    dragged = tell("dragged", frames(drags(face)))
    tell("zoomed", frames(zooms(face)))
    canvas.fit(at_once=True)
    wait_until(lambda: canvas.picture.ready)
    tell("pointed at one after another", frames(hovers(face)))
    wait_until(lambda: canvas.picture.ready)
    rest(jobs)
    cpu, began = time.process_time(), time.perf_counter()
    done: list[bool] = []
    QTimer.singleShot(3000, lambda: done.append(True))
    wait_idle(done)
    share = (time.process_time() - cpu) / (time.perf_counter() - began)
    say(f"  CPU when all is still: {share * 100:.1f} %")
    ends = canvas.camera.table(canvas.scene.at)[canvas.scene.edges].reshape(-1, 4).tolist()
    took = bare([QLineF(*each) for each in ends])
    worst = tell("bare QGraphicsView, same lines", took)
    say(f"  longest frame dragged, times a bare view: {dragged / worst:.2f}")
    window.close()
    jobs.close()
    desk.close()
    window.deleteLater()


def wait_idle(done: list[bool]) -> None:
    """Sleeps in Qt's own loop, without a beat of ours."""
    while not done:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def main() -> None:
    """Makes the vault and measures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--notes", type=int, default=5_000)
    parser.add_argument("--links", type=int, default=20_000)
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # noqa: TID251 - Qt takes it from there
    app = QApplication.instance() or QApplication([])
    garbage = Garbage(lambda: False, lambda: False)
    garbage.start()  # as the app does
    say(f"{options.notes:,} notes, {options.links:,} links")
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), options.notes, options.links)
    garbage.stop()
    app.processEvents()


if __name__ == "__main__":
    main()
