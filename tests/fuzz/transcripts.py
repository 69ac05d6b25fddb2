"""Fuzzes the files of a session: transcript, tail of an answer, draft, index and layout."""

from __future__ import annotations

import itertools
import json
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from tests.fuzz import engine

with engine.watched():
    from luminair.errors import LuminairError
    from luminair.messages import Message, MessageState, Role, Usage
    from luminair.sessions.exporting import Format, export
    from luminair.sessions.layout import read_layout, write_layout
    from luminair.sessions.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
SPLIT = b"\xfe\xfe\xfe"
WORDS = [
    b'{"is":"session",', b'{"is":"facts",', b'{"is":"message","message":{', b'{"is":"grew",',
    b'{"is":"tool","tool":{', b'{"is":"ended",', b'{"is":"compacted",', b'"id":"m1"', b'"from":',
    b'"text":"', b'"state":"streaming"', b'"role":"user"', b'"role":"assistant"', b'"at":"',
    b'"instead_of":"m1"', b'"usage":{', b'"attachments":[{', b'"conversations":{', b'"sizes":{',
    b'"riders":{', b"}}\n", b"\n", SPLIT,
]  # fmt: skip
PLACE = engine.place("sessions")


def check(data: bytes) -> None:
    """What can be read is kept, what comes after is read again, and the file only grows."""
    raw, _, rest = data.partition(SPLIT)
    tail, _, other = rest.partition(SPLIT)
    home = PLACE / "home"
    shutil.rmtree(home, ignore_errors=True)
    folder = home / "sessions" / "s1"
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_bytes(raw)
    if tail:
        (folder / "answer.part").write_bytes(tail)
    (folder / "draft.json").write_bytes(other)
    (home / "window.json").write_bytes(other)
    (home / "sessions" / "index.json").write_bytes(other)
    draws = itertools.count(1)
    library = Library(home, now=lambda: NOW, draw=lambda: next(draws))
    write_layout(home, read_layout(home))
    library.save_draft("s1", library.draft("s1"))
    try:
        opened = library.open("s1")
    except LuminairError as error:
        engine.must_be_one_sentence(str(error))
        assert (folder / "transcript.jsonl").read_bytes() == raw
        return
    before = opened.messages
    for form in Format:
        export(opened.session, before, form).encode("utf-8", "surrogatepass")
    opened.add(Message("new", Role.ASSISTANT, "", "", state=MessageState.STREAMING))
    opened.grow("new", "Hello", NOW)
    opened.grow("new", " there", NOW + timedelta(seconds=2))
    opened.end("new", MessageState.WHOLE, NOW, usage=Usage())
    opened.change(title="T", title_set=True)
    assert (folder / "transcript.jsonl").read_bytes().startswith(raw)
    again = Library(home, now=lambda: NOW, draw=lambda: 1).open("s1")
    assert again.messages[:-1] == tuple(each for each in before if each.id != "new")[: len(before)]
    assert again.messages[-1].text == "Hello there"
    assert again.session.title == "T"
    assert not library.listing().unreadable
    list(library.search("hello"))
    library.copy("s1")


def seeds() -> Iterator[bytes]:
    """A session with one record of each kind, and its other files."""
    records = [
        {"is": "session", "id": "s1", "title": "A", "lane": "ollama", "sizes": {"Harness": 3},
         "conversations": {"claude": {"handle": "h", "given": ["a"], "added": 4}}},
        {"is": "message", "message": {"id": "m1", "role": "user", "text": "Hi", "at": "2026",
         "attachments": [{"name": "a", "media_type": "text/plain", "size": 1, "text": "x"}],
         "riders": {"count": 1}}},
        {"is": "message", "message": {"id": "m2", "role": "assistant", "text": "", "at": "2026",
         "state": "streaming"}},
        {"is": "grew", "id": "m2", "at": "2026", "from": 0, "text": "Yes."},
        {"is": "tool", "id": "m2", "at": "2026", "tool": {"id": "t", "name": "Read",
         "state": "done", "input": "{}", "output": "x"}},
        {"is": "ended", "id": "m2", "at": "2026", "state": "whole", "usage": {"input": 3}},
        {"is": "compacted", "upto": "m1", "text": "Short."},
        {"is": "facts", "title": "B", "title_set": True},
        {"is": "message", "message": {"id": "m3", "role": "user", "text": "é", "at": "2027"},
         "instead_of": "m1"},
    ]  # fmt: skip
    lines = [json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in records]
    yield b"".join(lines)
    yield b"".join(lines[:4]) + SPLIT + b'{"message": "m2", "from": 2}\ns. And more'
    draft = {"text": "t", "caret": 1, "queue": [{"text": "q"}], "aside": {"text": "a"}}
    yield b"".join(lines) + SPLIT + SPLIT + json.dumps(draft).encode()
    layout = {"panes": ["s1"], "active": 1, "sizes": [3], "states": {"a": "b"}}
    yield lines[0] + SPLIT + SPLIT + json.dumps(layout).encode()
    index = {"version": 1, "sessions": {"s1": {"sign": [], "session": {"messages": 1}}}}
    yield lines[0] + SPLIT + SPLIT + json.dumps(index).encode()
    yield lines[0][:20]
    yield b""


if __name__ == "__main__":
    engine.run("transcripts", check, seeds(), WORDS)
