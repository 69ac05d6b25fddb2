"""Zip files that lie: about names, about sizes, about being a zip at all."""

from __future__ import annotations

import zipfile

import pytest

from luminair.errors import LuminairError
from luminair.exchange.places import Zip
from luminair.exchange.sources import plan_of

TALK = (
    '[{"uuid": "a", "name": "Pumps", "chat_messages": ['
    '{"uuid": "b", "sender": "human", "text": "Why?", "created_at": "2026-01-01T00:00:00Z"}]}]'
)


def packed(path, files, *, level=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", level) as made:
        for name, data in files:
            made.writestr(name, data)
    return path


def test_names_that_lead_out_write_nothing_anywhere(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    evil = [("../../escaped.json", "[]"), ("/absolute.json", "[]"), ("conversations.json", TALK)]
    plan = plan_of(packed(inner / "export.zip", evil))
    assert [each.title for each in plan.talks] == ["Pumps"]
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["export.zip", "inner"]


def test_a_zip_bomb_is_refused_in_a_sentence(tmp_path):
    bomb = packed(tmp_path / "bomb.zip", [("conversations.json", b" " * 30_000_000)])
    assert bomb.stat().st_size < 100_000
    with pytest.raises(LuminairError, match=r"is refused: 'conversations\.json' in it grows"):
        plan_of(bomb)


def test_a_file_larger_than_allowed_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr("luminair.exchange.places.MOST_EXPORT_BYTES", 100)
    source = packed(tmp_path / "export.zip", [("conversations.json", TALK)])
    with pytest.raises(LuminairError, match="larger than 100 bytes"):
        plan_of(source)


def test_what_is_no_zip_says_so(tmp_path):
    broken = tmp_path / "export.zip"
    broken.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(LuminairError, match="cannot be read as a zip file"):
        plan_of(broken)


def test_a_zip_cut_off_or_damaged_says_so(tmp_path):
    whole = packed(tmp_path / "whole.zip", [("conversations.json", TALK * 50)])
    data = bytearray(whole.read_bytes())
    for at in range(45, 70):
        data[at] ^= 0xFF
    (tmp_path / "bad.zip").write_bytes(data)
    with pytest.raises(LuminairError, match=r"damaged in the zip file|no whole JSON"):
        plan_of(tmp_path / "bad.zip")


def test_a_zip_of_too_many_files_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("luminair.exchange.places.MOST_FILES", 2)
    source = packed(tmp_path / "many.zip", [(f"{n}.json", "[]") for n in range(3)])
    with pytest.raises(LuminairError, match="more than 2 files"):
        Zip(source)


def test_a_zip_without_conversations_says_what_to_do(tmp_path):
    source = packed(tmp_path / "notes.zip", [("a.md", "# A"), ("b.md", "# B")])
    with pytest.raises(LuminairError, match="holds no conversations of ChatGPT or Claude"):
        plan_of(source)
    with pytest.raises(LuminairError, match="unpack it"):
        plan_of(source, "markdown")


def test_an_export_in_a_folder_of_the_zip_is_found_and_apples_copies_are_not(tmp_path):
    files = [("data/conversations.json", TALK), ("__MACOSX/data/conversations.json", "\0\1")]
    plan = plan_of(packed(tmp_path / "export.zip", files))
    assert [each.title for each in plan.talks] == ["Pumps"]
