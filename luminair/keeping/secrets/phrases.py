"""Passwords that are made of plain words: 'purple rain on sunday', 'correct-horse-battery'.

A plain word behind 'password' is most often talk about passwords. Three words and more that form
one value and have nothing to do with passwords, forms or code are a pass phrase.
"""

from __future__ import annotations

import re

from luminair.keeping.secrets.context import span
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from luminair.keeping.secrets.context import Span, Window

HINTS: Final = (
    *("pass", "pwd", "kennwort", "losungswort", "contraseña", "senha", "wachtwoord", "пароль"),
    *("hasło", "lösenord", "adgangskode", "salasana", "jelszó", "heslo", "kata sandi", "psk"),
)
_NAME: Final = (
    r"(?:(?i:passwor[dt]|passwd|passphrase|passcode|pwd|psk|kennwort|losungswort|mot de passe|"
    r"contraseña|senha|wachtwoord|пароль|hasło|lösenord|passord|adgangskode|salasana|jelszó|heslo|"
    r"kata sandi)|(?<=_)(?:pass(?!_)|PASS)|(?<=[a-z])Pass)(?![^\W_])"
)
_IS: Final = (
    r"[^\n:=\"'`“„]{0,40}?\s(?i:is|was|to|as|called|lautet|ist|war|auf|est|es|è|é|är|je|это)"
    r"(?:\s(?i:now|jetzt|still|simply))?:?\s{1,3}"
)
_SIGN: Final = r"[\"'`*\]]{0,3}\s{0,3}(?:=>|:=|==?|:|→)(?:\*\*)?\s{0,3}"
_QUOTED: Final = late_pattern(
    rf"{_NAME}(?P<sign>{_SIGN}|{_IS}|\s{{1,3}})"
    r"(?:\"(?P<a>[^\"\n]{7,200})\"|'(?P<b>[^'\n]{7,200})'(?!\w)|`(?P<c>[^`\n]{7,200})`|"
    r"[“„](?P<d>[^“”„\n]{7,200})[”“]|[«](?P<e>[^«»\n]{7,200})»)"
)
_TO_LINE_END: Final = late_pattern(
    rf"{_NAME}{_SIGN}"
    r"(?P<value>[^\W\d_]+(?: [^\W\d_]+){3,11})\.?[ \t]*$",
    re.MULTILINE,
)
_LED: Final = late_pattern(
    r"(?i:with|use|using|by|mit|avec|con|med)\s(?:(?i:the|my|this|our|dem|le|la)\s)?[\w-]{0,16}$"
)
_NAME_BEFORE: Final = 16
"""Characters of a name that stand before the label in it."""
_JOINED: Final = late_pattern(
    rf"(?P<name>{_NAME})(?P<sign>{_SIGN}|{_IS}|\s{{1,3}})"
    r"[\"'`“„«]?(?P<value>[^\W\d_]{3,14}(?:(?P<by>[-_.])[^\W\d_]{2,14})(?:(?P=by)[^\W\d_]{2,14}){1,8}|"
    r"(?:[A-Z][a-z]{2,11}){4,8})(?![\w(\[/-]|\.\w)"
)
_TALK_TEXT: Final = (
    "password passwort passwd pwd passwords passcode kennwort contraseña contraseñas senha "
    "wachtwoord passe heslo hasło must should shall may can cannot could will would is are was "
    "were be been not no never none always required require requires please enter entered type "
    "typed choose chosen invalid incorrect wrong correctly match matches matching confirm "
    "confirmed forgot forgotten reset change changed expired expires field fields hint show "
    "hide shown hidden too short weak least minimum maximum min max length character characters "
    "chars digit digits letter letters number numbers symbol symbols contain contains your "
    "yours blank empty missing needed optional repeat does do did has have had only stored "
    "saved hashed encrypted rotated shared given sent set unset use used using user username "
    "account login logout log sign signed email name placeholder example sample default value "
    "string text input output form button label page view component toggle flow screen dialog "
    "prompt error message check checker policy rule rules validator validation test tests "
    "testing mock fake token secret secrets key keys file path url ref env config settings "
    "manager vault store service server client admin root database db sql hash salt function "
    "method class null true false yet these those when where which while because if else after "
    "before between case side plain read write auto built end doesn't can't isn't won't muss "
    "müssen sollte soll darf nicht kein keine bitte eingeben ungültig falsch vergessen ändern "
    "geändert zeichen mindestens feld stimmt stimmen überein ist sind wird werden ihr dein dem "
    "im doit doivent saisir entrez votre invalide oublié caractères champ pas incorrecto "
    "introduce trop court kurz corta corto curta curto muito troppo introduzca tu su debe "
    "mínimo caracteres campo inserisci tua deve caratteri digite sua "
)
_TALK: Final = frozenset(_TALK_TEXT.split())
"""What is said of passwords and of the fields that take them."""
_SMALL_TEXT: Final = (
    "a an the of to by in on at up off out for and or with without from into as so it its my we "
    "you they i he she der die das und oder zu von le la les de des du el los y o e di per non "
    "be than then "
)
_SMALL: Final = frozenset(_SMALL_TEXT.split())
"""Words that make a sentence of words."""
_OF_KIND: Final = late_pattern(
    r"(?:ed|able|ible|ing|only|free|based|like|proof|safe|sensitive|specific|wide|ready|aware|level|long)$"
)
"""How the last word of 'server-side-encrypted' ends."""
_BEFORE: Final = late_pattern(
    r"(?i:forgot|reset|change|confirm|enter|show|hide|invalid|wrong|missing|no|bad|weak|repeat|"
    r"require|choose|new|old)[_-]?$"
)
_OPENING: Final = late_pattern(r"[A-Z][a-z]+")


