"""``luminair-journal help``: commands and words, from the tables that the app goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.cli.commands import COMMANDS
from luminair.config.concepts import concepts
from luminair.config.paths import AGENT_MARKS, AGENT_PREFIXES
from luminair.config.providers import PROVIDERS

if TYPE_CHECKING:
    from tests.cli.conftest import Terminal


def test_help_lists_every_command_and_every_word(run: Terminal) -> None:
    shown = run("help")
    assert shown.code == 0
    for name in COMMANDS:
        assert f"  {name} " in shown.out
    for concept in concepts():
        assert concept.title in shown.out


def test_help_explains_a_word_or_a_command_or_both(run: Terminal) -> None:
    scope = run("help", "SCOPE").out
    assert scope.startswith("Scope: Where a note rides")
    assert run("help", "pin").out.startswith(run("pin", "--help").out)
    assert "Pin: Keeps one note riding" in run("help", "pin").out
    assert run("help", "doctor").out == run("doctor", "--help").out


def test_help_is_plain_text(run: Terminal) -> None:
    for concept in concepts():
        told = run("help", concept.title).out
        assert "`" not in told, concept.title
        assert "**" not in told
    assert "\n- rule: always holds." in run("help", "kind").out
    assert "\n    kind: rule\n    scope: folder\n" in run("help", "note").out


def test_help_names_what_holds_unless_an_option_is_given(run: Terminal) -> None:
    told = run("add", "--help").out
    assert "a dead end (default: note)." in told
    assert "else global)." in told
    assert "(default: journal-only)" in run("context", "--help").out
    assert "ID is a note's id, its path in the Journal, or its title." in run("pin", "--help").out


def test_help_as_json(run: Terminal) -> None:
    assert [each["word"] for each in run.json("help")] == [each.title for each in concepts()]
    (one,) = run.json("help", "dead end")
    assert set(one) == {"word", "sentence", "text"}


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (["environment", "variables"], "Environment variables"),
        (["environment", "variable"], "Environment variables"),
        (["journal", "only"], "Journal only"),
        (["Lanes"], "Lane"),
        (["digest.cap"], "digest.cap"),
    ],
)
def test_help_takes_several_words_and_knows_settings(run: Terminal, words, title) -> None:
    assert [each["word"] for each in run.json("help", *words)] == [title]
    assert run("help", *words).out.startswith(f"{title}: ")


def test_every_variable_that_is_read_is_told(run: Terminal) -> None:
    told = run("help", "environment variables").out
    for name in (*AGENT_MARKS, *AGENT_PREFIXES, *(v for p in PROVIDERS for v in p.variables)):
        assert name in told or name == "LUMINAIR_LANE"


def test_a_word_that_names_nothing_is_looked_for_in_all_texts(run: Terminal) -> None:
    assert "Dead end" in [each["word"] for each in run.json("help", "//deadend")]
    done = run("help", "masks", "keys")
    assert done.code == 0
    assert done.out.startswith("Help speaks of “masks keys” under:\n\n  Ask")


def test_help_on_what_there_is_none_is_one_sentence(run: Terminal) -> None:
    done = run("help", "nonsense")
    assert done.code == 2
    assert "There is no help on 'nonsense'" in done.sentence
