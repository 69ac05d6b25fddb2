"""Which folder is the Journal: where it stands, what a folder holds, making and changing it.

Nothing is written to a folder before the owner says so (spec 1.1), and a vault that was there
once and is gone is reported, never made anew.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from enum import StrEnum

from luminair import journal as journal_room
from luminair.bare import RLock
from luminair.config import paths
from luminair.dates import timedelta
from luminair.errors import (
    LuminairError,
    Refused,
    VaultError,
    VaultMissing,
    VaultNotAFolder,
    VaultUnreadable,
)
from luminair.late_path import late_path
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.journal import FolderFacts, Journal, Options, Receipts

Ride = str | tuple[str, ...] | None

_RECEIPTS_FOR = timedelta(days=365)
_RECEIPTS_MOST = 10_000


class Standing(StrEnum):
    """How the Journal's folder stands."""

    THERE = "there"
    MISSING = "missing"
    """It was never there: the first start, or a place that was only just named."""
    GONE = "gone"
    """It was there once: an unmounted disk, a moved folder."""
    NOT_A_FOLDER = "not a folder"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class JournalState:
    """How the Journal stands, for the window.

    Attributes:
        standing: in one word.
        sentence: what is so and what to do, '' where all is well. A Journal that is there has
            one too where a newer Luminair wrote it: then it is only read.
        place: the folder.
        named_by: '--vault', 'LUMINAIR_VAULT', 'settings' or 'default'.
    """

    standing: Standing
    sentence: str
    place: Path
    named_by: str

    @property
    def can_choose(self) -> bool:
        """Whether another folder can be chosen in the window, for good."""
        return self.named_by in {"settings", "default"}


def standing_of(home: Home, root: Path) -> tuple[Standing, str]:
    """How a vault's folder stands, and the system's reason where it cannot be read."""
    try:
        found = root.stat()
    except (FileNotFoundError, NotADirectoryError):
        return (Standing.GONE if _was_seen(home, root) else Standing.MISSING), ""
    except (OSError, ValueError) as error:
        return Standing.UNREADABLE, _reason(error)
    if not stat.S_ISDIR(found.st_mode):
        return Standing.NOT_A_FOLDER, ""
    if not os.access(root, os.R_OK | os.X_OK):
        return Standing.UNREADABLE, "permission denied"
    return Standing.THERE, ""


def must_be_there(home: Home, root: Path, named_by: str) -> None:
    """Raises the error, worded for a terminal, where a vault cannot be opened.

    Raises:
        VaultMissing: with a sentence that says whether it was there once.
        VaultNotAFolder: a file stands there.
        VaultUnreadable: it, or a folder above it, may not be read.
    """
    standing, reason = standing_of(home, root)
    where = "" if named_by in {"default", "--vault"} else f" (named by {named_by})"
    match standing:
        case Standing.THERE:
            return
        case Standing.GONE:
            raise VaultMissing(
                f"The Journal's folder '{root}' is not there any more; connect its disk or move "
                "it back, or name another with --vault."
            )
        case Standing.MISSING:
            raise VaultMissing(
                f"There is no Journal at '{root}'{where}; make one with `luminair-journal init`, "
                "or name another with --vault."
            )
        case Standing.NOT_A_FOLDER:
            raise VaultNotAFolder(
                f"The Journal's place '{root}' is a file, not a folder; name another with --vault."
            )
        case Standing.UNREADABLE:
            raise VaultUnreadable(
                f"The Journal's folder '{root}'{where} may not be read ({reason}); change the "
                "permissions of it and of the folders above it, or name another with --vault."
            )


def look_into(folder: Path, home: Home) -> FolderFacts:
    """What a folder holds that the owner thinks of as the Journal; changes nothing.

    Args:
        folder: need not exist.
        home: where this machine's files lie, which is no place for notes.

    Raises:
        Refused: the folder is no place for a Journal.
        VaultNotAFolder: it is a file.
        VaultUnreadable: it may not be read.
    """
    place = late_path(os.path.abspath(folder.expanduser()))  # noqa: PTH100 links stay as they are named
    _refuse_unfit(place, home)
    try:
        standing, reason = standing_of(home, place)
        if standing is Standing.UNREADABLE:
            raise VaultUnreadable(f"'{place}' may not be read ({reason}); choose another folder.")
        return journal_room.look_into(place)
    except VaultNotAFolder as error:
        raise VaultNotAFolder(f"'{place}' is a file, not a folder; choose a folder.") from error


def _refuse_unfit(place: Path, home: Home) -> None:
    """Folders of which the Journal would take in what nobody meant."""
    refuse_whole_home(place)
    real = late_path(os.path.realpath(place))
    state = late_path(os.path.realpath(home.root))
    if real == state or state in real.parents or real in state.parents:
        raise Refused(
            f"'{place}' has to do with where Luminair keeps its own files; choose another folder."
        )
    if any(part.startswith(".") for part in real.parts[-1:]):
        from luminair.machine import file_manager  # noqa: PLC0415 a digest refuses none

        seen = f"choose one that you can see in {file_manager()}."
        raise Refused(f"'{place}' is a hidden folder; {seen}")


def refuse_whole_home(place: Path) -> None:
    """Raises Refused where a folder is the person's home folder, or holds it."""
    real = late_path(os.path.realpath(place))
    person = late_path(os.path.realpath(paths.home_folder()))
    if real == person or real in person.parents:
        raise Refused(
            f"'{place}' holds more than notes; choose a folder inside it, such as one in Documents."
        )


