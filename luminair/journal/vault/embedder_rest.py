"""The embedder is left alone for a minute after it failed, by all processes of this machine.

Each prompt of an agent is a process of its own: without a common memory every one of them would
wait its 400 ms for a server that is gone.
"""

from __future__ import annotations

import os

from luminair.bare import json_value
from luminair.errors import LuminairError
from luminair.files import make_private, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path
    from typing import Any, Final

FILE: Final = "embedder.json"
REST_S: Final = 60.0


class EmbedderRest:
    """The memory of one vault on this machine.

    Args:
        folder: this machine's own folder for the vault, None to remember in this process only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder is not None else None
        self._held: tuple[float, float, str] | None = None

    def said(self, clock: Callable[[], datetime]) -> str:
        """Why the embedder is not asked now, and since when it fails; '' where it may be asked."""
        held = self._read()
        if held is None:
            return ""
        now = clock()
        since, last, why = held
        # A clock that was set back must not make the rest a long one.
        if not 0 <= now.timestamp() - last < REST_S:
            return ""
        return f"{why} (since {_clock_words(since, now)})"

    def begin(self, now: datetime, why: str) -> None:
        """The embedder failed now."""
        held = self._read()
        since = held[0] if held is not None else now.timestamp()
        self._held = (since, now.timestamp(), why)
        if self._path is not None:
            import json  # noqa: PLC0415 seldom

            data = json.dumps({"since": since, "last": now.timestamp(), "why": why}).encode()
            try:
                make_private(self._path.parent)
                write_atomic(self._path, data)
            except (OSError, LuminairError):
                return  # a disk that refuses costs the next process its own 400 ms

    def end(self) -> None:
        """The embedder answered: whoever asks next may ask it."""
        self._held = None
        if self._path is not None:
            try:
                os.unlink(self._path)  # noqa: PTH108 each prompt of an agent waits for pathlib
            except OSError:
                return

    def _read(self) -> tuple[float, float, str] | None:
        if self._path is None:
            return self._held
        try:
            with open(self._path, "rb") as file:  # noqa: PTH123 see above
                found: Any = json_value(file.read())
            return float(found["since"]), float(found["last"]), str(found["why"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
            return self._held


def _clock_words(since: float, now: datetime) -> str:
    try:
        then = now.fromtimestamp(since, now.tzinfo)
    except (ValueError, OverflowError, OSError):
        return "some time"
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"
