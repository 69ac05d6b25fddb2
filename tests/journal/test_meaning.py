"""Search and digest by meaning: a real vault, a server on loopback, whole ways through the door."""

from __future__ import annotations

import errno
import itertools
import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.embedding.ollama import Ollama
from luminair.errors import EmbeddingFailed
from luminair.journal import Journal, Place, Setup, init_vault
from tests.embedding.loopback_ollama import MODEL, LoopbackOllama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
CARS = "How to launch the automobile\n\nTurn the key; the vehicle will boot.\n"
TEA = "Notes on the start of tea time\n\nTea is best begun when the cups are warm.\n"


@dataclass
class House:
    """A vault and a server, and the means to open the one with the other."""

    vault: Path
    index: Path
    person: Path
    server: LoopbackOllama
    now: datetime = NOW
    warmed: int = 0
    model: str = MODEL
    made: list[Journal] | None = None

    def open(self, *, embedder: bool = True, mask: object = str) -> Journal:
        numbers = itertools.count(1)

        def warm_up() -> None:
            self.warmed += 1

        ollama = Ollama(self.model, self.server.address, patience_s=5) if embedder else None
        journal = Journal(
            Setup(
                root=self.vault,
                index=self.index,
                home=str(self.person),
                now=lambda: self.now,
                draw=lambda: next(numbers) * 7919,
                embedder=lambda: ollama,
                mask=mask,
                warm_up=warm_up,
            )
        )
        self.made.append(journal)
        return journal

    def write(self, name: str, text: str) -> None:
        (self.vault / name).write_text(text, "utf-8")

    def embed(self, journal: Journal | None = None) -> None:
        journal = journal or self.open()
        journal.refresh()
        list(journal.embeddings().run())

    @property
    def stored(self) -> dict:
        return json.loads((self.vault / ".luminair" / "vectors.json").read_bytes())


@pytest.fixture
def house(vault: Path, home: Path, person: Path) -> Iterator[House]:
    init_vault(vault, ride="all")
    with LoopbackOllama() as server:
        made = House(vault, home / "index", person, server, made=[])
        made.write("tea.md", TEA)
        made.write("cars.md", CARS)
        made.write("far.md", "Start of nothing\n\nAn empty page about a start.\n")
        yield made
        for journal in made.made:
            journal.close()


def embedded(server: LoopbackOllama) -> list[str]:
    return [text for text in server.texts if text.startswith("search_document: ")]


def queries(server: LoopbackOllama) -> list[str]:
    return [text for text in server.texts if text.startswith("search_query: ")]


def test_meaning_changes_the_order_and_says_so(house: House) -> None:
    journal = house.open()
    before = journal.search("start car key")
    assert before.meaning.startswith("off: no note has an embedding")
    assert queries(house.server) == []
    house.embed(journal)
    after = journal.search("start car")
    words = house.open(embedder=False).search("start car")
    assert after.meaning == "on"
    assert queries(house.server) == ["search_query: start car"]
    assert {each.note.path for each in after.results} == {each.note.path for each in words.results}
    for rank, each in enumerate(after.results, start=1):
        assert each.rank == rank
        assert each.meaning is not None
        assert each.words[0] == 1 + [w.note.path for w in words.results].index(each.note.path)
        assert each.score == pytest.approx(1 / (1 + each.words[0]) + 0.3 / (1 + each.meaning[0]))
        assert each.terms
        assert each.verdict.startswith("Found by words")


def test_a_near_note_overtakes_a_far_one(house: House) -> None:
    for number in range(4):
        house.write(f"filler{number}.md", f"Filler {number}\n\nAbout a start, quite plainly.\n")
    house.write("near.md", "The vehicle\n\nThe automobile and its rapid launch: start of it.\n")
    house.embed()
    journal = house.open()
    places = {each.note.path: each for each in journal.search("start fast car").results}
    near = places["near.md"]
    assert near.meaning is not None
    assert near.meaning[0] <= 2
    assert near.rank <= near.words[0]
    digest = journal.digest("start fast car", Place(""))
    whys = {item.note.path: item.why for item in digest.items}
    assert whys["near.md"].words == near.words[0]
    assert whys["near.md"].meaning is not None


def test_a_changed_note_has_no_vector_until_it_is_embedded_again(house: House) -> None:
    house.embed()
    house.write("cars.md", "Start of winter\n\nSnow covers the start of the road.\n")
    journal = house.open()
    (changed,) = [r for r in journal.search("start of").results if r.note.path == "cars.md"]
    assert changed.meaning is None
    assert journal.search("start tea of").meaning == "on"
    assert journal.embeddings().status().lacking == 1
    house.embed(journal)
    (changed,) = [r for r in journal.search("start of").results if r.note.path == "cars.md"]
    assert changed.meaning is not None


