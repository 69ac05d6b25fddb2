from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from luminair.errors import NoteNotFound, UsageError, WriteFailed
from luminair.files import append_line
from luminair.journal.vault.receipts import (
    LEFT_OUT_NAMED,
    Receipt,
    ReceiptRow,
    Receipts,
    receipt_id,
)

NOW = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
RULE = ReceiptRow("20260801T0900-0001", "Notes/r.md", "a" * 64, "Rule", "rules", tokens=12)
FOUND = ReceiptRow(
    key="20260801T0900-0002",
    path="Notes/n.md",
    sha256="b" * 64,
    title="日本語",
    block="notes",
    reason="matched 'enoent'",
    tokens=30,
    rank=1,
    score=3.25,
    terms=(("enoent", 2.5), ("harbor", 0.75)),
)
OUT = ReceiptRow("Notes/o.md", sha256="c" * 64, rode=False, reason="cap of 14")


def receipt(day: int = 0, number: int = 1, **values: object) -> Receipt:
    at = NOW + timedelta(days=day)
    made = Receipt(
        id=receipt_id(at, number),
        at=f"{at:%Y-%m-%dT%H:%M:%S}.000Z",
        session="s1",
        cwd="/home/ana/harbor",
        lane="claude",
        model="opus",
        digest_sha256="d" * 64,
        rows=(RULE, FOUND, OUT),
        tokens=42,
        bytes=400,
        left_out=1,
    )
    return replace(made, **values)  # type: ignore[arg-type]


@pytest.fixture
def receipts(home):
    return Receipts(home / "receipts" / "0123")


def test_what_is_added_is_read(receipts):
    assert receipts.listing() == []
    assert receipts.add(receipt()) == receipt()
    assert receipts.read(receipt().id) == receipt()
    with pytest.raises(NoteNotFound):
        receipts.read("20260825T200900000-ffffffff")
    with pytest.raises(NoteNotFound):
        receipts.read("../../settings")


def test_a_session_lists_its_own_oldest_first(receipts):
    for day, session in ((2, "s1"), (0, "s1"), (1, "s2")):
        receipts.add(receipt(day, session=session))
    assert [r.at[:10] for r in receipts.listing("s1")] == ["2026-08-25", "2026-08-27"]
    assert len(receipts.listing()) == 3


def test_the_prompt_is_kept_only_where_it_may(receipts):
    assert receipts.add(receipt(prompt="secret")).prompt == ""
    assert b"secret" not in b"".join(f.read_bytes() for f in receipts.folder.iterdir())
    allowed = Receipts(receipts.folder, keep_prompts=True)
    allowed.add(receipt(number=2, prompt="mine"))
    assert allowed.read(receipt(number=2).id).prompt == "mine"


def test_what_was_left_out_is_counted_in_full_and_named_in_part(receipts):
    many = tuple(replace(OUT, key=f"{n}.md") for n in range(1000))
    kept = receipts.add(receipt(rows=(RULE, *many), left_out=0))
    assert kept.left_out == 1000
    assert len(kept.rows) == 1 + LEFT_OUT_NAMED
    assert receipts.read(kept.id) == kept


def test_two_messages_are_compared(receipts):
    receipts.add(receipt())
    changed = replace(FOUND, sha256="e" * 64)
    new = replace(FOUND, key="new")
    receipts.add(receipt(number=2, rows=(RULE, changed, new), tokens=72))
    found = receipts.compare(receipt().id, receipt(number=2).id)
    assert found.only_first == ()
    assert found.only_second == (new,)
    assert found.changed == ((FOUND, changed),)
    assert found.same == (RULE,)
    assert found.tokens == 30
    back = receipts.compare(receipt(number=2).id, receipt().id)
    assert back.only_first == (new,)


def test_marks_are_the_owners_last_word(receipts):
    receipts.add(receipt())
    this = receipt().id
    receipts.mark(this, FOUND.key, "useless", at="2026-08-25T20:10:00.000Z")
    receipts.mark(this, "other", "missing", at="2026-08-25T20:10:00.000Z")
    assert receipts.marks(this) == {(this, FOUND.key): "useless", (this, "other"): "missing"}
    receipts.mark(this, FOUND.key, "", at="2026-08-25T20:11:00.000Z")
    assert receipts.marks() == {(this, "other"): "missing"}
    assert receipts.marks("else") == {}
    with pytest.raises(UsageError):
        receipts.mark(this, FOUND.key, "bad", at="")
    with pytest.raises(NoteNotFound):
        receipts.mark("none", FOUND.key, "useless", at="")


def test_versions_named(receipts):
    receipts.add(receipt())
    receipts.add(receipt(1, rows=(replace(RULE, sha256=""), replace(FOUND, sha256="f" * 64))))
    assert receipts.versions_named() == {"a" * 64, "b" * 64, "c" * 64, "f" * 64}


def test_they_are_bounded_by_age_and_number(receipts):
    assert receipts.prune(NOW, age=timedelta(days=1), most=1) == 0
    for day in range(4):
        for number in range(3):
            receipts.add(receipt(day, number))
    old, young = receipt(0, 0).id, receipt(3, 0).id
    receipts.mark(old, "a", "useless", at="")
    receipts.mark(young, "a", "useless", at="")
    now = NOW + timedelta(days=3)
    assert receipts.prune(now, age=timedelta(days=2), most=100) == 3
    assert list(receipts.marks()) == [(young, "a")]
    assert receipts.prune(now, age=timedelta(days=2), most=5) == 4
    assert [r.id for r in receipts.listing()] == [
        receipt(2, 1).id, receipt(2, 2).id, *(receipt(3, n).id for n in range(3))
    ]  # fmt: skip
    assert receipts.prune(now, age=timedelta(days=2), most=0) == 5
    assert receipts.listing() == []


def test_a_clock_that_jumped_ahead_takes_none_away(receipts):
    receipts.add(receipt(0, 0))
    receipts.add(receipt(0, 1))
    assert receipts.prune(NOW.replace(year=2090), age=timedelta(days=365), most=9) == 0
    assert receipts.prune(NOW.replace(year=2090), age=timedelta(days=365), most=1) == 1


def test_damaged_lines_do_not_hide_the_others(receipts):
    receipts.add(receipt())
    file = receipts.folder / "2026-08-25.jsonl"
    for value in ([], {}, {"id": "x"}, {"id": "x", "rows": 1}, "text"):
        append_line(file, value)
    odd = {
        "id": receipt(number=3).id,
        "rows": [1, {"terms": [["a"], ["b", "c"], 3]}, {"score": "x"}],
    }
    append_line(file, odd | {"tokens": "many"})
    with file.open("ab") as stream:
        stream.write(b'{"id": "torn')
    receipts.add(receipt(number=2))
    assert receipts.read(receipt(number=2).id) == receipt(number=2)
    first, tolerated, last = receipts.listing()
    assert (first, last) == (receipt(), receipt(number=2))
    assert tolerated.rows == (ReceiptRow("", rode=False), ReceiptRow("", rode=False))


def test_a_home_that_cannot_be_written_is_one_sentence(home):
    (home / "receipts").write_bytes(b"")
    with pytest.raises(WriteFailed, match="could not be written"):
        Receipts(home / "receipts" / "0123").add(receipt())
    assert Receipts(home / "receipts" / "0123").listing() == []
