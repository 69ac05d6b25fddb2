"""A header held against strict YAML, as other programs will read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from luminair.journal.notes.document import Document, Form, Verdict
from luminair.patterns import late_pattern

if TYPE_CHECKING:
    import yaml

    from luminair.journal.notes.values import Value

_TAB_BEHIND_COLON: Final = late_pattern(r"^([^\s#\"'][^:\n]*:)[ \t]*\t[ \t]*", re.MULTILINE)

MAX_NODES: Final = 10_000
"""Nodes that aliases may unfold to; more is a trap, not a note."""


class _TooMany(ValueError):
    """Aliases unfold without end."""


def check_strict(document: Document) -> str:
    """Why strict YAML refuses the header or misreads it; '' where it agrees with a person."""
    if document.verdict is not Verdict.READ or document.form is Form.TOML:
        return ""
    # PyYAML costs more than the whole read path and only this question needs it.
    import yaml  # noqa: PLC0415

    lines = document.header.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    # A tab may stand behind a colon in YAML; PyYAML alone refuses it.
    text = _TAB_BEHIND_COLON.sub(r"\1 ", "\n".join(lines[1:-1]) + "\n")
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
        seen = _plain(node, _Budget()) if node is not None else {}
    except _TooMany:
        return "unfolds to more than a note can hold"
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        problem = getattr(error, "problem", None) or "it cannot be read"
        return f"is refused by strict YAML: {problem}"
    for entry in document.entries:
        theirs = seen.get(entry.key, _MISSING) if isinstance(seen, dict) else _MISSING
        if theirs is _MISSING:
            return f"is misread by strict YAML: it does not see the key {entry.key}"
        if document.entry(entry.key) is entry and not _agree(entry.value, theirs):
            return f"is misread by strict YAML: {entry.key} is not what a person reads"
    return document.flag


class _Budget:
    """How many nodes may still be unfolded."""

    def __init__(self) -> None:
        self.left = MAX_NODES

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _TooMany


_MISSING: Final = object()


def _plain(node: yaml.Node, budget: _Budget) -> object:
    """A node as strings, lists and maps; merge keys are followed as YAML does."""
    import yaml  # noqa: PLC0415  (see check_strict)

    budget.spend()
    if isinstance(node, yaml.MappingNode):
        pairs: dict[str, object] = {}
        merged: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = str(_plain(key_node, budget))
            value = _plain(value_node, budget)
            if key == "<<" and isinstance(value, dict):
                merged.update(value)
            else:
                pairs[key] = value
        return {**merged, **pairs}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, budget) for item in node.value]
    return str(node.value)


def _agree(ours: Value, theirs: object) -> bool:
    if ours is None:
        return theirs in {"", "null"} if isinstance(theirs, str) else False
    if isinstance(ours, str):
        return isinstance(theirs, str) and ours.removesuffix("\n") == theirs.removesuffix("\n")
    if isinstance(ours, tuple):
        return (
            isinstance(theirs, list)
            and len(ours) == len(theirs)
            and all(_agree(mine, their) for mine, their in zip(ours, theirs, strict=True))
        )
    return (
        isinstance(theirs, dict)
        and ours.keys() == theirs.keys()
        and all(_agree(value, theirs[key]) for key, value in ours.items())
    )
