"""Secrets that only their surroundings give away: assignments, headers, addresses, prose.

A value that looks like nothing ('hunter2', 32 hex digits) is a secret behind ``password=`` and a
commit behind ``commit``. So what stands before a value decides whether it is asked about, and
:func:`looks_secret` then tells a value from a placeholder, a name in code or a plain word.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import log2

from luminair.keeping.secrets import code, signs
from luminair.keeping.secrets.labels import SAID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final, Protocol

    class _Judge(Protocol):
        """As :func:`looks_secret`."""

        def __call__(self, value: str, *, word: bool, loud: bool = False) -> bool: ...


Span = tuple[int, int, str]
"""From, to and the kind of one secret in a text."""

Window = tuple[int, int]
"""From where to where a text is looked through."""


_LEAST_PASSWORD: Final = 4
_LEAST_KEY: Final = 12
_LEAST_DRAWN: Final = 8
_LEAST_SEED: Final = 12
"""Words of a seed."""
_LEAST_ENTROPY: Final = 2.6
_REACH: Final = 512
"""Characters behind a name in which its value begins and ends."""


def entropy(value: str) -> float:
    """Shannon's, in bits a character; 0 for ''."""
    total = len(value)
    return -sum(count / total * log2(count / total) for count in Counter(value).values())


def looks_secret(value: str, *, word: bool, loud: bool = False) -> bool:
    """Whether a value behind the name of a secret is one.

    Args:
        value: as it stands there, quotes left off.
        word: what a person made up may be short; what a machine made is long.
        loud: the surroundings leave no doubt, so that a plain word counts too.
    """
    value = value.rstrip(".,:;!?)")
    if len(value) < (_LEAST_PASSWORD if word else _LEAST_KEY if not loud else 8):
        return False
    if (
        value.casefold() in signs.PLACEHOLDERS
        or is_placeholder(value)
        or value.startswith("[secret")
    ):
        return False
    if value.isdecimal():
        return word and loud
    if signs.PATH.fullmatch(value) or signs.DATE.fullmatch(value) or signs.CALL.fullmatch(value):
        return False
    if word and len(value) >= _LEAST_DRAWN and signs.DRAWN.fullmatch(value):
        return True
    if signs.NAME.fullmatch(value):
        # Letters only, or a name as code has them: a secret only where nothing else can be.
        return loud and "." not in value and (word or (len(value) >= 20 and "-" not in value))
    has_digit = signs.DIGIT.search(value) is not None
    if word:
        return has_digit or signs.SIGNS.search(value) is not None
    return has_digit and entropy(value) >= _LEAST_ENTROPY


def is_code(value: str, *, bare: bool) -> bool:
    """Whether a value is an expression where it is bare, a template where it is in quotes."""
    return code.is_expression(value) if bare else code.is_template(value)


def is_placeholder(value: str) -> bool:
    """Whether a value only stands for one: ``<key>``, ``${KEY}``, ``your-key``."""
    found = signs.PLACEHOLDER.match(value)
    if found is None:
        return len(set(value)) <= 2
    # A strong password may begin with any sign; a placeholder ends as it begins.
    sign = found.group()
    if len(sign) > 1 or sign in "<[{(:":
        return True
    rest = value[1:]
    return (
        (
            sign in "$%@"
            and (rest.startswith(("{", "(", "[")) or rest.rstrip("%@").replace("_", "").isalpha())
        )
        or (not any(map(str.isalnum, value)))
        or (sign in "./\\")
        or (sign in "*…" and value[1:2] in "*….")
    )


def named(text: str, lowered: str) -> Iterator[Span]:
    """Values behind the name of a secret, in code, files and sentences.

    ``password=…``, ``"token": "…"``, 'the password is …', 'use this key: …'.
    """
    # What says the same a thousand times is judged once.
    secret: _Judge = lru_cache(maxsize=256)(looks_secret)
    digit = -1
    for anchor in signs.ANCHORS.finditer(lowered):
        start, end = anchor.span()
        if lowered.startswith("[secret: ", start - 1):
            continue  # masked before
        if digit < end:
            found = signs.DIGIT.search(lowered, end)
            digit = found.start() if found else len(lowered) + _REACH
        # What a machine made has a digit.
        if digit - end > _REACH:
            continue
        rest = signs.REST.match(text, end)
        if rest is not None:
            yield from _assigned(lowered, start, rest, secret)
        word = signs.PROSE.match(lowered, start)
        if word is not None:
            yield from _said(text, word)


