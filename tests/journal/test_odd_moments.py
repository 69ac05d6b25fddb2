"""What the Journal says and does where a note goes between two looks, or is of a rare kind."""

from __future__ import annotations

import errno
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import EmbeddingFailed, NoteDamaged, NoteNotFound, VaultUnreadable, WriteFailed
from luminair.journal import Kind, Scope, init_vault, opening
from luminair.journal.digest_states import day
from luminair.journal.fence import head
from luminair.journal.opening import chatter_words
from tests.journal.made_notes import made
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from luminair.journal import Journal

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


def refusing(
    root: Path, *calls: str, code: int = errno.EIO, at: int = 1
) -> AbstractContextManager[Disk]:
    return Disk(root, Fault("broken", code, frozenset(calls)), at).failing()


def gone(_path: str) -> None:
    raise NoteNotFound("The note is gone.")


# --- Opening ---------------------------------------------------------------------------------


def test_a_vault_that_cannot_be_made_or_written_to_is_said(tmp_path: Path) -> None:
    with refusing(tmp_path, "mkdir"), pytest.raises(WriteFailed):
        init_vault(tmp_path / "new", ride=None)
    (tmp_path / "old").mkdir()
    with (
        refusing(tmp_path / "old", "mkdir", "open"),
        pytest.raises(WriteFailed, match=r"cannot become a Journal .* \(input/output error\)"),
    ):
        init_vault(tmp_path / "old", ride=None)
    with (
        refusing(tmp_path, "stat", code=errno.EACCES),
        pytest.raises(VaultUnreadable, match="may not be looked at"),
    ):
        init_vault(tmp_path / "old", ride=None)


def test_a_note_that_cannot_be_read_is_not_asked_about(vault: Path) -> None:
    (vault / "a.md").write_text("mine\n")
    with refusing(vault, "read", "open"):
        assert opening._has_id(vault / "a.md")
    assert not opening._has_id(vault / "a.md")
    (vault / "long.md").write_text("---\ntitle: é\n---\n" + "é" * 9999)
    assert not opening._has_id(vault / "long.md")


def test_words_that_ask_for_nothing_come_from_lists_alone(tmp_path: Path) -> None:
    (tmp_path / "xx.txt").write_text("Yo\n")
    (tmp_path / "readme.md").write_text("words of another kind\n")
    assert "yo" in chatter_words(tmp_path)
    assert "words of another kind" not in chatter_words(tmp_path)


# --- Meaning ---------------------------------------------------------------------------------


def test_without_a_model_nothing_is_embedded_and_advice_is_still_given(journal: Journal) -> None:
    journal.add(title="Tides", summary="High at noon.")
    assert journal.embeddings().model == ""
    assert "suits notes in English" in journal.embeddings().advice()
    with pytest.raises(EmbeddingFailed, match="Meaning search is off"):
        journal.embeddings().warm()


# --- Notes that go between two looks ---------------------------------------------------------


