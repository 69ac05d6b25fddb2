"""The machine and its parts have their own names on each system, and these stand in one place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import luminair
from luminair import machine

ROOT = Path(luminair.__file__).parent
MAC_WORDS = re.compile(r"\b[Tt]his Mac\b|\bKeychain\b|\bin Finder\b")
ASK_FIRST = {"machine.py", "exchange/git.py", "shell/preferences/journal_page.py"}
"""Where the words stand, and who says them only behind a question for the system."""


@pytest.mark.parametrize(
    ("apple", "words"),
    [
        (True, ("this Mac", "Keychain", "Finder")),
        (False, ("this computer", "keyring", "the file manager")),
    ],
)
def test_each_system_has_its_own_words(monkeypatch, apple, words) -> None:
    monkeypatch.setattr(machine, "APPLE", apple)
    assert (machine.here(), machine.keychain(), machine.file_manager()) == words


def test_nobody_else_says_the_words_of_a_mac() -> None:
    said = []
    for file in ROOT.rglob("*.py"):
        if file.relative_to(ROOT).as_posix() in ASK_FIRST:
            continue
        tree = ast.parse(file.read_text("utf-8"))
        documents = {
            id(each.body[0].value)
            for each in ast.walk(tree)
            if isinstance(each, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and each.body
            and isinstance(each.body[0], ast.Expr)
        }
        said += [
            f"{file.name}:{each.lineno} {each.value}"
            for each in ast.walk(tree)
            if isinstance(each, ast.Constant)
            and isinstance(each.value, str)
            and id(each) not in documents
            and MAC_WORDS.search(each.value)
        ]
    assert said == []
