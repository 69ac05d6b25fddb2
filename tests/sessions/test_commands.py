from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.sessions.commands import COMMANDS, Group, Run, Unknown, matching, parse


def test_the_table_holds_exactly_what_works_now() -> None:
    assert [command.name for command in COMMANDS] == [
        "context",
        "why",
        "remember",
        "rule",
        "deadend",
        "pin",
        "journal",
        "distill",
        "export",
        "help",
    ]


def test_rows_of_a_group_stand_together_in_the_menus_order() -> None:
    groups = [command.group for command in COMMANDS]
    assert list(dict.fromkeys(groups)) == list(Group)
    assert groups == sorted(groups, key=list(Group).index)


def test_words_of_the_menu() -> None:
    named = {command.name: command for command in COMMANDS}
    assert named["pin"].sentence == "Keep one note riding"
    assert named["context"].keys == "Ctrl+Alt+B"
    assert named["journal"].keys == "Ctrl+Shift+B"
    assert all(not command.sentence.endswith(".") for command in COMMANDS)


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("//context", "context", ""),
        ("//context  ", "context", ""),
        ("//CONTEXT", "context", ""),
        ("//remember buy milk", "remember", "buy milk"),
        ("//remember\nline one\n\nline two\n", "remember", "line one\n\nline two"),
        ("//deadend\tPUT // twice", "deadend", "PUT // twice"),
        ("//pin 20260825T2009-ab12", "pin", "20260825T2009-ab12"),
        ("//j", "journal", ""),
        ("//rem 日本語", "remember", "日本語"),
    ],
)
def test_a_command_with_its_argument(text: str, name: str, argument: str) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Run)
    assert (parsed.command.name, parsed.argument) == (name, argument)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "/context",
        " //context",
        "see //context",
        "// a comment in code",
        "//\tcontext",
        "//\ncontext",
        "///",
        "//////////",
        "//TODO: fix this",
        "//server/share",
        "//example.com/path",
        "//*",
    ],
)
def test_plain_text_is_no_command(text: str) -> None:
    assert parse(text) is None
    assert parse("https://example.com") is None


def test_an_unknown_command_is_named() -> None:
    assert parse("//foo bar") == Unknown("foo", "There is no //foo. // lists the commands.")
    assert parse("//contxt") == Unknown("contxt", "There is no //contxt. Did you mean //context?")
    assert parse("//") == Unknown("", "Type a command after //")


def test_the_start_of_two_commands_is_not_guessed() -> None:
    remember = next(each for each in COMMANDS if each.name == "remember")
    twins = (remember, remember.__class__("rerun", "", "x", Group.OTHER, "ph.info"))
    parsed = parse("//re", twins)
    assert parsed == Unknown("re", "//re could be //remember or //rerun")


def test_a_whole_name_wins_over_longer_ones() -> None:
    longer = COMMANDS[3].__class__("pinned", "", "x", Group.OTHER, "ph.info")
    parsed = parse("//pin x", (*COMMANDS, longer))
    assert isinstance(parsed, Run)
    assert parsed.command.name == "pin"


def test_what_needs_an_argument_says_so() -> None:
    parsed = parse("//remember")
    assert isinstance(parsed, Run)
    assert parsed.missing == "Write what to keep after //remember."
    other = parse("//remember x")
    assert isinstance(other, Run)
    assert other.missing == ""


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("//", "context why remember rule deadend pin journal distill export help"),
        ("//e", "context remember rule deadend export help"),
        ("//END", "deadend"),
        ("//jour", "journal"),
        ("//foo", ""),
        ("//remember something", "remember"),
        ("//foo something", ""),
        ("hello", ""),
        ("// comment", ""),
    ],
)
def test_the_menu_filters_by_any_part_of_the_name(typed: str, names: str) -> None:
    assert " ".join(command.name for command in matching(typed)) == names


@given(st.text(max_size=30), st.text(max_size=10))
def test_any_text_is_read(text: str, start: str) -> None:
    for tried in (text, "//" + text, "//" + start + " " + text):
        parsed = parse(tried)
        assert parsed is None or tried.startswith("//")
        matching(tried)
