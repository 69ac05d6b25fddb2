"""Which program a path comes from, and the plan of what it would bring."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, UsageError
from luminair.exchange import (
    chatgpt,
    claude_code,
    claude_export,
    codex,
    cursor,
    markdown,
    own_export,
    rules,
)
from luminair.exchange.lines import lines_of
from luminair.exchange.places import Folder, Place, Unreadable, Zip, export_json
from luminair.exchange.plan import MOST_EXPORT_BYTES, Plan, called, line_of, table
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS: Final = (
    own_export.KIND,
    "markdown",
    "obsidian",
    "basic-memory",
    "memory-bank",
    "rules",
    "claude-code",
    "codex",
    "cursor",
    "chatgpt",
    "claude",
)
_TALKS: Final = re.compile(r"conversations(?:[-_ ]?\d+)?\.json", re.IGNORECASE)
_ROLLOUT: Final = re.compile(r"rollout-.*\.jsonl")
_READERS: Final[dict[str, Callable[[Place, Plan], None]]] = {
    "claude-code": claude_code.read,
    "codex": codex.read,
    "cursor": cursor.read,
}


def plan_of(source: Path, kind: str = "") -> Plan:
    """What an import of this path would bring; nothing is written.

    Args:
        source: a folder, a zip file or one file.
        kind: one of :data:`KINDS`; '' to find out.

    Raises:
        LuminairError: there is nothing there, or nothing that can be read.
    """
    source = Path(source).absolute()
    if not source.exists():
        raise LuminairError(f"There is no file or folder '{source}'; check the path.")
    if not (source.is_dir() or source.is_file()):
        raise LuminairError(f"'{source}' is neither a file nor a folder, so nothing is imported.")
    kind = kind or _kind_of(source)
    plan = _read(source, kind)
    if not (plan.notes or plan.rules or plan.talks or plan.remarks):
        raise LuminairError(f"'{source}' holds nothing that can be imported as {kind}.")
    return plan


def _read(source: Path, kind: str) -> Plan:
    if kind in {"chatgpt", "claude"}:
        return _read_export(source, kind)
    plan = Plan(kind, called(kind))
    if kind == own_export.KIND:
        own_export.read(source, plan)
        return plan
    if kind in _READERS:
        inner = _inner(source, kind)
        place = Folder(inner)
        _READERS[kind](place, plan)
        if inner != source:
            # The person's own rule file stands beside the folder of sessions.
            own = [each.name for each in sorted(source.iterdir()) if rules.is_rule_file(each.name)]
            rules.read(Folder(source), own, plan)
        _mention_links(place, plan)
        return plan
    if kind == "rules":
        place = Folder(source, rules.HIDDEN)
        plan.name = called(source.name if source.is_dir() else source.parent.name)
        rules.read(place, [name for name in place.names() if rules.is_rule_file(name)], plan)
        if source.is_file() and not (plan.rules or plan.remarks):
            rules.read(place, place.names(), plan)  # the owner says that it is one
        _mention_links(place, plan)
        return plan
    if source.is_file() and source.suffix.casefold() == ".zip":
        raise LuminairError(
            f"'{source}' holds no conversations of ChatGPT or Claude; unpack it, and import the "
            "folder."
        )
    return _read_markdown(source, plan)


def _read_markdown(source: Path, plan: Plan) -> Plan:
    if plan.kind == "memory-bank" and source.is_dir() and (source / "memory-bank").is_dir():
        source /= "memory-bank"
    folder = source if source.is_dir() else source.parent
    is_bank = plan.kind == "memory-bank"
    # A bank in a repository is called by its project; elsewhere what it lies in says nothing of it.
    names = folder.parent if is_bank and _repository(folder.parent) else folder
    plan.name = called(names.name)
    home = str(folder.parent) if is_bank else _repository(folder)
    markdown.read(Folder(source, rules.HIDDEN), plan, home=home)
    if vault := own_export.vault_of(folder):
        own_export.as_they_were(plan, folder, vault)
    return plan


def _repository(folder: Path) -> str:
    """The folder, where it is in a repository of code; '' for a person's own notes."""
    for each in (folder, *folder.parents):
        # A Journal shared over git, and notes kept in git, are a person's and no code's.
        if (each / ".obsidian").exists() or own_export.is_vault(each) or each == Path.home():
            return ""
        if (each / ".git").exists():
            return str(folder)
    return ""


def _mention_links(place: Folder, plan: Plan) -> None:
    for name in place.linked:
        plan.skip(name, "It is a symbolic link, and links are not followed.")
    for name in place.closed:
        plan.skip(name, "The folder may not be entered.")


def _inner(source: Path, kind: str) -> Path:
    """The folder of sessions in the folder of a program."""
    name = {"claude-code": "projects", "codex": "sessions"}.get(kind, "")
    below = source / name
    # An index of names stands beside Codex's sessions, so there the whole folder is read.
    return below if kind == "claude-code" and below.is_dir() else source


