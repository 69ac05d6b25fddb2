"""Fuzzes what comes in from elsewhere: exports, sessions of coding agents, notes, rules, zips."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fuzz import engine

with engine.watched():
    from luminair.errors import LuminairError
    from luminair.exchange.choosing import Choice
    from luminair.exchange.sources import plan_of
    from luminair.exchange.taking import session_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.exchange.plan import Plan

NAMES = (
    ("conversations.json", "chatgpt"),
    ("conversations.json", "claude"),
    ("projects.json", "claude"),
    ("memories.json", "claude"),
    ("s.jsonl", "claude-code"),
    ("rollout-2026-02-03.jsonl", "codex"),
    ("s.jsonl", "cursor"),
    ("note.md", "markdown"),
    ("CLAUDE.md", "rules"),
    ("a.mdc", "rules"),
    ("export.zip", ""),
    ("session_index.jsonl", "codex"),
    ("x.json", ""),
    ("activeContext.md", "memory-bank"),
)
WORDS = [
    b'"mapping":{', b'"message":{', b'"parent":"', b'"children":[', b'"author":{"role":"user"}',
    b'"content":{', b'"parts":["', b'"chat_messages":[', b'"sender":"human"', b'"uuid":"',
    b'"parentUuid":"', b'"type":"', b'"payload":{', b'"timestamp":"', b'"create_time":',
    b'"session_meta"', b'"event_msg"', b'"response_item"', b'"user_message"', b'"isMeta":true',
    b"globs: ", b"alwaysApply: true", b"description: ", b"\n## ", b"\n- ", b"PK\x03\x04",
    b"PK\x01\x02", b"../", b"conversations.json",
]  # fmt: skip
PLACE = engine.place("imports")


def check(data: bytes) -> None:
    """A plan whose every part can be written, or one sentence; and the source as it was."""
    name, kind = NAMES[(data[0] if data else 0) % len(NAMES)]
    raw = data[1:]
    folder = PLACE / "source"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / name).write_bytes(raw)
    for source, asked in ((folder / name, kind), (folder, kind), (folder, "")):
        try:
            _usable(plan_of(source, asked))
        except LuminairError as error:
            engine.must_be_one_sentence(str(error))
    assert [each.name for each in folder.iterdir()] == [name]
    assert (folder / name).read_bytes() == raw


def _usable(plan: Plan) -> None:
    choice = Choice(plan, f"import:{plan.name}")
    for talk in plan.talks:
        facts, messages = session_of(choice, talk)
        json.dumps([facts.title, facts.folder, *(each.to_json() for each in messages)]).encode()
        assert messages
        talk.item.encode()
        talk.origin.encode()
    for note in plan.notes:
        assert not note.name.startswith(("/", "."))
        assert "/" not in note.name
        assert ".." not in note.folder.split("/")
        assert not note.folder.startswith("/")
    for rule in plan.rules:
        assert rule.text.strip()
        rule.text.encode()
    for remark in plan.remarks:
        assert len((remark.item + remark.reason).splitlines()) == 1
        (remark.item + remark.reason).encode()


def seeds() -> Iterator[bytes]:
    """The sample exports, shortened, each with the number that chooses name and reader."""
    exports = engine.INPUTS.parents[1] / "data/exports"
    for number, (name, kind) in enumerate(NAMES):
        for file in sorted(exports.rglob("*")):
            like = file.name == name or (file.suffix == Path(name).suffix and kind in str(file))
            if file.is_file() and like:
                yield bytes((number,)) + file.read_bytes()[:20_000]
    for service in ("chatgpt", "claude"):
        talks = json.loads((exports / service / "conversations.json").read_bytes())
        yield bytes((service == "claude",)) + json.dumps(talks[:1]).encode()
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("conversations.json", json.dumps([{"mapping": {}, "title": "x"}]))
        zipped.writestr("../up.json", "[]")
    yield b"\x0a" + held.getvalue()
    yield b"\x08# Rules\n\n- Always use UTC.\n\n## Style\n\nShort lines.\n"
    yield b"\x09---\ndescription: x\nglobs: '*.py'\nalwaysApply: false\n---\nUse ruff.\n"
    yield b"\x07---\ntitle: a\nkind: rule\n---\nText.\n"


if __name__ == "__main__":
    engine.run("imports", check, seeds(), WORDS)
