"""Cuts what was said into sentences, and tells the speaker's own words from what was pasted.

Code, logs, quotations, tables and what follows 'the page says:' are words of low trust: they may
prove an error, and never decide anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from luminair.keeping.capture.own import own_words
from luminair.keeping.distill.values import Exchange, Quote
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

QUOTE_CHARACTERS = 300
_ERROR_CHARACTERS = 160
_LOOKED_AT = 600
"""Characters of a sentence in which phrases are looked for; what is longer was pasted."""
_SCRAP = 4
"""Words of a sentence that says little by itself."""

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,2}[.)]|\(?[A-Za-z][.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+")
# What a terminal, a log, a diff, a mail or our own digest leaves at the start of a line.
_PASTED = re.compile(
    r"\s*(?:>|\||\$ |>>> |\+\+\+ |--- |@@ |[+-]\S.*[;{}]$|<[/!a-zA-Z]|npm ERR!|Traceback\b"
    r"|File \"|at \S+ \(|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d"
    r"|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b[ :\]]|E\s{3}|FAILED |\[(?:ERROR|WARN|INFO)"
    r"|(?:From|To|Subject|Date|Sent|Cc): \S|(?:hint|fatal|remote|error|warning): |note: run with "
    r"|To \S+[:/]\S+$|\w*(?:Error|Exception|Warning): |thread '|called `[^`]+` on )"
)
_CODE = re.compile(r" {4}|\t")
# Before a colon: what comes after it was written by somebody else.
_PASTING = re.compile(
    r"\b(?:log|logs|output|stack ?trace|traceback|page|article|docs?|documentation|readme|manual"
    r"|e-?mail|thread|ticket|issue|post|comment|message from|wrote|writes|says|said|reads|states"
    r"|quote|quoting|paste[ds]?|pasting|excerpt|snippet|transcript|answer from|response|wiki"
    r"|blog|website|error|ausgabe|protokoll|seite|sortie|página|salida|ログ|出力)\b[^.?!]*:$",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?<![\s(])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\bapprox)(?<!\bno)(?<!\bz\.B)"
    r"[.!?…]+[\"'”’)*_]*(?=\s+[^a-z\s]|\s*$)|(?<=[\w`)\"'][\w`)\"'])[.!?…]{1,3}(?=\s{1,3}[a-z])|[\u3002\uff01\uff1f]+|(?<=\S)\s(?=[2-9]\)\s)"
)
_SHORT = re.compile(
    r"(?<!\w)(?:Dr|Prof|Hr|Fr|Mr|Mrs|Ms|Mme|Mlle|St|Sr|Sra|Srta|Dra|Nr|Str|Abs|Art|Kap|Abb|Fig|Tel"
    r"|ca|bzw|inkl|zzgl|ggf|evtl|approx|resp|z\. ?B|d\. ?h|u\. ?a|p\. ?ej|p\. ?ex)$"
)
_COUNTS = re.compile(r"(?<!\S)\d{1,2}$")
_COUNTED = re.compile(
    r"\s+(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Stock|Etage|Klasse|Kapitel|Woche"
    r"|Jahrhundert|Platz|Geburtstag)"
)
_ERROR_LINE = re.compile(
    r"\b(?:\w*(?:Error|Exception|Warning|Panic)\b|E[A-Z]{3,}\b|E\d{3,}|error|fatal|panic|failed"
    r"|refused|denied|cannot|can't|unable|unexpected|undefined|missing|not found|timed? ?out"
    r"|violat\w+|abort\w*|exit (?:code|status) [1-9]|[45]\d\d\b)",
    re.IGNORECASE,
)
_LONG_QUOTATION = re.compile(r"“[^”]{24,}”|\"[^\"]{24,}\"|«[^»]{24,}»|„[^“]{24,}“|「[^」]{12,}」")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message.

    Attributes:
        text: as said, on one line.
        plain: the same for matching: straight apostrophes, no marks of emphasis, what is quoted
            in it blanked out; its first 600 characters.
        said: the message.
        number: of the message, from 1 on.
        place: among the message's sentences, from 0 on.
        lead: the heading or the line ending in ':' above it, or ''.
        error: the line that looks most like an error in the block right after it, or ''.
        item: the letter or number of its list item ('B', '2'), or ''.
        piece: which paragraph or list item of the message it stands in.
        listed: whether that is a list item.
    """

    text: str
    plain: str
    said: Exchange
    number: int
    place: int
    lead: str = ""
    error: str = ""
    item: str = ""
    piece: int = 0
    listed: bool = False

    @property
    def quote(self) -> Quote:
        """The sentence as a line of a summary."""
        return Quote(
            shortened(self.text), self.said.role, self.number, self.said.message_id, self.said.at
        )


def followed(sentence: Sentence, sentences: Sequence[Sentence]) -> Sentence:
    """The sentence with the next one, where both are scraps of a thought: 'No ORM. Plain SQL'."""
    after = sentence.place + 1
    if after >= len(sentences) or sentences[after].piece != sentence.piece:
        return sentence
    other = sentences[after]
    scraps = max(len(sentence.text.split()), len(other.text.split())) <= _SCRAP
    if not scraps or other.plain.rstrip().endswith("?"):
        return sentence
    return replace(
        sentence, text=f"{sentence.text} {other.text}", plain=f"{sentence.plain} {other.plain}"
    )


