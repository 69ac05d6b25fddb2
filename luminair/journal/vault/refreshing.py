"""Making the index true: look, read what changed, store it, until the look fits the index."""

from __future__ import annotations

import os
import sys
from zlib import crc32

import luminair
from luminair.errors import LuminairError
from luminair.journal.notes.paths import name_key
from luminair.journal.vault.catalogue_file import (
    DAMAGE,
    IndexDamagedError,
    IndexFile,
    IndexNotWritableError,
)
from luminair.journal.vault.catalogue_rows import MARK_OF, SCHEMA_VERSION
from luminair.journal.vault.freshness import NO_SIGN, Done, Plan, compare, read_file
from luminair.journal.vault.tree import look, look_at
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Final, TypeAlias, TypeVar

    _Answer = TypeVar("_Answer")

    from luminair.journal.vault.catalogue_writer import Ready
    from luminair.journal.vault.findings import Findings
    from luminair.journal.vault.freshness import Folder

BATCH: Final = 1000
"""Notes that are read and stored together: a build that is cut short keeps whole batches."""

VERSION: Final = f"{SCHEMA_VERSION} {luminair.__version__}"
"""An index of another version is made anew."""

SPARE_NUMBERS: Final = 1_000_000
"""Changes after which numbering starts anew: a cold question reads four bytes for each number."""

Ahead: TypeAlias = "Callable[[str], Mapping[str, bytes] | None]"
"""Waits for a look that was begun before, if it is of this folder; see ``ahead.look_ahead``."""

_ROUNDS: Final = 3
_SAME_NAME: Final = "SELECT 1 FROM notes WHERE name_key = ? LIMIT 1"
_KNOWN: Final = "SELECT path FROM notes WHERE path = ? OR (path >= ? AND path < ?)"