def _assigned(lowered: str, anchor: int, rest: re.Match[str], secret: _Judge) -> Iterator[Span]:
    end = rest.end("rest")
    name = _key_name(lowered, anchor, end)  # passwords have their own table
    if name is None or signs.NOT_A_KEY.match(lowered[name.end() : end].lstrip("_")):
        return
    group = "quoted" if rest["quoted"] is not None else "bare"
    value = rest[group]
    if group == "quoted" and " " in value.strip():
        return
    if name[0].startswith("public") or lowered.endswith("::", 0, name.start()):
        return
    if is_code(value, bare=group == "bare"):
        return
    if secret(value, word=False):
        yield span(rest, group, "token")


def _key_name(lowered: str, anchor: int, end: int) -> re.Match[str] | None:
    """The name that the anchor lies in, if it is one of a secret."""
    found = signs.KEY_NAME.search(lowered, max(0, anchor - 16), end)
    while found is not None and found.end() <= anchor:
        found = signs.KEY_NAME.search(lowered, found.end(), end)
    return found


def options(text: str, window: Window) -> Iterator[Span]:
    """Options of commands: ``--password …``, ``--api-key=…``."""
    for found in signs.OPTION.finditer(text, *window):
        group = "quoted" if found["quoted"] is not None else "bare"
        value, word = found[group], found["word"] is not None
        if not is_code(value, bare=group == "bare") and looks_secret(
            value, word=word, loud=word and not value.islower()
        ):
            yield span(found, group, "password" if word else "token")


def environment(text: str, window: Window) -> Iterator[Span]:
    """Lines of an environment file."""
    for found in signs.ENV.finditer(text, *window):
        group = "quoted" if found["quoted"] is not None else "bare"
        name = found["name"]
        word = "PASS" in name or "PWD" in name
        if (
            name.endswith(("_ID", "_URL", "_FILE", "_PATH", "_NAME", "_EXPIRY", "_TTL"))
            or "PUBLIC" in name
        ):
            continue
        value = found[group]
        if is_code(value, bare=group == "bare") or code.is_constant(value):
            continue
        if value.casefold() not in SAID and looks_secret(value, word=word, loud=True):
            yield span(found, group, "password" if word else "key in .env")


def headers(text: str, window: Window) -> Iterator[Span]:
    """Authorization headers and cookies."""
    for pattern in (signs.HEADER, signs.BEARER):
        for found in pattern.finditer(text, *window):
            if looks_secret(found["value"], word=False, loud=True):
                yield span(found, "value", "authorization header")
    for found in signs.BASIC.finditer(text, *window):
        if _is_basic(found["value"]):
            yield span(found, "value", "authorization header")
    for line in signs.COOKIES.finditer(text, *window):
        for found in signs.COOKIE.finditer(text, line.start("value"), line.end("value")):
            if looks_secret(found["value"], word=False, loud=True):
                yield span(found, "value", "cookie")


def _is_basic(value: str) -> bool:
    from base64 import b64decode  # noqa: PLC0415 - few prompts have one

    try:
        plain = b64decode(value + "=" * (-len(value) % 4), validate=True)
    except ValueError:
        return False
    return b":" in plain and all(byte > 31 for byte in plain)


def addresses(text: str, window: Window) -> Iterator[Span]:
    """Passwords in addresses, queries, commands and ``.netrc``."""
    for found in signs.IN_ADDRESS.finditer(text, *window):
        value, user = found["value"], found["user"]
        if value != user and _real(value) and "@" not in user and not _is_page(found):
            yield span(found, "value", "password in an address")
    for pattern in (signs.GO_ADDRESS, signs.ORACLE):
        for found in pattern.finditer(text, *window):
            if _real(found["value"]):
                yield span(found, "value", "password in an address")
    for found in signs.IN_QUERY.finditer(text, *window):
        if looks_secret(found["value"], word=False, loud=True):
            yield span(found, "value", "token in an address")


