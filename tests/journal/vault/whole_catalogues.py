"""Notes for a catalogue, and all that it can answer, held against one that is made anew."""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

from luminair.journal.ranking.query import parse_query
from luminair.journal.vault.catalogue import Catalogue


def sees_all():
    """Whether permissions mean nothing to whoever runs this test."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        return os.access(file.name, os.R_OK)


SEES_ALL = sees_all()


ROOT = Path(__file__).resolve().parents[3]
WORDS = ("apple", "[[berry]]", "vectorCache", "lib/vault/digest.js", "E11000", "日本語", "running")
IDS = ("20260825T2009-4be1", "20260825T2010-4be2")


def put(vault, path, body="text\n", **header):
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{key}: {value}\n" for key, value in header.items())
    file.write_text(f"---\n{lines}---\n{body}" if header else body, encoding="utf-8")
    return file


def names(notes):
    return [note.path for note in notes]


def hits(catalogue, text, **options):
    return names(note for note, _ in catalogue.search(parse_query(text), limit=10, **options))


def everything(catalogue):
    """All that a catalogue can answer, without the numbers that its history gave to notes."""
    query = parse_query(" ".join(WORDS))
    hits = catalogue.search(query, limit=99)  # first, for it makes a damaged index anew
    postings = catalogue.postings
    terms = {term for (term,) in catalogue._file.ask("SELECT DISTINCT term FROM postings")}
    terms.update(
        term
        for (listed,) in catalogue._file.ask("SELECT terms FROM pending")
        for term in listed.split("\n")
    )
    held = {}
    for term in terms:
        docs, frequencies = postings.of(term)
        assert list(docs) == sorted(docs)
        if docs:
            paths = [catalogue.notes_at([doc])[0].path for doc in docs]
            held[term] = sorted(zip(paths, frequencies, strict=True))
    notes = catalogue.notes()
    return {
        "notes": notes,
        "count": postings.count,
        "average": postings.average_length,
        "lengths": [postings.length(catalogue.doc_of(note.path)) for note in notes],
        "held": held,
        "hits": [(note.path, hit.score, hit.terms) for note, hit in hits],
        "sketches": catalogue.sketches(),
        "rivals": [catalogue.rivals([note]) for note in notes],
        "bodies": [catalogue.load(note.path).body for note in notes if not note.damage],
        "places": catalogue.folder_places(),
        "links": sorted(catalogue.links()),
        "standing": catalogue.standing(),
    }


def rebuilt(vault):
    fresh = Catalogue.open(vault, None)
    fresh.refresh()
    said = everything(fresh)
    fresh.close()
    return said


def fill(vault, count, seed=1):
    chance = random.Random(seed)  # noqa: S311 test data
    for number in range(count):
        folder = vault / f"f{number % 5}"
        folder.mkdir(exist_ok=True)
        body = " ".join(chance.choices([*WORDS, *(f"w{n}" for n in range(300))], k=40))
        (folder / f"{number}.md").write_text(f"---\ntitle: n {number}\n---\n{body}\n", "utf-8")