@dataclass(frozen=True, slots=True)
class Changes:
    """What a refresh found.

    Attributes:
        added: paths of notes that are new; this and the next two in order.
        changed: paths of notes whose bytes differ from before.
        removed: paths of notes that are gone.
        unreadable: folders and files that could not be read now, with the reason; what was
            known of them stays.
        behind: files that changed and were not read because the caller had enough.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    behind: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


class _Round:
    """What a refresh has done so far, and whom to tell and ask."""

    def __init__(
        self,
        unreadable: dict[str, str],
        progress: Callable[[int, int], None] | None = None,
        enough: Callable[[], bool] | None = None,
    ) -> None:
        self.done = Done()
        self.unreadable = unreadable
        self.behind = 0
        self.progress = progress
        self.enough = enough

    def changes(self) -> Changes:
        return Changes(
            tuple(sorted(set(self.done.added))),
            tuple(sorted(set(self.done.changed))),
            tuple(sorted(set(self.done.removed))),
            tuple(sorted(self.unreadable.items())),
            self.behind,
        )


class Refresher:
    """Compares the index with the vault and stores the difference."""

    def __init__(
        self,
        file: IndexFile,
        place: str,
        clock: Callable[[], int],
        findings: Findings,
        ahead: Callable[[], Mapping[str, bytes] | None] | None = None,
    ) -> None:
        self._file = file
        self._place = place
        self._clock = clock
        self._findings = findings
        self._ahead = ahead

    def refresh(
        self,
        progress: Callable[[int, int], None] | None = None,
        enough: Callable[[], bool] | None = None,
    ) -> Changes:
        """See :meth:`Catalogue.refresh`; raises one of ``DAMAGE`` where it must start over."""
        work = _Round({}, progress, enough)
        self._file.unpin()
        if self._is_as_seen_ahead():
            self._file.pin()
            return work.changes()
        for _ in range(_ROUNDS):
            before = self._file.ask("PRAGMA data_version")
            seen = look(self._place)
            work.unreadable = dict(seen.unreadable)
            plan = compare(seen, self._stored_tree())
            if plan:
                order = {folder: here.names for folder, here in seen.folders.items()}
                self._carry_out(plan, order, work)
            if work.behind or self._file.ask("PRAGMA data_version") == before:
                break  # else another process stored something meanwhile: perhaps of an older look
        self._file.pin()
        return work.changes()

    def supposed(
        self, work: Callable[[], _Answer], begin: Callable[[], None]
    ) -> tuple[_Answer] | tuple[()]:
        """What comes of work that supposes the index to be true, if a look ahead finds it so.

        Args:
            work: asks the index.
            begin: called before, when the moment is held that is asked.
        """
        if self._ahead is None:
            return ()
        try:
            self._file.pin()
            begin()
            moment = self._file.moment
            answer = work()
            # Nothing may have looked or stored meanwhile: the answer is of one moment.
            if self._file.moment == moment and self._is_as_seen_ahead():
                return (answer,)
        except (LuminairError, *DAMAGE):
            pass  # whether that is so of the files is for a look to tell
        return ()

    def _is_as_seen_ahead(self) -> bool:
        """Whether the index has just what a look saw that was begun before; asked once."""
        ahead, self._ahead = self._ahead, None
        seen = ahead() if ahead is not None else None
        return seen is not None and dict(self._file.ask("SELECT folder, mark FROM tree")) == seen

    def touched(self, paths: list[str]) -> Changes | None:
        """See :meth:`Catalogue.touched`; None where only a full refresh can tell."""
        found = look_at(self._place, paths)
        if found is None:
            return None
        seen, gone = found
        removed = self._known_at(gone)
        if removed is None:
            return None
        work = _Round(dict(seen.unreadable))
        there = [(sign.mtime_ns, sign.path) for sign in seen.files]
        self._file.unpin()
        self._carry_out(Plan(there, removed), {}, work)
        self._file.pin()
        return work.changes()

    def _known_at(self, gone: Iterable[str]) -> list[str] | None:
        """The notes that the index has at these paths, or below where they were folders.

        None where it has one that is spelled otherwise: which is meant, only a full look tells.
        """
        found: dict[str, None] = {}
        for path in gone:
            # '0' follows '/' in the order of bytes, by which SQLite compares.
            rows = self._file.ask(_KNOWN, (path, path + "/", path + "0"))
            found.update(dict.fromkeys(known for (known,) in rows))
            if not rows and self._file.ask(_SAME_NAME, (name_key(path),)):
                return None
        return list(found)

    def _stored_tree(self) -> dict[str, Folder]:
        rows = self._file.ask("SELECT folder, names, signs FROM tree")
        return {folder: (names, signs) for folder, names, signs in rows}

    def _carry_out(self, plan: Plan, order: Mapping[str, Sequence[str]], work: _Round) -> None:
        """Reads and stores, batch by batch."""
        if plan.read:
            self._check_reading()
        removed = list(plan.removed)
        ready: list[Ready] = []
        total = len(plan.read)
        for count, (_, path) in enumerate(plan.read, start=1):
            each = self._read(path, work.unreadable)
            if each is None:
                removed.append(path)
            elif each.note is not None or each.sign != NO_SIGN:
                ready.append(each)
            stop = work.enough is not None and work.enough()
            if len(ready) < BATCH and not stop and count < total:
                continue
            self._store(ready, removed, order, work.done)
            ready, removed = [], []
            if work.progress is not None:
                work.progress(count, total)
            if stop:
                work.behind = total - count
                return
        if removed or plan.reordered:
            self._store([], removed, order, work.done, plan.reordered)

    def _read(self, path: str, unreadable: dict[str, str]) -> Ready | None:
        """A file read and analysed; None if it is gone."""
        from luminair.journal.vault.catalogue_writer import prepare  # noqa: PLC0415 see there

        read = read_file(self._place, path, self._clock)
        if read.raw is None and not read.reason:
            return None
        if read.raw is None and not read.too_large:
            unreadable[path] = f"the file {read.reason}"
        rows = self._file.ask(MARK_OF, (path,))
        return prepare(path, read, rows[0] if rows else None)

    def _store(
        self,
        ready: Sequence[Ready],
        removed: Iterable[str],
        order: Mapping[str, Sequence[str]],
        done: Done,
        reordered: Iterable[str] = (),
    ) -> None:
        if not ready and not removed and not reordered:
            return
        try:
            stored = self._stored(ready, removed, order, reordered)
        except IndexNotWritableError:
            self._file.to_memory()
            stored = self._stored(ready, removed, order, reordered)
        done.added += stored.added
        done.changed += stored.changed
        done.removed += stored.removed

    def _stored(
        self,
        ready: Sequence[Ready],
        removed: Iterable[str],
        order: Mapping[str, Sequence[str]],
        reordered: Iterable[str],
    ) -> Done:
        from luminair.journal.vault.catalogue_writer import store  # noqa: PLC0415 see there

        with self._file.writing() as con:
            stored = store(con, ready, removed, order, reordered)
            if ready:
                stamps = _fingerprints()
                stamps[_CODE] = f"{stamps['words']} {_code()}"
                con.executemany("INSERT OR REPLACE INTO stamp VALUES (?, ?)", stamps.items())
            self._findings.put(con)
        self._findings.stored()
        return stored

    def _check_reading(self) -> None:
        """Starts over where the index was made by other code, or where its numbers thin out."""
        rows = self._file.ask("SELECT name, value FROM stamp")
        stored: dict[str, str] = {row[0]: row[1] for row in rows}
        for name, value in _fingerprints().items():
            if stored.get(name, value) != value:
                raise IndexDamagedError("made by another way of reading")
        ((records, next_doc),) = self._file.ask("SELECT records, next_doc FROM state")
        if next_doc > SPARE_NUMBERS + 2 * records:
            raise IndexDamagedError("most numbers are used up by notes that changed since")


def words_fingerprint() -> str:
    """Changes when a plain text gives other terms than before; quick, for the read path."""
    from luminair.journal.ranking.tokens import analyse  # noqa: PLC0415 not all questions search

    probe = "Running vectorCache in lib/vault/digest.js v2.10.3, don't"
    return str(crc32(repr(analyse("Title", "Sum", probe, "Notes/a/B d.md", ("tag",))).encode()))


def words_hold(stored: Mapping[str, str]) -> bool:
    """Whether words are taken apart as they were when the index was made; quick, as above.

    Args:
        stored: its stamps.
    """
    words, code = stored.get("words"), _code()
    if words is None or (code and stored.get(_CODE) == f"{words} {code}"):
        return True
    return words == words_fingerprint()


_CODE: Final = "code of words"


def _code() -> str:
    """Changes when the code behind :func:`words_fingerprint` may have; '' where nobody can tell."""
    from luminair.journal.ranking import (  # noqa: PLC0415 as above
        chunks,
        scripts,
        stems,
        tokens,
        words_english,
    )

    rooms = (chunks, scripts, stems, tokens, words_english)
    in_one = getattr(sys, "frozen", False)
    files = [sys.executable] if in_one else [room.__file__ or "" for room in rooms]
    try:
        states = [os.stat(file) for file in files]  # noqa: PTH116 a prompt waits for it
    except OSError:
        return ""
    return repr((sys.version, [(state.st_mtime_ns, state.st_size) for state in states]))


def _fingerprints() -> dict[str, str]:
    """Changes when a file gives another note, or other terms, than before."""
    from luminair.journal.vault.catalogue_writer import whole_fingerprint  # noqa: PLC0415

    return {"words": words_fingerprint(), "notes": whole_fingerprint()}
