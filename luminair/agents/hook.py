"""``luminair-journal hook``: the process that a coding agent starts before each prompt (spec 12).

It must never break, delay or block a prompt. So this process only waits: a second one, forked
from it before anything is loaded, reads the event and does the work. What is ready when the time
is over is printed; the second process then goes on by itself, for as long as nobody waits for it:
it keeps the prompt's requests, and an index that had to be made is there for the next prompt. A
disk that hangs can hold up that process alone.

Exit code 2 would block the prompt, so whatever happens the code is 0, and nothing is ever said on
standard error.
"""

from __future__ import annotations

import os
import select
import sys
import time

TYPE_CHECKING = False  # typing itself takes a tenth of the time that Python takes to start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Ask = Callable[[list[str], bytes], bytes | None]

DEADLINE_S = 1.5
"""From the start of the process until it has ended, whatever happens."""

SPARE_S = 0.2
"""Of that, for what comes after the waiting, and for a start that took long."""

PRINTED, LATE = b"p", b"l"
FINAL, FALLBACK = b"A", b"F"
_HEAD = 9
"""Bytes before each answer on its way: which it is, and its length in eight digits."""


def run(arguments: Sequence[str], ask: Ask) -> int:
    """Answers one event; 0, always.

    Args:
        arguments: of the command line, the command's name included.
        ask: lets the running app carry out a command: its arguments and standard input, for what
            it prints; None where no app answers.
    """
    until = time.monotonic() + DEADLINE_S - SPARE_S - _age_s()
    client, part, home, vault = _understood(arguments)
    empty = b"{}\n" if client == "gemini" else b""
    # In a lane of ours the app gives what rides; and what a model of ours is asked while it
    # distils is no prompt of a person.
    if os.environ.get("LUMINAIR_LANE"):
        _print(empty)
        return 0
    try:
        _answer(client, part, home, vault, ask, until, empty)
    except BaseException:  # noqa: BLE001 also when it is interrupted: nothing may reach the host
        return 0
    return 0


def _understood(arguments: Sequence[str]) -> tuple[str, int, str | None, str | None]:
    """Client, part, home and vault.

    What is wrong in the words is passed over: it would fail at each prompt of somebody who cannot
    mend it there.
    """
    found: dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in {"--client", "--part", "--home", "--vault"}:
            found[name] = value if equals else next(words, "")
    part = found.get("--part", "")
    return (
        found.get("--client", ""),
        int(part) if part.isascii() and part.isdigit() else 0,
        found.get("--home") or None,
        found.get("--vault") or None,
    )


def _age_s() -> float:
    """How long ago this process started, as far as the system tells it for nothing."""
    try:
        with open("/proc/self/stat", "rb") as file:  # noqa: PTH123 pathlib costs time
            began = int(file.read().rpartition(b")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
        with open("/proc/uptime", "rb") as file:  # noqa: PTH123
            age = float(file.read().split()[0]) - began
    except (OSError, ValueError, IndexError):
        age = 0.0
    # A container may count from another start than its processes do.
    return age if 0 <= age < DEADLINE_S else time.process_time()


def _answer(
    client: str,
    part: int,
    home: str | None,
    vault: str | None,
    ask: Ask,
    until: float,
    empty: bytes,
) -> None:
    host = os.getppid()
    hears, tells = os.pipe()
    heard, told = os.pipe()
    if os.fork() == 0:
        # The second process: from here on the host must not be able to tell that it is there.
        try:
            os.close(hears)
            os.close(told)
            _work(client, part, home, vault, ask, host, tells, heard)
        finally:
            os._exit(0)
    os.close(tells)
    os.close(heard)
    answer = _waited_for(hears, until)
    printed = _print(empty if answer is None else answer[1])
    try:
        kind = PRINTED if answer is not None and printed else LATE
        os.write(told, kind + (FALLBACK if answer is None else answer[0]))
    except OSError:
        return


def _waited_for(hears: int, until: float) -> tuple[bytes, bytes] | None:
    """The final answer, or the one for the case that it does not come in time; None for none."""
    data, best = b"", None
    while True:
        left = until - time.monotonic()
        ready = select.select([hears], [], [], max(left, 0))[0]
        piece = os.read(hears, 1 << 16) if ready else b""
        if not piece:
            return best
        data += piece
        while len(data) >= _HEAD and len(data) >= _HEAD + int(data[1:_HEAD]):
            end = _HEAD + int(data[1:_HEAD])
            best = data[:1], data[_HEAD:end]
            data = data[end:]
            if best[0] == FINAL:
                return best


def framed(kind: bytes, answer: bytes) -> bytes:
    """An answer as the second process sends it to the first."""
    return kind + b"%08d" % len(answer) + answer


def _work(
    client: str,
    part: int,
    home: str | None,
    vault: str | None,
    ask: Ask,
    host: int,
    tells: int,
    heard: int,
) -> None:
    os.setsid()  # a host may end the whole group of a hook that is done
    given = os.dup(0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    with os.fdopen(given, "rb") as source:
        data = source.read()
    from luminair.agents.hook_work import Worker  # noqa: PLC0415 only the second process loads it

    def send(answer: bytes, *, final: bool) -> None:
        rest = framed(FINAL if final else FALLBACK, answer)
        while rest:
            rest = rest[os.write(tells, rest) :]

    def printed() -> tuple[bool, bool]:
        os.close(tells)
        told = os.read(heard, 2)
        return told[:1] == PRINTED, told[1:] == FINAL

    Worker(home=home, vault=vault, ask=ask, host=host, send=send, printed=printed).work(
        data, client, part
    )


def _print(data: bytes) -> bool:
    """Writes to standard output; False where nobody reads it."""
    try:
        sys.stdout.flush() if sys.stdout is not None else None
        while data:
            data = data[os.write(1, data) :]
    except OSError:
        return False
    return True
