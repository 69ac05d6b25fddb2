"""Whether the window keeps up with a fast model, and whether it ever stands still.

    python -m tests.bench.streaming [--seconds S] [--messages N] [--rate TOKENS] [--panes 1|2|4]
        [--text mixed|list|code|table|line]

Opens sessions of 500 messages in two panes and streams 200 tokens a second into each. A timer of
one millisecond beats on the window's thread; the time between two beats is a gap, in which the
window could neither paint nor hear a key. It prints the gaps of opening and of streaming, how
long the thread itself was busy at most (the rest of a gap it waited for a core: on a shared
machine only this counts), the share of one core, and how memory grew. Beside them stands a bare
window with plain ``QLabel``s that get the same words at the same times, for machines differ and
the ratio does not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QScrollArea, QWidget

from luminair.lanes.lane import Began, Done, Text
from luminair.messages import Message, Role
from luminair.shell.failures import Failures
from luminair.shell.garbage import Garbage
from luminair.shell.jobs import FLUSH_MS, Jobs
from luminair.shell.theme import Choice, Theme
from luminair.shell.window import MainWindow
from tests.bench.index_speed import say
from tests.shell.desk import CLAUDE, PlainDesk

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

    from luminair.lanes.lane import Event, LaneInfo, Request

TOKEN = 4
"""Characters of a token."""
PATIENCE_S = 120.0
AT = "2026-09-17T10:58:00.000Z"
_PROSE = (
    "The client saved the manifest **after** the server acknowledged a part, so `part 7` was "
    "stored but never recorded, and the resumed upload began at part 8. "
)
_PIECES = (
    _PROSE * 2 + "\n\n",
    "### What changes\n\n",
    """- the manifest is flushed *before* the request
- a part in `sending` is sent again
- the server drops the second copy, since the key is the same

""",
    """```python upload/client.py
def send_part(self, part):
    self.manifest.record(part, state="sending")
    self.manifest.flush()
    ack = self.http.put(part.url, part.body, key=part.key)
    self.manifest.record(part, state="stored", etag=ack.etag)
    return ack
```

""",
    """| Runner | Runs | Failed |
|:--|--:|--:|
| linux-large | 96 | 3 |
| linux-small | 72 | 17 |
| macos-14 | 36 | 3 |

