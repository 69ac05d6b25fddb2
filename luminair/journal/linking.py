"""Who links to whom, what a link may mean, and how many notes lie in which folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal.answers import Backlink
from luminair.journal.notes.paths import name_key
from luminair.journal.notes.text import links, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from luminair.journal.notes.markdown import Link
    from luminair.journal.notes.note import Note
    from luminair.journal.vault.catalogue import Catalogue


class Linking:
    """Answers about links, from one catalogue.

    Args:
        catalogue: of the vault.
        lock: guards the catalogue.
        body: a note's text, to be asked with the lock held.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        lock: AbstractContextManager[object],
        body: Callable[[Note], str],
    ) -> None:
        self._catalogue, self._lock, self._body = catalogue, lock, body

    def resolve(self, target: str) -> list[Note]:
        """Notes that a link may mean: by path, file name, title, then alias; several are shown."""
        wanted = name_key(target.strip().removesuffix(".md"))
        notes = [note for note in self._catalogue.notes() if not note.damage]
        for names in (_path_names, _file_names, _title_names, _alias_names):
            found = [note for note in notes if wanted in names(note)]
            if found:
                return found
        return []

    def called(self, title: str) -> list[Note]:
        """The notes with exactly this title, letter case aside, by path; damaged ones have none."""
        wanted = name_key(title.strip())
        notes = self._catalogue.notes() if wanted else ()
        found = [note for note in notes if not note.damage and wanted in _title_names(note)]
        return sorted(found, key=lambda note: note.path)

    def links_to(self, note: Note) -> list[Backlink]:
        """Notes whose text links to this one, with the line that does."""
        names = {*_path_names(note), *_file_names(note), *_title_names(note), *_alias_names(note)}
        with self._lock:
            linking = self._catalogue.linking_to(names)
        found = []
        for other in linking:
            if other.path == note.path or other.damage:
                continue
            with self._lock:
                body = self._body(other)
            if not _names_any(links(body), names):
                continue  # the file changed since the look
            lines = (ln for ln in body.splitlines() if "[" in ln and _names_any(links(ln), names))
            found.append(Backlink(other, one_line(next(lines, ""))))
        return found

    def linked(self) -> list[tuple[str, str]]:
        """Every link that leads to one note: paths of who links, and to whom."""
        from luminair.journal.graph import resolved  # noqa: PLC0415 the graph only

        with self._lock:
            notes, named = self._catalogue.notes(), self._catalogue.links()
        return resolved(notes, named)

    def folders(self) -> list[tuple[str, int]]:
        """Every folder that holds notes, with how many lie in it and below, by path."""
        counts: dict[str, int] = {}
        for note in self._catalogue.notes():
            parts = note.path.split("/")[:-1]
            for end in range(1, len(parts) + 1):
                folder = "/".join(parts[:end])
                counts[folder] = counts.get(folder, 0) + 1
        return sorted(counts.items())


def _names_any(found: Iterable[Link], names: set[str]) -> bool:
    return any(name_key(link.target.removesuffix(".md")) in names for link in found)


def _path_names(note: Note) -> set[str]:
    return {name_key(note.path.removesuffix(".md")), name_key(note.key)}


def _file_names(note: Note) -> set[str]:
    return {name_key(note.path.rpartition("/")[2].removesuffix(".md"))}


def _title_names(note: Note) -> set[str]:
    return {name_key(note.title)}


def _alias_names(note: Note) -> set[str]:
    return {name_key(alias) for alias in note.aliases}
