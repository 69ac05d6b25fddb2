"""How a failure reaches the person.

An expected failure (``LuminairError``) is its own sentence. Anything else is our fault: the
window says so in one sentence, and the traceback goes to the log.
"""

from __future__ import annotations

import re
import sys
import threading
import traceback
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

_COMMAND = re.compile(r"`([^`\n]+)`")
OURS = "Something in Luminair went wrong ({name}). What you wrote is safe; the log has the details."


def sentence(error: BaseException) -> str:
    """What to show for an exception: one plain sentence."""
    if isinstance(error, LuminairError):
        return worded(str(error))
    return OURS.format(name=type(error).__name__)


def worded(said: str) -> str:
    """A sentence that terminals are told too, with its commands in a window's quotation marks."""
    return _COMMAND.sub("“\\1”", said)


class Failures(QObject):
    """Takes every exception that nobody else took, from any thread.

    Args:
        log: keeps the traceback of our own faults; called on the thread that failed.
        parent: lives as long as the application.

    Signals:
        failed: one sentence, on the window's thread.
    """

    failed = Signal(str)
    _told = Signal(str)

    def __init__(self, log: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._told.connect(self.failed, Qt.ConnectionType.QueuedConnection)

    def show(self, error: BaseException) -> None:
        """Tells the person, and logs what is our fault."""
        self.note(error)
        self.tell(error)

    def note(self, error: BaseException) -> None:
        """Logs what is our fault; on any thread."""
        if not isinstance(error, LuminairError):
            self._log("".join(traceback.format_exception(error)))

    def tell(self, error: BaseException) -> None:
        """Tells the person of what is logged already."""
        self._told.emit(sentence(error))

    def install(self) -> None:
        """Takes what slots, overrides and threads raise; without this Qt only prints it."""
        sys.excepthook = self._hook
        threading.excepthook = self._thread_hook

    def remove(self) -> None:
        """Gives the hooks back to Python; the log must not be used after the end."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.show(error)

    def _thread_hook(self, told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None:
            self.show(told.exc_value)
