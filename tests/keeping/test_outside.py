"""Rules and Harness files that appear or change outside the app, and what the owner can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.errors import Refused
from luminair.journal import Decision, Journal, Kind, ProposalKind, Setup, init_vault
from luminair.keeping.review import answering, outside
from luminair.keeping.review.all_deeds import every_deed, seen_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from luminair.journal import Proposal
    from luminair.keeping.review.deeds import Deed

LAW = "---\nkind: rule\ntitle: Push\n---\nPush to main.\n"


class Vault:
    """A vault, this machine's file of what was seen, and another program."""

    def __init__(self, journal: Journal, state: Path) -> None:
        self.journal = journal
        self.seen = seen_file(state)
        self.deeds: Mapping[ProposalKind, Deed] = every_deed(state)

    def write(self, path: str, text: str) -> None:
        file = self.journal.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def look(self) -> list[Proposal]:
        self.journal.refresh()
        return outside.announce(self.journal, self.seen, self.journal.setup.now())

    def pending(self) -> list[Proposal]:
        self.journal.refresh()
        return answering.pending(self.journal, self.journal.setup.now(), self.deeds)

    def refuse(self, card: Proposal) -> answering.Answered:
        now = self.journal.setup.now()
        return answering.refuse(self.journal, card.id, now, deeds=self.deeds)

    def approve(self, card: Proposal) -> answering.Answered:
        now = self.journal.setup.now()
        return answering.approve(self.journal, card.id, now, deeds=self.deeds)


@pytest.fixture
def there(vault: Path, home: Path, person: Path, clock) -> Iterator[Vault]:
    init_vault(vault, ride="all")
    numbers = iter(range(1, 10_000))
    setup = Setup(root=vault, index=None, home=str(person), now=clock, draw=lambda: next(numbers))
    journal = Journal(setup)
    yield Vault(journal, home / "state")
    journal.close()


def test_the_first_look_takes_what_is_there_as_seen(there: Vault) -> None:
    there.write("Harness/Own.md", "Answer briefly.\n")
    there.write("Notes/Push.md", LAW)
    assert there.look() == []
    assert there.look() == []
    assert there.pending() == []


def test_what_the_app_writes_is_not_announced(there: Vault) -> None:
    there.look()
    rule = there.journal.add(title="Rule", body="Ask first.", kind=Kind.RULE).note
    note = there.journal.add(title="Note", body="A fact.").note
    there.journal.pin(note.id)
    there.journal.edit(rule.id, body="Ask twice.")
    assert there.look() == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Notes/Push.md", LAW),
        ("Harness/deep/New.md", "Push to main.\n"),
        ("Notes/Pin.md", "---\npinned: true\n---\nPush to main.\n"),
        ("Notes/Over.md", "---\noverrides: 20260101T0000-0001\n---\nPush to main.\n"),
    ],
)
def test_each_kind_of_law_is_announced_once_and_rides_meanwhile(
    there: Vault, path: str, text: str
) -> None:
    there.look()
    there.write(path, text)
    (card,) = there.look()
    assert (card.kind, card.data["path"]) == (ProposalKind.CHANGED, path)
    assert "+Push to main." in card.text.splitlines()
    assert "appeared outside the app" in card.title
    assert there.look() == []
    assert [each.id for each in there.pending()] == [card.id]
    standing = {note.path for note in there.journal.standing()}
    assert path in standing
    done = there.refuse(card)
    assert done.outcome.note is not None
    assert done.outcome.note.path == f"Archive/{path}"
    assert there.pending() == []
    there.journal.undo(done.outcome.operation)
    assert [each.id for each in there.pending()] == [card.id]


def test_an_ordinary_note_is_nobodys_business(there: Vault) -> None:
    there.look()
    there.write("Notes/Fact.md", "Parts are 8 MB.\n")
    assert there.look() == []


def test_a_change_is_shown_as_a_difference_and_undone_to_the_byte(there: Vault) -> None:
    there.write("Harness/Own.md", "Answer briefly.\r\nAsk first.\r\n")
    before = (there.journal.root / "Harness/Own.md").read_bytes()
    there.look()
    there.write("Harness/Own.md", "Answer briefly.\nNever ask.\n")
    (card,) = there.look()
    assert "changed outside the app" in card.title
    assert {"-Ask first.", "+Never ask."} <= set(card.text.splitlines())
    done = there.refuse(card)
    assert (there.journal.root / "Harness/Own.md").read_bytes() == before
    assert there.pending() == []
    assert there.look() == []
    there.journal.undo(done.outcome.operation)
    assert b"Never ask." in (there.journal.root / "Harness/Own.md").read_bytes()
    assert there.pending(), "what was taken back waits again"


def test_what_is_kept_is_seen_and_the_next_change_is_news(there: Vault) -> None:
    there.look()
    there.write("Notes/Push.md", LAW)
    (card,) = there.look()
    assert there.approve(card).proposal.answer is Decision.YES
    assert there.look() == []
    there.write("Notes/Push.md", LAW.replace("main", "trunk"))
    (again,) = there.look()
    assert {"-Push to main.", "+Push to trunk."} <= set(again.text.splitlines())
    there.refuse(again)
    assert "main" in (there.journal.root / "Notes/Push.md").read_text("utf-8")


def test_a_file_that_changes_while_it_waits_is_one_card(there: Vault) -> None:
    there.look()
    there.write("Notes/Push.md", LAW)
    (first,) = there.look()
    there.write("Notes/Push.md", LAW.replace("main", "trunk"))
    there.journal.refresh()
    with pytest.raises(Refused, match="changed again"):
        there.refuse(first)
    (second,) = there.look()
    assert [each.id for each in there.pending()] == [second.id]


def test_a_rule_that_was_renamed_is_no_news_but_into_the_harness_it_is(there: Vault) -> None:
    there.write("Notes/Push.md", LAW)
    there.look()
    (there.journal.root / "Notes/Push.md").rename(there.journal.root / "Notes/Push 2.md")
    assert there.look() == []
    (there.journal.root / "Harness").mkdir()
    (there.journal.root / "Notes/Push 2.md").rename(there.journal.root / "Harness/Push.md")
    (card,) = there.look()
    assert card.data["path"] == "Harness/Push.md"


@pytest.mark.parametrize(
    "bad", [b"", b"{", b"[]", b'{"files": 3}', b'{"files": {"a": 1}}', b"\xff"]
)
def test_a_file_of_what_was_seen_that_is_damaged_is_begun_anew(there: Vault, bad: bytes) -> None:
    there.write("Notes/Push.md", LAW)
    there.seen.parent.mkdir(parents=True)
    there.seen.write_bytes(bad)
    there.look()
    assert there.look() == []
    assert there.seen.read_bytes().startswith(b'{"files"')


def test_a_file_that_is_too_large_to_keep_is_announced_all_the_same(there: Vault) -> None:
    large = LAW + "x" * 300_000
    there.write("Notes/Push.md", large)
    there.look()
    assert there.seen.stat().st_size < 1000
    there.write("Notes/Push.md", large + "more")
    (card,) = there.look()
    with pytest.raises(Refused, match="not kept any more"):
        there.refuse(card)
    assert [each.id for each in there.pending()] == [card.id]
