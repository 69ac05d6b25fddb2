"""What waits for the owner's yes, and what the owner answered: rules, merges, held notes, ….

It travels with the vault, so that a refusal on one machine holds on the other. Each machine
appends to a log of its own (``.luminair/proposals/<machine>.jsonl``), as operations do; reading
folds all of them. A line that cannot be read is passed over, and no line is ever a rule: a
proposal only becomes one by the owner's yes.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from luminair.errors import NoteNotFound, UsageError
from luminair.files import append_line, lock, read_lines
from luminair.journal.vault.inside import VaultFolder
from luminair.journal.vault.operations import utc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

_FOLDER = "proposals"


class ProposalKind(StrEnum):
    """What a proposal is about."""

    RULE = "rule"
    """A model asks for a rule."""
    PROMOTE = "promote"
    """A request came back in several sessions."""
    DISTILL = "distill"
    """A session was folded; done already, the answer keeps or takes it back."""
    MERGE = "merge"
    STALE = "stale"
    CONFLICT = "conflict"
    """Two rules contradict, repeat or shadow each other."""
    IMPORTED = "imported"
    HELD = "held"
    """A note that waits for the owner: it reads like an order, or was held for another reason."""
    CHANGED = "changed"
    """A rule or Harness file that appeared or changed outside the app."""
    TORN = "torn"
    """A note in which a sync left two versions of something."""
    COPY = "copy"
    """A second version of a note that a sync service left beside it."""


class Decision(StrEnum):
    """What became of a proposal."""

    WAITING = "waiting"
    YES = "yes"
    LATER = "later"
    NEVER = "never"
    GONE = "gone"
    """What it was about is no more, or somebody settled it elsewhere."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a proposal comes from.

    Attributes:
        quote: the words, on one line.
        at: UTC time of them, or ''.
        session: whose, or ''.
        path: the note or file that holds them, or ''.
        note: its id, or ''.
        message: the message in a transcript that proves it, or ''.
    """

    quote: str
    at: str = ""
    session: str = ""
    path: str = ""
    note: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that waits for an answer, or had one.

    Attributes:
        id: short, for the command line and the window.
        key: says what it is about; one key is proposed once, and its refusal holds.
        kind: of what kind.
        title: one line for people.
        text: what a yes would write, or what it would do.
        reason: why it is proposed, a sentence.
        evidence: where it comes from.
        scope: of what a yes would write: 'session', 'folder', 'global', or ''.
        cwd: the project's folder, or ''.
        session: whose, or ''.
        by: who proposes: 'luminair', or '<lane>/<model>'.
        at: UTC time when it was proposed.
        data: what the method that made it needs to carry it out; texts and lists of texts.
        answer: what became of it.
        answered: UTC time of the answer, or ''.
        until: UTC time to which 'later' holds, or ''.
        operation: what a yes did, for undo, or ''.
    """

    id: str
    key: str
    kind: ProposalKind
    title: str
    text: str = ""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    scope: str = ""
    cwd: str = ""
    session: str = ""
    by: str = "luminair"
    at: str = ""
    data: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    answer: Decision = Decision.WAITING
    answered: str = ""
    until: str = ""
    operation: str = ""

    def waits(self, now: str) -> bool:
        """Whether the owner is to be asked at this UTC time."""
        over = self.answer is Decision.LATER and self.until <= now
        return self.answer is Decision.WAITING or over


