"""An index that is damaged, or that no disk will take, still says what the files say."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import time

import pytest

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault import refreshing
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.catalogue_file import FILE_NAME
from tests.journal.vault.whole_catalogues import (
    ROOT,
    SEES_ALL,
    everything,
    fill,
    rebuilt,
)


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
