"""The same words once more, as people repeat themselves: another case, a slip, a 'please'."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

_LEADS = ("please ", "again: ", "as I said: ", "hey, ", "ok, ", "pls ")
_TAILS = (" please", ", thanks", " ok?", ", as always", "!", " thx")


def _slip(text: str, rng: random.Random) -> str:
    """Swaps two inner letters of one long plain word; never touches numbers or code."""
    words = text.split(" ")
    long = [
        at
        for at, word in enumerate(words)
        if len(word) > 6 and word.isascii() and word.isalpha() and word.islower()
    ]
    if not long:
        return text
    at = rng.choice(long)
    word = words[at]
    cut = rng.randrange(2, len(word) - 2)
    words[at] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
    return " ".join(words)


def respelled(text: str, rng: random.Random) -> str:
    """The text with one to two light changes that keep its meaning; at times word for word."""
    for _ in range(rng.randint(0, 2)):
        way = rng.randrange(6)
        if way == 0:
            text = text[:1].lower() + text[1:]
        elif way == 1:
            text = text[:1].upper() + text[1:]
        elif way == 2 and text.isascii() and not text.startswith(_LEADS):
            text = rng.choice(_LEADS) + text
        elif way == 3 and text.isascii() and text[-1:].isalnum():
            text += rng.choice(_TAILS)
        elif way == 4:
            text = text.rstrip(".!")
        else:
            text = _slip(text, rng)
    return text
