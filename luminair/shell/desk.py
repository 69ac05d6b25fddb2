"""What the window asks of the rest of the house; ``bootstrap`` builds one.

Everything here may touch disk or network, so the shell calls it through ``jobs`` only; the
attributes and ``now`` are values and may be read anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.config.keys import KeyState
    from luminair.config.paths import Home
    from luminair.config.settings import Settings
    from luminair.context.block import Assembly
    from luminair.journal import Digest, FolderFacts, Journal, Receipts
    from luminair.lanes.lane import LaneInfo
    from luminair.lanes.roster import Roster
    from luminair.messages import Attachment
    from luminair.reviewing import Reviewing
    from luminair.sessions.library import Library
    from luminair.turns import TurnEvent
    from luminair.vaults import JournalState, Ride


class Keys(Protocol):
    """The owner's keys; each call may wait for the system's own question."""

    def save(self, provider: str, key: str) -> KeyState:
        """Keeps a key: in the keychain, else in memory, and then ``said`` says so.

        Raises:
            LuminairError: this cannot be a key.
        """
        ...

    def forget(self, provider: str) -> KeyState:
        """Takes a saved key away; one in the environment stays."""
        ...

    def state(self, provider: str) -> KeyState:
        """Where a provider's key comes from, without the key."""
        ...

    def look_again(self) -> None:
        """Lets the next question ask the keychain anew, after it was locked or said no."""
        ...


class Kept(Protocol):
    """What a write to the Journal came to."""

    @property
    def sentence(self) -> str:
        """What was done, for people: 'Remembered for this session: …'."""
        ...

    @property
    def key(self) -> str:
        """The note's id, else its path."""
        ...

    @property
    def operation(self) -> str:
        """What :meth:`Desk.undo` takes back."""
        ...


class Desk(Protocol):
    """All that the window needs, in one object."""

    @property
    def journal(self) -> Journal:
        """The door to the vault."""
        ...

    @property
    def library(self) -> Library:
        """The sessions."""
        ...

    @property
    def roster(self) -> Roster:
        """The lanes."""
        ...

    @property
    def settings(self) -> Settings:
        """What the owner chose."""
        ...

    @property
    def keys(self) -> Keys:
        """The owner's keys to providers."""
        ...

    @property
    def review(self) -> Reviewing:
        """What waits for the owner's yes."""
        ...

    @property
    def home(self) -> Home:
        """Where this machine's files lie."""
        ...

    @property
    def is_demo(self) -> bool:
        """Whether this is a look round in a home that goes at the end."""
        ...

    def now(self) -> datetime:
        """The time, aware, in the owner's time zone."""
        ...

    def project_name(self, folder: str) -> str:
        """What to call the project that a session's folder belongs to; '' for no folder."""
        ...

    def journal_state(self) -> JournalState:
        """How the Journal's folder stands now, with a sentence for the window."""
        ...

    def distill_quiet(
        self,
        folder: str = "",
        *,
        progress: Callable[[int, int, str], None] = lambda _done, _all, _title: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> object:
        """Folds the sessions that have gone quiet; see ``distilling.Distilling``."""
        ...

    def distilled(self, session: str, stopped: Callable[[], bool] = lambda: False) -> Kept:
        """Folds one session now, and says what it came to.

        Args:
            session: its id.
            stopped: asked while a model drafts.

        Raises:
            Stopped: the owner wanted it no more; nothing was written.
            LuminairError: it is still answering, or nothing could be written.
        """
        ...

    def look_into(self, folder: Path) -> FolderFacts:
        """What a folder holds that may become the Journal; changes nothing.

        Raises:
            LuminairError: it is no place for a Journal, or may not be read.
        """
        ...

    def make_journal(self, place: Path, ride: Ride = None) -> JournalState:
        """Makes a folder the Journal from now on; the folder is made if it is missing.

        Args:
            place: the folder.
            ride: which notes without a Luminair id may ride: 'all', 'none' or folders; None
                keeps an answer that was given before.

        Raises:
            LuminairError: the Journal of before stays.
        """
        ...

    def assemble(
        self, session: str, prompt: str, attachments: Sequence[Attachment] = ()
    ) -> Assembly:
        """What the next message of a session would carry.

        Raises:
            LuminairError: the Journal or the session cannot be read.
        """
        ...

    def digest(self, session: str, prompt: str) -> Digest:
        """What of the Journal would ride with a session's next message, and why.

        Raises:
            LuminairError: the Journal or the session cannot be read.
        """
        ...

    def run_turn(
        self,
        session: str,
        prompt: str,
        *,
        instead_of: str = "",
        attachments: Sequence[Attachment] = (),
    ) -> AsyncGenerator[TurnEvent, None]:
        """Runs one turn (``turns.run_turn``) on the session's own lane."""
        ...

    def answer(self, session: str, question: str, *, allow: bool) -> None:
        """Answers a ``Question`` of the running turn; one that is over is left alone."""
        ...

    def attach(self, session: str, path: Path) -> Attachment:
        """Takes a file for the next message: a text whole, a picture into the session's folder.

        Raises:
            LuminairError: it cannot be read, is too large, or is neither text nor picture.
        """
        ...

    def copy_of(self, session: str, upto: str = "") -> str:
        """A new session with the same conversation, which sees this one's notes.

        Args:
            session: what to copy.
            upto: the id of the last message to take (a fork); '' takes all (a duplicate).

        Returns:
            The new session's id.

        Raises:
            LuminairError: no such session or message, or the disk refused.
        """
        ...

    async def look_at(self, lane: str) -> LaneInfo:
        """Asks one lane what it can do now (models, readiness); never raises."""
        ...

    def look_around(self) -> AsyncGenerator[LaneInfo, None]:
        """Asks the lanes of this machine, and those that have a key, each as it answers."""
        ...

    async def renew(self, lane: str) -> None:
        """Makes a lane anew with the settings of now; its turns that run are ended."""
        ...

    async def release(self, session: str) -> None:
        """The session is in no pane any more: what its lane keeps alive for it may end."""
        ...

    def remember(self, session: str, text: str, *, for_project: bool = False) -> Kept:
        """Files a note: in session scope, or in folder scope for the whole project.

        Raises:
            LuminairError: nothing was written.
        """
        ...

    def dead_end(self, session: str, text: str) -> Kept:
        """Files a dead end, in folder scope where the session has a project.

        Raises:
            LuminairError: nothing was written.
        """
        ...

    def rule(self, session: str, text: str, *, for_project: bool) -> Kept:
        """Files a rule of the owner's, and says what it adds to every prompt.

        Raises:
            LuminairError: nothing was written.
        """
        ...

    def pin(self, session: str, name: str) -> Kept:
        """Pins the note of this id, path or title; the sentence says where it will ride.

        Raises:
            LuminairError: no such note, several of that title, or nothing was written.
        """
        ...

    def receipts(self) -> Receipts:
        """What rode with which message, of this vault on this machine."""
        ...

    def undo(self, operation: str) -> str:
        """Takes one write back; says so in a sentence.

        Raises:
            LuminairError: the files changed since.
        """
        ...

    async def hang_up(self) -> None:
        """Ends what every lane holds open; called once, before :meth:`close`."""
        ...

    def close(self) -> None:
        """Lets go of everything; called once, last."""
        ...
