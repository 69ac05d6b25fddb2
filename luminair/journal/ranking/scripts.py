"""Writing systems: which characters make a word, and what a word is in each script.

English has its stemmer in ``stems.py``. Other scripts get what helps without a dictionary:
accents and vowel points folded away, the beginnings of long words beside the whole where words
change at the end, pairs of characters where there are no spaces.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from unicodedata import normalize

from luminair.journal.ranking.stems import stem
from luminair.patterns import late_pattern

# What the further forms of a word count, beside 1.0 for the word.
EXACT_WEIGHT = 0.3
PREFIX_WEIGHT = 0.5
CHARACTER_WEIGHT = 0.3
LONGEST_WORD = 48

# Written without spaces: Han, kana, Hangul (whose words carry their particles) ...
CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3130-\u318f"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003fffd"
)
# ... and Thai, Lao, Tibetan, Myanmar, Khmer, whose vowels and tones are characters of their own.
CLUSTERED = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0f18-\u0fbc\u1000-\u109d\u1780-\u17d3"
# Combining marks, which Python's \w leaves out.
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3\u0816-\u082d"
    "\u0859-\u085b\u0898-\u08e1\u08e3-\u0963\u0981-\u0df3\u1a17-\u1b44\u1b6b-\u1b73\u1b80-\u1c37"
    "\u1cd0-\u1dff\u200c\u200d\u20d0-\u20f0\u302a-\u302f\ua802-\uaaf6\ufe00-\ufe0f\ufe20-\ufe2f"
)

_CLUSTERED_RUN = late_pattern(rf"[{CLUSTERED}]")
_CLUSTER = late_pattern(
    rf"\w[{MARKS}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc"
    r"\u0ec8-\u0ece\u0f18-\u0fbc\u102b-\u103e\u17b6-\u17d3]*"
)
_PLAIN = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u00ad": None})
_STROKES = str.maketrans("øłđıæœŀ", "oldiaol")
_FOLDED_MARKS = late_pattern(
    "[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+"
)
# Final ya, ta marbuta, Persian ya and kaf as Arabic types them.
_ARABIC_FORMS = str.maketrans("\u0649\u0629\u06cc\u06a9", "\u064a\u0647\u064a\u0643")
# The article alone and after 'and', 'with', 'like', 'so', 'for'.
_ARABIC_HEADS = (
    "\u0648\u0627\u0644",
    "\u0628\u0627\u0644",
    "\u0643\u0627\u0644",
    "\u0641\u0627\u0644",
    "\u0644\u0644",
    "\u0627\u0644",
)
# Plural, dual, feminine, relation and 'her'.
_ARABIC_TAILS = (
    "\u0647\u0627",
    "\u0627\u0646",
    "\u0627\u062a",
    "\u0648\u0646",
    "\u064a\u0646",
    "\u064a\u0647",
    "\u0647",
    "\u064a",
)
# 'the', 'and', 'in', 'to', 'from', 'that', 'like': one letter before a Hebrew word.
_HEBREW_HEADS = frozenset("\u05d4\u05d5\u05d1\u05dc\u05de\u05e9\u05db")
_LEAST_LEFT = 3
_PREFIX_LENGTH = 5


@cache
def spaceless() -> re.Pattern[str]:
    """Runs of one kind of spaceless script; compiled late, for it takes a millisecond."""
    return re.compile(rf"[{CJK}]+|[{CLUSTERED}]+")


def plain(text: str) -> str:
    """NFKC, with typographic apostrophes and hyphens made plain and soft hyphens left out."""
    return normalize("NFKC", text).translate(_PLAIN)


def folded(low: str) -> str:
    """Without accents, vowel points and letter variants that people leave out when typing.

    Args:
        low: a casefolded word.
    """
    if low.isascii():
        return low
    bare = _FOLDED_MARKS.sub("", normalize("NFD", low.translate(_STROKES)))
    return normalize("NFC", bare.translate(_ARABIC_FORMS).replace("\u200c", ""))


def word_terms(low: str) -> tuple[str, tuple[tuple[str, float], ...]]:
    """One word's term, and its further forms with their weights.

    Args:
        low: a casefolded word of one script, without spaces; '' for the term if nothing is left.
    """
    low = low[:LONGEST_WORD]
    if low.isascii():
        return stem(low), ()
    bare = folded(low)
    if bare.isascii():
        return stem(bare), ((low, EXACT_WEIGHT),)
    extras: list[tuple[str, float]] = []
    if "\u0600" <= bare[0] <= "\u06ff":
        bare = _arabic(bare)
    elif bare[0] in _HEBREW_HEADS and len(bare) > _LEAST_LEFT:
        extras.append((bare[1:], PREFIX_WEIGHT))
    if len(bare) > _PREFIX_LENGTH:
        extras.append((bare[:_PREFIX_LENGTH] + "*", PREFIX_WEIGHT))
    return bare, tuple(extras)


def _arabic(bare: str) -> str:
    """Without the article and the commonest endings (after light10: Larkey et al. 2002)."""
    for head in _ARABIC_HEADS:
        if bare.startswith(head) and len(bare) - len(head) >= _LEAST_LEFT:
            bare = bare[len(head) :]
            break
    for tail in _ARABIC_TAILS:
        if bare.endswith(tail) and len(bare) - len(tail) >= _LEAST_LEFT:
            return bare[: -len(tail)]
    return bare


def spaceless_terms(run: str) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    """Neighbouring characters of a run without spaces as words; single ones count a little."""
    run = run.casefold()
    single = _CLUSTER.findall(run) if _CLUSTERED_RUN.match(run) else list(run)
    if len(single) < 2:
        return (run,), ()
    pairs = tuple(map("".join, pairwise(single)))
    if _CLUSTERED_RUN.match(run):
        return pairs, ()
    return pairs, tuple((one, CHARACTER_WEIGHT) for one in dict.fromkeys(single))
