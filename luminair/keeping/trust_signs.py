"""Signs that a text gives orders to a model, from ``resources/trust/signs.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from luminair.config.paths import resources

_PIECE: Final = re.compile("⟦([a-z_]+)⟧")
_START: Final = "⟦start⟧"


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign.

    Attributes:
        pattern: finds it in the plain form of a text.
        rest: the pattern without the beginning of a sentence that it asks for, which may stand
            nearly anywhere and so takes long to look for; the pattern itself where it asks none.
        weight: from 0 to 1; 1 is enough by itself.
        words: what the text does then, to complete 'It …'.
    """

    pattern: re.Pattern[str]
    rest: re.Pattern[str]
    weight: float
    words: str

    def found_in(self, form: str) -> re.Match[str] | None:
        """Where the sign stands in a plain form, None where it does not."""
        return self.pattern.search(form) if self.rest.search(form) else None


@lru_cache(maxsize=1)
def signs() -> tuple[Sign, ...]:
    """All signs, in the order of the file; read once."""
    told = tomllib.loads((resources() / "trust" / "signs.toml").read_text(encoding="utf-8"))
    pieces = told["pieces"]

    def whole(pattern: str) -> re.Pattern[str]:
        text = _PIECE.sub(lambda piece: pieces[piece[1]], pattern)
        return re.compile(text, re.MULTILINE)

    return tuple(
        Sign(whole(pattern), whole(pattern.removeprefix(_START)), group["weight"], group["words"])
        for group in told["sign"]
        for pattern in group["patterns"]
    )
