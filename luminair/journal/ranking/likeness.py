"""Whether two texts say the same thing: a function of the two texts alone.

TF-IDF cosine of character n-grams, fitted on the pair, and then the part that a cosine cannot
see. 'timeout 30' and 'timeout 300', 'use X' and 'do not use X', 'tabs, not spaces' and 'spaces,
not tabs' are nearly the same letters and never the same thing. Since a verdict depends on nothing
else in the vault, it holds until one of the two changes, and may be kept.

The cosine is that of scikit-learn's ``TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))``
(smooth idf, l2 norm), which the tests use as an oracle; here it is written out, because the
read path must not load scikit-learn.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import log, sqrt
from unicodedata import category, normalize

from luminair.journal.notes.note import LoadedNote, Note, TitleFrom
from luminair.journal.notes.text import without_said_again
from luminair.journal.ranking.negations import (
    NEGATING_PREFIXES,
    NEGATING_SUFFIXES,
    NEGATION_PARTS,
    NEGATIONS,
)
from luminair.journal.ranking.stems import stem
from luminair.values import dataclass

THRESHOLD = 0.9
VERSION_THRESHOLD = 0.7
"""Of a file and the copy that a sync service made of it, see :func:`could_be_versions`."""
NGRAM_CHARS = (3, 5)

# Texts of which one is half as long again say more than one thing, whatever their letters.
LENGTH_RATIO = 1.5
# With more words than this in sentences that differ, nobody could say what the difference is.
_DIFFERING_WORDS = 1500
# idf of a term that one of two documents has, smoothed: ln((1 + 2) / (1 + 1)) + 1; both: 1.
IDF_OF_ONE = log(3 / 2) + 1

# What is kept of texts and words that were looked at last: one text meets many others.
_KEPT = 64
_KEPT_WORDS = 8192


def compare_text(note: Note, body: str) -> str:
    """What of a note is compared: title and body, without 'Said again'.

    A title that stood in a heading is in the body; one made from the file name is not the
    author's words, and would keep two copies apart ('Rule', 'Rule 2').
    """
    text = without_said_again(body)
    return f"{note.title}\n{text}" if note.title_from is TitleFrom.FRONTMATTER else text


def says_the_same(a_text: str, b_text: str, threshold: float = THRESHOLD) -> bool:
    """Whether the texts are near-identical and no difference between them could matter.

    Args:
        a_text: one text, see :func:`compare_text`.
        b_text: the other; the order does not matter.
        threshold: least cosine.
    """
    if a_text == b_text:
        return bool(normal_form(a_text))
    shorter, longer = sorted((len(normal_form(a_text)), len(normal_form(b_text))))
    if longer > LENGTH_RATIO * shorter:
        return False
    # One order for the pair: difflib's alignment of two texts depends on it.
    a, b = (reading_of(text) for text in sorted((a_text, b_text)))
    if a.turns != b.turns or not (a.fixed <= b.words and b.fixed <= a.words):
        return False
    return cosine(a_text, b_text) >= threshold and _differ_harmlessly(a, b)


def could_be_versions(a: LoadedNote, b: LoadedNote) -> bool:
    """Whether one note may be the other after an edit, as two machines make it of one file.

    Says nothing about what the edit changed: for files whose names already call them copies.
    """
    # The bodies by themselves too, so that a long title does not make short bodies alike.
    pairs = (
        (compare_text(a.note, a.body), compare_text(b.note, b.body)),
        (without_said_again(a.body), without_said_again(b.body)),
    )
    return all(
        one.split() == other.split() or cosine(one, other) >= VERSION_THRESHOLD
        for one, other in pairs
    )


@lru_cache(maxsize=_KEPT)
def normal_form(text: str) -> str:
    """The text as it is compared: NFKC, case folded, words without the punctuation around them.

    A full stop that one of two short rules lacks would else cost a tenth of the likeness.
    """
    words = normalize("NFKC", text).casefold().split()
    return " ".join(bare for word in words if (bare := word.strip(_AROUND)))


def cosine(a_text: str, b_text: str) -> float:
    """TF-IDF cosine of the texts' character n-grams, 0 to 1, fitted on the pair."""
    a, b = ngrams(normal_form(a_text)), ngrams(normal_form(b_text))
    if not a or not b:
        return 0.0
    shared = a.keys() & b.keys()
    dot = sum(a[gram] * b[gram] for gram in shared)
    return min(1.0, dot / sqrt(_square(a, shared) * _square(b, shared)))


