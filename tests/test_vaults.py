from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.config.paths import Home, default_vault
from luminair.errors import LuminairError, Refused, VaultNotAFolder
from luminair.journal import Receipt
from luminair.vaults import Standing, Vaults, look_into, standing_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from luminair.config.settings import Settings
    from luminair.journal import FolderFacts

OURS = '---\nid: 20260917T1058-a1b2\nkind: note\nscope: global\ntitle: "T"\n---\n'


def _write(folder: Path, name: str, text: str = "# A note\n\nText.\n") -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.fixture
def obsidian(person: Path) -> Path:
    """A folder of somebody's own notes."""
    folder = person / "Obsidian"
    for name in ("Work/a.md", "Work/deep/b.md", "Diary/c.md", "loose.md", ".obsidian/x.md"):
        _write(folder, name)
    (folder / "Pictures").mkdir()
    return folder


def open_vaults(home: Path, vault: str | None = None) -> Vaults:
    """The vault as the app opens it at its start."""
    found, settings, place, named_by = bootstrap.locate(str(home), vault)
    return Vaults(
        found,
        settings,
        place,
        named_by,
        open_at=lambda root, by: bootstrap.journal_at(found, settings, root, by),
    )


@pytest.fixture
def vaults(home) -> Iterator[Vaults]:
    found = open_vaults(home)
    yield found
    found.close()


@pytest.fixture
def settings(vaults) -> Settings:
    return vaults._settings


@pytest.fixture
def look(home) -> Callable[[Path], FolderFacts]:
    return lambda folder: look_into(folder, Home(home))


# --- How it stands ---------------------------------------------------------------------------


def test_a_first_start_has_no_journal_and_makes_none(vaults, home) -> None:
    state = vaults.state()
    assert state.standing is Standing.MISSING
    assert state.place == default_vault()
    assert state.named_by == "default"
    assert "There is no Journal at" in state.sentence
    assert not default_vault().exists()
    assert list(home.iterdir()) == []


def test_a_vault_that_was_there_and_is_gone_is_not_made_anew(vaults) -> None:
    vaults.make(default_vault(), None)
    default_vault().rename(default_vault().with_name("Moved"))
    state = vaults.state()
    assert state.standing is Standing.GONE
    assert "not there any more" in state.sentence
    assert not default_vault().exists()
    default_vault().with_name("Moved").rename(default_vault())
    assert vaults.state().standing is Standing.THERE


def test_a_file_in_its_place_is_said(vaults) -> None:
    default_vault().parent.mkdir(parents=True)
    default_vault().write_text("no folder")
    state = vaults.state()
    assert state.standing is Standing.NOT_A_FOLDER
    with pytest.raises(VaultNotAFolder):
        vaults.make(default_vault(), None)
    assert default_vault().read_text() == "no folder"


# The tests may run as root, whom no permission stops unless these two powers are put down.
AS_ANYBODY = """
import ctypes, os
if os.getuid() == 0:
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    held = (ctypes.c_uint32 * 6)()
    assert libc.capget(head, held) == 0
    for at in (0, 1):
        held[at] &= ~0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    assert libc.capset(head, held) == 0
"""


def _as_anybody(code: str, *arguments: Path) -> str:
    """Runs code as somebody whom permissions stop; what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", AS_ANYBODY + code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


OPEN = """
import sys
from luminair import bootstrap
from luminair.errors import LuminairError
try:
    {call}
except LuminairError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def closed(tmp_path) -> Path:
    """A folder below one that may not be entered."""
    outer = tmp_path / "closed"
    (outer / "Journal").mkdir(parents=True)
    outer.chmod(0)
    yield outer / "Journal"
    for folder in (outer, outer / "Journal"):
        folder.chmod(0o700)


