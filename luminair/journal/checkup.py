"""What is wrong with a vault, and what to do about it (spec 15, 'Is it healthy?')."""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING

from luminair.errors import NoteError
from luminair.journal.answers import Problem
from luminair.journal.copies import conflict_copies
from luminair.journal.notes.text import links
from luminair.journal.notes.times import as_utc
from luminair.journal.precedence import Rooms
from luminair.journal.vault.comparing import Comparing
from luminair.journal.vault.crowd import near_pairs
from luminair.journal.vault.vault_format import MACHINE_FOLDER, newer_sentence
from luminair.journal.vault.vault_settings import SETTINGS_PATH, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from luminair.journal.notes.note import Note
    from luminair.journal.vault.catalogue import Catalogue, Changes

_NEAR = 6
"""Hashes of eight that two notes share before they are compared word by word."""


def problems_of(catalogue: Catalogue, changes: Changes, now: datetime) -> list[Problem]:
    """Every problem found, by path.

    Args:
        catalogue: fresh.
        changes: what the refresh found, for what could not be read.
        now: the clock, aware.
    """
    notes = catalogue.notes()
    found = [
        Problem(path, reason, "Give back permission to read it; what was known of it stays.")
        for path, reason in changes.unreadable
    ]
    if newer := newer_sentence(catalogue.root / MACHINE_FOLDER):
        found.append(Problem(MACHINE_FOLDER, newer, "Nothing is wrong with the notes themselves."))
    if problem := read_settings(catalogue.root).problem:
        found.append(
            Problem(
                SETTINGS_PATH,
                f"{problem}, so no note rides",
                "Mend it in an editor; it says which folders never ride.",
            )
        )
    tomorrow = as_utc(now + timedelta(days=1))
    for note in notes:
        found.extend(_of_note(note, tomorrow))
    sound = [note for note in notes if not note.damage]
    advice = "Bring them together: `luminair-journal merge --copies`; all that either wrote stays."
    for path, original in copies_in(catalogue, sound).items():
        found.append(Problem(path, f"a sync conflict copy of {original}", advice))
    found.extend(_twins(notes))
    found.extend(_copies(catalogue, sound))
    found.extend(_dead_links(catalogue, sound))
    return sorted(found, key=lambda problem: (problem.path, problem.problem))


def copies_in(catalogue: Catalogue, notes: Iterable[Note]) -> dict[str, str]:
    """The conflict copies among notes, in every folder: path of the copy → of its original."""
    return conflict_copies(notes, Comparing(catalogue, nullcontext(), {}).versions)


def _of_note(note: Note, tomorrow: str) -> Iterator[Problem]:
    if note.damage:
        advice = "Open it in an editor and mend it; it stays as it is."
        yield Problem(note.path, note.damage, advice)
        return
    if note.flag:
        yield Problem(note.path, note.flag, "It is read as a person would; quote the value.")
    if note.clash:
        yield Problem(
            note.path,
            f"has the same id as {note.clash}",
            "It is addressed by its path; take the id out to get a new one.",
        )
    if note.updated > tomorrow:
        yield Problem(note.path, f"is from the future ({note.updated})", "Set its date right.")


def _twins(notes: list[Note]) -> Iterator[Problem]:
    """Files that a disk of macOS or Windows would take for one."""
    from luminair.journal.notes.paths import name_key  # noqa: PLC0415 with the checkup only

    first: dict[str, str] = {}
    for note in notes:
        other = first.setdefault(name_key(note.path), note.path)
        if other != note.path:
            yield Problem(
                note.path,
                f"differs from {other} by letter case or the form of its accents alone",
                "Rename one of the two; many disks take both names for one file.",
            )


def _copies(catalogue: Catalogue, notes: list[Note]) -> Iterator[Problem]:
    by_hash: dict[str, Note] = {}
    for note in notes:
        first = by_hash.setdefault(note.sha256, note)
        if first is not note and note.size:
            yield Problem(note.path, f"an exact copy of {first.path}", "Archive one of the two.")
    comparing = Comparing(catalogue, nullcontext(), {})
    one_room = Rooms()
    everywhere = {note.path: one_room for note in notes}
    pairs = [*near_pairs(catalogue.sketches(), everywhere, None, _NEAR)]
    apart = comparing.apart(pairs)
    company: dict[str, list[str]] = defaultdict(list)
    for path, other in pairs:
        if (path, other) not in apart:
            company[path].append(other)
    standing: dict[str, Note] = {}
    for note in notes:
        near = [standing[path] for path in sorted(company[note.path]) if path in standing]
        if any(other.sha256 == note.sha256 for other in near):
            continue  # said above
        twin = next((other for other in near if comparing.same(other, note)), None)
        if twin is None:
            standing[note.path] = note
        else:
            advice = "Keep the better one, archive the other."
            yield Problem(note.path, f"says the same as {twin.path}", advice)


def _dead_links(catalogue: Catalogue, notes: list[Note]) -> Iterator[Problem]:
    """Links of Luminair's own notes; a vault that was adopted has its own tools for that."""
    from luminair.journal.notes.paths import name_key  # noqa: PLC0415 with the checkup only

    names: set[str] = set()
    for note in notes:
        stem = note.path.removesuffix(".md")
        names.update(map(name_key, (stem, stem.rpartition("/")[2], note.title, note.key)))
        names.update(map(name_key, note.aliases))
    leading_nowhere = {path for path, name in catalogue.links() if name not in names}
    for note in notes:
        if note.id is None or note.in_archive or note.path not in leading_nowhere:
            continue
        try:
            body = catalogue.load(note.path).body
        except NoteError:
            continue
        for link in links(body):
            target = name_key(link.target.removesuffix(".md"))
            if link.wiki and target and "." not in target and target not in names:
                yield Problem(
                    note.path, f"links to “{link.target}”, which is not there", "Mend the link."
                )
