"""The Journal in other people's coding agents, as the app's Settings show and change it.

For each agent two things can be there: the hook, which tells it what the Journal knows, and the
tools, by which it looks things up and files notes. What is said of them is read from the agent's
own settings each time, and nothing is written that was not shown as a change before.
"""

from __future__ import annotations

import os
import shutil
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.agents.checking import probe_session, try_commands
from luminair.agents.hook_state import States
from luminair.agents.installing import (
    Installer,
    installed,
    is_there,
    refuse_disk_image,
    renew_launcher,
)
from luminair.agents.server_checking import try_server
from luminair.agents.servers import Servers
from luminair.agents.settings_files import TITLES
from luminair.config import paths
from luminair.errors import LuminairError, Refused
from luminair.plurals import counted
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.agents.settings_files import Change, SettingsFiles
    from luminair.config.paths import Home

CLIENTS: Final = tuple(TITLES)
_PROMPT: Final = "What did we decide about the journal's hook?"


class Thing(Enum):
    """What can be put into an agent."""

    HOOK = "hook"
    TOOLS = "tools"


class Stand(Enum):
    """How it stands."""

    ABSENT = "absent"
    """The agent is not on this machine."""
    MISSING = "missing"
    INSTALLED = "installed"
    OLD = "old"
    """Installed with other words than this Luminair writes."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Integration:
    """One thing in one agent.

    Attributes:
        thing: which.
        client: one of ``CLIENTS``.
        title: the agent, for people.
        stand: how it stands.
        said: what is wrong with the agent's settings, a sentence, or ''.
    """

    thing: Thing
    client: str
    title: str
    stand: Stand
    said: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying.

    Attributes:
        well: whether the agent would like it.
        said: a sentence.
    """

    well: bool
    said: str


class Integrations:
    """Both things in every agent; each call may wait for a disk or a program.

    Args:
        home: of the app.
        vault: says where the Journal is now.
        environ: the environment; None reads the process's own.
        person: the home folder; None asks the system.
        program: where an agent's program was chosen to be, or ''.
    """

    def __init__(
        self,
        home: Home,
        vault: Callable[[], Path],
        *,
        environ: Mapping[str, str] | None = None,
        person: Path | None = None,
        program: Callable[[str], str] = lambda _: "",
    ) -> None:
        self._home, self._vault, self._program = home, vault, program
        self._environ = os.environ if environ is None else environ
        self._person = person or paths.person()
        self._hooks = Installer(home, self._environ, self._person)
        self._servers = Servers(home, self._environ, self._person)

    def look(self) -> list[Integration]:
        """How everything stands now; never raises."""
        return [self._one(thing, client) for thing in Thing for client in CLIENTS]

    def change(self, thing: Thing, client: str, *, install: bool) -> Change:
        """What installing or removing would change.

        Raises:
            Refused: the agent's settings cannot be read, or the app runs from a disk image or on
                a home that goes with it.
        """
        if install:
            refuse_disk_image()
            if any(part.startswith("luminair-demo-") for part in self._home.root.parts):
                raise Refused(
                    "This is the demo, whose Journal goes when you close it; open Luminair "
                    "without --demo to put it into other programs."
                )
            return self._files(thing).installing(client)
        return self._files(thing).removing(client)

    def make(self, thing: Thing, change: Change, *, install: bool) -> str:
        """Carries a change out; a sentence on what the owner has to do now, or ''.

        Raises:
            Refused: the agent's settings have changed meanwhile.
            LuminairError: the disk refused.
        """
        if not install:
            self._files(thing).remove(change)
            return ""
        renew_launcher(self._home)
        self._files(thing).install(change)
        if thing is Thing.HOOK and change.client == "codex":
            return "Codex runs a hook only once you trust it: type /hooks in Codex."
        return ""

    def try_out(self, thing: Thing, client: str) -> Trial:
        """Runs it as the agent would; seconds."""
        try:
            text = self._files(thing).read(client) or ""
            return self._try_hook(client, text) if thing is Thing.HOOK else self._try(client, text)
        except (LuminairError, ValueError) as error:
            return Trial(well=False, said=str(error) or "The agent's settings cannot be read.")

    def _files(self, thing: Thing) -> SettingsFiles:
        return self._hooks if thing is Thing.HOOK else self._servers

    def _one(self, thing: Thing, client: str) -> Integration:
        said, files = "", self._files(thing)
        try:
            text = files.read(client)
            if text is not None and files.holds(client, text):
                current = files.is_current(client, text)
                stand = Stand.INSTALLED if current else Stand.OLD
            else:
                stand = Stand.MISSING if self._is_here(client) else Stand.ABSENT
        except LuminairError as error:
            stand, said = Stand.UNREADABLE, str(error)
        return Integration(thing, client, TITLES[client], stand, said)

    def _is_here(self, client: str) -> bool:
        """Whether the agent was used here, or could be."""
        chosen = self._program(client)
        return (
            is_there(client, self._environ, self._person)
            or bool(chosen and Path(chosen).exists())
            or shutil.which(client, path=self._environ.get("PATH", os.defpath)) is not None
        )

    def _try_hook(self, client: str, text: str) -> Trial:
        session = probe_session(client, os.getpid())
        tried = try_commands(
            installed(text),
            session=session,
            folder=str(self._vault()),
            prompt=_PROMPT,
            environ=self._environ,
        )
        States(self._home.state(self._vault())).forget(f"{client}:{session}")
        problem = next((each.problem for each in tried if each.problem), "")
        if problem or not tried:
            return Trial(well=False, said=problem or "There is no hook to try.")
        size = sum(each.bytes for each in tried)
        if not size:
            return Trial(
                well=False, said=f"It gives nothing; '{self._home.logs}/hook.log' may say why."
            )
        slowest_s = max(each.ms for each in tried) / 1000
        return Trial(well=True, said=f"Answers in {slowest_s:.1f} s with {size / 1024:,.1f} KB.")

    def _try(self, client: str, text: str) -> Trial:
        found = self._servers.found(client, text)
        if found is None:
            return Trial(well=False, said="There are no tools to try.")
        tried = try_server(found, self._environ)
        if tried.problem:
            return Trial(well=False, said=tried.problem)
        tools = counted(len(tried.tools), "tool")
        return Trial(well=True, said=f"{tools}, ready in {tried.ms / 1000:.1f} s.")
