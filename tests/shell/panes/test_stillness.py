"""Frame by frame: nothing jumps while an answer comes, nor when it ends."""

from __future__ import annotations

import asyncio
import itertools
import threading

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from typing_extensions import override

from luminair.lanes.scripted import Wait, say
from luminair.shell.panes.message_view import Answer
from luminair.shell.parts.prose_view import ProseView

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

# More prose than one view takes, then code and prose again: each begins a widget of its own.
TEXT = "\n\n".join(
    [
        *(f"Paragraph {number} says **something** about `code`." for number in range(28)),
        "```python\ndef first():\n    return 1\n```",
        "Between the two.",
        "```sh\nmake test\n```",
        "The end of it.",
    ]
)


class Frames(QObject):
    """Looks at the transcript each time that it is painted."""

    def __init__(self, pane) -> None:
        super().__init__(pane)
        self._pane = pane
        self.seen: list[tuple[bool, int, int, int]] = []
        pane.transcript.widget().installEventFilter(self)

    def stop(self) -> None:
        self._pane.transcript.widget().removeEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint:
            return False
        view = self._pane.transcript
        found = view.find_widgets()
        if found and isinstance(found[-1], Answer):
            answer, bar = found[-1], view.verticalScrollBar()
            top = answer.mapTo(view, QPoint()).y()
            lacks = answer.sizeHint().height() - answer.height()
            self.seen.append((self._pane.streaming, top, lacks, bar.maximum() - bar.value()))
        return False


def test_a_reader_at_the_end_sees_the_text_only_ever_go_up(
    window, pane, says, send, settle
) -> None:
    window.resize(1000, 700)
    frames = Frames(pane)
    says(say(TEXT), pace_s=0.001)
    send("Go")
    settle()
    frames.stop()
    assert not pane.streaming
    tops = [top for _, top, _, _ in frames.seen]
    assert tops == sorted(tops, reverse=True)
    assert tops[0] - tops[-1] > 600
    assert {lacks for _, _, lacks, _ in frames.seen} == {0}  # no frame shows a part squeezed
    assert {below for _, _, _, below in frames.seen} == {0}


@pytest.fixture
def gated(desk, says):
    """Gives the usual lane its words; after each part it waits until the gate lets one go."""
    gate = threading.Semaphore(0)

    async def at_the_gate(seconds: float) -> None:
        await asyncio.sleep(0)
        while seconds and not gate.acquire(blocking=False):
            await asyncio.sleep(0.005)

    def give(*parts: str) -> threading.Semaphore:
        desk.lanes["claude"]._sleep = at_the_gate
        spoken = [(*say(part)[:-1], Wait(1)) for part in parts]
        says((*itertools.chain(*spoken), say("")[-1]))
        return gate

    return give


def test_nothing_moves_when_the_answer_ends(qtbot, window, pane, gated, send, settle) -> None:
    window.resize(1000, 700)
    gate = gated(TEXT)
    send("Go")
    bar = pane.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == TEXT)
    qtbot.waitUntil(lambda: bar.maximum() > 300 and bar.value() == bar.maximum())
    before = (bar.value(), bar.maximum())
    gate.release()
    settle()
    assert not pane.streaming
    assert pane.transcript.find_widgets()[-1].foot is not None
    assert (bar.value(), bar.maximum()) == before


class Painted(QObject):
    """Keeps which part of a widget is painted from now on."""

    def __init__(self, widget) -> None:
        super().__init__(widget)
        self.areas: list[QRect] = []
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.areas.append(event.rect())
        return False


def test_only_the_paragraph_that_grows_is_painted_again(
    qtbot, window, pane, gated, send, settle
) -> None:
    window.resize(1000, 900)
    first = "One of `them`.\n\nAnother.\n\nThe last"
    gate = gated(first, " paragraph, which grows by a word at a time" * 6)
    send("Go")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == first)
    (view,) = pane.transcript.find_widgets()[-1].findChildren(ProseView)
    qtbot.waitUntil(lambda: view.blocks and view.height() == view.viewport().height())
    qtbot.wait(50)
    painted = Painted(view.viewport())
    high = view.height()
    gate.release()
    qtbot.waitUntil(lambda: view.height() > high + 20)
    qtbot.waitUntil(lambda: bool(painted.areas))
    assert min(area.top() for area in painted.areas) > 20
    gate.release()
    settle()


def test_scrolling_paints_what_comes_into_sight(qtbot, window, pane, says, send, settle) -> None:
    window.resize(1000, 700)
    says(say(TEXT))
    send("Go")
    settle()
    bar = pane.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: not pane.streaming and bar.maximum() > 500)
    painted = Painted(pane.transcript.widget())
    bar.setValue(bar.maximum() - 300)
    qtbot.waitUntil(lambda: bool(painted.areas))
    qtbot.wait(50)
    painted.areas.clear()
    bar.setValue(bar.value() - 30)
    settle()
    qtbot.waitUntil(lambda: bool(painted.areas))
    assert max(area.height() for area in painted.areas) < 100
    pill = pane.transcript.following.pill
    assert pill.isVisible()
    assert pill.y() >= pane.transcript.viewport().geometry().bottom()  # it lies on no text
