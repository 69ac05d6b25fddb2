"""What a frozen app keeps to itself when it starts other people's programs."""

from __future__ import annotations

import os

import pytest

from luminair.config import bundle

LINUX = "/opt/Luminair/_internal"
MAC = "/Applications/Luminair.app/Contents/Frameworks"


def shed(place: str, **given: str) -> dict[str, str]:
    bundle.shed(given, place)
    return given


def test_a_checkout_keeps_its_environment() -> None:
    given = {"LD_LIBRARY_PATH": "/opt/cuda", "_PYI_ARCHIVE_FILE": "x", "QT_PLUGIN_PATH": "/mine"}
    assert shed("", **given) == given


@pytest.mark.parametrize("name", ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"])
def test_what_was_there_before_is_there_again(name) -> None:
    given = {name: f"{LINUX}:/opt/cuda", f"{name}_ORIG": "/opt/cuda", "PATH": "/usr/bin"}
    assert shed(LINUX, **given) == {name: "/opt/cuda", "PATH": "/usr/bin"}


def test_where_nothing_was_before_nothing_is_left() -> None:
    assert shed(LINUX, LD_LIBRARY_PATH=LINUX) == {}
    assert shed(LINUX, LD_LIBRARY_PATH=LINUX, LD_LIBRARY_PATH_ORIG="") == {}


def test_what_the_owner_set_stays() -> None:
    """Without a note of what was before, only folders of the bundle are taken out."""
    given = {
        "LD_LIBRARY_PATH": f"{LINUX}/:/opt/cuda:{LINUX}/PySide6",
        "QT_PLUGIN_PATH": "/home/me/plugins",
        "DYLD_LIBRARY_PATH": f"{LINUX}-other",
    }
    assert shed(LINUX, **given) == {
        "LD_LIBRARY_PATH": "/opt/cuda",
        "QT_PLUGIN_PATH": "/home/me/plugins",
        "DYLD_LIBRARY_PATH": f"{LINUX}-other",
    }


def test_on_a_mac_both_halves_of_qt_are_ours() -> None:
    given = {
        "QT_PLUGIN_PATH": f"{MAC}/PySide6/Qt/plugins",
        "QML2_IMPORT_PATH": f"/Applications/Luminair.app/Contents/Resources/PySide6/Qt/qml:{MAC}/x",
        "HOME": "/Users/me",
    }
    assert shed(MAC, **given) == {"HOME": "/Users/me"}


def test_the_starters_own_words_go() -> None:
    given = {
        "_PYI_ARCHIVE_FILE": "a",
        "_PYI_APPLICATION_HOME_DIR": "b",
        "_PYI_PARENT_PROCESS_LEVEL": "1",
        "PYI_MINE": "stays",
    }
    assert shed(LINUX, **given) == {"PYI_MINE": "stays"}


def test_the_running_app_is_asked_where_it_stands(monkeypatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", LINUX)
    monkeypatch.setenv("_PYI_ARCHIVE_FILE", "a")
    monkeypatch.setattr("sys._MEIPASS", LINUX, raising=False)
    bundle.shed()
    assert os.getenv("LD_LIBRARY_PATH") is None
    assert os.getenv("_PYI_ARCHIVE_FILE") is None
