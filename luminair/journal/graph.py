"""Which note each link of the vault leads to. Pure: notes and names in, pairs out.

A link's name is looked up as ``Reads.resolve`` does: by path, file name, title, then alias. Where
several notes fit, nobody can say which is meant, and the link leads nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal.notes.paths import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from luminair.journal.notes.note import Note


def resolved(notes: Iterable[Note], named: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The links between notes, each pair once, in order.

    Args:
        notes: all notes; damaged ones neither link nor are linked to.
        named: a note's path with a name that one of its links has, as names compare and without
            ``.md``.

    Returns:
        Pairs of paths: the note that links, and the note that is meant.
    """
    readable = [note for note in notes if not note.damage]
    tables = _tables(readable)
    there = {note.path for note in readable}
    found: set[tuple[str, str]] = set()
    meant: dict[str, str] = {}
    for path, name in named:
        if path not in there:
            continue
        if name not in meant:
            meant[name] = _meant(tables, name.removeprefix("./").rpartition("../")[2])
        target = meant[name]
        if target and target != path:
            found.add((path, target))
    return sorted(found)


def meant_by(notes: Iterable[Note], names: Iterable[str]) -> dict[str, list[Note]]:
    """The notes that each name may mean, by path; several where it is ambiguous.

    Args:
        notes: all notes; damaged ones are not linked to.
        names: as names compare, without ``.md``.
    """
    wanted = set(names)
    tables: list[dict[str, list[Note]]] = [{}, {}, {}, {}]
    for note in sorted(notes, key=lambda note: note.path):
        if note.damage:
            continue
        stem = note.path.removesuffix(".md")
        called = (
            {name_key(stem), name_key(note.key)},
            {name_key(stem.rpartition("/")[2])},
            {name_key(note.title)},
            {name_key(alias) for alias in note.aliases},
        )
        for table, own in zip(tables, called, strict=True):
            for name in own & wanted:
                table.setdefault(name, []).append(note)
    return {name: next((table[name] for table in tables if name in table), []) for name in wanted}


_Table = dict[str, str]
_SEVERAL = ""
"""Stands for a name that several notes have; no note's path is empty."""


def _tables(notes: Iterable[Note]) -> tuple[_Table, ...]:
    """What each name means, a table for each kind of name, the strongest first."""
    paths: _Table = {}
    files: _Table = {}
    titles: _Table = {}
    aliases: _Table = {}
    for note in notes:
        for name in {name_key(note.path.removesuffix(".md")), name_key(note.key)}:
            _put(paths, name, note.path)
        _put(files, name_key(note.path.rpartition("/")[2].removesuffix(".md")), note.path)
        _put(titles, name_key(note.title), note.path)
        for alias in {name_key(alias) for alias in note.aliases}:
            _put(aliases, alias, note.path)
    return paths, files, titles, aliases


def _put(table: _Table, name: str, path: str) -> None:
    table[name] = path if name not in table else _SEVERAL


def _meant(tables: Iterable[_Table], name: str) -> str:
    for table in tables:
        if name in table:
            return table[name]
    return _SEVERAL
