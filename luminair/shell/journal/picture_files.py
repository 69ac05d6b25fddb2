"""Finds and reads the pictures that a note shows. Knows no Qt; for jobs.

Only regular files inside the vault: nothing from the web, nothing hidden, nothing through a
symbolic link. Each folder on the way is opened without following links, so that none can be put
in place between the check and the reading.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from luminair.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDINGS: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
MOST_BYTES: Final = 20 * 1024 * 1024
MOST_ENTRIES: Final = 20_000
"""Names that are looked at for a picture that is named without its folder."""
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_LEADS_OUT: Final = re.compile(
    rb"""<!ENTITY|<!DOCTYPE[^>]*\[|@import|(?:href|src)\s*=\s*["']\s*(?!\#|data:image/)"""
    rb"""|url\(\s*["']?\s*(?!\#|["']?data:image/)""",
    re.IGNORECASE,
)
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW
_FILE: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def picture_bytes(root: Path, note: str, address: str) -> bytes:
    """Reads a picture.

    Args:
        root: the vault's folder.
        note: path of the note that shows it; addresses are read from its folder.
        address: as the note names it.

    Raises:
        Refused: it is not shown, with the reason in words.
    """
    if _SCHEME.match(address):
        raise Refused("Pictures that are not in the Journal's folder are not loaded.")
    name = unquote(re.split(r"[?#]", address, maxsplit=1)[0])
    if not name.casefold().endswith(ENDINGS):
        raise Refused("Only PNG, JPEG, GIF, WebP and SVG pictures are shown.")
    for path in _places(root, note, name):
        data = _read(root, path)
        if data is not None:
            if path.casefold().endswith(".svg") and _LEADS_OUT.search(data):
                raise Refused("This drawing refers to other files, so it is not shown.")
            return data
    raise Refused(f"There is no picture '{name}' in the Journal's folder.")


def _places(root: Path, note: str, name: str) -> Iterator[str]:
    """Where a picture may lie, as paths in the vault, the likeliest first."""
    folder = note.rpartition("/")[0]
    below = "" if name.startswith("/") else folder
    for place in dict.fromkeys((_joined(below, name), _joined("", name))):
        if place:
            forms = (
                place,
                unicodedata.normalize("NFC", place),
                unicodedata.normalize("NFD", place),
            )
            yield from dict.fromkeys(forms)
    if "/" not in name:
        yield from _anywhere(root, unicodedata.normalize("NFC", name))


def _joined(folder: str, name: str) -> str:
    """A path in the vault, '' where it leads out of it or into a hidden folder."""
    parts = folder.split("/") if folder else []
    for part in name.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "" if any(part.startswith(".") or "\0" in part for part in parts) else "/".join(parts)


def _anywhere(root: Path, name: str) -> Iterator[str]:
    """The first file of this name in the vault, nearest to its top."""
    waiting = [""]
    looked = 0
    while waiting and looked < MOST_ENTRIES:
        folder = waiting.pop(0)
        try:
            with os.scandir(root / folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError:  # gone, or not ours to read
            continue
        looked += len(entries)
        head = f"{folder}/" if folder else ""
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if unicodedata.normalize("NFC", entry.name) == name:
                yield head + entry.name
            elif entry.is_dir(follow_symlinks=False):
                waiting.append(head + entry.name)


def _read(root: Path, path: str) -> bytes | None:
    """A file's bytes; None where nothing is there.

    Raises:
        Refused: it is no file that is shown.
    """
    *folders, name = path.split("/")
    try:
        handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        for folder in folders:
            inner = os.open(folder, _FOLDER, dir_fd=handle)
            os.close(handle)
            handle = inner
        file = os.open(name, _FILE, dir_fd=handle)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused("This picture is a link or cannot be read, so it is not shown.") from error
    finally:
        os.close(handle)
    with os.fdopen(file, "rb") as opened:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            raise Refused("This picture is no ordinary file, so it is not shown.")
        if found.st_size > MOST_BYTES:
            raise Refused(f"This picture is over {MOST_BYTES >> 20} MB, so it is not shown.")
        return opened.read(MOST_BYTES + 1)[:MOST_BYTES]
