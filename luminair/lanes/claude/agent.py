"""The lane: one living ``claude`` a session, kept for the next turn (protocols.md 4)."""

from __future__ import annotations

import base64
import hashlib
import json
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.files import make_private, write_atomic
from luminair.lanes.child.going_on import ConversationLost, going_on
from luminair.lanes.child.household import IDLE_S, Household
from luminair.lanes.child.process import Patience, output_of, start
from luminair.lanes.child.programs import Program, ProgramMissing
from luminair.lanes.child.sizes import Sizes
from luminair.lanes.child.words import broke_off, pieces
from luminair.lanes.claude.living import LivingClaude, Wants
from luminair.lanes.claude.reading import LOGIN, TITLE, Reading
from luminair.lanes.lane import (
    Alive,
    Done,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Model,
    WayOn,
)
from luminair.lanes.wire import LineTooLong, number, objects, parsed, word

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Request
    from luminair.messages import Image, Json

ID = "claude"
PROGRAM = Program("claude", TITLE, "claude.com/claude-code")
LOOK_S = 15.0
"""How long a question about its version or login may take."""
INLINE_BYTES = 100_000
"""A longer system text goes by a file: Linux takes 128 KB in one argument."""

# Windows as the provider documents them (protocols.md 2.6); what the agent reports goes first.
MODELS = (
    Model("", "As set in Claude Code", 200_000, 32_000, images=True),
    Model("opus", "Opus", 1_000_000, 64_000, images=True),
    Model("sonnet", "Sonnet", 1_000_000, 64_000, images=True),
    Model("haiku", "Haiku", 200_000, 64_000, images=True),
    Model("fable", "Fable", 1_000_000, 64_000, images=True),
)
INFO = LaneInfo(ID, TITLE, LaneKind.CLI, MODELS, ready=False, state="Looking for Claude Code…")

# With these the provider bills the key and not the owner's plan, silently (protocols.md 4.5).
_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
_ENVIRONMENT = {"DISABLE_AUTOUPDATER": "1"}
_COMMAND = (
    "-p",
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--permission-prompt-tool",
    "stdio",
    # It asks with a form that we do not show; without it the model asks in words.
    "--disallowedTools=AskUserQuestion",
)
_UNKNOWN = ("No conversation found", "requires a valid session ID")
# What /context counts that is no addition of the agent's.
_NOT_ADDED = ("messages", "free space", "buffer", "deferred")


