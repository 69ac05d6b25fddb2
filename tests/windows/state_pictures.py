"""Pictures of what a pane says when something is amiss (mockup 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.windows.stage import Stage, wait, wait_until

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from luminair.shell.panes.pane import Pane


class StateStage(Stage):
    """One pane with a new session, asked what its lane fails at."""

    def _begin_with(self) -> None:
        """One pane."""
        self.window.set_panes(1)
        self.settle()

    def _begin(self, lane: str, model: str) -> Pane:
        self.window.sessions.begin()
        self.settle()
        pane = self.window.board.panes[0]
        pane.facts.change(lane=lane, model=model)
        self.settle()
        return pane

    def _ask(self, lane: str, model: str, prompt: str) -> Pane:
        pane = self._begin(lane, model)
        pane.talk.send(prompt)
        wait_until(lambda: pane.streaming)
        return pane

    def _ended(self, lane: str, model: str, prompt: str) -> QPixmap:
        pane = self._ask(lane, model, prompt)
        wait_until(lambda: not pane.streaming)
        self.settle()
        wait()
        return self.window.grab()

    def no_key(self) -> QPixmap:
        """A lane that has no key yet."""
        self._begin("gemini-api", "gemini-pro")
        wait()
        return self.window.grab()

    def refused(self) -> QPixmap:
        """A lane that was asked without a key."""
        return self._ended("gemini-api", "gemini-pro", "What is the slow part here?")

    def unreachable(self) -> QPixmap:
        """A server that does not answer."""
        return self._ended("ollama", "qwen2.5-coder", "Which runners failed last night?")

    def watchdog(self) -> QPixmap:
        """A model that did not start."""
        return self._ended("claude", "sonnet", "Sum up where we are.")

    def stopped(self) -> QPixmap:
        """An answer that the owner stopped."""
        pane = self._ask("claude", "sonnet", "Explain the fix to a new teammate.")
        wait(1500)
        pane.talk.stop()
        wait_until(lambda: not pane.streaming)
        self.settle()
        wait()
        return self.window.grab()

    def question(self) -> QPixmap:
        """A model that asks for leave."""
        pane = self._ask("claude", "sonnet", "Try the suite twenty times.")
        wait_until(lambda: pane.transcript.question is not None)
        wait()
        picture = self.window.grab()
        pane.talk.stop()
        wait_until(lambda: not pane.streaming)
        return picture
