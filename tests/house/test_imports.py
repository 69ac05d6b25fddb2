"""What a fresh interpreter loads. Static rules cannot see it, and each prompt waits for it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]

HEAVY = ("PySide6", "shiboken6", "httpx", "keyring", "sklearn", "scipy", "numpy", "yaml")
# Parts of the standard library that cost the cold read path more than they give it.
SLOW_STDLIB = (
    "asyncio",
    "concurrent.futures",
    "email",
    "http.client",
    "logging",
    "multiprocessing",
    "ssl",
    "unittest",
    "urllib.request",
)
READ_PATH = ("luminair.journal", "luminair.cli.main")
WITHOUT_QT = ("luminair.bootstrap", "luminair.turns", "luminair.context", "luminair.lanes.roster")
DOORS_FOR_AGENTS = (
    "luminair.agents.mcp",
    "luminair.agents.journal_tools",
    "luminair.agents.hook",
    "luminair.tools.running",
    "luminair.exchange",
)

SCRIPT = """
import importlib, json, sys
before = set(sys.modules)
importlib.import_module(sys.argv[1])
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by(module: str) -> set[str]:
    """All modules that a fresh interpreter loads for one import."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, module],
        cwd=HOUSE,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def found(modules: set[str], unwanted: tuple[str, ...]) -> list[str]:
    """Those of the unwanted that were loaded."""
    return [name for name in unwanted if name in modules]


@pytest.mark.parametrize("module", READ_PATH)
def test_the_read_path_is_light(module: str) -> None:
    modules = loaded_by(module)
    assert found(modules, HEAVY) == []
    assert found(modules, SLOW_STDLIB) == []
    assert not [name for name in modules if name.startswith("luminair.shell")]


@pytest.mark.parametrize("module", WITHOUT_QT)
def test_what_stands_below_the_windows_loads_late(module: str) -> None:
    assert found(loaded_by(module), HEAVY) == []


@pytest.mark.parametrize("module", DOORS_FOR_AGENTS)
def test_doors_for_agents_are_light(module: str) -> None:
    assert found(loaded_by(module), HEAVY) == []


def test_the_doors_are_where_pyproject_says() -> None:
    for module in ("luminair.cli.main", "luminair.shell.main"):
        assert importlib.util.find_spec(module) is not None, module
