"""Names and paths that are safe on every disk."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import UsageError
from luminair.journal.notes import paths
from luminair.journal.notes.paths import (
    MAX_NAME_BYTES,
    check_vault_path,
    file_name,
    free_name,
    is_conflict_copy,
    name_key,
    same_name,
    says_conflict,
)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Retry budget", "Retry budget.md"),
        ("Deploy: step 2 #urgent", "Deploy- step 2 #urgent.md"),
        ("../../x", "-..-x.md"),
        ("/etc/passwd", "-etc-passwd.md"),
        ("CON", "_CON.md"),
        ("con.txt", "_con.txt.md"),
        ("Console", "Console.md"),
        ("LPT1", "_LPT1.md"),
        (".hidden", "hidden.md"),
        ("ends with a dot.", "ends with a dot.md"),
        ("README.md", "README.md"),
        ("a\x00b\nc\td", "a b c d.md"),
        ('what? "really" <yes>|no*', "what really yes -no.md"),
        ("", "Untitled.md"),
        ("...", "Untitled.md"),
        (" \u200f ", "Untitled.md"),
        ("cafe\u0301", "caf\u00e9.md"),
        ("\ud800x", "\ufffdx.md"),
        ("x" * 300, "x" * 97 + ".md"),
    ],
)
def test_a_title_becomes_a_safe_name(title, name):
    assert file_name(title) == name


@given(st.text())
def test_every_title_gives_a_name_that_every_disk_takes(title):
    name = file_name(title)
    assert len(name.encode()) <= MAX_NAME_BYTES
    assert name.endswith(".md")
    assert unicodedata.is_normalized("NFC", name)
    assert not set(name) & set('/\\:*?"<>|')
    assert not any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name)
    assert name[0] not in ". "
    assert name[:-3] == name[:-3].rstrip(". ") != ""
    assert name.split(".")[0].casefold() not in {"con", "prn", "aux", "nul", "com1"}
    assert check_vault_path(name) == name
    assert file_name(name) == name


def test_a_name_is_cut_between_signs():
    assert file_name("👩‍🚒" * 20) == "👩‍🚒" * 8 + ".md"


@given(st.text(), st.integers(0, 120))
def test_a_taken_name_gets_a_number(title, count):
    names: set[str] = set()
    for _ in range(count):
        name = free_name(file_name(title), names.__contains__)
        assert name not in names
        assert len(name.encode()) <= MAX_NAME_BYTES
        names.add(name)


def test_numbers_stand_before_the_ending():
    assert free_name("Rule.md", {"Rule.md"}.__contains__) == "Rule 2.md"
    assert free_name("Rule.md", {"Rule.md", "Rule 2.md"}.__contains__) == "Rule 3.md"
    assert free_name("Folder", {"Folder"}.__contains__) == "Folder 2"


def test_names_compare_as_people_read_them():
    assert same_name("Café.md", "CAFE\u0301.md")
    assert same_name("Straße", "STRASSE")
    assert not same_name("Rule 2.md", "Rule.md")
    assert name_key("RULES.md") == "rules.md"


@pytest.mark.parametrize(
    ("path", "checked"),
    [
        ("Notes/x.md", "Notes/x.md"),
        ("Notes//./x.md", "Notes/x.md"),
        ("cafe\u0301/x.md", "caf\u00e9/x.md"),
        ("a..b/c...md", "a..b/c...md"),
    ],
)
def test_paths_in_the_vault(path, checked):
    assert check_vault_path(path) == checked


@pytest.mark.parametrize(
    "path",
    [
        "",
        " ",
        ".",
        "/",
        "/etc/passwd",
        "../x.md",
        "a/../../x.md",
        "a\\..\\x.md",
        "\\\\server\\x",
        "C:/x.md",
        "~/x.md",
        ".luminair/history/x.md",
        "a/.git/x.md",
        "a\0b",
        "a\nb",
        "\ud800",
    ],
)
def test_paths_that_lead_out_or_hide_are_refused(path):
    with pytest.raises(UsageError):
        check_vault_path(path)


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("Rule (conflicted copy).md", "Rule.md"),
        ("Rule (Ana's conflicted copy 2026-01-02).md", "Rule.md"),
        ("Rule (conflicted copy 2026-01-02 101010).md", "Rule.md"),
        ("Rule (Case Conflict).md", "Rule.md"),
        ("x.sync-conflict-1.md", "x.md"),
        ("x.sync-conflict-20260102-101010-ABCDEFG.md", "x.md"),
        ("a/b/x 2.md", "a/b/x.md"),
        ("x (1).md", "x.md"),
        ("x_conflict-20260102-101010.md", "x.md"),
        ("x-DESKTOP-AB12CD.md", "x.md"),
        ("x-Ana’s MacBook Pro.md", "x.md"),
        ("x.md", None),
        ("2.md", None),
        ("x 1.md", None),
        ("x 2026.md", None),
        ("Conflicted copy.md", None),
        ("well-known.md", None),
    ],
)
def test_copies_that_sync_services_make(name, original):
    assert is_conflict_copy(name) == original


PIECES = [
    "Rule", "x", " 2", " (1)", "-DESKTOP-AB12", "-Ana’s MacBook", " 99", ".conflict", ".md", ".MD",
    " (Case Conflict)", ".sync-conflict-1", "_conflict-2", " [conflicted]", "7",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=4).map("".join))
def test_what_a_glance_rules_out_is_no_copy(name):
    every = (*paths._NAMED_CONFLICTS, *paths._OTHER_COMPUTERS, *paths._NUMBERED)
    assert is_conflict_copy(name) == paths._original(name, every)


def test_some_names_say_that_they_are_copies():
    assert says_conflict("a/Rule (Ana's conflicted copy 2026-01-02).md")
    assert says_conflict("x.sync-conflict-1.md")
    assert not any(map(says_conflict, ("x 2.md", "x (1).md", "x-Ana’s MacBook Pro.md", "x.md")))
