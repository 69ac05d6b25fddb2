# ruff: noqa: RUF001 - letters of several scripts are what these patterns are made of
"""Passwords that are told in other languages than English, or stand in a field of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.keeping.secret_context import looks_secret, span
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from luminair.keeping.secret_context import Span, Window

TOLD_HINTS: Final = (
    "passwort",
    "kennwort",
    "zugangscode",
    "losungswort",
    "mot de passe",
    "contraseña",
    "senha",
    "wachtwoord",
    "пароль",
    "hasło",
    "lösenord",
    "password è",
    "passord",
    "adgangskode",
    "salasana",
    "jelszó",
    "heslo",
    "şifre",
    "mật khẩu",
    "kata sandi",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "비밀번호",
)
FIELD_HINTS: Final = ("pass", "pwd", "pw", "kennwort")

_TOLD: Final = late_pattern(
    r"(?i:passwor[td]|kennwort|zugangscode|losungswort|mot de passe|contraseña|senha|wachtwoord|"
    r"пароль|hasło|lösenord|passord|adgangskode|salasana|jelszó|heslo|şifre|mật khẩu|kata sandi|"
    r"密码|密碼|口令|パスワード|비밀번호)(?:[\"']?\s{0,3}[:=→]\s{0,3}|[^\n:=]{0,40}?(?:[:=]\s{0,3}|\s(?i:lautet|"
    r"ist|heißt|heisst|wäre|war|est|es|è|é|is|är|to|auf|in|zu|this|das|это|je|là|adalah)\s{1,3}"
    r"(?:(?i:jetzt|nun|aktuell|wieder|nur|noch|maintenant|ahora|ora|nu|теперь|also)\s{1,3})?:?"
    r"\s{0,3})|\s{1,3}|\s{0,3}(?:[：＝]|是|为|為|は|が|은|는)\s{0,3})"
    r"[\"'`„“‘«「『]?(?P<value>[^\s\"'`„“”‘’«»,;)」』、。，；）]{4,200})"
)
_FIELDS: Final = (
    late_pattern(
        r"<(?i:[\w.:-]{0,40}(?:passw(?:or)?[dt]|pwd|passphrase|"
        r"kennwort))>(?P<value>[^<\s]{4,200})</"
    ),
    late_pattern(
        r"\|\s{0,20}(?i:[\w -]{0,40}(?:passw(?:or)?[dt]|pwd|passphrase|kennwort))\s{0,20}\|\s{0,20}"
        r"[\"'`]?(?P<value>[^|\s`\"']{4,200})"
    ),
    late_pattern(
        r"[a-z](?:Pass|Pwd|Pw|PW)[\"']?\s{0,3}(?:=>|[:=])\s{0,3}[\"']?(?P<value>[^\s\"',;]{4,200})"
    ),
    late_pattern(
        r"(?i:passw(?:or)?d)\w{0,20}\s{0,3}:\s{0,3}!!?\w{1,20}\s(?P<value>[^\s\"',;]{4,200})"
    ),
    late_pattern(
        r"(?i:passw(?:or)?d)\w{0,30}(?:\.\w{1,30}){1,3}\s{0,3}=\s{0,3}[\"'](?P<value>[^\"'\n]{4,200})[\"']"
    ),
)


def told(text: str, window: Window) -> Iterator[Span]:
    """'Mein Kennwort ist …', 'la contraseña es …'."""
    for found in _TOLD.finditer(text, *window):
        if looks_secret(found["value"], word=True):
            yield span(found, "value", "password")


def fields(text: str, window: Window) -> Iterator[Span]:
    """``<password>…</password>``, ``| password | … |``, ``dbPass: …``."""
    for pattern in _FIELDS:
        for found in pattern.finditer(text, *window):
            if looks_secret(found["value"], word=True, loud=not found["value"].islower()):
                yield span(found, "value", "password")
