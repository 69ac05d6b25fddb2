"""The stretch of a long text that answers a query best.

Words are looked for in the lower-cased text itself (a hundred thousand characters are searched
in microseconds), not in its tokens; the window with the most telling words wins and is then laid
on boundaries that a reader expects: paragraph, line, sentence, word.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from math import log2

from luminair.journal.ranking.query import Sort
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luminair.journal.ranking.query import Query, Term

_MOST_NEEDLES = 40
_MOST_PLACES = 256
_FENCE = late_pattern(r"^ {0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_SENTENCE = late_pattern(r"[.!?…]+[\"')\]]*\s+|[。！？]+")  # noqa: RUF001 (full-width marks)
_SORT_WEIGHT = {Sort.WORD: 1.0, Sort.NAME: 3.0, Sort.WINDOW: 0.5, Sort.PAIR: 1.0}
# A window may begin at the last boundary in this share of its length before the first match.
_LEAD = 0.3
_JOINERS = frozenset("\u200d\ufe0f\ufe0e")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a text.

    Attributes:
        text: what a reader sees: ``body[start:end]``, with the fence lines added again where
            the stretch begins or ends inside a code block.
        start: first character in the body.
        end: first character after it.
        score: sum of the weights of the query's words in it; comparable within one body.
    """

    text: str
    start: int
    end: int
    score: float


def best_passage(body: str, query: Query, *, limit_chars: int) -> Passage | None:
    """The best window of a body for a query.

    Args:
        body: any text.
        query: from :func:`luminair.journal.ranking.query.parse_query`.
        limit_chars: the passage's text is at most so many characters.

    Returns:
        None where nothing of the query stands in the body, or nothing fits.
    """
    if limit_chars <= 0 or query.empty:
        return None
    hits = _hits(_lowered(body), query)
    if not hits:
        return None
    if len(body) <= limit_chars:
        return _whole(body, _best_run(hits, limit_chars)[2])
    fences = _fences(body)
    # Room for the fence lines of a torn block, unless they would be most of the passage.
    room = max((len(line) + 5 for _, line in fences), default=0)
    limit = limit_chars - room if room * 2 < limit_chars else limit_chars
    first, last, score = _best_run(hits, limit)
    start = _start(body, hits[first][0], limit, hits[last][1])
    end = _end(body, start, min(start + limit, len(body)), hits[last][1])
    start, end = _trimmed(body, start, end)
    head, tail = _torn(fences, start, end) if limit < limit_chars else ("", "")
    return Passage(f"{head}{body[start:end]}{tail}", start, end, score)


def _whole(body: str, score: float) -> Passage | None:
    text = body.strip()
    start = body.find(text)
    return Passage(text, start, start + len(text), score) if text else None


def _lowered(text: str) -> str:
    """Lower case without accents and width variants, every character in its place."""
    low = text.lower()
    if text.isascii():
        return low
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    odd = {c for c in set(low) if c > "\x7f"}
    return low.translate({ord(c): _bare(c) for c in odd})


def _bare(character: str) -> str:
    """One character without its marks, or as it is where they make another letter of it."""
    if character == "\u2019":
        return "'"
    parts = unicodedata.normalize("NFKD", character)
    if "\u0300" <= parts[1:2] <= "\u036f":
        return parts[0]
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character


def _needle(term: Term) -> str:
    """What to look for: the letters that a word and its stem share, a name as written."""
    words = _lowered(term.words)
    if term.sort is not Sort.WORD:
        return words
    shared = 0
    for left, right in zip(words, term.key, strict=False):
        if left != right:
            break
        shared += 1
    if shared > 3 and words[shared - 1] == "i":
        shared -= 1  # 'happiness' is to find 'happy'
    return words[:shared] if shared >= min(3, len(words)) else words


def _hits(low: str, query: Query) -> list[tuple[int, int, int, float]]:
    """Where each word stands: start, end, number of the word, weight; in order of place."""
    needles: dict[str, float] = {}
    for term in query.terms:
        needle = _needle(term)
        if needle:
            weight = term.weight * _SORT_WEIGHT[term.sort]
            needles[needle] = max(weight, needles.get(needle, 0.0))
    found: list[tuple[int, int, int, float]] = []
    strongest = sorted(needles.items(), key=lambda pair: -pair[1])[:_MOST_NEEDLES]
    for number, (needle, weight) in enumerate(strongest):
        places = _places(low, needle)
        share = weight / (1.0 + log2(1 + len(places)) / 4.0)
        found += [(at, at + len(needle), number, share) for at in places]
    found.sort()
    return found


