"""The hand-written texts of ``tests/replay`` as values, each in one of two splits."""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).resolve().parents[2] / "replay"
Split = Literal["dev", "held"]
SPLITS: tuple[Split, Split] = ("dev", "held")
BREAK = " ⏎ "


@dataclass(frozen=True)
class Intent:
    """One thing that people want, in many words.

    ``opposites`` are asks too, of something else; ``near`` has its words and asks for nothing.
    """

    key: str
    kind: Literal["wish", "work"]
    rule: str
    held: bool
    phrasings: tuple[str, ...]
    opposites: tuple[str, ...]
    near: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One piece of work: how it is asked, how it ends, and how it stays open."""

    ask: str
    done: str
    left: str
    by: Literal["person", "assistant"]


@dataclass(frozen=True)
class Said:
    """One saying of a session, with what the other side said just before it where that matters."""

    text: str
    role: Literal["person", "assistant"]
    before: str


@dataclass(frozen=True)
class Prompt:
    """A person's text and what a careful reader would keep of it.

    For each ask to be kept, ``asks`` holds words that its kept text must contain (none: any text
    will do). No kept title may hold a word of ``without``. ``label`` names where it comes from.
    """

    text: str
    label: str
    asks: tuple[tuple[str, ...], ...] = ()
    without: tuple[str, ...] = ()


_KANA = re.compile("[\u3040-\u30ff]")
_LETTERS = re.compile(r"[^\W\d_]+")


def _known(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TELLING = {
    "de": _known(
        "bitte der das und nicht ich ist ein eine auf zu mit immer kein keine mir im lass danke ja"
        " nein wie zeig dir vielen vom finger dem deutsch wir nochmal andere weiter gern geschehen"
        " alles klar genau passt läuft wieder grün verstanden notiert servus gut"
    ),
    "fr": _known(
        "le la les des est pas une du toujours sans je il merci écris oui accord ça moi ce un ne"
        " au et l bonjour avec plaisir entendu noté suite"
    ),
    "es": _known(
        "el los las que una en siempre por gracias hola vale con del otro está usa añade para"
        " sigue perfecto muchas nada escribe antes de entendido anotado queda"
    ),
}


@cache
def language(text: str) -> str:
    """A guess at the language of a text: ja, de, fr, es, else en. Good enough to answer in kind."""
    if _KANA.search(text):
        return "ja"
    words = _LETTERS.findall(text.casefold())
    counts = {name: sum(word in known for word in words) for name, known in _TELLING.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= max(1, 0.25 * len(words)) else "en"


def split_of(text: str) -> Split:
    """The split of a text: stable, by its content alone, about half and half."""
    plain = unicodedata.normalize("NFC", text).encode("utf-8")
    return SPLITS[hashlib.sha256(plain).digest()[0] & 1]


def of_split(texts: Iterable[str], split: Split) -> list[str]:
    """Those texts that belong to the split, in their order."""
    return [text for text in texts if split_of(text) == split]


def lines(block: str) -> tuple[str, ...]:
    """The texts of a block: one a line, with the marks of line breaks inside a text resolved."""
    return tuple(line.replace(BREAK, "\n") for line in block.splitlines() if line.strip())


@cache
def read(name: str) -> dict[str, Any]:
    """One data file."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def intents() -> tuple[Intent, ...]:
    """All intents; those that are ``held`` as a whole never appear in the split ``dev``."""
    return tuple(
        Intent(
            key=key,
            kind=table["kind"],
            rule=table.get("rule", ""),
            held=table.get("held", False),
            phrasings=lines(table["phrasings"]),
            opposites=lines(table["opposites"]),
            near=lines(table["near"]),
        )
        for name in ("wishes_code", "wishes_people", "work")
        for key, table in read(name).items()
    )


def cut(intent: Intent, split: Split) -> Intent | None:
    """What the split may see of an intent; None where it may see nothing."""
    if intent.held:
        return intent if split == "held" else None
    return Intent(
        intent.key,
        intent.kind,
        intent.rule,
        held=False,
        phrasings=tuple(of_split(intent.phrasings, split)),
        opposites=tuple(of_split(intent.opposites, split)),
        near=tuple(of_split(intent.near, split)),
    )


def intents_of(split: Split) -> list[Intent]:
    """The intents as the split sees them."""
    return [seen for intent in intents() if (seen := cut(intent, split)) is not None]


def distractors(split: Split) -> dict[str, list[str]]:
    """Texts that ask for nothing lasting, by class."""
    return {key: of_split(lines(block), split) for key, block in read("distractors").items()}


def items(split: Split) -> list[Item]:
    """Pieces of work with their ends."""
    rows = [
        Item(row["ask"], row["done"], row["left"], row.get("by", "assistant"))
        for row in read("items")["item"]
    ]
    return [row for row in rows if split_of(row.ask) == split]


def sayings(kind: str, split: Split) -> list[Said]:
    """Sayings of one kind: decision, not_decision, dead_end, not_dead_end."""
    table = read("dead_ends" if kind.endswith("dead_end") else "decisions")[kind]
    rows = [Said(row["text"], row.get("role", "person"), row.get("before", "")) for row in table]
    return [row for row in rows if split_of(row.text) == split]


def replies() -> dict[str, tuple[str, ...]]:
    """What assistants say between, by the class of what they answer; ``talk`` fits anywhere."""
    return {key: lines(block) for key, block in read("replies").items()}


def long_prompts(split: Split) -> list[Prompt]:
    """Prompts with pasted matter."""
    rows = [
        Prompt(
            row["text"].strip("\n"),
            "long",
            tuple(tuple(words) for words in row["asks"]),
            tuple(row.get("without", ())),
        )
        for row in read("long")["prompt"]
    ]
    return [row for row in rows if split_of(row.text) == split]


def twins() -> list[tuple[str, str]]:
    """Pairs that differ by little and must never be merged."""
    pairs = []
    for line in lines(read("twins")["pairs"]):
        first, _, second = line.partition(" ≠ ")
        pairs.append((first, second))
    return pairs


def planted(split: Split) -> dict[str, list[str]]:
    """Orders hidden in what a model reads, by where they stand."""
    return {key: of_split(lines(block), split) for key, block in read("planted").items()}


def prompt_pool(split: Split) -> list[Prompt]:
    """Each text of a person once: the asks, and what is none."""
    pool = []
    for intent in intents_of(split):
        pool += [Prompt(text, f"{intent.kind} {intent.key}", ((),)) for text in intent.phrasings]
        pool += [Prompt(text, f"opposite of {intent.key}", ((),)) for text in intent.opposites]
        pool += [Prompt(text, f"near {intent.key}") for text in intent.near]
    pool += [Prompt(item.ask, "item", ((),)) for item in items(split)]
    for name, texts in distractors(split).items():
        pool += [Prompt(text, name) for text in texts]
    return pool + long_prompts(split)
