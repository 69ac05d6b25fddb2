"""The word lists of ``resources/intents``: what a request is made of, in each language."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from luminair.config.paths import resources
from luminair.values import dataclass, field

LANGUAGES: Final = ("en", "de", "fr", "es", "pt", "it", "nl", "ru", "zh", "ja")


@dataclass(frozen=True, slots=True)
class Words:
    """One language.

    Attributes:
        common: words that tell it from the others.
        lists: words and phrases by what they are a sign of.
        first: each list by the first letter of its phrases, so that a beginning is soon looked up.
    """

    common: frozenset[str]
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    first: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def starts(self, text: str, name: str) -> str:
        """The longest phrase of a list that the text begins with, whole words; '' if none."""
        for phrase in self.first.get((name, text[:1]), ()):
            behind = text[len(phrase) : len(phrase) + 1]
            if text.startswith(phrase) and not (behind.isalnum() or behind == "_"):
                return phrase
        return ""

    def holds(self, text: str, name: str) -> str:
        """A phrase of a list that stands somewhere in the text, whole words; '' if none."""
        padded = f" {text} "
        for phrase in self.lists.get(name, ()):
            at = padded.find(phrase)
            while at > 0:
                end = at + len(phrase)
                if not padded[at - 1].isalnum() and not padded[end].isalnum():
                    return phrase
                at = padded.find(phrase, end)
        return ""

    def part(self, text: str, name: str) -> str:
        """A phrase that stands in the text, for scripts without spaces; '' if none."""
        return next((phrase for phrase in self.lists.get(name, ()) if phrase in text), "")


@lru_cache(maxsize=len(LANGUAGES))
def words_of(language: str) -> Words:
    """The lists of a language; empty ones where its file is missing."""
    try:
        lines = (resources() / "intents" / f"{language}.txt").read_text("utf-8").splitlines()
    except OSError:
        return Words(frozenset())
    lists: dict[str, list[str]] = {}
    section = ""
    for line in lines:
        text = line.strip()
        if text.startswith("[") and text.endswith("]"):
            section = text[1:-1]
        elif text and not text.startswith("#"):
            lists.setdefault(section, []).append(text.casefold())
    common = frozenset(lists.pop("common", ()))
    # The longest first: 'look into' before 'look'.
    ordered = {
        name: tuple(sorted(set(found), key=len, reverse=True)) for name, found in lists.items()
    }
    first: dict[tuple[str, str], list[str]] = {}
    for name, phrases in ordered.items():
        for phrase in phrases:
            first.setdefault((name, phrase[0]), []).append(phrase)
    return Words(common, ordered, {key: tuple(found) for key, found in first.items()})


def language_of(text: str) -> str:
    """The language that a text is most likely in: by script, else by its commonest words."""
    if not text.isascii():
        kana = sum("\u3040" <= mark <= "\u30ff" for mark in text)
        han = sum("\u4e00" <= mark <= "\u9fff" for mark in text)
        cyrillic = sum("\u0400" <= mark <= "\u04ff" for mark in text)
        if kana > 1:
            return "ja"
        if han > 1:
            return "zh"
        if cyrillic > 3:
            return "ru"
    found = text.casefold().replace("'", " ").replace("’", " ").split()
    spoken = [word.strip('.,:;!?()"') for word in found]
    joined = " ".join(spoken)
    whole = text[:200].casefold().replace("’", "'")
    best, most = "en", 1
    for language in ("en", "de", "fr", "es", "pt", "it", "nl"):
        words = words_of(language)
        count = 2 * sum(len(word) > 1 and word in words.common for word in spoken)
        begins = any(
            words.starts(form, name)
            for form in (joined, whole)
            for name in ("work", "errand", "request", "standing", "wish")
        )
        count += 3 * bool(words.holds(joined, "please"))
        count += 2 * begins + bool(words.holds(joined, "request"))
        if count > most:
            best, most = language, count
    return best