def _read_export(source: Path, kind: str) -> Plan:
    plan = Plan(kind, kind)
    if source.suffix.casefold() == ".zip" and source.is_file():
        with closing(Zip(source)) as place:
            _read_export_files(place, plan)
    else:
        _read_export_files(Folder(source), plan)
    return plan


def _read_export_files(place: Place, plan: Plan) -> None:
    others = 0
    for name in place.names():
        path = PurePosixPath(name)
        known = _TALKS.fullmatch(path.name) or path.name in {"projects.json", "memories.json"}
        # One file that the owner names is the export, whatever it is called.
        if not known and place.names() != [name]:
            others += path.suffix.casefold() != ".json"
            continue
        try:
            found = export_json(place, name)
        except Unreadable as error:
            plan.skip(name, str(error))
            continue
        _read_export_file(place, name, found, plan)
    if others:
        was = counted(others, "file was", "files were")
        plan.skip("attachments", f"{was} left out: pictures and pages of the export.")


def _read_export_file(place: Place, name: str, found: object, plan: Plan) -> None:
    file, time, origin = PurePosixPath(name).name, place.time(name), place.origin(name)
    if plan.kind == "claude" and file == "projects.json":
        claude_export.read_projects(found, plan, file=file, origin=origin, file_time=time)
    elif plan.kind == "claude" and file == "memories.json":
        claude_export.read_memories(found, plan, file=file, origin=origin, file_time=time)
    elif not chatgpt.conversations_in(found):
        plan.skip(file, "It holds no conversations.")
    else:
        reader = chatgpt if plan.kind == "chatgpt" else claude_export
        reader.read(found, plan, file=file, file_time=time)


# --- Finding out -------------------------------------------------------------------------------


def _kind_of(source: Path) -> str:
    return _kind_of_folder(source) if source.is_dir() else _kind_of_file(source)


def _kind_of_file(source: Path) -> str:
    ending = source.suffix.casefold()
    if rules.is_rule_file(source.name):
        return "rules"
    if ending == ".zip":
        with closing(Zip(source)) as place:
            return _service(place)
    if ending == ".json":
        return _service(Folder(source))
    if ending == ".jsonl":
        return _agent(source)
    if ending in {".md", ".markdown"}:
        return "markdown"
    raise UsageError(
        f"'{source}' is none of the files that can be imported; say what it is with --as, one of "
        f"{', '.join(KINDS)}."
    )


def _kind_of_folder(source: Path) -> str:
    here = {each.name for each in source.iterdir()}
    if own_export.is_export(source):
        return own_export.KIND
    if any(_TALKS.fullmatch(name) for name in here):
        return _service(Folder(source))
    place = Folder(source)
    if ".obsidian" in here:
        return "obsidian"
    if markdown.is_bank(here):
        return "memory-bank"
    names = [PurePosixPath(name) for name in place.names()]
    if any(_ROLLOUT.fullmatch(path.name) for path in names):
        return "codex"
    first = next((path for path in names if path.suffix == ".jsonl" and _holds(source, path)), None)
    if first is not None:
        return _agent(source / first)
    if source.name == "memory" and "MEMORY.md" in here:
        return "claude-code"
    return "markdown"


def _holds(source: Path, path: PurePosixPath) -> bool:
    return (source / path).stat().st_size > 0


def _service(place: Place) -> str:
    """Whose export it is, by what stands in its conversations."""
    trouble = ""
    for name in place.names():
        if not _TALKS.fullmatch(PurePosixPath(name).name) and place.names() != [name]:
            continue
        try:
            found = export_json(place, name)
        except Unreadable as error:
            trouble = trouble or line_of(f"'{place.origin(name)}' cannot be imported. {error}")
            continue
        if chatgpt.is_export(found):
            return "chatgpt"
        if claude_export.is_export(found):
            return "claude"
    if any(name.endswith("projects.json") for name in place.names()):
        return "claude"
    raise LuminairError(
        trouble
        or f"'{place.root}' holds no conversations of ChatGPT or Claude; say what it is with --as."
    )


def _agent(file: Path) -> str:
    """Which coding agent wrote a file of JSON Lines."""
    try:
        lines, _ = lines_of(Folder(file).read(file.name, MOST_EXPORT_BYTES))
    except Unreadable as error:
        raise LuminairError(f"'{file}' cannot be imported. {error}") from None
    for line in lines:
        if "sessionId" in line or "parentUuid" in line:
            return "claude-code"
        if "payload" in line or line.get("record_type") == "state":
            return "codex"
        if "role" in line and "content" in table(line.get("message")):
            return "cursor"
        if "id" in line and "instructions" in line:
            return "codex"
    raise LuminairError(f"'{file}' is of no coding agent that is known; say which with --as.")
