"""Whatever happened to an index or beside it, it says what the files say."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault import catalogue_segments, refreshing
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.catalogue_file import FILE_NAME


def sees_all():
    """Whether permissions mean nothing to whoever runs this test."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        return os.access(file.name, os.R_OK)


SEES_ALL = sees_all()


ROOT = Path(__file__).resolve().parents[3]
WORDS = ("apple", "[[berry]]", "vectorCache", "lib/vault/digest.js", "E11000", "日本語", "running")
IDS = ("20260825T2009-4be1", "20260825T2010-4be2")


def everything(catalogue):
    """All that a catalogue can answer, without the numbers that its history gave to notes."""
    query = parse_query(" ".join(WORDS))
    hits = catalogue.search(query, limit=99)  # first, for it makes a damaged index anew
    postings = catalogue.postings
    terms = {term for (term,) in catalogue._file.ask("SELECT DISTINCT term FROM postings")}
    terms.update(
        term
        for (listed,) in catalogue._file.ask("SELECT terms FROM pending")
        for term in listed.split("\n")
    )
    held = {}
    for term in terms:
        docs, frequencies = postings.of(term)
        assert list(docs) == sorted(docs)
        if docs:
            paths = [catalogue.notes_at([doc])[0].path for doc in docs]
            held[term] = sorted(zip(paths, frequencies, strict=True))
    notes = catalogue.notes()
    return {
        "notes": notes,
        "count": postings.count,
        "average": postings.average_length,
        "lengths": [postings.length(catalogue.doc_of(note.path)) for note in notes],
        "held": held,
        "hits": [(note.path, hit.score, hit.terms) for note, hit in hits],
        "sketches": catalogue.sketches(),
        "rivals": [catalogue.rivals([note]) for note in notes],
        "bodies": [catalogue.load(note.path).body for note in notes if not note.damage],
        "places": catalogue.folder_places(),
        "links": sorted(catalogue.links()),
        "standing": catalogue.standing(),
    }


def rebuilt(vault):
    fresh = Catalogue.open(vault, None)
    fresh.refresh()
    said = everything(fresh)
    fresh.close()
    return said


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


def fill(vault, count, seed=1):
    chance = random.Random(seed)  # noqa: S311 test data
    for number in range(count):
        folder = vault / f"f{number % 5}"
        folder.mkdir(exist_ok=True)
        body = " ".join(chance.choices([*WORDS, *(f"w{n}" for n in range(300))], k=40))
        (folder / f"{number}.md").write_text(f"---\ntitle: n {number}\n---\n{body}\n", "utf-8")


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


class TestDamage:
    @pytest.fixture
    def made(self, vault, tmp_path):
        """The file of an index with a segment and notes that wait to be folded into it."""
        fill(vault, 70)
        catalogue = Catalogue.open(vault, tmp_path)
        catalogue.refresh()
        fill(vault, 5, seed=2)
        catalogue.refresh()
        catalogue.close()
        return tmp_path / FILE_NAME

    def answers(self, vault, index):
        catalogue = Catalogue.open(vault, index)
        catalogue.refresh()
        said = everything(catalogue)
        assert catalogue.on_disk
        catalogue.close()
        return said

    @pytest.mark.parametrize("raw", [b"", b"not a database at all" * 300, b"SQLite format 3\0"])
    def test_a_file_that_is_none_of_ours(self, vault, made, raw):
        made.write_bytes(raw)

        assert self.answers(vault, made.parent) == rebuilt(vault)

    def test_a_file_cut_short(self, vault, made):
        whole = made.read_bytes()
        for share in (0.1, 0.5, 0.9):
            made.write_bytes(whole[: int(len(whole) * share)])
            assert self.answers(vault, made.parent) == rebuilt(vault)

    @pytest.mark.parametrize("step", [29 * 1024, pytest.param(1024, marks=pytest.mark.full)])
    @pytest.mark.timeout(1800)
    def test_a_file_cut_anywhere(self, vault, made, step):
        whole, wanted = made.read_bytes(), rebuilt(vault)
        for end in range(step, len(whole), step):
            for beside in ("-wal", "-shm"):
                made.with_name(made.name + beside).unlink(missing_ok=True)
            made.write_bytes(whole[:end])
            assert self.answers(vault, made.parent) == wanted, end

    @pytest.mark.parametrize("back_s", [1, 3600, 10**9])
    def test_a_clock_that_was_set_back(self, vault, made, back_s):
        catalogue = Catalogue.open(
            vault, made.parent, clock=lambda: time.time_ns() - back_s * 1_000_000_000
        )
        for seed in (3, 4):
            fill(vault, 5, seed=seed)
            catalogue.refresh()
            assert everything(catalogue) == rebuilt(vault)
        catalogue.close()
        fill(vault, 5, seed=5)
        assert self.answers(vault, made.parent) == rebuilt(vault)

    def test_a_lost_page_never_stops_an_answer_and_is_noticed_when_asked_for(self, vault, made):
        whole = made.read_bytes()
        query = parse_query("apple")
        wanted = rebuilt(vault)
        for page in range(len(whole) // 4096):
            made.write_bytes(whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :])
            catalogue = Catalogue.open(vault, made.parent)
            catalogue.refresh()
            assert catalogue.notes() == wanted["notes"], page
            catalogue.search(query, limit=5)
            assert catalogue.standing() == wanted["standing"]
            assert [catalogue.rivals([note]) for note in wanted["notes"]] == wanted["rivals"]
            catalogue.close()

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE stamp SET value = '0' WHERE name = 'version'",
            "UPDATE stamp SET value = '0' WHERE name = 'words'",
            "UPDATE notes SET kind = 'nonsense', title = NULL",
            "UPDATE postings SET held = x'00'",
            "UPDATE state SET units = 'many'",
            "UPDATE tree SET signs = x'0011223344'",
            "DROP TABLE notes",
            "DROP TABLE stamp",
            "DROP TABLE postings",
            "DROP TABLE state",
        ],
    )
    def test_another_version_or_odd_content(self, vault, made, change):
        con = sqlite3.connect(made)
        con.execute(change)
        con.commit()
        con.close()

        assert self.answers(vault, made.parent) == rebuilt(vault)

    def test_another_way_of_reading_notes_is_noticed_with_the_next_change(self, vault, made):
        con = sqlite3.connect(made)
        con.execute("UPDATE stamp SET value = '0' WHERE name = 'notes'")
        con.commit()
        con.close()
        (vault / "new.md").write_text("apple\n")
        catalogue = Catalogue.open(vault, made.parent)

        assert len(catalogue.refresh().added) == 71
        catalogue.close()


