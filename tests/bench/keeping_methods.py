"""Which methods of ours the replay kit judges: the one place that knows their names.

Each line names a callable as ``module:function``; it is imported when it is first needed. The
shapes that the judges ask for stand in ``tests/bench/replay/scores.py``:

    capture  (prompt: str) -> Sequence[Kept]
    promote  (asked: Sequence[Asked], refused: Sequence[Refused]) -> Sequence[Proposed]
    merge    (first: str, second: str) -> bool, whether both are one request
    distill  (turns: Sequence[Turn]) -> Sequence[Remains], kinds decision, dead_end, open, done
    mask     (text: str) -> str
    planted  (text: str) -> bool, whether a text of a lower rung is held as an order

A method of another shape is adapted by a function here, named by its line.
"""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tests.bench.replay.scores import Asked, Kept, Proposed, Refused, Remains

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.bench.replay.sessions import Turn

TASKS = ("capture", "promote", "merge", "distill", "mask", "planted")
WHERE: dict[str, str] = {task: f"{__name__}:{task}" for task in TASKS}
"""Task -> ``module:function``. A task without a line is reported as not there."""


class NotThere(Exception):
    """A method that cannot be judged, with the reason as a sentence."""


def method(task: str, where: Mapping[str, str] | None = None) -> Callable[..., Any]:
    """The method for a task.

    Raises:
        NotThere: no line names it, or what the line names cannot be found.
    """
    place = (WHERE if where is None else where).get(task)
    if place is None:
        raise NotThere(f"{task}: no method is named for it in tests/bench/keeping_methods.py yet.")
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except ImportError as problem:
        raise NotThere(f"{task}: {module} cannot be imported: {problem}.") from problem
    except AttributeError as problem:
        raise NotThere(f"{task}: {module} has no {name}.") from problem


# --- Ours -----------------------------------------------------------------------------------


def capture(prompt: str) -> Sequence[Kept]:
    """What capture would file of a prompt."""
    from luminair.keeping.capture.prompts import asks_in

    return [Kept(ask.title, ask.body) for ask in asks_in(prompt)]


def promote(asked: Sequence[Asked], refused: Sequence[Refused]) -> Sequence[Proposed]:
    """What promote would propose; every ask is its own note."""
    from luminair.journal import Decision, Evidence, Proposal, ProposalKind
    from luminair.keeping.promotion import promote as ours

    session_of = {each.key: each.session for each in asked}
    ancestors: dict[str, set[str]] = defaultdict(set)
    for each in asked:
        before = session_of.get(each.repeats or "", each.session)
        # Retry, edit and resume stay in their session in the app; the replay writes them as
        # sessions of their own, so each is told to descend from what it repeats.
        copied = {"fork", "duplicate", "resume", "retry", "edit"}
        if each.origin in copied and before != each.session:
            ancestors[each.session].add(before)
    sessions = {
        each.session: ours.SessionFacts(
            _utc(each.started), tuple(ancestors[each.session]), each.origin == "scheduled"
        )
        for each in asked
    }
    asks = [
        ours.Asked(
            text,
            _utc(each.at),
            each.session,
            each.key,
            cwd=each.project,
            own=each.origin not in {"scheduled", "model"},
        )
        for each in asked
        for text in _as_gathered(each.text)
    ]
    before = [
        Proposal(
            f"{number:08x}",
            f"refused {number}",
            ProposalKind.PROMOTE,
            each.text,
            each.text,
            evidence=tuple(Evidence(each.text, note=key) for key in sorted(each.evidence)),
            answer=Decision.NEVER,
        )
        for number, each in enumerate(refused)
    ]
    found = ours.promotions(ours.Material(asks, sessions, before=before))
    return [
        Proposed(each.text, frozenset(key for key in each.data["notes"] if key)) for each in found
    ]


def _as_gathered(prompt: str) -> list[str]:
    """What promoting reads of the note that capture makes of a prompt.

    Where capture files none or several, the whole prompt stands for it: its errors are counted
    under capture.
    """
    from luminair.keeping.capture.prompts import asks_in, title_of
    from luminair.keeping.promotion.gather import wishes_in

    asks = asks_in(prompt)
    title, body = (asks[0].title, asks[0].body) if len(asks) == 1 else (title_of(prompt), prompt)
    return wishes_in(title, body)


def merge(first: str, second: str) -> bool:
    """Whether a proposal to merge would hold both."""
    from luminair.keeping.promotion.near_copy import near_copies

    return near_copies(first, second)


def distill(turns: Sequence[Turn]) -> Sequence[Remains]:
    """What distilling leaves of a session, with the asks that capture files of it."""
    from luminair.keeping.capture.prompts import asks_in
    from luminair.keeping.distill.method import distilled
    from luminair.keeping.distill.values import Exchange, RawAsk
    from luminair.messages import Role

    roles = {"person": Role.USER, "assistant": Role.ASSISTANT}
    exchanges = [
        Exchange(roles[turn.role], turn.text, _utc(turn.at), str(number))
        for number, turn in enumerate(turns)
    ]
    asks, index_of = [], {}
    for number, turn in enumerate(turns):
        for each in asks_in(turn.text) if turn.role == "person" else ():
            key = f"{number}.{len(asks)}"
            asks.append(RawAsk(key, each.title, each.body, _utc(turn.at)))
            index_of[key] = number
    found = distilled(exchanges, asks)
    left = [
        Remains("decision", quote.text, int(quote.message_id))
        for each in found.decided
        for quote in (each.quote, each.upon)
        if quote is not None
    ]
    for end in found.dead_ends:
        left.append(Remains("dead_end", end.tried.text, int(end.tried.message_id)))
        if end.outcome is not None:
            left.append(Remains("dead_end", end.outcome.text, int(end.outcome.message_id)))
    for ask in found.open:
        if ask.quotes:
            quote = ask.quotes[0]
            left.append(Remains("open", quote.text, int(quote.message_id)))
        else:
            left += [Remains("open", each.title, index_of[each.key]) for each in ask.asks[:1]]
    left += [  # what is told as a decision or a dead end does not claim to be finished
        Remains("done", each.ask.title, index_of[each.ask.key])
        for each in found.closed
        if not each.told
    ]
    return left


def mask(text: str) -> str:
    """The text as it would be written."""
    from luminair.keeping.secrets.masking import mask as ours

    return ours(text).text


def planted(text: str) -> bool:
    """Whether a note from a low rung with this text is held."""
    from luminair.keeping.trust import reads_like_orders

    return bool(reads_like_orders(text))


def _utc(moment: Any) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"
