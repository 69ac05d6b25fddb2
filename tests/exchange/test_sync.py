"""Sync: what goes where, what is refused, and that no kill on the way loses anything."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from luminair.exchange.sync_driver import drive, set_up_driver
from luminair.journal import Kind, Scope
from luminair.keeping.review.deeds import Wish
from luminair.keeping.review.torn import TornDeed, problems, proposals
from tests.exchange.cloning import environ_of, git, only, settle

if TYPE_CHECKING:
    from pathlib import Path

STEPS = (
    "look", "commit", "branch", "index", "ask", "fetch", "join", "pending", "write", "set",
    "index again", "clean up", "send",
)  # fmt: skip


def test_sections_that_one_side_changed_come_together(pair) -> None:
    ana, ben = pair
    path = only(ana)
    ana.write(path, ana.read(path).replace("It retries.", "It retries on 503."))
    ben.write(path, ben.read(path).replace("Three times.", "Five times."))
    settle(ana, ben)
    assert "It retries on 503." in ana.read(path)
    assert "Five times." in ana.read(path)
    assert "Two versions" not in ana.read(path)


def test_a_section_that_both_rewrote_holds_both_and_waits_for_the_owner(pair) -> None:
    ana, ben = pair
    path = only(ana)
    ana.write(path, ana.read(path).replace("Three times.", "Four times."))
    ben.write(path, ben.read(path).replace("Three times.", "Five times."))
    ana.sync()
    done = ben.sync()
    settle(ana, ben)
    assert done.torn == [path]
    text = ana.read(path)
    assert text == ben.read(path)
    assert text.index("Five times.") < text.index("Four times.")
    assert [each.problem for each in problems(ana.journal)] == [
        "holds two versions of “Decided”, from a sync"
    ]
    (waiting,) = proposals(ana.journal)
    assert TornDeed().stands(ana.journal, waiting)


def test_a_yes_to_both_takes_the_marks_out(pair) -> None:
    ana, ben = pair
    path = only(ana)
    for machine, words in ((ana, "Four times."), (ben, "Five times.")):
        machine.write(path, machine.read(path).replace("Three times.", words))
        machine.write(path, machine.read(path).replace('title: "Uploader"', f'title: "{words}"'))
    settle(ana, ben)
    (waiting,) = proposals(ana.journal)
    deed = TornDeed()
    done = deed.yes(ana.journal, waiting, Wish(ana.clock()))
    text = ana.read(path)
    for words in ("Four times.", "Five times."):
        assert text.count(words) == 2  # in the title or the remark on it, and in the text
    assert "Two versions" not in text
    assert not deed.stands(ana.journal, waiting)
    assert not problems(ana.journal)
    ana.journal.undo(done.operation)
    assert deed.stands(ana.journal, waiting)


@pytest.mark.parametrize("other_way", [False, True])
def test_removed_here_and_changed_there_stays(pair, other_way: bool) -> None:
    ana, ben = reversed(pair) if other_way else pair
    path = only(ana)
    ana.journal.remove([path])
    ben.write(path, ben.read(path).replace("Three", "Nine"))
    settle(ana, ben)
    assert "Nine times." in ana.read(path)
    assert ana.files() == ben.files()


def test_moved_here_and_changed_there_is_one_note(pair) -> None:
    ana, ben = pair
    path = only(ana)
    ana.journal.move([path], "Projects/Harbor")
    ben.write(path, ben.read(path).replace("Three", "Nine"))
    settle(ana, ben)
    assert list(ana.files()) == ["Projects/Harbor/Uploader.md"]
    assert "Nine times." in ana.read("Projects/Harbor/Uploader.md")


def test_two_notes_of_one_name_and_one_id_stay_two(pair) -> None:
    ana, ben = pair
    for machine, second in ((ana, "01"), (ben, "02")):
        machine.write(
            "Notes/Clock.md",
            f'---\nid: 20260901T1010-abcd\nkind: note\ntitle: "Clock"\n'
            f'created: "2026-09-01T10:10:{second}.000Z"\n---\n\nBy {machine.name}.\n',
        )
    settle(ana, ben)
    assert set(ana.files()) >= {"Notes/Clock.md", "Notes/Clock 2.md"}
    ids = [each.note.id for each in ana.journal.listing() if each.note.title == "Clock"]
    assert sorted(ids) == ["20260901T1010-abcd", "20260901T1010-abce"]
    assert "By ana." in ana.read("Notes/Clock.md")
    assert ana.files() == ben.files()


def test_a_picture_that_both_changed_is_kept_twice(pair) -> None:
    ana, ben = pair
    for machine, data in ((ana, b"\x89one"), (ben, b"\x89two")):
        machine.write("Notes/plan.png", data)
    ana.sync()
    done = ben.sync()
    settle(ana, ben)
    pictures = {path: data for path, data in ana.files().items() if path.endswith(".png")}
    assert sorted(pictures.values()) == [b"\x89one", b"\x89two"]
    assert done.copies == [path for path in sorted(pictures) if "conflicted copy" in path]


def test_settings_of_the_vault_keep_what_lets_fewer_notes_ride(pair) -> None:
    ana, ben = pair
    ana.write(".luminair/settings.json", '{"ride": "all", "never_ride": ["Diary"], "x": 1}')
    ben.write(".luminair/settings.json", '{"ride": ["Work"], "never_ride": ["Taxes"], "y": 2}')
    settle(ana, ben)
    from luminair.journal.vault.vault_settings import read_settings

    for machine in pair:
        found = read_settings(machine.vault)
        assert found.ride == ("Work",)
        assert set(found.never_ride) == {"Diary", "Taxes"}


def test_a_refusal_on_one_machine_holds_on_the_other(pair) -> None:
    from luminair.journal import Proposal, ProposalKind

    ana, ben = pair
    wanted = Proposal("", "promote:utc", ProposalKind.PROMOTE, "Use UTC")
    (made,) = ana.journal.proposals.propose([wanted], ana.clock())
    settle(ana, ben)
    assert [each.id for each in ben.journal.proposals.all()] == [made.id]
    assert len(list((ben.vault / ".luminair/proposals").glob("*.jsonl"))) == 1


def test_what_is_one_machines_alone_stays_there(pair) -> None:
    ana, ben = pair
    ana.journal.pin(only(ana))
    settle(ana, ben)
    shared = set(ana.git.tree("HEAD"))
    assert {path for path in shared if path.startswith(".luminair/")} == {".luminair/.gitignore"}
    assert list((ana.vault / ".luminair/history").iterdir())
    # Somebody had shared it once: it leaves the repository and stays on both disks.
    git(ana.vault, "add", "-f", ".luminair/operations")
    git(ana.vault, "commit", "-qm", "all of it")
    git(ana.vault, "push", "-q", "origin", "main")
    settle(ana, ben)
    for machine in pair:
        assert not any("operations" in path for path in machine.git.tree("HEAD"))
        assert (machine.vault / ".luminair/operations").is_dir()


def test_what_the_owner_keeps_hidden_or_out_is_left_alone(pair) -> None:
    ana, _ = pair
    ana.write(".obsidian/app.json", "{}")
    ana.write(".gitignore", "Diary/\n")
    ana.write("Diary/today.md", "Dear diary.\n")
    git(ana.vault, "add", ".gitignore")
    git(ana.vault, "commit", "-qm", "ignore")
    ana.write(".gitignore", "Diary/\nTaxes/\n")
    done = ana.sync()
    assert set(ana.git.tree("HEAD")) & {".obsidian/app.json", "Diary/today.md"} == set()
    assert list(done.left_alone) == [".gitignore"]
    assert ana.read(".gitignore") == "Diary/\nTaxes/\n"


def test_what_the_owner_has_staged_stays_staged(pair) -> None:
    ana, ben = pair
    ana.write(".editorconfig", "root = true\n")
    git(ana.vault, "add", ".editorconfig")
    ben.journal.add(title="Other", body="Text.")
    settle(ben, ana)
    assert git(ana.vault, "status", "--short") == "A  .editorconfig"


def test_undo_takes_back_what_came_in(pair) -> None:
    ana, ben = pair
    before = ana.files()
    ben.journal.add(title="From Ben", body="Text.")
    ben.sync()
    done = ana.sync()
    assert "Notes/From Ben.md" in ana.files()
    ana.journal.undo(done.operations[0])
    assert ana.files() == before


def test_an_edit_while_it_runs_is_not_lost(pair) -> None:
    ana, ben = pair
    path = only(ana)
    ana.write(path, ana.read(path) + "\n## Open\n\nFrom ana.\n")
    ana.sync()

    def edit(step: str) -> None:
        if step == "write":
            ben.write(path, ben.read(path).replace("It retries.", "It gives up."))
            ben.write("Notes/New.md", "Just written.\n")

    ben.sync(edit)
    assert "From ana." in ben.read(path)
    assert "It gives up." in ben.read(path)
    settle(ana, ben)
    assert ana.read(path) == ben.read(path)
    assert "It gives up." in ana.read(path)


# --- A kill at each step -----------------------------------------------------------------------


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("at", STEPS)
def test_a_kill_at_any_step_loses_nothing(pair, at: str) -> None:
    ana, ben = pair
    path = only(ana)
    ana.write(path, ana.read(path).replace("It retries.", "It retries on 503."))
    ana.journal.add(title="From Ana", body="Alpha.")
    ana.sync()
    ben.write(path, ben.read(path).replace("Three times.", "Five times."))
    ben.journal.add(title="From Ben", body="Beta.")
    ben.write("Notes/gone.md", "Goes again.\n")
    reached = []

    def kill(step: str) -> None:
        reached.append(step)
        if step == at:
            raise Killed

    with pytest.raises(Killed):
        ben.sync(kill)
    assert at in reached
    ben.write("Notes/After.md", "Written after the kill.\n")
    ben.journal.refresh()
    settle(ben, ana)
    text = ben.read(path)
    assert "It retries on 503." in text
    assert "Five times." in text
    assert "Two versions" not in text
    assert {"Notes/From Ana.md", "Notes/From Ben.md", "Notes/After.md"} <= set(ben.files())
    assert ana.files() == ben.files()
    assert git(ben.vault, "status", "--short") == ""
    said = git(ben.vault, "fsck", "--strict").splitlines()
    assert all(line.startswith("dangling") for line in said)


# --- For git's own merges ------------------------------------------------------------------------


def test_a_pull_by_hand_goes_by_the_same_rules(pair, tmp_path: Path) -> None:
    import sys

    ana, ben = pair
    launcher = tmp_path / "bin of mine" / "luminair-journal"
    launcher.parent.mkdir()
    paths = os.pathsep.join(sys.path)
    launcher.write_text(
        f'#!/bin/sh\nPYTHONPATH="{paths}" exec {sys.executable} -m luminair.cli.main "$@"\n'
    )
    launcher.chmod(0o755)
    for _ in range(2):
        set_up_driver(ben.vault, environ_of(ben.home), launcher)
    attributes = (ben.vault / ".git/info/attributes").read_text()
    assert attributes.count("*.md merge=luminair") == 1
    path = only(ana)
    ana.write(path, ana.read(path).replace("Three times.", "Four times."))
    ana.sync()
    ben.write(path, ben.read(path).replace("Three times.", "Five times."))
    git(ben.vault, "commit", "-qam", "by hand")
    git(ben.vault, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    text = ben.read(path)
    assert "Four times." in text
    assert "Five times." in text
    assert "<<<<<<<" not in text


def test_a_file_that_is_no_note_is_left_to_git(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("o", "a", "b")]
    for file, data in zip(files, (b"0", b"1", b"2"), strict=True):
        file.write_bytes(data)
    assert not drive(*files, "picture.png")
    assert files[1].read_bytes() == b"1"
    for file, data in zip(files, (b"a\n", b"a\nb\n", b"a\nc\n"), strict=True):
        file.write_bytes(data)
    assert drive(*files, "Notes/x.md")
    assert files[1].read_bytes() == b"a\nb\n\nc\n"


# --- Who and when --------------------------------------------------------------------------------


def test_commits_name_their_authors_and_the_clock(pair) -> None:
    ana, ben = pair
    ana.journal.add(title="From Ana", body="Alpha.")
    ana.sync()
    ben.journal.add(title="From Ben", body="Beta.")
    ben.sync()
    told = git(ana.vault, "log", "--all", "--format=%an <%ae>", "--", "Notes/From Ana.md")
    assert told == "ana <ana@example.org>"
    assert git(ben.vault, "log", "-1", "--format=%an") == "Luminair Journal"
    told = git(ben.vault, "log", "-1", "--format=%an %cI", "--", "Notes/From Ben.md")
    assert told.startswith("ben 2026-08-22")


def test_a_project_is_found_on_the_second_machine(pair, tmp_path: Path) -> None:
    """`cwd` is another place there; `project:`, the origin's address, says that it is the same."""
    ana, ben = pair
    for machine in pair:
        folder = machine.home / f"code-{machine.name}" / "harbor"
        folder.mkdir(parents=True)
        git(folder, "init", "-q")
        git(folder, "remote", "add", "origin", "git@github.com:acme/Harbor.git")
    made = ana.journal.add(
        title="Retry", body="Three times.", kind=Kind.RULE, scope=Scope.FOLDER,
        cwd=str(ana.home / "code-ana" / "harbor"),
    ).note  # fmt: skip
    settle(ana, ben)
    (ana.home / "code-ana").rename(ana.home / "gone")
    place, _ = ben.journal.place(cwd=str(ben.home / "code-ben" / "harbor"))
    seen = [each.note.id for each in ben.journal.listing(place=place)]
    assert made.id in seen
    elsewhere, _ = ben.journal.place(cwd=str(tmp_path))
    assert made.id not in [each.note.id for each in ben.journal.listing(place=elsewhere)]
