from __future__ import annotations

import json

from luminair.context.assemble import assemble
from luminair.context.block import Assembly, Harness, LeftOutFile, Target
from luminair.context.sheet import as_json, as_text
from tests.context.digests import make_digest


def make(*, window: int = 32_000, include_optional: bool = True) -> Assembly:
    return assemble(
        prompt="Fix the order.",
        harness=Harness("text", 1, (LeftOutFile("Harness/Scratch.md", "empty", 12),)),
        digest=make_digest(rules=["a rule"], asks=["an ask"], notes=["a note"]),
        history=[],
        target=Target("ollama", "qwen2.5-coder", window=window),
        include_optional=include_optional,
    )


def test_json_has_the_shape_of_the_contract() -> None:
    assembly = make()
    found = json.loads(json.dumps(as_json(assembly)))
    assert {"window", "total_tokens", "total_bytes", "rows", "harness_left_out"} <= set(found)
    for row in [*found["rows"], *found["rows"][1]["rows"]]:
        assert {
            "name", "tokens", "exact", "bytes", "share", "built", "optional", "text", "rows",
        } <= set(row)  # fmt: skip
    assert found["total_tokens"] == sum(row["tokens"] for row in found["rows"])
    assert found["total_bytes"] == sum(row["bytes"] for row in found["rows"])
    assert found["harness_left_out"] == [
        {"path": "Harness/Scratch.md", "reason": "empty", "bytes": 12}
    ]
    assert found["rows"][0]["share"] == found["rows"][0]["tokens"] / 32_000


def test_json_of_an_unknown_window_has_no_shares() -> None:
    found = as_json(make(window=0))
    assert found["window"] == 0
    rows = found["rows"]
    assert isinstance(rows, list)
    assert all(row["share"] is None for row in rows)


def test_text_is_a_table_whose_numbers_line_up() -> None:
    text = as_text(make())
    lines = text.splitlines()
    assert lines[0].startswith("Context budget: ≈")
    assert lines[0].endswith("of 32,000 tokens (ollama · qwen2.5-coder)")
    head = next(line for line in lines if line.startswith("Block"))
    end_of_bytes = head.index("Bytes") + len("Bytes")
    rows = [line for line in lines if "cached" in line or "rebuilt" in line]
    assert len(rows) == 7 + 3
    assert all(line[end_of_bytes - 1].isdigit() for line in rows)
    assert "  Open asks (optional)" in text
    assert "≈ counts 4 bytes as 1 token." in text
    assert "  Harness/Scratch.md: empty, 12 bytes" in text
    assert "Next message" in text


def test_text_says_what_is_unknown_and_what_is_not_sent() -> None:
    text = as_text(make(window=0, include_optional=False))
    assert "a window of unknown size" in text
    assert "unknown" in text
    assert "Rules and pins only" in text


def test_exact_counts_need_no_word_on_how_they_were_made() -> None:
    counted = assemble(
        prompt="",
        harness=Harness(),
        digest=make_digest(),
        history=[],
        target=Target("ollama", "x", window=32_000),
        include_optional=True,
    )
    assert counted.exact
    assert "≈" not in as_text(counted)
