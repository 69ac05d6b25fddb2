"""The exam: on a copy without the phrasings, so that it is not trivial."""

from __future__ import annotations

import pytest

from luminair.journal import Kind
from luminair.keeping.exam import hold

AGAIN = "\n\n## Said again\n\n- “{}” (2026-09-02T10:00:00.000Z, s1)\n"


def test_a_vault_without_phrasings_says_so(journal) -> None:
    journal.add(title="Use UTC", body="All times are UTC.")
    found = hold(journal)
    assert found.questions == ()
    assert found.recall("words") is None
    assert "nothing to ask yet" in found.sentence


def test_phrasings_are_asked_of_the_vault_without_them(journal, every_byte) -> None:
    hit = journal.add(title="Use UTC", body="All timestamps are UTC." + AGAIN.format(
        "please keep timestamps in UTC everywhere"), kind=Kind.RULE).note  # fmt: skip
    miss = journal.add(title="Short answers", body="Keep replies brief." + AGAIN.format(
        "zzgrmbl blorf"), kind=Kind.RULE).note  # fmt: skip
    before = every_byte()
    found = hold(journal)
    by_key = {each.key: each for each in found.questions}
    assert by_key[hit.key].words == 1
    # The words stand in that note and nowhere else: with its section it would be found.
    assert journal.search("zzgrmbl blorf").results[0].note.key == miss.key
    assert by_key[miss.key].words == by_key[miss.key].both == 0
    assert found.recall("words") == found.recall("both") == 0.5
    assert found.recall("meaning") is None
    assert "words 50%" in found.sentence
    assert every_byte() == before


def test_words_that_the_note_itself_says_prove_nothing(journal) -> None:
    journal.add(title="Use UTC", body="All times are UTC." + AGAIN.format("All times are UTC"))
    found = hold(journal)
    assert (found.said, found.trivial, found.questions) == (1, 1, ())


def test_a_large_vault_is_asked_a_part(journal) -> None:
    for number in range(12):
        journal.add(title=f"Note {number}", body="text" + AGAIN.format(f"phrase number w{number}"))
    assert len(hold(journal, most=5).questions) == 4


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_survive_the_copy(journal, vault, end: str) -> None:
    text = f"---{end}title: A{end}---{end}x{end}{end}## Said again{end}{end}- “find the ex”{end}"
    (vault / "A.md").write_bytes(text.encode())
    journal.refresh()
    assert [each.query for each in hold(journal).questions] == ["find the ex"]