def _real(value: str) -> bool:
    """Whether a value is what it stands for, where only a password can stand."""
    return value.casefold() not in signs.PLACEHOLDERS and not is_placeholder(value)


def _is_page(found: re.Match[str]) -> bool:
    """Whether what stands before the ``@`` is a host and its port: ``http://host:80/@someone``."""
    value, user = found["value"], found["user"]
    if "/" not in value or not user:
        return False
    host = "." in user or user == "localhost" or "@" in value.partition("/")[0]
    return host or signs.PORT.match(value) is not None


def _said(text: str, found: re.Match[str]) -> Iterator[Span]:
    word = found["word"] is not None
    after = signs.BETWEEN.match(text, found.end()) or signs.RIGHT_AFTER.match(text, found.end())
    if after is None:
        return
    between, value = text[found.end() : after.start("value")], after["value"]
    drawn = _machine_made(value) and not code.is_expression(value)
    if drawn and not value.startswith(("ssh-", "AAAA")):
        before = text[max(0, found.start() - signs.NEAR) : found.start()].rpartition("\n")[2]
        if not signs.NOT_A_KEY.search(between) and not signs.NOT_A_KEY.search(before):
            yield span(after, "value", "password" if word else "token")


def phrases(text: str, window: Window) -> Iterator[Span]:
    """Words from which a wallet or an account is recovered."""
    for found in signs.SEED_WORDS.finditer(text, *window):
        sentence = signs.NO_SEED_WORD.search(found[1])
        words = (found[1][: sentence.start()] if sentence else found[1]).rstrip()
        if len(signs.SEED_WORD.findall(words)) >= _LEAST_SEED:
            yield found.start(1), found.start(1) + len(words), "recovery phrase"


def seeds(text: str, window: Window) -> Iterator[Span]:
    """Seeds of authenticators."""
    for found in signs.BASE32.finditer(text, *window):
        yield span(found, 1, "2FA seed")


def codes(text: str, window: Window) -> Iterator[Span]:
    """Codes that open an account whose second factor is lost."""
    for found in signs.CODES.finditer(text, *window):
        if any(map(str.isdigit, found[1])):
            yield span(found, 1, "recovery codes")


def _machine_made(value: str) -> bool:
    """Whether nobody would have typed this: long, letters and digits, without a pattern."""
    value = value.rstrip(".,:;!?")
    if (
        len(value) < 16
        or signs.DIGIT.search(value) is None
        or is_placeholder(value)
        or signs.PATH.fullmatch(value)
        or signs.CALL.fullmatch(value)
    ):
        return False
    lettered = signs.LETTER.search(value) is not None
    if not lettered or signs.DATE.fullmatch(value) or "/" in value.strip("/="):
        return False
    if signs.UUID.fullmatch(value) or signs.HEX.fullmatch(value):
        return True
    parts = re.split(r"[_.\-]", value)
    # Names in code are words with a number: 'test_login_flow_2', 'gpt-4o-mini-2024-07-18'.
    if len(parts) > 2 and all(
        part.isalpha() or part.isdecimal() or len(part) < 6 for part in parts
    ):
        return False
    return len(signs.DIGIT.findall(value)) >= 2 and entropy(value) >= 3.2


def kubernetes(text: str) -> Iterator[Span]:
    """The values of Kubernetes secrets: in documents of that kind, whatever their order."""
    at = 0
    for end in [*(found.start() for found in signs.K8S_END.finditer(text)), len(text)]:
        if text.find("kind: Secret", at, end) >= 0:
            for found in signs.K8S.finditer(text, at, end):
                value = found["value"]
                if value.casefold() not in {"opaque", "default"} and len(value) % 4 == 0:
                    yield span(found, "value", "Kubernetes secret")
        at = end


def span(found: re.Match[str], group: str | int, kind: str) -> Span:
    """Where a group of a match stands, without the end of a sentence behind it."""
    start, end = found.span(group)
    while end > start and found.string[end - 1] in ".,:;)" and group != "quoted":
        end -= 1
    return start, end, kind
