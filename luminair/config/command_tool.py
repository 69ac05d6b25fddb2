"""``luminair-journal`` on the owner's PATH: a link to the launcher that the app renews.

The link stands in ``/usr/local/bin`` where the owner may write there, else in ``~/.local/bin``. It
leads to the launcher of this home, so it outlives updates and moves of the app. Whatever else has
that name is somebody else's, and stays.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.config import launcher, paths
from luminair.errors import Refused, write_failed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.config.paths import Home


@dataclass(frozen=True, slots=True)
class Plan:
    """What installing or removing would do; nothing is done yet.

    Attributes:
        link: where the name stands.
        target: what it leads to.
        there: whether it stands there already.
        hint: what a terminal may need besides, '' for nothing.
    """

    link: Path
    target: Path
    there: bool
    hint: str


def usual_places() -> tuple[Path, ...]:
    """Where programs of the owner's own stand, in order."""
    return Path("/usr/local/bin"), paths.person() / ".local" / "bin"


def plan_install(
    home: Home,
    places: Sequence[Path],
    environ: Mapping[str, str] | None = None,
    started: str | None = None,
) -> Plan:
    """Where the tool would be put.

    Args:
        home: whose launcher it leads to.
        places: folders that will do, the best first; the last one is made where it is missing.
        environ: names the PATH and the shell; None reads the process's own.
        started: the program that runs this app; None asks the launcher.

    Raises:
        Refused: the app will be gone tomorrow, or something else has the name.
    """
    if launcher.is_passing(launcher.command()[0] if started is None else started):
        raise Refused(
            "Luminair runs from a disk image, which will be gone; move it to Applications, open "
            "it there, then install the command line tool."
        )
    target = home.bin / launcher.NAME
    known = _ours(places, target)
    folder = known.parent if known is not None else next(filter(_takes, places), places[-1])
    link = folder / launcher.NAME
    if known is None and os.path.lexists(link):
        raise Refused(
            f"'{link}' is there already and is not Luminair's, so it stays; move it away if you "
            "no longer need it, then try again."
        )
    env = os.environ if environ is None else environ
    on_path = str(folder) in env.get("PATH", "").split(os.pathsep)
    hint = "" if on_path or folder != places[-1] else _hint(folder, env.get("SHELL", ""))
    return Plan(link, target, known is not None, hint)


def install(home: Home, plan: Plan) -> None:
    """Makes the link, and the launcher that it leads to.

    Raises:
        Refused: something has taken the name meanwhile.
        WriteFailed: the disk refused.
    """
    try:
        launcher.renew(home)
        plan.link.parent.mkdir(parents=True, exist_ok=True)
        plan.link.symlink_to(plan.target)
    except FileExistsError as error:
        if _leads_to(plan.link, plan.target):
            return
        raise Refused(f"'{plan.link}' is there now and is not Luminair's, so it stays.") from error
    except OSError as error:
        raise write_failed(error, plan.link) from error


def plan_remove(home: Home, places: Sequence[Path]) -> Plan:
    """Which link would go.

    Raises:
        Refused: there is none of ours.
    """
    target = home.bin / launcher.NAME
    link = _ours(places, target)
    if link is None:
        where = " and ".join(f"'{place}'" for place in places)
        raise Refused(f"There is no command line tool of this Luminair in {where}.")
    return Plan(link, target, there=True, hint="")


def remove(plan: Plan) -> None:
    """Takes the link away, if it is still the one that was shown.

    Raises:
        Refused: something else has the name now.
        WriteFailed: the disk refused.
    """
    if not _leads_to(plan.link, plan.target):
        raise Refused(f"'{plan.link}' is not Luminair's any more, so it stays.")
    try:
        plan.link.unlink()
    except OSError as error:
        raise write_failed(error, plan.link) from error


def _ours(places: Sequence[Path], target: Path) -> Path | None:
    links = (place / launcher.NAME for place in places)
    return next((link for link in links if _leads_to(link, target)), None)


def _leads_to(link: Path, target: Path) -> bool:
    try:
        return link.readlink() == target
    except OSError:  # no link, or not there
        return False


def _takes(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _hint(folder: Path, login_shell: str) -> str:
    """The line that puts the folder on the PATH of the owner's shell."""
    shell = Path(login_shell or "/bin/zsh").name
    own = paths.person()
    named = f"$HOME/{folder.relative_to(own)}" if folder.is_relative_to(own) else str(folder)
    if shell == "fish":
        return f'If a terminal does not find it, type there: fish_add_path "{named}"'
    file = {"bash": "~/.bash_profile", "zsh": "~/.zprofile"}.get(shell, "~/.profile")
    line = f'export PATH="{named}:$PATH"'
    return f"If a terminal does not find it, add this line to {file}: {line}"
