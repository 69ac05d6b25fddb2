"""A look that was begun before: believed where the index has just the same, else done again."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from luminair.errors import NoteNotFound, VaultMissing
from luminair.journal.ranking.query import parse_query
from luminair.journal.vault import ahead, refreshing, tree
from luminair.journal.vault.catalogue import Catalogue
from luminair.journal.vault.freshness import mark_of
from luminair.journal.vault.tree import look

ROOT = Path(__file__).resolve().parents[3]

# In a process of its own, as the command line has it: a test's process has more than one thread.
LOOK = """
import sys
from luminair.journal.vault.ahead import look_ahead
wait = look_ahead(lambda: sys.argv[1])
seen = wait(sys.argv[2]) if wait else "no second process"
print(repr(seen))
"""


def seen_ahead(vault: Path, meant: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(vault), str(meant or vault)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=50,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def as_told(vault: Path) -> dict[str, bytes]:
    return {
        folder: mark_of("/".join(here.names), here.signs)
        for folder, here in look(str(vault)).folders.items()
    }


def put(vault: Path, path: str, text: str) -> None:
    (vault / path).parent.mkdir(parents=True, exist_ok=True)
    (vault / path).write_text(text, encoding="utf-8")
    # Long ago, so that its sign can be believed at once.
    os.utime(vault / path, (1_000_000_000, 1_000_000_000))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one processor")
def test_it_sees_what_a_look_sees(vault: Path) -> None:
    put(vault, "a.md", "one\n")
    put(vault, "Notes/日本 \udc80.md".encode("utf-8", "replace").decode(), "two\n")
    assert seen_ahead(vault) == repr(as_told(vault))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one processor")
def test_it_says_nothing_of_a_vault_that_is_gone(vault: Path) -> None:
    assert seen_ahead(vault / "gone") == "None"


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one processor")
def test_a_look_at_another_folder_is_of_no_use(vault: Path) -> None:
    put(vault, "in/a.md", "one\n")
    assert seen_ahead(vault, vault / "in") == "None"


@pytest.fixture
def settled(vault: Path, tmp_path: Path) -> Path:
    """An index that has every sign of a vault of two notes; its folder."""
    put(vault, "a.md", "apple\n")
    put(vault, "b/b.md", "berry\n")

    def later() -> int:
        return look(str(vault)).files[0].ctime_ns + 10_000_000_000

    catalogue = Catalogue.open(vault, tmp_path, clock=later)
    catalogue.refresh()
    assert not catalogue.refresh()
    catalogue.close()
    return tmp_path


def test_the_same_is_believed_without_another_look(
    vault: Path, settled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = as_told(vault)
    looks: list[str] = []

    def counting(root: str) -> object:
        looks.append(root)
        return look(root)

    monkeypatch.setattr(refreshing, "look", counting)
    catalogue = Catalogue.open(vault, settled, ahead=lambda _: told)
    assert not catalogue.refresh()
    assert looks == []
    assert [note.path for note in catalogue.notes()] == ["a.md", "b/b.md"]
    catalogue.refresh()
    assert len(looks) == 1
    catalogue.close()


@pytest.mark.parametrize("told", [None, {}, {"": b""}, {"x": bytes(16)}, 7])
def test_anything_else_means_to_look(vault: Path, settled: Path, told: object) -> None:
    put(vault, "c.md", "cherry\n")
    catalogue = Catalogue.open(vault, settled, ahead=lambda _: told)  # type: ignore[arg-type, return-value]
    assert catalogue.refresh().added == ("c.md",)
    catalogue.close()


def test_an_old_look_takes_nothing_out_that_another_process_stored(
    vault: Path, settled: Path
) -> None:
    old = as_told(vault)
    put(vault, "c.md", "cherry\n")
    other = Catalogue.open(vault, settled)
    other.refresh()
    other.close()
    catalogue = Catalogue.open(vault, settled, ahead=lambda _: old)
    assert not catalogue.refresh().removed
    hits = catalogue.search(parse_query("cherry"), limit=3)
    assert [note.path for note, _ in hits] == ["c.md"]
    catalogue.close()


def test_where_no_second_process_is_to_be_had_nobody_looks_ahead(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses() -> int:
        raise OSError("no more of them")

    for name, value in (("cpu_count", lambda: 1), ("pipe", refuses), ("fork", refuses)):
        with monkeypatch.context() as patch:
            patch.setattr(os, "cpu_count", lambda: 2)
            patch.setattr(os, name, value)
            assert ahead.look_ahead(lambda: str(vault)) is None


def test_a_second_process_that_says_nothing_has_seen_nothing(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "fork", lambda: 2**30)  # no process has this number
    wait = ahead.look_ahead(lambda: str(vault))
    assert wait is not None
    assert wait(str(vault)) is None


def test_what_was_seen_of_another_folder_is_not_believed(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hears, tells = os.pipe()
    os.write(tells, marshal.dumps((f"{vault}-2", {})))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "pipe", lambda: (hears, tells))
    monkeypatch.setattr(os, "fork", lambda: 2**30)
    wait = ahead.look_ahead(lambda: str(vault))
    assert wait is not None
    assert wait(str(vault)) is None


def test_of_a_look_that_could_not_see_all_nothing_is_told(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut = tree.Look()
    shut.unreadable.append(("Notes", "the folder cannot be read"))
    monkeypatch.setattr(tree, "look", lambda _root: shut)
    monkeypatch.setattr(os, "_exit", lambda _code: None)
    hears, tells = os.pipe()
    ahead._tell(lambda: str(vault), tells)
    os.close(tells)
    with os.fdopen(hears, "rb") as told:
        assert told.read() == b""


@pytest.mark.parametrize("there", [True, False])
def test_the_second_process_tells_what_it_saw_and_ends(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    put(vault, "a.md", "one\n")
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    hears, tells = os.pipe()
    place = str(vault if there else tmp_path / "gone")
    ahead._tell(lambda: place, tells)
    if not there:
        os.close(tells)
    with os.fdopen(hears, "rb") as told:
        data = told.read()
    assert ended == [0]
    told_of = (place, as_told(vault)) if there else None
    assert (marshal.loads(data) if data else None) == told_of  # noqa: S302


class TestMeanwhile:
    """An answer that is worked out while the look goes on."""

    def asked(self, catalogue: Catalogue, told: list[str]) -> list[str]:
        def work() -> list[str]:
            told.append("asked")
            return [note.path for note in catalogue.notes()]

        return catalogue.meanwhile(work)

    def test_it_is_given_where_the_files_are_as_the_index_has_them(
        self, vault: Path, settled: Path
    ) -> None:
        told: list[str] = []

        def look_ends(root: str) -> dict[str, bytes]:
            told.append(f"looked at {root}")
            return as_told(vault)

        catalogue = Catalogue.open(vault, settled, ahead=look_ends)
        assert self.asked(catalogue, told) == ["a.md", "b/b.md"]
        assert told == ["asked", f"looked at {vault}"]
        catalogue.close()

    def test_an_edit_of_a_file_has_it_worked_out_anew(self, vault: Path, settled: Path) -> None:
        before = (vault / "b/b.md").stat()
        (vault / "b/b.md").write_text("cherry\n", encoding="utf-8")
        os.utime(vault / "b/b.md", ns=(before.st_atime_ns, before.st_mtime_ns))
        catalogue = Catalogue.open(vault, settled, ahead=lambda _: as_told(vault))

        found = catalogue.meanwhile(lambda: catalogue.search(parse_query("cherry"), limit=3))

        assert [note.path for note, _ in found] == ["b/b.md"]
        catalogue.close()

    def test_what_another_process_stores_meanwhile_is_not_half_in_it(
        self, vault: Path, settled: Path
    ) -> None:
        told: list[str] = []

        def look_ends(_: str) -> dict[str, bytes]:
            put(vault, "c.md", "cherry\n")
            other = Catalogue.open(vault, settled)
            other.refresh()
            other.close()
            return as_told(vault)

        catalogue = Catalogue.open(vault, settled, ahead=look_ends)
        assert self.asked(catalogue, told) == ["a.md", "b/b.md", "c.md"]
        assert len(told) == 2
        catalogue.close()

    def test_a_fault_of_the_index_as_it_stood_is_none(self, vault: Path, settled: Path) -> None:
        put(vault, "c.md", "cherry\n")
        catalogue = Catalogue.open(vault, settled, ahead=lambda _: as_told(vault))
        assert catalogue.meanwhile(lambda: catalogue.find("c.md")).path == "c.md"
        with pytest.raises(NoteNotFound):
            catalogue.meanwhile(lambda: catalogue.find("d.md"))
        catalogue.close()

    def test_a_vault_that_is_gone_is_said(self, vault: Path, settled: Path) -> None:
        catalogue = Catalogue.open(vault, settled, ahead=lambda _: None)
        vault.rename(vault.with_name("away"))
        with pytest.raises(VaultMissing):
            self.asked(catalogue, [])
        catalogue.close()


def test_words_are_tried_again_where_the_code_behind_them_may_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words, tried = refreshing.words_fingerprint(), []

    def try_it() -> str:
        tried.append(1)
        return words

    monkeypatch.setattr(refreshing, "words_fingerprint", try_it)
    code = f"{words} {refreshing._code()}"
    assert refreshing.words_hold({"words": words, "code of words": code})
    assert refreshing.words_hold({})
    assert not tried
    assert refreshing.words_hold({"words": words, "code of words": code + "x"})
    assert not refreshing.words_hold({"words": "other", "code of words": code})
    assert len(tried) == 2
