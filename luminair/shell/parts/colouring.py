"""Code as coloured runs. Knows no Qt; Pygments is loaded when the first code comes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable


class Lexer(Protocol):
    """What this room asks of a Pygments lexer; Pygments ships no types."""

    def get_tokens(self, text: str) -> Iterable[tuple[object, str]]:
        """Kind and text of each piece."""
        ...


MOST_CHARACTERS = 100_000
"""Longer code is shown plain: colouring it takes longer than reading it."""

NAMES = {
    "py": "Python", "python": "Python", "js": "JavaScript", "javascript": "JavaScript",
    "ts": "TypeScript", "typescript": "TypeScript", "sh": "Shell", "bash": "Shell",
    "shell": "Shell", "zsh": "Shell", "json": "JSON", "yaml": "YAML", "yml": "YAML",
    "md": "Markdown", "markdown": "Markdown", "html": "HTML", "css": "CSS", "sql": "SQL",
    "rs": "Rust", "rust": "Rust", "go": "Go", "c": "C", "cpp": "C++", "c++": "C++",
    "swift": "Swift", "toml": "TOML", "diff": "Diff", "text": "Text", "txt": "Text",
    "console": "Console",
}  # fmt: skip
"""A fence's first word → the language as people write it."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of code in one colour.

    Attributes:
        text: the piece.
        role: colour role of the theme.
    """

    text: str
    role: str


def language_of(info: str) -> tuple[str, str]:
    """The language and the path that the words after a fence name, each may be ''."""
    word, _, rest = info.strip().partition(" ")
    path = rest.strip().strip('"').removeprefix("title=").strip('"')
    if not path and ("/" in word or "." in word):
        return "", word
    return NAMES.get(word.lower(), word), path


def runs(code: str, info: str) -> list[Run]:
    """The code in runs whose texts add up to it; one plain run for an unknown language."""
    word = info.strip().split(" ", 1)[0]
    if not word or len(code) > MOST_CHARACTERS:
        return [Run(code, "text")]
    lexer = _lexer(word.lower())
    if lexer is None:
        return [Run(code, "text")]
    found: list[Run] = []
    for kind, text in lexer.get_tokens(code):
        role = _role(kind)
        if found and found[-1].role == role:
            found[-1] = Run(found[-1].text + text, role)
        elif text:
            found.append(Run(text, role))
    whole = "".join(run.text for run in found)
    return found if whole == code else [Run(code, "text")]


def warm() -> None:
    """Loads what colours code, off the window's thread, before the first code is shown."""
    runs("pass", "python")


@lru_cache(maxsize=32)
def _lexer(word: str) -> Lexer | None:
    # 40 ms, and only for code.
    from pygments import lexers, util  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        found: Lexer = lexers.get_lexer_by_name(word, stripnl=False, ensurenl=False)
    except util.ClassNotFound:
        return None
    return found


def _role(kind: object) -> str:
    from pygments.token import Token  # type: ignore[import-untyped]  # noqa: PLC0415

    for parent, role in (
        (Token.Keyword.Constant, "krule"),
        (Token.Keyword, "krule"),
        (Token.Operator.Word, "krule"),
        (Token.Name.Function, "kask"),
        (Token.Name.Class, "kask"),
        (Token.Name.Decorator, "kask"),
        (Token.Name.Tag, "krule"),
        (Token.Name.Attribute, "kask"),
        (Token.Literal.String, "ok"),
        (Token.Literal.Number, "kdoc"),
        (Token.Comment, "text3"),
        (Token.Generic.Inserted, "ok"),
        (Token.Generic.Deleted, "danger"),
        (Token.Generic.Heading, "kask"),
        (Token.Generic.Subheading, "kask"),
        (Token.Generic.Output, "text2"),
    ):
        if kind in parent:
            return role
    return "text"
