"""One command line of another process, carried out here: the same code, other streams."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from luminair.cli import terminal
from luminair.cli.arguments import parse
from luminair.cli.asking import ASKED, SENT, Answer, this_version
from luminair.cli.carrying import carry_out
from luminair.cli.commands import COMMANDS, COMMON
from luminair.config import paths
from luminair.config.settings import Settings
from luminair.errors import LuminairError, Refused, UsageError
from luminair.vaults import options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.config.paths import Home
    from luminair.journal import Journal

_SAME: Final = ("HOME", "TZ", "OLLAMA_HOST")
"""Variables that this process reads for itself, so the asker's must be the same."""

_HEAD_FIELDS: Final = 2


class Request:
    """What a process asks.

    Attributes:
        version: which code it is; see ``asking.this_version``.
        folder: the folder it stands in, '' where that is gone.
        environ: what it sent of its environment; what is not set is left out.
        arguments: its command line, without the program's name.
        given: its standard input, where the command reads it.
    """

    def __init__(self, data: bytes) -> None:
        """Reads a request as ``asking.packed_request`` packs it.

        Raises:
            ValueError: it is none.
        """
        count, _, rest = data.partition(b"\0")
        fields = rest.split(b"\0", int(count))
        head = _HEAD_FIELDS + len(SENT)
        if len(fields) != int(count) + 1 or len(fields) <= head:
            raise ValueError(f"a request of {len(fields)} fields")
        words = [os.fsdecode(field) for field in fields[:-1]]
        self.version, self.folder = words[:_HEAD_FIELDS]
        sent = zip(SENT, words[_HEAD_FIELDS:head], strict=True)
        self.environ = {name: value for name, value in sent if value}
        self.arguments = words[head:]
        self.given = fields[-1]


class _Asker:
    """See ``arguments.Asker``."""

    def __init__(self, request: Request, own: Home, journal: Callable[[], Journal]) -> None:
        self._request, self._own, self._journal = request, own, journal
        self.folder = request.folder
        self.home = str(own.root)
        self.refused = False

    def journal(self, call: Call) -> Journal:
        try:
            return self._checked(call)
        except LuminairError:
            # Whatever keeps us from answering, the process finds out and says for itself.
            self.refused = True
            raise

    def _checked(self, call: Call) -> Journal:
        environ = self._request.environ
        home = paths.find_home(self._absolute(call.text("--home")), environ)
        settings = Settings(self._own.settings_file)
        root, _ = paths.find_vault(
            self._absolute(call.text("--vault")), settings.text("vault"), environ
        )
        if os.path.realpath(home.root) != os.path.realpath(self._own.root):
            raise Refused("This app has another home.")
        journal = self._journal()
        if os.path.realpath(root) != str(journal.root):
            raise Refused("This app has another Journal open.")
        setup = journal.setup
        apart = settings.on("projects.worktrees_apart")
        if setup.options != options_of(settings) or setup.worktrees_apart is not apart:
            raise Refused("The settings have changed under this app.")
        return journal

    def _absolute(self, given: str | None) -> str | None:
        """A path as the asking process means it."""
        if not given:
            return given
        return os.path.join(self._request.folder, os.path.expanduser(given))  # noqa: PTH111, PTH118


def answer(
    data: bytes, *, home: Home, journal: Callable[[], Journal], environ: Mapping[str, str]
) -> Answer | None:
    """Carries out what a process asks.

    Args:
        data: the request.
        home: of this app.
        journal: the open vault, true to the files at the moment of asking; raises LuminairError.
        environ: of this app.

    Returns:
        What the process would have printed; None where it has to do the work itself.
    """
    try:
        request = Request(data)
        call = parse(request.arguments, COMMANDS, COMMON)
    except (ValueError, UsageError):
        return None
    if request.version != this_version() or call.command is None or call.command.name not in ASKED:
        return None
    if any(request.environ.get(name) != (environ.get(name) or None) for name in _SAME):
        return None
    streams = terminal.Streams(request.given)
    asker = _Asker(request, home, journal)
    with terminal.streams_of(streams):
        code = carry_out(request.arguments, asker)
    if asker.refused:
        return None
    return Answer(code, streams.out.getvalue(), streams.err.getvalue())
