"""A child process that speaks in lines, in a process group of its own, that always ends.

Lines are exact bytes of any length; what is written never waits, so that a child which stops
reading cannot hold the app up; whatever the child started ends with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from typing_extensions import override

from luminair.errors import LuminairError
from luminair.lanes.child.ledger import (
    MARK,
    Running,
    kill,
    kill_group,
    processes,
    started_by,
)
from luminair.lanes.faults import Mask
from luminair.lanes.wire import Lines, LineTooLong

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.lanes.child.ledger import Ledger

UNHEARD_BYTES = 8 * 1024 * 1024
"""So much may wait to be heard; then the child has to wait."""
COMPLAINT_LINES, COMPLAINT_CHARACTERS = 40, 500
"""How much of standard error is kept, in lines of so many characters."""
LAST_WORDS_S = 0.5
"""How long output may still come once the child has ended; a process that it left may hold the
pipe open for ever."""
_IN, _OUT, _ERR = 0, 1, 2


class CannotStart(LuminairError):
    """The system did not start the program."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of a child's.

    Attributes:
        data: without its line end.
        error: whether it came on standard error.
    """

    data: bytes
    error: bool = False

    @property
    def text(self) -> str:
        """As text; a byte that is not UTF-8 costs one character and not the line."""
        return self.data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a child may take to end, step by step, in seconds (protocols.md 4.4).

    Attributes:
        input_s: after its input was closed.
        term_s: after SIGTERM.
        kill_s: after SIGKILL, which the system may need a moment for.
    """

    input_s: float = 3.0
    term_s: float = 2.0
    kill_s: float = 1.0


NO_PATIENCE = Patience(0.0, 0.0)
"""For a child that heeds nothing else."""


class Child(asyncio.SubprocessProtocol):
    """A running child. Made by :func:`start`.

    Args:
        ledger: where it is written down while it runs.
        mark: what all that it starts has in its environment.
        mask: hides keys in what it complains about.
    """

    def __init__(self, ledger: Ledger, mark: str, mask: Mask) -> None:
        self._ledger = ledger
        self._mark = mark
        self._mask = mask
        self._transport: asyncio.SubprocessTransport | None = None
        self._lines = {_OUT: Lines(), _ERR: Lines()}
        self._waiting: deque[Heard] = deque()
        self._waiting_bytes = 0
        self._held_up = False
        self._stir = asyncio.Event()
        self._exited = asyncio.Event()
        self._closed = asyncio.Event()
        self._deaf = False
        self._ending = False
        self._open = {_OUT, _ERR}
        self._fault: LineTooLong | None = None
        self._complaint: deque[str] = deque(maxlen=COMPLAINT_LINES)

    # --- What asyncio tells ------------------------------------------------------------------

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self._ledger.add(self.pid, self._mark)

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        try:
            for line in self._lines[fd].feed(data):
                self._take(Heard(line, fd == _ERR))
        except LineTooLong as fault:
            self._fault = self._fault or fault
            self._stir.set()

    @override
    def pipe_connection_lost(self, fd: int, _exc: Exception | None) -> None:
        if fd == _IN:
            self._deaf = True
            return
        self._open.discard(fd)
        rest = self._lines[fd].rest()
        if rest:
            self._take(Heard(rest, fd == _ERR))
        self._stir.set()

    @override
    def process_exited(self) -> None:
        # Its number is free from now on, so its group is ended at once or never.
        kill_group(self.pid)
        self._ledger.drop(self.pid)
        self._exited.set()
        asyncio.get_running_loop().call_later(LAST_WORDS_S, self._let_go)

    @override
    def connection_lost(self, _exc: Exception | None) -> None:
        self._process.close()  # else it counts as left open
        self._open.clear()
        self._closed.set()
        self._stir.set()

    def _let_go(self) -> None:
        """Closes the pipes of a child that has ended, whoever else holds their other ends."""
        if self._held_up and not self._ending:  # there is more to hear
            asyncio.get_running_loop().call_later(LAST_WORDS_S, self._let_go)
            return
        pipe = self._process.get_pipe_transport(_IN)
        if isinstance(pipe, asyncio.WriteTransport) and not self._deaf:
            pipe.abort()  # close() would wait for what nobody reads any more
        self._process.close()
        self._open.clear()
        self._stir.set()

    def _take(self, heard: Heard) -> None:
        if heard.error:
            text = " ".join(heard.text.split())[:COMPLAINT_CHARACTERS]
            if text:
                self._complaint.append(text)
            if len(self._waiting) > COMPLAINT_LINES and self._waiting[-1].error:
                return  # nobody listens; one that chatters on is not kept
        self._waiting.append(heard)
        self._waiting_bytes += len(heard.data)
        if self._waiting_bytes > UNHEARD_BYTES and not self._held_up:
            self._hold_up(hold=True)
        self._stir.set()

    def _hold_up(self, *, hold: bool) -> None:
        pipe = self._process.get_pipe_transport(_OUT)
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            self._held_up = hold
            (pipe.pause_reading if hold else pipe.resume_reading)()

    @property
    def _process(self) -> asyncio.SubprocessTransport:
        if self._transport is None:
            raise RuntimeError("a child is used before it was started")
        return self._transport

    # --- What lanes use ----------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """Its number, and its group's."""
        return self._process.get_pid()

    @property
    def code(self) -> int | None:
        """How it ended: its exit code, or minus the signal; None while it runs."""
        return self._process.get_returncode() if self._exited.is_set() else None

    @property
    def complaint(self) -> str:
        """The last lines of standard error, keys masked."""
        return self._mask("\n".join(self._complaint))

    async def stirs(self) -> None:
        """Waits until :meth:`hear` has an answer at once. Cancelling this loses nothing."""
        while not self._waiting and self._fault is None and _OUT in self._open:
            self._stir.clear()
            await self._stir.wait()

    async def hear(self) -> Heard | None:
        """The next line; None once all is said. Cancelling this loses nothing.

        Raises:
            LineTooLong: what it says is no stream of lines.
        """
        await self.stirs()
        if not self._waiting:
            if self._fault is not None:
                raise self._fault
            return None
        heard = self._waiting.popleft()
        self._waiting_bytes -= len(heard.data)
        if self._held_up and self._waiting_bytes < UNHEARD_BYTES // 2:
            self._hold_up(hold=False)
        return heard

    def say(self, value: Mapping[str, object]) -> bool:
        """Writes one JSON object as a line, without waiting; False where it cannot hear any more.

        U+2028 and its like go as escapes: some readers take them for line ends.
        """
        return self.write(json.dumps(value).encode() + b"\n")

    def write(self, data: bytes) -> bool:
        """Writes bytes as :meth:`say` does."""
        pipe = self._process.get_pipe_transport(_IN)
        if not isinstance(pipe, asyncio.WriteTransport) or self._deaf or pipe.is_closing():
            return False
        pipe.write(data)
        return True

    def finish_input(self) -> None:
        """Closes its input once all that was written has gone."""
        pipe = self._process.get_pipe_transport(_IN)
        if pipe is not None:
            pipe.close()

    async def end(self, patience: Patience) -> None:
        """Ends it step by step, with all that it started; does nothing where it has ended.

        Cancelling this leaves a step out: call it again to be sure.
        """
        if self._ending and self._closed.is_set():
            return
        self._ending = True
        started = {} if self._exited.is_set() else await self._started()
        self.finish_input()
        if not await self._has_exited(patience.input_s):
            self._signal(signal.SIGTERM)
            if not await self._has_exited(patience.term_s):
                started |= await self._started()
                self._signal(signal.SIGKILL)
                await self._has_exited(patience.kill_s)
        await self._end_others(started)
        await self._is_closed(patience)

    async def _started(self) -> dict[int, Running]:
        listed = await processes()
        # Once it has ended its number may be another's.
        pid = None if self._exited.is_set() else self.pid
        found = started_by(pid, self._mark, listed, app=self._ledger.app)
        return {each.pid: each for each in found}

    async def _is_closed(self, patience: Patience) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), LAST_WORDS_S + patience.kill_s)

    async def _has_exited(self, within_s: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._exited.wait(), within_s)
        return self._exited.is_set()

    async def _end_others(self, started: dict[int, Running]) -> None:
        """Ends what it started in other groups: agents give each shell a group of its own."""
        listed = await processes()
        marked = started_by(None, self._mark, listed, app=self._ledger.app)
        for each in (*started.values(), *marked):
            kill(each, listed)

    def _signal(self, number: signal.Signals) -> None:
        if not self._exited.is_set() and self.pid > 1:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)


