"""The README and the change log keep up with the house."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
README = (HOUSE / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = "\n".join(README.splitlines()[:40])


def test_the_first_screen_names_both_commands() -> None:
    assert "python3 packaging/dev.py run" in FIRST_SCREEN
    assert "python3 packaging/dev.py test" in FIRST_SCREEN
    assert ".venv" in FIRST_SCREEN
    assert ".luminair-dev" in FIRST_SCREEN


def test_every_dependency_has_one_line() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    for each in wanted:
        name = re.split(r"[><=\[ ]", each)[0]
        rows = re.findall(rf"^\| `{re.escape(name)}` \|", README, re.MULTILINE)
        assert len(rows) == 1, name


def test_the_map_names_every_room() -> None:
    package = HOUSE / "luminair"
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    rooms |= {path.stem for path in package.glob("*.py") if not path.name.startswith("_")}
    for room in sorted(rooms):
        assert f"`{room}`" in README or f"`{room}/`" in README, room


def test_plain_words() -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", README, flags=re.DOTALL).replace("![", "[")
    assert "!" not in prose


def test_changes_are_written_down() -> None:
    assert "\n## Unreleased\n" in (HOUSE / "packaging" / "CHANGELOG.md").read_text(encoding="utf-8")
