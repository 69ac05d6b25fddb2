"""Secrets that have a label: ``password=x``, 'the password is x', ``- name: X`` over ``value: y``.

Each label of the table in ``secret_labels`` goes with each separator there; what follows is
judged by ``secret_values``, by how sure the separator is. A plain word is a value in a file or a
command, and in a sentence only where it ends the clause and says nothing of passwords.
"""

from __future__ import annotations

import re

from luminair.keeping.secrets import labels, values
from luminair.keeping.secrets.context import is_code
from luminair.patterns import late_pattern
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from luminair.keeping.secrets.context import Span, Window

HINTS: Final = labels.HINTS
_VALUE: Final = f"(?:{values.QUOTED}|{values.BARE})"
_ASSIGNED: Final = late_pattern(f"{labels.CLOSE}{labels.SIGNS}{_VALUE}")
_ASSIGNED_OF: Final = late_pattern(
    rf"{labels.OF}:(?:[ \t]{{1,3}}|[ \t]{{0,3}}\n{{1,2}}[ \t]{{0,12}}(?=\S+\s*(?:\n|\Z))){_VALUE}"
)
_PAIRED: Final = late_pattern(f"{labels.PAIRED}{_VALUE}")
_IN_CALL: Final = late_pattern(f"{labels.IN_CALL}{_VALUE}")
_DEFAULT: Final = late_pattern(r":[-=]?(?P<quoted>(?!\?)[^\s}{]{4,200})\}")
_OR_ELSE: Final = late_pattern(
    rf"[\"']?\]?\)?\s{{0,2}}(?:\|\||\?\?|\bor\b)\s{{0,2}}(?:{values.QUOTED})"
)
_IN_ELEMENT: Final = late_pattern(r"[\"']\s?>(?P<quoted>[^<>\s][^<>\n]{2,200})</")
_TYPED: Final = late_pattern(
    rf"\??\s?:\s?[A-Za-z_][\w.|<>\[\] ]{{1,40}}?\s?=\s?(?:{values.QUOTED})"
)
_IN_TAG: Final = late_pattern(r">(?P<quoted>[^<>\s][^<>\n]{2,400})</")
_SAID: Final = late_pattern(f"{labels.CLOSE}{labels.IS}{_VALUE}", re.IGNORECASE)
_SCRIPTS: Final = ("パスワード", "暗証番号", "密码", "密碼", "口令", "비밀번호")
_SAID_CJK: Final = late_pattern(
    f"{labels.CLOSE}{labels.IS_CJK}(?:{values.QUOTED}|{values.BARE_ASCII})"
)
_SET: Final = late_pattern(f"{labels.CLOSE}{labels.AS_SET}{_VALUE}", re.IGNORECASE)
_AFTER: Final = late_pattern(rf"(?:\*\*|__|\*|`)?[ \t]{{1,3}}{_VALUE}")
_STRONG: Final = late_pattern(
    r"(?!-)(?=.*[^\W_])(?=.*[\d!#$%^&*+?~]|[a-z_]+[A-Z]+[a-z]*$)[^=/\\]+$"
)
_THE_BEFORE: Final = late_pattern(
    r"(?i:\b(?:the|my|our|with|use|try|das|mein|mit|le|la|mon|mi|il|def|define|let|setq|set)\s)"
    r"(?:\w{1,20}\s)?$"
)
_APART: Final = late_pattern(r",\s(?P<bare>[^\s,=()]{4,80}),(?=\s)")
_IT_IS: Final = late_pattern(rf",\s(?i:it is|it's|es ist|c'est)\s{_VALUE}")
_LATER: Final = late_pattern(
    r"[^\n.:=]{0,60}?[,;]\s(?i:it's|it is|its|es ist|das ist|now it's)\s(?i:now|jetzt|nun)\s"
    rf"{_VALUE}"
)
_USE: Final = late_pattern(
    rf"[,:;.]?\s(?:(?:please|then|just)\s)?(?i:use|try|enter|type|nimm|utilise|usa)\s{_VALUE}"
)
_BELOW: Final = late_pattern(rf"{labels.CLOSE}{labels.BELOW}{_VALUE}[ \t]*(?:\n|\Z)")
_PHRASE: Final = r"(?P<value>[^\W\d_]{1,20}(?: [^\W\d_]{1,20}){2,11})\.?[ \t]*$"
_SIGN_PHRASE: Final = late_pattern(f"{labels.CLOSE}{labels.SIGNS}{_PHRASE}", re.MULTILINE)
_OF_PHRASE: Final = late_pattern(f"{labels.OF}:[ \\t]{{1,3}}{_PHRASE}", re.MULTILINE)
_BELOW_PHRASE: Final = late_pattern(
    rf"{labels.CLOSE}[ \t]{{0,3}}[:\uff1a](?:\*\*|__)?[ \t]{{0,3}}\n{{1,2}}[ \t]{{0,12}}{_PHRASE}",
    re.MULTILINE,
)
_SAID_PHRASE: Final = late_pattern(
    f"{labels.CLOSE}{labels.IS}{_PHRASE}", re.MULTILINE | re.IGNORECASE
)
_IN_BRACKETS: Final = late_pattern(
    r"\s\((?:(?:currently|now|is|aktuell|e\.g\.)\s)?(?P<bare>[^\s()]{4,80})(?=\))"
)
_SETS: Final = late_pattern(r"(?:^|[._])(?:set|with)")
_SET_CALL: Final = late_pattern(rf"\(\s?(?:{values.QUOTED})\s?\)")
_NAME_BEFORE: Final = late_pattern(r"[\w.#$-]*")
_NAME_AFTER: Final = late_pattern(r"\w{0,40}")
_MARKED: Final = late_pattern(r"(?P<mark>\*{1,3}|_{2,3})(?P<value>[^*_\s][^\s]{2,200}?)(?P=mark)")
"""``**x**``"""
_ALSO: Final = late_pattern(r"[ \t]=(?!=)")
"""``passwd = account = ''``"""
_TAG_BEFORE: Final = late_pattern(r"<[\w.:-]{0,40}$")
_NO_LOGIN: Final = late_pattern(r"\s{1,3}(?:[`#:]|[\w.]+\()")
"""What follows 'pass' where it begins a line and is a word of a sentence or of Python."""
_GOES_ON: Final = late_pattern(r"[A-Z][a-z]")
_FOR_IS: Final = late_pattern(r"\s(?:for|is|to)\s")
_LISTED_ON: Final = late_pattern(r"\s?,")
_DIRECTIVE: Final = late_pattern(r"[ \t]{1,3}\S{4,200}[ \t]*$", re.MULTILINE)
_CALL_BEFORE: Final = late_pattern(r"[\w.\]]\($")
_BEFORE: Final = 101
_BEHIND: Final = 6_000
"""Characters before and behind a label that decide; the longest is a block of YAML."""


