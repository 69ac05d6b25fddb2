"""The one function from which the sheet, ``luminair-journal context`` and every request come."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from luminair.context.block import (
    Assembly,
    Built,
    Harness,
    Position,
    Row,
    RowName,
    Target,
    joined,
    leaf,
)
from luminair.context.cost import Count, Tokenizer, tokens
from luminair.context.growth import alarms, kilobytes, standing_files, with_growth
from luminair.messages import Message, MessageState, Rider, Riders, Role, well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from luminair.journal import Digest

STANDING_LIMIT_BYTES = 16 * 1024
"""Above this much standing text the owner is told (spec 5.1); nothing is cut."""

_RULES, _PINS, _NOTES = "rules", "pins", "notes"
_DEAD_ENDS, _ASKS, _LEFT_OUT = "dead_ends", "asks", "left_out"
_ALWAYS = frozenset({_RULES, _PINS})


def assemble(
    *,
    prompt: str,
    harness: Harness,
    digest: Digest,
    history: Sequence[Message],
    target: Target,
    include_optional: bool,
    summaries: Sequence[str] = (),
    compacted: str = "",
    tools: Sequence[str] = (),
    previous: Mapping[str, int] | None = None,
    tokenizers: Mapping[str, Tokenizer] | None = None,
    heard: int = 0,
    cli_adds: int = 0,
) -> Assembly:
    """What the next message carries.

    Args:
        prompt: the owner's text.
        harness: the standing brain.
        digest: built for this prompt, its optional blocks included whatever the tick says.
        history: the conversation before the prompt.
        target: the lane and model that it goes to.
        include_optional: the session's tick.
        summaries: texts of old conversation summaries, optional as a whole.
        compacted: what the part of this conversation before ``history`` was folded into, or ''.
        tools: each tool definition as the JSON text that is sent.
        previous: :attr:`Assembly.sizes` of the message before, to notice growth.
        tokenizers: those at hand, by model.
        heard: how many messages of the transcript a coding agent's CLI holds itself, from the
            first on: it sends them, not we.
        cli_adds: tokens that the CLI says it adds itself, 0 where it has not said.
    """

    def count(text: str) -> Count:
        return tokens(text, target.model, tokenizers)

    old = _Old(tuple(_ended(text) for text in summaries if text), _ended(compacted))
    journal = _journal_rows(digest, old, include_optional, count)
    other = _journal_rows(digest, old, not include_optional, count)
    harness_text = _ended(harness.text)
    rows = [
        leaf(
            RowName.HARNESS,
            harness_text,
            count(harness_text),
            built=Built.CACHED,
            position=Position.SYSTEM,
            why=f"{_many(harness.files, 'file')} in Harness, every session",
        ),
        *journal,
        joined(
            RowName.TOOLS,
            tuple(_tool_row(text, number, count) for number, text in enumerate(tools, 1)),
            built=Built.CACHED,
            position=Position.TOOLS,
            why=f"{_many(len(tools), 'Journal tool')} the model may call",
        ),
        *_cli_rows(target, cli_adds),
        _transcript_row(history, heard, count),
        leaf(
            RowName.PROMPT,
            prompt,
            count(prompt),
            built=Built.NEW,
            position=Position.PROMPT,
            why="as typed",
        ),
    ]
    files = standing_files(harness, digest)
    return Assembly(
        rows=with_growth(rows, previous),
        target=target,
        include_optional=include_optional,
        optional_tokens=abs(_sum(journal) - _sum(other)),
        optional_exact=all(row.exact for row in (*journal, *other)),
        harness_left_out=harness.left_out,
        riders=_riders(digest, include_optional, rows),
        warnings=(*_standing_warning(rows), *alarms(rows, files, previous)),
        files=files,
    )


@dataclass(frozen=True, slots=True)
class _Old:
    """Old conversation summaries: of earlier sessions, and of this one's folded part."""

    sessions: tuple[str, ...]
    folded: str


