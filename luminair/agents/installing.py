"""Puts the hook into the settings of coding agents, and takes it out again (spec 12).

The command that is written names the launcher below ``LUMINAIR_HOME`` and never changes between
versions, for Codex trusts a command by its text. It ends in ``exit 0``: an exit code of 2, as an
older Luminair gives for a word that it does not know, would block every prompt.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import files
from luminair.agents.hook_parts import MOST_PARTS
from luminair.agents.json_text import NotJson, Value, parsed, with_item, with_member, without
from luminair.config import launcher
from luminair.config.paths import find_home
from luminair.errors import LuminairError, Refused
from luminair.files import sha256_of, write_atomic
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.config.paths import Home

TITLES: Final = {"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI"}
_TIMEOUT: Final = {"claude": 5, "codex": 5, "gemini": 5000}
"""Seconds, for Gemini CLI milliseconds; far above the hook's own deadline."""

_EVENTS: Final = {
    "claude": ("SessionStart", "UserPromptSubmit", "SessionEnd"),
    "codex": ("SessionStart", "UserPromptSubmit"),
    "gemini": ("SessionStart", "BeforeAgent", "PreCompress", "SessionEnd"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """What installing or removing does to one file.

    Attributes:
        client: whose file it is.
        file: its place, without links.
        before: its bytes; None where there is none.
        after: as it will be; None where it goes away.
        restores: whether it becomes what it was before the hook came, byte for byte.
    """

    client: str
    file: Path
    before: bytes | None
    after: bytes | None
    restores: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether anything changes."""
        return self.before != self.after


def settings_file(client: str, environ: Mapping[str, str], person: Path) -> Path:
    """Where a client keeps its hooks.

    Args:
        client: one of ``TITLES``.
        environ: may move it.
        person: the home folder.
    """
    if client == "codex":
        return Path(environ.get("CODEX_HOME") or person / ".codex") / "hooks.json"
    if client == "claude":
        return Path(environ.get("CLAUDE_CONFIG_DIR") or person / ".claude") / "settings.json"
    return person / ".gemini" / "settings.json"


def is_there(client: str, environ: Mapping[str, str], person: Path) -> bool:
    """Whether the client has been used on this machine."""
    return settings_file(client, environ, person).parent.is_dir()


def commands(client: str, home: Home, vault: str | None = None) -> dict[str, list[str]]:
    """The command lines for each event."""
    words = [str(home.bin / launcher.NAME), "hook", "--client", client]
    ends: list[str] = []
    if home.root != find_home(None, {}).root:
        ends += ["--home", str(home.root)]
    if vault:
        ends += ["--vault", str(Path(vault).expanduser().absolute())]

    def line(*more: str) -> str:
        return f"{shlex.join([*words, *more, *ends])}; exit 0"

    parts = [line("--part", str(number)) for number in range(1, MOST_PARTS + 1)]
    return {event: parts if event == "SessionStart" else [line()] for event in _EVENTS[client]}


def is_ours(command: object) -> bool:
    """Whether a command of a settings file is the Journal's hook."""
    return isinstance(command, str) and launcher.NAME in command and " hook --client " in command


def installed(text: str) -> dict[str, list[str]]:
    """Our commands in a settings file, by event; raises NotJson."""
    found: dict[str, list[str]] = {}
    if _is_blank(text):
        return found
    for event, _, _, handler in _handlers(parsed(text)):
        told = handler.value
        if isinstance(told, dict) and is_ours(told.get("command")):
            found.setdefault(event, []).append(told["command"])
    return found


def _is_blank(text: str) -> bool:
    return not text.strip("\ufeff \t\r\n")


def _handlers(root: Value) -> list[tuple[str, Value, Value, Value]]:
    """Event, its array, the group and the handler of each hook of the file."""
    hooks = root.members.get("hooks")
    return [
        (event, groups, group, handler)
        for event, groups in (hooks.members.items() if hooks is not None else ())
        for group in groups.parts
        if "hooks" in group.members
        for handler in group.members["hooks"].parts
    ]


def with_ours(text: str, client: str, wanted: Mapping[str, list[str]]) -> str:
    """The text of a settings file with our entries, each event's as a group at its end.

    Raises:
        NotJson: what stands under ``hooks`` is not what this client reads.
    """
    text = "{}\n" if _is_blank(text) else without_ours(text)
    for event, lines in wanted.items():
        group = {"hooks": [_handler(client, line, number) for number, line in enumerate(lines, 1)]}
        root = parsed(text)
        hooks = root.members.get("hooks")
        if hooks is None:
            text = with_member(text, root, "hooks", {event: [group]})
        elif not hooks.is_object:
            raise NotJson
        elif event not in hooks.members:
            text = with_member(text, hooks, event, [group])
        elif not hooks.members[event].is_array:
            raise NotJson
        else:
            text = with_item(text, hooks.members[event], group)
    return text


def _handler(client: str, line: str, number: int) -> dict[str, object]:
    name = {"name": f"luminair-journal-{number}"} if client == "gemini" else {}
    return {**name, "type": "command", "command": line, "timeout": _TIMEOUT[client]}


def without_ours(text: str) -> str:
    """The text of a settings file without our entries; what only they needed goes too.

    Raises:
        NotJson: it is none.
    """
    while True:
        root = parsed(text)
        ours = next((each for each in _handlers(root) if _is_our_handler(each[3])), None)
        if ours is None:
            return text
        event, groups, group, handler = ours
        hooks = root.members["hooks"]
        if len(group.members["hooks"].parts) > 1:
            text = without(text, group.members["hooks"], handler)
        elif len(groups.parts) > 1:
            text = without(text, groups, group)
        elif len(hooks.parts) > 1:
            text = without(text, hooks, hooks.members[event])
        else:
            text = without(text, root, hooks)


def _is_our_handler(handler: Value) -> bool:
    return isinstance(handler.value, dict) and is_ours(handler.value.get("command"))


# --- Changes -----------------------------------------------------------------------------------


class Installer:
    """Installs and removes for one home.

    Args:
        home: whose launcher is named, and where copies are kept.
        environ: may move the settings of clients.
        person: the home folder.
        vault: as given on the command line, or None.
    """

    def __init__(
        self, home: Home, environ: Mapping[str, str], person: Path, vault: str | None = None
    ) -> None:
        self._home, self._environ, self._person, self._vault = home, environ, person, vault

    def file(self, client: str) -> Path:
        """The client's settings, without links, so that one is not replaced by a file."""
        return Path(os.path.realpath(settings_file(client, self._environ, self._person)))

    def read(self, client: str) -> str | None:
        """The settings as text; None where there are none.

        Raises:
            Refused: the file cannot be read as what the client reads.
        """
        data = self._bytes(client)
        return None if data is None else self._text(client, data)

    def _bytes(self, client: str) -> bytes | None:
        file = self.file(client)
        try:
            return file.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = (error.strerror or "the system refused it").lower()
            raise Refused(
                f"'{file}' cannot be read ({reason}), so nothing was changed in it."
            ) from error

    def _text(self, client: str, data: bytes) -> str:
        try:
            text = data.decode()
            if not _is_blank(text):
                parsed(text)
        except (ValueError, RecursionError) as error:
            raise Refused(
                f"'{self.file(client)}' is not valid JSON, so nothing was changed in it; put that "
                f"right first ({TITLES[client]} cannot read it either)."
            ) from error
        return text

    def installing(self, client: str) -> Change:
        """What installing would change.

        Raises:
            Refused: the file cannot be read, or holds hooks in a form that is unknown.
        """
        before = self._bytes(client)
        text = "" if before is None else self._text(client, before)
        try:
            wanted = commands(client, self._home, self._vault)
            after = text if text and installed(text) == wanted else with_ours(text, client, wanted)
        except NotJson as error:
            raise Refused(
                f"What stands under 'hooks' in '{self.file(client)}' is not what {TITLES[client]} "
                "reads, so nothing was changed in it; put that right first."
            ) from error
        return Change(client, self.file(client), before, after.encode())

    def removing(self, client: str) -> Change:
        """What removing would change: all of it back where nothing else has changed since."""
        before = self._bytes(client)
        if before is None:
            return Change(client, self.file(client), None, None)
        record = self._record(client)
        if record.get("written") == sha256_of(before) and record.get("file") == str(
            self.file(client)
        ):
            original = self._original(client) if record.get("existed") else None
            if original is not None or not record.get("existed"):
                return Change(client, self.file(client), before, original, restores=True)
        text = self._text(client, before)
        after = text if _is_blank(text) else without_ours(text)
        return Change(client, self.file(client), before, after.encode())

    def write(self, change: Change) -> Path | None:
        """Carries a change out; the copy of the file as it was, None where there was none.

        Raises:
            Refused: the file has changed meanwhile.
            WriteFailed: the disk refused; the file is as it was.
        """
        if self._bytes(change.client) != change.before:
            raise Refused(f"'{change.file}' has just changed, so nothing was written; try again.")
        try:
            self._folder(change.client).mkdir(mode=0o700, parents=True, exist_ok=True)
            copy = None
            if change.before is not None:
                copy = self._folder(change.client) / "before-last-change.json"
                write_atomic(copy, change.before, mode=0o600)
            if change.after is None:
                change.file.unlink()
            else:
                change.file.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(change.file, change.after)
        except OSError as error:
            raise files.write_failed(error, change.file) from error
        return copy

    def install(self, change: Change) -> Path | None:
        """Writes what :meth:`installing` found, and remembers what was there; as :meth:`write`."""
        before = change.before
        if before is not None and installed(before.decode()):
            # An entry of ours is renewed: what was there is what stays when it is taken out.
            removed = self.removing(change.client).after
            before = removed
        folder = self._folder(change.client)
        record = {
            "file": str(change.file),
            "existed": before is not None,
            "written": sha256_of(change.after or b""),
        }
        # What takes it out again is there before it is put in.
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise files.write_failed(error, folder) from error
        if before is not None:
            write_atomic(folder / "original.json", before, mode=0o600)
        known = self._record(change.client)
        write_atomic(folder / "record.json", json.dumps(record).encode(), mode=0o600)
        try:
            return self.write(change)
        except LuminairError:
            with suppress(LuminairError):
                write_atomic(folder / "record.json", json.dumps(known).encode(), mode=0o600)
            raise

    def _folder(self, client: str) -> Path:
        return self._home.root / "hooks" / client

    def _record(self, client: str) -> dict[str, object]:
        with suppress(OSError, ValueError, RecursionError):
            told = json.loads((self._folder(client) / "record.json").read_bytes())
            if isinstance(told, dict):
                return told
        return {}

    def _original(self, client: str) -> bytes | None:
        try:
            return (self._folder(client) / "original.json").read_bytes()
        except OSError:
            return None


def refuse_disk_image(place: str = "") -> None:
    """Raises Refused where the app runs from a place that will not be there tomorrow.

    Args:
        place: of the app; '' is this one's.
    """
    stands = place or (sys.executable if getattr(sys, "frozen", False) else __file__)
    if launcher.is_passing(stands):
        raise Refused(
            "Luminair runs from a disk image, which will be gone; move it to Applications, open "
            "it there, and install the hook then."
        )


def renew_launcher(home: Home) -> None:
    """Makes the launcher that hooks name; raises LuminairError."""
    try:
        launcher.renew(home)
    except OSError as error:
        reason = (error.strerror or "the system refused it").lower()
        raise LuminairError(
            f"The program that hooks start could not be written to '{home.bin}' ({reason}); check "
            "that folder's permissions."
        ) from error
