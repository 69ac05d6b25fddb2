"""What of a plan is new here, made ready to be written: without secrets, and judged for trust.

Nothing is written. A note is known by its file's name and the hash of its source's bytes, which
its header keeps; a rule by its words and its project; a conversation by its name at the source.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

from luminair.errors import LuminairError, NoteDamaged
from luminair.exchange.plan import Remark
from luminair.journal import (
    Decision,
    Kind,
    ProposalKind,
    Scope,
    State,
    header_of,
    says_the_same,
    words_in,
)
from luminair.keeping.review.held import why_held
from luminair.keeping.secrets.masking import mask, mask_titled
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.exchange.plan import NoteItem, Plan, RuleItem, TalkItem
    from luminair.journal import Journal
    from luminair.sessions.library import Library
    from luminair.sessions.session import Session

ORIGIN, ORIGIN_HASH = "origin", "origin_hash"
"""Keys in the header of an imported note."""
_ENDING = 8
"""Characters that the ending of a file's name has at most."""


@dataclass(frozen=True, slots=True)
class ReadyNote:
    """A note as it would be written.

    Attributes:
        item: as the source gave it.
        raw: without secrets.
        sign: of the source's bytes.
        why: it is held for the owner, or ''.
        order: whether that is because it reads like an order.
    """

    item: NoteItem
    raw: bytes = field(repr=False)
    sign: str
    why: str
    order: bool = False


@dataclass(slots=True)
class Choice:
    """What of a plan would come in.

    Attributes:
        plan: the plan.
        source: how notes name it.
        notes: that are new.
        rules: that are new, without secrets; with the key of each proposal.
        talks: conversations that are new, as the source gave them.
        remarks: all that cannot be taken as it is.
        known: how many things are here already.
        masked: kinds of secrets that are masked.
        unreadable: how many of the plan's notes hold nothing that can be read.
    """

    plan: Plan
    source: str
    notes: list[ReadyNote] = field(default_factory=list)
    rules: list[tuple[str, RuleItem]] = field(default_factory=list)
    talks: list[TalkItem] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    known: int = 0
    masked: dict[str, None] = field(default_factory=dict)
    unreadable: int = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.notes or self.rules or self.talks)

    @property
    def hopeless(self) -> bool:
        """Whether the source holds something, and nothing of it could be read."""
        plan = self.plan
        return not (plan.rules or plan.talks) and len(plan.notes) == self.unreadable

    def without_secrets(self, text: str) -> str:
        """A text with its secrets masked; their kinds are kept for the report."""
        if not text:
            return text
        found = mask(text)
        self.masked.update(dict.fromkeys(found.found))
        return found.text

    def path_without_secrets(self, path: str) -> str:
        """A path, or a file's name, with the secrets in its parts masked."""
        parts = (_stem(part) for part in path.split("/"))
        return "/".join(self.without_secrets(stem) + ending for stem, ending in parts)


def _stem(name: str) -> tuple[str, str]:
    """A file's name and its ending, '' for none: 'password=x.md' is a secret with an ending."""
    stem, dot, ending = name.rpartition(".")
    return (stem, dot + ending) if stem and len(ending) <= _ENDING else (name, "")


def _named_without_secrets(choice: Choice, item: NoteItem) -> NoteItem:
    """A note whose names hold no secret: those of its file, its folder and whom it belongs to."""
    names = (item.name, item.folder, item.origin, item.cwd, item.project, item.session)
    parts = [_stem(part)[0] for name in names for part in name.split("/")]
    if not mask("\n".join(parts)).found:
        return item
    clean = choice.path_without_secrets
    return replace(
        item,
        name=clean(item.name),
        folder=clean(item.folder),
        origin=clean(item.origin),
        cwd=clean(item.cwd),
        project=clean(item.project),
        session=clean(item.session),
    )


def choose(plan: Plan, journal: Journal, library: Library) -> Choice:
    """What of a plan is new to this vault and this library."""
    choice = Choice(plan, f"import:{plan.name}")
    _choose_notes(choice, journal)
    _choose_rules(choice, journal)
    _choose_talks(choice, library.listing().sessions)
    gone = {each.item for each in plan.talks} - {each.item for each in choice.talks}
    # Of what is here already the losses were told when it came in.
    choice.remarks[:0] = [
        each for each in plan.remarks if not (each.imported and each.item in gone)
    ]
    return choice


def _choose_notes(choice: Choice, journal: Journal) -> None:
    signs, places = _imported(journal)
    for given in choice.plan.notes:
        item = _named_without_secrets(choice, given)
        sign = hashlib.sha256(item.raw).hexdigest()[:16]
        if (PurePosixPath(item.origin).name, sign) in signs:
            choice.known += 1
        elif item.origin in places:
            choice.remarks.append(
                Remark(
                    item.item,
                    f"It changed since it was imported; '{places[item.origin]}' stays as it is, "
                    "and is taken anew once that note is in the Bin.",
                )
            )
        else:
            _ready_note(choice, item, sign)


