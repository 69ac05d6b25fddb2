"""The standing text of a vault that has no index yet, at a glance.

The first look at thousands of notes takes longer than a prompt may wait. Rules, pins and the
Harness are few, and the first lines of a file tell them: so those files alone are copied to a
place of their own, which is opened as a vault, and what rides there is what rides. The rest is
found at the next prompt, when the index has been made.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.agents.hook_texts import Texts
    from luminair.config.paths import Home
    from luminair.config.settings import Settings

_HEAD_BYTES: Final = 2_048
_MOST_BYTES: Final = 1_000_000
_MARKS: Final = (b"kind: rule", b"pinned: true", b'kind: "rule"', b"kind: 'rule'")
_HARNESS: Final = "Harness"
_ARCHIVE: Final = "Archive"
_SETTINGS: Final = ".luminair/settings.json"


def has_index(home: Home, root: Path) -> bool:
    """Whether the vault was indexed on this machine."""
    with suppress(OSError), os.scandir(home.index(root)) as found:
        return any(each.name != "seen" for each in found)
    return False


def glance(settings: Settings, root: Path, *, session: str, folder: str) -> Texts | None:
    """Harness, rules and pins of the vault as they stand; None where they cannot be had so.

    Args:
        settings: the owner's.
        root: the vault.
        session: the host's, or ''.
        folder: the session's, or ''.
    """
    from luminair import bootstrap  # noqa: PLC0415 only where there is no index
    from luminair.agents.hook_making import texts_of  # noqa: PLC0415
    from luminair.config.paths import Home  # noqa: PLC0415

    try:
        with tempfile.TemporaryDirectory(prefix="luminair-") as name:
            small = Path(name) / "vault"
            small.mkdir()
            for path in (*_standing(root), _SETTINGS):
                _copy(root / path, small / path)
            journal = bootstrap.journal_at(
                Home(Path(name) / "home"), settings, small, "--vault", meaning=False
            )
            try:
                return texts_of(
                    journal,
                    session=session,
                    folder=folder,
                    prompt=None,
                    summaries=(),
                    optional=False,
                )
            finally:
                journal.close()
    except (LuminairError, OSError):
        return None


def _copy(source: Path, target: Path) -> None:
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


def _standing(root: Path) -> Iterator[str]:
    """Paths of the notes that may stand as law, a pin or a part of the Harness."""
    for folder, folders, names in os.walk(root):
        inside = os.path.relpath(folder, root)
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not (inside == "." and name == _ARCHIVE)
        ]
        is_harness = Path(inside).parts[:1] == (_HARNESS,)
        for name in names:
            if name.endswith(".md") and not name.startswith("."):
                file = os.path.join(folder, name)  # noqa: PTH118 ten thousand times
                if is_harness or _stands(file):
                    yield os.path.normpath(os.path.join(inside, name))  # noqa: PTH118


def _stands(file: str) -> bool:
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        head = os.read(handle, _HEAD_BYTES)
        return any(mark in head for mark in _MARKS) and os.fstat(handle).st_size < _MOST_BYTES
    except OSError:
        return False
    finally:
        os.close(handle)
