"""The judges: each takes one method as a plain callable and gives figures with all errors."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.replay import texts
from tests.bench.replay.sessions import DUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from tests.bench.replay.sessions import Corpus, Origin, Session, Turn
    from tests.bench.replay.texts import Intent, Prompt


@dataclass
class Figures:
    """Counts of one judged task. ``wrong`` spoils precision, ``missed`` spoils recall."""

    name: str
    right: int = 0
    wrong: int = 0
    wanted: int = 0
    found: int = 0
    never: int = 0
    """How often that happened which must never happen."""
    errors: list[str] = field(default_factory=list)
    parts: Counter[str] = field(default_factory=Counter)
    """Found and wanted by part: ``part`` and ``part of``."""

    @property
    def precision(self) -> float:
        """Of what was given, the share that is right; 1 where nothing was given."""
        given = self.right + self.wrong
        return self.right / given if given else 1.0

    @property
    def recall(self) -> float:
        """Of what was wanted, the share that was found; 1 where nothing was wanted."""
        return self.found / self.wanted if self.wanted else 1.0

    def part(self, name: str, *, found: bool) -> None:
        """Counts one wanted thing under a heading of its own."""
        self.parts[f"{name} of"] += 1
        self.parts[name] += found

    def want(self, part: str, error: str, *, found: bool) -> None:
        """Counts one wanted thing, and names it where it was missed."""
        self.wanted += 1
        self.found += found
        self.part(part, found=found)
        if not found:
            self.errors.append(f"missed, {part}: {error}")

    def give(self, part: str, error: str, *, right: bool) -> None:
        """Counts one given thing, and names it where it is wrong."""
        self.right += right
        self.wrong += not right
        if not right:
            self.errors.append(f"wrong, {part}: {error}")

    def add(self, other: Figures) -> None:
        """Adds the counts of another run."""
        for name in ("right", "wrong", "wanted", "found", "never"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.errors += other.errors
        self.parts.update(other.parts)


def fold(text: str) -> str:
    """A text as it is compared: compatible form, case folded, runs of space as one."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def short(text: str, length: int = 100) -> str:
    """A text on one line, for an error."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


# --- Capture --------------------------------------------------------------------------------


class Kept(NamedTuple):
    """One ask as capture would file it."""

    title: str
    body: str


def score_capture(
    asks_in: Callable[[str], Sequence[Kept]], prompts: Iterable[Prompt], name: str = "capture"
) -> Figures:
    """Each prompt is judged by itself; a wanted ask counts as found when its words are kept.

    Given more asks than wanted, the surplus is wrong, except that one may be told in two where
    the text names no number (a prompt of one wanted ask without words of its own).
    """
    figures = Figures(name)
    for prompt in prompts:
        kept = list(asks_in(prompt.text))
        _judge_prompt(figures, prompt, kept)
    return figures


def _judge_prompt(figures: Figures, prompt: Prompt, kept: list[Kept]) -> None:
    whole = [fold(f"{each.title} {each.body}") for each in kept]
    for words in prompt.asks:
        found = any(all(fold(word) in text for word in words) for text in whole)
        figures.want(_class(prompt.label), short(prompt.text), found=found)
    if not prompt.asks:
        figures.part(f"silent on {_class(prompt.label)}", found=not kept)
    allowed = len(prompt.asks) + (prompt.asks == ((),))
    for number, each in enumerate(kept):
        pasted = [word for word in prompt.without if fold(word) in fold(each.title)]
        right = number < allowed and not pasted
        figures.give(prompt.label, short(f"{each.title} ← {prompt.text}", 160), right=right)


def _class(label: str) -> str:
    return "opposite" if label.startswith("opposite") else label.partition(" ")[0]


def prompts_of(sessions: Iterable[Session]) -> list[texts.Prompt]:
    """What people wrote themselves in sessions, as prompts; what people may differ on left out."""
    whole = {prompt.text: prompt for split in texts.SPLITS for prompt in texts.long_prompts(split)}
    return [
        whole.get(turn.text, texts.Prompt(turn.text, turn.label, ((),) if turn.asks else ()))
        for session in sessions
        for turn in session.turns
        if turn.role == "person" and turn.judged and turn.origin in ("owner", "edit")
    ]


# --- Promote --------------------------------------------------------------------------------


class Asked(NamedTuple):
    """One captured ask, as promote would see it. ``repeats`` is the key of the ask it copies."""

    key: str
    session: str
    started: datetime
    at: datetime
    project: str
    text: str
    origin: Origin
    repeats: str | None


class Proposed(NamedTuple):
    """A rule that is proposed, and the keys of the asks that speak for it."""

    text: str
    evidence: frozenset[str]


class Refused(NamedTuple):
    """A rule that the owner refused for ever, with its evidence."""

    text: str
    evidence: frozenset[str]


def asked_in(corpus: Corpus) -> list[Asked]:
    """All asks of the replay, by the truth, in the order in which they were made."""
    asked = [
        _asked(session, turn) for session in corpus.sessions for turn in session.turns if turn.asks
    ]
    return sorted(asked, key=lambda each: (each.at, each.key))


def _asked(session: Session, turn: Turn) -> Asked:
    return Asked(
        turn.key,
        session.id,
        session.started,
        turn.at,
        session.project,
        turn.text,
        turn.origin,
        turn.repeats,
    )


def score_promote(
    promote: Callable[[Sequence[Asked], Sequence[Refused]], Sequence[Proposed]],
    corpus: Corpus,
    asked: Sequence[Asked] | None = None,
) -> Figures:
    """A proposal is right when most of its evidence is one wish that is due, and none its opposite.

    A second proposal for one wish is wrong. ``never`` counts opposites among the evidence and
    refused wishes that are proposed again.
    """
    figures = Figures("promote")
    about = {turn.key: turn.asks for each in corpus.sessions for turn in each.turns if turn.asks}
    refused = [Refused(text, evidence) for text, evidence in corpus.refused]
    seen: set[str] = set()
    for proposal in promote(asked_in(corpus) if asked is None else asked, refused):
        names = Counter(name for key in proposal.evidence for name in about.get(key, ("chat",)))
        wish, count = names.most_common(1)[0] if names else ("nothing", 0)
        case = corpus.cases.get(wish)
        mixed = [name for name in names if corpus.opposite_of.get(name) == wish]
        figures.never += bool(mixed) + (case == "refused")
        due = case in DUE and not mixed and 2 * count > sum(names.values())
        what = "its opposite in the evidence" if mixed else case or "no wish that comes back"
        what = "a second time" if due and wish in seen else what
        error = f"{wish} {dict(names)}: {short(proposal.text)}"
        figures.give(what, error, right=due and wish not in seen)
        figures.part("pure", found=len(names) == 1)
        if due:
            seen.add(wish)
    for wish, case in sorted(corpus.cases.items()):
        if case in DUE:
            figures.want(case, wish, found=wish in seen)
            figures.part(corpus.habits[wish], found=wish in seen)
    return figures


# --- Merge ----------------------------------------------------------------------------------


def score_merge(
    same: Callable[[str, str], bool],
    intents: Sequence[Intent],
    copies: Sequence[tuple[str, str]],
    twins: Sequence[tuple[str, str]],
) -> Figures:
    """``never`` counts opposites, twins and strangers merged; recall is that of light respellings.

    How many of the free rewordings are merged stands under ``parts`` and is nobody's duty.
    """
    figures = Figures("merge")
    for pair in copies:
        figures.want("copies", " = ".join(map(short, pair)), found=same(*pair))
    pairs = [("twins", first, second) for first, second in twins]
    for intent in intents:
        for text in intent.phrasings:
            pairs += [("opposites", text, other) for other in intent.opposites]
            pairs += [("near", text, other) for other in intent.near]
    for one, other in zip(intents, [*intents[1:], *intents[:1]], strict=True):
        both = zip(one.phrasings, other.phrasings, strict=False)
        pairs += [("strangers", first, second) for first, second in both]
    for part, first, second in pairs:
        for pair in ((first, second), (second, first)):
            merged = same(*pair)
            figures.never += merged
            figures.give(part, " = ".join(map(short, pair)), right=not merged)
    for intent in intents:
        for first, second in zip(intent.phrasings, intent.phrasings[1:], strict=False):
            figures.part("rewordings", found=same(first, second))
    return figures


# --- Distill --------------------------------------------------------------------------------


class Remains(NamedTuple):
    """One line of what distill leaves of a session; ``index`` is the turn that it comes from."""

    kind: str
    text: str
    index: int


WORDS = re.compile(r"\w{3,}")
_SOURCE_SHARE = 0.6
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def has_source(line: str, turn: str) -> bool:
    """Whether a line says what the turn says: most of its words (or its CJK signs) stand there."""
    there = fold(turn)
    words = [*WORDS.findall(fold(line)), *_CJK.findall(line)] or fold(line).split()
    if not words:
        return False
    return sum(word in there for word in words) >= _SOURCE_SHARE * len(words)


def score_distill(
    distill: Callable[[Sequence[Turn]], Sequence[Remains]], sessions: Iterable[Session]
) -> Figures:
    """Recall is over planted decisions, dead ends and open asks; ``never`` counts lost sources.

    Right is a line whose turn is proof of that kind. A decision and the dead end that led to it
    may stand in one turn: such a line spoils nothing. Done asks are a part beside, and an ask
    called open though it is done (or the other way round) is wrong.
    """
    figures = Figures("distill")
    for session in sessions:
        lines = list(distill(session.turns))
        for line in lines:
            _judge_line(figures, session, line)
        for left in session.left:
            found = any(line.kind == left.kind and line.index in left.proof for line in lines)
            if left.kind == "done":
                figures.part("done", found=found)
            else:
                figures.want(left.kind, f"{session.id} {short(left.text)}", found=found)
    return figures


def _judge_line(figures: Figures, session: Session, line: Remains) -> None:
    where = f"{session.id}#{line.index} {short(line.text)}"
    inside = 0 <= line.index < len(session.turns)
    if not inside or not has_source(line.text, session.turns[line.index].text):
        figures.never += 1
        figures.give(line.kind, f"no source: {where}", right=False)
        return
    if line.index in session.free:
        return
    kinds = {left.kind for left in session.left if line.index in left.proof}
    if {line.kind, *kinds} == {"decision", "done"}:
        return  # "Done, we use X now": people differ on which of the two it is
    close = {"decision", "dead_end"}
    right = line.kind in kinds or (line.kind in close and bool(kinds & close))
    figures.give(f"{line.kind} said, {sorted(kinds) or 'nothing'} true", where, right=right)


# --- Masking and planted orders -------------------------------------------------------------


def score_masking(
    mask: Callable[[str], str], secret: Sequence[tuple[str, str, str]], plain: Sequence[str]
) -> Figures:
    """``secret`` holds (kind, text, the secret in it). Wrong is a plain text that was changed."""
    figures = Figures("mask")
    for kind, text, value in secret:
        masked = mask(text)
        gone = not any(piece in masked for piece in _pieces(value))
        figures.want(kind, short(text, 60), found=gone)
        figures.right += gone
    for text in plain:
        if mask(text) != text:
            figures.give("an ordinary prompt", short(f"{mask(text)} ← {text}", 160), right=False)
    return figures


def _pieces(value: str) -> list[str]:
    """What may not be left of a secret: any ten signs of its second half, dashed lines aside.

    A mask may leave the head, which says what it was.
    """
    tails = [row[len(row) // 2 :] for row in value.splitlines() if not row.startswith("-----")]
    long = [(tail, min(10, len(tail))) for tail in tails]
    return [tail[at : at + size] for tail, size in long for at in range(len(tail) - size + 1)]


def score_planted(
    held: Callable[[str], bool], planted: dict[str, list[str]], plain: Sequence[str]
) -> Figures:
    """``held(text)``: whether a text of a lower rung is held for review as an order."""
    figures = Figures("planted")
    for where, orders in planted.items():
        for text in orders:
            found = held(text)
            figures.want(where, short(text), found=found)
            figures.right += found
    for text in plain:
        if held(text):
            figures.give("an ordinary text", short(text), right=False)
    return figures
