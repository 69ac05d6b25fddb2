"""English word stems by the Snowball English algorithm ("Porter2").

Source of the rules: https://snowballstem.org/algorithms/english/stemmer.html, as of Snowball
3.1. Written for speed in plain Python: almost all words leave by a look at their last letters.
The test suite compares it with the ``snowballstemmer`` package word for word.
"""

from __future__ import annotations

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

_VOWELS = frozenset("aeiouy")

_REGION = late_pattern(r"[aeiouy][^aeiouy]")
_CONSONANT_Y = late_pattern(r"([aeiouy])y")
_VOWEL = late_pattern(r"[aeiouy]")
# Words whose regular stem would be wrong, or would fall together with another word's.
_IRREGULAR = {
    "skis": "ski",
    "skies": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    **{w: w for w in ("andes", "atlas", "bias", "cosmos", "howe", "news", "sky")},
}
_LONG_HEADS = (
    "arsen",
    "commun",
    "emerg",
    "gener",
    "inter",
    "later",
    "organ",
    "past",
    "univers",
)
_KEEP_ING = frozenset({"even", "cann", "inn", "earr", "herr", "out"})
_KEEP_EED = frozenset({"succ", "proc", "exc"})
_DOUBLES = frozenset({"bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"})
_LI_AFTER = frozenset("cdeghkmnrt")

# Each list is searched longest ending first, so the first hit is the longest.
_STEP_2 = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "ive"),
    ("tional", "tion"),
    ("lessli", "less"),
    ("biliti", "ble"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("fulli", "ful"),
    ("ousli", "ous"),
    ("entli", "ent"),
    ("ogist", "og"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("abli", "able"),
    ("izer", "ize"),
    ("ator", "ate"),
    ("alli", "al"),
    ("bli", "ble"),
    ("ogi", "og"),
    ("li", ""),
)
_STEP_3 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ative", ""),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4 = (
    "ement",
    "ance",
    "ence",
    "able",
    "ible",
    "ment",
    "ant",
    "ent",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
    "ion",
    "al",
    "er",
    "ic",
)
_Endings: TypeAlias = dict[str, tuple[tuple[str, str], ...]]


def _by_last_two(endings: tuple[tuple[str, str], ...]) -> _Endings:
    """The same list, found by a word's last two letters."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for ending, instead in endings:
        found[ending[-2:]] = (*found.get(ending[-2:], ()), (ending, instead))
    return found


_STEP_2_BY = _by_last_two(_STEP_2)
_STEP_3_BY = _by_last_two(_STEP_3)
_STEP_4_BY = _by_last_two(tuple((ending, "") for ending in _STEP_4))
_PAST_LAST = frozenset("dgy")
# The last two letters of all that is ever cut off; a word without them is its own stem.
_ENDS = frozenset({"ed", "ng", "ll", *_STEP_2_BY, *_STEP_3_BY, *_STEP_4_BY})


def stem(word: str) -> str:
    """The stem of an English word.

    Args:
        word: lower case; letters other than a to z are kept and count as consonants.

    Returns:
        The stem, never empty for a word that holds a letter: ``running`` gives ``run``.
    """
    if len(word) < 3:
        return word
    if word[-1] not in "esy'" and word[-2:] not in _ENDS and word[0] != "'":
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    word = _marked(word)
    first, second = _regions(word)
    word = _plural(word)
    word = _past(word, first)
    if word[-1:] in {"y", "Y"} and len(word) > 2 and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _derived(word, first, second)
    word = _endings(word, first, second)
    return word.replace("Y", "y")


def _marked(word: str) -> str:
    """The word with each y that is a consonant as Y and without a leading apostrophe."""
    word = word.removeprefix("'")
    if "y" in word:
        if word[0] == "y":
            word = "Y" + word[1:]
        word = _CONSONANT_Y.sub(r"\1Y", word)
    return word


def _regions(word: str) -> tuple[int, int]:
    """Where R1 and R2 begin: after the first consonant that follows a vowel, and again."""
    first = 0
    if word.startswith(_LONG_HEADS):
        first = max(len(head) for head in _LONG_HEADS if word.startswith(head))
    else:
        found = _REGION.search(word)
        if found is None:
            return len(word), len(word)
        first = found.end()
    found = _REGION.search(word, first)
    return first, found.end() if found else len(word)


def _plural(word: str) -> str:
    """Step 0 and 1a: possessives and plurals."""
    if word[-1] not in "s'd":
        return word
    for ending in ("'s'", "'s", "'"):
        if word.endswith(ending):
            word = word[: -len(ending)]
            break
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-3] + ("i" if len(word) > 4 else "ie")
    if word.endswith("s") and not word.endswith(("us", "ss")) and _VOWEL.search(word[:-2]):
        return word[:-1]
    return word


def _past(word: str, first: int) -> str:
    """Step 1b: ``-ed`` and ``-ing``."""
    if word[-1:] not in _PAST_LAST:
        return word
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            cut = len(word) - len(ending)
            kept = cut < first or word[:cut] in _KEEP_EED
            return word if kept else word[:cut] + "ee"
    for ending in ("ingly", "edly", "ing", "ed"):
        if word.endswith(ending):
            return _without_past(word, word[: -len(ending)], ending, first)
    return word


def _without_past(word: str, head: str, ending: str, first: int) -> str:
    """What stands before ``-ed`` or ``-ing``, spelled as a word of its own."""
    if ending == "ing":
        if len(head) == 2 and head[1] == "y" and head[0] not in _VOWELS:
            return head[0] + "ie"
        if head in _KEEP_ING:
            return word
    if not _VOWEL.search(head):
        return word
    last = head[-2:]
    if last in {"at", "bl", "iz"}:
        return head + "e"
    if last in _DOUBLES:
        return head if len(head) == 3 and head[0] in "aeo" else head[:-1]
    return head + "e" if len(head) == first and _ends_short(head) else head


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable."""
    if word.endswith("past"):
        return True
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return (
        len(word) > 2
        and word[-1] not in "aeiouywxY"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )


def _derived(word: str, first: int, second: int) -> str:
    """Steps 2 and 3: ``-ization`` to ``-ize``, ``-ical`` to ``-ic`` and the like."""
    for ending, instead in _STEP_2_BY.get(word[-2:], ()):
        if word.endswith(ending):
            cut = len(word) - len(ending)
            if cut >= first and _may_cut(word, ending, cut):
                word = word[:cut] + instead
            break
    for ending, instead in _STEP_3_BY.get(word[-2:], ()):
        if word.endswith(ending):
            cut = len(word) - len(ending)
            if cut >= (second if ending == "ative" else first):
                word = word[:cut] + instead
            break
    return word


def _may_cut(word: str, ending: str, cut: int) -> bool:
    """The two endings of step 2 that look at the letter before them."""
    before = word[cut - 1 : cut]
    if ending == "li":
        return before in _LI_AFTER
    return ending != "ogi" or before == "l"


def _endings(word: str, first: int, second: int) -> str:
    """Steps 4 and 5: what is left of a suffix in R2, and the last e or l."""
    for ending, _ in _STEP_4_BY.get(word[-2:], ()):
        if word.endswith(ending):
            cut = len(word) - len(ending)
            if cut >= second and (ending != "ion" or word[cut - 1 : cut] in {"s", "t"}):
                word = word[:cut]
            break
    cut = len(word) - 1
    if word.endswith("e"):
        if cut >= second or (cut >= first and not _ends_short(word[:-1])):
            return word[:-1]
    elif word.endswith("ll") and cut >= second:
        return word[:-1]
    return word
