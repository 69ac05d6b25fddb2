# ruff: noqa: RUF001 - signs of several scripts end a value
"""Whether what stands behind the label of a secret is its value, and how far the value goes."""

from __future__ import annotations

from luminair.keeping.secrets import labels, signs
from luminair.keeping.secrets.context import is_placeholder
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

LEAST: Final = 4
_FEW: Final = 2
_FAMOUS: Final = "correct"
"""Begins the pass phrase that everybody knows."""
LEAST_KEY: Final = 6
"""Characters of a password, and of a key that no environment names."""
_LEAST_DRAWN: Final = 8
_CLOSERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_NAME: Final = late_pattern(r"[A-Za-z_$][\w$]*(?:[.\-][A-Za-z_$][\w$]*)*")
_CAMEL: Final = late_pattern(r"[a-z][a-z0-9]*[A-Z]|[A-Z][a-z0-9]+[A-Z]|[A-Z]{2}")
_INNER_LABEL: Final = late_pattern(
    r"(?i:(?<![a-z])pass|pwd|pw(?![a-z])|token|secret|(?<![a-z])key|cred|hash|auth|user|input|value|field|param|arg|default|"
    r"example|your|env|config|var(?![a-z])|sample|change.?me|dummy|placeholder)|[Kk]ey(?=[A-Z_])|(?<=[a-z])Key"
)
_GOES_ON: Final = late_pattern(r"[,;&|](?=\s{0,2}[\"']?[A-Za-z_][\w .-]{0,40}[\"']?\s{0,2}[=:])")
"""Where the next pair begins: ``Password=x;Encrypt=true``, ``password=x,replicas=2``."""
QUOTED: Final = (
    r"(?P<mark>\\?[\"'`])(?P<quoted>(?:\\.|(?!(?P=mark))[^\n\\]|(?P=mark)(?=[^\s,;:)\]}>|&/\\.?!\"'`"
    r"<+*_–—-]))"
    r"{1,400}?)(?P=mark)(?![^\s,;:)\]}>|&/\\.?!\"'`<+*_–—-])|"
    r"[“„«「『](?P<drawn>[^“”„«»」』\n]{1,400})[”“»」』]"
)
"""In quotes. A quote that a letter or digit follows at once belongs to the value."""
BARE: Final = r"(?P<bare>[^\s\"'`“„«「『|][^\s]{2,400})"
BARE_ASCII: Final = r"(?P<bare>[!-~]{4,200})"
"""In scripts without blanks the value ends where the script goes on."""
ENDS: Final = late_pattern(
    r"[.,;!?)\]]|[*_]{0,3}(?:\s*$|\s*\n|\s(?:and|but|for|on|in|by|at|now|please|with|und|"
    r"aber|auf|für|et|mais|pour|y|pero|para|e|ma|per|en|voor|yesterday|today|again|und|then|so|or|"
    r"everywhere|since|until|from|to|here|it|works|fails|is|komme|kommt|no|na|im|am|sur|sul|nel|w|на)(?!\w)|\s?(?:[-–—(|#]|//|<))"
)
"""What follows a plain word that was told as a value: the clause is at its end."""


def bare_end(value: str) -> str:
    """As much of a run without blanks as is the value: no bracket or end of sentence."""
    if found := _GOES_ON.search(value):
        value = value[: found.start()]
    if "</" in value:
        value = value[: value.index("</")]
    while value:
        last = value[-1]
        if (
            last in ".,:;?\\。、，；：”»」』）"
            or (last in "\"'`*_" and value.count(last) % 2)
            or (last == "!" and not any(map(str.isdigit, value)))
            or (last in _CLOSERS and value.count(last) > value.count(_CLOSERS[last]))
        ):
            value = value[:-1]
        elif value.endswith(("**", "__")):
            value = value[:-2]
        else:
            break
    return value


def is_value(value: str, *, tight: bool, code: bool = False) -> bool:
    """Whether a value behind the label of a password is one.

    Args:
        value: without its quotes.
        tight: a file or a command has nothing else there, so a plain word will do; else a
            sentence has it, and a word that says how something is will not.
        code: it stands bare in brackets, where a name is a variable.
    """
    folded = value.strip().strip("*_`\"'").casefold()
    if len(folded) < LEAST or folded in signs.PLACEHOLDERS or folded in labels.SAID:
        return False
    if signs.GENERIC.match(value):
        return False
    if is_placeholder(value) or folded.startswith("[secret") or "[secret:" in value:
        return False
    if (
        labels.PASSWORD.fullmatch(folded)
        or not any(map(str.isalnum, folded))
        or len(set(folded)) < 3
    ):
        return False
    if labels.TECH.fullmatch(folded):
        return tight and not code and folded.isdecimal()
    if signs.PATH.fullmatch(value) or signs.DATE.fullmatch(value) or signs.CALL.fullmatch(value):
        return False
    if _NAME.fullmatch(value):
        return _is_word(value, folded, tight=tight, code=code)
    if folded.replace("-", "").replace("'", "").isalpha():  # of other scripts, or with hyphens
        return tight and not code and folded.isascii()
    if value.startswith(("@", "%")) and _NAME.fullmatch(value[1:].rstrip("%")):
        return False
    head = folded.partition("|")[0].partition(":")[0].partition("(")[0].partition("[")[0]
    # What a rule of a form says: 'required|min:8', 'min:8', 'string().min(8)'.
    return not (head != folded and (head in labels.SAID or not head))


def _is_word(value: str, folded: str, *, tight: bool, code: bool) -> bool:
    """A value that could be a name: letters, digits, low lines, dots."""
    digits = sum(map(str.isdigit, value))
    if len(value) >= _LEAST_DRAWN and signs.DRAWN.fullmatch(value):
        return True
    if "." in value:
        parts = folded.split(".")
        drawn = digits > 1 and len(parts) == _FEW and "_" not in value
        return drawn and not code and parts[0] not in labels.SAID
    inner = _INNER_LABEL.search(folded)
    if digits:
        return not (inner and ("_" in value or code)) or digits > 2
    if code or inner:
        return False
    if "-" in value and tight:
        parts = folded.split("-")
        return len(parts) > _FEW and labels.SAID.isdisjoint(parts)  # words drawn and joined
    if "_" in value or "-" in value or (not value.isupper() and _CAMEL.match(value)):
        return False  # several words: a name in code; pass phrases have their own place
    return tight or not labels.KIND_OF.fullmatch(folded)


def is_type(value: str) -> bool:
    """Whether a value is the name of a type of secrets: ``PKCS12PrivateKeyTypes``."""
    name = value.rpartition(".")[2]
    return bool(
        _NAME.fullmatch(name)
        and _CAMEL.match(name)
        and _INNER_LABEL.search(name)
        and name.isalnum()
    )


def is_phrase(words: list[str]) -> bool:
    """Whether words up to the end of a line are a pass phrase and no sentence."""
    plain = [word.strip(".,!").casefold() for word in words]
    return (
        len(set(plain)) > 2
        and all(word.isalpha() for word in plain)
        and labels.SAID.isdisjoint(word for word in plain if word != _FAMOUS)
        and labels.SMALL.isdisjoint(plain)
        and sum(labels.KIND_OF.fullmatch(word) is not None for word in plain) * 4 <= len(plain)
        and not (words[0].istitle() and not all(map(str.istitle, words)))
    )


def group_of(found: re.Match[str]) -> str:
    """Which of the groups of a value matched."""
    groups = found.groupdict()
    return next(name for name in ("quoted", "drawn", "bare") if groups.get(name) is not None)
