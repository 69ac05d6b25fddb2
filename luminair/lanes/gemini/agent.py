"""The lane: one ``gemini`` a turn, that keeps the conversation itself (protocols.md 6)."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.files import make_private, write_atomic
from luminair.lanes.child.going_on import ConversationLost, going_on
from luminair.lanes.child.household import Guests
from luminair.lanes.child.process import NO_PATIENCE, output_of, start
from luminair.lanes.child.programs import Program, ProgramMissing
from luminair.lanes.child.words import broke_off, pieces
from luminair.lanes.gemini.reading import LOGIN, TITLE, Reading, stopped
from luminair.lanes.lane import (
    Alive,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Model,
    WayOn,
)
from luminair.lanes.wire import LineTooLong, obj, parsed, word

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.process import Child
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Request, ToolServer

ID = "gemini"
PROGRAM = Program("gemini", TITLE, "github.com/google-gemini/gemini-cli")
LOOK_S = 20.0
MODELS = (
    Model("", "As set in Gemini CLI", 1_048_576, 65_536),
    Model("gemini-2.5-pro", "Gemini 2.5 Pro", 1_048_576, 65_536),
    Model("gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, 65_536),
)
INFO = LaneInfo(ID, TITLE, LaneKind.CLI, MODELS, ready=False, state="Looking for Gemini CLI…")

# In a folder that nobody has trusted yet it would ask, and nobody could answer.
_ENVIRONMENT = {"GEMINI_CLI_TRUST_WORKSPACE": "true"}
_DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"
_KEYS = ("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT")
_LOST = "Error resuming session:"
# It reads '@path' as 'put that file here', also in the middle of a word.
_AT = re.compile(r"(?<!\\)@")


class Gemini:
    """See the module.

    Args:
        programs: finds ``gemini`` and makes its environment.
        ledger: where running children are written down.
        state: a folder of ours for this lane, which others cannot write to: else Gemini CLI
            does not read what we put there, and goes without the Journal's tools.
        home: the owner's home folder, where it keeps its login.
        environment: of this app, where a key may stand.
    """

    def __init__(
        self,
        *,
        programs: Programs,
        ledger: Ledger,
        state: Path,
        home: Path,
        environment: Mapping[str, str],
    ) -> None:
        self._programs = programs
        self._ledger = ledger
        self._state = state
        self._home = home
        self._has_key = any(environment.get(name) for name in _KEYS)
        # SIGINT and SIGTERM do not stop a running answer (measured).
        self._guests = Guests(NO_PATIENCE)
        self._info = INFO

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Finds the program, its version and whether a login was chosen."""
        try:
            program = await self._programs.find(PROGRAM)
            _, said = await output_of(
                (program, "--version"),
                folder=self._no_project(),
                environment=await self._programs.environment(program, add=_ENVIRONMENT),
                ledger=self._ledger,
                limit_s=LOOK_S,
            )
        except LuminairError as error:
            here = not isinstance(error, ProgramMissing)
            self._info = replace(self._info, ready=False, state=str(error), here=here)
            return self._info
        lines = [line for line in said.splitlines() if re.match(r"\d+\.\d", line)]
        name = f"{TITLE} {lines[-1].strip() if lines else ''}".rstrip()
        known = self._has_key or self._login()
        self._info = replace(
            self._info,
            ready=known,
            here=True,
            state=f"{name} is ready."
            if known
            else f"{name} is installed but not logged in; run '{LOGIN}' in a terminal and log in.",
        )
        return self._info

    async def release(self, session: str) -> None:
        """Ends a session's process, and the turn with it."""
        await self._guests.go(session)

    async def close(self) -> None:
        """Ends every process."""
        await self._guests.close()

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn in a process of its own."""
        async with aclosing(going_on(self._turn, request)) as events:
            async for event in events:
                yield event

    async def _turn(self, request: Request) -> AsyncGenerator[Event, None]:
        yield Alive(f"Starting {TITLE}…")
        try:
            child = await self._start(request)
        except LuminairError as error:
            yield Failed(str(error), WayOn.SETTINGS)
            return
        self._guests.come(request.session, child)
        reading = Reading()
        try:
            child.write(_message(request).encode())
            child.finish_input()
            while reading.ended is None and (heard := await child.hear()) is not None:
                line = None if heard.error else parsed(heard.text)
                for event in reading.complaint(heard.text) if line is None else reading.take(line):
                    yield event
        except LineTooLong as error:
            yield Failed(str(error))
            return
        finally:
            await self._guests.go(request.session)
        if reading.ended is None and request.handle and _LOST in child.complaint:
            raise ConversationLost
        yield (
            reading.ended
            or stopped(child.code, child.complaint)
            or broke_off(TITLE, child.code, child.complaint)
        )

    async def _start(self, request: Request) -> Child:
        program = await self._programs.find(PROGRAM)
        # The prompt goes by standard input: an argument is short, and others can read it.
        command = [program, "--output-format", "stream-json"]
        if request.model:
            command += ["--model", request.model]
        if request.handle:
            command += ["--resume", request.handle]
        add = dict(_ENVIRONMENT)
        if request.server is not None:
            add[_DEFAULTS] = str(self._tools_file(request.server))
        return await start(
            command,
            folder=request.folder or self._no_project(),
            environment=await self._programs.environment(program, add=add),
            ledger=self._ledger,
        )

    def _tools_file(self, server: ToolServer) -> Path:
        """A file of defaults with our tools: it takes them from settings only.

        The defaults stand below all that the owner or a company has set.
        """
        entry = {
            "command": server.command,
            "args": server.arguments,
            "env": dict(server.environment),
            "trust": True,  # the Journal's own tools are safe by themselves
        }
        data = json.dumps({"mcpServers": {server.name: entry}}, indent=2).encode() + b"\n"
        path = self._state / f"tools-{hashlib.sha256(data).hexdigest()[:16]}.json"
        if not path.exists():
            make_private(self._state)
            write_atomic(path, data, mode=0o600)
        return path

    def _login(self) -> bool:
        """Whether a way to log in was chosen; cheap, and no secret is read."""
        try:
            settings = parsed((self._home / ".gemini" / "settings.json").read_text("utf-8"))
        except (OSError, ValueError):
            settings = None
        chosen = word(obj(obj(settings or {}, "security"), "auth"), "selectedType")
        return bool(chosen) or (self._home / ".gemini" / "oauth_creds.json").is_file()

    def _no_project(self) -> str:
        folder = self._state / "no project"
        make_private(folder)
        return str(folder)


def _message(request: Request) -> str:
    """The one text of a turn. Only the owner's own may name files with '@'."""
    *others, prompt = [
        piece
        for piece in pieces(request, system=not request.system_heard)
        if isinstance(piece, str)
    ]
    return "".join(_AT.sub(r"\\@", other) for other in others) + prompt
