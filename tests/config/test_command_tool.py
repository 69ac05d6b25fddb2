"""The command line tool: one link of ours, and nothing of anybody else's is touched."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from luminair import __version__
from luminair.config import launcher
from luminair.config.command_tool import (
    install,
    plan_install,
    plan_remove,
    remove,
    usual_places,
)
from luminair.config.paths import Home
from luminair.errors import Refused, WriteFailed
from tests.trust.disk import Disk, Fault


@pytest.fixture
def where(home: Path) -> Home:
    return Home(home)


@pytest.fixture
def places(person: Path) -> tuple[Path, Path]:
    """A folder for all, that is there, and one of the owner's own, that is not."""
    (person / "usr").mkdir()
    return person / "usr", person / ".local" / "bin"


def test_the_tool_of_a_checkout_runs_and_goes_again(where, places) -> None:
    plan = plan_install(where, places, {})
    assert (plan.link, plan.there, plan.hint) == (places[0] / "luminair-journal", False, "")
    assert not plan.link.exists()  # a plan does nothing
    install(where, plan)
    assert plan.link.readlink() == where.bin / "luminair-journal"
    said = subprocess.run(
        [plan.link, "--version"], capture_output=True, text=True, check=True, cwd="/"
    )
    assert said.stdout == f"luminair-journal {__version__}\n"
    assert plan_install(where, places, {}).there
    install(where, plan)  # twice is once
    remove(plan_remove(where, places))
    assert not os.path.lexists(plan.link)
    assert (where.bin / "luminair-journal").exists()  # hooks go on calling it
    with pytest.raises(Refused, match="There is no command line tool"):
        plan_remove(where, places)


def test_the_tool_of_a_frozen_app_leads_into_the_app(where, places, tmp_path, monkeypatch) -> None:
    inside = tmp_path / "Luminair.app" / "Contents" / "MacOS"
    inside.mkdir(parents=True)
    (inside / "luminair-journal").write_text('#!/bin/sh\necho frozen "$@"\n', encoding="utf-8")
    (inside / "luminair-journal").chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(inside / "Luminair"))
    install(where, plan_install(where, places, {}))
    done = subprocess.run(
        [places[0] / "luminair-journal", "list"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "frozen list\n"


def test_without_leave_for_the_first_place_the_own_folder_is_made(where, places) -> None:
    places[0].rmdir()
    plan = plan_install(where, places, {"PATH": "/usr/bin", "SHELL": "/bin/zsh"})
    assert plan.link.parent == places[1]
    assert 'add this line to ~/.zprofile: export PATH="$HOME/.local/bin:$PATH"' in plan.hint
    install(where, plan)
    assert plan.link.is_symlink()
    found = plan_install(where, places, {"PATH": f"/usr/bin:{places[1]}"})
    assert (found.there, found.hint) == (True, "")


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ("/bin/bash", "~/.bash_profile"),
        ("/usr/bin/fish", "fish_add_path"),
        ("/bin/sh", "~/.profile"),
    ],
)
def test_the_hint_is_for_the_owners_shell(where, places, shell, said) -> None:
    places[0].rmdir()
    assert said in plan_install(where, places, {"SHELL": shell}).hint


@pytest.mark.parametrize("kind", ["file", "link", "dangling", "folder"])
def test_what_is_not_ours_is_never_touched(where, places, kind) -> None:
    link = places[0] / "luminair-journal"
    if kind == "file":
        link.write_bytes(b"#!/bin/sh\n")
    elif kind == "folder":
        link.mkdir()
    else:
        link.symlink_to("/bin/sh" if kind == "link" else "/nowhere/luminair-journal")
    before = os.lstat(link)
    with pytest.raises(Refused, match="is not Luminair's, so it stays"):
        plan_install(where, places, {})
    with pytest.raises(Refused, match="There is no command line tool"):
        plan_remove(where, places)
    assert os.lstat(link) == before


def test_what_came_between_plan_and_yes_stays(where, places) -> None:
    plan = plan_install(where, places, {})
    plan.link.write_bytes(b"mine")
    with pytest.raises(Refused, match="is there now"):
        install(where, plan)
    with pytest.raises(Refused, match="any more, so it stays"):
        remove(plan)
    assert plan.link.read_bytes() == b"mine"


def test_a_place_that_cannot_be_written_is_one_sentence(where, places) -> None:
    places[0].rmdir()
    places[1].parent.write_bytes(b"a file where the folder should be")
    with pytest.raises(WriteFailed, match=r"luminair-journal"):
        install(where, plan_install(where, places, {}))


def test_an_app_on_its_disk_image_installs_nothing(where, places) -> None:
    with pytest.raises(Refused, match="move it to Applications"):
        plan_install(where, places, {}, "/Volumes/Luminair/Luminair.app/Contents/MacOS/Luminair")
    assert not os.path.lexists(places[0] / launcher.NAME)


def test_a_link_that_cannot_go_is_said(where, places) -> None:
    install(where, plan_install(where, places, {}))
    plan = plan_remove(where, places)
    fault = Fault("broken", errno.EIO, frozenset({"unlink"}))
    with Disk(places[0], fault, 1).failing(), pytest.raises(WriteFailed):
        remove(plan)
    assert plan.link.is_symlink()


def test_the_usual_places_are_all_of_ours_and_the_owners(person) -> None:
    assert usual_places() == (Path("/usr/local/bin"), person / ".local" / "bin")
