"""A wish that came back in three separate sessions is proposed as a rule (spec 8.2).

Nothing here writes: the answer is proposals. What counts as one voice: all of a session (a retry,
an edit, a resume is the same session), a session with those it was forked or duplicated from, and
the same text at nearly the same time, which is a broadcast to several panes. Text that a schedule
or a model put in has none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from luminair.journal import Decision, Evidence, Proposal, ProposalKind, one_line
from luminair.keeping.phrasing.lasting import is_lasting, score
from luminair.keeping.phrasing.paraphrase import LEAST, likeness
from luminair.keeping.promotion.covering import Line, covered_by
from luminair.keeping.promotion.errands import is_only_errand
from luminair.keeping.promotion.kindred import groups, kin
from luminair.keeping.promotion.near_copy import copy_key, near_copies
from luminair.keeping.promotion.one_off import is_one_off
from luminair.keeping.promotion.wording import as_rule, bare, best_wording
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

VOICES: Final = 3
"""Separate sessions in which a wish has to come (spec 8.2)."""
TOGETHER_S: Final = 30 * 60
"""Sessions begun within this many seconds of each other with the same text are one voice."""
BYTES_PER_TOKEN: Final = 4
"""Rule of thumb, as in the Context budget."""
WORK: Final = -2.0
"""Score up to which a request is a piece of work, and no wish in another wording."""
ABOUT: Final = 0.5
"""Chance from which a wish counts as one proposed before; asking twice is the worse slip."""
QUOTES: Final = 12
"""Most pieces of evidence that a proposal carries."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One time that something was asked.

    Attributes:
        text: the words.
        at: UTC time, '' where it is not known.
        session: whose, or ''.
        note: key of the note that keeps it, or ''.
        path: its path in the vault, or ''.
        cwd: the project's folder as notes store it, or ''.
        message: the message in a transcript that proves it, or ''.
        own: whether a person wrote it; what a schedule or a model put in has no voice.
    """

    text: str
    at: str = ""
    session: str = ""
    note: str = ""
    path: str = ""
    cwd: str = ""
    message: str = ""
    own: bool = True


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What is known of a session.

    Attributes:
        begun: UTC time, or ''.
        ancestors: ids of the sessions that it was forked or duplicated from.
        scheduled: whether a schedule began it.
    """

    begun: str = ""
    ancestors: tuple[str, ...] = ()
    scheduled: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """How many prompts a day a rule would ride with.

    Attributes:
        prompts_a_day: of all projects.
        measured: whether receipts say so; else it is an assumption.
    """

    prompts_a_day: float = 40.0
    measured: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """All that promoting looks at, as values.

    Attributes:
        asks: every time that something was asked, archived notes' too.
        sessions: what is known of the sessions, by id.
        lines: rules of the vault and lines of the projects' own files.
        before: proposals that were made earlier, with their answers.
        pace: prompts a day.
    """

    asks: Sequence[Asked]
    sessions: Mapping[str, SessionFacts] = field(default_factory=dict)
    lines: Sequence[Line] = ()
    before: Sequence[Proposal] = ()
    pace: Pace = field(default_factory=Pace)


def promotions(
    material: Material,
    *,
    meaning: Callable[[Sequence[str]], Sequence[Sequence[float]]] | None = None,
) -> list[Proposal]:
    """The rules to propose, most voices first.

    A wish that the owner refused stays refused in other words; one that was put off keeps its
    key, so that it waits as long as the owner said. One that a rule covers already is left out.

    Args:
        material: what there is.
        meaning: gives vectors where meaning search is on.
    """
    asks = _copies(
        each
        for each in material.asks
        if _has_voice(each, material.sessions) and may_be_wish(each.text)
    )
    texts = [bare(same[0].text) for same in asks]
    counts = [voices(same, material.sessions) for same in asks]
    alike = groups(texts, meaning=meaning, voices=counts)
    alone = set(range(len(texts))).difference(*alike)
    found: list[tuple[int, Proposal]] = []
    for group in [*alike, *([number] for number in sorted(alone))]:
        members = [each for number in group for each in asks[number]]
        count = voices(members, material.sessions)
        if count < VOICES or not is_lasting(each.text for each in members):
            continue
        proposal = _proposal(members, count, material)
        if proposal is not None:
            found.append((count, proposal))
    return [proposal for _, proposal in sorted(found, key=lambda pair: (-pair[0], pair[1].key))]


def may_be_wish(text: str) -> bool:
    """Whether a request may be a wish about how to work, and not only a piece of work."""
    return score(text) > WORK and not is_one_off(text) and not is_only_errand(bare(text))


def _copies(asks: Iterable[Asked]) -> list[list[Asked]]:
    """The asks, those together that are near copies of each other."""
    found: list[list[Asked]] = []
    by_key: dict[str, list[list[Asked]]] = defaultdict(list)
    for each in asks:
        near = by_key[copy_key(each.text)]
        same = next((copies for copies in near if near_copies(copies[0].text, each.text)), None)
        if same is None:
            near.append([each])
            found.append(near[-1])
        else:
            same.append(each)
    return found


def _has_voice(asked: Asked, sessions: Mapping[str, SessionFacts]) -> bool:
    facts = sessions.get(asked.session)
    scheduled = facts is not None and facts.scheduled
    return asked.own and bool(asked.session) and not scheduled and bool(asked.text.strip())


def voices(asks: Sequence[Asked], sessions: Mapping[str, SessionFacts]) -> int:
    """In how many separate sessions this was asked."""
    return len({root for _, root in _families(asks, sessions)})


