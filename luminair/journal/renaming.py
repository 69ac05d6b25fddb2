"""A note's file gets another name, and the links that lead to it follow.

The text part is pure: bodies in, bodies out, and nothing outside the targets of links changes.
Which links those are follows ``Reads.resolve`` (path, file name, title, alias); a relative
Markdown link is besides read from the folder of the note that it stands in. A link whose name
fits several notes leads to none and stays as it is. So does the ``updated`` of a note in which
only links were rewritten: its owner said nothing new in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from luminair.errors import Refused
from luminair.files import sha256_of
from luminair.journal.notes import frontmatter, paths
from luminair.journal.notes.paths import name_key
from luminair.journal.notes.text import link_places
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from luminair.journal.notes.note import Note
    from luminair.journal.notes.text import LinkPlace
    from luminair.journal.vault.staging import Operation

_NOT_IN_LINKS: Final = re.compile(r"[\[\]#^|]+")
"""Signs that would end a ``[[link]]`` or cut it, so no file is named with them here."""
_SAFE: Final = "/!$&'*+,;=:@~" + "".join(map(chr, range(0xA1, 0x250)))


@dataclass(frozen=True, slots=True)
class Renamed:
    """A note before and after.

    Attributes:
        old: the note as it was.
        path: where its file is now.
        names: what only this note is called by: the folded names of its path, file and title
            that no stronger name of another note takes.
        unique: whether no other file has the new name, so that the name alone will do.
    """

    old: Note
    path: str
    names: frozenset[str]
    unique: bool


def file_name(title: str) -> str:
    """The file name for a title that every link can say."""
    return paths.file_name(_NOT_IN_LINKS.sub(" ", title))


def renamed(old: Note, path: str, notes: Iterable[Note]) -> Renamed:
    """What a renaming means for links.

    Args:
        old: the note as it was.
        path: where its file is now.
        notes: all notes of the vault as they were.
    """
    others = [note for note in notes if note.path != old.path and not note.damage]
    by_path = {name_key(note.path.removesuffix(".md")) for note in others}
    by_path |= {name_key(note.key) for note in others}
    by_file = {_file_key(note.path) for note in others}
    by_title = {name_key(note.title) for note in others}
    own = {name_key(old.path.removesuffix(".md"))}
    own |= {_file_key(old.path)} - by_path - by_file
    own |= {name_key(old.title)} - by_path - by_file - by_title
    return Renamed(old, path, frozenset(own), _file_key(path) not in by_file | by_path)


def relinked(body: str, here: str, what: Renamed, *, title: str) -> tuple[str, int]:
    """A body with its links to a note renamed, and how many that were.

    Args:
        body: of a note.
        here: the path of that note.
        what: the renaming.
        title: of the renamed note from now on; a link by its title holds while that stays.
    """
    out: list[str] = []
    done = at = 0
    for place in link_places(body):
        written = body[place.start : place.end]
        new = _target(place, written, here, what, title)
        if new is not None and new != written:
            out += [body[at : place.start], new]
            at, done = place.end, done + 1
    return "".join([*out, body[at:]]), done


def _target(place: LinkPlace, written: str, here: str, what: Renamed, title: str) -> str | None:
    """How the link is to name the note from now on; None where it is another's or holds."""
    if not place.link.wiki:
        return _address(place, written, here, what)
    suffix = written[-3:] if written[-3:] == ".md" else ""
    name = name_key(written.removesuffix(".md").removeprefix("./").rpartition("../")[2])
    old = what.old
    if name not in what.names:
        return None
    if name == name_key(old.path.removesuffix(".md")) and "/" in old.path:
        return what.path.removesuffix(".md") + suffix
    if name != _file_key(old.path) and name == name_key(title):
        return None
    return (_stem(what.path) if what.unique else what.path.removesuffix(".md")) + suffix


def _address(place: LinkPlace, written: str, here: str, what: Renamed) -> str | None:
    old, target = what.old, place.link.target
    near = name_key(_joined(here.rpartition("/")[0], target))
    bare = "/" not in target and _file_key(target) in what.names
    if (
        near != name_key(old.path)
        and name_key(target.lstrip("/")) != name_key(old.path)
        and not bare
    ):
        return None
    if "%2f" in written.casefold():
        return None
    head, slash, _ = written.rpartition("/")
    name = what.path.rpartition("/")[2]
    return head + slash + (name if place.pointed else quote(name, safe=_SAFE))


def _joined(folder: str, target: str) -> str:
    """A relative path as one from the vault's top."""
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name[:-3] if name[-3:].casefold() == ".md" else name


def _file_key(path: str) -> str:
    return name_key(_stem(path))


def linking(what: Note, named: Iterable[tuple[str, str]]) -> set[str]:
    """The paths of notes that may link to a note.

    Args:
        what: the note.
        named: every note's path with each name that its links have, as names compare.
    """
    wanted = {_file_key(what.path), name_key(what.title)}
    return {path for path, name in named if wanted & {name, name.rpartition("/")[2]}}


def other_called(
    name: str, note: Note, notes: Iterable[Note], named: Iterable[tuple[str, str]]
) -> Note | None:
    """The note that links already mean by a new file name; they would lead to it no more.

    Args:
        name: the file name that a note is to have.
        note: that note.
        notes: all notes.
        named: see :func:`linking`.
    """
    key = _file_key(name)
    if all(used != key for _, used in named):
        return None
    for other in notes:
        if other.path != note.path and not other.damage:
            called = (_file_key(other.path), name_key(other.title), *map(name_key, other.aliases))
            if key in called:
                return other
    return None


def check(note: Note) -> None:
    """Raises Refused where a note's file cannot be renamed."""
    if note.damage:
        raise Refused(f"'{note.path}' cannot be read as a note, so its file keeps its name.")
    if note.in_archive:
        raise Refused(f"'{note.path}' is archived; bring it back before you rename it.")


def rewrite(operation: Operation, path: str, change: Callable[[str], tuple[str, int]]) -> int:
    """Changes one note's body within an operation, every other byte left; how many links."""
    raw = operation.read(path)
    document = frontmatter.read(raw)
    if document.verdict is frontmatter.Verdict.DAMAGED:
        return 0
    head, body = raw[: document.body_at], raw[document.body_at :].decode("utf-8")
    new, count = change(body)
    if count:
        operation.replace(path, head + new.encode("utf-8"), sha256_of(raw))
    return count
