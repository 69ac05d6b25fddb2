"""Whether a text from a low rung of trust reads like an order to a model (spec 7.3).

Such a text is held for the owner instead of riding as a note. The fence is what keeps a model from
taking a note for law; this looks for texts that try to climb over it. Signs and their weights
stand in ``trust_signs``; here a text is undressed (unseen characters, lookalike letters, comments,
encodings) and what its signs say is added up.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from luminair.keeping.trust_signs import signs

if TYPE_CHECKING:
    from collections.abc import Iterator

ENOUGH: Final = 1.0
_UNSHOWN_ENOUGH: Final = 0.6
_HIDDEN_ENOUGH: Final = 0.4
"""In text that people do not see less is enough: who hides an instruction means it."""
_MOST_CHARS: Final = 100_000
_QUOTED_CHARS: Final = 80
_DEPTH: Final = 2
_MANY: Final = 100
_COMMENT_CHARS: Final = 2000

_UNSEEN: Final = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_SMUGGLED: Final = re.compile(
    "(?<!\U0001f3f4)[\U000e0020-\U000e007e]{3,}|[\u200b\u200c\u200d\u2060-\u2064\ufeff]{8,}"
    "|[\ufe00-\ufe0e\U000e0100-\U000e01ef]{4,}"
)
_TURNED: Final = re.compile("[\u202d\u202e]")
_COMMENT: Final = re.compile(r"%%([^%]{1,2000})%%|\[//\]: # ?\(([^)]{1,2000})\)")
_HIDDEN: Final = re.compile(
    r"<[a-z]{1,12} [^>]{0,120}(?:display:\s*none|font-size:\s*0|visibility:\s*hidden"
    r"|color:\s*(?:white|#fff))[^>]{0,100}>(.{1,4000}?)</",
    re.DOTALL | re.IGNORECASE,
)
_BASE64: Final = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{24,}={0,2}(?![\w+/=-])")
_HEX: Final = re.compile(r"\b(?:[0-9a-fA-F]{2}[ :]?){16,}")
_PERCENT: Final = re.compile(r"[\w%.,!-]{12,2000}")
_SPACED: Final = re.compile(r"\b(?:[a-z][ .\-_*]{1,3}){7,}[a-z]\b")
_ROT13: Final = re.compile(r"\bvafgehpgvba|\bvtaber\b|\bbireevqr\b|\bflfgrz cebzcg")
_TURNED_ROUND: Final = re.compile(r"\bsnoitcurtsni\b|\berongi\b|\beoverrid\b|\btpmorp metsys\b")
_MIXED_WORD: Final = re.compile(r"[^\W\d_]*[a-z][^\W\d_]*")
_LEET_WORD: Final = re.compile(
    r"\b(?=[a-z0-9@$!|]*[a-z])(?=[a-z0-9@$!|]*[0-9@$!|])[a-z0-9@$!|]{4,}\b"
)
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")
_BLANKS: Final = re.compile(r"[ \t]{3,}")
_EMPTY_LINES: Final = re.compile(r"(?:\r?\n[ \t]*){3,}")
_SHORT_CODE: Final = re.compile(r"(?<!`)`[^`\n]{1,40}`(?!`)")
_EMPHASIS: Final = re.compile(
    r"(?<=\w)(?:\*{1,3}|_{2})(?=\w)|(?<!\w)(?:\*{1,3}|_{1,3})(?=\w)|(?<=[\w.!?:,])(?:\*{1,3}|_{1,3})(?!\w)"
)
_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕԁһкмтвнοαεικνρτυχγӏɡıᴏꞌ", "aeopcyxijsdhkmtbhoaeiknptuxylgio'"
)
_LEET: Final = str.maketrans("013457@$!|", "oieastasil")
_QUOTES: Final = {ord(sign): "'" for sign in "’‘"} | {ord(sign): '"' for sign in "“”„«»"}


def reads_like_orders(text: str) -> str:
    """Why a text reads like an order to a model, in words; '' where it does not.

    Args:
        text: title and text of a note that neither the owner wrote nor approved.

    Returns:
        A sentence without its full stop, with the words that say so.
    """
    text = text[:_MOST_CHARS]
    if _SMUGGLED.search(text):
        return "It holds text that people cannot see"
    if _TURNED.search(text):
        return "It turns the direction of its letters, so that people read other words"
    for found, enough in _readings(text, _DEPTH):
        why = _why(found, enough)
        if why:
            return f"It {why}" if enough == ENOUGH else f"Out of people's sight it {why}"
    return ""


def plain(text: str) -> str:
    """The text as signs are looked for in it: see ``trust_signs``."""
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES).casefold()
    text = _BLANKS.sub("  ", _EMPTY_LINES.sub("\n\n", text))
    if not text.isascii():
        text = _MIXED_WORD.sub(lambda word: word[0].translate(_LOOKALIKES), _without_marks(text))
    # Code of a few words is a mention: "the template's `<|im_start|>`".
    return _EMPHASIS.sub("", _SHORT_CODE.sub(_mentioned, text))


def _mentioned(code: re.Match[str]) -> str:
    words = code[0].strip("`")
    frame = words.startswith(("<|", "[inst", "[/inst", "<<sys", "<system", "</", "<tool", "<inv"))
    return "`…`" if frame else words


def _without_marks(text: str) -> str:
    """Without the marks on Latin letters; those of other scripts make another letter."""
    kept: list[str] = []
    latin = False
    for letter in unicodedata.normalize("NFD", text):
        if unicodedata.combining(letter) and latin:
            continue
        latin = letter < "\u0250"
        kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))


def _readings(text: str, depth: int) -> Iterator[tuple[str, float]]:
    """What the text says to people, then what it says out of their sight; how much is enough."""
    form = plain(text)
    yield form, ENOUGH
    leet = _LEET_WORD.sub(lambda word: word[0].translate(_LEET), form)
    if leet != form:
        yield leet, ENOUGH
    if _SPACED.search(form):
        yield _SPACED.sub(_closed_up, form), _UNSHOWN_ENOUGH
    if _ROT13.search(form):
        yield codecs.decode(form, "rot13"), _UNSHOWN_ENOUGH
    if _TURNED_ROUND.search(form):
        yield form[::-1], _UNSHOWN_ENOUGH
    comments = [piece.partition("-->")[0][:_COMMENT_CHARS] for piece in text.split("<!--")[1:_MANY]]
    comments += [each[each.lastindex or 0] for each in islice(_COMMENT.finditer(text), _MANY)]
    if comments:
        yield plain("\n\n".join(comments)), _UNSHOWN_ENOUGH
    for hidden in islice(_HIDDEN.finditer(text), _MANY):
        yield plain(hidden[1]), _HIDDEN_ENOUGH
    if depth:
        for inner in _decoded(text):
            yield from ((reading, _UNSHOWN_ENOUGH) for reading, _ in _readings(inner, depth - 1))


def _closed_up(run: re.Match[str]) -> str:
    """Letters that stand apart, together again; a wider gap is a blank."""
    wide = re.sub(r" {2,}", "\0", run[0])
    return re.sub(r"[ .\-_*]", "", wide).replace("\0", " ")


def _decoded(text: str) -> Iterator[str]:
    """Readable texts that stand in the text as Base64, hexadecimal or percent signs."""
    for blob in islice(_BASE64.finditer(text), _MANY):
        data = blob[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            found = base64.b64decode(data + "=" * (-len(data) % 4))
        except (binascii.Error, ValueError):
            continue
        yield from _readable(found)
    for blob in islice(_HEX.finditer(text), _MANY):
        digits = re.sub(r"[ :]", "", blob[0])
        yield from _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    for blob in islice(_PERCENT.finditer(text) if "%20" in text else (), _MANY):
        if blob[0].count("%20") > 1:
            yield unquote(blob[0], errors="replace")


def _readable(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if " " in text and sum(map(str.isprintable, text)) > 0.9 * len(text):
        yield text


def _why(form: str, enough: float) -> str:
    """What the signs in a plain form say, '' where they say too little."""
    light = []
    for sign in signs():
        found = sign.found_in(form)
        if found is None:
            continue
        if sign.weight >= enough:
            return f"{sign.words}: “{_short(found[0])}”"
        light.append(sign)
    # Light signs add up where they stand together; a long page has one of each somewhere.
    for part in _PARAGRAPHS.split(form) if len(light) > 1 else ():
        pairs = [(sign, found[0]) for sign in light if (found := sign.found_in(part))]
        # Sums of tenths: 0.6 + 0.4 may come out a hair below 1.
        if sum(sign.weight for sign, _ in pairs) >= enough - 1e-9:
            heaviest, quote = max(pairs, key=lambda pair: pair[0].weight)
            return f"{heaviest.words}: “{_short(quote)}”"
    return ""


def _short(quote: str) -> str:
    line = " ".join(quote.split()).strip("*-#>.,;: \"'([")
    return line if len(line) <= _QUOTED_CHARS else f"{line[: _QUOTED_CHARS - 1]}…"