@pytest.mark.parametrize(
    "call",
    [
        "bootstrap.open_journal(home=sys.argv[2], vault=sys.argv[1])",
        "bootstrap.init(sys.argv[1], home=sys.argv[2], vault=None, ride=None)",
    ],
)
def test_a_closed_folder_above_is_a_sentence(closed, tmp_path, call) -> None:
    said = _as_anybody(OPEN.format(call=call), closed, tmp_path / "h")
    assert said.startswith("VaultUnreadable ")
    assert str(closed) in said
    assert "permission" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["init"], ["list", "--vault"], ["add", "--title", "x", "--vault"]]
)
def test_the_command_line_says_so_too(closed, tmp_path, words) -> None:
    code = (
        "import sys\nfrom luminair.cli.main import main\nsys.stderr = sys.stdout\n"
        f"print(main([*{words!r}, sys.argv[1], '--home', sys.argv[2]]))"
    )
    said, exit_code = _as_anybody(code, closed, tmp_path / "h").strip().splitlines()
    assert exit_code == "1"
    assert str(closed) in said
    assert "permission" in said
    assert "could not be used" not in said  # the sentence for what nobody foresaw


def test_a_vault_that_may_only_be_read_says_so_and_what_its_folder_is_for(closed, tmp_path) -> None:
    outer = closed.parent
    outer.chmod(0o755)
    _write(closed, "note.md")
    closed.chmod(0o555)
    call = "bootstrap.init(sys.argv[1], home=sys.argv[2], vault=None, ride=None)"
    said = _as_anybody(OPEN.format(call=call), closed, tmp_path / "h")
    assert said.startswith("WriteFailed ")
    assert "may not be written to" in said
    assert "its own folder '.luminair'" in said
    assert [file.name for file in closed.iterdir()] == ["note.md"]


def test_writing_in_a_vault_that_may_only_be_read_names_the_vault(closed, tmp_path) -> None:
    closed.parent.chmod(0o755)
    bootstrap.init(str(closed), home=str(tmp_path / "h"), vault=None, ride=None)
    for folder in (closed, closed / ".luminair"):
        folder.chmod(0o555)
    (closed / ".luminair" / "lock").chmod(0o444)
    call = "bootstrap.open_journal(home=sys.argv[2], vault=sys.argv[1]).add(title='x')"
    said = _as_anybody(OPEN.format(call=call), closed, tmp_path / "h")
    assert said.startswith("WriteFailed ")
    assert f"The Journal's folder '{closed}' may not be written to" in said


# --- What a folder holds ---------------------------------------------------------------------


def test_a_folder_of_notes_is_counted_and_asks(look, obsidian) -> None:
    before = sorted(obsidian.rglob("*"))
    facts = look(obsidian)
    assert (facts.notes, facts.loose, facts.exists, facts.asks) == (4, 1, True, True)
    assert facts.folders == (("Diary", 1), ("Work", 2))
    assert facts.bytes == 4 * len("# A note\n\nText.\n")
    assert sorted(obsidian.rglob("*")) == before


def test_notes_of_ours_need_no_answer(look, person) -> None:
    _write(person / "Mine", "Notes/a.md", OURS + "x" * 20_000 + "é" * 9_000)
    assert not look(person / "Mine").asks
    _write(person / "Mine", "Notes/b.md")
    assert look(person / "Mine").asks


def test_an_answer_that_was_given_is_not_asked_for_again(vaults, look, obsidian) -> None:
    vaults.make(obsidian, ("Work",))
    facts = look(obsidian)
    assert (facts.asks, facts.ride) == (False, ("Work",))


def test_a_folder_that_is_not_there_is_empty(look, person) -> None:
    facts = look(person / "New")
    assert (facts.exists, facts.notes, facts.asks) == (False, 0, False)
    assert not (person / "New").exists()


def test_folders_that_hold_more_than_notes_are_refused(person, home) -> None:
    place = Home(home)
    link = person / "everything"
    link.symlink_to(person.parent)
    for unfit in (Path("/"), person, person.parent, link, home, home / "sessions"):
        with pytest.raises(Refused):
            look_into(unfit, place)
    with pytest.raises(Refused):
        look_into(person / ".hidden", place)
    _write(person, "file.md")
    with pytest.raises(VaultNotAFolder):
        look_into(person / "file.md", place)


