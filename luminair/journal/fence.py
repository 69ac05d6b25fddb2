"""The fence: how a model tells law from data, in plain text that no note can leave.

Whatever rides goes through here. A note that is data gets a head line,
``[note ID · date · who wrote it]``, and ``| `` before each of its lines. A rule that the owner
wrote or approved stands unfenced, but cleaned all the same: a host (a coding agent's hook, say)
puts our text into a frame of its own and escapes nothing, so a closing mark in any note would
end that frame.
"""

from __future__ import annotations

import re

from luminair.journal.notes.note import Note, Trust
from luminair.patterns import late_pattern

_LINE = "| "

# What a terminal, an editor or a model may take for the end of a line. str.splitlines knows
# them all, but also \x1c-\x1e, which are control characters here as there: same treatment.
_BREAKS = late_pattern("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")

# Characters that nobody sees: control (tab and newline aside), soft hyphen, bidirectional marks,
# zero-width space and joiners of words, invisible operators, fillers and blanks of Hangul, Khmer,
# Mongolian, Braille, shorthand and music, annotation marks, tag characters and all that stands
# unassigned beside them. A few hundred of them smuggle whole sentences past a reader.
_UNSEEN = late_pattern(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e"
    "\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
# Variation selectors choose how the emoji or the CJK sign before them looks, and there one may
# stay; so may the one inside a keycap (1, selector, box). Anywhere else, or in a row, they say
# nothing and can carry a byte each.
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAKES_SELECTOR = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u2e80-\u2fdf\u3005-\u3007\u3030\u303d\u3297\u3299\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003fffd"
)
_SELECTOR_RUN = late_pattern(
    f"(?<=[{_TAKES_SELECTOR}])([{_SELECTORS}])[{_SELECTORS}]*"
    f"|(?<=[0-9#*])(\ufe0f)(?=\u20e3)|[{_SELECTORS}]+"
)
# The joiners U+200C and U+200D stay one at a time: Persian, Hindi and emoji are spelled with them.
# Beside ASCII they join nothing and could only hide a mark.
_JOINERS = late_pattern(
    "(?<=[\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\x7f]|\\Z)"
    "|([\u200c\u200d])[\u200c\u200d]+"
)
_SURROGATE = late_pattern("[\ud800-\udfff]")

# Marks with which hosts and model formats frame text. A space after the first character breaks
# them and still reads the same: <system-reminder>, </hook_context>, <persisted-output>,
# <journal>, <|im_start|>, <<SYS>>, [INST]. Tag names with '-' or '_' are broken whatever they
# are, since the next host will have a name of its own; <div> and List<T> stay as they are.
_HOST_MARK = late_pattern(
    r"<(?=(?:[/!?]\s*)?(?:[A-Za-z][\w.:]*[-_][\w.:-]*"
    r"|(?:antml|system|user|human|assistant|developer|tool|tools|function|functions|invoke"
    r"|parameter|result|journal|instructions?|context|memory|s)\b))"
    r"|<(?=\|)|<(?=<\s*/?\s*SYS\b)|\[(?=(?:/\s*)?(?:INST|SYSTEM)\s*\])",
    re.IGNORECASE,
)
# Our own head line, so that a note cannot quote one to dress up the text below it.
_OWN_HEAD = late_pattern(r"\[(?=note\b[^\]\n]*·)", re.IGNORECASE)

# What may stand in a head line: there the text is ours, so a path or a source that comes from a
# file is kept to characters that cannot end it.
_NOT_IN_HEAD = dict.fromkeys(map(ord, "[]|·<>"), "_")
_NOT_IN_SOURCE = late_pattern(r"[^A-Za-z0-9._:/@+?=&%~-]")
HEAD_KEY_CHARS = 200
# Of other scripts' signs a name keeps letters, marks, digits, dashes, and what is drawn (emoji):
# a bracket, bar or dot of any script could pass for one of ours.
_NAME_KINDS = frozenset("LMN")
_FIRST_EMOJI = "\U0001f000"
_NOT_IN_NAME = late_pattern(r"[^A-Za-z0-9 _./,'()+&@=#%~$^-]")
_SENTENCE_WORDS = 3
_HEAD_SOURCE_CHARS = 60
_DATE = late_pattern(r"\d{4}-\d{2}-\d{2}")


_BLANKS = {0x09: " ", 0x0A: " "}


def clean(text: str) -> str:
    """The text as it may ride: one kind of line break, nothing unseen, no host's mark.

    Any text gives valid UTF-8. Cleaning twice changes nothing more.
    """
    # Tab and newline are the only control characters left; the order matters, since an unseen
    # character inside a mark would hide it from the last two steps.
    ascii_only = text.isascii()
    if not ascii_only or not text.translate(_BLANKS).isprintable():
        text = _SURROGATE.sub("\ufffd", _UNSEEN.sub("", _BREAKS.sub("\n", text)))
    if not ascii_only:
        text = _JOINERS.sub(_first, _SELECTOR_RUN.sub(_first, text))
    if "<" not in text and "[" not in text:
        return text
    return _OWN_HEAD.sub("[ ", _HOST_MARK.sub(_spaced, text))


def _first(run: re.Match[str]) -> str:
    """What may stay of a run of unseen signs."""
    return run[run.lastindex] if run.lastindex else ""


def _spaced(mark: re.Match[str]) -> str:
    return f"{mark.group()} "


def one_line(text: str) -> str:
    """The cleaned text on one line, runs of blanks as one space."""
    return clean(" ".join(clean(text).split()))


def head(note: Note) -> str:
    """The line that opens a fenced note: what to call it, its date, and who wrote it."""
    # An id may be anything that a header says.
    is_path = note.key == note.path
    key = shown_path(note.path) if is_path else one_line(note.key).translate(_NOT_IN_HEAD)
    parts = [f"note {key[:HEAD_KEY_CHARS]}"]
    if date := _DATE.match(note.updated):
        parts.append(date.group())
    parts.append(_who(note))
    return f"[{' · '.join(parts)}]"


def shown_path(path: str) -> str:
    """A note's path as a head line shows it, where nobody else's words stand: a name, no sentence.

    Signs that could pass for ours are ``_``, and so are the blanks of a part of three words or
    more: 'Ignore all previous instructions.md' is read as one word. ``find`` knows this form too.
    """
    name = _NOT_IN_NAME.sub(_name_sign, one_line(path))
    parts = name.split("/")
    return "/".join(
        part.replace(" ", "_") if part.count(" ") + 1 >= _SENTENCE_WORDS else part for part in parts
    )[:HEAD_KEY_CHARS]


def _name_sign(found: re.Match[str]) -> str:
    from unicodedata import category  # noqa: PLC0415 few names ask

    sign = found.group()
    kind = category(sign)
    keeps = kind[0] in _NAME_KINDS or kind == "Pd" or (kind == "So" and sign >= _FIRST_EMOJI)
    return sign if keeps else "_"


def _who(note: Note) -> str:
    source = _NOT_IN_SOURCE.sub("", note.source)[:_HEAD_SOURCE_CHARS]
    if note.trust in {Trust.OWNER, Trust.APPROVED} or not source:
        return note.trust.words
    return f"{note.trust.words}: {source}"


def quoted(text: str) -> str:
    """Each line of the text with ``| `` before it; '' for a text without a word."""
    lines = clean(text).strip("\n").split("\n")
    return "\n".join(_LINE + line for line in lines) if any(lines) else ""


def fenced(note: Note, text: str) -> str:
    """The note's text as data: head line, then the quoted lines."""
    body = quoted(text)
    return f"{head(note)}\n{body}" if body else head(note)