def test_a_pin_needs_no_new_embedding(house: House) -> None:
    journal = house.open()
    journal.add(title="Launch", body="Start the car.\n")
    house.embed(journal)
    before = embedded(house.server)
    (pinned,) = [r.note for r in journal.search("launch").results if r.note.title == "Launch"]
    journal.pin(pinned.key)
    assert journal.embeddings().status().lacking == 1
    house.embed(journal)
    assert journal.embeddings().status().lacking == 0
    assert embedded(house.server) == before
    assert journal.search("start launch").meaning == "on"


def test_no_call_where_it_could_change_nothing(house: House) -> None:
    house.embed()
    journal = house.open()
    asked = len(house.server.asked)
    assert "names alone" in journal.search("vectorCache").meaning
    assert "nothing to look up" in journal.search("the of").meaning
    assert "fewer than two" in journal.search("tea cups").meaning
    assert journal.digest("ok thanks", Place("")).text == ""
    assert len(house.server.asked) == asked
    assert house.open(embedder=False).search("start").meaning == (
        "off: notes are ranked by words alone"
    )
    assert len(house.server.asked) == asked


@pytest.mark.parametrize("trouble", ["hang", "refuse", "odd"])
def test_a_failing_server_costs_one_call_a_minute(house: House, trouble: str) -> None:
    house.embed()
    plain = house.open(embedder=False).digest("how to start the car", Place("")).text
    if trouble == "hang":
        house.server.manner.hang = True
    elif trouble == "refuse":
        house.server.manner.models = ()
    else:
        house.server.manner.body = {"embeddings": [[0.0]]}
    asked = len(house.server.asked)
    assert house.open().digest("how to start the car", Place("")).text == plain
    assert len(house.server.asked) == asked + 1
    for journal in (house.open(), house.open()):
        answer = journal.search("how to start the car")
        assert answer.meaning.startswith("off: ")
        assert "(since 11:00)" in answer.meaning
    assert len(house.server.asked) == asked + 1
    assert house.warmed == (trouble == "hang")
    house.now += timedelta(seconds=61)
    house.open().search("how to start the car")
    assert len(house.server.asked) == asked + 2
    house.now += timedelta(seconds=61)
    house.server.manner.__init__()
    assert house.open().search("how to start the car").meaning == "on"
    house.now += timedelta(seconds=1)
    assert house.open().search("how to start the car").meaning == "on"


def test_warming_up_ends_the_rest(house: House) -> None:
    house.embed()
    house.server.manner.hang = True
    house.open().search("start the car")
    house.server.manner.hang = False
    assert house.open().search("start the car").meaning.startswith("off")
    house.open().embeddings().warm()
    assert house.open().search("start the car").meaning == "on"


def test_another_length_or_model_is_never_mixed(house: House) -> None:
    house.embed()
    house.server.manner.length = 128
    answer = house.open().search("start the car")
    assert "makes vectors of 128 numbers now, the notes' have 64" in answer.meaning
    house.server.manner.models = (f"{MODEL}:latest", "bge-m3:latest")
    house.model = "bge-m3"
    assert "by 'bge-m3' yet" in house.open().search("start the car").meaning
    house.embed()
    assert house.open().search("start the car").meaning == "on"
    assert set(house.stored["models"]) == {MODEL, "bge-m3"}
    house.model, house.server.manner.length = MODEL, 64
    assert house.open().search("start the car").meaning == "on"


def test_a_model_fetched_anew_has_its_notes_embedded_anew(house: House) -> None:
    house.embed()
    before = len(house.server.texts)
    house.server.manner.digest = "e" * 64
    house.embed()
    assert len(house.server.texts) == before + 3


def test_secrets_do_not_reach_the_model(house: House) -> None:
    house.write("key.md", "Start of the car\n\nThe key is hunter2 indeed.\n")
    journal = house.open(mask=lambda text: text.replace("hunter2", "[secret]"))
    house.embed(journal)
    journal.search("start car hunter2")
    assert "[secret]" in "".join(house.server.texts)
    assert queries(house.server) == ["search_query: start car [secret]"]
    assert "hunter2" not in "".join(house.server.texts)


def test_archived_notes_are_embedded_and_damaged_ones_are_not(house: House) -> None:
    (house.vault / "Archive").mkdir()
    house.write("Archive/old.md", "Start of old days\n\nThe car was new.\n")
    (house.vault / "broken.md").write_bytes(b"\xff\xfe\x00broken")
    house.embed()
    assert set(house.stored["models"][MODEL]["notes"]) == {
        "Archive/old.md", "cars.md", "far.md", "tea.md",
    }  # fmt: skip
    status = house.open().embeddings().status()
    assert (status.notes, status.embedded, status.lacking) == (4, 4, 0)


