"""The store against a model that holds a dictionary for each moment."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from luminair.errors import NoteChanged, UndoRefused
from luminair.files import sha256_of
from luminair.journal.notes.paths import name_key
from luminair.journal.vault.operations import taken_back
from luminair.journal.vault.store import Store

NAMES = st.sampled_from(["a.md", "A.md", "é.md", "e\u0301.md", "b 2.md", "b.md", "c.md"])
FOLDERS = st.sampled_from(["", "Notes", "notes", "Notes/Deep", "Archive"])
TEXTS = st.sampled_from(
    [b"", b"one", b"two\r\n", b"---\nid: 20260101T0000-0001\n---\nx", b"\xff\x00"]
)
NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)


class StoreAgainstModel(RuleBasedStateMachine):
    """Keeps what the vault should hold, and what it held before each operation."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="luminair-model-"))
        numbers = itertools.count()
        self.store = Store(self.root, now=lambda: NOW, draw=lambda: next(numbers), by="owner")
        self.held: dict[str, bytes] = {}
        self.past: dict[str, tuple[dict[str, bytes], dict[str, bytes]]] = {}
        self.outside: set[str] = set()

    def teardown(self) -> None:
        shutil.rmtree(self.root)

    def disk(self) -> dict[str, bytes]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        found = {path.relative_to(self.root).as_posix(): path.read_bytes() for path in files}
        return {path: data for path, data in found.items() if not path.startswith(".")}

    def note_down(self, before: dict[str, bytes]) -> None:
        """The operation just done is the log's newest, or it changed nothing."""
        if self.held != before:
            self.past[self.store.operations(1)[0].op] = (before, dict(self.held))

    @initialize()
    def begin(self) -> None:
        with self.store.operation("begin") as operation:
            operation.create("", "begin.md", b"begin")
        self.held["begin.md"] = b"begin"
        self.note_down({})

    @rule(folder=FOLDERS, name=NAMES, data=TEXTS)
    def create(self, folder: str, name: str, data: bytes) -> None:
        before = dict(self.held)
        with self.store.operation("create") as operation:
            path = operation.create(folder, name, data)
        assert name_key(path) not in {name_key(other) for other in before}
        assert name_key(path.rpartition("/")[0]) == name_key(folder)
        self.held[path] = data
        self.note_down(before)

    @precondition(lambda self: self.held)
    @rule(pick=st.integers(0), data=TEXTS)
    def replace(self, pick: int, data: bytes) -> None:
        before = dict(self.held)
        path = sorted(self.held)[pick % len(self.held)]
        with self.store.operation("replace") as operation:
            operation.replace(path, data, sha256_of(self.held[path]))
        self.held[path] = data
        self.note_down(before)
        versions = self.store.versions(path)
        assert len({version.sha256 for version in versions}) == len(versions)
        if data != before[path]:
            assert self.store.version_bytes(path, versions[0].version) == before[path]

    @precondition(lambda self: self.held)
    @rule(pick=st.integers(0), data=TEXTS)
    def replace_what_changed(self, pick: int, data: bytes) -> None:
        path = sorted(self.held)[pick % len(self.held)]
        ours = data + b"ours"
        try:
            with self.store.operation("replace") as operation:
                operation.replace(path, ours, sha256_of(b"never read"))
        except NoteChanged as error:
            assert (self.root / error.kept).read_bytes() == ours  # noqa: PT017
        else:
            assert self.held[path] == ours

    @precondition(lambda self: self.held)
    @rule(pick=st.integers(0), folder=FOLDERS, name=NAMES, data=st.none() | TEXTS)
    def move(self, pick: int, folder: str, name: str, data: bytes | None) -> None:
        before = dict(self.held)
        path = sorted(self.held)[pick % len(self.held)]
        with self.store.operation("move") as operation:
            if data is not None:
                operation.replace(path, data, sha256_of(self.held[path]))
            to = operation.move(path, f"{folder}/{name}" if folder else name)
        content = self.held.pop(path)
        assert name_key(to) not in {name_key(other) for other in self.held}
        self.held[to] = content if data is None else data
        self.note_down(before)

    @precondition(lambda self: self.held)
    @rule(pick=st.integers(0))
    def remove(self, pick: int) -> None:
        before = dict(self.held)
        path = sorted(self.held)[pick % len(self.held)]
        with self.store.operation("remove") as operation:
            operation.remove(path)
        del self.held[path]
        self.note_down(before)

    @precondition(lambda self: self.held)
    @rule(pick=st.integers(0), data=TEXTS)
    def edit_outside(self, pick: int, data: bytes) -> None:
        path = sorted(self.held)[pick % len(self.held)]
        (self.root / path).write_bytes(data)
        self.held[path] = data

    @rule()
    def undo(self) -> None:
        done = self.store.operations()
        back = taken_back(done[::-1])
        last = next((each.op for each in done if not each.undoes and each.op not in back), None)
        if last is None:
            with pytest.raises(UndoRefused, match="no Luminair operation"):
                self.store.undo()
        else:
            self.take_back(last, named=False)

    @precondition(lambda self: self.past)
    @rule(pick=st.integers(0))
    def undo_an_older_one(self, pick: int) -> None:
        self.take_back(sorted(self.past)[pick % len(self.past)])

    def take_back(self, op: str, *, named: bool = True) -> None:
        before = dict(self.held)
        old, new = self.past[op]
        touched = {path for path in {*old, *new} if old.get(path) != new.get(path)}
        keys_in_the_way = {name_key(p) for p in before if p not in touched}
        free = all(name_key(p) not in keys_in_the_way for p in touched if p in old)
        as_left = all(before.get(path) == new.get(path) for path in touched)
        try:
            self.store.undo(op if named else None)
        except UndoRefused as error:
            assert self.disk() == before
            if not error.paths:  # taken back before
                return
            assert not (as_left and free)
            assert set(error.paths) <= touched  # noqa: PT017 - it may also go well
        else:
            assert as_left
            assert free
            for path in touched:
                self.held.pop(path, None)
                if path in old:
                    self.held[path] = old[path]
            self.note_down(before)

    @invariant()
    def the_disk_is_as_the_model(self) -> None:
        assert self.disk() == self.held

    @invariant()
    def nothing_is_half_done(self) -> None:
        assert not self.store.half_done


TestStoreAgainstModel = StoreAgainstModel.TestCase
TestStoreAgainstModel.settings = settings(stateful_step_count=30, deadline=None)
