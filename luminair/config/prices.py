"""What a turn cost, from the list prices in ``resources/prices.json``.

Each model there has rows, read from the top; the first that fits prices the whole turn:

* ``up_to``: only for turns with at most so many tokens of input, cached ones included;
* ``until``: only up to and on this day;
* ``input``, ``cached`` (read from a cache), ``cache_write``, ``output``: dollars a million tokens.

A model is found by its exact id; else by the id without what marks a snapshot of the same model:
``models/`` before it, and behind it a date (``-20251001``, ``-2026-03-05``), a three-digit
revision (``-001``) or ``-latest``. Any other difference makes it another model. Whatever is not
known (the model, the day, a price that the turn needs) gives None and never a guess.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from luminair.config.paths import resources

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.messages import Usage

_MILLION = 1_000_000
_SNAPSHOT = re.compile(r"-(?:20\d{6}|20\d\d-\d\d-\d\d|\d{3}|latest)\Z")


class Prices:
    """The prices of one file.

    Args:
        file: JSON in the form of ``resources/prices.json``; one that is not there or cannot be
            read knows no price.
    """

    def __init__(self, file: Path) -> None:
        try:
            found = json.loads(file.read_bytes())
        except (OSError, ValueError):
            found = None
        held = _object(found)
        usable = held.get("currency") == "USD" and held.get("per_tokens") == _MILLION
        self._providers = _object(held.get("providers")) if usable else {}

    def checked(self, provider: str) -> date | None:
        """The day on which these prices were read from the provider's page, None for no prices."""
        return _day(_object(self._providers.get(provider)).get("checked"))

    def cost(
        self, provider: str, model: str, usage: Usage, *, on: date, cache_written: int = 0
    ) -> float | None:
        """The price of a turn in US dollars, None where it is not known.

        Args:
            provider: its name in the file. A coding agent's CLI is none, whoever made it: a plan
                pays for its turns, or nobody does.
            model: as the provider named it.
            usage: what the turn used.
            on: the day of the turn.
            cache_written: how many of the input's tokens were written to a cache, where the
                provider says (5 minutes).
        """
        if not (usage.input_tokens or usage.output_tokens):
            return None  # nobody said what it used
        for row in self._rows(provider, model):
            if _fits(row, usage, on):
                return _price(row, usage, cache_written)
        return None

    def _rows(self, provider: str, model: str) -> list[Mapping[str, object]]:
        models = _object(_object(self._providers.get(provider)).get("models"))
        rows = models.get(model)
        if rows is None:
            name = model.removeprefix("models/")
            rows = models.get(name)
            if rows is None:
                rows = models.get(_SNAPSHOT.sub("", name))
        return [_object(row) for row in rows] if isinstance(rows, list) else []


@cache
def bundled_prices() -> Prices:
    """The prices that this version of the app came with."""
    return Prices(resources() / "prices.json")


def cost(
    provider: str, model: str, usage: Usage, *, on: date, cache_written: int = 0
) -> float | None:
    """The price of a turn by the bundled prices; see :meth:`Prices.cost`."""
    return bundled_prices().cost(provider, model, usage, on=on, cache_written=cache_written)


def _fits(row: Mapping[str, object], usage: Usage, on: date) -> bool:
    most, last = row.get("up_to"), row.get("until")
    if most is not None and not (isinstance(most, int) and usage.input_tokens <= most):
        return False
    if last is None:
        return True
    day = _day(last)
    return day is not None and on <= day


def _price(row: Mapping[str, object], usage: Usage, cache_written: int) -> float | None:
    fresh = usage.input_tokens - usage.cached_tokens - cache_written
    total = 0.0
    for count, name in (
        (fresh, "input"),
        (usage.cached_tokens, "cached"),
        (cache_written, "cache_write"),
        (usage.output_tokens, "output"),
    ):
        price = row.get(name)
        if count < 0:
            return None  # numbers that contradict each other
        if count == 0:
            continue
        if isinstance(price, bool) or not isinstance(price, (int, float)):
            return None
        total += count * price / _MILLION
    return total


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
