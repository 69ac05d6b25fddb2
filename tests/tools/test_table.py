"""The definitions: the same six everywhere, the same bytes every time, and all of them built."""

from __future__ import annotations

import json
import re

import pytest

from luminair.tools import definitions, offered
from luminair.tools.running import runners
from luminair.tools.table import DEFINITIONS

SIX = (
    "journal_search",
    "journal_read",
    "journal_remember",
    "journal_dead_end",
    "journal_close_ask",
    "journal_propose_rule",
)


def test_they_are_the_six_of_the_spec(shared) -> None:
    spec = (shared / "spec.md").read_text(encoding="utf-8")
    assert ", ".join(SIX) in spec
    assert tuple(each.name for each in DEFINITIONS) == SIX


def test_all_six_are_offered_and_run() -> None:
    assert set(runners()) == set(SIX)
    assert tuple(json.loads(text)["name"] for text in definitions()) == SIX
    assert offered() == DEFINITIONS


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda each: each.name)
def test_each_is_sound(definition) -> None:
    told = json.loads(definition.text)
    assert list(told) == ["name", "description", "input_schema"]
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", f"mcp__journal__{told['name']}")
    assert len(told["description"].encode()) < 2000, "Claude Code cuts at 2 KB"
    schema = told["input_schema"]
    assert schema["type"] == "object"
    assert set(schema["required"]) <= set(schema["properties"])
    assert schema["required"], "each of them needs something"
    for name, argument in schema["properties"].items():
        assert argument["description"].endswith("."), name
        assert argument["type"] in {"string", "integer", "boolean"}
    assert definition.reads_only == (definition.name in {"journal_search", "journal_read"})
    assert definition.text == definition.text


def test_they_cost_little() -> None:
    assert sum(len(text.encode()) for text in definitions()) < 3_500
