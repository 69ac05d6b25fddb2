"""Hears of outside edits, and knows when there is none that it has not heard of.

A watcher alone cannot tell "nothing changed" from "not told yet". So whoever needs to know writes
a file of its own into a folder that is watched along with the vault, and waits until it hears of
that: what happened before it has been told before it (Watchman's cookies do the same, see
https://facebook.github.io/watchman/docs/cookies). Linux keeps one queue for both folders, macOS
one stream.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from luminair.files import make_private

if TYPE_CHECKING:
    from pathlib import Path

    from watchfiles._rust_notify import RustNotify

STEP_MS: Final = 1
"""A batch ends when nothing more came for so long."""

BATCH_MS: Final = 100
"""A batch that goes on is handed out after so long."""

SETTLE_S: Final = 0.1
"""How long to wait for word of our own file; then nothing is certain."""


class NotWatching(Exception):
    """This folder cannot be watched, or not any more."""


class Heard:
    """What was heard since the last time.

    Attributes:
        paths: paths in the vault that were made, changed or removed; files and folders.
        certain: whether nothing else had happened by the time that was asked about.
    """

    __slots__ = ("certain", "paths")

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.certain = False


class Watcher:
    """Watches one vault until it is closed.

    Args:
        root: the vault's folder, without links.
        cookies: a folder of our own for the files that :meth:`settled` writes; made here.

    Raises:
        NotWatching: the system does not let us.
    """

    def __init__(self, root: Path, cookies: Path) -> None:
        from watchfiles._rust_notify import RustNotify  # noqa: PLC0415 the app only

        self._head = str(root) + "/"
        self._guard = threading.Lock()
        self._number = 0
        try:
            make_private(cookies)
            self._cookies = os.path.realpath(cookies)
            self._state = _identity(root)
            self._notify: RustNotify = RustNotify(
                [str(root), self._cookies], False, False, 0, True, True
            )
        except (OSError, RuntimeError) as error:
            raise NotWatching(str(error)) from error
        self._root = root

    @property
    def holds(self) -> bool:
        """Whether the folder that is watched is still the one at this path."""
        try:
            return _identity(self._root) == self._state
        except OSError:
            return False

    def heard(self) -> Heard:
        """What came in since the last time; does not wait for anything.

        Raises:
            NotWatching: the watcher has failed.
        """
        heard = Heard()
        with self._guard:
            self._take(heard, BATCH_MS)
        return heard

    def settled(self) -> Heard:
        """Everything that happened before this call, if word of it comes in time.

        Raises:
            NotWatching: the watcher has failed.
        """
        heard = Heard()
        with self._guard:
            self._number += 1
            cookie = f"{self._cookies}/{os.getpid()}-{self._number}"
            try:
                os.close(os.open(cookie, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
            except OSError:
                self._take(heard, BATCH_MS)
                return heard
            try:
                until = time.monotonic() + SETTLE_S
                # Word mostly comes at once, long before the end of the shortest sleep there is.
                heard.certain = cookie in self._take(heard, BATCH_MS, step_ms=0)
                while not heard.certain and time.monotonic() < until:
                    heard.certain = cookie in self._take(heard, BATCH_MS)
            finally:
                with suppress(OSError):
                    os.unlink(cookie)  # noqa: PTH108 a plain string
        return heard

    def _take(self, heard: Heard, batch_ms: int, *, step_ms: int = STEP_MS) -> set[str]:
        """Adds what is there; gives the paths that lie outside of the vault.

        Looks every ``step_ms`` for about one ``STEP_MS``; without a step all the time.
        """
        try:
            came = self._notify.watch(batch_ms, step_ms, STEP_MS, None)
        except (OSError, RuntimeError) as error:
            raise NotWatching(str(error)) from error
        others: set[str] = set()
        if isinstance(came, str):
            return others
        for _, path in came:
            if path.startswith(self._head):
                inside = path[len(self._head) :]
                if not inside.startswith(".") and "/." not in inside:
                    heard.paths.add(inside)
            else:
                others.add(path)
        return others

    def close(self) -> None:
        """Stops watching."""
        self._notify.close()


def _identity(folder: Path) -> tuple[int, int]:
    state = os.stat(folder)  # noqa: PTH116 asked many times a second
    return state.st_dev, state.st_ino