def _square(counts: Counter[str], shared: set[str]) -> float:
    both = sum(counts[gram] ** 2 for gram in shared)
    every = sum(count**2 for count in counts.values())
    return both + (every - both) * IDF_OF_ONE**2


@lru_cache(maxsize=_KEPT)
def ngrams(form: str) -> Counter[str]:
    """Counts of n-grams inside words, a blank at each end; short words count once, whole."""
    grams: Counter[str] = Counter()
    for word, count in Counter(form.split()).items():
        if count == 1:
            grams.update(grams_of(word))
        else:
            for gram in grams_of(word):
                grams[gram] += count
    return grams


@lru_cache(maxsize=_KEPT_WORDS)
def grams_of(word: str) -> tuple[str, ...]:
    """The n-grams of one word, a blank at each end."""
    least, most = NGRAM_CHARS
    padded = f" {word} "
    grams: list[str] = []
    for size in range(least, most + 1):
        grams.extend(padded[at : at + size] for at in range(max(1, len(padded) - size + 1)))
        if len(padded) <= size:
            break
    return tuple(grams)


# One letter of a script without spaces, or a run of what is not blank.
_CHUNK = re.compile(
    "[\u2e80-\u2fff\u3005-\u3007\u3040-\u30fe\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    "|[^\\s\u2e80-\u2fff\u3005-\u3007\u3040-\u30fe\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff\u3001\u3002\uff01-\uff0f\uff1a-\uff1f\u300c-\u300f]+"
)
_AROUND = ".,;:!?\"'`“”‘’«»()[]{}<>*…|\u3001\u3002\u300c\u300d\u300e\u300f"
# Signs that stand alone and turn a sentence round: comparisons, arrows, ticks, a ticked box.
_TURNING_SIGNS = frozenset(
    "< <= >= = == === != !== ≠ ≤ ≥ && || ! -> => → ← <- ✅ ❌ ✓ ✔ ✗ ✘ [x] [-]".split()  # noqa: SIM905
)
_SENTENCE_END = re.compile("(?<=[.!?])\\s+|[\u3002\uff01\uff1f\n]+")
# Code: an underscore, slash, at sign and the like anywhere; a dot or colon inside; an option; a
# capital after a small letter; capitals only.
_CODE = re.compile(
    r"[_/\\@#$=+^~&%]|\w[.:(){}<>\[\]]+\w|^--?\w|^!\w|[a-zß-ÿ][A-Z]|^[A-Z][A-Z0-9]+$|\(\)|->",
    re.ASCII,
)
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)
_ELIDED = re.compile(r"\b([A-Za-zÀ-ÿ]{1,2})['’](?=\w)")

_LEAST_STEM = 3

# Moving one of these changes nothing, nor does one more or less. Fewer than a search passes over:
# 'to' and 'from', 'can' and 'should', 'if' and 'while' are what a rule turns on.
_SMALL = "a an the of and is are am be been being was were has have had it this that please so also"
_SMALL_WORDS = frozenset(_SMALL.split())


@dataclass(frozen=True, slots=True)
class Reading:
    """What decides whether a difference matters.

    Attributes:
        sentences: the words of each sentence, case-folded.
        words: all words.
        fixed: numbers, identifiers, paths and names, as far as their form shows them.
        turns: negations, pictures and the like, with how often each stands there.
    """

    sentences: tuple[tuple[str, ...], ...]
    words: frozenset[str]
    fixed: frozenset[str]
    turns: Counter[str]


