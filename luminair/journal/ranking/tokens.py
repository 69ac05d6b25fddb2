r"""From text to terms: what the index stores and what a query looks up.

A *chunk* is a run of text as people write it (``harnessBlock()``, ``lib/vault/digest.js``,
``C++``, ``don't``, ``日本語``). Each chunk gives terms of four sorts, all plain strings:

* a word, stemmed and folded: ``vector``;
* a whole, ``=`` before it, as written: ``=vectorCache``, ``=lib/vault/digest.js``;
* a joined form, a plain word again: ``vectorcach`` for ``vectorCache``, ``VECTOR_CACHE`` and,
  in a query, for the two words 'vector cache';
* a pair, ``~`` and a number of 16 bits: two words that stand side by side. Pairs are hashed, or
  their number would be that of all other terms together; a hit counts only where both words hit.

Scripts without spaces give single characters and pairs of characters instead of words.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from zlib import crc32

from luminair.journal.ranking.chunks import chunks
from luminair.journal.ranking.scripts import (
    LONGEST_WORD,
    folded,
    spaceless,
    spaceless_terms,
    word_terms,
)
from luminair.journal.ranking.stems import stem
from luminair.journal.ranking.words_english import STOP
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# Field weights, by measurement (tests/bench/sweep.py).
TITLE_WEIGHT = 3.0
SUMMARY_WEIGHT = 1.5
PATH_WEIGHT = 1.0
TAGS_WEIGHT = 2.0
BODY_WEIGHT = 1.0
# What the further forms of a chunk count, beside 1.0 for a word.
PART_WEIGHT = 1.0
WHOLE_WEIGHT = 1.0
JOINED_WEIGHT = 0.5

SKETCH_SIZE = 8
_PAIR_MASK = 0xFFFF
_LONGEST_CHUNK = 160
_MOST_PARTS = 24
_CACHE_LIMIT = 60_000
_LONGEST_KEPT = 64
_LONGEST_RUN_KEPT = 16
_LONGEST_NUMBER_KEPT = 4


_SUBS = late_pattern(r"[./\\:@&,]+")
_STEPS = late_pattern(r"[/\\@:&,\-]+")
_BREAKS = late_pattern(r"[_\-]+")
_THOUSANDS = late_pattern(r"\d{1,3}(?:,\d{3})+")
_LINE = late_pattern(r"(?::\d+)+$")
_VERSION = late_pattern(r"[vV](\d+(?:\.\d+)+)")
_CAMEL = late_pattern(
    r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\x00-\x7f]+"
)
_ELIDED = frozenset({"l", "d", "j", "m", "t", "s", "n", "c", "qu", "o"})


@dataclass(frozen=True, slots=True)
class Analysis:
    """A note as the index stores it.

    Attributes:
        terms: term to weighted frequency, all fields folded in (after BM25F: Robertson,
            Zaragoza, Taylor 2004).
        length: words of all fields, weighted alike.
        sketch: the lowest hashes of the note's distinct content words, ascending, at most
            eight: notes that say nearly the same share nearly all of them.
    """

    terms: dict[str, float]
    length: float
    sketch: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forms:
    """What one chunk says.

    Attributes:
        words: terms of its content words, in reading order.
        surfaces: the same words as a person reads them.
        every: all its words in lower case, stop words too.
        wholes: names as written, ``=`` before each, the longest first.
        joined: names with all that joins their parts left out.
        extras: further terms with what they count: accents kept, beginnings of long words in
            scripts whose words change at the end, single characters.
    """

    words: tuple[str, ...]
    surfaces: tuple[str, ...]
    every: tuple[str, ...]
    wholes: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    extras: tuple[tuple[str, float], ...] = ()


_NOTHING = Forms((), (), ())
# The folders that every Journal has: a prompt about release notes is not about what is in them.
_OURS = frozenset({"Archive", "Notes", "Sessions"})
# (terms with weights, word numbers for pairs, numbers for the sketch, size in words)
_Piece: TypeAlias = tuple[tuple[tuple[str, float], ...], tuple[int, ...], tuple[int, ...], float]

# Two bounded memories, emptied when full: the same chunks come back in note after note.
_forms: dict[str, Forms] = {}
_pieces: dict[str, _Piece] = {}


def analyse(
    title: str, summary: str, body: str, path: str = "", tags: tuple[str, ...] = ()
) -> Analysis:
    """All that the index keeps of a note's text.

    Args:
        title: as people read it.
        summary: as set or computed, or ''.
        body: Markdown, or any text.
        path: the note's path in the vault, ``/`` between parts.
        tags: without '#'.

    Returns:
        The same analysis for the same text, whatever was analysed before.
    """
    terms: dict[str, float] = {}
    sketch: set[int] = set()
    length = _add(title, TITLE_WEIGHT, terms, sketch)
    length += _add(summary, SUMMARY_WEIGHT, terms, sketch)
    length += _add(_telling(path), PATH_WEIGHT, terms, set())
    length += _add("\n".join(tags), TAGS_WEIGHT, terms, sketch)
    length += _add(body, BODY_WEIGHT, terms, sketch)
    return Analysis(terms, length, tuple(sorted(sketch)[:SKETCH_SIZE]))


def _telling(path: str) -> str:
    """What a path says of its note: that it is below 'Notes/' is so of most, and says nothing."""
    first, slash, rest = path.removesuffix(".md").partition("/")
    while slash and first in _OURS:
        first, slash, rest = rest.partition("/")
    return f"{first}{slash}{rest}"


def _add(text: str, weight: float, terms: dict[str, float], sketch: set[int]) -> float:
    """Adds one field's terms and gives its weighted length in words."""
    if not text:
        return 0.0
    found = chunks(text)
    known = _pieces
    if len(known) > _CACHE_LIMIT:
        known.clear()
    size = 0.0
    passing: list[str] = []
    for chunk, count in Counter(found).items():
        piece = known.get(chunk)
        if piece is None:
            piece = known[chunk] = _piece(chunk)
            if not _comes_back(chunk):
                passing.append(chunk)
        times = weight * count
        for term, share in piece[0]:
            terms[term] = terms.get(term, 0.0) + share * times
        sketch.update(piece[2])
        size += piece[3] * count
    numbers = list(chain.from_iterable([known[chunk][1] for chunk in found]))
    for pair, count in Counter(map(_pair_number, numbers, numbers[1:])).items():
        term = f"~{pair:x}"
        terms[term] = terms.get(term, 0.0) + weight * count
    for chunk in passing:
        del known[chunk]
    return size * weight


