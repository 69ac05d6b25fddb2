"""What a turn has of the Journal, and the receipt of what rode."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.errors import VaultMissing
from luminair.journal import Journal, Kind, Receipts, Scope, Setup, bundled_harness, init_vault
from luminair.lanes.journal_only import INFO
from luminair.memory import Gone, JournalMemory
from luminair.sessions.session import Session
from luminair.turns import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.journal import Receipt

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.fixture
def journal(vault: Path, home: Path, person: Path) -> Iterator[Journal]:
    init_vault(vault, ride="all")
    numbers = itertools.count(3)
    bundled = person / "bundled"
    bundled.mkdir()
    (bundled / "Read.md").write_text("How to read it.\n")
    setup = Setup(
        vault,
        home / "index",
        str(person),
        now=lambda: NOW,
        draw=lambda: next(numbers) * 7919,
        bundled=bundled_harness(bundled),
    )
    found = Journal(setup)
    yield found
    found.close()


@pytest.fixture
def receipts(home: Path) -> Receipts:
    return Receipts(home / "receipts")


@pytest.fixture
def memory(journal: Journal, receipts: Receipts) -> JournalMemory:
    return JournalMemory(journal, receipts, journal.setup.draw)


def send(
    memory: JournalMemory, receipts: Receipts, prompt: str, *, optional: bool = True
) -> Receipt:
    """Keeps the receipt of a message with this prompt."""
    session = Session(id="s1", title="", include_optional=optional)
    prepared = prepare(prompt, session=session, history=(), lane=INFO, memory=memory, now=NOW)
    digest = memory.digest(prompt, session, NOW)
    kept = memory.keep_receipt(
        session=session, message="m1", digest=digest, assembly=prepared.assembly, now=NOW
    )
    return receipts.read(kept)


def test_the_bundled_harness_rides_until_the_vault_has_one(
    journal: Journal, memory: JournalMemory, vault: Path
) -> None:
    first = memory.harness()
    assert "How to read it." in first.text
    (vault / "Harness").mkdir()
    (vault / "Harness/Own.md").write_text("Answer briefly.\n")
    (vault / "Harness/Large.md").write_text("x" * 24_577)
    (vault / "Harness/Manual.md").write_text("---\nkind: doc\n---\nAll of it.\n")
    (vault / "Harness/Scratch.md").write_text("\n")
    journal.refresh()
    own = memory.harness()
    assert "Answer briefly." in own.text
    assert "How to read it." not in own.text
    assert [(each.path, each.reason, each.bytes) for each in own.left_out] == [
        ("Harness/Large.md", "over 24 KB", 24_577),
        ("Harness/Manual.md", "kind is doc", 10),
        ("Harness/Scratch.md", "empty", 0),
    ]


def test_a_receipt_names_what_rode_and_what_did_not(
    journal: Journal, memory: JournalMemory, receipts: Receipts
) -> None:
    rule = journal.add(title="Use UTC", kind=Kind.RULE, body="Always.\n").note
    note = journal.add(title="The clock of the ferry", body="It is slow.\n").note
    journal.add(title="Nothing of the kind", body="Bread.\n")
    receipt = send(memory, receipts, "fix the ferry clock")
    assert {row.key for row in receipt.rows if row.rode} == {rule.key, note.key}
    by_key = {row.key: row for row in receipt.rows}
    assert by_key[note.key].rank == 1
    assert by_key[note.key].terms
    assert by_key[rule.key].sha256 == rule.sha256
    assert receipt.session == "s1"
    assert receipt.lane == INFO.id


def test_rules_and_pins_only_is_written_down_as_such(
    journal: Journal, memory: JournalMemory, receipts: Receipts
) -> None:
    journal.add(title="Use UTC", kind=Kind.RULE, body="Always.\n")
    journal.add(title="The clock", body="It is slow.\n")
    receipt = send(memory, receipts, "fix the clock", optional=False)
    assert [(row.title, row.rode) for row in receipt.rows] == [
        ("Use UTC", True),
        ("The clock", False),
    ]


def test_the_version_that_rode_can_be_read_after_it_changed(
    journal: Journal, memory: JournalMemory, receipts: Receipts
) -> None:
    key = journal.add(title="The clock", body="It is slow.\n").note.key
    row = send(memory, receipts, "fix the clock").rows[0]
    journal.edit(key, body="It is fast.\n")
    version = journal.history(key)[0].version
    assert row.sha256.startswith(version)
    assert b"It is slow." in journal.version_bytes(key, version)
    journal.tidy(receipts.versions_named)
    assert journal.history(key)[0].version == version


def test_a_receipt_is_kept_where_the_vault_can_only_be_read(
    journal: Journal,
    memory: JournalMemory,
    receipts: Receipts,
    vault: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (vault / "a.md").write_text("---\nid: 20260101T0000-0001\n---\nThe clock is slow.\n")
    journal.refresh()

    def refused(_paths: list[str]) -> None:
        raise VaultMissing("The disk is gone.")

    monkeypatch.setattr(journal, "keep_versions", refused)
    assert [row.path for row in send(memory, receipts, "fix the clock").rows] == ["a.md"]


def test_a_session_stands_in_its_project_and_sees_what_is_there(
    journal: Journal, memory: JournalMemory, person: Path
) -> None:
    (person / "harbor/src").mkdir(parents=True)
    (person / "other").mkdir()
    journal.add(title="Here", kind=Kind.RULE, scope=Scope.FOLDER, cwd=str(person / "harbor"))
    seen = {
        name: memory.digest("x", Session(id="s", title="", folder=str(person / name)), NOW).text
        for name in ("harbor", "harbor/src", "other")
    }
    assert ["Here" in text for text in seen.values()] == [True, True, False]


def test_the_same_moment_gives_the_same_bytes(journal: Journal, memory: JournalMemory) -> None:
    for number in range(20):
        journal.add(title=f"Clock {number}", body=f"clock {number}\n", kind=Kind.ASK)
    session = Session(id="s", title="")
    later = NOW + timedelta(hours=1)
    texts = {memory.digest("clock", session, moment).text for moment in (NOW, NOW, later)}
    assert len(texts) == 1


def test_without_a_vault_nothing_is_answered() -> None:
    gone = Gone(VaultMissing("The Journal is away."))
    session = Session(id="s", title="")
    with pytest.raises(VaultMissing, match="away"):
        gone.harness()
    with pytest.raises(VaultMissing, match="away"):
        gone.digest("x", session, NOW)
    answer = gone.call(session, "journal_search", {})
    assert (answer.text, answer.failed) == ("The Journal is away.", True)
