"""Rules about the files themselves: their size, their words, and what may not stand in them."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
LONGEST = 400

# path -> why it is better long. Keep it short.
LONG_FOR_A_REASON: dict[str, str] = {}

# Composed, so that this file does not hold what it forbids.
HOSTS = (
    "pypi" + ".org",
    "pythonhosted" + ".org",
    "npmjs" + ".org",
    "yarnpkg" + ".com",
    "deb.debian" + ".org",
    "archive.ubuntu" + ".com",
    "anaconda" + ".org",
)
PLACES = (
    "/work/" + "main",
    "/work/" + "shared",
    "/work/" + ".library",
    "/work/" + ".mirror",
    "/tmp/" + "team",
    "/tmp/" + "bash_jobs",
    "/opt/" + "wheels",
    "/root/" + ".",
)
UNFINISHED = re.compile(
    r"#\W*(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")) + r")\b"
)
TOP = {"README.md", "pyproject.toml", "luminair", "resources", "tests", "packaging"}
"""All that stands at the top, beside names that begin with a dot."""
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers"}


def tracked() -> list[Path]:
    """Every file that belongs to the repository, new ones included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no clone: git does not know the files")
    names = [name for name in done.stdout.decode("utf-8").split("\0") if name]
    return [HOUSE / name for name in names if (HOUSE / name).is_file()]


def sources() -> list[Path]:
    """The Python files of the repository."""
    return [path for path in tracked() if path.suffix == ".py"]


def short(path: Path) -> str:
    """A path as a person names it."""
    return path.relative_to(HOUSE).as_posix()


def test_the_top_level_is_as_the_readme_says() -> None:
    found = {path.relative_to(HOUSE).parts[0] for path in tracked()}
    assert {name for name in found if not name.startswith(".")} == TOP


def test_no_file_of_the_app_is_too_long() -> None:
    long = {
        short(path): lines
        for path in sources()
        if short(path).startswith("luminair/")
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert {path: lines for path, lines in long.items() if path not in LONG_FOR_A_REASON} == {}
    assert set(LONG_FOR_A_REASON) <= set(long), "an exception is no longer needed"


def test_no_drawer_for_odds_and_ends() -> None:
    assert [short(path) for path in sources() if path.stem in DRAWERS] == []


def test_comments_leave_nothing_unfinished() -> None:
    left = []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        left += [
            f"{short(path)}:{token.start[0]}"
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT and UNFINISHED.match(token.string)
        ]
    assert left == []


def test_no_host_of_a_registry_and_no_path_of_a_machine() -> None:
    told = []
    for path in tracked():
        data = path.read_bytes()
        told += [
            f"{short(path)}: {word}" for word in (*HOSTS, *PLACES) if word.encode("utf-8") in data
        ]
    assert told == []


def test_every_room_says_what_it_is() -> None:
    silent = [
        short(path)
        for path in sources()
        if path.name == "__init__.py"
        and short(path).startswith("luminair/")
        and not path.read_text(encoding="utf-8").lstrip().startswith(('"""', 'r"""'))
    ]
    assert silent == []


def test_nothing_is_kept_that_is_made() -> None:
    made = {"uv.lock", ".DS_Store", "Thumbs.db"}
    assert [
        short(path) for path in tracked() if path.name in made or "__pycache__" in path.parts
    ] == []