@dataclass(frozen=True, slots=True)
class _Label:
    """A label in a text.

    Attributes:
        text: the whole text.
        end: where the name that the label stands in ends.
        before: what stands on its line before that name.
        name: the name: ``DB_PASSWORD``.
        word: whether people make up what it names; else a machine does.
        whole: whether the name is more than 'token'.
        goes_on: whether it says more behind the label: ``PasswordManager``.
    """

    text: str
    end: int
    before: str
    name: str
    word: bool
    whole: bool
    goes_on: bool

    @property
    def loud(self) -> bool:
        """Whether the name is written as in an environment."""
        return self.name.rpartition(".")[2].isupper() and len(self.name) > len("PASS")

    @property
    def kind(self) -> str:
        return "password" if self.word else "token"


@dataclass(frozen=True, slots=True)
class _Way:
    """How a value is told.

    Attributes:
        found: with the value.
        tight: see ``secret_values.is_value``.
        plain: whether a plain word may be the value here.
        code: see ``secret_values.is_value``.
    """

    found: re.Match[str]
    tight: bool = True
    plain: bool = True
    code: bool = False


def told(text: str, window: Window) -> Iterator[Span]:
    """Values behind each label in a window."""
    start, end = window[0], min(window[1], len(text))
    lowered = text[start:end].lower()
    if len(lowered) != end - start:
        lowered = "".join(
            low if len(low := each.lower()) == 1 else each for each in text[start:end]
        )
    # What says the same a thousand times is judged once.
    judged: dict[tuple[str, int, bool], list[Span]] = {}
    for pattern, word in ((labels.PASSWORD, True), (labels.KEY, False)):
        for found in pattern.finditer(lowered):
            first, last = start + found.start(), start + found.end()
            near = max(0, first - _BEFORE)
            around = (text[near : last + _BEHIND], first - near, word)
            if around not in judged:
                label = _label(text, first, last, word=word)
                spans = _behind(label) if label is not None else ()
                judged[around] = [(one - first, end - first, kind) for one, end, kind in spans]
            for one, end, kind in judged[around]:
                yield one + first, end + first, kind