def _summaries_row(old: _Old, include_optional: bool, count: Callable[[str], Count]) -> Row:
    sessions = "".join(old.sessions) if include_optional else ""
    folded = old.folded if include_optional else ""
    earlier = _many(len(old.sessions), "earlier session")

    def row(name: str, text: str, why: str) -> Row:
        return leaf(
            name,
            text,
            count(text),
            built=Built.CACHED,
            position=Position.SYSTEM,
            optional=True,
            why=why if include_optional else "not sent: rules and pins only",
        )

    if not folded:
        return row(RowName.SUMMARIES, sessions, earlier)
    both = joined(
        RowName.SUMMARIES,
        (
            row("Earlier sessions", sessions, earlier),
            row("This conversation's older part", folded, "folded; the transcript keeps it whole"),
        ),
        built=Built.CACHED,
        position=Position.SYSTEM,
        why=f"{earlier}, and this one's older part",
    )
    return replace(both, optional=True)


def _journal_rows(
    digest: Digest,
    old: _Old,
    include_optional: bool,
    count: Callable[[str], Count],
) -> tuple[Row, ...]:
    """The rows that the tick can change: digest, pins, notes, summaries."""
    pieces = _pieces(digest, include_optional)
    not_sent = "not sent: rules and pins only"
    return (
        _digest_row(digest, pieces, count),
        leaf(
            RowName.PINS,
            pieces[_PINS],
            count(pieces[_PINS]),
            built=Built.CACHED,
            position=Position.SYSTEM,
            why=_many(_riding(digest, _PINS), "pinned note"),
        ),
        leaf(
            RowName.NOTES,
            pieces[_NOTES],
            count(pieces[_NOTES]),
            built=Built.REBUILT,
            position=Position.RIDING,
            optional=True,
            why=_matching(digest) if include_optional else not_sent,
        ),
        _summaries_row(old, include_optional, count),
    )


def _sum(rows: Iterable[Row]) -> int:
    return sum(row.tokens for row in rows)


def _pieces(digest: Digest, include_optional: bool) -> dict[str, str]:
    """The digest's blocks as the rows send them, by block name; '' for what does not ride.

    Each ends in a blank line, so that lanes with one text a message may simply join them. Rules
    and pins are standing text and go before the conversation, where a provider's cache holds
    them; so they have a heading of their own, which says the same whatever else rides. The
    whole heading stands above the first block that rides with this message only. The line about
    what was left out belongs to the notes, whose cap and budget it explains.
    """
    found = {
        block.name.value: _ended(block.text)
        for block in digest.blocks
        if include_optional or block.name.value in _ALWAYS
    }
    pieces = {name: found.get(name, "") for name in (_RULES, _DEAD_ENDS, _ASKS, _PINS)}
    pieces[_NOTES] = found.get(_NOTES, "") + found.get(_LEFT_OUT, "")
    title, _, fence = digest.heading.partition("\n")
    if pieces[_RULES]:
        pieces[_RULES] = _ended(title) + pieces[_RULES]
    if pieces[_PINS]:
        heading = fence if pieces[_RULES] else f"{title}\n{fence}"
        pieces[_PINS] = _ended(heading) + pieces[_PINS]
    first = next((name for name in (_DEAD_ENDS, _ASKS, _NOTES) if pieces[name]), "")
    if first:
        pieces[first] = _ended(digest.heading) + pieces[first]
    return pieces


def riding_tokens(digest: Digest) -> int:
    """What the digest costs as it rides, in pieces with headings of their own.

    So it is what the Journal line under a message says, and more than the digest as one text.
    """
    return sum(tokens(piece, "").tokens for piece in _pieces(digest, True).values())


def _ended(text: str) -> str:
    """The text with a blank line after it, so that what follows stands apart; '' stays ''."""
    if not text or text.endswith("\n\n"):
        return text
    return text + ("\n" if text.endswith("\n") else "\n\n")


