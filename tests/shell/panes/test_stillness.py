"""Frame by frame: nothing jumps while an answer comes, nor when it ends."""

from __future__ import annotations

import asyncio
import threading

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from typing_extensions import override

from luminair.lanes.scripted import Wait, say
from luminair.shell.panes.message_view import Answer

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
        pane.transcript.viewport().installEventFilter(self)

    def stop(self) -> None:
        self._pane.transcript.viewport().removeEventFilter(self)

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


def test_nothing_moves_when_the_answer_ends(qtbot, window, desk, pane, says, send, settle) -> None:
    window.resize(1000, 700)
    *words, done = say(TEXT)
    gate = threading.Event()

    async def at_the_gate(seconds: float) -> None:
        await asyncio.sleep(0)
        while seconds and not gate.is_set():
            await asyncio.sleep(0.005)

    desk.lanes["claude"]._sleep = at_the_gate
    says((*words, Wait(1), done))
    send("Go")
    bar = pane.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == TEXT)
    qtbot.waitUntil(lambda: bar.maximum() > 300 and bar.value() == bar.maximum())
    before = (bar.value(), bar.maximum())
    gate.set()
    settle()
    assert not pane.streaming
    assert pane.transcript.find_widgets()[-1].foot is not None
    assert (bar.value(), bar.maximum()) == before
