from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.cli.main import main
from luminair.config.paths import default_vault

if TYPE_CHECKING:
    from tests.cli.conftest import Terminal


def test_init_makes_a_vault_once(
    tmp_path: Path, run: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run.vault = tmp_path / "unused"
    made = run.json("init", "new vault")
    assert made.keys() >= {"vault", "created", "ride"}
    assert made["created"]
    assert Path(made["vault"]) == tmp_path / "new vault"
    assert not run.json("init", "new vault")["created"]


def test_init_asks_nobody_in_a_script(tmp_path: Path, run: Terminal) -> None:
    (tmp_path / "a.md").write_text("# Mine\n")
    assert run.json("init", str(tmp_path))["ride"] == "none"
    assert run.json("init", str(tmp_path), "--ride", "A", "B")["ride"] == ["A", "B"]
    assert run.json("init", "--ride", "all", str(tmp_path))["ride"] == "all"
    assert run("init", str(tmp_path), "--ride=all", "--ride=A").code == 2
    assert run("init", "").code == 2


def test_an_agent_opens_nothing_that_is_there(
    tmp_path: Path, run: Terminal, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "a.md").write_text("# Mine\n")
    before = (home / "settings.json").read_bytes()
    monkeypatch.setenv("CLAUDECODE", "1")
    for place in (theirs, run.vault):
        files = {file: file.read_bytes() for file in place.rglob("*") if file.is_file()}
        refused = run("init", str(place), "--ride", "all").sentence
        assert refused.startswith("Only the owner can open ")
        assert {file: file.read_bytes() for file in place.rglob("*") if file.is_file()} == files
    assert (home / "settings.json").read_bytes() == before


def test_what_an_agent_makes_is_not_the_owners(
    tmp_path: Path, run: Terminal, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.add("Mine")
    (home / "settings.json").unlink()
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run.json("init", str(tmp_path / "new"))["created"]
    assert not (home / "settings.json").exists()
    run.vault.rename(tmp_path / "unplugged")  # was there once, so it is not made anew
    assert run("init").sentence
    assert not run.vault.exists()


def test_a_home_folder_is_no_journal(
    tmp_path: Path, run: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = tmp_path / "person"
    person.mkdir()
    monkeypatch.setenv("HOME", str(person))
    for place in (person, tmp_path):
        assert "holds more than notes" in run("init", str(place)).sentence
    assert list(person.iterdir()) == []
    assert run.json("init", str(person / "Journal"))["created"]


def test_archive_says_how_many_first(run: Terminal) -> None:
    one, two = run.add("One", "--folder", "A/x"), run.add("Two", "--folder", "A/x")
    run.add("Three", "--folder", "B/x")
    dry = run.json("archive", "--folder", "A/x", "--dry-run")
    assert (dry["count"], dry["dry_run"], dry["operation"]) == (2, True, None)
    assert run.json("list", "--state", "archived") == []
    assert run("archive", "--folder", "A/x").out.startswith("2 notes to archive:\n")
    assert {each["id"] for each in run.json("list", "--state", "archived")} == {one, two}
    assert run.json("undo").keys() >= {"id", "path", "what", "paths"}
    assert run.json("list", "--state", "archived") == []


def test_archive_and_back(run: Terminal) -> None:
    one, two = run.add("One"), run.add("Two")
    done = run.json("archive", one, two)
    assert done.keys() >= {"id", "path", "count", "notes"}
    assert [each["id"] for each in done["notes"]] == [one, two]
    assert run.json("unarchive", one)["path"] == "Notes/One.md"
    assert run("unarchive", one).sentence
    assert run("archive", two).sentence
    assert run("archive", "--folder", "Nowhere").sentence
    assert run("archive").code == 2


def test_history_restore_and_undo(run: Terminal) -> None:
    note = run.add("First")
    run.json("edit", note, "--title", "Second")
    (version,) = run.json("history", note)
    assert version.keys() >= {"version", "at", "by", "bytes"}
    assert run.json("restore", note, "--version", version["version"])["title"] == "First"
    undone = run.json("undo")
    assert undone["id"] == note
    assert run.json("show", note)["title"] == "Second"
    assert run.json("undo", undone["undone_by"])["id"] == note
    assert run.json("show", note)["title"] == "First"
    assert run("restore", note).code == 2
    assert run("restore", note, "--version", "ffffffffffff").sentence
    unknown = run("undo", "no such operation")
    assert unknown.sentence
    # As any other name that nothing has: `show`, `restore` and `review` end so too.
    others = run("import", "--undo", "none").code, run("show", "none").code
    assert (unknown.code, *others) == (1, 1, 1)


def test_undo_says_how_it_is_taken_back(run: Terminal) -> None:
    note = run.add("Nets")
    way = run("undo").err
    assert way.startswith("`luminair-journal undo ")
    assert run("undo", way.split("`")[1].split()[-1]).code == 0
    assert run("show", note).code == 0


@pytest.mark.usefixtures("person")
def test_a_journal_at_the_usual_place_stays_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUMINAIR_VAULT", raising=False)
    assert main(["init"]) == main(["init", str(tmp_path / "Other")]) == 0
    assert f"The Journal in use is still {default_vault()}" in capsys.readouterr().out


def test_undo_of_an_add_has_no_note_left(run: Terminal) -> None:
    run.add("Only")
    undone = run.json("undo")
    assert undone["id"] is None
    assert run.json("list") == []


def test_nothing_to_undo(run: Terminal) -> None:
    assert run("undo").sentence


def test_doctor(run: Terminal) -> None:
    assert run.json("doctor")["problems"] == []
    assert run("doctor").out == "Nothing is wrong.\n"
    run.write("bad.md", b"\xff")
    done = run("doctor", "--json")
    assert done.code == 1
    (problem,) = done.json["problems"]
    assert problem.keys() >= {"path", "problem", "advice"}
    assert problem["path"] == "bad.md"


def test_a_vault_that_is_not_there_is_not_made(tmp_path: Path, run: Terminal) -> None:
    run.vault = tmp_path / "gone"
    assert "luminair-journal init" in run("list").sentence
    assert run("add", "--title", "T").sentence
    assert not run.vault.exists()


def test_a_vault_that_was_there_is_reported(tmp_path: Path, run: Terminal) -> None:
    run.add("T")
    run.vault.rename(tmp_path / "moved")
    assert "not there any more" in run("list").sentence
    assert not run.vault.exists()


def test_a_vault_that_is_a_file(tmp_path: Path, run: Terminal) -> None:
    run.vault = tmp_path / "file"
    run.vault.write_text("x")
    assert "is a file" in run("list").sentence
    assert "is a file" in run("init", str(run.vault)).sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_vault_without_permission(run: Terminal) -> None:
    run.vault.chmod(0)
    try:
        assert run("list").sentence
        assert run("add", "--title", "T").sentence
    finally:
        run.vault.chmod(0o700)


def test_a_vault_with_an_impossible_name(run: Terminal) -> None:
    run.vault = Path("/" + "x" * 5000)
    assert run("list").sentence


def test_a_folder_that_is_not_there_cannot_ride(tmp_path: Path, run: Terminal) -> None:
    mine = tmp_path / "mine"
    (mine / "Ideas").mkdir(parents=True)
    (mine / "Ideas" / "one.md").write_text("One.")
    assert run("init", str(mine), "--ride", "Ideas").code == 0
    for name in ("Fnord", "../mine/Fnord", "..", str(tmp_path)):
        done = run("init", str(mine), "--ride", name)
        assert done.code == 2
        assert "choose among Ideas" in done.sentence
    assert run("init", str(mine)).code == 0
    assert '"Ideas"' in (mine / ".luminair" / "settings.json").read_text()


def test_init_says_which_journal_stays_in_use(
    tmp_path: Path, run: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUMINAIR_VAULT", raising=False)
    assert "in use" not in run("init", str(run.vault)).out
    done = run("init", str(tmp_path / "Other"))
    assert f"The Journal in use is still {run.vault}" in done.out


def test_a_hidden_folder_can_neither_ride_nor_be_chosen(tmp_path: Path, run: Terminal) -> None:
    mine = tmp_path / "mine"
    for place in ("Ideas", ".x/deep", ".trash"):
        (mine / place).mkdir(parents=True)
        law = "kind: rule\nscope: global"
        identity = f"id: 20260901T1200-{len(place):04x}"
        (mine / place / "r.md").write_text(f"---\n{identity}\n{law}\n---\nRule of {place}.\n")
    for name in (".x", ".x/deep", "./.x"):
        done = run("init", str(mine), "--ride", name)
        assert done.code == 2
        assert "could ride; choose among Ideas." in done.sentence
    assert not (mine / ".luminair").exists()
    # A folder of somebody's own, in which nothing of ours lies yet.
    run.vault = mine
    assert [each["path"] for each in run.json("list", "--state", "all")] == ["Ideas/r.md"]
    told = run.json("digest", "--prompt", "rule of deep trash ideas")["text"]
    assert "Rule of Ideas." in told
    assert ".x" not in told
    assert ".trash" not in told
    assert not (mine / ".luminair").exists()
