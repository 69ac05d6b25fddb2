"""Everything out, as plain files: the vault, and each session as Markdown and as JSON (spec 13).

The copy holds what the owner wrote and what was said. It holds no keys, nothing that only machines
need, and no text that Luminair put into a prompt.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, Refused
from luminair.exchange.giving_sessions import Source, give_sessions
from luminair.files import write_failed
from luminair.journal import SETTINGS_PATH

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOTES: Final = "Journal"
SESSIONS: Final = "Sessions"
ABOUT: Final = "luminair-export.json"
"""Says what the folder is, for people and for ``import``."""
_HALF: Final = ".luminair-export"
_LEFT_BEHIND: Final = re.compile(rf"{re.escape(_HALF)}-(\d+)")
_PIECE: Final = 1 << 20
_IN_CLOUD: Final = re.compile(r"\.(.+)\.icloud")


@dataclass(slots=True)
class Given:
    """What an export came to.

    Attributes:
        folder: where it is.
        files: how many files of the vault.
        sessions: how many sessions.
        bytes: of all of it.
        left_out: why, by path in the vault or by the session's title.
        masked: kinds of secrets that were masked in sessions.
    """

    folder: Path
    files: int = 0
    sessions: int = 0
    bytes: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    masked: dict[str, None] = field(default_factory=dict)


def give(
    folder: Path,
    root: Path | None,
    sessions: Source | None,
    *,
    step: Callable[[str], None] = lambda _: None,
) -> Given:
    """Copies into a new folder.

    The vault's files go to ``Journal``, byte for byte and with their times; hidden files and
    folders stay behind, ``.luminair/`` and git's among them, and so do links. Of ``.luminair/``
    the settings go along: they say what never rides. Sessions go to ``Sessions``. It is all there
    or nothing is: the copy gets its name when it is whole.

    Args:
        folder: where to; it may be there and empty.
        root: the vault, or None for none.
        sessions: whose, or None for none.
        step: told before each file; for tests.

    Raises:
        Refused: there is something in the folder, or it and the vault lie one in the other.
        LuminairError: the vault went away meanwhile; nothing is left of the copy.
        WriteFailed: the disk refused; nothing is left of the copy.
    """
    if root is not None:
        _must_be_apart(root, folder)
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise Refused(f"There is something at '{folder}' already; name a new or an empty folder.")
    half = folder.with_name(f"{_HALF}-{os.getpid()}")
    given = Given(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_left_behind(folder.parent)
        half.mkdir()
        if root is not None:
            (half / NOTES).mkdir()
            _Copy(root, half / NOTES, given, step).all("")
            _give_settings(root, half / NOTES)
            _must_be_there(root)
        if sessions is not None:
            step("sessions")
            told = give_sessions(sessions, half / SESSIONS)
            given.sessions, given.bytes = told.sessions, given.bytes + told.bytes
            given.left_out |= told.left_out
            given.masked |= told.masked
        step("about")
        _write_about(half, given)
        step("name")
        if folder.exists():
            folder.rmdir()
        half.rename(folder)
    except OSError as error:
        raise write_failed(error, folder) from error
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return given


def _give_settings(root: Path, to: Path) -> None:
    source = root / SETTINGS_PATH
    if source.is_file() and not source.is_symlink():
        (to / SETTINGS_PATH).parent.mkdir()
        shutil.copyfile(source, to / SETTINGS_PATH)


def _must_be_apart(root: Path, folder: Path) -> None:
    _must_be_there(root)
    here, there = root.resolve(), folder.resolve()
    if there == here or here in there.parents or there in here.parents:
        raise Refused(
            f"'{folder}' and the Journal lie one in the other; choose a folder outside of it."
        )


def _must_be_there(root: Path) -> None:
    try:
        os.scandir(root).close()
    except OSError as error:
        reason = (error.strerror or "the system refused it").lower()
        raise LuminairError(
            f"The Journal '{root}' cannot be read ({reason}), so nothing was exported; bring it "
            "back and try again."
        ) from error


def _remove_left_behind(parent: Path) -> None:
    """Takes away what an export left that was killed."""
    for entry in parent.iterdir():
        found = _LEFT_BEHIND.fullmatch(entry.name)
        if found and not entry.is_symlink() and not _runs(int(found[1])):
            shutil.rmtree(entry, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's, or no number of a process
    return True


def _write_about(half: Path, given: Given) -> None:
    told = {"luminair": 1, "files": given.files, "sessions": given.sessions}
    (half / ABOUT).write_text(json.dumps(told, indent=2) + "\n", "utf-8")


class _Copy:
    """Copies the vault's files; one that cannot be read is named, and the rest goes on."""

    def __init__(self, root: Path, to: Path, given: Given, step: Callable[[str], None]) -> None:
        self._root, self._to, self._given, self._step = root, to, given, step

    def all(self, below: str) -> None:
        """Copies one folder and what is in it."""
        left_out = self._given.left_out
        try:
            entries = sorted(os.scandir(self._root / below), key=lambda entry: entry.name)
        except OSError as error:
            left_out[below or "."] = _unreadable(error)
            return
        for entry in entries:
            path = f"{below}/{entry.name}" if below else entry.name
            in_cloud = _IN_CLOUD.fullmatch(entry.name)
            if in_cloud:
                left_out[f"{below}/{in_cloud[1]}".lstrip("/")] = "only iCloud has it at the moment"
            if entry.name.startswith("."):
                continue
            if entry.is_symlink():
                left_out[path] = "it is a link"
            elif entry.is_dir():
                (self._to / path).mkdir()
                self.all(path)
            elif entry.is_file():
                self._step(path)
                self._file(path)

    def _file(self, path: str) -> None:
        source, to = self._root / path, self._to / path
        try:
            found = source.open("rb")
        except OSError as error:
            self._given.left_out[path] = _unreadable(error)
            return
        with found, to.open("wb") as sink:
            while True:
                try:
                    piece = found.read(_PIECE)
                except OSError as error:
                    self._given.left_out[path] = _unreadable(error)
                    break
                if not piece:
                    break
                sink.write(piece)
        if path in self._given.left_out:
            to.unlink()
            return
        with suppress(OSError):  # gone since it was read; its bytes are here
            shutil.copystat(source, to)
        self._given.files += 1
        self._given.bytes += to.stat().st_size


def _unreadable(error: OSError) -> str:
    return f"it cannot be read ({(error.strerror or 'refused').lower()})"
