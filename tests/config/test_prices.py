"""Prices: known ones are exact, and what is not known is never guessed."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from luminair.config.paths import resources
from luminair.config.prices import Prices, bundled_prices, cost
from luminair.messages import Usage

if TYPE_CHECKING:
    from pathlib import Path

NOVEMBER = date(2026, 11, 20)
BUNDLED = json.loads((resources() / "prices.json").read_bytes())
MILLION = 1_000_000


def used(read: int = 0, cached: int = 0, wrote: int = 0) -> Usage:
    return Usage(input_tokens=read, cached_tokens=cached, output_tokens=wrote)


def test_a_turn_of_each_provider() -> None:
    # 1,000 fresh and 9,000 cached in, 500 out, by hand from the providers' pages.
    turn = used(10_000, 9_000, 500)
    assert cost("anthropic", "claude-sonnet-5", turn, on=NOVEMBER) == pytest.approx(
        (1_000 * 2 + 9_000 * 0.2 + 500 * 10) / MILLION
    )
    assert cost("openai", "gpt-6.1-terra", turn, on=NOVEMBER) == pytest.approx(
        (1_000 * 1 + 9_000 * 0.05 + 500 * 5) / MILLION
    )
    assert cost("gemini", "gemini-2.5-flash", turn, on=NOVEMBER) == pytest.approx(
        (1_000 * 0.3 + 9_000 * 0.03 + 500 * 2.5) / MILLION
    )


def test_what_is_written_to_a_cache_costs_more() -> None:
    turn = used(10_000, 4_000, 0)
    told = cost("anthropic", "claude-opus-5", turn, on=NOVEMBER, cache_written=5_000)
    assert told == pytest.approx((1_000 * 5 + 4_000 * 0.5 + 5_000 * 6.25) / MILLION)


def test_a_long_prompt_has_its_own_price() -> None:
    at = used(100_000, 0, 1_000)
    above = used(100_001, 0, 1_000)
    assert cost("anthropic", "claude-haiku-5-5", at, on=NOVEMBER) == pytest.approx(0.0105)
    assert cost("anthropic", "claude-haiku-5-5", above, on=NOVEMBER) == pytest.approx(
        (100_001 * 0.5 + 1_000 * 2.5) / MILLION
    )


def test_a_price_ends_on_its_day() -> None:
    turn = used(MILLION, 0, MILLION)
    assert cost("gemini", "gemini-3.8-flash", turn, on=date(2026, 12, 31)) == 4.5
    assert cost("gemini", "gemini-3.8-flash", turn, on=date(2027, 1, 1)) == 9.0


@pytest.mark.parametrize(
    ("lane", "model"),
    [
        ("anthropic", "claude-haiku-4-5-20251001"),
        ("openai", "gpt-5.4-2026-03-05"),
        ("openai", "gpt-5-mini-2025-08-07"),
        ("gemini", "models/gemini-2.5-pro"),
        ("gemini", "gemini-2.5-flash-001"),
        ("gemini", "models/gemini-2.5-flash-latest"),
    ],
)
def test_a_snapshot_costs_what_its_model_costs(lane: str, model: str) -> None:
    assert (cost(lane, model, used(1_000, 0, 10), on=NOVEMBER) or 0) > 0


@pytest.mark.parametrize(
    ("lane", "model"),
    [
        ("anthropic", "claude-opus-9"),
        ("anthropic", "claude-sonnet-5-turbo"),
        ("openai", "gpt-5-pro"),  # longer than gpt-5 and another model
        ("openai", "gpt-5.4-audio"),
        ("openai", "gpt-"),
        ("openai", ""),
        ("anthropic", "gpt-5"),  # another lane's model
        ("ollama", "qwen3:8b"),
        ("codex", "gpt-5.5"),  # paid by a plan, not by the token
        ("openrouter", "openai/gpt-5"),
        ("", ""),
        ("openai", "gpt-5-20"),
        ("openai", "gpt-5-2025-08-07-2025-08-07"),
    ],
)
def test_what_is_not_known_has_no_price(lane: str, model: str) -> None:
    assert cost(lane, model, used(1_000, 0, 10), on=NOVEMBER) is None


def test_a_turn_that_needs_an_unknown_price_has_none() -> None:
    assert cost("gemini", "gemini-3.8-flash", used(100, 50, 5), on=NOVEMBER) is None
    assert cost("openai", "gpt-5.6-sol", used(272_001, 0, 5), on=NOVEMBER) is None
    assert cost("openai", "gpt-5.5", used(100, 0, 5), on=NOVEMBER, cache_written=10) is None


@pytest.mark.parametrize(
    "turn", [used(), used(10, 20, 5), used(-5, 0, 5), used(10, 0, -5), used(10, -5, 5)]
)
def test_numbers_that_say_nothing_have_no_price(turn: Usage) -> None:
    assert cost("openai", "gpt-5", turn, on=NOVEMBER) is None


def test_the_day_of_the_prices_is_known() -> None:
    assert bundled_prices().checked("openai") == date(2026, 11, 18)
    assert bundled_prices().checked("ollama") is None


def test_the_bundled_file_is_sound() -> None:
    assert (BUNDLED["currency"], BUNDLED["per_tokens"]) == ("USD", MILLION)
    assert set(BUNDLED["providers"]) == {"anthropic", "openai", "gemini"}
    for provider, told in BUNDLED["providers"].items():
        assert told["page"].startswith("https://")
        assert date.fromisoformat(told["checked"]) <= NOVEMBER
        for model, rows in told["models"].items():
            where = f"{provider} {model}"
            assert rows, where
            for row in rows:
                prices = {k: v for k, v in row.items() if k not in {"up_to", "until"}}
                assert prices.keys() <= {"input", "cached", "cache_write", "output"}, where
                assert {"input", "output"} <= prices.keys(), where
                assert all(0 < price < 1_000 for price in prices.values()), where
                assert row["output"] > row["input"], where
                assert row.get("cached", 0) < row["input"], where
                assert row.get("cache_write", row["input"]) >= row["input"], where
            assert all("up_to" in row or "until" in row for row in rows[:-1]), where
            dear = [row["input"] for row in rows if "up_to" in row or row is rows[-1]]
            assert dear == sorted(dear), f"{where}: a longer prompt is never cheaper"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"currency": "EUR", "per_tokens": 1000000, "providers": {}}',
        '{"currency": "USD", "per_tokens": 9,"providers": {"x": {"models": {"m": [{"input":1}]}}}}',
        '{"currency": "USD", "per_tokens": 1000000, "providers": {"x": []}}',
        '{"currency": "USD", "per_tokens": 1000000, "providers": {"x": {"models": {"m": 5}}}}',
        '{"currency": "USD", "per_tokens": 1000000, "providers": {"x": {"models": {"m": [7]}}}}',
        '{"currency": "USD", "per_tokens": 1000000, "providers": {"x": {"checked": "soon"}}}',
        '{"currency": "USD", "per_tokens": 1000000, "providers": {"x": {"models": {"m": [{}]}}}}',
    ],
)
def test_a_file_that_is_none_knows_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "prices.json"
    file.write_text(text, encoding="utf-8")
    prices = Prices(file)
    assert prices.cost("x", "m", used(5, 0, 0), on=NOVEMBER) is None
    assert prices.checked("x") is None
    assert Prices(tmp_path / "gone").cost("x", "m", used(5), on=NOVEMBER) is None