def phrases(text: str, window: Window) -> Iterator[Span]:
    """``password "my long pass phrase"``, ``passphrase: four words of mine``."""
    for found in _QUOTED.finditer(text, *window):
        group = found.lastgroup or ""
        value, sign = found[group], found["sign"]
        before = text[max(0, found.start() - _NAME_BEFORE) : found.start()]
        if _BEFORE.search(before) or " " not in value.strip():
            continue
        words = value.split()
        # Texts of a window stand behind a colon too; they begin as sentences do.
        sentence = ":" in sign and value[0].isupper() and not all(map(str.istitle, words))
        few = 2 if "=" in sign or before.endswith("-") else 3
        if len(words) >= few and not sentence and _of_words(words):
            yield span(found, group, "password")
    for found in _TO_LINE_END.finditer(text, *window):
        words = found["value"].split()
        if found["value"].islower() and _of_words(words) and _SMALL.isdisjoint(words):
            yield span(found, "value", "password")


def joined(text: str, window: Window) -> Iterator[Span]:
    """'The password is correct-horse-battery'."""
    for found in _JOINED.finditer(text, *window):
        sign, by, value = found["sign"], found["by"], found["value"]
        before = text[max(0, found.start() - 2 * _NAME_BEFORE) : found.start()]
        said = not set(sign).isdisjoint("abcdefghijklmnopqrstuvwxyzèéäэ")
        if not (
            said
            or set(sign) & set(":=→")
            or _LED.search(before)
            or found["name"].casefold() == "passphrase"
        ):
            continue
        # In code a name has dots, low lines and capitals; in a sentence it seldom follows 'is'.
        if by != "-" and not said:
            continue
        words = value.split(by) if by else _OPENING.findall(value)
        if by == "." and len(words) < 4:
            continue
        if (
            not _BEFORE.search(before)
            and _of_words(words)
            and _SMALL.isdisjoint(map(str.casefold, words))
            and not _OF_KIND.search(words[-1])
        ):
            yield span(found, "value", "password")


def _of_words(words: list[str]) -> bool:
    """Whether these are words, and none of them of what is said about passwords."""
    plain = [word.strip(".,!").casefold() for word in words]
    return (
        all(word.replace("'", "").replace("’", "").isalpha() for word in plain)
        and not plain[0].startswith(("my-", "your"))
        and _TALK.isdisjoint(plain)
        and not words[-1].endswith(("?", "…", ":"))
        and len(set(plain)) > 1
    )
