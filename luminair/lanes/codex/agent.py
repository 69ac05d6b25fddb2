"""The lane: one ``codex app-server`` a session, kept for the next turn (protocols.md 5)."""

from __future__ import annotations

import asyncio
import base64
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.files import make_private
from luminair.lanes.child.going_on import ConversationLost, going_on
from luminair.lanes.child.household import IDLE_S, Guests, Household
from luminair.lanes.child.process import Patience, output_of, start
from luminair.lanes.child.programs import Program, ProgramMissing
from luminair.lanes.child.sizes import Sizes
from luminair.lanes.child.words import broke_off, pieces
from luminair.lanes.codex.execute import ExecReading, arguments
from luminair.lanes.codex.reading import LOGIN, TITLE, Reading
from luminair.lanes.codex.server import LivingCodex, NoServer, Refusal, Wants
from luminair.lanes.lane import (
    Alive,
    Event,
    Failed,
    Kept,
    LaneInfo,
    LaneKind,
    Model,
    WayOn,
)
from luminair.lanes.wire import LineTooLong, obj, objects, parsed, word

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from luminair.lanes.child.ledger import Ledger
    from luminair.lanes.child.process import Child
    from luminair.lanes.child.programs import Programs
    from luminair.lanes.lane import Request
    from luminair.messages import Image, Json

ID = "codex"
PROGRAM = Program("codex", TITLE, "developers.openai.com/codex")
LOOK_S = 10.0
EXEC_PATIENCE = Patience(input_s=0.0, term_s=2.0)
"""``exec`` has no clean stop: SIGTERM ends it and leaves nothing running (measured)."""

MODELS = (Model("", "As set in Codex", images=True),)
INFO = LaneInfo(ID, TITLE, LaneKind.CLI, MODELS, ready=False, state="Looking for Codex…")
_LOST = ("no rollout found", "invalid session id", "not found")


