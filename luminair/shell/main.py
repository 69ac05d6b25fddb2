"""The door for people: ``luminair`` starts here, with a window before all else is loaded."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt

from luminair.config import bundle
from luminair.config.paths import find_home, person
from luminair.config.settings import Settings
from luminair.errors import LuminairError
from luminair.sessions.layout import Layout, read_layout
from luminair.shell.curtain import Curtain
from luminair.shell.parts.application import Application
from luminair.shell.theme import Choice, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

_APP = "luminair.shell.app"


def run(arguments: Sequence[str] | None = None) -> int:
    """Opens the app and stays until it is quit.

    Args:
        arguments: without the program's name; None reads the process's own.

    Returns:
        The exit code: 0, or 1 where the app could not be opened.
    """
    given = _parser().parse_args(arguments)
    try:
        person()
    except LuminairError as error:
        sys.stderr.write(f"luminair: {error}\n")
        return 1
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus, on=True)
    # Known before there is an app: X11 names its windows so, whatever program started this one.
    QCoreApplication.setApplicationName("Luminair")
    app = Application(["luminair"])
    bundle.shed()
    app.setApplicationDisplayName("Luminair")
    app.setDesktopFileName("luminair")  # Linux counts what waits on this name's icon
    curtain = _curtain(given)
    if curtain.can_be_shown:
        curtain.show()
        app.processEvents()  # it is painted before the rest is loaded
    code: int = importlib.import_module(_APP).start(app, given, curtain)
    return code


def _curtain(given: argparse.Namespace) -> Curtain:
    """Stands where the main window stood; a demo has no place of its own yet."""
    if given.demo:
        return Curtain(Theme(), Layout())
    home = find_home(given.home)
    choice = Choice(Settings(home.settings_file).text("appearance.theme"))
    return Curtain(Theme(choice), read_layout(home.root))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="luminair", description="LLM sessions side by side, with one memory that you own."
    )
    parser.add_argument("--vault", metavar="DIR", help="the Journal's folder")
    parser.add_argument("--home", metavar="DIR", help="where settings, sessions and state lie")
    parser.add_argument(
        "--demo",
        action="store_true",
        help="look round in a throw-away home with a sample Journal; no model is needed",
    )
    return parser


if __name__ == "__main__":
    sys.exit(run())
