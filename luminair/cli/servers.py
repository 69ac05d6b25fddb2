"""``mcp install``, ``remove`` and ``status``: the Journal's tools in coding agents' settings."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.agents.installing import is_there
from luminair.agents.server_checking import try_server
from luminair.agents.servers import NAME, Servers, entry, is_ours
from luminair.agents.settings_files import TITLES
from luminair.cli import terminal
from luminair.cli.installs import CLIENTS, Thing, change, no_journal, word
from luminair.config.paths import person
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.cli.arguments import Call
    from luminair.config.paths import Home

_WORDS: Final = ("install", "remove", "status")
_TOOLS: Final = Thing(
    "mcp", "the Journal's tools", "none of the Journal's tools", {}, "its tools can do nothing"
)


def settings(call: Call) -> int:
    """Installs, removes or tries the server in coding agents' settings."""
    what = word(call.arguments[0], _WORDS, "mcp")
    named = [word(each, CLIENTS, "mcp") for each in call.arguments[1:]]
    home = bootstrap.locate(call.text("--home"), call.text("--vault"))[0]
    servers = Servers(home, os.environ, person(), call.text("--vault"))
    if what == "status":
        return _status(call, servers, home, named or list(CLIENTS))
    return change(call, servers, home, _TOOLS, what, named)


def _status(call: Call, servers: Servers, home: Home, clients: list[str]) -> int:
    told = [_one_status(call, servers, home, client) for client in clients]
    if call.has("--json"):
        terminal.write_json({"mcp": told})
    else:
        for each in told:
            terminal.write(_status_text(each))
    return 1 if any(each["problems"] for each in told) else 0


def _one_status(call: Call, servers: Servers, home: Home, client: str) -> dict[str, object]:
    text = servers.read(client)
    found = None if text is None else servers.found(client, text)
    told: dict[str, object] = {
        "client": client,
        "file": str(servers.file(client)),
        "installed": is_ours(found),
        "there": is_there(client, os.environ, person()) or shutil.which(client) is not None,
        "tools": [],
        "ms": None,
        "problems": [],
    }
    if found is None:
        return told
    if not is_ours(found):
        told["problems"] = [f"A server called '{NAME}' is there, and it is not the Journal's."]
        return told
    problems = []
    if found != entry(client, home, call.text("--vault")):
        problems.append("Its entry is not the one that this Luminair writes; install it again.")
    tried = try_server(found, os.environ)
    problems += list(filter(None, (tried.problem, no_journal(call))))
    return {**told, "tools": list(tried.tools), "ms": round(tried.ms, 1), "problems": problems}


def _status_text(told: Mapping[str, object]) -> str:
    title, problems = TITLES[str(told["client"])], told["problems"]
    lines = [f"{title}: {told['file']}"]
    if told["installed"]:
        tools = told["tools"]
        count = len(tools) if isinstance(tools, list) else 0
        lines.append(f"  {counted(count, 'tool')}, ready in {told['ms']:.0f} ms")
    elif not problems:
        if not told["there"]:
            return f"{title}: is not on this machine.\n"
        return (
            f"{title}: no tools of the Journal; `luminair-journal mcp install {told['client']}` "
            "sets them up.\n"
        )
    lines += [f"  {problem}" for problem in (problems if isinstance(problems, list) else ())]
    return "\n".join(lines) + "\n"