def test_notes_that_are_gone_are_dropped_when_it_is_written_again(house: House) -> None:
    house.embed()
    (house.vault / "tea.md").unlink()
    house.write("new.md", "New start\n\nA car.\n")
    house.embed()
    assert set(house.stored["models"][MODEL]["notes"]) == {"cars.md", "far.md", "new.md"}


def test_a_folder_that_cannot_be_read_takes_no_note_and_no_vector_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (house.vault / "Shut").mkdir()
    house.write("Shut/oil.md", "Whale oil\n\nThe lamp burns whale oil.\n")
    journal = house.open()
    house.embed(journal)
    kept = set(house.stored["models"][MODEL]["notes"])
    open_ = os.open

    def shut(path: str, *rest: int, **named: int) -> int:
        if os.fspath(path).endswith("Shut"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_(path, *rest, **named)

    monkeypatch.setattr(os, "open", shut)
    changes = journal.refresh()
    assert changes.removed == ()
    assert [path for path, _ in changes.unreadable] == ["Shut"]
    house.write("new.md", "A new one\n\nOf something else.\n")
    house.embed(journal)
    assert set(house.stored["models"][MODEL]["notes"]) > kept
    assert journal.search("whale oil").results[0].note.path == "Shut/oil.md"


def test_stopping_in_the_middle_keeps_what_is_done(house: House) -> None:
    for number in range(40):
        house.write(f"n{number}.md", f"Number {number}\n\nThe start of {number}.\n")
    journal = house.open()
    steps = journal.embeddings().run()
    for step in steps:
        if step.done >= 16:
            break
    steps.close()
    status = journal.embeddings().status()
    assert 16 <= status.embedded < 43
    assert status.since
    done = len(house.server.texts)
    house.embed(journal)
    assert len(house.server.texts) == 43
    assert done < 43


def test_the_server_going_in_the_middle_keeps_what_is_done(house: House) -> None:
    for number in range(30):
        house.write(f"n{number}.md", f"Number {number}\n\nThe start of {number}.\n")
    journal = house.open()
    steps = journal.embeddings().run()
    while next(steps).done < 8:
        pass
    house.server.manner.models = ()
    with pytest.raises(EmbeddingFailed, match="ollama pull"):
        list(steps)
    assert journal.embeddings().status().embedded >= 8


def test_a_note_that_the_model_refuses_is_told_and_not_asked_again(house: House) -> None:
    house.write("bad.md", "Poison\n\nThe start of poison.\n")
    house.server.manner.refuses = "Poison"
    journal = house.open()
    refused = [each for step in journal.embeddings().run() for each in step.refused]
    assert [path for path, _ in refused] == ["bad.md"]
    status = journal.embeddings().status()
    assert (status.embedded, status.refused, status.lacking) == (3, 1, 0)
    before = len(house.server.texts)
    house.embed(journal)
    assert len(house.server.texts) == before


def test_two_open_journals_share_the_work(house: House) -> None:
    for number in range(30):
        house.write(f"n{number}.md", f"Number {number}\n\nThe start of {number}.\n")
    first, second = house.open(), house.open()
    one, two = first.embeddings().run(), second.embeddings().run()
    for left, right in itertools.zip_longest(one, two):
        del left, right
        house.now += timedelta(seconds=6)
    assert len(house.stored["models"][MODEL]["notes"]) == 33
    assert first.search("the start of").meaning == "on"


def test_the_doctor_says_that_embeddings_are_behind(house: House) -> None:
    journal = house.open()
    assert not [p for p in journal.doctor() if "embedding" in p.problem]
    house.embed(journal)
    assert not [p for p in journal.doctor() if "embedding" in p.problem]
    house.now += timedelta(hours=2)
    journal.add(title="Later", body="The start of later.\n")
    (found,) = [p for p in journal.doctor() if "embedding" in p.problem]
    assert found.path == ".luminair/vectors.json"
    assert "1 of 4 notes has no embedding" in found.problem
    assert "since 2026-09-17 13:00 UTC" in found.problem
    (house.vault / ".luminair" / "vectors.json").write_bytes(b"{")
    (found,) = [p for p in journal.doctor() if p.path == ".luminair/vectors.json"]
    assert found.problem == "is damaged"
    assert journal.search("the start").meaning.startswith("off: no note has")
    house.embed(journal)
    assert journal.search("the start").meaning == "on"


def test_a_file_of_a_newer_luminair_is_left_alone(house: House) -> None:
    file = house.vault / ".luminair" / "vectors.json"
    file.write_bytes(b'{"version": 2, "models": {}}')
    journal = house.open()
    with pytest.raises(Exception, match="written by a newer Luminair"):
        house.embed(journal)
    assert file.read_bytes() == b'{"version": 2, "models": {}}'
    assert house.server.texts == []
    assert [p.problem for p in journal.doctor() if "vectors" in p.path] == [
        "was written by a newer Luminair"
    ]
