"""Masks secrets before anything is written: keys, tokens, passwords, private keys.

Three layers, cheapest first: forms that providers gave their keys (``kinds.py``), what the
surroundings give away (``context.py``), and the table of gitleaks, a detector that is well
kept, in ``resources/secrets/gitleaks.json``. Each pattern is tried only where a short string that
it cannot do without stands in the text. Public things that look random are none: commits, UUIDs,
checksums, pictures in base64, minified code, paths.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from luminair.bare import json_value
from luminair.config.paths import resources
from luminair.keeping.secrets import command_table, commands, context, phrases, tables, told
from luminair.keeping.secrets.kinds import KINDS, SecretKind
from luminair.keeping.secrets.labels import SAID
from luminair.keeping.secrets.signs import PLACEHOLDERS
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Final

    from luminair.keeping.secrets.context import Span

_BEGIN: Final = late_pattern(r"-----BEGIN (?P<what>[A-Z0-9 ]*?PRIVATE KEY(?: BLOCK)?)-----")
_PEM_LINE: Final = late_pattern(
    r"(?:[ \t>|]*(?:[A-Za-z0-9+/=]{1,100}|[A-Za-z-]{1,30}:[^\n]{0,200})?(?:\\n|\\r|\r)*(?:\n|\Z))"
)
_PEM_ESCAPED: Final = late_pattern(r"(?:\\n|\\r|[A-Za-z0-9+/=])+")
LOOKERS: Final = (
    (context.options, ("--", " -p")),
    (
        context.environment,
        (
            "key",
            "token",
            "secret",
            "pass",
            "pwd",
            "cred",
            "dsn",
            "auth",
            "salt",
            "private",
            "pepper",
            "seed",
            "pat",
            "cookie",
        ),
    ),
    (
        context.headers,
        ("authorization", "bearer ", "basic ", "cookie", "-key", "-token", "apikey"),
    ),
    (
        context.addresses,
        (
            "://",
            "key=",
            "token=",
            "secret=",
            "password=",
            "sig",
            "@tcp",
            "@unix(",
            "sqlplus",
            "oracle:",
        ),
    ),
    (
        context.phrases,
        ("seed", "mnemonic", "recovery", "secret ", "bip39", "bip-39", "wallet", " words"),
    ),
    (
        context.seeds,
        ("totp", "2fa", "mfa", "otp", "authenticator", "two-factor", "two factor"),
    ),
    (context.codes, ("recovery", "backup")),
    (told.told, told.HINTS),
    (commands.given, command_table.HINTS),
    (tables.cells, tables.HINTS),
    (phrases.phrases, phrases.HINTS),
    (phrases.joined, phrases.HINTS),
)
_ALIKE: Final[dict[int, str | int | None]] = {
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u3000"), " "),
    **{sign: sign - 0xFEE0 for sign in range(0xFF10, 0xFF5B)},
}
"""Blanks, letters, digits and the signs between them that only look otherwise than plain ones."""
_RUN: Final = late_pattern(r"[A-Za-z0-9+/=_.-]+")
_BEFORE: Final = 120
_AFTER: Final = 500
"""Characters around a hint or keyword in which its pattern is tried."""
_FEW_TURNS: Final = 2
"""From a small letter to a capital: more than these a name in code seldom has."""
_SAYS_WHAT: Final = late_pattern(r"(?i:your|token|secret|example|placeholder|insert|here|x{4})")
_SHORT: Final = 4_000
"""Characters up to which a text is looked through as it is."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets.

    Attributes:
        text: with a marker for each: ``[secret: AWS key]``.
        found: the kinds of those that were in it, in their order.
    """

    text: str
    found: tuple[str, ...] = ()


def mask(text: str) -> Masked:
    """The text with each secret replaced by a marker; masking twice changes nothing more."""
    spans = _apart(_spans(text))
    if not spans:
        return Masked(text)
    parts: list[str] = []
    at = 0
    for start, end, kind in spans:
        parts += (text[at:start], f"[secret: {kind}]")
        at = end
    parts.append(text[at:])
    return Masked("".join(parts), tuple(kind for _, _, kind in spans))


def mask_titled(title: str, text: str) -> tuple[Masked, Masked]:
    """A title and its text without their secrets; a title may be the label of what stands below.

    'Staging password' over 'tulip' is 'Staging password: tulip'.
    """
    label, head = title.rstrip(" :"), mask(title)
    if label and "\n" not in label and not head.found:
        both = mask(f"{label}:\n{text}")
        first, _, rest = both.text.partition("\n")
        if first == f"{label}:":
            return head, Masked(rest, both.found)
    return head, mask(text)


def secrets_kept(way_out: str, title: str, text: str = "", summary: str = "") -> str:
    """What the owner is told of a note that stays as written and holds what looks like a secret.

    Args:
        way_out: how to take it out, as the end of the sentence.
        title: of the note.
        text: its body.
        summary: of the note.

    Returns:
        One sentence that names the kinds; '' where there is none.
    """
    head, body = mask_titled(title, text)
    kinds = dict.fromkeys((*head.found, *body.found, *mask(summary).found))
    if not kinds:
        return ""
    named = ", ".join(kinds)
    return f"This looks like it holds a secret ({named}) and is kept as you wrote it; {way_out}."


def _spans(text: str) -> Iterator[Span]:
    """What is secret, the surest first; spans may overlap."""
    lowered = text.lower()
    if len(lowered) != len(text):  # 'İ' becomes two: its places must stay those of the text
        lowered = "".join(low if len(low := each.lower()) == 1 else each for each in text)
    if "private key" in lowered:
        yield from _private_keys(text)
    text, lowered = text.translate(_ALIKE), lowered.translate(_ALIKE).replace("\r\n", " \n")
    text = text.replace("\r\n", " \n")
    hints = _Hints(lowered)
    for each in KINDS:
        yield from _of_kind(each, text, hints)
    yield from context.named(text, lowered)
    for look, words in LOOKERS:
        for window in hints.windows(words):
            for start, end, kind in look(text, window):
                yield start, _run_end(text, end, window[1]), kind
    if "kind: secret" in lowered:
        yield from context.kubernetes(text)
    yield from _of_table(text, hints)


def _of_kind(kind: SecretKind, text: str, hints: _Hints) -> Iterator[Span]:
    for window in hints.windows(kind.hints):
        pattern = _compiled(kind.pattern, edged=kind.edged)
        group = 1 if pattern.groups else 0
        for found in pattern.finditer(text, *window):
            value = found[group]
            if not _looks_drawn(value, mixed=kind.mixed):
                continue
            if len(set(value)) > 5:
                start, end = found.span(group)
                yield start, _run_end(text, end, window[1]), kind.name


def _looks_drawn(value: str, *, mixed: bool) -> bool:
    """Whether a value has what drawn ones have and words have not."""
    digits, letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    if mixed:
        return digits and letters
    if digits or value.isupper():
        return True
    turns = sum(one.islower() and other.isupper() for one, other in pairwise(value))
    if turns > _FEW_TURNS and not _SAYS_WHAT.search(value):
        return True
    return not (value.islower() or "-" in value or "_" in value[8:])


def _run_end(text: str, end: int, window: int) -> int:
    """Where a secret ends that goes on behind the window in which it was found."""
    if end < window or not (going_on := _RUN.match(text, end)):
        return end
    return going_on.end()


@lru_cache(maxsize=256)
def _compiled(pattern: str, *, edged: bool) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_]){pattern}" if edged else pattern)


def _private_keys(text: str) -> Iterator[Span]:
    """From the BEGIN line to the END line, or as far as it looks like a key where that is cut."""
    for found in _BEGIN.finditer(text):
        kind = "PGP private key" if "PGP" in found["what"] else "private key"
        last = f"-----END {found['what']}-----"
        end = text.find(last, found.end(), found.end() + 20_000)
        if end >= 0:
            yield found.start(), end + len(last), kind
            continue
        escaped = _PEM_ESCAPED.match(text, found.end())
        at = escaped.end() if escaped else found.end()
        while at < len(text) and (line := _PEM_LINE.match(text, at)) and line.end() > at:
            at = line.end()
        yield found.start(), at, kind


def _of_table(text: str, hints: _Hints) -> Iterator[Span]:
    for rule in table():
        for window in hints.windows(rule.keywords):
            pattern = _compiled(rule.pattern, edged=False)
            for found in pattern.finditer(text, *window):
                group = 1 if pattern.groups and found[1] else 0
                value = found[group]
                bare = value.strip("\"'` ")
                if (
                    context.entropy(value) >= rule.entropy
                    and not bare.startswith("[secret")
                    and bare.casefold() not in SAID
                    and bare.casefold() not in PLACEHOLDERS
                    and not context.is_code(bare, bare=bare == value)
                ):
                    start, end = found.span(group)
                    yield start, _run_end(text, end, window[1]), rule.name


class _Hints:
    """Where hints stand in a text. Some three hundred are asked for, and few are ever there."""

    def __init__(self, lowered: str) -> None:
        self._text = lowered
        # Each word once: a third of a long text, so that what is not there is soon known.
        self._words = " ".join(set(lowered.split())) if len(lowered) > _SHORT else lowered
        self._held: dict[str, bool] = {}

    def windows(self, hints: Iterable[str]) -> list[tuple[int, int]]:
        """The parts of the text around hints, none overlapping."""
        found: list[tuple[int, int]] = []
        for hint in [each for each in hints if self._holds(each)]:
            at = self._text.find(hint)
            while at >= 0:
                found.append((max(0, at - _BEFORE), at + len(hint) + _AFTER))
                # What lies close behind is in this window already.
                at = self._text.find(hint, at + len(hint) + _AFTER - _BEFORE)
        if not found:
            return found
        found.sort()
        joined: list[tuple[int, int]] = []
        for start, end in found:
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        return joined

    def _holds(self, hint: str) -> bool:
        held = self._held.get(hint)
        if held is None:
            # One with a blank in it can stand across words; its parts tell whether it may be there.
            words = self._words
            held = all(map(words.__contains__, hint.split())) if " " in hint else hint in words
            self._held[hint] = held
        return held


@dataclass(frozen=True, slots=True)
class TableRule:
    """One line of the table, see ``resources/secrets``.

    Attributes:
        name: of the kind.
        keywords: one of these stands in the text, in lower case, or the pattern is not tried.
        pattern: its first group, where it has one, is the secret.
        entropy: least, in bits a character.
    """

    name: str
    keywords: tuple[str, ...]
    pattern: str
    entropy: float


@lru_cache(maxsize=1)
def table() -> tuple[TableRule, ...]:
    """The table of gitleaks; () where the app was built without it."""
    try:
        found: Any = json_value((resources() / "secrets" / "gitleaks.json").read_bytes())
    except OSError:
        return ()
    return tuple(
        TableRule(each["name"], tuple(each["keywords"]), each["pattern"], float(each["entropy"]))
        for each in found["rules"]
    )


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, overlapping ones as one that is called what the surest of them is."""
    joined: list[tuple[int, int, int, str]] = []
    ordered = sorted((start, end, rank, kind) for rank, (start, end, kind) in enumerate(spans))
    for start, end, rank, kind in ordered:
        if joined and start < joined[-1][1]:
            before = joined[-1]
            sure = min((before[2], before[3]), (rank, kind))
            joined[-1] = (before[0], max(before[1], end), *sure)
        else:
            joined.append((start, end, rank, kind))
    return [(start, end, kind) for start, end, _, kind in joined]
