from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.cli import commands
from luminair.cli.arguments import parse
from luminair.cli.commands import COMMANDS, COMMON
from luminair.errors import UsageError
from luminair.journal import Kind, Scope, State, Status


def call(*words: str):
    return parse(words, COMMANDS, COMMON)


def test_the_words_are_those_of_the_journal() -> None:
    assert tuple(Kind) == commands.KINDS
    assert tuple(Scope) == commands.SCOPES
    assert tuple(Status) == commands.STATUSES
    assert (*State, "all") == commands.STATES


@pytest.mark.parametrize(
    "words",
    [
        ("--vault", "V", "--json", "show", "ID"),
        ("show", "ID", "--vault", "V", "--json"),
        ("show", "--json", "--vault=V", "ID"),
    ],
)
def test_common_options_stand_before_or_after(words: tuple[str, ...]) -> None:
    found = call(*words)
    assert found.command is COMMANDS["show"]
    assert found.arguments == ("ID",)
    assert found.text("--vault") == "V"
    assert found.has("--json")


def test_after_two_dashes_everything_is_text() -> None:
    assert call("search", "--", "--json", "-rf").arguments == ("--json", "-rf")


def test_a_value_may_begin_with_a_dash() -> None:
    assert call("digest", "--prompt", "-rf what").text("--prompt") == "-rf what"
    assert call("digest", "--prompt", "-").text("--prompt") == "-"
    assert call("add", "--title=--json").text("--title") == "--json"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "x", "--as", "nope"), "--as takes no 'nope'; choose "),
        (("list", "--kind", "nope"), "There is no kind 'nope'"),
    ],
)
def test_a_value_that_is_none_is_said_in_the_options_own_words(
    words: tuple[str, ...], said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        parse(words, COMMANDS, COMMON)
    assert str(caught.value).startswith(said)


def test_choices_are_case_blind() -> None:
    assert call("add", "--kind", "RULE").text("--kind") == "rule"


@pytest.mark.parametrize("word", ["dead end", "Dead-End", "deadend", "ruledout"])
def test_a_dead_end_is_named_as_lists_show_it(word: str) -> None:
    assert call("list", "--kind", word).text("--kind") == "ruledout"


def test_ride_takes_several_folders_and_its_words_stand_alone() -> None:
    assert call("init", "P", "--ride", "A", "B").all("--ride") == ("A", "B")
    found = call("init", "--ride", "all", "P")
    assert (found.all("--ride"), found.arguments) == (("all",), ("P",))


def test_restore_has_a_version_of_its_own() -> None:
    assert call("restore", "ID", "--version", "ab12").text("--version") == "ab12"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serch", "x"), "did you mean search?"),
        (("list", "--knd", "x"), "did you mean --kind?"),
        (("--kind", "x", "list"), "goes after the command"),
        (("add", "--kind", "rul"), "did you mean rule?"),
        (("add", "--title"), "--title needs a value"),
        (("add", "--title", "--pinned"), "--title needs a value"),
        (("add", "--title", "a", "--title", "b"), "given twice"),
        (("list", "--json=yes"), "takes no value"),
        (("show",), "needs ID"),
        (("show", "a", "b"), "one too many"),
        (("list", "--vault", "a\0b"), "NUL"),
        (("-x",), "no option -x"),
    ],
)
def test_mistakes_are_named(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        call(*words)
    assert said in str(caught.value)


@given(st.lists(st.text() | st.sampled_from([*COMMANDS, "--json", "--title", "--", "-"])))
def test_any_words_are_understood_or_refused(words: list[str]) -> None:
    try:
        found = call(*words)
    except UsageError:
        return
    for argument in found.arguments:
        assert found.command is not None
        if not found.command.paths:
            assert argument.encode("utf-8", "replace").decode() == argument


def test_bytes_that_are_no_text_become_text_and_paths_keep_them() -> None:
    word = b"caf\xc3\xa9 \xff".decode("utf-8", "surrogateescape")
    assert call("search", word).arguments == ("café \ufffd",)
    assert call("list", "--cwd", word).text("--cwd") == word
