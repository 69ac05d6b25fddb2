"""``help``: how a command is used, and what the words of Luminair mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.cli import terminal
from luminair.cli.commands import COMMANDS as TABLE
from luminair.cli.commands import help_text
from luminair.config.concepts import concepts
from luminair.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.config.concepts import Concept


def show_help(call: Call) -> int:
    """Without a word it lists the commands, then the words that can be explained."""
    found = concepts()
    word = call.arguments[0].strip().casefold() if call.arguments else ""
    meant = next((each for each in found if each.title.casefold() == word), None)
    command = TABLE.get(word)
    if word and meant is None and command is None:
        raise UsageError(
            f"There is no help on '{call.arguments[0]}'; `luminair-journal help` lists what there "
            "is help on."
        )
    if call.has("--json"):
        shown = found if not word else [meant] if meant else []
        terminal.write_json([_as_json(each) for each in shown])
        return 0
    parts = [] if word and command is None else [help_text(command)]
    if meant is not None:
        parts.append(f"{meant.title}: {meant.sentence}\n\n{meant.text}\n")
    if not word:
        words = ", ".join(each.title for each in found)
        parts.append(f"`luminair-journal help WORD` also explains: {words}.\n")
    terminal.write("\n".join(parts))
    return 0


def _as_json(concept: Concept) -> dict[str, str]:
    return {"word": concept.title, "sentence": concept.sentence, "text": concept.text}


COMMANDS: Mapping[str, Callable[[Call], int]] = {"help": show_help}
