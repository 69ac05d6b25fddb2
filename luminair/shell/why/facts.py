"""What the window shows of a digest or of a receipt, as values; knows no Qt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from luminair.context.assemble import riding_tokens
from luminair.journal import BlockName, Lack
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from luminair.journal import Digest, Item, LeftOut, Note, Receipt, ReceiptRow, State

MOST_LEFT = 60
"""Notes left out before ranking that are named; the rest is counted."""
_STANDING = (BlockName.RULES, BlockName.DEAD_ENDS)
_RANKED = (BlockName.ASKS, BlockName.NOTES)


class Tone(Enum):
    """How a verdict stands out: icon and colour role."""

    INCLUDED = ("ph.check-circle", "ok")
    OVER = ("ph.minus-circle", "text2")
    HIDDEN = ("ph.eye-slash", "warn")
    ARCHIVED = ("ph.archive-box", "text2")
    KEPT_BACK = ("ph.clock", "text2")


_TONES = {
    Lack.HIDDEN: Tone.HIDDEN,
    Lack.COPY: Tone.HIDDEN,
    Lack.ARCHIVED: Tone.ARCHIVED,
    Lack.OVER_CAP: Tone.OVER,
    Lack.OVER_BUDGET: Tone.OVER,
    Lack.DEAD_ENDS_OVER_CAP: Tone.OVER,
}


@dataclass(frozen=True, slots=True)
class Group:
    """A heading of the table.

    Attributes:
        title: 'Always ride'.
        aside: at the right end.
    """

    title: str
    aside: str = ""

    @property
    def key(self) -> str:
        """What tells rows apart."""
        return f"group {self.title}"


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One note of the table, or several that share one verdict.

    Attributes:
        key: the note's id or path; of several, what they are.
        path: of the note, '' for several.
        title: its title, or '6 rules'.
        under: beside it, in grey: '4 global, 2 folder'.
        kind: key in the tables of icons.
        words: rank by words, None where it was not ranked.
        terms: matched words, heaviest first.
        meaning: rank by meaning, None where it took no part.
        fused: rank that decided, None where it was not ranked.
        score: fused score.
        verdict: a sentence.
        tone: how the sentence stands out.
        rode: whether it is in the digest.
        text: its text in the digest, '' where it does not ride.
    """

    key: str
    path: str
    title: str
    under: str
    kind: str
    words: int | None
    terms: tuple[str, ...]
    meaning: int | None
    fused: int | None
    score: float
    verdict: str
    tone: Tone
    rode: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class WhyFacts:
    """A digest and how it was chosen.

    Attributes:
        text: the digest, or what is known of one of the past.
        tokens: what it costs, as the Journal line counts it.
        rows: groups and notes, top to bottom.
        looked_at: how many notes were ranked or left out.
        took_ms: how long it took, 0 where nobody knows.
        meaning: 'on', or why meaning search takes no part.
        said: a sentence below the table.
        receipt: of a past message, else ''.
    """

    text: str
    tokens: int
    rows: tuple[Group | WhyRow, ...]
    looked_at: int
    took_ms: float = 0.0
    meaning: str = ""
    said: str = ""
    receipt: str = ""


def facts_of(digest: Digest, cap: int, took_ms: float, meaning: str) -> WhyFacts:
    """The table of a digest that would ride now."""
    always: list[Group | WhyRow] = []
    for block in digest.blocks:
        if block.name in _STANDING:
            always.append(_several(block.items, block.name))
        elif block.name is BlockName.PINS:
            always += [_unranked(_item(each)) for each in block.items]
    ranked = [
        _item(each) for block in digest.blocks if block.name in _RANKED for each in block.items
    ]
    before: list[WhyRow] = []
    for left in digest.left_out:
        (ranked if left.why.rank and left.lack not in _BEFORE else before).append(_left(left))
    last = 1 + max((row.fused or 0 for row in ranked), default=0)
    ranked.sort(key=lambda row: (row.fused or last, not row.rode))
    ranked = _among_themselves(ranked)
    rows: list[Group | WhyRow] = []
    if always:
        rows += [Group("Always ride", "not ranked, not counted against the cap"), *always]
    if ranked:
        rows += [Group("Asks and notes, ranked", f"cap {cap}"), *ranked]
    if before:
        more = len(before) - MOST_LEFT
        aside = f"and {more:,} more" if more > 0 else ""
        rows += [Group("Left out before ranking", aside), *before[:MOST_LEFT]]
    said = "Fused joins the two orders, never their scores. Ties go to the newer note."
    on = meaning == "on"
    return WhyFacts(
        digest.text,
        riding_tokens(digest),
        tuple(rows),
        sum(isinstance(row, WhyRow) for row in (*ranked, *before)),
        took_ms,
        meaning,
        said
        if on
        else "Rank 1 matches best, by words alone. Score is how strongly, for this prompt.",
    )


