from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from luminair.config import launcher
from luminair.config.paths import Home

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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
