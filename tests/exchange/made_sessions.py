"""Sessions to be given away, as tests of it need them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from luminair.messages import Attachment, Message, Rider, Riders, Role, ToolUse
from luminair.sessions.library import Library
from luminair.sessions.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


AT = "2026-09-17T10:58:00.000Z"
KEY = "sk-ant-api03-" + "Ab3dE6gH9jKlMnOpQrStUvWxYz0123456789" * 2
QUOTED = "The uploader writes the manifest last."


def library_with_a_key(home: Path, clock: Callable) -> Library:
    """One session in which a key was typed and the Journal was searched, and an empty one."""
    made = Library(home, now=clock, draw=itertools.count(0x1234567).__next__)
    rode = Riders(rules=(Rider("20260901T1000-aaaa", QUOTED, "note", "global"),))
    told = (
        Message(
            "m1",
            Role.USER,
            f"Why does it fail? My key is {KEY}.",
            AT,
            riders=rode,
            attachments=(Attachment("log.txt", "text/plain", 12, f"api_key={KEY}"),),
        ),
        Message(
            "m2",
            Role.ASSISTANT,
            "Because of the **order**.",
            AT,
            "claude",
            "sonnet",
            tools=(
                ToolUse("t1", "mcp__journal__journal_search", "Search", result=QUOTED),
                ToolUse("t2", "Bash", "Run make", f"KEY={KEY} make", result="built"),
            ),
        ),
    )
    for title in ("Über uns: Ausfälle", "Über uns: Ausfälle"):
        made.take_in(Session(id="", title=title, title_set=True, created=AT), told)
    pictures = made.folder(made.listing().sessions[0].id) / "attachments"
    pictures.mkdir()
    (pictures / "1.png").write_bytes(b"\x89PNG")
    made.create()
    return made
