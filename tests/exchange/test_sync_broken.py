"""What happens to a sync when the disk, the clocks and the names are not what one would wish."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from tests.exchange.cloning import Machine, git, settle, two_machines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = (
    "Notes/Über uns.md",
    "Notes/日本語の覚え書き.md",
    "Notes/🏳️‍🌈 flags & «quotes» 'n' $HOME `id`.md",
    "Notes/  spaces  in  it .md",
    "Notes/-rf.md",
    "Notes/:(exclude)all.md",
    "Notes/tab\tand\nline.md",
    'Notes/"quoted"\\back.md',
    f"Notes/{'ü' * 120}.md",
    "Notes/العربية/עברית.md",
)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    ana, ben = two_machines(tmp_path)
    yield ana, ben
    ana.close()
    ben.close()


@pytest.mark.parametrize("at", ["look", "join", "write", "clean up"])
def test_a_vault_that_goes_away_meanwhile_is_named_and_loses_nothing(pair, at: str) -> None:
    ana, ben = pair
    ana.write("Notes/Common.md", "# Common\n\nText.\n\n## Open\n\n- one\n")
    settle(ana, ben)
    ana.write("Notes/Common.md", "# Common\n\nAna's text.\n\n## Open\n\n- one\n")
    ana.sync()
    ben.write("Notes/Common.md", "# Common\n\nText.\n\n## Open\n\n- one\n- two\n")
    away = ben.vault.with_name("unmounted")

    def unmount(step: str) -> None:
        if step == at:
            ben.vault.rename(away)

    with pytest.raises(LuminairError, match="went away while it was shared; bring it back"):
        ben.sync(unmount)
    assert not ben.vault.exists(), "nothing was made in its place"
    away.rename(ben.vault)
    ben.journal.close()
    ben.journal = ben.opened()
    settle(ben, ana)
    text = "# Common\n\nAna's text.\n\n## Open\n\n- one\n- two\n"
    assert ana.read("Notes/Common.md") == ben.read("Notes/Common.md") == text


def test_any_name_travels_and_comes_back_as_it_was(pair) -> None:
    ana, ben = pair
    for number, name in enumerate(NAMES):
        ana.write(name, f"# {number}\n\nAna.\n")
    settle(ana, ben)
    assert set(ben.files()) == set(NAMES)
    for name in NAMES:
        ben.write(name, ben.read(name) + "\nBen.\n")
    settle(ben, ana)
    assert all(data.endswith(b"Ana.\n\nBen.\n") for data in ana.files().values())
    assert git(ana.vault, "status", "--short") == git(ben.vault, "status", "--short") == ""


def test_a_name_in_another_unicode_form_is_the_same_note(pair) -> None:
    ana, ben = pair
    made = ana.journal.add(title="Über uns", body="Text.\n").note.path
    settle(ana, ben)
    other = unicodedata.normalize("NFD", made)
    (ben.vault / made).rename(ben.vault / other)
    ana.journal.edit(made, body="Text of Ana.\n")
    settle(ben, ana)
    (path,) = ana.files()
    assert unicodedata.normalize("NFC", path) == made
    assert "Text of Ana." in ana.read(path)
    assert ana.files() == ben.files()


@pytest.mark.parametrize("year", [1971, 2105])
def test_a_clock_that_is_decades_off_loses_nothing(pair, year: int) -> None:
    ana, ben = pair
    ben._time = datetime(year, 1, 1, tzinfo=UTC)
    note = ana.journal.add(title="Retry", body="# Retry\n\nThree.\n\n## Open\n\n- one\n").note.path
    settle(ana, ben)
    ana.journal.edit(note, body="# Retry\n\nThree times.\n\n## Open\n\n- one\n", title="Retries")
    ben.journal.edit(note, body="# Retry\n\nThree.\n\n## Open\n\n- one\n- two\n", title="Again")
    ben.journal.add(title="From Ben", body="Beta.\n")
    settle(ben, ana)
    text = ana.read(note)
    assert "Three times.\n\n## Open\n\n- one\n- two\n" in text
    assert "Retries" in text
    assert "Again" in text, "the other title stays in a remark"
    assert ana.files() == ben.files()
    assert len(ana.files()) == 2
