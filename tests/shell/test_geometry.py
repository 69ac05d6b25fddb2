"""Windows come back where they stood, and never where nobody can reach them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect

from luminair.shell.parts.geometry import on_screen

if TYPE_CHECKING:
    from pathlib import Path

LAPTOP = QRect(0, 25, 1440, 850)
BESIDE = QRect(1440, 0, 1920, 1080)
ABOVE_LEFT = QRect(-1920, -1080, 1920, 1080)

START = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
from luminair.shell.parts.geometry import Geometry
kept, move = Path(sys.argv[1]), json.loads(sys.argv[2])
app = QApplication([])
window = QMainWindow()
window.resize(900, 600)
geometry = Geometry(window)
geometry.watch("main", window)
if kept.exists():
    geometry.restore(json.loads(kept.read_text()))
window.show()
def end():
    if move:
        window.move(*move)
    app.processEvents()
    kept.write_text(json.dumps(geometry.states()))
    print(json.dumps([window.x(), window.y(), window.width(), window.height()]))
    app.quit()
QTimer.singleShot(0, end)
app.exec()
"""


@pytest.mark.parametrize(
    ("frame", "screens", "wanted"),
    [
        (QRect(100, 100, 900, 600), (LAPTOP,), QRect(100, 100, 900, 600)),
        (QRect(1300, 700, 900, 600), (LAPTOP, BESIDE), QRect(1300, 700, 900, 600)),
        # Only a strip of 140 px is on the screen that is left.
        (QRect(1300, 700, 900, 600), (LAPTOP,), QRect(540, 275, 900, 600)),
        (QRect(2000, 200, 900, 600), (LAPTOP,), QRect(540, 200, 900, 600)),
        (QRect(-1500, -900, 900, 600), (LAPTOP, BESIDE), QRect(0, 25, 900, 600)),
        (QRect(-1500, -900, 900, 600), (LAPTOP, ABOVE_LEFT), QRect(-1500, -900, 900, 600)),
        # Its body is there, but not the title bar by which it could be moved.
        (QRect(100, -60, 900, 600), (LAPTOP,), QRect(100, 25, 900, 600)),
        (QRect(2000, 100, 1900, 1000), (LAPTOP,), QRect(0, 25, 1440, 850)),
        (QRect(5, 5, 10, 10), (), QRect(5, 5, 10, 10)),
    ],
)
def test_enough_of_a_window_is_always_on_a_screen(frame, screens, wanted) -> None:
    assert on_screen(frame, screens) == wanted


def _screens(path: Path, *boxes: tuple[int, int, int, int]) -> str:
    """A Qt platform with these screens."""
    names = ("x", "y", "width", "height")
    screens = [
        {"name": f"screen {at}", **dict(zip(names, box, strict=True))}
        for at, box in enumerate(boxes)
    ]
    path.write_text(json.dumps({"screens": screens}))
    return f"offscreen:configfile={path}"


def _run(platform: str, kept: Path, move: list[int]) -> list[int]:
    done = subprocess.run(
        [sys.executable, "-c", START, str(kept), json.dumps(move), "-platform", platform],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
        env={"QT_QPA_PLATFORM": platform, "PATH": "/usr/bin:/bin", "HOME": str(kept.parent)},
    )
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)
    return found


def test_a_window_on_a_screen_that_is_gone_comes_back_on_the_other(home: Path) -> None:
    kept = home / "kept.json"
    both = _screens(home / "two.json", (0, 0, 1440, 900), (1440, 0, 1920, 1080))
    alone = _screens(home / "one.json", (0, 0, 1440, 900))
    assert _run(both, kept, [2000, 150])[:2] == [2000, 150]
    x, y, wide, high = _run(alone, kept, [])
    assert 0 <= x <= 1440 - wide
    assert 0 <= y <= 900 - high
    assert (wide, high) == (900, 600)
    # With the second screen back, it stands where it stood there.
    assert _run(alone, kept, [40, 60])[:2] == [40, 60]
    assert _run(both, kept, [])[:2] == [2000, 150]
    assert _run(alone, kept, [])[:2] == [40, 60]
