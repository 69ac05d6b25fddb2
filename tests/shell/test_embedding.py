"""Embedding in the background: the pace, the pauses, and Settings that show them."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.embedding.ollama import Ollama
from luminair.errors import VaultMissing
from luminair.journal import EmbeddingStatus, Journal, Setup, init_vault
from luminair.shell.embedding import WARMED_EVERY, Backfill, EmbeddingState, EmbeddingWorker
from luminair.shell.preferences.changes import Changes
from luminair.shell.preferences.meaning_section import MeaningSection, words_of
from tests.embedding.loopback_ollama import MODEL, LoopbackOllama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


class EmbeddingDesk:
    """A vault with thirty notes, an Ollama on loopback, settings on a real disk."""

    def __init__(self, home: Path, vault: Path, person: Path, server: LoopbackOllama) -> None:
        self.clock = NOW
        self.settings = Settings(Home(home).settings_file)
        self.fault: Exception | None = None
        self.vault, self.server = vault, server
        self.models: dict[str, Ollama] = {}
        numbers = itertools.count(1)
        init_vault(vault, ride="all")
        for number in range(30):
            (vault / f"n{number:02d}.md").write_text(f"# Note {number}\n\nThe start of it.\n")
        self._journal = Journal(
            Setup(
                root=vault,
                index=home / "index",
                home=str(person),
                now=self.now,
                draw=lambda: next(numbers) * 7919,
                embedder=self.embedder,
            )
        )

    def embedder(self) -> Ollama | None:
        if self.settings.text("meaning.search") == "off":
            return None
        name = self.settings.text("meaning.model")
        return self.models.setdefault(name, Ollama(name, self.server.address, patience_s=5))

    @property
    def journal(self) -> Journal:
        if self.fault is not None:
            raise self.fault
        return self._journal

    def now(self) -> datetime:
        return self.clock

    def close(self) -> None:
        self._journal.close()

    @property
    def embedded(self) -> int:
        return self._journal.embeddings().status().embedded


@pytest.fixture
def server() -> Iterator[LoopbackOllama]:
    with LoopbackOllama() as made:
        yield made


@pytest.fixture
def desk(home: Path, vault: Path, person: Path, server: LoopbackOllama) -> Iterator[EmbeddingDesk]:
    made = EmbeddingDesk(home, vault, person, server)
    yield made
    made.close()


@pytest.fixture
def work(desk: EmbeddingDesk) -> Backfill:
    return Backfill(lambda: desk.journal, desk.now)


def finish(work: Backfill) -> list[EmbeddingState]:
    states = [work.go(active=False)]
    while states[-1].running:
        states.append(work.go(active=False))
    return states


# --- The work, without a window --------------------------------------------------------------


def test_it_goes_on_step_by_step_until_nothing_lacks(work: Backfill, desk: EmbeddingDesk) -> None:
    states = finish(work)
    done = [state.done for state in states[:-1]]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 30)
    assert all(state.total == 30 for state in states[:-1])
    assert states[-1].status is not None
    assert states[-1].status.embedded == 30
    asked = len(desk.server.asked)
    assert not work.go(active=False).running
    assert len(desk.server.asked) == asked


def test_a_written_note_is_embedded_at_the_next_look(work: Backfill, desk: EmbeddingDesk) -> None:
    finish(work)
    desk.journal.add(title="Fresh", body="A fresh start.\n")
    assert work.go(active=False).running
    finish(work)
    assert desk.embedded == 31


def test_ending_it_keeps_what_is_done(work: Backfill, desk: EmbeddingDesk) -> None:
    work.go(active=False)
    work.go(active=False)
    state = work.go(active=False, work=False)
    assert not state.running
    assert state.status is not None
    assert state.status.embedded == desk.embedded == 8
    finish(work)
    assert desk.embedded == 30


def test_another_model_begins_anew(work: Backfill, desk: EmbeddingDesk) -> None:
    work.go(active=False)
    work.go(active=False)
    desk.server.manner.models = (f"{MODEL}:latest", "bge-m3:latest")
    desk.settings.set({"meaning.model": "bge-m3"})
    assert work.go(active=False).total == 30
    finish(work)
    assert desk.embedded == 30
    desk.settings.set({"meaning.search": "off"})
    state = work.go(active=True)
    assert state.status == EmbeddingStatus("")
    assert not state.running


def test_trouble_is_said_and_the_work_goes_on_after_it(work: Backfill, desk: EmbeddingDesk) -> None:
    desk.server.manner.models = ()
    state = work.go(active=False)
    assert "ollama pull" in state.said
    assert not state.running
    desk.server.manner.models = (f"{MODEL}:latest",)
    assert finish(work)[-1].said == ""
    assert desk.embedded == 30
    desk.fault = VaultMissing("The vault is not there.")
    assert work.go(active=False).said == "The vault is not there."
    desk.fault = None
    assert work.go(active=False).said == ""


def test_a_note_that_cannot_be_loaded_is_not_tried_for_ever(
    work: Backfill, desk: EmbeddingDesk
) -> None:
    (desk.vault / "n07.md").unlink()  # and the index does not know it yet
    finish(work)
    assert desk.embedded == 29
    asked = len(desk.server.asked)
    for _ in range(3):
        assert not work.go(active=False).running
    assert len(desk.server.asked) == asked


def test_the_model_is_kept_loaded_while_the_owner_is_there(
    work: Backfill, desk: EmbeddingDesk
) -> None:
    finish(work)
    asked = len(desk.server.asked)
    work.go(active=True)
    desk.clock += WARMED_EVERY - timedelta(seconds=1)
    work.go(active=True)
    desk.clock += timedelta(seconds=2)
    work.go(active=False)
    assert len(desk.server.asked) == asked
    work.go(active=True)
    assert desk.server.asked[asked:] == [
        ("/api/embed", {"model": MODEL, "input": [], "truncate": True, "keep_alive": "30m"})
    ]
    work.go(active=True)
    assert len(desk.server.asked) == asked + 1


# --- In the window ---------------------------------------------------------------------------


@pytest.fixture
def worker(qapp: QApplication, jobs, desk: EmbeddingDesk) -> Iterator[EmbeddingWorker]:
    made = EmbeddingWorker(jobs, desk, qapp)
    yield made
    made.pause()
    made.setParent(None)


@pytest.fixture
def section(qtbot, theme, jobs, desk: EmbeddingDesk, worker: EmbeddingWorker) -> MeaningSection:
    changes = Changes(jobs, desk.settings, worker)
    made = MeaningSection(theme, changes, worker)
    made.changes = changes
    qtbot.addWidget(made)
    made.show()
    return made


def test_settings_show_embedding_and_can_stop_it(qtbot, section, worker, desk, settle) -> None:
    assert section.notes.hint.text() == "Looking…"
    worker.look()
    qtbot.waitUntil(lambda: "0 of 30 notes have embeddings." in section.notes.hint.text())
    assert section.button.text() == "Embed now"
    assert section.line.isHidden()
    desk.server.manner.think_s = 0.05
    section.button.click()
    qtbot.waitUntil(lambda: worker.state.done >= 8)
    assert section.button.text() == "Pause"
    assert not section.line.isHidden()
    assert section.line.accessibleName().startswith("Notes embedded: ")
    assert section.notes.hint.text().startswith("Embedding: ")
    section.button.click()
    qtbot.waitUntil(lambda: "Paused." in section.notes.hint.text())
    settle()
    assert 8 <= desk.embedded < 30
    assert not worker._timer.isActive()
    section.button.click()
    qtbot.waitUntil(lambda: desk.embedded == 30, timeout=10_000)
    qtbot.waitUntil(section.button.isHidden, timeout=10_000)
    assert section.notes.hint.text() == "30 of 30 notes have embeddings."


def test_settings_follow_the_switch_and_give_advice(qtbot, section, worker, desk, settle) -> None:
    worker.look()
    settle()
    assert section.model.hint.text() == (
        "nomic-embed-text suits notes in English; for several languages, bge-m3."
    )
    section.changes.set({"meaning.search": "off"})
    qtbot.waitUntil(lambda: section.notes.hint.text().startswith("Off: "))
    assert section.button.isHidden()
    assert desk.server.asked == []


def test_a_prompt_gets_room(worker: EmbeddingWorker) -> None:
    worker.make_room()
    assert not worker._timer.isActive()
    worker._timer.start(10)
    worker.make_room()
    assert worker._timer.remainingTime() > 1000


@pytest.mark.parametrize(
    ("state", "wanted", "said", "trouble"),
    [
        (EmbeddingState(), False, "Looking…", False),
        (EmbeddingState(EmbeddingStatus("m")), False, "There are no notes yet.", False),
        (
            EmbeddingState(EmbeddingStatus("m", 5), said="Ollama does not answer."),
            False,
            "0 of 5 notes have embeddings. Ollama does not answer.",
            False,
        ),
        (
            EmbeddingState(EmbeddingStatus("m", 5), said="Ollama does not answer."),
            True,
            "0 of 5 notes have embeddings. Ollama does not answer.",
            True,
        ),
        (
            EmbeddingState(EmbeddingStatus("m", 1, 1, 0)),
            True,
            "1 of 1 note has an embedding.",
            False,
        ),
        (
            EmbeddingState(EmbeddingStatus("m", 5, 4, since="2026-09-04T08:30:00Z")),
            True,
            "4 of 5 notes have embeddings. Behind since 4 Sep, 08:30.",
            False,
        ),
        (
            EmbeddingState(EmbeddingStatus("m", 5, 4, 1), paused=True),
            True,
            "4 of 5 notes have embeddings, and 1 the model would not take. Paused.",
            False,
        ),
    ],
)
def test_each_standing_has_its_sentence(
    state: EmbeddingState, wanted: bool, said: str, trouble: bool
) -> None:
    assert words_of(state, wanted=wanted, now=NOW) == (said, trouble)
