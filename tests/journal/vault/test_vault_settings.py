from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import Refused, VaultMissing
from luminair.journal.vault.vault_settings import (
    VaultSettings,
    change_settings,
    may_ride,
    read_settings,
)


def rides(path: str, has_id: bool, **values: object) -> bool:
    settings = VaultSettings(**values)  # type: ignore[arg-type]
    return may_ride(path, has_luminair_id=has_id, settings=settings)


def test_without_an_answer_only_our_own_notes_ride(vault):
    settings = read_settings(vault)
    assert settings == VaultSettings()
    assert may_ride("Notes/a.md", has_luminair_id=True, settings=settings)
    assert not may_ride("Notes/a.md", has_luminair_id=False, settings=settings)


def test_plain_files_ride_in_a_vault_that_we_made():
    assert rides("dropped.md", has_id=False, made_by_luminair=True)
    assert not rides("dropped.md", has_id=False, made_by_luminair=True, ride="none")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Work/a.md", True),
        ("work/Deep/a.md", True),
        ("Workshop/a.md", False),
        ("Cafe\u0301/a.md", True),
        ("a.md", False),
        ("Templates/a.md", False),
    ],
)
def test_folders_that_are_ticked(path, expected):
    assert rides(path, has_id=False, ride=("Work/", "Café")) is expected
    assert rides(path, has_id=False, ride=("./",)) is (path != "Templates/a.md")


def test_folders_that_never_ride_win():
    assert not rides("templates/a.md", has_id=True, ride="all")
    assert rides("Templates.md", has_id=True)
    assert rides("templates/a.md", has_id=True, never_ride=())


def test_changes_keep_what_they_do_not_know(vault):
    change_settings(vault, ride=["Work/"], made_by_luminair=False)
    file = vault / ".luminair/settings.json"
    values = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(values | {"theirs": {"x": [1]}}), encoding="utf-8")
    settings = change_settings(vault, never_ride=["Drafts"])
    assert settings == VaultSettings(("Work/",), made_by_luminair=False, never_ride=("Drafts",))
    assert json.loads(file.read_text(encoding="utf-8"))["theirs"] == {"x": [1]}
    assert change_settings(vault, ride="all", never_ride=[]).never_ride == ()
    assert change_settings(vault, ride=[]).ride == "none"


@pytest.mark.parametrize("raw", [b"", b"{", b"[1]", b"\xff\xfe\x00", b"[" * 100_000, b"null"])
def test_a_damaged_file_lets_nothing_ride_and_is_kept(vault, raw):
    change_settings(vault, ride="all")
    file = vault / ".luminair/settings.json"
    file.write_bytes(raw)
    settings = read_settings(vault)
    assert settings.problem
    assert not may_ride("a.md", has_luminair_id=True, settings=settings)
    with pytest.raises(Refused, match=r"settings\.json' (is|holds) no "):
        change_settings(vault, ride="all")
    assert file.read_bytes() == raw
    assert change_settings(vault, ride="none", never_ride=["Private"]).problem == ""
    assert [copy.read_bytes() for copy in (vault / ".luminair/conflicts").iterdir()] == [raw]


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_any_values_are_read(tmp_path_factory, value):
    root = tmp_path_factory.mktemp("vault")
    (root / ".luminair").mkdir()
    values = {"ride": value, "never_ride": value, "made_by_luminair": value}
    (root / ".luminair/settings.json").write_text(json.dumps(values), encoding="utf-8")
    settings = read_settings(root)
    assert settings.ride in (None, "all", "none") or isinstance(settings.ride, tuple)
    assert isinstance(may_ride("a/b.md", has_luminair_id=False, settings=settings), bool)


@pytest.mark.parametrize(
    ("written", "ride", "never"),
    [
        ('{"ride": "ALL", "never_ride": "Drafts"}', "all", ("Drafts",)),
        ('{"ride": "run me", "never_ride": 3}', "none", ("Templates/",)),
        ('{"ride": [1, "Work"], "never_ride": [1]}', ("Work",), ()),
        ('{"ride": 7}', "none", ("Templates/",)),
    ],
)
def test_odd_values_let_less_ride(vault, written, ride, never):
    (vault / ".luminair").mkdir()
    (vault / ".luminair/settings.json").write_text(written, encoding="utf-8")
    settings = read_settings(vault)
    assert (settings.ride, settings.never_ride) == (ride, never)


def test_a_file_that_is_a_link_is_not_followed(vault, tmp_path):
    (tmp_path / "theirs.json").write_text('{"ride": "all"}', encoding="utf-8")
    (vault / ".luminair").mkdir()
    (vault / ".luminair/settings.json").symlink_to(tmp_path / "theirs.json")
    assert read_settings(vault).ride is None
    assert read_settings(vault).problem
    change_settings(vault, ride="none", never_ride=[])
    assert (tmp_path / "theirs.json").read_text(encoding="utf-8") == '{"ride": "all"}'


def test_a_vault_that_is_gone_is_not_made(vault):
    vault.rmdir()
    assert read_settings(vault) == VaultSettings()
    with pytest.raises(VaultMissing):
        change_settings(vault, ride="all")
    assert not vault.exists()


@pytest.mark.parametrize("never", [3, [1], {"Private": True}, ["Private", None]])
def test_folders_that_cannot_be_made_out_let_nothing_ride(vault, never):
    change_settings(vault, ride="all")
    file = vault / ".luminair/settings.json"
    file.write_text(json.dumps({"ride": "all", "never_ride": never}), encoding="utf-8")
    assert not may_ride("a.md", has_luminair_id=True, settings=read_settings(vault))
