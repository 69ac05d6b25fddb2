"""The Journal's tools behind the MCP server: opens the vault late and keeps it open."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from luminair.errors import LuminairError
from luminair.tools import Answer, Definition, offered, run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.agents.session import Speaker
    from luminair.journal import Journal, Place


_CLIENTS = ("claude", "codex", "gemini")


class JournalTools:
    """The tools for one session; used by one thread at a time.

    Args:
        opened: opens the vault; raises LuminairError while it cannot.
        speaker: says whose tools they are; asked at each call, for a host goes from one
            conversation to the next.
    """

    def __init__(self, opened: Callable[[], Journal], speaker: Callable[[], Speaker]) -> None:
        self._opened = opened
        self._speaker = speaker
        self._journal: Journal | None = None
        self._place: Place | None = None
        self._for: Speaker | None = None
        self._client = ""

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The tools that are built."""
        return offered()

    def meet(self, client: str, version: str) -> None:
        """Learns which program asks; its notes name it where no session of ours does."""
        known = next((lane for lane in _CLIENTS if lane in client.casefold()), client)
        self._client = f"{known}/{version}"

    def prepare(self) -> None:
        """Opens the vault, so that the first call does not wait for it."""
        try:
            self._open()
        except (LuminairError, OSError):
            return  # the first call tries again, and tells the model why not

    def call(self, name: str, arguments: object) -> Answer:
        """Runs a tool on the vault as it is now; a vault that is not there is a failed answer."""
        try:
            journal, place = self._open()
            journal.refresh()
        except LuminairError as error:
            return Answer(str(error), failed=True)
        by = self._for.by if self._for is not None else ""
        return run(name, arguments, journal=journal, place=place, by=by or self._client)

    def close(self) -> None:
        """Lets the index go."""
        if self._journal is not None:
            self._journal.close()

    def _open(self) -> tuple[Journal, Place]:
        if self._journal is None:
            self._journal = self._opened()
        speaker = self._speaker()
        if self._place is None or speaker != self._for:
            self._for = speaker
            self._place, _ = self._journal.place(
                session=speaker.session, cwd=speaker.folder, ancestors=speaker.ancestors
            )
        return self._journal, self._place


def journal_tools(
    *,
    home: str | None,
    vault: str | None,
    session: str = "",
    folder: str = "",
    environ: Mapping[str, str] | None = None,
) -> JournalTools:
    """The tools of the owner's vault, for the session that the environment names.

    Args:
        home: the value of ``--home``, or None.
        vault: the value of ``--vault``, or None.
        session: the value of ``--session``, or ''.
        folder: the value of ``--cwd``, or ''.
        environ: the environment; None reads the process's own.
    """
    found = os.environ if environ is None else environ

    def opened() -> Journal:
        from luminair import bootstrap  # noqa: PLC0415 the first answer does not wait for it

        # Each write names its own writer; what does not is a model's all the same.
        return bootstrap.open_journal(home=home, vault=vault, by="agent/unknown")

    def speaker() -> Speaker:
        from luminair import bootstrap  # noqa: PLC0415 the first answer does not wait for it
        from luminair.agents.host import Hosts, host_process  # noqa: PLC0415
        from luminair.agents.session import speaker_of  # noqa: PLC0415
        from luminair.config.paths import find_home  # noqa: PLC0415
        from luminair.sessions.library import Library  # noqa: PLC0415

        own = find_home(home)
        library = Library(own.root, now=bootstrap.clock, draw=bootstrap.draw)
        return speaker_of(
            found,
            here=_here(),
            session=session,
            folder=folder,
            look_up=lambda identity: library.open(identity).session,
            recorded=lambda: Hosts(own.hosts).of(host_process()),
        )

    return JournalTools(opened, speaker)


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 a plain string is asked for
    except OSError:
        return ""  # the folder is gone
