"""Notes as values, for tests of the thinking: only what matters is named."""

from __future__ import annotations

from dataclasses import replace

from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, Status, TitleFrom

PLAIN = Note(
    path="Notes/a.md",
    id=None,
    kind=Kind.NOTE,
    scope=Scope.GLOBAL,
    title="A note",
    title_from=TitleFrom.FRONTMATTER,
    summary="",
    summary_set=False,
    created="2026-09-01T10:00:00.000Z",
    updated="2026-09-01T10:00:00.000Z",
    cwd="",
    project="",
    session="",
    pinned=False,
    status=Status.OPEN,
    source="",
    approved="",
    archived="",
    overrides=(),
    tags=(),
    aliases=(),
    sha256="",
    size=0,
    flag="",
    damage="",
)


def made(path: str, **values: object) -> Note:
    """A note at this path; kind and scope may be given as words."""
    if isinstance(values.get("kind"), str):
        values["kind"] = Kind(values["kind"])
    if isinstance(values.get("scope"), str):
        values["scope"] = Scope(values["scope"])
    values.setdefault("title", path.rpartition("/")[2].removesuffix(".md"))
    return replace(PLAIN, path=path, **values)


def loaded(path: str, body: str, **values: object) -> LoadedNote:
    """The same with a body."""
    return LoadedNote(made(path, **values), body, body.encode("utf-8", "replace"))