def _label(text: str, start: int, end: int, *, word: bool) -> _Label | None:
    """The label and the name that it stands in; None where the name is of something else."""
    line = text.rfind("\n", max(0, start - _BEFORE), start) + 1 or max(0, start - _BEFORE)
    before = text[line:start]
    backwards = _NAME_BEFORE.match(before[::-1])
    head = backwards[0][::-1] if backwards else ""
    rest = ""
    if text[start:end].isascii():
        after = _NAME_AFTER.match(text, end)
        rest = after[0] if after else ""
    if rest and (rest[0].islower() or labels.OTHER_REST.match(rest.lower())):
        return None
    marker = text.rfind("[secret:", line, end + 1)
    if marker >= 0 and text.find("]", marker, start) < 0:
        return None  # masked before
    if head and labels.OTHER_BEFORE.search(head.lower()):
        return None
    inner = text[start:end]
    joined = inner.islower() and inner in {"pass", "pwd", "pw"} and head[-1:].isalnum()
    if joined and not labels.JOINED.search(head.lower()):
        return None  # 'bypass', 'compass'
    before = before[: len(before) - len(head)]
    alone = inner == "pass" and not head and labels.PROSE_BEFORE.search(before)
    told = _THE_BEFORE.search(before) and _FOR_IS.match(text, end)
    if alone and not told and not labels.LOGIN_BEFORE.search(before):
        return None  # 'first pass: parse'
    if labels.GENERIC.search(before.lower()):
        return None
    if inner == "pass" and not head and rest.startswith("_"):
        return None  # 'pass_zero="lowpass"', 'pass_context=…': to pass
    if not word and before.endswith("::"):
        return None  # '"AWS::IAM::AccessKey": "…"': the name of a type
    whole = bool(head) or inner.lower() not in {"token", "key"}
    goes_on = _GOES_ON.match(rest) is not None
    return _Label(text, end + len(rest), before, head + inner + rest, word, whole, goes_on)


def _behind(label: _Label) -> Iterator[Span]:
    if block := labels.BLOCK.match(label.text, label.end):
        yield from _block(label, block)
    elif label.before.endswith(("${", "{{", "{{ ", "%{", "$(")):
        # What stands for one, and what is taken where that is not set.
        if found := _DEFAULT.match(label.text, label.end):
            yield from _judged(label, _Way(found))
    elif phrase := _phrase(label):
        yield phrase
    elif way := _beside(label) or _assigned(label) or _spoken(label):
        yield from _judged(label, way)


def _phrase(label: _Label) -> Span | None:
    """Several words up to the end of the line."""
    for pattern in (_SIGN_PHRASE, _SAID_PHRASE, _OF_PHRASE, _BELOW_PHRASE) if label.word else ():
        found = pattern.match(label.text, label.end)
        if found is not None and values.is_phrase(found["value"].split()):
            return (*found.span("value"), label.kind)
    return None


def _beside(label: _Label) -> _Way | None:
    """In a pair of name and value, a call or a tag."""
    text, end, before = label.text, label.end, label.before
    if label.loud and (found := _OR_ELSE.match(text, end)):
        return _Way(found)
    if labels.NAMED.search(before) and (found := _IN_ELEMENT.match(text, end)):
        return _Way(found, plain=label.word)
    if found := _TYPED.match(text, end):
        return _Way(found, plain=label.word)
    if labels.NAMED.search(before) and (found := _PAIRED.match(text, end)):
        return _Way(found, plain=label.word or label.loud)
    if label.name.endswith(_SCRIPTS) and (found := _SAID_CJK.match(text, end)):
        return _Way(found)
    quote = before.rstrip("[#.=abcdefghijklmnopqrstuvwxyz ")[-1:]
    named = label.loud or (label.word and len(label.name) > len("pass"))
    if quote in {'"', "'"} and named and not label.goes_on and (found := _IN_CALL.match(text, end)):
        # A list goes on behind it; in a call it is the last.
        return None if "(" not in before and _LISTED_ON.match(text, found.end()) else _Way(found)
    if _SETS.search(label.name.lower()) and (found := _SET_CALL.match(text, end)):
        return _Way(found, plain=label.word)
    if _TAG_BEFORE.search(before) and (found := _IN_TAG.match(text, end)):
        return _Way(found, plain=label.word)
    return None


def _assigned(label: _Label) -> _Way | None:
    """Behind a sign."""
    found = _ASSIGNED.match(label.text, label.end)
    if found is None:
        return None
    sign = found["sign"]
    if sign == "=" and labels.UNPACKED.search(label.before):
        return None  # 'user, password = split'
    if sign == "->" and label.name.startswith("$"):
        return None  # '$pw->shell'
    if values.group_of(found) != "bare":
        return _Way(found, plain=label.whole)
    opened = label.before.rfind("(")
    code = label.before.count("{") > label.before.count("}") or sign in {"==", "==="}
    code = code and label.before.count('"') % 2 == 0
    if opened > label.before.rfind(")"):
        in_string = label.before.count('"') % 2 or label.before.count("'") % 2
        called = _CALL_BEFORE.search(label.before[: opened + 1]) is not None
        code = code or (called and not in_string)
    plain = label.word or (not code and (label.loud or " " in label.name))
    tight = sign in {"=", ":=", "=>", "\uff1d"} or label.loud
    return _Way(found, tight=tight, plain=plain, code=code)


