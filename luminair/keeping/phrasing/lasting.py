"""Whether a request is a lasting wish about how to work, or a piece of work.

'Run the linter before each commit' may become a rule; 'add dark mode' asked three times is one
open ask asked three times: it ends when it is done. What tells them apart: 'always', 'never',
'before each …', a choice between two ways, something left out, and words of the work itself
(commit, tests, answers) speak for a wish; a verb that has an end (add, fix, rename), a thing of
the product, 'now', 'this', a question speak against it. The words are data
(``resources/paraphrase/lasting.txt``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from luminair.keeping.phrasing.lexicon import lexicon, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST: Final = 1.0
"""Score from which one phrasing is a lasting wish."""
MEAN: Final = 0.25
"""Mean score up to which wordings of one request speak of a piece of work."""
MOST: Final = 0.5
"""Score that at least one of them has."""

_SCORES: Final = {
    "lasting": 2.0, "manner": 1.0, "style": 1.0, "again": 0.5, "process": 0.75,
    "product": -1.5, "make": -1.5, "now": -1.0, "question": -2.0,
}  # fmt: skip
_AT_THE_HEAD: Final = frozenset({"make", "style"})
_LEADS: Final = re.compile(
    r"^(?:(?:please|pls|plz|next task|next up|bitte|"
    r"can you|could you|would you|will you|i want you to|i need you to|"
    r"you should|we should|we need to|let's|just|now|ok|okay|so|also|and|hey|hi|kindly|peux-tu|"
    r"puedes|kannst du)\b[\s,:]*)+",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def score(text: str) -> float:
    """How much a phrasing looks like a lasting wish; from :data:`LEAST` on it does."""
    words = words_of(text)
    groups: set[str] = set()
    at = 0
    while at < len(words):
        found = lexicon().lasting.longest(words, at)
        if found is None:
            at += 1
            continue
        taken, group = found
        if group not in _AT_THE_HEAD or _leads(text, words, at):
            groups.add(str(group))
        at += taken
    total = sum(_SCORES[group] for group in groups)
    # 'How does it work?' is a question; 'could you run the linter first?' is a wish.
    if text.rstrip().endswith("?") and "question" not in groups and not _LEADS.match(text):
        total -= 0.5
    return total


def _leads(text: str, words: list[str], at: int) -> bool:
    """Whether the verb of a piece of work stands where an order begins."""
    bare = words_of(_LEADS.sub("", text))
    return bool(bare) and len(words) - len(bare) == at


def is_lasting(texts: Iterable[str]) -> bool:
    """Whether a request that came back in these words is a lasting wish.

    What comes back in three sessions is one unless its words speak of a piece of work: people
    often leave the 'always' out when they say a thing for the third time.
    """
    scores = [score(text) for text in texts]
    return bool(scores) and max(scores) >= MOST and sum(scores) / len(scores) >= MEAN
