"""Each kind of failure that others have had is held off by tests that are there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.trust.world import World, make_world

if TYPE_CHECKING:
    from collections.abc import Mapping

TESTS = Path(__file__).resolve().parents[1]
TABLE: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
    (Path(__file__).with_name("kinds.toml")).read_text("utf-8")
)


def missing(identity: str) -> bool:
    """Whether a test is not there; ``path::name`` below tests/."""
    path, _, name = identity.partition("::")
    file = TESTS / path
    if not (file.is_file() and name.startswith("test_")):
        return True
    tree = ast.parse(file.read_text("utf-8"))
    return name not in {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("group", list(TABLE))
def test_each_kind_names_tests_that_are_there(group: str) -> None:
    rows = TABLE[group]
    assert rows
    assert {kind: row for kind, row in rows.items() if not row} == {}
    gone = {each: kind for kind, row in rows.items() for each in row if missing(each)}
    assert gone == {}


def test_a_row_that_names_no_test_would_be_seen() -> None:
    assert missing("trust/test_kinds.py::test_that_nobody_wrote")
    assert missing("trust/test_nowhere.py::test_x")
    assert missing("trust/test_kinds.py::missing")
    assert not missing("trust/test_kinds.py::test_a_row_that_names_no_test_would_be_seen")


def test_each_promise_of_the_readme_names_the_test_that_holds_it() -> None:
    readme = (TESTS.parent / "README.md").read_text("utf-8")
    section = readme.partition("## What you can rely on\n")[2].partition("\n## ")[0]
    promises = re.findall(r"^- .*(?:\n  .*)*", section, re.MULTILINE)
    assert len(promises) >= 8
    for promise in promises:
        named = re.findall(r"`([^`]+\.py::\w+)`", promise)
        assert named, promise
        assert [each for each in named if missing(each)] == []
    for command in re.findall(r"`pytest tests/(\S+)`", section):
        assert (TESTS / command).is_file(), command


def test_no_kind_is_left_out(shared: Path) -> None:
    text = (shared / "failure-kinds.md").read_text("utf-8")
    told = re.findall(r"^\| (?!kind \||---)([^|]+?) \|", text, re.MULTILINE)
    assert len(told) > 40
    assert list(TABLE["kinds"]) == told


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("world") / "world")


def test_names_that_a_disk_may_take_for_one_are_flagged(template: World) -> None:
    world = template.fresh()
    for name in ("Rules.md", "rules.md", "Café.md", "Cafe\u0301.md", "Other.md"):
        (world.vault / name).write_text(f"Of {name}.\n", "utf-8")
    with world.journal() as journal:
        said = {each.path: each for each in journal.doctor() if "letter case" in each.problem}
    assert len(said) == 2
    assert "Rules.md" in said["rules.md"].problem
    assert all("Rename" in each.advice for each in said.values())
