"""What code puts where a secret could stand: types, calls, reads of variables, interpolations.

Behind ``password:`` and ``token =`` code has most often an expression that gives the secret, or
its type; masking that would take from a prompt the very lines that it asks about.
"""

from __future__ import annotations

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_WORD: Final = r"[A-Za-z_$][\w$]*"
_TYPES: Final = r"<[\w<>\[\]., |&':*?()-]*>"
_STEP: Final = r"(?:::|\?->|->|[?!]?\.)"
_CHAIN: Final = rf"[!&*]{{0,2}}{_WORD}(?:{_STEP}{_WORD}|{_STEP}?{_TYPES}|[?!](?=[.(\[]))*+"
_CALL: Final = late_pattern(rf"{_CHAIN}[(\[]")
"""``env::var("X")``, ``useState<string>("")``, ``json!(x)``, ``a?.b[0]``."""
_MEMBER: Final = late_pattern(
    rf"[!&*]{{0,2}}[$\\]?{_WORD}(?:{_STEP}{_WORD})*?(?:::|\?->|->|[?!]\.){_WORD}(?:{_STEP}{_WORD})*[?!;,]{{0,2}}"
)
"""``std::nullopt``, ``user?.password``, ``$pw->shell``: no sentence and no password has those."""
_TYPE: Final = late_pattern(
    r"[A-Za-z_][\w.:]*<(?=[A-Z&\[?*'(]|(?:str|string|u8|u16|u32|i32|i64|u64|char|byte|bytes|int|"
    r"dyn|impl|boolean|number|unknown|any|null|std)\b)[\w<>\[\]., |&':*?()-]*>?[?!;,]?"
)
"""``Option<Vec<u8>>``, also where the blank behind a comma cuts it off."""
_BORROWED: Final = late_pattern(r"[&*?](?:'\w+|\[\w+\]|[A-Za-z_][A-Za-z_:.]*(?:<.*)?|u\d+)|\[\]\w+")
"""``&str``, ``*string``, ``?string``, ``&'a``, ``[]byte``."""
_SCOPED: Final = late_pattern(r"\$(?:env|global|script|using|local|private):\w+", 2)
"""Variables of PowerShell."""
_ELEMENT: Final = late_pattern(r"[@$%][\w:]*[\[{(].*")
"""Parts of lists in Perl, Ruby and shells: ``@_[0,1]``."""
_PART: Final = r"(?:[A-Z][a-z]++\d{0,2}|[a-z]{2,}+\d{0,2}|[A-Z]\d{0,2}(?=[A-Z._]|$)|[a-z](?=\.))"
_IN_MODULE: Final = late_pattern(
    r"[a-z_]\w{1,40}\.[A-Z][A-Za-z]+\d{0,6}[A-Z][A-Za-z]*(?:Key|Token|Secret|Password)s?"
)
"""``ed25519.Ed25519PrivateKey``."""
_OWN: Final = late_pattern(
    r"_(?:v\d|[a-z]{2,}+)\d?(?:[A-Z][a-z]{2,}+\d{0,2}|V\d)+|_[A-Z]\w*(?:\.\w+)+"
)
"""A field of an object, as C# and Python have them: ``_refreshToken``, ``_PassArg.context``."""
_DOTTED: Final = late_pattern(
    rf"(?=\D*\d?\D*$)_?{_PART}(?:_?{_PART})*(?:\._?{_PART}(?:_?{_PART})*)+"
)
"""``model.UseResetPassword``: words only, joined by dots, with no more than one digit."""
_NAMED: Final = late_pattern(
    r"(?:[A-Z]?[a-z]{2,}+|[A-Z]\d{0,2}(?=[A-Z]))*"
    r"(?:Password|Token|Secret|Key|Credential|Passphrase)s?(?:[A-Z][a-z]+){1,6}(?:V\d)?|"
    r"[a-z]{2,}+\d{0,2}(?:[A-Z][a-z]++|[A-Z]\d{0,2}(?=[A-Z]))*"
    r"(?<=[a-z0-9])(?:Password|Token|Secret|Key|Credentials?)"
)
"""A type or a function that is named for secrets: ``PKCS7PrivateKeyTypes``."""
_INTERPOLATED: Final = late_pattern(
    r"(?:\$|#)?\{\{?[^{}\n]{1,120}\}?\}|%\(\w+\)s|%[-+.\d]*[sdrvqxfu@](?!\w)|\$\d(?!\d)"
)
_SURE_PARTS: Final = late_pattern(
    r"[$#]\{[A-Za-z_@][^{}]*\}|\{[A-Za-z_][\w.\[\]()'\"!:?-]*\}|%\(\w+\)s|%[sdrvq](?!\w)"
)
_PATTERN: Final = late_pattern(
    r".*(?:\(\?[:=!<P]|\[\^|\\[dwsbSWD][+*{)\]]|\][+*?{]|\)[+*?]|\[a-z|\[A-Z|\[0-9)"
)
"""What regular expressions have."""
_PREFIX: Final = late_pattern(r"(?:[bBuUrRfF]{1,2}|\$@?|@\$?|L|qr|qw|qq)(?=[\"'`/({\[])")
_GLUED: Final = late_pattern(
    r"['\"]?\s?\.\s?[A-Za-z_$][\w$>:-]*[(\[.$-].*|['\"]\s?[.+]\s?[A-Za-z_$].*"
)
"""A string that ends at once, so that something is joined to it: ``'.csrf_token().'``."""
_OPTION: Final = late_pattern(r"--?[a-z-]{2,40}=?")
_SNAKE: Final = late_pattern(r"_?[a-z]{2,}\d?(?:_[a-z]{2,}\d?)+|_?[A-Z]{2,}\d?(?:_[A-Z]{2,}\d?)+")
_HALF: Final = 6
"""Characters beside what is interpolated that may be part of a secret."""


def is_expression(value: str) -> bool:
    """Whether what stands without quotes is a type, a call or a read, so that code goes on."""
    prefix = _PREFIX.match(value)
    if prefix is not None:
        inner = value[prefix.end() :]
        raw = set(prefix[0]) & set("rRq")
        return bool(raw and _PATTERN.match(inner)) or is_template(inner.strip("\"'`"))
    if _SURE_PARTS.search(value) and not any(map(str.isalnum, _INTERPOLATED.sub("", value))):
        return True
    return bool(
        _CALL.match(value)
        or any(
            each.fullmatch(value)
            for each in (
                _MEMBER,
                _TYPE,
                _BORROWED,
                _SCOPED,
                _ELEMENT,
                _OWN,
                _DOTTED,
                _NAMED,
                _IN_MODULE,
            )
        )
    )


def is_template(value: str) -> bool:
    """Whether a string is put together of what variables hold: ``{user}:{password}``, ``%s:%s``.

    A template with a long drawn part beside the variables still holds a secret.
    """
    if _GLUED.fullmatch(value) or _OPTION.fullmatch(value):
        return True
    if not _SURE_PARTS.search(value):
        return False
    rest = _INTERPOLATED.sub("", value)
    drawn = any(map(str.isdigit, rest)) and any(map(str.isalpha, rest))
    return not (drawn and len(rest) >= _HALF)


def is_constant(value: str) -> bool:
    """Whether a string is the name of something: ``'aws_secret_access_key'``."""
    return _SNAKE.fullmatch(value) is not None
