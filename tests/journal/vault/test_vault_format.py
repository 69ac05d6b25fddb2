"""Vaults of older and newer versions: read alike; a newer one is never written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.errors import LuminairError, VaultNewer
from luminair.journal import Kind, Place, init_vault
from luminair.journal.vault.vault_format import newer_sentence
from luminair.journal.vault.vault_settings import change_settings

if TYPE_CHECKING:
    from pathlib import Path

RULE = (
    b'---\nid: 20260101T0900-ab12\nkind: rule\nscope: global\ntitle: "UTC"\n'
    b'later: "key"\n---\nAll times are UTC.\n'
)


@pytest.fixture
def older(vault: Path) -> Path:
    """A vault from before numbers, with keys of its own and vectors of an older form."""
    (vault / "Notes").mkdir()
    (vault / "Notes" / "UTC.md").write_bytes(RULE)
    inside = vault / ".luminair"
    inside.mkdir()
    (inside / "settings.json").write_text(
        '{"made_by_luminair": true, "old": 1}\n', encoding="utf-8"
    )
    (inside / "vectors.json").write_text('{"version": 0, "models": {}}', encoding="utf-8")
    return vault


@pytest.fixture
def newer(older: Path) -> Path:
    """The same after a later version has been there."""
    (older / ".luminair" / "format").write_bytes(b"2\n")
    return older


def _tree(root: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in sorted(root.rglob("*"))
        if file.is_file()
    }


def test_an_older_vault_opens_without_loss(home, older) -> None:
    before = _tree(older)
    journal = bootstrap.open_journal(home=str(home), vault=str(older))
    try:
        assert journal.newer == ""
        assert "All times are UTC." in journal.digest("times", Place("")).text
        assert _tree(older) == before  # reading writes nothing
        journal.pin("20260101T0900-ab12")
        journal.unpin("20260101T0900-ab12")
        assert (older / "Notes" / "UTC.md").read_bytes() == RULE
        change_settings(older, ride="all")
        kept = json.loads((older / ".luminair" / "settings.json").read_text("utf-8"))
        assert kept == {"made_by_luminair": True, "old": 1, "ride": "all"}
    finally:
        journal.close()


def test_a_newer_vault_is_read_and_never_written(home, newer) -> None:
    before = _tree(newer)
    journal = bootstrap.open_journal(home=str(home), vault=str(newer))
    key = "20260101T0900-ab12"
    try:
        assert "All times are UTC." in journal.digest("times", Place("")).text
        assert journal.search("UTC").results
        for write in (
            lambda: journal.add(title="New", kind=Kind.NOTE, body="x"),
            lambda: journal.edit(key, title="Other"),
            lambda: journal.pin(key),
            lambda: journal.archive([key]),
            journal.undo,
            lambda: change_settings(newer, ride="all"),
        ):
            with pytest.raises(LuminairError) as refused:
                write()
            assert str(refused.value) == journal.newer
        assert [each.path for each in journal.doctor() if each.problem == journal.newer] == [
            ".luminair"
        ]
    finally:
        journal.close()
    assert _tree(newer) == before


@pytest.mark.parametrize("word", ["", "1", "0", "x", "two"])
def test_what_is_no_later_number_is_written(older, word) -> None:
    (older / ".luminair" / "format").write_text(word, encoding="utf-8")
    assert newer_sentence(older / ".luminair") == ""


def test_the_sentence_is_that_of_an_error_of_its_own(newer) -> None:
    with pytest.raises(VaultNewer, match="update Luminair to write"):
        change_settings(newer, ride="none")
    with pytest.raises(VaultNewer, match="update Luminair to write"):
        init_vault(newer, ride="none")