def test_a_note_that_went_since_the_look_still_says_its_header(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = journal.add(title="Law", body="Text.\n", kind=Kind.RULE, scope=Scope.GLOBAL).note
    linking = journal.add(title="Link", body="See [[Nowhere]].\n").note
    assert [each for each in journal.doctor() if "Nowhere" in each.problem]
    with monkeypatch.context() as patch:
        patch.setattr(journal._catalogue, "load", gone)
        assert journal._reads.body(note) == ""
        assert journal._reads._passage(note, journal._reads.query_of("text")) == ""
        loaded = journal._reads._loaded(note)
        assert (loaded.note.damage, loaded.body) == ("The note is gone.", "")
        assert not [each for each in journal.doctor() if "Nowhere" in each.problem]
    assert journal._reads.body(linking)


def test_a_link_that_was_taken_out_since_the_look_is_no_backlink(
    journal: Journal, vault: Path
) -> None:
    target = journal.add(title="Tides").note
    linking = journal.add(title="Link", body="See [[Tides]].\n").note
    assert [each.note.path for each in journal.links_to(target.key)] == [linking.path]
    (vault / linking.path).write_text("See nothing.\n")
    assert journal.links_to(target.key) == []


def test_a_note_that_is_not_in_the_index_after_a_write_is_said(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal._catalogue, "note", lambda _path: None)
    with pytest.raises(NoteDamaged, match="run `doctor`"):
        journal._writes._note("Notes/a.md")


def test_what_a_crash_left_half_done_is_finished_when_it_is_tidied(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(type(journal._store), "half_done", property(lambda _store: True))
    monkeypatch.setattr(journal._store, "recover", lambda: asked.append("recover"))
    journal.tidy(lambda: {asked.append("named") or ""})
    journal.tidy(lambda: {asked.append("named") or ""})
    assert asked == ["recover", "named", "recover"]  # it prunes once a day


# --- Editing the whole text ------------------------------------------------------------------


def test_a_text_saved_whole_is_stamped_only_where_the_note_keeps_a_time(
    journal: Journal, vault: Path
) -> None:
    note = journal.add(title="Tides", body="High.\n").note
    source = journal.file_bytes(note.path).decode()
    same = journal.save_source(note.key, source, note.sha256).note
    assert journal.file_bytes(same.path).decode() == source
    without = "\n".join(line for line in source.split("\n") if not line.startswith("updated:"))
    plain = journal.save_source(note.key, without, same.sha256).note
    assert journal.file_bytes(plain.path).decode() == without
    broken = journal.save_source(note.key, "---\ntitle: x\n\nnever closed\n", plain.sha256).note
    assert broken.damage
    assert (vault / broken.path).read_text() == "---\ntitle: x\n\nnever closed\n"


def test_a_document_goes_out_of_the_harness_however_it_is_written(
    journal: Journal, vault: Path
) -> None:
    for name in ("one", "two"):
        (vault / "Harness").mkdir(exist_ok=True)
        (vault / "Harness" / f"{name}.md").write_text(f"---\ntitle: {name}\n---\nText.\n")
    journal.refresh()
    edited = journal.edit("Harness/one.md", kind=Kind.DOC)
    two = journal.find("Harness/two.md")
    saved = journal.save_source(two.key, "---\ntitle: two\nkind: doc\n---\nText.\n", two.sha256)
    for done in (edited, saved):
        assert done.note.path.startswith("Notes/")
        assert done.said


# --- Renaming --------------------------------------------------------------------------------


def test_links_by_title_and_of_damaged_notes_stay_when_a_file_is_renamed(
    journal: Journal, vault: Path
) -> None:
    note = journal.add(title="Tides", body="High.\n").note
    by_title = journal.add(title="By title", body="[[High tides]] and [[tides]].\n").note
    journal.edit(note.key, title="High tides")
    (vault / "Broken.md").write_text("---\ntitle: [[Tides]]\n\nnever closed [[Tides]]\n")
    escaped = "[a](Notes%2FTides.md)\n"
    (vault / "Escaped.md").write_text(escaped)
    journal.refresh()
    before = (vault / "Broken.md").read_bytes()
    renamed = journal.rename(note.key)
    assert renamed.note.path == "Notes/High tides.md"
    assert journal.load(by_title.key).body.strip() == "[[High tides]] and [[High tides]]."
    assert (vault / "Broken.md").read_bytes() == before
    assert (vault / "Escaped.md").read_text() == escaped


# --- Small words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("utc", "said"),
    [
        ("2026-09-09T10:00:00.000Z", "9 Sep"),
        ("2025-01-31T10:00:00.000Z", "31 Jan 2025"),
        ("soon", "soon"),
        ("2026-13-01", "2026-13-01"),
        ("2026-00-01\nx", "2026-00-01 x"),
    ],
)
def test_a_day_is_told_or_the_text_itself(utc: str, said: str) -> None:
    assert day(utc, NOW) == said


def test_a_note_without_a_time_is_headed_without_one() -> None:
    assert "2026-09-01" in head(made("a.md"))
    assert head(made("a.md", updated="some day")) == head(made("a.md", updated=""))


# --- Copies ----------------------------------------------------------------------------------

LONG = "The pump at the north quay waits {} seconds before it tries the second valve again. "


def test_two_long_notes_that_differ_in_a_number_are_no_copies(journal: Journal) -> None:
    filler = "".join(f"Line {word} of the manual stays as it was. " for word in "abcdefghijkl")
    for seconds in (30, 300):
        journal.add(title=f"Pump {seconds}", body=LONG.format(seconds) + filler, scope=Scope.GLOBAL)
    said = [each.problem for each in journal.doctor()]
    assert not [each for each in said if "copy" in each]


def test_what_was_known_of_a_note_that_changed_is_forgotten(journal: Journal) -> None:
    text = LONG.format(30) * 4
    first = journal.add(title="One", body=text, scope=Scope.GLOBAL).note
    journal.add(title="Two", body=text + "Or so.", scope=Scope.GLOBAL)
    journal.listing()
    before = set(journal._reads._traits)
    journal._reads._traits["0" * 64] = next(iter(journal._reads._traits.values()), None)  # type: ignore[assignment]
    journal.edit(first.key, body="Another text of its own, and nothing like the one before.\n")
    journal.listing()
    assert "0" * 64 not in journal._reads._traits
    assert first.sha256 not in set(journal._reads._traits) - before


# --- A look that was begun before ------------------------------------------------------------


def test_what_is_asked_first_is_true_also_where_nobody_looked_ahead(
    journal: Journal, vault: Path
) -> None:
    journal.add(title="Law", body="All times are UTC.\n", kind=Kind.RULE, scope=Scope.GLOBAL)
    ahead = type(journal)(replace(journal.setup, ahead=lambda _root: None))
    try:
        (vault / "Late.md").write_text("# Late\n\nThe late tide.\n")
        place, _ = ahead.place(cwd=str(vault))
        first = ahead.digest("late tide", place=place)
        assert "UTC" in first.text
        assert "The late tide." in first.text
        assert ahead.digest("late tide", place=place) == first
        (vault / "Later.md").write_text("# Later\n")
        assert ahead.touched(["Later.md"]).added == ("Later.md",)
    finally:
        ahead.close()
