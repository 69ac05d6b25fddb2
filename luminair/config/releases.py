"""Whether a newer Luminair is out: one plain question a day, where the owner turned that on.

The question is a GET of one address without cookies, ids or this app's version; the answer names
the newest release as GitHub's ``releases/latest`` does. Nothing is ever downloaded. A failure is
kept for About and the log, and is nobody's interruption.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from luminair import files
from luminair.config.paths import resources
from luminair.errors import WriteFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from luminair.config.paths import Home
    from luminair.config.settings import Settings

EVERY = timedelta(days=1)
_VERSION = re.compile(r"v?(\d{1,6}(?:\.\d{1,6}){1,3})")
_SAID_CHARS = 200


@dataclass(frozen=True, slots=True)
class State:
    """What is known of releases.

    Attributes:
        asked: when the question was last put, ISO with offset; '' for never.
        version: the newest release then; '' where that is not known.
        link: the page that tells of it.
        failed: why the last question came to nothing, a sentence; '' where it did not.
        told: the release that the owner was told of.
    """

    asked: str = ""
    version: str = ""
    link: str = ""
    failed: str = ""
    told: str = ""


def is_newer(version: str, than: str) -> bool:
    """Whether one release is after another; what is no plain version is after nothing."""
    one, other = _numbers(version), _numbers(than)
    return one is not None and other is not None and one > other


def built_in_feed(folder: Path | None = None) -> str:
    """The address that this app was built with; '' in a checkout, which has no releases."""
    place = resources() if folder is None else folder
    try:
        found = json.loads((place / "feed.json").read_text("utf-8"))
        return str(found["feed"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


class Releases:
    """Asks, and remembers the answer in the home folder.

    Args:
        home: where the answer is kept, and the log.
        settings: whether and whom to ask.
        version: this app's own.
        fetch: gets what stands at an address; raises OSError or ValueError.
    """

    def __init__(
        self, home: Home, settings: Settings, version: str, fetch: Callable[[str], bytes]
    ) -> None:
        self._file = home.root / "updates.json"
        self._log = home.logs / "luminair.jsonl"
        self._settings, self._fetch = settings, fetch
        self.version = version

    @property
    def feed(self) -> str:
        """The address that is asked; '' for none."""
        return self._settings.text("updates.feed") or built_in_feed()

    def state(self) -> State:
        """What the last question brought."""
        try:
            found = json.loads(self._file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return State()
        if not isinstance(found, dict):
            return State()
        names = State.__dataclass_fields__
        kept = {name: found[name] for name in names if isinstance(found.get(name), str)}
        return State(**kept)

    def news(self, now: datetime) -> State | None:
        """Asks where a question is due; the release to tell the owner of, or None.

        Each release is told once. Never raises: what fails is kept in the state and the log.

        Args:
            now: the time, aware.
        """
        if not self._settings.on("updates.check"):
            return None
        state = self.state()
        if self.feed and _due(state.asked, now):
            state = self._ask(state, now)
        if not is_newer(state.version, self.version) or state.told == state.version:
            return None
        told = replace(state, told=state.version)
        self._keep(told)
        return told

    def _ask(self, before: State, now: datetime) -> State:
        at = now.isoformat(timespec="seconds")
        try:
            version, link = _read(self._fetch(self.feed))
            state = replace(before, asked=at, version=version, link=link, failed="")
        except (OSError, ValueError, RecursionError) as error:
            why = str(getattr(error, "reason", "") or error)[:_SAID_CHARS]
            failed = f"Whether a newer version is out could not be asked ({why or 'no answer'})."
            state = replace(before, asked=at, failed=failed)
            with suppress(OSError, WriteFailed):
                files.make_private(self._log.parent)
                files.append_line(self._log, {"at": at, "said": failed})
        self._keep(state)
        return state

    def _keep(self, state: State) -> None:
        values = {name: getattr(state, name) for name in State.__dataclass_fields__}
        with suppress(OSError, WriteFailed):
            files.make_private(self._file.parent)
            files.write_atomic(self._file, json.dumps(values).encode() + b"\n", mode=0o600)


def _due(asked: str, now: datetime) -> bool:
    try:
        last = datetime.fromisoformat(asked)
        return not timedelta() <= now - last < EVERY
    except (ValueError, TypeError):  # never, or nothing that can be told
        return True


def _numbers(version: str) -> tuple[int, ...] | None:
    found = _VERSION.fullmatch(version)
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    return tuple(numbers + [0] * (4 - len(numbers)))


def _read(answer: bytes) -> tuple[str, str]:
    """Version and page of the newest release; raises ValueError where the answer has none."""
    found = json.loads(answer)
    tag = str(found.get("tag_name", "")) if isinstance(found, dict) else ""
    version = _VERSION.fullmatch(tag)
    if version is None:
        raise ValueError("the answer names no release")
    if found.get("draft") or found.get("prerelease"):
        raise ValueError("the answer names no finished release")
    link = str(found.get("html_url", ""))
    if not link.startswith("https://"):
        link = ""
    return version[1], link
