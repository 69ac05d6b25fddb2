"""The import contracts of pyproject.toml hold, and each of them can be broken.

A contract that nothing can break guards nothing. So a skeleton of the whole plan, rooms that come
later included, is built from the contracts themselves; it must be clean, and with wrong imports
written into it each must be named under the contract that forbids it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

FLOORS = "The house stands in floors"
JOURNAL_FLOORS = "Floors of the Journal"
SHELL_FLOORS = "Floors of the shell"
LANES = "Lanes are strangers"
QT = "Qt stays in the shell"
PURE = "The Journal's thinking touches neither disk, clock nor network"
HTTP = "Only lanes speak HTTP"
NO_LANE = "Context and tools know no lane"
SKLEARN = "Only likeness knows scikit-learn"
DOOR = "The Journal has one door"
CIRCLES = "No circles"

# contract, the module that is wrong, what it imports, how the line is written
WRONG = [
    (QT, "luminair.journal.digest", "PySide6.QtCore", "import {0}"),
    (QT, "luminair.context.cost", "PySide6.QtGui", "def late():\n    import {0}"),
    (QT, "luminair.sessions.library", "PySide6.QtWidgets", "if TYPE_CHECKING:\n    import {0}"),
    (QT, "luminair.cli.main", "shiboken6", "import {0}"),
    (PURE, "luminair.journal.notes.reading", "os", "import {0}"),
    (PURE, "luminair.journal.precedence", "pathlib", "import {0}"),
    (PURE, "luminair.journal.ranking.bm25", "time", "import {0}"),
    (PURE, "luminair.journal.projects", "sqlite3", "def late():\n    import {0}"),
    (PURE, "luminair.journal.harness", "luminair.config.settings", "import {0}"),
    (PURE, "luminair.journal.fence", "luminair.files", "import {0}"),
    (JOURNAL_FLOORS, "luminair.journal.digest", "luminair.journal.vault.store", "import {0}"),
    (JOURNAL_FLOORS, "luminair.journal.precedence", "luminair.journal.harness", "import {0}"),
    (JOURNAL_FLOORS, "luminair.journal.notes.text", "luminair.journal.ranking.bm25", "import {0}"),
    (SKLEARN, "luminair.journal.ranking.tokens", "sklearn", "import {0}"),
    (HTTP, "luminair.journal.vault.tree", "httpx", "import {0}"),
    (HTTP, "luminair.config.credentials", "httpx", "def late():\n    import {0}"),
    (FLOORS, "luminair.cli.notes", "luminair.shell.main", "import {0}"),
    (FLOORS, "luminair.files", "luminair.sessions.library", "import {0}"),
    (FLOORS, "luminair.lanes.ollama", "luminair.journal", "import {0}"),
    (LANES, "luminair.lanes.openai", "luminair.lanes.anthropic", "import {0}"),
    (NO_LANE, "luminair.context.assemble", "luminair.lanes.lane", "import {0}"),
    (NO_LANE, "luminair.tools.running", "luminair.lanes.lane", "def late():\n    import {0}"),
    (
        SHELL_FLOORS,
        "luminair.shell.panes.pane",
        "luminair.shell.sidebar.session_list",
        "import {0}",
    ),
    (SHELL_FLOORS, "luminair.shell.jobs", "luminair.shell.window", "import {0}"),
    (DOOR, "luminair.cli.keeping", "luminair.journal.vault.store", "import {0}"),
    (CIRCLES, "luminair.context.block", "luminair.context.sheet", "import {0}"),
    (CIRCLES, "luminair.context.sheet", "luminair.context.block", "import {0}"),
]

# The rooms of the Journal that touch the disk or join others to it; all the rest is thinking.
NOT_THINKING = {
    "by_meaning",
    "checkup",
    "embeddings",
    "filing",
    "journal",
    "linking",
    "meaning",
    "opening",
    "past",
    "readonly",
    "reads",
    "renaming",
    "vault",
    "view",
    "writes",
}


def contracts() -> list[dict[str, list[str]]]:
    """The contracts as pyproject.toml states them."""
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["importlinter"]["contracts"]


def lint(folder: Path) -> tuple[int, str]:
    """Exit code and report of import-linter on the package in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-logo", "--no-cache"],
        cwd=folder,
        env={**os.environ, "COLUMNS": "400", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def module_path(folder: Path, module: str) -> Path:
    """The file of a module in the skeleton; a room is a package as soon as it has modules."""
    place = folder.joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def build_skeleton(folder: Path) -> None:
    """Every room of the plan as an empty module, with the contracts that stand today."""
    modules = {"luminair"}
    for contract in contracts():
        for container in contract.get("containers", []):
            for layer in contract["layers"]:
                modules |= {f"{container}.{name.strip(' ()')}" for name in layer.split("|")}
    modules |= {importer for _, importer, _, _ in WRONG}
    modules |= {target for _, _, target, _ in WRONG if target.startswith("luminair.")}
    modules |= {"luminair.keeping.tending.similar", "luminair.lanes.http"}
    packages = {module.rpartition(".")[0] for module in modules} - {""}
    for package in packages:
        folder.joinpath(*package.split(".")).mkdir(parents=True, exist_ok=True)
    for package in packages:
        (folder.joinpath(*package.split(".")) / "__init__.py").touch()
    for module in modules:
        module_path(folder, module).touch()
    # Imports that the plan means to allow: none of them may trip a contract.
    right = {
        "luminair.shell.panes": "from PySide6 import QtWidgets\nimport luminair.shell.jobs\n",
        "luminair.keeping.tending.similar": "def late():\n    import sklearn\n",
        "luminair.lanes.http": "import httpx\nimport luminair.lanes.lane\n",
        "luminair.bootstrap": "import luminair.lanes.roster\nimport luminair.journal\n",
        "luminair.journal": "import luminair.journal.journal\n",
        "luminair.journal.vault": "import os, luminair.files, luminair.journal.notes\n",
    }
    for module, text in right.items():
        module_path(folder, module).write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").write_bytes((HOUSE / "pyproject.toml").read_bytes())


def report_of(report: str, contract: str) -> str:
    """The lines under one broken contract's heading."""
    details = report.partition("Broken contracts")[2]
    heads = [re.escape(each["name"]) for each in contracts() if each["name"] != contract]
    own = details.partition(f"\n{contract}\n")[2]
    return re.split(rf"\n(?:{'|'.join(heads)})\n-", own)[0]


def test_the_house_keeps_its_contracts() -> None:
    code, report = lint(HOUSE)
    assert code == 0, report


def test_the_skeleton_is_clean(tmp_path: Path) -> None:
    build_skeleton(tmp_path)
    code, report = lint(tmp_path)
    assert code == 0, report


@pytest.fixture(scope="module")
def broken_report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a skeleton with every wrong import in it."""
    folder = tmp_path_factory.mktemp("broken")
    build_skeleton(folder)
    for _, importer, target, form in WRONG:
        path = module_path(folder, importer)
        path.write_text(
            path.read_text(encoding="utf-8")
            + ("from typing import TYPE_CHECKING\n" if "TYPE_CHECKING" in form else "")
            + f"{form.format(target)}\n",
            encoding="utf-8",
        )
    code, report = lint(folder)
    assert code == 1, report
    return report


@pytest.mark.parametrize(
    ("contract", "importer", "target"),
    [pytest.param(*wrong[:3], id=f"{wrong[1]}-{wrong[2]}") for wrong in WRONG],
)
def test_a_wrong_import_is_caught(
    broken_report: str, contract: str, importer: str, target: str
) -> None:
    told = report_of(broken_report, contract)
    shown = target if target.startswith("luminair.") else target.partition(".")[0]
    if contract == CIRCLES:
        assert importer.rpartition(".")[2] in told
        assert shown.rpartition(".")[2] in told
    else:
        assert re.search(rf"{re.escape(importer)} -> {re.escape(shown)}\b", told), told


def test_every_contract_is_broken_once() -> None:
    assert {each["name"] for each in contracts()} == {wrong[0] for wrong in WRONG}


def test_a_module_that_nobody_placed_is_caught(tmp_path: Path) -> None:
    build_skeleton(tmp_path)
    for stray in ("luminair", "luminair/journal", "luminair/shell", "luminair/lanes"):
        (tmp_path / stray / "odds.py").touch()
    code, report = lint(tmp_path)
    assert code == 1
    for stray in ("luminair", "luminair.journal", "luminair.shell", "luminair.lanes"):
        assert f"{stray}.odds" in report


def test_new_rooms_join_the_contracts_that_name_rooms() -> None:
    sources = {each["name"]: set(each.get("source_modules", [])) for each in contracts()}
    places = (HOUSE / "luminair" / "journal").iterdir()
    rooms = {place.stem for place in places if not place.name.startswith(("_", "."))}
    assert {f"luminair.journal.{room}" for room in rooms - NOT_THINKING} == sources[PURE]
    tools = HOUSE / "luminair" / "tools"
    if tools.is_dir() or tools.with_suffix(".py").exists():
        assert "luminair.tools" in sources[NO_LANE]
