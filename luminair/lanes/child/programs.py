"""Where a coding agent's program is, and the environment it gets.

An app started from the Finder has a PATH without ``claude``, ``node`` or ``git``. So the login
shell is asked once, in the background, and the folders where installers put things are known
(protocols.md 4.5).
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

SHELL_S = 5.0
"""How long the login shell may take; some need seconds, and nobody waits for it but lanes."""
MOST_BYTES = 4 * 1024 * 1024

_MARK = "__LUMINAIR_ENVIRONMENT__"
# Profiles print things: hence the marks. `env -0` keeps values with line ends whole.
_QUESTION = f"printf '%s' {_MARK}; env -0; printf '%s' {_MARK}"
_KNOWN = (
    ".local/bin",
    ".claude/local",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    ".npm-global/bin",
    ".volta/bin",
    ".bun/bin",
    ".asdf/shims",
    ".local/share/mise/shims",
    "Library/pnpm",
)
_NODES = ".nvm/versions/node"

# What tells a program that it runs inside an agent, or inside our own bundle.
_FOREIGN = frozenset(
    {
        "AI_AGENT",
        "CLAUDECODE",
        "CLAUDE_CODE_SESSION_ID",
        "CLAUDE_CODE_CHILD_SESSION",
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_PROJECT_DIR",
        "CODEX_SANDBOX",
        "CODEX_SANDBOX_NETWORK_DISABLED",
        "CODEX_THREAD_ID",
        "GEMINI_CLI",
        "PYTHONHOME",
        "PYTHONPATH",
        "LUMINAIR_SESSION",
    }
)
_BUNDLE_PREFIX = "_PYI_"
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


class ProgramMissing(LuminairError):
    """The program of a lane is not on this machine, as far as we can find."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program as people know it.

    Attributes:
        name: of its file, ``claude``.
        title: as people read it.
        source: where to get it, an address.
    """

    name: str
    title: str
    source: str


class Programs:
    """Finds programs, and makes the environment that they are started with.

    Args:
        environment: of this app.
        home: the owner's home folder.
        chosen: the path that the owner set for a program by its name, or ''.
        shell: the owner's login shell, or '' to ask none.
        limit_s: how long the shell may take, in seconds.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        home: Path,
        chosen: Callable[[str], str] = lambda _name: "",
        shell: str = "",
        limit_s: float = SHELL_S,
    ) -> None:
        self._environment = dict(environment)
        self._home = home
        self._chosen = chosen
        self._shell = shell
        self._limit_s = limit_s
        self._asked: asyncio.Task[dict[str, str]] | None = None

    async def find(self, program: Program) -> str:
        """The absolute path of a program.

        Raises:
            ProgramMissing: with a sentence that says where to get it.
        """
        chosen = self._chosen(program.name)
        if chosen:
            path = os.path.expanduser(chosen)  # noqa: PTH111 what the owner typed is a string
            if _runs(path):
                return path
            raise ProgramMissing(
                f"The place set for {program.title}, '{chosen}', is no program that can be "
                "started; choose another in Settings."
            )
        for folder in (await self._path()).split(os.pathsep):
            path = os.path.join(folder, program.name)  # noqa: PTH118 as in PATH
            if os.path.isabs(path) and _runs(path):  # noqa: PTH117 a folder '.' in PATH is no place
                return path
        raise ProgramMissing(
            f"{program.title} is not installed; get it from {program.source}, or choose its place "
            "in Settings."
        )

    async def environment(
        self, program: str, *, add: Mapping[str, str], without: Iterable[str] = ()
    ) -> dict[str, str]:
        """The variables for a child of ours.

        What the login shell sets is there too, such as a proxy or a provider's key; this app's
        own variables win.

        Args:
            program: its path; a script's interpreter often stands beside it.
            add: variables of the lane.
            without: names that it must not see.
        """
        joined = {**await self._login(), **self._environment}
        hidden = _FOREIGN | set(without)
        found = {
            name: value
            for name, value in joined.items()
            if name not in hidden and not name.startswith(_BUNDLE_PREFIX)
        }
        for name in _LIBRARIES:
            # A frozen app points this at its own libraries; what was there before stands beside it.
            before = found.pop(f"{name}_ORIG", None)
            if before is not None:
                found[name] = before
        beside = os.path.dirname(program)  # noqa: PTH120 as in PATH
        found["PATH"] = os.pathsep.join(_once([*(await self._path()).split(os.pathsep), beside]))
        return {**found, **add, "LUMINAIR_LANE": "1"}

    async def _path(self) -> str:
        """Folders in which programs are looked for: the login shell's, ours, the known ones."""
        login = (await self._login()).get("PATH", "")
        own = self._environment.get("PATH", "")
        known = [str(self._home / folder) for folder in _KNOWN]
        folders = [*login.split(os.pathsep), *own.split(os.pathsep), *known, *self._nodes()]
        return os.pathsep.join(_once(folders))

    def _nodes(self) -> list[str]:
        """The folders of nvm, the newest Node first."""
        try:
            found = list((self._home / _NODES).iterdir())
        except OSError:
            return []
        found.sort(key=lambda each: [int(part) for part in re.findall(r"\d+", each.name)])
        return [str(each / "bin") for each in reversed(found)]

    async def _login(self) -> dict[str, str]:
        """The login shell's environment, asked once; empty where it does not say."""
        if self._asked is None:
            self._asked = asyncio.ensure_future(self._ask_shell())
        return await asyncio.shield(self._asked)

    async def _ask_shell(self) -> dict[str, str]:
        if not self._shell:
            return {}
        for flags in ("-ilc", "-lc"):  # an interactive shell may wait for what nobody types
            said = await _answer(
                (self._shell, flags, _QUESTION),
                {**self._environment, "TERM": "dumb"},
                self._limit_s,
            )
            found = _read(said)
            if found:
                return found
        return {}


async def _answer(command: Sequence[str], environment: Mapping[str, str], limit_s: float) -> bytes:
    """What a shell prints until it ends or its time is over.

    Into a file and not a pipe, which a job of its profile would hold open for ever.
    """
    with tempfile.TemporaryFile() as said:
        try:
            shell = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=said,
                stderr=asyncio.subprocess.DEVNULL,
                env=dict(environment),
                start_new_session=True,
            )
        except (OSError, ValueError):
            return b""
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(shell.wait(), limit_s)
        finally:
            if shell.returncode is None:  # what a profile left running on purpose stays
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(shell.pid, signal.SIGKILL)
                await shell.wait()
        said.seek(0)
        return said.read(MOST_BYTES)


def _read(said: bytes) -> dict[str, str]:
    parts = said.split(_MARK.encode())
    if len(parts) < 3:
        return {}
    pairs = (
        pair.decode("utf-8", "surrogateescape").partition("=") for pair in parts[1].split(b"\0")
    )
    return {name: value for name, _, value in pairs if name}


def _once(folders: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(folder for folder in folders if folder))


def _runs(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)  # noqa: PTH113 a path is a string
