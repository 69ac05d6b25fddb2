"""Hooks in the settings of coding agents: put in, taken out, nothing else touched."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from luminair.agents.installing import (
    Installer,
    commands,
    installed,
    is_ours,
    refuse_disk_image,
    settings_file,
)
from luminair.config.paths import Home, find_home
from luminair.errors import Refused

CLIENTS = ("claude", "codex", "gemini")

OTHERS = """{
  "model": "opus",
  "hooks": {
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "echo hi"}]}
    ],
    "Stop": []
  },
  "z": 1
}
"""


@pytest.fixture
def installer(home: Path, person: Path) -> Installer:
    return Installer(Home(home), {}, person)


def put(installer: Installer, client: str, data: bytes) -> Path:
    file = installer.file(client)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    "before",
    [b"", b"\n", b"{}", b"{ }\n", OTHERS.encode(), OTHERS.replace("\n", "\r\n").encode(),
     b"\xef\xbb\xbf" + OTHERS.encode(), b'{"hooks":{}}', OTHERS.replace("  ", "\t").encode(),
     b'{\n  "a": 1 // mine\n}'],
)  # fmt: skip
def test_there_and_back_byte_for_byte(installer: Installer, client: str, before: bytes) -> None:
    file = put(installer, client, before)
    change = installer.installing(client)
    assert change.is_needed
    copy = installer.install(change)
    assert copy is not None
    assert copy.read_bytes() == before
    assert installed(file.read_text("utf-8")) == commands(client, installer._home)
    back = installer.removing(client)
    assert back.restores
    installer.remove(back)
    assert file.read_bytes() == before


@pytest.mark.parametrize("client", CLIENTS)
def test_a_file_that_was_not_there_goes_again(installer: Installer, client: str) -> None:
    installer.install(installer.installing(client))
    assert json.loads(installer.file(client).read_bytes())
    installer.remove(installer.removing(client))
    assert not installer.file(client).exists()
    assert not installer.removing(client).is_needed


@pytest.mark.parametrize("client", CLIENTS)
def test_an_edit_meanwhile_stays(installer: Installer, client: str) -> None:
    file = put(installer, client, OTHERS.encode())
    installer.install(installer.installing(client))
    edited = file.read_text("utf-8").replace('"opus"', '"sonnet"')
    file.write_text(edited, "utf-8")
    change = installer.removing(client)
    assert not change.restores
    installer.remove(change)
    assert file.read_text("utf-8") == OTHERS.replace('"opus"', '"sonnet"')


def test_what_others_have_there_stays(installer: Installer) -> None:
    put(installer, "claude", OTHERS.encode())
    after = json.loads(installer.installing("claude").after or b"")
    before = json.loads(OTHERS)
    assert after["hooks"]["SessionStart"][0] == before["hooks"]["SessionStart"][0]
    assert list(after) == list(before)
    assert after["hooks"]["Stop"] == []


def test_six_fixed_entries_for_a_start_and_one_for_each_other_event(home: Path) -> None:
    expected = {
        "claude": {"SessionStart": 6, "UserPromptSubmit": 1, "SessionEnd": 1},
        "codex": {"SessionStart": 6, "UserPromptSubmit": 1},
        "gemini": {"SessionStart": 6, "BeforeAgent": 1, "PreCompress": 1, "SessionEnd": 1},
    }
    for client in CLIENTS:
        found = commands(client, Home(home))
        assert {event: len(lines) for event, lines in found.items()} == expected[client]
        for number, line in enumerate(found["SessionStart"], 1):
            assert f"--part {number} " in line
        for lines in found.values():
            assert all(is_ours(line) and line.endswith("; exit 0") for line in lines)


@pytest.mark.usefixtures("person")
def test_the_launcher_is_named_and_quoted() -> None:
    usual = find_home(None, {})
    line = commands("claude", usual)["UserPromptSubmit"][0]
    words = shlex.split(line.removesuffix("; exit 0"))
    assert words == [str(usual.bin / "luminair-journal"), "hook", "--client", "claude"]
    odd = Home(Path("/a b/it's"))
    line = commands("claude", odd, "/v w")["UserPromptSubmit"][0]
    words = shlex.split(line.removesuffix("; exit 0"))
    assert words[0] == "/a b/it's/bin/luminair-journal"
    assert words[-4:] == ["--home", "/a b/it's", "--vault", "/v w"]


def test_units_of_time_are_the_hosts_own(installer: Installer) -> None:
    def limit(client: str) -> int:
        told = json.loads(installer.installing(client).after or b"")
        return told["hooks"]["SessionStart"][0]["hooks"][0]["timeout"]

    assert [limit(client) for client in CLIENTS] == [5, 5, 5000]


def test_twice_changes_nothing(installer: Installer) -> None:
    put(installer, "claude", OTHERS.encode())
    installer.install(installer.installing("claude"))
    assert not installer.installing("claude").is_needed


def test_entries_of_another_luminair_are_renewed(installer: Installer, tmp_path: Path) -> None:
    file = put(installer, "claude", OTHERS.encode())
    other = Installer(Home(tmp_path / "old home"), {}, file.parents[1])
    other.install(other.installing("claude"))
    installer.install(installer.installing("claude"))
    text = file.read_text("utf-8")
    assert "old home" not in text
    assert installed(text) == commands("claude", installer._home)
    installer.remove(installer.removing("claude"))
    assert file.read_text("utf-8") == OTHERS


def test_a_handler_among_others_in_one_group_is_taken_out_alone(installer: Installer) -> None:
    line = commands("claude", installer._home)["UserPromptSubmit"][0]
    told = {"hooks": {"UserPromptSubmit": [{"hooks": [
        {"type": "command", "command": "echo a"},
        {"type": "command", "command": line},
        {"type": "command", "command": "echo b"},
    ]}]}}  # fmt: skip
    put(installer, "claude", json.dumps(told, indent=1).encode())
    after = json.loads(installer.removing("claude").after or b"")
    (group,) = after["hooks"]["UserPromptSubmit"]
    assert [each["command"] for each in group["hooks"]] == ["echo a", "echo b"]


@pytest.mark.parametrize(
    "data", [b"{", b"\xff\xfe{}", b"[]", b'{"hooks": 1}', b'{"hooks": {"SessionStart": {}}}']
)
def test_a_file_that_is_not_understood_is_left_alone(installer: Installer, data: bytes) -> None:
    file = put(installer, "claude", data)
    with pytest.raises(Refused, match="nothing was changed in it"):
        installer.installing("claude")
    assert file.read_bytes() == data


def test_a_change_between_the_look_and_the_yes_is_noticed(installer: Installer) -> None:
    file = put(installer, "claude", b"{}")
    change = installer.installing("claude")
    file.write_bytes(b'{"new": 1}')
    with pytest.raises(Refused, match="has just changed"):
        installer.install(change)
    assert file.read_bytes() == b'{"new": 1}'


def test_a_linked_settings_file_stays_a_link(installer: Installer, person: Path) -> None:
    real = person / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o600)
    link = person / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    installer.install(installer.installing("claude"))
    assert link.is_symlink()
    assert installed(real.read_text())
    assert real.stat().st_mode & 0o777 == 0o600


def test_where_clients_keep_their_hooks(person: Path) -> None:
    assert settings_file("claude", {}, person) == person / ".claude" / "settings.json"
    assert settings_file("codex", {}, person) == person / ".codex" / "hooks.json"
    assert settings_file("gemini", {}, person) == person / ".gemini" / "settings.json"
    moved = {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}
    assert settings_file("claude", moved, person) == Path("/c/settings.json")
    assert settings_file("codex", moved, person) == Path("/x/hooks.json")


@pytest.mark.parametrize(
    "place",
    ["/Volumes/Luminair/Luminair.app/Contents/MacOS/luminair",
     "/private/var/folders/x/T/AppTranslocation/9F/d/Luminair.app/Contents/MacOS/luminair"],
)  # fmt: skip
def test_a_disk_image_is_no_place_to_install_from(place: str) -> None:
    with pytest.raises(Refused, match="Applications"):
        refuse_disk_image(place)
    refuse_disk_image("/Applications/Luminair.app/Contents/MacOS/luminair")