def _spoken(label: _Label) -> _Way | None:
    """In a sentence, or on the line below."""
    text, end = label.text, label.end
    if (found := _IN_BRACKETS.match(text, end)) and any(map(str.isdigit, found["bare"])):
        return _Way(found, tight=False)
    found = _SAID.match(text, end)
    before = label.before.lower()
    polish = label.name.lower() in {"hasło", "haslo"}
    if found is None and (
        polish or labels.SET_BEFORE.search(before) or labels.SET_BEHIND.match(text, end)
    ):
        found = _SET.match(text, end)
    if found is None and label.word:
        found = _ASSIGNED_OF.match(text, end)
    if found is not None:
        return _Way(found, tight=values.group_of(found) != "bare", plain=label.word)
    if label.word:
        return _right_after(label)
    if " " in label.name and (found := _AFTER.match(text, end)) and found["bare"] is None:
        return _Way(found, plain=False)
    return None


def _right_after(label: _Label) -> _Way | None:
    """Without a sign or a word between."""
    text, end = label.text, label.end
    alone = label.name.lower() == "pass"
    login = labels.LOGIN_BEFORE.search(label.before)
    led = label.before.strip() or not _NO_LOGIN.match(text, end)
    if label.goes_on or (alone and not (login and led)):
        return None  # 'ResetPasswordRequest model', 'pass `x` to it', 'pass  # why'
    return _without_sign(label)


def _without_sign(label: _Label) -> _Way | None:
    text, end = label.text, label.end
    if found := _APART.match(text, end):
        return _Way(found, tight=False, plain=False)
    if found := _LATER.match(text, end):
        return _Way(found, tight=False)
    if found := _USE.match(text, end) or _IT_IS.match(text, end):
        return _Way(found, tight=False, plain=False)
    if found := _IN_BRACKETS.match(text, end):
        return _Way(found, tight=False)
    if found := _AFTER.match(text, end):
        near = labels.USER_BEFORE.search(label.before) is not None
        near = near and not labels.LISTED.search(label.before)
        if values.group_of(found) != "bare":
            return _Way(found, plain=near or not labels.ABOUT.search(label.before))
        value = values.bare_end(found["bare"])
        # As in a file of settings: 'auth_pass x'.
        alone = not label.before.strip() and (
            not label.name.isalpha()
            or text[end : end + 2].strip(" ") == "\t"
            or text[end : end + 2] == "  "
        )
        near = near or (alone and _DIRECTIVE.match(text, end) is not None)
        if value.isalnum() or _STRONG.match(value):
            return _Way(found, tight=False, plain=near)
        return None
    if found := _BELOW.match(text, end):
        between = set(text[end : found.start(values.group_of(found))])
        return _Way(found) if between & set(":\uff1a`") else None
    return None


def _judged(label: _Label, way: _Way) -> Iterator[Span]:
    """The value, if it is one."""
    group = values.group_of(way.found)
    start, value = way.found.start(group), way.found[group]
    bare = group == "bare"
    if bare:
        if marked := _MARKED.match(value):
            start, value = start + marked.start("value"), marked["value"]
        whole, value = value, values.bare_end(value)
        if is_code(whole, bare=True) or _is_read(label, start, value):
            return
    elif is_code(value, bare=False):
        return
    if " " in value.strip() or not values.is_value(value, tight=way.tight, code=way.code):
        return
    stop, is_plain = start + len(value), value.isalpha()
    if is_plain and not way.plain:
        return
    if bare and is_plain and not way.tight and not values.ENDS.match(label.text, stop):
        return
    if label.word or _machine_has(label, value, bare=bare):
        yield start, stop, label.kind


def _is_read(label: _Label, start: int, value: str) -> bool:
    """Whether code or YAML takes the value from elsewhere."""
    if label.goes_on and value.isalpha() and (label.before.strip() or not value.islower()):
        return True  # 'class PasswordHealthReport : IReport', 'var passwordHistory = index'
    if labels.TAG_OF_YAML.fullmatch(value) or is_code(value, bare=True):
        return True
    return _ALSO.match(label.text, start + len(value)) is not None


def _machine_has(label: _Label, value: str, *, bare: bool) -> bool:
    """Whether a machine's secret may look so, behind this label."""
    if value.isdecimal() or values.is_type(value):
        return False
    return label.loud or (label.whole and not (bare and len(value) < values.LEAST_KEY))


def _block(label: _Label, found: re.Match[str]) -> Iterator[Span]:
    """The lines of a block: each one value, or all one phrase."""
    if not (label.word or label.loud):
        return
    at = found.start("value")
    for line in found["value"].splitlines(keepends=True):
        value = line.strip()
        start = at + len(line) - len(line.lstrip())
        at += len(line)
        words = value.split()
        if values.is_value(value, tight=True) if len(words) == 1 else values.is_phrase(words):
            yield start, start + len(value), label.kind
        else:
            return
