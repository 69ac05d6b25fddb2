"""Cursor's transcripts: one JSON line a turn, ``{role, message: {content[]}}``, without dates."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from luminair.exchange.chatgpt import sign_of
from luminair.exchange.lines import lines_of, words_of
from luminair.exchange.places import Unreadable
from luminair.exchange.plan import MOST_EXPORT_BYTES, Plan, TalkItem, Turn, table, text_of
from luminair.messages import Role
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from luminair.exchange.places import Place

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_TEXT = frozenset({"text"})
_QUERY = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)


def read(place: Place, plan: Plan) -> None:
    """Adds the transcripts below a folder to a plan."""
    for name in place.names():
        if PurePosixPath(name).suffix != ".jsonl":
            continue
        try:
            lines, broken = lines_of(place.read(name, MOST_EXPORT_BYTES))
        except Unreadable as error:
            plan.skip(name, str(error))
            continue
        turns = turns_of(lines)
        if not any(turn.role is Role.USER for turn in turns):
            plan.skip(name, "Nothing was said in it.")
            continue
        if broken:
            what = counted(broken, "line that is", "lines that are")
            plan.mention(name, f"{what} cut off or no JSON left out.")
        plan.mention(name, "It has no date; the date of the file stands for it.")
        origin = f"cursor:{PurePosixPath(name).stem}-{sign_of(turns)}"
        plan.talks.append(TalkItem(name, origin, "", turns, place.time(name)))


def turns_of(lines: Sequence[Mapping[str, object]]) -> tuple[Turn, ...]:
    """The turns of one transcript; what is only a tool call is none."""
    turns: list[Turn] = []
    for each in lines:
        role = _ROLES.get(text_of(each.get("role")))
        words = words_of(table(each.get("message")).get("content"), _TEXT)
        if role is Role.USER and (asked := _QUERY.search(words)):
            words = asked[1]
        if role is not None and words.strip():
            turns.append(Turn(role, words))
    return tuple(turns)
