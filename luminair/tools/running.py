"""Runs a tool that a model called.

A model sees only what its session sees (spec 7.2): notes whose scope covers the place. What the
owner keeps out of prompts, and what is held for review, is not shown either: a tool's answer goes
to the model like any prompt, and text that reads like an order waits for the owner on every way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from luminair.errors import LuminairError
from luminair.tools import finding
from luminair.tools.arguments import Given
from luminair.tools.table import DEFINITIONS, Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.journal import Journal, Place


Runner: TypeAlias = "Callable[[Given, Journal, Place, str], str]"


def runners() -> Mapping[str, Runner]:
    """What runs each tool; those that write are loaded with what a write needs."""
    from luminair.tools import filing  # noqa: PLC0415 most calls only read

    return {
        **_READING,
        "journal_remember": filing.remember,
        "journal_dead_end": filing.dead_end,
        "journal_close_ask": filing.close_ask,
        "journal_propose_rule": filing.propose,
    }


_READING: Mapping[str, Runner] = {
    "journal_search": finding.search,
    "journal_read": finding.read,
}
_NO_NAME = re.compile(r"[^A-Za-z0-9._+@/:-]+")
_BY_NAME = {each.name: each for each in DEFINITIONS}


def run(name: str, arguments: object, *, journal: Journal, place: Place, by: str) -> Answer:
    """Runs a tool; never raises.

    Args:
        name: as the model called it.
        arguments: as the model wrote them, a JSON object.
        journal: refreshed by the caller.
        place: where the model's session stands.
        by: who calls, ``<lane>/<model>``, as its notes will name it.
    """
    definition = _BY_NAME.get(name)
    if definition is None:
        known = ", ".join(_BY_NAME)
        return Answer(f"There is no such tool; call one of {known}.", failed=True)
    try:
        runner = _READING.get(name) or runners()[name]
        return Answer(runner(Given(definition, arguments), journal, place, by_line(by)))
    except LuminairError as error:
        return Answer(str(error), failed=True)
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        return Answer(f"The Journal could not be used ({why}); try again.", failed=True)
    except Exception as fault:  # noqa: BLE001 a model gets a sentence, and the turn goes on
        return Answer(
            f"{name} failed by a fault in Luminair ({type(fault).__name__}); go on without it "
            "and tell the owner.",
            failed=True,
        )


def by_line(by: str) -> str:
    """The source of a model's notes, ``<lane>/<model>``: never a name of another rung of trust."""
    lane, _, model = by.partition("/")
    return f"{_name(lane).replace(':', '-') or 'agent'}/{_name(model) or 'unknown'}"


def _name(text: str) -> str:
    return _NO_NAME.sub("-", text.strip())[:60].strip("-")
