"""Runs a tool that a model called.

A model sees only what its session sees (spec 7.2): notes whose scope covers the place. What the
owner keeps out of prompts, and what is held for review, is not shown either: a tool's answer goes
to the model like any prompt, and text that reads like an order waits for the owner on every way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.tools import finding
from luminair.tools.arguments import Given
from luminair.tools.table import BUILT, DEFINITIONS, Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.journal import Journal, Place


_RUNNERS: Mapping[str, Callable[[Given, Journal, Place], str]] = {
    "journal_search": finding.search,
    "journal_read": finding.read,
}
_BY_NAME = {each.name: each for each in DEFINITIONS}


def run(name: str, arguments: object, *, journal: Journal, place: Place) -> Answer:
    """Runs a tool; never raises.

    Args:
        name: as the model called it.
        arguments: as the model wrote them, a JSON object.
        journal: refreshed by the caller.
        place: where the model's session stands.
    """
    definition = _BY_NAME.get(name)
    if definition is None or name not in _RUNNERS:
        return Answer(_missing(name), failed=True)
    try:
        return Answer(_RUNNERS[name](Given(definition, arguments), journal, place))
    except LuminairError as error:
        return Answer(str(error), failed=True)
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        return Answer(f"The Journal could not be read ({why}); try again.", failed=True)
    except Exception as fault:  # noqa: BLE001 a model gets a sentence, and the turn goes on
        return Answer(
            f"{name} failed by a fault in Luminair ({type(fault).__name__}); go on without it "
            "and tell the owner.",
            failed=True,
        )


def _missing(name: str) -> str:
    definition = _BY_NAME.get(name)
    if definition is not None:
        return (
            f"This Luminair cannot {definition.does} for you yet; tell the owner in one sentence "
            "what you would have written down."
        )
    known = ", ".join(sorted(BUILT))
    return f"There is no such tool; call one of {known}."
