"""Files of JSON Lines in which coding agents keep their sessions, and what of them is a prompt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from luminair.exchange.plan import rows, table, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_MADE = (
    "<command-name>",
    "<command-message>",
    "<command-args>",
    "<local-command-",
    "<bash-",
    "<system-reminder>",
    "<task-notification>",
    "<environment_context",
    "<permissions instructions",
    "<user_instructions",
    "<turn_aborted",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions for",
    "[Request interrupted",
    "Caveat: The messages below were generated",
)
"""How texts begin that the agent's program put into the place of a prompt."""


def lines_of(data: bytes) -> tuple[list[Mapping[str, object]], int]:
    """The objects of a file of JSON Lines, and how many lines are none."""
    found: list[Mapping[str, object]] = []
    broken = 0
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        try:
            value = json.loads(line.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            broken += 1
            continue
        if isinstance(value, dict):
            found.append(value)
        else:
            broken += 1
    return found, broken


def said_by_program(text: str) -> bool:
    """Whether a text in a prompt's place was put there by the agent's program."""
    return text.lstrip().startswith(_MADE)


def words_of(content: object, kinds: frozenset[str]) -> str:
    """The words of a message: a text, or blocks of these kinds; a picture only beside words."""
    if isinstance(content, str):
        return text_of(content)
    parts = [
        text_of(table(each).get("text"))
        for each in rows(content)
        if text_of(table(each).get("type")) in kinds
    ]
    return "\n\n".join(part for part in parts if part.strip() and not said_by_program(part))
