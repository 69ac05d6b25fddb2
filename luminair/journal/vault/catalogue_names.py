"""Finding the one note that a person means by an id, a path, or part of an id."""

from __future__ import annotations

from luminair.errors import NoteNotFound, UsageError
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from luminair.journal.vault.catalogue_postings import Ask

_PART_OF_ID: Final = late_pattern(r"[0-9]{4,8}(T[0-9]{0,4}(-[0-9a-f]{0,4})?)?|[0-9a-f]{4}")
_MOST_NAMED: Final = 5


def find_path(ask: Ask, given: str) -> str:
    """The path of the note that is meant.

    An id first, then a path as spelled, then a path but for letter case, Unicode form and
    ``.md``, then the last four digits or the beginning of an id, then a path as digests show it.

    Raises:
        NoteNotFound: there is none.
        UsageError: several fit; some are named.
    """
    text = given.strip()
    for sql, value in (
        ("SELECT path FROM notes WHERE id = ? AND clash = ''", text),
        ("SELECT path FROM notes WHERE path = ?", text.removeprefix("./")),
    ):
        rows = ask(sql, (value,))
        if rows:
            return str(rows[0][0])
    paths = _by_name(ask, text) or _by_part(ask, text) or _by_shown(ask, text)
    if not paths:
        raise NoteNotFound(
            f"No note has the id or path '{given}'; `luminair-journal list` shows them."
        )
    if len(paths) > 1:
        named = ", ".join(f"'{path}'" for path in paths[:_MOST_NAMED])
        more = " and others" if len(paths) > _MOST_NAMED else ""
        raise UsageError(f"'{given}' could be {named}{more}: give the whole id or path.")
    return paths[0]


def _by_name(ask: Ask, text: str) -> list[str]:
    from luminair.journal.notes.paths import name_key  # noqa: PLC0415 most ids are whole

    key = name_key(text.removeprefix("./"))
    sql = "SELECT path FROM notes WHERE name_key IN (?, ?) ORDER BY path"
    return [path for (path,) in ask(sql, (key, f"{key}.md"))]


def _by_part(ask: Ask, text: str) -> list[str]:
    if not _PART_OF_ID.fullmatch(text):
        return []
    # The pattern lets no character through that LIKE would read as a wildcard.
    sql = (
        "SELECT path FROM notes WHERE id IS NOT NULL AND clash = ''"
        " AND (id LIKE ? OR id LIKE ?) ORDER BY path"
    )
    return [path for (path,) in ask(sql, (f"%-{text}", f"{text}%"))]


def _by_shown(ask: Ask, text: str) -> list[str]:
    if "_" not in text:
        return []
    from luminair.journal.fence import HEAD_KEY_CHARS, shown_path  # noqa: PLC0415 rarely asked

    # LIKE takes '_' for any sign, which is what it stands for in a name that is shown.
    pattern = text.replace("\\", "\\\\").replace("%", "\\%")
    pattern += "%" if len(text) >= HEAD_KEY_CHARS else ""
    found = ask("SELECT path FROM notes WHERE path LIKE ? ESCAPE '\\' ORDER BY path", (pattern,))
    return [path for (path,) in found if shown_path(path) == text]


def links(ask: Ask) -> list[tuple[str, str]]:
    """Every note's path with each name that its links have."""
    import json  # noqa: PLC0415 no prompt asks for this

    # One row: for each, SQLite would let go of the interpreter and take it back at once, and a
    # window that waits for it in another thread would never be the first to have it.
    pairs = "SELECT json_group_array(json_array(path, name)) FROM links JOIN notes USING (doc)"
    ((found,),) = ask(pairs)
    return [(path, name) for path, name in json.loads(found)]