def _families(
    asks: Sequence[Asked], sessions: Mapping[str, SessionFacts]
) -> list[tuple[Asked, str]]:
    """Each ask with a name for all that count as one voice with it."""
    parent: dict[str, str] = {}

    def find(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for each in asks:
        facts = sessions.get(each.session, SessionFacts())
        for ancestor in facts.ancestors:
            parent[find(each.session)] = find(ancestor)
    by_words: dict[str, list[Asked]] = defaultdict(list)
    for each in asks:
        by_words[_same_words(each.text)].append(each)
    for same in by_words.values():
        for number, each in enumerate(same):
            for other in same[:number]:
                if _together(each, other, sessions):
                    parent[find(each.session)] = find(other.session)
    return [(each, find(each.session)) for each in asks]


def _together(one: Asked, other: Asked, sessions: Mapping[str, SessionFacts]) -> bool:
    """Whether two sessions began, or two prompts were sent, within half an hour."""
    begun = [sessions.get(each.session, SessionFacts()).begun for each in (one, other)]
    return _near(begun[0], begun[1]) or _near(one.at, other.at)


def _near(one: str, other: str) -> bool:
    first, second = _moment(one), _moment(other)
    if first is None or second is None:
        return False
    return abs((first - second).total_seconds()) <= TOGETHER_S


def _moment(text: str) -> datetime | None:
    """A time of day; a mere day says too little to tell what was sent together."""
    if "T" not in text and " " not in text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _same_words(text: str) -> str:
    return " ".join(one_line(text).casefold().rstrip(".!? ").split())


def _proposal(members: list[Asked], count: int, material: Material) -> Proposal | None:
    texts = [bare(each.text) for each in members]
    before = _answered(members, texts, material.before)
    if before is not None and before.answer in {Decision.NEVER, Decision.YES}:
        return None
    folders = {each.cwd for each in members}
    cwd = next(iter(folders)) if len(folders) == 1 else ""
    rule = as_rule(best_wording(texts))
    said = covered_by(texts, material.lines, cwd)
    if any(line.is_rule for line in said):
        return None
    ordered = sorted(members, key=lambda each: (each.at, each.session))
    overlaps = tuple(f"Already said in {line.where}: “{line.text}”" for line in said)
    tokens = -(-len(f"- {rule}\n".encode()) // BYTES_PER_TOKEN)
    return Proposal(
        id="",
        key=before.key if before is not None else _key(ordered[0], cwd),
        kind=ProposalKind.PROMOTE,
        title=rule,
        text=rule,
        reason=_reason(count, ordered, overlaps),
        evidence=tuple(
            Evidence(one_line(each.text), each.at, each.session, each.path, each.note, each.message)
            for each in _spread(ordered, material.sessions)
        ),
        scope="folder" if cwd else "global",
        cwd=cwd,
        data={
            "voices": str(count),
            "notes": tuple(dict.fromkeys(each.note for each in ordered if each.note)),
            "overlaps": overlaps,
            "tokens": str(tokens),
            "cost": cost_words(tokens, material.pace),
        },
    )


def _answered(
    members: Sequence[Asked], texts: Sequence[str], before: Sequence[Proposal]
) -> Proposal | None:
    """The earlier proposal that was about this wish, a refused one before all others."""
    about = [
        each
        for each in before
        if each.kind in {ProposalKind.PROMOTE, ProposalKind.RULE}
        and (_is_about(texts, each) or _has_its_evidence(members, each))
    ]
    refused = [each for each in about if each.answer is Decision.NEVER]
    promoted = [each for each in about if each.kind is ProposalKind.PROMOTE]
    return next(iter(refused or promoted), None)


def _is_about(texts: Sequence[str], before: Proposal) -> bool:
    """Whether most of these words want what the proposal wanted, in its words or its evidence."""
    said = [before.title, before.text, *(bare(each.quote) for each in before.evidence)]
    wanted = list(dict.fromkeys(filter(None, said)))
    same = sum(
        near or any(likeness(text, other) >= LEAST for other in wanted)
        for text, near in zip(texts, kin(texts, wanted, ABOUT), strict=True)
    )
    return 2 * same > len(texts)


def _has_its_evidence(members: Sequence[Asked], before: Proposal) -> bool:
    """Whether most of the notes that spoke for the proposal speak here; of a refused one, any."""
    notes = {each.note for each in before.evidence} - {""}
    here = len(notes & {each.note for each in members})
    return bool(here) and (before.answer is Decision.NEVER or 2 * here > len(notes))


def _key(first: Asked, cwd: str) -> str:
    words = f"{_same_words(first.text)}\n{cwd}"
    return f"promote:{sha256(words.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _reason(count: int, ordered: Sequence[Asked], overlaps: Sequence[str]) -> str:
    days = sorted(each.at[:10] for each in ordered if each.at)
    since = f", from {days[0]} to {days[-1]}" if days and days[0] != days[-1] else ""
    also = f" {overlaps[0]}." if overlaps else ""
    return f"You asked for this in {count} separate sessions{since}.{also}"


def _spread(ordered: Sequence[Asked], sessions: Mapping[str, SessionFacts]) -> list[Asked]:
    """What to show: of each voice one before a second of any."""
    firsts: list[Asked] = []
    rest: list[Asked] = []
    seen: set[str] = set()
    for each, root in _families(ordered, sessions):
        (rest if root in seen else firsts).append(each)
        seen.add(root)
    return sorted([*firsts, *rest][:QUOTES], key=lambda each: (each.at, each.session))


def cost_words(tokens: int, pace: Pace) -> str:
    """What a rule costs, as a sentence (spec 15)."""
    year = round(tokens * pace.prompts_a_day * 365)
    prompts = f"{counted(round(pace.prompts_a_day), 'prompt')} a day"
    by = "as your receipts show" if pace.measured else "an assumption"
    return f"≈{counted(tokens, 'token')} with every prompt, ≈{year:,} a year at {prompts} ({by})."
