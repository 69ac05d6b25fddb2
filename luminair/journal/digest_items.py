"""What a digest is made of: its values, and how one note reads in each block.

The blocks and the choosing are in ``digest.py``.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from luminair.journal.fence import clean, fenced, one_line
from luminair.journal.notes.text import normalised_title, plain, shorten, without_said_again
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from luminair.journal.notes.note import Note
    from luminair.journal.precedence import HiddenBy
    from luminair.journal.projects import Place

    Waiting = Callable[[Sequence[Note], Place, datetime], Mapping[str, str]]

TITLE_CHARS = 120
SUMMARY_CHARS = 200
PASSAGE_CHARS = 400
PIN_PASSAGE_CHARS = 1200


def bytes_by_four(text: str) -> int:
    """Tokens by the rule of thumb: bytes of UTF-8 by four, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


class BlockName(StrEnum):
    """The blocks, in the order in which they ride."""

    RULES = "rules"
    PINS = "pins"
    DEAD_ENDS = "dead_ends"
    ASKS = "asks"
    NOTES = "notes"
    LEFT_OUT = "left_out"

    @property
    def heading(self) -> str:
        """The line above the block."""
        return {
            BlockName.RULES: "RULES",
            BlockName.PINS: "PINS",
            BlockName.DEAD_ENDS: "DEAD ENDS (do not try again)",
            BlockName.ASKS: "OPEN ASKS",
            BlockName.NOTES: "NOTES THAT MATCH",
            BlockName.LEFT_OUT: "LEFT OUT",
        }[self]


class Lack(StrEnum):
    """Why a note does not ride; the value is how the left-out line counts several."""

    OVER_CAP = "over the cap"
    OVER_BUDGET = "over the token budget"
    DEAD_ENDS_OVER_CAP = "more dead ends"
    OLD_ASK = "older asks"
    HIDDEN = "hidden"
    COPY = "sync conflict copies"
    ARCHIVED = "archived"
    HELD = "held for review"
    NOT_APPROVED = "rules not approved by the owner"
    CLOSED = "closed"
    NEVER_RIDES = "in folders that never ride"
    WAITING = "asks of sessions still at work"
    OWN_NOTE = "this session's own note"
    SETTINGS_UNREAD = "kept back because the vault's settings cannot be read"

    def counted(self, count: int) -> str:
        """'3 older asks', '1 older ask'."""
        one = {
            Lack.DEAD_ENDS_OVER_CAP: "more dead end",
            Lack.OLD_ASK: "older ask",
            Lack.COPY: "sync conflict copy",
            Lack.NOT_APPROVED: "rule not approved by the owner",
            Lack.NEVER_RIDES: "in a folder that never rides",
        }
        return f"{count} {one.get(self, self.value) if count == 1 else self.value}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """One match of the prompt, as ranking found it.

    Attributes:
        note: the matching note.
        rank: 1 for the best; equal scores may share a rank, ties are broken here.
        score: fused score, for show.
        terms: matched terms with their weights, for show.
        words: its rank by words alone, 0 where that was not told.
        meaning: its rank by meaning, None where meaning took no part.
    """

    note: Note
    rank: int
    score: float = 0.0
    terms: tuple[tuple[str, float], ...] = ()
    words: int = 0
    meaning: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The digest's settings; the defaults are those of spec 5.

    Attributes:
        cap: most asks and notes together; rules, pins and dead ends do not count.
        budget_tokens: for the blocks of asks and notes together, headings included.
        pin_tokens: the largest pin that rides whole, measured with its fence.
        dead_end_cap: most dead ends.
        kept_places: places kept for asks, and as many for notes, within the cap.
        ask_days: asks not touched for longer ride only when they match.
        optional: False sends rules and pins only.
    """

    cap: int = 14
    budget_tokens: int = 1500
    pin_tokens: int = 2000
    dead_end_cap: int = 40
    kept_places: int = 4
    ask_days: int = 14
    optional: bool = True


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that a digest is a function of, besides the options.

    Attributes:
        notes: every note visible at the place, in any order and state.
        place: where the prompt is written.
        now: UTC; only the age of asks depends on it.
        body: the text of a note below its header; asked only for notes that ride in full or
            with a passage.
        ranked: what matches the prompt; empty when it says nothing to look up. Notes that are
            not among ``notes`` are ignored.
        hidden: who hides whom at this place, by path (``precedence.settle``).
        passage: best-matching passage of a text for this prompt, at most so many characters;
            '' where nothing matches.
        tokens: the tokens of a text for the model that will read it.
        waiting: asks that do not ride yet, by path, with the reason as a sentence: their own
            session is still at work on them.
    """

    notes: Sequence[Note]
    place: Place
    now: datetime
    body: Callable[[Note], str]
    ranked: Sequence[Ranked] = ()
    hidden: Mapping[str, HiddenBy] | None = None
    passage: Callable[[str, int], str] = lambda _text, _limit: ""
    tokens: Callable[[str], int] = bytes_by_four
    waiting: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Why a note rides or not.

    Attributes:
        verdict: a sentence for people: 'Included: rules always ride'.
        rank: its rank for this prompt, None where it did not match or was not ranked.
        score: its fused score, 0 without a rank.
        terms: what matched, with weights.
        words: its rank by words alone, None without a rank.
        meaning: its rank by meaning, None where meaning took no part.
    """

    verdict: str
    rank: int | None = None
    score: float = 0.0
    terms: tuple[tuple[str, float], ...] = ()
    words: int | None = None
    meaning: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A note that rides: its very text in the digest and what it costs."""

    note: Note
    block: BlockName
    text: str
    tokens: int
    bytes: int
    why: Why


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A note that would have ridden or matches, and does not; ``why.verdict`` says why."""

    note: Note
    lack: Lack
    why: Why


