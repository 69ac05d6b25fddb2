"""Claude Code's folder: one ``<session>.jsonl`` a session, and ``memory/`` with what it noted.

The shape: anthropics/claude-agent-sdk-python (``_internal/sessions.py``); the memory folder: the
page 'memory' of Claude Code's documentation.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from luminair.errors import NoteDamaged
from luminair.exchange.lines import lines_of, said_by_program, words_of
from luminair.exchange.places import Unreadable
from luminair.exchange.plan import (
    MOST_EXPORT_BYTES,
    MOST_NOTE_BYTES,
    NoteItem,
    Plan,
    TalkItem,
    Turn,
    table,
    text_of,
    time_in,
)
from luminair.journal import header_of
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.exchange.places import Place

_TEXT = frozenset({"text"})
_INDEX = "MEMORY.md"


def read(place: Place, plan: Plan) -> None:
    """Adds the sessions and memories below a folder to a plan."""
    names = place.names()
    homes: dict[str, str] = {}
    for name in names:
        path = PurePosixPath(name)
        if path.suffix == ".jsonl" and "subagents" not in path.parts:
            _read_session(place, name, plan, homes)
    agents = [name for name in names if "subagents" in PurePosixPath(name).parts]
    if agents:
        count = sum(name.endswith(".jsonl") for name in agents)
        what = counted(count, "conversation")
        plan.skip("subagents", f"{what} of sub-agents left out: what they found is in the answers.")
    for name in names:
        path = PurePosixPath(name)
        folder = path.parent.name or place.root.name
        if folder == "memory" and path.suffix == ".md" and path.name != _INDEX:
            _read_memory(place, name, plan, homes.get(str(path.parent.parent), ""))


def _read_session(place: Place, name: str, plan: Plan, homes: dict[str, str]) -> None:
    try:
        lines, broken = lines_of(place.read(name, MOST_EXPORT_BYTES))
    except Unreadable as error:
        plan.skip(name, str(error))
        return
    folder = next((text_of(cwd) for each in lines if (cwd := each.get("cwd"))), "")
    if folder:
        homes.setdefault(str(PurePosixPath(name).parent), folder)
    talk = session_of(lines, name, place.time(name))
    if talk is None:
        plan.skip(name, "Nothing was said in it.")
        return
    if broken:
        what = counted(broken, "line that is", "lines that are")
        plan.mention(name, f"{what} cut off or no JSON left out.")
    plan.talks.append(talk)


def session_of(lines: Sequence[Mapping[str, object]], name: str, file_time: str) -> TalkItem | None:
    """The conversation of one file; None where nobody asked anything."""
    path = _path(lines)
    turns: list[Turn] = []
    for each in path:
        turn = _turn(each)
        if turn is None:
            continue
        before = turns[-1] if turns else None
        if before is not None and before.role is turn.role is Role.ASSISTANT:
            # One answer is written down in pieces, with what tools did between them.
            turns[-1] = replace(before, text=f"{before.text}\n\n{turn.text}")
        else:
            turns.append(turn)
    if not any(turn.role is Role.USER for turn in turns):
        return None
    identity = next((text_of(found) for each in lines if (found := each.get("sessionId"))), "")
    return TalkItem(
        name,
        f"claude-code:{identity or PurePosixPath(name).stem}",
        _title(lines),
        tuple(turns),
        next((turn.at for turn in turns if turn.at), file_time),
        next((text_of(cwd) for each in reversed(path) if (cwd := each.get("cwd"))), ""),
        next((turn.model for turn in reversed(turns) if turn.model), ""),
    )


def _path(lines: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The lines that the last one follows from: an answer that was made anew lies beside."""
    own = [each for each in lines if text_of(each.get("uuid")) and not each.get("isSidechain")]
    at_of = {text_of(each["uuid"]): at for at, each in enumerate(own)}
    kept: list[Mapping[str, object]] = []
    at = len(own) - 1
    while at >= 0:
        line = own[at]
        kept.append(line)
        parent = text_of(line.get("parentUuid")) or text_of(line.get("logicalParentUuid"))
        before = at_of.get(parent, at - 1) if parent else -1
        # A parent stands above its child; where a file says otherwise its order counts.
        at = before if before < at else at - 1
    return kept[::-1]


def _turn(line: Mapping[str, object]) -> Turn | None:
    if line.get("isMeta") or line.get("isCompactSummary") or line.get("isApiErrorMessage"):
        return None
    message = table(line.get("message"))
    words = words_of(message.get("content"), _TEXT)
    if not words.strip() or said_by_program(words):
        return None
    at = time_in(line.get("timestamp"))
    if line.get("type") == "user":
        return Turn(Role.USER, words, at)
    if line.get("type") != "assistant" or words.startswith("API Error:"):
        return None
    return Turn(Role.ASSISTANT, words, at, text_of(message.get("model")))


def _title(lines: Sequence[Mapping[str, object]]) -> str:
    """The owner's title, else a summary, else the one that the program made."""
    for kind, key in (
        ("custom-title", "customTitle"),
        ("summary", "summary"),
        ("ai-title", "aiTitle"),
    ):
        found = [text_of(each.get(key)) for each in lines if each.get("type") == kind]
        if any(found):
            return " ".join([each for each in found if each][-1].split())
    return ""


def _read_memory(place: Place, name: str, plan: Plan, home: str) -> None:
    try:
        raw = place.read(name, MOST_NOTE_BYTES)
        header = header_of(raw)
    except (Unreadable, NoteDamaged) as error:
        plan.skip(name, str(error))
        return
    path = PurePosixPath(name)
    summary = header.get("description", "")
    title = (header.get("name", "") or path.stem).replace("_", " ").replace("-", " ").strip()
    time = time_in(header.get("modified")) or place.time(name)
    if not home:
        home = _told_by((place.root / name).parent.parent.name)
        plan.mention(name, f"No session says which project it is from; taken for '{home}'.")
    plan.notes.append(
        NoteItem(
            name,
            PurePosixPath(home).name or "memory",
            path.name,
            raw,
            place.origin(name),
            time,
            home,
            title[:1].upper() + title[1:],
            summary,
        )
    )


def _told_by(slug: str) -> str:
    """The project's path by its folder's name, in which each sign is a '-'; a guess.

    A wrong one leads nowhere, so such a note rides nowhere and stays searchable.
    """
    return "/" + slug.strip("-").replace("-", "/")
