"""What stands around secrets, and what stands there that is none."""

from __future__ import annotations

import re

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NEAR: Final = 48
"""Characters of prose that may stand between 'the password' and it, 'the key' and it."""

PLACEHOLDERS: Final = frozenset(
    [
        "password",
        "passwd",
        "passphrase",
        "pass",
        "pwd",
        "pw",
        "secret",
        "token",
        "key",
        "apikey",
        "api_key",
        "user",
        "username",
        "admin",
        "root",
        "postgres",
        "mysql",
        "redis",
        "guest",
        "test",
        "example",
        "sample",
        "dummy",
        "placeholder",
        "redacted",
        "masked",
        "hidden",
        "none",
        "null",
        "nil",
        "undefined",
        "true",
        "false",
        "string",
        "str",
        "text",
        "bytes",
        "bool",
        "boolean",
        "number",
        "int",
        "integer",
        "any",
        "object",
        "required",
        "optional",
        "missing",
        "invalid",
        "wrong",
        "incorrect",
        "expired",
        "changed",
        "empty",
        "default",
        "value",
        "field",
        "hash",
        "hashed",
        "encrypted",
        "plaintext",
        "input",
        "prompt",
        "env",
        "environment",
        "varchar",
        "char",
        "secretstr",
        "!!str",
        "!!binary",
    ]
)
PLACEHOLDER: Final = late_pattern(
    r"[<\[{$%@(*.…#&|!?=:/\\~-]|(?i:your|my[-_]|the[-_]|insert|replace|change|some|any|x{3,}|"
    r"example|placeholder|todo|redacted|process\.env|os\.(?:environ|getenv)|env[.(\[]|import\.meta|"
    r"secrets?[.\[]|vars?\.|config\.|settings\.|self\.|this\.|req(?:uest)?\.|ctx\.|new\s|get_?|"
    r"z\.|t\.|typing\.|sha(?:1|256|384|512)[:-])"
)
NAME: Final = late_pattern(r"[A-Za-z_$][A-Za-z_]*(?:[.\-][A-Za-z_]+)*\d?")
CALL: Final = late_pattern(
    r"[\w.$]+[(\[].*|\$[\w:]+[{>-].*|[bfru]?(?:\"[^\"]*\"|'[^']*')\.\w+\(.*", re.DOTALL
)
GENERIC: Final = late_pattern(r"[A-Za-z_][\w.]*<[\w<>\[\]., |]*>?$")
"""A type with its arguments: ``Option<String>``."""
_PART: Final = (
    r"(?:[A-Z]?[a-z]{3,}+|[A-Z]{2,}+(?![a-z])|[A-Z]{2,}(?=[A-Z][a-z])|(?:By|Id|Is|In|To|Of|On|Or|Up|Me|My|As|At|is|to|by|id|on|of|in|"
    r"my|db|ui))"
)