def _places(low: str, needle: str) -> list[int]:
    """Where the needle begins a word, up to a bound; names may stand inside longer ones."""
    places: list[int] = []
    strict = needle.isascii() and needle.isalnum()
    at = low.find(needle)
    tries = 0
    while at >= 0 and len(places) < _MOST_PLACES and tries < 4 * _MOST_PLACES:
        tries += 1
        if not (strict and at and low[at - 1].isalnum() and low[at - 1].isascii()):
            places.append(at)
        at = low.find(needle, at + 1)
    return places


def _best_run(hits: list[tuple[int, int, int, float]], limit: int) -> tuple[int, int, float]:
    """First and last hit of the best window, and its score; the earliest of equals."""
    best = (0, 0, hits[0][3])
    counts: dict[int, int] = {}
    score = 0.0
    first = 0
    for last, (_, end, number, weight) in enumerate(hits):
        counts[number] = counts.get(number, 0) + 1
        score += _gain(counts[number], weight)
        while first < last and end - hits[first][0] > limit:
            _, _, gone, share = hits[first]
            score -= _gain(counts[gone], share)
            counts[gone] -= 1
            first += 1
        if score > best[2] + 1e-9:
            best = (first, last, score)
    return best


def _gain(count: int, weight: float) -> float:
    """The first mention counts, the next a little, further ones nothing."""
    return (1.0, 0.25, 0.1)[count - 1] * weight if count <= 3 else 0.0


def _start(body: str, first: int, limit: int, last: int) -> int:
    """Where the passage begins: a boundary not far before the first hit."""
    room = limit - (last - first)
    lead = min(room, max(int(limit * _LEAD), 1))
    earliest = max(0, first - lead)
    if first <= lead:
        return 0
    for mark in ("\n\n", "\n"):
        at = body.rfind(mark, earliest, first)
        if at >= 0:
            return at + len(mark)
    ends = [found.end() for found in _SENTENCE.finditer(body, earliest, first)]
    if ends:
        return ends[-1] if len(ends) < 2 else ends[-2]
    at = body.find(" ", earliest, first)
    return at + 1 if at >= 0 else _safe_cut(body, earliest, first)


def _end(body: str, start: int, latest: int, last: int) -> int:
    """Where it ends: the last good boundary, never before the last hit's end."""
    if latest >= len(body):
        return len(body)
    least = max(min(last, latest), start + (latest - start) // 2)
    for mark in ("\n\n", "\n"):
        at = body.rfind(mark, least, latest + 1)
        if at >= 0:
            return at
    ends = [found.end() for found in _SENTENCE.finditer(body, least, latest)]
    if ends:
        return ends[-1]
    at = body.rfind(" ", min(last, latest), latest + 1)
    if at >= 0 and at > start:
        return at
    return _safe_cut(body, latest, start, back=True)


def _safe_cut(body: str, at: int, stop: int, *, back: bool = False) -> int:
    """The nearest place towards ``stop`` that tears no character seen as one."""
    step = -1 if back else 1
    place = at
    while place != stop and 0 < place < len(body) and _joins(body, place):
        place += step
    return place if place != stop else at


def _joins(body: str, at: int) -> bool:
    """Whether the characters before and after this place are seen as one."""
    here, before = body[at], body[at - 1]
    if here in _JOINERS or before == "\u200d" or unicodedata.combining(here):
        return True
    if unicodedata.category(here) in {"Mn", "Mc", "Me"} or "\U0001f3fb" <= here <= "\U0001f3ff":
        return True
    # A flag is two letters: between letters the next flag may begin after an even number.
    letters = 0
    while letters < at and _is_flag_letter(here) and _is_flag_letter(body[at - 1 - letters]):
        letters += 1
    return letters % 2 == 1


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _fences(body: str) -> list[tuple[int, str]]:
    """Where each fence line of a code block begins, and the line."""
    if "```" not in body and "~~~" not in body:
        return []
    return [(found.start(), found.group().strip()) for found in _FENCE.finditer(body)]


def _torn(fences: list[tuple[int, str]], start: int, end: int) -> tuple[str, str]:
    """The fence lines that a stretch lacks before and after it."""
    starts = [at for at, _ in fences]
    before = bisect_left(starts, start)
    upto = bisect_left(starts, end)
    head = tail = ""
    if before % 2:
        head = fences[before - 1][1] + "\n"
    if upto % 2:
        opener = fences[upto - 1][1]
        tail = "\n" + opener[: len(opener) - len(opener.lstrip("`~"))]
    return head, tail


def _trimmed(body: str, start: int, end: int) -> tuple[int, int]:
    """Without white space at either side, but with the first line's indent."""
    text = body[start:end]
    lead = len(text) - len(text.lstrip())
    line = text.rfind("\n", 0, lead)
    if line >= 0:
        start += line + 1
    elif start and body[start - 1] != "\n":
        start += lead
    return start, start + len(body[start:end].rstrip())
