"""Three hundred sessions of a few months, made from the texts by a seed, with their truth.

Who asks what, how often and where is fixed per seed by *cases* (``CASES``): a wish that comes back
in three and more separate sessions is due to become a rule, and each of the other cases looks much
like it and is not. Around them people chat, ask, decide, fail and finish work.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from tests.bench.replay import texts
from tests.bench.replay.beats import Beat, Beats
from tests.bench.replay.respelling import respelled

if TYPE_CHECKING:
    from tests.bench.replay.texts import Intent, Split

SESSIONS = 300
PROJECTS = ("shop", "tidepool", "novel", "thesis", "office", "gauge")
LANES = ("claude", "codex", "gemini", "anthropic", "openai", "ollama")
FIRST_DAY = datetime(2026, 8, 3, 7, 0, tzinfo=UTC)
DAYS = 90
SOON = timedelta(minutes=30)
"""Sessions begun within this of each other with the same text count once (spec 8.2)."""

Origin = Literal[
    "owner", "broadcast", "fork", "duplicate", "retry", "edit", "resume", "scheduled", "model"
]
Case = Literal[
    "due here",
    "due across projects",
    "twice",
    "often in one session",
    "scheduled",
    "broadcast",
    "copies",
    "soon",
    "refused",
    "model",
]
Habit = Literal["same words", "new words"]
HABITS: tuple[Habit, ...] = ("same words", "new words")
_SECOND_LANGUAGE = 0.3
"""Share of people who say it in a second language as well."""
DUE: tuple[Case, ...] = ("due here", "due across projects")
CASES: tuple[Case, ...] = (
    *("due here",) * 7,
    *("due across projects",) * 4,
    *("twice",) * 3,
    "often in one session",
    "often in one session",
    "scheduled",
    "broadcast",
    "copies",
    "soon",
    "refused",
    "model",
)


@dataclass(frozen=True)
class Turn:
    """One turn. ``asks`` names what a careful reader would keep of it: intents, items, others.

    ``repeats`` is the key of the turn that this one copies (broadcast, fork, retry, edit, resume).
    """

    key: str
    role: Literal["person", "assistant"]
    text: str
    at: datetime
    asks: tuple[str, ...] = ()
    label: str = "talk"
    judged: bool = True
    origin: Origin = "owner"
    repeats: str | None = None


@dataclass(frozen=True)
class Left:
    """What a session leaves: its kind, its words, and the turns that prove it."""

    kind: Literal["decision", "dead_end", "open", "done"]
    text: str
    proof: frozenset[int]


@dataclass(frozen=True)
class Session:
    """One conversation of the replay."""

    id: str
    project: str
    lane: str
    started: datetime
    turns: tuple[Turn, ...]
    left: tuple[Left, ...]
    free: frozenset[int] = frozenset()
    """Turns that the truth leaves out: a line that cites one is neither right nor wrong."""


@dataclass(frozen=True)
class Corpus:
    """The sessions, in the order in which they began, and the truth about what comes back."""

    split: Split
    seed: int
    sessions: tuple[Session, ...]
    cases: dict[str, Case]
    habits: dict[str, Habit]
    """Whether the person says a wish again in much the same words, or in others."""
    refused: tuple[tuple[str, frozenset[str]], ...]
    """What the owner refused for ever: the rule's text and the keys of its evidence."""
    opposite_of: dict[str, str] = field(default_factory=dict)
    """For the name of an opposite's ask, the intent that it must not be counted with."""


@dataclass
class _Draft:
    """A session in the making."""

    project: str
    started: datetime
    beats: list[Beat] = field(default_factory=list)
    like: _Draft | None = None
    origin: Origin = "owner"


