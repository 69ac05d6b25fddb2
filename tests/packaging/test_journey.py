"""A person's first minutes with the built app, on a virtual screen, by keyboard alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import contents
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOOLS = ("Xvfb", "xdotool", "openbox", "import")
missing = [name for name in TOOLS if shutil.which(name) is None]
pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="a virtual screen is for Linux"),
    pytest.mark.skipif(bool(missing), reason=f"not on this machine: {', '.join(missing)}"),
]
PATIENCE_S = 60.0


def until(
    holds: Callable[[], object],
    what: str,
    each: Callable[[], None] = lambda: None,
    every_s: float = 1.0,
) -> None:
    """Waits for something that the app does, a moment at a time.

    Args:
        holds: whether it is done.
        what: for the failure.
        each: is done at first, and again whenever `every_s` went by in vain.
        every_s: in seconds.
    """
    give_up = time.monotonic() + PATIENCE_S
    while True:
        each()
        begun = time.monotonic()
        while time.monotonic() < begun + every_s:
            if holds():
                return
            subprocess.run(["sleep", "0.1"], check=True)
        assert time.monotonic() < give_up, what


class Screen:
    """A virtual screen with the built app on it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.home = folder / "home of mine"
        self.home.mkdir()
        self.pictures = Path(os.getenv("APP_PICTURES") or folder)
        self.words = folder / "words.txt"
        reader, writer = os.pipe()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        size = ("-screen", "0", "1440x900x24", "-nolisten", "tcp")
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), *size],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
            **quiet,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            display = ":" + told.readline().strip()
        # As the Finder starts it: little in the environment.
        self.environment = {
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": str(self.home),
            "DISPLAY": display,
            "LC_ALL": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }
        desk = ["openbox", "--sm-disable"]
        self.desk = subprocess.Popen(desk, env=self.environment, stderr=subprocess.DEVNULL, **quiet)
        with self.words.open("wb") as words:
            self.app = subprocess.Popen(
                [str(programs / contents.GUI)],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                start_new_session=True,
            )

    @property
    def vault(self) -> Path:
        return self.home / "Documents" / "Luminair Journal"

    @property
    def own(self) -> Path:
        return self.home / ".local" / "share" / "luminair"

    def key(self, *keys: str) -> None:
        self._xdotool("key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        self._xdotool("type", "--delay", "15", text)

    def has_window(self) -> bool:
        return bool(self._xdotool("search", "--onlyvisible", "--name", "Luminair", check=False))

    def lines(self) -> list[dict]:
        """The transcript of the one session."""
        found = list(self.own.glob("sessions/*/transcript.jsonl"))
        text = found[0].read_text(encoding="utf-8") if found else ""
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def picture(self, name: str) -> QImage:
        place = self.pictures / f"{name}.png"
        shot = ["import", "-window", "root", str(place)]
        subprocess.run(shot, env=self.environment, check=True, capture_output=True)
        return QImage(str(place)).convertToFormat(QImage.Format.Format_Grayscale8)

    def _xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, check=check, capture_output=True, text=True
        )
        return done.stdout

    def close(self) -> None:
        for child in (self.app, self.desk, self.server):
            if child.poll() is None:
                child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def changed(one: QImage, other: QImage) -> float:
    """The share of a coarse picture's points that differ, from 0 to 1."""
    wide, high = 144, 90
    small = [
        image.scaled(
            wide,
            high,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        for image in (one, other)
    ]
    points = [(x, y) for x in range(wide) for y in range(high)]
    shades = [[image.pixelColor(x, y).value() for x, y in points] for image in small]
    return sum(abs(a - b) > 8 for a, b in zip(*shades, strict=True)) / len(points)


@pytest.fixture
def screen(programs, tmp_path) -> Iterator[Screen]:
    made = Screen(programs, tmp_path)
    yield made
    if made.app.poll() is None:  # something was not as it should be: this is how it looked
        made.picture("at the end")
    made.close()


def test_the_first_minutes(screen) -> None:
    until(screen.has_window, "no window came")

    # Set-up is asked first; its main button makes the Journal.
    made = screen.vault / ".luminair" / "settings.json"
    until(made.exists, "the Journal was not made", each=lambda: screen.key("Return"))
    assert (screen.own / "bin" / contents.JOURNAL).exists()

    # A note from outside, and a question that it answers, in the lane that needs no model.
    note = "# Uploads\n\nAn upload that stops is resumed at part 7, see retry.py.\n"
    (screen.vault / "Uploads.md").write_text(note, encoding="utf-8")

    def ask() -> None:
        screen.key("ctrl+l", "ctrl+a", "BackSpace")
        screen.type("Where is an upload resumed?")
        screen.key("Return")

    def answered() -> bool:
        return any(each["is"] == "ended" for each in screen.lines())

    until(answered, "no answer", each=ask, every_s=20)
    lines = screen.lines()
    assert next(each for each in lines if each["is"] == "session")["lane"] == "journal-only"
    said = "".join(each["text"] for each in lines if each["is"] == "grew")
    assert "resumed at part 7" in said
    assert next(each for each in lines if each["is"] == "ended")["state"] == "whole"
    before = screen.picture("answered")

    # The Context budget opens over it and goes again.
    def budget() -> None:
        screen.key("ctrl+l", "ctrl+a", "BackSpace")
        screen.type("//context")
        screen.key("Return")

    def is_open() -> bool:
        return changed(before, screen.picture("context")) > 0.4

    until(is_open, "the sheet did not open", each=budget, every_s=20)
    screen.key("Escape")
    until(lambda: changed(before, screen.picture("closed")) < 0.1, "the sheet did not close")
    assert len([each for each in screen.lines() if each["is"] == "message"]) == 2, "it was sent"

    # The launcher that agents call answers while the app runs.
    told = subprocess.run(
        [str(screen.own / "bin" / contents.JOURNAL), "search", "upload", "--json"],
        env=screen.environment,
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert [each["path"] for each in json.loads(told.stdout)["results"]] == ["Uploads.md"]

    screen.key("ctrl+q")
    assert screen.app.wait(30) == 0
    assert screen.words.read_bytes() == b""
    left = subprocess.run(["pgrep", "-s", str(screen.app.pid)], capture_output=True, check=False)
    assert left.stdout == b""
    assert not (screen.own / "logs" / "luminair.jsonl").exists()
