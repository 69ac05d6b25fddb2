from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from luminair.config import launcher
from luminair.config.paths import Home

if TYPE_CHECKING:
    from pathlib import Path


def test_the_launcher_starts_this_app_from_anywhere(tmp_path: Path) -> None:
    home = Home(tmp_path / "a home")
    place = launcher.renew(home)
    assert place == home.bin / "luminair-journal"
    stranger = tmp_path / "project"
    (stranger / "luminair").mkdir(parents=True)
    (stranger / "luminair" / "__init__.py").write_text("raise SystemExit('the wrong one')")
    done = subprocess.run(
        [str(place), "search", "--vault", str(tmp_path / "nowhere"), "two words"],
        cwd=stranger,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 1
    assert "There is no Journal" in done.stderr


def test_it_is_written_again_only_where_it_has_to_be(tmp_path: Path) -> None:
    home = Home(tmp_path)
    place = launcher.renew(home)
    first = place.stat().st_ino
    assert launcher.renew(home).stat().st_ino == first
    place.chmod(0o600)
    assert os.access(launcher.renew(home), os.X_OK)
    place.write_text("#!/bin/sh\nexec /gone/python\n")
    launcher.renew(home)
    assert sys.executable in place.read_text()


def test_a_bundled_app_has_its_own_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Luminair"))
    assert launcher.command() == (str(tmp_path / "luminair-journal"),)


@pytest.mark.parametrize("kept", ["installed", "gone", "not ours"])
def test_an_app_on_a_disk_image_leaves_an_installed_one_its_launcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    home = Home(tmp_path / "home")
    installed = tmp_path / "My Applications" / "Luminair"
    installed.parent.mkdir()
    installed.with_name(launcher.NAME).write_bytes(b"")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(installed))
    place = launcher.renew(home)
    before = place.read_text(encoding="utf-8")
    if kept == "gone":
        installed.with_name(launcher.NAME).unlink()
    if kept == "not ours":
        place.write_bytes(b"exec 'an open quotation")
    monkeypatch.setattr(sys, "executable", "/Volumes/Luminair/Luminair.app/Contents/MacOS/Luminair")
    after = launcher.renew(home).read_text(encoding="utf-8")
    assert (after == before) == (kept == "installed")
    assert ("/Volumes/" in after) == (kept != "installed")


@pytest.mark.parametrize(
    ("place", "passing"),
    [
        ("/Volumes/Luminair/Luminair.app/Contents/MacOS/Luminair", True),
        ("/private/var/folders/x/AppTranslocation/1-2/d/Luminair.app/Contents/MacOS/L", True),
        ("/Applications/Luminair.app/Contents/MacOS/Luminair", False),
        ("/Users/me/Volumes/Luminair", False),
    ],
)
def test_places_that_will_be_gone(place: str, passing: bool) -> None:
    assert launcher.is_passing(place) is passing
