"""Which form of the home folder a version of Luminair knows, and the way from older ones.

The number stands in ``LUMINAIR_HOME/format``. A home without one is from before it was written
down: number 0. A newer home is refused before anything in it is touched; an older one is brought
up step by step when the app opens, and the files that a step changes are copied to ``backups/``
first. Commands and the hook only look at the number.
"""

from __future__ import annotations

from luminair.errors import HomeNewer
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

_FILE = "format"
_MOST_BYTES = 20


@dataclass(frozen=True, slots=True)
class Step:
    """The way from one number to the next.

    Attributes:
        touches: names in the home folder of what it changes.
        do: changes it; done twice it must come to the same.
    """

    touches: tuple[str, ...]
    do: Callable[[Path], None]


def _close_to_others(root: Path) -> None:
    """0 to 1: builds from before the number left folder and settings as the umask made them."""
    root.chmod(0o700)
    for name in ("settings.json", "window.json"):
        if (root / name).is_file():
            (root / name).chmod(0o600)


STEPS: tuple[Step, ...] = (Step(("settings.json", "window.json"), _close_to_others),)
"""In order; their count is the number that this version writes."""


def number_of(root: Path) -> int:
    """The number of a home; 0 where none is written down, or what stands there is none."""
    try:
        word = (root / _FILE).read_bytes()[:_MOST_BYTES].strip()
    except OSError:
        return 0
    return int(word) if word.isdigit() else 0


def must_be_known(root: Path, known: int = len(STEPS)) -> None:
    """Raises HomeNewer where a newer Luminair has used this home."""
    number = number_of(root)
    if number > known:
        raise HomeNewer(
            f"'{root}' was last used by a newer Luminair (its form is {number}, this one knows "
            f"{known}), so nothing there was changed; open it with that version, or name another "
            "folder with --home."
        )


def bring_up(root: Path, now: datetime, steps: Sequence[Step] = STEPS) -> Path | None:
    """Brings an older home to the number of this version.

    Args:
        root: the home folder; made where it is missing.
        now: the time, aware; names the copy.
        steps: the ways, in order.

    Returns:
        The folder with the copies; None where nothing had to be copied.

    Raises:
        HomeNewer: it is newer than this version.
        WriteFailed: the disk refused; the number stays what it was, and the copies stay.
        LockBusy: another process is at it.
    """
    from luminair import files  # noqa: PLC0415 the read path only looks at the number

    must_be_known(root, len(steps))
    if number_of(root) == len(steps):
        return None
    try:
        files.make_private(root)
        with files.lock(root / "format.lock"):
            before = number_of(root)
            copies = _copy(root, before, now, steps[before:])
            for step in steps[before:]:
                step.do(root)
            files.write_atomic(root / _FILE, f"{len(steps)}\n".encode(), mode=0o600, sure=True)
            return copies
    except OSError as error:
        raise files.write_failed(error, root / _FILE) from error


def _copy(root: Path, number: int, now: datetime, steps: Sequence[Step]) -> Path | None:
    """Copies what the steps will change; raises OSError or WriteFailed."""
    from datetime import UTC  # noqa: PLC0415 as above

    from luminair import files  # noqa: PLC0415

    names = dict.fromkeys(name for step in steps for name in step.touches)
    found = [root / name for name in names if (root / name).is_file()]
    if not found:
        return None
    folder = root / "backups" / f"form-{number}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    files.make_private(folder)
    for file in found:
        files.write_atomic(folder / file.name, file.read_bytes(), mode=0o600, sure=True)
    return folder
