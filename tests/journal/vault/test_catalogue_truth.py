"""Whatever happened to an index or beside it, it says what the files say."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault import catalogue_segments, refreshing
from luminair.journal.vault.catalogue import Catalogue
from tests.journal.vault.whole_catalogues import (
    IDS,
    ROOT,
    WORDS,
    everything,
    fill,
    rebuilt,
)

STEP = st.tuples(
    st.sampled_from(("write", "write", "write", "remove", "move", "touch")),
    st.integers(0, 7),
    st.lists(st.sampled_from(WORDS), max_size=12),
    st.sampled_from(("", *IDS)),
    st.sampled_from(("note", "rule", "ask")),
)


def take(vault, step, number):
    what, which, words, note_id, kind = step
    file = vault / f"f{which % 3}" / f"{which}.md"
    if what == "write":
        file.parent.mkdir(exist_ok=True)
        header = f"id: {note_id}\n" if note_id else ""
        text = f"---\n{header}kind: {kind}\ntitle: t{which % 2}\n---\n{' '.join(words)}\n"
        file.write_text(text, encoding="utf-8")
    elif file.exists() and what == "remove":
        file.unlink()
    elif file.exists() and what == "move":
        file.rename(file.with_name(f"{which + 1}.md"))
    elif file.exists():
        os.utime(file, ns=(0, number * 1_000_000_007))


@given(st.lists(st.lists(STEP, max_size=6), max_size=12))
def test_many_small_steps_give_the_index_that_a_rebuild_gives(rounds):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # Small numbers, so that folding and joining of segments happen all the time.
        patch.setattr(catalogue_segments, "MOST_PENDING", 2)
        patch.setattr(catalogue_segments.tend, "__defaults__", (2,))
        vault = Path(folder) / "vault"
        vault.mkdir()
        catalogue = Catalogue.open(vault, Path(folder) / "index")
        catalogue.refresh()
        for number, steps in enumerate(rounds):
            for at, step in enumerate(steps):
                take(vault, step, number * 10 + at)
            catalogue.refresh()
        assert everything(catalogue) == rebuilt(vault)
        catalogue.close()


def refresh_often(vault, index, seed):
    chance = random.Random(seed)  # noqa: S311 test data
    catalogue = Catalogue.open(Path(vault), Path(index))
    for _ in range(12):
        catalogue.refresh()
        notes = catalogue.notes()
        for note, _ in catalogue.search(parse_query("apple berry"), limit=20):
            assert note in notes
        path = Path(vault) / chance.choice(notes).path
        path.write_text(f"apple {chance.random()}\n", encoding="utf-8")
    catalogue.refresh()
    catalogue.close()


def test_several_processes_build_and_refresh_one_index_at_once(vault, tmp_path):
    fill(vault, 200)
    context = multiprocessing.get_context("spawn")
    workers = [
        context.Process(target=refresh_often, args=(str(vault), str(tmp_path), seed))
        for seed in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(50)

    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    catalogue = Catalogue.open(vault, tmp_path)
    catalogue.refresh()
    assert catalogue.on_disk
    assert everything(catalogue) == rebuilt(vault)
    catalogue.close()


def test_a_build_that_was_killed_goes_on_where_it_was(vault, tmp_path, monkeypatch):
    fill(vault, 60)
    monkeypatch.setattr(refreshing, "BATCH", 10)
    code = (
        "import os, sys; from pathlib import Path\n"
        "from luminair.journal.vault import refreshing; refreshing.BATCH = 10\n"
        "from luminair.journal.vault.catalogue import Catalogue\n"
        "c = Catalogue.open(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "c.refresh(progress=lambda done, of: done >= 30 and os._exit(9))\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, str(vault), str(tmp_path)], cwd=ROOT, check=False
    )
    assert killed.returncode == 9

    catalogue = Catalogue.open(vault, tmp_path)
    assert len(catalogue.refresh().added) == 30
    assert everything(catalogue) == rebuilt(vault)
    catalogue.close()


EDITS = """
import sys
from pathlib import Path
number, vault = int(sys.argv[1]), Path(sys.argv[2])
for turn in range(40):
    file = vault / f"f{turn % 3}" / f"edited-{number}-{turn % 7}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"apple zebra{number} turn{turn}\\n")
    if turn % 5 == 4:
        file.unlink()
"""
ASKS = """
import sys
from pathlib import Path
from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue
for turn in range(12):
    catalogue = Catalogue.open(Path(sys.argv[1]), Path(sys.argv[2]))
    catalogue.refresh()
    for note, hit in catalogue.search(parse_query("apple"), limit=20):
        assert note.path and hit.score > 0
    catalogue.touched([note.path for note in catalogue.notes()[:3]])
    catalogue.close()
"""


def test_files_are_edited_while_processes_ask(vault, tmp_path):
    fill(vault, 30)
    asking = [
        subprocess.Popen([sys.executable, "-c", ASKS, vault, tmp_path], cwd=ROOT) for _ in range(2)
    ]
    editing = [
        subprocess.Popen([sys.executable, "-c", EDITS, str(number), vault]) for number in range(2)
    ]
    assert [process.wait(50) for process in (*editing, *asking)] == [0] * 4
    catalogue = Catalogue.open(vault, tmp_path)
    catalogue.refresh()
    assert everything(catalogue) == rebuilt(vault)
    catalogue.close()
