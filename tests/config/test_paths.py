"""Where things lie on each system, in a clone and in the app."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from luminair.config import paths
from luminair.config.paths import find_home, resources

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("system", "environ", "place"),
    [
        ("darwin", {}, "Library/Application Support/Luminair"),
        ("linux", {}, ".local/share/luminair"),
        ("win32", {}, "Luminair"),
    ],
)
def test_each_system_has_its_own_place(
    monkeypatch: pytest.MonkeyPatch, person: Path, system: str, environ: dict[str, str], place: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert find_home(None, environ).root == person / place


def test_a_place_that_the_system_names_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named = {"XDG_DATA_HOME": str(tmp_path), "APPDATA": str(tmp_path)}
    for system, name in (("linux", "luminair"), ("win32", "Luminair")):
        monkeypatch.setattr(sys, "platform", system)
        assert find_home(None, named).root == tmp_path / name


def test_the_app_has_its_resources_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    in_clone = resources()
    assert (in_clone / "harness").is_dir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resources() == in_clone  # a bundle without any
    (tmp_path / "resources").mkdir()
    assert resources() == tmp_path / "resources"


def test_without_resources_the_place_where_they_belong_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "luminair" / "config" / "paths.py"))
    assert resources() == tmp_path / "resources"
