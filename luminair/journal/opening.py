"""Before a vault is open: what it is opened with, what a folder holds, making a vault of it."""

from __future__ import annotations

import os
import stat

from luminair.errors import VaultMissing, VaultNewer, VaultNotAFolder, VaultUnreadable, WriteFailed
from luminair.files import write_failed
from luminair.journal.digest_items import Options
from luminair.journal.ranking.words_english import CHATTER
from luminair.journal.vault.tree import look
from luminair.journal.vault.vault_format import MACHINE_FOLDER
from luminair.journal.vault.vault_settings import change_settings, read_settings
from luminair.values import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

    from luminair.journal.digest_items import Waiting
    from luminair.journal.meaning.signal import Embedder
    from luminair.journal.notes.note import LoadedNote
    from luminair.journal.vault.refreshing import Ahead

_HEAD_BYTES = 16_384
"""How much of a file is read to see whether its header has an id of ours."""


def _nobody() -> None:
    """Warms nothing up: somebody else does, or nobody has to."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a Journal is opened with; nothing in it is read from the environment here.

    Attributes:
        root: the vault's folder.
        index: this machine's folder for the vault's index, None to keep it in memory.
        home: the owner's home folder, which is never a project.
        now: the clock, aware.
        draw: random integers, for ids.
        by: who writes: 'owner' or '<lane>/<model>'.
        machine: names this machine's log in a shared vault.
        chatter: words and phrases that ask for nothing.
        bundled: the app's own Harness files.
        options: the digest's settings.
        worktrees_apart: each worktree of a repository is a project of its own.
        embedder: the model that ranks by meaning now, as the owner's settings have it; None for
            words alone.
        mask: takes secrets out of a text before it is embedded.
        warm_up: starts loading the embedder's model, without being waited for.
        waiting: which of the notes seen at a place do not ride yet, by path, with the reason.
        ahead: waits for a look at the vault that has been begun; None looks when it is opened.
    """

    root: Path
    index: Path | None
    home: str
    now: Callable[[], datetime]
    draw: Callable[[], int]
    by: str = "owner"
    machine: str = ""
    chatter: frozenset[str] = frozenset()
    bundled: Iterable[LoadedNote] = ()
    options: Options = field(default_factory=Options)
    worktrees_apart: bool = False
    embedder: Callable[[], Embedder | None] = _nobody
    mask: Callable[[str], str] = str
    warm_up: Callable[[], None] = _nobody
    waiting: Waiting | None = None
    ahead: Ahead | None = None


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """What a folder holds that may become a vault.

    Attributes:
        place: the folder.
        exists: whether it is there.
        notes: Markdown files in it, at any depth.
        bytes: of these files together.
        folders: top folders that hold notes, with how many at any depth, by name.
        loose: notes that are in no folder.
        asks: whether the owner has to say which notes may ride: it holds notes without a
            Luminair id, and nobody has said so before (spec 1.5).
        ride: the answer that was given before: 'all', 'none', folders, or None.
        never_ride: folders whose notes never ride, whatever the answer.
        unreadable: how many files and folders could not be looked at.
    """

    place: Path
    exists: bool
    notes: int = 0
    bytes: int = 0
    folders: tuple[tuple[str, int], ...] = ()
    loose: int = 0
    asks: bool = False
    ride: str | tuple[str, ...] | None = None
    never_ride: tuple[str, ...] = ()
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class InitReport:
    """What ``init`` did.

    Attributes:
        vault: the folder.
        created: whether it was made now.
        ride: which notes without a Luminair id may ride: 'all', 'none' or folders.
        plain: how many notes of the owner's own were found.
    """

    vault: Path
    created: bool
    ride: str | tuple[str, ...]
    plain: int


