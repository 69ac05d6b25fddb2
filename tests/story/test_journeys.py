"""Ways in which memories of this kind have failed people, walked through with a real desk."""

from __future__ import annotations

import asyncio
import subprocess
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.journal import ProposalKind, State
from luminair.lanes.scripted import Scripted, say
from tests.story.played import House, info_of, new_house

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from luminair.desk import OwnDesk

IDLE = (
    "run echo hello",
    "ok",
    "thanks!",
    "continue",
    "what does `ls -la` show?",
    "run echo hello",
    "hm",
    "yes",
    "/help",
    "run the tests again",
)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    return new_house(tmp_path / "house", monkeypatch)


@pytest.fixture
def desk(house: House) -> Iterator[OwnDesk]:
    lane = Scripted([say("hello")], sleep=asyncio.sleep, info=info_of("api"))
    desk = house.open(lane)
    yield desk
    house.end(desk)


def begun(desk: OwnDesk, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return desk.library.create(lane="api", model="m1", folder=str(folder)).session.id


def notes(house: House) -> list[str]:
    return [path.name for path in house.vault.rglob("*.md")]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("turns", [60, pytest.param(250, marks=pytest.mark.full)])
def test_idle_turns_leave_almost_nothing(house: House, desk: OwnDesk, turns: int) -> None:
    session = begun(desk, house.person / "harbor")
    for number in range(turns):
        house.say(desk, session, IDLE[number % len(IDLE)])
    house.clock.now += timedelta(hours=9)
    desk.distill_quiet()
    assert len(notes(house)) < 5, notes(house)
    assert len(desk.library.open(session).messages) == 2 * turns


def test_what_is_archived_is_gone_from_the_very_next_message(house: House, desk: OwnDesk) -> None:
    folder = house.person / "harbor"
    first = begun(desk, folder)
    kept = desk.dead_end(first, "A longer timeout does not stop the upload loop")
    house.say(desk, first, "Please add a retry to the upload loop")
    house.clock.now += timedelta(hours=1)
    other = begun(desk, folder)
    assert "longer timeout" in desk.digest(other, "the upload loop").text
    assert "Please add a retry" in desk.digest(other, "the upload loop").text
    ask = desk.journal.listing(state=State.LIVE)
    desk.journal.archive([each.note.key for each in ask if "retry" in each.note.title])
    desk.journal.archive([kept.key])
    assert desk.digest(other, "the upload loop").text == ""
    assert desk.journal.search("upload loop", archived=False).results == ()
    assert len(desk.journal.search("upload loop", archived=True).results) == 2


def test_an_old_fact_gives_way_to_the_new_one_when_the_owner_says_so(
    house: House, desk: OwnDesk
) -> None:
    folder = house.person / "harbor"
    session = begun(desk, folder)
    old = desk.remember(session, "The database is MySQL\nVersion 8.", for_project=True)
    house.clock.now += timedelta(days=60)
    new = desk.remember(session, "We moved the database to Postgres\nIn March.", for_project=True)
    desk.review.tend()
    cards = [
        each
        for each in desk.journal.proposals.all()
        if each.kind is ProposalKind.STALE and each.data.get("note") == old.key
    ]
    assert [each.data["newer"] for each in cards] == [new.key]
    desk.review.approve(cards[0].id)
    text = desk.digest(begun(desk, folder), "which database do we use?").text
    assert "Postgres" in text
    assert "MySQL" not in text
    assert desk.journal.listed(old.key).state is State.HIDDEN
    assert new.key in desk.journal.listed(old.key).hidden_by


def test_what_was_said_in_a_removed_worktree_is_the_projects(house: House, desk: OwnDesk) -> None:
    """No ask was kept in it, so no note names the main one: the session itself must know."""

    def git(*words: str, at: Path) -> None:
        identity = ("-c", "user.name=T", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *words], cwd=at, check=True, capture_output=True)

    main, tree = house.person / "harbor", house.person / "harbor-fix"
    main.mkdir()
    git("init", "-q", "-b", "main", at=main)
    git("commit", "-q", "--allow-empty", "-m", "first", at=main)
    git("worktree", "add", "-q", str(tree), at=main)
    (tree / "api").mkdir()
    session = begun(desk, tree / "api")
    desk.library.open(session).change(capture=False)
    house.say(desk, session, "What else could we use for the queue?")
    house.say(desk, session, "I tried the CSS filter. It does not work: pictures turn blue.")
    assert desk.library.open(session).session.project == f"{main}/api"
    git("worktree", "remove", "--force", str(tree), at=main)
    house.clock.now += timedelta(hours=20)
    assert desk.distill_quiet()[1] == []
    assert {each.note.cwd for each in desk.journal.listing(state=State.LIVE)} == {f"{main}/api"}
    (main / "api").mkdir()
    assert "CSS filter" in desk.digest(begun(desk, main / "api"), "morning").text
    assert desk.digest(begun(desk, house.person / "harbor-two"), "morning").text == ""


def test_another_folder_is_another_project(house: House, desk: OwnDesk) -> None:
    session = begun(desk, house.person / "harbor")
    house.say(desk, session, "hello")
    transcript = desk.library.open(session)
    assert transcript.session.project == str(house.person / "harbor")
    transcript.change(folder=str(house.person / "mill"))
    assert transcript.session.project == ""
    (house.person / "mill").mkdir()
    house.say(desk, session, "hello again")
    assert desk.library.open(session).session.project == str(house.person / "mill")


def test_an_ask_of_a_removed_worktree_is_there_in_the_main_one(house: House, desk: OwnDesk) -> None:
    def git(*words: str, at: Path) -> None:
        identity = ("-c", "user.name=T", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *words], cwd=at, check=True, capture_output=True)

    main, tree = house.person / "harbor", house.person / "harbor-fix"
    main.mkdir()
    git("init", "-q", "-b", "main", at=main)
    git("commit", "-q", "--allow-empty", "-m", "first", at=main)
    git("worktree", "add", "-q", str(tree), at=main)
    session = begun(desk, tree)
    house.say(desk, session, "Please add dark mode to the settings page")
    house.say(desk, session, "I tried the CSS filter. It does not work: pictures turn blue.")
    git("worktree", "remove", "--force", str(tree), at=main)
    house.clock.now += timedelta(hours=20)
    desk.distill_quiet()
    after = begun(desk, main)
    text = desk.digest(after, "morning").text
    assert "dark mode" in text
    assert "CSS filter" in text
    assert all(each.note.cwd == str(main) for each in desk.journal.listing(state=State.LIVE))
    away = desk.digest(begun(desk, house.person / "harbor-two"), "morning").text
    assert away == ""
