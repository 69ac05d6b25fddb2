"""Puts the Journal's MCP server into the settings of coding agents, and takes it out again.

By the same ways as the hook (``installing``): the launcher is named, the change is shown first,
every other byte stays, and where nothing else has changed since, the file comes back as it was.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from luminair.agents import toml_text
from luminair.agents.json_text import NotJson, parsed, with_member, without
from luminair.agents.settings_files import TITLES, SettingsFiles, is_blank
from luminair.config import launcher
from luminair.config.paths import find_home
from luminair.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.config.paths import Home

NAME: Final = "journal"
"""What the agent calls the server; its tools are then ``mcp__journal__…``."""

_LIST: Final = {"claude": "mcpServers", "gemini": "mcpServers", "codex": "mcp_servers"}


def servers_file(client: str, environ: Mapping[str, str], person: Path) -> Path:
    """Where a client keeps the servers of all projects.

    Args:
        client: one of ``TITLES``.
        environ: may move it.
        person: the home folder.
    """
    if client == "codex":
        return Path(environ.get("CODEX_HOME") or person / ".codex") / "config.toml"
    if client == "claude":
        return Path(environ.get("CLAUDE_CONFIG_DIR") or person) / ".claude.json"
    return person / ".gemini" / "settings.json"


def entry(client: str, home: Home, vault: str | None = None) -> dict[str, object]:
    """The server's entry as it is written."""
    words = ["mcp"]
    if home.root != find_home(None, {}).root:
        words += ["--home", str(home.root)]
    if vault:
        words += ["--vault", str(Path(vault).expanduser().absolute())]
    made: dict[str, object] = {"command": str(home.bin / launcher.NAME), "args": words}
    # Else Claude Code shows the model the tools' names alone until it searches for them.
    return {"type": "stdio", **made, "alwaysLoad": True} if client == "claude" else made


class Servers(SettingsFiles):
    """Installs and removes the server; see its base class."""

    thing = "mcp"

    @override
    def _place(self, client: str) -> Path:
        return servers_file(client, self._environ, self._person)

    @override
    def _kept_in(self, client: str) -> str:
        # Gemini CLI has both in one file, which must go whole when both have gone.
        return "hooks" if client == "gemini" else self.thing

    @override
    def _check(self, client: str, text: str) -> None:
        if client == "codex":
            toml_text.read(text)
        else:
            super()._check(client, text)

    @override
    def _form(self, client: str) -> str:
        return "TOML" if client == "codex" else "JSON"

    def found(self, client: str, text: str) -> dict[str, object] | None:
        """The server of this name in a settings file, whoever's it is."""
        if is_blank(text):
            return None
        told = toml_text.read(text) if client == "codex" else parsed(text).value
        servers = told.get(_LIST[client]) if isinstance(told, dict) else None
        server = servers.get(NAME) if isinstance(servers, dict) else None
        return server if isinstance(server, dict) else None

    @override
    def holds(self, client: str, text: str) -> bool:
        return is_ours(self.found(client, text))

    @override
    def is_current(self, client: str, text: str) -> bool:
        return self.found(client, text) == entry(client, self._home, self._vault)

    @override
    def _with(self, client: str, text: str) -> str:
        there = self.found(client, text)
        if there is not None and not is_ours(there):
            raise Refused(
                f"{TITLES[client]} has a server called '{NAME}' of another program already; give "
                f"that one another name in '{self.file(client)}' first."
            )
        text = self._without(client, text)
        wanted = entry(client, self._home, self._vault)
        if client == "codex":
            return toml_text.with_table(text, (_LIST[client], NAME), wanted)
        text = "{}\n" if is_blank(text) else text
        root = parsed(text)
        servers = root.members.get(_LIST[client])
        if servers is None:
            return with_member(text, root, _LIST[client], {NAME: wanted})
        if not servers.is_object:
            raise NotJson
        return with_member(text, servers, NAME, wanted)

    @override
    def _without(self, client: str, text: str) -> str:
        if not self.holds(client, text):
            return text
        if client == "codex":
            return toml_text.without_table(text, (_LIST[client], NAME))
        root = parsed(text)
        servers = root.members[_LIST[client]]
        if len(servers.parts) > 1:
            return without(text, servers, servers.members[NAME])
        return without(text, root, servers)

    @override
    def _under(self, client: str) -> str:
        return _LIST[client]


def is_ours(server: Mapping[str, object] | None) -> bool:
    """Whether an entry starts the Journal's server."""
    if server is None:
        return False
    command, words = str(server.get("command", "")), server.get("args")
    return launcher.NAME in command and isinstance(words, list) and words[:1] == ["mcp"]
