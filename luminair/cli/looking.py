"""Lets a second process look at the vault of a command that reads, while code is loaded.

Only names that Python has loaded anyway are used, as in ``asking``: what ``config`` loads to find
the vault would be loaded twice. A look at another folder than the one that is opened is not used.
"""

from __future__ import annotations

import os

from luminair.cli.asking import home_of
from luminair.journal import look_ahead as begin

TYPE_CHECKING = False  # see main.py
if TYPE_CHECKING:
    from luminair.journal import Ahead


def look_ahead(arguments: list[str]) -> Ahead | None:
    """Begins to look at the vault that a command line means; see ``journal/vault/ahead.py``.

    Args:
        arguments: of the command line, not checked yet.

    Returns:
        What waits for the look; None where there can be none.
    """
    return begin(lambda: vault_of(arguments))


def vault_of(arguments: list[str]) -> str:
    """The vault's folder, as :func:`luminair.config.paths.find_vault` finds it."""
    named = {"--home": "", "--vault": ""}
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name in named:
            named[name] = value if equals else next(words, "")
    chosen = (
        named["--vault"]
        or os.environ.get("LUMINAIR_VAULT")
        or _set_in(home_of(named["--home"] or os.environ.get("LUMINAIR_HOME", "")))
        or "~/Documents/Luminair Journal"
    )
    return os.path.abspath(os.path.expanduser(chosen))  # noqa: PTH100, PTH111 see above


def _set_in(home: str) -> str:
    """The vault that the settings name, '' where they name none."""
    try:
        file = os.open(home + "/settings.json", os.O_RDONLY)
    except OSError:
        return ""
    from luminair.bare import json_value  # noqa: PLC0415 many homes have no settings

    try:
        with os.fdopen(file, "rb") as stream:
            values = json_value(stream.read())
    except (OSError, ValueError, RecursionError):
        return ""
    value = values.get("vault") if isinstance(values, dict) else None
    return value if isinstance(value, str) else ""
