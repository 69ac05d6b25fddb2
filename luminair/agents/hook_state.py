"""What a host's conversation holds already, and which parts of its start are still to be given.

One small file a session, below ``Home.state`` of the vault; every process of one event holds its
lock while it reads and writes it. It is this machine's alone, bounded, and can be lost: then the
session is given everything once more.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from luminair import files
from luminair.hashing import sha256
from luminair.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.agents.hook_texts import Texts

VERSION: Final = 1
MOST_HELD: Final = 3_000
"""Items that are remembered of a session; the oldest are forgotten first."""
KEPT_FOR_S: Final = 60 * 24 * 3600
_PRUNED_EVERY_S: Final = 24 * 3600
PLAN_S: Final = 20.0
"""How long after the first part of a start the others may come, seconds."""


@dataclass(slots=True)
class Plan:
    """The parts of one session's start, made by whichever process came first.

    Attributes:
        source: of the start.
        made: when, seconds since 1970.
        parts: the text of each, and what it makes the session hold: key, sign, name.
        taken: numbers of the parts that a process has taken.
    """

    source: str
    made: float
    parts: list[tuple[str, list[list[str]]]]
    taken: list[int] = field(default_factory=list)

    def waits_for(self, part: int, source: str, at: float) -> bool:
        """Whether this part of this start is still to be taken."""
        fresh = self.source == source and abs(at - self.made) < PLAN_S
        return fresh and part not in self.taken


@dataclass(slots=True)
class Held:
    """What one conversation holds.

    Attributes:
        given: sign and name of each item, by key, the oldest first.
        ancestors: sessions that it was forked from.
        summaries: old conversation summaries chosen at its start; None where none was yet.
        plan: of its last start, None once that is over.
        new: whether nothing was known of the session.
    """

    given: dict[str, tuple[str, str]] = field(default_factory=dict)
    ancestors: tuple[str, ...] = ()
    summaries: tuple[str, ...] | None = None
    plan: Plan | None = None
    new: bool = True

    def take(self, items: list[list[str]]) -> None:
        """The conversation holds these now: key, sign, name; an empty sign takes one out."""
        for key, sign, name in items:
            self.given.pop(key, None)
            if sign:
                self.given[key] = (sign, name)
        for key in list(self.given)[: max(0, len(self.given) - MOST_HELD)]:
            del self.given[key]


class States:
    """The files of all sessions of one vault.

    Args:
        folder: ``Home.state`` of the vault.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "hook"

    def file(self, session: str) -> Path:
        """Where a session's state lies."""
        name = sha256(session.encode("utf-8", "replace")).hexdigest()[:24]
        return self._folder / f"{name}.json"

    @contextmanager
    def locked(self, session: str, patience_s: float) -> Iterator[None]:
        """Holds the session's lock.

        Raises:
            LockBusy: another process held it for so long.
            WriteFailed, OSError: there is no place for it.
        """
        files.make_private(self._folder)
        with files.lock(self.file(session).with_suffix(".lock"), patience_s):
            yield

    def load(self, session: str) -> Held:
        """What is known of a session; a file that cannot be read counts as none."""
        try:
            told = json.loads(self.file(session).read_bytes())
            return _held(told) if told["version"] == VERSION else Held()
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return Held()

    def save(self, session: str, held: Held) -> None:
        """Writes it down; the caller holds the lock. Raises WriteFailed."""
        told = {
            "version": VERSION,
            "given": held.given,
            "ancestors": held.ancestors,
            "summaries": held.summaries,
            "plan": None
            if held.plan is None
            else [held.plan.source, held.plan.made, held.plan.parts, held.plan.taken],
        }
        data = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        files.write_atomic(self.file(session), data, mode=0o600)

    def last_texts(self, folder: str) -> Texts | None:
        """What rode last at the start of a session in this folder; None where nothing is kept."""
        from luminair.agents.hook_texts import unpacked  # noqa: PLC0415 starts only

        try:
            return unpacked(self._texts_file(folder).read_bytes())
        except OSError:
            return None

    def keep_texts(self, folder: str, texts: Texts) -> None:
        """Keeps it for :meth:`last_texts`; raises WriteFailed, OSError."""
        data = texts.packed().encode("utf-8", "replace")
        file = self._texts_file(folder)
        if not file.exists() or file.read_bytes() != data:
            files.write_atomic(file, data, mode=0o600)

    def _texts_file(self, folder: str) -> Path:
        return self._folder / f"start-{sha256(folder.encode('utf-8', 'replace')).hexdigest()[:24]}"

    def forget(self, session: str) -> None:
        """Removes what is kept of a session."""
        for file in (self.file(session), self.file(session).with_suffix(".lock")):
            file.unlink(missing_ok=True)

    def prune(self, at: float) -> None:
        """Removes what no session has used for long; looks once a day."""
        mark = self._folder / "pruned"
        try:
            if at - mark.stat().st_mtime < _PRUNED_EVERY_S:
                return
        except OSError:
            pass  # never yet
        mark.touch()
        with os.scandir(self._folder) as found:
            old = [each.path for each in found if at - each.stat().st_mtime > KEPT_FOR_S]
        for path in old:
            os.unlink(path)  # noqa: PTH108 scandir gives texts


def _held(told: dict[str, object]) -> Held:
    given, plan, summaries = told["given"], told["plan"], told["summaries"]
    ancestors = told["ancestors"]
    if not isinstance(given, dict) or not isinstance(ancestors, list):
        raise TypeError
    if summaries is not None and not isinstance(summaries, list):
        raise TypeError
    if plan is not None and not isinstance(plan, list):
        raise TypeError
    return Held(
        {key: (str(sign), str(name)) for key, (sign, name) in given.items()},
        tuple(map(str, ancestors)),
        None if summaries is None else tuple(map(str, summaries)),
        None
        if plan is None
        else Plan(
            str(plan[0]),
            float(plan[1]),
            [(str(text), [list(map(str, item)) for item in items]) for text, items in plan[2]],
            [int(number) for number in plan[3]],
        ),
        new=False,
    )