@lru_cache(maxsize=_KEPT)
def reading_of(text: str) -> Reading:
    """What decides about a text."""
    text = _ELIDED.sub(r"\1 ", _NOT.sub(" not", normalize("NFKC", text)))
    sentences: list[tuple[str, ...]] = []
    fixed: set[str] = set()
    turns: Counter[str] = Counter()
    for sentence in _SENTENCE_END.split(text.replace("cannot", "can not")):
        words: list[str] = []
        for chunk in _CHUNK.findall(sentence):
            word = _word(chunk)
            if chunk.casefold() in _TURNING_SIGNS or word in NEGATIONS:
                turns[word or chunk] += 1
            if not word:
                continue
            if _is_fixed(chunk, first=not words):
                fixed.add(word)
            words.append(word)
        if words:
            sentences.append(tuple(words))
    folded = text.casefold()
    # 📅 and ⏳ are words too; a picture says more than the letters beside it.
    if not text.isascii():
        turns.update(sign for sign in text if category(sign) == "So")
    for part in NEGATION_PARTS:
        if count := folded.count(part):
            turns[part] += count
    every = frozenset(word for sentence in sentences for word in sentence)
    return Reading(tuple(sentences), every, frozenset(fixed), turns)


@lru_cache(maxsize=_KEPT_WORDS)
def _word(chunk: str) -> str:
    """The chunk as a word: case folded, without what stands around it; '' where none is left."""
    bare = chunk.strip(_AROUND).casefold()
    if not any(letter.isalnum() for letter in bare):
        return ""
    return f"!{bare}" if chunk[0] == "!" and chunk[1].isalnum() else bare


@lru_cache(maxsize=_KEPT_WORDS)
def _is_fixed(chunk: str, *, first: bool) -> bool:
    """Whether the word is a number, an identifier, a path or, inside a sentence, a name."""
    bare = chunk.strip(_AROUND)
    if any(letter.isdigit() for letter in bare) or _CODE.search(bare) or _CODE.search(chunk):
        return True
    return not first and bare[0].isupper()


def _differ_harmlessly(a: Reading, b: Reading) -> bool:
    """Whether what is left of two near-identical texts is wording only.

    Sentences that both have drop out, so a moved paragraph is no difference. In the rest no
    number, name or negation may have come, gone or changed its place, nor any other word of
    weight have moved: 'from staging to production' has the letters of its opposite. Nor may one
    word of weight stand for another, 'due dates' for 'start dates': in a long note the cosine
    does not see it, and only another form of the same word surely says the same. Nor may such a
    word come without one that goes: what only one of the two says would be lost.
    """
    a_rest = _without(a.sentences, b.sentences)
    b_rest = _without(b.sentences, a.sentences)
    if sum(map(len, a_rest)) > _DIFFERING_WORDS or sum(map(len, b_rest)) > _DIFFERING_WORDS:
        return False
    gone, come = _changes(a_rest, b_rest)
    if (gone & come).keys() - _SMALL_WORDS:
        return False
    fixed = a.fixed | b.fixed | NEGATIONS
    if fixed & (gone.keys() | come.keys()):
        return False
    if _stems(gone) != _stems(come):
        return False
    return not any(_opposite(one, other) for one in gone for other in come)


def _stems(words: Counter[str]) -> Counter[str]:
    """The words of weight among these, whatever their form, and how often each stands there."""
    return Counter(stem(word) for word in words.elements() if word not in _SMALL_WORDS)


def _without(
    sentences: tuple[tuple[str, ...], ...], others: tuple[tuple[str, ...], ...]
) -> list[tuple[str, ...]]:
    spare = Counter(others)
    rest = []
    for sentence in sentences:
        if spare[sentence]:
            spare[sentence] -= 1
        else:
            rest.append(sentence)
    return rest


def _changes(
    a_rest: list[tuple[str, ...]], b_rest: list[tuple[str, ...]]
) -> tuple[Counter[str], Counter[str]]:
    """Words that only one side has at their place."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - few pairs come so far

    if len(a_rest) != len(b_rest):
        a_rest, b_rest = [sum(a_rest, ())], [sum(b_rest, ())]
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    for one, other in zip(a_rest, b_rest, strict=True):
        matcher = SequenceMatcher(None, one, other, autojunk=False)
        for what, a_from, a_to, b_from, b_to in matcher.get_opcodes():
            if what != "equal":
                gone.update(one[a_from:a_to])
                come.update(other[b_from:b_to])
    return gone, come


def _opposite(one: str, other: str) -> bool:
    """Whether one word negates the other by a prefix or suffix."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _LEAST_STEM:
        return False
    return any(longer == prefix + shorter for prefix in NEGATING_PREFIXES) or any(
        longer == shorter + suffix for suffix in NEGATING_SUFFIXES
    )
