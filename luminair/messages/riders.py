"""What of the Journal rode with a message, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from luminair.messages.reading import all_in, json_object, number_in, text_in


@dataclass(frozen=True, slots=True)
class Rider:
    """One note that rode with a message.

    Attributes:
        key: the note's id, else its path in the vault.
        title: its title then.
        kind: its kind, as in ``Kind``.
        scope: its scope, as in ``Scope``.
        why: why it rode, in words ('in scope', 'matches: manifest, 503').
    """

    key: str
    title: str
    kind: str
    scope: str
    why: str = ""

    def to_json(self) -> dict[str, object]:
        """The rider as a JSON object."""
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            "scope": self.scope,
            "why": self.why,
        }

    @classmethod
    def from_json(cls, value: object) -> Rider | None:
        """The rider, or None where the value names no note."""
        found = json_object(value)
        key = text_in(found, "key")
        if not key:
            return None
        return cls(
            key=key,
            title=text_in(found, "title"),
            kind=text_in(found, "kind"),
            scope=text_in(found, "scope"),
            why=text_in(found, "why"),
        )


@dataclass(frozen=True, slots=True)
class Riders:
    """What of the Journal rode with one message, as the Journal line shows it.

    Attributes:
        rules: standing rules, in the order they rode.
        pins: pinned notes.
        dead_ends: dead ends.
        asks: open asks.
        notes: notes that matched, best first.
        tokens: what all of it cost, in tokens of the lane's model.
        exact: whether a tokenizer counted them.
    """

    rules: tuple[Rider, ...] = ()
    pins: tuple[Rider, ...] = ()
    dead_ends: tuple[Rider, ...] = ()
    asks: tuple[Rider, ...] = ()
    notes: tuple[Rider, ...] = ()
    tokens: int = 0
    exact: bool = False

    @property
    def count(self) -> int:
        """How many notes rode."""
        return sum(
            len(group) for group in (self.rules, self.pins, self.dead_ends, self.asks, self.notes)
        )

    def to_json(self) -> dict[str, object]:
        """The riders as a JSON object."""
        return {
            "rules": [rider.to_json() for rider in self.rules],
            "pins": [rider.to_json() for rider in self.pins],
            "dead_ends": [rider.to_json() for rider in self.dead_ends],
            "asks": [rider.to_json() for rider in self.asks],
            "notes": [rider.to_json() for rider in self.notes],
            "tokens": self.tokens,
            "exact": self.exact,
        }

    @classmethod
    def from_json(cls, value: object) -> Riders | None:
        """The riders, or None where the value is no object."""
        if not isinstance(value, Mapping):
            return None
        found = json_object(value)
        return cls(
            rules=all_in(Rider.from_json, found.get("rules")),
            pins=all_in(Rider.from_json, found.get("pins")),
            dead_ends=all_in(Rider.from_json, found.get("dead_ends")),
            asks=all_in(Rider.from_json, found.get("asks")),
            notes=all_in(Rider.from_json, found.get("notes")),
            tokens=number_in(found, "tokens"),
            exact=found.get("exact") is True,
        )
