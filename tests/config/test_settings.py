from __future__ import annotations

import errno
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.config.settings import SETTINGS, Form, Settings, setting, unfit
from luminair.errors import WriteFailed
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from luminair.config.settings import Settings
Settings(Path(sys.argv[1])).set({"vault": "/from/another/process"})
"""


@pytest.fixture
def file(home: Path) -> Path:
    return home / "settings.json"


def test_a_fresh_home_has_the_defaults_and_no_file(file) -> None:
    settings = Settings(file)
    assert settings.number("digest.cap") == 14
    assert settings.number("digest.tokens") == 1500
    assert settings.on("session.include_optional")
    assert settings.text("lanes.new.lane") == ""
    assert settings.notices == []
    assert not file.exists()


def test_what_is_set_is_there_after_a_restart(file) -> None:
    Settings(file).set({"digest.cap": 4, "appearance.theme": "dark"})
    again = Settings(file)
    assert again.number("digest.cap") == 4
    assert again.text("appearance.theme") == "dark"
    assert not again.is_default("digest.cap")


def test_a_default_is_not_written_down_so_that_a_better_one_can_come(file) -> None:
    settings = Settings(file)
    settings.set({"digest.cap": 4})
    settings.set({"digest.cap": 14})
    assert json.loads(file.read_text()) == {}
    assert settings.is_default("digest.cap")


def test_names_of_a_later_version_are_kept(file) -> None:
    file.write_text('{"later.thing": {"deep": [1, 2]}, "digest.cap": 9}')
    Settings(file).set({"digest.cap": 10})
    assert json.loads(file.read_text()) == {"later.thing": {"deep": [1, 2]}, "digest.cap": 10}


def test_what_another_process_wrote_meanwhile_is_kept(file) -> None:
    settings = Settings(file)
    subprocess.run([sys.executable, "-c", WRITER, str(file)], check=True)
    settings.set({"digest.cap": 3})
    assert settings.text("vault") == "/from/another/process"
    assert json.loads(file.read_text()) == {"digest.cap": 3, "vault": "/from/another/process"}


def test_threads_lose_nothing(file) -> None:
    settings = Settings(file)
    names = [each.name for each in SETTINGS if isinstance(each.default, bool)]
    numbers = [each for each in SETTINGS if type(each.default) is int]
    changes = [{name: not setting(name).default} for name in names]
    changes += [{each.name: each.least + 1} for each in numbers]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(settings.set, changes))
    wanted = {name: value for change in changes for name, value in change.items()}
    assert json.loads(file.read_text()) == wanted


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', "\x00\x01", ""])
def test_a_damaged_file_is_said_and_kept_beside_the_new_one(file, text) -> None:
    file.write_text(text)
    settings = Settings(file)
    assert len(settings.notices) == 1
    assert str(file) in settings.notices[0]
    assert file.read_text() == text
    settings.set({"digest.cap": 5})
    assert file.with_name("settings-damaged.json").read_text() == text
    assert Settings(file).number("digest.cap") == 5
    for _ in range(2):  # the second time it is known
        file.write_text("{another")
        Settings(file).set({"digest.cap": 6})
    kept = {each.read_text() for each in file.parent.glob("settings-damaged*")}
    assert kept == {text, "{another"}
    assert len(list(file.parent.glob("settings-damaged*"))) == 2


def test_a_damaged_file_that_cannot_be_kept_is_not_written_over(file, home) -> None:
    refused = 0
    for at in range(1, 12):
        file.write_text("{")
        settings = Settings(file)
        with Disk(home, Fault("broken", errno.EIO, frozenset({"read"}), once=True), at).failing():
            try:
                settings.set({"digest.cap": 5})
            except WriteFailed as error:
                refused += "check the file's permissions" in str(error)
                assert file.read_text() == "{"
    assert refused


def test_a_link_to_a_file_elsewhere_stays_a_link(file, tmp_path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text('{"digest.cap": 13}')
    file.symlink_to(real)
    Settings(file).set({"digest.cap": 6})
    assert file.is_symlink()
    assert json.loads(real.read_text()) == {"digest.cap": 6}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("digest.cap", "14", "must be a number"),
        ("digest.cap", True, "must be a number"),
        ("digest.cap", 201, "from 0 to 200"),
        ("digest.tokens", 99, "from 100 to 100,000"),
        ("session.include_optional", 1, "must be true or false"),
        ("appearance.theme", "sepia", "one of system, light, dark"),
        ("lanes.claude.permission_mode", "yolo", "one of default"),
        ("lanes.claude.path", "claude", "whole path"),
        ("lanes.ollama.url", ":11434", "no address"),
        ("lanes.ollama.url", "ftp://here", "no address"),
        ("lanes.ollama.url", "http://", "no address"),
        ("lanes.ollama.url", "http://a b", "no address"),
        ("lanes.ollama.url", "http://h:99999", "no address"),
        ("lanes.ollama.url", "http://[::1", "no address"),
        ("lanes.server.url", "https://me:secret@h/v1", "name and password"),
        ("lanes.server.url", "https://h/v1?key=secret", "key field"),
    ],
)
def test_what_does_not_fit_is_refused_and_counts_as_not_set(file, name, value, words) -> None:
    assert words in unfit(name, value)
    assert "secret" not in unfit(name, value)
    settings = Settings(file)
    with pytest.raises(ValueError, match=words):
        settings.set({name: value})
    assert not file.exists()
    file.write_text(json.dumps({name: value}))
    read = Settings(file)
    assert read.is_default(name)
    assert len(read.notices) == 1
    assert words in read.notices[0]


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:11434",
        "https://h.example/v1/",
        "http://[::1]:8080",
        "localhost:1234/v1",
        "",
    ],
)
def test_addresses_of_servers_fit(address) -> None:
    for each in SETTINGS:
        if each.form is Form.ADDRESS:
            assert unfit(each.name, address) == ""


def test_a_name_that_is_no_setting_is_a_fault_of_ours(file) -> None:
    with pytest.raises(KeyError):
        Settings(file).set({"no.such": 1})
    with pytest.raises(KeyError):
        Settings(file).text("no.such")


def test_a_disk_that_refuses_changes_nothing(home) -> None:
    (home / "file").write_text("")
    settings = Settings(home / "file" / "settings.json")  # a file stands where its folder should
    with pytest.raises(WriteFailed, match="could not be written"):
        settings.set({"digest.cap": 5})
    assert settings.number("digest.cap") == 14


@given(
    st.dictionaries(
        st.sampled_from([each.name for each in SETTINGS]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers(), max_size=2),
    )
)
def test_no_file_can_make_a_setting_that_does_not_fit(tmp_path_factory, found) -> None:
    file = tmp_path_factory.mktemp("settings") / "settings.json"
    file.write_text(json.dumps(found))
    settings = Settings(file)
    for each in SETTINGS:
        value = settings._value(each.name)
        assert unfit(each.name, value) == ""
    assert len(settings.notices) == sum(bool(unfit(*pair)) for pair in found.items())


def test_every_setting_is_declared_soundly() -> None:
    names = [each.name for each in SETTINGS]
    assert len(set(names)) == len(names)
    for each in SETTINGS:
        assert unfit(each.name, each.default) == ""
        assert each.sentence.endswith(".")
