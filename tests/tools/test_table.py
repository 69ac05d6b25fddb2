"""The definitions: the same six everywhere, the same bytes every time, and only built ones."""

from __future__ import annotations

import json
import re

import pytest

from luminair.tools import definitions, offered
from luminair.tools.running import _RUNNERS
from luminair.tools.table import BUILT, DEFINITIONS

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


def test_what_is_not_built_is_not_offered() -> None:
    assert set(_RUNNERS) == BUILT
    assert [json.loads(text)["name"] for text in definitions()] == [
        name for name in SIX if name in BUILT
    ]
    assert offered(()) == ()


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
    assert sum(len(text.encode()) for text in definitions()) < 2_000
