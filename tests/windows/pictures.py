"""Pictures of the windows over sample content, for holding against the mockups.

``python -m tests.windows.pictures OUTDIR [NAME…] [--scale 2]`` grabs every picture, or those
named, light and dark, in windows of 1440 by 900 and 900 by 600 points.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from luminair.shell.theme import Choice
from tests.windows.journal_pictures import JournalStage
from tests.windows.main_pictures import MainStage
from tests.windows.settings_pictures import FirstRunStage, SettingsStage
from tests.windows.state_pictures import StateStage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.windows.stage import Stage

SIZES = (QSize(1440, 900), QSize(900, 600))
STAGES: tuple[type[Stage], ...] = (
    MainStage,
    JournalStage,
    SettingsStage,
    FirstRunStage,
    StateStage,
)


def names_of(stage: type[Stage]) -> list[str]:
    """The pictures of a stage: its own public methods, in the order in which they stand there."""
    return [name for name in vars(stage) if name.islower() and not name.startswith("_")]


def take(out: Path, wanted: Sequence[str]) -> None:
    """Writes pictures into a folder, all of them where none is named."""
    out.mkdir(parents=True, exist_ok=True)
    for stage in STAGES:
        names = [name for name in names_of(stage) if not wanted or name in wanted]
        for size in SIZES if names else ():
            for choice in (Choice.LIGHT, Choice.DARK):
                shown = stage(choice, size)
                for name in names:
                    picture = getattr(shown, name)()
                    picture.save(str(out / f"{name}-{choice.value}-{size.width()}.png"))
                shown.close()


def main(arguments: Sequence[str]) -> None:
    """Reads the command line and takes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.windows.pictures", description=__doc__)
    known = [name for stage in STAGES for name in names_of(stage)]
    parser.add_argument("out", type=Path, help="the folder")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--scale", default="2", help="pixels a point")
    given = parser.parse_intermixed_args(arguments)
    unknown = sorted(set(given.names) - set(known))
    if unknown:
        parser.error(
            f"there is no picture called {', '.join(unknown)}; there are {', '.join(known)}"
        )
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # noqa: TID251 - Qt takes it from there
    os.environ["QT_SCALE_FACTOR"] = given.scale  # noqa: TID251 - and this too
    app = QApplication.instance() or QApplication([])
    take(given.out, given.names)
    app.processEvents()


if __name__ == "__main__":
    main(sys.argv[1:])
