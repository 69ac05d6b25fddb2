"""Sessions of the app, distilled: what the next session is told, on the sheet and on the wire."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.bootstrap import init, journal_at
from luminair.config.keys import Keys
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.context.block import Position, RowName
from luminair.desk import OwnDesk
from luminair.distilling import asking
from luminair.errors import LuminairError, Stopped
from luminair.journal import Kind, Scope, State
from luminair.lanes.lane import Done, Failed, LaneInfo, LaneKind, Model, Text, Withdrawn
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import INFO, Scripted, Wait
from luminair.messages import Message, MessageState, Role
from luminair.sessions.session import utc_text
from luminair.sessions.transcript import Transcript
from luminair.turns import Asked
from luminair.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
TALK = (
    "Write the guide. Where do uploads go?",
    "I recommend an outbox table.",
    "Let's go with the outbox table.",
    "I tried LISTEN/NOTIFY, but it fails with ERROR 55000 behind pgbouncer.",
)


async def _no_sleep(_: float) -> None:
    return None


class House:
    """A desk with scripted lanes, and a clock that a test moves."""

    project: Path

    def __init__(self, home: Path, vault: Path) -> None:
        init(str(vault), home=str(home), vault=None, ride="all")
        found, numbers = Home(home), itertools.count(7)
        self.now = START
        self.lane = Scripted([(Text("Fine."), Done())], sleep=_no_sleep)
        self.small = Scripted([(Text("Fine."), Done())], sleep=_no_sleep, info=SMALL)
        settings = Settings(found.settings_file)
        self.desk = OwnDesk(
            found,
            settings,
            Vaults(
                found, settings, vault, "--vault",
                open_at=lambda root, by: journal_at(found, settings, root, by),
            ),
            now=lambda: self.now,
            draw=lambda: next(numbers) * 104_729,
            lanes=[Entry(INFO, lambda: self.lane), Entry(SMALL, lambda: self.small)],
            keys=Keys(lambda: None, environ={}),
        )  # fmt: skip

    def session(self, folder: Path, told: tuple[str, ...] = ()) -> str:
        transcript = self.desk.library.create(lane=INFO.id, folder=str(folder))
        for at, text in enumerate(told):
            role = Role.ASSISTANT if at % 2 else Role.USER
            transcript.add(Message(f"m{at}", role, text, utc_text(self.now), lane=INFO.id))
        return transcript.id

    def ask(self, session: str, title: str) -> str:
        folder = self.desk.library.open(session).session.folder
        return self.desk.journal.add(
            title=title, kind=Kind.ASK, scope=Scope.FOLDER, cwd=folder, session=session
        ).note.key

    def send(self, session: str, prompt: str) -> Asked:
        async def turn() -> Asked:
            events = [event async for event in self.desk.run_turn(session, prompt)]
            return next(event for event in events if isinstance(event, Asked))

        return asyncio.run(turn())

    def later(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


@pytest.fixture
def house(home: Path, vault: Path, project: Path) -> Iterator[House]:
    made = House(home, vault)
    made.project = project
    yield made
    made.desk.close()


@pytest.fixture
def project(person: Path) -> Path:
    folder = person / "harbor"
    folder.mkdir()
    return folder


def test_the_next_session_of_the_project_is_told_without_asking(
    house: House, project: Path, person: Path
) -> None:
    first = house.session(project, TALK)
    raw = house.ask(first, "Write the guide")
    house.later(9)
    second = house.session(project)
    asked = house.send(second, "go on")
    sent = "\n".join(house.lane.asked[-1].system) + "\n".join(house.lane.asked[-1].riding)
    assert "Let's go with the outbox table." in sent
    assert "LISTEN/NOTIFY" in sent
    assert "Write the guide" in sent
    assert house.desk.journal.find(raw).in_archive
    assert asked.assembly.row(RowName.SUMMARIES).text in house.lane.asked[-1].system
    (person / "else").mkdir()
    house.send(house.session(person / "else"), "go on")
    away = house.lane.asked[-1]
    assert "outbox" not in "".join((*away.system, *away.riding))


def test_summaries_are_chosen_once_and_stay_the_same_bytes(house: House, project: Path) -> None:
    house.session(project, TALK)
    house.later(9)
    second = house.session(project)
    house.send(second, "go on")
    house.session(project, ("Decision: rows are kept 30 days.", "Ok."))
    house.later(9)
    house.desk.distill_quiet()
    house.send(second, "and on")
    systems = [each.system for each in house.lane.asked]
    assert systems[0] == systems[1]
    assert "30 days" not in "".join(systems[1])
    third = house.session(project)
    house.send(third, "hello there, builder")
    assert "30 days" in "".join(house.lane.asked[-1].system)
    # A copy goes on with what its original had.
    copy = house.desk.copy_of(second)
    assert house.desk.library.open(copy).session.summaries == (
        house.desk.library.open(second).session.summaries
    )


def test_the_sheet_before_the_first_message_says_what_is_sent(house: House, project: Path) -> None:
    house.session(project, TALK)
    house.later(9)
    house.desk.distill_quiet()
    second = house.session(project)
    shown = house.desk.assemble(second, "go on")
    asked = house.send(second, "go on")
    assert [row.text for row in shown.rows] == [row.text for row in asked.assembly.rows]
    assert shown.row(RowName.SUMMARIES).text.startswith("OLD CONVERSATION SUMMARIES")


def test_unticked_or_archived_they_do_not_ride(house: House, project: Path) -> None:
    house.session(project, TALK)
    house.later(9)
    house.desk.distill_quiet()
    second = house.session(project)
    house.send(second, "go on")
    house.desk.library.open(second).change(include_optional=False)
    house.send(second, "go on")
    assert "outbox" not in "".join(house.lane.asked[-1].system)
    house.desk.library.open(second).change(include_optional=True)
    (key,) = house.desk.library.open(second).session.summaries or ()
    house.desk.journal.archive([key])
    house.send(second, "go on")
    assert "outbox" not in "".join(house.lane.asked[-1].system)


def test_a_summary_does_not_ride_twice(house: House, project: Path) -> None:
    house.session(project, TALK)
    house.later(9)
    house.desk.distill_quiet()
    second = house.session(project)
    asked = house.send(second, "What did we say about the outbox table for uploads?")
    request = house.lane.asked[-1]
    everything = "".join((*request.system, *request.riding))
    assert everything.count("Let's go with the outbox table.") == 1
    receipt = house.desk.vaults.receipts().read(asked.message.receipt)
    assert [row.block for row in receipt.rows if row.block == "summaries"] == ["summaries"]


def test_a_fork_is_not_told_its_own_story(house: House, project: Path) -> None:
    first = house.session(project, TALK)
    house.later(9)
    house.desk.distill_quiet()
    copy = house.desk.copy_of(first, "m0")
    house.send(copy, "go on")
    assert "outbox" not in "".join(house.lane.asked[-1].system)


def test_the_owner_turns_it_off(house: House, project: Path) -> None:
    house.desk.settings.set({"distill.auto": False})
    house.session(project, TALK)
    house.later(9)
    assert house.desk.distill_quiet() == ([], [])
    house.send(house.session(project), "go on")
    assert house.desk.journal.listing() == []


def test_a_session_is_distilled_when_the_owner_says_so(house: House, project: Path) -> None:
    first = house.session(project, TALK)
    assert [card.session for card in house.desk.distill(first)] == [first]
    streaming = house.session(project, TALK)
    held = house.desk.library.open(streaming)  # one that is open is not read again
    held.add(Message("m9", Role.ASSISTANT, "", utc_text(START), state=MessageState.STREAMING))
    with pytest.raises(LuminairError, match="still answering"):
        house.desk.distill(streaming)


def test_a_lane_drafts_where_the_owner_chose_one(house: House, project: Path) -> None:
    draft = "## Decided\n- “Let's go with the outbox table.” (message 3)\n"
    drafting = Scripted(
        [(Text(draft + "x"), Withdrawn(1), Done()), (Failed("No key is set."),)], sleep=_no_sleep
    )
    house.lane = drafting
    house.desk.settings.set({"distill.by": INFO.id})
    first, second = house.session(project, TALK), house.session(project, TALK)
    (card,) = house.desk.distill(first)
    assert card.by.startswith(f"{INFO.id}/")
    assert "outbox table" in card.text
    assert drafting.asked[0].session == ""
    (card,) = house.desk.distill(second)
    assert card.by == "luminair"
    assert "No key is set." in card.reason
    summaries = house.desk.journal.listing(kind=Kind.NOTE, state=State.LIVE)
    assert {each.note.trust.words for each in summaries} == {"filed by a model"}


def test_a_draft_that_nobody_waits_for_is_let_go_and_nothing_is_written(
    house: House, project: Path
) -> None:
    async def for_ever(_seconds: float) -> None:
        await asyncio.sleep(3600)

    house.lane = drafting = Scripted([(Text("## Decided\n"), Wait(1), Done())], sleep=for_ever)
    house.desk.settings.set({"distill.by": INFO.id})
    session = house.session(project, TALK)
    with pytest.raises(Stopped):
        house.desk.distill(session, lambda: bool(drafting.asked))
    house.now += timedelta(days=1)
    assert house.desk.distill_quiet(cancelled=lambda: len(drafting.asked) > 1) == ([], [])
    assert len(drafting.asked) == 2
    assert not house.desk.journal.listing(kind=Kind.NOTE, state=State.LIVE)
    house.desk.settings.set({"distill.by": ""})
    assert len(house.desk.distill_quiet()[0]) == 1  # it waits for the next time


def test_an_answer_that_breaks_off_is_no_draft() -> None:
    lane = Scripted([(Text("## Dec"),)], sleep=_no_sleep)
    with pytest.raises(LuminairError, match="broke off"):
        asking(lambda: lane)("prompt")


SMALL = LaneInfo(
    "small", "Small", LaneKind.API, (Model("s", "S", window=6000, reply=500),), ready=True, state=""
)


@pytest.fixture
def long_session(house: House, project: Path) -> str:
    transcript = house.desk.library.create(lane="small", folder=str(project))
    for at in range(60):
        decided = f"Let's use port {9000 + at} for part {at}."
        text = "Fine. " + "xy " * 300 if at % 2 else decided
        role = Role.ASSISTANT if at % 2 else Role.USER
        transcript.add(Message(f"m{at}", role, text, utc_text(house.now), lane="small"))
    return transcript.id


def test_a_long_conversation_is_folded_and_the_transcript_stays(
    house: House, long_session: str
) -> None:
    before = house.desk.library.open(long_session).messages
    house.send(long_session, "go on")
    assert len(house.small.asked[-1].said) == 60
    shown = house.desk.assemble(long_session, "and on")
    asked = house.send(long_session, "and on")
    request = house.small.asked[-1]
    assert 4 <= len(request.said) < 30
    assert request.said[0].role is Role.USER
    # What the sheet said is what was sent, text by text.
    row = asked.assembly.row(RowName.SUMMARIES)
    assert [part.text for part in shown.rows] == [part.text for part in asked.assembly.rows]
    assert row.optional
    assert row.rows[1].text in request.system
    assert "“Let's use port 9002 for part 2.”" in row.text
    assert request.system == asked.assembly.texts(Position.SYSTEM)
    texts = asked.assembly.row(RowName.TRANSCRIPT).rows
    assert [said.text for said in request.said] == [each.text for each in texts]
    assert house.desk.library.open(long_session).messages[:60] == before


def test_the_owner_edits_the_fold_or_sends_all(house: House, long_session: str) -> None:
    house.send(long_session, "go on")
    house.desk.edit_compaction(long_session, "Ports: one each.")
    house.send(long_session, "and on")
    assert any("| Ports: one each." in text for text in house.small.asked[-1].system)
    house.desk.edit_compaction(long_session, "")
    assert len(house.desk.assemble(long_session, "x").row(RowName.TRANSCRIPT).rows) == 64
    with pytest.raises(LuminairError, match="nothing to edit"):
        house.desk.edit_compaction(house.session(house.project), "x")


def test_unticked_the_conversation_goes_whole(house: House, long_session: str) -> None:
    house.send(long_session, "go on")
    house.desk.library.open(long_session).change(include_optional=False)
    house.send(long_session, "and on")
    request = house.small.asked[-1]
    assert len(request.said) == 62
    assert "EARLIER IN THIS CONVERSATION" not in "".join(request.system)


def test_an_edit_before_the_fold_and_a_copy(house: House, long_session: str) -> None:
    house.send(long_session, "go on")
    copy = house.desk.copy_of(long_session)
    fold = house.desk.library.open(long_session).session.compacted
    assert fold is not None
    assert house.desk.library.open(copy).session.compacted == fold
    early = house.desk.copy_of(long_session, "m5")
    assert len(house.desk.assemble(early, "x").row(RowName.TRANSCRIPT).rows) == 6


def test_a_fold_survives_a_restart_and_is_off_by_a_setting(house: House, long_session: str) -> None:
    house.desk.settings.set({"compact.share": 0})
    house.send(long_session, "go on")
    assert house.desk.library.open(long_session).session.compacted is None
    house.desk.settings.set({"compact.share": 70})
    assert house.desk.compact_if_long(long_session)
    assert not house.desk.compact_if_long(long_session)
    path = house.desk.library.open(long_session).path
    again = Transcript.open(path, long_session)
    assert again.session.compacted == house.desk.library.open(long_session).session.compacted
    assert len(again.messages) == 62
