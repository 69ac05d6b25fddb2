"""The tools for models, the same six everywhere, as data (spec 7.2).

Short on purpose: what stands here rides with every request.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

QUERY_CHARS = 2000
LIMIT_MOST = 30
BODY_CHARS = 8000
LIMIT_USUAL = 10


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool.

    Attributes:
        name: as the model writes it.
        type: its JSON type.
        sentence: what it means.
        needed: whether a call must have it.
        choices: the words it takes; () for any.
        least: the smallest number.
        most: the largest number, or the longest text in characters; 0 for no limit.
    """

    name: str
    type: Literal["string", "integer", "boolean"]
    sentence: str
    needed: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def schema(self) -> dict[str, object]:
        """The argument as JSON Schema."""
        told: dict[str, object] = {"type": self.type, "description": self.sentence}
        if self.choices:
            told["enum"] = list(self.choices)
        if self.type == "integer":
            told["minimum"] = self.least
        if self.most:
            told["maximum" if self.type == "integer" else "maxLength"] = self.most
        return told


@dataclass(frozen=True, slots=True)
class Definition:
    """One tool.

    Attributes:
        name: as the model calls it.
        sentence: what it does and when to call it.
        arguments: in the order in which they are shown.
        reads_only: whether it changes nothing, so that a host need not ask its owner.
    """

    name: str
    sentence: str
    arguments: tuple[Argument, ...]
    reads_only: bool

    @property
    def input_schema(self) -> dict[str, object]:
        """Its arguments as JSON Schema."""
        return {
            "type": "object",
            "properties": {each.name: each.schema for each in self.arguments},
            "required": [each.name for each in self.arguments if each.needed],
            "additionalProperties": False,
        }

    @property
    def text(self) -> str:
        """The definition as JSON in no provider's own form; the same bytes every time."""
        told = {
            "name": self.name,
            "description": self.sentence,
            "input_schema": self.input_schema,
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call came to.

    Attributes:
        text: for the model, and for people who unfold the tool's line.
        failed: whether it came to nothing; ``text`` is one sentence that says why then.
    """

    text: str
    failed: bool = False


_SCOPE = Argument(
    "scope",
    "string",
    "Who should see it: this session (usual), every session in this project folder, or all.",
    choices=("session", "folder", "global"),
)

DEFINITIONS = (
    Definition(
        "journal_search",
        "Search the owner's Journal: decisions, dead ends, open asks, facts and rules from "
        "earlier sessions. Search before you ask the owner something they may have said before, "
        "before you try an approach that may have failed, and before you file a note. It matches "
        "words: exact names, paths, ids and error texts work best.",
        (
            Argument("query", "string", "What to look for.", needed=True, most=QUERY_CHARS),
            Argument(
                "limit",
                "integer",
                f"How many notes at most ({LIMIT_USUAL}).",
                least=1,
                most=LIMIT_MOST,
            ),
            Argument("archived", "boolean", "Look among archived notes too."),
        ),
        reads_only=True,
    ),
    Definition(
        "journal_read",
        "Read one note of the owner's Journal whole, by the id or path that a digest or "
        "journal_search named.",
        (
            Argument("id", "string", "The note's id or path.", needed=True, most=1000),
            Argument(
                "offset", "integer", "Where to go on in a long note, as the last answer said."
            ),
        ),
        reads_only=True,
    ),
    Definition(
        "journal_remember",
        "File a note in the owner's Journal: a decision that will matter later, or a fact that "
        "took effort to find. One subject a note; no keys or passwords.",
        (
            Argument("title", "string", "What was decided or found.", needed=True, most=120),
            Argument(
                "body",
                "string",
                "Why, and the files, commands or numbers.",
                needed=True,
                most=BODY_CHARS,
            ),
            _SCOPE,
        ),
        reads_only=False,
    ),
    Definition(
        "journal_dead_end",
        "Record an approach that was shown not to work, so that no session tries it again.",
        (
            Argument("title", "string", "What was tried.", needed=True, most=120),
            Argument(
                "reason",
                "string",
                "What happened, with the exact error or figure, and the cause.",
                needed=True,
                most=BODY_CHARS,
            ),
            _SCOPE,
        ),
        reads_only=False,
    ),
    Definition(
        "journal_close_ask",
        "Close an open ask that you have seen finished, or that the owner has dropped.",
        (
            Argument("id", "string", "The ask's id.", needed=True, most=1000),
            Argument("outcome", "string", "What came of it, in one line.", needed=True, most=300),
        ),
        reads_only=False,
    ),
    Definition(
        "journal_propose_rule",
        "Propose a standing rule when the owner states a lasting wish about how work is done. It "
        "waits for the owner's yes.",
        (
            Argument("rule", "string", "The rule, in one line.", needed=True, most=300),
            Argument(
                "reason", "string", "What the owner said, in their words.", needed=True, most=1000
            ),
            _SCOPE,
        ),
        reads_only=False,
    ),
)


def offered() -> tuple[Definition, ...]:
    """The tools that a model is told of."""
    return DEFINITIONS