class _Maker:
    def __init__(self, split: Split, seed: int) -> None:
        self.split: Split = split
        self.seed = seed
        self.rng = random.Random(f"{split} {seed}")  # noqa: S311
        self.beats = Beats(split, self.rng)
        self.drafts: list[_Draft] = []
        self.cases: dict[str, Case] = {}
        self.habits: dict[str, Habit] = {}
        self.refused_after: dict[str, list[Beat]] = {}
        self.opposite_of: dict[str, str] = {}

    def moment(self, part: float | None = None) -> datetime:
        """A working hour of some day; ``part`` of the whole time where it is given."""
        day = int((self.rng.random() if part is None else part) * DAYS)
        return FIRST_DAY + timedelta(days=day, seconds=self.rng.randrange(11 * 3600))

    def draft(self, project: str, started: datetime, *beats: Beat) -> _Draft:
        made = _Draft(project, started, list(beats))
        self.drafts.append(made)
        return made

    def spellings(self, intent: Intent, count: int) -> list[str]:
        """How one person words a wish the first time, the second: much the same, or ever anew.

        Which of the two is a habit, and so are the one or two languages of the person.
        """
        spoken = {"en"}
        if self.rng.random() < _SECOND_LANGUAGE:
            spoken.add(self.rng.choice(("de", "fr", "es", "ja")))
        pool = [text for text in intent.phrasings if texts.language(text) in spoken]
        fresh = self.rng.sample(pool, min(count, len(pool)))
        habit: Habit = self.rng.choice(HABITS)
        self.habits[intent.key] = habit
        if habit == "new words":
            return [*fresh, *(respelled(text, self.rng) for text in fresh)][:count]
        said = fresh[:1]
        while len(said) < count:
            said.append(respelled(said[0], self.rng))
        return said

    def ask_in(self, intent: Intent, text: str, project: str, at: datetime) -> _Draft:
        return self.draft(project, at, self.beats.wish(intent, text))

    def apart(self, count: int) -> list[datetime]:
        """Moments that are days apart."""
        return [self.moment((each + self.rng.random() * 0.6) / count) for each in range(count)]

    def due_here(self, intent: Intent, project: str) -> None:
        said = self.spellings(intent, self.rng.randint(3, 6))
        for text, at in zip(said, self.apart(len(said)), strict=True):
            self.ask_in(intent, text, project, at)

    def due_across_projects(self, intent: Intent, _project: str) -> None:
        said = self.spellings(intent, self.rng.randint(3, 5))
        where = self.rng.sample(PROJECTS, len(said))
        for text, at, project in zip(said, self.apart(len(said)), where, strict=True):
            self.ask_in(intent, text, project, at)

    def twice(self, intent: Intent, project: str) -> None:
        for text, at in zip(self.spellings(intent, 2), self.apart(2), strict=True):
            self.ask_in(intent, text, project, at)

    def often_in_one_session(self, intent: Intent, project: str) -> None:
        said = self.spellings(intent, 4)
        self.draft(project, self.moment(), *(self.beats.wish(intent, text) for text in said))

    def scheduled(self, intent: Intent, project: str) -> None:
        text = self.spellings(intent, 1)[0]
        for at in self.apart(6):
            self.ask_in(intent, text, project, at).origin = "scheduled"
        self.ask_in(intent, text, project, self.moment())

    def broadcast(self, intent: Intent, project: str) -> None:
        first, second = self.spellings(intent, 2)
        at = self.moment(0.2)
        lead = self.ask_in(intent, first, project, at)
        for each in range(1, 4):
            copy = self.ask_in(intent, first, project, at + timedelta(seconds=each))
            copy.like, copy.origin = lead, "broadcast"
        self.ask_in(intent, second, project, self.moment(0.7))

    def copies(self, intent: Intent, project: str) -> None:
        """A fork, a duplicate, a retry, an edit and a resume of one session; and one more."""
        first, second = self.spellings(intent, 2)
        lead = self.ask_in(intent, first, project, self.moment(0.1))
        ways: tuple[Origin, ...] = ("fork", "duplicate", "retry", "edit", "resume")
        for way in ways:
            text = respelled(first, self.rng) if way == "edit" else first
            at = lead.started + timedelta(hours=self.rng.randint(1, 60))
            copy = self.ask_in(intent, text, project, at)
            copy.like, copy.origin = lead, way
        self.ask_in(intent, second, project, self.moment(0.8))

    def soon(self, intent: Intent, project: str) -> None:
        text = self.spellings(intent, 1)[0]
        at = self.moment(0.4)
        for minutes in (0, 9, 17, 26):
            self.ask_in(intent, text, project, at + timedelta(minutes=minutes))

    def refused(self, intent: Intent, project: str) -> None:
        said = self.spellings(intent, 6)
        made = [
            self.ask_in(intent, text, project, at)
            for text, at in zip(said, self.apart(len(said)), strict=True)
        ]
        self.refused_after[intent.rule] = [each.beats[0] for each in made[:3]]

    def model(self, intent: Intent, project: str) -> None:
        for text, at in zip(self.spellings(intent, 4), self.apart(4), strict=True):
            self.ask_in(intent, text, project, at).origin = "model"

    def plan(self) -> None:
        """Decides who asks what: the cases, then work and opposites that never come to three."""
        seen = texts.intents_of(self.split)
        wishes = [each for each in seen if each.kind == "wish"]
        self.rng.shuffle(wishes)
        more = len(wishes) - len(CASES)
        cases = ("due here",) * more + CASES if more >= 0 else CASES[-more:]
        for intent, case in zip(wishes, cases, strict=True):
            self.cases[intent.key] = case
            getattr(self, case.replace(" ", "_"))(intent, self.rng.choice(PROJECTS))
        for intent in seen:
            if intent.kind == "work":
                for text in self.rng.sample(intent.phrasings, 2):
                    self.draft(
                        self.rng.choice(PROJECTS), self.moment(), self.beats.work(intent, text)
                    )
            self.plan_opposites(intent)

    def plan_opposites(self, intent: Intent) -> None:
        """At most two a corpus, since opposites of one intent may mean the same."""
        where = [each.project for each in self.drafts if self.about(each, intent)]
        for each, text in enumerate(
            self.rng.sample(intent.opposites, min(2, len(intent.opposites)))
        ):
            name = f"opposite {each} of {intent.key}"
            self.opposite_of[name] = intent.key
            beat = self.beats.opposite(intent, name, text)
            self.draft(self.rng.choice(where), self.moment(), beat)

    @staticmethod
    def about(draft: _Draft, intent: Intent) -> bool:
        return any(intent.key in beat.names for beat in draft.beats)

    def fill(self) -> None:
        """Adds the sessions without a case, and what else is said in all of them."""
        while len(self.drafts) < SESSIONS:
            self.draft(self.rng.choice(PROJECTS), self.moment())
        copied = {id(draft.like) for draft in self.drafts}
        for draft in self.drafts:
            if id(draft) in copied:  # begins with what its copies repeat
                draft.beats += self.beats.around(())
            elif draft.like is None and draft.origin == "owner":
                draft.beats = self.beats.around(draft.beats)

    def made(self) -> Corpus:
        """The corpus, written out."""
        self.plan()
        self.fill()
        self.drafts.sort(key=lambda draft: draft.started)
        ids = {id(draft): f"s{number:03}" for number, draft in enumerate(self.drafts)}
        written: dict[int, Session] = {}
        keys: dict[int, str] = {}
        for draft in sorted(self.drafts, key=lambda each: each.like is not None):
            lead = None if draft.like is None else written[id(draft.like)]
            written[id(draft)] = self.write(draft, ids[id(draft)], lead, keys)
        refused = tuple(
            (rule, frozenset(keys[id(beat)] for beat in beats))
            for rule, beats in self.refused_after.items()
        )
        sessions = tuple(written[id(draft)] for draft in self.drafts)
        return Corpus(
            self.split, self.seed, sessions, self.cases, self.habits, refused, self.opposite_of
        )

    def write(
        self, draft: _Draft, name: str, lead: Session | None, keys: dict[int, str]
    ) -> Session:
        """One session's turns with their times, and what it leaves."""
        turns: list[Turn] = []
        spans: dict[int, list[int]] = {}
        at = draft.started
        for beat, line in self.beats.lines(draft.beats):
            key = f"{name}#{len(turns)}"
            spans.setdefault(id(beat), []).append(len(turns))
            origin = draft.origin if line.role == "person" else "owner"
            turn = Turn(key, line.role, line.text, at, line.asks, beat.label, beat.judged, origin)
            if line.asks:
                keys.setdefault(id(beat), key)
                if lead is not None:
                    turn = replace(
                        turn, repeats=next(t.key for t in lead.turns if t.asks == line.asks)
                    )
            turns.append(turn)
            at += timedelta(seconds=self.rng.randint(8, 240))
        left = []
        free: set[int] = set()
        for beat in {id(each): each for each in draft.beats}.values():
            span = spans[id(beat)]
            if beat.leaves is not None:
                proof = frozenset(span[each] for each in beat.proof)
                left.append(Left(beat.leaves, turns[min(proof)].text, proof))
            if beat.free:
                free |= set(span)
        lane = self.rng.choice(LANES)
        return Session(
            name, draft.project, lane, draft.started, tuple(turns), tuple(left), frozenset(free)
        )


def corpus(split: Split, seed: int) -> Corpus:
    """The replay of one split and seed: the same arguments, the same values."""
    return _Maker(split, seed).made()


def as_bytes(made: Corpus) -> bytes:
    """The whole replay with its truth as JSON, to look at or to compare."""
    return json.dumps(
        asdict(made), default=_plain, ensure_ascii=False, indent=1, sort_keys=True
    ).encode("utf-8")


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(value)
