"""Keeps the app's open vault true to its files, and says when it is.

The watcher is trusted where it is certain: a command that asks the app gets its answer from the
index only once the watcher has told of everything up to the question. Where it cannot, every file
is looked at first, as a process of its own would. So an edit of a moment ago is found through the
socket too.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError
from luminair.resident.answering import answer
from luminair.resident.serving import serve
from luminair.resident.watching import Heard, NotWatching, Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.asking import Answer
    from luminair.config.paths import Home
    from luminair.journal import Changes, Journal

POLL_S: Final = 0.04
"""How often the watcher is asked for news."""

MOST_PATHS: Final = 64
"""Changes in one batch above which one look at everything costs less than a look at each."""

QUIET_S: Final = 0.15
"""A burst, such as a git checkout, is over when nothing came for so long."""

BURST_S: Final = 0.7
"""A burst that does not end is looked at after so long, for a change is to be seen in a second."""

BLIND_S: Final = 0.5
"""How often everything is looked at where nothing can be watched, at most."""

BLIND_SHARE: Final = 0.05
"""Of the time, for these looks."""


class Resident:
    """See the module's text. Its methods run on threads of their own, never the window's.

    Attributes:
        home: of this app.

    Args:
        home: of this app.
        journal: the door to the open vault; raises LuminairError while it cannot be opened.
        environ: of this app.
    """

    def __init__(
        self, home: Home, journal: Callable[[], Journal], environ: Mapping[str, str]
    ) -> None:
        self.home = home
        self._journal = journal
        self._environ = dict(environ)
        self._guard = threading.RLock()
        self._watcher: Watcher | None = None
        self._watched: Journal | None = None
        self._look_again = threading.Event()
        self._next_blind = 0.0
        self._tell: Callable[[Changes], None] = lambda _: None

    # --- The watcher's thread ----------------------------------------------------------------

    def watch(self, stop: threading.Event, tell: Callable[[Changes], None]) -> None:
        """Follows the vault until the app ends.

        Args:
            stop: set when the app ends.
            tell: told of each change that was found.
        """
        self._tell = tell
        try:
            while not stop.wait(POLL_S):
                self._follow(stop)
        finally:
            self.close()

    def close(self) -> None:
        """Stops watching."""
        with self._guard:
            self._drop()

    def look_again(self) -> None:
        """Looks at every file soon: the owner has come back to the window."""
        self._look_again.set()

    def _follow(self, stop: threading.Event) -> None:
        try:
            with self._guard:
                journal = self._current()
                burst = self._burst(journal)
            if burst:
                self._wait_for_quiet(stop)
                self._refresh(journal)
        except LuminairError:
            # The vault is gone or cannot be read now. What it was is not shown as if it were there:
            # each question meets the same error.
            with self._guard:
                self._drop()
            stop.wait(BLIND_S)

    def _burst(self, journal: Journal) -> bool:
        """Takes over what was heard; whether it was more than is looked at one by one."""
        watcher = self._watcher
        if self._look_again.is_set():
            self._look_again.clear()
            self._refresh(journal)
        if watcher is None:
            self._look_blindly(journal)
            return False
        try:
            heard = watcher.heard()
        except NotWatching:
            self._drop()
            self._refresh(journal)
            return False
        if len(heard.paths) > MOST_PATHS:
            return True
        self._take_over(journal, heard)
        return False

    def _wait_for_quiet(self, stop: threading.Event) -> None:
        """Lets a burst end; what comes meanwhile is found by the look that follows."""
        until = time.monotonic() + BURST_S
        while time.monotonic() < until and not stop.wait(QUIET_S):
            with self._guard:
                watcher = self._watcher
                try:
                    if watcher is None or not watcher.heard().paths:
                        return
                except NotWatching:
                    self._drop()
                    return

    def _look_blindly(self, journal: Journal) -> None:
        began = time.monotonic()
        if began < self._next_blind:
            return
        self._refresh(journal)
        took = time.monotonic() - began
        self._next_blind = time.monotonic() + max(BLIND_S, took / BLIND_SHARE)

    # --- Being true --------------------------------------------------------------------------

    def true_journal(self) -> Journal:
        """The open vault, true to its files at the moment of the call.

        Raises:
            LuminairError: it cannot be read.
        """
        with self._guard:
            journal = self._current()
            heard = self._settled()
            if heard.certain and len(heard.paths) <= MOST_PATHS:
                self._take_over(journal, heard)
            else:
                self._refresh(journal)
            return journal

    def _settled(self) -> Heard:
        if self._watcher is not None:
            try:
                return self._watcher.settled()
            except NotWatching:
                self._drop()
        return Heard()

    def _current(self) -> Journal:
        """The vault that is open now, watched."""
        journal = self._journal()
        if journal is not self._watched or (self._watcher is not None and not self._watcher.holds):
            self._drop()
            try:
                self._watcher = Watcher(journal.root, self.home.root / "run" / "told")
            except NotWatching:
                self._watcher = None
            # What happened before it was watched nobody has told.
            self._refresh(journal)
            self._watched = journal
        return journal

    def _take_over(self, journal: Journal, heard: Heard) -> None:
        if not heard.paths:
            return
        folders = any(os.path.isdir(journal.root / path) for path in heard.paths)  # noqa: PTH112
        self._told(journal.touched(sorted(heard.paths)))
        if folders:
            # A new folder is watched from a moment after it was made: look at what came into it.
            self._look_again.set()

    def _refresh(self, journal: Journal) -> None:
        self._told(journal.refresh())

    def _told(self, changes: Changes) -> None:
        if changes:
            self._tell(changes)

    def _drop(self) -> None:
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None
        self._watched = None

    # --- The socket's thread -----------------------------------------------------------------

    def serve(self, stop: threading.Event) -> None:
        """Answers commands that ask over the local socket, until the app ends."""
        serve(self.home.root / "run", self._answer, stop)

    def _answer(self, data: bytes) -> Answer | None:
        return answer(data, home=self.home, journal=self.true_journal, environ=self._environ)
