"""``sync``, ``merge-driver`` and ``export``: the vault on other machines, and as plain files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import open_vault
from luminair.cli.trust import writer_of
from luminair.errors import LuminairError, UsageError
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from luminair.cli.arguments import Call
    from luminair.exchange.sync import Synced

_SHOWN: Final = 20


def sync(call: Call) -> int:
    """Shares the vault over git; exit code 1 where the remote could not be used."""
    from luminair.agents.installing import renew_launcher  # noqa: PLC0415 a command loads its own
    from luminair.exchange.sync import sync as shared  # noqa: PLC0415
    from luminair.exchange.sync_driver import connect, set_up_driver  # noqa: PLC0415
    from luminair.journal import change_settings  # noqa: PLC0415
    from luminair.keeping.review.held import announce_all  # noqa: PLC0415
    from luminair.keeping.review.torn import proposals  # noqa: PLC0415

    writer_of(call).must_be_owner("sync the Journal")
    journal = open_vault(call)
    address = call.text("--to")
    if address is not None:
        connect(journal.root, os.environ, address)
    second = call.text("--second-yes")
    if second is not None:
        change_settings(journal.root, second_yes=second == "on")
    machine = os.uname().nodename.partition(".")[0] or "this machine"
    told = shared(journal, os.environ, now=bootstrap.clock, machine=machine)
    journal.refresh()
    if told.held:
        announce_all(journal, bootstrap.clock())
    if waiting := proposals(journal, told.torn):
        journal.proposals.propose(waiting, bootstrap.clock())
    home = bootstrap.locate(call.text("--home"), None)[0]
    renew_launcher(home)
    set_up_driver(journal.root, os.environ, home.bin / "luminair-journal")
    waiting_copies = sorted(journal.conflict_copies())
    if call.has("--json"):
        terminal.write_json({**_json(told), "conflict_copies": waiting_copies})
    else:
        _report(told)
        if waiting_copies:
            terminal.write(
                "Conflict copies of a sync service; `luminair-journal merge --copies` brings them "
                "and their notes together:\n"
            )
            _list(waiting_copies)
        if told.lack:
            terminal.say(told.lack)
    return 1 if told.lack else 0


def _json(told: Synced) -> dict[str, object]:
    return {
        "branch": told.branch,
        "remote": told.remote or None,
        "committed": told.committed,
        "came": told.came,
        "sent": told.sent,
        "two_versions": told.torn,
        "copies": told.copies,
        "held": told.held,
        "left_alone": [{"path": path, "reason": why} for path, why in told.left_alone.items()],
        "operations": told.operations,
        "commit": told.commit or None,
        "lack": told.lack or None,
    }


def _report(told: Synced) -> None:
    for what, paths in (("From here", told.committed), ("From elsewhere", told.came)):
        if paths:
            terminal.write(f"{what}, {counted(len(paths), 'file')}:\n")
            _list(paths)
    if told.torn:
        terminal.write("Both sides changed the same part; choose between the versions in:\n")
        _list(told.torn)
    if told.copies:
        terminal.write("Could not be brought together; the other version lies beside it:\n")
        _list(told.copies)
    if told.held:
        terminal.write("Rules of others, held until you say yes (`luminair-journal review`):\n")
        _list(told.held)
    if told.left_alone:
        terminal.write("Not shared:\n")
        _list(f"{path}: {why}" for path, why in told.left_alone.items())
    for operation in told.operations:
        terminal.write(f"`luminair-journal undo {operation}` takes back what came in.\n")
    if told.sent:
        where = f"'{told.remote}', branch {told.branch}"
        terminal.write(terminal.one_line(f"The Journal and {where} are the same.") + "\n")


def _list(lines: Iterable[str]) -> None:
    every = list(lines)
    for line in every[:_SHOWN]:
        terminal.write(f"  {terminal.one_line(line)}\n")
    if len(every) > _SHOWN:
        terminal.write(f"  and {len(every) - _SHOWN:,} more\n")


def merge_driver(call: Call) -> int:
    """Brings two versions of a file together for git; exit code 1 leaves it to the person."""
    from luminair.exchange.sync_driver import drive  # noqa: PLC0415 see above

    base, ours, theirs, path = call.arguments
    if not drive(Path(base), Path(ours), Path(theirs), path):
        raise LuminairError(
            f"'{path}' cannot be read as a note on one of the sides, so choose one by hand."
        )
    return 0


def export(call: Call) -> int:
    """Copies the vault and the app's sessions into a plain folder."""
    from luminair.exchange.giving import give  # noqa: PLC0415 see above
    from luminair.sessions.library import Library  # noqa: PLC0415

    if not call.arguments[0].strip():
        raise UsageError("`export` needs the name of a folder; the one given is empty.")
    folder = Path(os.path.abspath(os.path.expanduser(call.arguments[0])))  # noqa: PTH100, PTH111
    only = call.text("--only")
    root = None if only == "sessions" else open_vault(call).root
    home = bootstrap.locate(call.text("--home"), call.text("--vault"))[0].root
    library = Library(home, now=bootstrap.clock, draw=bootstrap.draw)
    given = give(folder, root, None if only == "notes" else library)
    if call.has("--json"):
        terminal.write_json(
            {
                "folder": str(given.folder),
                "files": given.files,
                "sessions": given.sessions,
                "bytes": given.bytes,
                "masked": list(given.masked),
                "left_out": [{"path": path, "reason": why} for path, why in given.left_out.items()],
            }
        )
        return 0
    parts = [f"{counted(given.files, 'file')} of the Journal"] if only != "sessions" else []
    parts += [counted(given.sessions, "session")] if only != "notes" else []
    terminal.write(terminal.one_line(f"Copied to {folder}: {' and '.join(parts)}.") + "\n")
    if given.masked:
        terminal.write(f"Masked in sessions: {', '.join(given.masked)}.\n")
    if given.left_out:
        terminal.write("Left out:\n")
        _list(f"{path}: {why}" for path, why in given.left_out.items())
    return 0


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "sync": sync,
    "merge-driver": merge_driver,
    "export": export,
}