def look_into(root: Path) -> FolderFacts:
    """What a folder holds; changes nothing.

    Args:
        root: the folder; it need not exist.

    Raises:
        VaultNotAFolder: a file stands there.
        VaultUnreadable: it may not be listed.
    """
    try:
        seen = look(os.fspath(root))
    except VaultMissing:
        return FolderFacts(root, exists=False)
    files = seen.files
    counts: dict[str, int] = {}
    loose = 0
    for sign in files:
        top, inside, _ = sign.path.partition("/")
        if inside:
            counts[top] = counts.get(top, 0) + 1
        else:
            loose += 1
    before = read_settings(root)
    asked = before.ride is not None or before.made_by_luminair
    return FolderFacts(
        root,
        exists=True,
        notes=len(files),
        bytes=sum(sign.size for sign in files),
        folders=tuple(sorted(counts.items(), key=lambda pair: pair[0].casefold())),
        loose=loose,
        asks=not asked and any(not _has_id(root / sign.path) for sign in files),
        ride=before.ride,
        never_ride=tuple(folder.strip("/") for folder in before.never_ride),
        unreadable=len(seen.unreadable),
    )


def _has_id(file: Path) -> bool:
    """Whether the note carries an id of ours."""
    from luminair.journal.notes.reading import note_of  # noqa: PLC0415 not all that start read

    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
    except OSError:
        return True  # what cannot be read cannot ride, so there is nothing to ask about it
    if len(head) == _HEAD_BYTES:
        head = head[: head.rfind(b"\n") + 1]  # a cut in the middle of a character is no damage
    return note_of(file.name, head, file_time="").note.id is not None


def init_vault(root: Path, *, ride: str | tuple[str, ...] | None) -> InitReport:
    """Makes the folder a vault, or adopts a folder of somebody's own notes.

    Args:
        root: the folder; made if missing.
        ride: the owner's answer on plain notes; None keeps the one given before, else lets
            none ride where there are notes, and all where the folder is new and empty.

    Raises:
        VaultNotAFolder: a file stands in its place.
        VaultUnreadable: it, or a folder above it, may not be read.
        VaultNewer: a newer Luminair has written to it.
        WriteFailed: it could not be made, or may only be read.
    """
    created = not _is_folder(root)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise write_failed(fault, root) from fault
    plain = len(look(os.fspath(root)).files)
    before = read_settings(root)
    ours = before.made_by_luminair or plain == 0
    answer = ride if ride is not None else before.ride
    if answer is None and not ours:
        answer = "none"
    try:
        settings = change_settings(root, ride=answer, made_by_luminair=ours)
    except VaultNewer:
        raise  # its own sentence says why
    except WriteFailed as fault:
        reason = getattr(fault.__cause__, "strerror", None) or "the system refused it"
        raise WriteFailed(
            f"'{root}' cannot become a Journal because it may not be written to "
            f"({reason.lower()}), and Luminair keeps safety copies and the answer on which notes "
            f"ride in its own folder '{MACHINE_FOLDER}' there; choose another folder, or change "
            "the permissions of this one."
        ) from fault
    return InitReport(root, created, settings.ride or "all", plain)


def _is_folder(root: Path) -> bool:
    """Whether the folder is there; raises as :func:`init_vault`."""
    try:
        found = root.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as fault:
        reason = (fault.strerror or "the system refused it").lower()
        raise VaultUnreadable(
            f"'{root}' may not be looked at ({reason}); change the permissions of the folders "
            "above it, or name another folder."
        ) from fault
    if not stat.S_ISDIR(found.st_mode):
        raise VaultNotAFolder(
            f"'{root}' is a file, so no Journal can be made there; name a folder."
        )
    return True


def bundled_harness(folder: Path) -> Iterable[LoadedNote]:
    """The Harness files that ship with the app, as notes at the paths they would have.

    They are read when somebody looks: most digests do without them.
    """
    return _Bundled(folder)


class _Bundled:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __iter__(self) -> Iterator[LoadedNote]:
        from luminair.journal.notes.reading import note_of  # noqa: PLC0415 see above

        for file in sorted(self._folder.glob("*.md")):
            path = f"Harness/{file.name}"
            yield note_of(path, file.read_bytes(), file_time="2026-01-01T00:00:00.000Z")


def chatter_words(folder: Path) -> frozenset[str]:
    """Words and phrases that ask for nothing, of all languages in the folder, casefolded."""
    words = set(CHATTER)
    for name in sorted(os.listdir(folder)):  # noqa: PTH208 glob() compiles a pattern first
        if name.endswith(".txt"):
            lines = (folder / name).read_bytes().decode().splitlines()
            words.update(line.strip().casefold() for line in lines)
    words.discard("")
    return frozenset(words)
