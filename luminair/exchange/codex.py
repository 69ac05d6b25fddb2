"""Codex's sessions: ``sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl``, and an index of names.

Each line is ``{timestamp, type, payload}`` (openai/codex, ``codex-rs/protocol``); older files have
the payload alone. Most turns stand there twice, as an event and as an item: the events count.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from luminair.exchange.lines import lines_of, said_by_program, words_of
from luminair.exchange.places import Unreadable
from luminair.exchange.plan import (
    MOST_EXPORT_BYTES,
    Plan,
    TalkItem,
    Turn,
    table,
    text_of,
    time_in,
)
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.exchange.places import Place

_WORDS = frozenset({"input_text", "output_text", "text"})
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_EVENTS = {"user_message": Role.USER, "agent_message": Role.ASSISTANT}
_INDEX = "session_index.jsonl"


def read(place: Place, plan: Plan) -> None:
    """Adds the sessions below a folder to a plan."""
    names = place.names()
    called: dict[str, str] = {}
    for name in names:
        if PurePosixPath(name).name == _INDEX:
            called |= _names_in(place, name, plan)
    for name in names:
        path = PurePosixPath(name)
        if path.suffix != ".jsonl" or path.name in {_INDEX, "history.jsonl"}:
            continue
        try:
            lines, broken = lines_of(place.read(name, MOST_EXPORT_BYTES))
        except Unreadable as error:
            plan.skip(name, str(error))
            continue
        talk = session_of(lines, name, place.time(name))
        if talk is None:
            plan.skip(name, "Nothing was said in it.")
            continue
        if broken:
            what = counted(broken, "line that is", "lines that are")
            plan.mention(name, f"{what} cut off or no JSON left out.")
        title = called.get(talk.origin.partition(":")[2], "")
        plan.talks.append(replace(talk, title=title))


def _names_in(place: Place, name: str, plan: Plan) -> dict[str, str]:
    try:
        lines, _ = lines_of(place.read(name, MOST_EXPORT_BYTES))
    except Unreadable as error:
        plan.skip(name, str(error))
        return {}
    # A session that was named anew stands there again; the last name counts.
    return {
        text_of(each.get("id")): " ".join(text_of(each.get("thread_name")).split())
        for each in lines
    }


def session_of(lines: Sequence[Mapping[str, object]], name: str, file_time: str) -> TalkItem | None:
    """The conversation of one file; None where nobody asked anything."""
    opened = [_Line(each) for each in lines]
    facts = _Facts()
    for each in opened:
        facts.take(each)
    events = {each.type for each in opened if each.kind == "event_msg"}
    turns: list[Turn] = []
    for each in opened:
        facts_model = text_of(each.payload.get("model")) if each.kind == "turn_context" else ""
        facts.model = facts_model or facts.model
        turn = each.event() or each.item(events)
        if turn is None:
            continue
        if turn.role is Role.ASSISTANT:
            turn = replace(turn, model=facts.model)
        before = turns[-1] if turns else None
        if before is not None and before.role is turn.role is Role.ASSISTANT:
            turns[-1] = replace(before, text=f"{before.text}\n\n{turn.text}")
        else:
            turns.append(turn)
    if not any(turn.role is Role.USER for turn in turns):
        return None
    identity = facts.id or PurePosixPath(name).stem
    created = facts.created or next((turn.at for turn in turns if turn.at), file_time)
    return TalkItem(name, f"codex:{identity}", "", tuple(turns), created, facts.folder, facts.model)


class _Line:
    """One line, with or without its envelope.

    Attributes:
        kind: of the line.
        at: UTC, or ''.
        payload: what it holds.
        type: of what it holds, or ''.
    """

    def __init__(self, line: Mapping[str, object]) -> None:
        wrapped = "payload" in line
        self.payload = table(line.get("payload")) if wrapped else line
        self.kind = text_of(line.get("type")) if wrapped else "response_item"
        self.type = text_of(self.payload.get("type"))
        self.at = time_in(line.get("timestamp"))

    def event(self) -> Turn | None:
        """The turn that an event tells of."""
        role = _EVENTS.get(self.type) if self.kind == "event_msg" else None
        words = text_of(self.payload.get("message"))
        if role is None or not words.strip() or said_by_program(words):
            return None
        return Turn(role, words, self.at)

    def item(self, events: set[str]) -> Turn | None:
        """The turn that an item holds, where no event tells of it."""
        if self.kind != "response_item" or self.type not in {"message", ""}:
            return None
        role = _ROLES.get(text_of(self.payload.get("role")))
        told = "user_message" if role is Role.USER else "agent_message"
        words = words_of(self.payload.get("content"), _WORDS)
        if role is None or told in events or not words.strip() or said_by_program(words):
            return None
        return Turn(role, words, self.at)


class _Facts:
    """What the lines say of the session as a whole.

    Attributes:
        id: its name, or ''.
        created: UTC, or ''.
        folder: the project's, as the last turn had it, or ''.
        model: the model, or ''.
    """

    def __init__(self) -> None:
        self.id = self.created = self.folder = self.model = ""

    def take(self, line: _Line) -> None:
        """Adds what a line says."""
        payload = line.payload
        bare = line.kind == "response_item" and "id" in payload and "timestamp" in payload
        if line.kind == "session_meta" or (bare and not payload.get("role")):
            self.id = self.id or text_of(payload.get("id"))
            self.created = self.created or time_in(payload.get("timestamp"))
        if line.kind in {"session_meta", "turn_context"}:
            self.folder = text_of(payload.get("cwd")) or self.folder
