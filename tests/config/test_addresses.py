"""Where Ollama is, and that a slip in its address never leads to this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair.config.addresses import unfit_address
from luminair.config.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def settings_with(folder: Path, value: object) -> Settings:
    file = folder / "settings.json"
    file.write_text(json.dumps({"lanes.ollama.url": value}))
    return Settings(file)


@pytest.mark.parametrize(
    "value",
    ["http:/127.0.0.1:11434", "htp://box:11434", "http//:box:x", "box:1143x", 11434, "me:pw@box"],
)
def test_a_slip_in_the_settings_is_said_and_nobody_is_asked(tmp_path: Path, value: object) -> None:
    settings = settings_with(tmp_path, value)
    address, fault = settings.ollama({"OLLAMA_HOST": "other:1"})
    assert address == ""
    assert fault.startswith("Ollama is not asked, since the settings hold no address of it: ")
    assert fault.endswith(".")
    assert "pw" not in fault
    (notice,) = settings.notices
    assert notice.endswith("Until that is put right Ollama is not asked.")


@pytest.mark.parametrize(
    "host",
    ["http:/127.0.0.1:11434", "htp://box", "box:1143x", "box:99999", "http://[broken", "a b", "/"],
)
def test_a_slip_in_the_environment_is_said_too(tmp_path: Path, host: str) -> None:
    address, fault = settings_with(tmp_path, "").ollama({"OLLAMA_HOST": host})
    assert address == ""
    assert "OLLAMA_HOST is no address; write it like 127.0.0.1:11434" in fault


@pytest.mark.parametrize(
    "host",
    [
        "", "box", "box:12", ":12", "12", "0.0.0.0:9", "[::1]:5", "[::]:5", "http://[::]:11434",
        "https://box.example:99/ollama/", "http://me:secret@box:5", "127.0.0.1:11434", "my_box:1",
    ],
)  # fmt: skip
def test_what_ollama_itself_takes_is_an_address(tmp_path: Path, host: str) -> None:
    assert settings_with(tmp_path, "").ollama({"OLLAMA_HOST": f" {host} "}) == (host, "")


@pytest.mark.parametrize(
    ("host", "meant"),
    [
        ('"127.0.0.1:11434"', "127.0.0.1:11434"),
        ("'box'", "box"),
        ("::1", "[::1]"),
        ("::", "[::]"),
        ('""', ""),
    ],
)
def test_it_is_read_as_ollama_reads_it(tmp_path: Path, host: str, meant: str) -> None:
    assert settings_with(tmp_path, "").ollama({"OLLAMA_HOST": host}) == (meant, "")


def test_the_settings_come_first(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, "http://box:1")
    assert settings.ollama({"OLLAMA_HOST": "htp://x"}) == ("http://box:1", "")
    assert settings.fault("lanes.ollama.url") == settings.fault("vault") == ""


def test_one_slash_is_no_scheme() -> None:
    assert "no address" in unfit_address("http:/box:1")
    assert unfit_address("box:1/ollama") == ""