def _comes_back(chunk: str) -> bool:
    """Whether other notes may hold it; a long number, or words without spaces, comes but once."""
    if chunk.isdecimal():
        return len(chunk) <= _LONGEST_NUMBER_KEPT
    return len(chunk) <= (_LONGEST_KEPT if chunk.isascii() else _LONGEST_RUN_KEPT)


def pair_term(first: str, second: str) -> str:
    """The index term for two words that stand side by side."""
    return f"~{_pair_number(_number(first), _number(second)):x}"


def _number(word: str) -> int:
    return crc32(word.encode("utf-8", "replace"))


def _pair_number(first: int, second: int) -> int:
    mixed = first * 0x9E3779B1 + second
    return (mixed ^ mixed >> 17) & _PAIR_MASK


def _piece(chunk: str) -> _Piece:
    """A chunk's terms with what each counts in a note."""
    if chunk.isascii() and chunk.isalpha() and (chunk[1:].islower() or len(chunk) == 1):
        # Nine chunks of ten: the same as below, without the detour.
        low = chunk.lower()
        if low in STOP:
            return (), (), (), 0.0
        word = stem(low[:LONGEST_WORD])
        number = (_number(word),)
        return ((word, 1.0),), number, number, 1.0
    forms = forms_of(chunk)
    terms: dict[str, float] = {}
    share = 1.0 if len(forms.every) == 1 else PART_WEIGHT
    for word in forms.words:
        terms[word] = terms.get(word, 0.0) + share
    for whole in forms.wholes:
        terms[whole] = WHOLE_WEIGHT
    for word in forms.joined:
        terms.setdefault(word, JOINED_WEIGHT)
    for term, part in forms.extras:
        terms.setdefault(term, part)
    numbers = tuple(_number(word) for word in forms.words)
    without_spaces = not chunk.isascii() and spaceless().match(chunk) is not None
    return tuple(terms.items()), () if without_spaces else numbers, numbers, float(len(forms.words))


def forms_of(chunk: str) -> Forms:
    """The forms of one chunk as :func:`chunks` gives it."""
    known = _forms.get(chunk)
    if known is not None:
        return known
    if len(_forms) > _CACHE_LIMIT:
        _forms.clear()
    forms = _find_forms(chunk)
    if _comes_back(chunk):
        _forms[chunk] = forms
    return forms


def _find_forms(chunk: str) -> Forms:
    if chunk.isascii() and chunk.isalpha():
        low = chunk.lower()
        if low == chunk or chunk[1:].islower() or chunk.isupper() or len(chunk) == 1:
            return _simple(chunk, low)
    elif not chunk.isascii() and spaceless().search(chunk):
        return _mixed(chunk)
    return _name(chunk[:_LONGEST_CHUNK])


def _simple(written: str, low: str) -> Forms:
    """A lone word of plain letters. A stop word counts only where somebody SHOUTS it."""
    if low in STOP and (len(low) == 1 or not written.isupper()):
        return Forms((), (), (low,))
    return Forms((stem(low[:LONGEST_WORD]),), (low,), (low,))


