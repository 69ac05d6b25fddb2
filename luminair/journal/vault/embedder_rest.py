"""The embedder is left alone for a minute after it failed, by all processes of this machine.

Each prompt of an agent is a process of its own: without a common memory every one of them would
wait its 400 ms for a server that is gone.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError
from luminair.files import make_private, write_atomic

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

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

    def said(self, now: datetime) -> str:
        """Why the embedder is not asked now, and since when it fails; '' where it may be asked."""
        held = self._read()
        if held is None:
            return ""
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
            data = json.dumps({"since": since, "last": now.timestamp(), "why": why}).encode()
            # A disk that refuses costs the next process its own 400 ms.
            with suppress(OSError, LuminairError):
                make_private(self._path.parent)
                write_atomic(self._path, data)

    def end(self) -> None:
        """The embedder answered: whoever asks next may ask it."""
        self._held = None
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    def _read(self) -> tuple[float, float, str] | None:
        if self._path is None:
            return self._held
        try:
            found = json.loads(self._path.read_bytes())
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
