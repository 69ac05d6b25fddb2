"""``hooks`` and ``mcp`` with install or remove: the change is shown, then asked for, then made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from luminair import bootstrap
from luminair.cli import terminal
from luminair.config.paths import person
from luminair.errors import LuminairError, Refused, UsageError, VaultError
from luminair.vaults import must_be_there

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from luminair.agents.settings_files import Change, SettingsFiles
    from luminair.cli.arguments import Call
    from luminair.config.paths import Home

CLIENTS: Final = ("claude", "codex", "gemini")


class Thing(NamedTuple):
    """What is installed.

    Attributes:
        command: of ours, which is its key in JSON too.
        name: with its article.
        none: what a client without it has.
        afterwards: what is to be done in a client once it is there, by client.
        until: what it does while there is no Journal.
        about: a sentence on what the change shows and may surprise, or ''.
    """

    command: str
    name: str
    none: str
    afterwards: Mapping[str, str]
    until: str
    about: str = ""


def word(given: str, known: tuple[str, ...], command: str) -> str:
    """One of the known words; raises UsageError."""
    found = given.casefold()
    if found not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        raise UsageError(f"`{command}` does not know '{given}'; type {words}.")
    return found


def change(
    call: Call, installer: SettingsFiles, home: Home, thing: Thing, what: str, named: list[str]
) -> int:
    """Installs or removes; raises as the installer, and where nobody says yes."""
    from luminair.agents.installing import (  # noqa: PLC0415 a command loads its own
        is_there,
        refuse_disk_image,
        renew_launcher,
    )

    installs = what == "install"
    if installs:
        refuse_disk_image()
    clients = named or [each for each in CLIENTS if is_there(each, os.environ, person())]
    if not clients:
        raise LuminairError(
            "No coding agent was found here; name one: "
            f"`luminair-journal {thing.command} {what} claude`, codex or gemini."
        )
    changes = [
        installer.installing(client) if installs else installer.removing(client)
        for client in clients
    ]
    needed = [each for each in changes if each.is_needed]
    for each in needed:
        if not call.has("--json"):
            terminal.write(terminal.safe(each.diff))
    if needed and installs and thing.about and not call.has("--json"):
        terminal.write(f"{thing.about}\n")
    if needed and not call.has("--yes"):
        _ask(needed)
    if installs:
        renew_launcher(home)
    copies = {
        each.client: installer.install(each) if installs else installer.remove(each)
        for each in needed
    }
    _report(call, thing, changes, copies, installs=installs)
    lacking = no_journal(call) if installs else ""
    if lacking:  # what is installed works once there is one, so that is no reason to refuse it
        terminal.say(f"{lacking} Until then {thing.until}.")
    return 0


def no_journal(call: Call) -> str:
    """A sentence where there is no Journal that what is installed could work with, else ''."""
    home, _, root, named_by = bootstrap.locate(call.text("--home"), call.text("--vault"))
    try:
        must_be_there(home, root, named_by)
    except VaultError as error:
        return str(error)
    return ""


def _ask(changes: list[Change]) -> None:
    files = " and ".join(f"'{each.file}'" for each in changes)
    if not terminal.is_person():
        raise UsageError(f"Nobody can be asked here, so nothing was written to {files}; add --yes.")
    terminal.say(f"Write this to {files}? Type yes, or Enter to leave all as it is.")
    if input().strip().casefold() not in {"y", "yes"}:
        raise Refused("Nothing was written.")


def _report(
    call: Call,
    thing: Thing,
    changes: list[Change],
    copies: Mapping[str, Path | None],
    *,
    installs: bool,
) -> None:
    from luminair.agents.settings_files import TITLES  # noqa: PLC0415 see above

    if call.has("--json"):
        told = [
            {
                "client": each.client,
                "file": str(each.file),
                "changed": each.is_needed,
                "diff": each.diff,
                "restored": each.restores,
                "copy": str(copies[each.client]) if copies.get(each.client) else None,
            }
            for each in changes
        ]
        terminal.write_json({thing.command: told})
        return
    for each in changes:
        title, copy = TITLES[each.client], copies.get(each.client)
        if not each.is_needed:
            state = f"has {thing.name} already" if installs else f"has {thing.none}"
            terminal.write(f"{title} {state}.\n")
            continue
        kept = f" The file as it was is kept as {copy}." if copy is not None else ""
        done = f"has {thing.name} now" if installs else f"has {thing.name} no more"
        terminal.write(terminal.one_line(f"{title} {done}: {each.file}.{kept}") + "\n")
        if installs and each.client in thing.afterwards:
            terminal.say(thing.afterwards[each.client])