class Proposals:
    """The proposals of one vault.

    Args:
        root: the vault's folder.
        machine: a name that no other machine sharing the vault has.
        timeout_s: how long to wait for another writer.
    """

    def __init__(self, root: Path, machine: str, timeout_s: float = 10.0) -> None:
        self._vault = VaultFolder(root)
        self._machine = machine
        self._timeout_s = timeout_s

    def all(self) -> list[Proposal]:
        """Every proposal with its answer, oldest first; none where they cannot be read."""
        events: list[tuple[str, Mapping[str, object]]] = []
        with suppress(OSError):
            for file in sorted((self._vault.machine_folder / _FOLDER).glob("*.jsonl")):
                latest = ""
                with suppress(OSError):
                    for value in read_lines(file):
                        if isinstance(value, dict):
                            # A clock that was set back must not reorder one machine's answers.
                            latest = max(latest, _text(value, "at"))
                            events.append((latest, value))
        events.sort(key=lambda pair: pair[0])
        found: dict[str, Proposal] = {}
        for _, value in events:
            _fold(found, value)
        return list(found.values())

    def waiting(self, now: datetime) -> list[Proposal]:
        """Those that the owner is to be asked about, oldest first."""
        moment = utc(now)
        return [each for each in self.all() if each.waits(moment)]

    def find(self, proposal_id: str) -> Proposal:
        """One by its id; raises NoteNotFound."""
        found = next((each for each in self.all() if each.id == proposal_id), None)
        if found is None:
            raise NoteNotFound(
                f"There is no proposal '{proposal_id}'; `luminair-journal review` lists those "
                "that wait."
            )
        return found

    def propose(self, wanted: Iterable[Proposal], now: datetime) -> list[Proposal]:
        """Adds proposals whose key was never proposed before.

        One that was answered 'never' or 'yes' stays answered; one that waits, or waits until a
        later day, is renewed where its text or evidence changed. ``id`` and ``at`` are given
        here.

        Returns:
            Those that were added or renewed.

        Raises:
            WriteFailed, LockBusy, VaultMissing: nothing was added.
        """
        added = []
        with self._writing() as append:
            known = {each.key: each for each in self.all()}
            for each in wanted:
                before = known.get(each.key)
                new = replace(each, id=id_of_key(each.key), at=utc(now))
                if before is not None and not _is_news(before, new):
                    continue
                append({"event": "proposed", **_plain(new)})
                known[each.key] = new
                added.append(new)
        return added

    def answer(
        self,
        proposal_id: str,
        answer: Decision,
        now: datetime,
        *,
        until: datetime | None = None,
        operation: str = "",
        text: str | None = None,
    ) -> Proposal:
        """Writes an answer down; the deed itself is the caller's, before this.

        Args:
            proposal_id: which.
            answer: ``WAITING`` puts it back.
            now: UTC.
            until: for ``LATER``, to when.
            operation: what a yes did.
            text: the words that the owner made of it, or None.

        Raises:
            NoteNotFound: there is no such proposal.
            UsageError: 'later' without a time.
        """
        if answer is Decision.LATER and until is None:
            raise UsageError("'Later' needs a time until which it holds.")
        with self._writing() as append:
            found = self.find(proposal_id)
            event: dict[str, object] = {
                "event": "answered",
                "key": found.key,
                "at": utc(now),
                "answer": answer.value,
                "until": utc(until) if until is not None else "",
                "operation": operation,
            }
            if text is not None:
                event["text"] = text
            append(event)
        return self.find(proposal_id)

    @contextmanager
    def _writing(self) -> Iterator[Callable[[Mapping[str, object]], None]]:
        self._vault.check()
        folder = self._vault.machine_path(_FOLDER)
        with lock(folder / "lock", self._timeout_s):
            yield lambda event: append_line(folder / f"{self._machine}.jsonl", event, full=True)


def _fold(found: dict[str, Proposal], value: Mapping[str, object]) -> None:
    key = _text(value, "key")
    if value.get("event") == "proposed":
        read = _proposal_of(value)
        if read is not None and (key not in found or _is_news(found[key], read)):
            found[key] = read
        return
    before = found.get(key)
    answer = _one_of(Decision, value.get("answer"))
    if value.get("event") != "answered" or before is None or answer is None:
        return
    found[key] = replace(
        before,
        answer=answer,
        answered=_text(value, "at"),
        until=_text(value, "until"),
        operation=_text(value, "operation"),
        text=_text(value, "text") or before.text,
    )


def _is_news(before: Proposal, new: Proposal) -> bool:
    """Whether to propose again what was proposed before."""
    if before.answer in {Decision.YES, Decision.NEVER}:
        return False
    if before.answer is Decision.GONE or (
        before.answer is Decision.LATER and before.until <= new.at
    ):
        return True
    same = (before.text, before.title, before.evidence) == (new.text, new.title, new.evidence)
    return before.answer is Decision.WAITING and not same


def id_of_key(key: str) -> str:
    """The id of the proposal with this key, made already or not."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()[:8]


def _plain(proposal: Proposal) -> dict[str, object]:
    told = asdict(proposal)
    for name in ("answer", "answered", "until", "operation"):
        del told[name]
    return told


def _proposal_of(value: Mapping[str, object]) -> Proposal | None:
    """A proposal from a line of a log, or None: the file may be anyone's."""
    kind = _one_of(ProposalKind, value.get("kind"))
    key, evidence, data = _text(value, "key"), value.get("evidence", []), value.get("data", {})
    if kind is None or not key or not isinstance(evidence, list) or not isinstance(data, dict):
        return None

    def said(name: str) -> str:
        return _text(value, name)

    return Proposal(
        id=id_of_key(key),
        key=key,
        kind=kind,
        evidence=tuple(
            Evidence(**{name: _text(each, name) for name in Evidence.__slots__})
            for each in evidence
            if isinstance(each, dict)
        ),
        data={str(name): _datum(each) for name, each in data.items()},
        title=said("title"),
        text=said("text"),
        reason=said("reason"),
        scope=said("scope"),
        cwd=said("cwd"),
        session=said("session"),
        by=said("by"),
        at=said("at"),
    )


def _datum(value: object) -> str | tuple[str, ...]:
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str))
    return value if isinstance(value, str) else ""


def _text(value: Mapping[str, object], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


_Word = TypeVar("_Word", bound=StrEnum)


def _one_of(words: type[_Word], value: object) -> _Word | None:
    return next((each for each in words if each == value), None)