def _among_themselves(rows: Sequence[WhyRow]) -> list[WhyRow]:
    """Ranks counted among these rows alone: rules, pins and dead ends took ranks and need none."""
    words = _places(row.words for row in rows)
    meaning = _places(row.meaning for row in rows)
    fused = _places(row.fused for row in rows)
    return [
        replace(
            row,
            words=words.get(row.words),
            meaning=meaning.get(row.meaning),
            fused=fused.get(row.fused),
        )
        for row in rows
    ]


def _places(ranks: Iterable[int | None]) -> dict[int | None, int]:
    """Which place each rank has among those that are there."""
    there = sorted({rank for rank in ranks if rank is not None})
    return {rank: place for place, rank in enumerate(there, start=1)}


_BEFORE = {
    Lack.HIDDEN,
    Lack.COPY,
    Lack.ARCHIVED,
    Lack.HELD,
    Lack.CLOSED,
    Lack.NEVER_RIDES,
    Lack.NOT_APPROVED,
    Lack.OWN_NOTE,
    Lack.WAITING,
    Lack.SETTINGS_UNREAD,
}


def _kind(note: Note) -> str:
    own = note.kind.value == "note" and note.path.startswith("Sessions/")
    return "session" if own else note.kind.value


def _terms(pairs: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term for term, _ in pairs))


def _item(item: Item) -> WhyRow:
    why = item.why
    return WhyRow(
        item.note.key,
        item.note.path,
        item.note.title,
        "",
        _kind(item.note),
        why.words or why.rank,
        _terms(why.terms),
        why.meaning,
        why.rank,
        why.score,
        why.verdict,
        Tone.INCLUDED,
        rode=True,
        text=item.text,
    )


def _unranked(row: WhyRow) -> WhyRow:
    return replace(row, words=None, terms=(), meaning=None, fused=None, score=0.0)


def _left(left: LeftOut) -> WhyRow:
    why, note = left.why, left.note
    return WhyRow(
        note.key,
        note.path,
        note.title,
        "",
        _kind(note),
        why.words or why.rank,
        _terms(why.terms),
        why.meaning,
        why.rank,
        why.score,
        why.verdict,
        _TONES.get(left.lack, Tone.KEPT_BACK),
        rode=False,
    )


def _several(items: Sequence[Item], block: BlockName) -> WhyRow:
    rules = block is BlockName.RULES
    scopes = Counter(item.note.scope.value for item in items)
    under = ", ".join(f"{count} {scope}" for scope, count in scopes.items())
    verdict = "Included: rules always ride" if rules else "Included: do not try again"
    return WhyRow(
        f"all {block.value}",
        "",
        counted(len(items), "rule" if rules else "dead end"),
        under,
        "rule" if rules else "ruledout",
        None,
        (),
        None,
        None,
        0.0,
        verdict,
        Tone.INCLUDED,
        rode=True,
        text=items[0].text,
    )


def facts_of_receipt(receipt: Receipt, text: str, states: dict[str, State]) -> WhyFacts:
    """The table of a message of the past.

    Args:
        receipt: what was written down when it was sent.
        text: the digest as far as it can be built again.
        states: how the notes stand now, by key; notes that are gone are not in it.
    """
    rode = [_past(row, states) for row in receipt.rows if row.rode]
    left = [_past(row, states) for row in receipt.rows if not row.rode]
    rows: list[Group | WhyRow] = []
    if rode:
        rows += [Group("Rode with this message"), *rode]
    if left:
        more = receipt.left_out - len(left)
        rows += [Group("Left out", f"and {more:,} more" if more > 0 else ""), *left]
    return WhyFacts(
        text,
        receipt.tokens,
        tuple(rows),
        len(rode) + len(left),
        said="What was written down when the message was sent.",
        receipt=receipt.id,
    )


def _past(row: ReceiptRow, states: dict[str, State]) -> WhyRow:
    gone = row.key not in states
    return WhyRow(
        row.key,
        "" if gone else row.path,
        row.title,
        "no longer in the Journal" if gone else "",
        {"rules": "rule", "dead_ends": "ruledout", "asks": "ask"}.get(row.block, "note"),
        row.rank or None,
        _terms(row.terms),
        None,
        row.rank or None,
        row.score,
        row.reason,
        Tone.INCLUDED if row.rode else Tone.KEPT_BACK,
        rode=row.rode,
    )


def as_text(prompt: str, facts: WhyFacts) -> str:
    """Prompt, digest and table, to be pasted elsewhere."""
    lines = [f"Prompt: {prompt}", "", facts.text.rstrip(), ""]
    for row in facts.rows:
        if not isinstance(row, WhyRow):
            lines.append(f"{row.title} ({row.aside})" if row.aside else row.title)
            continue
        ranks = {"words": row.words, "meaning": row.meaning, "fused": row.fused}
        told = [f"{name} {rank}" for name, rank in ranks.items() if rank]
        terms = f" ({', '.join(row.terms)})" if row.terms else ""
        lines.append("; ".join([f"- {row.title}{terms}", *told, row.verdict]))
    return "\n".join(lines) + "\n"