""",
    "> A longer client timeout does not stop the 503 loop.\n\n",
)


_ENDLESS = {
    "list": ("", "- the manifest is flushed *before* the request, and `part` {n} is sent again\n"),
    "code": ("```python\n", '    self.manifest.record(part_{n}, state="sending")  # {n}\n'),
    "table": ("| Run | Part | State |\n|:--|--:|:--|\n", "| {n} | {n} | `sending` |\n"),
    "line": ("", "the manifest is flushed before the request and part {n} is sent again "),
}
"""One block that never ends, which is the hard case: a block that grows is written again."""


def answer(chance: random.Random, characters: int, kind: str = "mixed") -> str:
    """Markdown of about this length: prose, lists, code, tables, quotes; or one endless block."""
    if kind in _ENDLESS:
        head, row = _ENDLESS[kind]
        return head + "".join(row.format(n=n) for n in range(characters // len(row)))
    found: list[str] = []
    length = 0
    while length < characters:
        found.append(_PIECES[0] if chance.random() < 0.5 else chance.choice(_PIECES))
        length += len(found[-1])
    return "".join(found)


class Fast:
    """A lane that says one token after another at a steady rate.

    Args:
        rate: tokens a second.
        seconds: how long.
        kind: of text.
    """

    info: LaneInfo = CLAUDE

    def __init__(self, rate: int, seconds: float, kind: str) -> None:
        self._rate, self._seconds, self._kind = rate, seconds, kind
        self.said = 0

    async def ask(self, _request: Request) -> AsyncGenerator[Event, None]:
        yield Began()
        length = round(self._rate * self._seconds * TOKEN)
        text = answer(random.Random(7), length, self._kind)  # noqa: S311 test data
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number, at in enumerate(range(0, len(text), TOKEN)):
            due = begun + number / self._rate
            if due > loop.time():
                await asyncio.sleep(due - loop.time())
            self.said += 1
            yield Text(text[at : at + TOKEN])
        yield Done()

    async def look(self) -> LaneInfo:
        return self.info

    async def release(self, session: str) -> None:
        """Nothing is kept."""

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Figures:
    """What one stretch of time came to."""

    gaps_ms: list[float] = field(default_factory=list)
    busy_ms: list[float] = field(default_factory=list)
    wall_s: float = 0.0
    cpu_s: float = 0.0
    grown_mb: float = 0.0

    def at(self, share: float) -> float:
        """The gap that this share of the time stays below: time counts, not beats."""
        gaps = sorted(self.gaps_ms)
        total, so_far = sum(gaps), 0.0
        for gap in gaps:
            so_far += gap
            if so_far >= share * total:
                return gap
        return 0.0

    @property
    def cpu(self) -> float:
        """Share of one core."""
        return self.cpu_s / self.wall_s if self.wall_s else 0.0

    def words(self) -> str:
        """One line."""
        return (
            f"gaps p50 {self.at(0.5):5.1f}  p95 {self.at(0.95):5.1f}  max {max(self.gaps_ms):5.1f} "
            f"ms; busy at most {max(self.busy_ms):5.1f} ms, "
            f"{sum(busy > 50 for busy in self.busy_ms)} over 50; CPU {self.cpu:4.0%}; "
            f"memory {self.grown_mb:+5.1f} MB; {self.wall_s:.1f} s"
        )


class Pulse(QObject):
    """Beats as often as the event loop lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.figures = Figures()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begins a stretch."""
        self.figures = Figures()
        self._begun = self._last = time.perf_counter()
        self._cpu, self._memory = time.process_time(), memory_mb()
        self._busy = time.thread_time()
        self._timer.start()

    def stop(self) -> Figures:
        """Ends it."""
        self._timer.stop()
        found = self.figures
        found.wall_s = time.perf_counter() - self._begun
        found.cpu_s = time.process_time() - self._cpu
        found.grown_mb = memory_mb() - self._memory
        return found

    def _beat(self) -> None:
        now = time.perf_counter()
        self.figures.gaps_ms.append((now - self._last) * 1000)
        self._last = now
        busy = time.thread_time()
        self.figures.busy_ms.append((busy - self._busy) * 1000)
        self._busy = busy


def memory_mb() -> float:
    """What this process holds in memory now, MB; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def wait(ms: int) -> None:
    """Lets the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def wait_until(come: Callable[[], bool]) -> None:
    """Lets the event loop run until something has come, or patience ends."""
    clock = QElapsedTimer()
    clock.start()
    while not come() and clock.elapsed() < PATIENCE_S * 1000:
        wait(20)


def talked(desk: PlainDesk, count: int) -> str:
    """A session of so many messages."""
    chance = random.Random(count)  # noqa: S311 test data
    transcript = desk.library.create(lane="claude", model="sonnet")
    for number in range(count):
        role = Role.USER if number % 2 == 0 else Role.ASSISTANT
        text = _PROSE if role is Role.USER else answer(chance, 1500)
        transcript.add(Message(f"m{number}", role, text, AT, "claude", "sonnet"))
    return transcript.id


def measure_ours(options: argparse.Namespace, folder: Path) -> Iterator[tuple[str, Figures]]:
    """Opens sessions, streams into all panes at once, and yields the figures of each step."""
    theme = Theme(Choice.LIGHT)
    theme.apply()
    failures = Failures(sys.stderr.write)
    jobs = Jobs(failures)
    desk = PlainDesk(folder)
    sessions = [talked(desk, options.messages) for _ in range(options.panes)]
    lane = Fast(options.rate, options.seconds, options.text)
    desk.roster.lane("claude")
    desk.roster._made["claude"] = lane
    window = MainWindow(theme, jobs, desk, failures)
    window.resize(QSize(1440, 900))
    window.show()
    window.start()
    wait_until(lambda: not jobs.busy)
    window.set_panes(options.panes)
    wait_until(lambda: not jobs.busy)
    wait(300)
    garbage = Garbage(lambda: jobs.busy, lambda: False)
    garbage.start()  # as the app does
    pulse = Pulse()
    pulse.start()
    for pane, session in zip(window.board.panes, sessions, strict=True):
        pane.open_session(session)
    wait_until(
        lambda: not jobs.busy and all(pane.transcript.messages for pane in window.board.panes)
    )
    wait(1500)
    yield "opening", pulse.stop()
    bar = window.board.panes[0].transcript.verticalScrollBar()
    pulse.start()
    for _ in range(150):
        bar.setValue(bar.value() - 240)
        wait(16)
    yield "scrolling up", pulse.stop()
    window.board.panes[0].transcript.following.to_bottom()
    wait(300)
    pulse.start()
    for pane in window.board.panes:
        pane.talk.send("Go on.")
    wait_until(lambda: not any(pane.streaming for pane in window.board.panes))
    yield "streaming", pulse.stop()
    say(f"             {lane.said:,} tokens came into {options.panes} panes")
    garbage.stop()
    window.close()
    wait(100)
    jobs.close()
    window.deleteLater()
    wait(50)


def measure_bare(options: argparse.Namespace) -> Figures:
    """The same words at the same times in plain labels in a bare window."""
    window = QWidget()
    row = QHBoxLayout(window)
    labels: list[QLabel] = []
    areas: list[QScrollArea] = []
    for _ in range(options.panes):
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(label)
        row.addWidget(area)
        labels.append(label)
        areas.append(area)
    window.resize(1440, 900)
    window.show()
    wait(200)
    length = round(options.rate * options.seconds * TOKEN)
    text = answer(random.Random(7), length, options.text)  # noqa: S311 test data
    begun = time.perf_counter()
    pulse = Pulse()
    loop = QEventLoop()

    def flush() -> None:
        came = int((time.perf_counter() - begun) * options.rate) * TOKEN
        for label, area in zip(labels, areas, strict=True):
            label.setText(text[:came])
            area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        if came >= len(text):
            loop.quit()

    timer = QTimer()
    timer.setInterval(FLUSH_MS)
    timer.timeout.connect(flush)
    pulse.start()
    timer.start()
    loop.exec()
    timer.stop()
    found = pulse.stop()
    window.close()
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--messages", type=int, default=500)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--panes", type=int, default=2, choices=(1, 2, 4))
    parser.add_argument("--text", default="mixed", choices=("mixed", *_ENDLESS))
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # noqa: TID251 - Qt takes it from there
    app = QApplication.instance() or QApplication([])
    ours = Figures()
    with tempfile.TemporaryDirectory(prefix="luminair-bench-") as folder:
        for name, figures in measure_ours(options, Path(folder)):
            say(f"{name:13}{figures.words()}")
            ours = figures
    bare = measure_bare(options)
    say(f"{'bare labels':13}{bare.words()}")
    say(
        f"streaming against bare labels: CPU {ours.cpu / max(bare.cpu, 1e-9):.2f} ×, "
        f"p95 {ours.at(0.95) / max(bare.at(0.95), 1e-9):.2f} ×, "
        f"longest gap {max(ours.gaps_ms) / max(bare.gaps_ms):.2f} ×, "
        f"longest busy {max(ours.busy_ms) / max(bare.busy_ms):.2f} ×"
    )
    app.processEvents()


if __name__ == "__main__":
    main()