def _was_seen(home: Home, root: Path) -> bool:
    try:
        return home.seen(root).exists()
    except OSError:
        return False


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or "the system refused it").lower()


class Vaults:
    """The vault of the running app: opened late, and exchanged when the owner chooses another.

    Args:
        home: where this machine's files lie.
        settings: name the vault, and hold what digests may cost.
        place: the vault's folder at the start.
        named_by: who named it.
        open_at: opens a vault; raises LuminairError while it cannot.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        place: Path,
        named_by: str,
        *,
        open_at: Callable[[Path, str], Journal],
    ) -> None:
        self._home, self._settings = home, settings
        self._place, self._named_by = place, named_by
        self._open_at = open_at
        self._opening = RLock()
        self._open: Journal | None = None
        self._former: list[Journal] = []

    @property
    def place(self) -> Path:
        """The vault's folder."""
        return self._place

    @property
    def journal(self) -> Journal:
        """The door to the vault, opened when it is first needed, with the settings of now.

        Raises:
            LuminairError: it cannot be opened now; the next call tries again.
        """
        options, apart = options_of(self._settings), self._worktrees_apart
        with self._opening:
            if self._open is not None and self._open.setup.worktrees_apart is not apart:
                self._let_go()
            if self._open is None:
                opened = self._open_at(self._place, self._named_by)
                opened.warm()
                with suppress(LuminairError):  # a vault that cannot be written can be read
                    opened.tidy(lambda: self._named(opened.setup.now()))
                self._open = opened
            if self._open.setup.options != options:
                self._open.set_options(options)
            return self._open

    @property
    def _worktrees_apart(self) -> bool:
        return self._settings.on("projects.worktrees_apart")

    def _named(self, now: datetime) -> set[str]:
        """The versions that receipts name, once those that are too many or too old went."""
        receipts = self.receipts()
        receipts.prune(now, age=_RECEIPTS_FOR, most=_RECEIPTS_MOST)
        return receipts.versions_named()

    def receipts(self) -> Receipts:
        """What rode with which message, of this vault on this machine."""
        keep = self._settings.on("receipts.keep_prompt")
        return journal_room.Receipts(self._home.receipts(self._place), keep_prompts=keep)

    def state(self) -> JournalState:
        """How the vault stands now; opens it where that can be done."""
        with self._opening:
            place, named_by = self._place, self._named_by
        standing, reason = standing_of(self._home, place)
        sentence = _for_window(standing, place, reason)
        if standing is Standing.THERE:
            try:
                self.journal.refresh()
                sentence = self.journal.newer
            except VaultMissing as error:
                standing, sentence = Standing.GONE, str(error)
            except LuminairError as error:
                standing, sentence = Standing.UNREADABLE, str(error)
        return JournalState(standing, sentence, place, named_by)

    def make(self, place: Path, ride: Ride) -> JournalState:
        """Makes a folder the Journal, from now on; the folder is made if it is missing.

        Args:
            place: the folder.
            ride: which notes without a Luminair id may ride: 'all', 'none' or folders; None
                keeps an answer that was given before, else lets none ride.

        Raises:
            Refused: the folder is no place for a Journal.
            VaultError: it cannot be read.
            WriteFailed: it, or the setting, could not be written; the vault before stays.
        """
        facts = look_into(place, self._home)
        journal_room.init_vault(facts.place, ride=ride)
        is_default = facts.place == paths.default_vault()
        named = "" if is_default else str(facts.place)
        with self._opening:
            if self._named_by in {"settings", "default"} or facts.place != self._place:
                if self._settings.text("vault") != named:
                    self._settings.set({"vault": named})
                self._named_by = "default" if is_default else "settings"
            self._let_go()
            self._place = facts.place
        state = self.state()
        if state.standing is not Standing.THERE:
            raise VaultError(state.sentence)
        return state

    def close(self) -> None:
        """Lets every index go; called once, last."""
        with self._opening:
            self._let_go()
            for journal in self._former:
                journal.close()
            self._former.clear()

    def _let_go(self) -> None:
        """A running turn may still read the vault of before, so it is closed at the end only."""
        if self._open is not None:
            self._former.append(self._open)
            self._open = None


def options_of(settings: Settings) -> Options:
    """What a digest may hold and cost, as the owner set it."""
    return journal_room.Options(
        cap=settings.number("digest.cap"),
        budget_tokens=settings.number("digest.tokens"),
        pin_tokens=settings.number("digest.pin_tokens"),
        dead_end_cap=settings.number("digest.dead_ends"),
    )


def _for_window(standing: Standing, place: Path, reason: str) -> str:
    """The sentence that the window shows; it has buttons for what can be done."""
    match standing:
        case Standing.THERE:
            return ""
        case Standing.MISSING:
            return f"There is no Journal at '{place}' yet, so no notes ride with your messages."
        case Standing.GONE:
            return (
                f"The Journal's folder '{place}' is not there any more; connect its disk or move "
                "it back. Sessions still work, and no notes ride until then."
            )
        case Standing.NOT_A_FOLDER:
            return f"The Journal's place '{place}' is a file, not a folder; choose a folder."
        case Standing.UNREADABLE:
            return (
                f"The Journal's folder '{place}' may not be read ({reason}); let Luminair read it "
                "in System Settings, Privacy & Security, Files and Folders, or choose another."
            )
