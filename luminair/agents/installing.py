"""Puts the hook into the settings of coding agents, and takes it out again (spec 12).

The command that is written names the launcher below ``LUMINAIR_HOME`` and never changes between
versions, for Codex trusts a command by its text. It ends in ``exit 0``: an exit code of 2, as an
older Luminair gives for a word that it does not know, would block every prompt.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from luminair.agents.hook_parts import MOST_PARTS
from luminair.agents.json_text import NotJson, Value, parsed, with_item, with_member, without
from luminair.agents.settings_files import SettingsFiles, is_blank
from luminair.config import launcher
from luminair.config.paths import find_home
from luminair.errors import LuminairError, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.config.paths import Home

_TIMEOUT: Final = {"claude": 5, "codex": 5, "gemini": 5000}
"""Seconds, for Gemini CLI milliseconds; far above the hook's own deadline."""

_EVENTS: Final = {
    "claude": ("SessionStart", "UserPromptSubmit", "SessionEnd"),
    "codex": ("SessionStart", "UserPromptSubmit"),
    "gemini": ("SessionStart", "BeforeAgent", "PreCompress", "SessionEnd"),
}


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
    if is_blank(text):
        return found
    for event, _, _, handler in _handlers(parsed(text)):
        told = handler.value
        if isinstance(told, dict) and is_ours(told.get("command")):
            found.setdefault(event, []).append(told["command"])
    return found


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
    text = "{}\n" if is_blank(text) else without_ours(text)
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


class Installer(SettingsFiles):
    """Installs and removes the hook."""

    thing = "hooks"

    @override
    def _place(self, client: str) -> Path:
        return settings_file(client, self._environ, self._person)

    @override
    def _kept_in(self, client: str) -> str:
        return self.thing

    @override
    def _under(self, client: str) -> str:
        return "hooks"

    @override
    def holds(self, client: str, text: str) -> bool:
        return bool(installed(text))

    @override
    def is_current(self, client: str, text: str) -> bool:
        return installed(text) == commands(client, self._home, self._vault)

    @override
    def _with(self, client: str, text: str) -> str:
        return with_ours(text, client, commands(client, self._home, self._vault))

    @override
    def _without(self, client: str, text: str) -> str:
        return without_ours(text)


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
