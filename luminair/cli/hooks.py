"""``hook`` and ``hooks``: the door through which other people's coding agents are told."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.installs import CLIENTS, Thing, change, no_journal, word
from luminair.cli.shapes import here
from luminair.config.paths import person
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.agents.checking import Tried
    from luminair.agents.settings_files import SettingsFiles
    from luminair.cli.arguments import Call
    from luminair.config.paths import Home

_WORDS: Final = ("install", "remove", "status")
_HOOK: Final = Thing(
    "hooks",
    "the hook",
    "no hook of the Journal",
    {
        "codex": "Codex runs a hook only once you have looked at it: type /hooks in Codex and "
        "trust it there."
    },
    "the hook says nothing",
    "A session's start has six entries because an agent takes only so much text from each: they "
    "give the parts of a long standing text, and those that are not needed say nothing.",
)
_PROMPT: Final = "What did we decide about the journal's hook?"


def hook(call: Call) -> int:
    """Reached by nobody but who asks how it is used: ``main`` takes the hook's own way."""
    del call
    terminal.say("A coding agent starts `luminair-journal hook`; `hooks install` sets it up.")
    return 0


def hooks(call: Call) -> int:
    """Installs, removes or tries the hook of coding agents."""
    from luminair.agents.installing import Installer  # noqa: PLC0415 a command loads its own

    what = word(call.arguments[0], _WORDS, "hooks")
    named = [word(each, CLIENTS, "hooks") for each in call.arguments[1:]]
    home, _, _, _ = bootstrap.locate(call.text("--home"), call.text("--vault"))
    installer = Installer(home, os.environ, person(), call.text("--vault"))
    if what == "status":
        return _status(call, installer, home, named or list(CLIENTS))
    return change(call, installer, home, _HOOK, what, named)


# --- Trying it ---------------------------------------------------------------------------------


def _status(call: Call, installer: SettingsFiles, home: Home, clients: list[str]) -> int:
    told = [_one_status(call, installer, home, client) for client in clients]
    problems = [problem for each in told for problem in each["problems"]]  # type: ignore[attr-defined]
    if call.has("--json"):
        terminal.write_json({"hooks": told})
    else:
        for each in told:
            terminal.write(_status_text(each))
    return 1 if problems else 0


def _one_status(call: Call, installer: SettingsFiles, home: Home, client: str) -> dict[str, object]:
    from luminair.agents import checking  # noqa: PLC0415 see above
    from luminair.agents.host import Hosts  # noqa: PLC0415
    from luminair.agents.installing import commands, installed, is_there  # noqa: PLC0415

    text = installer.read(client)
    found = {} if text is None else installed(text)
    told: dict[str, object] = {
        "client": client,
        "file": str(installer.file(client)),
        "installed": bool(found),
        "there": is_there(client, os.environ, person()) or shutil.which(client) is not None,
        "answers": [],
        "arrived": None,
        "transcript": None,
        "problems": [],
    }
    if not found:
        return told
    problems: list[str] = []
    if found != commands(client, home, call.text("--vault")):
        problems.append("Its entries are not those that this Luminair writes; install it again.")
    session = checking.probe_session(client, os.getpid())
    tried = checking.try_commands(
        found, session=session, folder=here(call), prompt=_PROMPT, environ=os.environ
    )
    _forget(call, f"{client}:{session}")
    lacking = no_journal(call)
    problems += [lacking] if lacking else _problems(tried, home)
    newest = Hosts(home.hosts).newest(client)
    if newest is not None and newest.transcript:
        told["transcript"] = newest.transcript
        told["arrived"] = checking.arrived(Path(newest.transcript))
        if told["arrived"] is False:
            problems.append("The host's own file of the last conversation holds nothing of it.")
    told["answers"] = [
        {
            "event": each.event,
            "part": each.part,
            "ms": round(each.ms, 1),
            "bytes": each.bytes,
            "problem": each.problem or None,
        }
        for each in tried
    ]
    told["problems"] = problems
    return told


def _problems(tried: list[Tried], home: Home) -> list[str]:
    found = list(dict.fromkeys(each.problem for each in tried if each.problem))
    starts = [each for each in tried if each.event == "SessionStart"]
    if not found and starts and not any(each.text for each in starts):
        found.append(f"It gives nothing at a session's start; '{home.logs}/hook.log' may say why.")
    return found


def _forget(call: Call, session: str) -> None:
    """What the trial left of its session."""
    from luminair.agents.hook_state import States  # noqa: PLC0415 see above

    home, _, root, _ = bootstrap.locate(call.text("--home"), call.text("--vault"))
    States(home.state(root)).forget(session)


def _status_text(told: Mapping[str, object]) -> str:
    from luminair.agents.settings_files import TITLES  # noqa: PLC0415 see above

    title = TITLES[str(told["client"])]
    verdict = f"{title}: {_verdict(told)}"
    if not told["installed"]:
        return f"{verdict}\n"
    lines = [verdict, f"  {told['file']}"]
    answers = told["answers"]
    for each in answers if isinstance(answers, list) else ():
        said = f"{counted(each['bytes'], 'byte')}, {each['ms']:.0f} ms"
        lines.append(f"  {each['event']} {each['part']}: {each['problem'] or said}")
    arrived = {
        True: f"It arrives: {told['transcript']} holds it.",
        False: f"It does not arrive: {told['transcript']} holds nothing of it.",
        None: "No conversation that it was part of is known yet.",
    }[told["arrived"]]  # type: ignore[index]
    problems = told["problems"]
    lines += [f"  {problem}" for problem in (problems if isinstance(problems, list) else ())]
    return "\n".join([*lines, f"  {arrived}"]) + "\n"


def _verdict(told: Mapping[str, object]) -> str:
    """How it stands with a client, in a line."""
    if not told["installed"]:
        if not told["there"]:
            return "is not on this machine."
        return f"not installed; `luminair-journal hooks install {told['client']}` sets it up."
    if told["problems"]:
        return "the hook is installed, but something is wrong with it:"
    answers = told["answers"]
    slowest = max(
        (each["ms"] for each in (answers if isinstance(answers, list) else ())), default=0
    )
    return f"the hook answers, in {slowest:.0f} ms."


COMMANDS: Mapping[str, Callable[[Call], int]] = {"hook": hook, "hooks": hooks}
