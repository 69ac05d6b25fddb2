"""What the crash tests do to a vault: one operation of each shape, with its outcome.

Run as a program it is a small server: each line of standard input is a JSON order to fork a
child that runs a scenario and is killed, or refused by the disk, at one system call.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from luminair import files
from luminair.errors import LuminairError
from luminair.files import sha256_of
from luminair.journal.vault.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
LONG = b" and so on" * 2000
BEFORE = {
    "Notes/a.md": b"note a\nold" + LONG,
    "Notes/b.md": b"note b\n",
    "Notes/c.md": b"note c\n",
    "Sessions/d.md": b"note d\n",
}


def store_at(root: Path) -> Store:
    numbers = itertools.count(os.getpid())
    return Store(root, now=lambda: NOW, draw=lambda: next(numbers), by="owner", machine="mac")


def prepare(root: Path) -> None:
    """Makes the vault that every scenario starts from."""
    store = store_at(root)
    with store.operation("begin") as operation:
        for path, data in BEFORE.items():
            folder, _, name = path.rpartition("/")
            operation.create(folder, name, data)


def create(store: Store) -> None:
    with store.operation("create") as operation:
        operation.create("Notes/New/Deep", "n.md", b"note n\n" + LONG)


def replace(store: Store) -> None:
    with store.operation("replace") as operation:
        operation.replace("Notes/a.md", b"note a\nnew" + LONG, sha256_of(BEFORE["Notes/a.md"]))


def batch(store: Store) -> None:
    with store.operation("batch") as operation:
        operation.replace("Notes/a.md", b"note a\nnew", sha256_of(BEFORE["Notes/a.md"]))
        operation.move("Notes/a.md", "Archive/2026/a.md")
        operation.move("Notes/b.md", "Notes/renamed.md")
        operation.remove("Notes/c.md")
        operation.create("Notes", "n.md", b"note n\n")
        operation.replace("Sessions/d.md", b"note d\nmore", sha256_of(BEFORE["Sessions/d.md"]))


def undo(store: Store) -> None:
    store.undo()


def recover(store: Store) -> None:
    store.recover()


AFTER_BATCH = {
    "Archive/2026/a.md": b"note a\nnew",
    "Notes/renamed.md": b"note b\n",
    "Notes/n.md": b"note n\n",
    "Sessions/d.md": b"note d\nmore",
}
SCENARIOS: dict[str, tuple[Callable[[Store], None], dict[str, bytes], dict[str, bytes]]] = {
    "create": (create, BEFORE, BEFORE | {"Notes/New/Deep/n.md": b"note n\n" + LONG}),
    "replace": (replace, BEFORE, BEFORE | {"Notes/a.md": b"note a\nnew" + LONG}),
    "batch": (batch, BEFORE, AFTER_BATCH),
    "undo": (undo, AFTER_BATCH, BEFORE),
}
ACTIONS: dict[str, Callable[[Store], None]] = {
    "recover": recover,
    **{name: action for name, (action, _, _) in SCENARIOS.items()},
}

# All calls by which the code changes the disk.
CALLS = (
    "open", "write", "fsync", "replace", "rename", "unlink", "mkdir", "rmdir", "fchmod", "close",
)  # fmt: skip
REFUSALS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EACCES": errno.EACCES}
# Calls that need room on the disk.
GROWING = {"open", "write", "fsync", "mkdir"}


class Trap:
    """Counts the calls and springs at the one with a given number."""

    def __init__(self, at: int, how: str) -> None:
        self.at = at
        self.how = how
        self.count = 0

    def set(self) -> None:
        for name in CALLS:
            setattr(os, name, self._trapped(name, getattr(os, name)))
        files._rename_exclusive = self._trapped("rename", files._rename_exclusive)

    def _trapped(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if name == "open" and not (int(arguments[1]) & os.O_CREAT):  # type: ignore[call-overload]
                return real(*arguments, **named)
            # A close that is refused has closed all the same; only a write can be torn.
            if (name == "close" and self.how in REFUSALS) or (
                name != "write" and self.how == "torn"
            ):
                return real(*arguments, **named)
            self.count += 1
            if self.how == "full":
                if self.count >= self.at and name in GROWING:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            elif self.count == self.at:
                self._spring(real, *arguments, **named)
            return real(*arguments, **named)

        return call

    def _spring(self, real: Callable[..., object], *arguments: object, **named: object) -> None:
        if self.how in REFUSALS:
            code = REFUSALS[self.how]
            raise OSError(code, os.strerror(code))
        if self.how == "after":
            with suppress(OSError):
                real(*arguments, **named)
        elif self.how == "torn":
            data = bytes(arguments[1])  # type: ignore[call-overload]
            real(arguments[0], data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)


def run(order: dict[str, object]) -> str:
    """Runs one order in a forked child; returns 'killed', 'done', or the error's sentence."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        answer = "done"
        trap = Trap(int(str(order["at"])), str(order["how"]))
        store = store_at(Path(str(order["vault"])))
        real_write, real_exit = os.write, os._exit
        trap.set()
        try:
            ACTIONS[str(order["scenario"])](store)
        except LuminairError as error:
            answer = str(error)
        except BaseException as error:  # noqa: BLE001 - told to the test
            answer = f"broken: {error!r}"
        spent = "" if trap.count >= trap.at else "untouched: "
        real_write(write_end, (spent + answer).encode())
        real_exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return "killed" if os.WIFSIGNALED(status) else answer


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)  # noqa: T201 - this is its answer


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
