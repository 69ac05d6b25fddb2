"""The session's own note (spec 8.5): the app only appends lines, every other byte stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from luminair.keeping.secrets.masking import mask

if TYPE_CHECKING:
    from luminair.journal import Journal, Written

SESSIONS_FOLDER = "Sessions"
ASKED, DECIDED, OPEN = "Asked", "Decided", "Open"
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)")


def append_line(
    journal: Journal, session: str, heading: str, line: str, *, title: str, cwd: str = ""
) -> Written:
    """Adds a line under a heading of the session's note, which is made where it is not there.

    A line that stands there already is not added again; secrets in it are masked.

    Args:
        journal: the vault, open; outside a batch.
        session: whose note.
        heading: Asked, Decided or Open.
        line: plain text; kept on one line.
        title: what a new note is called.
        cwd: the session's folder, or ''.

    Raises:
        NoteDamaged, NoteChanged, WriteFailed, LockBusy: nothing was added.
    """
    written = journal.session_note(session, title, cwd)
    loaded = journal.load(written.note.path)
    body = with_line(loaded.body, heading, mask(line).text)
    if body == loaded.body:
        return written
    return journal.edit(written.note.path, body=body, expected_sha256=loaded.note.sha256)


def with_line(body: str, heading: str, line: str) -> str:
    """The body with ``- line`` as the last item under a heading; a heading not there is added."""
    newline = "\r\n" if "\r\n" in body else "\n"
    item = "- " + " ".join(line.split())
    lines = body.splitlines(keepends=True)
    found = _section(lines, heading)
    if found is None:
        start = body if not body or body.endswith(("\n", "\r")) else body + newline
        apart = newline if start.strip() else ""
        return f"{start}{apart}## {heading}{newline}{newline}{item}{newline}"
    start_at, end = found
    if any(each.strip() == item for each in lines[start_at:end]):
        return body
    last = max((at for at in range(start_at, end) if lines[at].strip()), default=None)
    if last is None:
        # An empty section keeps its blank line below the heading, and one before the next.
        blank = newline if end < len(lines) else ""
        if start_at > 0 and not lines[start_at - 1].endswith(("\n", "\r")):
            lines[start_at - 1] += newline
        return "".join([*lines[:start_at], newline, item + newline, blank, *lines[end:]])
    if not lines[last].endswith(("\n", "\r")):
        lines[last] += newline
    return "".join([*lines[: last + 1], item + newline, *lines[last + 1 :]])


def _section(lines: list[str], heading: str) -> tuple[int, int] | None:
    """The lines below a heading up to the next one, fences passed over; None without it."""
    start: int | None = None
    fenced = False
    for at, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
        found = None if fenced else _HEADING.match(line.rstrip("\r\n"))
        if found is None:
            continue
        if start is not None:
            return start, at
        if found[1].casefold() == heading.casefold():
            start = at + 1
    return None if start is None else (start, len(lines))