class Claude:
    """See the module.

    Args:
        programs: finds ``claude`` and makes its environment.
        ledger: where running children are written down.
        state: a folder of ours for this lane.
        new_id: a new UUID as text, for a conversation.
        sleep: waits so many seconds; ``asyncio.sleep``.
        permission_mode: what Claude Code may do without asking, as ``--permission-mode`` takes it.
        own_key: whether the owner chose to pay by the key in the environment.
        idle_s: how long a process may wait for the next turn, in seconds.
        patience: how long a process may take to end.
    """

    def __init__(
        self,
        *,
        programs: Programs,
        ledger: Ledger,
        state: Path,
        new_id: Callable[[], str],
        sleep: Callable[[float], Awaitable[None]],
        permission_mode: str = "default",
        own_key: bool = False,
        idle_s: float = IDLE_S,
        patience: Patience | None = None,
    ) -> None:
        self._programs = programs
        self._ledger = ledger
        self._state = state
        self._new_id = new_id
        self._permission_mode = permission_mode
        self._hidden = () if own_key else _KEYS
        self._patience = patience or Patience()
        self._household = Household[LivingClaude](
            sleep=sleep, idle_s=idle_s, patience=self._patience
        )
        self._info = INFO
        self._sizes = Sizes(state)
        self._added: dict[str, int] = {}

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Finds the program, its version and whether somebody is logged in."""
        try:
            program = await self._programs.find(PROGRAM)
            version = (await self._output(program, "--version")).partition(" ")[0].strip()
            status = parsed(await self._output(program, "auth", "status"))
        except LuminairError as error:
            here = not isinstance(error, ProgramMissing)
            self._info = replace(self._info, ready=False, state=str(error), here=here)
            return self._info
        out = status is not None and status.get("loggedIn") is False
        state = f"{TITLE} {version}".rstrip()
        self._info = replace(
            self._info,
            ready=not out,
            here=True,
            models=self._sizes.upon(self._info.models),
            state=f"{state} is installed but not logged in; run '{LOGIN}' in a terminal and log in."
            if out
            else f"{state} is ready.",
        )
        return self._info

    async def release(self, session: str) -> None:
        """Ends a session's process; a turn that runs ends with it."""
        self._added.pop(session, None)
        await self._household.release(session)

    async def close(self) -> None:
        """Ends every process, all at once."""
        await self._household.close()

    async def adds(self, session: str) -> int | None:
        """Tokens that the agent adds by itself: its prompt, tools, skills, memory files.

        What we give it is taken out again, as far as the agent tells it apart. None where no
        process of this session has said.
        """
        living = self._household.of(session)
        if living is None or living.settling is not None or living.turn.locked():
            return self._added.get(session)
        async with living.turn:
            usage = await living.control("get_context_usage")
        if usage is not None:
            self._added[session] = _added(usage, living.wants)
        return self._added.get(session)

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn in the session's process."""
        async with aclosing(going_on(self._turn, request)) as events:
            async for event in events:
                yield event

    async def _turn(self, request: Request) -> AsyncGenerator[Event, None]:
        yield Alive(f"Starting {TITLE}…")
        try:
            living = await self._ready(request)
        except LuminairError as error:
            yield Failed(str(error), WayOn.SETTINGS)
            return
        reading = Reading(living.cost)
        rests = False
        try:
            async with living.turn:
                living.tell([_block(piece) for piece in pieces(request, system=False)])
                async for event in living.listen(reading, request.allow):
                    yield event
                rests = reading.ended is not None
                living.cost = reading.cost
        except LineTooLong as error:
            yield Failed(str(error))
            return
        finally:
            self._household.after(request.session, living, rests=rests)
        self._learn(request.model, reading.window)
        yield await self._verdict(request, living, reading)

    async def _verdict(
        self, request: Request, living: LivingClaude, reading: Reading
    ) -> Done | Failed:
        """The turn's last word.

        Raises:
            ConversationLost: the process was to go on with a conversation that it does not know.
        """
        if reading.ended is not None and (reading.handle or not isinstance(reading.ended, Failed)):
            return reading.ended
        # It ended before it began: why, it says on standard error, which may come after all else.
        if living.child.code is None:
            await living.child.end(self._patience)
        complaint = living.child.complaint
        if request.handle and any(words in complaint for words in _UNKNOWN):
            raise ConversationLost
        return reading.ended or broke_off(TITLE, living.child.code, complaint)

    async def _ready(self, request: Request) -> LivingClaude:
        """The session's process, at rest: the one that lives, or a new one.

        Raises:
            LuminairError: it cannot be found or started.
        """
        program = await self._programs.find(PROGRAM)
        system = "".join(request.system)
        wants = Wants(program, request.model, request.folder, system, request.server)
        living = await self._household.at_rest(request.session)
        if living is not None and living.wants == wants and living.handle == request.handle:
            return living
        await self._household.release(request.session)
        handle = request.handle or self._new_id()
        child = await start(
            (program, *_COMMAND, *self._options(request, system, handle)),
            folder=request.folder or self._no_project(),
            environment=await self._environment(program),
            ledger=self._ledger,
        )
        return self._household.move_in(request.session, LivingClaude(child, wants, handle))

    def _options(self, request: Request, system: str, handle: str) -> list[str]:
        """What this session asks for; nothing of it is remembered by ``--resume``."""
        options = [f"--resume={handle}" if request.handle else f"--session-id={handle}"]
        options.append(f"--permission-mode={self._permission_mode}")
        if request.model:
            options.append(f"--model={request.model}")
        if len(system.encode()) > INLINE_BYTES:
            options.append(f"--append-system-prompt-file={self._system_file(system)}")
        elif system.strip():
            options.append(f"--append-system-prompt={system}")
        server = request.server
        if server is not None:
            entry = {
                "type": "stdio",
                "command": server.command,
                "args": server.arguments,
                "env": dict(server.environment),
                "alwaysLoad": True,  # else the model sees names only until it searches
            }
            options.append("--mcp-config=" + json.dumps({"mcpServers": {server.name: entry}}))
            options.append(f"--allowedTools=mcp__{server.name}")
        return options

    def _system_file(self, system: str) -> Path:
        data = system.encode()
        path = self._state / f"system-{hashlib.sha256(data).hexdigest()[:16]}.txt"
        if not path.exists():
            make_private(path.parent)
            write_atomic(path, data, mode=0o600)
        return path

    def _no_project(self) -> str:
        folder = self._state / "no project"
        make_private(folder)
        return str(folder)

    async def _environment(self, program: str) -> dict[str, str]:
        return await self._programs.environment(program, add=_ENVIRONMENT, without=self._hidden)

    async def _output(self, program: str, *arguments: str) -> str:
        _, said = await output_of(
            (program, *arguments),
            folder=self._no_project(),
            environment=await self._environment(program),
            ledger=self._ledger,
            limit_s=LOOK_S,
        )
        return said

    def _learn(self, model: str, window: tuple[int, int]) -> None:
        """What the agent says of its model's size is better than our table."""
        self._sizes.learn(model, *window)
        self._info = replace(self._info, models=self._sizes.upon(self._info.models))


def _block(piece: str | Image) -> dict[str, object]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    data = base64.b64encode(piece.data).decode("ascii")
    source = {"type": "base64", "media_type": piece.media_type, "data": data}
    return {"type": "image", "source": source}


def _added(usage: Json, wants: Wants) -> int:
    """What ``/context`` counts, without the conversation and without what we gave (measured)."""
    tokens = sum(
        number(each, "tokens")
        for each in objects(usage, "categories")
        if not any(words in word(each, "name").lower() for words in _NOT_ADDED)
    )
    ours = len(wants.system.encode()) // 4  # nobody counts it apart
    server = wants.server.name if wants.server is not None else ""
    for tool in objects(usage, "mcpTools"):
        if server and word(tool, "serverName") == server and tool.get("isLoaded") is True:
            ours += number(tool, "tokens")
    return max(tokens - ours, 0)