@dataclass(frozen=True, slots=True)
class Block:
    """One part of the digest with its heading; ``text`` is in the digest as it stands."""

    name: BlockName
    text: str
    tokens: int
    bytes: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """What rides with one prompt.

    Attributes:
        text: the heading and the blocks' texts, a blank line between; '' when nothing rides.
        heading: the lines above the first block; '' when nothing rides.
        tokens: of the whole text.
        bytes: of the whole text in UTF-8.
        blocks: those that are not empty, in order.
        left_out: by path within each reason.
    """

    text: str
    heading: str
    tokens: int
    bytes: int
    blocks: tuple[Block, ...]
    left_out: tuple[LeftOut, ...]

    def block(self, name: BlockName) -> Block | None:
        """The block of this name, None where it is empty."""
        return next((block for block in self.blocks if block.name is name), None)

    @property
    def items(self) -> tuple[Item, ...]:
        """All notes that ride, in order."""
        return tuple(item for block in self.blocks for item in block.items)


class Detail(IntEnum):
    """How much of an ask or a note rides; the budget decides."""

    TITLE = 0
    SUMMARY = 1
    PASSAGE = 2


def short_title(note: Note) -> str:
    """The title on one line, at most 120 characters."""
    return shorten(one_line(note.title), TITLE_CHARS)


def _short_summary(note: Note) -> str:
    """The summary on one line, '' where it only repeats the title."""
    summary = shorten(one_line(note.summary), SUMMARY_CHARS)
    title = normalised_title(note.title)
    return "" if title.startswith(normalised_title(summary).rstrip(" …")) else summary


def _titled(note: Note, text: str) -> str:
    """The text, with the title above it unless its first line already says it."""
    first, _, _ = text.partition("\n")
    title = normalised_title(note.title)
    # Whole words: the title 'PIN' is not said by 'pinned'.
    if title and f"{normalised_title(first.lstrip('# '))} ".startswith(f"{title} "):
        return text
    return f"{short_title(note)}\n{text}" if text else short_title(note)


def riding_text(body: str) -> str:
    """The body as it may ride: cleaned, without 'Said again', without blank lines around it."""
    lines = clean(without_said_again(body)).split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    return "\n".join(lines).rstrip()


def rule_text(note: Note, body: str) -> str:
    """A rule in full, unfenced: the owner's law."""
    text = _titled(note, riding_text(body))
    between = "\n" if text.startswith("#") else " "
    return f"- [{note.scope.value}]{between}{text}"


def whole_pin(note: Note, body: str) -> str:
    """A pin as it rides whole."""
    return fenced(note, _titled(note, riding_text(body)))


def pin_text(note: Note, body: str, inputs: Inputs, limit_tokens: int) -> tuple[str, bool]:
    """A pin, and whether it rides whole; else as title, summary and best passage."""
    # Measured as it rides: the fence costs two signs a line, also where a line is empty.
    whole = whole_pin(note, body)
    if inputs.tokens(whole) <= limit_tokens:
        return whole, True
    text = riding_text(body)
    passage = shorten(clean(inputs.passage(text, PIN_PASSAGE_CHARS)).strip(), PIN_PASSAGE_CHARS)
    summary = _short_summary(note)
    parts = (short_title(note), "" if _holds(passage, summary) else summary, passage)
    return fenced(note, "\n".join(part for part in parts if part)), False


def line_text(note: Note, detail: Detail, passage: str = "") -> str:
    """A dead end, an ask or a note in brief: title, summary and passage as far as they go."""
    line = short_title(note)
    summary = _short_summary(note)
    if summary and detail >= Detail.SUMMARY:
        # A title made from the first sentence would stand there twice.
        line = summary if _says(summary, line) else f"{line}: {summary}"
    if detail < Detail.PASSAGE or _says(line, passage):
        return fenced(note, line)
    if _holds(passage, summary):
        line = short_title(note)
    return fenced(note, f"{line}\n{passage}")


def _says(line: str, passage: str) -> bool:
    """Whether the line already says the passage, so that quoting it would cost tokens twice."""
    return normalised_title(passage) in normalised_title(line)


def _holds(passage: str, summary: str) -> bool:
    """Whether the passage says the summary too, so that both would say one sentence twice."""
    words = normalised_title(plain(summary).rstrip("…"))
    return bool(words) and f" {words}" in f" {normalised_title(plain(passage))}"


def passage_of(note: Note, inputs: Inputs) -> str:
    """The passage on one line, at most 400 characters; '' where nothing matches.

    A heading that only repeats the title is left off: the title stands above.
    """
    text = inputs.passage(riding_text(inputs.body(note)), PASSAGE_CHARS).lstrip()
    first, _, rest = text.partition("\n")
    if first.startswith("#") and normalised_title(first) == normalised_title(note.title):
        text = rest
    return shorten(one_line(text), PASSAGE_CHARS)
