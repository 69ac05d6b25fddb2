"""Every folder Luminair uses, and the one switch that moves them all.

``LUMINAIR_HOME`` (or ``--home``) holds what is this machine's alone: settings, sessions, word
index, receipts. The vault is the owner's folder and is found by ``--vault``, ``LUMINAIR_VAULT``,
the setting, then the default, in that order (spec 1.1).
"""

from __future__ import annotations

import os
import sys

from luminair.errors import LuminairError
from luminair.files import sha256_of
from luminair.late_path import late_path
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

AGENT_MARKS = ("CLAUDECODE", "AI_AGENT", "GEMINI_CLI", "LUMINAIR_LANE")
"""Variables by which a command knows that a coding agent runs it (spec 7.3)."""

AGENT_PREFIXES = ("CODEX_",)


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of everything that belongs to this machine.

    Nothing is created by naming a path; whoever writes makes the folder.
    """

    root: Path

    @property
    def settings_file(self) -> Path:
        """The owner's settings, JSON."""
        return self.root / "settings.json"

    @property
    def bin(self) -> Path:
        """Launchers that other programs call, such as hooks."""
        return self.root / "bin"

    @property
    def logs(self) -> Path:
        """What went wrong, without prompts or keys."""
        return self.root / "logs"

    @property
    def hosts(self) -> Path:
        """Which conversation runs in which coding agent's process."""
        return self.root / "state" / "hosts"

    def index(self, vault: Path) -> Path:
        """The word index of one vault."""
        return self.root / "index" / vault_hash(vault)

    def receipts(self, vault: Path) -> Path:
        """What rode with which message, for one vault."""
        return self.root / "receipts" / vault_hash(vault)

    def state(self, vault: Path) -> Path:
        """What this machine knows of the sessions at one vault, such as their last turns."""
        return self.root / "state" / vault_hash(vault)

    def seen(self, vault: Path) -> Path:
        """A mark that this vault was there once, so that its absence is reported."""
        return self.root / "index" / vault_hash(vault) / "seen"


def vault_hash(vault: Path) -> str:
    """Sixteen hex digits that name a vault by its real path."""
    return sha256_of(os.fsencode(os.path.realpath(vault)))[:16]


def person() -> Path:
    """The owner's home folder.

    Raises:
        LuminairError: ``HOME`` is set to what is no folder's full path. An empty one would make
            ``/`` the home folder, and a relative one whatever folder is current.
    """
    named = os.environ.get("HOME")
    if named is not None and not named.startswith("/") and sys.platform != "win32":
        raise LuminairError(
            f"The variable HOME is '{named}', which is no folder's full path, so nobody can tell "
            "where your files lie; set it to your home folder, or unset it."
        )
    return home_folder()


def home_folder() -> Path:
    """The same, whatever ``HOME`` says; for those who only compare with it."""
    home = os.path.expanduser("~")  # noqa: PTH111 pathlib is not loaded yet
    return late_path(home) if home.startswith("/") else _usual(home).expanduser()


def _absolute(named: str) -> Path:
    if named.startswith("/"):
        return late_path(named)
    if named.startswith("~"):
        person()  # it would be read as the root of the disk
    return _usual(named).expanduser().absolute()


def _usual(text: str) -> Path:
    from pathlib import Path  # noqa: PLC0415 what is named is mostly absolute

    return Path(text)


def find_home(given: str | None = None, environ: Mapping[str, str] | None = None) -> Home:
    """The home folder: as given, else ``LUMINAIR_HOME``, else the platform's place.

    Args:
        given: the value of ``--home``, or None.
        environ: the environment; None reads the process's own.

    Raises:
        LuminairError: nobody says where it lies, see :func:`person`.
    """
    env = os.environ if environ is None else environ
    chosen = given or env.get("LUMINAIR_HOME")
    if chosen:
        return Home(_absolute(chosen))
    if sys.platform == "darwin":
        return Home(person() / "Library" / "Application Support" / "Luminair")
    if sys.platform == "win32":
        return Home(late_path(env.get("APPDATA") or person()) / "Luminair")
    base = env.get("XDG_DATA_HOME")
    return Home((late_path(base) if base else person() / ".local" / "share") / "luminair")


def default_vault() -> Path:
    """Where the Journal lies until the owner says otherwise."""
    return home_folder() / "Documents" / "Luminair Journal"


def find_vault(
    given: str | None, setting: str, environ: Mapping[str, str] | None = None
) -> tuple[Path, str]:
    """The vault's folder and who named it.

    Args:
        given: the value of ``--vault``, or None.
        setting: the ``vault`` setting, or ''.
        environ: the environment; None reads the process's own.

    Returns:
        The absolute path and one of '--vault', 'LUMINAIR_VAULT', 'settings', 'default'.

    Raises:
        LuminairError: nobody says where it lies, see :func:`person`.
    """
    env = os.environ if environ is None else environ
    for chosen, by in (
        (given, "--vault"),
        (env.get("LUMINAIR_VAULT"), "LUMINAIR_VAULT"),
        (setting, "settings"),
    ):
        if chosen:
            return _absolute(chosen), by
    person()
    return default_vault(), "default"


def running_agent(environ: Mapping[str, str] | None = None) -> str:
    """The variable that shows a coding agent runs us, or ''."""
    env = os.environ if environ is None else environ
    for name in env:
        if (name in AGENT_MARKS or name.startswith(AGENT_PREFIXES)) and env[name]:
            return name
    return ""


def resources() -> Path:
    """The folder of files that ship with the app.

    It stands beside the package in a checkout, inside the package in a wheel, and in the
    bundle's data folder in a frozen app.
    """
    package = late_path(os.path.realpath(__file__)).parent.parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [package / "resources", package.parent / "resources"]
    if frozen:
        places.insert(0, late_path(frozen) / "resources")
    for place in places:
        if place.is_dir():
            return place
    return places[-1]
