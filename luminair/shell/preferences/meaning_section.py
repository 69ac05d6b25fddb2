"""Settings, Meaning search: what it does, how far its embeddings are, a stop and go for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from luminair.plurals import counted
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.progress import ProgressLine
from luminair.shell.parts.times import in_sentence
from luminair.shell.preferences.changes import choice_row, text_row
from luminair.shell.preferences.rows import Group, Page, Row

if TYPE_CHECKING:
    from datetime import datetime

    from PySide6.QtWidgets import QWidget

    from luminair.shell.embedding import EmbeddingState, EmbeddingWorker
    from luminair.shell.preferences.changes import Changes
    from luminair.shell.theme import Theme

_WORDS = {"auto": "Automatic", "on": "On", "off": "Off"}


class MeaningSection(Group):
    """The box of the page; what it says comes from the worker."""

    def __init__(
        self, theme: Theme, changes: Changes, worker: EmbeddingWorker, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._worker, self._settings = worker, changes.settings
        self.add(
            choice_row(
                theme,
                changes,
                "meaning.search",
                "Meaning search",
                _WORDS,
                "Finds notes that say the same in other words, with Ollama on this machine. "
                "Automatic: on where Ollama has the model.",
            )
        )
        self.model = text_row(
            theme,
            changes,
            "meaning.model",
            "Embedding model",
            hint=" ",
            placeholder="nomic-embed-text",
        )
        self.add(self.model)
        self.line = ProgressLine(theme, "Notes embedded")
        self.button = Button(theme, "Embed now", fill=Fill.BORDERED)
        self.button.clicked.connect(self._press)
        self.notes = Row(theme, "Embeddings", "Looking…", [self.line, self.button])
        self.add(self.notes)
        worker.changed.connect(self.show_state)
        changes.changed.connect(self._changed)
        self.show_state()

    def show_state(self) -> None:
        """Shows how the work stands now."""
        state = self._worker.state
        self.model.set_hint(state.advice)
        wanted = self._settings.text("meaning.search") == "on"
        said, trouble = words_of(state, wanted=wanted, now=self._worker.now())
        self.notes.set_hint(said, "danger" if trouble else "text2")
        self.line.setVisible(state.running)
        self.line.set_share(state.done / state.total if state.total else 0.0)
        status = state.status
        lacking = status is not None and bool(status.model) and status.lacking > 0
        self.button.setVisible(lacking or state.running or state.paused)
        self.button.setText("Pause" if state.running else "Embed now")

    def _press(self) -> None:
        if self._worker.state.running:
            self._worker.pause()
        else:
            self._worker.resume()

    def _changed(self, names: list[str]) -> None:
        if any(name.startswith(("meaning.", "lanes.ollama.")) for name in names):
            self._worker.look()


class MeaningPage(Page):
    """What meaning search does and how far it is."""

    def __init__(
        self, theme: Theme, changes: Changes, worker: EmbeddingWorker, parent: QWidget | None = None
    ) -> None:
        lead = "Word match works without it. It adds notes that say the same in other words."
        super().__init__(theme, "Meaning search", lead, parent)
        self._worker = worker
        self.section = MeaningSection(theme, changes, worker)
        self.add(self.section)

    @override
    def look(self) -> None:
        self._worker.look()


def words_of(state: EmbeddingState, *, wanted: bool, now: datetime) -> tuple[str, bool]:
    """How the work stands, in a sentence or two, and whether that is a trouble to the owner.

    Args:
        state: the worker's.
        wanted: the owner turned meaning search on; else a missing Ollama is no trouble while no
            note has an embedding.
        now: aware, in the owner's time zone.
    """
    status = state.status
    if status is None:
        return state.said or "Looking…", bool(state.said) and wanted
    if not status.model:
        return "Off: notes are found by their words alone.", False
    if state.running:
        return f"Embedding: {state.done:,} of {counted(state.total, 'note')}.", False
    have = f"{status.embedded:,} of {counted(status.notes, 'note')} "
    have += "has an embedding" if status.embedded == 1 else "have embeddings"
    if not status.notes:
        have = "There are no notes yet"
    if status.refused:
        have += f", and {status.refused:,} the model would not take"
    said = f"{have}."
    if status.lacking and status.embedded:
        said += f" Behind since {in_sentence(status.since, now)}."
    if state.paused:
        return f"{said} Paused.", False
    trouble = state.said or status.resting
    if not trouble:
        return said, False
    return f"{said} {trouble}", wanted or status.embedded > 0