def shortened(text: str, limit: int = QUOTE_CHARACTERS) -> str:
    """The text, cut at a word and marked where it is long."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > limit // 2 else cut).rstrip(" ,;:") + "…"


def sentences_of(exchanges: Sequence[Exchange]) -> tuple[tuple[Sentence, ...], ...]:
    """The speaker's own sentences of each message, in order."""
    return tuple(tuple(_sentences(said, number)) for number, said in enumerate(exchanges, start=1))


@dataclass(slots=True)
class _Piece:
    """A paragraph or list item in the making."""

    text: str
    lead: str
    item: str
    listed: bool
    error: str = ""


def _sentences(said: Exchange, number: int) -> Iterator[Sentence]:
    place = 0
    if said.role is Role.USER:
        own = own_words(said.text)
        if own.reason and not own.pasted:  # a command, our own digest, a machine's words
            return
    for which, piece in enumerate(_pieces(said.text)):
        parts = list(_split(piece.text))
        for at, part in enumerate(parts):
            error = piece.error if at == len(parts) - 1 else ""
            item = piece.item if at == 0 else ""
            yield Sentence(
                part,
                _plain(part)[:_LOOKED_AT],
                said,
                number,
                place,
                piece.lead,
                error,
                item,
                which,
                piece.listed,
            )
            place += 1


def _pieces(text: str) -> list[_Piece]:
    """Paragraphs and list items that are the speaker's own words."""
    reader = _Reader()
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        reader.take(line)
    return reader.pieces


class _Reader:
    """Reads a message line by line."""

    def __init__(self) -> None:
        self.pieces: list[_Piece] = []
        self._fence = ""
        self._block: list[str] = []
        self._lead = ""
        self._open = False
        self._pasting = ""

    def take(self, line: str) -> None:
        """The next line."""
        fence = _FENCE.match(line)
        if self._fence:
            if fence and fence[1].startswith(self._fence) and not line.strip(" `~"):
                self._fence = ""
                self._prove()
            else:
                self._block.append(line)
        elif fence:
            self._fence, self._pasting, self._open = fence[1], "", False
        elif not line.strip():
            self._blank()
        elif self._foreign(line):
            self._block.append(line)
            self._open = False
            self._prove()
        else:
            self._own(line)

    def _blank(self) -> None:
        self._open = False
        if self._pasting == "begun":
            self._pasting = ""

    def _foreign(self, line: str) -> bool:
        if self._pasting:
            self._pasting = "begun"
            return True
        in_list = bool(_ITEM.match(line)) or (self._open and self.pieces[-1].listed)
        return bool(_PASTED.match(line)) or (bool(_CODE.match(line)) and not in_list)

    def _own(self, line: str) -> None:
        self._block = []
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            self._lead, self._open = line[heading.end() :].strip(), False
            return
        if item:
            label = item[0].strip(" -*+•().[]xX\t")
            self._start(line[item.end() :], self._lead, label, listed=True)
        elif self._open and not self.pieces[-1].text.endswith(":"):
            last = self.pieces[-1]
            wrapped = line.strip()
            last.text += f" {wrapped}" if _goes_on(last.text, wrapped) else f"\n{wrapped}"
        else:
            self._start(line, "", "", listed=False)
        whole = self.pieces[-1].text.rsplit("\n", 1)[-1]
        bare = whole.rstrip("*_ ")
        if bare.endswith((":", "\uff1a")):
            self._pasting = "announced" if _PASTING.search(bare) else ""
            self._lead = bare
        elif not item:
            self._lead = ""

    def _start(self, text: str, lead: str, item: str, *, listed: bool) -> None:
        self.pieces.append(_Piece(text.strip(), lead, item, listed))
        self._open = True

    def _prove(self) -> None:
        """Keeps of a block the line that looks most like an error."""
        if self.pieces and not self.pieces[-1].error:
            found = [line.strip() for line in self._block if _ERROR_LINE.search(line)]
            # A trace names the error last, a log first; a name ending in Error beats both.
            named = [line for line in found if re.search(r"\w(?:Error|Exception)\b", line)]
            best = (named or found)[-1:] or [""]
            self.pieces[-1].error = shortened(" ".join(best[0].split()), _ERROR_CHARACTERS)


def _goes_on(before: str, line: str) -> bool:
    """Whether a line only wraps the sentence before it."""
    return not before.rstrip().endswith((".", "!", "?", "。", ":")) and line[:1].islower()


def _goes_further(line: str, end: re.Match[str]) -> bool:
    """Whether a full stop only shortens a word or counts: 'Dr. Yilmaz', 'am 14. März'."""
    if end[0] != ".":
        return False
    return _SHORT.search(line, 0, end.start()) is not None or (
        _COUNTS.search(line, 0, end.start()) is not None
        and _COUNTED.match(line, end.end()) is not None
    )


def _split(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        start = 0
        for end in _END.finditer(line):
            if line.count("`", 0, end.start()) % 2 or _goes_further(line, end):
                continue
            part = " ".join(line[start : end.end()].split())
            if part:
                yield part
            start = end.end()
        part = " ".join(line[start:].split())
        if part:
            yield part


def _plain(text: str) -> str:
    straight = text.replace("’", "'").replace("‘", "'")
    blanked = _LONG_QUOTATION.sub(lambda found: " " * len(found[0]), straight)
    return blanked.replace("*", " ")
