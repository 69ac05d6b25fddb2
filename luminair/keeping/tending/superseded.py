"""Facts that a newer note changed: 'the DB is MySQL' in January, 'moved to Postgres' in March.

Two notes of one scope and project are looked at by title and first sentence. The newer one
supersedes where it names another of a set of rivals (``resources/paraphrase/alternatives.txt``)
and speaks of a change or of the same subject, or where the same statement has another number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from luminair.journal import Kind, one_line, without_said_again
from luminair.keeping.phrasing.intent import intent_of
from luminair.keeping.phrasing.lexicon import lexicon
from luminair.keeping.phrasing.paraphrase import common, exclusive_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from luminair.journal import LoadedNote
    from luminair.keeping.phrasing.intent import Intent

FACT_CHARS: Final = 240
"""Of a note, what states its fact: the title and the first words."""
SAME_SUBJECT: Final = 0.7
"""Share of the weight, numbers and rivals aside, that two statements have in common."""

_CHANGE: Final = re.compile(
    r"\b(?:moved?|switched|migrated|changed|replaced|now|instead|no longer|any ?more|upgraded|"
    r"umgestellt|gewechselt|jetzt|migré|désormais|migrado|ahora|cambiado)\b",
    re.IGNORECASE,
)


def superseded(loaded: Sequence[LoadedNote]) -> Iterator[tuple[LoadedNote, LoadedNote, str]]:
    """Pairs of an older and a newer note, with a sentence on what changed."""
    rooms: dict[tuple[str, ...], list[tuple[LoadedNote, str, Intent]]] = defaultdict(list)
    for each in loaded:
        note = each.note
        if note.kind in {Kind.NOTE, Kind.DOC, Kind.RULE} and not note.path.startswith("Sessions/"):
            text = _fact(each)
            room = (
                note.scope.value,
                note.cwd,
                note.session if note.scope.value == "session" else "",
            )
            rooms[room].append((each, text, intent_of(text)))
    for notes in rooms.values():
        notes.sort(key=lambda row: (row[0].note.updated, row[0].note.path))
        yield from _in_room(notes)


def _in_room(
    notes: Sequence[tuple[LoadedNote, str, Intent]],
) -> Iterator[tuple[LoadedNote, LoadedNote, str]]:
    holding: dict[str, list[int]] = defaultdict(list)
    for number, (newer, text, intent) in enumerate(notes):
        company = sorted({n for name in _subjects(intent) for n in holding[name]}, reverse=True)
        for place in company:
            older, _, before = notes[place]
            if newer.note.key in older.note.overrides or older.note.key in newer.note.overrides:
                continue
            why = _changed(before, intent, text)
            if why:
                yield older, newer, f"“{newer.note.title}” is newer: {why}."
                break
        for name in _subjects(intent):
            holding[name].append(number)


def _fact(loaded: LoadedNote) -> str:
    body = one_line(without_said_again(loaded.body))
    title = loaded.note.title
    text = body if body.casefold().startswith(title.casefold()) else f"{title}. {body}"
    return text[:FACT_CHARS]


def _subjects(intent: Intent) -> set[str]:
    """By what two statements of one subject find each other: rivals, or a value with a number."""
    named = enumerate(lexicon().exclusive)
    rivals = {f"rivals {place}" for place, group in named if group & intent.signs.keys()}
    return rivals | (set(intent.strong) if intent.numbers else set())


def _changed(before: Intent, after: Intent, text: str) -> str:
    for old, new in exclusive_values(before, after):
        if _CHANGE.search(text) or common(before, after, old | new) >= SAME_SUBJECT:
            return f"{_words(old)} then, {_words(new)} now"
    differ = before.numbers and after.numbers and before.numbers != after.numbers
    if differ and before.names == after.names and common(before, after, set()) >= SAME_SUBJECT:
        return f"{', '.join(sorted(before.numbers))} then, {', '.join(sorted(after.numbers))} now"
    return ""


def _words(names: set[str]) -> str:
    return ", ".join(sorted(name.replace("_", " ") for name in names))