def _mixed(chunk: str) -> Forms:
    """A chunk with spaceless script in it: each run for itself."""
    runs: list[Forms] = []
    at = 0
    for run in spaceless().finditer(chunk):
        if run.start() > at:
            runs.append(_name(chunk[at : run.start()]))
        runs.append(_spaceless(run.group()))
        at = run.end()
    if at < len(chunk):
        runs.append(_name(chunk[at:]))
    if len(runs) == 1:
        return runs[0]
    return Forms(
        tuple(chain.from_iterable(run.words for run in runs)),
        tuple(chain.from_iterable(run.surfaces for run in runs)),
        tuple(chain.from_iterable(run.every for run in runs)),
        tuple(chain.from_iterable(run.wholes for run in runs)),
        tuple(chain.from_iterable(run.joined for run in runs)),
        tuple(chain.from_iterable(run.extras for run in runs)),
    )


def _spaceless(run: str) -> Forms:
    pairs, extras = spaceless_terms(run)
    return Forms(pairs, pairs, pairs, extras=extras)


def _name(chunk: str) -> Forms:
    """A word that is more than plain letters: an identifier, path, version, number, accents."""
    bare = chunk.lstrip(".-").strip("_")
    core = bare.rstrip("+#")
    if core.endswith(("'s", "'S")):
        core = bare = core[:-2]
    if not core:
        return _NOTHING
    if "'" in core and core.replace("'", "").isalpha():
        return _forms_of_parts(_parts(core), (), (), lone=True)
    if "," in core and _THOUSANDS.fullmatch(core):
        core = bare = core.replace(",", "")
    parts: list[str] = []
    wholes: dict[str, None] = {}
    joined: dict[str, None] = {}
    subs = [sub for sub in _SUBS.split(core) if sub.strip("_-'")]
    for sub in subs[:_MOST_PARTS]:
        inner = _parts(sub)
        parts += inner
        if len(inner) > 1 and len(subs) > 1:
            _keep_name(sub, inner, wholes, joined)
    outer: dict[str, None] = {}
    if len(subs) > 1 or len(parts) > 1:
        _keep_outer(core, subs, outer, joined)
    if len(bare) > len(core) or chunk[0] in ".-":
        outer["=" + (chunk if chunk[0] in ".-" else bare).lower()] = None
    if chunk[0] == "_" and (len(parts) > 1 or chunk.startswith("__") or chunk[-1] != "_"):
        # ``_private`` is not ``private``; the joined form still finds either by the other.
        outer = {"=" + chunk: None}
    return _forms_of_parts(parts, (*outer, *wholes), tuple(joined), lone=not outer)


def _keep_name(
    sub: str, inner: list[str], wholes: dict[str, None], joined: dict[str, None]
) -> None:
    wholes["=" + sub] = None
    if inner and not sub.replace("-", "").isdigit():
        joined[_joined("".join(inner))] = None


def _keep_outer(
    core: str, subs: list[str], wholes: dict[str, None], joined: dict[str, None]
) -> None:
    """The whole chunk, without its line number, and the last step of a path."""
    bare = _LINE.sub("", core)
    for name in (core, bare, *_STEPS.split(bare)):
        if (len(subs) > 1 or name != core) and _SUBS.search(name) is None and not _is_name(name):
            continue
        _keep_name(name, _parts("_".join(_SUBS.split(name))), wholes, joined)
        version = _VERSION.fullmatch(name)
        if version:
            wholes["=" + version.group(1)] = None
    for word in [word for word in joined if word.isdigit()]:
        del joined[word]


def _is_name(name: str) -> bool:
    return len(_parts(name)) > 1


def _joined(letters: str) -> str:
    low = folded(letters.casefold())
    return stem(low[:LONGEST_WORD]) if low.isascii() else low[:LONGEST_WORD]


def _parts(sub: str) -> list[str]:
    """The words of one name without dots or slashes in it, as written."""
    parts: list[str] = []
    for piece in _BREAKS.split(sub):
        for word in _apostrophes(piece):
            if word.isascii():
                parts += _camel(word)
            elif folded(word):  # marks alone are no word
                parts.append(word)
    return parts[:_MOST_PARTS]


def _apostrophes(piece: str) -> list[str]:
    """``l'avion`` is *avion*; ``don't`` is *don* and *t*, both stop words."""
    if "'" not in piece:
        return [piece]
    return [word for word in piece.split("'") if word]


def _camel(word: str) -> list[str]:
    if word.isalpha() and (word.islower() or word.isupper()):
        return [word]
    parts: list[str] = _CAMEL.findall(word)
    # A hash or a random key is one word, not forty crumbs.
    if sum(part.isdigit() for part in parts) > 2:
        return [word]
    return parts


def _forms_of_parts(
    parts: list[str], wholes: tuple[str, ...], joined: tuple[str, ...], *, lone: bool
) -> Forms:
    """Each part as a word, unless it is a stop word or a crumb of a longer name."""
    words: list[str] = []
    surfaces: list[str] = []
    extras: list[tuple[str, float]] = []
    every = tuple(part.casefold() for part in parts)
    for low in every:
        if low in STOP or (len(low) == 1 and not lone) or (low in _ELIDED and len(every) > 1):
            continue
        word, more = word_terms(low)
        if word:
            words.append(word)
            surfaces.append(low)
            extras += more
    return Forms(tuple(words), tuple(surfaces), every, wholes, joined, tuple(extras))
