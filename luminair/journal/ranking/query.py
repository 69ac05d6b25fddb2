"""From a prompt to what the index is asked.

People wrap their subject in words (*please*, *why does*, *how can I*), name things in other
spellings than the note does (*vector cache* for ``vectorCache``), and paste whole logs. A query
keeps the words that carry a subject, the names as written, what the words would be if they were
one name, and which words stand side by side.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise

from luminair.journal.ranking.chunks import chunks
from luminair.journal.ranking.scripts import plain
from luminair.journal.ranking.stems import stem
from luminair.journal.ranking.tokens import Forms, forms_of, pair_term
from luminair.journal.ranking.words_english import CHATTER, PROMPT, STOP, WEAK
from luminair.patterns import late_pattern
from luminair.values import dataclass, replace

# What each sort of term counts beside 1.0 for a word, by measurement (tests/bench/sweep.py).
PART_WEIGHT = 0.6
WHOLE_WEIGHT = 0.7
JOINED_WEIGHT = 0.7
WINDOW_WEIGHT = 0.3
PROMPT_WEIGHT = 0.3
PAIR_WEIGHT = 0.25
MOST_REPEATED = 4.0

# A pasted log of 100 KB must not ask the index for ten thousand terms.
MOST_WORDS = 96
MOST_NAMES = 48
MOST_WINDOWS = 64
_LAST_TRIPLE = 16
_LONGEST_NAME = 8
_SHORTEST_CODE = 4  # ENOENT is a name, SQL is not
_LONGEST_CHATTER = 400


# Words that prose joins by a hyphen, a slash or dots: 'time-sharing', 'and/or', 'e.g.'.
_PROSE = late_pattern(r"[^\W\d_]+(?:[-/'][^\W\d_]+){0,2}|(?:[^\W\d_]\.)*[^\W\d_]")
_PUNCTUATION = " .!?,;:\n\t\u2026\u3001\u3002\uff01\uff1f"
_CAMEL_HUMP = late_pattern(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")


class Sort(StrEnum):
    """What a query term is; a NAME that very few notes hold is what the prompt is about."""

    WORD = "word"
    NAME = "name"
    WINDOW = "window"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look up.

    Attributes:
        key: the term as the index spells it.
        weight: what it counts beside 1.0 for a word.
        words: the same as a person reads it, for explanations.
        sort: decides how rarity is rewarded.
        needs: for a pair, the two words that must be in the note as well.
    """

    key: str
    weight: float
    words: str
    sort: Sort
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A prompt made ready for the index.

    Attributes:
        text: the prompt as given.
        terms: in a fixed order, each key once.
        names: identifiers, paths, versions and error codes as written in the prompt.
        empty: there is nothing to look up.
        only_names: the prompt is nothing but names, so meaning has nothing to add.
    """

    text: str
    terms: tuple[Term, ...]
    names: tuple[str, ...]
    empty: bool
    only_names: bool


def parse_query(text: str, *, chatter: frozenset[str] = CHATTER) -> Query:
    """What a prompt asks of the index.

    Args:
        text: any text; very long ones cost time in proportion and are cut to their most
            telling terms.
        chatter: words and phrases in lower case that ask for nothing, of all languages.

    Returns:
        The query; ``empty`` for 'ok thanks', 'weiter', 'はい' and for prompts of stop words.
    """
    found = [(chunk, forms_of(chunk)) for chunk in chunks(text)]
    if not found or _only_chatter(text, [chunk for chunk, _ in found], chatter):
        return Query(text, (), (), empty=True, only_names=False)
    words, names = _words_and_names(found, loud=text.isupper())
    if not words and not names:
        return Query(text, (), (), empty=True, only_names=False)
    terms = {term.key: term for term in _strongest(list(words.values()), MOST_WORDS)}
    for name in _strongest(list(names.values()), MOST_NAMES):
        terms[name.key] = name
    for more in (_windows(found), _pairs(found, terms)):
        for term in more:
            terms.setdefault(term.key, term)
    spelled = tuple(dict.fromkeys(term.words for term in names.values()))
    return Query(
        text,
        tuple(terms.values()),
        spelled,
        empty=False,
        only_names=all(forms.wholes or forms.joined for _, forms in found),
    )


def _words_and_names(
    found: list[tuple[str, Forms]], *, loud: bool
) -> tuple[dict[str, Term], dict[str, Term]]:
    """Content words and names. Weak words count only where nothing else is said."""
    words: dict[str, Term] = {}
    names: dict[str, Term] = {}
    weak: dict[str, Term] = {}
    wrapping: dict[str, Term] = {}
    for chunk, forms in found:
        share = 1.0
        if forms.wholes or forms.joined:
            share = PART_WEIGHT
            _add_names(names, chunk, forms)
        elif not loud and chunk.isupper() and len(chunk) >= _SHORTEST_CODE and forms.words:
            _count(names, Term(forms.words[0], 1.0, chunk, Sort.NAME))
            continue
        shouted = chunk.isupper() and len(chunk) > 1
        for word, surface in zip(forms.words, forms.surfaces, strict=True):
            place = words
            if not shouted:
                place = weak if surface in WEAK else wrapping if surface in PROMPT else words
            if place is not words or _is_content(surface):
                _count(place, Term(word, share, surface, Sort.WORD))
        for key, part in forms.extras:
            _count(words, Term(key, part, key.rstrip("*"), Sort.WORD))
    if words or names:
        for term in (*weak.values(), *wrapping.values()):
            words.setdefault(term.key, replace(term, weight=term.weight * PROMPT_WEIGHT))
        return words, names
    return weak, names


def _add_names(names: dict[str, Term], chunk: str, forms: Forms) -> None:
    sort = Sort.NAME if _is_name(chunk) else Sort.WINDOW
    for whole in forms.wholes:
        _count(names, Term(whole, WHOLE_WEIGHT, whole[1:], sort))
    for word in forms.joined:
        _count(names, Term(word, JOINED_WEIGHT, chunk, sort))


def _is_content(surface: str) -> bool:
    """A lone letter or digit says nothing, be it '1' or one CJK character."""
    return len(surface) > 1


def _is_name(chunk: str) -> bool:
    """Whether a chunk of several parts is a name in code and not joined prose."""
    return _PROSE.fullmatch(chunk) is None or _CAMEL_HUMP.search(chunk) is not None


def _count(terms: dict[str, Term], term: Term) -> None:
    """Adds a term; said again it counts again, up to four times."""
    known = terms.setdefault(term.key, term)
    if known is not term:
        weight = min(known.weight + term.weight, MOST_REPEATED * term.weight)
        if weight > known.weight:
            terms[term.key] = Term(known.key, weight, known.words, known.sort)


def _strongest(terms: list[Term], most: int) -> list[Term]:
    """The most telling terms of a long prompt, in their order: often said, long, early."""
    if len(terms) <= most:
        return terms
    ranked = sorted(
        range(len(terms)),
        key=lambda at: (-terms[at].weight * min(len(terms[at].key), 12), at),
    )
    return [terms[at] for at in sorted(ranked[:most])]


def _windows(found: list[tuple[str, Forms]]) -> list[Term]:
    """Two or three words in a row as they would read if they were one name.

    A short prompt is also taken as one name: it may be nothing else.
    """
    every: list[str] = []
    for _, forms in found:
        every += forms.every
        if len(every) > MOST_WINDOWS:
            break
    empty = [low in STOP or low in PROMPT for low in every]
    terms: list[Term] = []
    if 2 <= len(every) <= _LONGEST_NAME and len(found) == len(every):
        letters = "".join(every)
        words = " ".join(every)
        terms.append(Term(stem(letters), JOINED_WEIGHT, words, Sort.NAME))
    for size, last in ((2, MOST_WINDOWS), (3, _LAST_TRIPLE)):
        for at in range(min(len(every) - size + 1, last)):
            end = at + size
            letters = "".join(every[at:end])
            if 4 <= len(letters) <= 40 and not all(empty[at:end]) and letters.isascii():
                words = " ".join(every[at:end])
                terms.append(Term(stem(letters), WINDOW_WEIGHT, words, Sort.WINDOW))
    return terms


def _pairs(found: list[tuple[str, Forms]], terms: dict[str, Term]) -> list[Term]:
    """Words that stand side by side once stop words are gone."""
    row = [
        (word, surface)
        for _, forms in found[:MOST_WORDS]
        for word, surface in zip(forms.words, forms.surfaces, strict=True)
        if forms.every is not forms.words
    ]
    pairs: list[Term] = []
    for (first, left), (second, right) in pairwise(row):
        if first in terms and second in terms:
            key = pair_term(first, second)
            needs = (first, second)
            pairs.append(Term(key, PAIR_WEIGHT, f"{left} {right}", Sort.PAIR, needs))
    return pairs[:MOST_WORDS]


def _only_chatter(text: str, found: list[str], chatter: frozenset[str]) -> bool:
    """Whether phrases of the chatter lists and stop words cover the whole prompt."""
    if len(text) > _LONGEST_CHATTER:
        return False
    words = [chunk.casefold() for chunk in found]
    reached = [True] + [False] * len(words)
    for end in range(1, len(words) + 1):
        word = words[end - 1]
        if reached[end - 1] and (word in STOP or _is_chatter(word, chatter)):
            reached[end] = True
            continue
        for start in range(max(0, end - 6), end - 1):
            if reached[start] and " ".join(words[start:end]) in chatter:
                reached[end] = True
                break
    return reached[-1] or plain(text).casefold().strip(_PUNCTUATION) in chatter


def _is_chatter(word: str, chatter: frozenset[str]) -> bool:
    """A word of the lists, or a run without spaces that words of the lists make up."""
    if word in chatter:
        return True
    if word.isascii():
        return False
    reached = [True] + [False] * len(word)
    for end in range(1, len(word) + 1):
        reached[end] = any(
            reached[start] and word[start:end] in chatter for start in range(max(0, end - 12), end)
        )
    return reached[-1]
