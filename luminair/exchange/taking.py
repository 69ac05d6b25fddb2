"""Carries out what was chosen of a plan, as one batch; ``taking_back`` takes such a batch back.

Notes are one operation of the vault, all or none. Each conversation becomes one session, whole or
not at all. What a batch brought is written down as it comes (``batches``), so that it can be taken
back after a crash in the middle too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteDamaged, NoteNotFound, Refused, UsageError
from luminair.exchange.batches import BatchLog
from luminair.exchange.choosing import ORIGIN, ORIGIN_HASH, Choice, inside, whose
from luminair.exchange.plan import Remark
from luminair.journal import (
    Evidence,
    Proposal,
    ProposalKind,
    Scope,
    Status,
    adopted,
    check_vault_path,
    file_name,
    id_of_key,
)
from luminair.keeping.review.held import announce
from luminair.messages import Attachment, Message, Role
from luminair.plurals import counted
from luminair.sessions.session import Session, utc_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.exchange.choosing import ReadyNote
    from luminair.exchange.plan import RuleItem, TalkItem
    from luminair.journal import Journal
    from luminair.sessions.library import Library

FOLDER = "Notes/Imported"
_OURS = frozenset({"harness", "archive"})
_QUOTE_CHARS = 300


@dataclass(slots=True)
class Taken:
    """What an import brought.

    Attributes:
        batch: names it, for :func:`luminair.exchange.taking_back.take_back`.
        operation: of the vault, for ``undo``; '' where no note came in.
        notes: the new notes: what the source calls each, and its path.
        held: the paths of those that are held for the owner.
        rules: the new proposals: what the source calls each, and its id.
        sessions: the new sessions, likewise.
    """

    batch: str
    operation: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    rules: list[tuple[str, str]] = field(default_factory=list)
    sessions: list[tuple[str, str]] = field(default_factory=list)


def target(name: str, folder: str) -> str:
    """The folder of the vault that notes would go to.

    Raises:
        UsageError: the folder given is none, or is hidden.
        Refused: what stands there is law, or archived.
    """
    if not folder.strip().strip("/"):
        return f"{FOLDER}/{file_name(name).removesuffix('.md')}"
    path = check_vault_path(folder.strip().strip("/"))
    if path.partition("/")[0].casefold() in _OURS:
        raise Refused(f"Imported notes cannot go to '{path}'; choose another folder.")
    return path


def must_be_apart(source: Path, vault: Path) -> None:
    """Raises Refused where the source is the vault, holds it, or lies in it."""
    real, ours = source.resolve(), vault.resolve()
    if inside(real, ours):
        raise Refused(f"'{source}' is in the Journal already, so there is nothing to import.")
    if inside(ours, real):
        raise Refused(f"The Journal lies in '{source}'; import the other folders one at a time.")


def carry_out(
    choice: Choice,
    journal: Journal,
    library: Library,
    home: Path,
    *,
    folder: str = "",
    now: Callable[[], datetime],
    draw: Callable[[], int],
) -> Taken:
    """Writes what was chosen.

    Args:
        choice: from :func:`choosing.choose`; hears of what could not be written.
        journal: the vault, open in the owner's name.
        library: the app's sessions.
        home: where the batch is written down.
        folder: of the vault, '' for ``Notes/Imported/<name>``.
        now: the clock, aware.
        draw: random numbers, for the name of a batch without notes.

    Raises:
        LuminairError: the vault or the home cannot be written; then no note came in.
    """
    to = target(choice.plan.name, folder)
    taken = Taken(f"{now():%Y%m%dT%H%M%S}-{draw() & 0xFFFF:04x}")
    log = BatchLog(home, choice.source)
    if choice.notes:
        _write_notes(choice, journal, to, taken, log, now)
    else:
        log.begin(taken.batch)
    _propose(choice, journal, taken, log, now())
    _add_sessions(choice, library, taken, log)
    return taken


def _write_notes(
    choice: Choice,
    journal: Journal,
    to: str,
    taken: Taken,
    log: BatchLog,
    now: Callable[[], datetime],
) -> None:
    what = f"import {counted(len(choice.notes), 'note')} from “{choice.plan.name}”"
    places: dict[str, tuple[str, str]] = {}

    def in_use(identity: str) -> bool:
        try:
            journal.find(identity)
        except NoteNotFound:
            return False
        except UsageError:  # several have it
            return True
        return True

    with journal.batch(what) as batch:
        names = batch.operation.new_ids(len(choice.notes), in_use)
        for ready, name in zip(choice.notes, names, strict=True):
            item = ready.item
            if item.home not in places:
                places[item.home] = _project(journal, item.home)
            try:
                data = _note(ready, choice, name, places[item.home], now)
            except NoteDamaged as error:
                choice.remarks.append(Remark(item.item, str(error)))
                continue
            where = f"{to}/{item.folder}" if item.folder else to
            where = f"Archive/{where}" if item.archived else where
            path = batch.operation.create(where, file_name(item.name), data)
            batch.paths.add(path)
            taken.notes.append((item.item, path))
            if ready.why:
                taken.held.append(path)
        # Before the notes are there: one that is written down and never came is passed over.
        log.begin(batch.op, batch.op)
        taken.batch = batch.op
    taken.operation = batch.op if taken.notes else ""
    announce(journal, [journal.find(path) for path in taken.held], now())


def _note(
    ready: ReadyNote,
    choice: Choice,
    identity: str,
    place: tuple[str, str],
    now: Callable[[], datetime],
) -> bytes:
    item = ready.item
    scope, cwd, project = whose(item, place)
    extra = {ORIGIN: item.origin, ORIGIN_HASH: ready.sign}
    if ready.why:
        extra["held"] = ready.why
    return adopted(
        item.name,
        ready.raw,
        id=identity,
        source=choice.source,
        file_time=item.time or utc_text(now()),
        scope=scope,
        cwd=cwd,
        project=project,
        session=item.session if scope is Scope.SESSION else "",
        status=Status.HELD if ready.why else None,
        title=choice.without_secrets(item.title),
        summary=choice.without_secrets(item.summary),
        extra=extra,
    )


def _project(journal: Journal, home: str) -> tuple[str, str]:
    """A note's folder and its project's identity; '' twice where the folder is no project."""
    if not home:
        return "", ""
    project = journal.place(cwd=home)[0].project
    if project is None:
        return "", ""
    # A folder in another worktree has no place in the main one that a path could tell.
    below = inside(PurePath(home), PurePath(project.root))
    return home if below else project.root, project.origin


def _propose(choice: Choice, journal: Journal, taken: Taken, log: BatchLog, now: datetime) -> None:
    wanted = {key: _proposal(choice, key, rule, journal) for key, rule in choice.rules}
    if not wanted:
        return
    items = {key: rule.item for key, rule in choice.rules}
    # Before they are there, as with notes. The time tells them from what a later import of the
    # same words brings.
    for key in wanted:
        log.keep(proposal=id_of_key(key), at=utc_text(now))
    for each in journal.proposals.propose(wanted.values(), now):
        taken.rules.append((items[each.key], each.id))


def _proposal(choice: Choice, key: str, rule: RuleItem, journal: Journal) -> Proposal:
    project = journal.place(cwd=rule.home)[0].project if rule.home else None
    reason = f"It stands in {rule.origin}"
    reason += f", for files like {rule.covers}." if rule.covers else "."
    text = rule.text.strip()
    return Proposal(
        id="",
        key=key,
        kind=ProposalKind.IMPORTED,
        title=text.partition("\n")[0].strip()[:80],
        text=text,
        reason=reason,
        evidence=(Evidence(" ".join(text.split())[:_QUOTE_CHARS], path=rule.origin),),
        scope=Scope.GLOBAL.value if project is None else Scope.FOLDER.value,
        cwd="" if project is None else rule.home,
        by=choice.source,
    )


def _add_sessions(choice: Choice, library: Library, taken: Taken, log: BatchLog) -> None:
    for number, talk in enumerate(choice.talks):
        identity = ""
        try:
            identity = library.take_in(*session_of(choice, talk))
            log.keep(session=identity)
        except LuminairError as error:
            if identity:  # what is not written down could not be taken back
                library.bin(identity)
            left = len(choice.talks) - number
            choice.remarks.append(
                Remark(talk.item, f"{error} {counted(left, 'conversation')} did not come.")
            )
            return
        taken.sessions.append((talk.item, identity))


def session_of(choice: Choice, talk: TalkItem) -> tuple[Session, list[Message]]:
    """A conversation as a session: no secrets, and no message without a time."""
    messages: list[Message] = []
    at = talk.created
    for number, turn in enumerate(talk.turns, 1):
        at = turn.at or at
        messages.append(
            Message(
                id=f"imported-{number}",
                role=turn.role,
                text=choice.without_secrets(turn.text),
                at=at,
                model=turn.model if turn.role is Role.ASSISTANT else "",
                attachments=tuple(_attached(choice, each) for each in turn.attachments),
            )
        )
    title = " ".join(choice.without_secrets(talk.title).split())
    facts = Session(
        id="",
        title=title or "",
        title_set=bool(title),
        folder=talk.folder if talk.folder and Path(talk.folder).is_dir() else "",
        created=talk.created,
        seen=max([talk.created, *(each.at for each in messages)]),
        origin=talk.origin,
    )
    return facts, messages


def _attached(choice: Choice, given: Attachment) -> Attachment:
    name, text = choice.without_secrets(given.name), choice.without_secrets(given.text)
    return Attachment(name, given.media_type, given.size, text)