DRAWN: Final = late_pattern(
    rf"(?=.*[a-z])(?=.+[A-Z])(?!{_PART}(?:[-_.]?{_PART})*+\d?$)[A-Za-z._-]+\d?"
)
"""Small letters and capitals as nobody writes words or names."""
SIGNS: Final = late_pattern(r"[!@#$%^&*+=?~]")
DIGIT: Final = late_pattern(r"\d")
LETTER: Final = late_pattern(r"[^\W\d_]")
PATH: Final = late_pattern(
    r"(?:\.{0,2}/|~/|[A-Za-z]:\\|https?://)[^\s]*|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}|[\w.-]+\.(?:py|js|ts|tsx|json|ya?ml|md|txt|pem|"
    r"env|go|rs|java|rb|sh|toml|html|css|sql)"
)
DATE: Final = late_pattern(
    r"\d{4}-\d\d-\d\d\S*|\d+(?:[.:]\d+)*(?:ms|s|m|h|d|px|%|kb|mb|gb|k)?", re.IGNORECASE
)
UUID: Final = late_pattern(r"(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
HEX: Final = late_pattern(r"(?i:[0-9a-f]+)")

ANCHORS: Final = late_pattern(
    "passw|passphrase|passcode|pass|pwd|pw|contraseña|key|token|secret|cred|sid|session|sessid|dsn|"
    "totp|mfa|2fa|otp|seed|codes|pin|cookie|bearer|login"
)
"""Parts of the names of secrets; found in lower-cased text, since that is many times faster."""
REST: Final = late_pattern(
    r"(?P<rest>[A-Za-z0-9_]{0,24})(?P<sign>(?:[\"'`]|\*\*)?\]?\s{0,3}(?:=>|:=|==?|:)(?:\*\*)?\s{0,3}"
    r"|[\"']\s{1,3}|\s(?=[\"']))(?:[\"'`]{1,3}(?P<quoted>[^\"'`\n]{1,400})[\"'`]|(?P<bare>[^\s\"'`,;]{3,300}))"
)
"""name = value, name: value, "name": "value", name => value, **name:** value; from behind
the anchor."""
KEY_NAME: Final = late_pattern(
    r"(?<![a-z])(?:"
    r"(?:api|access|secret|private|auth|encryption|encrypt|signing|sign|master|service|account|"
    r"subscription|license|app|admin|shared|webhook|deploy|function|storage|bot|consumer|"
    r"application|integration|write|ingest|insert|root|client|salt|hmac|session|cookie|jwt)"
    r"[ _.-]?key(?:[ _-]?base)?"
    r"|(?:[a-z0-9]{2,14}[ _.-]?)?(?:secret|token)(?:[ _-]?(?:token|value|string|"
    r"key))?(?:[ _-]?base)?"
    r"|credentials?|creds|sid|session[_-]?id|sessid|phpsessid|jsessionid|dsn"
    r"|(?:totp|mfa|2fa|otp)(?:[ _-]?(?:seed|secret|key))?|seed)(?![a-z])"
)
OPTION: Final = late_pattern(
    r"(?<![\w-])--?[a-z-]{0,20}?(?P<name>(?P<word>passw(?:or)?d|passphrase|pass|pwd|pw)|token|"
    r"secret|"
    r"api-?key|access-key|secret-key)[ =]"
    r"(?:[\"'](?P<quoted>[^\"'\n]{1,400})[\"']|(?P<bare>[^\s\"'`,;]{3,300}))"
)
PROSE: Final = late_pattern(
    r"(?<![a-z_-])(?P<name>(?P<word>pass(?:word|wort|wd|phrase|code)|pwd|pw|pin)|keys?|tokens?|"
    r"secrets?"
    r"|credentials?|creds|seed|otp|2fa|totp|mfa|cookie|bearer|login)(?![a-z_])"
)
BETWEEN: Final = late_pattern(
    rf"(?=[\s:=(\"'`→-])[^\n]{{0,{NEAR}}}?(?:\s(?:is|was|are|ist|lautet|est|es|é|to|as|with|use|"
    rf"using|this|here|called)"
    r"[:=]?\s+|[:=→]\s*|\s-\s|->\s?|\()[\"'`“‘]?(?P<value>[^\s\"'`“”‘’,;)]{4,400})"
)
RIGHT_AFTER: Final = late_pattern(r"\s+[\"'`]?(?P<value>[^\s\"'`,;)]{8,400})")
NOT_A_KEY: Final = late_pattern(
    r"(?i:commit|\bsha|hash|digest|checksum|\brev|uuid|\bids?\b|version|file|path|public)"
)
ENV: Final = late_pattern(
    r"^[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+|ENV[ \t]+|\$env:)?"
    r"(?P<name>[A-Z][A-Z0-9_]*?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|DSN|AUTH|"
    r"SALT|PRIVATE|PEPPER|SEED|PAT|COOKIE)(?:[_0-9][A-Z0-9_]{0,12})?)[ \t]*[=:][ \t]*"
    r"(?:[\"'](?P<quoted>[^\"'\n]{1,2000})[\"']|(?P<bare>[^\s\"'`;]{3,2000}))",
    re.MULTILINE,
)
HEADER: Final = late_pattern(
    r"(?i:(?:authorization|x-[a-z0-9-]{0,30}?(?:key|token|auth|secret)|api-key|apikey|"
    r"private-token|"
    r"job-token|dd-api-key|ocp-apim-subscription-key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?\s{0,3}"
    r"(?:bearer|basic|token|apikey|bot|digest|key|aws4-hmac-sha256)?[ =]{0,3})"
    r"(?P<value>[A-Za-z0-9._~+/=:-]{8,4000})"
)
BEARER: Final = late_pattern(r"(?i:\bbearer)\s{1,3}[\"']?(?P<value>[A-Za-z0-9._~+/=-]{12,4000})")
BASIC: Final = late_pattern(r"(?i:\bbasic)\s{1,3}(?P<value>[A-Za-z0-9+/]{8,2000}={0,2})")
COOKIES: Final = late_pattern(
    r"(?i:(?<![a-z])(?:set-)?cookie[\"']?\s{0,3}[:=]\s{0,3})[\"']?(?P<value>[^\n\"']{8,4000})"
)
COOKIE: Final = late_pattern(r"(?P<name>[\w.$-]{1,64})=(?P<value>[^\s;,\"']{8,4000})")
IN_ADDRESS: Final = late_pattern(
    r"(?<![a-z0-9])(?P<scheme>[a-z][a-z0-9+.-]{1,30})://(?P<user>[^\s/:@\"'<>]{0,200}):"
    r"(?P<value>[^\s\"'<>]{1,300})@[\w\[$<{.-]"
)
PORT: Final = late_pattern(r"\d{1,5}(?:[/?#]|$)")
GO_ADDRESS: Final = late_pattern(
    r"(?<![\w/])[\w.$-]{1,60}:(?P<value>[^\s\"'`<>:]{3,200})@(?:tcp|tcp6|unix)\("
)
ORACLE: Final = late_pattern(
    r"(?i:\b(?:sqlplus|sqlldr|expdp|impdp|rman)\b[^\n]{0,60}?\s|\boracle:(?:thin|oci8?):)[\"']?"
    r"[\w.$-]{1,60}/(?P<value>[^\s\"'@/]{3,100})@"
)
IN_QUERY: Final = late_pattern(
    r"(?i:[?&#](?:[a-z_-]{0,20}(?:key|token|secret|password|passwd|pwd|signature|auth|code)|sig))="
    r"(?P<value>[^\s&#\"'<>]{8,2000})"
)
SEED_WORDS: Final = late_pattern(
    r"(?i:seed|mnemonic|recovery|secret|bip-?39|wallet|(?:12|24|twelve|(?:twenty-?)?four) words?)"
    r"[ _-]?(?i:phrase|words)?"
    r"[^\n]{0,32}?[:=\s\"'`]("
    r"(?:\d{1,2}[.)]\s?)?[a-z]{3,8}(?P<by>,?\s)"
    r"(?:(?:\d{1,2}[.)]\s?)?[a-z]{3,8}(?:(?P=by)|\n)){10,22}(?:\d{1,2}[.)]\s?)?[a-z]{3,8})(?![a-z])"
)
"""Twelve words or twenty-four, with commas or numbers between them or on lines of their own."""
SEED_WORD: Final = late_pattern(r"[a-z]{3,}")
NO_SEED_WORD: Final = late_pattern(
    r"\b(?:the|and|for|are|was|has|not|from|but|its|our|should|would|could|does|did|were|than|them|"
    r"their|which|been)\b"
)
"""Words of sentences that are not in the list (BIP-39) from which seeds are made."""
BASE32: Final = late_pattern(
    r"(?i:totp|2fa|mfa|otp|authenticator|"
    r"two[- ]factor)[^\n]{0,60}?(?<![A-Za-z0-9])((?:[A-Z2-7]{4}[ -]?){4,16})(?![A-Za-z0-9])"
)
CODES: Final = late_pattern(
    r"(?i:(?:recovery|backup)[ _-]?codes?)[^\n]{0,24}?[:=\s]\s*"
    r"((?:[\"'`-]?\s?[A-Za-z0-9]{4,10}-?[A-Za-z0-9]{4,10}[\"'`]?[,;\s]{0,3}){1,20})"
)
K8S: Final = late_pattern(
    r"^[ \t]+[\w.-]{1,100}:[ \t]*[\"']?(?P<value>[A-Za-z0-9+/]{4,20000}={0,2})[\"']?[ \t]*$",
    re.MULTILINE,
)
K8S_END: Final = late_pattern(r"^---", re.MULTILINE)
