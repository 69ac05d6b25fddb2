"""The list of licences is whole, true to what is installed, and of licences that may ship."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import contents
import licences
import pytest

ROW = re.compile(r"^\| (\S+) \| ([^|]+) \| ([^|]*) \| (yes|to build and test) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def rows() -> dict[str, tuple[str, str, str]]:
    text = licences.LIST.read_text(encoding="utf-8")
    return {name: (versions, said, where) for name, versions, said, where in ROW.findall(text)}


def test_every_pin_is_in_the_list_with_its_version_and_a_licence(rows) -> None:
    pins = licences.pins()
    assert len(pins) > 50
    renew = "python packaging/licences.py"
    assert {name: row[0] for name, row in rows.items()} == {
        name: ", ".join(versions) for name, versions in pins.items()
    }, renew
    assert [name for name, row in rows.items() if not row[1].strip()] == []


def test_the_list_says_what_the_installed_packages_say(rows) -> None:
    for distribution in metadata.distributions():
        name = licences.normal(distribution.name)
        if name in rows:
            assert rows[name][1] == licences.licence(name), "python packaging/licences.py"


def test_what_is_in_the_app_may_be_in_the_app(rows) -> None:
    inside = {name: row[1] for name, row in rows.items() if row[2] == "yes"}
    assert {"pyside6-essentials", "numpy", "httpx", "certifi", "qtpy"} <= set(inside)
    assert "pytest" not in inside
    assert {name: said for name, said in inside.items() if not _may_ship(said)} == {}, (
        "read this licence before it ships"
    )


def _may_ship(expression: str) -> bool:
    if " OR " in expression:
        return any(word in licences.ALLOWED for word in licences.words(expression))
    return licences.words(expression) <= licences.ALLOWED


@pytest.mark.parametrize("said", ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "GPL-2.0 OR AGPL-3"])
def test_what_may_not_ship_is_seen(said) -> None:
    assert not _may_ship(said)


def test_each_package_in_the_app_brings_its_licence_text() -> None:
    texts = list(licences.texts())
    assert all(path.is_file() for path, _ in texts)
    folders = {folder.removeprefix("licences/") for _, folder in texts}
    installed = {licences.normal(each.name) for each in metadata.distributions()}
    # Qt's wheels bring none, so its texts stand in packaging/licences
    wanted = (licences.shipped() & installed) - {"pyside6-essentials", "shiboken6"} | {"qt"}
    assert wanted - folders == set()
    assert {path.name for path, folder in texts if folder == "licences/qt"} == {
        "GPL-3.0.txt",
        "LGPL-3.0.txt",
    }


def test_the_bundle_holds_no_package_that_the_list_does_not_name(programs) -> None:
    folder = programs / "_internal"
    if not folder.is_dir():
        folder = programs.parent / "Frameworks"
    shipped = licences.shipped()
    owners = metadata.packages_distributions()
    strangers = {
        f"{path.name} of {owner}"
        for path in folder.iterdir()
        for owner in owners.get(path.name.partition(".")[0], ())
        if licences.normal(owner) not in shipped | {"luminair"}
    }
    assert strangers == set()
    assert (folder / "licences" / "licences.md").is_file()
    assert (folder / "licences" / "numpy" / "LICENSE.txt").is_file()


def test_pins_are_read_as_the_file_writes_them() -> None:
    text = "# made\nNumPy==2.4.6 ; python_version < '3.12' \\\n    --hash=sha256:ab\nnumpy==2.5.5\n"
    assert licences.pins(text + "a.b_c==1 \\\n") == {"numpy": ["2.4.6", "2.5.5"], "a-b-c": ["1"]}


def test_a_package_that_nobody_knows_has_no_licence() -> None:
    assert licences.licence("no-such-package-here") == ""
    assert Path(__file__).resolve().parents[2] == contents.ROOT
