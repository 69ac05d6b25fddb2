"""Passwords that are given to commands, and to statements of SQL and calls in code.

A command says by its own grammar where its password stands, so a plain word will do there; what
begins with ``-`` or ``$`` is an option or stands for something.
"""

from __future__ import annotations

from luminair.keeping.secrets import values
from luminair.keeping.secrets.command_table import TABLE, Form
from luminair.keeping.secrets.context import is_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator
    from typing import Final

    from luminair.keeping.secrets.context import Span, Window

_SURE: Final = ("cred", "zugang", "anmelde", "identif", "basic", "inlog", "htacc", "dane")
_NAMED: Final = ("pass", "word", "pw", "pwd", "wort", "passe", "contraseña")
"""How 'user and password' ends, behind which both stand."""
_NO_USERS: Final = (
    "see http https ssh ftp file src docs wiki path page pages tests test lib bin etc usr var home "
    "app apps api auth the in on at and or not login logout register password email username"
)
_NO_USER: Final = frozenset(_NO_USERS.split())
_LINE: Final = 300
"""Characters before an option in which its command stands."""


def given(text: str, window: Window) -> Iterator[Span]:
    """What commands, statements and calls in a window are given."""
    lowered = text[window[0] : window[1]].lower()
    for each in TABLE:
        if any(hint in lowered for hint in each.hints):
            look = _LOOK[each.form]
            for found in each.pattern.finditer(text, *window):
                yield from look(found)


def _value(found: re.Match[str]) -> Iterator[Span]:
    group = values.group_of(found)
    value = found[group]
    if not value.startswith("-") and not is_code(value, bare=group == "bare"):
        value = values.bare_end(value) if group == "bare" else value
        yield from _checked(found.start(group), value)


def _string(found: re.Match[str]) -> Iterator[Span]:
    value = found["quoted"]
    if not value.startswith((":", "$", "?", "%", "{", "<")) and not is_code(value, bare=False):
        yield from _checked(found.start("quoted"), value)


def _second(found: re.Match[str]) -> Iterator[Span]:
    value, user, quote = found["bare"], found["user"], found["q"]
    if quote and quote in value:
        value = value[: value.rindex(quote)]
    elif not quote:
        value = values.bare_end(value)
    # As in 'docker run -u node:node' and '-u 1000:1000'.
    if value != user and not user.startswith("$"):
        yield from _checked(found.start("bare"), value)


def _option(found: re.Match[str]) -> Iterator[Span]:
    group = values.group_of(found)
    value, start = found[group], found.start(group)
    if is_code(value, bare=group == "bare"):
        return
    if group == "bare":
        value = values.bare_end(value)
    what, colon, rest = value.partition(":")
    if colon and what in {"env", "file", "fd"}:
        return
    if colon and what == "pass":
        start, value = start + len("pass:"), rest
    text = found.string
    near = max(0, found.start() - _LINE)
    line = text[text.rfind("\n", near, found.start()) + 1 or near : found.start()]
    if found["by"] == " " and ("mysql" in line or value.startswith("-")):
        return  # there a blank ends the option, and what follows is a database
    yield from _checked(start, value)


def _pair(found: re.Match[str]) -> Iterator[Span]:
    value, user, by = values.bare_end(found["bare"]), found["user"], found["by"]
    what, sep, start = found["what"].casefold(), found["sep"].strip(), found.start("bare")
    sure = what.startswith(_SURE) or what.endswith(_NAMED)
    if found.string.endswith("://", 0, found.start()):
        return  # 'https://user:pass@host:port/path'
    if user.casefold() in _NO_USER or value.casefold() == user.casefold():
        return
    plain = value.replace("-", "").replace("_", "").isalpha()
    if plain:
        told = sure or (what.startswith("log") and sep in {":", "is", "=", "with", "as"})
        # 'Sign in with Google / GitHub', 'login / logout'
        named = not user.istitle() and (sep or what.startswith(("basic", "cred")))
        if not (told and named and values.ENDS.match(found.string, start + len(value))):
            return
    elif (not sure and value.isdecimal()) or (by == "/" and set(value) & set("/.")):
        return
    if values.is_value(value, tight=not plain or sure):
        yield start, start + len(value), "password"


def _header(found: re.Match[str]) -> Iterator[Span]:
    start, value = found.start("bare"), values.bare_end(found["bare"])
    stop = start + len(value)
    ends = found.string[stop : stop + 1] in {'"', "'", "\n", ""}
    if values.is_value(value, tight=True) and (ends or not value.isalpha()):
        yield start, stop, "authorization header"


def _checked(start: int, value: str) -> Iterator[Span]:
    words = value.split()
    if values.is_phrase(words) if len(words) > 1 else values.is_value(value, tight=True):
        yield start, start + len(value), "password"


_LOOK: Final[dict[Form, Callable[[re.Match[str]], Iterator[Span]]]] = {
    Form.VALUE: _value,
    Form.SECOND: _second,
    Form.STRING: _string,
    Form.OPTION: _option,
    Form.PAIR: _pair,
    Form.HEADER: _header,
}
