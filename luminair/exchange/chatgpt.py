"""ChatGPT's data export: ``conversations.json``, a tree of messages for each conversation.

The shape, and what of it is a turn: convoviz, docs/dev/chatgpt-spec.md (v3.0). The path that the
person last saw is taken; answers that were regenerated and prompts that were edited lie beside it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from luminair.exchange.plan import (
    Plan,
    TalkItem,
    Turn,
    rows,
    table,
    text_of,
    time_in,
)
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_SPOKEN = frozenset({"text", "multimodal_text"})
"""Kinds of content that are words; thoughts, code for tools and what tools say are others."""


def is_export(found: object) -> bool:
    """Whether this is what ``conversations.json`` of ChatGPT holds."""
    return any("mapping" in table(each) for each in conversations_in(found))


def conversations_in(found: object) -> list[object]:
    """The conversations of an export: a list, or an object that holds it."""
    return rows(found) or rows(table(found).get("conversations"))


def read(found: object, plan: Plan, *, file: str, file_time: str) -> None:
    """Adds the conversations of an export to a plan.

    Args:
        found: what the file holds.
        plan: hears of each, and of what cannot be taken.
        file: its name, for people.
        file_time: when it was written, UTC, for conversations without a date.
    """
    for number, each in enumerate(conversations_in(found), 1):
        told = table(each)
        title = " ".join(text_of(told.get("title")).split())
        item = f"{file}: conversation {number}" + (f", “{title}”" if title else "")
        mapping = table(told.get("mapping"))
        if not mapping:
            plan.skip(item, "It holds no messages, so there is nothing to import.")
            continue
        path, beside = _path(mapping, told.get("current_node"))
        turns, empty = _turns(path)
        if not turns:
            plan.skip(item, "None of its messages holds words, so there is nothing to import.")
            continue
        if empty:
            plan.mention(item, f"{counted(empty, 'message')} without words were left out.")
        if beside:
            plan.mention(item, f"{counted(beside, 'message')} of other versions were left out.")
        created = time_in(told.get("create_time")) or min(
            (turn.at for turn in turns if turn.at), default=""
        )
        if not created:
            plan.mention(item, "It has no date; the date of the file stands for it.")
        name = text_of(told.get("conversation_id")) or text_of(told.get("id")) or sign_of(turns)
        plan.talks.append(
            TalkItem(
                item,
                f"chatgpt:{name}",
                title,
                turns,
                created or file_time,
                model=next((turn.model for turn in reversed(turns) if turn.model), ""),
            )
        )


def sign_of(turns: tuple[Turn, ...]) -> str:
    """A name for a conversation that has none: it follows from what was said first."""
    said = "\0".join(f"{turn.role}\0{turn.text}" for turn in turns[:2])
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]


def _path(mapping: Mapping[str, object], current: object) -> tuple[list[Mapping[str, object]], int]:
    """The messages from the first to the one last seen, and how many spoken ones lie beside."""
    at: object = current if isinstance(current, str) and current in mapping else _last_leaf(mapping)
    kept: list[Mapping[str, object]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        node = table(mapping[at])
        kept.append(table(node.get("message")))
        at = node.get("parent")
    others = (table(table(node).get("message")) for key, node in mapping.items() if key not in seen)
    return kept[::-1], sum(_role(each) is not None and bool(_words(each)) for each in others)


def _last_leaf(mapping: Mapping[str, object]) -> str:
    leaves = [key for key, node in mapping.items() if not rows(table(node).get("children"))]
    return (leaves or list(mapping))[-1]


def _turns(path: list[Mapping[str, object]]) -> tuple[tuple[Turn, ...], int]:
    turns: list[Turn] = []
    empty = 0
    for message in path:
        role = _role(message)
        if role is None:
            continue
        words = _words(message)
        if not words.strip():
            empty += 1
            continue
        model = text_of(table(message.get("metadata")).get("model_slug"))
        at = time_in(message.get("create_time"))
        turns.append(Turn(role, words, at, model if role is Role.ASSISTANT else ""))
    return tuple(turns), empty


def _role(message: Mapping[str, object]) -> Role | None:
    """Who speaks to whom: the person and the model to each other; else None."""
    role = _ROLES.get(text_of(table(message.get("author")).get("role")))
    hidden = table(message.get("metadata")).get("is_visually_hidden_from_conversation") is True
    aside = text_of(message.get("recipient")) not in {"", "all"}
    kind = text_of(table(message.get("content")).get("content_type"))
    if role is None or hidden or aside or (kind and kind not in _SPOKEN):
        return None
    return role


def _words(message: Mapping[str, object]) -> str:
    content = table(message.get("content"))
    parts = [_part(each) for each in rows(content.get("parts"))]
    return "\n".join(part for part in parts if part)


def _part(part: object) -> str:
    if isinstance(part, str):
        return text_of(part)
    told = table(part)
    kind = text_of(told.get("content_type"))
    if kind == "image_asset_pointer":
        return "[image]"
    return text_of(told.get("text")) if kind in {"audio_transcription", "text"} else ""