# --- Making and exchanging it ----------------------------------------------------------------


def test_the_default_place_is_made_and_works_at_once(vaults, settings) -> None:
    state = vaults.make(default_vault(), None)
    assert state.standing is Standing.THERE
    assert state.sentence == ""
    assert settings.is_default("vault")
    vaults.journal.add(title="First")
    assert vaults.state().sentence == ""


def test_a_chosen_folder_stays_chosen(vaults, obsidian, home) -> None:
    vaults.make(obsidian, ("Work",))
    assert vaults.place == obsidian
    again = open_vaults(home)
    try:
        assert again.place == obsidian
        riding = {each.note.path: each.note.rides for each in again.journal.listing()}
        assert riding == {
            "Work/a.md": True,
            "Work/deep/b.md": True,
            "Diary/c.md": False,
            "loose.md": False,
        }
    finally:
        again.close()


def test_without_an_answer_nothing_of_ones_own_rides(vaults, obsidian) -> None:
    vaults.make(obsidian, None)
    assert not any(each.note.rides for each in vaults.journal.listing())


def test_the_vault_is_exchanged_under_a_turn_that_still_reads(vaults, person) -> None:
    vaults.make(person / "One", None)
    vaults.journal.add(title="In one")
    before = vaults.journal
    vaults.make(person / "Two", None)
    assert vaults.journal is not before
    assert [each.note.title for each in before.listing()] == ["In one"]
    assert vaults.journal.listing() == []


def test_going_back_to_the_default_place_takes_the_setting_away(vaults, settings, person) -> None:
    vaults.make(person / "One", None)
    assert settings.text("vault") == str(person / "One")
    vaults.make(default_vault(), None)
    assert settings.is_default("vault")


def test_a_folder_that_cannot_be_made_leaves_the_vault_of_before(vaults, person) -> None:
    vaults.make(person / "One", None)
    _write(person, "file.md")
    with pytest.raises(LuminairError):
        vaults.make(person / "file.md" / "inside", None)
    assert vaults.place == person / "One"
    assert vaults.state().sentence == ""


def test_settings_of_the_digest_hold_from_the_next_message_on(vaults, settings) -> None:
    vaults.make(default_vault(), None)
    first = vaults.journal
    assert first.setup.options.cap == 14
    settings.set({"digest.cap": 2})
    assert vaults.journal is first
    assert vaults.journal.setup.options.cap == 2
    settings.set({"projects.worktrees_apart": True})
    assert vaults.journal is not first
    assert vaults.journal.setup.worktrees_apart


def test_a_vault_named_on_the_command_line_is_told_apart(home, person) -> None:
    found = open_vaults(home, str(person / "Given"))
    try:
        state = found.state()
        assert (state.named_by, state.can_choose) == ("--vault", False)
        found.make(person / "Given", None)
        assert found._settings.is_default("vault")
        assert found.state().standing is Standing.THERE
    finally:
        found.close()


def test_standing_of_what_no_disk_can_hold(home) -> None:
    standing, reason = standing_of(Home(home), Path("a\0b"))
    assert standing is Standing.UNREADABLE
    assert reason


def test_receipts_are_bounded_once_a_day(vaults, monkeypatch) -> None:
    vaults.make(default_vault(), None)
    receipts = vaults.receipts()
    for number in range(3):
        at = "2026-08-25T20:09:00.000Z"
        receipts.add(Receipt(id=f"20260825T200900-000{number}", at=at, session="s1"))
    monkeypatch.setattr("luminair.vaults._RECEIPTS_MOST", 2)
    assert vaults.journal is not None
    assert len(receipts.listing()) == 3  # tidied today already
    vaults.close()
    shutil.rmtree(default_vault() / ".luminair" / "kept")
    assert vaults.journal is not None
    assert [each.id[-1] for each in receipts.listing()] == ["1", "2"]