def test_numbers_start_anew_before_they_grow_thin(vault, tmp_path, monkeypatch):
    monkeypatch.setattr(refreshing, "SPARE_NUMBERS", 10)
    catalogue = Catalogue.open(vault, tmp_path)
    for number in range(20):
        (vault / "a.md").write_text(f"apple {number}\n")
        catalogue.refresh()
        assert len(catalogue.search(parse_query("apple"), limit=5)) == 1
    assert catalogue.doc_of("a.md") < 15
    assert everything(catalogue) == rebuilt(vault)
    catalogue.close()


class TestWithoutADisk:
    def check(self, vault, index):
        catalogue = Catalogue.open(vault, index)
        catalogue.refresh()
        assert not catalogue.on_disk
        assert everything(catalogue) == rebuilt(vault)
        (vault / "f0/0.md").write_text("apple again\n")
        assert catalogue.refresh().changed == ("f0/0.md",)
        assert everything(catalogue) == rebuilt(vault)
        catalogue.close()

    def test_no_folder_given(self, vault):
        fill(vault, 10)
        self.check(vault, None)

    def test_a_folder_that_cannot_be_made(self, vault, tmp_path):
        fill(vault, 10)
        (tmp_path / "file").write_text("in the way")
        self.check(vault, tmp_path / "file" / "index")

    def test_something_else_in_the_files_place(self, vault, tmp_path):
        fill(vault, 10)
        (tmp_path / FILE_NAME).mkdir()
        self.check(vault, tmp_path)

    @pytest.mark.skipif(SEES_ALL, reason="the administrator may write everywhere")
    @pytest.mark.parametrize("made", [True, False])
    def test_a_folder_that_may_not_be_written(self, vault, tmp_path, made):
        fill(vault, 10)
        if made:
            catalogue = Catalogue.open(vault, tmp_path)
            catalogue.refresh()
            catalogue.close()
            (tmp_path / FILE_NAME).chmod(0o400)
        tmp_path.chmod(0o500)
        try:
            self.check(vault, tmp_path)
        finally:
            tmp_path.chmod(0o700)

    def test_a_lock_that_is_never_let_go(self, vault, tmp_path, monkeypatch):
        monkeypatch.setattr("luminair.journal.vault.catalogue_file.PATIENCE_S", 0.05)
        fill(vault, 10)
        first = Catalogue.open(vault, tmp_path)
        first.refresh()
        holder = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        (vault / "f0/0.md").write_text("berry\n")

        assert first.refresh().changed == ("f0/0.md",)
        assert not first.on_disk
        assert everything(first) == rebuilt(vault)
        first.close()
        holder.close()

    def test_a_disk_that_is_full(self, vault, tmp_path):
        fill(vault, 400)
        code = (
            "import resource, signal, sys; from pathlib import Path\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
            "from luminair.journal.vault.catalogue import Catalogue\n"
            "from luminair.journal.ranking.query import parse_query\n"
            "c = Catalogue.open(Path(sys.argv[1]), Path(sys.argv[2]))\n"
            "added = len(c.refresh().added)\n"
            "print(added, c.on_disk, len(c.search(parse_query('apple'), limit=500)))\n"
        )
        assert resource.RLIMIT_FSIZE is not None
        said = subprocess.run(
            [sys.executable, "-c", code, str(vault), str(tmp_path)],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        whole = Catalogue.open(vault, None)
        whole.refresh()
        wanted = len(whole.search(parse_query("apple"), limit=500))
        whole.close()

        assert said.stdout.split() == ["400", "False", str(wanted)]
        again = Catalogue.open(vault, tmp_path)
        again.refresh()
        assert again.on_disk
        assert everything(again) == rebuilt(vault)
        again.close()