def _ready_note(choice: Choice, item: NoteItem, sign: str) -> None:
    try:
        text = item.raw.decode("utf-8")
    except UnicodeDecodeError:
        choice.remarks.append(Remark(item.item, "It is not UTF-8; convert it first."))
        choice.unreadable += 1
        return
    text = choice.without_secrets(text)
    try:
        title, body = words_in(item.name, text.encode("utf-8"))
    except NoteDamaged as error:
        choice.remarks.append(Remark(item.item, str(error)))
        choice.unreadable += 1
        return
    told = mask_titled(title, body)[1]
    if told.text != body and body in text:
        choice.masked.update(dict.fromkeys(told.found))
        text, body = told.text.join(text.rsplit(body, 1)), told.text
    raw = text.encode("utf-8")
    order = why_held(choice.source, item.title or title, body, item.summary)
    why = order or choice.without_secrets(item.held)
    choice.notes.append(ReadyNote(item, raw, sign, why, order=bool(order)))


def whose(item: NoteItem, place: tuple[str, str]) -> tuple[Scope, str, str]:
    """Who sees a note: its scope, the project's folder and the project's identity.

    Args:
        item: the note.
        place: folder and identity of the project that it is imported for, '' twice for none.
    """
    if item.scope:
        return Scope(item.scope), item.cwd, item.project
    if place[0]:
        return Scope.FOLDER, *place
    return Scope.GLOBAL, "", ""


def _imported(journal: Journal) -> tuple[set[tuple[str, str]], dict[str, str]]:
    """Of imported notes: their files' names with the signs, and where each came from."""
    signs: set[tuple[str, str]] = set()
    places: dict[str, str] = {}
    for each in journal.listing(compared=False):
        if not each.note.source.startswith("import:"):
            continue
        try:
            header = header_of(journal.file_bytes(each.note.path))
        except LuminairError:  # gone or damaged since it was listed
            continue
        origin = header.get(ORIGIN, "")
        # The name here may have got a ' 2', or another by its owner; the source's is compared.
        name = PurePosixPath(origin).name
        signs.add((name, header.get(ORIGIN_HASH, "")))
        places[origin] = each.note.path
    places.pop("", None)
    return signs, places


def _choose_rules(choice: Choice, journal: Journal) -> None:
    proposals = [each for each in journal.proposals.all() if each.answer is not Decision.GONE]
    keys = {each.key for each in proposals}
    waiting = [each for each in proposals if each.kind in {ProposalKind.RULE, ProposalKind.PROMOTE}]
    standing = [
        journal.load(each.note.path).body.strip() or each.note.title
        for each in journal.listing(kind=Kind.RULE, state=State.LIVE, compared=False)
    ]
    for item in choice.plan.rules:
        ready = replace(
            item,
            text=choice.without_secrets(item.text),
            origin=choice.path_without_secrets(item.origin),
        )
        key = key_of(ready)
        if key in keys:
            choice.known += 1
            continue
        keys.add(key)
        if any(says_the_same(ready.text, text) for text in standing):
            choice.remarks.append(Remark(item.item, "A rule of yours says this already."))
        elif any(says_the_same(ready.text, each.text) for each in waiting):
            choice.remarks.append(Remark(item.item, "Review holds this already."))
        else:
            choice.rules.append((key, ready))


def key_of(rule: RuleItem) -> str:
    """What a rule is known by: its words and the project that it is for."""
    words = hashlib.sha256(" ".join(rule.text.casefold().split()).encode("utf-8", "replace"))
    return f"imported:{rule.home}:{words.hexdigest()[:24]}"


def _choose_talks(choice: Choice, sessions: Sequence[Session]) -> None:
    known = {each.origin: each for each in sessions if each.origin}
    ours, seen = _handles(sessions), set[str]()
    own = {each.id for each in sessions}
    for talk in choice.plan.talks:
        before = known.get(talk.origin)
        kind, _, name = talk.origin.partition(":")
        if kind in {"claude-code", "codex"} and name in ours:
            choice.remarks.append(Remark(talk.item, "It was held in this app, so it is here."))
        elif kind == "luminair" and name in own:
            choice.known += 1
        elif talk.origin in seen:
            choice.remarks.append(Remark(talk.item, "The source holds it twice."))
        elif before is None:
            choice.talks.append(talk)
        else:
            choice.known += 1
            more = len(talk.turns) - before.messages
            if more > 0:
                choice.remarks.append(
                    Remark(
                        talk.item,
                        f"It went on by {counted(more, 'message')} since it was imported; "
                        "it is taken anew once the session here is in the Bin.",
                    )
                )
        seen.add(talk.origin)


def _handles(sessions: Iterable[Session]) -> set[str]:
    """How coding agents call the conversations that this app had with them."""
    return {held.handle for each in sessions for held in each.conversations.values() if held.handle}


def inside(path: PurePath, other: PurePath) -> bool:
    """Whether one path is the other or below it."""
    return path == other or other in path.parents
