"""Help says what the app can do, all of it, and nothing else."""

from __future__ import annotations

import re

import pytest

from luminair.cli.commands import COMMANDS as TERMINAL
from luminair.config.settings import SETTINGS
from luminair.sessions.commands import COMMANDS as SLASH
from luminair.shell import keys
from luminair.shell.actions import COMMANDS, JOURNAL_COMMANDS
from luminair.shell.keys import label
from luminair.shell.topics import Group, composer_text, found, topics

EVERY = topics(apple=True)


def _titles(group: Group) -> list[str]:
    return [each.title for each in EVERY if each.group is group]


def test_help_has_every_command_setting_and_key() -> None:
    assert _titles(Group.SLASH) == [f"//{each.name}" for each in SLASH]
    assert _titles(Group.SETTINGS) == [each.name for each in SETTINGS]
    assert _titles(Group.TERMINAL) == list(TERMINAL)
    for group, table in ((Group.MAIN, COMMANDS), (Group.JOURNAL, JOURNAL_COMMANDS)):
        asides = {each.aside for each in EVERY if each.group is group}
        missing = {label(each.keys[0], apple=True) for each in table if each.keys} - asides
        assert missing <= {"⌘Z", "⌘⇧Z", "⌘X", "⌘C", "⌘V", "⌘A", "⌘Q", "⌘,", "⌘M"}


def test_keys_of_topics_are_their_own() -> None:
    assert len({each.key for each in EVERY}) == len(EVERY)


def test_what_the_concepts_name_is_there() -> None:
    both = (*COMMANDS, *JOURNAL_COMMANDS)
    pressed = {label(each.keys[0], apple=True) for each in both if each.keys}
    prose = "\n".join(
        f"{each.sentence} {each.text}" for each in EVERY if each.group is Group.CONCEPTS
    )
    named = re.findall(r"[⌘⌃⌥⇧]+\w", prose)
    assert named
    assert set(named) <= pressed
    slashes = re.findall(r"//([a-z]+)", prose)
    assert slashes
    assert set(slashes) <= {each.name for each in SLASH}
    commands = re.findall(r"luminair-journal ([a-z]+)", prose)
    assert commands
    assert set(commands) <= set(TERMINAL)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("journal", "Journal"),
        ("//pin", "Pin"),
        ("command shift b", "Open Journal"),
        ("⌘K", "Go to"),
        ("digest.cap", "digest.cap"),
        ("doctor", "doctor"),
    ],
)
def test_a_search_finds_what_is_called_so_first(words: str, first: str) -> None:
    assert found(EVERY, words)[0].title == first


def test_a_search_wants_all_of_its_words() -> None:
    assert found(EVERY, "never tries again xylophone") == []
    assert {"Dead end"} <= {each.title for each in found(EVERY, "tried again")}
    assert found(EVERY, "") == list(EVERY)


def test_elsewhere_than_on_a_mac_no_mark_of_a_macs_keyboard_is_left() -> None:
    every = topics(apple=False)
    assert len(every) == len(EVERY)
    said = "\n".join(f"{each.title} {each.aside} {each.sentence} {each.text}" for each in every)
    assert not re.findall("[⌘⌃⌥⇧]", said)
    assert "Ctrl+Shift+B opens it" in said
    assert found(every, "ctrl shift b")[0].title == "Open Journal"


def test_the_composer_shows_commands_and_keys(monkeypatch) -> None:
    monkeypatch.setattr(keys, "APPLE", True)
    text = composer_text()
    assert "| `//context` | See what the next message carries |" in text
    assert "| ⌘⇧B | Open Journal |" in text
    assert "⌘Q" not in text