def _digest_row(digest: Digest, pieces: Mapping[str, str], count: Callable[[str], Count]) -> Row:
    def child(name: RowName, block: str, noun: str, *, optional: bool = True) -> Row:
        text = pieces[block]
        riding = _riding(digest, block) if text or not optional else 0
        return leaf(
            name,
            text,
            count(text),
            built=Built.REBUILT if optional else Built.CACHED,
            position=Position.RIDING if optional else Position.SYSTEM,
            optional=optional,
            why=_many(riding, noun),
        )

    rows = (
        child(RowName.RULES, _RULES, "rule", optional=False),
        child(RowName.DEAD_ENDS, _DEAD_ENDS, "dead end"),
        child(RowName.ASKS, _ASKS, "open ask"),
    )
    return joined(
        RowName.DIGEST,
        rows,
        built=Built.REBUILT,
        position=Position.RIDING,
        why=", ".join(row.why for row in rows if row.text),
    )


def _cli_rows(target: Target, adds: int) -> tuple[Row, ...]:
    """What the CLI sends besides: its own prompt and tools. It tells how much, and not the text."""
    if not target.cli:
        return ()
    row = leaf(
        RowName.CLI,
        "",
        Count(adds, exact=False),
        built=Built.CACHED,
        position=Position.ELSEWHERE,
        why="its own prompt, tools and memory, as it says"
        if adds
        else "not known before its first answer",
    )
    return (row,)


def sendable(history: Iterable[Message]) -> tuple[Message, ...]:
    """The messages of a conversation that a model is shown again.

    A question that never reached a model is left out, and so is an answer without a word.
    """
    return tuple(
        message
        for message in history
        if message.text.strip()
        and not (message.role is Role.USER and message.state is MessageState.FAILED)
    )


def _transcript_row(history: Sequence[Message], heard: int, count: Callable[[str], Count]) -> Row:
    rows = tuple(
        leaf(
            "You" if message.role is Role.USER else message.model or message.lane or "Answer",
            text,
            count(text),
            built=Built.CACHED,
            position=Position.ELSEWHERE if number < heard else Position.TRANSCRIPT,
            why=message.at,
        )
        for number, message in enumerate(sendable(history))
        for text in (well_formed(message.text),)
    )
    return joined(
        RowName.TRANSCRIPT,
        rows,
        built=Built.CACHED,
        position=Position.TRANSCRIPT,
        why=_many(len(rows), "message")
        + (", kept by the CLI with the Journal text of earlier turns" if heard else ""),
    )


def _tool_row(text: str, number: int, count: Callable[[str], Count]) -> Row:
    return leaf(
        _tool_name(text) or f"Tool {number}",
        text,
        count(text),
        built=Built.CACHED,
        position=Position.TOOLS,
    )


def _tool_name(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        return ""
    name = found.get("name") if isinstance(found, dict) else None
    return name if isinstance(name, str) else ""


def _riding(digest: Digest, name: str) -> int:
    return sum(len(block.items) for block in digest.blocks if block.name.value == name)


def _matching(digest: Digest) -> str:
    said = f"{_many(_riding(digest, _NOTES), 'note')} that match"
    out = len(digest.left_out)
    return f"{said}, {out:,} left out" if out else said


def _riders(digest: Digest, include_optional: bool, rows: Sequence[Row]) -> Riders:
    groups: dict[str, tuple[Rider, ...]] = {}
    for block in digest.blocks:
        if include_optional or block.name.value in _ALWAYS:
            groups[block.name.value] = tuple(
                Rider(
                    item.note.key,
                    item.note.title,
                    item.note.kind.value,
                    item.note.scope.value,
                    item.why.verdict,
                )
                for item in block.items
            )
    journal = [row for row in rows if row.name in {RowName.DIGEST, RowName.PINS, RowName.NOTES}]
    return Riders(
        rules=groups.get(_RULES, ()),
        pins=groups.get(_PINS, ()),
        dead_ends=groups.get(_DEAD_ENDS, ()),
        asks=groups.get(_ASKS, ()),
        notes=groups.get(_NOTES, ()),
        tokens=sum(row.tokens for row in journal),
        exact=all(row.exact for row in journal),
    )


def _standing_warning(rows: Sequence[Row]) -> Iterable[str]:
    named = {row.name: row for row in rows}
    standing = named[RowName.HARNESS].bytes + named[RowName.DIGEST].rows[0].bytes
    if standing > STANDING_LIMIT_BYTES:
        yield (
            f"Standing text is {kilobytes(standing)}: Harness and rules of that size ride with "
            "every message; shorten or merge rules to make it less."
        )


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
