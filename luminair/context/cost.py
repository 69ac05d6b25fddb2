"""What a text costs a model, and how sure that is.

Exact only where a tokenizer of the model is at hand. Elsewhere the rule of thumb of four bytes
of UTF-8 a token, rounded up: about right for English and code, high for most other scripts,
so that a budget errs on the safe side. Such numbers are shown with '≈'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from luminair.plurals import counted

BYTES_PER_TOKEN = 4

Tokenizer: TypeAlias = Callable[[str], int]
"""Counts the tokens of a text, exactly as one model's server will."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number of tokens.

    Attributes:
        tokens: how many.
        exact: whether the model's own tokenizer counted them.
    """

    tokens: int
    exact: bool


def size(text: str) -> int:
    """Bytes of UTF-8; a lone surrogate counts as the three bytes of what replaces it."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        return len(text.encode("utf-8", "surrogatepass"))


def tokens(text: str, model: str, tokenizers: Mapping[str, Tokenizer] | None = None) -> Count:
    """What ``text`` costs on ``model``.

    Args:
        text: the exact text that will be sent.
        model: the model's name.
        tokenizers: those at hand, by model.
    """
    tokenizer = (tokenizers or {}).get(model)
    if tokenizer is not None:
        return Count(tokenizer(text), exact=True)
    return Count(-(-size(text) // BYTES_PER_TOKEN), exact=not text)


def shown(count: int, exact: bool) -> str:
    """A count as people read it: '1,348', or '≈1,348' where it is a rule of thumb."""
    return f"{'' if exact else '≈'}{count:,}"


def in_tokens(count: int, exact: bool) -> str:
    """'1,348 tokens', '≈1 token'."""
    return f"{'' if exact else '≈'}{counted(count, 'token')}"
