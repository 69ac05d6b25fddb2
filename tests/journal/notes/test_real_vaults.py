"""Vaults that people wrote: every file is read, and no byte is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.errors import NoteDamaged
from luminair.journal.notes.frontmatter import Verdict, check_strict, edit, read
from luminair.journal.notes.reading import note_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(shared: Path) -> list[Path]:
    found = sorted((shared / "vaults").rglob("*.md"))
    if not found:
        pytest.skip("the vaults are not there")
    return found


def test_every_file_is_read_and_pin_and_unpin_leave_every_byte(files):
    damaged = []
    for path in files:
        raw = path.read_bytes()
        loaded = note_of(path.name, raw, file_time="2026-01-01T00:00:00.000Z")
        if loaded.note.damage:
            damaged.append(path.name)
            continue
        document = read(raw)
        pinned = edit(document, {"pinned": True})
        assert pinned != raw, path
        assert edit(read(pinned), {"pinned": False}) == raw, path
        assert check_strict(document) == "" or document.verdict is Verdict.READ
    assert len(damaged) < len(files) / 50, damaged


def test_an_edit_of_one_key_changes_one_line(files):
    for path in files:
        raw = path.read_bytes()
        document = read(raw)
        if document.verdict is not Verdict.READ:
            continue
        for entry in document.entries:
            if document.header.count("\n", entry.start, entry.end) != 1:
                continue
            try:
                new = edit(document, {entry.key: "another value"})
            except NoteDamaged as error:
                pytest.fail(f"{path}: {error}")
            before, after = raw.split(b"\n"), new.split(b"\n")
            assert len(before) == len(after), path
            differing = [a for a, b in zip(before, after, strict=True) if a != b]
            assert len(differing) == 1, path
