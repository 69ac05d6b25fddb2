"""What a catalogue answers."""

from __future__ import annotations

import os
import shutil

import pytest

from luminair.errors import NoteDamaged, VaultMissing
from luminair.journal.vault.catalogue import Catalogue
from tests.journal.vault.whole_catalogues import SEES_ALL, hits, put


class TestRefresh:
    def test_new_changed_and_removed_notes_are_told_apart(self, vault, catalogue):
        put(vault, "a.md", "apple\n")
        put(vault, "b.md", "berry\n")
        assert catalogue.refresh().added == ("a.md", "b.md")

        put(vault, "a.md", "apricot\n")
        (vault / "b.md").unlink()
        put(vault, "sub/c.md", "cherry\n")
        changes = catalogue.refresh()

        assert (changes.added, changes.changed, changes.removed) == (
            ("sub/c.md",),
            ("a.md",),
            ("b.md",),
        )
        assert hits(catalogue, "apricot") == ["a.md"]
        assert hits(catalogue, "apple berry") == []
        assert not catalogue.refresh()

    def test_new_times_alone_change_nothing(self, vault, catalogue):
        file = put(vault, "a.md", created='"2026-01-01T00:00:00.000Z"', updated='"2026-01-02"')
        catalogue.refresh()
        os.utime(file, ns=(5, 5))

        assert not catalogue.refresh()

    def test_a_time_that_a_note_borrows_from_its_file_follows_the_file(self, vault, catalogue):
        file = put(vault, "a.md", "plain\n")
        catalogue.refresh()
        os.utime(file, ns=(0, 1_700_000_000_123_000_000))

        assert catalogue.refresh().changed == ("a.md",)
        assert catalogue.find("a.md").updated == "2023-11-14T22:13:20.123Z"

    def test_a_change_within_one_tick_of_the_disks_clock_is_found(self, vault, index):
        file = put(vault, "a.md", "apple\n")
        state = file.stat()
        with_one = Catalogue.open(vault, index, clock=lambda: state.st_ctime_ns)
        with_one.refresh()
        assert hits(with_one, "apple") == ["a.md"]
        # What the disk would show if the next write fell into the same tick.
        row = with_one._file.ask("SELECT signs FROM tree")[0][0]
        with_one.close()

        assert state.st_size.to_bytes(8, "little") not in row

    def test_a_file_at_rest_is_not_read_again(self, vault, catalogue, monkeypatch):
        catalogue._refresher._clock = lambda: 1 << 62
        put(vault, "a.md")
        catalogue.refresh()
        monkeypatch.setattr(
            "luminair.journal.vault.refreshing.read_file", lambda *_: pytest.fail("read again")
        )

        assert not catalogue.refresh()

    def test_a_second_process_sees_what_the_first_stored(self, vault, index):
        put(vault, "a.md", "apple\n")
        first, second = Catalogue.open(vault, index), Catalogue.open(vault, index)
        assert first.refresh().added == ("a.md",)
        assert not second.refresh()
        assert hits(second, "apple") == ["a.md"]

        put(vault, "a.md", "berry\n")
        first.refresh()
        assert hits(first, "berry") == ["a.md"]
        assert hits(second, "apple") == ["a.md"], "an answer is of one moment"
        second.refresh()
        assert hits(second, "berry") == ["a.md"]
        first.close()
        second.close()

    def test_having_enough_leaves_the_rest_for_the_next_time(self, vault, catalogue):
        for number in range(5):
            put(vault, f"{number}.md", "apple\n")
            os.utime(vault / f"{number}.md", ns=(0, number))
        told = []

        changes = catalogue.refresh(progress=lambda *n: told.append(n), enough=lambda: True)

        assert (changes.added, changes.behind, told) == (("4.md",), 4, [(1, 5)])
        assert (len(catalogue.refresh().added), catalogue.refresh().behind) == (4, 0)

    def test_a_vault_that_is_gone_is_an_error_and_loses_nothing(self, vault, index):
        put(vault, "a.md", "apple\n")
        catalogue = Catalogue.open(vault, index)
        catalogue.refresh()
        away = vault.rename(vault.with_name(f"{vault.name}-away"))
        with pytest.raises(VaultMissing):
            catalogue.refresh()
        away.rename(vault)

        assert not catalogue.refresh()
        assert hits(catalogue, "apple") == ["a.md"]
        catalogue.close()

    @pytest.mark.skipif(SEES_ALL, reason="the administrator may read everything")
    def test_an_unreadable_folder_or_file_keeps_its_notes(self, vault, catalogue):
        put(vault, "shut/deep/a.md", "apple\n")
        put(vault, "b.md", "berry\n")
        put(vault, "c.md", "cherry\n")
        catalogue.refresh()
        (vault / "shut").chmod(0)
        (vault / "b.md").chmod(0)
        put(vault, "d.md").chmod(0)
        try:
            changes = catalogue.refresh()
        finally:
            (vault / "shut").chmod(0o700)

        assert changes.removed == ()
        assert [path for path, _ in changes.unreadable] == ["b.md", "d.md", "shut"]
        assert hits(catalogue, "apple") == ["shut/deep/a.md"]
        assert hits(catalogue, "berry") == ["b.md"]
        assert catalogue.find("d.md").damage == "cannot be read (permission denied)"
        (vault / "d.md").chmod(0o600)
        assert catalogue.refresh().changed == ("d.md",)
        assert catalogue.find("d.md").damage == ""

    def test_a_damaged_or_huge_note_is_listed_and_stops_nothing(self, vault, catalogue):
        (vault / "bad.md").write_bytes(b"---\ntitle: \xff\xfe\n---\nx")
        with (vault / "huge.md").open("wb") as huge:
            huge.truncate(40 * 1024 * 1024 + 1)
        put(vault, "good.md", "apple\n")

        catalogue.refresh()

        assert [bool(note.damage) for note in catalogue.notes()] == [True, False, True]
        assert catalogue.find("huge.md").damage == "is larger than 40 MB"
        assert not catalogue.refresh()
        with pytest.raises(NoteDamaged, match="is larger than 40 MB"):
            catalogue.load("huge.md")

    def test_touched_reads_what_is_named_and_looks_at_all_where_it_must(self, vault, catalogue):
        put(vault, "a.md", "apple\n")
        catalogue.refresh()
        put(vault, "a.md", "berry\n")
        put(vault, "new/b.md", "cherry\n")
        put(vault, "c.md", "damson\n")

        assert catalogue.touched(["a.md", "new/b.md", ".luminair/x.md"]).changed == ("a.md",)
        assert hits(catalogue, "cherry") == ["new/b.md"]
        (vault / "new/b.md").unlink()
        changes = catalogue.touched(["new/b.md"])
        assert (changes.added, changes.removed) == ((), ("new/b.md",))
        put(vault, "a.md", "elder\n")
        changes = catalogue.touched(["A.md"])
        assert (changes.added, changes.changed) == (("c.md",), ("a.md",))

    def test_touched_forgets_what_lay_in_a_folder_that_is_gone(self, vault, catalogue):
        for path in ("a.md", "old/b.md", "old/deep/c.md", "older.md", "old.md"):
            put(vault, path, "apple\n")
        catalogue.refresh()
        shutil.move(vault / "old", vault.with_name(f"{vault.name}-elsewhere"))

        changes = catalogue.touched(["old", "old/4913", "x.md~"])

        assert changes.removed == ("old/b.md", "old/deep/c.md")
        assert sorted(hits(catalogue, "apple")) == ["a.md", "old.md", "older.md"]
        assert not catalogue.refresh()
