"""The door to a note's header: read it, edit it byte for byte, hold it against strict YAML."""

from __future__ import annotations

from luminair.journal.notes.document import MAX_BYTES, Document, Form, Verdict, read
from luminair.journal.notes.editing import edit
from luminair.journal.notes.strict import check_strict
from luminair.journal.notes.values import KNOWN_KEYS, Change, Value

__all__ = [
    "KNOWN_KEYS",
    "MAX_BYTES",
    "Change",
    "Document",
    "Form",
    "Value",
    "Verdict",
    "check_strict",
    "edit",
    "read",
]
