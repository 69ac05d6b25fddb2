"""Outside edits: heard of, taken over, and never missed by the next question."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from luminair.errors import VaultMissing
from luminair.resident import resident as room
from luminair.resident.watching import NotWatching, Watcher

if TYPE_CHECKING:
    from pathlib import Path

    from tests.resident.conftest import App


def put(vault: Path, path: str, text: str) -> None:
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def found(app: App, word: str) -> list[str]:
    return sorted(each.note.path for each in app.journal.search(word).results)


class TestWatcher:
    def test_all_that_happened_before_is_heard(self, vault: Path, tmp_path: Path) -> None:
        put(vault, "a.md", "one\n")
        watcher = Watcher(vault.resolve(), tmp_path / "told")
        try:
            for number in range(30):
                put(vault, f"{number}.md", "two\n")
                heard = watcher.settled()
                assert heard.certain
                assert f"{number}.md" in heard.paths
            assert watcher.settled().paths == set()
        finally:
            watcher.close()
        assert list((tmp_path / "told").iterdir()) == []

    def test_what_is_no_ones_note_is_not_heard(self, vault: Path, tmp_path: Path) -> None:
        put(vault, ".luminair/lock", "")
        put(vault, "Notes/.obsidian/x.md", "")
        watcher = Watcher(vault.resolve(), tmp_path / "told")
        try:
            put(vault, ".luminair/lock", "x")
            put(vault, "Notes/.obsidian/x.md", "x")
            put(vault, "Notes/a.md", "x")
            assert watcher.settled().paths == {"Notes/a.md"}
        finally:
            watcher.close()

    def test_a_folder_put_in_the_place_of_another_is_not_the_same(
        self, vault: Path, tmp_path: Path
    ) -> None:
        watcher = Watcher(vault.resolve(), tmp_path / "told")
        try:
            assert watcher.holds
            vault.rename(vault.with_name(f"{vault.name}-elsewhere"))
            assert not watcher.holds
            vault.mkdir()
            assert not watcher.holds
        finally:
            watcher.close()

    def test_nothing_is_certain_where_no_word_comes(self, vault: Path, tmp_path: Path) -> None:
        watcher = Watcher(vault.resolve(), tmp_path / "told")
        try:
            shutil.rmtree(tmp_path / "told")
            assert not watcher.settled().certain
        finally:
            watcher.close()

    def test_a_folder_that_is_not_there(self, vault: Path, tmp_path: Path) -> None:
        with pytest.raises(NotWatching):
            Watcher(vault / "gone", tmp_path / "told")


class TestQuestions:
    """``true_journal`` is what a command that asks the app gets."""

    def test_an_edit_of_a_moment_ago_is_found(self, app: App, vault: Path) -> None:
        for number in range(20):
            put(vault, "a.md", f"zebra{number}\n")
            app.resident.true_journal()
            assert found(app, f"zebra{number}") == ["a.md"]

    def test_files_and_folders_come_go_and_move(self, app: App, vault: Path) -> None:
        put(vault, "old/deep/a.md", "apple\n")
        app.resident.true_journal()
        assert found(app, "apple") == ["old/deep/a.md"]
        shutil.move(vault / "old", vault / "new")
        app.resident.true_journal()
        assert found(app, "apple") == ["new/deep/a.md"]
        put(vault, "new/deep/b.md", "apple\n")
        (vault / "new/deep/a.md").unlink()
        app.resident.true_journal()
        assert found(app, "apple") == ["new/deep/b.md"]
        shutil.rmtree(vault / "new")
        app.resident.true_journal()
        assert found(app, "apple") == []

    def test_it_is_found_where_nothing_can_be_watched(
        self, app: App, vault: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise NotWatching("no more watches")

        monkeypatch.setattr(room, "Watcher", refuse)
        put(vault, "a.md", "apple\n")
        app.resident.true_journal()
        assert found(app, "apple") == ["a.md"]
        with app.watching():
            put(vault, "b.md", "apple\n")
            app.wait_for("b.md")

    def test_a_vault_that_is_gone_is_an_error_and_back_is_back(self, app: App, vault: Path) -> None:
        put(vault, "a.md", "apple\n")
        app.resident.true_journal()
        away = vault.with_name(f"{vault.name}-away")
        vault.rename(away)
        with pytest.raises(VaultMissing):
            app.resident.true_journal()
        assert found(app, "apple") == ["a.md"]
        put(away, "b.md", "apple\n")
        away.rename(vault)
        app.resident.true_journal()
        assert found(app, "apple") == ["a.md", "b.md"]


class TestFollowing:
    """``watch`` is what the window hears of."""

    def test_edits_are_told(self, app: App, vault: Path) -> None:
        put(vault, "a.md", "one\n")
        with app.watching():
            app.wait_for("a.md")
            put(vault, "Notes/b.md", "two\n")
            app.wait_for("Notes/b.md")
            (vault / "a.md").unlink()
            app.wait_for("a.md")
        assert found(app, "two") == ["Notes/b.md"]

    def test_a_burst_is_one_look(self, app: App, vault: Path) -> None:
        looks: list[int] = []
        refresh = app.journal.refresh

        class Counting:
            def __getattr__(self, name: str) -> object:
                return getattr(app_journal, name)

            def refresh(self) -> object:
                looks.append(1)
                return refresh()

        app_journal = app.journal
        app.journal = Counting()  # type: ignore[assignment]
        with app.watching():
            put(vault, "first.md", "one\n")
            app.wait_for("first.md")
            before = len(looks)
            for number in range(1500):
                (vault / f"{number}.md").write_text("burst\n", encoding="utf-8")
            app.wait_for(*(f"{number}.md" for number in range(1500)))
        app.journal = app_journal
        assert len(looks) - before <= 4
        assert len(app.journal.listing(compared=False)) == 1501

    def test_the_owner_comes_back_to_the_window(self, app: App, vault: Path) -> None:
        put(vault, "a.md", "one\n")
        with app.watching():
            app.wait_for("a.md")
            app.resident.look_again()
            put(vault, "b.md", "two\n")
            app.wait_for("b.md")

    def test_a_vault_that_comes_back_is_followed_again(self, app: App, vault: Path) -> None:
        put(vault, "a.md", "one\n")
        with app.watching():
            app.wait_for("a.md")
            away = vault.with_name(f"{vault.name}-away")
            vault.rename(away)
            put(away, "b.md", "two\n")
            away.rename(vault)
            app.wait_for("b.md")
            put(vault, "c.md", "three\n")
            app.wait_for("c.md")