class Codex:
    """See the module.

    Args:
        programs: finds ``codex`` and makes its environment.
        ledger: where running children are written down.
        state: a folder of ours for this lane.
        version: of this app, which Codex is told.
        sleep: waits so many seconds; ``asyncio.sleep``.
        sandbox: what Codex may do without asking: ``read-only`` or ``workspace-write``.
        idle_s: how long a process may wait for the next turn, in seconds.
        patience: how long a process may take to end.
    """

    def __init__(
        self,
        *,
        programs: Programs,
        ledger: Ledger,
        state: Path,
        version: str,
        sleep: Callable[[float], Awaitable[None]],
        sandbox: str = "read-only",
        idle_s: float = IDLE_S,
        patience: Patience | None = None,
    ) -> None:
        self._programs = programs
        self._ledger = ledger
        self._state = state
        self._version = version
        self._sandbox = sandbox
        self._patience = patience or Patience()
        self._household = Household[LivingCodex](
            sleep=sleep, idle_s=idle_s, patience=self._patience
        )
        self._info = INFO
        self._sizes = Sizes(state)
        self._without_server: set[str] = set()
        self._totals: dict[str, Json] = {}
        self._guests = Guests(EXEC_PATIENCE)

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Finds the program, its version, its models and whether somebody is logged in."""
        try:
            program = await self._programs.find(PROGRAM)
            said = await self._output(program, "--version")
            account, models = await self._ask_about(program)
        except LuminairError as error:
            here = not isinstance(error, ProgramMissing)
            self._info = replace(self._info, ready=False, state=str(error), here=here)
            return self._info
        lines = [line for line in said.splitlines() if line.startswith("codex")]
        version = lines[0].rpartition(" ")[2] if lines else ""
        name = f"{TITLE} {version}".rstrip()
        out = account.get("account") is None and account.get("requiresOpenaiAuth") is True
        self._info = replace(
            self._info,
            ready=not out,
            here=True,
            models=self._sizes.upon(
                self._info.models[:1] + models if models else self._info.models
            ),
            state=f"{name} is installed but not logged in; run '{LOGIN}' in a terminal."
            if out
            else f"{name} is ready.",
        )
        return self._info

    async def release(self, session: str) -> None:
        """Ends a session's process; a turn that runs ends with it."""
        await self._guests.go(session)
        await self._household.release(session)

    async def close(self) -> None:
        """Ends every process, all at once."""
        await asyncio.gather(self._guests.close(), self._household.close())

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn in the session's thread."""
        async with aclosing(going_on(self._turn, request)) as events:
            async for event in events:
                yield event

    async def _turn(self, request: Request) -> AsyncGenerator[Event, None]:
        yield Alive(f"Starting {TITLE}…")
        try:
            program = await self._programs.find(PROGRAM)
            living = await self._ready(program, request)
        except LuminairError as error:
            yield Failed(str(error), WayOn.SETTINGS)
            return
        how = (
            self._by_exec(program, request) if living is None else self._by_server(living, request)
        )
        async with aclosing(how) as events:
            async for event in events:
                yield event

    # --- By the app-server --------------------------------------------------------------------

    async def _ready(self, program: str, request: Request) -> LivingCodex | None:
        """The session's process, at rest; None where this Codex has no app-server.

        Raises:
            LuminairError: it cannot be started.
        """
        if program in self._without_server:
            return None
        wants = Wants(program, request.folder, request.server)
        living = await self._household.at_rest(request.session)
        if living is not None and living.wants == wants:
            return living
        await self._household.release(request.session)
        living = LivingCodex(await self._start(program, request.folder, "app-server"), wants)
        self._household.move_in(request.session, living)
        try:
            await living.greet(self._version)
        except NoServer:
            await self._household.release(request.session)
            self._without_server.add(program)
            return None
        except BaseException:
            self._household.after(request.session, living, rests=False)
            raise
        return living

    async def _by_server(
        self, living: LivingCodex, request: Request
    ) -> AsyncGenerator[Event, None]:
        reading: Reading | None = None
        rests = False
        try:
            async with living.turn:
                living.reading = None
                await self._open(living, request)
                yield Kept(living.thread)
                reading = Reading(living.thread, request.model or living.model)
                turn = self._turn_of(living.thread, request)
                async for event in living.listen(turn, reading, request.allow):
                    yield event
                rests = reading.ended is not None
        except ConversationLost:
            rests = True
            raise
        except Refusal as error:
            rests = True
            yield Failed(f"{TITLE} could not begin: {error}")
            return
        except LineTooLong as error:
            yield Failed(str(error))
            return
        finally:
            self._household.after(request.session, living, rests=rests)
        self._learn(request.model, reading.window)
        if reading.ended is None:
            await living.child.end(self._patience)
        yield reading.ended or broke_off(TITLE, living.child.code, living.child.complaint)

    async def _open(self, living: LivingCodex, request: Request) -> None:
        """Loads the conversation's thread, or begins one.

        Raises:
            ConversationLost: Codex does not know the thread.
            Refusal: it does not begin one.
            LineTooLong: what it says is no stream of lines.
        """
        if request.handle and living.thread == request.handle:
            return
        given: dict[str, object] = {
            "cwd": request.folder or self._no_project(),
            "approvalPolicy": _policy(request),
            "sandbox": self._sandbox,
        }
        if request.model:
            given["model"] = request.model
        server = request.server
        if server is not None:
            entry = {
                "command": server.command,
                "args": server.arguments,
                "env": dict(server.environment),
            }
            given["config"] = {f"mcp_servers.{server.name}": entry}
        if request.handle:
            try:
                found = await living.call("thread/resume", {**given, "threadId": request.handle})
            except Refusal:
                raise ConversationLost from None
        else:
            found = await living.call("thread/start", given)
        living.thread = word(obj(found, "thread"), "id")
        living.model = word(found, "model")

    def _turn_of(self, thread: str, request: Request) -> dict[str, object]:
        given: dict[str, object] = {
            "threadId": thread,
            "input": [_input(piece) for piece in pieces(request, system=not request.system_heard)],
            "approvalPolicy": _policy(request),
        }
        if request.model:
            given["model"] = request.model
        return given

    async def _ask_about(self, program: str) -> tuple[Json, tuple[Model, ...]]:
        """The account and the models, as the app-server says; nothing where there is none."""
        living = LivingCodex(await self._start(program, "", "app-server"), Wants(program, "", None))
        try:
            await living.greet(self._version)
            account = await living.call("account/read", {})
            listed = await living.call("model/list", {})
        except LuminairError:
            return {}, ()
        finally:
            await living.child.end(self._patience)
        return account, tuple(
            Model(
                word(each, "id"),
                word(each, "displayName") or word(each, "id"),
                images="image" in str(each.get("inputModalities")),
            )
            for each in objects(listed, "data")
            if word(each, "id") and each.get("hidden") is not True
        )

    # --- By exec ------------------------------------------------------------------------------

    async def _by_exec(self, program: str, request: Request) -> AsyncGenerator[Event, None]:
        try:
            child = await self._start(program, request.folder, *arguments(request, self._sandbox))
        except LuminairError as error:
            yield Failed(str(error), WayOn.SETTINGS)
            return
        self._guests.come(request.session, child)
        before = self._totals.get(request.handle) if request.handle else {}
        reading = ExecReading(before)
        texts = [p for p in pieces(request, system=not request.system_heard) if isinstance(p, str)]
        try:
            child.write("".join(texts).encode())
            child.finish_input()
            while (heard := await child.hear()) is not None:
                line = None if heard.error else parsed(heard.text)
                for event in reading.take(line or {}):
                    yield event
        except LineTooLong as error:
            yield Failed(str(error))
            return
        finally:
            await self._guests.go(request.session)
        if reading.total is not None:
            self._totals[reading.handle or request.handle] = reading.total
        if reading.ended is None and request.handle and _lost(child.complaint):
            raise ConversationLost
        yield reading.ended or broke_off(TITLE, child.code, child.complaint)

    # --- Both ---------------------------------------------------------------------------------

    async def _start(self, program: str, folder: str, *arguments_: str) -> Child:
        return await start(
            (program, *arguments_),
            folder=folder or self._no_project(),
            environment=await self._programs.environment(program, add={}),
            ledger=self._ledger,
        )

    async def _output(self, program: str, *arguments_: str) -> str:
        _, said = await output_of(
            (program, *arguments_),
            folder=self._no_project(),
            environment=await self._programs.environment(program, add={}),
            ledger=self._ledger,
            limit_s=LOOK_S,
        )
        return said

    def _no_project(self) -> str:
        folder = self._state / "no project"
        make_private(folder)
        return str(folder)

    def _learn(self, model: str, window: int) -> None:
        """The model's size as Codex reports it."""
        self._sizes.learn(model, window)
        self._info = replace(self._info, models=self._sizes.upon(self._info.models))


def _policy(request: Request) -> str:
    """Whether Codex may ask for leave."""
    return "never" if request.allow is None else "on-request"


def _lost(complaint: str) -> bool:
    return any(words in complaint.lower() for words in _LOST)


def _input(piece: str | Image) -> dict[str, object]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    data = base64.b64encode(piece.data).decode("ascii")
    return {"type": "image", "url": f"data:{piece.media_type};base64,{data}"}
