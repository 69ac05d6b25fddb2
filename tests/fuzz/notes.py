"""Fuzzes the reading of notes, the edits that keep all other bytes, and what is made of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz import engine

with engine.watched():
    from luminair.errors import NoteDamaged
    from luminair.journal.fence import clean, fenced
    from luminair.journal.notes import frontmatter
    from luminair.journal.notes.adopting import adopted, header_of
    from luminair.journal.notes.markdown import headings, link_places, links, without_said_again
    from luminair.journal.notes.reading import note_of
    from luminair.journal.ranking.likeness import compare_text, reading_of
    from luminair.journal.ranking.passages import best_passage
    from luminair.journal.ranking.query import parse_query
    from luminair.journal.ranking.tokens import analyse
    from luminair.keeping.capture.prompts import asks_in
    from luminair.keeping.secrets.masking import mask
    from luminair.keeping.trust import reads_like_orders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.journal.notes.note import LoadedNote

AT = "2026-08-25T20:09:00.000Z"
WORDS = [
    b"---\n", b"id: 20260825T2009-0a1b\n", b"kind: rule\n", b"scope: folder\n", b"title: ",
    b"pinned: true\n", b"source: ", b"approved: ", b"overrides: [", b"tags: ", b"summary: |\n  ",
    b" # ", b"&a ", b"*a", b"!!python/object:", b"<<: ", b"? ", b"- ", b"{", b"}", b"+++\n",
    b"[[", b"]]", b"|", b"```", b"![](", b"## Said again\n", b"<<<<<<<", b"=======", b">>>>>>>",
]  # fmt: skip


def check(data: bytes) -> None:
    """Whatever the bytes are, they are read without a fault and never lost by an edit."""
    loaded = note_of("Notes/x.md", data, file_time=AT)
    note = loaded.note
    assert loaded.raw == data
    assert note.title
    assert len(note.title.splitlines()) == 1, note.title
    document = frontmatter.read(data)
    frontmatter.check_strict(document)
    if note.damage:
        _must_refuse(document)
    else:
        _edits(document, {"pinned": note.pinned, "archived": bool(note.archived)})
        _adopts(data)
    _texts(loaded)


def _must_refuse(document: frontmatter.Document) -> None:
    try:
        frontmatter.edit(document, {"title": "New"})
    except NoteDamaged:
        return
    raise AssertionError("a damaged file was rewritten")


def _edits(document: frontmatter.Document, on: dict[str, bool]) -> None:
    assert frontmatter.edit(document, {}) == document.raw
    for key, change in (("title", 'Fuzz: "a" #b'), ("pinned", True), ("archived", AT)):
        try:
            again = frontmatter.read(frontmatter.edit(document, {key: change}))
            _only_that(document, again, key)
            # A switch that was off, or was not there, goes back to the very same bytes.
            if key in on and not on[key]:
                assert frontmatter.edit(again, {key: None}) == document.raw
        except NoteDamaged:
            continue
    try:
        new = frontmatter.edit(document, {}, "Another text.\n")
    except NoteDamaged:
        return
    again = frontmatter.read(new)
    assert again.body.strip() == "Another text."
    assert again.header.rstrip("\r\n") == document.header.rstrip("\r\n")


def _only_that(document: frontmatter.Document, again: frontmatter.Document, key: str) -> None:
    assert again.raw[again.body_at :] == document.raw[document.body_at :]
    kept = {name: value for name, value in document.fields.items() if name.casefold() != key}
    assert {n: v for n, v in again.fields.items() if n.casefold() != key} == kept
    assert again.has(key)


def _adopts(data: bytes) -> None:
    try:
        header_of(data)
        taken = adopted("x.md", data, id="20260825T2009-0a1b", source="import:x", file_time=AT)
    except NoteDamaged:
        return
    note = note_of("Notes/x.md", taken, file_time=AT).note
    assert not note.damage
    assert not note.pinned
    assert not note.approved
    assert not note.overrides
    assert note.kind.value not in {"rule", "ask"}
    assert note.source == "import:x"


def _texts(loaded: LoadedNote) -> None:
    note, body = loaded.note, loaded.body
    first, *rest = fenced(note, body).split("\n")
    assert first.startswith("[note ")
    assert first.endswith("]")
    assert all(line.startswith("| ") for line in rest)
    once = clean(body)
    once.encode()
    assert clean(once) == once
    without_said_again(body)
    headings(body)
    assert len(link_places(body)) >= 0
    links(body)
    analyse(note.title, note.summary, body, note.path, note.tags)
    query = parse_query(body[:2000])
    passage = best_passage(body, query, limit_chars=400)
    if passage is not None:
        passage.text.encode()
    reading_of(compare_text(note, body[:5000]))
    mask(body).text.encode("utf-8", "surrogatepass")
    reads_like_orders(body)
    asks_in(body[:5000])


def seeds() -> Iterator[bytes]:
    """The sample notes, and files that are hard to read."""
    root = engine.INPUTS.parents[2]
    for folder in ("resources/harness", "resources/demo", "tests/data/frontmatter"):
        for file in sorted((root / folder).rglob("*")):
            if file.is_file() and file.stat().st_size < 20_000:
                yield file.read_bytes()
    yield b"---\ntitle: a\ntags: [b, c]\npinned: no # why\n---\r\nText with [[a|b#c]].\n"
    yield b"\xef\xbb\xbf---\r\nid: 20260825T2009-0a1b\r\nkind: rule\r\n...\r\nAlways.\r\n"
    yield b'---\n{"title": "a", "tags": ["b"]}\n---\nText.\n'
    yield b'+++\ntitle = "a"\n+++\nText.\n'


if __name__ == "__main__":
    engine.run("notes", check, seeds(), WORDS)
