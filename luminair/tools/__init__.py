"""What a model may do with the Journal: definitions for every lane and for MCP, and the running.

Asking for the definitions loads nothing, so that an MCP server can offer tools before the vault
is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.tools.table import Answer, Definition, offered

if TYPE_CHECKING:
    from luminair.journal import Journal, Place

__all__ = ["Answer", "Definition", "definitions", "offered", "run"]


def definitions() -> tuple[str, ...]:
    """The tools that are offered, each as JSON text in no provider's own form."""
    return tuple(each.text for each in offered())


def run(name: str, arguments: object, *, journal: Journal, place: Place, by: str) -> Answer:
    """Runs a tool that a model called; see :func:`luminair.tools.running.run`."""
    from luminair.tools import running  # noqa: PLC0415 needs the Journal

    return running.run(name, arguments, journal=journal, place=place, by=by)