async def start(
    command: Sequence[str],
    *,
    folder: str,
    environment: Mapping[str, str],
    ledger: Ledger,
    mask: Mask | None = None,
) -> Child:
    """Starts a program in a process group of its own.

    Args:
        command: the program, an absolute path, and its arguments.
        folder: where it works.
        environment: all of its variables.
        ledger: where it is written down.
        mask: hides keys in what it complains about.

    Raises:
        CannotStart: with a sentence that says why.
    """
    await ledger.sweep()
    loop = asyncio.get_running_loop()
    mark = ledger.mark()
    try:
        _, child = await loop.subprocess_exec(
            lambda: Child(ledger, mark, mask or Mask()),
            *command,
            cwd=folder,
            env={**environment, MARK: mark},
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:  # ValueError: a null byte in an argument
        raise CannotStart(_why_not(command[0], folder, fault)) from None
    return child


def _why_not(program: str, folder: str, fault: OSError | ValueError) -> str:
    if not os.path.isdir(folder):  # noqa: PTH112 a folder is a string in requests
        return (
            f"The project folder '{folder}' is not there; choose another for this session, or "
            "bring it back."
        )
    reason = getattr(fault, "strerror", None) or "what is sent holds a null byte"
    return f"'{program}' could not be started ({reason}); choose its place in Settings."


async def output_of(
    command: Sequence[str],
    *,
    folder: str,
    environment: Mapping[str, str],
    ledger: Ledger,
    limit_s: float,
) -> tuple[int | None, str]:
    """What a short command prints, and its exit code; None where it did not end in time.

    Raises:
        CannotStart: with a sentence that says why.
    """
    child = await start(command, folder=folder, environment=environment, ledger=ledger)
    said: list[str] = []
    try:
        child.finish_input()
        async with asyncio.timeout(limit_s):
            while (heard := await child.hear()) is not None:
                said.append(heard.text)
    except (TimeoutError, LineTooLong):
        pass
    finally:
        await asyncio.shield(asyncio.ensure_future(child.end(Patience(0.2, 0.5))))
    return child.code, "\n".join(said)
