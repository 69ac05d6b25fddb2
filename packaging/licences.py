"""Whose work Luminair stands on and under which licences.

    python packaging/licences.py        renew packaging/licences.md

The list is made from the pins and from what the installed packages say of themselves; a test
compares it with both. The bundle carries the list and each licence's text, which is what the
licences ask for.
"""

from __future__ import annotations

import re
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import contents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIST: Final = Path(__file__).with_name("licences.md")
TEXTS: Final = Path(__file__).with_name("licences")
"""Texts that a package should bring and does not: Qt's."""
REQUIREMENTS: Final = Path(__file__).with_name("requirements.txt")

# Where a package's own words are no name of a licence, or name a family; read from its licence.
_READ: Final = {
    "altgraph": "MIT",
    "coverage": "Apache-2.0",
    "grimp": "BSD-2-Clause",
    "import-linter": "BSD-2-Clause",
    "macholib": "MIT",  # on a Mac only, to build
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyinstaller-hooks-contrib": "GPL-2.0-or-later AND Apache-2.0",
    "pyside6-essentials": "LGPL-3.0-only",  # of the three that it offers
    "scipy": "BSD-3-Clause",
    "shiboken6": "LGPL-3.0-only",
    "sortedcontainers": "Apache-2.0",
    "vulture": "MIT",
}
_NAMES: Final = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
ALLOWED: Final = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "LGPL-3.0-only"),
        *("MIT", "MIT-0", "MPL-2.0", "PSF-2.0", "Zlib"),
    }
)
"""Licences that may ship inside of an app without its own code having to be open."""

_HEAD: Final = """\
# Licences of what Luminair stands on

Made by `python packaging/licences.py` from `packaging/requirements.txt` and from what the packages
say of themselves. The app's bundle carries the licence text of each package that is in the app;
with them come CPython (PSF-2.0) and the small program of PyInstaller that starts it, whose
exception allows that. Qt is used as separate libraries that can be exchanged, as the LGPL asks.
"""
_LICENCE_FILE: Final = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


def normal(name: str) -> str:
    """A package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str | None = None) -> dict[str, list[str]]:
    """Package → the versions that are pinned; two where Pythons need different ones.

    Args:
        text: of a requirements file; None reads ours.
    """
    told = REQUIREMENTS.read_text(encoding="utf-8") if text is None else text
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", told, re.MULTILINE):
        found.setdefault(normal(name), []).append(version)
    return found


def licence(name: str) -> str:
    """The licence of a package as SPDX writes it, or '' where nobody says."""
    if name in _READ:
        return _READ[name]
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    said = told.get("License-Expression") or told.get("License") or ""
    classes = (line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or [])
    named = [_NAMES[line] for line in classes if line in _NAMES]
    if re.fullmatch(r"[A-Za-z0-9.+-]+( (OR|AND|WITH) [A-Za-z0-9.+-]+)*", said):
        return said
    return named[0] if named else ""


def words(expression: str) -> set[str]:
    """The licences in an expression."""
    return {word for word in expression.split() if word not in {"OR", "AND", "WITH"}}


def shipped() -> set[str]:
    """The packages that are in the app: what it requires, and what those require, on a Mac too."""
    from packaging.requirements import Requirement

    found: set[str] = set()
    waiting = ["luminair"]
    while waiting:
        name = normal(waiting.pop())
        if name in found:
            continue
        found.add(name)
        try:
            asked = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        waiting += [one.name for one in map(Requirement, asked) if _applies(one)]
    return found - {"luminair"}


def _applies(requirement: object) -> bool:
    marker = getattr(requirement, "marker", None)
    if marker is None:
        return True
    places = ({"sys_platform": "darwin", "platform_system": "Darwin"}, {"sys_platform": "linux"})
    return any(marker.evaluate({**place, "extra": ""}) for place in places)


def table() -> str:
    """The list as Markdown."""
    inside = shipped()
    lines = [_HEAD, "| package | version | licence | in the app |", "| --- | --- | --- | --- |"]
    for name, versions in sorted(pins().items()):
        where = "yes" if name in inside else "to build and test"
        lines.append(f"| {name} | {', '.join(versions)} | {licence(name)} | {where} |")
    return "\n".join(lines) + "\n"


def texts(names: Iterable[str] | None = None) -> Iterator[tuple[Path, str]]:
    """The licence texts that the bundle carries: a file, and the folder for it in the bundle.

    Args:
        names: of packages; None takes those that are in the app and installed here.
    """
    yield LIST, "licences"
    for path in sorted(TEXTS.iterdir()):
        yield path, "licences/qt"
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if python.exists():
        yield python, "licences/python"
    for name in sorted(shipped() if names is None else names):
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:
            continue
        for file in files:
            inside = file.parts[0].endswith(".dist-info") and ".py" not in file.suffix
            if inside and _LICENCE_FILE.search(file.name):
                yield Path(str(file.locate())), f"licences/{name}"


if __name__ == "__main__":
    LIST.write_text(table(), encoding="utf-8")
    print(f"{LIST.relative_to(contents.ROOT)} is renewed.")
