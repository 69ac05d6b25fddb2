"""The desk over a real vault: what the composer's commands do to the Journal, and turns."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import clock, init, journal_at
from luminair.config.keys import Keys
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.desk import OwnDesk
from luminair.errors import LuminairError, NoteNotFound, UsageError
from luminair.journal import Kind, Scope
from luminair.messages import Role
from luminair.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def desk(home: Path, vault: Path) -> Iterator[OwnDesk]:
    init(str(vault), home=str(home), vault=None, ride="all")
    found, numbers = Home(home), itertools.count(7)
    settings = Settings(found.settings_file)
    made = OwnDesk(
        found,
        settings,
        Vaults(
            found, settings, vault, "--vault",
            open_at=lambda root, by: journal_at(found, settings, root, by),
        ),
        now=clock,
        draw=lambda: next(numbers) * 104_729,
        keys=Keys(lambda: None, environ={}),
    )  # fmt: skip
    yield made
    made.close()


@pytest.fixture
def project(person: Path) -> Path:
    folder = person / "harbor"
    folder.mkdir()
    return folder


@pytest.fixture
def session(desk: OwnDesk, project: Path) -> str:
    return desk.library.create(lane="", model="", folder=str(project)).session.id


def test_what_is_remembered_is_the_session_s_or_the_project_s(
    desk: OwnDesk, session: str, project: Path
) -> None:
    kept = desk.remember(session, "Parts are 8 MB\nSince June.")
    note = desk.journal.find(kept.key)
    assert (note.kind, note.scope, note.session) == (Kind.NOTE, Scope.SESSION, session)
    assert kept.sentence == "Remembered for this session: Parts are 8 MB."
    asked = desk.remember(session, "Are parts 8 MB?").sentence
    assert asked == "Remembered for this session: Are parts 8 MB?"
    wide = desk.journal.find(desk.remember(session, "Wide", for_project=True).key)
    assert (wide.scope, wide.cwd) == (Scope.FOLDER, str(project))
    assert desk.journal.load(kept.key).body.strip() == "Since June."


def test_a_secret_of_the_owners_is_kept_as_written_and_named(desk: OwnDesk, session: str) -> None:
    token = "ghp_" + "R4nD0mL3tt3rsAndD1g1ts" + "ForAT3stOnly16"
    for keep in (
        lambda: desk.remember(session, f"Deploying\nThe token is {token}."),
        lambda: desk.dead_end(session, f"Deploying failed\nThe token is {token}."),
        lambda: desk.rule(session, f"Deploy so\nThe token is {token}.", for_project=False),
    ):
        kept = keep()
        assert token in desk.journal.load(kept.key).body
        assert kept.sentence.endswith(
            "This looks like it holds a secret (GitHub token) and is kept as you wrote it; Undo "
            "takes the note back, Open lets you take it out."
        )


def test_a_long_text_keeps_its_words_and_a_short_title(desk: OwnDesk, session: str) -> None:
    text = "word " * 60
    loaded = desk.journal.load(desk.remember(session, text).key)
    assert len(loaded.note.title) <= 81
    assert loaded.note.title.endswith("word…")
    assert loaded.body.split() == text.split()


def test_nothing_is_not_kept(desk: OwnDesk, session: str, vault: Path) -> None:
    with pytest.raises(UsageError, match="nothing to keep"):
        desk.remember(session, " \n")
    assert not list(vault.rglob("*.md"))


def test_a_dead_end_is_the_project_s_and_rides_in_its_other_sessions(
    desk: OwnDesk, session: str, project: Path
) -> None:
    desk.dead_end(session, "A longer timeout does not stop the loop")
    other = desk.library.create(lane="", model="", folder=str(project)).session.id
    away = desk.library.create(lane="", model="", folder="").session.id
    said = [
        any("longer timeout" in row.text for row in desk.assemble(each, "go on").rows)
        for each in (other, away)
    ]
    assert said == [True, False]


def test_a_pin_is_found_by_id_path_or_title_and_says_where_it_rides(
    desk: OwnDesk, session: str
) -> None:
    note = desk.journal.add(title="Manifest").note
    for name in (note.key, note.path, "manifest"):
        kept = desk.pin(session, name)
        assert kept.sentence == "Pinned “Manifest”. It rides in every session."
        assert desk.journal.find(note.key).pinned
        desk.journal.unpin(note.key)
    folder = desk.journal.find(desk.dead_end(session, "X does not help").key)
    assert "every session in harbor" in desk.pin(session, folder.key).sentence
    with pytest.raises(NoteNotFound, match="'Nowhere'"):
        desk.pin(session, "Nowhere")
    desk.journal.add(title="Manifest", folder="Notes/b")
    with pytest.raises(UsageError, match="Several notes"):
        desk.pin(session, "Manifest")


def test_a_write_is_taken_back(desk: OwnDesk, session: str, vault: Path) -> None:
    kept = desk.remember(session, "A")
    assert list(vault.rglob("A.md"))
    assert desk.undo(kept.operation).startswith("Taken back: ")
    assert not list((vault / "Notes").rglob("A.md"))
    with pytest.raises(LuminairError):
        desk.undo("no such operation")


def test_a_note_written_outside_is_in_the_very_next_message(
    desk: OwnDesk, session: str, vault: Path
) -> None:
    before = desk.assemble(session, "fix the clock")
    (vault / "Use UTC.md").write_text(
        "---\nid: 20260101T0000-0001\nkind: rule\ntitle: Use UTC\n---\nAll times are UTC.\n"
    )
    after = desk.assemble(session, "fix the clock")
    assert not any("All times are UTC." in row.text for row in before.rows)
    assert any("All times are UTC." in row.text for row in after.rows)


def test_the_embedded_lane_answers_from_the_vault_and_leaves_a_receipt(
    desk: OwnDesk, session: str
) -> None:
    note = desk.journal.add(title="Upload protocol", body="Parts go up in order.\n").note

    async def turn() -> None:
        async for _ in desk.run_turn(session, "how do the parts of an upload go?"):
            pass
        await desk.hang_up()

    asyncio.run(turn())
    transcript = desk.library.open(session)
    asked, answer = transcript.messages
    assert (asked.role, answer.role) == (Role.USER, Role.ASSISTANT)
    assert "Parts go up in order." in answer.text
    receipt = desk.vaults.receipts().read(asked.receipt)
    assert [row.key for row in receipt.rows if row.rode] == [note.key]
    assert receipt.session == session


def test_sessions_work_while_the_vault_is_gone_and_no_note_rides(
    desk: OwnDesk, session: str, vault: Path, tmp_path: Path
) -> None:
    desk.journal.add(title="A", kind=Kind.RULE, scope=Scope.GLOBAL, body="Only in UTC.\n")
    assert any("Only in UTC." in row.text for row in desk.assemble(session, "go on").rows)
    vault.rename(tmp_path / "away")
    assert not any("Only in UTC." in row.text for row in desk.assemble(session, "go on").rows)
    assert "Sessions still work" in desk.journal_state().sentence

    async def turn() -> None:
        async for _ in desk.run_turn(session, "go on"):
            pass
        await desk.hang_up()

    asyncio.run(turn())
    asked, answer = desk.library.open(session).messages[-2:]
    assert (asked.role, asked.note, answer.role) == (Role.USER, "", Role.ASSISTANT)
    assert not vault.exists()
    (tmp_path / "away").rename(vault)
    assert any("Only in UTC." in row.text for row in desk.assemble(session, "go on").rows)


def test_a_vault_that_may_not_be_read_stops_the_turn_and_says_why(
    desk: OwnDesk, session: str, vault: Path, tmp_path: Path
) -> None:
    desk.journal.add(title="A")
    vault.rename(tmp_path / "away")
    vault.write_text("a file")

    async def turn() -> None:
        async for _ in desk.run_turn(session, "go on"):
            pass
        await desk.hang_up()

    asyncio.run(turn())
    asked = desk.library.open(session).messages[-1]
    assert asked.role is Role.USER  # it was not sent
    assert "folder" in asked.note
    vault.unlink()
    (tmp_path / "away").rename(vault)
    assert desk.assemble(session, "go on").rows


def test_a_folder_is_called_by_its_project(desk: OwnDesk, project: Path) -> None:
    assert desk.project_name("") == ""
    assert desk.project_name(str(project)) == "harbor"
    assert desk.project_name(str(project) + "/") == "harbor"
    assert desk.project_name("/no/such/place") == "place"
