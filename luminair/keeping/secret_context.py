"""Secrets that only their surroundings give away: assignments, headers, addresses, prose.

A value that looks like nothing ('hunter2', 32 hex digits) is a secret behind ``password=`` and a
commit behind ``commit``. So what stands before a value decides whether it is asked about, and
:func:`looks_secret` then tells a value from a placeholder, a name in code or a plain word.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log2
from typing import TYPE_CHECKING, Final

from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int, str]
"""From, to and the kind of one secret in a text."""

Window = tuple[int, int]
"""From where to where a text is looked through."""

_LEAST_PASSWORD: Final = 4
_LEAST_KEY: Final = 12
_LEAST_ENTROPY: Final = 2.6
_CLOSE: Final = 16
_NEAR: Final = 48
"""Characters of prose that may stand between 'the password' and it, 'the key' and it."""

_PLACEHOLDERS: Final = frozenset(
    "password passwd passphrase pass pwd pw secret token key apikey api_key user username admin root "
    "postgres mysql redis guest test example sample dummy placeholder redacted masked hidden none "
    "null nil undefined true false string str text bytes bool boolean number int integer any object "
    "required optional missing invalid wrong incorrect expired changed empty default value field "
    "hash hashed encrypted plaintext input prompt env environment varchar char secretstr".split()  # noqa: SIM905
)
_PLACEHOLDER: Final = late_pattern(
    r"[<\[{$%@(*.…#&|!?=:/\\~-]|(?i:your|my[-_]|the[-_]|insert|replace|change|some|any|x{3,}|"
    r"example|placeholder|todo|redacted|process\.env|os\.(?:environ|getenv)|env[.(\[]|import\.meta|"
    r"secrets?[.\[]|vars?\.|config\.|settings\.|self\.|this\.|req(?:uest)?\.|ctx\.|new\s|get_?|"
    r"z\.|t\.|typing\.|sha(?:1|256|384|512)[:-])"
)
_NAME: Final = late_pattern(r"[A-Za-z_$][A-Za-z_]*(?:[.\-][A-Za-z_]+)*\d?")
_CALL: Final = late_pattern(r"[\w.$]+[(\[].*", re.DOTALL)
_SIGNS: Final = late_pattern(r"[!@#$%^&*+=?~]")
_PATH: Final = late_pattern(r"(?:\.{0,2}/|~/|[A-Za-z]:\\|https?://)[^\s]*|[\w.-]+\.(?:py|js|ts|tsx|json|ya?ml|md|txt|pem|env|go|rs|java|rb|sh|toml|html|css|sql)")
_DATE: Final = late_pattern(r"\d{4}-\d\d-\d\d\S*|\d+(?:[.:]\d+)*(?:ms|s|m|h|d|px|%|kb|mb|gb|k)?", re.IGNORECASE)
_UUID: Final = late_pattern(r"(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
_HEX: Final = late_pattern(r"(?i:[0-9a-f]+)")

_ANCHORS: Final = late_pattern(
    "passw|passphrase|passcode|pass|pwd|pw|contraseña|key|token|secret|cred|sid|session|sessid|dsn|"
    "totp|mfa|2fa|otp|seed|codes|pin|cookie|bearer|login"
)
"""Parts of the names of secrets; found in lower-cased text, since that is many times faster."""
_REST: Final = late_pattern(
    r"(?P<rest>[A-Za-z0-9_]{0,24})(?P<sign>[\"'`]?\]?\s{0,3}(?:=>|:=|==?|:)\s{0,3}|[\"']\s{1,3}"
    r"|\s(?=[\"']))(?:[\"'`]{1,3}(?P<quoted>[^\"'`\n]{1,400})[\"'`]|(?P<bare>[^\s\"'`,;]{3,300}))"
)
"""name = value, name: value, "name": "value", name => value; from behind the anchor."""
_WORD_NAME: Final = late_pattern(
    r"passw(?:or)?[dt]|pass(?:phrase|code)|contraseña|(?<![a-z])(?:pass|pwd|pw)(?![a-z])"
)
_KEY_NAME: Final = late_pattern(
    r"(?<![a-z])(?:"
    r"(?:api|access|secret|private|auth|encryption|encrypt|signing|sign|master|service|account|"
    r"subscription|license|app|admin|shared|webhook|deploy|function|storage|bot|consumer|"
    r"application|integration|write|ingest|insert|root|client|salt|hmac|session|cookie|jwt)"
    r"[ _.-]?key(?:[ _-]?base)?"
    r"|(?:[a-z0-9]{2,14}[ _.-]?)?(?:secret|token)(?:[ _-]?(?:token|value|string|key))?(?:[ _-]?base)?"
    r"|credentials?|creds|sid|session[_-]?id|sessid|phpsessid|jsessionid|dsn"
    r"|(?:totp|mfa|2fa|otp)(?:[ _-]?(?:seed|secret|key))?|seed)(?![a-z])"
)
_OPTION: Final = late_pattern(
    r"(?<!\S)--?[a-z-]{0,20}?(?P<name>(?P<word>passw(?:or)?d|passphrase|pass|pwd|pw)|token|secret|"
    r"api-?key|access-key|secret-key)[ =]"
    r"(?:[\"'](?P<quoted>[^\"'\n]{1,400})[\"']|(?P<bare>[^\s\"'`,;]{3,300}))"
)
_PROSE: Final = late_pattern(
    r"(?<![a-z_-])(?P<name>(?P<word>pass(?:word|wort|wd|phrase|code)|pwd|pw|pin)|keys?|tokens?|secrets?"
    r"|credentials?|creds|seed|otp|2fa|totp|mfa|cookie|bearer|login)(?![a-z_])"
)
_BETWEEN: Final = late_pattern(
    rf"(?=[\s:=(\"'`→-])[^\n]{{0,{_NEAR}}}?(?:\s(?:is|was|are|ist|lautet|est|es|é|to|as|with|use|using|this|here|called)"
    r"[:=]?\s+|[:=→]\s*|\s-\s|->\s?|\()[\"'`“‘]?(?P<value>[^\s\"'`“”‘’,;)]{4,400})"
)
_RIGHT_AFTER: Final = late_pattern(r"\s+[\"'`]?(?P<value>[^\s\"'`,;)]{8,400})")
_NOT_A_KEY: Final = late_pattern(
    r"(?i:commit|\bsha|hash|digest|checksum|\brev|uuid|\bids?\b|version|file|path|public)"
)
_ENV: Final = late_pattern(
    r"^[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+|ENV[ \t]+|\$env:)?"
    r"(?P<name>[A-Z][A-Z0-9_]*?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|DSN|AUTH|"
    r"SALT|PRIVATE|PEPPER|SEED|PAT|COOKIE)[A-Z0-9_]{0,12})[ \t]*[=:][ \t]*"
    r"(?:[\"'](?P<quoted>[^\"'\n]{1,2000})[\"']|(?P<bare>[^\s\"'`;]{3,2000}))",
    re.MULTILINE,
)
_HEADER: Final = late_pattern(
    r"(?i:(?:authorization|x-[a-z0-9-]{0,30}?(?:key|token|auth|secret)|api-key|apikey|private-token|"
    r"job-token|dd-api-key|ocp-apim-subscription-key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?\s{0,3}"
    r"(?:bearer|basic|token|apikey|bot|digest|key|aws4-hmac-sha256)?[ =]{0,3})"
    r"(?P<value>[A-Za-z0-9._~+/=:-]{8,4000})"
)
_BEARER: Final = late_pattern(r"(?i:\bbearer)\s{1,3}[\"']?(?P<value>[A-Za-z0-9._~+/=-]{12,4000})")
_BASIC: Final = late_pattern(r"(?i:\bbasic)\s{1,3}(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})")
_COOKIES: Final = late_pattern(r"(?i:(?<![a-z])(?:set-)?cookie[\"']?\s{0,3}[:=]\s{0,3})[\"']?(?P<value>[^\n\"']{8,4000})")
_COOKIE: Final = late_pattern(r"(?P<name>[\w.$-]{1,64})=(?P<value>[^\s;,\"']{8,4000})")
_IN_ADDRESS: Final = late_pattern(
    r"(?<![a-z0-9])[a-z][a-z0-9+.-]{1,30}://(?P<user>[^\s/:@\"'<>]{0,200}):(?P<value>[^\s/\"'<>]{1,300})@[\w\[$<{.-]"
)
_IN_QUERY: Final = late_pattern(
    r"(?i:[?&#](?:[a-z_-]{0,20}(?:key|token|secret|password|passwd|pwd|signature|auth|code)|sig))="
    r"(?P<value>[^\s&#\"'<>]{8,2000})"
)
_CURL_USER: Final = late_pattern(r"(?<!\S)(?:-u|--user|--proxy-user)[ =]?[\"']?(?P<user>[^\s:\"']{1,100}):(?P<value>[^\s\"']{3,300})")
_SHORT_OPTION: Final = late_pattern(r"(?<![\w-])(?:mysql|mysqldump|mariadb|sshpass|mongo|redis-cli|docker login|ldapsearch)\b[^\n]{0,200}?\s-(?:p|a|w)\s?[\"']?(?P<value>[^\s\"'-][^\s\"']{3,200})")
_NETRC: Final = late_pattern(r"\b(?:login|user)\s{1,4}\S{1,200}\s{1,4}password\s{1,4}(?P<value>\S{3,300})")
_PAIR: Final = late_pattern(r"(?i:\b(?:log(?:in|ged)?(?: in)?|sign(?:ed)? in|credentials?|creds|account|user(?:name)?)\b)[^\n/:]{0,40}?[ \"'`][\w.@+-]{2,60}[\"'`]?\s?[/:]\s?[\"'`]?(?P<value>[^\s\"'`,;)/]{5,100})")
_SEED_WORDS: Final = late_pattern(r"(?i:(?:seed|mnemonic|recovery|secret)[ _-]?(?:phrase|words)?)[^\n]{0,24}?[:=\s\"'`]((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])")
_BASE32: Final = late_pattern(r"(?i:totp|2fa|mfa|otp|authenticator|two[- ]factor)[^\n]{0,60}?(?<![A-Za-z0-9])((?:[A-Z2-7]{4}[ -]?){4,16})(?![A-Za-z0-9])")
_CODES: Final = late_pattern(r"(?i:(?:recovery|backup)[ _-]?codes?)[^\n]{0,24}?[:=\s]\s*((?:[\"'`-]?\s?[A-Za-z0-9]{4,10}-?[A-Za-z0-9]{4,10}[\"'`]?[,;\s]{0,3}){1,20})")
_K8S: Final = late_pattern(r"^[ \t]+[\w.-]{1,100}:[ \t]*[\"']?(?P<value>[A-Za-z0-9+/]{4,20000}={0,2})[\"']?[ \t]*$", re.MULTILINE)
_K8S_END: Final = late_pattern(r"^---", re.MULTILINE)


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
    if value.casefold() in _PLACEHOLDERS or _placeholder(value) or value.startswith("[secret"):
        return False
    if value.isdecimal():
        return word and loud
    if _PATH.fullmatch(value) or _DATE.fullmatch(value) or _CALL.fullmatch(value):
        return False
    if _NAME.fullmatch(value):
        # Letters only, or a name as code has them: a secret only where nothing else can be.
        return loud and "." not in value and (word or len(value) >= 20)  # noqa: PLR2004
    has_digit = any(map(str.isdigit, value))
    if word:
        return has_digit or _SIGNS.search(value) is not None
    return has_digit and entropy(value) >= _LEAST_ENTROPY


def _placeholder(value: str) -> bool:
    found = _PLACEHOLDER.match(value)
    if found is None:
        return len(set(value)) <= 2  # noqa: PLR2004 - 'xxxx', '****', '1212'
    # A strong password may begin with any sign; a placeholder ends as it begins.
    sign = found.group()
    if len(sign) > 1 or sign in "<[{(:":
        return True
    rest = value[1:]
    return sign in "$%@" and (rest.startswith(("{", "(")) or rest.rstrip("%@").replace("_", "").isalpha()) or (
        not any(map(str.isalnum, value))
    ) or (sign in "./\\" ) or (sign in "*…" and value[1:2] in "*….")


def named(text: str, lowered: str) -> Iterator[Span]:
    """Values behind the name of a secret, in code, files and sentences.

    ``password=…``, ``"token": "…"``, 'the password is …', 'use this key: …'.
    """
    for anchor in _ANCHORS.finditer(lowered):
        start, end = anchor.span()
        rest = _REST.match(text, end)
        if rest is not None:
            yield from _assigned(lowered, start, rest)
        word = _PROSE.match(lowered, start)
        if word is not None:
            yield from _said(text, word)


def _assigned(lowered: str, anchor: int, rest: re.Match[str]) -> Iterator[Span]:
    end = rest.end("rest")
    word = _WORD_NAME.match(lowered, anchor, end)
    name = word or _key_name(lowered, anchor, end)
    if name is None or _NOT_A_KEY.match(lowered[name.end() : end].lstrip("_")):
        return
    group = "quoted" if rest["quoted"] is not None else "bare"
    value = rest[group]
    tight = "=" in rest["sign"] and " " not in rest["sign"]
    if group == "quoted" and " " in value.strip() and not word:
        return
    # In a dictionary of types or a sentence a bare plain word is no value.
    loud = word is not None and (tight or group == "quoted") and not value.islower()
    if looks_secret(value, word=word is not None, loud=loud):
        yield _span(rest, group, "password" if word else "token")


def _key_name(lowered: str, anchor: int, end: int) -> re.Match[str] | None:
    """The name that the anchor lies in, if it is one of a secret."""
    found = _KEY_NAME.search(lowered, max(0, anchor - 16), end)
    while found is not None and found.end() <= anchor:
        found = _KEY_NAME.search(lowered, found.end(), end)
    return found


def options(text: str, window: Window) -> Iterator[Span]:
    """Options of commands: ``--password …``, ``--api-key=…``."""
    for found in _OPTION.finditer(text, *window):
        group = "quoted" if found["quoted"] is not None else "bare"
        value, word = found[group], found["word"] is not None
        if looks_secret(value, word=word, loud=word and not value.islower()):
            yield _span(found, group, "password" if word else "token")


def environment(text: str, window: Window) -> Iterator[Span]:
    """Lines of an environment file."""
    for found in _ENV.finditer(text, *window):
        group = "quoted" if found["quoted"] is not None else "bare"
        name = found["name"]
        word = "PASS" in name or "PWD" in name
        if name.endswith(("_ID", "_URL", "_FILE", "_PATH", "_NAME", "_EXPIRY", "_TTL")) or "PUBLIC" in name:
            continue
        if looks_secret(found[group], word=word, loud=True):
            yield _span(found, group, "password" if word else "key in .env")


def headers(text: str, window: Window) -> Iterator[Span]:
    """Authorization headers and cookies."""
    for pattern in (_HEADER, _BEARER):
        for found in pattern.finditer(text, *window):
            if looks_secret(found["value"], word=False, loud=True):
                yield _span(found, "value", "authorization header")
    for found in _BASIC.finditer(text, *window):
        if _is_basic(found["value"]):
            yield _span(found, "value", "authorization header")
    for line in _COOKIES.finditer(text, *window):
        for found in _COOKIE.finditer(text, line.start("value"), line.end("value")):
            if looks_secret(found["value"], word=False, loud=True):
                yield _span(found, "value", "cookie")


def _is_basic(value: str) -> bool:
    from base64 import b64decode  # noqa: PLC0415 - few prompts have one

    try:
        plain = b64decode(value + "=" * (-len(value) % 4), validate=True)
    except ValueError:
        return False
    return b":" in plain and all(byte > 31 for byte in plain)  # noqa: PLR2004 - printable


def addresses(text: str, window: Window) -> Iterator[Span]:
    """Passwords in addresses, queries, commands and ``.netrc``."""
    for found in _IN_ADDRESS.finditer(text, *window):
        value, user = found["value"], found["user"]
        real = value != user and value.casefold() not in _PLACEHOLDERS and not _placeholder(value)
        if real and "@" not in user:
            yield _span(found, "value", "password in an address")
    for found in _IN_QUERY.finditer(text, *window):
        if looks_secret(found["value"], word=False, loud=True):
            yield _span(found, "value", "token in an address")


def commands(text: str, window: Window) -> Iterator[Span]:
    """Passwords given to commands, and in ``.netrc``."""
    for pattern in (_CURL_USER, _SHORT_OPTION, _NETRC):
        for found in pattern.finditer(text, *window):
            if looks_secret(found["value"], word=True, loud=pattern is _NETRC):
                yield _span(found, "value", "password")


def _said(text: str, found: re.Match[str]) -> Iterator[Span]:
    word = found["word"] is not None
    after = _BETWEEN.match(text, found.end()) or _RIGHT_AFTER.match(text, found.end())
    if after is None:
        return
    between, value = text[found.end() : after.start("value")], after["value"]
    if word and len(between) <= _CLOSE:
        if looks_secret(value, word=True) and not _NAME.fullmatch(value):
            yield _span(after, "value", "password")
    elif _machine_made(value) and not value.startswith(("ssh-", "AAAA")):
        before = text[max(0, found.start() - _NEAR) : found.start()].rpartition("\n")[2]
        if not _NOT_A_KEY.search(between) and not _NOT_A_KEY.search(before):
            yield _span(after, "value", "password" if word else "token")


def pairs(text: str, window: Window) -> Iterator[Span]:
    """'Log in with admin / …'."""
    for found in _PAIR.finditer(text, *window):
        if looks_secret(found["value"], word=True) and not found["value"].isdecimal():
            yield _span(found, "value", "password")


def phrases(text: str, window: Window) -> Iterator[Span]:
    """Words from which a wallet or an account is recovered."""
    for found in _SEED_WORDS.finditer(text, *window):
        yield _span(found, 1, "recovery phrase")


def seeds(text: str, window: Window) -> Iterator[Span]:
    """Seeds of authenticators."""
    for found in _BASE32.finditer(text, *window):
        yield _span(found, 1, "2FA seed")


def codes(text: str, window: Window) -> Iterator[Span]:
    """Codes that open an account whose second factor is lost."""
    for found in _CODES.finditer(text, *window):
        if any(map(str.isdigit, found[1])):
            yield _span(found, 1, "recovery codes")


def _machine_made(value: str) -> bool:
    """Whether nobody would have typed this: long, letters and digits, without a pattern."""
    value = value.rstrip(".,:;!?")
    if len(value) < 16 or _placeholder(value) or _PATH.fullmatch(value) or _CALL.fullmatch(value):  # noqa: PLR2004
        return False
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    if not digits or not letters or _DATE.fullmatch(value) or "/" in value.strip("/="):
        return False
    if _UUID.fullmatch(value) or _HEX.fullmatch(value):
        return True
    parts = re.split(r"[_.\-]", value)
    # Names in code and tests are words with a number: 'test_login_flow_2', 'gpt-4o-mini-2024-07-18'.
    if len(parts) > 2 and all(part.isalpha() or part.isdecimal() or len(part) < 6 for part in parts):  # noqa: PLR2004
        return False
    return digits >= 2 and entropy(value) >= 3.2  # noqa: PLR2004


def kubernetes(text: str) -> Iterator[Span]:
    """The values of Kubernetes secrets: in documents of that kind, whatever their order."""
    at = 0
    for end in [*(found.start() for found in _K8S_END.finditer(text)), len(text)]:
        if text.find("kind: Secret", at, end) >= 0:
            for found in _K8S.finditer(text, at, end):
                value = found["value"]
                if value.casefold() not in {"opaque", "default"} and len(value) % 4 == 0:
                    yield _span(found, "value", "Kubernetes secret")
        at = end


def _span(found: re.Match[str], group: str | int, kind: str) -> Span:
    start, end = found.span(group)
    while end > start and found.string[end - 1] in ".,:;)" and group != "quoted":
        end -= 1
    return start, end, kind
