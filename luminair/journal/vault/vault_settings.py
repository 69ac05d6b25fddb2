"""What belongs to the vault and travels with it: which notes may ride in prompts.

``.luminair/settings.json`` is plain JSON. A vault may come from strangers, so nothing in it is
ever run and only the keys below mean anything. While the file cannot be read nothing rides at
all: what it closed is not known, and the owner may have closed any folder.
"""

from __future__ import annotations

import os

from luminair.bare import json_value
from luminair.errors import Refused
from luminair.files import lock, sha256_of, write_atomic
from luminair.journal.notes.paths import name_key
from luminair.journal.vault.vault_format import MACHINE_FOLDER
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ALL = "all"
NONE = "none"
DEFAULT_NEVER_RIDE = ("Templates/",)
_FILE = "settings.json"
SETTINGS_PATH = f"{MACHINE_FOLDER}/{_FILE}"
_LARGEST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """The vault's own settings.

    Attributes:
        ride: the owner's answer on notes without a Luminair id: 'all', 'none' or the folders
            that may ride; None while nobody has answered.
        made_by_luminair: whether the vault began as one of ours; then plain files dropped into
            it ride.
        never_ride: folders whose notes never ride, whoever wrote them.
        problem: why the file could not be read, a sentence's end ('is …'), or ''; then no
            note rides.
        second_yes: a rule that somebody else wrote waits for a second person's yes.
    """

    ride: str | tuple[str, ...] | None = None
    made_by_luminair: bool = False
    never_ride: tuple[str, ...] = DEFAULT_NEVER_RIDE
    problem: str = ""
    second_yes: bool = False


def may_ride(path: str, *, has_luminair_id: bool, settings: VaultSettings) -> bool:
    """Whether a note may ride in prompts at all (spec 1.5); it is searchable in any case.

    Args:
        path: the note's path in the vault.
        has_luminair_id: whether its header has an id of ours.
        settings: the vault's.
    """
    if settings.problem or _below(path, settings.never_ride):
        return False
    if has_luminair_id or settings.ride == ALL:
        return True
    if settings.ride is None:
        return settings.made_by_luminair
    return not isinstance(settings.ride, str) and _below(path, settings.ride)


def read_settings(root: Path) -> VaultSettings:
    """The settings of the vault at ``root``; never raises, whatever the file holds."""
    values, problem = _read(root / SETTINGS_PATH)
    never = values.get("never_ride")
    return VaultSettings(
        ride=_ride(values.get("ride")),
        made_by_luminair=values.get("made_by_luminair") is True,
        never_ride=_texts(never) if isinstance(never, str | list) else DEFAULT_NEVER_RIDE,
        problem=problem,
        second_yes=values.get("second_yes") is True,
    )


def change_settings(
    root: Path,
    *,
    ride: str | Iterable[str] | None = None,
    made_by_luminair: bool | None = None,
    never_ride: Iterable[str] | None = None,
    second_yes: bool | None = None,
    timeout_s: float = 10.0,
) -> VaultSettings:
    """Changes what is given and keeps the rest, unknown keys included.

    A file that cannot be read is replaced only by one that says again which folders never
    ride, and is kept in ``.luminair/conflicts/`` before.

    Args:
        root: the vault's folder.
        ride: 'all', 'none' or folders.
        made_by_luminair: the marker that ``init`` sets on a new vault.
        never_ride: folders; an empty list means there are none.
        second_yes: whether a rule of somebody else waits for a second person's yes.
        timeout_s: how long to wait for another writer.

    Returns:
        The settings as they are now.

    Raises:
        VaultMissing: the vault is gone.
        Refused: the file cannot be read, and ``never_ride`` is not given.
        LockBusy: another writer did not finish in time.
        WriteFailed: the disk refused.
    """
    from luminair.journal.vault.inside import VaultFolder  # noqa: PLC0415 writing only

    vault = VaultFolder(root)
    vault.check()
    folder = vault.machine_path("")
    with lock(folder / "lock", timeout_s):
        values, problem = _read(folder / _FILE)
        if problem and never_ride is None:
            raise Refused(
                f"'{folder / _FILE}' {problem}, so which folders it keeps out of prompts is not "
                "known; mend it in an editor, or remove it and answer again."
            )
        if problem and (folder / _FILE).is_file() and not (folder / _FILE).is_symlink():
            damaged = (folder / _FILE).read_bytes()
            copy = vault.machine_path("conflicts") / f"settings-{sha256_of(damaged)[:12]}.json"
            write_atomic(copy, damaged)
        if ride is not None:
            values["ride"] = ride if isinstance(ride, str) else list(ride)
        if made_by_luminair is not None:
            values["made_by_luminair"] = made_by_luminair
        if never_ride is not None:
            values["never_ride"] = list(never_ride)
        if second_yes is not None:
            values["second_yes"] = second_yes
        import json  # noqa: PLC0415 writing only

        text = json.dumps(values, ensure_ascii=False, indent=2) + "\n"
        write_atomic(folder / _FILE, text.encode("utf-8", "replace"))
    return read_settings(root)


def _read(file: Path) -> tuple[dict[str, object], str]:
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            value = json_value(stream.read(_LARGEST_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)  # of a JSONDecodeError
        return {}, f"is no valid JSON (line {line})" if line else "is no valid JSON in UTF-8"
    except OSError as error:
        return {}, f"may not be read ({(error.strerror or 'the system refused it').lower()})"
    if not isinstance(value, dict):
        return {}, "holds no settings"
    never = value.get("never_ride", [])
    if not isinstance(never, str) and not _is_texts(never):
        return value, "holds a 'never_ride' that is no list of folders"
    return value, ""


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _ride(value: object) -> str | tuple[str, ...] | None:
    if value is None:
        return None
    if isinstance(value, str):
        return ALL if value.strip().casefold() == ALL else NONE
    return _texts(value) or NONE


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        return ()
    return tuple(text for text in value if isinstance(text, str))


def _below(path: str, folders: Iterable[str]) -> bool:
    parts = _parts(path)
    return any(parts[: len(wanted)] == wanted for wanted in map(_parts, folders))


def _parts(path: str) -> list[str]:
    return [part for part in name_key(path).split("/") if part not in {"", "."}]
